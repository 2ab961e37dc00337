//! Information-set Monte Carlo tree search.
//!
//! Each simulation deals what the seat cannot know afresh, walks down one tree keyed by actions, adds a leaf, plays it
//! on for a while and books the value of every seat on the path. No seat's choices in the tree depend on what that seat
//! would not have seen: see [`Walk`]. What the game's evaluation says of the position after an action and the small choices
//! that belong to it (see [`glance`]) orders the actions of a fresh leaf, so that wide nodes begin with the promising ones.

use std::time::{Duration, Instant};

use super::rollout::{Policy, Rollout, glance, worth};
use super::tree::{Prior, ROOT, Selection, Tree};
use super::walk::Walk;
use super::{Agent, Choice, Greedy, Opinion, View, action, greedy, most_visited};
use crate::core::{ActionSet, Game, Rng, Scores, Seat, Turn};

/// How long to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many simulations. The same stream gives the same choice.
    Simulations(u32),
    /// So much time. The choice depends on the machine.
    Time(Duration),
}

/// How the search works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How long.
    pub budget: Budget,
    /// How paths are chosen.
    pub selection: Selection,
    /// How a leaf is played on.
    pub rollout: Rollout,
    /// Whether a glance at what comes of them orders the actions of a leaf.
    pub guided: bool,
    /// Whether the tree is kept between the seat's own consecutive decisions.
    pub reuse: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            budget: Budget::Simulations(400),
            selection: Selection { exploration: 0.6, width: 6 },
            rollout: Rollout { policy: Policy::Greedy, cutoff: 0 },
            guided: true,
            reuse: true,
        }
    }
}

/// How much of the promise of an action is the same for all.
const EVEN: f32 = 0.2;

/// Searches a tree of action paths.
#[derive(Debug)]
pub struct Mcts {
    settings: Settings,
    tree: Tree,
    walk: Walk,
    priors: Vec<Prior>,
    /// Decisions applied in trees and rollouts, for benches.
    decisions: u64,
}

impl Mcts {
    /// A searching agent.
    pub fn new(settings: Settings) -> Self {
        Self { settings, tree: Tree::default(), walk: Walk::default(), priors: Vec::new(), decisions: 0 }
    }

    /// How many decisions its simulations have played so far.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Searches. An early end is allowed where no other action could catch up.
    fn search<G: Game>(&mut self, view: &View<'_, G>, rng: &mut Rng, early: bool) {
        if !self.settings.reuse || !self.tree.is_grown() {
            self.tree.clear();
        }
        if self.settings.guided && view.forced().is_none() {
            self.guide_root(view, rng);
        }
        let started = Instant::now();
        let mut done = 0;
        loop {
            match self.settings.budget {
                Budget::Simulations(most) => {
                    if done >= most || (early && done % 16 == 0 && self.decided(most - done)) {
                        break;
                    }
                }
                // At least one simulation beyond the expansion of the root, whatever the clock says.
                Budget::Time(limit) => {
                    if done > 1 && done % 8 == 0 && started.elapsed() >= limit {
                        break;
                    }
                }
            }
            self.simulate(view, rng);
            done += 1;
        }
    }

    /// Whether the most visited action stays so, whatever the remaining simulations do.
    fn decided(&self, left: u32) -> bool {
        let (mut best, mut second) = (0, 0);
        for child in self.tree.children(ROOT) {
            if child.visits > best {
                (best, second) = (child.visits, best);
            } else {
                second = second.max(child.visits);
            }
        }
        best > second + left
    }

    /// Orders the actions of the root by what the greedy agent thinks of them: it sees to the end of the own turn, so the
    /// search begins with good ways through it and looks for better ones.
    fn guide_root<G: Game>(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        let opinions = Greedy::<G>::new(greedy::Settings::default()).analyse(view, rng);
        self.priors.clear();
        self.priors.extend(opinions.iter().map(|o| Prior { action: o.action as u16, weight: 1.0, guess: o.value }));
        weigh(&mut self.priors);
        self.tree.prefer(ROOT, &self.priors);
    }

    fn simulate<G: Game>(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        let game = view.game();
        let mut state = view.deal(rng);
        let mut legal = ActionSet::EMPTY;
        self.walk.begin(&self.tree, view.seat());
        let values: Scores = loop {
            let Turn::Seat(mover) = game.turn(&state) else { break worth(game, &state) };
            let at = self.walk.at(mover);
            legal.clear();
            game.legal(&state, &mut legal);
            if self.settings.guided {
                game.narrow(&state, &mut legal);
            }
            let fresh = !self.tree.is_expanded(at);
            let missing = self.tree.missing(at, &legal);
            let forced = legal.len() == 1;
            if !missing.is_empty() {
                self.expand(game, &state, at, mover, &missing, forced, rng);
            }
            if fresh && !forced {
                let (values, decisions) = self.settings.rollout.run_counted(game, &mut state, rng);
                self.decisions += u64::from(decisions);
                break values;
            }
            let child = self.tree.select(at, mover, &legal, self.settings.selection);
            self.walk.follow(&mut self.tree, game, &state, mover, child);
            game.apply(&mut state, action::<G>(self.tree.node(child).action as usize), rng);
            self.decisions += 1;
        };
        self.tree.backup(self.walk.path(), &values, game.seats());
    }

    /// Gives a node children for legal actions it has not seen.
    #[allow(clippy::too_many_arguments, reason = "one call, on the hot path")]
    fn expand<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        at: u32,
        mover: Seat,
        missing: &ActionSet,
        forced: bool,
        rng: &mut Rng,
    ) {
        self.priors.clear();
        let guided = self.settings.guided && !forced;
        // One luck for all of them: actions are told apart by what they do.
        let luck = if guided { rng.bits() } else { 0 };
        for id in missing.iter() {
            let guess = if guided {
                let (mut next, mut chance) = (state.clone(), Rng::seeded(luck));
                game.apply(&mut next, action::<G>(id), &mut chance);
                self.decisions += 1;
                glance(game, &next, mover, &mut chance)
            } else {
                f32::NAN
            };
            self.priors.push(Prior { action: id as u16, weight: 1.0, guess });
        }
        if guided {
            weigh(&mut self.priors);
        }
        self.tree.grow(at, &mut self.priors);
    }

    fn opinions<G: Game>(&self, view: &View<'_, G>) -> Vec<Opinion> {
        view.legal()
            .iter()
            .map(|action| match self.tree.child(ROOT, action) {
                Some(at) => {
                    let node = self.tree.node(at);
                    Opinion { action, visits: node.visits, value: node.mean(view.seat()) }
                }
                None => Opinion { action, visits: 0, value: f32::NAN },
            })
            .collect()
    }
}

/// Turns guesses into weights: each deviation from the mean multiplies, a part is the same for all.
fn weigh(priors: &mut [Prior]) {
    let count = priors.len() as f32;
    let mean = priors.iter().map(|p| p.guess).sum::<f32>() / count;
    let spread = (priors.iter().map(|p| (p.guess - mean).powi(2)).sum::<f32>() / count).sqrt();
    if spread < 1e-6 {
        return;
    }
    let mut sum = 0.0;
    for prior in priors.iter_mut() {
        prior.weight = ((prior.guess - mean) / spread).clamp(-4.0, 4.0).exp();
        sum += prior.weight;
    }
    for prior in priors {
        prior.weight = (1.0 - EVEN) * count * prior.weight / sum + EVEN;
    }
}

impl<G: Game> Agent<G> for Mcts {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Choice {
        if let Some(action) = view.forced() {
            return Choice { action, value: f32::NAN };
        }
        self.search(view, rng, true);
        let best = most_visited(&self.opinions(view)).expect("a running game has a legal action");
        Choice { action: best.action, value: best.value }
    }

    fn analyse(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Vec<Opinion> {
        self.search(view, rng, false);
        self.opinions(view)
    }

    fn start(&mut self) {
        self.tree.clear();
    }

    fn played(&mut self, action: usize) {
        if self.settings.reuse {
            self.tree.advance(action);
        }
    }
}
