//! The engine of `expedition.review`.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::agents::Agent;
use super::convert::{seed, whole};
use super::episode::Episode;
use super::error::value_error;
use super::interrupt::interruptible;
use crate::agents::Stop;
use crate::agents::judge::{Judgement, PlayedOut, Tally};
use crate::any;

/// A search's judgement of every legal action for every seat, in columns of two halves of its simulations: `visits` and `ended` of
/// shape (actions, 2); `outcome` and `guess`, sums of shape (actions, 2, seats). The episode is not changed.
#[pyfunction]
pub fn judge<'py>(py: Python<'py>, agent: &Bound<'py, Agent>, episode: &Bound<'py, Episode>) -> PyResult<Bound<'py, PyDict>> {
    let lines = {
        let episode = episode.try_borrow()?;
        let position = &*episode.inner;
        agent.get().work(py, |agent, stop| agent.judge(position, stop))?.map_err(value_error)?
    };
    let seats = episode.try_borrow()?.inner.game().seats();
    let count = lines.len();
    let halves = || lines.iter().flat_map(|line: &Judgement| line.halves.iter());
    let grid = |pick: fn(&Tally) -> u32| PyArray1::from_iter(py, halves().map(pick)).reshape([count, 2]);
    let sums = |pick: fn(&Tally, usize) -> f32| {
        let flat = halves().flat_map(move |half| (0..seats).map(move |seat| pick(half, seat)));
        PyArray1::from_iter(py, flat).reshape([count, 2, seats])
    };
    let out = PyDict::new(py);
    out.set_item("action", PyArray1::from_iter(py, lines.iter().map(|line| line.action as i32)))?;
    out.set_item("visits", grid(|half| half.visits)?)?;
    out.set_item("ended", grid(|half| half.ended)?)?;
    out.set_item("outcome", sums(|half, seat| half.outcome[seat])?)?;
    out.set_item("guess", sums(|half, seat| half.guess[seat])?)?;
    Ok(out)
}

/// Plays copies of a position to the end by the fast greedy policy, each with everything the seat to act cannot know redealt:
/// outcomes and points, both of shape (count, seats). For a finished episode `count` is 1.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "two arrays of the same shape")]
pub fn play_out<'py>(
    py: Python<'py>,
    episode: &Bound<'py, Episode>,
    count: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<f32>>)> {
    let number = whole(count, "count", "above 0")?.extract::<u32>().ok().filter(|n| (1..=1_000_000).contains(n));
    let number = number.ok_or_else(|| value_error("count must be a whole number from 1 to 1000000"))?;
    let seed = self::seed(seed)?;
    let episode = episode.try_borrow()?;
    let position = &*episode.inner;
    let stop = Stop::default();
    let played = interruptible(py, &stop, || any::play_out(position, number, seed, &stop))?;
    let seats = position.game().seats();
    let grid = |pick: fn(&PlayedOut, usize) -> f32| {
        let flat = played.iter().flat_map(move |one| (0..seats).map(move |seat| pick(one, seat)));
        PyArray1::from_iter(py, flat).reshape([played.len(), seats])
    };
    Ok((grid(|one, seat| one.outcome[seat])?, grid(|one, seat| one.scores[seat])?))
}
