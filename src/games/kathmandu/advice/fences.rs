//! Cheap fences: narrow places where sites can be fenced in with few tokens, found once per board.

use std::sync::{Arc, Mutex};

use super::super::rules::bits::Cells;
use super::super::rules::board::Board;
use super::super::words::Site;
use crate::core::List;

/// The longest fence.
const LONGEST: usize = 8;
/// The greatest distance from a site that the inside of a fence may be forced to reach.
const REACH: usize = 7;
/// The most of the nearest other sites that a fence may leave inside.
const COMPANY: usize = 7;
// A search finds at most two fences, and those of a site are a set of bits.
const _: () = assert!(2 * REACH * (COMPANY + 1) <= u128::BITS as usize);

/// Cells that cut a site off.
#[derive(Debug)]
pub struct Fence {
    /// The cells that need tokens.
    pub cells: Cells,
    /// The land it encloses.
    pub inside: Cells,
    /// Both together, where no other dig may be.
    reach: Cells,
    /// The same cells as a list.
    list: List<u8, LONGEST>,
}

impl Fence {
    fn new(cells: Cells, inside: Cells) -> Self {
        Self { cells, inside, reach: inside | cells, list: cells.iter().collect() }
    }

    /// Its cells in ascending order.
    #[inline]
    pub fn list(&self) -> &[u8] {
        &self.list
    }
}

/// The fences of every site.
#[derive(Debug)]
pub struct Fences(Vec<Vec<Fence>>);

/// Boards whose fences are kept.
const KEPT: usize = 8;

/// A board whose fences have been found.
struct Known {
    land: Vec<(i8, i8)>,
    sites: Vec<u8>,
    fences: Arc<Fences>,
}

/// The boards of recent games. Games on the same board share its fences, because finding them takes longer than playing a game.
static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());

impl Fences {
    /// The fences of a board, found now or earlier.
    pub fn of(board: &Board) -> Arc<Self> {
        // Never waits: the thread that holds the lock may be gone after a fork.
        let Ok(mut known) = KNOWN.try_lock() else { return Arc::new(Self::find(board)) };
        if let Some(found) = known.iter().find(|known| known.land == board.land.at && known.sites == board.site_cells) {
            return found.fences.clone();
        }
        let fences = Arc::new(Self::find(board));
        if known.len() == KEPT {
            known.remove(0);
        }
        known.push(Known { land: board.land.at.clone(), sites: board.site_cells.clone(), fences: fences.clone() });
        fences
    }

    /// Finds the smallest cuts around growing surroundings of each site.
    pub fn find(board: &Board) -> Self {
        let sites = board.site_cells.len();
        let land = &board.land;
        Self(
            (0..sites)
                .map(|site| {
                    let home = board.site_cells[site];
                    let mut others: Vec<u8> = board.site_cells.iter().copied().filter(|&cell| cell != home).collect();
                    others.sort_by_key(|&cell| (land.path(home, cell), cell));
                    let mut fences: Vec<Fence> = Vec::new();
                    let mut core = Cells::of(home);
                    for _ in 0..REACH {
                        for company in 0..=COMPANY.min(others.len().saturating_sub(1)) {
                            let far = others[company..].iter().fold(Cells::EMPTY, |all, &cell| all | Cells::of(cell));
                            if !core.meets(&(far | land.touching(far))) {
                                for cut in smallest_cuts(board, core, far) {
                                    let inside = land.flood(core, land.all & !cut).inside;
                                    if !fences.iter().any(|f| f.cells == cut) {
                                        fences.push(Fence::new(cut, inside));
                                    }
                                }
                            }
                        }
                        core |= land.touching(core);
                    }
                    fences
                })
                .collect(),
        )
    }

    /// The fences of a site that hold its dig inside and no other, as a set.
    pub fn fitting(&self, site: Site, dig: Cells, others: Cells) -> u128 {
        // Both are tested at once, because most fences fail one of the two.
        let fits = |fence: &Fence| (dig & !fence.inside | others & fence.reach).is_empty();
        self.0[site.at()].iter().enumerate().fold(0, |set, (i, fence)| set | u128::from(fits(fence)) << i)
    }

    /// A fence of a site by its number.
    #[inline]
    pub fn this(&self, site: Site, number: u8) -> &Fence {
        &self.0[site.at()][usize::from(number)]
    }

    /// The fences in a set, with their numbers, in order.
    #[inline]
    pub fn these(&self, site: Site, set: u128) -> impl Iterator<Item = (u8, &Fence)> {
        let mut halves = [set as u64, (set >> 64) as u64];
        let fences = &self.0[site.at()];
        std::iter::from_fn(move || {
            let half = usize::from(halves[0] == 0);
            let bits = halves[half];
            halves[half] &= bits.wrapping_sub(1);
            let number = 64 * half + bits.trailing_zeros() as usize;
            if bits == 0 { None } else { Some((number as u8, fences.get(number)?)) }
        })
    }
}

/// The smallest sets of cells that separate `from` and `to`, nearest to either side; none if more than `LONGEST` are
/// needed. Cells of `from` and `to` cannot be used.
fn smallest_cuts(board: &Board, from: Cells, to: Cells) -> Vec<Cells> {
    let mut net = Net::new(board, from, to);
    let mut ways = 0;
    while net.add_way() {
        ways += 1;
        if ways > LONGEST {
            return Vec::new();
        }
    }
    let (near, far) = net.cuts();
    if near == far { vec![near] } else { vec![near, far] }
}

/// The land as a network in which each cell lets one path through (Ford and Fulkerson; by Menger's theorem the number of
/// paths is the size of the smallest cut). Node `2c` is the entry of cell `c`, `2c + 1` its exit.
struct Net {
    /// By node: the edges that leave it.
    leaving: Vec<Vec<usize>>,
    /// The head of an edge; its reverse is the edge with the last bit flipped.
    to: Vec<usize>,
    /// The residual capacity of an edge.
    room: Vec<u8>,
    source: usize,
    sink: usize,
    cells: usize,
}

impl Net {
    fn new(board: &Board, from: Cells, to: Cells) -> Self {
        let cells = board.land.all.len() as usize;
        let (source, sink) = (2 * cells, 2 * cells + 1);
        let mut net = Self { leaving: vec![Vec::new(); 2 * cells + 2], to: vec![], room: vec![], source, sink, cells };
        for cell in board.land.all {
            let at = usize::from(cell);
            net.edge(2 * at, 2 * at + 1, if from.has(cell) || to.has(cell) { u8::MAX } else { 1 });
            for other in board.land.around(cell) {
                net.edge(2 * at + 1, 2 * usize::from(other), u8::MAX);
            }
        }
        from.iter().for_each(|cell| net.edge(source, 2 * usize::from(cell), u8::MAX));
        to.iter().for_each(|cell| net.edge(2 * usize::from(cell) + 1, sink, u8::MAX));
        net
    }

    fn edge(&mut self, from: usize, to: usize, room: u8) {
        for (from, to, room) in [(from, to, room), (to, from, 0)] {
            self.leaving[from].push(self.to.len());
            self.to.push(to);
            self.room.push(room);
        }
    }

    /// Finds one more path, if there is one.
    fn add_way(&mut self) -> bool {
        let mut came = vec![usize::MAX; self.leaving.len()];
        let mut queue = vec![self.source];
        let mut done = 0;
        while done < queue.len() {
            let node = queue[done];
            done += 1;
            for &edge in &self.leaving[node] {
                let next = self.to[edge];
                if self.room[edge] > 0 && came[next] == usize::MAX && next != self.source {
                    came[next] = edge;
                    queue.push(next);
                }
            }
        }
        if came[self.sink] == usize::MAX {
            return false;
        }
        let mut node = self.sink;
        while node != self.source {
            let edge = came[node];
            self.room[edge] = self.room[edge].saturating_sub(1);
            self.room[edge ^ 1] = self.room[edge ^ 1].saturating_add(1);
            node = self.to[edge ^ 1];
        }
        true
    }

    /// The smallest cuts nearest to either end, once no path can be added.
    fn cuts(&self) -> (Cells, Cells) {
        let ahead = self.reach(self.source, |edge| edge);
        let behind = self.reach(self.sink, |edge| edge ^ 1);
        let (mut near, mut far) = (Cells::EMPTY, Cells::EMPTY);
        for cell in 0..self.cells {
            if ahead[2 * cell] && !ahead[2 * cell + 1] {
                near.insert(cell as u8);
            }
            if behind[2 * cell + 1] && !behind[2 * cell] {
                far.insert(cell as u8);
            }
        }
        (near, far)
    }

    /// The nodes reached from one node over edges whose deciding edge has capacity left.
    fn reach(&self, start: usize, deciding: impl Fn(usize) -> usize) -> Vec<bool> {
        let mut seen = vec![false; self.leaving.len()];
        let mut queue = vec![start];
        seen[start] = true;
        while let Some(node) = queue.pop() {
            for &edge in &self.leaving[node] {
                let next = self.to[edge];
                if self.room[deciding(edge)] > 0 && !seen[next] {
                    seen[next] = true;
                    queue.push(next);
                }
            }
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Action, ActionSet, Apply, Game, Legal, Rng, Rules, Setup, Silent, Turn};
    use crate::games::kathmandu::{Act, Kathmandu};

    fn rules(board: &str) -> Game<Kathmandu> {
        let options = serde_json::json!({ "board": board });
        Game::new(options.as_object().expect("an object"), &serde_json::Map::new()).expect("valid options")
    }

    #[test]
    fn a_fence_cuts_a_site_off_and_has_no_token_too_many() {
        // R10.2 on the bare board: the site against all sites that the fence leaves outside.
        for name in ["valley", "valley_small", "valley_narrow"] {
            let game = rules(name);
            let board = game.rules.board();
            for (site, fences) in Fences::find(board).0.iter().enumerate() {
                assert!(!fences.is_empty(), "{name}: nothing round site {site}");
                let home = Cells::of(board.site_cells[site]);
                for fence in fences {
                    let sites: Cells = board.site_cells.iter().copied().collect();
                    let others = sites & !fence.inside & !fence.cells;
                    let counting = board.land.contributing(home, others, fence.cells).expect("isolated");
                    assert!(fence.cells.contains(&counting), "{name}: site {site}");
                    assert!(fence.inside.contains(&home) && !fence.inside.meets(&fence.cells));
                    for cell in fence.cells {
                        let mut open = fence.cells;
                        open.remove(cell);
                        assert!(board.land.contributing(home, others, open).is_err(), "{name}: site {site}, cell {cell}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_fence_round_a_dig_isolates_it_by_the_rules() {
        // R10.1 in positions of random games: once its tokens stand, the dig has a wall made of them.
        let mut tried = 0;
        for name in ["valley", "valley_small", "valley_narrow"] {
            let game = rules(name);
            let rules = &game.rules;
            for seed in 0..6 {
                let mut rng = Rng::seeded(seed);
                let mut s = rules.start(&mut rng);
                let mut round = 0;
                while let Turn::Seat(_) = rules.turn(&s) {
                    if s.round != round {
                        round = s.round;
                        let all = s.all_digs();
                        for dig in s.sites.cards() {
                            let fitting = rules.fences().fitting(dig.site, dig.cells, all & !dig.cells);
                            for (_, fence) in rules.fences().these(dig.site, fitting) {
                                let mut fenced = s.clone();
                                fenced.tokens = Default::default();
                                fenced.tokens[0] = fence.cells & !all;
                                let wall = rules.wall(&fenced, dig).expect("isolated");
                                assert!(fence.cells.contains(&wall), "{name}, seed {seed}, round {round}");
                                tried += 1;
                            }
                        }
                    }
                    let mut legal = ActionSet::EMPTY;
                    rules.legal(&s, &mut legal);
                    let id = legal.nth(rng.below(legal.len()));
                    rules.apply(&mut s, Act::at(id), &mut rng, &mut Silent);
                }
            }
        }
        assert!(tried > 1_000, "only {tried} fences were tried");
    }
}
