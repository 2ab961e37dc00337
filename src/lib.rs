//! Modern board games of exploration as fast, exact environments.
//!
//! ```
//! use std::sync::Arc;
//!
//! use expedition::{Episode, Game, games::agartha::Agartha};
//!
//! let game = Arc::new(Game::<Agartha>::shipped());
//! let mut episode = Episode::new(game, 7);
//! loop {
//!     let Some(action) = episode.legal().iter().next() else { break };
//!     episode.play(action).expect("it is legal");
//! }
//! println!("{:?}", episode.scores());
//! let record = episode.record().to_text(); // replays exactly, or says why not
//! assert!(record.lines().count() > episode.history().len());
//! ```
//!
//! [`Rules`] are immutable and shared; a state is flat data; one step is one atomic choice with a flat id. [`games`] holds the
//! games, [`batch`] plays many episodes at once, [`agents`] holds the built-in players and networks, [`laws`] states what every
//! game must keep, [`any`] holds games whose type is known only by name, and the Python module is a skin over all of them.

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

pub use agents::{Agent, Network, Spec, View};
pub use batch::{Arrays, Autoreset, Batch, Format, Seating, Series};
pub use core::{
    Action, ActionSet, Advise, Apply, Check, Describe, Episode, Event, Game, Illegal, Legal, Observe, Playable, Prune, Record, Rng,
    Rules, Score, Seat, Setup, Silent, Turn, Witness,
};
