//! Agartha, chapter by chapter.

mod actions;
mod auction;
mod bidding;
mod cases;
mod content;
mod glance;
mod knowledge;
mod rounds;
mod scenario;
mod scoring;
mod setup;
mod words;
