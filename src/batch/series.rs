//! The episodes of a lane: seating, starting positions, and forced moves played without asking.

use std::sync::Arc;

use super::Seating;
use crate::agents::stop::Stop;
use crate::core::{Playable, Starts};

/// The settings that all lanes of a batch share.
#[derive(Debug)]
pub struct Series<R: Playable> {
    /// The seating.
    pub seating: Seating<R>,
    /// Whether decisions with one legal action are played without asking.
    pub autoplay_forced: bool,
    /// Positions that some episodes start from.
    pub starts: Starts<R>,
    /// Checked by opponents that think for long.
    pub stop: Arc<Stop>,
}

impl<R: Playable> From<Seating<R>> for Series<R> {
    /// A series with this seating in which every decision is asked for and every episode begins at the setup.
    fn from(seating: Seating<R>) -> Self {
        Self { seating, autoplay_forced: false, starts: Starts::default(), stop: Arc::default() }
    }
}
