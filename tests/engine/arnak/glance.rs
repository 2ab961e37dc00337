//! What a person sees at a glance is in the observation.

use expedition::core::Seat;
use serde_json::{Value, json};

use super::scenario::{P0, P1, Scenario};

/// A seat's observation in words.
fn seen(it: &Scenario, seat: usize) -> Value {
    let mut floats = vec![0.0; it.game.observation_size()];
    it.game.observe(&it.s, Seat(seat as u8), &mut floats);
    it.game.layout().explain(&floats)
}

/// The names of the flags that are set.
fn set(value: &Value) -> Vec<&str> {
    value.as_object().expect("labelled flags").iter().filter(|(_, on)| **on == true).map(|(name, _)| name.as_str()).collect()
}

#[test]
fn an_open_effect_shows_what_it_has_taken() {
    // R133: the second site of Star Charts is a different one.
    let it = Scenario::new(2).hand(P0, "star_charts, parrot").goods(P0, "2 coin + 1 tablet");
    let it = it.acts(&["play star_charts", "accept"]);
    let first = seen(&it, P0);
    assert_eq!((&first["open"]["site"], &first["open"]["step"]), (&Value::Null, &json!(1)));
    let it = it.act("site camp_1");
    for seat in [P0, P1] {
        let second = seen(&it, seat);
        assert_eq!((&second["open"]["site"], &second["open"]["step"]), (&json!("camp_1"), &json!(2)));
    }
}

#[test]
fn branches_and_assistants_taken_are_shown() {
    // R123, R116
    let it = Scenario::new(2).hand(P0, "army_knife, parrot").bag(P0, "rope, hat").act("play army_knife");
    let branch = it.legal().iter().find(|name| name.starts_with("branch")).cloned().expect("a branch");
    let mut it = it.act(&branch);
    while !it.legal().iter().any(|name| name.starts_with("branch")) {
        let first = it.legal()[0].clone();
        it = it.act(&first);
    }
    let taken = seen(&it, P0)["open"]["branches_taken"].as_array().expect("four flags").iter().filter(|on| **on == true).count();
    assert_eq!(taken, 1);
    let it = Scenario::new(2)
        .hand(P0, "decorated_horn, parrot")
        .goods(P0, "1 tablet")
        .assistant(P0, "assistant_01")
        .assistant(P0, "assistant_02")
        .supply("assistant_11, assistant_12");
    let it = it.acts(&["play decorated_horn", "assistant assistant_02"]);
    assert_eq!(seen(&it, P1)["open"]["assistant"], "assistant_02");
}

#[test]
fn effects_below_the_open_one_are_shown() {
    // R31: a free action inside an open step.
    let it = Scenario::new(2).hand(P0, "cleansing_cauldron, watch, parrot").bag(P0, "rope").goods(P0, "1 tablet");
    let it = it.act("play cleansing_cauldron");
    let seen = seen(&it, P0);
    assert_eq!(seen["asking_card"], "cleansing_cauldron");
    assert_eq!(seen["open"]["main"], true);
    assert!(set(&seen["open"]["below_cards"]).is_empty());
}

#[test]
fn what_can_be_afforded_is_shown() {
    // R36, R49, R77, R97: for the viewer, whoever is to act.
    let it = Scenario::new(2).items("hat, automobile").hand(P1, "fear").goods(P1, "1 coin + 1 compass + 1 arrowhead");
    let now = &seen(&it, P1)["affordable"];
    assert_eq!((&now["icons"]["boot"], &now["icons"]["car"]), (&json!(1), &json!(1)), "Fear and the funding card");
    let spaces = set(&now["spaces"]);
    assert!(spaces.contains(&"camp_1a") && !spaces.contains(&"l1_lower_1"), "{spaces:?}");
    assert_eq!(set(&now["cards"]), ["hat"], "one coin buys the hat");
    assert_eq!(now["magnifier"], json!([true, false, false]), "a compass and an arrowhead");
    assert_eq!(now["notebook"], json!([false, false, false]), "never above the magnifying glass");
    assert_eq!((&now["magnifier_near"], &now["notebook_near"]), (&json!([4, 3, 0]), &json!([0, 0, 0])));
    let other = seen(&it, P0);
    assert_eq!(other["seat_1"]["next_step"], json!({"magnifier": 3, "notebook": 0}));
    assert_eq!(other["seat_1"]["figures_home"], 2);
}

#[test]
fn fear_to_come_and_prices_of_guardians_are_shown() {
    // R138, R56: guardian_08 costs four coins.
    let it = Scenario::new(2)
        .tile("l1_lower_1", "l1_b")
        .guardian("l1_lower_1", "guardian_08")
        .figure(P0, "l1_lower_1")
        .goods(P0, "3 coin")
        .goods(P1, "4 coin");
    assert_eq!(seen(&it, P1)["seat_1"]["fear_due"], 1);
    assert!(set(&seen(&it, P0)["affordable"]["guardians"]).is_empty());
    assert_eq!(set(&seen(&it, P1)["affordable"]["guardians"]), ["l1_lower_1"]);
    let site = it.t().sites.ids.iter().position(|id| id == "l1_lower_1").expect("a site");
    let seen = seen(&it, P0);
    assert_eq!(seen["guardian_at"][site], "guardian_08");
    assert!(seen["site_gains"][site].as_object().expect("by resource").values().any(|n| *n != 0), "l1_b gives something");
}
