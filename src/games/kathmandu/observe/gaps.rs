//! The gaps of fences on their way to being closed, each with its value: the fewer tokens a fence lacks, the higher.

use super::super::advice::claims::Near;
use super::super::rules::bits::{Cells, MAX_CELLS};
use super::super::rules::column::LIST;
use crate::core::Sink;

/// The longest fence, and the fences of a dig that are shown to a player who is to close them.
const LONGEST: usize = 8;
const SHOWN: usize = 2;
/// The value of a gap that has another before it in its fence: any order closes a fence, so one gap is shown first.
const NOT_FIRST: f32 = 0.75;
/// More tokens than a fence can lack.
const MOST: usize = 32;

/// The values of gaps by number: twice the number of tokens that the fence lacks for its first gap, one more for the others.
const VALUES: [f32; 2 * MOST] = {
    let mut values = [0.0; 2 * MOST];
    let mut lacking = 1;
    while lacking < MOST {
        (values[2 * lacking], values[2 * lacking + 1]) = (1.0 / lacking as f32, NOT_FIRST / lacking as f32);
        lacking += 1;
    }
    values
};

/// The gaps shown to a viewer: those of the fences nearest to being closed by it, and by its nearest rivals.
#[derive(Clone, Debug, Default)]
pub(super) struct Gaps {
    pub own: Spots<{ LIST * SHOWN * LONGEST }>,
    pub rival: Spots<{ LIST * LONGEST }>,
}

/// Places of a feature in ascending order, each with the number of its value.
#[derive(Clone, Debug)]
pub(super) struct Spots<const N: usize> {
    len: u8,
    places: [u16; N],
    values: [u8; N],
}

impl<const N: usize> Default for Spots<N> {
    fn default() -> Self {
        Self { len: 0, places: [0; N], values: [0; N] }
    }
}

impl<const N: usize> Spots<N> {
    /// Removes all places.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds the gaps of some fences, whose places begin at `from`. A gap of several fences has the highest of its values.
    pub fn add(&mut self, from: usize, fences: impl Iterator<Item = Near>) {
        let mut all = Cells::EMPTY;
        let mut best = [0u8; MAX_CELLS];
        for near in fences {
            all |= near.open;
            let mut value = 2 * (near.lacking % MOST as u8);
            near.open.iter().for_each(|cell| {
                let best = &mut best[usize::from(cell)];
                let better = VALUES[usize::from(value)] > VALUES[usize::from(*best)];
                *best = if better { value } else { *best };
                value |= 1;
            });
        }
        all.iter().for_each(|cell| {
            let at = usize::from(self.len);
            (self.places[at], self.values[at]) = ((from + usize::from(cell)) as u16, best[usize::from(cell)]);
            self.len += 1;
        });
    }

    /// Writes the floats of the open feature.
    #[inline]
    pub fn put<S: Sink>(&self, out: &mut S) {
        for (&place, &value) in self.places.iter().zip(&self.values).take(usize::from(self.len)) {
            out.put(usize::from(place), VALUES[usize::from(value) % VALUES.len()]);
        }
    }
}
