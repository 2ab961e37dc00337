//! What comes from outside: damaged, truncated, foreign and hostile bytes are refused with a sentence, never a crash.

use std::sync::Arc;

use expedition::batch::erased;
use expedition::core::{Episode, Game, Record, Rng, Rules};
use expedition::games::{self, Visitor};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::support::{random_play, rules};

fn played<G: Game>(seed: u64, decisions: usize) -> Episode<G> {
    let mut episode = Episode::new(rules::<G>(&json!({})), seed);
    random_play(&mut episode, &mut Rng::seeded(seed), decisions, |_| ());
    episode
}

/// A position that passed the checks can be played on: nothing panics.
fn play_on<G: Game>(mut episode: Episode<G>) {
    random_play(&mut episode, &mut Rng::seeded(1), 300, |ep| {
        ep.rules().game.text(ep.state(), None);
    });
}

struct Damage {
    seed: u64,
    at: usize,
    to: u8,
    cut: usize,
}

impl Visitor for Damage {
    type Out = ();
    fn visit<G: Game>(self) {
        let episode = played::<G>(self.seed, (self.seed % 90) as usize);
        let rules: &Arc<Rules<G>> = episode.rules();
        for bytes in [episode.to_bytes(), episode.to_full_bytes()] {
            let cut = &bytes[..self.cut % bytes.len()];
            assert!(Episode::from_bytes(rules.clone(), cut).is_err() && Episode::from_full_bytes(rules.clone(), cut).is_err());
            let mut flipped = bytes.clone();
            let at = self.at % flipped.len();
            flipped[at] ^= self.to.max(1);
            assert!(Episode::from_bytes(rules.clone(), &flipped).is_err(), "a flipped byte is noticed");
            // The same damage under a checksum that fits: the checks of the state have to hold.
            let body = flipped.len() - 4;
            let sum = flipped[..body].iter().fold(0x811C_9DC5u32, |h, &b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
            flipped[body..].copy_from_slice(&sum.to_le_bytes());
            if let Ok(read) = Episode::from_bytes(rules.clone(), &flipped) {
                play_on(read);
            }
            let _ = Episode::from_full_bytes(rules.clone(), &flipped);
        }
        let text = episode.record().to_text();
        let mut bytes = text.clone().into_bytes();
        let at = self.at % bytes.len();
        bytes[at] ^= self.to.max(1);
        if let Ok(damaged) = String::from_utf8(bytes) {
            assert!(Record::from_text(&damaged).is_err(), "a flipped byte of a record is noticed");
        }
        let cut = text.char_indices().map(|(i, _)| i).nth(self.cut % text.len()).unwrap_or(0);
        assert!(Record::from_text(&text[..cut]).is_err(), "a cut record is noticed");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_bytes_are_refused(game in 0..games::NAMES.len(), seed in 0u64..1000, at: usize, to: u8, cut: usize) {
        games::visit(games::NAMES[game], Damage { seed, at, to, cut }).expect("the registry lists its own games");
    }

    #[test]
    fn foreign_bytes_are_refused(game in 0..games::NAMES.len(), bytes in proptest::collection::vec(any::<u8>(), 0..400), text: String) {
        struct Foreign(Vec<u8>);
        impl Visitor for Foreign {
            type Out = bool;
            fn visit<G: Game>(self) -> bool {
                let rules = rules::<G>(&json!({}));
                Episode::from_bytes(rules.clone(), &self.0).is_err() && Episode::from_full_bytes(rules, &self.0).is_err()
            }
        }
        prop_assert!(games::visit(games::NAMES[game], Foreign(bytes)).expect("listed"));
        prop_assert!(Record::from_text(&text).is_err());
    }

    #[test]
    fn changed_states_are_refused_or_playable(game in 0..games::NAMES.len(), seed in 0u64..1000, which: usize, value in 0..300i64) {
        games::visit(games::NAMES[game], Change { seed, which, value }).expect("the registry lists its own games");
    }
}

/// One number of the state's plain data becomes another: the state is refused by name, or can be played on.
struct Change {
    seed: u64,
    which: usize,
    value: i64,
}

fn numbers(value: &mut Value) -> Vec<&mut Value> {
    match value {
        Value::Number(_) => vec![value],
        Value::Array(items) => items.iter_mut().flat_map(numbers).collect(),
        Value::Object(map) => map.values_mut().flat_map(numbers).collect(),
        Value::Null | Value::Bool(_) | Value::String(_) => vec![],
    }
}

impl Visitor for Change {
    type Out = ();
    fn visit<G: Game>(self) {
        let episode = played::<G>(self.seed, (self.seed % 90) as usize);
        let mut state = episode.to_json();
        let mut all = numbers(&mut state);
        let count = all.len();
        *all[self.which % count] = self.value.into();
        let Ok(state) = serde_json::from_value::<G::State>(state) else { return };
        if let Ok(read) = Episode::from_position(episode.rules().clone(), state, Rng::seeded(2)) {
            play_on(read);
        }
    }
}

#[test]
fn records_of_other_versions_and_games_say_so() {
    let record = played::<expedition::games::toy::Toy>(3, 4).record();
    let old = Record { version: 0, ..record.clone() };
    let sentence = erased::replay(&old).err().expect("another version");
    assert!(sentence.contains("version 0 of toy") && sentence.contains("this is version 1"), "{sentence}");
    let unknown = Record { game: "chess".to_string(), ..record.clone() };
    assert!(erased::replay(&unknown).err().expect("no such game").contains("there is no game \"chess\""));
    let mut other = record.clone();
    other.moves[2].id = 9_999;
    assert!(erased::replay(&other).err().expect("no such action").contains("step 2"));
    let mut wrong = record.clone();
    wrong.moves[1].digest ^= 1;
    assert!(erased::replay(&wrong).err().expect("another position").contains("after step 1 differs"));
    let text = record.to_text();
    assert!(Record::from_text(&text.replace("\"format_version\":1", "\"format_version\":2")).is_err());
    assert!(Record::from_text("{\"format\":\"other\"}\n").expect_err("foreign").contains("not an expedition record"));
    assert!(erased::open("toy", &Map::new(), &Map::new()).is_ok());
}
