//! The game in words.

pub(super) mod events;
mod legend;
mod sentences;
mod text;

use serde_json::Value;

use super::words::{End, Grade};
use super::{Act, State, Subterra};
use crate::core::{Axis, Describe, Feature, Seat};

impl Describe for Subterra {
    const TITLE: &'static str = "Sub Terra II: Inferno's Edge";

    fn decision(&self, state: &State) -> &'static str {
        state.decision.name()
    }

    fn name(&self, action: Act) -> String {
        self.action_name(action)
    }

    fn text(&self, state: &State, _: Option<Seat>) -> String {
        self.show(state)
    }

    fn round(&self, state: &State) -> u32 {
        u32::from(state.rounds) + u32::from(state.end.is_none())
    }

    fn sentence(&self, state: &State, action: Act) -> String {
        self.action_sentence(state, action)
    }

    fn seat_name(&self, seat: Seat) -> String {
        format!("Player {}", seat.0 + 1)
    }

    fn axis(&self, feature: &Feature, axis: usize) -> Axis {
        self.legend(feature, axis)
    }

    fn reword(&self, family: &str, value: Value) -> Value {
        legend::reword(family, value)
    }

    fn reason(&self, state: &State) -> String {
        let Some(end) = state.end else { return "The expedition goes on.".to_string() };
        let why = match end {
            End::Deserted => "nobody is left in the temple",
            End::AllDown => "everyone in the temple is down",
            End::Eruption => "the volcano erupted before the Artifact had left the Sanctuary",
            End::ArtifactLost => "the Artifact was lost to the lava",
            End::EntranceLost => "the lava reached the Entrance",
            End::RoundCap => "the round limit was reached",
        };
        let result = match self.grade(state) {
            Grade::Lost => "The expedition has failed",
            Grade::Bronze => "The Artifact is out: a bronze success",
            Grade::Silver => "The Artifact is out: a silver success",
            Grade::Gold => "The Artifact is out: a gold success",
            Grade::Legendary => "The Artifact and everyone are out: a legendary success",
        };
        format!("{result}; {why}.")
    }
}
