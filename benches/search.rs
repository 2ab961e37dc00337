//! The speed of agents: searches, network evaluations, and games of a match by number of threads.
//!
//! `cargo bench --bench search -- --json` prints JSON; game names restrict it to those games. For each game, on one core:
//! choices and simulations per second of `mcts:400` and of `mcts:400,network`, positions per second of a network with two layers of
//! 256 and random weights (speed does not depend on the weights), and random games on one core and on all. Each is given by the clock
//! and by processor time, which other work on the machine does not affect: if games take as much processor time on all cores as on
//! one, they scale linearly with threads.
//!
//! `-- --choices 50` lets each search make exactly that many choices and prints a digest of them: a faster search must still choose
//! the same, and `perf stat` or callgrind counts the same work.
#![allow(missing_docs, reason = "a bench")]

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use expedition::agents::Spec;
use expedition::agents::matches::{Plan, rotated, run};
use expedition::agents::speed::{self, Rate, Watch};
use expedition::core::rng::mix;
use expedition::core::{Game, Playable};
use expedition::games::{self, Visitor};
use serde_json::{Value, json};

/// A fixed amount of work: a number of choices from each search.
struct Fixed(usize);

impl Visitor for Fixed {
    type Out = Value;
    fn visit<R: Playable>(self) -> Value {
        let game: Arc<Game<R>> = Arc::new(Game::shipped());
        let plain: Spec = "mcts:400".parse().expect("an agent");
        let guided = plain.clone().with_network(Arc::new(speed::drawn(&game, &speed::WIDTHS, 1))).expect("it takes one");
        let work = |spec: &Spec| {
            let mut agent = spec.prepare(&game).expect("it fits").search().expect("a search");
            let watch = Watch::start();
            let chosen = speed::choices(&game, &mut agent, self.0);
            let seconds = 1.0 / watch.rate(1.0).core;
            let digest = chosen.iter().fold(0, |digest, &id| mix(digest, u64::from(id)));
            json!({ "digest": format!("{digest:016x}"), "simulations": agent.simulations(), "seconds": seconds })
        };
        json!({ "game": R::NAME, "mcts:400": work(&plain), "mcts:400,network": work(&guided) })
    }
}

/// The time spent on measuring each figure.
const TIME: Duration = Duration::from_millis(800);

struct Measure;

impl Visitor for Measure {
    type Out = Value;
    fn visit<R: Playable>(self) -> Value {
        let game: Arc<Game<R>> = Arc::new(Game::shipped());
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let network = Arc::new(speed::drawn(&game, &speed::WIDTHS, 1));
        let evaluations = speed::evaluations(&game, &network, TIME).expect("it fits");
        let plain: Spec = "mcts:400".parse().expect("an agent");
        let guided = plain.clone().with_network(network).expect("it takes one");
        let search = |spec: &Spec| {
            let agent = spec.prepare(&game).expect("it fits").search().expect("a search");
            let speed::Searches { decisions, simulations, played } = speed::searches(&game, agent, TIME);
            json!({ "decisions": rate(decisions), "simulations": rate(simulations), "decisions_played": rate(played) })
        };
        json!({
            "game": R::NAME,
            "network": {
                "alone": rate(evaluations.alone),
                "together": rate(evaluations.together),
                "observed": rate(evaluations.observed),
                "nonzero": evaluations.nonzero.round(),
                "legal": evaluations.legal.round(),
            },
            "mcts:400": search(&plain),
            "mcts:400,network": search(&guided),
            "threads": cores,
            "random_games_1_thread": rate(games_per_second(&game, 1)),
            "random_games_all_threads": rate(games_per_second(&game, cores)),
        })
    }
}

fn rate(rate: Rate) -> Value {
    // Low rates need a decimal.
    json!({ "per_second": (rate.clock * 10.0).round() / 10.0, "per_core_second": (rate.core * 10.0).round() / 10.0 })
}

fn games_per_second<R: Playable>(game: &Arc<Game<R>>, threads: usize) -> Rate {
    let agents: [Spec; 1] = ["random".parse().expect("an agent")];
    let matches = rotated(1, game.seats(), 200_000, 1, 0);
    let begin = Watch::start();
    let plan = Plan { agents: &agents, matches: &matches[..], threads, decisions: false };
    let played = run(game, &plan, |_| if begin.elapsed() > TIME { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
    let played = played.expect("random plays every game");
    assert!(!played.is_empty(), "some games were finished");
    begin.rate(played.len() as f64)
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let named = |name: &&&str| given.iter().all(|a| a.starts_with("--")) || given.iter().any(|a| a == **name);
    if let Some(count) = given.iter().position(|a| a == "--choices").and_then(|at| given.get(at + 1)?.parse().ok()) {
        for name in games::NAMES.iter().filter(|name| given.iter().any(|a| a == *name)) {
            println!("{}", games::visit(name, Fixed(count)).expect("a game"));
        }
        return;
    }
    let figures: Vec<Value> = games::NAMES.iter().filter(named).filter_map(|name| games::visit(name, Measure)).collect();
    if given.iter().any(|a| a == "--json") {
        println!("{}", serde_json::to_string_pretty(&figures).expect("plain data"));
        return;
    }
    println!("per second of one core");
    for figure in figures {
        let number = |path: &str| figure.pointer(&format!("/{path}/per_core_second")).and_then(Value::as_f64).unwrap_or(0.0);
        println!("{}", figure["game"].as_str().unwrap_or_default());
        println!(
            "  network 256-256: {:>8.0} positions alone, {:>8.0} together, {:>8.0} with their observation ({} inputs not zero, {} legal)",
            number("network/alone"),
            number("network/together"),
            number("network/observed"),
            figure["network"]["nonzero"],
            figure["network"]["legal"],
        );
        for agent in ["mcts:400", "mcts:400,network"] {
            println!(
                "  {agent:<16} {:>8.1} decisions, {:>8.0} simulations, which play {:>9.0} decisions",
                number(&format!("{agent}/decisions")),
                number(&format!("{agent}/simulations")),
                number(&format!("{agent}/decisions_played")),
            );
        }
        println!(
            "  random games     {:>8.0} on 1 thread, {:>8.0} on {}",
            number("random_games_1_thread"),
            number("random_games_all_threads"),
            figure["threads"]
        );
    }
}
