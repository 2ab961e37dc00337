//! The grid: cells, sides and sets of cells as bits (R1, R2, R39).
//!
//! A row has nine slots: the seven columns (x −3…3) and one more on either side, where only the vault of ruling S2 can
//! lie. Every slot is one place of the grid, and `Cell::beside` gives nothing beyond it: no step leads from the end of a
//! row to the beginning of the next.

use crate::named_enum;

/// Slots per row of the grid.
pub const STRIDE: u16 = 9;
/// 64-bit words of a set of cells.
pub const WORDS: usize = 6;
/// Number of slots, the length of an array indexed by cell.
pub const SLOTS: usize = WORDS * 64;
/// Westernmost and easternmost column of the temple (R39).
pub const X_MAX: i8 = 3;
/// The column beyond it on either side, for the outer vault of ruling S2.
pub const X_OUTER: i8 = X_MAX + 1;
/// The deepest row any piece can reach: 30 temple tiles, 3 Journals and the 2 Sanctuary cells in one straight line.
pub const Y_MAX: i8 = 35;
/// The row of the exit cell.
pub const Y_MIN: i8 = -1;

named_enum! {
    /// One of the four sides of a cell. North is towards the exit, south is deeper into the volcano.
    pub enum Side "side" {
        /// Towards the exit.
        N = "north",
        /// East.
        E = "east",
        /// Deeper.
        S = "south",
        /// West.
        W = "west",
    }
}

impl Side {
    /// The side that faces this one across an edge.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::N => Self::S,
            Self::E => Self::W,
            Self::S => Self::N,
            Self::W => Self::E,
        }
    }

    /// The bit of this side in a mask of sides.
    #[inline(always)]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The sides of a mask, in order.
    #[inline(always)]
    pub fn of(mask: u8) -> impl Iterator<Item = Self> {
        let mut rest = mask;
        std::iter::from_fn(move || {
            let side = SIDES.get(rest.trailing_zeros() as usize).copied()?;
            rest &= rest - 1;
            Some(side)
        })
    }
}

const SIDES: [Side; 4] = [Side::N, Side::E, Side::S, Side::W];

/// A mask of sides after clockwise quarter turns (N to E to S to W to N).
pub const fn rotate(mask: u8, turns: u8) -> u8 {
    let wide = (mask as u16) << (turns & 3);
    ((wide | wide >> 4) & 15) as u8
}

/// One tile-sized space of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Cell(u16);

impl Cell {
    /// No cell: the north-west corner of the grid, which is never in play.
    pub const NONE: Self = Self(0);

    /// The cell at these coordinates, if the grid has it: the seven columns, and one more on either side.
    #[inline]
    pub const fn new(x: i8, y: i8) -> Option<Self> {
        if -X_OUTER <= x && x <= X_OUTER && Y_MIN <= y && y <= Y_MAX {
            let (column, row) = ((x + X_OUTER) as u16, (y - Y_MIN) as u16);
            Some(Self(row * STRIDE + column))
        } else {
            None
        }
    }

    /// The cell at coordinates that are known to lie in the grid.
    ///
    /// # Panics
    ///
    /// If they do not.
    #[inline]
    pub const fn at(x: i8, y: i8) -> Self {
        Self::new(x, y).expect("coordinates of the grid")
    }

    /// Whether these coordinates name a cell of the seven columns.
    #[inline]
    pub const fn exists(x: i8, y: i8) -> bool {
        -X_MAX <= x && x <= X_MAX && Y_MIN <= y && y <= Y_MAX
    }

    /// The column, 0 in the middle.
    #[inline]
    pub const fn x(self) -> i8 {
        (self.0 % STRIDE) as i8 - X_OUTER
    }

    /// The row, 0 at the crossing.
    #[inline]
    pub const fn y(self) -> i8 {
        (self.0 / STRIDE) as i8 + Y_MIN
    }

    /// Whether the cell lies beside the seven columns, where only the outer vault of ruling S2 can be.
    #[inline]
    pub const fn is_outer(self) -> bool {
        self.0.is_multiple_of(STRIDE) || self.0 % STRIDE == STRIDE - 1
    }

    /// The cell on the other side of an edge; none beyond the grid.
    #[inline]
    #[must_use]
    pub const fn beside(self, side: Side) -> Option<Self> {
        match side {
            Side::N if self.0 >= STRIDE => Some(Self(self.0 - STRIDE)),
            Side::E if self.0 % STRIDE != STRIDE - 1 => Some(Self(self.0 + 1)),
            Side::S if self.0 / STRIDE < (Y_MAX - Y_MIN) as u16 => Some(Self(self.0 + STRIDE)),
            Side::W if !self.0.is_multiple_of(STRIDE) => Some(Self(self.0 - 1)),
            Side::N | Side::E | Side::S | Side::W => None,
        }
    }

    /// The side of this cell on which another lies, if they are neighbours.
    pub fn side_towards(self, other: Self) -> Option<Side> {
        Side::ALL.iter().copied().find(|&side| self.beside(side) == Some(other))
    }

    /// The index of this cell in arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Cells([u64; WORDS]);

impl Cells {
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The cells where drawn tiles, Journals and the Sanctuary may be placed (R39).
    pub const PLACEABLE: Self = {
        let mut set = Self::EMPTY;
        let mut y = 1;
        while y <= Y_MAX {
            let mut x = -X_MAX;
            while x <= X_MAX {
                set = set.with(Cell::at(x, y));
                x += 1;
            }
            y += 1;
        }
        set
    };

    /// The columns beside the seven, in the rows where tiles may be placed.
    pub const OUTER: Self = {
        let mut set = Self::EMPTY;
        let mut y = 1;
        while y <= Y_MAX {
            set = set.with(Cell::at(-X_OUTER, y)).with(Cell::at(X_OUTER, y));
            y += 1;
        }
        set
    };

    /// For each side, the cells with a neighbour there.
    const INNER: [Self; 4] = {
        let mut sets = [Self::EMPTY; 4];
        let mut slot = 0;
        while slot < (Y_MAX - Y_MIN + 1) as u16 * STRIDE {
            let mut side = 0;
            while side < 4 {
                if Cell(slot).beside(SIDES[side]).is_some() {
                    sets[side] = sets[side].with(Cell(slot));
                }
                side += 1;
            }
            slot += 1;
        }
        sets
    };

    /// The set of one cell.
    #[inline]
    pub const fn one(cell: Cell) -> Self {
        Self::EMPTY.with(cell)
    }

    /// The set with one more cell.
    #[inline]
    #[must_use]
    pub const fn with(mut self, cell: Cell) -> Self {
        self.0[cell.index() / 64] |= 1 << (cell.0 % 64);
        self
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.0 % 64);
    }

    /// Takes a cell out.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.0 % 64));
    }

    /// Whether the cell is in the set.
    #[inline]
    pub const fn has(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.0 % 64) & 1 != 0
    }

    /// Whether there is no cell in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Number of cells in the set.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The first cell in reading order (row by row from the exit, west to east).
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The last cell in reading order, in the deepest row.
    #[inline]
    pub fn last(&self) -> Option<Cell> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(Cell(word as u16 * 64 + 63 - self.0[word].leading_zeros() as u16))
    }

    /// The cells in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        let words = self.0;
        (0u16..).zip(words).flat_map(|(index, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as u16;
                rest &= rest - 1;
                Some(Cell(index * 64 + bit))
            })
        })
    }

    /// Calls a function with every cell in reading order.
    #[inline(always)]
    pub fn each(&self, mut call: impl FnMut(Cell)) {
        for (index, &word) in self.0.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                call(Cell((index * 64) as u16 + rest.trailing_zeros() as u16));
                rest &= rest - 1;
            }
        }
    }

    /// Cells of both sets.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Cells of either set.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Cells of this set that are not in the other.
    #[inline]
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Every cell moved one step; those at the edge of the grid drop out.
    #[inline]
    #[must_use]
    pub fn moved(&self, side: Side) -> Self {
        let inner = self.and(&Self::INNER[side as usize]).0;
        Self(match side {
            Side::N => right(&inner, STRIDE.into()),
            Side::E => left(&inner, 1),
            Side::S => left(&inner, STRIDE.into()),
            Side::W => right(&inner, 1),
        })
    }

    /// The cells of one row.
    #[must_use]
    pub fn row(&self, y: i8) -> Self {
        let mut set = *self;
        self.each(|cell| {
            if cell.y() != y {
                set.remove(cell);
            }
        });
        set
    }

    /// The first words: all of them where nothing lies in the others.
    #[inline]
    pub fn low<const N: usize>(&self) -> [u64; N] {
        std::array::from_fn(|i| self.0[i])
    }

    /// All words.
    #[inline]
    pub const fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// The set with these first words.
    #[inline]
    pub fn from_low<const N: usize>(words: [u64; N]) -> Self {
        let mut set = Self::EMPTY;
        set.0[..N].copy_from_slice(&words);
        set
    }
}

#[inline]
pub(in crate::games::subterra) fn left<const N: usize>(words: &[u64; N], by: u32) -> [u64; N] {
    std::array::from_fn(|i| words[i] << by | if i == 0 { 0 } else { words[i - 1] >> (64 - by) })
}

#[inline]
pub(in crate::games::subterra) fn right<const N: usize>(words: &[u64; N], by: u32) -> [u64; N] {
    std::array::from_fn(|i| words[i] >> by | if i + 1 == N { 0 } else { words[i + 1] << (64 - by) })
}
