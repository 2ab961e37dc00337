//! Resolution and auctions (R7, R8).

use expedition::core::Seat;
use expedition::games::agartha::{Card, Decision};
use serde_json::json;

use super::scenario::Scenario;

#[test]
fn tiles_are_resolved_in_order_action_zone_first() {
    // R7.1, R7.2, R7.3, R7.4
    let scene = Scenario::new(2)
        .slot(1, "places_1", "forest")
        .tile(1, "axe, knife")
        .tile(2, "compass, compass")
        .tile(3, "amulet, vial")
        .bids("3 2b, 1 1x, 2 1b, 2 3b, 1 3x, 3 3b");
    // R7.2: the action zone of tile 1 comes first; its token is revealed then, the others are not.
    let scene = scene.asks(1, Decision::MoveCard);
    assert_eq!(scene.state().revealed, 1);
    let scene = scene.act("decline").asks(0, Decision::Win);
    assert_eq!(scene.state().revealed, 2);
    // R7.4: placed before anything else is resolved.
    let scene = scene.acts("put objects; put objects").has(0, "objects", "axe, knife").asks(0, Decision::Win);
    let scene = scene.acts("put places_1; put places_2").asks(0, Decision::MoveCard).act("decline").asks(1, Decision::Win);
    scene.acts("put objects; put objects").asks(1, Decision::Token);
}

#[test]
fn without_a_bid_the_cards_stay() {
    // R7.3
    let scene = Scenario::new(2).tile(2, "axe, vial").bids("1 1b, 1 1b, 2 1b, 2 1b, 3 1b, 3 1b");
    assert_eq!(scene.state().tiles[1][..2], [Some(Card::Axe), Some(Card::Vial)]);
}

#[test]
fn a_lone_bidder_wins_and_sums_count() {
    // R8.1, R8.2
    let lone = Scenario::new(2).tile(1, "axe, vial, knife").bids("3 3b, 1 1b, 2 3b, 2 3b, 1 3b, 3 3b").asks(1, Decision::Win);
    lone.acts("put objects; put objects; put objects").has(1, "objects", "axe, vial, knife");
    // The holder's 1 + 2 against 3: the holder wins the tie. 1 + 3 against the holder's 3: the higher sum wins.
    let tie = Scenario::new(2).tile(1, "axe").bids("1 1b, 3 1b, 2 1b, 1 3b, 3 3b, 2 3b");
    tie.asks(0, Decision::Win); // R8.3
    let sum = Scenario::new(2).tile(1, "axe").bids("3 1b, 1 1b, 1 3b, 3 1b, 2 3b, 2 3b");
    sum.asks(1, Decision::Win);
}

#[test]
fn bid_order_is_that_of_the_earliest_own_token() {
    // R8.4: seat 2 bids 1 first, seat 1 bids 3 second, then seat 2 adds 2.
    Scenario::new(3)
        .tile(1, "axe, vial")
        .bids("1 5b, 1 5b, 1 1b, 2 5b, 3 1b, 2 1b, 3 5b, 2 5b, 3 5b")
        .asks(2, Decision::Pick)
        .act("choose tile 1 card 2")
        .asks(2, Decision::Win)
        .act("put objects")
        .asks(1, Decision::Win)
        .act("put objects")
        .has(2, "objects", "vial")
        .has(1, "objects", "axe");
}

#[test]
fn the_third_of_three_gets_nothing_of_two_cards() {
    // R8.5
    let tie = "1 6b, 2 1b, 2 1b, 2 1b, 2 6b, 1 6b, 1 6b, 1 6b, 3 6b, 3 6b, 3 6b, 3 6b";
    let scene = Scenario::new(4).tile(1, "axe, vial").bids(tie).asks(1, Decision::Pick).act("choose tile 1 card 2");
    assert_eq!(scene.state().takers.as_slice(), [Seat(1), Seat(2)]);
    let scene = scene.acts("put objects; put objects");
    scene.has(1, "objects", "vial").has(2, "objects", "axe").has(3, "objects", "");
}

#[test]
fn two_players_share_three_cards_or_leave_one() {
    // R8.6
    let tie = "1 5b, 2 1b, 2 1b, 2 5b, 1 5b, 1 5b, 3 5b, 3 5b, 3 5b";
    let all = Scenario::new(3).tile(1, "axe, vial, knife").bids(tie).acts("choose tile 1 card 1; choose tile 1 card 2");
    assert!(all.state().tiles[0].iter().all(Option::is_none));
    all.acts("put objects; put objects; put objects").has(1, "objects", "axe, knife").has(2, "objects", "vial");
    let off = json!({"players": 3, "two_way_tie_third_card_to_first": false});
    let one = Scenario::with(&off).tile(1, "axe, vial, knife").bids(tie).acts("choose tile 1 card 1; choose tile 1 card 2");
    assert_eq!(one.state().tiles[0], [None, None, Some(Card::Knife)]);
    // R9.3: the tile is filled to two, from the left.
    let next = one.acts("put objects; put objects").has(1, "objects", "axe").has(2, "objects", "vial").asks(1, Decision::Token);
    let [left, middle, right] = next.state().tiles[0];
    assert!(left.is_some() && middle.is_none() && right == Some(Card::Knife));
    // The second player gets what the first leaves, left to right, whatever the other switch says.
    for first in [true, false] {
        let options = json!({"players": 3, "two_way_tie_third_card_to_first": first, "two_way_tie_rest_to_second": true});
        let rest = Scenario::with(&options).tile(1, "axe, vial, knife").bids(tie).act("choose tile 1 card 2");
        let rest = rest.shows(1, "").asks(1, Decision::Win).act("put objects").asks(2, Decision::Win);
        rest.act("put objects").act("put village_1").has(1, "objects", "vial").has(2, "objects", "axe").has(
            2,
            "village_1",
            "knife",
        );
        // Of two cards each takes one.
        let pair = Scenario::with(&options).tile(1, "axe, vial").bids(tie).acts("choose tile 1 card 2; put objects; put objects");
        pair.has(1, "objects", "vial").has(2, "objects", "axe");
    }
}

#[test]
fn all_picks_come_before_any_placing_and_each_has_an_own_zone() {
    // R8.7
    let tie = "1 5b, 2 1b, 2 1b, 2 5b, 1 5b, 1 5b, 3 5b, 3 5b, 3 5b";
    let scene = Scenario::new(3).slot(1, "village_1", "character").tile(1, "character, vial, knife").bids(tie);
    let scene = scene.act("choose tile 1 card 1").asks(2, Decision::Pick).act("choose tile 1 card 3");
    // The first places both and chains before the second places; the cards in transit belong to nobody else.
    let scene = scene.act("put village_1").offers("put village_1; put village_2; put objects").act("put objects");
    let scene = scene.asks(1, Decision::Activate).act("stop");
    scene.asks(2, Decision::Win).offers_some("put places_1").act("put exploration").has(2, "exploration", "knife");
}

#[test]
fn a_tie_of_four_is_the_holders() {
    // R8.8, R8.3
    let scene =
        Scenario::new(4).tile(1, "axe, vial").bids("2 1b, 2 1b, 2 1b, 2 1b, 1 6b, 1 6b, 1 6b, 1 6b, 3 6b, 3 6b, 3 6b, 3 6b");
    let scene = scene.asks(0, Decision::Win).acts("put objects; put objects");
    // All tokens come back.
    assert!(scene.state().bids.is_empty());
    scene.asks(1, Decision::Token).offers("token 1; token 2; token 3");
}
