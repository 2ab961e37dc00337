//! Options and what becomes of bad ones.

use expedition::core::{Game, Rng, Rules};
use expedition::games::arnak::{Arnak, State};
use serde_json::{Map, Value, json};

#[test]
fn unknown_options_are_named() {
    let text =
        Rules::<Arnak>::new(json!({"players": 5, "bord": "bird", "board": "cat"}).as_object().expect("an object"), &Map::new())
            .expect_err("three problems")
            .to_string();
    assert!(text.contains("players=5") && text.contains("\"bord\"") && text.contains("\"snake\""), "{text}");
}

#[test]
fn impossible_positions_are_refused() {
    // What is read from outside passes `check` or is refused.
    let rules = Rules::<Arnak>::new(&Map::new(), &Map::new()).expect("valid");
    let state = rules.game.start(&mut Rng::seeded(1));
    let json = serde_json::to_value(&state).expect("a state is plain data");
    let broken: [(&str, fn(&mut Value)); 12] = [
        ("every card is in exactly one place", |v| v["exile"] = json!([0, 1, 2, 3, 4, 5, 6, 7, 8])),
        ("all Fear cards are there", |v| v["fear_supply"] = json!(3)),
        ("there are five rounds", |v| v["round"] = json!(9)),
        ("the seat to act plays", |v| v["seat"] = json!(3)),
        ("a player has two archaeologists", |v| v["players"][0]["figures"] = json!(0b10101)),
        ("every guardian is in exactly one place", |v| v["guardian_stack"] = json!(1)),
        ("every site tile is in exactly one place", |v| v["tiles"][0] = json!(3)),
        ("tokens stand on the track", |v| v["players"][0]["magnifier"] = json!(60)),
        ("a boon belongs to an overcome guardian", |v| v["players"][1]["used_boons"] = json!(4)),
        ("a frame stands in an effect", |v| v["stack"] = json!([{"pc": 60000, "a": 0, "b": 0, "source": 0, "flags": 0}])),
        ("temple tiles are as many as players (R14)", |v| v["temple_left"] = json!([2, 2, 2, 2, 2, 1])),
        ("a seat that does not play holds nothing", |v| v["players"][3]["crates"] = json!(1)),
    ];
    for (invariant, change) in broken {
        let mut changed = json.clone();
        change(&mut changed);
        let state: State = serde_json::from_value(changed).expect("it still reads");
        let error = rules.game.check(&state).expect_err(invariant).to_string();
        assert!(error.contains(invariant), "{invariant}: {error}");
    }
    let mut odd = json.clone();
    odd["colour"] = json!("blue");
    assert!(serde_json::from_value::<State>(odd).is_err(), "unknown fields are refused");
}

#[test]
fn the_text_shows_the_table() {
    // R76, R4, R98: board, row, tracks and player boards.
    let rules =
        Rules::<Arnak>::new(json!({"board": "snake", "players": 1}).as_object().expect("an object"), &Map::new()).expect("valid");
    let state = rules.game.start(&mut Rng::seeded(1));
    let text = rules.game.text(&state, None);
    for part in ["Row:", "staff", "camp_1", "l2_4", "Research:", "rescue:", "Seat 0", "hand:", "Rival:", "tiles to come"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}
