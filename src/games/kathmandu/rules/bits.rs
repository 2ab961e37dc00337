//! A set of land cells as 256 bits.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most land cells a board may have.
pub const MAX_CELLS: usize = 256;

const WORDS: usize = MAX_CELLS / 64;

/// A set of land cells. Bit `i` is cell `i`; cells are numbered by ascending r, then ascending q (R12.4).
///
/// The readable form is the list of its cells, the compact form four words.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Cells([u64; WORDS]);

impl Cells {
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The set holding only this cell.
    #[must_use]
    #[inline]
    pub fn of(cell: u8) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// The cells 0 to `count - 1`.
    #[must_use]
    pub fn first(count: usize) -> Self {
        let mut set = Self::EMPTY;
        for (i, word) in set.0.iter_mut().enumerate() {
            let bits = count.saturating_sub(i * 64).min(64);
            *word = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
        }
        set
    }

    /// Whether the cell is in the set.
    #[must_use]
    #[inline]
    pub const fn has(&self, cell: u8) -> bool {
        self.0[cell as usize >> 6] >> (cell & 63) & 1 == 1
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: u8) {
        self.0[cell as usize >> 6] |= 1 << (cell & 63);
    }

    /// Removes a cell.
    #[inline]
    pub const fn remove(&mut self, cell: u8) {
        self.0[cell as usize >> 6] &= !(1 << (cell & 63));
    }

    /// Whether the set is empty.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the two sets share a cell.
    #[must_use]
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// Whether every cell of the other set is in this one.
    #[must_use]
    #[inline]
    pub fn contains(&self, other: &Self) -> bool {
        (*other & !*self).is_empty()
    }

    /// The number of cells.
    #[must_use]
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The words, lowest cells first.
    #[must_use]
    #[inline]
    pub const fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// The cells in ascending order.
    #[must_use]
    #[inline]
    pub const fn iter(&self) -> Iter {
        Iter { words: self.0, at: 0 }
    }
}

/// The cells of a set in ascending order.
pub struct Iter {
    words: [u64; WORDS],
    at: u8,
}

impl Iterator for Iter {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        while usize::from(self.at) < WORDS {
            let word = &mut self.words[usize::from(self.at)];
            if *word != 0 {
                #[expect(clippy::cast_possible_truncation, reason = "a bit position is below 64")]
                let bit = word.trailing_zeros() as u8;
                *word &= *word - 1;
                return Some(self.at << 6 | bit);
            }
            self.at += 1;
        }
        None
    }

    /// Goes word by word, because floods spend most of their time here.
    #[inline]
    fn fold<B, F: FnMut(B, u8) -> B>(self, init: B, mut f: F) -> B {
        let mut out = init;
        for (i, mut word) in self.words.into_iter().enumerate().skip(usize::from(self.at)) {
            while word != 0 {
                #[expect(clippy::cast_possible_truncation, reason = "a bit position is below 64, and there are four words")]
                let cell = (i as u8) << 6 | word.trailing_zeros() as u8;
                word &= word - 1;
                out = f(out, cell);
            }
        }
        out
    }
}

impl IntoIterator for Cells {
    type Item = u8;
    type IntoIter = Iter;

    #[inline]
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl IntoIterator for &Cells {
    type Item = u8;
    type IntoIter = Iter;

    #[inline]
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<u8> for Cells {
    #[inline]
    fn from_iter<I: IntoIterator<Item = u8>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl BitOr for Cells {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl BitOrAssign for Cells {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
    }
}

impl BitAnd for Cells {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl BitAndAssign for Cells {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= b;
        }
    }
}

impl Not for Cells {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Cells {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() { to.collect_seq(self.iter()) } else { self.0.serialize(to) }
    }
}

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        if from.is_human_readable() { from.deserialize_seq(CellList) } else { Ok(Self(<[u64; WORDS]>::deserialize(from)?)) }
    }
}

struct CellList;

impl<'de> Visitor<'de> for CellList {
    type Value = Cells;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of different cell numbers below 256")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Cells, A::Error> {
        let mut set = Cells::EMPTY;
        while let Some(cell) = seq.next_element::<u8>()? {
            if set.has(cell) {
                return Err(A::Error::custom(format_args!("cell {cell} is listed twice")));
            }
            set.insert(cell);
        }
        Ok(set)
    }
}
