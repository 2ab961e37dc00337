//! The arrays a batch writes to: allocated once by the caller, contiguous, one row per lane.

use super::Lane;
use crate::core::Game;

/// The sizes of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Floats per observation.
    pub observation: usize,
    /// Actions.
    pub actions: usize,
    /// Seats.
    pub seats: usize,
}

/// All arrays of a batch, or the part of them that belongs to some lanes.
#[derive(Debug, Default)]
pub struct Buffers<'a> {
    /// The sizes of a row.
    pub shape: Shape,
    /// What the seat to act may know.
    pub observations: &'a mut [f32],
    /// What it may do.
    pub masks: &'a mut [bool],
    /// Who acts next; -1 where nobody does.
    pub seats: &'a mut [i32],
    /// The learner's seat; -1 where every seat is a learner's.
    pub learners: &'a mut [i32],
    /// What the last step gave each seat.
    pub rewards: &'a mut [f32],
    /// Whether the last step ended the episode.
    pub dones: &'a mut [bool],
    /// The scores of the episode that just ended.
    pub final_scores: &'a mut [f32],
    /// The last view of the episode that just ended, if wanted.
    pub final_observations: Option<&'a mut [f32]>,
}

/// The row of one lane.
pub struct Row<'a> {
    pub observation: &'a mut [f32],
    pub mask: &'a mut [bool],
    pub seat: &'a mut i32,
    pub learner: &'a mut i32,
    pub rewards: &'a mut [f32],
    pub done: &'a mut bool,
    pub final_scores: &'a mut [f32],
    pub final_observation: Option<&'a mut [f32]>,
}

impl Row<'_> {
    /// No reward, not done.
    pub fn nothing_happened(&mut self) {
        self.rewards.fill(0.0);
        *self.done = false;
    }
}

impl<'a> Buffers<'a> {
    /// The parts of the first lanes and of the rest.
    pub fn split_at(self, lanes: usize) -> (Buffers<'a>, Buffers<'a>) {
        let shape = self.shape;
        let (observations, more_observations) = self.observations.split_at_mut(lanes * shape.observation);
        let (masks, more_masks) = self.masks.split_at_mut(lanes * shape.actions);
        let (seats, more_seats) = self.seats.split_at_mut(lanes);
        let (learners, more_learners) = self.learners.split_at_mut(lanes);
        let (rewards, more_rewards) = self.rewards.split_at_mut(lanes * shape.seats);
        let (dones, more_dones) = self.dones.split_at_mut(lanes);
        let (final_scores, more_scores) = self.final_scores.split_at_mut(lanes * shape.seats);
        let (final_observations, more_views) = match self.final_observations {
            Some(views) => {
                let (left, right) = views.split_at_mut(lanes * shape.observation);
                (Some(left), Some(right))
            }
            None => (None, None),
        };
        let left = Buffers { shape, observations, masks, seats, learners, rewards, dones, final_scores, final_observations };
        let right = Buffers {
            shape,
            observations: more_observations,
            masks: more_masks,
            seats: more_seats,
            learners: more_learners,
            rewards: more_rewards,
            dones: more_dones,
            final_scores: more_scores,
            final_observations: more_views,
        };
        (left, right)
    }

    /// Calls `each` for every lane with its index and row.
    pub fn rows<G: Game>(self, lanes: &mut [Lane<G>], first: usize, each: &impl Fn(usize, &mut Lane<G>, &mut Row<'_>)) {
        let shape = self.shape;
        let mut views = self.final_observations.map(|v| v.chunks_exact_mut(shape.observation));
        let rows = lanes
            .iter_mut()
            .zip(self.observations.chunks_exact_mut(shape.observation))
            .zip(self.masks.chunks_exact_mut(shape.actions))
            .zip(self.seats.iter_mut().zip(self.learners))
            .zip(self.rewards.chunks_exact_mut(shape.seats))
            .zip(self.dones)
            .zip(self.final_scores.chunks_exact_mut(shape.seats));
        for (i, ((((((lane, observation), mask), (seat, learner)), rewards), done), final_scores)) in rows.enumerate() {
            let final_observation = views.as_mut().and_then(Iterator::next);
            let mut row = Row { observation, mask, seat, learner, rewards, done, final_scores, final_observation };
            each(first + i, lane, &mut row);
        }
    }
}
