//! `expedition._engine.Soak`: long play in search of broken laws, driven by the command `expedition soak`.

use std::sync::{Mutex, TryLockError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::arguments::positive;
use super::convert::{seed, to_python};
use super::error::value_error;
use crate::laws::soak;

/// Time the soak works between two checks for Ctrl-C.
const SLICE: Duration = Duration::from_millis(250);

/// Random and adversarial play of one game that checks every law on the way. It can be resumed after an interrupt.
///
/// >>> from expedition._engine import Soak
/// >>> soak = Soak("toy", seed=1, threads=1)
/// >>> soak.run(0.01) > 0, soak.report()["found"]
/// (True, 0)
#[pyclass(module = "expedition._engine", frozen)]
pub struct Soak {
    inner: Mutex<soak::Soak>,
}

#[pymethods]
impl Soak {
    #[new]
    #[pyo3(signature = (game, *, seed = None, threads = None))]
    fn new(game: &str, seed: Option<&Bound<'_, PyAny>>, threads: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let seed = seed.map_or(Ok(0), self::seed)?;
        let threads = match threads {
            Some(threads) => positive(threads, "threads", 1024)?,
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        Ok(Self { inner: Mutex::new(soak::Soak::new(game, seed, threads).map_err(value_error)?) })
    }

    /// Plays for a number of seconds and returns the total number of decisions played.
    fn run(&self, py: Python<'_>, seconds: f64) -> PyResult<u64> {
        let mut rest = Duration::try_from_secs_f64(seconds)
            .ok()
            .filter(|time| !time.is_zero())
            .ok_or_else(|| value_error(format!("seconds={seconds}: it must be above 0")))?;
        while !rest.is_zero() {
            let now = rest.min(SLICE);
            self.enter(py, |inner| inner.run(now))?;
            rest -= now;
            py.check_signals()?;
        }
        self.enter(py, |inner| inner.report().decisions)
    }

    /// The results so far as plain data: amounts, coverage, and every broken law.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let report = self.enter(py, |inner| inner.report().to_json())?;
        to_python(py, &report)
    }
}

impl Soak {
    fn enter<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut soak::Soak) -> T + Send) -> PyResult<T> {
        let mut guard = match self.inner.try_lock() {
            Ok(guard) => guard,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(PyRuntimeError::new_err("another thread is running this soak: it takes one call at a time"));
            }
        };
        let inner = &mut *guard;
        Ok(py.detach(move || work(inner)))
    }
}
