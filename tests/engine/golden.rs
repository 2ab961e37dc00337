//! Recorded games, perft counts and digests: behaviour that must not change unnoticed.
//!
//! `EXPEDITION_BLESS=1 cargo test --test engine golden` writes what is missing or has changed; `EXPEDITION_BLESS=GAME` does one game.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use expedition::core::record::{digest, hash};
use expedition::core::{Action, ActionSet, Episode, Game, Playable, Record, Rng, Seat, Silent, Turn};
use expedition::games::{self, Visitor};
use serde_json::Map;

use super::support::{game, random_play, variants, wanted};

fn folder(rules: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(rules)
}

fn blessing(game: &str) -> bool {
    std::env::var("EXPEDITION_BLESS").is_ok_and(|what| what == "1" || what == game)
}

/// Decisions covered by each digest.
const DECISIONS: usize = 250;

struct Digests;

impl Visitor for Digests {
    type Out = ();
    /// Random decisions under every variant: one digest of all positions, views and scores along the way. The
    /// table is the same in every build and on every platform; the batch tests show that threads do not matter either.
    fn visit<R: Playable>(self) {
        let mut text =
            String::from("# options: decisions, digest of every position, observation, legal set and score on the way\n");
        for options in variants::<R>() {
            let game = game::<R>(&options);
            let mut floats = vec![0.0f32; game.observation_size()];
            let (mut total, mut decisions) = (Vec::new(), 0);
            for seed in 0..20 {
                if decisions >= DECISIONS {
                    break;
                }
                let mut episode = Episode::new(game.clone(), seed);
                random_play(&mut episode, &mut Rng::seeded(seed), DECISIONS - decisions, |ep| {
                    total.extend(digest(ep.state()).to_le_bytes());
                    ep.legal().iter().for_each(|id| total.extend((id as u16).to_le_bytes()));
                    let seat = if let Turn::Seat(seat) = ep.turn() { seat } else { Seat(0) };
                    game.observe(ep.state(), seat, &mut floats);
                    floats.iter().filter(|f| **f != 0.0).for_each(|f| total.extend(f.to_le_bytes()));
                    ep.scores().iter().for_each(|f| total.extend(f.to_le_bytes()));
                    total = hash(&total).to_le_bytes().to_vec();
                });
                decisions += episode.history().len();
            }
            writeln!(text, "{options}: {decisions} {:016x}", hash(&total)).expect("a string takes it");
        }
        let path = folder(R::NAME).join("digest.txt");
        if blessing(R::NAME) {
            fs::create_dir_all(folder(R::NAME)).expect("the folder can be made");
            fs::write(&path, &text).expect("the digests can be written");
        }
        let want = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} has digests", R::NAME));
        for (got, want) in text.lines().zip(want.lines()) {
            assert_eq!(got, want, "{}: behaviour has changed; if that was meant, raise VERSION and bless", R::NAME);
        }
        assert_eq!(text.lines().count(), want.lines().count(), "{}: a variant was added or removed", R::NAME);
    }
}

#[test]
fn golden_digests() {
    for name in wanted() {
        games::visit(name, Digests).expect("the registry lists its own games");
    }
}

struct Records;

impl Visitor for Records {
    type Out = ();
    /// Every record of the folder replays step by step; it holds a random game for every number of players.
    fn visit<R: Playable>(self) {
        if blessing(R::NAME) {
            fs::create_dir_all(folder(R::NAME)).expect("the folder can be made");
            for options in variants::<R>().iter().filter(|o| o.as_object().is_some_and(|o| o.len() == 1)) {
                let mut episode = Episode::new(game::<R>(options), 7);
                random_play(&mut episode, &mut Rng::seeded(7), usize::MAX, |_| ());
                let path = folder(R::NAME).join(format!("random_{}.record", options["players"]));
                fs::write(path, episode.record().to_text()).expect("the record can be written");
            }
        }
        let mut count = 0;
        let entries = fs::read_dir(folder(R::NAME)).unwrap_or_else(|_| panic!("{} has golden records", R::NAME));
        for path in entries.map(|e| e.expect("a readable entry").path()).filter(|p| p.extension().is_some_and(|e| e == "record")) {
            let text = fs::read_to_string(&path).expect("a readable record");
            let record = Record::from_text(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let game = Game::<R>::new(&record.options, &record.content).expect("valid options");
            let episode = Episode::replay(game.into(), &record).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            assert_eq!(episode.turn(), Turn::Over, "{}: a golden game is played to its end", path.display());
            assert_eq!(episode.record(), record, "{}", path.display());
            count += 1;
        }
        assert!(count > 0, "{} has golden records", R::NAME);
    }
}

#[test]
fn golden_records_replay() {
    for name in wanted() {
        games::visit(name, Records).expect("the registry lists its own games");
    }
}

/// Counts the sequences of `depth` choices, with every chance event decided by a stream that depends on the path alone.
fn perft<R: Playable>(game: &Game<R>, state: &R::State, rng: &Rng, depth: u32) -> u64 {
    let mut legal = ActionSet::EMPTY;
    game.rules.legal(state, &mut legal);
    if depth <= 1 {
        return if depth == 0 { 1 } else { u64::from(legal.len()) };
    }
    let mut count = 0;
    for id in legal.iter() {
        let (mut next, mut stream) = (state.clone(), rng.clone());
        game.rules.apply(&mut next, R::Action::at(id), &mut stream, &mut Silent);
        count += perft(game, &next, &stream, depth - 1);
    }
    count
}

struct Perft;

impl Visitor for Perft {
    type Out = ();
    /// From the start and from the middle of a random game, as deep as the count stays small.
    fn visit<R: Playable>(self) {
        let mut text = String::from("# players, seed, decisions played at random first: counts for depth 1, 2, ...\n");
        for options in variants::<R>().iter().filter(|o| o.as_object().is_some_and(|o| o.len() == 1)) {
            for (seed, skip) in [(1, 0), (2, 25), (3, 60)] {
                let game = Game::<R>::new(options.as_object().expect("an object"), &Map::new()).expect("valid");
                let mut episode = Episode::new(game.into(), seed);
                random_play(&mut episode, &mut Rng::seeded(seed), skip, |_| ());
                let mut counts = Vec::new();
                for depth in 1..=12 {
                    let count = perft(episode.game(), episode.state(), episode.rng(), depth);
                    counts.push(count.to_string());
                    let branching = u64::from(episode.legal().len()).max(4);
                    if count * branching > 40_000 || count == 0 {
                        break;
                    }
                }
                writeln!(text, "{} {seed} {skip}: {}", options["players"], counts.join(" ")).expect("a string takes it");
            }
        }
        let path = folder(R::NAME).join("counts.perft");
        if blessing(R::NAME) {
            fs::create_dir_all(folder(R::NAME)).expect("the folder can be made");
            fs::write(&path, &text).expect("the counts can be written");
        }
        let want = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} has perft counts", R::NAME));
        assert_eq!(text, want, "{}: perft counts", R::NAME);
    }
}

#[test]
fn golden_perft_counts() {
    for name in wanted() {
        games::visit(name, Perft).expect("the registry lists its own games");
    }
}
