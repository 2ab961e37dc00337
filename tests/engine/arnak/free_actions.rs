//! Free actions and the machine (section 4), resources and terms (section 1).

use super::scenario::{P0, P1, Scenario};

#[test]
fn free_actions_come_before_during_and_after() {
    // R28, R31: the same free card at three kinds of nodes.
    let it = || Scenario::new(2).hand(P0, "hat, horse, fear").deck(P0, "parrot");
    it().act("play hat").act("play horse").act("decline").has(P0, "2 coin + 2 compass");
    it().act("play horse").act("play hat").has(P0, "1 coin + 1 compass").act("accept").has(P0, "2 coin + 2 compass");
    it().act("play horse").act("accept").act("play hat").has(P0, "2 coin + 2 compass").turn(P1);
}

#[test]
fn free_actions_nest() {
    // R31, R32: an exile boon inside an exile boon inside an item.
    Scenario::new(2)
        .hand(P0, "axe, fear, fear, fear")
        .overcome(P0, "guardian_02, guardian_05")
        .acts(&["play axe", "boon guardian_02", "boon guardian_05", "pick fear", "pick fear", "pick fear"])
        .holds(P0, "")
        .has(P0, "1 compass")
        .that("all back", |s, _| s.fear_supply == 19);
}

#[test]
fn locked_nodes_offer_answers_only() {
    // R33: during a payment, a second target, private looks and the end of the round.
    let it = Scenario::new(2).hand(P0, "hat, fear").idols(P0, 1, "");
    it.act("space camp_1a").offers_only("pick hat, pick fear");
    Scenario::new(2)
        .hand(P0, "hat, crystal_earring")
        .goods(P0, "1 tablet")
        .deck(P0, "parrot, rope")
        .acts(&["play crystal_earring", "number 2"])
        .offers_only("pick parrot, pick rope");
}

#[test]
fn an_optional_step_waits_for_free_actions_only() {
    // R32: nothing to exile, nothing free: no node.
    Scenario::new(2).hand(P0, "rough_map").act("play rough_map").turn(P1);
    Scenario::new(2)
        .hand(P0, "traders_coins, hat")
        .goods(P0, "1 tablet")
        .act("play traders_coins")
        .offers_only("play hat, decline");
}

#[test]
fn gains_are_automatic_and_unlimited() {
    // R1, R8, R118
    Scenario::new(2)
        .hand(P0, "gold_pan, fear")
        .goods(P0, "9 coin")
        .act("play gold_pan")
        .that("eleven", |s, _| s.players[0].goods[0] == 11);
    // Counting stops at the limit of a byte instead of wrapping.
    Scenario::new(2)
        .hand(P0, "gold_pan, fear")
        .set(|s| s.players[0].goods[0] = 255)
        .act("play gold_pan")
        .that("full", |s, _| s.players[0].goods[0] == 255);
}

#[test]
fn fear_has_no_effect() {
    // R92, R94: not playable, pays as a boot and as a card.
    let it = Scenario::new(2).hand(P0, "fear, parrot");
    let legal = it.legal();
    assert!(!legal.iter().any(|n| n == "play fear"), "{legal:?}");
    it.acts(&["play parrot", "pick fear"]).has(P0, "1 jewel");
}

#[test]
fn a_draw_ends_where_the_deck_does() {
    // R95, R96: no reshuffle
    Scenario::new(2)
        .hand(P0, "pack_donkey")
        .deck(P0, "parrot")
        .play_area(P0, "rope")
        .acts(&["play pack_donkey", "accept"])
        .holds(P0, "parrot")
        .turn(P1);
}

#[test]
fn exiled_cards_go_where_they_belong() {
    // R90, R91
    let it = || Scenario::new(2).hand(P0, "axe, fear, funding_car").play_area(P0, "mortar, fear");
    it().act("play axe")
        .offers("pick axe, pick fear, pick fear_in_play, pick funding_car, pick mortar, play funding_car, decline")
        .act("pick mortar")
        .exile_has("mortar");
    it().acts(&["play axe", "pick funding_car"]).that("gone for good", |s, _| s.players[0].hand.is_empty() && s.exile.is_empty());
    it().acts(&["play axe", "pick fear_in_play"])
        .that("back in the supply", |s, _| s.players[0].play_fear == 0 && s.fear_supply == 18);
}
