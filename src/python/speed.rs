//! The engine of `expedition.analysis.speed`.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::error::value_error;
use super::game::Game;
use super::network::Network;
use crate::agents::Spec;
use crate::agents::speed::Rate;
use crate::any::speed;

fn span(seconds: f64) -> PyResult<Duration> {
    let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| value_error(format!("seconds={seconds}: it must be above 0")))
}

fn rates<'py>(py: Python<'py>, named: &[(&str, Rate)]) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    for (name, rate) in named {
        out.set_item(name, rate.clock)?;
        out.set_item(format!("{name}_per_core"), rate.core)?;
    }
    Ok(out)
}

/// Positions per second that a network evaluates on one thread; without a network, one with two layers of 256 and random weights.
#[pyfunction]
#[pyo3(signature = (game, network, seconds))]
pub fn measure_network<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    network: Option<&Bound<'py, Network>>,
    seconds: f64,
) -> PyResult<Bound<'py, PyDict>> {
    let (game, network, time) = (&game.get().inner, network.map(|network| network.get().inner.clone()), span(seconds)?);
    let found = py.detach(|| speed::evaluations(game, network.as_ref(), time)).map_err(value_error)?;
    let out = rates(py, &[("alone", found.alone), ("together", found.together), ("observed", found.observed)])?;
    out.set_item("nonzero", found.nonzero)?;
    out.set_item("legal", found.legal)?;
    Ok(out)
}

/// Choices and simulations per second of a search on one thread; with `drawn`, a network with random weights guides it.
#[pyfunction]
#[pyo3(signature = (game, agent, drawn, seconds))]
pub fn measure_search<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    agent: &str,
    drawn: bool,
    seconds: f64,
) -> PyResult<Bound<'py, PyDict>> {
    let (game, time) = (&game.get().inner, span(seconds)?);
    let spec: Spec = agent.parse().map_err(value_error)?;
    let found = py.detach(|| speed::searches(game, &spec, drawn, time)).map_err(value_error)?;
    rates(py, &[("decisions", found.decisions), ("simulations", found.simulations), ("played", found.played)])
}
