//! The grid: cells, sides and sets of cells as bits (R1, R2, R39).
//!
//! A row has eight slots: seven columns (x −3…3) and one spare. Bit sets move a whole row at once by shifting, and the
//! spare column keeps a shift from running into the next row. The one cell that may lie outside the columns, the
//! vault of ruling S2, takes the spare slot beside its hall.

use crate::named_enum;

/// Slots per row of the grid.
const STRIDE: u16 = 8;
/// 64-bit words of a set of cells.
pub const WORDS: usize = 5;
/// Number of slots, the length of an array indexed by cell.
pub const SLOTS: usize = WORDS * 64;
/// Westernmost and easternmost column of the temple (R39).
pub const X_MAX: i8 = 3;
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
pub struct Cell(pub u16);

impl Cell {
    /// No cell: a slot that is never in play.
    pub const NONE: Self = Self(0);

    /// The cell at these coordinates, which lie within the grid (one column more on either side for the outer vault).
    #[inline]
    pub const fn at(x: i8, y: i8) -> Self {
        Self(((y as i16 + 2) * STRIDE as i16 + x as i16 + 3) as u16)
    }

    /// Whether these coordinates name a cell of the seven columns.
    #[inline]
    pub const fn exists(x: i8, y: i8) -> bool {
        -X_MAX <= x && x <= X_MAX && Y_MIN <= y && y <= Y_MAX
    }

    /// The column of this slot; the spare slot counts as x = 4.
    #[inline]
    pub const fn x(self) -> i8 {
        (self.0 % STRIDE) as i8 - 3
    }

    /// The row of this slot.
    #[inline]
    pub const fn y(self) -> i8 {
        (self.0 / STRIDE) as i8 - 2
    }

    /// Whether this slot is in the spare column, where only the outer vault of ruling S2 can lie.
    #[inline]
    pub const fn is_spare(self) -> bool {
        self.0 % STRIDE == STRIDE - 1
    }

    /// The slot on the other side of an edge.
    #[inline]
    #[must_use]
    pub const fn beside(self, side: Side) -> Self {
        match side {
            Side::N => Self(self.0 - STRIDE),
            Side::E => Self(self.0 + 1),
            Side::S => Self(self.0 + STRIDE),
            Side::W => Self(self.0 - 1),
        }
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

    /// The spare column.
    pub const SPARE: Self = {
        let mut set = Self::EMPTY;
        let mut y = 0;
        while y <= Y_MAX {
            set = set.with(Cell::at(4, y));
            y += 1;
        }
        set
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

    /// How many cells are in the set.
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

    /// Every cell moved one step.
    #[inline]
    #[must_use]
    pub fn moved(&self, side: Side) -> Self {
        Self(match side {
            Side::N => right(&self.0, 8),
            Side::E => left(&self.0, 1),
            Side::S => left(&self.0, 8),
            Side::W => right(&self.0, 1),
        })
    }

    /// The cells of one row, the spare slot left out.
    #[inline]
    #[must_use]
    pub fn row(&self, y: i8) -> Self {
        let start = Cell::at(-X_MAX, y);
        let mut set = Self::EMPTY;
        set.0[start.index() / 64] = self.0[start.index() / 64] & 0x7f << (start.0 % 64);
        set
    }

    /// The first words: all of them where nothing lies in the others.
    #[inline]
    pub fn low<const N: usize>(&self) -> [u64; N] {
        std::array::from_fn(|i| self.0[i])
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
fn left<const N: usize>(words: &[u64; N], by: u32) -> [u64; N] {
    std::array::from_fn(|i| words[i] << by | if i == 0 { 0 } else { words[i - 1] >> (64 - by) })
}

#[inline]
fn right<const N: usize>(words: &[u64; N], by: u32) -> [u64; N] {
    std::array::from_fn(|i| words[i] >> by | if i + 1 == N { 0 } else { words[i + 1] << (64 - by) })
}

/// The five by five cells around a place. Of a set it takes the lowest five bits of five bytes: a byte for each row, a
/// bit for each column. The spare column is left out.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// How far the first row of the window is from the first bit of its word; below 0 above the grid.
    bit: i32,
    word: usize,
    columns: i32,
    inside: u64,
}

impl Window {
    /// The window around a place at most two columns and a row outside the temple.
    #[inline]
    pub const fn around(x: i8, y: i8) -> Self {
        // A row of the grid is a byte, and the row two above y begins at this bit.
        let start = y as i32 * STRIDE as i32;
        let word = if start < 0 { 0 } else { start as usize / 64 };
        let columns = x as i32 + X_MAX as i32 - 2;
        Self { bit: start - word as i32 * 64, word, columns, inside: WINDOW[(x + WINDOW_X) as usize] }
    }

    /// The cells of a set that lie in the window.
    #[inline]
    pub const fn of(&self, set: &Cells) -> u64 {
        let rows = if self.bit < 0 {
            set.0[0] << -self.bit
        } else {
            let next = if self.word + 1 < WORDS { set.0[self.word + 1] } else { 0 };
            // Shifted in two steps, because a shift by 64 is none.
            set.0[self.word] >> self.bit | next << 1 << (63 - self.bit)
        };
        let moved = if self.columns < 0 { rows << -self.columns } else { rows >> self.columns };
        moved & self.inside
    }
}

/// The columns furthest west and east that a window can be around: beside the outer vault.
const WINDOW_X: i8 = X_MAX + 2;

/// Which bits of a window are columns of the temple, by the column in its middle.
const WINDOW: [u64; 2 * WINDOW_X as usize + 1] = {
    let mut masks = [0; 2 * WINDOW_X as usize + 1];
    let mut x = -WINDOW_X;
    while x <= WINDOW_X {
        let mut column = 0;
        while column < 5 {
            if -X_MAX <= x - 2 + column && x - 2 + column <= X_MAX {
                masks[(x + WINDOW_X) as usize] |= 0x01_0101_0101 << column;
            }
            column += 1;
        }
        x += 1;
    }
    masks
};

/// Which neighbouring cells are connected (R3), kept as sets so that a walk spreads over the whole map at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Links {
    /// Cells connected to the cell east of them.
    pub east: Cells,
    /// Cells connected to the cell south of them.
    pub south: Cells,
    /// The last word of the sets that holds a cell in play: searches look no further.
    pub words: u8,
}

impl Links {
    /// The sides on which a cell is connected.
    #[inline]
    pub fn of(&self, cell: Cell) -> u8 {
        u8::from(self.south.has(cell.beside(Side::N)))
            | u8::from(self.east.has(cell)) << 1
            | u8::from(self.south.has(cell)) << 2
            | u8::from(self.east.has(cell.beside(Side::W))) << 3
    }

    /// All cells connected to a cell of the set, and the set itself.
    pub fn grown(&self, set: &Cells) -> Cells {
        if self.words <= 2 { self.grown_in::<2>(set) } else { self.grown_in::<WORDS>(set) }
    }

    #[inline]
    fn grown_in<const N: usize>(&self, set: &Cells) -> Cells {
        Cells::from_low(grow(&set.low::<N>(), &self.east.low(), &self.south.low()))
    }

    /// The goals with the smallest distance from a cell (R5), walking over `walk` only; empty if none is reachable.
    pub fn nearest(&self, from: Cell, goals: &Cells, walk: &Cells) -> Cells {
        if self.words <= 2 { self.nearest_in::<2>(from, goals, walk) } else { self.nearest_in::<WORDS>(from, goals, walk) }
    }

    fn nearest_in<const N: usize>(&self, from: Cell, goals: &Cells, walk: &Cells) -> Cells {
        let (east, south, goals, walk) = (self.east.low::<N>(), self.south.low::<N>(), goals.low::<N>(), walk.low::<N>());
        let mut seen = Cells::one(from).low::<N>();
        loop {
            let hit: [u64; N] = std::array::from_fn(|i| seen[i] & goals[i]);
            if hit != [0; N] {
                return Cells::from_low(hit);
            }
            let mut next = grow(&seen, &east, &south);
            for i in 0..N {
                next[i] = next[i] & walk[i] | seen[i];
            }
            if next == seen {
                return Cells::EMPTY;
            }
            seen = next;
        }
    }

    /// The sides of `to` that lead one step nearer to the nearest cell of `from`: every first step of every shortest
    /// walk, over `walk` only (R64). Nothing if no cell of the set is reachable; `to` is none of them.
    pub fn steps_to_nearest(&self, to: Cell, from: &Cells, walk: &Cells) -> u8 {
        if self.words <= 2 { self.steps_in::<2>(to, from, walk) } else { self.steps_in::<WORDS>(to, from, walk) }
    }

    fn steps_in<const N: usize>(&self, to: Cell, from: &Cells, walk: &Cells) -> u8 {
        let (east, south, walk) = (self.east.low::<N>(), self.south.low::<N>(), walk.low::<N>());
        let goal = Cells::one(to).low::<N>();
        let start = from.low::<N>();
        let mut seen: [u64; N] = std::array::from_fn(|i| start[i] & walk[i]);
        loop {
            let mut next = grow(&seen, &east, &south);
            let mut reached = 0;
            for i in 0..N {
                reached |= next[i] & goal[i];
                next[i] = next[i] & walk[i] | seen[i];
            }
            if reached != 0 {
                let near = Cells::from_low(seen);
                let linked = self.of(to);
                return Side::of(linked).filter(|side| near.has(to.beside(*side))).map(Side::bit).sum();
            }
            if next == seen {
                return 0;
            }
            seen = next;
        }
    }

    /// The number of steps of the shortest walk between two cells (R5).
    pub fn distance(&self, from: Cell, to: Cell, walk: &Cells) -> Option<u8> {
        let mut seen = Cells::one(from);
        let mut steps = 0;
        while !seen.has(to) {
            let next = self.grown(&seen).and(walk).or(&seen);
            if next == seen {
                return None;
            }
            seen = next;
            steps += 1;
        }
        Some(steps)
    }
}

/// Cells connected to a cell of the set, and the set itself.
#[inline(always)]
pub fn grow<const N: usize>(set: &[u64; N], east: &[u64; N], south: &[u64; N]) -> [u64; N] {
    let to_east: [u64; N] = left(&std::array::from_fn(|i| set[i] & east[i]), 1);
    let to_south: [u64; N] = left(&std::array::from_fn(|i| set[i] & south[i]), 8);
    let (from_east, from_south) = (right(set, 1), right(set, 8));
    std::array::from_fn(|i| set[i] | to_east[i] | to_south[i] | from_east[i] & east[i] | from_south[i] & south[i])
}
