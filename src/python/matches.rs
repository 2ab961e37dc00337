//! The engine of `simulate` and `arena`: matches played in Rust, returned as columns.

use std::ops::ControlFlow;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::arguments::positive;
use super::convert::seed;
use super::error::value_error;
use super::game::Game;
use crate::agents::Spec;
use crate::agents::matches::{Match, Plan, Played};
use crate::any;
use crate::core::rng::match_seed;

/// Plays matches and returns the finished games as columns, and whether it was interrupted.
///
/// A match is seeded by its deal: matches with the same deal begin alike. `tick` is called with the number of finished games
/// several times a second; Ctrl-C, or an exception in `tick`, stops the run.
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
    let mut progress = Progress::new(tick);
    let played = py.detach(|| any::run(game, &plan, &mut |done| progress.report(done))).map_err(value_error)?;
    let interrupted = progress.interrupted(py)?;
    Ok((columns(py, &played, seats)?, interrupted))
}

/// Reports how many games are finished while they are played, and watches for Ctrl-C.
pub struct Progress {
    tick: Option<Py<PyAny>>,
    failure: Option<PyErr>,
}

impl Progress {
    pub fn new(tick: Option<Py<PyAny>>) -> Self {
        Self { tick, failure: None }
    }

    /// Reports the number of finished games and returns whether to go on.
    pub fn report(&mut self, done: usize) -> ControlFlow<()> {
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

    /// Whether Ctrl-C stopped the run; other exceptions are passed on to the caller.
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
    positive(threads, "threads", 1024)
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
    rows.set_item("sentence", PyList::new(py, each().map(|(_, _, d)| d.sentence.as_str()).collect::<Vec<_>>())?)?;
    out.set_item("decisions", rows)?;
    Ok(out)
}
