//! Steps from some cells to the nearest of some goals, found by a single search.

use super::board::{Cell, Cells, SLOTS, WORDS};
use super::links::grow;
use super::map::Map;

/// The cost of a hindrance in steps: the points of a Dig, or the wounds of a Spike trap.
pub(in crate::games::subterra) const DELAY: usize = 2;
/// Not reachable.
const NEVER: u8 = u8::MAX;

/// The walkable cells, and those that cost more to enter: Rubble and Spike traps.
pub(in crate::games::subterra) struct Ground<'m> {
    pub map: &'m Map,
    pub walk: Cells,
    pub slow: Cells,
}

/// The steps of an explorer from each requested cell to the nearest goal.
pub(in crate::games::subterra) struct Distances([u8; SLOTS]);

impl Distances {
    /// Searches backwards from the goals until all requested cells have been met, or no more can be.
    pub(in crate::games::subterra) fn to(goals: &Cells, asked: &Cells, ground: &Ground<'_>) -> Self {
        let mut steps = [NEVER; SLOTS];
        ground.spread(goals, asked, NEVER, |step, met| {
            met.each(|cell| steps[cell.index()] = step);
            false
        });
        Self(steps)
    }

    /// The steps from a requested cell; at most `far`, even if there is no way.
    pub(in crate::games::subterra) fn of(&self, cell: Cell, far: u8) -> u8 {
        self.0[cell.index()].min(far)
    }
}

impl Ground<'_> {
    /// The requested cells that a search from the goals meets first, and after how many steps, fewer than `far`.
    pub(in crate::games::subterra) fn first_met(&self, goals: &Cells, asked: &Cells, far: u8) -> Option<(u8, Cells)> {
        let mut first = None;
        self.spread(goals, asked, far, |step, met| {
            first = Some((step, *met));
            true
        });
        first
    }

    /// Spreads from the goals, reporting after how many steps, fewer than `far`, it meets which requested cells. Ends
    /// when the listener has heard enough or all have been met.
    #[inline(always)]
    fn spread(&self, goals: &Cells, asked: &Cells, far: u8, listen: impl FnMut(u8, &Cells) -> bool) {
        // Few temples reach the rows of the other words.
        if self.map.links.words <= 2 {
            self.spread_in::<2>(goals, asked, far, listen);
        } else {
            self.spread_in::<WORDS>(goals, asked, far, listen);
        }
    }

    #[inline(always)]
    fn spread_in<const N: usize>(&self, goals: &Cells, asked: &Cells, far: u8, mut listen: impl FnMut(u8, &Cells) -> bool) {
        let links = &self.map.links;
        let (east, south) = (links.east.low::<N>(), links.south.low::<N>());
        let (walk, slow, mut left) = (self.walk.low::<N>(), self.slow.low::<N>(), asked.low::<N>());
        let mut seen = goals.low::<N>();
        let mut fresh = seen;
        // A path through a slow cell has to enter it, so the search leaves it that much later.
        let mut before = [if slow == [0; N] { seen } else { [0; N] }; DELAY];
        for step in 0..far {
            let met: [u64; N] = std::array::from_fn(|i| fresh[i] & left[i]);
            if met != [0; N] && listen(step, &Cells::from_low(met)) {
                return;
            }
            left = std::array::from_fn(|i| left[i] & !met[i]);
            if left == [0; N] {
                return;
            }
            let open = std::array::from_fn(|i| seen[i] & !slow[i] | before[0][i] & slow[i]);
            let grown = grow(&open, &east, &south);
            fresh = std::array::from_fn(|i| grown[i] & walk[i] & !seen[i]);
            if fresh == [0; N] && before[0] == seen {
                return;
            }
            before = [before[1], seen];
            seen = std::array::from_fn(|i| seen[i] | fresh[i]);
        }
    }
}
