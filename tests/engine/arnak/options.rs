//! Options, and what happens to bad ones.

use expedition::core::{Action, Apply, Check, Describe, Game, Legal, Rng, Rules, Setup, Silent};
use expedition::games::arnak::{Act, Arnak, State};
use serde_json::{Map, Value, json};

use super::scenario::{P0, Scenario};

/// An edit to the JSON of a state.
type Change = fn(&mut Value);

#[test]
fn unknown_options_are_named() {
    let text =
        Game::<Arnak>::new(json!({"players": 5, "bord": "bird", "board": "cat"}).as_object().expect("an object"), &Map::new())
            .expect_err("three problems")
            .to_string();
    assert!(text.contains("players=5") && text.contains("\"bord\"") && text.contains("\"snake\""), "{text}");
}

#[test]
fn an_exact_discount_covers_its_own_kind() {
    // R45, V2: a car for a car; for a boot only where icons have their order.
    let digs = |discount: &str| {
        let options = json!({"players": 2, "travel_discount": discount});
        Scenario::with(&options).hand(P0, "ostrich").tile("l1_lower_1", "l1_b").act("play ostrich")
    };
    digs("hierarchy").offers("space camp_1a, space l1_lower_1");
    digs("exact").lacks("space camp_1a").act("space l1_lower_1").has(P0, "1 coin + 1 arrowhead");
}

#[test]
fn impossible_positions_are_refused() {
    // What is read from outside passes `check` or is refused.
    let game = Game::<Arnak>::shipped();
    let state = game.rules.start(&mut Rng::seeded(1));
    let json = serde_json::to_value(&state).expect("a state is plain data");
    let broken: [(&str, Change); 12] = [
        ("every card is in exactly one place", |v| v["exile"] = json!([0, 1, 2, 3, 4, 5, 6, 7, 8])),
        ("all Fear cards are there", |v| v["fear_supply"] = json!(3)),
        ("there are five rounds", |v| v["round"] = json!(9)),
        ("the seat to act is in play", |v| v["seat"] = json!(3)),
        ("a player has two archaeologists", |v| v["players"][0]["figures"] = json!(0b10101)),
        ("every guardian is in exactly one place", |v| v["guardian_stack"] = json!(1)),
        ("every site tile is in exactly one place", |v| v["tiles"][0] = json!(3)),
        ("tokens stand on the track", |v| v["players"][0]["magnifier"] = json!(60)),
        ("a boon belongs to an overcome guardian", |v| v["players"][1]["used_boons"] = json!(4)),
        ("a frame stands in an effect", |v| v["stack"] = json!([{"pc": 60000, "a": 0, "b": 0, "source": 0, "flags": 0}])),
        ("each stack has a temple tile per player (R14)", |v| v["temple_left"] = json!([2, 2, 2, 2, 2, 1])),
        ("a seat that does not play holds nothing", |v| v["players"][3]["crates"] = json!(1)),
    ];
    for (invariant, change) in broken {
        let mut changed = json.clone();
        change(&mut changed);
        let state: State = serde_json::from_value(changed).expect("it still reads");
        let error = game.rules.check(&state).expect_err(invariant).to_string();
        assert!(error.contains(invariant), "{invariant}: {error}");
    }
    let mut odd = json.clone();
    odd["colour"] = json!("blue");
    assert!(serde_json::from_value::<State>(odd).is_err(), "unknown fields are refused");
}

#[test]
fn the_text_shows_the_table() {
    // R76, R4, R98: board, row, tracks and player boards.
    let game =
        Game::<Arnak>::new(json!({"board": "snake", "players": 1}).as_object().expect("an object"), &Map::new()).expect("valid");
    let state = game.rules.start(&mut Rng::seeded(1));
    let text = game.rules.text(&state, None);
    for part in [
        "Row:",
        "staff",
        "Trading Post",
        "Drowned Gate",
        "Research:",
        "to rescue:",
        "row 4 1 idol",
        "Blue:",
        "hand:",
        "Rival:",
        "tiles to come",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn actions_are_explained_in_words() {
    // R50, R52, R56, R77, R86, R97: what each choice would do here.
    let it = Scenario::new(2)
        .hand(P0, "lantern, dog")
        .goods(P0, "4 coin + 3 compass + 1 jewel")
        .items("hat")
        .tile("l1_lower_1", "l1_b")
        .tile("l1_lower_2", "l1_j")
        .guardian("l1_lower_2", "guardian_08")
        .figure(P0, "l1_lower_2")
        .assistant(P0, "assistant_01");
    for (name, words) in [
        ("play lantern", "Play Lantern: may use any camp"),
        ("pick hat", "Buy Hat for 1 coin: gain 1 coin and 1 compass"),
        ("space l1_lower_1", "Dig at Fern Hollow for 1 car: gain 1 coin and 1 arrowhead"),
        ("space l1_upper_1", "Discover at Red Canyon for 3 compasses and 1 car: an idol ("),
        ("site l1_lower_2", "Overcome Thunder Ape at Mossy Steps for 4 coins: 5 points, boon: may upgrade"),
        ("magnifier 2", "Research with the magnifying glass up to row 1 right for 1 jewel: gain 1 coin"),
        ("use assistant_01", "Use the Merchant: gain 2 coins"),
        ("pass", "no more turns this round"),
    ] {
        let act = Act::at(it.game.parse(name).expect("an action"));
        let text = it.game.rules.sentence(&it.s, act);
        assert!(text.contains(words), "{name}: {text:?} does not contain {words:?}");
    }
}

#[test]
fn every_answer_is_explained_in_words() {
    // No choice of any open step is left as a bare number or name: whole random games on both boards and solo.
    use std::collections::HashSet;
    let mut kinds = HashSet::new();
    for (board, players) in [("bird", 2), ("snake", 2), ("bird", 1)] {
        let game = Game::<Arnak>::new(json!({"board": board, "players": players}).as_object().expect("an object"), &Map::new())
            .expect("valid");
        let (mut rng, mut pick) = (Rng::seeded(1), Rng::seeded(2));
        for _ in 0..40 {
            let mut s = game.rules.start(&mut rng);
            while game.rules.turn(&s) != expedition::core::Turn::Over {
                let mut legal = expedition::core::ActionSet::EMPTY;
                game.rules.legal(&s, &mut legal);
                for id in legal.iter() {
                    let act = Act::at(id);
                    let words = game.rules.sentence(&s, act);
                    let name = game.name(id);
                    assert!(words.len() > 3 && words != *name || name == "pass", "{name}: {words:?}");
                    for bad in ["branch ", "  ", "for :", "to  ", " to may", ": ;"] {
                        assert!(!words.contains(bad), "{name}: {words:?}");
                    }
                    kinds.insert((game.rules.decision(&s), act.verb()));
                }
                let act = Act::from_id(legal.nth(pick.below(legal.len()))).expect("legal");
                game.rules.apply(&mut s, act, &mut rng, &mut Silent);
            }
        }
    }
    assert!(kinds.len() > 60, "{} kinds of answers", kinds.len());
}

#[test]
fn answers_say_what_they_do() {
    let words = |it: &Scenario, name: &str| it.game.rules.sentence(&it.s, Act::at(it.game.parse(name).expect("an action")));
    let it = Scenario::new(2).hand(P0, "army_knife, fear").act("play army_knife");
    assert_eq!(words(&it, "branch 1"), "Gain 1 coin");
    let it = Scenario::new(2).hand(P0, "trowel").goods(P0, "1 compass").act("play trowel");
    assert_eq!(words(&it, "accept"), "Pay 1 compass to gain 1 jewel");
    let it = Scenario::new(2).hand(P0, "fear, dog").act("space camp_1a");
    assert_eq!(words(&it, "pick dog"), "Travel with Dog: 1 car");
    let it = Scenario::new(2).hand(P0, "traders_coins").goods(P0, "2 tablet + 1 arrowhead").act("play traders_coins");
    assert_eq!(words(&it, "branch 1"), "Turn 1 arrowhead into 1 jewel");
    let it = Scenario::new(2).hand(P0, "whip, fear").artifacts("war_club").act("play whip");
    assert!(words(&it, "pick war_club").starts_with("Buy War Club free of charge: may overcome"));
    let it = Scenario::new(2).hand(P0, "lantern").act("play lantern");
    assert_eq!(words(&it, "site camp_3"), "Use Tablet Quarry: gain 2 tablets");
}
