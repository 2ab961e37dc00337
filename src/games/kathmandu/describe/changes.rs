//! The changes that an event makes to the amounts of the seats.

use serde_json::Value;

use super::super::words::COLOUR_NAMES;
use crate::core::{Event, Seat};

/// The changes by seat and name.
pub(super) fn changes(event: &Event) -> Vec<(Seat, &'static str, i64)> {
    let mine = |changes: &[(&'static str, i64)]| -> Vec<(Seat, &'static str, i64)> {
        event.seat.into_iter().flat_map(|seat| changes.iter().map(move |&(name, change)| (seat, name, change))).collect()
    };
    let tokens = event.number("tokens");
    match event.kind {
        "put" => mine(&[("supply", -1), ("board", 1)]),
        "take_back" => mine(&[("supply", 1), ("board", -1)]),
        "put_on_list" => mine(&[("supply", -1)]),
        "take_back_from_list" => mine(&[("supply", 1)]),
        "return" => mine(&[("supply", tokens)]),
        "lose" => mine(&[("board", -tokens), ("graveyard", tokens)]),
        "evict" if event.field("lost") == Some(&Value::Bool(true)) => mine(&[("board", -1), ("graveyard", 1)]),
        "evict" => mine(&[("board", -1), ("supply", 1)]),
        "new_site" | "new_personality" => by_seat(event, "free_tokens").map(|(seat, n)| (seat, "supply", -n)).collect(),
        "hunt" => {
            let of = |field: &str| event.field(field).and_then(Value::as_u64).map(|seat| Seat(seat as u8));
            let two = |seat: Seat, sign: i64| [(seat, "supply", -2 * sign), (seat, "board", 2 * sign)];
            of("new").map(|seat| two(seat, 1)).into_iter().chain(of("old").map(|seat| two(seat, -1))).flatten().collect()
        }
        "remove" => {
            let taken = event.field("tokens").and_then(Value::as_object).into_iter().flatten();
            // Black tokens score no points, so they are not counted (R9.3).
            let taken = taken.filter(|(colour, _)| *colour != COLOUR_NAMES[0]).filter_map(|(_, n)| n.as_i64()).sum();
            let scored = event.field("scored") == Some(&Value::Bool(true));
            let cards = event.field("cards").and_then(Value::as_array).map_or(0, Vec::len) as i64;
            mine(&[("tokens taken", taken), ("site cards", if scored { cards } else { 0 })])
        }
        "place" => mine(&[("hand", -(event.field("cards").and_then(Value::as_array).map_or(0, Vec::len) as i64))]),
        "use" | "pay" | "take" | "trigger" => mine(&[("hand", -1)]),
        "pass" => mine(&[("hand", -event.number("cards"))]),
        "round" => by_seat(event, "taken_up").map(|(seat, n)| (seat, "hand", n)).collect(),
        _ => Vec::new(),
    }
}

/// The numbers of a detail that has one for each of some seats.
fn by_seat<'a>(event: &'a Event, field: &str) -> impl Iterator<Item = (Seat, i64)> + 'a {
    let numbers = event.field(field).and_then(Value::as_object).into_iter().flatten();
    numbers.filter_map(|(seat, n)| Some((Seat(seat.parse().ok()?), n.as_i64()?)))
}
