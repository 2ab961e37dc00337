//! The Python module: a skin over the engine.
