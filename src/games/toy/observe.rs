//! A seat's observation: the depth, and its own gem until all are revealed.

mod redeal;
mod view;

use serde_json::Value;

use super::{GEM_KINDS, State, Toy};
use crate::core::{Observe, Rng, Seat, Sink};

/// Seats in a padded observation.
const MOST_SEATS: usize = 3;

impl Observe for Toy {
    type Memo = ();

    fn observe<S: Sink>(&self, state: &State, viewer: Seat, (): &mut (), out: &mut S) {
        out.count("left", u32::from(state.left), 40.0);
        let over = state.is_over();
        let shown = if self.padded { MOST_SEATS } else { self.seats };
        for i in 0..shown {
            let present = i < self.seats;
            let seat = (viewer.at() + i) % self.seats;
            out.group("seat", Some(i));
            if self.padded {
                out.flag("present", present);
            }
            out.flag("to_act", present && !over && seat == state.seat.at());
            let known = present && state.shows_gem(seat, Some(viewer));
            out.one_hot("gem", known.then(|| state.gems[seat] as usize), GEM_KINDS, &[]);
            out.flag("lantern", present && over && seat == state.seat.at());
            out.end();
        }
    }

    fn redeal(&self, state: &mut State, viewer: Seat, rng: &mut Rng) {
        self.redeal_hidden(state, viewer, rng);
    }

    fn view(&self, state: &State, viewer: Option<Seat>) -> Value {
        self.plain_view(state, viewer)
    }
}
