//! Placing cards, the three actions, activations and chains (R5, R6).

use expedition::games::agartha::{Agartha, Card, Decision};
use serde_json::json;

use super::scenario::Scenario;
use crate::support::game;

/// Seat 0's token of this value lies in the action zone of tile 1; everything else lies on the empty last tile.
fn with_token(scene: Scenario, value: u8) -> Scenario {
    let others = match value {
        1 => "1 3b, 2 3b, 2 3b, 3 3b, 3 3b",
        2 => "1 3b, 1 3b, 2 3b, 3 3b, 3 3b",
        _ => "1 3b, 1 3b, 2 3b, 2 3b, 3 3b",
    };
    scene.bids(&format!("{value} 1x, {others}"))
}

/// Seat 0 wins tile 1.
fn win(scene: Scenario, text: &str) -> Scenario {
    scene.tile(1, text).bids("3 1b, 1 3b, 1 3b, 2 3b, 2 3b, 3 3b").asks(0, Decision::Win)
}

#[test]
fn any_card_may_lie_in_any_slot_without_limit() {
    // R5.1, R5.2, R5.3, R5.5
    let all = "put village_1; put village_2; put objects; put places_1; put places_2; put places_3; put exploration";
    for card in ["character", "compass", "amulet", "knife"] {
        win(Scenario::new(2), card).offers(all).act("put objects").has(0, "objects", card);
    }
    win(Scenario::new(2).slot(0, "places_2", "15 character, 6 forest"), "forest, amulet")
        .acts("put places_2; put places_2")
        .refuses("put amulets");
}

#[test]
fn cards_won_on_one_tile_go_to_one_zone() {
    // R5.4
    let start = || win(Scenario::new(2), "forest, compass, knife");
    start().act("put objects").offers("put village_1; put village_2; put objects").act("put village_1").asks(0, Decision::Win);
    start().act("put places_2").offers("put places_1; put places_2; put places_3");
    // R12.1: EXPLORATION has one slot.
    start().act("put exploration").has(0, "exploration", "forest, compass, knife").asks(1, Decision::Token);
}

#[test]
fn wins_of_two_tiles_may_use_two_zones() {
    // R5.6
    Scenario::new(2)
        .tile(1, "forest, compass")
        .tile(2, "knife, amulet")
        .bids("3 1b, 1 3b, 2 2b, 2 3b, 1 3b, 3 3b")
        .acts("put places_1; put places_1")
        .asks(0, Decision::Win)
        .acts("put objects; put village_1")
        .has(0, "objects", "knife");
}

#[test]
fn every_action_may_be_declined() {
    // R6.1
    for value in 1..=3 {
        let scene = Scenario::new(2).slot(0, "places_1", "forest").slot(0, "places_2", "compass");
        with_token(scene, value).offers_some("decline").act("decline").asks(1, Decision::Token).has(0, "places_1", "forest");
    }
}

#[test]
fn a_move_takes_a_card_to_another_slot_or_an_amulet_to_its_sector() {
    // R6.2, R5.5
    let start = || with_token(Scenario::new(2).slot(0, "places_1", "2 forest").slot(0, "objects", "amulet"), 1);
    start().offers("take forest from places_1; take amulet from objects; decline");
    let to = start().act("take forest from places_1").refuses("put places_1").refuses("put amulets").refuses("decline");
    to.act("put exploration").has(0, "places_1", "forest").has(0, "exploration", "forest");
    let amulet = start().act("take amulet from objects").offers_some("put amulets").offers_some("put village_1").act("put amulets");
    // R5.5: what lies in a sector stays there.
    let amulet = amulet.stands(0, 0, 0, 1).has(0, "objects", "");
    assert!(with_token(amulet.set(|s| s.holder = s.actor), 1).state().boards[0].amulets <= 1);
}

#[test]
fn a_swap_exchanges_two_cards_of_different_types_in_different_slots() {
    // R6.3, R6.12
    let scene = Scenario::new(2).slot(0, "places_1", "forest, mountain").slot(0, "places_2", "forest");
    let scene = with_token(scene, 2).asks(0, Decision::SwapFirst);
    // The forest of places_1 has no partner: the only other slot holds a forest.
    let scene = scene.offers("take mountain from places_1; take forest from places_2; decline");
    let scene = scene.act("take forest from places_2").offers("take mountain from places_1");
    scene.act("take mountain from places_1").has(0, "places_1", "2 forest").has(0, "places_2", "mountain");
    // R6.12: forest and mountain are one kind but two types.
    let scene = Scenario::new(2).slot(0, "places_1", "forest").slot(0, "village_2", "mountain").slot(0, "objects", "forest");
    let scene = with_token(scene, 2).act("take mountain from village_2");
    scene.offers("take forest from places_1; take forest from objects");
}

#[test]
fn a_draw_takes_the_pile_or_any_card_of_a_tile() {
    // R6.4
    let scene = with_token(Scenario::new(2).tile(1, "forest, knife").tile(3, "compass, axe").set(|s| s.tiles[2].swap(0, 2)), 3);
    let scene = scene
        .offers("draw from pile; choose tile 1 card 1; choose tile 1 card 2; choose tile 3 card 2; choose tile 3 card 3; decline");
    let pile = scene.state().pile;
    let scene = scene.act("draw from pile").asks(0, Decision::DrawTo).refuses("decline").refuses("put amulets");
    let card = scene.state().drawn.expect("it is seen before the slot is chosen");
    assert_eq!(scene.state().pile.0[card as usize], pile.0[card as usize] - 1);
    scene.act("put objects").has(0, "objects", card.name());
}

#[test]
fn only_a_slot_that_has_just_changed_is_open() {
    // R6.5, R6.10
    let scene = Scenario::new(2).slot(0, "village_1", "3 character").slot(0, "exploration", "character, forest");
    // A win elsewhere opens neither, however good their content.
    win(scene, "character, forest").acts("put places_1; put places_2").asks(1, Decision::Token);
    // Nor does a win that opens another slot.
    let ready = || Scenario::new(2).slot(0, "village_1", "2 character").slot(0, "exploration", "character, forest");
    win(ready(), "2 character").acts("put village_2; put village_2").offers("activate village_2 with 2; stop");
    win(ready().slot(0, "village_2", "2 character"), "knife").act("put exploration").offers("activate exploration for 1; stop");
    // R6.10: places and objects are never activated.
    let scene = Scenario::new(2).slot(0, "places_1", "3 character, forest").slot(0, "objects", "3 character");
    win(scene, "character").act("put places_1").asks(1, Decision::Token);
    // A draw opens the slot it goes to.
    let scene = with_token(Scenario::new(2).slot(0, "village_2", "character").tile(2, "character"), 3);
    scene.acts("choose tile 2 card 1; put village_2").offers("activate village_2 with 2; stop");
}

#[test]
fn a_slot_opened_earlier_stays_open_through_a_swap() {
    // R6.6, R6.7
    let scene = Scenario::new(2)
        .slot(0, "village_1", "2 character")
        .slot(0, "village_2", "compass")
        .slot(0, "places_1", "character")
        .slot(0, "places_3", "knife");
    let scene = win(scene, "character, character").acts("put village_1; put village_2");
    // Both village slots are open; village_2 holds one character and a compass.
    let scene = scene.act("activate village_1 with 3").asks(0, Decision::SwapFirst).stands(0, 3, 3, 0);
    let scene = scene.acts("take compass from village_2; take character from places_1");
    scene.offers("activate village_2 with 2; stop").act("activate village_2 with 2").stands(0, 4, 5, 0);
}

#[test]
fn chains_go_on_until_stop_or_nothing_is_satisfied() {
    // R6.7, R6.11
    let scene =
        Scenario::new(2).slot(0, "village_1", "character").slot(0, "village_2", "2 character").slot(0, "places_1", "character");
    let scene = win(scene, "character").act("put village_1").act("activate village_1 with 2").asks(0, Decision::MoveCard);
    // The reward is a new event: it opens village_2 and the chain goes on; an emptied slot is no longer open.
    let scene = scene.acts("take character from places_1; put village_2");
    let scene = scene.offers("activate village_2 with 2; activate village_2 with 3; stop").act("stop");
    let scene = scene.asks(1, Decision::Token).has(0, "village_2", "3 character");
    assert_eq!(scene.state().open, 0, "R6.7 step 4");
    // A declined reward keeps the open set.
    let scene = Scenario::new(2).slot(0, "village_1", "character").slot(0, "village_2", "character");
    let scene = win(scene, "2 character").acts("put village_1; put village_2; activate village_1 with 2");
    let scene = scene.slot(0, "places_1", "forest").set(|s| s.decision = Decision::MoveCard).act("decline");
    scene.offers("activate village_2 with 2; stop");
}

#[test]
fn a_village_level_may_be_lower_than_what_stands_there() {
    // R6.8
    let start = || win(Scenario::new(2).slot(0, "village_1", "3 character, knife").slot(0, "places_1", "forest, axe"), "character");
    let two = start().act("put village_1").act("activate village_1 with 2").stands(0, 1, 2, 0).asks(0, Decision::MoveCard);
    assert_eq!(two.state().discards.0[Card::Character as usize], 2, "the surplus is lost");
    assert_eq!(two.state().discards.0[Card::Knife as usize], 1, "so are other cards");
    let three = start().act("put village_1").act("activate village_1 with 3").stands(0, 3, 3, 0);
    three.asks(1, Decision::Token); // R6.13: two cards of one slot cannot be swapped.
    start().act("put village_1").act("activate village_1 with 4").stands(0, 5, 4, 0).asks(1, Decision::Token);
}

#[test]
fn an_exploration_level_works_once_and_its_draw_is_optional() {
    // R6.9
    let start = |options| {
        let scene = Scenario::with(&options).slot(0, "exploration", "forest, village, character");
        win(scene, "character").act("put exploration")
    };
    let scene = start(json!({})).offers("activate exploration for 1; activate exploration for 5; stop");
    let scene = scene.act("activate exploration for 1").stands(0, 1, 0, 0).offers_some("decline").act("decline");
    assert_eq!((scene.state().boards[0].levels, scene.state().discards.total()), (0b001, 4));
    let strict = start(json!({"reward_actions_optional": false})).act("activate exploration for 5").asks(0, Decision::Draw);
    strict.refuses("decline").acts("draw from pile; put objects").asks(1, Decision::Token);
    // Only this draw is compulsory: a token's is not, nor would one granted by a village be.
    let mut levels = game::<Agartha>(&json!({})).content.tables()["village_activations"].clone();
    levels[0]["reward"] = "draw".into();
    let content = json!({ "village_activations": levels });
    let options = json!({"reward_actions_optional": false});
    let village = Scenario::with_content(&options, &content).slot(0, "village_1", "character");
    let village = win(village, "character").acts("put village_1; activate village_1 with 2");
    village.asks(0, Decision::Draw).offers("draw from pile; decline");
    let token = with_token(Scenario::with(&json!({"reward_actions_optional": false})), 3);
    token.offers("draw from pile; decline");
}

#[test]
fn an_action_that_cannot_be_carried_out_lapses() {
    // R6.13
    with_token(Scenario::new(2), 1).asks(1, Decision::Token);
    with_token(Scenario::new(2).slot(0, "places_1", "forest, axe"), 2).asks(1, Decision::Token);
    with_token(Scenario::new(2).slot(0, "places_1", "forest").slot(0, "places_2", "2 forest"), 2).asks(1, Decision::Token);
    with_token(Scenario::new(2).pile_lies_in(1, "objects"), 3).asks(1, Decision::Token);
}

#[test]
fn only_the_player_of_the_event_has_open_slots() {
    // R6.11
    let scene = Scenario::new(2).slot(1, "village_1", "2 character").slot(0, "village_1", "character");
    let scene = win(scene, "character").act("put village_1").asks(0, Decision::Activate);
    scene.offers("activate village_1 with 2; stop").act("stop").has(1, "village_1", "2 character").asks(1, Decision::Token);
}

#[test]
fn a_reward_move_may_take_the_card_just_moved() {
    // R6.14
    let scene = with_token(Scenario::new(2).slot(0, "village_1", "2 character, axe"), 1);
    let scene = scene.acts("take axe from village_1; put village_2; activate village_1 with 2").asks(0, Decision::MoveCard);
    scene.acts("take axe from village_2; put objects").has(0, "objects", "axe");
}
