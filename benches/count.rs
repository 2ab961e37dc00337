//! A fixed amount of work of one game, for counting instructions. `make perf-gate` runs it under callgrind.
//!
//! `cargo bench --bench count -- --list` prints the workloads; `-- GAME WORK DECISIONS` does one.
#![allow(missing_docs, reason = "a program")]

use std::hint::black_box;

use expedition::core::{Action, ActionSet, Game, Rng, Rules, Seat, Turn};
use expedition::games::{self, Visitor};
use serde_json::Map;

/// What is done for each decision: the rules alone, as rollouts do; with mask and observation, as steps do; with a copy of
/// the position and a fresh deal of what is hidden, as searches do.
const WORKS: [&str; 3] = ["rules", "step", "search"];

struct Work<'a> {
    name: &'a str,
    decisions: u64,
}

impl Visitor for Work<'_> {
    type Out = ();
    fn visit<G: Game>(self) {
        let rules = Rules::<G>::new(&Map::new(), &Map::new()).expect("a game can be played as it is shipped");
        let game = &rules.game;
        let (mut rng, mut picks) = (Rng::seeded(1), Rng::seeded(2));
        let mut state = game.start(&mut rng);
        let (mut mask, mut floats) = (vec![false; G::Action::COUNT], vec![0.0; rules.observation_size()]);
        let (step, search) = (self.name == "step", self.name == "search");
        for _ in 0..self.decisions {
            let mut legal = ActionSet::EMPTY;
            game.legal(&state, &mut legal);
            let seat = if let Turn::Seat(seat) = game.turn(&state) { seat } else { Seat(0) };
            if step {
                legal.write_mask(black_box(&mut mask));
                rules.observe(&state, seat, black_box(&mut floats));
            }
            if search {
                let mut copy = state.clone();
                game.redeal(&mut copy, seat, &mut picks);
                black_box(&copy);
            }
            let id = legal.nth(picks.below(legal.len()));
            game.apply(&mut state, G::Action::from_id(id).expect("a legal id"), &mut rng);
            if game.turn(&state) == Turn::Over {
                black_box(game.scores(&state));
                state = game.start(&mut rng);
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
                for work in WORKS {
                    println!("{name} {work}");
                }
            }
        }
        [game, work, decisions] if WORKS.contains(&work) => {
            let decisions = decisions.parse().expect("a number of decisions");
            games::visit(game, Work { name: work, decisions }).expect("a listed game");
        }
        _ => {
            eprintln!("count: say --list, or GAME WORK DECISIONS");
            std::process::exit(2);
        }
    }
}
