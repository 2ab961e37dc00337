//! The seating: learners, whose choices come from outside, and built-in opponents.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::agents::{Agent, Prepared, Spec, Stop, View};
use crate::core::{Game, MAX_SEATS, Playable, Position, Rng, Seat};

/// A built-in opponent. It may use only what its seat may know of the state.
pub trait Opponent<R: Playable>: Send + Sync + Debug {
    /// Chooses a legal action, of which there must be at least one; once stopped, any legal action will do.
    fn choose(&self, game: &Game<R>, position: &Position<R>, rng: &mut Rng, stop: &Stop) -> usize;

    /// Whether a choice may take long enough to be worth interrupting.
    fn may_take_long(&self) -> bool {
        false
    }
}

/// Chooses uniformly.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<R: Playable> Opponent<R> for Random {
    #[inline]
    fn choose(&self, _: &Game<R>, position: &Position<R>, rng: &mut Rng, _: &Stop) -> usize {
        let legal = position.legal();
        legal.nth(rng.below(legal.len()))
    }
}

/// The seat that learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learner {
    /// Every seat without an opponent is a learner's.
    Everywhere,
    /// One fixed seat.
    At(Seat),
    /// A different seat each episode.
    Rotate,
}

/// Learner and opponents of a batch.
#[derive(Debug)]
pub struct Seating<R: Playable> {
    /// The learner's seat.
    pub learner: Learner,
    /// By seat; if the learner rotates, counted from the learner (1 is the next seat).
    pub opponents: [Option<Arc<dyn Opponent<R>>>; MAX_SEATS],
}

impl<R: Playable> Clone for Seating<R> {
    fn clone(&self) -> Self {
        Self { learner: self.learner, opponents: self.opponents.clone() }
    }
}

impl<R: Playable> Default for Seating<R> {
    /// No opponents: every choice comes from outside.
    fn default() -> Self {
        Self { learner: Learner::Everywhere, opponents: [const { None }; MAX_SEATS] }
    }
}

impl<R: Playable> Seating<R> {
    /// The learner's seat in an episode. Consecutive episodes rotate through all seats.
    #[inline]
    pub fn learner_of(&self, root: u64, episode: u64, seats: usize) -> Option<Seat> {
        match self.learner {
            Learner::Everywhere => None,
            Learner::At(seat) => Some(seat),
            Learner::Rotate => Some(Seat((root.wrapping_add(episode) % seats as u64) as u8)),
        }
    }

    /// Whether a step may take long enough to be worth interrupting.
    pub fn may_take_long(&self) -> bool {
        self.opponents.iter().flatten().any(|opponent| opponent.may_take_long())
    }

    /// The opponent at a seat, unless a learner sits there.
    #[inline]
    pub fn opponent(&self, seat: Seat, learner: Option<Seat>, seats: usize) -> Option<&dyn Opponent<R>> {
        let index = match (self.learner, learner) {
            (Learner::Rotate, Some(learner)) => (seat.at() + seats - learner.at()) % seats,
            (Learner::Everywhere | Learner::At(_) | Learner::Rotate, _) => seat.at(),
        };
        self.opponents[index].as_deref()
    }
}

/// A built-in agent that answers for any number of lanes. Agents hold scratch memory, so each call borrows one.
struct Seated<R: Playable> {
    agent: Prepared<R>,
    idle: Mutex<Vec<Box<dyn Agent<R>>>>,
}

impl<R: Playable> Debug for Seated<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Seated({})", self.agent)
    }
}

impl<R: Playable> Seated<R> {
    fn idle(&self) -> MutexGuard<'_, Vec<Box<dyn Agent<R>>>> {
        // A panic elsewhere cannot leave scratch memory in a state that `start` does not clear.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<R: Playable> Opponent<R> for Seated<R> {
    fn choose(&self, game: &Game<R>, position: &Position<R>, rng: &mut Rng, stop: &Stop) -> usize {
        let idle = self.idle().pop();
        let mut agent = idle.unwrap_or_else(|| self.agent.build());
        // Lanes share the agents: nothing is carried over between lanes, so that a choice depends on the lane's stream alone.
        agent.start();
        let view = View::of(game, position).expect("opponents are asked while the episode runs").until(stop);
        let action = agent.choose(&view, rng).action;
        self.idle().push(agent);
        action
    }

    /// Always: an agent may think for a long time, and thousands of lanes may each ask a fast one several times in a step.
    fn may_take_long(&self) -> bool {
        true
    }
}

/// The built-in opponent of this name: any agent of [`Spec`].
pub fn opponent<R: Playable>(spec: &str, game: &Game<R>) -> Result<Arc<dyn Opponent<R>>, String> {
    if spec == "random" {
        return Ok(Arc::new(Random));
    }
    let spec: Spec = spec.parse().map_err(|e: crate::agents::SpecError| e.to_string())?;
    let agent = spec.prepare(game).map_err(|e| e.to_string())?;
    Ok(Arc::new(Seated { agent, idle: Mutex::new(Vec::new()) }))
}
