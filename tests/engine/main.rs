//! The engine's tests: every law over every game, and each game's rules chapter by chapter.
#![allow(missing_docs, reason = "tests")]

mod agartha;
mod agents;
mod arnak;
mod batch;
mod conformance;
mod fuzz;
mod golden;
mod hostile;
mod kathmandu;
mod laws;
mod rule_numbers;
mod soak;
mod subterra;
mod support;
mod toy;
