//! Who sits where: learners, whose choices come from outside, and built-in opponents.

use std::fmt::Debug;
use std::sync::Arc;

use crate::core::{ActionSet, Game, MAX_SEATS, Rng, Rules, Seat};

/// A built-in opponent. It may use only what `seat` may know of the state.
pub trait Policy<G: Game>: Send + Sync + Debug {
    /// Chooses one of the legal actions, which are at least one.
    fn choose(&self, rules: &Rules<G>, state: &G::State, legal: &ActionSet, seat: Seat, rng: &mut Rng) -> usize;
}

/// Chooses uniformly.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<G: Game> Policy<G> for Random {
    #[inline]
    fn choose(&self, _: &Rules<G>, _: &G::State, legal: &ActionSet, _: Seat, rng: &mut Rng) -> usize {
        legal.nth(rng.below(legal.len()))
    }
}

/// Where the learner sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learner {
    /// Every seat without an opponent is a learner's.
    Everywhere,
    /// At one seat.
    At(Seat),
    /// At another seat each episode.
    Rotate,
}

/// Learner and opponents of a batch.
#[derive(Debug)]
pub struct Seating<G: Game> {
    /// Where the learner sits.
    pub learner: Learner,
    /// By seat; when the learner rotates, counted from the learner (1 is the next seat).
    pub opponents: [Option<Arc<dyn Policy<G>>>; MAX_SEATS],
}

impl<G: Game> Clone for Seating<G> {
    fn clone(&self) -> Self {
        Self { learner: self.learner, opponents: self.opponents.clone() }
    }
}

impl<G: Game> Default for Seating<G> {
    /// Every choice comes from outside.
    fn default() -> Self {
        Self { learner: Learner::Everywhere, opponents: [const { None }; MAX_SEATS] }
    }
}

impl<G: Game> Seating<G> {
    /// The learner's seat in an episode. Consecutive episodes rotate through all seats.
    #[inline]
    pub fn learner_of(&self, root: u64, episode: u64, seats: usize) -> Option<Seat> {
        match self.learner {
            Learner::Everywhere => None,
            Learner::At(seat) => Some(seat),
            Learner::Rotate => Some(Seat((root.wrapping_add(episode) % seats as u64) as u8)),
        }
    }

    /// The opponent at a seat, if it is not a learner's.
    #[inline]
    pub fn opponent(&self, seat: Seat, learner: Option<Seat>, seats: usize) -> Option<&dyn Policy<G>> {
        let index = match (self.learner, learner) {
            (Learner::Rotate, Some(learner)) => (seat.at() + seats - learner.at()) % seats,
            (Learner::Everywhere | Learner::At(_) | Learner::Rotate, _) => seat.at(),
        };
        self.opponents[index].as_deref()
    }
}

/// The built-in opponent with a name.
pub fn opponent<G: Game>(spec: &str) -> Result<Arc<dyn Policy<G>>, String> {
    match spec {
        "random" => Ok(Arc::new(Random)),
        other => Err(format!("there is no built-in agent {other:?}: the agents are \"random\"")),
    }
}
