//! The engine's random streams, for code that drives episodes from Python.

use pyo3::prelude::*;

use super::convert;
use super::episode::Episode;
use super::error::value_error;
use crate::core::rng::{self, Purpose, Rng};

/// A random stream for one purpose: "opponents", "repair" or "test". The same seed gives the same values everywhere.
///
/// >>> from expedition._engine import Stream
/// >>> Stream("test", 7).below(100) == Stream("test", 7).below(100)
/// True
#[pyclass(module = "expedition._engine")]
#[derive(Clone)]
pub struct Stream(Rng);

#[pymethods]
impl Stream {
    #[new]
    fn new(purpose: &str, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        let purpose = match purpose {
            "opponents" => Purpose::Opponents,
            "repair" => Purpose::Repair,
            "test" => Purpose::Test,
            _ => return Err(value_error(format!("there is no stream for {purpose:?}: choose opponents, repair or test"))),
        };
        Ok(Self(Rng::of(purpose, convert::seed(seed)?)))
    }

    /// The next 64 bits.
    fn bits(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number in ``0..n``, without bias.
    fn below(&mut self, n: u32) -> PyResult<u32> {
        if n == 0 { Err(value_error("n must be at least 1".to_string())) } else { Ok(self.0.below(n)) }
    }

    /// A legal action for the seat to act, drawn uniformly.
    fn legal_action(&mut self, episode: &Bound<'_, Episode>) -> PyResult<usize> {
        let episode = episode.try_borrow()?;
        let legal = episode.inner.legal();
        if legal.is_empty() {
            return Err(value_error("the episode is over: nothing is legal".to_string()));
        }
        Ok(legal.nth(self.0.below(legal.len())))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __getstate__(&self) -> PyResult<String> {
        serde_json::to_string(&self.0).map_err(|e| value_error(e.to_string()))
    }

    fn __setstate__(&mut self, state: &str) -> PyResult<()> {
        self.0 = serde_json::from_str(state).map_err(|e| value_error(format!("this is not a stream: {e}")))?;
        Ok(())
    }

    fn __getnewargs__(slf: PyRef<'_, Self>) -> (&'static str, u64) {
        drop(slf);
        ("test", 0)
    }
}

/// The seed of an episode in a series; the first episode has the seed of the series itself.
#[pyfunction]
pub fn episode_seed(series: &Bound<'_, PyAny>, count: u64) -> PyResult<u64> {
    Ok(rng::episode_seed(convert::seed(series)?, count))
}
