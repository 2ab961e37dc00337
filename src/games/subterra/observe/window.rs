//! The cells around a place, cut out of sets of cells for the observation.

use super::super::board::{Cells, STRIDE, WORDS, X_OUTER, Y_MIN};

/// The reach of the window.
const NEAR: i32 = 2;
/// Rows and columns of the window.
const SPAN: i32 = 2 * NEAR + 1;

/// The five by five cells around a place: five bits from each of five rows, which lie `STRIDE` bits apart in a set.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The slot of its north-western cell; outside the grid near the edges.
    start: i32,
    inside: u64,
}

impl Window {
    /// The window around a place of the grid or at most a row above it.
    #[inline]
    pub const fn around(x: i8, y: i8) -> Self {
        let (row, column) = ((y - Y_MIN) as i32 - NEAR, (x + X_OUTER) as i32 - NEAR);
        Self { start: row * STRIDE as i32 + column, inside: INSIDE[(x + X_OUTER) as usize] }
    }

    /// The cells of a set that lie in the window.
    #[inline]
    pub const fn of(&self, set: &Cells) -> u64 {
        let words = set.words();
        let bits = if self.start < 0 {
            words[0] << -self.start
        } else {
            let (word, bit) = (self.start as usize / 64, self.start as u32 % 64);
            let next = if word + 1 < WORDS { words[word + 1] } else { 0 };
            // Shifted in two steps, because a shift by 64 is none.
            words[word] >> bit | next << 1 << (63 - bit)
        };
        bits & self.inside
    }

    /// The bits of a window without the gaps between its rows.
    #[inline]
    pub const fn packed(bits: u64) -> u64 {
        const ROW: u64 = (1 << SPAN) - 1;
        let (mut packed, mut row) = (0, 0);
        while row < SPAN {
            packed |= (bits >> (row * STRIDE as i32) & ROW) << (row * SPAN);
            row += 1;
        }
        packed
    }

    /// The row and column in the window of one of its bits.
    #[inline]
    pub const fn place(bit: u32) -> (usize, usize) {
        (bit as usize / STRIDE as usize, bit as usize % STRIDE as usize)
    }
}

/// The bits of a window that are columns of the grid, by the column in its middle.
const INSIDE: [u64; STRIDE as usize] = {
    let mut masks = [0; STRIDE as usize];
    let mut middle = 0;
    while middle < STRIDE as i32 {
        let mut bit = 0;
        while bit < SPAN * SPAN {
            let (row, column) = (bit / SPAN, bit % SPAN);
            let there = middle - NEAR + column;
            if 0 <= there && there < STRIDE as i32 {
                masks[middle as usize] |= 1 << (row * STRIDE as i32 + column);
            }
            bit += 1;
        }
        middle += 1;
    }
    masks
};
