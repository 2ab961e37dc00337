//! The possible positions.

use super::{State, Toy};
use crate::core::{Broken, Check};
use crate::ensure;

impl Check for Toy {
    fn check(&self, state: &State) -> Result<(), Broken> {
        ensure!(state.left <= self.depth, "the rope is inside the shaft", "{} of {} steps left", state.left, self.depth);
        ensure!(state.seat.at() < self.seats, "the seat to act is in play", "seat {} of {}", state.seat.0, self.seats);
        let kinds = self.gems.ids.len();
        let mut found = state.bag.map(u32::from);
        for (seat, &gem) in state.gems.iter().enumerate() {
            if seat < self.seats {
                ensure!((gem as usize) < kinds, "every gem is of a known kind", "seat {seat} holds kind {gem}");
                found[gem as usize] += 1;
            } else {
                ensure!(gem == 0, "a seat that does not play holds nothing", "seat {seat} holds kind {gem}");
            }
        }
        let want = self.gems.counts.map(u32::from);
        ensure!(found == want, "every gem is in exactly one place", "found {found:?}, the game has {want:?}");
        Ok(())
    }
}
