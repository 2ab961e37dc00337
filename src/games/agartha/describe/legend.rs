//! The meaning of the axes of an observation's features.

use serde_json::Value;

use super::super::words::{Card, Slot};
use crate::core::{Axis, Feature};

/// The meaning of the positions along an axis.
pub(super) fn axis(feature: &Feature, axis: usize) -> Axis {
    match (feature.family.as_str(), axis) {
        (
            "holder"
            | "to_act"
            | "tile.action_owner"
            | "tile.auction_tokens"
            | "tile.auction_known"
            | "tile.auction_least"
            | "tile.auction_most"
            | "tile.brings",
            0,
        ) => Axis::Seats,
        ("seat.slots", 0) => Axis::names(Slot::NAMES),
        ("seat.different_objects", _) => Axis::Amount,
        _ => Axis::Labels,
    }
}

/// Names for the cards under the pile, which are encoded as numbers.
pub(super) fn reword(family: &str, value: Value) -> Value {
    match (family, &value) {
        ("under_order", Value::Array(codes)) => {
            let card = |code: &Value| Card::NAMES.get(code.as_u64()?.checked_sub(1)? as usize).copied();
            codes.iter().filter_map(card).map(Value::from).collect()
        }
        _ => value,
    }
}
