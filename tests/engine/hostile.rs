//! Input from outside: damaged, truncated, foreign and hostile bytes are refused with a sentence, never a crash.

use std::sync::Arc;

use expedition::core::options::COMMON;
use expedition::core::{Action, Episode, Game, Playable, Record, Rng, Seat, Turn};
use expedition::games::{self, Visitor};
use expedition::laws::closed::played_on;
use expedition::laws::mutate::{node, nodes};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::support::{game, random_play, wanted};

pub fn played<R: Playable>(seed: u64, decisions: usize) -> Episode<R> {
    let mut episode = Episode::new(game::<R>(&json!({})), seed);
    random_play(&mut episode, &mut Rng::seeded(seed), decisions, |_| ());
    episode
}

/// A position that passed the checks keeps every law on the way to its end.
fn play_on<R: Playable>(episode: &Episode<R>) {
    assert!(episode.returns().iter().all(|r| r.is_finite()), "{}", R::NAME);
    let accepted = played_on(episode.game(), episode.state().clone(), 1).unwrap_or_else(|broke| panic!("{}: {broke}", R::NAME));
    assert!(accepted, "{}: what was read passes its check", R::NAME);
}

/// Bytes with a matching checksum.
pub fn sealed(mut body: Vec<u8>) -> Vec<u8> {
    let sum = body.iter().fold(0x811C_9DC5u32, |h, &b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
    body.extend(sum.to_le_bytes());
    body
}

struct Damage {
    seed: u64,
    at: usize,
    to: u8,
    cut: usize,
}

impl Visitor for Damage {
    type Out = ();
    fn visit<R: Playable>(self) {
        let episode = played::<R>(self.seed, (self.seed % 90) as usize);
        let game: &Arc<Game<R>> = episode.game();
        for bytes in [episode.to_bytes(), episode.to_full_bytes()] {
            let cut = &bytes[..self.cut % bytes.len()];
            assert!(Episode::from_bytes(game.clone(), cut).is_err() && Episode::from_full_bytes(game.clone(), cut).is_err());
            let mut flipped = bytes.clone();
            let at = self.at % flipped.len();
            flipped[at] ^= self.to.max(1);
            assert!(Episode::from_bytes(game.clone(), &flipped).is_err(), "a flipped byte is noticed");
            // The same damage under a matching checksum: now the checks of the state have to catch it.
            flipped.truncate(flipped.len() - 4);
            let flipped = sealed(flipped);
            if let Ok(read) = Episode::from_bytes(game.clone(), &flipped) {
                play_on(&read);
            }
            if let Ok(read) = Episode::from_full_bytes(game.clone(), &flipped) {
                play_on(&read);
            }
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
    fn damaged_bytes_are_refused(rules in 0..games::NAMES.len(), seed in 0u64..1000, at: usize, to: u8, cut: usize) {
        games::visit(games::NAMES[rules], Damage { seed, at, to, cut }).expect("the registry lists its own games");
    }

    #[test]
    fn foreign_bytes_are_refused(rules in 0..games::NAMES.len(), bytes in proptest::collection::vec(any::<u8>(), 0..400), text: String) {
        struct Foreign(Vec<u8>);
        impl Visitor for Foreign {
            type Out = bool;
            fn visit<R: Playable>(self) -> bool {
                let game = game::<R>(&json!({}));
                Episode::from_bytes(game.clone(), &self.0).is_err() && Episode::from_full_bytes(game, &self.0).is_err()
            }
        }
        prop_assert!(games::visit(games::NAMES[rules], Foreign(bytes)).expect("listed"));
        prop_assert!(Record::from_text(&text).is_err());
    }

    #[test]
    fn changed_states_are_refused_or_playable(rules in 0..games::NAMES.len(), seed in 0u64..1000, which: usize, value in 0..300i64) {
        games::visit(games::NAMES[rules], Change { seed, which, value }).expect("the registry lists its own games");
    }
}

/// One number of the state's plain data is changed: the state is refused by name, or can be played on.
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
    fn visit<R: Playable>(self) {
        let episode = played::<R>(self.seed, (self.seed % 90) as usize);
        let mut state = episode.to_json();
        let mut all = numbers(&mut state);
        let count = all.len();
        *all[self.which % count] = self.value.into();
        let Ok(state) = serde_json::from_value::<R::State>(state) else { return };
        if let Ok(read) = Episode::from_position(episode.game().clone(), state, Rng::seeded(2)) {
            play_on(&read);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reshaped_states_are_refused_or_playable(rules in 0..games::NAMES.len(), seed in 0u64..1000, edits in edits()) {
        games::visit(games::NAMES[rules], Reshape { seed, edits }).expect("the registry lists its own games");
    }

    #[test]
    fn changed_content_is_refused_or_playable(rules in 0..games::NAMES.len(), table: usize, edits in edits()) {
        games::visit(games::NAMES[rules], Tables { table, edits }).expect("the registry lists its own games");
    }

    #[test]
    fn any_options_are_refused_or_playable(rules in 0..games::NAMES.len(), which: usize, value in plain_data()) {
        games::visit(games::NAMES[rules], AnyOption { which, value }).expect("the registry lists its own games");
    }

    #[test]
    fn action_texts_are_known_or_not(rules in 0..games::NAMES.len(), text: String, cut: usize, id: usize) {
        games::visit(games::NAMES[rules], Words { text, cut, id }).expect("the registry lists its own games");
    }

    #[test]
    fn sequences_of_ids_are_played_or_refused(rules in 0..games::NAMES.len(), seed: u64, ids in proptest::collection::vec(any::<u16>(), 0..200)) {
        games::visit(games::NAMES[rules], Ids { seed, ids }).expect("the registry lists its own games");
    }
}

/// Plain data of any shape, small.
fn plain_data() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2i64..300).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z_ ]{0,12}".prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec(("[a-z]{1,6}", inner), 0..4).prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

/// A change of shape somewhere in plain data.
#[derive(Clone, Debug)]
enum Edit {
    Replace(Value),
    Remove(usize),
    Repeat(usize, usize),
    Swap(usize, usize),
    Rename(String),
}

fn edits() -> impl Strategy<Value = Vec<(usize, Edit)>> {
    let edit = prop_oneof![
        3 => plain_data().prop_map(Edit::Replace),
        1 => any::<usize>().prop_map(Edit::Remove),
        1 => (any::<usize>(), 1usize..300).prop_map(|(at, times)| Edit::Repeat(at, times)),
        1 => any::<(usize, usize)>().prop_map(|(a, b)| Edit::Swap(a, b)),
        1 => "[a-z_]{1,9}".prop_map(Edit::Rename),
    ];
    proptest::collection::vec((any::<usize>(), edit), 1..4)
}

fn edit(value: &mut Value, (at, edit): &(usize, Edit)) {
    let mut left = at % nodes(value);
    let Some(found) = node(value, &mut left) else { return };
    match (edit, found) {
        (Edit::Remove(at), Value::Array(items)) if !items.is_empty() => drop(items.remove(at % items.len())),
        (Edit::Remove(at), Value::Object(map)) if !map.is_empty() => {
            let key = map.keys().nth(at % map.len()).cloned().expect("below the length");
            map.remove(&key);
        }
        (Edit::Repeat(at, times), Value::Array(items)) if !items.is_empty() => {
            let item = items[at % items.len()].clone();
            items.extend(std::iter::repeat_n(item, *times));
        }
        (Edit::Swap(a, b), Value::Array(items)) if !items.is_empty() => {
            let length = items.len();
            items.swap(a % length, b % length);
        }
        (Edit::Rename(name), Value::Object(map)) if !map.is_empty() => {
            let key = map.keys().next().cloned().expect("not empty");
            let item = map.remove(&key).expect("it is there");
            map.insert(name.clone(), item);
        }
        (Edit::Replace(new), place) => *place = new.clone(),
        (Edit::Rename(name), place) => *place = name.as_str().into(),
        (Edit::Remove(n) | Edit::Repeat(n, _) | Edit::Swap(n, _), place) => *place = (n % 257).into(),
    }
}

struct Reshape {
    seed: u64,
    edits: Vec<(usize, Edit)>,
}

impl Visitor for Reshape {
    type Out = ();
    fn visit<R: Playable>(self) {
        let episode = played::<R>(self.seed, (self.seed % 90) as usize);
        let mut state = episode.to_json();
        self.edits.iter().for_each(|change| edit(&mut state, change));
        let Ok(state) = serde_json::from_value::<R::State>(state) else { return };
        if let Ok(read) = Episode::from_position(episode.game().clone(), state, Rng::seeded(2)) {
            play_on(&read);
        }
    }
}

struct Tables {
    table: usize,
    edits: Vec<(usize, Edit)>,
}

impl Visitor for Tables {
    type Out = ();
    fn visit<R: Playable>(self) {
        let shipped = game::<R>(&json!({}));
        let tables = shipped.content.tables();
        let (name, table) = tables.iter().nth(self.table % tables.len()).expect("below the length");
        let mut table = table.clone();
        self.edits.iter().for_each(|change| edit(&mut table, change));
        let replaced: Map<String, Value> = [(name.clone(), table)].into_iter().collect();
        match Game::<R>::new(&Map::new(), &replaced) {
            Ok(game) => play_on(&Episode::new(Arc::new(game), 1)),
            Err(problems) => assert!(!problems.to_string().is_empty()),
        }
    }
}

struct AnyOption {
    which: usize,
    value: Value,
}

impl Visitor for AnyOption {
    type Out = ();
    fn visit<R: Playable>(self) {
        let names: Vec<&str> = R::OPTIONS.iter().chain(COMMON).map(|o| o.name).collect();
        let options: Map<String, Value> = [(names[self.which % names.len()].to_string(), self.value)].into_iter().collect();
        match Game::<R>::new(&options, &Map::new()) {
            Ok(game) => play_on(&Episode::new(Arc::new(game), 1)),
            Err(problems) => assert!(!problems.to_string().is_empty()),
        }
    }
}

struct Words {
    text: String,
    cut: usize,
    id: usize,
}

impl Visitor for Words {
    type Out = ();
    fn visit<R: Playable>(self) {
        let game = game::<R>(&json!({}));
        assert!(game.parse(&self.text).is_none_or(|id| game.name(id) == self.text));
        let name = game.name(self.id % R::Action::COUNT).to_string();
        let cut: String = name.chars().take(self.cut % (name.chars().count() + 1)).collect();
        assert!(game.parse(&cut).is_none_or(|id| game.name(id) == cut), "only whole names are known");
        assert_eq!(game.parse(&name), Some(self.id % R::Action::COUNT));
        assert_eq!(game.parse(&format!("{name} ")), None);
    }
}

struct Ids {
    seed: u64,
    ids: Vec<u16>,
}

impl Visitor for Ids {
    type Out = ();
    /// A plain model: an id is accepted if it is in the legal set and the episode is running; otherwise nothing changes.
    fn visit<R: Playable>(self) {
        let mut episode = Episode::new(game::<R>(&json!({})), self.seed);
        for raw in self.ids {
            // One in four is any number; the others fall in the action space, and every other one of those is legal.
            let legal: Vec<usize> = episode.legal().iter().collect();
            let id = match raw % 4 {
                0 => raw as usize,
                1 if !legal.is_empty() => legal[raw as usize % legal.len()],
                1..=3 => raw as usize % R::Action::COUNT,
                _ => unreachable!("a remainder of four"),
            };
            let before = episode.clone();
            match episode.play(id) {
                Ok(()) => {
                    assert!(legal.contains(&id) && before.turn() != Turn::Over);
                    assert_eq!(episode.history().len(), before.history().len() + 1);
                    episode.game().rules.check(episode.state()).expect("every position passes its check");
                }
                Err(refused) => assert!(!legal.contains(&id) && episode == before && !refused.message.is_empty()),
            }
        }
    }
}

struct Hangs;

impl Visitor for Hangs {
    type Out = ();
    /// `Rng::below` would reject a stream of zeros forever, so it is not accepted.
    fn visit<R: Playable>(self) {
        let episode = played::<R>(5, 10);
        let mut bytes = episode.to_bytes();
        let stream = postcard::to_allocvec(episode.rng()).expect("plain data");
        bytes.truncate(bytes.len() - 4);
        assert!(bytes.ends_with(&stream), "the stream of chance comes last");
        bytes.truncate(bytes.len() - stream.len());
        bytes.extend([0; 4]);
        let refused = Episode::from_bytes(episode.game().clone(), &sealed(bytes));
        assert!(refused.is_err(), "{}: a stream that stands still is refused", R::NAME);
    }
}

#[test]
fn a_stream_of_zeros_is_refused() {
    for name in wanted() {
        games::visit(name, Hangs).expect("the registry lists its own games");
    }
}

struct Based;

impl Visitor for Based {
    type Out = ();
    /// Where the points began and which rewards were given come last but for the empty history: only possible values are accepted.
    fn visit<R: Playable>(self) {
        let fresh = played::<R>(5, 0);
        let dealt = played::<R>(5, 3).redeal(Seat(0), 1);
        for (episode, finite) in [(&fresh, false), (&dealt, true)] {
            const BEGAN: usize = 49;
            const GIVEN: usize = 25;
            for (place, value, taken) in [
                (BEGAN, f32::NAN, false),
                (BEGAN, f32::INFINITY, false),
                (BEGAN, 1234.5, finite),
                (GIVEN, f32::NAN, false),
                (GIVEN, 1e38, false),
                (GIVEN, 3.0, true),
            ] {
                let mut bytes = episode.to_full_bytes();
                bytes.truncate(bytes.len() - 4);
                assert_eq!(bytes.pop(), Some(0), "no history");
                let at = bytes.len() - place;
                bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
                bytes.push(0);
                let read = Episode::from_full_bytes(episode.game().clone(), &sealed(bytes));
                assert_eq!(read.is_ok(), taken, "{}: {value} at {place} bytes before the end", R::NAME);
            }
        }
    }
}

#[test]
fn points_begin_where_they_can() {
    for name in wanted() {
        games::visit(name, Based).expect("the registry lists its own games");
    }
}
