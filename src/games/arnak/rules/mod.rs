//! The chapters of the rules: travel, where pieces can go, cards on the move, effects, rounds, the rival.

mod decks;
pub mod effects;
mod rival;
mod round;
mod targets;
pub mod travel;
