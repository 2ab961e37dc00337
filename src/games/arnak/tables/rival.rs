//! The tiles of the rival (section 18).

use super::builder::Builder;
use crate::games::arnak::content::{Arrow, Color, RivalAction, RivalRow};
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
    /// Their actions in words.
    pub names: Vec<String>,
    /// Their actions.
    pub tiles: Vec<RivalTile>,
}

impl RivalTable {
    pub(super) fn build(b: &Builder<'_>) -> Self {
        let tile = |row: &RivalRow| {
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
        let rows = &b.files.rival;
        Self {
            ids: rows.iter().map(|row| row.id.clone()).collect(),
            names: rows.iter().map(name).collect(),
            tiles: rows.iter().map(tile).collect(),
        }
    }
}

fn name(row: &RivalRow) -> String {
    let deed = match row.kind {
        RivalAction::Dig => return format!("dig for {}", row.resource.map_or("nothing", Good::name)),
        RivalAction::Discover => "discover a site",
        RivalAction::Research => "research",
        RivalAction::Overcome => "overcome a guardian",
        RivalAction::BuyItem => "buy an item",
        RivalAction::BuyArtifact => "buy an artifact",
    };
    format!("{deed} ({})", row.color.name())
}
