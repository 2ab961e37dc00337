//! Regression tests: positions from outside that were accepted although they could not be played on.

use expedition::core::{Episode, Rng};
use expedition::games::arnak::Arnak;
use serde_json::{Value, json};

use super::super::support::{episode, random_play};

/// The error that refuses a changed position.
fn refused(options: &Value, decisions: usize, change: impl Fn(&mut Value)) -> String {
    let mut start = episode::<Arnak>(options, 3);
    random_play(&mut start, &mut Rng::seeded(3), decisions, |_| ());
    let mut state = start.to_json();
    change(&mut state);
    let state = serde_json::from_value(state).expect("the change fits the types");
    let read = Episode::from_position(start.game().clone(), state, Rng::seeded(2));
    read.expect_err("the position is refused").to_string()
}

#[test]
fn the_rescue_stack_lists_assistants() {
    let sentence = refused(&json!({"board": "snake"}), 0, |s| {
        let top = s["rescue"][0].as_u64().expect("an assistant");
        s["rescue"][0] = 255.into();
        s["hidden_assistants"] = (s["hidden_assistants"].as_u64().expect("a set") | 1 << top).into();
        s["supply_below"][0] = (s["supply_below"][0].as_u64().expect("a number") + 1).into();
    });
    assert!(sentence.contains("every assistant is in one place"), "{sentence}");
}

#[test]
fn stacks_are_no_higher_than_they_were() {
    let sentence = refused(&json!({}), 0, |s| s["temple_tiles"] = 10.into());
    assert!(sentence.contains("Lost Temple stack"), "{sentence}");
    let sentence = refused(&json!({}), 0, |s| s["supply_below"] = json!([9, 0, 0]));
    assert!(sentence.contains("stacks never grow"), "{sentence}");
}

#[test]
fn only_cards_in_hands_and_decks_have_keys() {
    let sentence = refused(&json!({}), 0, |s| {
        let card = s["market"][0].as_u64().expect("a card") as usize;
        s["keys"][card] = 7.into();
    });
    assert!(sentence.contains("only cards in a hand or deck"), "{sentence}");
}

#[test]
fn frames_stand_in_the_effects_they_name() {
    let frame = |pc: u32, source: u8| json!([{"pc": pc, "a": 0, "b": 0, "source": source, "flags": 0}]);
    for (pc, source) in [(3, 0), (1, 80), (60_000, 0), (40, 255)] {
        let sentence = refused(&json!({}), 0, |s| s["stack"] = frame(pc, source));
        assert!(sentence.contains("a frame"), "{sentence}");
    }
}

#[test]
fn archaeologists_are_home_between_rounds() {
    let mut start = episode::<Arnak>(&json!({}), 3);
    let mut rng = Rng::seeded(3);
    let mut decisions = 0;
    while start.to_json()["phase"] != "keep" {
        random_play(&mut start, &mut rng, 1, |_| ());
        decisions += 1;
    }
    let sentence = refused(&json!({}), decisions, |s| s["players"][0]["figures"] = 1.into());
    assert!(sentence.contains("archaeologists return"), "{sentence}");
}
