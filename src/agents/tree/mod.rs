//! The search tree: nodes in one flat arena, keyed by the actions that lead to them.
//!
//! Chance and hidden cards are not part of the key: every simulation brings its own deal and luck, and a node collects
//! the results of all of them. An action that is legal only in some deals is compared by how often it was available.
//! Each node holds one value per seat, so that every seat maximises its own, whatever the number of seats.
//!
//! Where an action is hidden from the others, the paths part (see [`Paths`](paths::Paths)): the seat that chose moves
//! to the child of the action, the others to a node shared by all actions that look alike.

pub mod halving;
pub mod noise;
pub mod paths;
pub mod wave;

use crate::core::{ActionSet, MAX_SEATS, Rng, Scores, Seat};

/// The root.
pub const ROOT: u32 = 0;
/// No node.
const NONE: u32 = u32::MAX;

/// The prior of an action: what is known of it before it is tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// The action id.
    pub action: u16,
    /// Its prior weight relative to the others; positive.
    pub weight: f32,
    /// A first guess at its value for the seat that chooses; NaN if there is none.
    pub guess: f32,
}

/// Nothing known.
const PLAIN: Prior = Prior { action: 0, weight: 1.0, guess: f32::NAN };

/// The statistics of an action, in one cache line.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Node {
    /// The action that leads here.
    pub action: u16,
    /// Simulations through it that are still waiting for their values.
    waiting: u16,
    /// Simulations that went through it.
    pub visits: u32,
    /// Simulations in which it was available.
    pub available: u32,
    /// Its prior weight relative to its siblings.
    pub weight: f32,
    /// A first guess at its value for the seat that chooses it.
    guess: f32,
    /// The sum of the values of all visits.
    pub total: Scores,
    first: u32,
    next: u32,
    /// The actions that have a child, as an index into `known`.
    known: u32,
    /// The first of the nodes for hidden actions, keyed by what the others see; they are linked like children.
    seen_as: u32,
    /// Where the other seats are, if they have not seen everything that led here.
    shadow: u32,
}

const _: () = assert!(size_of::<Node>() == 64, "a node is one cache line");

impl Node {
    fn new(prior: Prior) -> Self {
        Self {
            action: prior.action,
            waiting: 0,
            visits: 0,
            available: 0,
            weight: prior.weight,
            guess: prior.guess,
            total: [0.0; MAX_SEATS],
            first: NONE,
            next: NONE,
            known: NONE,
            seen_as: NONE,
            shadow: NONE,
        }
    }

    /// Simulations that went through, including those still waiting for their values.
    #[inline]
    pub fn tried(&self) -> u32 {
        self.visits + u32::from(self.waiting)
    }

    /// The mean value for a seat; NaN before the first visit.
    pub fn mean(&self, seat: Seat) -> f32 {
        self.total[seat.at()] / self.visits as f32
    }
}

/// The selection rule for paths through the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selection {
    /// Weight of an action's prior against its value.
    pub exploration: f32,
    /// Actions considered at a fresh node; more are added as its visits grow. `u32::MAX` considers all.
    pub width: u32,
}

/// The default weight of an action's prior against its value, where a network or a user's evaluator provides
/// the prior.
pub const GUIDED_EXPLORATION: f32 = 0.25;

/// A tree.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    /// For nodes with children: the actions that have one, and the last child.
    known: Vec<ActionSet>,
    last: Vec<u32>,
    /// The lowest and highest mean seen, by seat: values are compared within this span.
    span: Option<[(f32, f32); MAX_SEATS]>,
    /// The node where the other seats begin: the root itself, unless the last action was hidden from them.
    others: u32,
    spare: Vec<Node>,
    spare_known: Vec<ActionSet>,
    spare_last: Vec<u32>,
    moved: Vec<u32>,
}

impl Tree {
    /// Forgets everything, but keeps the memory allocated.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.known.clear();
        self.last.clear();
        self.span = None;
        self.others = ROOT;
        self.nodes.push(Node::new(PLAIN));
    }

    /// The node where seats other than the searcher's begin.
    #[inline]
    pub fn others(&self) -> u32 {
        self.others
    }

    /// Whether there is a root with children.
    pub fn is_grown(&self) -> bool {
        self.nodes.first().is_some_and(|root| root.first != NONE)
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree is empty.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A node.
    #[inline]
    pub fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    /// Whether a node has children.
    #[inline]
    pub fn is_expanded(&self, at: u32) -> bool {
        self.node(at).first != NONE
    }

    /// The children of a node.
    pub fn children(&self, at: u32) -> impl Iterator<Item = &Node> {
        let mut next = self.node(at).first;
        std::iter::from_fn(move || {
            (next != NONE).then(|| {
                let child = &self.nodes[next as usize];
                next = child.next;
                child
            })
        })
    }

    /// The legal actions that have no child yet.
    #[inline]
    pub fn missing(&self, at: u32, legal: &ActionSet) -> ActionSet {
        match self.node(at).known {
            NONE => *legal,
            known => legal.minus(&self.known[known as usize]),
        }
    }

    /// Adds children, the most promising first.
    pub fn grow(&mut self, at: u32, priors: &mut [Prior]) {
        priors.sort_unstable_by(|a, b| b.weight.total_cmp(&a.weight).then(a.action.cmp(&b.action)));
        for &prior in priors.iter() {
            self.add(at, prior);
        }
    }

    /// Gives the children of a node these priors, in the order of promise, and adds missing children. Others are left alone.
    pub fn prefer(&mut self, at: u32, priors: &[Prior]) {
        for prior in priors {
            let child = self.child_or_new(at, prior.action);
            let child = &mut self.nodes[child as usize];
            (child.weight, child.guess) = (prior.weight, prior.guess);
        }
        self.sort_children(at);
    }

    /// Mixes noise into the priors of a node's actions and sorts them again. The noise falls on about ten of them, however many
    /// there are.
    pub fn stir(&mut self, at: u32, share: f32, rng: &mut Rng) {
        let mut children = Vec::new();
        let mut next = self.node(at).first;
        while next != NONE {
            children.push(next);
            next = self.node(next).next;
        }
        let mut weights: Vec<f32> = children.iter().map(|&child| self.node(child).weight).collect();
        noise::stir(weights.iter_mut().collect(), 10.0 / children.len().max(1) as f32, share, rng);
        for (child, weight) in children.into_iter().zip(weights) {
            self.nodes[child as usize].weight = weight;
        }
        self.sort_children(at);
    }

    /// Relinks the children of a node, the most promising first.
    fn sort_children(&mut self, at: u32) {
        let mut order = Vec::new();
        let mut next = self.node(at).first;
        while next != NONE {
            order.push(next);
            next = self.node(next).next;
        }
        order.sort_by(|&a, &b| self.node(b).weight.total_cmp(&self.node(a).weight));
        let (Some(&first), Some(&last)) = (order.first(), order.last()) else { return };
        let parent = &mut self.nodes[at as usize];
        parent.first = first;
        self.last[parent.known as usize] = last;
        for (i, &child) in order.iter().enumerate() {
            self.nodes[child as usize].next = order.get(i + 1).copied().unwrap_or(NONE);
        }
    }

    /// Adds one child and returns it.
    pub fn add(&mut self, at: u32, prior: Prior) -> u32 {
        let child = self.nodes.len() as u32;
        self.nodes.push(Node::new(prior));
        let parent = &mut self.nodes[at as usize];
        if parent.first == NONE {
            parent.first = child;
            parent.known = self.known.len() as u32;
            self.known.push(ActionSet::EMPTY);
            self.last.push(child);
        } else {
            let last = std::mem::replace(&mut self.last[parent.known as usize], child);
            self.nodes[last as usize].next = child;
        }
        let known = self.nodes[at as usize].known;
        self.known[known as usize].add_id(prior.action as usize);
        child
    }

    /// The child of an action, if there is one.
    pub fn child(&self, at: u32, action: usize) -> Option<u32> {
        let mut next = self.node(at).first;
        while next != NONE && self.node(next).action as usize != action {
            next = self.node(next).next;
        }
        (next != NONE).then_some(next)
    }

    /// The child of an action, added if there was none.
    pub fn child_or_new(&mut self, at: u32, action: u16) -> u32 {
        self.child(at, action as usize).unwrap_or_else(|| self.add(at, Prior { action, ..PLAIN }))
    }

    /// The node that indistinguishable hidden actions lead to, for the seats that cannot tell them apart.
    pub fn seen_as(&mut self, at: u32, seen: u16) -> u32 {
        let first = self.node(at).seen_as;
        let mut next = first;
        while next != NONE {
            if self.node(next).action == seen {
                return next;
            }
            next = self.node(next).next;
        }
        let new = self.nodes.len() as u32;
        self.nodes.push(Node { next: first, ..Node::new(Prior { action: seen, ..PLAIN }) });
        self.nodes[at as usize].seen_as = new;
        new
    }

    /// Notes where the other seats are while the one that chose is here.
    pub fn set_shadow(&mut self, at: u32, others: u32) {
        self.nodes[at as usize].shadow = others;
    }

    /// The child to try next. Every legal action has a child.
    pub fn select(&mut self, at: u32, mover: Seat, legal: &ActionSet, how: Selection) -> u32 {
        let parent = self.node(at);
        let (first, fallback) = (parent.first, parent.mean(mover));
        let width = how.width.saturating_add((2.0 * (parent.visits as f32).sqrt()) as u32);
        let mut weights = 0.0;
        let mut considered = 0;
        let mut next = first;
        while next != NONE {
            let child = self.node(next);
            if legal.has(child.action as usize) {
                weights += child.weight;
                considered += 1;
                if considered == width {
                    break;
                }
            }
            next = child.next;
        }
        let mut best = (f32::NEG_INFINITY, first);
        let mut rest = considered;
        next = first;
        while rest > 0 {
            let (low, factor) = self.scale(mover);
            let child = &mut self.nodes[next as usize];
            if legal.has(child.action as usize) {
                rest -= 1;
                child.available += 1;
                // The guess counts as one visit, so that it fades.
                let guess = if child.guess.is_nan() { fallback } else { child.guess };
                let guess = if guess.is_nan() { low } else { guess };
                let mean = (child.total[mover.at()] + guess) / (child.visits + 1) as f32;
                let value = ((mean - low) * factor).clamp(0.0, 1.0);
                let urge = how.exploration * child.weight / weights * (child.available as f32).sqrt() / (child.tried() + 1) as f32;
                if value + urge > best.0 {
                    best = (value + urge, next);
                }
            }
            next = child.next;
        }
        best.1
    }

    /// The low end of the values seen for a seat, and the factor that stretches the span to one.
    #[inline]
    fn scale(&self, seat: Seat) -> (f32, f32) {
        match self.span {
            Some(span) if span[seat.at()].1 - span[seat.at()].0 > 1e-6 => {
                let (low, high) = span[seat.at()];
                (low, 1.0 / (high - low))
            }
            _ => (-1.0, 0.5),
        }
    }

    /// The mean value of a node for a seat, stretched to [0, 1] over the values seen.
    pub fn stretched(&self, seat: Seat, mean: f32) -> f32 {
        let (low, factor) = self.scale(seat);
        ((mean - low) * factor).clamp(0.0, 1.0)
    }

    /// Notes that a simulation's values are still to come.
    pub fn wait(&mut self, path: &[u32]) {
        for &at in path {
            self.nodes[at as usize].waiting += 1;
        }
    }

    /// Notes that a simulation's values have arrived.
    pub fn arrive(&mut self, path: &[u32]) {
        for &at in path {
            self.nodes[at as usize].waiting -= 1;
        }
    }

    /// Records the values of a simulation along its path.
    pub fn backup(&mut self, path: &[u32], values: &Scores, seats: usize) {
        let span = self.span.get_or_insert([(f32::INFINITY, f32::NEG_INFINITY); MAX_SEATS]);
        for &at in path {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            for seat in 0..seats {
                node.total[seat] += values[seat];
                let mean = node.total[seat] / node.visits as f32;
                span[seat].0 = span[seat].0.min(mean);
                span[seat].1 = span[seat].1.max(mean);
            }
        }
    }

    /// Makes the child of an action the root and halves its statistics, so that new simulations outweigh them.
    /// If there is no such child, the tree is left empty.
    pub fn advance(&mut self, action: usize) {
        let Some(root) = self.nodes.first().and_then(|_| self.child(ROOT, action)) else {
            self.clear();
            return;
        };
        self.spare.clear();
        self.spare_known.clear();
        self.spare_last.clear();
        self.moved.clear();
        self.moved.resize(self.nodes.len(), NONE);
        self.others = ROOT;
        self.keep(root);
        if self.node(root).shadow != NONE {
            self.others = self.keep(self.node(root).shadow);
        }
        // Breadth first: the copied nodes are their own queue.
        let roots = self.spare.len();
        let mut done = 0;
        while done < self.spare.len() {
            let Node { first, seen_as, known, .. } = self.spare[done];
            let (first, last) = self.keep_all(first);
            self.spare[done].first = first;
            if first != NONE {
                self.spare[done].known = self.spare_known.len() as u32;
                self.spare_known.push(self.known[known as usize]);
                self.spare_last.push(last);
            }
            self.spare[done].seen_as = self.keep_all(seen_as).0;
            let node = &mut self.spare[done];
            if done < roots {
                node.next = NONE;
            }
            let kept = (node.visits / 2) as f32 / node.visits.max(1) as f32;
            node.visits /= 2;
            node.available /= 2;
            node.total.iter_mut().for_each(|sum| *sum *= kept);
            done += 1;
        }
        for node in &mut self.spare {
            node.shadow = self.moved.get(node.shadow as usize).copied().unwrap_or(NONE);
        }
        std::mem::swap(&mut self.nodes, &mut self.spare);
        std::mem::swap(&mut self.known, &mut self.spare_known);
        std::mem::swap(&mut self.last, &mut self.spare_last);
    }

    /// Copies a node and returns its index.
    fn keep(&mut self, old: u32) -> u32 {
        let new = self.spare.len() as u32;
        self.spare.push(self.nodes[old as usize].clone());
        self.moved[old as usize] = new;
        new
    }

    /// Copies a list of nodes and returns the first and the last.
    fn keep_all(&mut self, mut old: u32) -> (u32, u32) {
        let (mut first, mut last) = (NONE, NONE);
        while old != NONE {
            let new = self.keep(old);
            if last == NONE {
                first = new;
            } else {
                self.spare[last as usize].next = new;
            }
            last = new;
            old = self.nodes[old as usize].next;
        }
        (first, last)
    }
}

#[cfg(test)]
mod tests;
