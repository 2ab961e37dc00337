//! What every test needs: rules from options, every variant of a game, random play.

use std::sync::Arc;

use expedition::core::options::COMMON;
use expedition::core::{Episode, Game, Kind, Rng, Rules, Turn};
use serde_json::{Map, Value, json};

pub fn rules<G: Game>(options: &Value) -> Arc<Rules<G>> {
    let options = options.as_object().expect("options are an object");
    Arc::new(Rules::new(options, &Map::new()).unwrap_or_else(|problems| panic!("{} {options:?}: {problems}", G::NAME)))
}

pub fn episode<G: Game>(options: &Value, seed: u64) -> Episode<G> {
    Episode::new(rules(options), seed)
}

/// Every number of players by itself, and each other value of each option with every number of players.
pub fn variants<G: Game>() -> Vec<Value> {
    let players = G::OPTIONS.iter().find(|o| o.name == "players").expect("every game has players");
    let Kind::Int(low, high) = players.kind else { panic!("players is a number") };
    let mut out = Vec::new();
    for players in low..=high {
        out.push(json!({ "players": players }));
        for spec in G::OPTIONS.iter().chain(COMMON).filter(|o| o.name != "players") {
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
    out.retain(|o| Rules::<G>::new(o.as_object().expect("an object"), &Map::new()).is_ok());
    out
}

/// Plays random actions until the end or for so many decisions, showing each position first.
pub fn random_play<G: Game>(episode: &mut Episode<G>, rng: &mut Rng, most: usize, mut each: impl FnMut(&Episode<G>)) {
    for _ in 0..most {
        each(episode);
        if episode.turn() == Turn::Over {
            return;
        }
        let legal = *episode.legal();
        episode.play(legal.nth(rng.below(legal.len()))).expect("a legal action applies");
    }
}
