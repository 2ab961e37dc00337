//! Points and victory (R3).

use super::words::LANTERN;
use super::{State, Toy};
use crate::core::{MAX_SEATS, Score, Scores, SeatSet};

impl Score for Toy {
    fn scores(&self, state: &State) -> Scores {
        let mut out = [0.0; MAX_SEATS];
        if state.is_over() {
            // R3.2
            for (points, &gem) in out.iter_mut().zip(&state.gems).take(self.seats) {
                *points = f32::from(self.gems.values[gem as usize]);
            }
            out[state.seat.at()] += f32::from(LANTERN);
        }
        out
    }

    fn breakdown(&self, state: &State) -> Vec<(&'static str, Scores)> {
        let mut gems = self.scores(state);
        let mut lantern = [0.0; MAX_SEATS];
        if state.is_over() {
            lantern[state.seat.at()] = f32::from(LANTERN);
            gems[state.seat.at()] -= f32::from(LANTERN);
        }
        vec![("lantern", lantern), ("gems", gems)]
    }

    fn score_scale(&self) -> f32 {
        1.0 / 20.0
    }

    fn winners(&self, state: &State) -> SeatSet {
        // R3.3
        if state.is_over() { 1 << state.seat.0 } else { 0 }
    }
}
