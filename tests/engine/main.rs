//! The engine's tests: every law over every game, and each game's rules chapter by chapter.
#![allow(missing_docs, reason = "tests")]

mod advice;
mod agartha;
mod agents;
mod arnak;
mod batch;
mod broken;
mod closed;
mod conformance;
mod fuzz;
mod glance;
mod golden;
mod hostile;
mod house;
mod kathmandu;
mod questions;
mod records;
mod rule_numbers;
mod secrets;
mod soak;
mod sparse;
mod subterra;
mod support;
mod toy;
mod words;
