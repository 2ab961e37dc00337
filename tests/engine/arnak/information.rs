//! Who knows what (section 22) and chance (section 23).

use std::collections::HashSet;

use expedition::core::{Game, Rng, Seat};
use serde_json::json;

use super::scenario::{P0, P1, Scenario};

fn redeals(it: &Scenario, viewer: usize) -> Vec<expedition::games::arnak::State> {
    (0..60)
        .map(|seed| {
            let mut s = it.s.clone();
            it.rules.game.redeal(&mut s, Seat(viewer as u8), &mut Rng::seeded(seed));
            it.rules.game.check(&s).unwrap_or_else(|broken| panic!("{broken}"));
            s
        })
        .collect()
}

#[test]
fn hands_are_mixed_with_the_deck_they_came_from() {
    // R2, R95: a fresh deck of six, five drawn.
    let rules = Scenario::new(2).rules;
    let s = rules.game.start(&mut Rng::seeded(3));
    let it = Scenario::new(2).set(|state| *state = s.clone());
    let hands: HashSet<(u128, u8)> = redeals(&it, P0).iter().map(|s| (s.players[1].hand.0, s.players[1].fear_in_hand())).collect();
    assert!(hands.len() > 2, "the opponent's hand varies: {hands:?}");
    assert!(redeals(&it, P1).iter().all(|s| s.players[1] == it.s.players[1]), "the own one does not");
}

#[test]
fn known_cards_stay_where_they_are() {
    // R77, R81, R82: items bought, cards taken publicly into the hand.
    let it = Scenario::new(2).hand(P1, "hat").deck(P1, "dog, tent").bag(P1, "parrot, fear");
    for s in redeals(&it, P0) {
        assert!(s.players[1].hand.has(it.card("hat")) && s.players[1].deck.has(it.card("dog")));
    }
}

#[test]
fn a_card_put_back_is_known_to_its_owner() {
    // Crystal Earring: the others cannot tell which of the two was kept.
    let it = Scenario::new(2).hand(P0, "crystal_earring, fear").goods(P0, "1 tablet").deck(P0, "parrot, rope, dog").acts(&[
        "play crystal_earring",
        "number 3",
        "pick rope",
        "pick parrot",
    ]);
    let kept: HashSet<bool> = redeals(&it, P1).iter().map(|s| s.players[0].hand.has(it.card("rope"))).collect();
    assert_eq!(kept.len(), 2, "rope or parrot");
    assert!(redeals(&it, P0).iter().all(|s| s.players[0].hand.has(it.card("rope"))));
}

#[test]
fn the_lost_temple_stack_is_known_to_who_looked() {
    // R102
    let it = Scenario::new(3).hand(P0, "fear").goods(P0, "1 coin + 1 compass + 1 jewel").magnifier(P0, "r7_1").act("magnifier 1");
    let it = if it.rules.game.decision(&it.s) == "lost temple tile" {
        let first = it.legal()[0].clone();
        it.act(&first)
    } else {
        it
    };
    assert!(redeals(&it, P0).iter().all(|s| s.temple_kinds == it.s.temple_kinds));
    let stacks: HashSet<[u8; 6]> = redeals(&it, P1).iter().map(|s| s.temple_kinds).collect();
    assert!(stacks.len() > 1, "{stacks:?}");
}

#[test]
fn the_rescue_stack_is_known_to_who_looked() {
    // R156, R18
    let it = Scenario::with(&json!({"players": 3, "board": "snake"}))
        .hand(P0, "fear")
        .magnifier(P0, "r3_1")
        .idols(P0, 1, "")
        .supply("assistant_04, assistant_05, assistant_06")
        .rescue("assistant_01, assistant_02, assistant_03")
        .acts(&["magnifier 1", "assistant assistant_02"]);
    assert!(redeals(&it, P0).iter().all(|s| s.rescue == it.s.rescue));
    let below: HashSet<u8> = redeals(&it, P1).iter().map(|s| s.rescue[1]).collect();
    assert!(below.len() > 2 && redeals(&it, P1).iter().all(|s| s.rescue[0] == 0), "{below:?}");
}

#[test]
fn a_payment_that_began_can_always_be_completed() {
    // R42, R180: also in the eyes of another seat.
    let it = Scenario::new(2).bag(P0, "dog, parrot, fear, funding_ship").set(|s| {
        // All four are drawn from one group.
        for card in s.players[0].deck.iter().collect::<Vec<_>>() {
            s.players[0].deck.remove(card);
            s.players[0].hand.add(card);
        }
        s.players[0].hand_fear[0] = std::mem::take(&mut s.players[0].deck_fear[0]);
    });
    let it = it.bag(P0, "hat, rope").tile("l1_lower_3", "l1_d").act("space l1_lower_3");
    for s in redeals(&it, P1) {
        assert!(!s.offered.0.is_empty());
    }
}
