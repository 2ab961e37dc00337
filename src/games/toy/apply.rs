//! The consequences of a choice.

use super::words::LANTERN;
use super::{Act, State, Toy};
use crate::core::{Apply, Event, Rng, Seat, Witness, count};

impl Apply for Toy {
    fn apply<W: Witness>(&self, state: &mut State, Act::Lead(steps): Act, _: &mut Rng, witness: &mut W) {
        state.left -= steps.0 + 1;
        let seat = state.seat;
        witness.tell(|| {
            let text = format!("{} leads the rope down {}: {} left", seat.colour(), count(steps.0 + 1, "step"), state.left);
            Event::new("lead", text).of(seat).with("steps", steps.0 + 1).with("left", state.left)
        });
        if state.is_over() {
            // R3.1: the seat of the last step stays the one recorded, because it holds the lantern.
            self.tell_end(state, witness);
        } else {
            // R1.3
            state.seat = Seat((seat.0 + 1) % self.seats as u8);
        }
    }
}

impl Toy {
    /// R3.2: the lantern is taken and every gem is revealed.
    fn tell_end<W: Witness>(&self, state: &State, witness: &mut W) {
        let seat = state.seat;
        witness.tell(|| {
            let text = format!("{} reaches the bottom and takes the lantern: {LANTERN} points", seat.colour());
            Event::new("lantern", text).of(seat).with("points", LANTERN)
        });
        for (seat, &gem) in state.gems.iter().enumerate().take(self.seats) {
            witness.tell(|| {
                let (seat, id, value) = (Seat(seat as u8), &self.gems.ids[gem as usize], self.gems.values[gem as usize]);
                let text = format!("{} turns up the gem {id}: {}", seat.colour(), count(value, "point"));
                Event::new("gem", text).of(seat).with("gem", id.as_str()).with("points", value)
            });
        }
    }
}
