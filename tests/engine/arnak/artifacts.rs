//! The thirty-five artifacts (section 14), played with a tablet (R87) or used when bought (R78, R79).

use serde_json::json;

use super::scenario::{P0, P1, Scenario};

/// A player with one artifact in hand and the tablet to play it.
fn with(card: &str) -> Scenario {
    Scenario::new(2).hand(P0, &format!("{card}, fear")).goods(P0, "1 tablet")
}

#[test]
fn an_artifact_from_the_hand_costs_a_tablet() {
    // R87; check list 48
    let jar = || Scenario::new(2).hand(P0, "stone_jar").deck(P0, "parrot");
    jar().lacks("play stone_jar").offers("space camp_1a");
    jar().goods(P0, "1 tablet").acts(&["play stone_jar", "accept"]).has(P0, "").holds(P0, "parrot").played(P0, "stone_jar");
}

#[test]
fn ancient_wine_and_coconut_flask_use_a_supply_assistant() {
    // R115
    with("ancient_wine")
        .supply("assistant_01, assistant_02, assistant_04")
        .act("play ancient_wine")
        .has(P0, "1 coin")
        .act("assistant assistant_02")
        .has(P0, "2 coin + 1 tablet")
        .that("it stays", |s, _| s.supply[1] == 1);
    with("coconut_flask").supply("assistant_01").acts(&["play coconut_flask", "assistant assistant_01"]).has(P0, "4 coin");
    with("coconut_flask").supply("assistant_01").acts(&["play coconut_flask", "decline"]).has(P0, "2 coin");
    // Payments are asked for, then paid (check list 91).
    with("coconut_flask")
        .supply("assistant_04")
        .acts(&["play coconut_flask", "assistant assistant_04"])
        .offers_only("accept, decline")
        .act("accept")
        .has(P0, "1 coin + 1 arrowhead");
    with("coconut_flask")
        .supply("assistant_03")
        .acts(&["play coconut_flask", "assistant assistant_03", "accept"])
        .offers_only("pick fear, pilot")
        .act("pick fear")
        .has(P0, "2 coin + 1 arrowhead");
    // R110: its draw is not asked.
    with("coconut_flask")
        .deck(P0, "parrot")
        .supply("assistant_06")
        .acts(&["play coconut_flask", "assistant assistant_06"])
        .offers_only("pick fear, pick parrot");
    // The discard is due even if the deck is empty.
    with("coconut_flask")
        .hand(P0, "parrot")
        .supply("assistant_06")
        .acts(&["play coconut_flask", "assistant assistant_06"])
        .offers_only("pick fear, pick parrot")
        .act("pick parrot")
        .holds(P0, "fear");
    with("ancient_wine")
        .deck(P0, "parrot")
        .supply("assistant_06")
        .acts(&["play ancient_wine", "assistant assistant_06"])
        .offers_only("accept, decline")
        .act("accept")
        .holds(P0, "fear, parrot");
    with("ancient_wine")
        .supply("assistant_07")
        .acts(&["play ancient_wine", "assistant assistant_07", "branch 1"])
        .that("icons go to the pool", |s, _| s.pool == [0; 4]);
}

#[test]
fn a_purchase_by_a_supply_assistant_is_part_of_the_artifact() {
    // R115, R25, R182; check list 55
    Scenario::new(2)
        .hand(P0, "fear")
        .goods(P0, "6 compass")
        .round(2)
        .artifacts("coconut_flask, serpent_idol")
        .items("hat, trowel")
        .supply("assistant_10")
        .acts(&["pick coconut_flask", "assistant assistant_10"])
        .offers("pick hat, pick trowel, pick serpent_idol")
        .acts(&["pick serpent_idol", "accept"])
        .has(P0, "2 coin + 2 compass + 1 jewel")
        .played(P0, "coconut_flask, fear, serpent_idol")
        .turn(P1);
}

#[test]
fn ceremonial_rattle_refreshes() {
    // R113, R127; check list 14
    with("ceremonial_rattle")
        .assistant(P0, "assistant_01")
        .acts(&["play ceremonial_rattle", "use assistant_01", "assistant assistant_01", "use assistant_01"])
        .has(P0, "4 coin");
}

#[test]
fn cleansing_cauldron_draws_then_exiles() {
    // Check list 57
    with("cleansing_cauldron").bag(P0, "fear").acts(&["play cleansing_cauldron", "accept", "pick fear"]).holds(P0, "fear");
    with("cleansing_cauldron").acts(&["play cleansing_cauldron", "pick cleansing_cauldron"]).exile_has("cleansing_cauldron");
}

#[test]
fn crystal_earring_looks_at_three() {
    // Check list 51
    with("crystal_earring")
        .deck(P0, "parrot, rope, torch, dog, hat")
        .act("play crystal_earring")
        .offers_only("number 1, number 2, number 3, decline")
        .act("number 3")
        .offers_only("pick parrot, pick rope, pick torch")
        .act("pick rope")
        .offers_only("pick parrot, pick torch, decline")
        .act("pick torch")
        .holds(P0, "fear, rope")
        .played(P0, "crystal_earring, parrot")
        .that("deck of three", |s, _| s.players[0].deck_size() == 3 && s.players[0].private_tops.len() == 1);
    with("crystal_earring")
        .deck(P0, "parrot")
        .act("play crystal_earring")
        .offers_only("number 1, decline")
        .act("number 1")
        .holds(P0, "fear, parrot")
        .turn(P1);
    with("crystal_earring").act("play crystal_earring").turn(P1);
    // What went back on top is drawn first.
    with("crystal_earring")
        .deck(P0, "parrot, rope, torch")
        .hand(P0, "pack_donkey")
        .acts(&["play crystal_earring", "number 2", "pick rope", "pick parrot", "pass", "end_turn", "play pack_donkey", "accept"])
        .holds(P0, "fear, parrot, rope");
}

#[test]
fn decorated_horn_exchanges_an_assistant() {
    // R116, R136; check list 54
    with("decorated_horn")
        .assistant(P0, "assistant_01 gold exhausted")
        .supply("assistant_12, assistant_02")
        .acts(&["play decorated_horn", "assistant assistant_01", "assistant assistant_12"])
        .that("gold, ready, the old one on the stack", |s, _| {
            let p = &s.players[0];
            p.assistants[0] == 11 && p.gold == 1 && p.ready == 1 && s.supply[0] == 0
        });
    with("decorated_horn")
        .assistant(P0, "assistant_03 exhausted")
        .assistant(P0, "assistant_01 exhausted")
        .supply("assistant_12, assistant_02")
        .acts(&["play decorated_horn", "assistant assistant_01", "assistant assistant_12"])
        .that("the second is ready", |s, _| s.players[0].assistants == [2, 11] && s.players[0].ready == 0b10);
    with("decorated_horn").act("play decorated_horn").turn(P1);
    with("decorated_horn").assistant(P0, "assistant_01 exhausted").supply("").act("play decorated_horn").turn(P1);
}

#[test]
fn guardians_crown_moves_a_guardian() {
    // R135, K4; check list 41
    with("guardians_crown")
        .tile("l2_1", "l2_a")
        .guardian("l2_1", "guardian_08")
        .figure(P0, "l2_1")
        .figure(P1, "camp_1a")
        .act("play guardians_crown")
        .offers_only("site l2_1, decline")
        .act("site l2_1")
        .offers_only("site camp_2, site camp_3, site camp_4, site camp_5")
        .act("site camp_4")
        .has(P0, "1 arrowhead")
        .that("it guards the camp", |s, _| s.guardian_at[3] == 7 && s.guardian_at[13] == 255)
        .acts(&["pass", "end_turn", "space camp_4a"])
        .that("Fear from the camp (R138), none from the site", |s, _| s.fear_supply == 17);
    // Not beside a figure or another guardian, nor on level 2 or an undiscovered place.
    with("guardians_crown")
        .tile("l2_1", "l2_a")
        .tile("l2_2", "l2_b")
        .tile("l1_lower_1", "l1_b")
        .tile("l1_lower_2", "l1_j")
        .guardian("l2_1", "guardian_08")
        .guardian("l1_lower_1", "guardian_09")
        .figure(P0, "l2_1")
        .figure(P0, "camp_2a")
        .figure(P1, "camp_1a")
        .acts(&["play guardians_crown", "site l2_1"])
        .offers_only("site camp_3, site camp_4, site camp_5, site l1_lower_2");
    // Only from a site with an own figure.
    with("guardians_crown").tile("l2_1", "l2_a").guardian("l2_1", "guardian_08").act("play guardians_crown").turn(P1);
}

#[test]
fn guardians_ocarina_turns_icons_into_planes() {
    // R46; check list 25, 86
    with("guardians_ocarina")
        .figure(P0, "camp_1a")
        .hand(P0, "gold_pan")
        .tile("l1_lower_1", "l1_b")
        .acts(&["play guardians_ocarina", "space camp_1a"])
        .that("back and active", |s, _| s.players[0].figures == 0 && s.players[0].icons_as_planes)
        .act("end_turn")
        .acts(&["pass", "end_turn"])
        .offers("space l1_lower_1, space camp_1a")
        .acts(&["space l1_lower_1"])
        .offers_only("pick fear, pick gold_pan");
    with("guardians_ocarina")
        .figure(P0, "camp_1a")
        .figure(P0, "camp_3a")
        .acts(&["play guardians_ocarina", "space camp_3a"])
        .that("the other one stays", |s, t| {
            s.players[0].figures == 1 << t.sites.space_ids.iter().position(|id| id == "camp_1a").expect("a space")
        });
    with("guardians_ocarina")
        .hand(P0, "funding_car")
        .set(|s| s.pool = [0, 1, 0, 0])
        .acts(&["play guardians_ocarina", "decline"])
        .that("the pool too", |s, _| s.pool == [0, 0, 0, 1]);
    // V4: later icons enter the pool as planes.
    Scenario::new(2)
        .hand(P0, "fear")
        .assistant(P0, "assistant_08 gold")
        .set(|s| s.players[0].icons_as_planes = true)
        .acts(&["use assistant_08", "branch 1"])
        .that("two planes", |s, _| s.pool == [0, 0, 0, 2]);
}

#[test]
fn guiding_stone_and_skull_use_a_stack() {
    // R134, R79; check list 85
    with("guiding_stone")
        .next_tile("l1_h")
        .act("play guiding_stone")
        .has(P0, "1 tablet + 1 jewel")
        .played(P0, "fear, guiding_stone")
        .that("below", |s, _| s.stack1.bottom.last() == Some(&7));
    with("guiding_stone")
        .next_tile("l1_h")
        .set(|s| {
            s.stack1.unknown = 0;
            s.stack1.bottom.insert(0, 7);
        })
        .act("play guiding_stone")
        .has(P0, "1 tablet + 1 jewel")
        .that("those laid below come again in their order", |s, _| s.stack1.bottom.last() == Some(&7));
    let bought = || {
        Scenario::new(2)
            .hand(P0, "fear")
            .goods(P0, "3 compass")
            .artifacts("guiding_stone")
            .next_tile("l1_h")
            .act("pick guiding_stone")
    };
    bought().offers_only("accept, decline").act("accept").has(P0, "1 tablet + 1 jewel");
    bought().act("decline").has(P0, "").played(P0, "guiding_stone");
    with("guiding_skull").act("play guiding_skull").has(P0, "").turn(P1);
    with("guiding_skull")
        .goods(P0, "1 compass + 1 tablet")
        .next_tile("l2_c")
        .acts(&["play guiding_skull", "accept"])
        .has(P0, "1 arrowhead + 1 jewel");
}

#[test]
fn fear_artifacts_frighten() {
    // R119, R79; check list 49
    for (card, gain) in [
        ("hunting_arrows", "2 arrowhead"),
        ("runes_of_the_dead", "1 coin + 3 tablet"),
        ("serpent_idol", "1 jewel"),
        ("serpents_gold", "4 coin"),
    ] {
        with(card).act(&format!("play {card}")).has(P0, gain).played(P0, &format!("fear, {card}"));
        let bought = || {
            Scenario::new(2)
                .hand(P0, "fear")
                .goods(P0, "4 compass")
                .artifacts(card)
                .act(&format!("pick {card}"))
                .offers_only("accept, decline")
        };
        bought().act("accept").played(P0, &format!("fear, {card}"));
        bought().act("decline").played(P0, card);
    }
}

#[test]
fn research_discounts() {
    // R104, R129; check list 64
    with("idol_of_ara_anu").act("play idol_of_ara_anu").offers_only("magnifier 2, decline").act("magnifier 2").has(P0, "1 coin");
    let temple = |card: &str, goods: &str| with(card).magnifier(P0, "temple").goods(P0, goods);
    temple("idol_of_ara_anu", "1 coin + 3 tablet")
        .act("play idol_of_ara_anu")
        .offers("temple t2_middle, temple t6_left, temple t2_left, decline")
        .lacks("temple t6_right, temple t11")
        .act("temple t6_left")
        .has(P0, "");
    temple("inscribed_blade", "1 coin + 1 tablet")
        .act("play inscribed_blade")
        .offers_only("branch 1, decline")
        .act("branch 1")
        .offers_only("temple t2_left, decline")
        .act("temple t2_left")
        .has(P0, "")
        .that("two points", |s, _| s.players[0].temple[3] == 1);
    temple("inscribed_blade", "1 compass + 1 tablet")
        .act("play inscribed_blade")
        .offers_only("branch 0, decline")
        .acts(&["branch 0", "temple t2_right"])
        .has(P0, "");
}

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
    // R60: who leaves in time is not frightened.
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
