//! Positions made by mutating real ones: with values seen under the same key, whole subtrees from other positions of the same
//! variant, and units moved between similar numbers.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use super::episode::play;
use crate::agents::{Agent, Spec, View};
use crate::core::{Episode, Game, Playable, Rng};

/// Games from which a variant's pool is filled: alternately random and greedy, because random play seldom gets far in some games.
const POOL_GAMES: u64 = 4;
/// A narrow greedy agent: the positions it reaches matter, not its strength.
const GREEDY: &str = "greedy:redeals=1,beam=3,depth=3,looks=24";
/// Positions kept from each game.
const POOL_POSITIONS: usize = 24;

/// Real positions of one variant, and the values seen under each key.
#[derive(Debug)]
pub struct Pool<R: Playable> {
    /// The game they belong to.
    pub game: Arc<Game<R>>,
    positions: Vec<Value>,
    /// By path, with `#` for every index.
    seen: HashMap<String, Vec<Value>>,
}

impl<R: Playable> Pool<R> {
    /// A pool of positions from a few games.
    pub fn fill(game: Arc<Game<R>>, rng: &mut Rng) -> Self {
        let spec: Spec = GREEDY.parse().expect("the settings are in range");
        let mut greedy: Box<dyn Agent<R>> = spec.plain().expect("it has no network").build();
        let mut positions = Vec::new();
        for number in 0..POOL_GAMES {
            let mut game_positions = Vec::new();
            let (mut episode, mut own) = (Episode::new(game.clone(), rng.bits()), Rng::seeded(rng.bits()));
            let most = game.rules.decision_bound() + 1;
            let choose = |episode: &Episode<R>| match View::new(episode.game(), episode.state()) {
                Some(view) if number % 2 == 1 => {
                    greedy.start();
                    greedy.choose(&view, &mut own).action
                }
                Some(_) | None => episode.legal().nth(own.below(episode.legal().len())),
            };
            play(&mut episode, most, choose, |episode| game_positions.push(episode.to_json()));
            // The first and the last position, and some in between.
            let kept = POOL_POSITIONS.min(game_positions.len());
            positions.extend((0..kept).map(|i| game_positions[i * (game_positions.len() - 1) / (kept - 1).max(1)].clone()));
        }
        let mut seen: HashMap<String, Vec<Value>> = HashMap::new();
        for position in &positions {
            for path in paths(position) {
                let values = seen.entry(key(&path)).or_default();
                let value = position.pointer(&path).expect("it was found there");
                if values.len() < 64 && !values.contains(value) {
                    values.push(value.clone());
                }
            }
        }
        Self { game, positions, seen }
    }

    /// A real position with a few changes, and a list of those changes.
    pub fn mutant(&self, rng: &mut Rng) -> (Value, Vec<String>) {
        let mut state = self.positions[rng.index(self.positions.len())].clone();
        let mut edits = Vec::new();
        for _ in 0..=rng.below(3) {
            edits.extend(self.edit(&mut state, rng));
        }
        (state, edits)
    }

    fn edit(&self, state: &mut Value, rng: &mut Rng) -> Option<String> {
        let all = paths(state);
        let path = &all[rng.index(all.len())];
        let like = |of: &str| -> Vec<&String> { all.iter().filter(|p| key(p) == key(of) && *p != of).collect() };
        let place = |state: &mut Value, at: &str, value: Value| {
            let old = std::mem::replace(state.pointer_mut(at).expect("it was found there"), value);
            format!("{at}: {old} -> {}", state.pointer(at).expect("it is still there"))
        };
        match rng.below(8) {
            // A value seen under the same key.
            0 | 1 => {
                let values = self.seen.get(&key(path))?;
                Some(place(state, path, values[rng.index(values.len())].clone()))
            }
            // The same part of another position.
            2 | 3 => {
                let other = &self.positions[rng.index(self.positions.len())];
                Some(place(state, path, other.pointer(path)?.clone()))
            }
            // A number goes up or down by one, or one of its bits flips.
            4 => {
                let number = state.pointer(path)?.as_i64()?;
                let new = match rng.below(4) {
                    0 => number + 1,
                    1 => number - 1,
                    2 => number ^ 1 << rng.below(10),
                    _ => number + i64::from(rng.below(8)),
                };
                Some(place(state, path, new.into()))
            }
            // A unit moves from one number to a similar one, which preserves sums.
            5 => {
                let (from, others) = (state.pointer(path)?.as_i64()?, like(path));
                let other = *others.get(rng.index(others.len().max(1)))?;
                let to = state.pointer(other)?.as_i64()?;
                let first = place(state, path, (from - 1).into());
                Some(format!("{first}, {}", place(state, other, (to + 1).into())))
            }
            // Two similar values change places.
            6 => {
                let others = like(path);
                let other = *others.get(rng.index(others.len().max(1)))?;
                let (a, b) = (state.pointer(path)?.clone(), state.pointer(other)?.clone());
                // A value and one inside it cannot change places.
                if other.starts_with(path.as_str()) || path.starts_with(other.as_str()) {
                    return None;
                }
                let first = place(state, path, b);
                Some(format!("{first}, {}", place(state, other, a)))
            }
            // A list grows or shrinks.
            _ => {
                let mut items = state.pointer(path)?.as_array()?.clone();
                if rng.below(2) == 0 && !items.is_empty() {
                    items.remove(rng.index(items.len()));
                } else {
                    let values = self.seen.get(&format!("{}/#", key(path)))?;
                    items.insert(rng.index(items.len() + 1), values[rng.index(values.len())].clone());
                }
                Some(place(state, path, items.into()))
            }
        }
    }
}

/// The JSON pointers of everything in a value, the value itself left out.
fn paths(value: &Value) -> Vec<String> {
    fn walk(value: &Value, at: &str, out: &mut Vec<String>) {
        let mut visit = |step: &str, item: &Value| {
            let path = format!("{at}/{step}");
            walk(item, &path, out);
            out.push(path);
        };
        match value {
            Value::Array(items) => items.iter().enumerate().for_each(|(i, item)| visit(&i.to_string(), item)),
            Value::Object(map) => map.iter().for_each(|(name, item)| visit(name, item)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut out = Vec::new();
    walk(value, "", &mut out);
    out
}

/// A path with `#` for every index, so that similar things share a key.
fn key(path: &str) -> String {
    let step = |step: &str| if step.starts_with(|c: char| c.is_ascii_digit()) { "#".to_string() } else { step.to_string() };
    path.split('/').map(step).collect::<Vec<_>>().join("/")
}

/// Number of nodes in plain data: the value itself, and everything inside it.
pub fn nodes(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(nodes).sum::<usize>(),
        Value::Object(map) => map.values().map(nodes).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

/// The node of plain data that comes after `left` others, depth first.
pub fn node<'a>(value: &'a mut Value, left: &mut usize) -> Option<&'a mut Value> {
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| node(item, left)),
        Value::Object(map) => map.values_mut().find_map(|item| node(item, left)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}
