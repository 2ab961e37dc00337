//! Hints for the built-in agents: each player's distance from each dig, the value of a position, and which choices to prune.

pub(super) mod claims;
pub(super) mod evaluate;
pub(super) mod fences;
mod prune;
