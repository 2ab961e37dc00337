//! A batch whose game is known only by name, and the settings users make it with.

use super::AnyEpisode;
use crate::agents::Spec;
use crate::batch::{Autoreset, Batch, Buffers, Lane, Learner, Refused, Seating, opponent};
use crate::core::{Game, MAX_SEATS, Playable, Seat, Shape};

/// The seating of learner and opponents of a batch, in the user's notation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeatingSpec {
    /// Seat and name of each opponent.
    pub opponents: Vec<(usize, String)>,
    /// The learner's seat; `None` if every seat without an opponent learns.
    pub learner: Option<usize>,
    /// Whether the learner changes seats from episode to episode; the opponents' seats then count from the learner's.
    pub rotate: bool,
}

/// The settings of a batch besides its game.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchSpec {
    /// Number of lanes.
    pub lanes: usize,
    /// The seed of all lanes.
    pub seed: u64,
    /// Number of threads.
    pub threads: usize,
    /// When an ended lane begins again.
    pub autoreset: Autoreset,
    /// The seating.
    pub seating: SeatingSpec,
    /// Whether decisions with one legal action are played without asking.
    pub autoplay_forced: bool,
    /// The share of episodes that begin at one of the start positions.
    pub start_share: f32,
}

/// A batch of any game.
pub trait AnyBatch: Send + Sync {
    /// The sizes of a row.
    fn shape(&self) -> Shape;
    /// Number of lanes.
    fn lanes(&self) -> usize;
    /// Bytes of memory per lane, buffers not counted.
    fn lane_bytes(&self) -> usize;
    /// Restarts lanes.
    fn reset(&mut self, roots: Option<&[u64]>, chosen: Option<&[bool]>, buffers: Buffers<'_>) -> Result<(), String>;
    /// Plays one action per lane.
    fn step(&mut self, actions: &[i64], buffers: Buffers<'_>) -> Result<(), Refused>;
    /// A random legal action per lane.
    fn sample(&mut self) -> Result<&[u16], String>;
    /// Plays random decisions on every lane and returns how many episodes ended.
    fn rollout(&mut self, steps: usize, buffers: Buffers<'_>) -> Result<u64, String>;
    /// Writes every lane's row without a step.
    fn publish(&mut self, buffers: Buffers<'_>) -> Result<(), String>;
    /// Whether a call may take long enough to be worth interrupting.
    fn may_take_long(&self) -> bool;
    /// An agent's choice in every lane.
    fn advise(&mut self, agent: &Spec, seed: u64, actions: &mut [i64], shares: &mut [f32]) -> Result<(), String>;
    /// A copy of one lane.
    fn episode(&self, lane: usize) -> Box<dyn AnyEpisode>;
    /// Every lane with its streams.
    fn to_bytes(&self) -> Vec<u8>;
    /// Goes back to where `to_bytes` was called.
    fn restore(&mut self, bytes: &[u8], buffers: Buffers<'_>) -> Result<(), String>;
    /// The seed of each lane's episode.
    fn seeds(&self) -> Vec<u64>;
}

pub(super) fn seat<R: Playable>(spec: &SeatingSpec, game: &Game<R>) -> Result<Seating<R>, String> {
    let seats = game.seats();
    let learner = match (spec.rotate, spec.learner) {
        (true, _) => Learner::Rotate,
        (false, Some(at)) if at < seats => Learner::At(Seat(at as u8)),
        (false, Some(at)) => return Err(format!("learner={at}: the seats are 0 to {}", seats - 1)),
        (false, None) => Learner::Everywhere,
    };
    let mut opponents = [const { None }; MAX_SEATS];
    for (at, name) in &spec.opponents {
        if *at >= seats {
            return Err(format!("opponents: there is no seat {at}; the seats are 0 to {}", seats - 1));
        }
        if learner == Learner::At(Seat(*at as u8)) || (learner == Learner::Rotate && *at == 0) {
            return Err(format!("opponents: seat {at} is the learner's"));
        }
        opponents[*at] = Some(opponent::<R>(name, game)?);
    }
    if (0..seats).all(|at| opponents[at].is_some()) {
        return Err("opponents: no seat is left for the learner".to_string());
    }
    if learner != Learner::Everywhere
        && let Some(empty) = (0..seats).find(|&at| {
            let learners = if learner == Learner::Rotate { 0 } else { spec.learner.unwrap_or(0) };
            at != learners && opponents[at].is_none()
        })
    {
        return Err(format!("opponents: with one learner every other seat needs an opponent, and seat {empty} has none"));
    }
    Ok(Seating { learner, opponents })
}

impl<R: Playable> AnyBatch for Batch<R> {
    fn shape(&self) -> Shape {
        Batch::shape(self)
    }
    fn lanes(&self) -> usize {
        self.len()
    }
    fn lane_bytes(&self) -> usize {
        size_of::<Lane<R>>()
    }
    fn reset(&mut self, roots: Option<&[u64]>, chosen: Option<&[bool]>, buffers: Buffers<'_>) -> Result<(), String> {
        Batch::reset(self, roots, chosen, buffers)
    }
    fn step(&mut self, actions: &[i64], buffers: Buffers<'_>) -> Result<(), Refused> {
        Batch::step(self, actions, buffers)
    }
    fn sample(&mut self) -> Result<&[u16], String> {
        Batch::sample(self)
    }
    fn rollout(&mut self, steps: usize, buffers: Buffers<'_>) -> Result<u64, String> {
        Batch::rollout(self, steps, buffers)
    }
    fn publish(&mut self, buffers: Buffers<'_>) -> Result<(), String> {
        Batch::publish(self, buffers)
    }
    fn may_take_long(&self) -> bool {
        Batch::may_take_long(self)
    }
    fn advise(&mut self, agent: &Spec, seed: u64, actions: &mut [i64], shares: &mut [f32]) -> Result<(), String> {
        let agent = agent.prepare(Batch::game(self)).map_err(|problem| problem.to_string())?;
        Batch::advise(self, &agent, seed, actions, shares)
    }
    fn episode(&self, lane: usize) -> Box<dyn AnyEpisode> {
        Box::new(Batch::episode(self, lane))
    }
    fn to_bytes(&self) -> Vec<u8> {
        Batch::to_bytes(self)
    }
    fn restore(&mut self, bytes: &[u8], buffers: Buffers<'_>) -> Result<(), String> {
        Batch::restore(self, bytes, buffers)
    }
    fn seeds(&self) -> Vec<u64> {
        Batch::lanes(self).iter().map(Lane::seed).collect()
    }
}
