//! One funnel at the border: engine errors become Python exceptions with the same sentence.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::core::Illegal;

create_exception!(expedition, IllegalAction, PyValueError, "An action that is not legal now. Nothing has changed.");

/// A `ValueError` with a sentence.
pub fn value_error(sentence: impl ToString) -> PyErr {
    PyValueError::new_err(sentence.to_string())
}

impl From<Illegal> for PyErr {
    fn from(error: Illegal) -> Self {
        IllegalAction::new_err(error.message)
    }
}
