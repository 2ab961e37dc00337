//! The artifacts from Monkey Medallion on (section 14), played with a tablet (R87) or used when bought (R78, R79): see `artifacts.rs`.

use serde_json::json;

use super::artifacts::with;
use super::scenario::{P0, P1, Scenario};

#[test]
fn monkey_medallion_puts_an_item_on_top() {
    // R82, R131
    with("monkey_medallion")
        .deck(P0, "parrot")
        .items("tent, dog")
        .acts(&["play monkey_medallion", "pick tent"])
        .deck_order(P0, "tent, parrot");
}

#[test]
fn mortar_and_ritual_dagger() {
    // R121
    with("mortar").acts(&["play mortar", "pick fear"]).has(P0, "2 coin").holds(P0, "");
    with("ritual_dagger").acts(&["play ritual_dagger", "decline"]).has(P0, "1 arrowhead");
}

#[test]
fn obsidian_earring_looks_from_below() {
    // Check list 52
    with("obsidian_earring")
        .deck(P0, "parrot, rope, torch")
        .acts(&["play obsidian_earring", "number 2"])
        .offers_only("pick rope, pick torch")
        .act("pick rope")
        .holds(P0, "fear, rope")
        .played(P0, "obsidian_earring, torch")
        .deck_order(P0, "parrot");
}

#[test]
fn ornate_hammer_digs_in_the_exile_pile() {
    // K3; check list 53
    with("ornate_hammer")
        .items("tent, brush")
        .exiled("hat")
        .acts(&["play ornate_hammer", "accept"])
        .offers_only("pick hat, pick brush, decline")
        .act("pick brush")
        .deck_order(P0, "brush")
        .that("the row is full again (R83)", |s, t| {
            s.item_row.iter().all(|&c| c < 40) && t.cards.ids[s.item_row[0] as usize] == "tent"
        });
    with("ornate_hammer")
        .items("tent, brush")
        .acts(&["play ornate_hammer", "decline"])
        .that("nothing is exiled", |s, _| s.exile.is_empty());
    with("ornate_hammer").exiled("hat").acts(&["play ornate_hammer", "accept", "pick hat"]).deck_order(P0, "hat");
    with("ornate_hammer").act("play ornate_hammer").turn(P1);
}

#[test]
fn passage_shell_uses_a_camp_twice() {
    // R47, R55; check list 33
    with("passage_shell")
        .hand(P0, "parrot")
        .acts(&["play passage_shell", "space camp_5a"])
        .offers_only("pick fear, pick parrot, decline")
        .act("pick fear")
        .offers_only("accept, decline")
        .acts(&["accept", "pick parrot"])
        .has(P0, "2 jewel")
        .played(P0, "fear, parrot, passage_shell");
    with("passage_shell").acts(&["play passage_shell", "space camp_1a", "decline"]).has(P0, "2 coin");
    with("passage_shell").acts(&["play passage_shell", "decline"]).has(P0, "").turn(P1);
    with("passage_shell").tile("l1_lower_1", "l1_b").act("play passage_shell").offers("space camp_1a").lacks("space l1_lower_1");
}

#[test]
fn sandals_and_staff_move_a_figure() {
    // R135; check list 34, 92
    with("pathfinders_sandals")
        .figure(P0, "camp_1a")
        .tile("l1_lower_1", "l1_h")
        .acts(&["play pathfinders_sandals", "space camp_1a"])
        .lacks("space l1_lower_1, space camp_1a")
        .act("space camp_3a")
        .has(P0, "2 tablet")
        .that("it stands there", |s, _| s.players[0].figures == 1 << 4);
    with("pathfinders_staff")
        .tile("l2_1", "l2_a")
        .guardian("l2_1", "guardian_08")
        .figure(P0, "l2_1")
        .tile("l1_lower_1", "l1_h")
        .acts(&["play pathfinders_staff", "space l2_1", "space l1_lower_1"])
        .has(P0, "1 tablet + 1 jewel")
        .played(P0, "fear, pathfinders_staff");
    with("pathfinders_staff").act("play pathfinders_staff").turn(P1);
    // R180: no source without a target; every camp is taken, some by the rival.
    let full = |card: &str| {
        let it = Scenario::new(1).hand(P0, card).hand(P0, "fear, parrot").goods(P0, "1 tablet").guardian("camp_1", "guardian_08");
        let it = it.figure(P0, "camp_1a").figure(P0, "camp_2a");
        it.rival_figure("camp_3a").rival_figure("camp_4a").rival_figure("camp_5a")
    };
    for card in ["pathfinders_sandals", "guardians_crown"] {
        full(card)
            .act(&format!("play {card}"))
            .decision("turn")
            .that("nobody has moved", |s, _| s.players[0].figures == 0b101 && s.guardian_at[0] == 7);
    }
    // R135, R13: another site, and no blocked space.
    Scenario::new(4)
        .hand(P0, "pathfinders_sandals, fear")
        .goods(P0, "1 tablet")
        .figure(P0, "camp_1a")
        .acts(&["play pathfinders_sandals", "space camp_1a"])
        .offers("space camp_2a, space camp_2b")
        .lacks("space camp_1b");
    with("pathfinders_sandals")
        .figure(P0, "camp_1a")
        .acts(&["play pathfinders_sandals", "space camp_1a"])
        .offers("space camp_2a")
        .lacks("space camp_2b");
    // R60: a figure that leaves in time brings no Fear.
    with("pathfinders_staff")
        .tile("l2_1", "l2_a")
        .guardian("l2_1", "guardian_08")
        .figure(P0, "l2_1")
        .acts(&["play pathfinders_staff", "space l2_1", "space camp_3a"])
        .has(P0, "2 tablet")
        .end_round()
        .that("one Fear as before", |s, _| s.fear_supply == 18 && s.players[0].figures == 0);
}

#[test]
fn sacred_drum_refreshes_two() {
    // R125, R127
    with("sacred_drum")
        .assistant(P0, "assistant_01 exhausted")
        .assistant(P0, "assistant_02 exhausted")
        .acts(&["play sacred_drum", "pick fear", "assistant assistant_02"])
        .offers("assistant assistant_01, use assistant_02, decline")
        .act("assistant assistant_01")
        .that("both ready", |s, _| s.players[0].ready == 3);
}

#[test]
fn star_charts_use_two_camps() {
    // R133, R32
    with("star_charts")
        .goods(P0, "1 coin + 1 tablet")
        .figure(P1, "camp_1a")
        .acts(&["play star_charts", "accept", "site camp_1"])
        .lacks("site camp_1")
        .act("site camp_4")
        .has(P0, "2 coin + 1 arrowhead");
    with("star_charts")
        .goods(P0, "1 coin + 1 tablet")
        .acts(&["play star_charts", "accept", "site camp_4", "decline"])
        .has(P0, "1 arrowhead")
        .turn(P1);
}

#[test]
fn stone_jar_and_treasure_chest_draw() {
    with("stone_jar").deck(P0, "parrot").acts(&["play stone_jar", "decline"]).deck_order(P0, "parrot");
    with("treasure_chest").deck(P0, "parrot").acts(&["play treasure_chest", "accept"]).has(P0, "1 coin").holds(P0, "fear, parrot");
}

#[test]
fn stone_key_frees_a_slot() {
    // R74; check list 44
    with("stone_key")
        .idols(P0, 0, "xxx-")
        .act("play stone_key")
        .offers_only("free_slot 1, free_slot 2, free_slot 3, decline")
        .act("free_slot 1")
        .points(P0, [0, 0, 14, 0, 2, -1])
        .act("slot slot_arrowhead")
        .that("the leftmost is filled", |s, _| s.players[0].slots == 0b111);
    with("stone_key")
        .idols(P0, 0, "xxx-")
        .acts(&["play stone_key", "free_slot 3"])
        .that("the third is free", |s, _| s.players[0].slots == 0b011 && s.players[0].crates == 1);
    let rightmost =
        Scenario::with(&json!({"stone_key": "rightmost"})).hand(P0, "stone_key, fear").goods(P0, "1 tablet").idols(P0, 0, "xxx-");
    rightmost.act("play stone_key").offers_only("free_slot 3, decline");
    with("stone_key").act("play stone_key").turn(P1);
}

#[test]
fn sundial_may_pass() {
    // R89
    with("sundial").acts(&["play sundial", "branch 0"]).has(P0, "2 tablet").that("not passed", |s, _| s.passed == 0);
    with("sundial").acts(&["play sundial", "branch 1"]).has(P0, "1 jewel").that("passed", |s, _| s.passed == 1);
    let bought = |option: &str| {
        Scenario::with(&json!({"sundial_pass": option}))
            .hand(P0, "fear")
            .goods(P0, "2 compass")
            .artifacts("sundial")
            .act("pick sundial")
    };
    bought("any").act("branch 1").has(P0, "1 jewel");
    bought("main").offers("branch 1");
    // P1: inside another main action.
    let whip = |option: &str| {
        Scenario::with(&json!({"sundial_pass": option}))
            .hand(P0, "whip, fear")
            .artifacts("sundial")
            .acts(&["play whip", "pick sundial"])
    };
    whip("any").act("branch 1").that("passed", |s, _| s.passed == 1);
    whip("main").lacks("branch 1");
}

#[test]
fn tigerclaw_hairpin_exiles_then_uses_a_camp() {
    with("tigerclaw_hairpin")
        .figure(P1, "camp_1a")
        .acts(&["play tigerclaw_hairpin", "pick fear"])
        .lacks("site camp_1")
        .act("site camp_2")
        .has(P0, "2 compass");
}

#[test]
fn traders_upgrade_then_pay_out() {
    // R122
    with("traders_coins").goods(P0, "2 tablet").acts(&["play traders_coins", "branch 0"]).has(P0, "2 coin + 1 arrowhead");
    with("traders_scales")
        .goods(P0, "1 tablet + 1 arrowhead")
        .act("play traders_scales")
        .offers_only("branch 1, decline")
        .act("branch 1")
        .has(P0, "3 coin + 1 jewel");
    with("traders_scales").act("play traders_scales").has(P0, "3 coin");
}

#[test]
fn war_club_overcomes() {
    // R57, R132
    with("war_club")
        .tile("l1_lower_1", "l1_b")
        .guardian("l1_lower_1", "guardian_08")
        .figure(P0, "l1_lower_1")
        .acts(&["play war_club", "site l1_lower_1"])
        .that("won", |s, _| s.players[0].guardians == 1 << 7 && s.guardian_at[5] == 255);
}

#[test]
fn war_mask_wards_off_guardians() {
    // R138; check list 36
    let guarded = |it: Scenario| {
        it.tile("l1_lower_1", "l1_b")
            .tile("l1_lower_2", "l1_c")
            .guardian("l1_lower_1", "guardian_08")
            .guardian("l1_lower_2", "guardian_09")
            .figure(P0, "l1_lower_1")
            .figure(P0, "l1_lower_2")
    };
    guarded(with("war_mask"))
        .act("play war_mask")
        .has(P0, "1 arrowhead")
        .end_round()
        .that("no Fear", |s, _| s.fear_supply == 18)
        .that("for this round only (R141)", |s, _| !s.players[0].no_guardian_fear);
    guarded(Scenario::new(2).hand(P0, "parrot")).end_round().that("two Fear", |s, _| s.fear_supply == 17);
}

#[test]
fn an_artifact_may_be_asked_for() {
    // R79 under the option
    let bought = |option: &str| {
        Scenario::with(&json!({"artifact_effect": option}))
            .hand(P0, "fear")
            .goods(P0, "4 compass")
            .artifacts("treasure_chest")
            .act("pick treasure_chest")
    };
    bought("ask").offers_only("accept, decline").act("decline").has(P0, "");
    bought("steps").has(P0, "1 coin");
}

#[test]
fn buying_an_artifact_uses_it_at_once() {
    // R78
    Scenario::new(2)
        .hand(P0, "fear")
        .goods(P0, "4 compass")
        .artifacts("mortar")
        .act("pick mortar")
        .act("pick fear")
        .has(P0, "2 coin + 1 compass")
        .played(P0, "mortar");
}
