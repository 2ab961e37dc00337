//! A fixed amount of work of one game, for counting instructions. `make perf-gate` runs it under callgrind.
//!
//! `cargo bench --bench count -- --list` prints the workloads; `-- GAME WORK DECISIONS` does one.
#![allow(missing_docs, reason = "a program")]

use std::hint::black_box;

use expedition::core::options::GLANCE;
use expedition::core::{Action, ActionSet, Game, Playable, Rng, Seat, Silent, Turn};
use expedition::games::{self, Visitor};
use serde_json::Map;

/// The work done for each decision: the rules alone, as in rollouts; with mask and observation, dense or sparse, as in steps,
/// and the same without computed features (`glance=False`); with a copy of the position and a fresh deal of what is hidden, as in searches.
const WORKS: [&str; 6] = ["rules", "step", "sparse", "search", "step-pieces", "sparse-pieces"];

/// The workloads of games that can leave out the computed features.
const PIECES: &str = "-pieces";

/// Whether a game has computed features to leave out.
struct Glances;

impl Visitor for Glances {
    type Out = bool;
    fn visit<R: Playable>(self) -> bool {
        R::OPTIONS.iter().any(|option| option.name == GLANCE.name)
    }
}

struct Work<'a> {
    name: &'a str,
    decisions: u64,
}

impl Visitor for Work<'_> {
    type Out = ();
    fn visit<R: Playable>(self) {
        let mut options = Map::new();
        if self.name.ends_with(PIECES) {
            options.insert(GLANCE.name.to_string(), false.into());
        }
        let game = Game::<R>::new(&options, &Map::new()).expect("a game can be played as it is shipped");
        let rules = &game.rules;
        let (mut rng, mut picks) = (Rng::seeded(1), Rng::seeded(2));
        let (mut state, mut memo) = (rules.start(&mut rng), R::Memo::default());
        let (mut mask, mut floats) = (vec![false; R::Action::COUNT], vec![0.0; game.observation_size()]);
        let (mut indices, mut values) = (vec![0; game.max_nonzero()], vec![0.0; game.max_nonzero()]);
        // Whatever is computed on first use, such as the fences of a board, is not part of a decision.
        game.observe_on(&state, Seat(0), &mut memo, &mut floats);
        let (step, sparse, search) = (self.name.starts_with("step"), self.name.starts_with("sparse"), self.name == "search");
        for _ in 0..self.decisions {
            let mut legal = ActionSet::EMPTY;
            rules.legal(&state, &mut legal);
            let seat = if let Turn::Seat(seat) = rules.turn(&state) { seat } else { Seat(0) };
            if step {
                legal.write_mask(black_box(&mut mask));
                game.observe_on(&state, seat, &mut memo, black_box(&mut floats));
            }
            if sparse {
                legal.write_mask(black_box(&mut mask));
                black_box(game.observe_sparse_on(&state, seat, &mut memo, &mut indices, &mut values));
            }
            if search {
                let mut copy = state.clone();
                rules.redeal(&mut copy, seat, &mut picks);
                black_box(&copy);
            }
            let id = legal.nth(picks.below(legal.len()));
            rules.apply(&mut state, R::Action::at(id), &mut rng, &mut Silent);
            if rules.turn(&state) == Turn::Over {
                black_box(rules.scores(&state));
                state = rules.start(&mut rng);
            }
        }
        black_box(&state);
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["--list"] | [] => {
            for name in games::NAMES {
                let glances = games::visit(name, Glances).expect("a listed game");
                for work in WORKS.into_iter().filter(|work| glances || !work.ends_with(PIECES)) {
                    println!("{name} {work}");
                }
            }
        }
        [rules, work, decisions] if WORKS.contains(&work) => {
            let decisions = decisions.parse().expect("a number of decisions");
            games::visit(rules, Work { name: work, decisions }).expect("a listed game");
        }
        _ => {
            eprintln!("count: say --list, or GAME WORK DECISIONS");
            std::process::exit(2);
        }
    }
}
