//! Kathmandu, chapter by chapter.

mod content;
mod digs;
mod glance;
mod hidden;
mod isolation;
mod lists;
mod narrow;
mod place;
mod play;
mod remove;
mod score;
mod setup;
mod specials;
mod table;
mod take;
mod turns;
mod words;
