//! Recorded games, perft counts and digests: behaviour that must not change unnoticed.
//!
//! `EXPEDITION_BLESS=1 cargo test --test engine golden` writes what is missing or has changed.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use expedition::core::record::{digest, hash};
use expedition::core::{Action, ActionSet, Episode, Game, Record, Rng, Rules, Seat, Turn};
use expedition::games::{self, Visitor};
use serde_json::Map;

use super::support::{random_play, rules, variants};

fn folder(game: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(game)
}

fn blessing() -> bool {
    std::env::var_os("EXPEDITION_BLESS").is_some()
}

/// Decisions behind each digest.
const DECISIONS: usize = 250;

struct Digests;

impl Visitor for Digests {
    type Out = ();
    /// Random decisions under every variant: one digest of all positions, views and scores on the way. The
    /// table is the same in every build and on every platform; the batch tests say that threads do not matter either.
    fn visit<G: Game>(self) {
        let mut text =
            String::from("# options: decisions, digest of every position, observation, legal set and score on the way\n");
        for options in variants::<G>() {
            let rules = rules::<G>(&options);
            let mut floats = vec![0.0f32; rules.observation_size()];
            let (mut total, mut decisions) = (Vec::new(), 0);
            for seed in 0..20 {
                if decisions >= DECISIONS {
                    break;
                }
                let mut episode = Episode::new(rules.clone(), seed);
                random_play(&mut episode, &mut Rng::seeded(seed), DECISIONS - decisions, |ep| {
                    total.extend(digest(ep.state()).to_le_bytes());
                    ep.legal().iter().for_each(|id| total.extend((id as u16).to_le_bytes()));
                    let seat = if let Turn::Seat(seat) = ep.turn() { seat } else { Seat(0) };
                    rules.observe(ep.state(), seat, &mut floats);
                    floats.iter().filter(|f| **f != 0.0).for_each(|f| total.extend(f.to_le_bytes()));
                    ep.scores().iter().for_each(|f| total.extend(f.to_le_bytes()));
                    total = hash(&total).to_le_bytes().to_vec();
                });
                decisions += episode.history().len();
            }
            writeln!(text, "{options}: {decisions} {:016x}", hash(&total)).expect("a string takes it");
        }
        let path = folder(G::NAME).join("digest.txt");
        if blessing() {
            fs::create_dir_all(folder(G::NAME)).expect("the folder can be made");
            fs::write(&path, &text).expect("the digests can be written");
        }
        let want = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} has digests", G::NAME));
        for (got, want) in text.lines().zip(want.lines()) {
            assert_eq!(got, want, "{}: behaviour has changed; if that was meant, raise VERSION and bless", G::NAME);
        }
        assert_eq!(text.lines().count(), want.lines().count(), "{}: a variant was added or removed", G::NAME);
    }
}

#[test]
fn golden_digests() {
    for name in games::NAMES {
        games::visit(name, Digests).expect("the registry lists its own games");
    }
}

struct Records;

impl Visitor for Records {
    type Out = ();
    /// Every record of the folder replays step by step; a random game of every number of players is among them.
    fn visit<G: Game>(self) {
        if blessing() {
            fs::create_dir_all(folder(G::NAME)).expect("the folder can be made");
            for options in variants::<G>().iter().filter(|o| o.as_object().is_some_and(|o| o.len() == 1)) {
                let mut episode = Episode::new(rules::<G>(options), 7);
                random_play(&mut episode, &mut Rng::seeded(7), usize::MAX, |_| ());
                let path = folder(G::NAME).join(format!("random_{}.record", options["players"]));
                fs::write(path, episode.record().to_text()).expect("the record can be written");
            }
        }
        let mut count = 0;
        let entries = fs::read_dir(folder(G::NAME)).unwrap_or_else(|_| panic!("{} has golden records", G::NAME));
        for path in entries.map(|e| e.expect("a readable entry").path()).filter(|p| p.extension().is_some_and(|e| e == "record")) {
            let text = fs::read_to_string(&path).expect("a readable record");
            let record = Record::from_text(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let rules = Rules::<G>::new(&record.options, &record.content).expect("valid options");
            let episode = Episode::replay(rules.into(), &record).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            assert_eq!(episode.turn(), Turn::Over, "{}: a golden game is played to its end", path.display());
            assert_eq!(episode.record(), record, "{}", path.display());
            count += 1;
        }
        assert!(count > 0, "{} has golden records", G::NAME);
    }
}

#[test]
fn golden_records_replay() {
    for name in games::NAMES {
        games::visit(name, Records).expect("the registry lists its own games");
    }
}

/// Counts the sequences of `depth` choices, every chance event decided by a stream that depends on the path alone.
fn perft<G: Game>(rules: &Rules<G>, state: &G::State, rng: &Rng, depth: u32) -> u64 {
    let mut legal = ActionSet::EMPTY;
    rules.game.legal(state, &mut legal);
    if depth <= 1 {
        return if depth == 0 { 1 } else { u64::from(legal.len()) };
    }
    let mut count = 0;
    for id in legal.iter() {
        let (mut next, mut stream) = (state.clone(), rng.clone());
        rules.game.apply(&mut next, G::Action::from_id(id).expect("a legal id"), &mut stream);
        count += perft(rules, &next, &stream, depth - 1);
    }
    count
}

struct Perft;

impl Visitor for Perft {
    type Out = ();
    /// From the start and from the middle of a random game, as deep as a count stays small.
    fn visit<G: Game>(self) {
        let mut text = String::from("# players, seed, decisions played at random first: counts for depth 1, 2, ...\n");
        for options in variants::<G>().iter().filter(|o| o.as_object().is_some_and(|o| o.len() == 1)) {
            for (seed, skip) in [(1, 0), (2, 25), (3, 60)] {
                let rules = Rules::<G>::new(options.as_object().expect("an object"), &Map::new()).expect("valid");
                let mut episode = Episode::new(rules.into(), seed);
                random_play(&mut episode, &mut Rng::seeded(seed), skip, |_| ());
                let mut counts = Vec::new();
                for depth in 1..=12 {
                    let count = perft(episode.rules(), episode.state(), episode.rng(), depth);
                    counts.push(count.to_string());
                    let branching = u64::from(episode.legal().len()).max(4);
                    if count * branching > 40_000 || count == 0 {
                        break;
                    }
                }
                writeln!(text, "{} {seed} {skip}: {}", options["players"], counts.join(" ")).expect("a string takes it");
            }
        }
        let path = folder(G::NAME).join("counts.perft");
        if blessing() {
            fs::create_dir_all(folder(G::NAME)).expect("the folder can be made");
            fs::write(&path, &text).expect("the counts can be written");
        }
        let want = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} has perft counts", G::NAME));
        assert_eq!(text, want, "{}: perft counts", G::NAME);
    }
}

#[test]
fn golden_perft_counts() {
    for name in games::NAMES {
        games::visit(name, Perft).expect("the registry lists its own games");
    }
}
