//! Flat Monte Carlo: every legal action is tried in fresh deals and played out; the best mean wins.

use super::rollout::{Policy, Rollout};
use super::{Agent, Choice, Opinion, View, most_valued};
use crate::core::{Action as _, Playable, Rng, Silent};

/// Tries every action equally often.
#[derive(Clone, Copy, Debug)]
pub struct MonteCarlo {
    simulations: u32,
    rollout: Rollout,
}

impl MonteCarlo {
    /// A flat Monte Carlo agent with a number of playouts for each choice.
    pub fn new(simulations: u32, rollout: Rollout) -> Self {
        Self { simulations, rollout }
    }
}

impl Default for MonteCarlo {
    fn default() -> Self {
        Self::new(200, Rollout { policy: Policy::Random, cutoff: u32::MAX })
    }
}

impl<R: Playable> Agent<R> for MonteCarlo {
    fn choose(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Choice {
        if let Some(action) = view.forced() {
            return Choice { action, value: f32::NAN };
        }
        let best = most_valued(&self.analyse(view, rng)).expect("a running game has a legal action");
        Choice { action: best.action, value: best.value }
    }

    fn analyse(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Vec<Opinion> {
        let (rules, seat) = (view.rules(), view.seat());
        let plain = |action| Opinion { action, visits: 0, value: 0.0, share: f32::NAN };
        let mut opinions: Vec<Opinion> = view.legal().iter().map(plain).collect();
        let mut notes = R::Notes::default();
        let rounds = self.simulations.div_ceil(opinions.len() as u32);
        for _ in 0..rounds {
            // One deal and the same luck for all actions, so that they are compared on equal terms.
            let start = view.deal(rng);
            let luck = rng.bits();
            for opinion in &mut opinions {
                // A round over all the actions of a long game takes a while.
                if view.stopped() {
                    return opinions;
                }
                let (mut state, mut chance) = (start.clone(), Rng::seeded(luck));
                rules.apply(&mut state, R::Action::at(opinion.action), &mut chance, &mut Silent);
                opinion.value += self.rollout.run(rules, &mut state, &mut chance, &mut notes)[seat.at()];
                opinion.visits += 1;
            }
        }
        for opinion in &mut opinions {
            opinion.value /= rounds as f32;
        }
        opinions
    }
}
