//! Information-set Monte Carlo tree search.
//!
//! Each simulation redeals what the seat cannot know, walks down one tree keyed by actions, adds a leaf, plays it
//! on for a while and records the value of every seat on the path. No seat's choices in the tree depend on what that seat
//! would not have seen: see [`Paths`]. What the game's evaluation says of the position after an action and the small choices
//! that belong to it (see [`glance`]) orders the actions of a fresh leaf, so that wide nodes begin with the promising ones.
//!
//! With a network its probabilities order the actions and its values take the place of playing on.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::judge::{Judgement, Ledger};
use super::network::{Evaluator, Workspace};
use super::rollout::{Policy, Rollout, glance, worth};
use super::tree::halving::{Halving, improved};
use super::tree::paths::Paths;
use super::tree::{Prior, ROOT, Selection, Tree};
use super::{Agent, Choice, Greedy, Opinion, View, action, greedy, most_visited};
use crate::core::{ActionSet, Game, Playable, Rng, Scores, Seat, Silent, Turn};

/// The budget of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many simulations. The same stream gives the same choice.
    Simulations(u32),
    /// So much time. The choice depends on the machine.
    Time(Duration),
}

/// Settings of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The budget.
    pub budget: Budget,
    /// The selection rule.
    pub selection: Selection,
    /// The rollout from a leaf.
    pub rollout: Rollout,
    /// Whether the actions of a leaf are ordered by a glance at their consequences.
    pub guided: bool,
    /// Whether the tree is kept between the seat's own consecutive decisions.
    pub reuse: bool,
    /// Fraction of noise in the priors at the root; 0 for none. For self-play training.
    pub noise: f32,
    /// If above 0, a network's root samples this many actions and halves them step by step (see [`Halving`]), and the shares are those of
    /// the improved policy. For games to learn from with few simulations.
    pub gumbel: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            budget: Budget::Simulations(400),
            selection: Selection { exploration: 0.6, width: 6 },
            rollout: Rollout { policy: Policy::Greedy, cutoff: 0 },
            guided: true,
            reuse: true,
            noise: 0.0,
            gumbel: 0,
        }
    }
}

/// Share of an action's prior that is uniform.
const EVEN: f32 = 0.2;

/// Searches a tree of action paths.
#[derive(Debug)]
pub struct Mcts<R: Playable> {
    settings: Settings,
    network: Option<Arc<Evaluator<R>>>,
    work: Workspace,
    tree: Tree,
    paths: Paths,
    halving: Halving,
    priors: Vec<Prior>,
    /// Decisions applied in trees and rollouts, and simulations, for benches.
    decisions: u64,
    simulations: u64,
    /// Kept while the agent judges.
    ledger: Option<Ledger>,
}

impl<R: Playable> Mcts<R> {
    /// A searching agent.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            network: None,
            work: Workspace::default(),
            tree: Tree::default(),
            paths: Paths::default(),
            halving: Halving::default(),
            priors: Vec::new(),
            decisions: 0,
            simulations: 0,
            ledger: None,
        }
    }

    /// A searching agent guided by a network. It prunes nothing and plays no leaf on: the network judges both.
    pub fn with_network(settings: Settings, network: Arc<Evaluator<R>>) -> Self {
        Self { network: Some(network), ..Self::new(Settings { guided: false, ..settings }) }
    }

    /// Decisions its simulations have played so far.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Simulations run so far.
    pub fn simulations(&self) -> u64 {
        self.simulations
    }

    /// Searches. An early end is allowed where no other action could catch up.
    fn search(&mut self, view: &View<'_, R>, rng: &mut Rng, early: bool) {
        let sampled = self.settings.gumbel > 0 && self.network.is_some();
        if !self.settings.reuse || sampled || !self.tree.is_grown() {
            self.tree.clear();
        }
        self.halving.clear();
        if self.settings.guided && view.forced().is_none() {
            self.guide_root(view, rng);
        }
        let started = Instant::now();
        let mut done = 0;
        let mut noise = self.settings.noise;
        // There must be something to choose from even after a stop.
        while done < 2 || !view.stopped() {
            match self.settings.budget {
                Budget::Simulations(most) => {
                    if done >= most || (early && !sampled && done % 16 == 0 && self.decided(most - done)) {
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
            self.simulate(view, rng, done);
            self.simulations += 1;
            done += 1;
            if sampled && done == 1 && self.tree.is_grown() {
                self.halving.begin(&self.tree, view.legal(), self.settings.gumbel, rng);
            }
            if noise > 0.0 && self.tree.is_grown() {
                self.tree.stir(ROOT, noise, rng);
                noise = 0.0;
            }
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
    fn guide_root(&mut self, view: &View<'_, R>, rng: &mut Rng) {
        let opinions = Greedy::<R>::new(greedy::Settings::default()).analyse(view, rng);
        self.priors.clear();
        self.priors.extend(opinions.iter().map(|o| Prior { action: o.action as u16, weight: 1.0, guess: o.value }));
        weigh(&mut self.priors);
        self.tree.prefer(ROOT, &self.priors);
    }

    /// Runs one simulation after `done` others.
    fn simulate(&mut self, view: &View<'_, R>, rng: &mut Rng, done: u32) {
        let rules = view.rules();
        let mut state = view.deal(rng);
        let mut legal = ActionSet::EMPTY;
        self.paths.begin(&self.tree, view.seat());
        let values: Scores = loop {
            let Turn::Seat(mover) = rules.turn(&state) else {
                break if self.network.is_some() { rules.outcome(&state) } else { worth(rules, &state) };
            };
            let at = self.paths.at(mover);
            legal.clear();
            rules.legal(&state, &mut legal);
            if self.settings.guided {
                rules.prune(&state, &mut legal);
            }
            let fresh = !self.tree.is_expanded(at);
            let missing = self.tree.missing(at, &legal);
            let forced = legal.len() == 1;
            if !missing.is_empty() {
                if let Some(values) = self.consult(view.game(), &state, at, mover, &legal, &missing) {
                    if fresh {
                        break values;
                    }
                } else {
                    self.expand(rules, &state, at, mover, &missing, forced, rng);
                }
            }
            if fresh && !forced {
                let (values, decisions) = self.settings.rollout.run_counted(rules, &mut state, rng);
                self.decisions += u64::from(decisions);
                break values;
            }
            let child = match self.settings.budget {
                Budget::Simulations(most) if at == ROOT && self.halving.is_begun() => {
                    self.halving.next(&self.tree, mover, most - 1, done)
                }
                _ => self.tree.select(at, mover, &legal, self.settings.selection),
            };
            self.paths.follow(&mut self.tree, rules, &state, mover, child);
            rules.apply(&mut state, action::<R>(self.tree.node(child).action as usize), rng, &mut Silent);
            self.decisions += 1;
        };
        self.tree.backup(self.paths.path(), &values, rules.seats());
        if let Some(ledger) = &mut self.ledger {
            let over = rules.turn(&state) == Turn::Over;
            let first = self.paths.path().get(1).map(|&child| self.tree.node(child).action as usize);
            ledger.book(first, &if over { rules.outcome(&state) } else { values }, over);
        }
    }

    /// Asks the network, if there is one and a choice to make: children for the legal actions that the node has not seen, and
    /// the values of the seats.
    fn consult(
        &mut self,
        game: &Game<R>,
        state: &R::State,
        at: u32,
        mover: Seat,
        legal: &ActionSet,
        missing: &ActionSet,
    ) -> Option<Scores> {
        let network = self.network.as_ref().filter(|_| legal.len() > 1)?;
        let values = network.probabilities(game, state, mover, legal, &mut self.work);
        self.priors.clear();
        let count = legal.len() as f32;
        for (id, share) in legal.iter().zip(&self.work.policy).filter(|(id, _)| missing.has(*id)) {
            // An average of one keeps other deals comparable; no action is ever ruled out.
            self.priors.push(Prior { action: id as u16, weight: (share * count).max(1e-6), guess: f32::NAN });
        }
        self.tree.grow(at, &mut self.priors);
        Some(values)
    }

    /// Gives a node children for legal actions it has not seen.
    #[allow(clippy::too_many_arguments, reason = "one call, on the hot path")]
    fn expand(&mut self, rules: &R, state: &R::State, at: u32, mover: Seat, missing: &ActionSet, forced: bool, rng: &mut Rng) {
        self.priors.clear();
        let guided = self.settings.guided && !forced;
        // The same luck for all of them, so that actions are compared by what they do.
        let luck = if guided { rng.bits() } else { 0 };
        for id in missing.iter() {
            let guess = if guided {
                let (mut next, mut chance) = (state.clone(), Rng::seeded(luck));
                rules.apply(&mut next, action::<R>(id), &mut chance, &mut Silent);
                self.decisions += 1;
                glance(rules, &next, mover, &mut chance)
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

    fn opinions(&self, view: &View<'_, R>) -> Vec<Opinion> {
        let mut opinions = self.visited(view);
        if self.halving.is_begun() {
            let shares = improved(&self.tree, view.seat(), view.legal());
            opinions.iter_mut().zip(shares).for_each(|(opinion, share)| opinion.share = share);
        }
        opinions
    }

    fn visited(&self, view: &View<'_, R>) -> Vec<Opinion> {
        let total: u32 = self.tree.children(ROOT).map(|child| child.visits).sum();
        view.legal()
            .iter()
            .map(|action| match self.tree.child(ROOT, action) {
                Some(at) => {
                    let node = self.tree.node(at);
                    let share = node.visits as f32 / total.max(1) as f32;
                    Opinion { action, visits: node.visits, value: node.mean(view.seat()), share }
                }
                None => Opinion { action, visits: 0, value: f32::NAN, share: 0.0 },
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

impl<R: Playable> Agent<R> for Mcts<R> {
    fn choose(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Choice {
        if let Some(action) = view.forced() {
            return Choice { action, value: f32::NAN };
        }
        self.search(view, rng, true);
        let opinions = self.visited(view);
        let drawn = self.halving.chosen(&self.tree, view.seat()).and_then(|id| opinions.iter().find(|o| o.action == id).copied());
        let best = drawn.or_else(|| most_visited(&opinions)).expect("a running game has a legal action");
        Choice { action: best.action, value: best.value }
    }

    fn drawn(&self, view: &View<'_, R>) -> Option<usize> {
        self.halving.chosen(&self.tree, view.seat())
    }

    fn analyse(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Vec<Opinion> {
        self.search(view, rng, false);
        self.opinions(view)
    }

    fn judge(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Option<Vec<Judgement>> {
        let Budget::Simulations(simulations) = self.settings.budget else { return None };
        // From an empty tree: what follows the root on a path is then its child.
        self.tree.clear();
        self.ledger = Some(Ledger::new(simulations, view.legal().iter()));
        self.search(view, rng, false);
        self.ledger.take().map(Ledger::into_lines)
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
