//! The engine of `expedition.BatchSearch`: one tree per lane, searched in waves.

use std::time::Instant;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::batch::Batch;
use super::error::value_error;
use super::network::Network;
use crate::agents::batch_search::{Root, Settings};
use crate::agents::tree::GUIDED_EXPLORATION;
use crate::any::{self, AnyBatchSearch};
use crate::core::{Observations, SparseRows};

/// The engine of `expedition.BatchSearch`: one tree per lane, searched in waves.
#[pyclass(module = "expedition._engine")]
pub struct BatchSearch {
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
impl BatchSearch {
    /// Begins a search from the positions of a batch.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "called by our own Python only")]
    fn new(
        py: Python<'_>,
        batch: &Bound<'_, Batch>,
        simulations: u32,
        exploration: Option<f32>,
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
        let exploration = exploration.unwrap_or(GUIDED_EXPLORATION);
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

    /// Number of waves.
    #[getter]
    fn waves(&self) -> u32 {
        self.inner.waves()
    }

    /// Walks every lane down to a leaf and writes what the evaluator needs: its view as one dense array, or as indices and
    /// values. Returns the number of lanes waiting for an answer.
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

    /// Searches to the end with a network as the evaluator. Ctrl-C is checked between waves.
    fn run(&mut self, py: Python<'_>, network: &Bound<'_, Network>) -> PyResult<()> {
        let network = network.get().inner.clone();
        self.inner.bind(network).map_err(value_error)?;
        // As many waves as take about a twentieth of a second, however slow an evaluation is.
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

    /// Records the evaluator's answers.
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
