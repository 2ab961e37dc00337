//! Leaves of one tree that wait for their evaluations together.
//!
//! While they wait, their paths count as visited when the next descent is chosen, but without a value: the next simulation goes
//! elsewhere without taking the path for a bad one.

use super::Tree;
use crate::core::{ActionSet, Scores};

/// A waiting leaf.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// Its node.
    pub at: u32,
    /// The legal actions there.
    pub legal: ActionSet,
    /// The game's own evaluation of it, if that is mixed in.
    pub guess: Option<Scores>,
    /// Where its path ends in the list of all paths.
    end: usize,
}

/// The waiting leaves, each with its path.
#[derive(Clone, Debug, Default)]
pub struct Wave {
    leaves: Vec<Leaf>,
    paths: Vec<u32>,
}

impl Wave {
    /// Forgets all leaves.
    pub fn clear(&mut self) {
        self.leaves.clear();
        self.paths.clear();
    }

    /// Number of waiting leaves.
    pub fn len(&self) -> usize {
        self.leaves.len()
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// Adds a leaf that waits.
    pub fn push(&mut self, tree: &mut Tree, path: &[u32], at: u32, legal: &ActionSet, guess: Option<Scores>) {
        self.paths.extend_from_slice(path);
        self.leaves.push(Leaf { at, legal: *legal, guess, end: self.paths.len() });
        tree.wait(path);
    }

    /// A leaf by its index, and its path.
    pub fn leaf(&self, number: usize) -> (Leaf, &[u32]) {
        let begin = number.checked_sub(1).map_or(0, |before| self.leaves[before].end);
        let leaf = self.leaves[number];
        (leaf, &self.paths[begin..leaf.end])
    }
}
