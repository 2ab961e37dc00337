//! The thirty-five artifacts (section 14), played with a tablet (R87) or used when bought (R78, R79).

use super::scenario::{P0, P1, Scenario};

/// A player with one artifact in hand and the tablet to play it.
pub fn with(card: &str) -> Scenario {
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
