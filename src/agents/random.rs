//! Any legal action, all equally likely.

use super::{Agent, Choice, Opinion, View};
use crate::core::{Playable, Rng};

/// Plays uniformly at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<R: Playable> Agent<R> for Random {
    fn choose(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Choice {
        let legal = view.legal();
        Choice { action: legal.nth(rng.below(legal.len())), value: f32::NAN }
    }

    fn analyse(&mut self, view: &View<'_, R>, _: &mut Rng) -> Vec<Opinion> {
        let share = 1.0 / view.legal().len() as f32;
        view.legal().iter().map(|action| Opinion { action, visits: 0, value: f32::NAN, share }).collect()
    }
}
