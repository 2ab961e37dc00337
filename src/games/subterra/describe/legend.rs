//! The meaning of the axes of an observation's features.

use serde_json::{Map, Value, json};

use super::super::Subterra;
use super::super::board::{Side, X_MAX, Y_MIN};
use super::super::observe::glance::PLACE_NAMES;
use super::super::observe::{FLAGS, FLIPPED, NEAR, RUBBLE};
use super::super::words::Kind;
use crate::core::{Axis, Feature};

/// The offsets of the near map from its middle.
fn offsets() -> Axis {
    Axis::names(-NEAR..=NEAR)
}

impl Subterra {
    /// The meaning of the positions along an axis: explorers, Guardians and Ruins count from 1, cells are coordinates.
    pub(super) fn legend(&self, feature: &Feature, axis: usize) -> Axis {
        if axis + 1 == feature.shape.len() && feature.labels == ["there", "x", "y"] {
            return Axis::Place;
        }
        let journals = self.tables.tile_names.len() - feature.size.min(self.tables.tile_names.len());
        match (feature.family.as_str(), axis) {
            ("to_act" | "leader", _) => Axis::Seats,
            ("tile_in_hand" | "other_tile" | "bag", _) => Axis::names(&self.tables.tile_names),
            ("journals", _) => Axis::names(&self.tables.tile_names[journals..]),
            (
                "d6"
                | "guardians.acts"
                | "glance.slack"
                | "glance.lava"
                | "glance.hits_due"
                | "glance.guardian_nearness"
                | "glance.guardian_hits",
                _,
            ) => Axis::Ordinals,
            ("glance.leads", 0) => Axis::names(&PLACE_NAMES[..feature.shape[0]]),
            ("near", 0) => Axis::names(FLAGS),
            ("near" | "near_guardians", _) => offsets(),
            (_, 0) if feature.shape.len() > 1 && feature.family != "map" => Axis::Ordinals,
            _ => Axis::Labels,
        }
    }
}

/// The map as a list of cells, and the rounds as numbers of rounds.
pub(super) fn reword(family: &str, value: Value) -> Value {
    match (family, &value) {
        ("rounds", _) => json!({"played": value}),
        ("map", Value::Array(planes)) => {
            let [sides, kinds] = planes.as_slice() else { return value };
            cells(sides, kinds)
        }
        _ => value,
    }
}

fn cells(sides: &Value, kinds: &Value) -> Value {
    let rows = |plane: &Value| plane.as_array().cloned().unwrap_or_default();
    let mut out = Vec::new();
    for (y, (sides, kinds)) in rows(sides).iter().zip(&rows(kinds)).enumerate() {
        for (x, (mask, code)) in rows(sides).iter().zip(&rows(kinds)).enumerate() {
            let Some(code @ 1..) = code.as_u64() else { continue };
            let mut cell = Map::new();
            cell.insert("cell".to_string(), json!([x as i64 - i64::from(X_MAX), y as i64 + i64::from(Y_MIN)]));
            let kind = match code {
                _ if code == u64::from(RUBBLE) => "ruins under rubble",
                _ if code == u64::from(FLIPPED) => "burning",
                _ => Kind::NAMES.get(code as usize - 1).copied().unwrap_or_default(),
            };
            cell.insert("type".to_string(), kind.into());
            let mask = mask.as_u64().unwrap_or_default();
            let open = Side::ALL.iter().filter(|side| mask >> **side as u8 & 1 == 1).map(|side| Value::from(side.name()));
            cell.insert("open".to_string(), open.collect());
            out.push(Value::Object(cell));
        }
    }
    out.into()
}
