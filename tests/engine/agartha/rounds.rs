//! Rounds, refill and the pile (R3, R9).

use expedition::core::{Describe, Seat, Turn};
use expedition::games::agartha::{Card, Decision, State};
use serde_json::json;

use super::scenario::{Scenario, cards};

/// All tokens of two players on the auction zone of the last tile.
const IDLE: &str = "1 3b, 1 3b, 2 3b, 2 3b, 3 3b, 3 3b";

fn lying(s: &State, tile: usize) -> usize {
    s.tiles[tile - 1].iter().flatten().count()
}

#[test]
fn six_rounds_and_no_refill_after_the_last() {
    // R3.1, R3.2
    let mut scene = Scenario::new(2);
    for round in 1..=5 {
        assert_eq!((scene.state().round, scene.ep.game().rules.round(scene.state())), (round, u32::from(round)));
        scene = Scenario { ep: scene.bids(IDLE).ep };
        while scene.state().decision == Decision::Win {
            scene = scene.act("put places_1");
        }
    }
    let before: Vec<usize> = (1..=2).map(|tile| lying(scene.state(), tile)).collect();
    scene = scene.bids(IDLE);
    while scene.ep.turn() != Turn::Over {
        scene = scene.act("put places_1");
    }
    let after: Vec<usize> = (1..=2).map(|tile| lying(scene.state(), tile)).collect();
    assert_eq!((scene.state().round, before, lying(scene.state(), 3)), (6, after, 0));
}

#[test]
fn the_testament_goes_left() {
    // R9.1
    let scene = Scenario::new(3).holder(2).bids("1 1b, 1 1b, 1 1b, 2 1b, 2 1b, 2 1b, 3 1b, 3 1b, 3 1b");
    assert_eq!(scene.state().holder, Seat(0));
    scene.asks(0, Decision::Token);
}

#[test]
fn the_refill_depends_on_the_number_of_cards() {
    // R9.2, R9.3
    let scene = Scenario::new(2).round(2).tile(1, "axe, vial").tile(2, "knife, amulet, torch");
    let pile = scene.state().pile.total();
    let scene = scene.bids(IDLE);
    let s = scene.state();
    assert_eq!((lying(s, 1), lying(s, 2), lying(s, 3)), (3, 2, 2));
    assert_eq!(s.tiles[0][..2], [Some(Card::Axe), Some(Card::Vial)], "a third is added");
    assert_eq!(s.under.as_slice(), cards("knife, amulet, torch"), "the old cards lie under the pile, left to right");
    assert_eq!(s.pile.total(), pile - 5);
    assert!(s.tiles[1][2].is_none());
}

#[test]
fn a_tile_with_one_card_is_filled_to_two() {
    // R9.3
    let scene = Scenario::new(2).tile(1, "axe").set(|s| s.tiles[0].swap(0, 1)).bids(IDLE);
    let [left, middle, right] = scene.state().tiles[0];
    assert!(left.is_some() && middle == Some(Card::Axe) && right.is_none());
}

#[test]
fn cards_under_the_pile_are_drawn_last_and_in_order() {
    // R9.3
    let under = |s: &mut State| {
        for card in cards("knife, amulet, torch") {
            s.pile.remove(card as usize);
            s.under.push(card);
        }
        // Leave one unknown card on top.
        let rest = std::mem::take(&mut s.pile);
        s.discards = rest;
        s.discards.remove(Card::Forest as usize);
        s.pile.add(Card::Forest as usize);
    };
    let scene = Scenario::new(2).round(3).set(under).bids("3 1x, 3 2x, 1 3b, 1 3b, 2 3b, 2 3b");
    let scene = scene.act("draw from pile");
    assert_eq!(scene.state().drawn, Some(Card::Forest), "the unknown cards come first");
    let scene = scene.act("put objects").act("draw from pile");
    assert_eq!(scene.state().drawn, Some(Card::Knife), "then the left one of the old cards");
    assert_eq!(scene.state().discards.total(), 51, "no reshuffle while cards lie there");
}

#[test]
fn discards_are_shuffled_only_when_a_card_is_needed() {
    // R9.4
    let scene = Scenario::new(2).slot(1, "places_1", "4 forest").pile_is_discarded().bids("3 1x, 1 3b, 1 3b, 2 3b, 2 3b, 3 3b");
    assert_eq!((scene.state().pile.total(), scene.state().discards.total()), (0, 51));
    let scene = scene.offers("draw from pile; decline").act("draw from pile");
    assert_eq!((scene.state().pile.total(), scene.state().discards.total()), (50, 0), "what lies in slots is no discard");
    scene.has(1, "places_1", "4 forest");
    // If the draw is declined, the refill needs them.
    let scene = Scenario::new(2).pile_is_discarded().bids("3 1x, 1 3b, 1 3b, 2 3b, 2 3b, 3 3b").act("decline");
    assert_eq!((scene.state().pile.total(), scene.state().discards.total()), (49, 0));
}

#[test]
fn when_nothing_is_left_a_draw_yields_nothing() {
    // R9.5
    let scene = Scenario::new(2).tile(1, "axe, vial").tile(2, "knife").pile_lies_in(1, "objects");
    let scene = scene.bids("3 1x, 3 2b, 1 3b, 1 3b, 2 3b, 2 3b");
    let scene = scene.offers("choose tile 1 card 1; choose tile 1 card 2; choose tile 2 card 1; decline");
    let scene = scene.act("choose tile 1 card 1");
    assert_eq!(scene.state().tiles[0], [None, Some(Card::Vial), None], "no replacement");
    let scene = scene.act("put objects").asks(1, Decision::Win).act("put places_1");
    // The tokens on the empty tile 3 win nothing, and the refill finds nothing.
    assert_eq!((lying(scene.state(), 1), lying(scene.state(), 2), lying(scene.state(), 3)), (1, 0, 0));
    scene.asks(1, Decision::Token);
    // A tie over one card: the first in bid order takes it.
    let tie = "1 5b, 2 1b, 2 1b, 2 5b, 1 5b, 1 5b, 3 5b, 3 5b, 3 5b";
    let scene = Scenario::with(&json!({"players": 3})).tile(1, "axe").bids(tie).asks(1, Decision::Win).act("put objects");
    scene.has(1, "objects", "axe").asks(1, Decision::Token);
}
