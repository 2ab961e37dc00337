//! Tree search over many positions at once, for evaluators that work best on large batches, such as neural networks.
//!
//! Each wave walks every lane's tree down to one leaf and writes the leaf's observation and mask; the evaluator answers
//! all of them at once with priors and values; the answers are recorded and the next wave begins.

use std::sync::Arc;

use rayon::prelude::*;

use super::network::layers::GROUP;
use super::network::{Evaluator, Workspace};
use super::tree::halving::Halving;
use super::tree::noise::stir;
use super::tree::paths::Paths;
use super::tree::{Prior, ROOT, Selection, Tree};
use crate::core::rng::Purpose;
use crate::core::{Action, ActionSet, Game, MAX_SEATS, Observations, Playable, Rng, Scores, Seat, Shape, Silent, Turn};

/// How the root selects actions to try.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Root {
    /// By prior and value, as at every node, with Dirichlet noise on the prior.
    Puct {
        /// The concentration of the noise.
        alpha: f32,
        /// Fraction of noise in the priors; 0 for none.
        noise: f32,
    },
    /// A sample of actions without replacement, halved step by step (Gumbel style).
    Gumbel {
        /// Number of actions sampled.
        considered: u32,
    },
}

/// Settings of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Simulations per lane.
    pub simulations: u32,
    /// Weight of an action's prior against its value.
    pub exploration: f32,
    /// How the root selects.
    pub root: Root,
}

/// One position under search.
struct Lane<R: Playable> {
    /// The position; searched only through redeals for its seat.
    state: R::State,
    seat: Option<Seat>,
    legal: ActionSet,
    rng: Rng,
    tree: Tree,
    paths: Paths,
    priors: Vec<Prior>,
    /// The leaf waiting for an answer: who acts there, and what is legal.
    waiting: Option<(Seat, ActionSet)>,
    /// The sampled actions of the root.
    halving: Halving,
}

/// A search over many positions.
pub struct BatchSearch<R: Playable> {
    game: Arc<Game<R>>,
    settings: Settings,
    lanes: Vec<Lane<R>>,
    wave: u32,
}

impl<R: Playable> BatchSearch<R> {
    /// Begins a search. Finished positions are skipped.
    pub fn new(game: Arc<Game<R>>, settings: Settings, states: impl Iterator<Item = R::State>, seed: u64) -> Self {
        let lanes = states
            .enumerate()
            .map(|(i, state)| {
                let mut legal = ActionSet::EMPTY;
                game.rules.legal(&state, &mut legal);
                let seat = match game.rules.turn(&state) {
                    Turn::Seat(seat) => Some(seat),
                    Turn::Over => None,
                };
                let mut tree = Tree::default();
                tree.clear();
                let rng = Rng::of(Purpose::Search(i as u64), seed);
                let (paths, halving) = (Paths::default(), Halving::default());
                Lane { state, seat, legal, rng, tree, paths, priors: vec![], waiting: None, halving }
            })
            .collect();
        Self { game, settings, lanes, wave: 0 }
    }

    /// The game.
    pub fn game(&self) -> &Game<R> {
        &self.game
    }

    /// Number of waves: one for the roots, one for each simulation.
    pub fn waves(&self) -> u32 {
        self.settings.simulations + 1
    }

    /// Walks every lane down to a leaf. Each lane that waits for an answer writes its row; other rows are left as they
    /// are. Returns the number of waiting lanes.
    pub fn descend(&mut self, mut observations: Observations<'_>, masks: &mut [bool], seats: &mut [i32]) -> usize {
        let (game, settings, wave) = (&*self.game, &self.settings, self.wave);
        let actions = R::Action::COUNT;
        let shape = Shape { observation: game.observation_size(), nonzero: game.max_nonzero(), actions, seats: game.seats() };
        let rows: Vec<Observations<'_>> = self.lanes.iter().map(|_| observations.cut(1, shape)).collect();
        self.lanes
            .par_iter_mut()
            .zip(rows)
            .zip(masks.par_chunks_mut(actions))
            .zip(seats.par_iter_mut())
            .map(|(((lane, mut observation), mask), seat)| {
                let Some((mover, state)) = lane.descend(&game.rules, settings, wave, |state| game.rules.outcome(state)) else {
                    return 0;
                };
                observation.write(game, &state, mover, &mut R::Memo::default());
                lane.waiting.expect("a leaf waits").1.write_mask(mask);
                *seat = i32::from(mover.0);
                1
            })
            .sum()
    }

    /// Continues the search for some waves with a network as the evaluator. Lanes are taken in groups whose leaves are evaluated together;
    /// a lane's result does not depend on its group. Returns whether any waves are left.
    pub fn advance(&mut self, network: &Evaluator<R>, waves: u32) -> bool {
        let (game, settings) = (&*self.game, &self.settings);
        let waves = self.wave..self.wave.saturating_add(waves).min(self.waves());
        // At least two groups per core; a few full groups at a time make the best use of the registers.
        let size = (self.lanes.len() / (2 * rayon::current_num_threads())).clamp(1, 2 * GROUP);
        self.lanes.par_chunks_mut(size).for_each_init(Workspace::default, |work, lanes| {
            for wave in waves.clone() {
                work.clear();
                for lane in lanes.iter_mut() {
                    if let Some((mover, state)) = lane.descend(&game.rules, settings, wave, |state| network.ended(game, state)) {
                        let (_, legal) = lane.waiting.expect("a leaf waits");
                        network.ask(game, &state, mover, &legal, work);
                    }
                }
                network.answer(game, work);
                let mut answers = work.answers();
                for lane in lanes.iter_mut().filter(|lane| lane.waiting.is_some()) {
                    let (shares, values) = answers.next().expect("an answer for every leaf");
                    lane.absorb(shares.iter().copied(), values, game.seats(), settings, wave);
                }
            }
        });
        self.wave = waves.end;
        self.wave < self.waves()
    }

    /// Records the answers: priors (rows of one weight per action) and values (rows of one value per seat).
    pub fn absorb(&mut self, priors: &[f32], values: &[f32]) {
        let (game, settings, wave) = (&*self.game, &self.settings, self.wave);
        let (actions, seats) = (R::Action::COUNT, game.seats());
        self.lanes.par_iter_mut().zip(priors.par_chunks(actions)).zip(values.par_chunks(seats)).for_each(
            |((lane, priors), values)| {
                let mut full = [0.0; MAX_SEATS];
                full[..seats].copy_from_slice(values);
                let Some((_, legal)) = lane.waiting else { return };
                lane.absorb(legal.iter().map(|id| priors[id]), &full, seats, settings, wave);
            },
        );
        self.wave += 1;
    }

    /// Writes how often each action was tried and its value for the seat to act (0 if it was not tried), and returns the
    /// chosen actions; -1 for a position that is over.
    pub fn results(&self, visits: &mut [u32], values: &mut [f32], chosen: &mut [i64]) {
        let actions = R::Action::COUNT;
        for (i, lane) in self.lanes.iter().enumerate() {
            let (visits, values) = (&mut visits[i * actions..][..actions], &mut values[i * actions..][..actions]);
            visits.fill(0);
            values.fill(0.0);
            chosen[i] = -1;
            let Some(seat) = lane.seat else { continue };
            for child in lane.tree.children(ROOT).filter(|child| child.visits > 0) {
                visits[child.action as usize] = child.visits;
                values[child.action as usize] = child.mean(seat);
            }
            chosen[i] = lane.chosen(seat, self.settings.root) as i64;
        }
    }

    /// The value of each lane's position for its seat to act; 0 where it is over.
    pub fn root_values(&self, out: &mut [f32]) {
        for (lane, value) in self.lanes.iter().zip(out) {
            let root = lane.tree.node(ROOT);
            *value = lane.seat.filter(|_| root.visits > 0).map_or(0.0, |seat| root.mean(seat));
        }
    }
}

impl<R: Playable> Lane<R> {
    /// Descends to a leaf and returns it if it needs an answer; the end of a game is recorded at once, with its outcome.
    fn descend(
        &mut self,
        rules: &R,
        settings: &Settings,
        wave: u32,
        ended: impl Fn(&R::State) -> Scores,
    ) -> Option<(Seat, R::State)> {
        let viewer = self.seat?;
        self.waiting = None;
        self.paths.begin(&self.tree, viewer);
        let mut state = self.state.clone();
        if wave == 0 {
            // The root needs no redeal: its observation holds only what the seat may know.
            self.waiting = Some((viewer, self.legal));
            return Some((viewer, state));
        }
        rules.redeal(&mut state, viewer, &mut self.rng);
        let how = Selection { exploration: settings.exploration, width: u32::MAX };
        let mut legal = self.legal;
        loop {
            let Turn::Seat(mover) = rules.turn(&state) else {
                self.tree.backup(self.paths.path(), &ended(&state), rules.seats());
                return None;
            };
            let at = self.paths.at(mover);
            if at != ROOT {
                legal.clear();
                rules.legal(&state, &mut legal);
                if !self.tree.is_expanded(at) {
                    self.waiting = Some((mover, legal));
                    return Some((mover, state));
                }
                // Actions that were not legal in any earlier deal start with an average prior.
                for id in self.tree.missing(at, &legal).iter() {
                    self.tree.add(at, Prior { action: id as u16, weight: 1.0, guess: f32::NAN });
                }
            }
            let child = match settings.root {
                Root::Gumbel { .. } if at == ROOT => self.halving.next(&self.tree, viewer, settings.simulations, wave),
                Root::Gumbel { .. } | Root::Puct { .. } => self.tree.select(at, mover, &legal, how),
            };
            self.paths.follow(&mut self.tree, rules, &state, mover, child);
            rules.apply(&mut state, R::Action::at(self.tree.node(child).action as usize), &mut self.rng, &mut Silent);
        }
    }

    /// Records the answer for the waiting leaf: a prior for each legal action, ascending, and the values of the seats.
    fn absorb(&mut self, priors: impl Iterator<Item = f32>, values: &Scores, seats: usize, settings: &Settings, wave: u32) {
        let Some((mover, legal)) = self.waiting.take() else { return };
        self.priors.clear();
        // NaN and negative priors count as zero; the mean is scaled to one, so that actions added later are comparable.
        for (id, prior) in legal.iter().zip(priors) {
            let weight = if prior.is_finite() { prior.max(0.0) } else { 0.0 };
            self.priors.push(Prior { action: id as u16, weight, guess: f32::NAN });
        }
        let sum: f32 = self.priors.iter().map(|prior| prior.weight).sum();
        let count = legal.len() as f32;
        for prior in &mut self.priors {
            prior.weight = if sum > 0.0 { (prior.weight * count / sum).max(1e-6) } else { 1.0 };
        }
        if wave == 0
            && let Root::Puct { alpha, noise } = settings.root
            && noise > 0.0
        {
            let weights: Vec<&mut f32> = self.priors.iter_mut().map(|prior| &mut prior.weight).collect();
            stir(weights, alpha, noise, &mut self.rng);
        }
        self.tree.grow(self.paths.at(mover), &mut self.priors);
        if wave == 0
            && let Root::Gumbel { considered } = settings.root
        {
            self.halving.begin(&self.tree, &legal, considered, &mut self.rng);
        }
        let clean: Scores = std::array::from_fn(|i| if values[i].is_finite() { values[i].clamp(-1.0, 1.0) } else { 0.0 });
        self.tree.backup(self.paths.path(), &clean, seats);
    }

    fn chosen(&self, seat: Seat, root: Root) -> usize {
        let by_visits = || {
            let best = self.tree.children(ROOT).reduce(|best, next| {
                let better = next.visits > best.visits || next.visits == best.visits && next.weight > best.weight;
                if better { next } else { best }
            });
            best.map_or_else(|| self.legal.nth(0), |node| node.action as usize)
        };
        match root {
            Root::Puct { .. } => by_visits(),
            Root::Gumbel { .. } => self.halving.chosen(&self.tree, seat).unwrap_or_else(by_visits),
        }
    }
}
