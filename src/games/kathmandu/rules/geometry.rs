//! Adjacency: neighbours, floods, isolation and control (R10).

use super::bits::{Cells, MAX_CELLS};

/// The six neighbours of an axial coordinate.
pub const DIRECTIONS: [(i8, i8); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// The land of a board: its cells, their coordinates and which are neighbours.
#[derive(Clone, Debug, PartialEq)]
pub struct Land {
    /// Every land cell.
    pub all: Cells,
    /// Axial (q, r) of each cell, by ascending r, then ascending q.
    pub at: Vec<(i8, i8)>,
    /// The land cells around each cell; empty slots hold numbers that no cell has.
    neighbours: Box<[Cells; MAX_CELLS]>,
    /// The neighbours one by one, in the order of `DIRECTIONS`; the cell itself where there is no land.
    round: Box<[[u8; 6]; MAX_CELLS]>,
}

/// For each set of the six cells around a cell: whether they are connected without it.
const JOINED: [bool; 64] = {
    let mut joined = [false; 64];
    let mut set = 0;
    while set < 64u32 {
        // A set is connected if going round the cell meets at most one beginning of a run.
        let before = (set << 1 | set >> 5) & 63;
        joined[set as usize] = (set & !before).count_ones() <= 1;
        set += 1;
    }
    joined
};

/// The cells covered by a flood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flood {
    /// The seeds and all that was reached.
    pub inside: Cells,
    /// Every cell that touches a cell of the inside, the front included.
    pub touched: Cells,
}

impl Land {
    /// Numbers the cells and finds their neighbours. Takes at most 256 distinct cells.
    #[must_use]
    pub fn new(cells: &[(i8, i8)]) -> Self {
        let mut at = cells.to_vec();
        at.sort_unstable_by_key(|&(q, r)| (r, q));
        at.dedup();
        assert!(at.len() <= MAX_CELLS, "the content check caps the land at 256 cells");
        let find = |q: i16, r: i16| {
            at.iter()
                .position(|&(cq, cr)| i16::from(cq) == q && i16::from(cr) == r)
                .map(|i| u8::try_from(i).expect("at most 256 cells"))
        };
        let mut neighbours = Box::new([Cells::EMPTY; MAX_CELLS]);
        let mut round = Box::new([[0; 6]; MAX_CELLS]);
        for (cell, &(q, r)) in at.iter().enumerate() {
            let touching = DIRECTIONS.map(|(dq, dr)| find(i16::from(q) + i16::from(dq), i16::from(r) + i16::from(dr)));
            neighbours[cell] = touching.into_iter().flatten().collect();
            round[cell] = touching.map(|other| other.unwrap_or(u8::try_from(cell).expect("at most 256 cells")));
        }
        Self { all: Cells::first(at.len()), at, neighbours, round }
    }

    /// Whether the cells around a cell that are in the set are connected without the cell itself, which the set must not hold.
    #[must_use]
    #[inline]
    pub fn joined_round(&self, cell: u8, set: Cells) -> bool {
        let taken = self.round[usize::from(cell)].iter().rev().fold(0, |bits, &other| bits << 1 | usize::from(set.has(other)));
        JOINED[taken]
    }

    /// The number of the cell at (q, r), if that is land.
    #[must_use]
    pub fn cell(&self, q: i8, r: i8) -> Option<u8> {
        self.at.binary_search_by_key(&(r, q), |&(q, r)| (r, q)).ok().and_then(|i| u8::try_from(i).ok())
    }

    /// The land cells around one cell.
    #[must_use]
    #[inline]
    pub fn around(&self, cell: u8) -> Cells {
        self.neighbours[usize::from(cell)]
    }

    /// Every cell that touches a cell of the set (cells of the set that touch each other included).
    #[must_use]
    #[inline]
    pub fn touching(&self, set: Cells) -> Cells {
        set.iter().fold(Cells::EMPTY, |out, cell| out | self.neighbours[usize::from(cell)])
    }

    /// The seeds and all that can be reached from them over open cells.
    #[must_use]
    pub fn flood(&self, seeds: Cells, open: Cells) -> Flood {
        let mut flood = Flood { inside: seeds, touched: Cells::EMPTY };
        let mut front = seeds;
        loop {
            let touched = self.touching(front);
            flood.touched |= touched;
            front = touched & open & !flood.inside;
            if front.is_empty() {
                return flood;
            }
            flood.inside |= front;
        }
    }

    /// The flood of R10.2 step 1, or the cells of `stop` it touches first.
    pub fn flood_clear_of(&self, seeds: Cells, open: Cells, stop: Cells) -> Result<Flood, Cells> {
        let mut flood = Flood { inside: seeds, touched: Cells::EMPTY };
        let mut front = seeds;
        loop {
            let touched = self.touching(front);
            let met = touched & stop;
            if !met.is_empty() {
                return Err(met);
            }
            flood.touched |= touched;
            front = touched & open & !flood.inside;
            if front.is_empty() {
                return Ok(flood);
            }
            flood.inside |= front;
        }
    }

    /// The contributing tokens of a dig (R10.2). If it is not isolated: cells of other digs it is connected to.
    ///
    /// `others` are the cells of all other digs, `tokens` the cells with an archaeologist token of any player.
    pub fn contributing(&self, dig: Cells, others: Cells, tokens: Cells) -> Result<Cells, Cells> {
        // R10.2 step 1. R10.1, R10.5: holes and the rim block because they are no cells at all.
        let within = self.flood_clear_of(dig, self.all & !tokens, others)?;
        Ok(self.counting(&within, others, tokens))
    }

    /// The contributing tokens of an isolated dig by its inside (R10.2, steps 2 to 4).
    #[must_use]
    pub fn counting(&self, within: &Flood, others: Cells, tokens: Cells) -> Cells {
        // Step 2: the tight front.
        let front = within.touched & tokens;
        // Step 3: looser tokens are passable from outside.
        let outside = self.flood(others, self.all & !within.inside & !front);
        // Step 4: what also touches the outside. R10.3: this is the unique smallest cut within the front.
        front & outside.touched
    }

    /// The smallest number of steps by land between two cells, if there is a way.
    #[must_use]
    pub fn path(&self, from: u8, to: u8) -> Option<u32> {
        let goal = Cells::of(to);
        let mut seen = Cells::of(from);
        let mut steps = 0;
        while !seen.meets(&goal) {
            let next = seen | self.touching(seen);
            if next == seen {
                return None;
            }
            seen = next;
            steps += 1;
        }
        Some(steps)
    }
}

/// The distance of two axial coordinates when nothing is in the way.
#[must_use]
pub fn distance(a: (i8, i8), b: (i8, i8)) -> u32 {
    let (dq, dr) = (i32::from(a.0) - i32::from(b.0), i32::from(a.1) - i32::from(b.1));
    dq.unsigned_abs().max(dr.unsigned_abs()).max((dq + dr).unsigned_abs())
}
