//! Agents: what they may know, what they must find, and matches that do not depend on threads.

mod forks;
mod glances;
mod laws;
mod matches;
mod search;
mod secrets;

use expedition::agents::{Spec, View};
use expedition::core::{Game, Rng, Rules};

pub fn spec(text: &str) -> Spec {
    text.parse().unwrap_or_else(|problem| panic!("{text}: {problem}"))
}

/// What an agent with a fresh stream chooses.
pub fn chosen<G: Game>(agent: &str, rules: &Rules<G>, state: &G::State, seed: u64) -> usize {
    let view = View::new(rules, state).expect("running");
    spec(agent).build::<G>().choose(&view, &mut Rng::seeded(seed)).action
}
