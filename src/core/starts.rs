//! Positions that episodes begin at, in place of the setup.

use std::sync::Arc;

use super::rng::{Purpose, Rng};
use super::{Game, Playable, Position};

/// Positions that some episodes start from.
#[derive(Clone, Debug)]
pub struct Starts<R: Playable> {
    /// The positions; none of them is over.
    pub states: Arc<[R::State]>,
    /// The share of episodes that start from one of them, from 0 to 1.
    pub share: f32,
}

impl<R: Playable> Default for Starts<R> {
    /// Every episode begins at the setup.
    fn default() -> Self {
        Self { states: Arc::new([]), share: 0.0 }
    }
}

impl<R: Playable> Starts<R> {
    /// The first position of the episode with this seed.
    pub fn beginning(&self, game: &Game<R>, seed: u64) -> Position<R> {
        if !self.states.is_empty() {
            let mut draw = Rng::of(Purpose::Start, seed);
            if draw.unit() < self.share {
                let state = &self.states[draw.below(self.states.len() as u32) as usize];
                return Position::new(game, state.clone(), Rng::of(Purpose::Position, seed));
            }
        }
        Position::start(game, seed)
    }
}
