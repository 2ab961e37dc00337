//! Fixed-size containers for states: no heap, copied along with the state.

use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;

use super::rng::Rng;

/// A list of at most `N` items, inline and `Copy`.
pub type List<T, const N: usize> = tinyvec::ArrayVec<[T; N]>;

/// A multiset over `N` kinds: a pile whose order nobody knows, or a heap whose order means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bag<const N: usize>(#[serde(with = "BigArray")] pub [u8; N]);

impl<const N: usize> Default for Bag<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Bag<N> {
    /// Number of items.
    #[inline]
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&n| u32::from(n)).sum()
    }

    /// Whether there are no items.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&n| n == 0)
    }

    /// Adds one of a kind.
    #[inline]
    pub fn add(&mut self, kind: usize) {
        self.0[kind] += 1;
    }

    /// Removes one of a kind, which must be present.
    #[inline]
    pub fn remove(&mut self, kind: usize) {
        debug_assert!(self.0[kind] > 0, "kind {kind} is not in the bag");
        self.0[kind] -= 1;
    }

    /// Draws one item uniformly, if there is any.
    #[inline]
    pub fn draw(&mut self, rng: &mut Rng) -> Option<usize> {
        let total = self.total();
        if total == 0 {
            return None;
        }
        let mut rest = rng.below(total);
        for (kind, count) in self.0.iter_mut().enumerate() {
            let here = u32::from(*count);
            if rest < here {
                *count -= 1;
                return Some(kind);
            }
            rest -= here;
        }
        unreachable!("the draw is below the total")
    }

    /// Moves everything from another bag into this one.
    pub fn absorb(&mut self, other: &mut Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&mut other.0) {
            *mine += *theirs;
            *theirs = 0;
        }
    }
}
