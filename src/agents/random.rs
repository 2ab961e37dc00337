//! Any legal action, all equally likely.

use super::{Agent, Choice, Opinion, View};
use crate::core::{Game, Rng};

/// Plays uniformly at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Agent<G> for Random {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Choice {
        let legal = view.legal();
        Choice { action: legal.nth(rng.below(legal.len())), value: f32::NAN }
    }

    fn analyse(&mut self, view: &View<'_, G>, _: &mut Rng) -> Vec<Opinion> {
        view.legal().iter().map(|action| Opinion { action, visits: 0, value: f32::NAN }).collect()
    }
}
