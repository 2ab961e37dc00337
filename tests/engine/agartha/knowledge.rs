//! Hidden information (R11).

use std::collections::HashSet;

use expedition::core::{Describe, Observe, Seat};
use expedition::games::agartha::{Act, Card, Decision, Tile, Token, Zone};
use serde_json::Value;

use super::scenario::{Scenario, cards};

/// The observation of a seat as named values.
pub fn view(scene: &Scenario, seat: u8) -> Value {
    let game = scene.ep.game();
    let mut floats = vec![0.0; game.observation_size()];
    game.observe(scene.state(), Seat(seat), &mut floats);
    game.layout().explain(&floats)
}

#[test]
fn what_is_public_is_seen_by_all() {
    // R11.1
    let scene = Scenario::new(2).slot(1, "places_1", "2 forest, compass").tile(2, "axe, vial").bids("3 1b, 2 2x, 1 1b");
    for seat in 0..2u8 {
        let seen = view(&scene, seat);
        let other = format!("seat_{}", 1 - seat);
        let board = if seat == 1 { "seat_0" } else { other.as_str() };
        assert_eq!(seen[board]["slots"][3]["forest"], 2);
        assert_eq!(seen["tile_2"]["cards"][0], "axe");
        assert_eq!(seen["tile_2"]["action_owner"], i64::from(1 ^ seat), "{seen}");
        assert_eq!(seen["tile_1"]["auction_tokens"][usize::from(seat)], 2);
        assert_eq!(seen["pile"]["character"], 21);
        assert_eq!((seen["round"].as_str(), seen["decision"].as_str()), (Some("1"), Some("token")));
    }
}

#[test]
fn a_face_down_token_is_its_owners_to_know() {
    // R11.2, R11.4
    let scene = Scenario::new(2).tile(1, "axe, vial").bids("3 1b, 2 2x, 1 1b");
    let (own, others) = (view(&scene, 0), view(&scene, 1));
    assert_eq!((own["tile_1"]["auction_known"][0].as_i64(), others["tile_1"]["auction_known"][1].as_i64()), (Some(4), Some(0)));
    assert_eq!((own["seat_0"]["values"][0].as_str(), own["seat_1"]["values"][0].as_str()), (Some("3"), None));
    assert_eq!(others["seat_1"]["tokens"][0], "tile 1 auction", "its place is public");
    // A token taken up and not yet placed is hidden too.
    let taken = Scenario::new(2).act("token 2");
    assert_eq!((view(&taken, 0)["chosen"].as_str(), view(&taken, 1)["chosen"].as_str()), (Some("2"), None));
    assert!(!taken.ep.game().rules.text(taken.state(), Some(Seat(1))).contains("taken up: 2"));
    let seen = |act| taken.ep.game().rules.seen_as(taken.state(), act);
    assert_eq!(seen(Act::Token(Token(1))), seen(Act::Token(Token(2))), "the others see that one is, not which");
    assert_eq!((seen(Act::Token(Token(1))).is_some(), seen(Act::Place(Tile(0), Zone::Action))), (true, None));
    // From reveal to the end of the round it is public.
    let revealed = scene.bids("1 3b, 2 3b, 3 3b").asks(0, Decision::Win);
    assert_eq!(view(&revealed, 1)["tile_1"]["auction_known"][1], 4);
    assert_eq!(view(&revealed, 1)["seat_1"]["values"][2].as_str(), None, "tile 3 is still face down");
}

#[test]
fn a_redeal_permutes_what_is_not_revealed() {
    // R11.2
    let scene = Scenario::new(2).tile(1, "axe, vial").bids("3 1b, 2 2b, 1 2b, 1 3b, 2 3b, 3 3b").asks(0, Decision::Win);
    let dealt = |viewer: u8| -> HashSet<Vec<u8>> {
        let copies = (0..60).map(|seed| scene.ep.redeal(Seat(viewer), seed));
        copies.map(|copy| copy.state().bids.iter().map(|bid| bid.token.0 + 1).collect()).collect()
    };
    let seen_by_0 = dealt(0);
    assert!(seen_by_0.iter().all(|bids| (bids[0], bids[2], bids[4]) == (3, 1, 2)), "the own tokens stay");
    assert_eq!(seen_by_0.len(), 6, "none of seat 1's is revealed");
    let seen_by_1 = dealt(1);
    assert!(seen_by_1.iter().all(|bids| bids[0] == 3 && (bids[1], bids[3], bids[5]) == (2, 1, 3)), "the 3 was revealed");
    assert_eq!(seen_by_1.len(), 2);
    let chosen = Scenario::new(2).act("token 2");
    let values: HashSet<Option<Token>> = (0..40).map(|seed| chosen.ep.redeal(Seat(1), seed).state().chosen).collect();
    assert_eq!(values.len(), 3);
    assert!((0..40).all(|seed| chosen.ep.redeal(Seat(0), seed).state().chosen == Some(Token(1))));
}

#[test]
fn the_pile_has_no_stored_order_but_for_the_cards_under_it() {
    // R11.3
    let scene = Scenario::new(2).round(3).set(|s| {
        for card in cards("knife, amulet, torch") {
            s.pile.remove(card as usize);
            s.under.push(card);
        }
    });
    let scene = scene.bids("1 3b, 3 1x, 2 3b, 1 3b, 3 3b, 2 3b").asks(1, Decision::Draw);
    let mut drawn = HashSet::new();
    for seed in 0..200 {
        let mut copy = scene.ep.redeal(Seat(0), seed);
        assert_eq!(copy.state().under.as_slice(), cards("knife, amulet, torch"), "everyone saw them");
        copy.play(copy.game().parse("draw from pile").expect("an action")).expect("legal");
        drawn.insert(copy.state().drawn);
    }
    assert!(drawn.len() > 5, "the next card is redealt");
    assert!(!drawn.contains(&Some(Card::Knife)) && !drawn.contains(&Some(Card::Torch)), "these lie below the others");
    let seen = view(&scene, 0);
    assert_eq!((seen["under_the_pile"]["knife"].as_i64(), seen["pile"]["knife"].as_i64()), (Some(1), Some(1)));
}

#[test]
fn cards_in_transit_the_open_set_and_the_question_are_public() {
    // R11.5
    let scene = Scenario::new(2).slot(0, "village_1", "character").tile(1, "character, compass");
    let scene = scene.bids("3 1b, 1 3b, 1 3b, 2 3b, 2 3b, 3 3b");
    let seen = view(&scene, 1);
    assert_eq!((seen["decision"].as_str(), seen["card"].as_str()), (Some("place a won card"), Some("character")));
    assert_eq!((seen["seat_1"]["transit"]["compass"].as_i64(), seen["to_act"].as_i64()), (Some(1), Some(1)));
    let scene = scene.act("put village_1");
    assert_eq!(view(&scene, 1)["zone"], "village");
    let scene = scene.act("put objects");
    assert_eq!(
        (view(&scene, 1)["open"]["village_1"].as_bool(), view(&scene, 1)["open"]["exploration"].as_bool()),
        (Some(true), Some(false))
    );
}

#[test]
fn observations_have_the_promised_sizes() {
    use crate::support::game;
    use expedition::games::agartha::Agartha;
    use serde_json::json;
    let size = |options| game::<Agartha>(&options).observation_size();
    assert!((500..=650).contains(&size(json!({}))), "{}", size(json!({})));
    let padded: HashSet<usize> = (2..=4).map(|n| size(json!({"players": n, "observation": "padded"}))).collect();
    assert_eq!(padded.len(), 1);
}
