//! The episodes of a lane: seating, starting positions, and forced moves played without asking.

use std::sync::Arc;

use super::Seating;
use crate::agents::stop::Stop;
use crate::core::rng::{Purpose, Rng};
use crate::core::{Game, Playable, Position};

/// Positions that some episodes start from.
#[derive(Clone, Debug)]
pub struct Starts<R: Playable> {
    /// The positions; none of them is over.
    pub states: Arc<[R::State]>,
    /// The share of episodes that start from one of them, from 0 to 1.
    pub share: f32,
}

impl<R: Playable> Default for Starts<R> {
    fn default() -> Self {
        Self { states: Arc::new([]), share: 0.0 }
    }
}

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

impl<R: Playable> Series<R> {
    /// The first position of the episode with this seed.
    pub fn beginning(&self, game: &Game<R>, seed: u64) -> Position<R> {
        if !self.starts.states.is_empty() {
            let mut draw = Rng::of(Purpose::Start, seed);
            if draw.unit() < self.starts.share {
                let state = &self.starts.states[draw.below(self.starts.states.len() as u32) as usize];
                return Position::new(game, state.clone(), Rng::of(Purpose::Position, seed));
            }
        }
        Position::start(game, seed)
    }
}
