//! Who sits where: learners, whose choices come from outside, and built-in opponents.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::agents::{Agent, Spec, View};
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

/// A built-in agent that answers for any number of lanes. Agents hold scratch memory, so each call borrows one.
struct Seated<G: Game> {
    spec: Spec,
    idle: Mutex<Vec<Box<dyn Agent<G>>>>,
}

impl<G: Game> Debug for Seated<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Seated({})", self.spec)
    }
}

impl<G: Game> Seated<G> {
    fn idle(&self) -> MutexGuard<'_, Vec<Box<dyn Agent<G>>>> {
        // A panic elsewhere cannot leave scratch memory in a state that `start` does not clear.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Game> Policy<G> for Seated<G> {
    fn choose(&self, rules: &Rules<G>, state: &G::State, _: &ActionSet, _: Seat, rng: &mut Rng) -> usize {
        let idle = self.idle().pop();
        let mut agent = idle.unwrap_or_else(|| self.spec.build());
        // Lanes take turns with the agents: nothing is carried over, so that the lane's stream alone decides.
        agent.start();
        let view = View::new(rules, state).expect("opponents are asked while the episode runs");
        let action = agent.choose(&view, rng).action;
        self.idle().push(agent);
        action
    }
}

/// The built-in opponent with a name: any agent of [`Spec`].
pub fn opponent<G: Game>(spec: &str) -> Result<Arc<dyn Policy<G>>, String> {
    if spec == "random" {
        return Ok(Arc::new(Random));
    }
    let spec: Spec = spec.parse().map_err(|e: crate::agents::SpecError| e.to_string())?;
    Ok(Arc::new(Seated { spec, idle: Mutex::new(Vec::new()) }))
}
