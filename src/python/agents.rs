//! `expedition.Agent`, and what `simulate`, `arena` and `BatchSearch` stand on.

use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

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
use crate::agents::erased::{self, AnyAgent, AnyWaves};
use crate::agents::runner::{Match, Plan, Played};
use crate::agents::waves::{Root, Settings};
use crate::agents::{Spec, spec};
use crate::core::rng::mix;
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
    inner: Mutex<Box<dyn AnyAgent>>,
    game: Py<Game>,
    spec: Spec,
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
}

impl Agent {
    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyAgent>> {
        // An agent holds settings and scratch memory only: after a panic elsewhere it is as good as before.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
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
        for (key, value) in settings.into_iter().flat_map(pyo3::types::PyDictMethods::iter) {
            let value = value.str()?.to_string();
            let value = if matches!(value.as_str(), "True" | "False") { value.to_lowercase() } else { value };
            text.push(if text.contains(':') { ',' } else { ':' });
            text.push_str(&format!("{key}={value}"));
        }
        let spec: Spec = text.parse().map_err(value_error)?;
        let seed = seed.map_or(Ok(0), self::seed)?;
        let inner = Mutex::new(erased::agent(&game, &spec, seed));
        Ok(Self { inner, game: Py::new(py, Game { inner: game })?, spec })
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
        let episode = episode.try_borrow()?;
        let position = &*episode.inner;
        py.detach(|| self.lock().act(position)).map(|choice| choice.action).map_err(value_error)
    }

    /// What it thinks of every legal action: visits and values for the seat to act.
    fn analyse(&self, py: Python<'_>, episode: &Bound<'_, Episode>) -> PyResult<Analysis> {
        let episode = episode.try_borrow()?;
        let position = &*episode.inner;
        let opinions = py.detach(|| self.lock().analyse(position)).map_err(value_error)?;
        let visited = opinions.iter().any(|o| o.visits > 0);
        let best = if visited && opinions.iter().any(|o| o.visits != opinions[0].visits) {
            crate::agents::most_visited(&opinions)
        } else {
            crate::agents::most_valued(&opinions)
        };
        let game = position.game();
        Ok(Analysis {
            best: best.expect("a running game has a legal action").action,
            actions: opinions.iter().map(|o| o.action as i32).collect(),
            names: opinions.iter().map(|o| game.action_name(o.action).to_string()).collect(),
            visits: opinions.iter().map(|o| o.visits).collect(),
            values: opinions.iter().map(|o| o.value).collect(),
        })
    }

    /// Begins its stream of chance anew.
    fn reset(&self, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let seed = self::seed(seed)?;
        self.lock().reseed(seed);
        Ok(())
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

    /// The same as a dict of columns.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        out.set_item("action", self.actions(py))?;
        out.set_item("name", self.names())?;
        out.set_item("visits", self.visits(py))?;
        out.set_item("value", self.values(py))?;
        Ok(out)
    }

    /// The same as a pandas DataFrame.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("pandas")?.call_method1("DataFrame", (self.to_dict(py)?,))
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
/// A match has the seed `mix(seed, deal)`: matches of one deal begin alike. `tick` is called with the number of finished games several times a second; Ctrl-C, or an exception of `tick`, stops.
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
    let threads = whole(threads, "threads", "above 0")?.extract::<usize>().ok().filter(|n| (1..=1024).contains(n));
    let threads = threads.ok_or_else(|| value_error("threads is a whole number from 1 to 1024"))?;
    let seed = self::seed(seed)?;
    let (deals, seating) = (deals.as_array(), seating.as_array());
    let fits = seating.dim() == (deals.len(), seats) && seating.iter().all(|&a| (0..specs.len() as i64).contains(&a));
    if !fits {
        return Err(value_error("every match needs a deal and one agent for each seat"));
    }
    let rows = deals.iter().zip(seating.rows());
    let matches: Vec<Match> =
        rows.map(|(&deal, row)| Match { seed: mix(seed, deal), seats: row.iter().map(|&a| a as usize).collect() }).collect();
    let plan = Plan { agents: &specs, matches: &matches, threads, decisions };
    let mut failure: Option<PyErr> = None;
    let played = py.detach(|| {
        erased::run(game, &plan, &mut |done| {
            let asked = Python::attach(|py| {
                py.check_signals()?;
                tick.as_ref().map_or(Ok(()), |tick| tick.call1(py, (done,)).map(|_| ()))
            });
            match asked {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure.get_or_insert(error);
                    ControlFlow::Break(())
                }
            }
        })
    });
    let interrupted = match failure {
        Some(error) if error.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py) => true,
        Some(error) => return Err(error),
        None => false,
    };
    Ok((columns(py, &played, seats)?, interrupted))
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
    inner: Box<dyn AnyWaves>,
    lanes: usize,
    actions: usize,
    seats: usize,
    observation: usize,
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
        let inner = py.detach(|| erased::waves(&game, &episodes, settings, seed)).map_err(value_error)?;
        Ok(Self {
            inner,
            lanes: episodes.len(),
            actions: game.num_actions(),
            seats: game.seats(),
            observation: game.layout().size(),
            cooperative: game.cooperative(),
        })
    }

    /// How many waves there are.
    #[getter]
    fn waves(&self) -> u32 {
        self.inner.waves()
    }

    /// Walks every lane down to a leaf and writes what the evaluator needs; how many lanes wait for an answer.
    fn descend(
        &mut self,
        py: Python<'_>,
        mut observations: PyReadwriteArray2<'_, f32>,
        mut masks: PyReadwriteArray2<'_, bool>,
        mut seats: PyReadwriteArray1<'_, i32>,
    ) -> PyResult<usize> {
        let fits = observations.shape() == [self.lanes, self.observation]
            && masks.shape() == [self.lanes, self.actions]
            && seats.len() == self.lanes;
        if !fits {
            return Err(value_error("the arrays have one row for each lane"));
        }
        let flat = |_| value_error("the arrays must be contiguous");
        let (observations, masks) = (observations.as_slice_mut().map_err(flat)?, masks.as_slice_mut().map_err(flat)?);
        let seats = seats.as_slice_mut().map_err(flat)?;
        let inner = &mut self.inner;
        Ok(py.detach(move || inner.descend(observations, masks, seats)))
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
