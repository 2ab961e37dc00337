//! Modern board games of exploration as fast, exact environments.
//!
//! ```
//! use std::sync::Arc;
//!
//! use expedition::{Episode, Game, Turn, games::agartha::Agartha};
//!
//! let game = Arc::new(Game::<Agartha>::shipped());
//! let mut episode = Episode::new(game, 7);
//! while episode.turn() != Turn::Over {
//!     let action = episode.legal().nth(0);
//!     episode.play(action)?;
//! }
//! println!("{:?}", episode.scores());
//! let record = episode.record().to_text(); // replays exactly, or says why not
//! assert!(record.lines().count() > episode.history().len());
//! # Ok::<(), expedition::Illegal>(())
//! ```
//!
//! A [`Game`] is made of its [`Rules`], options and content; it is immutable and shared. A state is flat data, and one step is one
//! atomic choice with a flat id. Where to go on:
//!
//! - [`games`] lists the games, and [`core::rules`] the traits that make one.
//! - [`open`] and [`any`] serve programs that know a game only by its name.
//! - [`Batch`] plays many episodes at once, for learning.
//! - [`agents`] holds the built-in players, searches and networks.
//! - [`laws`] states what every game must keep, and checks it.
//!
//! The Python package is a skin over these modules.

#[forbid(unsafe_code)]
pub mod agents;
#[forbid(unsafe_code)]
pub mod any;
#[forbid(unsafe_code)]
pub mod batch;
#[forbid(unsafe_code)]
pub mod core;
#[forbid(unsafe_code)]
pub mod games;
#[forbid(unsafe_code)]
pub mod laws;

#[cfg(feature = "python")]
mod python;

pub use agents::{Agent, Choice, Network, Opinion, Spec, Stop, View};
pub use any::{AnyEpisode, AnyGame, open, replay};
pub use batch::{Arrays, Autoreset, Batch, Format, Seating, Series};
pub use core::{
    Action, ActionSet, Advise, Apply, Audience, Axis, Broken, Check, Content, Describe, Episode, Event, Feature, Game, Illegal,
    Legal, Observe, OptionSpec, Options, Playable, Problems, Prune, Record, Rng, Rules, Score, Scores, Seat, SeatSet, Setup,
    Silent, Sink, Supply, Turn, Witness,
};
