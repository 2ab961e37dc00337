//! The items from Ostrich on (section 14): see `items.rs`.

use super::scenario::{P0, P1, Scenario};

#[test]
fn ostrich_draws_then_digs_with_a_car() {
    // R128; check list 35, 88
    Scenario::new(2)
        .hand(P0, "ostrich")
        .deck(P0, "parrot")
        .tile("l1_lower_1", "l1_b")
        .tile("l1_lower_3", "l1_d")
        .acts(&["play ostrich", "accept"])
        .act("space l1_lower_1")
        .has(P0, "1 coin + 1 arrowhead")
        .holds(P0, "parrot");
    // The drawn card can pay.
    Scenario::new(2)
        .hand(P0, "ostrich")
        .deck(P0, "parrot")
        .tile("l1_lower_3", "l1_d")
        .acts(&["play ostrich", "accept", "space l1_lower_3"])
        .played(P0, "ostrich, parrot")
        .has(P0, "1 compass + 1 arrowhead");
    let out = |top: &str| {
        Scenario::new(2)
            .hand(P0, "ostrich")
            .deck(P0, top)
            .figure(P0, "camp_1a")
            .figure(P0, "camp_2a")
            .acts(&["play ostrich", "accept"])
    };
    out("hat").offers_only("play hat, decline");
    out("parrot").holds(P0, "parrot").turn(P1);
}

#[test]
fn pack_donkey_draws_two() {
    // Check list 47: the old card comes before the item bought.
    Scenario::new(2)
        .hand(P0, "pack_donkey, fear")
        .deck(P0, "parrot")
        .goods(P0, "1 coin")
        .items("trowel")
        .act("pick trowel")
        .act("pass")
        .act("end_turn")
        .acts(&["play pack_donkey", "accept", "accept"])
        .holds(P0, "fear, parrot, trowel");
}

#[test]
fn parrot_pickaxe_and_trowel_have_a_price() {
    // R124, R125
    Scenario::new(2).hand(P0, "parrot, fear").acts(&["play parrot", "pick fear"]).has(P0, "1 jewel").played(P0, "fear, parrot");
    Scenario::new(2).hand(P0, "pickaxe").goods(P0, "1 compass").acts(&["play pickaxe", "accept"]).has(P0, "1 tablet + 1 arrowhead");
    Scenario::new(2).hand(P0, "trowel").goods(P0, "1 compass").acts(&["play trowel", "accept"]).has(P0, "1 jewel");
    Scenario::new(2).hand(P0, "trowel").goods(P0, "1 compass").acts(&["play trowel", "decline"]).has(P0, "1 compass");
    // R27: played in vain.
    Scenario::new(2).hand(P0, "pickaxe").act("play pickaxe").has(P0, "").played(P0, "pickaxe").turn(P1);
}

#[test]
fn precision_compass_waits_for_free_actions() {
    // R32, R31; check list 10 and 11
    let compass = || Scenario::new(2).hand(P0, "precision_compass, fear").top("stone_jar").top("war_club");
    compass()
        .idols(P0, 1, "")
        .act("play precision_compass")
        .offers("slot slot_arrowhead, slot slot_tablets, slot slot_coin_compass, decline")
        .lacks("slot slot_jewel, slot slot_draw, pick war_club")
        .act("slot slot_coin_compass")
        .act("pick war_club")
        .has(P0, "1 coin")
        .played(P0, "precision_compass, war_club");
    compass()
        .artifacts("hunting_arrows")
        .act("play precision_compass")
        .turn(P1)
        .that("turned down again, known to all", |s, _| s.artifact_top != 255);
}

#[test]
fn revolver_needs_a_target() {
    // R57, K2
    let revolver = || {
        Scenario::new(2)
            .hand(P0, "revolver")
            .goods(P0, "1 compass")
            .tile("l1_lower_1", "l1_b")
            .guardian("l1_lower_1", "guardian_08")
    };
    revolver()
        .figure(P0, "l1_lower_1")
        .acts(&["play revolver", "accept", "site l1_lower_1"])
        .has(P0, "")
        .that("overcome", |s, _| s.players[0].guardians != 0);
    revolver().act("play revolver").has(P0, "1 compass").turn(P1);
}

#[test]
fn rope_pays_a_card_for_two() {
    // R125, R96
    Scenario::new(2)
        .hand(P0, "rope, fear")
        .deck(P0, "parrot, torch")
        .acts(&["play rope", "pick fear", "accept", "accept"])
        .holds(P0, "parrot, torch");
}

#[test]
fn rough_map_gives_three_compasses() {
    // R86: exiled
    Scenario::new(2).hand(P0, "rough_map").act("play rough_map").has(P0, "3 compass").exile_has("rough_map");
}

#[test]
fn sea_turtle_sails() {
    // Check list 24
    let turtle = || Scenario::new(2).hand(P0, "sea_turtle").tile("l1_lower_1", "l1_b").tile("l1_lower_3", "l1_d");
    turtle()
        .act("play sea_turtle")
        .offers("space camp_1a, space l1_lower_3")
        .lacks("space l1_lower_1")
        .act("space camp_1a")
        .has(P0, "2 coin");
    turtle().acts(&["play sea_turtle", "space l1_lower_3"]).has(P0, "1 compass + 1 arrowhead");
}

#[test]
fn sturdy_boots_cover_boots_only() {
    // R45; check list 23
    let boots =
        || Scenario::snake(2).hand(P0, "sturdy_boots").goods(P0, "2 compass").idol("l1_upper_2", "idol_coin").next_tile("l1_j");
    boots()
        .act("play sturdy_boots")
        .offers("space l1_upper_2, space camp_1a")
        .lacks("space l1_lower_1")
        .act("space l1_upper_2")
        .has(P0, "1 coin + 1 jewel");
}

#[test]
fn tent_uses_an_own_site() {
    // R133
    let tent = || {
        Scenario::new(2)
            .hand(P0, "tent")
            .tile("l1_lower_1", "l1_b")
            .tile("l2_1", "l2_a")
            .figure(P0, "l1_lower_1")
            .figure(P0, "l2_1")
            .figure(P1, "camp_1a")
    };
    tent().act("play tent").offers_only("site l1_lower_1, decline").act("site l1_lower_1").has(P0, "1 coin + 1 arrowhead");
    tent().goods(P0, "2 compass").acts(&["play tent", "site l2_1"]).has(P0, "2 compass + 1 jewel");
}

#[test]
fn theodolite_counts_figures() {
    // R118; check list 56
    Scenario::new(2).hand(P0, "theodolite").figure(P0, "camp_1a").act("play theodolite").has(P0, "1 coin + 1 compass");
}

#[test]
fn whip_takes_an_artifact() {
    // R80; check list 50
    Scenario::new(2)
        .hand(P0, "whip")
        .goods(P0, "9 coin")
        .items("hat")
        .artifacts("war_club")
        .act("play whip")
        .offers_only("pick war_club, decline")
        .act("pick war_club")
        .played(P0, "war_club")
        .exile_has("whip")
        .points(P0, [0, 0, 10, 0, 1, 0]);
}
