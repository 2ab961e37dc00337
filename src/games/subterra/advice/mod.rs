//! Hints for the built-in agents.

mod evaluate;
mod prune;
