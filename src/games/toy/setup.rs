//! Setup (R1): the shaft and the gems.

use super::{State, Toy};
use crate::core::{Bag, MAX_SEATS, Rng, Seat, Setup};

impl Setup for Toy {
    fn start(&self, rng: &mut Rng) -> State {
        let mut bag = Bag(self.gems.counts);
        let mut gems = [0; MAX_SEATS];
        // R1.2
        for gem in gems.iter_mut().take(self.seats) {
            *gem = bag.draw(rng).expect("content has a gem for every seat") as u8;
        }
        // R1.1, R1.3
        State { left: self.depth, seat: Seat(0), gems, bag: bag.0 }
    }
}
