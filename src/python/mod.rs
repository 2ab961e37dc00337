//! The Python module: a skin over the engine. No rule is written here.
#![allow(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    clippy::needless_pass_by_value,
    reason = "doc comments are docstrings of Python, whose arguments come by value"
)]

mod agents;
mod batch;
mod convert;
mod episode;
mod error;
mod game;
mod record;
mod soak;

use pyo3::prelude::*;

/// The native part of the package `expedition`.
#[pymodule]
mod _engine {
    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_export]
    use super::agents::{Agent, Analysis, Search, agents, play_matches};
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::episode::Episode;
    #[pymodule_export]
    use super::error::IllegalAction;
    #[pymodule_export]
    use super::game::{Feature, Game, games};
    #[pymodule_export]
    use super::record::Record;
    #[pymodule_export]
    use super::soak::Soak;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
