//! Plays a legal action, each with equal probability.

use super::{Agent, Choice, Opinion, View};
use crate::core::{Playable, Rng};

/// Plays uniformly at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random {
    /// The draw of the last analysis: all shares are equal, so they do not say which action to play.
    drawn: Option<usize>,
}

impl<R: Playable> Agent<R> for Random {
    fn choose(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Choice {
        let legal = view.legal();
        Choice { action: legal.nth(rng.below(legal.len())), value: f32::NAN }
    }

    fn analyse(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Vec<Opinion> {
        self.drawn = Some(self.choose(view, rng).action);
        let share = 1.0 / view.legal().len() as f32;
        view.legal().iter().map(|action| Opinion { action, visits: 0, value: f32::NAN, share }).collect()
    }

    fn drawn(&self, view: &View<'_, R>) -> Option<usize> {
        self.drawn.filter(|&action| view.legal().has(action))
    }
}
