//! Hints for the built-in agents.

mod evaluate;

pub(super) use evaluate::fear_due;
