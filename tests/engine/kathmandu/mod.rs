//! Kathmandu, chapter by chapter.

mod content;
mod digs;
mod glance;
mod hidden;
mod invariants;
mod isolation;
mod lists;
mod place;
mod play;
mod prune;
mod remove;
mod score;
mod setup;
mod specials;
mod table;
mod take;
mod turns;
mod words;
