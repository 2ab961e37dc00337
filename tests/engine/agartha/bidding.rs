//! Bidding and its decisions (R3.1, R4, R12).

use expedition::core::{Seat, Turn};
use expedition::games::agartha::{Decision, Zone};

use super::scenario::Scenario;

#[test]
fn tokens_go_down_in_three_laps_from_the_holder() {
    // R4.1, R1.5
    let mut scene = Scenario::new(3).holder(2);
    for (i, bid) in "1 1b, 2 1b, 3 1b, 2 2b, 3 2b, 1 2b, 3 3b, 1 3b, 2 3b".split(", ").enumerate() {
        assert_eq!(scene.ep.turn(), Turn::Seat(Seat(((2 + i) % 3) as u8)));
        assert!(!scene.legal().iter().any(|name| name == "decline" || name == "stop"), "nobody may pass");
        scene = scene.bids(bid);
    }
    assert_eq!((scene.state().round, scene.state().holder), (2, Seat(0)), "R3.1: an empty table resolves at once");
}

#[test]
fn a_token_then_its_place() {
    // R4.2, R12.2
    let scene = Scenario::new(2).offers("token 1; token 2; token 3").act("token 2").asks(0, Decision::Place);
    let scene = scene.offers(
        "place tile 1 action; place tile 1 auction; place tile 2 action; place tile 2 auction; place tile 3 action; place tile 3 auction",
    );
    let scene = scene.act("place tile 2 action").asks(1, Decision::Token).offers("token 1; token 2; token 3").act("token 2");
    let scene = scene.refuses("place tile 2 action").offers_some("place tile 2 auction").act("place tile 1 action");
    // Several action zones and stacks of own tokens are allowed.
    let scene = scene.offers("token 1; token 3").bids("1 3x, 1 1b").asks(0, Decision::Place);
    scene.offers("place tile 1 auction; place tile 2 auction; place tile 3 auction").act("place tile 3 auction");
}

#[test]
fn the_last_token_is_not_asked() {
    // R12.1
    let scene = Scenario::new(2).bids("3 1b, 3 1b, 1 1b, 2 1b").asks(0, Decision::Place);
    assert_eq!(scene.state().chosen.map(|token| token.0 + 1), Some(2));
    // Every player's second one can.
    let scene = Scenario::new(4).bids("3 1b, 3 1b, 3 1b, 3 1b, 1 1b, 1 1b, 1 1b").asks(3, Decision::Token).bids("1 1b");
    scene.asks(0, Decision::Place);
}

#[test]
fn the_order_of_placement_is_kept() {
    // R4.3, R4.4
    let scene = Scenario::new(2).bids("3 1b, 2 1b, 1 2x");
    let log: Vec<(u8, u8, Zone)> =
        scene.state().bids.iter().map(|bid| (bid.token.0 + 1, bid.spot.tile().0 + 1, bid.spot.zone())).collect();
    assert_eq!(log, [(3, 1, Zone::Auction), (2, 1, Zone::Auction), (1, 2, Zone::Action)]);
    // R4.4: a placed token is not offered again, and nothing moves it.
    scene.refuses("token 2").offers("token 1; token 3");
}
