//! The changes that an event makes to the amounts of its seat.

use serde_json::Value;

use crate::core::Event;

/// The changes by name. Amulets in their sector no longer count as cards, and points at the end do not count as gained.
pub(super) fn changes(event: &Event) -> Vec<(&'static str, i64)> {
    let on_board = |field: &str| i64::from(event.field(field).is_some_and(|slot| slot != "amulets"));
    let in_sector = |field: &str| i64::from(event.field(field).is_some_and(|slot| slot == "amulets"));
    match event.kind {
        "put" => vec![("cards", on_board("slot")), ("amulets", in_sector("slot"))],
        "move" => vec![("cards", on_board("to") - on_board("from")), ("amulets", in_sector("to") - in_sector("from"))],
        "activate" => {
            let discards = event.field("discards").and_then(Value::as_object);
            let discarded: i64 = discards.into_iter().flatten().filter_map(|(_, count)| count.as_i64()).sum();
            let met = event.number("encounter");
            vec![("points", event.number("points")), ("encounter", met), ("cards", -met - discarded)]
        }
        _ => Vec::new(),
    }
}
