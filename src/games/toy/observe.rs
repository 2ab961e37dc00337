//! What a seat sees: the depth, and its own gem until all are turned up.

use serde_json::{Value, json};

use super::{GEM_KINDS, State, Toy};
use crate::core::{Bag, Describe, Observe, Rng, Score, Seat, Sink};

/// Seats of a padded observation.
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
        if state.is_over() {
            return; // R3.2: every gem is turned up.
        }
        let mut unseen = Bag(state.bag);
        let others = || (0..self.seats).filter(|&seat| seat != viewer.at());
        others().for_each(|seat| unseen.add(state.gems[seat] as usize));
        for seat in others() {
            state.gems[seat] = unseen.draw(rng).expect("as many as were put back") as u8;
        }
        state.bag = unseen.0;
    }

    fn view(&self, state: &State, viewer: Option<Seat>) -> Value {
        let over = state.is_over();
        let explorer = |seat: usize| {
            let gem = state.shows_gem(seat, viewer).then(|| state.gems[seat] as usize);
            json!({
                "seat": seat,
                "name": self.seat_name(Seat(seat as u8)),
                "gem": gem.map(|gem| json!({"name": self.gems.ids[gem], "value": self.gems.values[gem]})),
                "lantern": over && seat == state.seat.at(),
                "points": self.scores(state)[seat] as u32,
            })
        };
        // R2.2: nobody looks into the bag.
        let bag = viewer.is_none().then(|| self.gems.ids.iter().cloned().zip(state.bag).collect::<Vec<_>>());
        json!({
            "depth": self.depth,
            "left": state.left,
            "to_act": (!over).then_some(state.seat.0),
            "decision": (!over).then(|| self.decision(state)),
            "explorers": (0..self.seats).map(explorer).collect::<Vec<_>>(),
            "bag": bag,
        })
    }
}
