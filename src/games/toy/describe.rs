//! The Shaft in words: names and sentences of actions, positions as text, the reason for the end.

use super::{Act, State, Toy};
use crate::core::seat::seats_from;
use crate::core::{Axis, Describe, Event, Feature, Seat, count};

impl Describe for Toy {
    const TITLE: &'static str = "The Shaft";

    fn decision(&self, _: &State) -> &'static str {
        "lead"
    }

    fn amounts(&self, state: &State) -> Vec<(Seat, String, i64)> {
        seats_from(Seat(0), self.seats).map(|seat| (seat, "steps left".to_string(), i64::from(state.left))).collect()
    }

    fn changes(&self, event: &Event) -> Vec<(Seat, String, i64)> {
        seats_from(Seat(0), self.seats).map(|seat| (seat, "steps left".to_string(), -event.number("steps"))).collect()
    }

    fn name(&self, Act::Lead(steps): Act) -> String {
        format!("lead {}", steps.0 + 1)
    }

    fn sentence(&self, state: &State, Act::Lead(steps): Act) -> String {
        let down = count(steps.0 + 1, "step");
        match state.left.saturating_sub(steps.0 + 1) {
            0 => format!("Lead the rope down {down} to the bottom and take the lantern"),
            left => format!("Lead the rope down {down}, which leaves {left}"),
        }
    }

    fn text(&self, state: &State, viewer: Option<Seat>) -> String {
        let mut text = format!("The Shaft: {} of {} steps left\n", state.left, self.depth);
        for seat in 0..self.seats {
            let seen = state.shows_gem(seat, viewer);
            let gem = if seen { self.gems.ids[state.gems[seat] as usize].as_str() } else { "face down" };
            let mark = match (seat == state.seat.at(), state.is_over()) {
                (false, _) => "",
                (true, true) => "  has the lantern",
                (true, false) => "  to act",
            };
            text.push_str(&format!("  {}: gem {gem}{mark}\n", self.seat_name(Seat(seat as u8))));
        }
        text
    }

    fn axis(&self, feature: &Feature, _: usize) -> Axis {
        if feature.family == "seat.gem" { Axis::names(&self.gems.ids) } else { Axis::Labels }
    }

    fn reason(&self, state: &State) -> String {
        format!("The rope has reached the bottom: {} has the lantern.", self.seat_name(state.seat))
    }
}
