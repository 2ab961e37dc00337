//! Ctrl-C during long work: the work runs on its own thread while this one watches for signals.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;

use crate::agents::Stop;

/// Interval between checks for signals.
const TICK: Duration = Duration::from_millis(30);

/// Runs work that polls `stop`. If a signal raises an exception, the work is stopped, its result
/// is discarded and the exception comes through.
pub fn interruptible<T: Send>(py: Python<'_>, stop: &Stop, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let (result, raised) = py.detach(|| {
        std::thread::scope(|scope| {
            let (done, waits) = channel::<()>();
            let worker = scope.spawn(move || {
                let _done = done;
                work()
            });
            let mut raised = None;
            // The channel closes when the work is done or has panicked.
            while waits.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if raised.is_none()
                    // A path to the method has a single lifetime; a closure works for any.
                    && let Err(error) = Python::attach(|py: Python<'_>| -> PyResult<()> { py.check_signals() })
                {
                    stop.set();
                    raised = Some(error);
                }
            }
            (worker.join(), raised)
        })
    });
    stop.clear();
    let result = result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    raised.map_or(Ok(result), Err)
}
