//! The distance from each explorer to each place, and the way that leads there. Kept from one observation to the next, because a
//! decision seldom changes more than the cell of one explorer.

use super::super::board::{Cell, Cells, WORDS};
use super::super::distances::DELAY;
use super::super::links::{Links, grow};
use super::super::map::Map;
use super::super::state::Explorer;
use super::super::words::TEAM;

/// Places that ways lead to; after them come the explorers in turn order.
pub(super) const PLACES: usize = 9;
/// Places and explorers.
pub(super) const GOALS: usize = PLACES + TEAM;
/// No way.
pub(super) const NEVER: u8 = u8::MAX;

/// The ways of the explorers and of the subject, with what they were computed from.
#[derive(Clone, Debug)]
pub struct Ways {
    links: Links,
    walk: Cells,
    rubble: Cells,
    places: [Cells; PLACES],
    /// The explorers' cells, in turn order.
    cells: [Cell; TEAM],
    subject: Cell,
    /// Steps of each explorer to each goal; Rubble on the way counts two more.
    pub(super) steps: [[u8; GOALS]; TEAM],
    /// The sides by which the subject comes nearest to each goal, one bit each.
    pub(super) leads: [u8; GOALS],
}

impl Default for Ways {
    fn default() -> Self {
        Self {
            links: Links::default(),
            walk: Cells::EMPTY,
            rubble: Cells::EMPTY,
            places: [Cells::EMPTY; PLACES],
            cells: [Cell::NONE; TEAM],
            subject: Cell::NONE,
            steps: [[NEVER; GOALS]; TEAM],
            leads: [0; GOALS],
        }
    }
}

impl Ways {
    /// Recomputes the ways if something has changed.
    pub(super) fn update(&mut self, map: &Map, places: &[Cells; PLACES], team: &[Explorer], subject: Cell) {
        let walk = map.walkable();
        let same = map.links == self.links && walk == self.walk && map.rubble == self.rubble && *places == self.places;
        let mut cells = [Cell::NONE; TEAM];
        for (cell, e) in cells.iter_mut().zip(team).filter(|(_, e)| e.is_inside()) {
            *cell = e.cell;
        }
        if same && cells == self.cells && subject == self.subject {
            return;
        }
        if !same {
            (self.links, self.walk, self.rubble, self.places) = (map.links, walk, map.rubble, *places);
        }
        let before = std::mem::replace(&mut self.cells, cells);
        self.subject = subject;
        let stays = std::array::from_fn(|i| same && before[i] == cells[i]);
        if map.links.words <= 2 {
            self.search::<2>(team.len(), stays);
        } else {
            self.search::<WORDS>(team.len(), stays);
        }
    }

    /// Searches from the subject, and from every explorer unless it and the ground are unchanged.
    fn search<const N: usize>(&mut self, team: usize, stays: [bool; TEAM]) {
        let cells = self.cells;
        let field = Field::<N>::new(self);
        let from_subject = field.search::<true>(self.subject, &self.links);
        self.leads = from_subject.leads;
        for i in 0..team {
            if cells[i] == Cell::NONE {
                self.steps[i] = [NEVER; GOALS];
            } else if cells[i] == self.subject {
                self.steps[i] = from_subject.steps;
            } else if !stays[i] {
                // Explorers often move together, so one search serves both. Rows that stay are not up to date yet.
                let same = (0..i).find(|&other| !stays[other] && cells[other] == cells[i]);
                self.steps[i] = same.map_or_else(|| field.search::<false>(cells[i], &self.links).steps, |other| self.steps[other]);
            }
        }
        // The distance to an explorer who has moved is the same backwards, except for Rubble at either end: only the goal's counts.
        let delay = |cell: Cell| if self.rubble.has(cell) { DELAY as u8 } else { 0 };
        for i in (0..team).filter(|&i| stays[i] && cells[i] != Cell::NONE) {
            for j in (0..team).filter(|&j| !stays[j]) {
                let back = self.steps[j][PLACES + i];
                let known = cells[j] != Cell::NONE && back != NEVER;
                self.steps[i][PLACES + j] = if known { back + delay(cells[j]) - delay(cells[i]) } else { NEVER };
            }
        }
    }
}

/// The ground and the goals, cut down to the words in use.
struct Field<const N: usize> {
    east: [u64; N],
    south: [u64; N],
    walk: [u64; N],
    slow: [u64; N],
    /// The cells of each goal that can be walked on: a flipped Sanctuary is not a place to go to.
    goals: [[u64; N]; GOALS],
    /// The goals in play, one bit each, and the cells of all of them.
    there: u32,
    all: [u64; N],
}

/// The result of one search.
struct Found {
    steps: [u8; GOALS],
    leads: [u8; GOALS],
}

/// Cells that a search has reached, and those that it will have entered in one and in two more steps.
#[derive(Clone, Copy)]
struct Front<const N: usize> {
    now: [u64; N],
    entering: [[u64; N]; DELAY],
}

impl<const N: usize> Front<N> {
    const EMPTY: Self = Self { now: [0; N], entering: [[0; N]; DELAY] };

    /// Advances one step and returns the newly reached cells.
    #[inline(always)]
    fn advance(&mut self, next: &[u64; N], slow: &[u64; N]) {
        self.now = std::array::from_fn(|i| next[i] & !slow[i] | self.entering[0][i]);
        self.entering = [self.entering[1], and(next, slow)];
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        (0..N).fold(0, |all, i| all | self.now[i] | self.entering[0][i] | self.entering[1][i]) == 0
    }
}

#[inline(always)]
fn and<const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    std::array::from_fn(|i| a[i] & b[i])
}

impl<const N: usize> Field<N> {
    fn new(ways: &Ways) -> Self {
        let walk = ways.walk.low::<N>();
        let mut goals = [[0; N]; GOALS];
        for (goal, cells) in goals.iter_mut().zip(&ways.places) {
            *goal = and(&cells.low(), &walk);
        }
        for (goal, &cell) in goals[PLACES..].iter_mut().zip(&ways.cells).filter(|(_, cell)| **cell != Cell::NONE) {
            *goal = and(&Cells::one(cell).low(), &walk);
        }
        let there = (0..GOALS).filter(|&i| goals[i] != [0; N]).fold(0, |set, i| set | 1 << i);
        let all = goals.iter().fold([0; N], |all, goal| std::array::from_fn(|i| all[i] | goal[i]));
        let (east, south, slow) = (ways.links.east.low(), ways.links.south.low(), ways.rubble.low());
        Self { east, south, walk, slow, goals, there, all }
    }

    /// Spreads from a cell until all goals have been met, or no more can be. Slow cells are entered that much
    /// later.
    #[inline(always)]
    fn search<const LEADS: bool>(&self, from: Cell, links: &Links) -> Found {
        let mut found = Found { steps: [NEVER; GOALS], leads: [0; GOALS] };
        let mut front = Front { now: and(&Cells::one(from).low(), &self.walk), ..Front::EMPTY };
        // For each side by which a way may begin, how far the shortest ways have come.
        let mut sides = [(0, Front::EMPTY); 4];
        let mut beside = [[0; N]; 4];
        let mut count = 0;
        if LEADS {
            for (side, next) in links.neighbours(from) {
                sides[count].0 = side.bit();
                beside[count] = Cells::one(next).low();
                count += 1;
            }
        }
        let (mut left, mut all) = (self.there, self.all);
        let mut seen = front.now;
        for step in 0..NEVER {
            let met = and(&front.now, &all);
            if met != [0; N] {
                all = [0; N];
                let mut rest = left;
                while rest != 0 {
                    let goal = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let cells = &self.goals[goal];
                    let here = and(&met, cells);
                    if here == [0; N] {
                        all = std::array::from_fn(|i| all[i] | cells[i]);
                        continue;
                    }
                    left &= !(1 << goal);
                    found.steps[goal] = step;
                    for (side, front) in &sides[..count] {
                        found.leads[goal] |= if and(&front.now, &here) == [0; N] { 0 } else { *side };
                    }
                }
                if left == 0 {
                    break;
                }
            }
            let grown = grow(&front.now, &self.east, &self.south);
            let next: [u64; N] = std::array::from_fn(|i| grown[i] & self.walk[i] & !seen[i]);
            seen = std::array::from_fn(|i| seen[i] | next[i]);
            for ((_, front), beside) in sides[..count].iter_mut().zip(&beside) {
                let grown = if step == 0 { *beside } else { grow(&front.now, &self.east, &self.south) };
                front.advance(&and(&grown, &next), &self.slow);
            }
            front.advance(&next, &self.slow);
            if front.is_empty() {
                break;
            }
        }
        found
    }
}
