//! Guardians, boons, idols and slots (sections 7 and 8).

use super::scenario::{P0, P1, Scenario};

/// A figure beside a guardian.
fn beside(guardian: &str) -> Scenario {
    Scenario::new(2).tile("l1_lower_1", "l1_b").guardian("l1_lower_1", guardian).figure(P0, "l1_lower_1")
}

#[test]
fn every_guardian_has_its_price() {
    // R56, R36, R40
    for (guardian, goods, hand, picks) in [
        ("guardian_01", "1 coin + 1 compass + 1 arrowhead", "fear", ""),
        ("guardian_02", "1 coin + 1 arrowhead", "fear", ""),
        ("guardian_03", "1 coin + 1 arrowhead", "fear", ""),
        ("guardian_04", "2 coin + 1 arrowhead", "fear", ""),
        ("guardian_05", "1 tablet + 1 arrowhead", "fear", ""),
        ("guardian_06", "1 arrowhead", "stone_jar", ""),
        ("guardian_07", "1 compass + 1 arrowhead", "fear", ""),
        ("guardian_08", "4 coin", "fear", ""),
        ("guardian_09", "1 arrowhead", "parrot", ""),
        ("guardian_10", "1 arrowhead", "dog", ""),
        ("guardian_11", "1 compass", "fear, fear", ""),
        ("guardian_12", "1 jewel", "fear", ""),
        ("guardian_13", "3 tablet", "fear", ""),
        ("guardian_14", "1 arrowhead", "stone_jar", ""),
        ("guardian_15", "2 compass + 1 arrowhead", "fear", ""),
    ] {
        let mut it = beside(guardian).hand(P0, hand).goods(P0, goods).act("site l1_lower_1");
        for pick in picks.split(',').filter(|p| !p.is_empty()) {
            it = it.act(pick);
        }
        let number: u32 = guardian[9..].parse().expect("a number");
        it.has(P0, "").that("won, boon unused", |s, _| s.players[0].guardians == 1 << (number - 1) && s.players[0].used_boons == 0);
        beside(guardian).hand(P0, hand).goods(P0, "").lacks("site l1_lower_1");
    }
}

#[test]
fn no_part_of_a_price_can_be_missing() {
    // R36, R56: resources, cards or travel icons; and exactly those are spent.
    for (guardian, goods, hand, spent) in [
        ("guardian_01", "1 coin + 1 compass + 1 arrowhead", "fear", ""),
        ("guardian_02", "1 coin + 1 arrowhead", "fear", "fear"),
        ("guardian_03", "1 coin + 1 arrowhead", "fear", "fear"),
        ("guardian_04", "2 coin + 1 arrowhead", "fear", ""),
        ("guardian_05", "1 tablet + 1 arrowhead", "fear", "fear"),
        ("guardian_06", "1 arrowhead", "stone_jar", "stone_jar"),
        ("guardian_07", "1 compass + 1 arrowhead", "fear", "fear"),
        ("guardian_08", "4 coin", "fear", ""),
        ("guardian_09", "1 arrowhead", "parrot", "parrot"),
        ("guardian_10", "1 arrowhead", "dog", "dog"),
        ("guardian_11", "1 compass", "fear, fear", "fear, fear"),
        ("guardian_12", "1 jewel", "fear", "fear"),
        ("guardian_13", "3 tablet", "fear", ""),
        ("guardian_14", "1 arrowhead", "stone_jar", "stone_jar"),
        ("guardian_15", "2 compass + 1 arrowhead", "fear", ""),
    ] {
        let it = || beside(guardian).hand(P0, hand).goods(P0, goods);
        it().act("site l1_lower_1").has(P0, "").played(P0, spent).holds(P0, if spent.is_empty() { hand } else { "" });
        for kind in 0..5 {
            if it().s.players[0].goods[kind] > 0 {
                it().set(|s| s.players[0].goods[kind] -= 1).lacks("site l1_lower_1");
            }
        }
        if !spent.is_empty() {
            beside(guardian).goods(P0, goods).lacks("site l1_lower_1");
        }
        // The next weaker icon is not enough.
        for (strong, weak) in [("stone_jar", "dog, parrot"), ("parrot", "dog"), ("dog", "parrot"), ("fear, fear", "fear")] {
            if spent == strong {
                beside(guardian).hand(P0, weak).goods(P0, goods).lacks("site l1_lower_1");
            }
        }
    }
}

#[test]
fn a_card_in_the_price_is_chosen() {
    // R36, R94: guardians 02 and 07
    for (guardian, goods) in [("guardian_02", "1 coin + 1 arrowhead"), ("guardian_07", "1 compass + 1 arrowhead")] {
        beside(guardian)
            .hand(P0, "fear, parrot")
            .goods(P0, goods)
            .act("site l1_lower_1")
            .offers_only("pick fear, pick parrot")
            .act("pick parrot")
            .holds(P0, "fear")
            .played(P0, "parrot");
        beside(guardian).goods(P0, goods).lacks("site l1_lower_1");
    }
}

#[test]
fn the_pilot_needs_the_coins_left_over() {
    // R49; check list 26
    beside("guardian_03").goods(P0, "2 coin + 1 arrowhead").lacks("site l1_lower_1");
    beside("guardian_03").goods(P0, "3 coin + 1 arrowhead").offers("site l1_lower_1").act("site l1_lower_1").has(P0, "");
}

#[test]
fn only_who_stands_there_overcomes() {
    // R56, R6
    Scenario::new(2)
        .hand(P0, "fear")
        .goods(P0, "4 coin")
        .tile("l1_lower_1", "l1_b")
        .guardian("l1_lower_1", "guardian_08")
        .figure(P1, "l1_lower_1")
        .lacks("site l1_lower_1");
}

#[test]
fn boons_are_used_once() {
    // R58, R59, R28, R143; check list 39, 89
    beside("guardian_08")
        .hand(P0, "fear")
        .goods(P0, "4 coin + 1 arrowhead")
        .act("site l1_lower_1")
        .act("boon guardian_08")
        .act("branch 1")
        .has(P0, "1 jewel")
        .points(P0, [0, 0, 10, 5, 0, -1]);
    for guardian in ["guardian_02", "guardian_05", "guardian_06", "guardian_11", "guardian_14"] {
        let boon = format!("boon {guardian}");
        Scenario::new(2)
            .hand(P0, "fear, parrot")
            .overcome(P0, guardian)
            .act(&boon)
            .act("pick fear")
            .holds(P0, "parrot")
            .lacks(&boon);
        Scenario::new(2)
            .hand(P0, "fear, parrot")
            .overcome(P0, guardian)
            .acts(&[&boon, "decline"])
            .holds(P0, "fear, parrot")
            .lacks(&boon);
    }
    // I1: a pure draw is not asked again; R29: it needs a card.
    Scenario::new(2)
        .hand(P0, "fear")
        .deck(P0, "parrot")
        .overcome(P0, "guardian_07")
        .act("boon guardian_07")
        .holds(P0, "fear, parrot");
    Scenario::new(2).hand(P0, "fear").overcome(P0, "guardian_07").lacks("boon guardian_07");
}

#[test]
fn travel_boons_are_sources_only() {
    // R58, R38
    for (guardian, space) in [
        ("guardian_01", "l1_lower_3"),
        ("guardian_03", "l1_lower_1"),
        ("guardian_04", "l1_lower_1"),
        ("guardian_09", "l1_lower_1"),
        ("guardian_10", "l1_lower_3"),
        ("guardian_12", "l1_lower_1"),
        ("guardian_13", "l1_lower_3"),
        ("guardian_15", "l1_lower_3"),
    ] {
        let boon = format!("boon {guardian}");
        Scenario::new(2)
            .hand(P0, "fear")
            .overcome(P0, guardian)
            .tile("l1_lower_1", "l1_j")
            .tile("l1_lower_3", "l1_j")
            .set(|s| {
                s.tiles[2] = 0;
                s.stack1.unknown &= !1;
            })
            .lacks(&boon)
            .act(&format!("space {space}"))
            .that("used", |s, _| s.players[0].used_boons != 0);
    }
    // R39, R41: each boon is one icon of its kind, and no more.
    for (guardian, icon) in [
        ("guardian_01", "ship"),
        ("guardian_03", "car"),
        ("guardian_04", "car"),
        ("guardian_09", "car"),
        ("guardian_10", "ship"),
        ("guardian_12", "plane"),
        ("guardian_13", "plane"),
        ("guardian_15", "ship"),
    ] {
        let boon = format!("boon {guardian}");
        let it = || Scenario::snake(2).hand(P0, "hat").overcome(P0, guardian).tile("l1_upper_3", "l1_j").tile("l1_lower_1", "l1_b");
        let icons = it().game.rules.travel_icons(&it().hand(P0, "fear").s, 0);
        let kind = ["boot", "car", "ship", "plane"].iter().position(|k| *k == icon).expect("an icon");
        let mut want = [1, 0, 1, 0];
        want[kind] += 1;
        assert_eq!(icons, want, "{boon}: Hat, Fear and one {icon}");
        if icon == "plane" {
            it().act("space l1_upper_3").has(P0, "1 jewel").holds(P0, "hat");
        } else {
            it().lacks("space l1_upper_3");
        }
        if icon == "ship" {
            it().lacks("space l1_lower_1");
        } else {
            it().act("space l1_lower_1").has(P0, "1 coin + 1 arrowhead").holds(P0, "hat").lacks(&boon);
        }
    }
}

#[test]
fn guardians_frighten_at_the_end_of_the_round() {
    // R60, R138, R93, R119; check list 38
    Scenario::new(2)
        .hand(P0, "parrot")
        .tile("l1_lower_1", "l1_b")
        .tile("l1_lower_2", "l1_c")
        .guardian("l1_lower_1", "guardian_08")
        .guardian("l1_lower_2", "guardian_09")
        .figure(P0, "l1_lower_1")
        .figure(P0, "l1_lower_2")
        .fear_supply(P1, 1)
        .end_round()
        .that("a card and a tile", |s, _| s.players[0].fear_tiles == 1 && s.fear_supply == 0)
        .points(P0, [0, 0, 10, 0, 2, -3]);
    // The tile stays and may be exiled.
    Scenario::new(2)
        .hand(P0, "axe")
        .set(|s| s.players[0].fear_tiles = 1)
        .act("play axe")
        .act("pick fear_tile")
        .that("gone", |s, _| s.players[0].fear_tiles == 0);
}

#[test]
fn slots_give_one_of_five() {
    // R71, R72, R29; check list 13
    let idol = || Scenario::new(2).hand(P0, "fear").idols(P0, 1, "");
    idol().lacks("slot slot_jewel, slot slot_draw");
    idol().goods(P0, "1 coin").act("slot slot_jewel").has(P0, "1 jewel");
    idol().act("slot slot_arrowhead").has(P0, "1 arrowhead");
    idol().act("slot slot_tablets").has(P0, "2 tablet");
    idol().act("slot slot_coin_compass").has(P0, "1 coin + 1 compass");
    idol()
        .deck(P0, "parrot")
        .act("slot slot_draw")
        .holds(P0, "fear, parrot")
        .that("leftmost", |s, _| s.players[0].slots == 1 && s.players[0].crates == 0);
    Scenario::new(2).hand(P0, "fear").idols(P0, 1, "xxxx").lacks("slot slot_arrowhead");
    Scenario::new(2)
        .hand(P0, "fear")
        .idols(P0, 1, "x-x-")
        .act("slot slot_tablets")
        .that("the leftmost empty one", |s, _| s.players[0].slots == 0b111);
}

#[test]
fn idols_and_slots_score() {
    // R71, R73; check list 43
    for (crates, slots, points) in
        [(0, "", 10), (1, "", 13), (0, "x", 12), (0, "xx", 13), (0, "xxx", 13), (0, "xxxx", 12), (1, "xx", 16)]
    {
        Scenario::new(2).hand(P0, "").idols(P0, crates, slots).points(P0, [0, 0, points, 0, 0, 0]);
    }
}
