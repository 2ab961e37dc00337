//! A search's judgement of every choice for every seat, kept apart by source: finished games and evaluations.
//!
//! To choose, a seat needs only its own expectation. Reviewing a game takes more: the values of all seats, on the scale of
//! the outcome, and how much they still change as the search goes on.

use super::View;
use super::rollout::{Policy, Rollout};
use crate::core::{Playable, Rng, Scores};

/// Where a simulation's values come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The game reached its end.
    Outcome,
    /// It was cut short and evaluated.
    Evaluation,
}

/// The totals of some simulations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Number of simulations.
    pub visits: u32,
    /// Number that reached the end of the game.
    pub ended: u32,
    /// The sum of their outcomes.
    pub outcome: Scores,
    /// The sum of the evaluations of the others.
    pub guess: Scores,
}

impl Tally {
    fn book(&mut self, values: &Scores, basis: Basis) {
        self.visits += 1;
        let sums = match basis {
            Basis::Outcome => {
                self.ended += 1;
                &mut self.outcome
            }
            Basis::Evaluation => &mut self.guess,
        };
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += value;
        }
    }
}

/// A search's judgement of one legal action, split into the first half of its simulations and the second, which has a
/// grown tree to go by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Judgement {
    /// The action id.
    pub action: usize,
    /// The two halves.
    pub halves: [Tally; 2],
}

/// Records simulations by their first action.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    half: u32,
    booked: u32,
    lines: Vec<Judgement>,
}

impl Ledger {
    /// A ledger for a number of simulations over these actions.
    pub fn new(simulations: u32, actions: impl Iterator<Item = usize>) -> Self {
        let lines = actions.map(|action| Judgement { action, halves: [Tally::default(); 2] }).collect();
        Self { half: simulations / 2, booked: 0, lines }
    }

    /// Records a simulation; the first of them may end at the root, without an action.
    pub fn book(&mut self, action: Option<usize>, values: &Scores, basis: Basis) {
        let half = usize::from(self.booked >= self.half);
        self.booked += 1;
        if let Some(line) = self.lines.iter_mut().find(|line| Some(line.action) == action) {
            line.halves[half].book(values, basis);
        }
    }

    /// The tallies, in the order of the actions.
    pub fn into_lines(self) -> Vec<Judgement> {
        self.lines
    }
}

/// The end of a game that was played out: outcome and points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedOut {
    /// The outcome of each seat.
    pub outcome: Scores,
    /// The points of each seat.
    pub scores: Scores,
}

/// Plays `count` copies of a position to the end, or fewer if stopped. In each, everything the seat to act cannot know is redealt.
pub fn play_out<R: Playable>(view: &View<'_, R>, count: u32, rng: &mut Rng) -> Vec<PlayedOut> {
    let rollout = Rollout { policy: Policy::Greedy, cutoff: u32::MAX };
    let rules = view.rules();
    let (mut out, mut notes) = (Vec::with_capacity(count as usize), R::Notes::default());
    for _ in 0..count {
        if view.stopped() {
            break;
        }
        let mut state = view.deal(rng);
        rollout.run(rules, &mut state, rng, &mut notes);
        out.push(PlayedOut { outcome: rules.outcome(&state), scores: rules.scores(&state) });
    }
    out
}
