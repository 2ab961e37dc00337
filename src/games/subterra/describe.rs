//! Sub Terra II in words: names and sentences of actions, positions as text, the reason for the end.

mod changes;
pub(super) mod events;
mod legend;
mod sentences;
mod text;

use serde_json::Value;

use super::words::{End, Grade};
use super::{Act, State, Subterra};
use crate::core::seat::seats_from;
use crate::core::{Axis, Describe, Event, Feature, Seat};

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
        // Only the limit ends the expedition between two rounds.
        u32::from(state.rounds) + u32::from(state.end != Some(End::RoundCap))
    }

    fn amounts(&self, state: &State) -> Vec<(Seat, String, i64)> {
        let team = [
            ("marker", i64::from(state.marker)),
            ("guardians", state.guardians.len() as i64),
            ("cells", i64::from(state.map.placed.len())),
        ];
        let health = state.explorers.iter().map(|e| (e.seat, format!("hp {}", e.sheet.name()), i64::from(e.hp)));
        let shared = seats_from(Seat(0), self.seats).flat_map(|seat| team.map(|(name, amount)| (seat, name.to_string(), amount)));
        health.chain(shared).collect()
    }

    fn changes(&self, event: &Event) -> Vec<(Seat, String, i64)> {
        let all = |(name, change): (&str, i64)| {
            seats_from(Seat(0), self.seats).map(|seat| (seat, name.to_string(), change)).collect::<Vec<_>>()
        };
        let health = event.seat.zip(changes::of_an_explorer(event)).map(|(seat, (name, change))| (seat, name, change));
        changes::of_the_team(event).map(all).into_iter().flatten().chain(health).collect()
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
