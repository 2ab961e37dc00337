//! Random options of a game: any combination can come up.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::core::options::COMMON;
use crate::core::{Game, Kind, OptionSpec, Playable, Rng};

/// Redraws after a refused combination before falling back to the defaults.
const TRIES: usize = 50;

/// A game with options drawn at random. Combinations that it refuses are drawn again.
pub fn draw<R: Playable>(rng: &mut Rng) -> Arc<Game<R>> {
    for _ in 0..TRIES {
        let mut options = Map::new();
        for spec in R::OPTIONS.iter().chain(COMMON) {
            // Half of the switches keep their defaults, so that combinations of few changes come up often.
            if spec.name == "players" || rng.below(2) == 1 {
                options.insert(spec.name.to_string(), value(spec, rng));
            }
        }
        if let Ok(game) = Game::<R>::new(&options, &Map::new()) {
            return Arc::new(game);
        }
    }
    Arc::new(Game::shipped())
}

fn value(spec: &OptionSpec, rng: &mut Rng) -> Value {
    match spec.kind {
        Kind::Int(low, high) => match rng.below(4) {
            0 => low.into(),
            1 => high.into(),
            _ => (low + i64::from(rng.below((high - low + 1) as u32))).into(),
        },
        Kind::Bool => (rng.below(2) == 1).into(),
        Kind::Choice(words) => words[rng.index(words.len())].into(),
        Kind::Other(text) => {
            let all = mentioned(text);
            all.get(rng.index(all.len().max(1))).cloned().unwrap_or_else(|| spec.default_value())
        }
    }
}

/// The values mentioned in the sentence of a free-text option: its quoted words and its numbers.
fn mentioned(text: &str) -> Vec<Value> {
    let quoted = text.split('"').skip(1).step_by(2).map(Value::from);
    let plain: String = text.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    let numbers: Vec<i64> = plain.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    quoted.chain(numbers.into_iter().map(Value::from)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_options_name_their_values() {
        let text = "\"random\", a number from 3 to 6, or \"draft 4\"";
        assert_eq!(mentioned(text), ["random".into(), "draft 4".into(), Value::from(3), Value::from(6)]);
    }

    #[test]
    fn drawings_differ_and_repeat() {
        use crate::games::toy::Toy;
        let drawn = |seed| draw::<Toy>(&mut Rng::seeded(seed)).options.clone();
        assert_eq!(drawn(1), drawn(1));
        assert!((2..40).any(|seed| drawn(seed) != drawn(1)));
    }
}
