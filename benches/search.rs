//! How fast agents think: decisions played inside a search, and games of a match by threads.
//!
//! `cargo bench --bench search -- --json` prints JSON. For each game: decisions that `mcts` plays in its trees and rollouts
//! per second on one core, and random games per second on one and on all cores. Each is given by the clock and by the time
//! the processors spent, which other work on the machine does not change: games that take as much of it on all cores as
//! on one are linear in threads.
#![allow(missing_docs, reason = "a bench")]

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use expedition::agents::matches::{Plan, rotated, run};
use expedition::agents::mcts::{Budget, Settings};
use expedition::agents::rollout::{Policy, Rollout};
use expedition::agents::{Agent, Mcts, Spec, View};
use expedition::core::{Action, Game, Playable, Rng, Silent};
use expedition::games::{self, Visitor};
use serde_json::{Map, Value, json};

/// For how long each figure is measured.
const TIME: Duration = Duration::from_millis(800);

struct Measure;

impl Visitor for Measure {
    type Out = Value;
    fn visit<R: Playable>(self) -> Value {
        let game: Arc<Game<R>> = Arc::new(Game::new(&Map::new(), &Map::new()).expect("the defaults are valid"));
        let random = Rollout { policy: Policy::Random, cutoff: u32::MAX };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (search, search_cpu) = decisions_per_second(&game, Settings::default());
        let (rollouts, rollouts_cpu) =
            decisions_per_second(&game, Settings { rollout: random, guided: false, ..Settings::default() });
        let (one, one_cpu) = games_per_second(&game, 1);
        let (all, all_cpu) = games_per_second(&game, cores);
        json!({
            "game": R::NAME,
            "mcts_decisions_per_second": search.round(),
            "mcts_decisions_per_cpu_second": search_cpu.round(),
            "mcts_random_rollouts_decisions_per_second": rollouts.round(),
            "mcts_random_rollouts_decisions_per_cpu_second": rollouts_cpu.round(),
            "random_games_per_second_1_thread": one.round(),
            "random_games_per_cpu_second_1_thread": one_cpu.round(),
            "threads": cores,
            "random_games_per_second_all_threads": all.round(),
            "random_games_per_cpu_second_all_threads": all_cpu.round(),
        })
    }
}

/// What the clock and the processors say.
struct Watch(Instant, f64);

impl Watch {
    fn start() -> Self {
        Self(Instant::now(), processor_seconds())
    }

    /// So many things for each second of the clock and of processor time.
    fn rates(&self, things: f64) -> (f64, f64) {
        let clock = self.0.elapsed().as_secs_f64();
        let spent = processor_seconds() - self.1;
        (things / clock, things / if spent > 0.0 { spent } else { clock })
    }
}

/// The seconds that processors have worked for this process, its ended threads included; 0 where the system does
/// not say, and then the clock must do.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name in brackets may hold spaces; user and system time are the 12th and 13th fields after it, in hundredths.
    let after = stat.rsplit(')').next().unwrap_or_default();
    after.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// Decisions that a search plays in copies per second, over the course of a game.
fn decisions_per_second<R: Playable>(game: &Game<R>, settings: Settings) -> (f64, f64) {
    let mut agent = Mcts::new(Settings { budget: Budget::Simulations(100), ..settings });
    let mut rng = Rng::seeded(1);
    let begin = Watch::start();
    let mut state = game.rules.start(&mut rng);
    while begin.0.elapsed() < TIME {
        let Some(view) = View::new(game, &state) else {
            state = game.rules.start(&mut rng);
            continue;
        };
        Agent::<R>::start(&mut agent);
        let choice = agent.choose(&view, &mut rng);
        assert!(view.legal().has(choice.action), "agents choose legal actions");
        game.rules.apply(&mut state, R::Action::from_id(choice.action).expect("legal"), &mut rng, &mut Silent);
    }
    assert!(agent.decisions() > 0, "something was searched");
    begin.rates(agent.decisions() as f64)
}

fn games_per_second<R: Playable>(game: &Arc<Game<R>>, threads: usize) -> (f64, f64) {
    let agents: [Spec; 1] = ["random".parse().expect("an agent")];
    let matches = rotated(1, game.seats(), 200_000, 1, 0);
    let begin = Watch::start();
    let plan = Plan { agents: &agents, matches: &matches[..], threads, decisions: false };
    let played = run(game, &plan, |_| if begin.0.elapsed() > TIME { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
    let played = played.expect("random plays every game");
    assert!(!played.is_empty(), "some games were finished");
    begin.rates(played.len() as f64)
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
            "{:<10} search {:>11.0} decisions a core second, with random rollouts {:>11.0}; random games {:>9.0} on 1 thread, {:>9.0} on {}",
            figure["game"].as_str().unwrap_or_default(),
            number("mcts_decisions_per_cpu_second"),
            number("mcts_random_rollouts_decisions_per_cpu_second"),
            number("random_games_per_cpu_second_1_thread"),
            number("random_games_per_cpu_second_all_threads"),
            figure["threads"],
        );
    }
}
