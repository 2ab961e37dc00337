//! Hints for the built-in agents: each player's distance from each dig, the value of a position, choices to prune.

pub(super) mod claims;
pub(super) mod evaluate;
pub(super) mod fences;
mod prune;

use self::claims::Survey;
use super::Kathmandu;
use super::state::State;
use crate::core::{ActionSet, Advise, SearchDefaults, Seat};

impl Advise for Kathmandu {
    // Took 65 % of the points of 40 tuning games against the network's values alone; why was not studied.
    const SEARCH: SearchDefaults = SearchDefaults { blend: 0.5, ..SearchDefaults::USUAL };

    /// The claims follow from the digs and the tokens, which most choices leave alone.
    type Notes = Survey;

    fn evaluate_on(&self, state: &State, seat: Seat, survey: &mut Survey) -> f32 {
        self.evaluation(state, seat, survey)
    }

    fn prune_on(&self, state: &State, legal: &mut ActionSet, survey: &mut Survey) {
        self.prune_choices(state, legal, survey);
    }
}
