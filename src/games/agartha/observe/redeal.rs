//! A fresh deal of everything a seat cannot know (R11).

use super::super::Agartha;
use super::super::state::State;
use super::super::words::{TOKENS, Token};
use crate::core::{List, Rng, Seat};

impl Agartha {
    /// Redeals every other seat's unrevealed tokens, placed or not (R11.2). The pile's order is drawn when it is needed,
    /// so there is nothing to deal (R11.3).
    pub(super) fn redeal_hidden(&self, s: &mut State, viewer: Seat, rng: &mut Rng) {
        for seat in (0..self.seats).map(|seat| Seat(seat as u8)).filter(|&seat| seat != viewer) {
            let placed: List<usize, TOKENS> = (self.from(s.holder, seat)..s.bids.len()).step_by(self.seats).collect();
            let mut unknown: List<Token, TOKENS> = Token::all().collect();
            for &i in &placed {
                if self.knows(s, viewer, i) {
                    unknown.retain(|&token| token != s.bids[i].token);
                }
            }
            rng.shuffle(unknown.as_mut_slice());
            for &i in &placed {
                if !self.knows(s, viewer, i) {
                    s.bids[i].token = unknown.remove(0);
                }
            }
            if s.actor == seat && s.chosen.is_some() {
                s.chosen = unknown.first().copied();
            }
        }
    }
}
