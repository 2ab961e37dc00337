//! Connections between cells (R3), and walks over them (R5, R64).

use super::board::{Cell, Cells, STRIDE, Side, WORDS, left, right};

/// The connections between neighbouring cells (R3), kept as sets so that a walk spreads over the whole map at once.
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
    /// Connects a cell with its neighbour on a side.
    pub fn join(&mut self, cell: Cell, side: Side) {
        if let Some((set, first)) = self.edge(cell, side) {
            set.insert(first);
        }
    }

    /// Cuts a cell off from its neighbour on a side.
    pub fn cut(&mut self, cell: Cell, side: Side) {
        if let Some((set, first)) = self.edge(cell, side) {
            set.remove(first);
        }
    }

    /// The set that an edge belongs to, and the cell north or west of it; none at the edge of the grid.
    fn edge(&mut self, cell: Cell, side: Side) -> Option<(&mut Cells, Cell)> {
        let next = cell.beside(side)?;
        Some(match side {
            Side::N => (&mut self.south, next),
            Side::E => (&mut self.east, cell),
            Side::S => (&mut self.south, cell),
            Side::W => (&mut self.east, next),
        })
    }

    /// The sides on which a cell is connected.
    #[inline]
    pub fn of(&self, cell: Cell) -> u8 {
        let joined = |set: &Cells, first: Option<Cell>| u8::from(first.is_some_and(|first| set.has(first)));
        joined(&self.south, cell.beside(Side::N))
            | u8::from(self.east.has(cell)) << 1
            | u8::from(self.south.has(cell)) << 2
            | joined(&self.east, cell.beside(Side::W)) << 3
    }

    /// The cells connected to a cell, each with the side on which it lies.
    #[inline(always)]
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = (Side, Cell)> + use<> {
        Side::of(self.of(cell)).filter_map(move |side| Some((side, cell.beside(side)?)))
    }

    /// All cells connected to a cell of the set, and the set itself.
    pub fn grown(&self, set: &Cells) -> Cells {
        if self.words <= 2 { self.grown_in::<2>(set) } else { self.grown_in::<WORDS>(set) }
    }

    #[inline]
    fn grown_in<const N: usize>(&self, set: &Cells) -> Cells {
        Cells::from_low(grow(&set.low::<N>(), &self.east.low(), &self.south.low()))
    }

    /// All cells that a walk from a cell can reach, flipped ones too, and the cell itself.
    pub fn reach(&self, from: Cell) -> Cells {
        let mut seen = Cells::one(from);
        loop {
            let more = self.grown(&seen);
            if more == seen {
                return seen;
            }
            seen = more;
        }
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
    /// walk, over `walk` only (R64). Empty if no cell of the set is reachable; `to` must not be one of them.
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
                return self.neighbours(to).filter(|(_, next)| near.has(*next)).map(|(side, _)| side.bit()).sum();
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

/// Cells connected to a cell of the set, and the set itself. No link leads beyond the grid, so no shift does either.
#[inline(always)]
pub fn grow<const N: usize>(set: &[u64; N], east: &[u64; N], south: &[u64; N]) -> [u64; N] {
    let to_east: [u64; N] = left(&std::array::from_fn(|i| set[i] & east[i]), 1);
    let to_south: [u64; N] = left(&std::array::from_fn(|i| set[i] & south[i]), STRIDE.into());
    let (from_east, from_south) = (right(set, 1), right(set, STRIDE.into()));
    std::array::from_fn(|i| set[i] | to_east[i] | to_south[i] | from_east[i] & east[i] | from_south[i] & south[i])
}
