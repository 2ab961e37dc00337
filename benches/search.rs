//! How fast agents think: decisions played inside a search, and games of a match by threads.
//!
//! `cargo bench --bench search -- --json` prints JSON. One figure for each game: decisions that `mcts` plays in its trees and
//! rollouts per second on one core, and random games per second on one and on all cores.
#![allow(missing_docs, reason = "a bench")]

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use expedition::agents::mcts::{Budget, Settings};
use expedition::agents::rollout::{Policy, Rollout};
use expedition::agents::runner::{Plan, rotated, run};
use expedition::agents::{Agent, Mcts, Spec, View};
use expedition::core::{Action, Game, Rng, Rules};
use expedition::games::{self, Visitor};
use serde_json::{Map, Value, json};

/// For how long each figure is measured.
const TIME: Duration = Duration::from_millis(800);

struct Measure;

impl Visitor for Measure {
    type Out = Value;
    fn visit<G: Game>(self) -> Value {
        let rules: Arc<Rules<G>> = Arc::new(Rules::new(&Map::new(), &Map::new()).expect("the defaults are valid"));
        let random = Rollout { policy: Policy::Random, cutoff: u32::MAX };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let one = games_per_second(&rules, 1);
        json!({
            "game": G::NAME,
            "mcts_decisions_per_second": decisions_per_second(&rules, Settings::default()).round(),
            "mcts_random_rollouts_decisions_per_second":
                decisions_per_second(&rules, Settings { rollout: random, guided: false, ..Settings::default() }).round(),
            "random_games_per_second_1_thread": one.round(),
            "threads": cores,
            "random_games_per_second_all_threads": games_per_second(&rules, cores).round(),
        })
    }
}

/// Decisions that a search plays in copies per second, over the course of a game.
fn decisions_per_second<G: Game>(rules: &Rules<G>, settings: Settings) -> f64 {
    let mut agent = Mcts::new(Settings { budget: Budget::Simulations(100), ..settings });
    let mut rng = Rng::seeded(1);
    let begin = Instant::now();
    let mut state = rules.game.start(&mut rng);
    while begin.elapsed() < TIME {
        let Some(view) = View::new(rules, &state) else {
            state = rules.game.start(&mut rng);
            continue;
        };
        Agent::<G>::start(&mut agent);
        let choice = agent.choose(&view, &mut rng);
        assert!(view.legal().has(choice.action), "agents choose legal actions");
        rules.game.apply(&mut state, G::Action::from_id(choice.action).expect("legal"), &mut rng);
    }
    assert!(agent.decisions() > 0, "something was searched");
    agent.decisions() as f64 / begin.elapsed().as_secs_f64()
}

fn games_per_second<G: Game>(rules: &Arc<Rules<G>>, threads: usize) -> f64 {
    let agents: [Spec; 1] = ["random".parse().expect("an agent")];
    let matches = rotated(1, rules.seats(), 200_000, 1, 0);
    let begin = Instant::now();
    let plan = Plan { agents: &agents, matches: &matches[..], threads, decisions: false };
    let played = run(rules, &plan, |_| if begin.elapsed() > TIME { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
    assert!(!played.is_empty(), "some games were finished");
    played.len() as f64 / begin.elapsed().as_secs_f64()
}

fn main() {
    let as_json = std::env::args().any(|a| a == "--json");
    let figures: Vec<Value> = games::NAMES.iter().filter_map(|name| games::visit(name, Measure)).collect();
    if as_json {
        println!("{}", serde_json::to_string_pretty(&figures).expect("plain data"));
        return;
    }
    for figure in figures {
        let number = |key: &str| figure[key].as_f64().unwrap_or(0.0);
        println!(
            "{:<10} search {:>11.0} decisions/s, with random rollouts {:>11.0}; random games/s {:>9.0} on 1 thread, {:>9.0} on {}",
            figure["game"].as_str().unwrap_or_default(),
            number("mcts_decisions_per_second"),
            number("mcts_random_rollouts_decisions_per_second"),
            number("random_games_per_second_1_thread"),
            number("random_games_per_second_all_threads"),
            figure["threads"],
        );
    }
}
