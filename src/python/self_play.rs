//! The engine of `expedition.selfplay`.

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::arguments::start_positions;
use super::error::value_error;
use super::game::Game;
use super::matches::{Progress, thread_count};
use super::network::Network;
use crate::agents::Spec;
use crate::agents::self_play::{Plan, Played, Quick, Row};
use crate::any;
use crate::core::Scores;
use crate::core::rng::match_seed;

/// Plays games of an agent against itself; returns the finished ones as flat columns, and whether it was interrupted.
#[pyfunction]
#[pyo3(signature = (game, agent, network, seed, numbers, temperature, threads, tick = None, quick = None, starts = None))]
#[expect(clippy::too_many_arguments, reason = "called by our own Python only")]
pub fn play_itself<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    agent: &str,
    network: Option<&Bound<'py, Network>>,
    seed: &Bound<'py, PyAny>,
    numbers: PyReadonlyArray1<'py, u64>,
    temperature: f32,
    threads: &Bound<'py, PyAny>,
    tick: Option<Py<PyAny>>,
    quick: Option<(String, f32)>,
    starts: Option<(Bound<'py, PyAny>, f32)>,
) -> PyResult<(Bound<'py, PyDict>, bool)> {
    let game = &game.get().inner;
    let spec = |agent: &str| -> PyResult<Spec> {
        let spec: Spec = agent.parse().map_err(value_error)?;
        match network {
            Some(network) => spec.with_network(network.get().inner.clone()).map_err(value_error),
            None => Ok(spec),
        }
    };
    let quick = quick.map(|(agent, share)| spec(&agent).map(|agent| (agent, share))).transpose()?;
    let spec = spec(agent)?;
    let (threads, seed) = (thread_count(threads)?, super::convert::seed(seed)?);
    let numbers: Vec<u64> = numbers.as_array().to_vec();
    let seeds: Vec<u64> = numbers.iter().map(|&number| match_seed(seed, number)).collect();
    let quick = quick.as_ref().map(|(agent, share)| Quick { agent, share: *share });
    let plan = Plan { agent: &spec, seeds: &seeds, threads, temperature, quick };
    let (starts, share) = match &starts {
        Some((starts, share)) => (start_positions(starts)?, *share),
        None => (Vec::new(), 0.0),
    };
    let mut progress = Progress::new(tick);
    let mut tell = |done| progress.report(done);
    let played = py.detach(|| any::self_play(game, &plan, (&starts, share), &mut tell)).map_err(value_error)?;
    let interrupted = progress.interrupted(py)?;

    let seats = game.seats();
    let rows = || played.iter().flat_map(|p| p.rows.iter().map(move |row| (p, row)));
    let out = PyDict::new(py);
    out.set_item("finished", PyArray1::from_iter(py, played.iter().map(|p| numbers[p.index])))?;
    out.set_item("game", PyArray1::from_iter(py, rows().map(|(p, _)| numbers[p.index] as i64)))?;
    out.set_item("ply", PyArray1::from_iter(py, rows().map(|(_, r)| r.ply as i32)))?;
    out.set_item("seat", PyArray1::from_iter(py, rows().map(|(_, r)| r.seat.0 as i8)))?;
    out.set_item("action", PyArray1::from_iter(py, rows().map(|(_, r)| r.action)))?;
    out.set_item("value", PyArray1::from_iter(py, rows().map(|(_, r)| r.value)))?;
    out.set_item("full", PyArray1::from_iter(py, rows().map(|(_, r)| r.full)))?;
    out.set_item("lengths", PyArray1::from_iter(py, played.iter().map(|p| p.length as i32)))?;
    // Relative to the seat: its own first, then the others in turn order.
    let relative = |of: fn(&Played, &Row) -> Scores| {
        let turned = rows().flat_map(move |(p, r)| (0..seats).map(move |i| of(p, r)[(r.seat.at() + i) % seats]));
        PyArray1::from_vec(py, turned.collect()).reshape([rows().count(), seats])
    };
    out.set_item("outcome", relative(|played, _| played.outcome)?)?;
    out.set_item("credit", relative(|_, row| row.credit)?)?;
    let lengths = |length: fn(&Row) -> usize| {
        let ends = rows().scan(0i32, move |end, (_, row)| {
            *end += length(row) as i32;
            Some(*end)
        });
        PyArray1::from_vec(py, std::iter::once(0).chain(ends).collect())
    };
    out.set_item("input_offsets", lengths(|row| row.inputs.indices.len()))?;
    out.set_item("indices", PyArray1::from_vec(py, rows().flat_map(|(_, r)| r.inputs.indices.iter().copied()).collect()))?;
    out.set_item("values", PyArray1::from_vec(py, rows().flat_map(|(_, r)| r.inputs.values.iter().copied()).collect()))?;
    out.set_item("legal_offsets", lengths(|row| row.legal.len()))?;
    out.set_item("legal", PyArray1::from_vec(py, rows().flat_map(|(_, r)| r.legal.iter().copied()).collect()))?;
    out.set_item("shares", PyArray1::from_vec(py, rows().flat_map(|(_, r)| r.shares.iter().copied()).collect()))?;
    Ok((out, interrupted))
}
