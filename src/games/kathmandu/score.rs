//! Points and winners (R14).

use super::Kathmandu;
use super::state::{COLOURS, Decision, State};
use crate::core::{MAX_SEATS, Score, Scores, SeatSet};

impl Score for Kathmandu {
    fn scores(&self, s: &State) -> Scores {
        let mut out = [0.0; MAX_SEATS];
        for (seat, points) in out.iter_mut().enumerate().take(self.seats) {
            *points = f32::from(self.total(s, seat));
        }
        out
    }

    fn breakdown(&self, s: &State) -> Vec<(&'static str, Scores)> {
        let names = ["site cards", "tokens taken", "lost archaeologists", "left on the board"];
        let mut out = names.map(|name| (name, [0.0; MAX_SEATS]));
        for seat in 0..self.seats {
            for (source, points) in out.iter_mut().zip(self.points_of(s, seat)) {
                source.1[seat] = f32::from(points);
            }
        }
        out.to_vec()
    }

    fn score_scale(&self) -> f32 {
        1.0 / 60.0
    }

    fn winners(&self, s: &State) -> SeatSet {
        if s.decision == Decision::Over { self.best(s) } else { 0 }
    }
}

impl Kathmandu {
    /// Points from site cards and taken tokens (R14.1), lost tokens (R14.2) and what is left on the board (R14.3).
    fn points_of(&self, s: &State, seat: usize) -> [i16; 4] {
        let tables = &self.tables;
        let tokens = (0..COLOURS).map(|c| tables.points[c] * i16::from(s.taken[seat][c])).sum();
        [
            tables.site_points * s.taken_sites[seat].count_ones() as i16,
            tokens,
            tables.lost_points * i16::from(s.graveyard[seat]),
            -self.left_on_board(s),
        ]
    }

    fn left_on_board(&self, s: &State) -> i16 {
        if !self.switches.leftover_penalty {
            return 0;
        }
        (0..COLOURS).map(|c| self.tables.points[c] * s.excavation[c].len() as i16).sum()
    }

    fn total(&self, s: &State, seat: usize) -> i16 {
        self.points_of(s, seat).iter().sum()
    }

    /// The highest score that is not negative, then most site cards; players still tied share the win (R14.4).
    pub(super) fn best(&self, s: &State) -> SeatSet {
        let rank = |seat: usize| (self.total(s, seat), s.taken_sites[seat].count_ones());
        let Some(best) = (0..self.seats).map(rank).max().filter(|best| best.0 >= 0) else { return 0 };
        (0..self.seats).filter(|&seat| rank(seat) == best).fold(0, |set, seat| set | 1 << seat)
    }
}
