//! Research, the Lost Temple and the Snake specials (sections 11 and 17).

use serde_json::json;

use super::scenario::{P0, P1, Scenario};

const PLENTY: &str = "9 coin + 9 compass + 9 tablet + 9 arrowhead + 9 jewel";

#[test]
fn bridges_lead_on() {
    // R98; check list 59
    let at = |space: &str| Scenario::new(2).hand(P0, "fear").goods(P0, PLENTY).magnifier(P0, space).notebook(P0, space);
    at("r1_2").offers("magnifier 2").lacks("magnifier 1, notebook 2");
    at("r1_1").offers("magnifier 1, magnifier 2");
    at("r7_2").offers("magnifier 1").lacks("notebook 1");
}

#[test]
fn the_bridges_are_those_of_the_board() {
    // R98, R150: columns that can be reached from each space.
    for (side, bridges) in [
        ("bird", "r1_1 12, r1_2 2, r2_1 1, r2_2 1, r3_1 123, r4_1 1, r4_2 1, r4_3 1, r5_1 12, r6_1 1, r6_2 12, r7_1 1, r7_2 1"),
        ("snake", "r1_1 12, r1_2 23, r2_1 1, r2_2 12, r2_3 2, r3_1 1, r3_2 1, r4_1 12, r5_1 12, r5_2 2, r6_1 1, r6_2 1, r7_1 1"),
    ] {
        let bridges: Vec<(&str, &str)> = bridges.split(", ").filter_map(|b| b.split_once(' ')).collect();
        assert_eq!(bridges.len(), 13, "all spaces below the Lost Temple");
        for (space, columns) in bridges {
            let it =
                Scenario::with(&json!({"board": side})).hand(P0, "fear").goods(P0, PLENTY).idols(P0, 1, "").magnifier(P0, space);
            for column in ["1", "2", "3"] {
                let name = format!("magnifier {column}");
                assert_eq!(it.legal().contains(&name), columns.contains(column), "{side} {space} to column {column}");
            }
        }
    }
}

#[test]
fn the_lost_temple_has_its_price() {
    // R99, R102
    for (side, from, price) in [
        ("bird", "r7_1", "1 coin + 1 compass + 1 jewel"),
        ("bird", "r7_2", "1 coin + 1 compass + 1 jewel"),
        ("snake", "r7_1", "1 compass + 1 arrowhead + 1 jewel"),
    ] {
        let at = || Scenario::with(&json!({"board": side})).hand(P0, "fear").goods(P0, price).magnifier(P0, from);
        for kind in (0..5).filter(|&kind| at().s.players[0].goods[kind] > 0) {
            at().set(|s| s.players[0].goods[kind] -= 1).lacks("magnifier 1");
        }
        at().act("magnifier 1").that("arrived", |s, t| s.players[0].magnifier == t.track.temple && s.players[0].goods[4] == 0);
    }
}

#[test]
fn the_notebook_stays_behind() {
    // R97; check list 60
    let start = || Scenario::new(2).hand(P0, "fear").goods(P0, PLENTY);
    start().offers("magnifier 1, magnifier 2").lacks("notebook 1, notebook 2");
    start()
        .magnifier(P0, "r1_1")
        .offers("notebook 1, notebook 2")
        .act("notebook 1")
        .that("same space", |s, _| s.players[0].notebook == s.players[0].magnifier);
    start().magnifier(P0, "r1_1").notebook(P0, "r1_2").lacks("notebook 2");
    start().magnifier(P0, "temple").notebook(P0, "r7_1").lacks("notebook 1");
}

#[test]
fn the_cost_is_paid_before_the_gain() {
    // R99, R36; check list 61
    Scenario::new(2).hand(P0, "fear").goods(P0, "1 compass + 1 arrowhead").act("magnifier 1").has(P0, "1 coin");
    Scenario::new(2).hand(P0, "fear").goods(P0, "1 compass").lacks("magnifier 1");
}

/// One step with exactly its price; whatever is left afterwards came from the row.
fn step(side: &str, token: &str, from: &str, to_column: u8, price: &str) -> Scenario {
    let it = Scenario::with(&json!({"board": side})).hand(P0, "fear").goods(P0, price).set(|s| s.bonus = [[255; 3]; 16]);
    let it = match (token, from) {
        ("magnifier", "") => it,
        ("magnifier", from) => it.magnifier(P0, from),
        (_, "") => it.magnifier(P0, "r7_1"),
        (_, from) => it.magnifier(P0, "r7_1").notebook(P0, from),
    };
    let it = it.deck(P0, "parrot").assistant(P0, "assistant_01 exhausted").artifacts("mortar");
    it.act(&format!("{token} {to_column}"))
}

#[test]
fn bird_rows_give_to_the_magnifying_glass() {
    // R100, R105
    for (from, column, price, gain) in [
        ("", 1, "1 compass + 1 arrowhead", "1 coin"),
        ("", 2, "1 jewel", "1 coin"),
        ("r1_1", 1, "1 jewel", "1 compass"),
        ("r1_2", 2, "1 tablet + 1 arrowhead", "1 compass"),
        ("r2_1", 1, "2 tablet + 1 arrowhead", "1 compass"),
        ("r3_1", 1, "1 coin + 1 tablet + 1 arrowhead", "1 compass"),
        ("r3_1", 2, "1 tablet + 1 jewel", "1 compass"),
        ("r3_1", 3, "2 arrowhead", "1 compass"),
        ("r4_2", 1, "1 coin + 1 jewel", "1 compass"),
        ("r6_1", 1, "1 coin + 1 tablet + 1 arrowhead", "1 compass"),
        ("r6_2", 2, "1 tablet + 1 jewel", "1 compass"),
    ] {
        step("bird", "magnifier", from, column, price).has(P0, gain);
    }
    step("bird", "magnifier", "r5_1", 1, "1 compass + 1 jewel").act("accept").holds(P0, "fear, parrot");
    step("bird", "magnifier", "r5_1", 2, "2 tablet + 1 arrowhead").act("accept").holds(P0, "fear, parrot");
}

#[test]
fn bird_rows_give_to_the_notebook() {
    // R105, R111, R114, R82, R57
    step("bird", "notebook", "", 2, "1 jewel").that("a recruit is open", |s, _| s.stack.len() == 1).decision("recruit");
    step("bird", "notebook", "r1_1", 1, "1 jewel").decision("recruit");
    step("bird", "notebook", "r2_1", 1, "2 tablet + 1 arrowhead")
        .that("gold", |s, _| s.players[0].gold == 1 && s.players[0].ready == 1);
    step("bird", "notebook", "r3_1", 3, "2 arrowhead").that("gold", |s, _| s.players[0].gold == 1);
    step("bird", "notebook", "r4_1", 1, "1 coin + 1 jewel").has(P0, "3 compass");
    step("bird", "notebook", "r5_1", 1, "1 compass + 1 jewel")
        .acts(&["pick mortar", "pick fear"])
        .has(P0, "2 coin")
        .played(P0, "mortar");
    Scenario::new(2)
        .hand(P0, "fear")
        .goods(P0, "1 tablet + 1 jewel")
        .set(|s| s.bonus = [[255; 3]; 16])
        .magnifier(P0, "r7_2")
        .notebook(P0, "r6_2")
        .tile("l1_lower_1", "l1_b")
        .guardian("l1_lower_1", "guardian_13")
        .figure(P0, "l1_lower_1")
        .acts(&["notebook 2", "site l1_lower_1"])
        .that("overcome free", |s, _| s.players[0].guardians != 0);
}

#[test]
fn snake_rows_give() {
    // R150, R153, R154
    for (from, column, price, gain) in [
        ("", 1, "1 compass + 2 tablet", "1 coin"),
        ("", 2, "1 jewel", "1 coin"),
        ("r1_1", 1, "1 coin + 1 compass + 1 arrowhead", "2 coin"),
        ("r1_1", 2, "1 tablet + 1 jewel", "2 coin"),
        ("r1_2", 3, "2 arrowhead", "2 coin"),
    ] {
        step("snake", "magnifier", from, column, price).has(P0, gain);
    }
    step("snake", "magnifier", "r2_1", 1, "2 tablet + 1 arrowhead").act("accept").holds(P0, "fear, parrot");
    step("snake", "magnifier", "r2_2", 2, "1 coin + 1 jewel").act("decline").has(P0, "");
    step("snake", "magnifier", "r4_1", 1, "2 arrowhead").that("R153: gold", |s, _| s.players[0].gold == 1);
    step("snake", "magnifier", "r4_1", 2, "1 tablet + 1 jewel").that("R153: gold", |s, _| s.players[0].gold == 1);
    step("snake", "magnifier", "r5_1", 1, "1 tablet + 1 jewel").played(P0, "fear");
    step("snake", "magnifier", "r5_1", 2, "1 compass + 3 tablet").played(P0, "fear");
    step("snake", "magnifier", "r6_1", 1, "1 coin + 1 tablet + 1 arrowhead").played(P0, "fear");
    step("snake", "notebook", "", 2, "1 jewel").decision("recruit");
    step("snake", "notebook", "r1_1", 1, "1 coin + 1 compass + 1 arrowhead").act("pick fear").holds(P0, "");
    step("snake", "notebook", "r2_1", 1, "2 tablet + 1 arrowhead").that("gold", |s, _| s.players[0].gold == 1);
    step("snake", "notebook", "r4_1", 1, "2 arrowhead")
        .act("assistant assistant_01")
        .that("R153: ready", |s, _| s.players[0].ready == 1);
    step("snake", "notebook", "r5_1", 1, "1 tablet + 1 jewel").act("accept").holds(P0, "fear, parrot");
    step("snake", "notebook", "r6_1", 1, "1 coin + 1 tablet + 1 arrowhead").has(P0, "1 jewel");
}

#[test]
fn bonus_tiles_are_taken_once() {
    // R100, R15
    let tile = |kind: &str| {
        Scenario::new(2)
            .hand(P0, "fear")
            .goods(P0, "1 jewel + 1 tablet")
            .magnifier(P0, "r1_1")
            .bonus("r2_1", kind)
            .deck(P0, "parrot")
    };
    tile("bonus_coin").act("magnifier 1").has(P0, "1 coin + 1 compass + 1 tablet").that("gone", |s, _| s.bonus[2] == [255; 3]);
    tile("bonus_compass").act("magnifier 1").has(P0, "2 compass + 1 tablet");
    tile("bonus_tablet").act("magnifier 1").has(P0, "1 compass + 2 tablet");
    tile("bonus_exile").acts(&["magnifier 1", "pick fear"]).has(P0, "1 compass + 1 tablet").holds(P0, "");
    tile("bonus_draw").acts(&["magnifier 1", "accept"]).holds(P0, "fear, parrot");
    tile("bonus_upgrade").acts(&["magnifier 1", "branch 0"]).has(P0, "1 compass + 1 arrowhead");
    tile("bonus_upgrade")
        .acts(&["magnifier 1", "decline"])
        .has(P0, "1 compass + 1 tablet")
        .that("gone all the same", |s, _| s.bonus[2] == [255; 3]);
}

#[test]
fn the_order_is_asked_where_both_ask() {
    // R101; check list 90
    let row6 =
        || Scenario::new(2).hand(P0, "fear").goods(P0, "1 compass + 1 jewel").magnifier(P0, "r5_1").bonus("r6_1", "bonus_draw");
    row6().act("magnifier 1").offers_only("branch 0, branch 1").act("branch 1").turn(P1);
    // The tile exiles, the row draws.
    let exile = || row6().bonus("r6_1", "bonus_exile").deck(P0, "parrot, rope").act("magnifier 1");
    exile().act("branch 0").offers_only("pick fear, decline").act("decline").offers_only("accept, decline");
    exile().act("branch 1").offers_only("accept, decline").act("decline").offers_only("pick fear, decline");
    row6().deck(P0, "parrot, rope").acts(&["magnifier 1", "branch 0", "accept", "accept"]).holds(P0, "fear, parrot, rope");
    let coin = |order: &str| {
        Scenario::with(&json!({"research_order": order}))
            .hand(P0, "fear")
            .goods(P0, "1 jewel")
            .magnifier(P0, "r1_1")
            .bonus("r2_1", "bonus_coin")
            .act("magnifier 1")
    };
    coin("printed").has(P0, "1 coin + 1 compass").turn(P1);
    coin("always").offers_only("branch 0, branch 1").act("branch 1").has(P0, "1 coin + 1 compass");
}

#[test]
fn the_lost_temple_shows_its_stack() {
    // R102; check list 63
    let arrive = || Scenario::new(2).hand(P0, "fear").goods(P0, "1 coin + 1 compass + 1 jewel").magnifier(P0, "r7_1");
    let it = arrive().act("magnifier 1");
    it.that("first", |s, _| s.players[0].arrival == 1 && s.temple_seen == 1).points(P0, [23, 0, 10, 0, 0, -1]);
    arrive()
        .magnifier(P1, "temple")
        .act("magnifier 1")
        .that("second, the last tile without asking", |s, _| s.players[0].arrival == 2 && s.temple_tiles == 0)
        .points(P0, [21, 0, 10, 0, 0, -1]);
    // Two kinds on the stack: the player sees the faces and chooses.
    arrive()
        .set(|s| {
            s.temple_seen = 2;
            s.temple_kinds = [0; 6];
            let kinds: Vec<usize> = (0..6).filter(|&k| s.bonus_seen[k] < 3).take(2).collect();
            for kind in kinds {
                s.temple_kinds[kind] += 1;
            }
        })
        .act("magnifier 1")
        .decision("lost temple tile");
}

#[test]
fn temple_tiles_cost_their_parts() {
    // R103, R14; check list 64, 65
    let temple =
        |side: &str, goods: &str| Scenario::with(&json!({"board": side})).hand(P0, "fear").goods(P0, goods).magnifier(P0, "temple");
    temple("bird", "1 coin + 1 compass + 2 tablet + 1 arrowhead + 1 jewel")
        .act("temple t11")
        .has(P0, "")
        .points(P0, [23, 11, 10, 0, 0, -1]);
    temple("bird", "1 compass + 1 arrowhead + 1 jewel")
        .offers("temple t6_right, temple t2_right, temple t2_middle")
        .lacks("temple t6_left, temple t2_left")
        .act("temple t6_right")
        .has(P0, "");
    for (stack, points, bird, snake) in [
        (
            "t11",
            11,
            "1 coin + 1 compass + 2 tablet + 1 arrowhead + 1 jewel",
            "1 coin + 1 compass + 2 tablet + 1 arrowhead + 1 jewel",
        ),
        ("t6_left", 6, "1 coin + 2 tablet + 1 jewel", "1 compass + 2 tablet + 1 jewel"),
        ("t6_right", 6, "1 compass + 1 arrowhead + 1 jewel", "1 coin + 1 arrowhead + 1 jewel"),
        ("t2_left", 2, "1 coin + 2 tablet", "1 compass + 2 tablet"),
        ("t2_middle", 2, "1 jewel", "1 jewel"),
        ("t2_right", 2, "1 compass + 1 arrowhead", "1 coin + 1 arrowhead"),
    ] {
        let name = format!("temple {stack}");
        for (side, goods) in [("bird", bird), ("snake", snake)] {
            let it = temple(side, goods);
            for kind in (0..5).filter(|&kind| it.s.players[0].goods[kind] > 0) {
                temple(side, goods).set(|s| s.players[0].goods[kind] -= 1).lacks(&name);
            }
            it.act(&name).has(P0, "").points(P0, [23, points, 10, 0, 0, -1]).that("one left", |s, _| s.temple_left.contains(&1));
        }
    }
    temple("bird", PLENTY)
        .set(|s| (s.temple_left[3], s.players[1].temple[3]) = (0, 2))
        .offers("temple t2_middle")
        .lacks("temple t2_left");
    Scenario::new(2).hand(P0, "fear").goods(P0, PLENTY).magnifier(P0, "r7_1").lacks("temple t2_left");
}

#[test]
fn the_snake_bridge_takes_an_idol() {
    // R75, R99, R151, R152; check list 67
    let bridge = || Scenario::snake(2).hand(P0, "fear").magnifier(P0, "r3_1");
    bridge().idols(P0, 0, "x").lacks("magnifier 1");
    bridge().idols(P0, 1, "x").act("magnifier 1").that("one idol", |s, _| s.players[0].crates == 0 && s.players[0].slots == 1);
    Scenario::snake(2)
        .hand(P0, "fear")
        .magnifier(P0, "r4_1")
        .notebook(P0, "r3_1")
        .idols(P0, 1, "")
        .artifacts("serpent_idol")
        .acts(&["notebook 1", "pick serpent_idol", "accept"])
        .has(P0, "1 jewel");
}

#[test]
fn rescue_brings_an_exhausted_assistant() {
    // R156, R157, R153, R18; check list 68
    Scenario::snake(2)
        .hand(P0, "fear")
        .goods(P0, "2 arrowhead")
        .magnifier(P0, "r3_1")
        .idols(P0, 1, "")
        .supply("assistant_04, assistant_05, assistant_06")
        .rescue("assistant_01, assistant_02")
        .act("magnifier 1")
        .offers_only("assistant assistant_01, assistant assistant_02")
        .act("assistant assistant_02")
        .that("silver, exhausted; the top is left", |s, _| {
            s.players[0].assistants[0] == 1 && s.players[0].ready == 0 && s.rescue[..] == [0]
        })
        .act("pass")
        .act("end_turn")
        .lacks("use assistant_02")
        .act("magnifier 1")
        .that("gold and ready", |s, _| s.players[0].gold == 1 && s.players[0].ready == 1);
}

#[test]
fn dreadful_tales_come_before_an_exile() {
    // R154, R101; check list 69
    Scenario::snake(2)
        .hand(P0, "parrot")
        .goods(P0, "1 tablet + 1 jewel")
        .magnifier(P0, "r5_1")
        .bonus("r6_1", "bonus_exile")
        .act("magnifier 1")
        .act("pick fear_in_play")
        .that("the supply is as before", |s, _| s.fear_supply == 19);
}

#[test]
fn row_7_of_the_snake_has_several_tiles() {
    // R155; check list 70
    let row7 = || Scenario::snake(2).hand(P0, "parrot").goods(P0, "1 coin + 1 tablet + 1 arrowhead").magnifier(P0, "r6_1");
    row7()
        .bonus("r7_1", "bonus_coin, bonus_tablet")
        .act("magnifier 1")
        .offers_only("tile bonus_coin, tile bonus_tablet")
        .act("tile bonus_tablet")
        .has(P0, "1 tablet")
        .that("one is left", |s, _| s.bonus[12] == [0, 255, 255]);
    row7().bonus("r7_1", "bonus_coin").act("magnifier 1").has(P0, "1 coin");
    row7().bonus("r7_1", "").act("magnifier 1").has(P0, "").played(P0, "fear");
}
