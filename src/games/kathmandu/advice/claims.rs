//! How far each player is from the right to take each dig (R10): by the fence that stands, or by the cheapest one under way.

use super::super::Kathmandu;
use super::super::rules::bits::Cells;
use super::super::rules::column::LIST;
use super::super::rules::geometry::Flood;
use super::super::state::{Dig, PLAYERS, State};
use super::fences::{Fence, Fences};
use crate::core::{List, Seat};

/// More tokens than anybody will put round one dig.
pub(in crate::games::kathmandu) const FAR: u8 = 9;

/// Tokens that each player lacks.
pub(in crate::games::kathmandu) type Lacking = [u8; PLAYERS];

/// What stands round one dig.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::games::kathmandu) struct Claim {
    /// It will extend at the end of the round (R12.1).
    pub extends: bool,
    /// The land that its next extension will cover.
    pub ring: Cells,
    /// Where it is isolated now: the tokens that count (R10.2).
    pub front: Option<Cells>,
    /// Where it will be isolated after the coming extensions: the tokens that will count.
    pub lasting: Option<Cells>,
    /// Tokens that each player lacks for control now; `FAR` where it is not isolated.
    pub now: Lacking,
    /// Tokens that each player lacks to isolate and control it after the coming extensions.
    pub later: Lacking,
}

/// A fence on its way to being closed.
#[derive(Clone, Copy, Debug)]
pub(in crate::games::kathmandu) struct Near {
    /// Fewer tokens first, then more own ones in it.
    score: u32,
    /// Tokens that it lacks; those that the next extension covers count twice.
    pub lacking: u8,
    /// The free cells among its gaps.
    pub open: Cells,
}

/// The digs as they will be after the coming extensions, and the tokens that will be left (R12).
#[derive(Clone, Copy, Debug)]
pub(in crate::games::kathmandu) struct Coming {
    pub digs: List<Cells, LIST>,
    pub all: Cells,
    pub tokens: Cells,
}

impl Kathmandu {
    pub(in crate::games::kathmandu) fn fences(&self) -> &Fences {
        self.fences.get_or_init(|| Fences::of(self.board()))
    }

    /// How many sites extend at the end of the round (R12.1).
    pub(in crate::games::kathmandu) fn extending(&self, s: &State) -> usize {
        if s.sites.len() >= self.tables.two_sites_at { 2 } else { 1 }
    }

    /// The claims on every dig of the list, in order.
    pub(in crate::games::kathmandu) fn claims(&self, s: &State) -> (List<Claim, LIST>, Coming) {
        let land = &self.board().land;
        let extending = self.extending(s);
        let mut claims: List<Claim, LIST> = List::new();
        let mut coming = Coming { digs: List::new(), all: Cells::EMPTY, tokens: s.all_tokens() };
        for (rank, dig) in s.sites.cards().enumerate() {
            let ring = land.touching(dig.cells) & !dig.cells;
            let extends = rank < extending;
            let grown = if extends { dig.cells | ring } else { dig.cells };
            coming.digs.push(grown);
            coming.all |= grown;
            claims.push(Claim { extends, ring, now: [FAR; PLAYERS], later: [FAR; PLAYERS], ..Claim::default() });
        }
        let (digs, tokens) = (s.all_digs(), coming.tokens);
        coming.tokens &= !coming.all;
        let lost = tokens & coming.all;
        let parts = self.parts(&coming);
        // Digs that are known not to be isolated now, one bit for each rank.
        let mut connected = 0u8;
        for (rank, dig) in s.sites.cards().enumerate() {
            let claim = &mut claims[rank];
            let part = &parts[rank];
            let others = coming.all & !coming.digs[rank];
            if others.meets(&part.inside) {
                for fence in self.fences_round(dig, &coming, rank) {
                    self.approach(s, fence, coming.tokens, claim.ring, &mut claim.later);
                }
            } else {
                let front = self.front(part, coming.tokens);
                claim.lasting = Some(front);
                claim.later = self.deficits(s, front);
            }
            if part.inside.meets(&lost) {
                if connected >> rank & 1 == 0 {
                    match land.flood_clear_of(dig.cells, land.all & !tokens, digs & !dig.cells) {
                        Ok(within) => {
                            let front = self.front(&within, tokens);
                            claim.front = Some(front);
                            claim.now = self.deficits(s, front);
                        }
                        // What this dig is connected to is not isolated either.
                        Err(met) => {
                            for (other, dig) in s.sites.cards().enumerate() {
                                connected |= u8::from(dig.cells.meets(&met)) << other;
                            }
                        }
                    }
                }
            } else if claim.lasting.is_some() {
                // The land open to it stays as it is.
                (claim.front, claim.now) = (claim.lasting, claim.later);
            }
            // A tighter fence takes the control over.
            if let Some(front) = claim.lasting
                && claim.later[..self.seats].iter().any(|&lacking| lacking > 1)
            {
                let within = part.inside | front;
                for fence in self.fences_round(dig, &coming, rank).filter(|fence| within.contains(&fence.cells)) {
                    self.approach(s, fence, coming.tokens, claim.ring, &mut claim.later);
                }
            }
        }
        (claims, coming)
    }

    /// The fences that could hold a dig after the coming extensions.
    pub(in crate::games::kathmandu) fn fences_round(
        &self,
        dig: &Dig,
        coming: &Coming,
        rank: usize,
    ) -> impl Iterator<Item = &Fence> {
        let grown = coming.digs[rank];
        self.fences().around(dig.site, grown, coming.all & !grown)
    }

    /// The two fences round a dig that are nearest to being closed for a seat, with different first cells.
    pub(in crate::games::kathmandu) fn nearest_fences(
        &self,
        s: &State,
        seat: Seat,
        dig: &Dig,
        claim: &Claim,
        coming: &Coming,
        rank: usize,
    ) -> [Option<Near>; 2] {
        let free = self.free(s);
        let mut best: [Option<Near>; 2] = [None; 2];
        let score = |near: &Option<Near>| near.map_or(u32::MAX, |near| near.score);
        let first = |near: &Option<Near>| near.and_then(|near| near.open.iter().next());
        for fence in self.fences_round(dig, coming, rank) {
            let gap = fence.cells & !coming.tokens;
            let open = gap & free;
            if open.is_empty() {
                continue;
            }
            let lacking = gap.len() + (fence.cells & claim.ring).len();
            let near = Some(Near { score: 8 * lacking - (fence.cells & s.tokens[seat.at()]).len(), lacking: lacking as u8, open });
            if score(&near) < score(&best[0]) {
                best = [near, best[0]];
            } else if score(&near) < score(&best[1]) && first(&near) != first(&best[0]) {
                best[1] = near;
            }
        }
        best
    }

    /// For each dig: all land that is open to it.
    fn parts(&self, coming: &Coming) -> [Flood; LIST] {
        let land = &self.board().land;
        let open = land.all & !coming.tokens;
        let mut parts = [Flood { inside: Cells::EMPTY, touched: Cells::EMPTY }; LIST];
        for i in 0..coming.digs.len() {
            if parts[i].inside.is_empty() {
                let part = land.flood(coming.digs[i], open);
                for (k, dig) in coming.digs.iter().enumerate().skip(i) {
                    if dig.meets(&part.inside) {
                        parts[k] = part;
                    }
                }
            }
        }
        parts
    }

    /// The tokens that count for a dig whose inside is known (R10.2, steps 2 to 4), with one simplification for the sake of
    /// speed: all land behind the front is taken for the outside, though a pocket without a dig is not (R10.5).
    fn front(&self, within: &Flood, tokens: Cells) -> Cells {
        let land = &self.board().land;
        let front = within.touched & tokens;
        let behind = land.all & !within.inside & !front;
        front.iter().filter(|&cell| land.around(cell).meets(&behind)).collect()
    }

    /// Tokens that each player lacks for control of an isolated dig: ties share the right (R10.2, step 5).
    fn deficits(&self, s: &State, front: Cells) -> Lacking {
        let mut counts = [0u8; PLAYERS];
        for (count, tokens) in counts.iter_mut().zip(&s.tokens).take(self.seats) {
            *count = (*tokens & front).len() as u8;
        }
        let most = counts.iter().copied().max().unwrap_or(0);
        // One more, as seldom each token put down counts.
        counts.map(|count| if count < most { most - count + 1 } else { 0 })
    }

    /// Tokens that each player lacks to close a fence and control it, where that is less than so far.
    fn approach(&self, s: &State, fence: &Fence, tokens: Cells, ring: Cells, lacking: &mut Lacking) {
        // Not too close: tokens that the next extension covers are lost.
        let gap = ((fence.cells & !tokens).len() + (fence.cells & ring).len()) as u8;
        if lacking[..self.seats].iter().all(|&so_far| gap >= so_far) {
            return;
        }
        let mut counts = [0u8; PLAYERS];
        for (count, tokens) in counts.iter_mut().zip(&s.tokens).take(self.seats) {
            *count = (*tokens & fence.cells).len() as u8;
        }
        for p in 0..self.seats {
            let other = (0..self.seats).filter(|&o| o != p).map(|o| counts[o]).max().unwrap_or(0);
            lacking[p] = lacking[p].min(gap.max(other.saturating_sub(counts[p])));
        }
    }
}
