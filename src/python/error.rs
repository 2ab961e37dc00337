//! One funnel at the border: engine errors become Python exceptions with the same sentence.

use std::io;
use std::path::Path;

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::batch::Refused;
use crate::core::Illegal;

create_exception!(expedition, IllegalAction, PyValueError, "An action that is not legal now. Nothing has changed.");

/// A `ValueError` with a sentence.
pub fn value_error(sentence: impl ToString) -> PyErr {
    PyValueError::new_err(sentence.to_string())
}

/// The `OSError` for a file, which names the file.
pub fn file_error(path: &Path, error: &io::Error) -> PyErr {
    let Some(code) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{}: {error}", path.display()));
    };
    let sentence = error.to_string();
    let sentence = sentence.split(" (os error").next().unwrap_or_default().to_string();
    // With these three arguments Python picks the subclass, FileNotFoundError and so on.
    PyOSError::new_err((code, sentence, path.as_os_str().to_os_string()))
}

impl From<Illegal> for PyErr {
    fn from(error: Illegal) -> Self {
        IllegalAction::new_err(error.message)
    }
}

impl From<Refused> for PyErr {
    fn from(error: Refused) -> Self {
        match error {
            Refused::Illegal(illegal) => illegal.into(),
            Refused::Impossible(why) => value_error(why),
        }
    }
}
