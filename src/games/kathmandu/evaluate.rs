//! How a position looks: points, and for each dig what it would bring and how far it is from being taken.

use super::Kathmandu;
use super::actions::{ARCHAEOLOGIST, Act, CURATOR, Card, Cell, EMINENCE};
use super::bits::Cells;
use super::column::LIST;
use super::fences::{Fence, Fences};
use super::state::{COLOURS, Decision, PLAYERS, State};
use crate::core::game::lead;
use crate::core::{Action, ActionSet, List, MAX_SEATS, Seat};

/// What each feature is worth, in points unless it says otherwise.
mod weight {
    /// Share of a gain that is within reach.
    pub const PROMISE: f32 = 0.9;
    /// Tokens everyone has in a fence that nobody has begun.
    pub const OPEN_SHARE: f32 = 0.5;
    /// How sharply the share in a fence counts.
    pub const SHARE: f32 = 0.7;
    /// So many cards away a dig promises a third of its gain.
    pub const PATIENCE: f32 = 2.2;
    /// Cards that a missing token costs.
    pub const TOKEN: f32 = 0.8;
    /// Cards that a colour costs which the player has no card of.
    pub const COLOUR: f32 = 1.3;
    /// The same where the card is played and comes back next round.
    pub const PLAYED_COLOUR: f32 = 0.45;
    /// Cards that a colour costs an opponent, whose cards are hidden.
    pub const OTHERS_COLOUR: f32 = 0.9;
    /// Points lost by a token beside a dig that extends at the end of the round.
    pub const THREATENED: f32 = 2.5;
    /// The same beside any other dig.
    pub const CLOSE: f32 = 1.0;
    /// Points that a cell of an extension brings.
    pub const RING: f32 = 0.8;
    /// Cards that it costs.
    pub const RING_COLOUR: f32 = 0.12;
    /// A card still in hand in this round.
    pub const HAND: f32 = 0.3;
    /// An eminence among the own cards.
    pub const EMINENCE: f32 = 1.0;
    /// A curator.
    pub const CURATOR: f32 = 0.7;
    /// Another special personality.
    pub const SPECIAL: f32 = 0.4;
    /// A base personality.
    pub const BASE: f32 = 0.45;
    /// A token in the supply.
    pub const SUPPLY: f32 = 0.04;
    /// Share of the tokens on the board that will be left there.
    pub const LEFTOVER: f32 = 0.5;
    /// How much a total below zero counts, as nobody wins with one (R14.4).
    pub const NEGATIVE: f32 = 0.5;
    /// A lead of so many points is as good as won.
    pub const MARGIN: f32 = 45.0;
}

impl Kathmandu {
    fn fences(&self) -> &Fences {
        self.fences.get_or_init(|| Fences::find(self.board()))
    }

    /// The digs as they will be after the coming extensions (R12.1), the tokens that will be left, and how many extend.
    fn after_extensions(&self, s: &State) -> (List<Cells, LIST>, Cells, usize) {
        let number = if s.sites.len() >= self.tables.two_sites_at { 2 } else { 1 };
        let land = &self.board().land;
        let mut tokens = s.all_tokens();
        let mut digs: List<Cells, LIST> = List::new();
        for (rank, dig) in s.sites.cards().enumerate() {
            let ring = if rank < number { land.touching(dig.cells) } else { Cells::EMPTY };
            tokens &= !ring;
            digs.push(dig.cells | ring);
        }
        (digs, tokens, number)
    }

    /// The digs that no open way leads to another from, and the tokens that count for each (R10.2).
    fn isolated(&self, digs: &[Cells], tokens: Cells) -> [Option<Cells>; LIST] {
        let land = &self.board().land;
        let all = digs.iter().fold(Cells::EMPTY, |all, dig| all | *dig);
        let mut parts = [Cells::EMPTY; LIST];
        for i in 0..digs.len() {
            if parts[i].is_empty() {
                let part = land.flood(digs[i], (land.all & !tokens) | all);
                for k in i..digs.len() {
                    if digs[k].meets(&part) {
                        parts[k] = part;
                    }
                }
            }
        }
        std::array::from_fn(|i| {
            let dig = *digs.get(i)?;
            let others = all & !dig;
            if others.meets(&parts[i]) { None } else { land.contributing(dig, others, tokens).ok() }
        })
    }

    pub(super) fn evaluation(&self, s: &State, seat: Seat) -> f32 {
        let mut worth = [0.0; MAX_SEATS];
        for (p, worth) in worth.iter_mut().enumerate().take(self.seats) {
            let tokens: i16 = (0..COLOURS).map(|c| self.tables.points[c] * i16::from(s.taken[p][c])).sum();
            let sites = self.tables.site_points * s.taken_sites[p].count_ones() as i16;
            *worth = f32::from(tokens + sites + self.tables.lost_points * i16::from(s.graveyard[p]));
        }
        let left: i16 = (0..COLOURS).map(|c| self.tables.points[c] * s.excavation[c].len() as i16).sum();
        let over = s.decision == Decision::Over;
        let mut loss = if self.switches.leftover_penalty { f32::from(left) } else { 0.0 };
        if !over {
            self.add_promises(s, seat, &mut worth);
            loss *= weight::LEFTOVER;
        }
        // Nobody wins with less than nothing.
        let own = (worth[seat.at()] - loss).min(0.0) * weight::NEGATIVE;
        ((lead(&worth, seat, self.seats) + own) / weight::MARGIN).clamp(-1.0, 1.0)
    }

    fn add_promises(&self, s: &State, seat: Seat, worth: &mut [f32; MAX_SEATS]) {
        let (grown, kept, extending) = self.after_extensions(s);
        let now: List<Cells, LIST> = s.sites.cards().map(|dig| dig.cells).collect();
        let (hand, played) = (s.hand(seat), s.played(seat));
        let (soon, later) = (self.isolated(&now, s.all_tokens()), self.isolated(&grown, kept));
        let all = grown.iter().fold(Cells::EMPTY, |all, dig| all | *dig);
        for (rank, dig) in s.sites.cards().enumerate() {
            let colours = s.colours(dig.cells);
            let coloured: u32 = (1..COLOURS).map(|c| (s.excavation[c] & dig.cells).len()).sum();
            let gain = 5.0 * dig.stack().count_ones() as f32 + 3.0 * coloured as f32;
            let ring = (grown[rank].len() - dig.cells.len()) as f32;
            let own_colours = missing(&hand, &played, colours);
            let others_colours = weight::OTHERS_COLOUR * colours.count_ones().max(1) as f32;
            let others = all & !grown[rank];
            for (p, worth) in worth.iter_mut().enumerate().take(self.seats) {
                let price = if p == seat.at() { own_colours } else { others_colours };
                let mut best = 0.0f32;
                if let Some(front) = soon[rank] {
                    best = best.max(controlled(s, p, front, gain, price));
                }
                let (gain, price) = (gain + weight::RING * ring, price + weight::RING_COLOUR * ring);
                if let Some(front) = later[rank] {
                    best = best.max(controlled(s, p, front, gain, price));
                } else {
                    // Not too close: a fence must outlast the next extension.
                    let dig_and_ring = grown[rank] | self.board().land.touching(dig.cells);
                    for fence in self.fences().around(dig.site, dig_and_ring, others) {
                        best = best.max(self.promised(s, p, fence, kept, gain, price));
                    }
                }
                *worth += weight::PROMISE * best;
                let ring = self.board().land.touching(dig.cells);
                let danger = if rank < extending { weight::THREATENED } else { weight::CLOSE };
                *worth -= danger * (s.tokens[p] & ring).len() as f32;
            }
        }
        for (p, worth) in worth.iter_mut().enumerate().take(self.seats) {
            *worth += weight::HAND * f32::from(s.hand_size(Seat(p as u8))) + weight::SUPPLY * f32::from(s.supply[p]);
        }
        for (card, (&a, &b)) in hand.iter().zip(&played).enumerate() {
            let card = Card(card as u8);
            let value = if card == EMINENCE {
                weight::EMINENCE
            } else if card == CURATOR {
                weight::CURATOR
            } else if card == ARCHAEOLOGIST {
                0.0
            } else if card.is_base() {
                weight::BASE
            } else {
                weight::SPECIAL
            };
            worth[seat.at()] += value * f32::from(a + b);
        }
    }

    /// What a fence under way promises a player.
    fn promised(&self, s: &State, player: usize, fence: &Fence, kept: Cells, gain: f32, price: f32) -> f32 {
        let standing = fence.cells & kept;
        let needed = (fence.cells.len() - standing.len()) as f32;
        let own = (s.tokens[player] & standing).len() as f32;
        let share = (own + weight::OPEN_SHARE) / (standing.len() as f32 + weight::OPEN_SHARE * self.seats as f32);
        gain * share.powf(weight::SHARE) * (-(needed * weight::TOKEN + price) / weight::PATIENCE).exp()
    }

    /// Leaves out cells far from every fence, and taking tokens back.
    pub(super) fn narrowed(&self, s: &State, legal: &mut ActionSet) {
        if !matches!(s.decision, Decision::Unit { .. }) || legal.len() < 24 {
            return;
        }
        let (grown, kept, _) = self.after_extensions(s);
        let now: List<Cells, LIST> = s.sites.cards().map(|dig| dig.cells).collect();
        let land = &self.board().land;
        let all = grown.iter().fold(Cells::EMPTY, |all, dig| all | *dig);
        let mut near = Cells::EMPTY;
        let (soon, later) = (self.isolated(&now, s.all_tokens()), self.isolated(&grown, kept));
        for (rank, dig) in s.sites.cards().enumerate() {
            // To overtake who controls it, or to hold it.
            for front in [soon[rank], later[rank]].into_iter().flatten() {
                near |= land.touching(front);
            }
            let dig_and_ring = grown[rank] | land.touching(dig.cells);
            for fence in self.fences().around(dig.site, dig_and_ring, all & !grown[rank]) {
                let gap = fence.cells & !kept;
                if gap.len() <= 4 {
                    near |= gap;
                }
            }
        }
        let before = *legal;
        for id in before.iter() {
            match Act::from_id(id) {
                Some(Act::Cell(Cell(cell))) if !near.has(cell) => legal.remove_id(id),
                _ => (),
            }
        }
        if legal.is_empty() {
            *legal = before;
        }
    }
}

/// What the colours of a dig still cost a player with these cards (R8.2, R9.2, R9.3).
fn missing(hand: &[u8; Card::COUNT], played: &[u8; Card::COUNT], colours: u8) -> f32 {
    if colours == 0 {
        return if hand[CURATOR.at()] > 0 {
            0.0
        } else if played[CURATOR.at()] > 0 {
            weight::PLAYED_COLOUR
        } else {
            weight::COLOUR
        };
    }
    let mut jokers = [hand[EMINENCE.at()], played[EMINENCE.at()]];
    let mut cost = 0.0;
    for colour in (1..COLOURS).filter(|c| colours >> c & 1 == 1) {
        let card = Card::of_colour(colour).at();
        if hand[card] > 0 {
        } else if jokers[0] > 0 {
            jokers[0] -= 1;
        } else if played[card] > 0 {
            cost += weight::PLAYED_COLOUR;
        } else if jokers[1] > 0 {
            jokers[1] -= 1;
            cost += weight::PLAYED_COLOUR;
        } else {
            cost += weight::COLOUR;
        }
    }
    cost
}

/// What an isolated dig promises a player who has so many of the tokens that count.
fn controlled(s: &State, player: usize, front: Cells, gain: f32, price: f32) -> f32 {
    let counts: [u32; PLAYERS] = std::array::from_fn(|p| (s.tokens[p] & front).len());
    let most = counts.iter().copied().max().unwrap_or(0);
    gain * (-((most - counts[player]) as f32 * weight::TOKEN + price) / weight::PATIENCE).exp()
}
