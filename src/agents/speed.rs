//! The speed of agents, as measured by the benches and `expedition bench`.
//!
//! Rates are given by the clock and by the processor time of this process, which other work on the machine does not
//! affect.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::network::file::Tensors;
use super::network::layers::{Activations, GROUP};
use super::network::{About, SparseRow, Workspace};
use super::{Agent, Evaluator, Mcts, Network, View};
use crate::core::{Action, ActionSet, Game, MAX_SEATS, Playable, Rng, Seat, Silent};

/// Events per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// By wall-clock time.
    pub clock: f64,
    /// By processor time, that is, per core.
    pub core: f64,
}

/// Wall-clock and processor time together.
#[derive(Debug)]
pub struct Watch(Instant, f64);

impl Watch {
    /// Begins to measure.
    pub fn start() -> Self {
        Self(Instant::now(), processor_seconds())
    }

    /// Wall-clock time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// Processor time since the start; wall-clock time where the system does not report it.
    pub fn spent(&self) -> Duration {
        let spent = processor_seconds() - self.1;
        if self.1 > 0.0 { Duration::from_secs_f64(spent.max(0.0)) } else { self.elapsed() }
    }

    /// The rates for a number of events since the start.
    pub fn rate(&self, things: f64) -> Rate {
        let clock = self.0.elapsed().as_secs_f64();
        let spent = processor_seconds() - self.1;
        Rate { clock: things / clock, core: things / if spent > 0.0 { spent } else { clock } }
    }
}

/// Processor seconds used by this process, including its finished threads; 0 where the system does
/// not say, in which case wall-clock time is used.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name in brackets may contain spaces; user and system time are the 12th and 13th fields after it, in hundredths.
    let after = stat.rsplit(')').next().unwrap_or_default();
    after.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// A network with weights drawn evenly around zero, for benches and tests.
pub fn drawn<R: Playable>(game: &Game<R>, widths: &[usize], seed: u64) -> Network {
    let mut rng = Rng::seeded(seed);
    let mut tensors = Tensors::new();
    let mut add = |name: String, shape: Vec<usize>, inputs: usize| {
        let scale = 2.0 / (inputs as f32).sqrt();
        let data = (0..shape.iter().product()).map(|_| (rng.unit() - 0.5) * scale).collect();
        tensors.insert(name, (shape, data));
    };
    // About this many inputs are nonzero.
    add("first.weight".into(), vec![game.observation_size(), widths[0]], 40);
    add("first.bias".into(), vec![widths[0]], 40);
    for (i, pair) in widths.windows(2).enumerate() {
        add(format!("hidden.{i}.weight"), vec![pair[1], pair[0]], pair[0]);
        add(format!("hidden.{i}.bias"), vec![pair[1]], pair[0]);
    }
    let last = *widths.last().expect("a layer");
    for (name, outputs) in [("policy", R::Action::COUNT), ("value", game.seats())] {
        add(format!("{name}.weight"), vec![outputs, last], last);
        add(format!("{name}.bias"), vec![outputs], last);
    }
    Network::from_tensors(About::of(game, BTreeMap::new()), &tensors).expect("a network of the right shape")
}

/// A position to evaluate.
struct Asked<R: Playable> {
    state: R::State,
    seat: Seat,
    legal: ActionSet,
    row: SparseRow,
}

/// Positions with a choice, from random games, shuffled.
fn asked<R: Playable>(game: &Game<R>, count: usize) -> Vec<Asked<R>> {
    let mut rng = Rng::seeded(5);
    let mut out = Vec::new();
    let mut state = game.rules.start(&mut rng);
    while out.len() < count {
        let Some(view) = View::new(game, &state) else {
            state = game.rules.start(&mut rng);
            continue;
        };
        let (seat, legal) = (view.seat(), *view.legal());
        if legal.len() > 1 {
            let row = SparseRow::seen(game, &state, seat);
            out.push(Asked { state: state.clone(), seat, legal, row });
        }
        game.rules.apply(&mut state, R::Action::at(legal.nth(rng.below(legal.len()))), &mut rng, &mut Silent);
    }
    for i in (1..count).rev() {
        out.swap(i, rng.index(i + 1));
    }
    out
}

/// The layer widths of the networks that are measured.
pub const WIDTHS: [usize; 2] = [256, 256];

/// Positions a network evaluates in rotation: more than fit into a core's private caches.
const POSITIONS: usize = 1024;

/// Network evaluations per second, on one thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluations {
    /// One position at a time, from its sparse row.
    pub alone: Rate,
    /// A group of positions at a time, from their sparse rows.
    pub together: Rate,
    /// One position at a time, including the time to write its row.
    pub observed: Rate,
    /// Average number of nonzero inputs.
    pub nonzero: f64,
    /// Average number of legal actions.
    pub legal: f64,
}

/// Measures a network for a span of processor time, a third of it for each rate.
pub fn evaluations<R: Playable>(game: &Game<R>, network: &Arc<Network>, time: Duration) -> Result<Evaluations, String> {
    let evaluator = Evaluator::new(network.clone(), game)?;
    let positions = asked(game, POSITIONS);
    let (mut scratch, mut logits) = (Activations::default(), Vec::new());
    let repeat = |work: &mut dyn FnMut()| {
        let watch = Watch::start();
        let mut rounds = 0;
        while rounds == 0 || watch.spent() < time / 3 {
            work();
            rounds += 1;
        }
        watch.rate((rounds * positions.len()) as f64)
    };
    let alone = repeat(&mut || {
        for asked in &positions {
            let values = network.evaluate(asked.row.inputs(), &asked.legal, &mut scratch, &mut logits);
            assert!(values[0].abs() <= 1.0, "a value");
        }
    });
    let inputs: Vec<_> = positions.iter().map(|asked| asked.row.inputs()).collect();
    let legal: Vec<_> = positions.iter().map(|asked| asked.legal).collect();
    let together = repeat(&mut || {
        for (inputs, legal) in inputs.chunks(GROUP).zip(legal.chunks(GROUP)) {
            let mut values = [[0.0; MAX_SEATS]; GROUP];
            logits.clear();
            network.evaluate_group(inputs, legal, &mut scratch, &mut logits, &mut values[..inputs.len()]);
            assert!(values[0][0].abs() <= 1.0, "a value");
        }
    });
    let mut work = Workspace::default();
    let observed = repeat(&mut || {
        for asked in &positions {
            let values = evaluator.logits(game, &asked.state, asked.seat, &asked.legal, &mut work);
            assert!(values[0].abs() <= 1.0, "a value");
        }
    });
    let mean = |count: &dyn Fn(&Asked<R>) -> usize| positions.iter().map(count).sum::<usize>() as f64 / positions.len() as f64;
    let nonzero = mean(&|asked| asked.row.values.len());
    Ok(Evaluations { alone, together, observed, nonzero, legal: mean(&|asked| asked.legal.len() as usize) })
}

/// The speed of a search on one thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Searches {
    /// Choices per second, not counting those with a single legal action.
    pub decisions: Rate,
    /// Simulations per second.
    pub simulations: Rate,
    /// Decisions played in trees and rollouts per second.
    pub played: Rate,
}

/// Measures a search for a span of processor time, over games that it plays itself.
pub fn searches<R: Playable>(game: &Game<R>, mut agent: Mcts<R>, time: Duration) -> Searches {
    let mut choices = 0;
    let watch = Watch::start();
    play(game, &mut agent, |_| {
        choices += 1;
        if watch.spent() < time { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    Searches {
        decisions: watch.rate(choices as f64),
        simulations: watch.rate(agent.simulations() as f64),
        played: watch.rate(agent.decisions() as f64),
    }
}

/// The first choices of a search's games against itself, the same every time: a faster search must still make them.
pub fn choices<R: Playable>(game: &Game<R>, agent: &mut Mcts<R>, count: usize) -> Vec<u16> {
    let mut chosen = Vec::with_capacity(count);
    play(game, agent, |id| {
        chosen.push(id as u16);
        if chosen.len() < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    chosen
}

/// Plays game after game, each choice from an empty tree, and passes on every choice.
fn play<R: Playable>(game: &Game<R>, agent: &mut Mcts<R>, mut chosen: impl FnMut(usize) -> ControlFlow<()>) {
    let mut rng = Rng::seeded(1);
    let mut state = game.rules.start(&mut rng);
    loop {
        let Some(view) = View::new(game, &state) else {
            state = game.rules.start(&mut rng);
            continue;
        };
        let id = view.forced().unwrap_or_else(|| {
            Agent::<R>::start(agent);
            agent.choose(&view, &mut rng).action
        });
        assert!(view.legal().has(id), "agents choose legal actions");
        if view.forced().is_none() && chosen(id).is_break() {
            return;
        }
        game.rules.apply(&mut state, R::Action::at(id), &mut rng, &mut Silent);
    }
}
