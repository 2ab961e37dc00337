//! Agents: what they may know, what they must find, and matches that do not depend on threads.

mod credits;
mod forks;
mod glances;
mod laws;
mod matches;
mod network_files;
mod networks;
mod search;
mod secrets;

use expedition::agents::{Spec, View};
use expedition::core::{Game, Playable, Rng};

pub fn spec(text: &str) -> Spec {
    text.parse().unwrap_or_else(|problem| panic!("{text}: {problem}"))
}

/// The choice of an agent with a fresh stream.
pub fn chosen<R: Playable>(agent: &str, game: &Game<R>, state: &R::State, seed: u64) -> usize {
    let view = View::new(game, state).expect("running");
    spec(agent).plain::<R>().expect("no network").build().choose(&view, &mut Rng::seeded(seed)).action
}
