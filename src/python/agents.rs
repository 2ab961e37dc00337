//! `expedition.Agent`, and what `simulate`, `arena` and `BatchSearch` stand on.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::batch::Batch;
use super::convert::{seed, whole};
use super::episode::Episode;
use super::error::value_error;
use super::game::{Game, game_of};
use super::interrupt::interruptible;
use super::network::Network;
use crate::agents::batch_search::{Root, Settings};
use crate::agents::matches::{Match, Plan, Played};
use crate::agents::{Spec, Stop, spec};
use crate::any::{self, AnyAgent, AnyBatchSearch};
use crate::batch::{Observations, SparseRows};
use crate::core::rng::match_seed;
use crate::games;

/// The names of the built-in agents, from the weakest to the strongest.
#[pyfunction]
#[pyo3(signature = (game = None))]
pub fn agents<'py>(py: Python<'py>, game: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyTuple>> {
    if let Some(game) = game
        && game.cast::<Game>().is_err()
    {
        let name: String = game.extract().map_err(|_| PyTypeError::new_err("game must be a name or an expedition.Game"))?;
        if !games::NAMES.contains(&name.as_str()) {
            return Err(value_error(format!("there is no game {name:?}: the games are {}", games::NAMES.join(", "))));
        }
    }
    PyTuple::new(py, spec::NAMES)
}

/// A built-in agent. It never sees what the seat to act cannot know, nor chance to come.
///
/// >>> from expedition import Agent, Game
/// >>> game = Game("toy", depth=6)
/// >>> agent = Agent("mcts", game, simulations=400, seed=1)
/// >>> game.action_name(agent.act(game.episode(seed=7)))
/// 'lead 2'
#[pyclass(module = "expedition", frozen)]
pub struct Agent {
    held: Mutex<Held>,
    game: Py<Game>,
    spec: Spec,
}

/// The agent itself. The lock around `Held` is taken with the GIL and let go before the GIL is, so that no fork finds it
/// taken; the lock of the agent may be held by a thread that does not exist in a forked child.
struct Held {
    agent: Arc<Mutex<Box<dyn AnyAgent>>>,
    process: u32,
}

/// What an agent thinks of every legal action.
#[pyclass(module = "expedition", frozen)]
pub struct Analysis {
    /// The action it would play.
    #[pyo3(get)]
    best: usize,
    actions: Vec<i32>,
    names: Vec<String>,
    visits: Vec<u32>,
    values: Vec<f32>,
    shares: Vec<f32>,
}

impl Agent {
    /// The agent of this process: a child that was forked while another thread was thinking gets a new one.
    fn agent(&self) -> PyResult<Arc<Mutex<Box<dyn AnyAgent>>>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let process = std::process::id();
        if held.process != process {
            if matches!(held.agent.try_lock(), Err(TryLockError::WouldBlock)) {
                let agent = any::agent(&self.game.get().inner, &self.spec, 0).map_err(value_error)?;
                std::mem::forget(std::mem::replace(&mut held.agent, Arc::new(Mutex::new(agent))));
            }
            held.process = process;
        }
        Ok(held.agent.clone())
    }

    /// Works with the agent without the GIL; Ctrl-C stops it.
    pub(super) fn work<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut dyn AnyAgent, &Stop) -> T + Send) -> PyResult<T> {
        let agent = self.agent()?;
        let stop = Stop::default();
        if !self.spec.may_take_long()
            && let Some(mut agent) = free(&agent)
        {
            let agent: &mut dyn AnyAgent = &mut **agent;
            return Ok(py.detach(|| work(agent, Stop::NEVER)));
        }
        let done = interruptible(py, &stop, || {
            // Another thread may have it for long: waiting for it can be stopped, too.
            while !stop.is_set() {
                if let Some(mut agent) = free(&agent) {
                    return Some(work(&mut **agent, &stop));
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            None
        })?;
        Ok(done.expect("work that was not stopped was done"))
    }
}

/// The agent, if no other thread has it. It holds settings and scratch memory only: after a panic it is as good as before.
fn free(agent: &Mutex<Box<dyn AnyAgent>>) -> Option<MutexGuard<'_, Box<dyn AnyAgent>>> {
    match agent.try_lock() {
        Ok(agent) => Some(agent),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (agent, game, *, seed = None, **settings))]
    fn new(
        py: Python<'_>,
        agent: &str,
        game: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let game = game_of(game, None)?;
        let mut text = agent.to_string();
        let mut network = None;
        for (key, value) in settings.into_iter().flat_map(pyo3::types::PyDictMethods::iter) {
            if let Ok(loaded) = value.cast::<Network>() {
                network = Some(loaded.get().inner.clone());
                continue;
            }
            let value = value.str()?.to_string();
            let value = if matches!(value.as_str(), "True" | "False") { value.to_lowercase() } else { value };
            text.push(if text.contains(':') { ',' } else { ':' });
            text.push_str(&format!("{key}={value}"));
        }
        let mut spec: Spec = text.parse().map_err(value_error)?;
        if let Some(network) = network {
            spec = spec.with_network(network).map_err(value_error)?;
        }
        let seed = seed.map_or(Ok(0), self::seed)?;
        let agent = Arc::new(Mutex::new(any::agent(&game, &spec, seed).map_err(value_error)?));
        let held = Mutex::new(Held { agent, process: std::process::id() });
        Ok(Self { held, game: Py::new(py, Game { inner: game })?, spec })
    }

    /// The game it plays.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The agent and its settings as text: what `opponents=`, `simulate` and `arena` take.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// Chooses an action for the seat to act. The episode is not changed.
    fn act(&self, py: Python<'_>, episode: &Bound<'_, Episode>) -> PyResult<usize> {
        // A copy: meanwhile other threads may play on, and a fork leaves no borrowed episode behind.
        let position = episode.try_borrow()?.inner.copy();
        self.work(py, |agent, stop| agent.act(&*position, stop))?.map(|choice| choice.action).map_err(value_error)
    }

    /// What it thinks of every legal action: visits and values for the seat to act.
    fn analyse(&self, py: Python<'_>, episode: &Bound<'_, Episode>) -> PyResult<Analysis> {
        let position = episode.try_borrow()?.inner.copy();
        let opinions = self.work(py, |agent, stop| agent.analyse(&*position, stop))?.map_err(value_error)?;
        let best = crate::agents::preferred(&opinions);
        let game = position.game();
        Ok(Analysis {
            best: best.expect("a running game has a legal action").action,
            actions: opinions.iter().map(|o| o.action as i32).collect(),
            names: opinions.iter().map(|o| game.action_name(o.action).to_string()).collect(),
            visits: opinions.iter().map(|o| o.visits).collect(),
            values: opinions.iter().map(|o| o.value).collect(),
            shares: opinions.iter().map(|o| o.share).collect(),
        })
    }

    /// Begins its stream of chance anew.
    fn reset(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let seed = self::seed(seed)?;
        self.work(py, |agent, _| agent.reseed(seed))
    }

    fn __repr__(&self) -> String {
        format!("<expedition.Agent {} for {}>", self.spec, self.game.get().inner.name())
    }
}

#[pymethods]
impl Analysis {
    #[pyo3(name = "_repr_html_")]
    fn repr_html<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("expedition.show.opinions")?.call_method1("table", (slf,))
    }

    /// The legal actions, ascending.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_slice(py, &self.actions)
    }

    /// Their names.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    /// How often each was tried.
    #[getter]
    fn visits<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_slice(py, &self.visits)
    }

    /// What each is worth for the seat to act, about -1 to 1; NaN where it was not tried.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_slice(py, &self.values)
    }

    /// How much speaks for each, one altogether: probabilities of a network, shares of the visits of a search; NaN where an agent
    /// only values.
    #[getter]
    fn shares<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_slice(py, &self.shares)
    }

    /// The same as a dict of columns.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        out.set_item("action", self.actions(py))?;
        out.set_item("name", self.names())?;
        out.set_item("visits", self.visits(py))?;
        out.set_item("value", self.values(py))?;
        out.set_item("share", self.shares(py))?;
        Ok(out)
    }

    /// The same as a pandas DataFrame.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pandas = py.import("expedition._extras")?.call_method1("need", ("pandas", "analysis", "to_pandas()"))?;
        pandas.call_method1("DataFrame", (self.to_dict(py)?,))
    }

    fn __len__(&self) -> usize {
        self.actions.len()
    }

    fn __repr__(&self) -> String {
        let mut order: Vec<usize> = (0..self.actions.len()).collect();
        order.sort_by(|&a, &b| self.visits[b].cmp(&self.visits[a]).then(self.values[b].total_cmp(&self.values[a])));
        let rows: Vec<String> =
            order.iter().take(10).map(|&i| format!("{:>7}  {:>6.3}  {}", self.visits[i], self.values[i], self.names[i])).collect();
        format!(" visits   value  action\n{}", rows.join("\n"))
    }
}

/// Plays matches and returns the finished games as columns, and whether it was interrupted.
///
/// A match has a seed of its deal: matches of one deal begin alike. `tick` is called with the number of finished games several times a second; Ctrl-C, or an exception of `tick`, stops.
#[pyfunction]
#[pyo3(signature = (game, agents, seed, deals, seating, threads, decisions, tick = None))]
#[expect(clippy::too_many_arguments, reason = "called by our own Python only")]
pub fn play_matches<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    agents: Vec<String>,
    seed: &Bound<'py, PyAny>,
    deals: PyReadonlyArray1<'py, u64>,
    seating: PyReadonlyArray2<'py, i64>,
    threads: &Bound<'py, PyAny>,
    decisions: bool,
    tick: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyDict>, bool)> {
    let game = &game.get().inner;
    let seats = game.seats();
    let specs = agents.iter().map(|a| a.parse()).collect::<Result<Vec<Spec>, _>>().map_err(value_error)?;
    let threads = thread_count(threads)?;
    let seed = self::seed(seed)?;
    let (deals, seating) = (deals.as_array(), seating.as_array());
    let fits = seating.dim() == (deals.len(), seats) && seating.iter().all(|&a| (0..specs.len() as i64).contains(&a));
    if !fits {
        return Err(value_error("every match needs a deal and one agent for each seat"));
    }
    let rows = deals.iter().zip(seating.rows());
    let matches: Vec<Match> =
        rows.map(|(&deal, row)| Match { seed: match_seed(seed, deal), seats: row.iter().map(|&a| a as usize).collect() }).collect();
    let plan = Plan { agents: &specs, matches: &matches, threads, decisions };
    let mut heard = Heard::new(tick);
    let played = py.detach(|| any::run(game, &plan, &mut |done| heard.ask(done))).map_err(value_error)?;
    let interrupted = heard.interrupted(py)?;
    Ok((columns(py, &played, seats)?, interrupted))
}

/// Listens for Ctrl-C while games are played, and says how many are finished.
pub struct Heard {
    tick: Option<Py<PyAny>>,
    failure: Option<PyErr>,
}

impl Heard {
    pub fn new(tick: Option<Py<PyAny>>) -> Self {
        Self { tick, failure: None }
    }

    /// Whether to go on.
    pub fn ask(&mut self, done: usize) -> ControlFlow<()> {
        let asked = Python::attach(|py| {
            py.check_signals()?;
            self.tick.as_ref().map_or(Ok(()), |tick| tick.call1(py, (done,)).map(|_| ()))
        });
        match asked {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure.get_or_insert(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Whether it was Ctrl-C that stopped; other exceptions go on to the caller.
    pub fn interrupted(self, py: Python<'_>) -> PyResult<bool> {
        match self.failure {
            Some(error) if error.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py) => Ok(true),
            Some(error) => Err(error),
            None => Ok(false),
        }
    }
}

/// A number of threads.
pub fn thread_count(threads: &Bound<'_, PyAny>) -> PyResult<usize> {
    let number = whole(threads, "threads", "above 0")?.extract::<usize>().ok().filter(|n| (1..=1024).contains(n));
    number.ok_or_else(|| value_error("threads is a whole number from 1 to 1024"))
}

fn columns<'py>(py: Python<'py>, played: &[Played], seats: usize) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    let grid = |pick: &dyn Fn(&Played, usize) -> f32| -> PyResult<Bound<'py, PyArray2<f32>>> {
        let flat = PyArray1::from_iter(py, played.iter().flat_map(|p| (0..seats).map(move |s| (p, s))).map(|(p, s)| pick(p, s)));
        flat.reshape([played.len(), seats])
    };
    out.set_item("game", PyArray1::from_iter(py, played.iter().map(|p| p.index as i64)))?;
    out.set_item("seed", PyArray1::from_iter(py, played.iter().map(|p| p.seed)))?;
    out.set_item("length", PyArray1::from_iter(py, played.iter().map(|p| p.length as i32)))?;
    out.set_item("rounds", PyArray1::from_iter(py, played.iter().map(|p| p.rounds as i32)))?;
    out.set_item("agent", grid(&|p, s| p.seats[s] as f32)?)?;
    out.set_item("score", grid(&|p, s| p.scores[s])?)?;
    out.set_item("outcome", grid(&|p, s| p.outcome[s])?)?;
    out.set_item("won", grid(&|p, s| f32::from(p.winners >> s & 1))?)?;
    out.set_item("rank", grid(&|p, s| f32::from(p.ranks[s]))?)?;
    let sources = PyDict::new(py);
    for (i, &(source, _)) in played.first().map_or(&[][..], |p| &p.breakdown).iter().enumerate() {
        sources.set_item(source, grid(&|p, s| p.breakdown[i].1[s])?)?;
    }
    out.set_item("breakdown", sources)?;
    let each = || played.iter().flat_map(|p| p.decisions.iter().enumerate().map(move |(ply, d)| (p.index, ply, d)));
    let mut kinds: Vec<&'static str> = Vec::new();
    let mut kind_of = |kind: &'static str| {
        if let Some(i) = kinds.iter().position(|&k| k == kind) {
            i as i32
        } else {
            kinds.push(kind);
            kinds.len() as i32 - 1
        }
    };
    let rows = PyDict::new(py);
    rows.set_item("kind", PyArray1::from_iter(py, each().map(|(_, _, d)| kind_of(d.kind))))?;
    rows.set_item("game", PyArray1::from_iter(py, each().map(|(index, _, _)| index as i64)))?;
    rows.set_item("ply", PyArray1::from_iter(py, each().map(|(_, ply, _)| ply as i32)))?;
    rows.set_item("round", PyArray1::from_iter(py, each().map(|(_, _, d)| d.round as i32)))?;
    rows.set_item("seat", PyArray1::from_iter(py, each().map(|(_, _, d)| i32::from(d.seat.0))))?;
    rows.set_item("action", PyArray1::from_iter(py, each().map(|(_, _, d)| i32::from(d.action))))?;
    rows.set_item("legal", PyArray1::from_iter(py, each().map(|(_, _, d)| i32::from(d.legal))))?;
    rows.set_item("value", PyArray1::from_iter(py, each().map(|(_, _, d)| d.value)))?;
    rows.set_item("kinds", kinds)?;
    out.set_item("decisions", rows)?;
    Ok(out)
}

/// The engine of `BatchSearch`: one tree per lane, walked in waves.
#[pyclass(module = "expedition._engine")]
pub struct Search {
    inner: Box<dyn AnyBatchSearch>,
    lanes: usize,
    actions: usize,
    seats: usize,
    observation: usize,
    nonzero: usize,
    counts: Vec<i32>,
    /// Whether all seats share one value.
    #[pyo3(get)]
    cooperative: bool,
}

#[pymethods]
impl Search {
    /// Begins a search from the positions of a batch.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "called by our own Python only")]
    fn new(
        py: Python<'_>,
        batch: &Bound<'_, Batch>,
        simulations: u32,
        exploration: f32,
        gumbel: Option<u32>,
        dirichlet_alpha: f32,
        dirichlet_share: f32,
        seed: u64,
    ) -> PyResult<Self> {
        let batch = batch.get();
        let game = batch.game_ref().get().inner.clone();
        let episodes = batch.copies()?;
        let root = match gumbel {
            Some(considered) => Root::Gumbel { considered },
            None => Root::Puct { alpha: dirichlet_alpha, noise: dirichlet_share },
        };
        let settings = Settings { simulations, exploration, root };
        let inner = py.detach(|| any::batch_search(&game, &episodes, settings, seed)).map_err(value_error)?;
        Ok(Self {
            inner,
            lanes: episodes.len(),
            actions: game.num_actions(),
            seats: game.seats(),
            observation: game.layout().size(),
            nonzero: game.max_nonzero(),
            counts: vec![0; episodes.len()],
            cooperative: game.cooperative(),
        })
    }

    /// How many waves there are.
    #[getter]
    fn waves(&self) -> u32 {
        self.inner.waves()
    }

    /// Walks every lane down to a leaf and writes what the evaluator needs: its view as one dense array, or as indices and
    /// values; how many lanes wait for an answer.
    fn descend(
        &mut self,
        py: Python<'_>,
        observations: &Bound<'_, PyTuple>,
        mut masks: PyReadwriteArray2<'_, bool>,
        mut seats: PyReadwriteArray1<'_, i32>,
    ) -> PyResult<usize> {
        let wrong = || value_error("the arrays must be contiguous and have one row for each lane");
        if masks.shape() != [self.lanes, self.actions] || seats.len() != self.lanes {
            return Err(wrong());
        }
        let masks = masks.as_slice_mut().map_err(|_| wrong())?;
        let seats = seats.as_slice_mut().map_err(|_| wrong())?;
        let inner = &mut self.inner;
        if let Ok((mut dense,)) = observations.extract::<(PyReadwriteArray2<'_, f32>,)>() {
            let dense = dense.as_slice_mut().map_err(|_| wrong())?;
            if dense.len() != self.lanes * self.observation {
                return Err(wrong());
            }
            return Ok(py.detach(move || inner.descend(Observations::dense(dense), masks, seats)));
        }
        let (mut indices, mut values): (PyReadwriteArray2<'_, i32>, PyReadwriteArray2<'_, f32>) = observations.extract()?;
        let indices = indices.as_slice_mut().map_err(|_| wrong())?;
        let values = values.as_slice_mut().map_err(|_| wrong())?;
        if [indices.len(), values.len()] != [self.lanes * self.nonzero; 2] {
            return Err(wrong());
        }
        let counts = &mut self.counts[..];
        let rows = Observations { dense: None, sparse: Some(SparseRows { indices, values, counts }) };
        Ok(py.detach(move || inner.descend(rows, masks, seats)))
    }

    /// Searches to the end with a network as the evaluator. Ctrl-C is heard between waves.
    fn run(&mut self, py: Python<'_>, network: &Bound<'_, Network>) -> PyResult<()> {
        let network = network.get().inner.clone();
        self.inner.bind(network).map_err(value_error)?;
        // As many waves as take about a twentieth of a second, whatever an evaluation costs.
        let mut waves = 1;
        loop {
            let begin = Instant::now();
            let more = py.detach(|| self.inner.advance(waves));
            py.check_signals()?;
            if !more {
                return Ok(());
            }
            waves = match begin.elapsed().as_millis() {
                0..25 => (waves * 2).min(1_000),
                25..100 => waves,
                _ => (waves / 2).max(1),
            };
        }
    }

    /// Books the evaluator's answers.
    fn absorb(&mut self, py: Python<'_>, priors: PyReadonlyArray2<'_, f32>, values: PyReadonlyArray2<'_, f32>) -> PyResult<()> {
        if priors.shape() != [self.lanes, self.actions] || values.shape() != [self.lanes, self.seats] {
            return Err(value_error(format!(
                "the evaluator must give priors of shape ({}, {}) and values of shape ({0},) or ({0}, {})",
                self.lanes, self.actions, self.seats
            )));
        }
        let flat = |_| value_error("the arrays must be contiguous");
        let (priors, values) = (priors.as_slice().map_err(flat)?, values.as_slice().map_err(flat)?);
        let inner = &mut self.inner;
        py.detach(move || inner.absorb(priors, values));
        Ok(())
    }

    /// Visits and values of every action, the chosen actions, and the value of each position for its seat to act.
    #[expect(clippy::type_complexity, reason = "four arrays")]
    fn results<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray2<u32>>, Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f32>>)>
    {
        let cells = self.lanes * self.actions;
        let (mut visits, mut values) = (vec![0; cells], vec![0.0; cells]);
        let (mut chosen, mut roots) = (vec![0; self.lanes], vec![0.0; self.lanes]);
        self.inner.results(&mut visits, &mut values, &mut chosen);
        self.inner.root_values(&mut roots);
        let shape = [self.lanes, self.actions];
        Ok((
            PyArray1::from_vec(py, visits).reshape(shape)?,
            PyArray1::from_vec(py, values).reshape(shape)?,
            PyArray1::from_vec(py, chosen),
            PyArray1::from_vec(py, roots),
        ))
    }
}
