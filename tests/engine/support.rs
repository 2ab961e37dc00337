//! Shared by all tests: games from options, every variant of a game, random play.

use std::sync::Arc;

use expedition::core::options::COMMON;
use expedition::core::{Episode, Game, Kind, Playable, Seat};
use expedition::games;
pub use expedition::laws::episode::random_play;
use rayon::prelude::*;
use serde_json::{Map, Value, json};

/// The games that the laws are checked on: all, or those listed in the variable `EXPEDITION_GAMES`, as `make game` does for a new one.
pub fn wanted() -> impl Iterator<Item = &'static str> {
    let listed = std::env::var("EXPEDITION_GAMES").ok();
    let chosen = move |name: &&'static str| listed.as_ref().is_none_or(|list| list.split(',').any(|one| one == *name));
    games::NAMES.iter().copied().filter(chosen)
}

/// Runs something for every wanted game, all at once; otherwise the longest tests would end on one core, one game after another.
pub fn at_once<T: Send>(ask: impl Fn(&'static str) -> T + Sync) -> Vec<(&'static str, T)> {
    let names: Vec<_> = wanted().collect();
    names.par_iter().map(|&name| (name, ask(name))).collect()
}

pub fn game<R: Playable>(options: &Value) -> Arc<Game<R>> {
    let options = options.as_object().expect("options are an object");
    Arc::new(Game::new(options, &Map::new()).unwrap_or_else(|problems| panic!("{} {options:?}: {problems}", R::NAME)))
}

pub fn episode<R: Playable>(options: &Value, seed: u64) -> Episode<R> {
    Episode::new(game(options), seed)
}

/// Every number of players by itself, and each other value of each option with every number of players.
pub fn variants<R: Playable>() -> Vec<Value> {
    let players = R::OPTIONS.iter().find(|o| o.name == "players").expect("every game has players");
    let Kind::Int(low, high) = players.kind else { panic!("players is a number") };
    let mut out = Vec::new();
    for players in low..=high {
        out.push(json!({ "players": players }));
        for spec in R::OPTIONS.iter().chain(COMMON).filter(|o| o.name != "players") {
            let values: Vec<Value> = match spec.kind {
                Kind::Int(low, high) => vec![low.into(), high.into()],
                Kind::Bool => vec![true.into(), false.into()],
                Kind::Choice(words) => words.iter().map(|&w| w.into()).collect(),
                Kind::Other(_) => vec![],
            };
            for value in values.into_iter().filter(|v| *v != spec.default_value()) {
                out.push(json!({ "players": players, spec.name: value }));
            }
        }
    }
    // What an option admits may depend on another one: such pairs are refused with a sentence, not built.
    out.retain(|o| Game::<R>::new(o.as_object().expect("an object"), &Map::new()).is_ok());
    out
}

/// Copies of a position with one change each, by name. Changes that could never come up are allowed; those without an effect are
/// left out.
pub struct Changed<'a, S> {
    from: &'a S,
    pub all: Vec<(&'static str, S)>,
}

impl<'a, S: Clone + PartialEq> Changed<'a, S> {
    pub fn new(from: &'a S) -> Self {
        Self { from, all: Vec::new() }
    }

    pub fn add(&mut self, what: &'static str, change: impl FnOnce(&mut S)) {
        let mut changed = self.from.clone();
        change(&mut changed);
        if changed != *self.from {
            self.all.push((what, changed));
        }
    }
}

/// A position looks the same to every seat, dense and sparse, even with a memo left by another seat's observation of another position.
pub fn memo_keeps_up<R: Playable>(game: &Game<R>, before: &R::State, after: &R::State, what: &str) {
    let seats = || (0..game.seats()).map(|seat| Seat(seat as u8));
    let (mut fresh, mut floats) = (vec![f32::NAN; game.observation_size()], vec![f32::NAN; game.observation_size()]);
    let (mut indices, mut values) = (vec![-1; game.max_nonzero()], vec![f32::NAN; game.max_nonzero()]);
    for viewer in seats() {
        game.observe(after, viewer, &mut fresh);
        for other in seats() {
            let mut memo = R::Memo::default();
            game.observe_on(before, other, &mut memo, &mut floats);
            game.observe_on(after, viewer, &mut memo, &mut floats);
            assert_eq!(fresh, floats, "{}: {what}, seat {} after seat {}", R::NAME, viewer.0, other.0);
            game.observe_on(before, other, &mut memo, &mut floats);
            let count = game.observe_sparse_on(after, viewer, &mut memo, &mut indices, &mut values);
            let nonzero = fresh.iter().enumerate().filter(|(_, float)| **float != 0.0).map(|(at, &float)| (at as i32, float));
            let sparse = indices[..count].iter().copied().zip(values[..count].iter().copied());
            assert!(nonzero.eq(sparse), "{}: {what}, sparse, seat {} after seat {}", R::NAME, viewer.0, other.0);
        }
    }
}
