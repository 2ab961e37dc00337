//! The tiles of the rival (section 18).

use super::builder::Builder;
use crate::games::arnak::content::{Arrow, Color, RivalAction};
use crate::games::arnak::effects::ast::Good;

/// A tile of the rival.
#[derive(Clone, Copy, Debug)]
pub struct RivalTile {
    /// Its action.
    pub action: RivalAction,
    /// The resource of a dig tile.
    pub resource: Good,
    /// A green tile: fewest points, and idle in round V if marked so.
    pub green: bool,
    /// Nothing happens in round V.
    pub idle_in_five: bool,
    /// The arrow on its back.
    pub arrow: Arrow,
    /// Level (0 = nothing) and guardian by round.
    pub discover: [(u8, bool); 5],
}

/// The rival's tiles by id.
#[derive(Debug)]
pub struct RivalTable {
    /// Their ids.
    pub ids: Vec<String>,
    /// Their actions.
    pub tiles: Vec<RivalTile>,
}

impl RivalTable {
    pub(super) fn build(b: &Builder<'_>) -> Self {
        let tile = |row: &crate::games::arnak::content::RivalRow| {
            let mut discover = [(0, false); 5];
            for (slot, round) in discover.iter_mut().zip(&row.by_round) {
                *slot = (round.level, round.guardian);
            }
            RivalTile {
                action: row.kind,
                resource: row.resource.unwrap_or(Good::Coin),
                green: row.color == Color::Green,
                idle_in_five: row.skip_round_v,
                arrow: row.arrow,
                discover,
            }
        };
        Self { ids: b.files.rival.iter().map(|row| row.id.clone()).collect(), tiles: b.files.rival.iter().map(tile).collect() }
    }
}
