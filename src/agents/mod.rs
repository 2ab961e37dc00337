//! Agents: random, greedy, flat Monte Carlo, networks and information-set tree search, and matches between them.
//!
//! An agent is settings and scratch memory; the random stream it draws from is passed in by its driver, so that a choice
//! depends on the position and that stream alone. It is shown a [`View`], which gives no access to the state itself:
//! everything the seat cannot know is redealt in every copy an agent gets, and future chance is never shown.

pub mod batch_search;
pub mod greedy;
pub mod judge;
pub mod matches;
pub mod mcts;
pub mod monte_carlo;
pub mod network;
pub mod random;
pub mod rollout;
pub mod self_play;
pub mod spec;
pub mod speed;
pub mod stop;
pub mod tree;

use crate::core::{ActionSet, Game, Playable, Position, Rng, Scores, Seat, Turn};

pub use greedy::Greedy;
pub use judge::Judgement;
pub use mcts::Mcts;
pub use monte_carlo::MonteCarlo;
pub use network::{Evaluator, Network, Networked};
pub use random::Random;
pub use spec::{Prepared, Spec, SpecError};
pub use stop::Stop;

/// A position as the seat to act may use it: the legal actions, and copies in which everything hidden is redealt.
#[derive(Debug)]
pub struct View<'a, R: Playable> {
    game: &'a Game<R>,
    state: &'a R::State,
    seat: Seat,
    legal: ActionSet,
    stop: &'a Stop,
}

impl<'a, R: Playable> View<'a, R> {
    /// The view of the seat to act; none when the episode is over.
    pub fn new(game: &'a Game<R>, state: &'a R::State) -> Option<Self> {
        let Turn::Seat(seat) = game.rules.turn(state) else { return None };
        let mut legal = ActionSet::EMPTY;
        game.rules.legal(state, &mut legal);
        Some(Self { game, state, seat, legal, stop: Stop::NEVER })
    }

    /// The view of the seat to act, with the legal set the position has published; none when the episode is over.
    pub fn of(game: &'a Game<R>, position: &'a Position<R>) -> Option<Self> {
        let Turn::Seat(seat) = position.turn() else { return None };
        Some(Self { game, state: position.state(), seat, legal: *position.legal(), stop: Stop::NEVER })
    }

    /// The same view, for work that may be stopped.
    #[must_use]
    pub fn until(self, stop: &'a Stop) -> Self {
        Self { stop, ..self }
    }

    /// Whether the work was stopped, in which case its result is discarded.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// The game.
    #[inline]
    pub fn game(&self) -> &'a Game<R> {
        self.game
    }

    /// Its rules.
    #[inline]
    pub fn rules(&self) -> &'a R {
        &self.game.rules
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

    /// The legal actions left after pruning.
    pub fn pruned(&self) -> ActionSet {
        let mut set = self.legal;
        self.game.rules.prune(self.state, &mut set);
        set
    }

    /// The legal action, if there is only one.
    pub fn forced(&self) -> Option<usize> {
        (self.legal.len() == 1).then(|| self.legal.nth(0))
    }

    /// A copy of the position in which everything the seat cannot know is redealt.
    #[inline]
    pub fn deal(&self, rng: &mut Rng) -> R::State {
        let mut state = self.state.clone();
        self.game.rules.redeal(&mut state, self.seat, rng);
        state
    }
}

impl<R: Playable> View<'_, R> {
    /// A network's evaluation of the seat's observation: a logit for each legal action, left in the workspace, and
    /// the value of every seat.
    #[inline]
    pub fn logits(&self, evaluator: &Evaluator<R>, work: &mut network::Workspace<R>) -> Scores {
        evaluator.logits(self.game, self.state, self.seat, &self.legal, work)
    }

    /// Asks a network about the seat's observation; it answers many views together.
    #[inline]
    pub fn ask(&self, evaluator: &Evaluator<R>, work: &mut network::Workspace<R>) {
        evaluator.ask(self.game, self.state, self.seat, &self.legal, work);
    }
}

/// An agent's choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The action id.
    pub action: usize,
    /// The value the agent expects for its seat, roughly in [-1, 1]; NaN if it did not search.
    pub value: f32,
}

/// An agent's opinion of one legal action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// The action id.
    pub action: usize,
    /// Number of times it was tried.
    pub visits: u32,
    /// Its value for the seat to act; NaN if it was never tried.
    pub value: f32,
    /// Its share among the legal actions: a probability, or a fraction of a search's visits. NaN for agents that give only values.
    pub share: f32,
}

/// A player of one game.
pub trait Agent<R: Playable>: Send {
    /// Chooses one of the view's legal actions.
    fn choose(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Choice;

    /// The agent's opinion of every legal action, in ascending order of ids.
    fn analyse(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Vec<Opinion>;

    /// The action drawn in the last analysis of this view, for agents that draw at random before they analyse.
    fn drawn(&self, _view: &View<'_, R>) -> Option<usize> {
        None
    }

    /// Its judgement of every legal action for every seat, in ascending order of ids; `None` from an agent that does not search
    /// for a fixed number of simulations.
    fn judge(&mut self, _view: &View<'_, R>, _rng: &mut Rng) -> Option<Vec<Judgement>> {
        None
    }

    /// Discards any kept state, because a new episode begins or the position does not follow from the last one.
    fn start(&mut self) {}

    /// Notes that the agent's own seat has played this action and nobody else has acted since.
    fn played(&mut self, _action: usize) {}
}

/// The opinion with the greatest share, then the greatest value, then the lower id; by value alone if there are no shares. `None` for
/// an empty list.
#[must_use]
pub fn preferred(opinions: &[Opinion]) -> Option<Opinion> {
    if opinions.iter().any(|o| o.share.is_nan()) {
        return most_valued(opinions);
    }
    opinions.iter().copied().reduce(|best, next| {
        let better = next.share > best.share || (next.share == best.share && next.value > best.value);
        if better { next } else { best }
    })
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
