//! Travel payments: substitutions, affordability, and the sources offered (section 5).

use super::effects::ast::{Good, Icon};
use crate::core::ActionSet;
use crate::games::arnak::Arnak;
use crate::games::arnak::actions::at;
use crate::games::arnak::player::Player;
use crate::games::arnak::state::{Icons, Payment, State};
use crate::games::arnak::tables::pack;
use crate::games::arnak::words::{FEAR, NONE};

const BOOT: usize = Icon::Boot as usize;
const CAR: usize = Icon::Car as usize;
const SHIP: usize = Icon::Ship as usize;
const PLANE: usize = Icon::Plane as usize;

/// The pilot's price (R38).
pub const PILOT_COINS: u8 = 2;

fn size(icons: &Icons) -> u8 {
    icons.iter().sum()
}

fn plus(mut icons: Icons, kind: usize) -> Icons {
    icons[kind] += 1;
    icons
}

fn sum(a: Icons, b: Icons) -> Icons {
    std::array::from_fn(|k| a[k].saturating_add(b[k]))
}

/// Whether each committed icon can stand for another icon of the cost (R39).
#[inline]
pub fn fits(committed: &Icons, cost: &Icons) -> bool {
    let spill = committed[CAR].saturating_sub(cost[CAR]) + committed[SHIP].saturating_sub(cost[SHIP]);
    committed[BOOT] + spill <= cost[BOOT] && size(committed) <= size(cost)
}

/// Whether icons and pilots cover the cost (R49): car and ship costs from their own icons first, the rest with planes.
#[inline]
pub fn affordable(cost: &Icons, have: &Icons, pilots: u8) -> bool {
    let planes = have[PLANE].saturating_add(pilots);
    let needed = cost[PLANE] + cost[CAR].saturating_sub(have[CAR]) + cost[SHIP].saturating_sub(have[SHIP]);
    if needed > planes {
        return false;
    }
    let spare = u32::from(have[CAR].saturating_sub(cost[CAR])) + u32::from(have[SHIP].saturating_sub(cost[SHIP]));
    spare + u32::from(planes - needed) + u32::from(have[BOOT]) >= u32::from(cost[BOOT])
}

/// Whether a payment that has begun can be completed (R42). A cost has at most two icons.
#[inline]
pub fn completable(cost: &Icons, committed: &Icons, have: &Icons, pilots: u8) -> bool {
    match size(cost) - size(committed) {
        0 => fits(committed, cost),
        _ if size(committed) == 0 => affordable(cost, have, pilots),
        _ => (0..Icon::COUNT).any(|k| (have[k] > 0 || k == PLANE && pilots > 0) && fits(&plus(*committed, k), cost)),
    }
}

/// The icons as the player may use them: with the Ocarina all are planes (R46).
#[inline]
pub fn shown(icons: Icons, as_planes: bool) -> Icons {
    if as_planes { [0, 0, 0, size(&icons)] } else { icons }
}

impl Arnak {
    /// All icons a player could bring up besides those of the pool, not counting the pilot (R38).
    #[inline]
    pub(in crate::games::arnak) fn icons_available(&self, pool: Icons, p: &Player) -> Icons {
        let t = &self.t;
        let mut total = pack(pool) + u32::from(p.fear_in_hand()) * t.cards.packed[FEAR as usize];
        for card in p.hand.iter() {
            total += t.cards.packed[card as usize];
        }
        let mut boons = p.guardians & !p.used_boons & t.guardians.travel;
        while boons != 0 {
            total += pack(t.guardians.icons[boons.trailing_zeros() as usize]);
            boons &= boons - 1;
        }
        for (square, &assistant) in p.assistants.iter().enumerate() {
            if assistant != NONE && p.ready >> square & 1 == 1 {
                total += pack(t.assistants.icons[assistant as usize][(p.gold >> square & 1) as usize]);
            }
        }
        shown(total.to_le_bytes(), p.icons_as_planes)
    }

    /// The cost, and the part that a discount already commits (R41, R45).
    #[inline]
    pub(in crate::games::arnak) fn discounted(&self, cost: Icons, discount: Icons, as_planes: bool) -> Payment {
        let mut payment = Payment { cost, ..Payment::default() };
        if discount == Icons::default() {
            return payment;
        }
        if self.rulings.exact_discount {
            for (k, &n) in discount.iter().enumerate() {
                payment.cost[k] -= n.min(cost[k]);
            }
            return payment;
        }
        let discount = shown(discount, as_planes);
        for (kind, &n) in discount.iter().enumerate() {
            for _ in 0..n {
                let more = plus(payment.committed, kind);
                if fits(&more, &cost) {
                    payment.committed = more;
                }
            }
        }
        payment
    }

    /// Whether the player to act can pay these icons with that many coins left (R49).
    #[inline]
    pub(in crate::games::arnak) fn can_travel(payment: &Payment, have: &Icons, coins: u8) -> bool {
        completable(&payment.cost, &payment.committed, have, coins / PILOT_COINS)
    }

    /// Whether the open payment is complete (R41).
    #[inline]
    pub(in crate::games::arnak) fn is_paid(payment: &Payment) -> bool {
        size(&payment.cost) == size(&payment.committed) && payment.pending == Icons::default()
    }

    /// The sources the open payment offers (R42).
    pub(in crate::games::arnak) fn payment_answers(&self, s: &State, out: &mut ActionSet) {
        let (t, p, pay) = (&self.t, s.me(), &s.payment);
        let pilots = p.good(Good::Coin) / PILOT_COINS;
        let have = self.icons_available(s.pool, p);
        // R41: which icon of a source is committed.
        if pay.pending != Icons::default() {
            let all = sum(have, pay.pending);
            for kind in (0..Icon::COUNT).filter(|&k| pay.pending[k] > 0) {
                if self.commits(pay, kind, &all, pilots) {
                    out.add_id(at::ICON + kind);
                }
            }
            return;
        }
        let single: [bool; Icon::COUNT] = std::array::from_fn(|k| have[k] > 0 && self.commits(pay, k, &have, pilots));
        let offers = |icons: &Icons| {
            let icons = shown(*icons, p.icons_as_planes);
            icons.iter().zip(single).any(|(&n, ok)| n > 0 && ok) || size(&icons) == 2 && fits(&sum(pay.committed, icons), &pay.cost)
        };
        for kind in (0..Icon::COUNT).filter(|&k| s.pool[k] > 0 && single[k]) {
            out.add_id(at::ICON + kind);
        }
        for card in p.hand.iter().filter(|&c| offers(&t.cards.icons[c as usize])) {
            out.add_id(at::PICK + card as usize);
        }
        if p.fear_in_hand() > 0 && offers(&t.cards.icons[FEAR as usize]) {
            out.add_id(at::PICK + FEAR as usize);
        }
        let boons = p.guardians & !p.used_boons & t.guardians.travel;
        for guardian in (0..15).filter(|g| boons >> g & 1 == 1 && offers(&t.guardians.icons[*g])) {
            out.add_id(at::BOON + guardian);
        }
        for (square, &assistant) in p.assistants.iter().enumerate() {
            if assistant != NONE
                && p.ready >> square & 1 == 1
                && offers(&t.assistants.icons[assistant as usize][(p.gold >> square & 1) as usize])
            {
                out.add_id(at::USE + assistant as usize);
            }
        }
        if pilots > 0 {
            let more = plus(pay.committed, PLANE);
            if fits(&more, &pay.cost) && completable(&pay.cost, &more, &have, pilots - 1) {
                out.add_id(at::PILOT);
            }
        }
    }

    /// Whether one icon of a kind fits and the rest can be completed without it.
    fn commits(&self, pay: &Payment, kind: usize, have: &Icons, pilots: u8) -> bool {
        let more = plus(pay.committed, kind);
        if !fits(&more, &pay.cost) {
            return false;
        }
        let mut rest = *have;
        rest[kind] -= 1;
        completable(&pay.cost, &more, &rest, pilots)
    }

    /// Commits as many icons of a source as fit; the others go to the pool (R41, R43).
    pub(in crate::games::arnak) fn take_source(&self, s: &mut State, icons: Icons) {
        let icons = shown(icons, s.me().icons_as_planes);
        let both = sum(s.payment.committed, icons);
        if fits(&both, &s.payment.cost) {
            s.payment.committed = both;
            return;
        }
        let pilots = s.me().good(Good::Coin) / PILOT_COINS;
        let all = sum(self.icons_available(s.pool, s.me()), icons);
        let mut kinds = (0..Icon::COUNT).filter(|&k| icons[k] > 0 && self.commits(&s.payment, k, &all, pilots));
        let (first, second) = (kinds.next(), kinds.next());
        drop(kinds);
        match (first, second) {
            (Some(_), Some(_)) => s.payment.pending = icons,
            (Some(kind), None) => Self::commit(s, kind, icons),
            (None, _) => (0..Icon::COUNT).for_each(|k| s.add_to_pool(k, icons[k])),
        }
    }

    /// Commits one icon of a source; its others go to the pool.
    pub(in crate::games::arnak) fn commit(s: &mut State, kind: usize, icons: Icons) {
        s.payment.committed[kind] += 1;
        s.payment.pending = Icons::default();
        for (k, &n) in icons.iter().enumerate() {
            s.add_to_pool(k, n - u8::from(k == kind));
        }
    }
}
