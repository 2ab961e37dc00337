//! Agents: random, greedy, flat Monte Carlo, information-set tree search, and the runner that lets them meet.
//!
//! An agent is settings and scratch memory; the stream of chance it draws from is passed in by whoever drives it, so that
//! a choice depends on the position and that stream alone. It is shown a [`View`], which has no way to the state itself:
//! what the seat cannot know is dealt afresh in every copy an agent gets, and chance to come is never shown.

pub mod erased;
pub mod greedy;
pub mod mc;
pub mod mcts;
pub mod random;
pub mod rollout;
pub mod runner;
pub mod spec;
pub mod tree;
pub mod walk;
pub mod waves;

use crate::core::{Action, ActionSet, Game, Rng, Rules, Seat, Turn};

pub use greedy::Greedy;
pub use mc::MonteCarlo;
pub use mcts::Mcts;
pub use random::Random;
pub use spec::{Spec, SpecError};

/// A position as the seat to act may use it: the legal actions, and copies in which everything else is dealt afresh.
#[derive(Debug)]
pub struct View<'a, G: Game> {
    rules: &'a Rules<G>,
    state: &'a G::State,
    seat: Seat,
    legal: ActionSet,
}

impl<'a, G: Game> View<'a, G> {
    /// The view of the seat to act; none when the episode is over.
    pub fn new(rules: &'a Rules<G>, state: &'a G::State) -> Option<Self> {
        let Turn::Seat(seat) = rules.game.turn(state) else { return None };
        let mut legal = ActionSet::EMPTY;
        rules.game.legal(state, &mut legal);
        Some(Self { rules, state, seat, legal })
    }

    /// The game.
    #[inline]
    pub fn game(&self) -> &'a G {
        &self.rules.game
    }

    /// The seat to act.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The legal actions.
    #[inline]
    pub fn legal(&self) -> &ActionSet {
        &self.legal
    }

    /// The legal actions that are worth a look.
    pub fn promising(&self) -> ActionSet {
        let mut set = self.legal;
        self.rules.game.narrow(self.state, &mut set);
        set
    }

    /// The only legal action, if there is just one.
    pub fn forced(&self) -> Option<usize> {
        (self.legal.len() == 1).then(|| self.legal.nth(0))
    }

    /// A copy of the position in which all that the seat cannot know is dealt afresh.
    #[inline]
    pub fn deal(&self, rng: &mut Rng) -> G::State {
        let mut state = self.state.clone();
        self.rules.game.redeal(&mut state, self.seat, rng);
        state
    }
}

/// What an agent chose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The action id.
    pub action: usize,
    /// What the agent expects for its seat, about [-1, 1]; NaN where it did not look.
    pub value: f32,
}

/// What an agent thinks of one legal action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// The action id.
    pub action: usize,
    /// How often it was tried.
    pub visits: u32,
    /// What it is worth for the seat to act; NaN where it was never tried.
    pub value: f32,
}

/// A player of one game.
pub trait Agent<G: Game>: Send {
    /// Chooses one of the view's legal actions.
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Choice;

    /// What it thinks of every legal action, in ascending order of ids.
    fn analyse(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Vec<Opinion>;

    /// A new episode begins, or the position no longer follows from the last one: forget what was kept.
    fn start(&mut self) {}

    /// The agent's own seat played this action and nobody else has acted since.
    fn played(&mut self, _action: usize) {}
}

/// The action of an id that a legal set holds.
#[inline]
pub(crate) fn action<G: Game>(id: usize) -> G::Action {
    G::Action::from_id(id).expect("a legal id is below the count")
}

/// The best opinion: most visits, then value, then the lower id. `None` for an empty list.
#[must_use]
pub fn most_visited(opinions: &[Opinion]) -> Option<Opinion> {
    opinions.iter().copied().reduce(|best, next| {
        let better = next.visits > best.visits || (next.visits == best.visits && next.value > best.value);
        if better { next } else { best }
    })
}

/// The opinion with the highest value; the lower id where they tie. `None` for an empty list.
#[must_use]
pub fn most_valued(opinions: &[Opinion]) -> Option<Opinion> {
    opinions.iter().copied().reduce(|best, next| if next.value > best.value || best.value.is_nan() { next } else { best })
}
