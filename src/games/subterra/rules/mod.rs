//! The rules, chapter by chapter of RULES.md.

mod abilities;
pub mod board;
mod bound;
pub(super) mod distances;
mod guardians;
mod hazards;
pub(super) mod links;
pub(super) mod map;
mod moves;
pub(super) mod play;
mod reveal;
mod sanctuary;
mod volcano;
