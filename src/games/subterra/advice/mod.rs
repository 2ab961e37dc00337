//! Hints for the built-in agents.

mod evaluate;
mod prune;

use super::{State, Subterra};
use crate::core::{ActionSet, Advise, SearchDefaults, Seat};

impl Advise for Subterra {
    const SEARCH: SearchDefaults = SearchDefaults {
        // A tile or a die decides more here than most choices: with less luck the noise hides what an action is worth.
        redeals: 6,
        chance_samples: 6,
        // About one round: four turns, their hazard rolls and the Guardians.
        cutoff: 16,
        // A round of dice: believed too early, a lucky simulation draws all others after it.
        exploration: 1.5,
        ..SearchDefaults::USUAL
    };

    type Notes = ();

    fn evaluate_on(&self, state: &State, _: Seat, (): &mut ()) -> f32 {
        self.evaluation(state)
    }

    fn prune_on(&self, state: &State, legal: &mut ActionSet, (): &mut ()) {
        self.prune_choices(state, legal);
    }
}
