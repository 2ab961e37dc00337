//! Hints for the built-in agents. The rules never depend on them.

use std::fmt::Debug;

use super::score::lead;
use super::{ActionSet, Score, Seat};

/// A game's default search settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchDefaults {
    /// Redeals the greedy agent averages over.
    pub redeals: u32,
    /// Chance samples the greedy agent takes where its turn ends by chance. Above one, draws within its turn are spread evenly as well.
    pub chance_samples: u32,
    /// Decisions played beyond a leaf before it is evaluated. Games in which chance strikes after a seat's own turn need some,
    /// because an evaluation can only guess the outcome of chance.
    pub cutoff: u32,
    /// How strongly an action's prior counts against its simulation results. Where luck moves a single simulation further than
    /// the choice does, a handful of simulations says little.
    pub exploration: f32,
    /// The weight of the game's own evaluation in a leaf's value when a network guides the search.
    pub blend: f32,
    /// The temperature of a network's probabilities as priors. A policy that was trained to act is surer of itself than a search
    /// should be, the more so the weaker it plays.
    pub soften: f32,
}

impl SearchDefaults {
    /// Defaults that suit most games.
    pub const USUAL: Self = Self { redeals: 2, chance_samples: 1, cutoff: 0, exploration: 0.6, blend: 0.0, soften: 1.0 };
}

/// The value of a position, for the built-in agents.
pub trait Advise: Score {
    /// The default search settings for this game.
    const SEARCH: SearchDefaults = SearchDefaults::USUAL;

    /// Notes that one evaluation leaves for the next, such as distances that seldom change; `()` where nothing is worth keeping.
    /// Agents evaluate thousands of similar positions. As with the memo of observations, the result must not depend on what the
    /// notes were used for before: they store what they were computed from, and compare.
    type Notes: Clone + Debug + Default + Send + Sync;

    /// A rough estimate of a seat's outcome, within [-1, 1], from what the seat may know.
    ///
    /// Defaults to the lead in points; games override it where points are hidden or come late.
    fn evaluate_on(&self, state: &Self::State, seat: Seat, _notes: &mut Self::Notes) -> f32 {
        (lead(&self.scores(state), seat, self.seats()) * self.score_scale()).clamp(-1.0, 1.0)
    }

    /// The same estimate, without notes.
    fn evaluate(&self, state: &Self::State, seat: Seat) -> f32 {
        self.evaluate_on(state, seat, &mut Self::Notes::default())
    }
}

/// The choices worth considering, for the built-in agents.
pub trait Prune: Advise {
    /// Prunes choices that are rarely worth considering. It never empties the set and depends only on what the seat to act
    /// may know. By default nothing is pruned.
    fn prune_on(&self, _state: &Self::State, _legal: &mut ActionSet, _notes: &mut Self::Notes) {}

    /// The same pruning, without notes.
    fn prune(&self, state: &Self::State, legal: &mut ActionSet) {
        self.prune_on(state, legal, &mut Self::Notes::default());
    }
}
