//! The changes that an event makes to the amounts of its seat.

use crate::core::Event;
use crate::games::arnak::effects::ast::Good;

/// The changes by name.
pub(super) fn changes(event: &Event) -> Vec<(&'static str, i64)> {
    let goods = |sign: i64| Good::ALL.iter().map(|good| (good.name(), sign * event.number(good.name()))).collect();
    match event.kind {
        "gain" => goods(1),
        "pay" => goods(-1),
        "card" => vec![("cards", 1)],
        "exile" => vec![("cards", -1)],
        "fear" => vec![("fear cards", event.number("cards"))],
        "idol" => vec![("idols", event.number("idols"))],
        "overcome" => vec![("guardians", 1)],
        _ => Vec::new(),
    }
}
