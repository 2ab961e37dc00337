//! The fifteen test cases of the rules (R13).

use expedition::games::agartha::{Agartha, Board, Card, Decision};
use serde_json::json;

use super::scenario::{Scenario, board};
use crate::support::game;

/// A board's points for places at the end: lots and bonus.
fn places(board: &Board) -> (u32, u32) {
    let points = game::<Agartha>(&json!({})).rules.final_points(board);
    (points.lots, points.different_lots)
}

#[test]
fn t1_the_higher_sum_takes_both_cards() {
    // T1
    Scenario::new(2)
        .tile(1, "forest, compass")
        .bids("2 1b, 1 1b, 1 3b, 3 1b, 3 3b, 2 3b")
        .asks(1, Decision::Win)
        .acts("put places_1; put places_1")
        .has(1, "places_1", "forest, compass");
}

#[test]
fn t2_the_holder_wins_a_tie() {
    // T2
    Scenario::new(2)
        .holder(1)
        .tile(1, "forest, compass")
        .bids("3 1b, 3 1b, 1 2b, 1 2b, 2 3b, 2 3b")
        .asks(1, Decision::Win)
        .shows(1, "")
        .acts("put places_1; put places_2")
        .has(1, "places_1", "forest")
        .has(1, "places_2", "compass");
}

#[test]
fn t3_a_draw_takes_a_card_of_another_tile_and_the_pile_replaces_it() {
    // T3
    let scene = Scenario::new(2)
        .tile(1, "forest, forest")
        .tile(2, "forest, compass")
        .bids("1 3b, 3 1x, 2 3b, 1 3b, 3 3b, 2 3b")
        .asks(1, Decision::Draw);
    let pile = scene.state().pile.total();
    let scene = scene.act("choose tile 2 card 2").asks(1, Decision::DrawTo);
    assert_eq!(scene.state().drawn, Some(Card::Compass));
    assert_eq!((scene.state().tiles[1][0], scene.state().pile.total()), (Some(Card::Forest), pile - 1));
    assert!(scene.state().tiles[1][1].is_some(), "replaced before the slot is chosen");
    scene.act("put places_3").has(1, "places_3", "compass");
}

#[test]
fn t4_a_pair_is_activated_and_the_move_saves_the_amulet() {
    // T4
    let scene = Scenario::new(2)
        .slot(0, "village_1", "character")
        .slot(0, "objects", "amulet")
        .tile(1, "character, compass")
        .bids("3 1b, 1 3b, 1 3b, 2 3b, 2 3b, 3 3b")
        .act("put village_1")
        .offers("put village_1; put village_2; put objects")
        .act("put village_2")
        .offers("activate village_1 with 2; stop")
        .act("activate village_1 with 2")
        .asks(0, Decision::MoveCard)
        .stands(0, 1, 2, 0)
        .acts("take amulet from objects; put amulets")
        .stands(0, 1, 2, 1)
        .has(0, "village_2", "compass");
    assert_eq!(scene.points(0).amulets, 3);
}

#[test]
fn t5_a_move_opens_the_slot_it_takes_from() {
    // T5
    let scene = Scenario::new(2)
        .slot(0, "village_1", "3 character")
        .bids("1 1x, 1 3b, 2 3b, 2 3b, 3 3b, 3 3b")
        .asks(0, Decision::MoveCard)
        .acts("take character from village_1; put places_1")
        .offers("activate village_1 with 2; stop");
    scene.act("activate village_1 with 2").stands(0, 1, 2, 0).asks(0, Decision::MoveCard);
    // If the activation is declined, the three stay where they are and cannot be activated.
    Scenario::new(2)
        .slot(0, "village_1", "3 character")
        .bids("1 1x, 1 3b, 2 3b, 2 3b, 3 3b, 3 3b")
        .act("decline")
        .asks(1, Decision::Token)
        .stands(0, 0, 0, 0);
}

#[test]
fn t6_and_t15_encounters_times_different_objects() {
    // T6, T15
    let rules = &game::<Agartha>(&json!({})).rules;
    let mut seven = board(&[("objects", "knife, axe, torch")]);
    seven.encounter = 7;
    assert_eq!(rules.final_points(&seven).objects, 9);
    let mut four = board(&[("objects", "2 knife, axe")]);
    four.encounter = 4;
    assert_eq!(rules.final_points(&four).objects, 4);
}

#[test]
fn t7_three_different_lots() {
    // T7
    let lots = [("places_1", "mountain, compass"), ("places_2", "4 village, compass"), ("places_3", "3 forest, compass")];
    assert_eq!(places(&board(&lots)), (1 + 7 + 5, 5));
}

#[test]
fn t8_the_earlier_bidder_of_a_tie_picks() {
    // T8
    Scenario::new(3)
        .tile(1, "forest, compass")
        .bids("1 5b, 2 1b, 2 1b, 2 5b, 1 5b, 1 5b, 3 5b, 3 5b, 3 5b")
        .asks(1, Decision::Pick)
        .offers("choose tile 1 card 1; choose tile 1 card 2")
        .act("choose tile 1 card 2")
        .asks(1, Decision::Win)
        .act("put places_1")
        .asks(2, Decision::Win)
        .act("put places_2")
        .has(1, "places_1", "compass")
        .has(2, "places_2", "forest");
}

#[test]
fn t9_ties_over_three_cards() {
    // T9: two players share three cards as first, second, first.
    Scenario::new(3)
        .tile(1, "forest, compass, knife")
        .round(2)
        .bids("1 5b, 2 1b, 2 1b, 2 5b, 1 5b, 1 5b, 3 5b, 3 5b, 3 5b")
        .act("choose tile 1 card 2")
        .asks(2, Decision::Pick)
        .act("choose tile 1 card 1")
        .asks(1, Decision::Win)
        .acts("put places_1; put places_2")
        .has(1, "places_1", "compass")
        .has(1, "places_2", "knife")
        .asks(2, Decision::Win)
        .act("put exploration")
        .has(2, "exploration", "forest");
    // Three players on three cards: one each.
    let tie = "1 6b, 2 1b, 2 1b, 2 1b, 2 6b, 1 6b, 1 6b, 1 6b, 3 6b, 3 6b, 3 6b, 3 6b";
    let three = Scenario::new(4).tile(1, "forest, compass, knife").bids(tie).asks(1, Decision::Pick).act("choose tile 1 card 3");
    let three = three.asks(2, Decision::Pick).act("choose tile 1 card 2").acts("put objects; put places_1; put places_2");
    three.has(1, "objects", "knife").has(2, "places_1", "compass").has(3, "places_2", "forest");
    // Three players on two cards: the third gets nothing.
    let two = Scenario::new(4).tile(1, "forest, compass").bids(tie).asks(1, Decision::Pick).act("choose tile 1 card 1");
    two.asks(1, Decision::Win).act("put places_1").asks(2, Decision::Win).act("put places_1").asks(1, Decision::Token);
}

#[test]
fn t10_the_type_of_a_mixed_slot_is_chosen_by_the_best_bonus() {
    // T10
    assert_eq!(places(&board(&[("places_1", "2 forest, 2 mountain, 2 compass")])), (3, 0));
    let mixed = ("places_1", "2 forest, 2 mountain, 2 compass");
    assert_eq!(places(&board(&[mixed, ("places_2", "forest, compass")])), (3 + 1, 2));
    assert_eq!(places(&board(&[mixed, ("places_2", "mountain, compass")])), (3 + 1, 2));
}

#[test]
fn t11_six_count_as_five_and_like_lots_give_no_bonus() {
    // T11
    assert_eq!(places(&board(&[("places_1", "6 forest, compass")])), (9, 0));
    assert_eq!(places(&board(&[("places_1", "forest, compass"), ("places_3", "2 forest, compass")])), (1 + 3, 0));
}

#[test]
fn t12_the_fifth_character_is_discarded() {
    // T12
    let scene = Scenario::new(2)
        .slot(0, "village_2", "4 character")
        .tile(1, "character")
        .bids("3 1b, 1 3b, 1 3b, 2 3b, 2 3b, 3 3b")
        .act("put village_2")
        .offers("activate village_2 with 2; activate village_2 with 3; activate village_2 with 4; stop")
        .act("activate village_2 with 4")
        .stands(0, 5, 4, 0)
        .has(0, "village_2", "");
    assert_eq!(scene.state().discards.0[Card::Character as usize], 1);
    scene.asks(1, Decision::Token);
}

#[test]
fn t13_a_covered_level_leaves_the_others() {
    // T13
    let scene = Scenario::new(2)
        .slot(0, "exploration", "2 forest, village, 2 character")
        .set(|s| (s.boards[0].levels, s.boards[0].points) = (0b100, 9))
        .tile(1, "character")
        .bids("3 1b, 1 3b, 1 3b, 2 3b, 2 3b, 3 3b")
        .act("put exploration")
        .offers("activate exploration for 1; activate exploration for 5; stop")
        .act("activate exploration for 5")
        .stands(0, 14, 0, 0)
        .has(0, "exploration", "")
        .asks(0, Decision::Draw);
    assert_eq!((scene.state().discards.total(), scene.state().boards[0].levels), (6, 0b110));
}

#[test]
fn t14_a_swap_opens_nothing() {
    // T14
    let swap = |options| {
        Scenario::with(&options)
            .slot(0, "village_1", "character, compass")
            .slot(0, "places_1", "character")
            .bids("2 1x, 1 3b, 1 3b, 2 3b, 3 3b, 3 3b")
            .acts("take character from places_1; take compass from village_1")
            .has(0, "village_1", "2 character")
    };
    swap(json!({})).asks(1, Decision::Token);
    swap(json!({"swap_triggers_activation": true})).asks(0, Decision::Activate);
}
