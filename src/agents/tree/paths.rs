//! One simulation's path down the tree, as every seat sees it.
//!
//! All seats share one path while they see the same. Where an action is hidden from the others the paths part, and each
//! continues through nodes of its own: a seat always chooses at its own node, so its choice cannot depend on what it
//! has not seen (multiple-observer information-set search). Where nothing is hidden there is one path, as usual.

use super::{ROOT, Tree};
use crate::core::{Action, MAX_SEATS, Playable, Seat};

/// The node each seat has reached, and all nodes along the way.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    at: [u32; MAX_SEATS],
    path: Vec<u32>,
}

impl Paths {
    /// Begins at the root of the seat that searches.
    pub fn begin(&mut self, tree: &Tree, seat: Seat) {
        self.at = [tree.others(); MAX_SEATS];
        self.at[seat.at()] = ROOT;
        self.path.clear();
        self.path.push(ROOT);
        if tree.others() != ROOT {
            self.path.push(tree.others());
        }
    }

    /// The node a seat has reached.
    #[inline]
    pub fn at(&self, seat: Seat) -> u32 {
        self.at[seat.at()]
    }

    /// Every node on the way, each once.
    #[inline]
    pub fn path(&self) -> &[u32] {
        &self.path
    }

    /// Moves on to a child of the mover's node; the state is the position before the action.
    #[inline]
    pub fn follow<R: Playable>(&mut self, tree: &mut Tree, rules: &R, state: &R::State, mover: Seat, child: u32) {
        let id = tree.node(child).action;
        let seen = rules.seen_as(state, R::Action::at(id as usize)).map(|seen| seen.id() as u16);
        let from = self.at(mover);
        let begun = self.path.len();
        self.path.push(child);
        for seat in 0..rules.seats() {
            let old = self.at[seat];
            let new = match seen {
                _ if seat == mover.at() => child,
                Some(seen) => tree.seen_as(old, seen),
                None if old == from => child,
                None => tree.child_or_new(old, id),
            };
            self.at[seat] = new;
            if !self.path[begun..].contains(&new) {
                self.path.push(new);
                tree.set_shadow(child, new);
            }
        }
    }
}
