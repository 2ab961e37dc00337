//! `expedition.Agent` and its opinions.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::convert::seed;
use super::episode::Episode;
use super::error::value_error;
use super::game::{Game, game_of};
use super::interrupt::interruptible;
use super::network::Network;
use crate::agents::{Spec, Stop, spec};
use crate::any::{self, AnyAgent};
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

/// A built-in agent. It never sees what the seat to act cannot know, nor future chance.
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

/// The agent itself. The lock around `Held` is taken while holding the GIL and released before the GIL is, so that no fork finds it
/// taken; the agent's own lock may be held by a thread that does not exist in a forked child.
struct Held {
    agent: Arc<Mutex<Box<dyn AnyAgent>>>,
    process: u32,
}

/// An agent's opinion of every legal action.
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
    /// This process's agent: a child forked while another thread was thinking gets a new one.
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
            // Another thread may hold it for a long time, so the wait can be stopped too.
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

/// The agent, unless another thread has it. It holds only settings and scratch memory, so it is still usable after a panic.
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

    /// The agent and its settings as text, as accepted by `opponents=`, `simulate` and `arena`.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// Chooses an action for the seat to act. The episode is not changed.
    fn act(&self, py: Python<'_>, episode: &Bound<'_, Episode>) -> PyResult<usize> {
        // A copy: other threads may play on meanwhile, and a fork leaves no borrowed episode behind.
        let position = episode.try_borrow()?.inner.copy();
        self.work(py, |agent, stop| agent.act(&*position, stop))?.map(|choice| choice.action).map_err(value_error)
    }

    /// Its opinion of every legal action: visits and values for the seat to act.
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

    /// Restarts its random stream.
    fn reset(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let seed = self::seed(seed)?;
        self.work(py, |agent, _| agent.reseed(seed))
    }

    /// Refuses a pickle or a copy.
    fn __reduce__(&self) -> PyResult<()> {
        let again = format!("expedition.Agent(\"{}\", game, seed=...)", self.spec);
        Err(PyTypeError::new_err(format!("an Agent cannot be pickled or copied: make one where it plays, {again}")))
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

    /// Number of times each was tried.
    #[getter]
    fn visits<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_slice(py, &self.visits)
    }

    /// The value of each for the seat to act, about -1 to 1; NaN where it was not tried.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_slice(py, &self.values)
    }

    /// Each action's share of the whole: a network's probabilities, or the fractions of a search's visits; NaN for an agent
    /// that gives only values.
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
