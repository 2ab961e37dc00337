//! The tables the rules read: arrays by id, masks and compiled effects, built once from the content, one part after the other.

mod builder;
mod cards;
mod pieces;
mod research;
mod rival;
mod sites;

use builder::Builder;
pub use cards::CardTable;
pub use pieces::{AssistantTable, BonusTable, GuardianTable, IdolTable};
pub use research::{TempleTable, TrackTable};
pub use rival::{RivalTable, RivalTile};
pub use sites::SiteTable;

use super::content::Files;
use super::effects::ast::Good;
use super::effects::program::{Code, STACK};
use super::state::{Goods, Icons};
use crate::core::{Content, Problems};

/// Everything the rules read.
#[derive(Debug)]
pub struct Tables {
    /// Items, artifacts, basic cards and Fear.
    pub cards: CardTable,
    /// Camps, places and site tiles.
    pub sites: SiteTable,
    /// Guardians.
    pub guardians: GuardianTable,
    /// Idols and slots.
    pub idols: IdolTable,
    /// Assistants.
    pub assistants: AssistantTable,
    /// Bonus tiles.
    pub bonus: BonusTable,
    /// The research track.
    pub track: TrackTable,
    /// Temple tiles.
    pub temple: TempleTable,
    /// The rival.
    pub rival: RivalTable,
    /// Starting resources by order of play.
    pub starting: [Goods; 4],
    /// The compiled effects.
    pub code: Code,
    /// The greatest stack depth, at most [`STACK`].
    pub depth: usize,
}

/// Packs four small amounts into one number, so that adding them takes one addition.
pub(super) fn pack(icons: Icons) -> u32 {
    u32::from_le_bytes(icons)
}

impl Tables {
    /// Builds everything for one side of the board; `piles` are the tiles "per player" (solo 2).
    pub fn build(content: &Content, board: &str, piles: usize) -> Result<Self, Problems> {
        let files = Files::read(content, board)?;
        let mut b = Builder::new(&files, board == "snake", piles);
        let mut t = Self {
            cards: CardTable::build(&mut b),
            sites: SiteTable::build(&mut b),
            guardians: GuardianTable::build(&mut b),
            idols: IdolTable::build(&mut b),
            assistants: AssistantTable::build(&mut b),
            bonus: BonusTable::build(&mut b),
            track: TrackTable::build(&mut b),
            temple: TempleTable::build(&mut b),
            rival: RivalTable::build(&b),
            starting: [[0; Good::COUNT]; 4],
            code: Code::default(),
            depth: 0,
        };
        for (goods, start) in t.starting.iter_mut().zip(&files.starting) {
            *goods = b.goods("starting_resources", &format!("seat {}", start.seat), &start.goods);
        }
        // R31: two assistants can be suspended as well.
        b.families.free_nesting += 2;
        if b.problems.is_empty() {
            t.depth = b.code.greatest_depth(&b.families);
            b.problems.expect(t.depth <= STACK, || {
                format!("content: effects nest up to {} deep, but the stack has room for {STACK}", t.depth)
            });
        }
        t.code = b.code;
        b.problems.into_result(t)
    }
}
