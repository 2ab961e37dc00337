//! The research track and the temple tiles (section 11).

use super::builder::Builder;
use crate::games::arnak::content;
use crate::games::arnak::effects::ast::{Cost, Good, Step};
use crate::games::arnak::effects::program::Program;
use crate::games::arnak::effects::words;
use crate::games::arnak::state::{Goods, RESEARCH_SPACES};
use crate::games::arnak::words::NONE;

/// A space of the research track.
#[derive(Clone, Copy, Debug, Default)]
pub struct TrackSpace {
    /// The row from 1; 8 is the Lost Temple.
    pub row: u8,
    /// The column from 0.
    pub col: u8,
    /// The cost of entering.
    pub goods: Goods,
    /// Number of idols that entering costs (R99).
    pub idols: u8,
    /// Connected spaces of the next row, as a set.
    pub next: u16,
    /// Bonus tiles at setup.
    pub tiles: u8,
}

/// The research track.
#[derive(Debug)]
pub struct TrackTable {
    /// Ids of its spaces.
    pub ids: Vec<String>,
    /// Their display names: the row, and which space of it.
    pub names: Vec<String>,
    /// Its spaces.
    pub spaces: [TrackSpace; RESEARCH_SPACES],
    /// Spaces connected to the start, as a set.
    pub start: u16,
    /// The Lost Temple.
    pub temple: u8,
    /// Row effects by token (0 = magnifying glass) and row from 1.
    pub row: [[Program; 8]; 2],
    /// The same in words.
    pub row_words: [[String; 8]; 2],
    /// Row points by token and row from 1.
    pub row_points: [[u8; 8]; 2],
    /// Rows that show a recruit.
    pub recruit_rows: u16,
    /// Arrival points.
    pub arrival: [u8; 4],
}

impl TrackTable {
    pub(super) fn build(b: &mut Builder<'_>) -> Self {
        let track = &b.files.track;
        let mut t = Self {
            ids: Vec::new(),
            names: Vec::new(),
            spaces: [TrackSpace::default(); RESEARCH_SPACES],
            start: 0,
            temple: NONE,
            row: [[Program::default(); 8]; 2],
            row_words: std::array::from_fn(|_| std::array::from_fn(|_| String::new())),
            row_points: [[0; 8]; 2],
            recruit_rows: 0,
            arrival: track.arrival_points,
        };
        for (i, space) in track.spaces.iter().enumerate() {
            t.spaces[i] = read_space(b, space);
            t.ids.push(space.id.clone());
            t.names.push(space_name(&track.spaces, space));
            if space.row == 8 {
                t.temple = i as u8;
            }
        }
        let temples = track.spaces.iter().filter(|s| s.row == 8).count();
        b.problems.expect(temples == 1, || format!("content research: {temples} Lost Temples, but one is needed"));
        let tiles: u32 = t.spaces.iter().map(|s| u32::from(s.tiles)).sum::<u32>() + b.piles as u32;
        b.problems.expect(tiles <= 18, || format!("content research: {tiles} bonus tiles are placed, but there are only 18"));
        t.start = find(b, &track.start);
        t.read_rows(b);
        t
    }

    fn read_rows(&mut self, b: &mut Builder<'_>) {
        for row in &b.files.track.rows {
            let at = row.row as usize;
            if !(1..=7).contains(&at) {
                b.problems.add(format!("content research: there is no row {at}"));
                continue;
            }
            let sides = [(&row.magnifier_effect, row.magnifier_points), (&row.notebook_effect, row.notebook_points)];
            for (token, (text, points)) in sides.into_iter().enumerate() {
                let (effect, program) = b.effect("research", &format!("row {at}"), text);
                b.families.research.push(program);
                (self.row[token][at], self.row_points[token][at]) = (program, points);
                self.row_words[token][at] = words::effect(&effect);
                if effect.contains(&Step::Recruit) {
                    self.recruit_rows |= 1 << at;
                }
            }
        }
    }
}

/// The spaces with these ids, as a set.
fn find(b: &mut Builder<'_>, ids: &[String]) -> u16 {
    let mut set = 0;
    for id in ids {
        match b.files.track.spaces.iter().position(|s| s.id == *id) {
            Some(i) => set |= 1 << i,
            None => b.problems.add(format!("content research: there is no space {id:?}")),
        }
    }
    set
}

fn space_name(spaces: &[content::TrackSpace], space: &content::TrackSpace) -> String {
    let beside = spaces.iter().filter(|other| other.row == space.row).count();
    match (space.row, beside, space.col) {
        (8, ..) => "the Lost Temple".to_string(),
        (row, 0 | 1, _) => format!("row {row}"),
        (row, _, 1) => format!("row {row} left"),
        (row, n, col) if usize::from(col) == n => format!("row {row} right"),
        (row, 3, _) => format!("row {row} middle"),
        (row, _, col) => format!("row {row}, space {col}"),
    }
}

fn read_space(b: &mut Builder<'_>, space: &content::TrackSpace) -> TrackSpace {
    let cost = b.cost("research", &space.id, &space.cost);
    let plain = cost == Cost { goods: cost.goods, idols: cost.idols, ..Cost::default() };
    b.problems.expect(plain, || format!("content research, {:?}: a bridge costs resources or an idol", space.id));
    let next = find(b, &space.next);
    let temple = space.row == 8;
    let tiles = if temple { 0 } else { space.bonus_tiles[b.piles.clamp(2, 4) - 2] };
    b.problems.expect((1..=8).contains(&space.row) && (1..=3).contains(&space.col), || {
        format!("content research, {:?}: rows are 1 to 8 and columns 1 to 3", space.id)
    });
    b.problems.expect(tiles <= 3, || format!("content research, {:?}: at most 3 bonus tiles fit", space.id));
    b.problems.expect(temple == space.next.is_empty(), || {
        format!("content research, {:?}: every space but the Lost Temple leads on", space.id)
    });
    for other in b.files.track.spaces.iter().filter(|o| space.next.contains(&o.id)) {
        b.problems.expect(other.row == space.row + 1, || format!("content research, {:?}: rows are never skipped (R97)", space.id));
    }
    TrackSpace { row: space.row, col: space.col.wrapping_sub(1), goods: cost.goods, idols: cost.idols, next, tiles }
}

/// The temple tiles by stack (R103).
#[derive(Debug)]
pub struct TempleTable {
    /// Ids of the stacks.
    pub ids: Vec<String>,
    /// Their names for people.
    pub names: Vec<String>,
    /// Costs of a tile.
    pub cost: [Goods; 6],
    /// Points of a tile.
    pub points: [u8; 6],
}

impl TempleTable {
    pub(super) fn build(b: &mut Builder<'_>) -> Self {
        let temple = &b.files.temple;
        let mut t = Self { ids: Vec::new(), names: Vec::new(), cost: [[0; Good::COUNT]; 6], points: [0; 6] };
        let costs = if b.snake { &temple.costs.snake } else { &temple.costs.bird };
        let parts = [("left", &costs.left), ("middle", &costs.middle), ("right", &costs.right)];
        for (i, stack) in temple.stacks.iter().enumerate() {
            for (n, part) in stack.pays.iter().enumerate() {
                if stack.pays[..n].contains(part) {
                    b.problems.add(format!("content temple, {:?}: it pays {part:?} twice", stack.id));
                    break;
                }
                match parts.iter().find(|(name, _)| name == part) {
                    Some((_, text)) => {
                        let goods = b.goods("temple", &stack.id, text);
                        t.cost[i].iter_mut().zip(goods).for_each(|(sum, n)| *sum = sum.saturating_add(n));
                    }
                    None => b.problems.add(format!("content temple, {:?}: {part:?} is not left, middle or right", stack.id)),
                }
            }
            t.points[i] = stack.points;
            t.ids.push(stack.id.clone());
            let which = stack.id.split_once('_').map_or(String::new(), |(_, which)| format!(" ({which})"));
            t.names.push(format!("temple tile of {} points{which}", stack.points));
        }
        t
    }
}
