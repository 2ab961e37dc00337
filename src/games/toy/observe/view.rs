//! A position as plain data in the words of the game: everything a seat may know.

use serde_json::{Value, json};

use super::super::{State, Toy};
use crate::core::{Describe, Score, Seat};

impl Toy {
    pub(super) fn plain_view(&self, state: &State, viewer: Option<Seat>) -> Value {
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
