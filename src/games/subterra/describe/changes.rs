//! The changes that an event makes to the team's amounts and to the hit points of an explorer.

use serde_json::Value;

use crate::core::Event;

/// An amount of the team, which every seat has.
pub(super) fn of_the_team(event: &Event) -> Option<(&'static str, i64)> {
    match event.kind {
        "volcano" => Some(("marker", -1)),
        "guardian_appears" => Some(("guardians", 1)),
        "guardian_eliminated" => Some(("guardians", -1)),
        "tile" => Some(("cells", 1)),
        "sanctuary" => Some(("cells", if event.field("hall") == event.field("vault") { 1 } else { 2 })),
        _ => None,
    }
}

/// The hit points of one explorer.
pub(super) fn of_an_explorer(event: &Event) -> Option<(String, i64)> {
    let points = match event.kind {
        "heal" | "joins" => event.number("hit_points"),
        "damage" | "death" => -event.number("hit_points"),
        _ => return None,
    };
    let name = event.field("explorer").and_then(Value::as_str)?;
    Some((format!("hp {name}"), points))
}
