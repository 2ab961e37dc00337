//! The rules, chapter by chapter of RULES.md.

mod abilities;
mod guardians;
mod hazards;
mod moves;
mod reveal;
mod sanctuary;
mod volcano;
