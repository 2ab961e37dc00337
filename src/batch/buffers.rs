//! The arrays a batch writes to: allocated once by the caller, contiguous, one row per lane.

use super::Lane;
use crate::core::rows::cut;
use crate::core::{Observations, Playable, Shape};

/// All arrays of a batch, or the part of them that belongs to some lanes.
#[derive(Debug, Default)]
pub struct Buffers<'a> {
    /// The lengths of a row in each array.
    pub shape: Shape,
    /// The observation of the seat to act.
    pub observations: Observations<'a>,
    /// Its legal actions.
    pub masks: &'a mut [bool],
    /// The seat to act next; -1 if there is none.
    pub seats: &'a mut [i32],
    /// The learner's seat in the episode shown, which is the next one where a lane has been reset; -1 where every seat learns.
    pub learners: &'a mut [i32],
    /// Each seat's reward for the last step.
    pub rewards: &'a mut [f32],
    /// Whether the last step ended the episode.
    pub dones: &'a mut [bool],
    /// The scores of the episode that just ended.
    pub final_scores: &'a mut [f32],
    /// Its outcome for each seat, whatever the reward scheme.
    pub outcomes: &'a mut [f32],
    /// The final view of the episode that just ended, if asked for.
    pub final_observations: Observations<'a>,
}

/// The row of one lane.
pub struct Row<'a> {
    pub observation: Observations<'a>,
    pub mask: &'a mut [bool],
    pub seat: &'a mut i32,
    pub learner: &'a mut i32,
    pub rewards: &'a mut [f32],
    pub done: &'a mut bool,
    pub final_scores: &'a mut [f32],
    pub outcomes: &'a mut [f32],
    pub final_observation: Observations<'a>,
}

impl Row<'_> {
    /// No reward, not done.
    pub fn nothing_happened(&mut self) {
        self.rewards.fill(0.0);
        *self.done = false;
    }
}

#[inline(always)]
#[expect(clippy::mut_mut, reason = "what is cut off leaves the slice")]
fn cut_one<'a, T>(slice: &mut &'a mut [T]) -> &'a mut T {
    slice.split_off_first_mut().expect("the arrays have a row for every lane")
}

impl<'a> Buffers<'a> {
    /// Splits off the part that belongs to the first lanes.
    #[must_use]
    pub fn cut(&mut self, lanes: usize) -> Buffers<'a> {
        let shape = self.shape;
        Buffers {
            shape,
            observations: self.observations.cut(lanes, shape),
            masks: cut(&mut self.masks, lanes * shape.actions),
            seats: cut(&mut self.seats, lanes),
            learners: cut(&mut self.learners, lanes),
            rewards: cut(&mut self.rewards, lanes * shape.seats),
            dones: cut(&mut self.dones, lanes),
            final_scores: cut(&mut self.final_scores, lanes * shape.seats),
            outcomes: cut(&mut self.outcomes, lanes * shape.seats),
            final_observations: self.final_observations.cut(lanes, shape),
        }
    }

    /// Splits off the row of the first lane.
    #[inline(always)]
    fn cut_row(&mut self) -> Row<'a> {
        let shape = self.shape;
        Row {
            observation: self.observations.cut(1, shape),
            mask: cut(&mut self.masks, shape.actions),
            seat: cut_one(&mut self.seats),
            learner: cut_one(&mut self.learners),
            rewards: cut(&mut self.rewards, shape.seats),
            done: cut_one(&mut self.dones),
            final_scores: cut(&mut self.final_scores, shape.seats),
            outcomes: cut(&mut self.outcomes, shape.seats),
            final_observation: self.final_observations.cut(1, shape),
        }
    }

    /// Calls `each` for every lane with its index and row.
    pub fn for_each_lane<R: Playable>(
        mut self,
        lanes: &mut [Lane<R>],
        first: usize,
        each: &impl Fn(usize, &mut Lane<R>, &mut Row<'_>),
    ) {
        for (i, lane) in lanes.iter_mut().enumerate() {
            each(first + i, lane, &mut self.cut_row());
        }
    }
}
