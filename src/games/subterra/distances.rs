//! Steps from every cell to the nearest of some goals: one search for all who ask.

use super::board::{Cell, Cells, SLOTS};
use super::map::Map;

/// How many steps a hindrance in the way counts: the points of a Dig, or the wounds of a Spike trap.
const DELAY: usize = 2;
/// Not reachable.
const NEVER: u8 = u8::MAX;

/// The steps of an explorer from each cell to the nearest goal. Rubble and Spike traps in the way count more.
pub(super) struct Distances([u8; SLOTS]);

impl Distances {
    /// Searches from the goals backwards over `walk`; `slow` cells cost more to enter.
    pub(super) fn to(goals: &Cells, map: &Map, walk: &Cells, slow: &Cells) -> Self {
        let mut steps = [NEVER; SLOTS];
        let mut seen = *goals;
        seen.each(|cell| steps[cell.index()] = 0);
        // Whoever comes through a cell that is slow has to enter it: the search leaves it so much later.
        let mut before = [seen; DELAY];
        if !slow.is_empty() {
            before = [Cells::EMPTY; DELAY];
        }
        for step in 1..NEVER {
            let open = seen.minus(slow).or(&before[0].and(slow));
            let next = map.links.grown(&open).and(walk).or(&seen);
            let fresh = next.minus(&seen);
            if fresh.is_empty() && before[0] == seen {
                break;
            }
            fresh.each(|cell| steps[cell.index()] = step);
            before = [before[1], seen];
            seen = next;
        }
        Self(steps)
    }

    /// The steps from a cell; at most `far`, also where there is no way.
    pub(super) fn of(&self, cell: Cell, far: u8) -> u8 {
        self.0[cell.index()].min(far)
    }
}
