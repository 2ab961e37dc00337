//! Points, the winner and the sources of points (sections 16 and 18).

use std::cmp::Ordering;

use super::Arnak;
use super::player::Player;
use super::state::{Phase, State};
use super::words::{Cards, NONE};
use crate::core::score::shared_outcome;
use crate::core::{MAX_SEATS, Score, Scores, SeatSet};

/// The sources of points, in the order of the rulebook's sheet.
pub(super) const SOURCES: [&str; 6] = ["research", "temple", "idols", "guardians", "cards", "fear"];

impl Score for Arnak {
    fn scores(&self, state: &State) -> Scores {
        let mut out = [0.0; MAX_SEATS];
        for (seat, points) in out.iter_mut().enumerate().take(self.seats) {
            *points = self.points_of(state, seat).iter().sum::<i32>() as f32;
        }
        out
    }

    fn breakdown(&self, state: &State) -> Vec<(&'static str, Scores)> {
        let by_seat: Vec<[i32; 6]> = (0..self.seats).map(|seat| self.points_of(state, seat)).collect();
        let column = |source: usize| {
            let mut out = [0.0; MAX_SEATS];
            by_seat.iter().enumerate().for_each(|(seat, points)| out[seat] = points[source] as f32);
            out
        };
        SOURCES.iter().enumerate().map(|(i, &name)| (name, column(i))).collect()
    }

    fn score_scale(&self) -> f32 {
        1.0 / 60.0
    }

    /// The seats that have won (R144); in solo the human, if the rival is beaten (R171).
    fn winners(&self, state: &State) -> SeatSet {
        if state.phase != Phase::Over {
            return 0;
        }
        if self.solo {
            return SeatSet::from(self.against_rival(state) == Ordering::Greater);
        }
        let best = (0..self.seats).map(|seat| self.rank(state, seat)).max().unwrap_or_default();
        (0..self.seats).filter(|&seat| self.rank(state, seat) == best).fold(0, |set, seat| set | 1 << seat)
    }

    fn outcome(&self, state: &State) -> Scores {
        if !self.solo {
            return shared_outcome(self.winners(state), self.seats);
        }
        let mut out = [0.0; MAX_SEATS];
        if state.phase == Phase::Over {
            out[0] = f32::from(self.against_rival(state) as i8);
        }
        out
    }
}

impl Arnak {
    /// The points of one player by source (R143).
    pub(super) fn points_of(&self, s: &State, seat: usize) -> [i32; 6] {
        let (t, p) = (&self.t, &s.players[seat]);
        let temple = p.temple.iter().zip(t.temple.points).map(|(&n, points)| i32::from(n) * i32::from(points)).sum();
        let slots: i32 = (0..4).filter(|i| p.slots >> i & 1 == 0).map(|i| i32::from(t.idols.slot_points[i])).sum();
        let idols = i32::from(p.crates) + p.slots.count_ones() as i32;
        let guardians = p.guardians.count_ones() as i32 * i32::from(t.guardians.points);
        [
            self.research_points(p),
            temple,
            slots + idols * i32::from(t.idols.points),
            guardians,
            self.card_points(s, seat),
            self.fear_points(s, seat),
        ]
    }

    /// Magnifying glass and notebook (R143); also the last tie-break (R144).
    pub(super) fn research_points(&self, p: &Player) -> i32 {
        self.token_points(0, p.magnifier, p.arrival) + self.token_points(1, p.notebook, 0)
    }

    fn token_points(&self, token: usize, space: u8, arrival: u8) -> i32 {
        if arrival > 0 {
            return i32::from(self.t.track.arrival[(arrival as usize - 1).min(3)]);
        }
        if space == NONE { 0 } else { i32::from(self.t.track.row_points[token][self.row_of(space).min(7) as usize]) }
    }

    fn sum_points(&self, cards: Cards) -> i32 {
        cards.iter().map(|card| i32::from(self.t.cards.points[card as usize])).sum()
    }

    fn card_points(&self, s: &State, seat: usize) -> i32 {
        let p = &s.players[seat];
        let mut all = Cards(p.hand.0 | p.deck.0 | p.play.0);
        if s.seat as usize == seat {
            all.0 |= s.seen.0;
        }
        p.private_tops.iter().filter(|t| t.card < super::words::FEAR).for_each(|t| all.add(t.card));
        self.sum_points(all)
    }

    fn fear_points(&self, s: &State, seat: usize) -> i32 {
        let p = &s.players[seat];
        let mut cards = p.fear_in_hand() + p.deck_fear.iter().sum::<u8>() + p.play_fear;
        cards += p.private_tops.iter().filter(|t| t.card == super::words::FEAR).count() as u8;
        if s.seat as usize == seat {
            cards += s.seen_fear.iter().sum::<u8>();
        }
        i32::from(cards) * i32::from(self.t.cards.fear_points.0) + i32::from(p.fear_tiles) * i32::from(self.t.cards.fear_points.1)
    }

    /// The points of the rival (R170).
    pub(super) fn rival_points(&self, s: &State) -> i32 {
        let (t, r) = (&self.t, &s.rival);
        let temple: i32 = r.temple.iter().zip(t.temple.points).map(|(&n, points)| i32::from(n) * i32::from(points)).sum();
        self.token_points(0, r.magnifier, r.arrival)
            + temple
            + r.guardians.count_ones() as i32 * i32::from(t.guardians.points)
            + self.sum_points(r.cards)
            + r.idols.count_ones() as i32 * i32::from(t.idols.points)
            + i32::from(r.pile) * (i32::from(t.idols.points) - 1)
    }

    /// The ranking: points, then an earlier arrival, then research (R144).
    fn rank(&self, s: &State, seat: usize) -> (i32, i32, i32) {
        let p = &s.players[seat];
        let arrival = if p.arrival == 0 { 0 } else { 10 - i32::from(p.arrival) };
        // Research decides only if none of the tied players has arrived; arrivals are never equal.
        (self.points_of(s, seat).iter().sum(), arrival, self.research_points(p))
    }

    /// The human's result against the rival (R171).
    pub(super) fn against_rival(&self, s: &State) -> Ordering {
        let (points, arrival, research) = self.rank(s, 0);
        let rival = self.rival_points(s);
        if points != rival || self.rulings.solo_tie_loses {
            return if points > rival { Ordering::Greater } else { Ordering::Less };
        }
        let theirs = if s.rival.arrival == 0 { 0 } else { 10 - i32::from(s.rival.arrival) };
        (arrival, research).cmp(&(theirs, self.token_points(0, s.rival.magnifier, s.rival.arrival)))
    }
}
