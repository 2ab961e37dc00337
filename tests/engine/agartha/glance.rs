//! The features a person sees at a glance: those whose value is more than a count of what lies there.

use expedition::core::{Rng, Seat, Setup, Turn};
use expedition::games::agartha::{Agartha, Card, Decision};
use serde_json::{Value, json};

use super::knowledge::view;
use super::scenario::Scenario;
use crate::support::{episode, random_play};

#[test]
fn points_if_the_game_ended_now_and_the_lead() {
    // R10.3 to R10.6
    let scene = Scenario::new(2)
        .slot(0, "places_1", "2 forest, compass")
        .slot(0, "places_2", "mountain, compass")
        .slot(0, "places_3", "3 village")
        .slot(0, "objects", "axe, knife")
        .slot(1, "places_1", "forest, compass");
    let own = view(&scene, 0);
    assert_eq!(own["seat_0"]["at_end"], json!({"objects": 0, "lots": 4, "different_lots": 2, "amulets": 0, "total": 6}));
    assert_eq!(own["seat_0"]["lots"], json!({"places_1": true, "places_2": true, "places_3": false}));
    assert_eq!(own["seat_0"]["lot_potential"], json!({"places_1": 3, "places_2": 1, "places_3": 5}));
    assert_eq!((&own["seat_0"]["different_objects"], &own["lead"]), (&json!(2), &json!(5)));
    assert_eq!((&view(&scene, 1)["lead"], &view(&scene, 1)["seat_1"]["at_end"]["total"]), (&json!(-5), &json!(6)));
}

#[test]
fn levels_that_are_satisfied_and_those_one_card_short() {
    // R6.8, R6.9
    let scene = Scenario::new(2).slot(0, "village_1", "2 character").slot(0, "village_2", "character, axe").slot(
        0,
        "exploration",
        "2 forest, character",
    );
    let own = &view(&scene, 0)["seat_0"];
    let on = |name: &str| -> Vec<String> {
        let flags = own[name].as_object().expect("labelled flags");
        flags.iter().filter(|(_, value)| value.as_bool() == Some(true)).map(|(label, _)| label.clone()).collect()
    };
    assert_eq!(on("village_ready"), ["village_1 low"]);
    assert_eq!(on("village_near"), ["village_1 middle", "village_2 low"]);
    assert_eq!(on("exploration_ready"), ["low"]);
    assert_eq!((on("exploration_lacks_character"), on("exploration_lacks_place")), (vec!["middle".to_string()], vec![]));
}

#[test]
fn what_a_card_and_a_tile_would_bring() {
    let scene = Scenario::new(2)
        .slot(0, "village_1", "2 character")
        .slot(0, "exploration", "2 forest, character")
        .slot(0, "places_1", "2 mountain")
        .slot(0, "places_2", "forest, compass")
        .tile(1, "character, compass")
        .tile(2, "mountain, compass");
    let seen = view(&scene, 0);
    let gain = &seen["seat_0"]["card_gain"];
    // Three characters: 3 points; two and two in the exploration: 5. A compass for two mountains: 3, and 2 for two lots.
    assert_eq!((&gain["character"], &gain["compass"], &gain["forest"]), (&json!(5), &json!(5), &json!(2)));
    // Any card opens the slot it is put into: what was already satisfied can be activated (R6.5).
    assert_eq!((&gain["village"], &gain["axe"]), (&json!(1), &json!(1)));
    assert_eq!(seen["tile_1"]["brings"][0], json!({"village": 3, "places": 5, "exploration": 5}));
    assert_eq!(seen["tile_2"]["brings"][0], json!({"village": 1, "places": 7, "exploration": 1}));
    assert_eq!(seen["tile_2"]["brings"][1], json!({"village": 0, "places": 1, "exploration": 0}));
    assert_eq!(seen["tile_3"]["brings"][0], json!({"village": 0, "places": 0, "exploration": 0}));
}

#[test]
fn what_the_card_in_hand_would_bring_in_each_place() {
    let scene = Scenario::new(2)
        .slot(0, "village_1", "character")
        .slot(0, "exploration", "forest")
        .tile(1, "character, vial")
        .bids("3 1b, 1 3b, 1 3b, 2 3b, 2 3b, 3 3b")
        .asks(0, Decision::Win);
    let gain = &view(&scene, 1)["hand_gain"];
    assert_eq!((&gain["village_1"], &gain["village_2"], &gain["exploration"]), (&json!(1), &json!(0), &json!(1)));
    let amulet =
        Scenario::new(2).slot(0, "objects", "amulet").bids("1 1x, 1 3b, 2 3b, 2 3b, 3 3b, 3 3b").act("take amulet from objects");
    assert_eq!(view(&amulet, 0)["hand_gain"]["amulets"], 3);
    // R2.5: the first cards activate nothing.
    let first = Scenario::with(&json!({})).ep.game().clone();
    let mut state = first.rules.start(&mut Rng::seeded(1));
    for card in state.won.iter_mut().flatten() {
        state.pile.add(*card as usize);
        *card = Card::Character;
        state.pile.remove(Card::Character as usize);
    }
    let (a, b) = (state.actor.at(), Card::Character);
    state.pile.remove(b as usize);
    state.boards[a].add(expedition::games::agartha::Slot::Village1, b);
    let mut floats = vec![0.0; first.observation_size()];
    first.observe(&state, Seat(0), &mut floats);
    assert_eq!(first.layout().explain(&floats)["hand_gain"]["village_1"], 0);
}

#[test]
fn bids_between_their_least_and_their_most() {
    // R8.3, R11.2
    let scene = Scenario::new(2).tile(1, "axe, vial").bids("3 1b, 2 1b, 1 2x, 3 1b");
    let (own, other) = (view(&scene, 0), view(&scene, 1));
    let tile = |seen: &Value| seen["tile_1"].clone();
    assert_eq!((&tile(&own)["auction_least"], &tile(&own)["auction_most"]), (&json!([3, 3]), &json!([3, 5])));
    assert_eq!((&tile(&other)["auction_least"], &tile(&other)["auction_most"]), (&json!([5, 1]), &json!([5, 3])));
    // Two face-down tokens come to at least three, and the holder wins a tie.
    assert_eq!((&tile(&own)["surely_won"], &tile(&own)["may_be_won"]), (&json!(false), &json!(true)));
    assert_eq!((&tile(&other)["surely_won"], &tile(&other)["may_be_won"]), (&json!(true), &json!(true)));
    assert_eq!((&own["tile_2"]["action_value"], &other["tile_2"]["action_value"]), (&json!("1"), &Value::Null));
    assert_eq!(tile(&own)["action_value"], Value::Null);
}

#[test]
fn the_order_under_the_pile_and_in_transit_is_seen() {
    // R11.3, R11.5
    let scene = Scenario::new(2).round(3).set(|s| {
        for card in [Card::Axe, Card::Compass] {
            s.pile.remove(card as usize);
            s.under.push(card);
        }
    });
    let order = view(&scene, 1)["under_order"].clone();
    assert_eq!((&order[0], &order[1], &order[2]), (&json!(Card::Axe as u8 + 1), &json!(Card::Compass as u8 + 1), &json!(0)));
    let won = Scenario::new(2).tile(1, "axe, vial, knife").bids("3 3b, 1 1b, 2 3b, 2 3b, 1 3b, 3 3b").asks(1, Decision::Win);
    assert_eq!(view(&won, 0)["transit_order"], json!(["axe", "vial", "knife"]));
}

#[test]
fn gains_are_what_play_then_scores() {
    // A card put into an objects or places slot is worth what was announced: the final scoring grows by it.
    let mut played = 0;
    for seed in 0..40 {
        let mut ep = episode::<Agartha>(&json!({}), seed);
        random_play(&mut ep, &mut Rng::seeded(seed), 400, |ep| {
            let (Turn::Seat(seat), game) = (ep.turn(), ep.game()) else { return };
            if !matches!(ep.state().decision, Decision::Win | Decision::DrawTo) {
                return;
            }
            let mut floats = vec![0.0; game.observation_size()];
            game.observe(ep.state(), seat, &mut floats);
            let said = game.layout().explain(&floats)["hand_gain"].clone();
            for name in ["places_1", "places_2", "places_3", "objects"] {
                let id = game.parse(&format!("put {name}")).expect("an action");
                if ep.legal().has(id) {
                    let mut after = ep.clone();
                    after.play(id).expect("legal");
                    let points = |ep: &expedition::core::Episode<Agartha>| game.rules.final_points(&ep.state().boards[seat.at()]);
                    let (before, after) = (points(ep), points(&after));
                    let worth = |p: &expedition::games::agartha::Points| p.lots + p.different_lots + p.objects;
                    assert_eq!(said[name], worth(&after) - worth(&before), "{name}");
                    played += 1;
                }
            }
        });
    }
    assert!(played > 500, "{played}");
}
