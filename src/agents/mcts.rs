//! Information-set Monte Carlo tree search.
//!
//! Each simulation redeals what the seat cannot know, walks down one tree keyed by actions, adds a leaf, continues play from
//! there for a while and records the value for every seat along the path. No seat's choices in the tree depend on what that seat
//! would not have seen: see [`Paths`]. A fresh leaf's actions are ordered by the game's evaluation of the position after the
//! action and the small choices that belong to it (see [`glance`]), so that wide nodes begin with the promising ones.
//!
//! With a network, its probabilities order the actions and its values replace the rollout.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::judge::{Basis, Judgement, Ledger};
use super::network::{Evaluator, Workspace};
use super::rollout::{Policy, Rollout, glance, worth};
use super::tree::halving::{Halving, improved};
use super::tree::paths::Paths;
use super::tree::wave::Wave;
use super::tree::{Prior, ROOT, Selection, Tree};
use super::{Agent, Choice, Greedy, Opinion, View, greedy, most_visited};
use crate::core::{Action as _, ActionSet, Game, Playable, Rng, Scores, Seat, Silent, Turn};

/// The budget of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A number of simulations. The same stream gives the same choice.
    Simulations(u32),
    /// A time limit. The choice depends on the speed of the machine.
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
    /// Whether a leaf's actions are ordered by a glance at their consequences.
    pub guided: bool,
    /// Whether the tree is kept between the seat's own consecutive decisions.
    pub reuse: bool,
    /// Fraction of noise in the priors at the root; 0 for none. For self-play training.
    pub noise: f32,
    /// If above 0, a network's root samples this many actions and halves them step by step (see [`Halving`]), and the shares are
    /// those of the improved policy. For learning from games with few simulations.
    pub gumbel: u32,
    /// How a network is used.
    pub guide: Guide,
    /// Redeals shared by the simulations; 0 for a new one each time.
    pub redeals: u32,
}

/// How a search uses its network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guide {
    /// Simulations evaluated together.
    pub leaves: u32,
    /// The weight of the game's own evaluation in a leaf's value.
    pub blend: f32,
    /// The temperature of its probabilities as priors. A sampled root takes them as they are.
    pub soften: f32,
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
            guide: Guide { leaves: 1, blend: 0.0, soften: 1.0 },
            redeals: 0,
        }
    }
}

/// The uniform part of an action's prior.
const EVEN: f32 = 0.2;

/// An agent that searches a tree of action paths.
#[derive(Debug)]
pub struct Mcts<R: Playable> {
    settings: Settings,
    network: Option<Arc<Evaluator<R>>>,
    work: Workspace<R>,
    late: Workspace<R>,
    wave: Wave,
    deals: Vec<R::State>,
    tree: Tree,
    paths: Paths,
    halving: Halving,
    priors: Vec<Prior>,
    /// Orders the actions of the root.
    greedy: Greedy<R>,
    notes: R::Notes,
    /// Decisions applied in trees and rollouts, and simulations run; read by the benches.
    decisions: u64,
    simulations: u64,
    /// Present while the agent is judging.
    ledger: Option<Ledger>,
}

/// When to end the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Finish {
    /// As soon as no other action can catch up.
    OnceDecided,
    /// When the budget is spent.
    OnBudget,
}

impl<R: Playable> Mcts<R> {
    /// A searching agent.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            network: None,
            work: Workspace::default(),
            late: Workspace::default(),
            wave: Wave::default(),
            deals: Vec::new(),
            tree: Tree::default(),
            paths: Paths::default(),
            halving: Halving::default(),
            priors: Vec::new(),
            greedy: Greedy::new(greedy::Settings::default()),
            notes: R::Notes::default(),
            decisions: 0,
            simulations: 0,
            ledger: None,
        }
    }

    /// A search guided by a network. It neither prunes nor plays rollouts: the network replaces both.
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

    fn search(&mut self, view: &View<'_, R>, rng: &mut Rng, finish: Finish) {
        let sampled = self.settings.gumbel > 0 && self.network.is_some();
        if !self.settings.reuse || sampled || !self.tree.is_grown() {
            self.tree.clear();
        }
        self.halving.clear();
        let temperature = if sampled { 1.0 } else { self.settings.guide.soften };
        (self.work.temperature, self.late.temperature) = (temperature, temperature);
        if self.settings.guided && view.forced().is_none() {
            self.guide_root(view, rng);
        }
        let started = Instant::now();
        let (mut done, mut checked) = (0, 0);
        self.deals.clear();
        let mut noise = self.settings.noise;
        // There must be something to choose from even after a stop.
        while done < 2 || !view.stopped() {
            match self.settings.budget {
                Budget::Simulations(most) => {
                    let check = finish == Finish::OnceDecided && !sampled && done / 16 > checked;
                    if done >= most || (check && self.decided(most - done)) {
                        break;
                    }
                    checked = done / 16;
                }
                // At least one simulation beyond the expansion of the root, whatever the clock says.
                Budget::Time(limit) => {
                    if done > 1 && (done % 8 == 0 || self.settings.guide.leaves > 1) && started.elapsed() >= limit {
                        break;
                    }
                }
            }
            // The root comes first: until it is expanded there is nowhere else to go.
            let together = match self.settings.budget {
                _ if done == 0 => 1,
                Budget::Simulations(most) => self.settings.guide.leaves.min(most - done),
                Budget::Time(_) => self.settings.guide.leaves,
            };
            for _ in 0..together {
                self.simulate(view, rng, done);
                self.simulations += 1;
                done += 1;
            }
            self.absorb(view.game());
            if sampled && done == 1 && self.tree.is_grown() {
                self.halving.begin(&self.tree, view.legal(), self.settings.gumbel, rng);
            }
            if noise > 0.0 && self.tree.is_grown() {
                self.tree.stir(ROOT, noise, rng);
                noise = 0.0;
            }
        }
    }

    /// Whether the most visited action will remain so, whatever the remaining `left` simulations do.
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

    /// Orders the actions of the root by the greedy agent's opinion, which looks ahead to the end of the turn: the
    /// search starts from good lines through the turn and looks for better ones.
    fn guide_root(&mut self, view: &View<'_, R>, rng: &mut Rng) {
        let opinions = self.greedy.analyse(view, rng);
        self.priors.clear();
        self.priors.extend(opinions.iter().map(|o| Prior { action: o.action as u16, weight: 1.0, guess: o.value }));
        weigh(&mut self.priors);
        self.tree.prefer(ROOT, &self.priors);
    }

    /// A copy of the position with everything hidden redealt, for the simulation that follows `done` others.
    fn deal(&mut self, view: &View<'_, R>, rng: &mut Rng, done: u32) -> R::State {
        let shared = self.settings.redeals;
        if shared == 0 {
            return view.deal(rng);
        }
        let at = (done % shared) as usize;
        if at == self.deals.len() {
            self.deals.push(view.deal(rng));
        }
        self.deals[at].clone()
    }

    /// Runs one simulation after `done` others. With a network it may end in a leaf that waits for [`absorb`](Self::absorb).
    fn simulate(&mut self, view: &View<'_, R>, rng: &mut Rng, done: u32) {
        let rules = view.rules();
        let mut state = self.deal(view, rng, done);
        let mut legal = ActionSet::EMPTY;
        self.paths.begin(&self.tree, view.seat());
        let values: Scores = loop {
            let Turn::Seat(mover) = rules.turn(&state) else {
                break self.ended(view.game(), &state);
            };
            let at = self.paths.at(mover);
            legal.clear();
            rules.legal(&state, &mut legal);
            if self.settings.guided {
                rules.prune_on(&state, &mut legal, &mut self.notes);
            }
            let fresh = !self.tree.is_expanded(at);
            let missing = self.tree.missing(at, &legal);
            let forced = legal.len() == 1;
            if let Some(network) = self.network.as_ref().filter(|_| !forced && !missing.is_empty()) {
                if fresh {
                    network.ask(view.game(), &state, mover, &legal, &mut self.work);
                    let guess = (self.settings.guide.blend > 0.0).then(|| worth(rules, &state, &mut self.notes));
                    self.wave.push(&mut self.tree, self.paths.path(), at, &legal, guess);
                    return;
                }
                network.probabilities(view.game(), &state, mover, &legal, &mut self.late);
                promise(&mut self.priors, &legal, &self.late.policy, &missing);
                self.tree.grow(at, &mut self.priors);
            } else if !missing.is_empty() {
                self.expand(rules, &state, at, mover, &missing, forced, rng);
            }
            if fresh && !forced {
                let (values, decisions) = self.settings.rollout.run_counted(rules, &mut state, rng, &mut self.notes);
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
            rules.apply(&mut state, R::Action::at(self.tree.node(child).action as usize), rng, &mut Silent);
            self.decisions += 1;
        };
        self.tree.backup(self.paths.path(), &values, rules.seats());
        if let Some(ledger) = &mut self.ledger {
            let (values, basis) = match rules.turn(&state) {
                Turn::Over => (rules.outcome(&state), Basis::Outcome),
                Turn::Seat(_) => (values, Basis::Evaluation),
            };
            ledger.book(first_action(&self.tree, self.paths.path()), &values, basis);
        }
    }

    /// The values of the end of a game, on the scale of the leaves: a loss on another scale could look like a way out.
    fn ended(&mut self, game: &Game<R>, state: &R::State) -> Scores {
        let blend = self.settings.guide.blend;
        match &self.network {
            Some(network) if blend == 0.0 => network.ended(game, state),
            Some(network) => blended(network.ended(game, state), &worth(&game.rules, state, &mut self.notes), blend),
            None => worth(&game.rules, state, &mut self.notes),
        }
    }

    /// Has the network evaluate the waiting leaves together, and records its answers.
    fn absorb(&mut self, game: &Game<R>) {
        let Some(network) = self.network.as_ref().filter(|_| !self.wave.is_empty()) else { return };
        network.answer(game, &mut self.work);
        let blend = self.settings.guide.blend;
        for (number, (shares, values)) in self.work.answers().enumerate() {
            let (leaf, path) = self.wave.leaf(number);
            // Two of these leaves may be the same node.
            let missing = self.tree.missing(leaf.at, &leaf.legal);
            promise(&mut self.priors, &leaf.legal, shares, &missing);
            self.tree.grow(leaf.at, &mut self.priors);
            let values = leaf.guess.map_or(*values, |guess| blended(*values, &guess, blend));
            self.tree.arrive(path);
            self.tree.backup(path, &values, game.seats());
            if let Some(ledger) = &mut self.ledger {
                ledger.book(first_action(&self.tree, path), &values, Basis::Evaluation);
            }
        }
        self.work.clear();
        self.wave.clear();
    }

    /// Gives a node children for the legal actions it has not yet seen.
    #[allow(clippy::too_many_arguments, reason = "one call, on the hot path")]
    fn expand(&mut self, rules: &R, state: &R::State, at: u32, mover: Seat, missing: &ActionSet, forced: bool, rng: &mut Rng) {
        self.priors.clear();
        let guided = self.settings.guided && !forced;
        // All actions have the same luck, so that they are compared by what they do.
        let luck = if guided { rng.bits() } else { 0 };
        for id in missing.iter() {
            let guess = if guided {
                let (mut next, mut chance) = (state.clone(), Rng::seeded(luck));
                rules.apply(&mut next, R::Action::at(id), &mut chance, &mut Silent);
                self.decisions += 1;
                glance(rules, &next, mover, &mut chance, &mut self.notes)
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

/// The action that a path begins with; `None` if it ends at the root.
fn first_action(tree: &Tree, path: &[u32]) -> Option<usize> {
    path.get(1).map(|&child| tree.node(child).action as usize)
}

/// A network's values with the game's own evaluation mixed in.
fn blended(mut values: Scores, guess: &Scores, blend: f32) -> Scores {
    for (value, guess) in values.iter_mut().zip(guess) {
        *value += blend * (guess - *value);
    }
    values
}

/// The priors of the missing actions, from their shares among the legal ones. Scaled to a mean of one, so that actions added
/// in other deals are comparable; nothing is ever ruled out.
fn promise(priors: &mut Vec<Prior>, legal: &ActionSet, shares: &[f32], missing: &ActionSet) {
    priors.clear();
    let count = legal.len() as f32;
    for (id, share) in legal.iter().zip(shares).filter(|(id, _)| missing.has(*id)) {
        priors.push(Prior { action: id as u16, weight: (share * count).max(1e-6), guess: f32::NAN });
    }
}

/// Turns guesses into weights: exponential in the deviation from the mean, mixed with a uniform share.
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
        self.search(view, rng, Finish::OnceDecided);
        let opinions = self.visited(view);
        let drawn = self.halving.chosen(&self.tree, view.seat()).and_then(|id| opinions.iter().find(|o| o.action == id).copied());
        let best = drawn.or_else(|| most_visited(&opinions)).expect("a running game has a legal action");
        Choice { action: best.action, value: best.value }
    }

    fn drawn(&self, view: &View<'_, R>) -> Option<usize> {
        self.halving.chosen(&self.tree, view.seat())
    }

    fn analyse(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Vec<Opinion> {
        self.search(view, rng, Finish::OnBudget);
        self.opinions(view)
    }

    fn judge(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Option<Vec<Judgement>> {
        let Budget::Simulations(simulations) = self.settings.budget else { return None };
        // From an empty tree: the node that follows the root on a path is then its child.
        self.tree.clear();
        self.ledger = Some(Ledger::new(simulations, view.legal().iter()));
        self.search(view, rng, Finish::OnBudget);
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
