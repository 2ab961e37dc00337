//! A fresh deal of everything a seat cannot know (R2.2).

use super::super::{State, Toy};
use crate::core::{Bag, Rng, Seat};

impl Toy {
    pub(super) fn redeal_hidden(&self, state: &mut State, viewer: Seat, rng: &mut Rng) {
        if state.is_over() {
            return; // R3.2: every gem is revealed.
        }
        let mut unseen = Bag(state.bag);
        let others = || (0..self.seats).filter(|&seat| seat != viewer.at());
        others().for_each(|seat| unseen.add(state.gems[seat] as usize));
        for seat in others() {
            state.gems[seat] = unseen.draw(rng).expect("as many as were put back") as u8;
        }
        state.bag = unseen.0;
    }
}
