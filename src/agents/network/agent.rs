//! Plays by a network's policy, without search.

use std::sync::Arc;

use super::{Evaluator, Workspace, softmax, softmax_at};
use crate::agents::{Agent, Choice, Opinion, View};
use crate::core::{Action as _, ActionSet, Playable, Rng, Silent, Turn};

/// Redeals averaged over when the value of an action is asked for.
const REDEALS: u32 = 4;

/// Plays the most probable action, or one drawn from the probabilities.
#[derive(Debug)]
pub struct Networked<R: Playable> {
    evaluator: Arc<Evaluator<R>>,
    temperature: f32,
    work: Workspace<R>,
    /// The draw of the last analysis, if it draws.
    drawn: Option<usize>,
}

impl<R: Playable> Networked<R> {
    /// An agent that plays the most probable action at temperature 0 and draws from the probabilities at 1; below 1 they are
    /// sharpened, above 1 flattened.
    pub fn new(evaluator: Arc<Evaluator<R>>, temperature: f32) -> Self {
        Self { evaluator, temperature, work: Workspace::default(), drawn: None }
    }

    /// The value the network predicts for the view's seat in a successor position.
    fn expected(&mut self, view: &View<'_, R>, state: &R::State) -> f32 {
        let values = match view.rules().turn(state) {
            Turn::Seat(mover) => self.evaluator.logits(view.game(), state, mover, &ActionSet::EMPTY, &mut self.work),
            Turn::Over => self.evaluator.ended(view.game(), state),
        };
        values[view.seat().at()]
    }
}

/// The index of the greatest number, the first in case of a tie.
fn greatest(numbers: &[f32]) -> usize {
    let best = numbers.iter().enumerate().reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map_or(0, |(i, _)| i)
}

/// Draws an index with these probabilities.
pub fn drawn(shares: &[f32], rng: &mut Rng) -> usize {
    let mut left = rng.unit() * shares.iter().sum::<f32>();
    for (i, &share) in shares.iter().enumerate() {
        if left < share {
            return i;
        }
        left -= share;
    }
    greatest(shares)
}

/// The index an agent at this temperature plays, given its probabilities: the greatest at 0, otherwise one that is drawn.
pub fn pick(shares: &[f32], temperature: f32, rng: &mut Rng) -> usize {
    if temperature > 0.0 { drawn(shares, rng) } else { greatest(shares) }
}

/// Changes a network's probabilities to those at a temperature; at 0 they stay, as nothing is drawn.
pub fn temper(shares: &mut [f32], temperature: f32) {
    if temperature > 0.0 && temperature != 1.0 {
        for share in shares.iter_mut() {
            *share = libm::logf(*share) / temperature;
        }
        softmax(shares);
    }
}

impl<R: Playable> Agent<R> for Networked<R> {
    fn choose(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Choice {
        if let Some(action) = view.forced() {
            return Choice { action, value: f32::NAN };
        }
        let values = view.logits(&self.evaluator, &mut self.work);
        let policy = &mut self.work.policy;
        let at = if self.temperature > 0.0 {
            softmax_at(policy, self.temperature);
            drawn(policy, rng)
        } else {
            greatest(policy)
        };
        Choice { action: view.legal().nth(at as u32), value: values[view.seat().at()] }
    }

    fn analyse(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Vec<Opinion> {
        view.logits(&self.evaluator, &mut self.work);
        softmax(&mut self.work.policy);
        temper(&mut self.work.policy, self.temperature);
        self.drawn = (self.temperature > 0.0).then(|| view.legal().nth(drawn(&self.work.policy, rng) as u32));
        let shares = view.legal().iter().zip(&self.work.policy);
        let mut opinions: Vec<Opinion> =
            shares.map(|(action, &share)| Opinion { action, visits: REDEALS, value: 0.0, share }).collect();
        for _ in 0..REDEALS {
            // One deal and one stream of luck for all actions, so that they are compared on equal terms.
            let (start, luck) = (view.deal(rng), rng.bits());
            for opinion in &mut opinions {
                let mut state = start.clone();
                view.rules().apply(&mut state, R::Action::at(opinion.action), &mut Rng::seeded(luck), &mut Silent);
                opinion.value += self.expected(view, &state) / REDEALS as f32;
            }
        }
        opinions
    }

    fn drawn(&self, view: &View<'_, R>) -> Option<usize> {
        self.drawn.filter(|&action| view.legal().has(action))
    }
}
