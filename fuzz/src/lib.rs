//! Fuzz targets: one function per kind of input from outside. `make fuzz` runs them, `tests/engine/fuzz.rs` replays their corpus.

pub mod checks;
