//! The meaning of the axes of an observation's features.

use super::super::Kathmandu;
use super::super::words::COLOUR_NAMES;
use crate::core::{Axis, Feature};

impl Kathmandu {
    /// The meaning of the positions along an axis: cells by their coordinates, sites by name, lists by place from 1.
    pub(super) fn legend(&self, feature: &Feature, axis: usize) -> Axis {
        let board = self.board();
        let cells = || Axis::names(board.land.at.iter().map(|(q, r)| format!("{q},{r}")));
        let sites = || Axis::names(&board.site_names);
        let last = axis + 1 == feature.shape.len();
        match (feature.family.as_str(), axis) {
            (family, _) if last && family.starts_with("board.") => cells(),
            ("board.excavation", 0) => Axis::names(COLOUR_NAMES),
            ("board.grows" | "board.counts", 0) => Axis::names(["next", "later"]),
            ("sites.id" | "sites.under" | "seats.site_cards", 1) | ("unseen_sites" | "decision.site", _) => sites(),
            ("sites.colours", 1) => Axis::names(&COLOUR_NAMES[1..]),
            ("board.tokens", 0)
            | ("sites.tokens" | "sites.wall" | "personalities.tokens" | "sites.behind" | "sites.lacking", 1) => Axis::Seats,
            ("own.hand_size", _) => Axis::Amount,
            ("decision.rank", _) => Axis::Ordinals,
            (family, 0) if family.starts_with("seats.") => Axis::Seats,
            (family, 0) if family.starts_with("sites.") || family.starts_with("personalities.") || family == "board.gaps" => {
                Axis::Ordinals
            }
            _ => Axis::Labels,
        }
    }
}
