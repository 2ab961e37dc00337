//! The Python module: a skin over the engine. No rule is written here.
#![allow(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    clippy::needless_pass_by_value,
    reason = "doc comments are docstrings of Python, whose arguments come by value"
)]

mod agents;
mod arguments;
mod arrays;
mod batch;
mod convert;
mod episode;
mod error;
mod game;
mod interrupt;
mod judge;
mod matches;
mod network;
mod record;
mod search;
mod self_play;
mod soak;
mod speed;
mod stream;
mod words;

use pyo3::prelude::*;

/// The native part of the package `expedition`.
// Without this attribute the module would claim to be safe without the interpreter's lock, which has not been tried.
#[pymodule(gil_used = true)]
mod _engine {
    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_export]
    use super::agents::{Agent, Analysis, agents};
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::episode::Episode;
    #[pymodule_export]
    use super::error::IllegalAction;
    #[pymodule_export]
    use super::game::{Feature, Game, games};
    #[pymodule_export]
    use super::judge::{judge, play_out};
    #[pymodule_export]
    use super::matches::play_matches;
    #[pymodule_export]
    use super::network::{Network, network_names, set_networks_folder};
    #[pymodule_export]
    use super::record::Record;
    #[pymodule_export]
    use super::search::BatchSearch;
    #[pymodule_export]
    use super::self_play::play_itself;
    #[pymodule_export]
    use super::soak::Soak;
    #[pymodule_export]
    use super::speed::{measure_network, measure_search};
    #[pymodule_export]
    use super::stream::{Stream, episode_seed};
    #[pymodule_export]
    use super::words::{Entry, Event, Result};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
