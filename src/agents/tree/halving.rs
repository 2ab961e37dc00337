//! Gumbel search at a root: a sample of actions drawn without replacement and halved step by step, and the policy that the search
//! improved (Danihelka et al., "Policy improvement by planning with Gumbel").

use super::noise::open_unit;
use super::{ROOT, Tree};
use crate::core::{ActionSet, Rng, Seat};

/// Weight of a value before any visits, and per visit of the most visited action.
const VISITS: f32 = 50.0;
const SCALE: f32 = 0.1;

/// The sampled actions of a root.
#[derive(Clone, Debug, Default)]
pub struct Halving {
    /// Their nodes and scores, best first.
    sample: Vec<(u32, f32)>,
    scored: Vec<(u32, f32, f32)>,
}

impl Halving {
    /// Draws the sample. The root has a child for every legal action.
    pub fn begin(&mut self, tree: &Tree, legal: &ActionSet, considered: u32, rng: &mut Rng) {
        self.sample.clear();
        for id in legal.iter() {
            let gumbel = -(-open_unit(rng).ln()).ln();
            let child = tree.child(ROOT, id).expect("the root has every legal action");
            self.sample.push((child, tree.node(child).weight.ln() + gumbel));
        }
        self.sample.sort_by(|a, b| b.1.total_cmp(&a.1));
        self.sample.truncate(considered.max(1) as usize);
    }

    /// Whether a sample was drawn.
    pub fn is_begun(&self) -> bool {
        !self.sample.is_empty()
    }

    /// Forgets the sample.
    pub fn clear(&mut self) {
        self.sample.clear();
    }

    /// The root's child for a simulation, counted from 1: after each phase the better half of the sample stays.
    pub fn next(&mut self, tree: &Tree, seat: Seat, simulations: u32, number: u32) -> u32 {
        let phases = (self.sample.len() as f32).log2().ceil().max(1.0) as u32;
        let phase_length = (simulations / phases).max(1);
        if number > 1 && (number - 1).is_multiple_of(phase_length) && self.sample.len() > 1 {
            let most = most_visits(tree);
            self.scored.clear();
            let scored = self.sample.iter().map(|&(child, score)| (child, score, score + bonus(tree, seat, child, most)));
            self.scored.extend(scored);
            self.scored.sort_by(|a, b| b.2.total_cmp(&a.2));
            self.scored.truncate(self.scored.len().div_ceil(2));
            self.sample.clear();
            self.sample.extend(self.scored.iter().map(|&(child, score, _)| (child, score)));
        }
        let least = self.sample.iter().map(|&(child, _)| child).min_by_key(|&child| tree.node(child).tried());
        least.expect("the sample is never empty")
    }

    /// The action the search settled on; `None` before it began.
    pub fn chosen(&self, tree: &Tree, seat: Seat) -> Option<usize> {
        let most = most_visits(tree);
        let best = self.sample.iter().map(|&(child, score)| (child, score + bonus(tree, seat, child, most)));
        best.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(child, _)| tree.node(child).action as usize)
    }
}

fn most_visits(tree: &Tree) -> u32 {
    tree.children(ROOT).map(|child| child.visits).max().unwrap_or(0)
}

/// The contribution of an action's value to its score.
fn bonus(tree: &Tree, seat: Seat, child: u32, most: u32) -> f32 {
    let node = tree.node(child);
    let mean = if node.visits > 0 { node.mean(seat) } else { tree.node(ROOT).mean(seat) };
    (VISITS + most as f32) * SCALE * tree.stretched(seat, mean)
}

/// The share of each legal action in the improved policy: the action's prior times the exponential of what its value
/// adds. An untried action counts as the position itself, by the network and by what was tried.
pub fn improved(tree: &Tree, seat: Seat, legal: &ActionSet) -> Vec<f32> {
    let root = tree.node(ROOT);
    let (mut tried, mut weights, mut sum, mut visits) = (0.0, 0.0, 0.0, 0);
    for child in tree.children(ROOT).filter(|child| child.visits > 0) {
        weights += child.weight;
        sum += child.weight * child.mean(seat);
        visits += child.visits;
        tried += child.total[seat.at()];
    }
    // The value of the root before anything was tried.
    let own = (root.visits.saturating_sub(visits)).max(1) as f32;
    let raw = (root.total[seat.at()] - tried) / own;
    let mixed = if weights > 0.0 { (raw + visits as f32 * sum / weights) / (1 + visits) as f32 } else { raw };
    let factor = (VISITS + most_visits(tree) as f32) * SCALE;
    let mut shares: Vec<f32> = legal
        .iter()
        .map(|id| {
            let Some(child) = tree.child(ROOT, id).map(|at| tree.node(at)) else { return f32::NEG_INFINITY };
            let mean = if child.visits > 0 { child.mean(seat) } else { mixed };
            libm::logf(child.weight) + factor * tree.stretched(seat, mean)
        })
        .collect();
    crate::agents::network::softmax(&mut shares);
    shares
}
