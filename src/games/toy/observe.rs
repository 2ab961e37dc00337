//! What a seat sees: the depth, and its own gem until all are turned up.

use super::{GEM_KINDS, State, Toy};
use crate::core::{Seat, Sink};

/// Seats of a padded observation.
const MOST_SEATS: usize = 3;

impl Toy {
    pub(super) fn write_observation<S: Sink>(&self, state: &State, viewer: Seat, out: &mut S) {
        out.count("left", u32::from(state.left), 40.0);
        let over = state.left == 0;
        let shown = if self.padded { MOST_SEATS } else { self.seats };
        for i in 0..shown {
            let present = i < self.seats;
            let seat = (viewer.at() + i) % self.seats;
            out.group("seat", Some(i));
            if self.padded {
                out.flag("present", present);
            }
            out.flag("to_act", present && !over && seat == state.seat.at());
            // R1.2: only the owner looks at a gem before the end.
            let known = present && (over || seat == viewer.at());
            out.one_hot("gem", known.then(|| state.gems[seat] as usize), GEM_KINDS, &[]);
            out.flag("lantern", present && over && seat == state.seat.at());
            out.end();
        }
    }
}
