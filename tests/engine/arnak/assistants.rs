//! The twelve assistants, both sides (section 12).

use super::scenario::{P0, P1, Scenario};

fn own(text: &str) -> Scenario {
    Scenario::new(2).hand(P0, "fear").assistant(P0, text)
}

#[test]
fn assistants_that_give() {
    // R106, R107
    for (assistant, gain) in [
        ("assistant_01", "2 coin"),
        ("assistant_01 gold", "3 coin"),
        ("assistant_02", "1 tablet"),
        ("assistant_02 gold", "1 coin + 1 tablet"),
        ("assistant_03 gold", "1 arrowhead"),
        ("assistant_12", "1 compass"),
        ("assistant_12 gold", "2 compass"),
    ] {
        let name = format!("use {}", &assistant[..12]);
        own(assistant).act(&name).has(P0, gain).lacks(&name).turn(P0);
        own(&format!("{assistant} exhausted")).lacks(&name);
    }
}

#[test]
fn assistant_03_is_paid_with_a_boot() {
    // R109, R126, R40
    own("assistant_03").act("use assistant_03").has(P0, "1 arrowhead").played(P0, "fear");
    Scenario::new(2).assistant(P0, "assistant_03").goods(P0, "2 coin").act("use assistant_03").has(P0, "1 arrowhead");
    Scenario::new(2).hand(P0, "").assistant(P0, "assistant_03").goods(P0, "1 coin").lacks("use assistant_03");
}

#[test]
fn assistant_04_trades_a_coin() {
    // R29, R124; check list 13
    own("assistant_04").lacks("use assistant_04");
    own("assistant_04").goods(P0, "1 coin").act("use assistant_04").has(P0, "1 arrowhead");
    own("assistant_04 gold")
        .goods(P0, "1 coin")
        .act("use assistant_04")
        .offers("branch 0, branch 1")
        .lacks("decline")
        .act("branch 1")
        .has(P0, "1 jewel");
    own("assistant_04 gold").goods(P0, "1 coin").acts(&["use assistant_04", "branch 0"]).has(P0, "1 arrowhead");
}

#[test]
fn assistant_05_exiles() {
    // R121, F6
    own("assistant_05").acts(&["use assistant_05", "pick fear"]).holds(P0, "");
    own("assistant_05 gold")
        .acts(&["use assistant_05", "decline"])
        .has(P0, "1 compass")
        .holds(P0, "fear")
        .that("used", |s, _| s.players[0].ready == 0);
    Scenario::new(2).assistant(P0, "assistant_05").goods(P0, "2 coin").lacks("use assistant_05");
}

#[test]
fn assistant_06_draws() {
    // R110; check list 12
    Scenario::new(2)
        .deck(P0, "funding_car")
        .goods(P0, "2 coin")
        .assistant(P0, "assistant_06")
        .act("use assistant_06")
        .holds(P0, "")
        .played(P0, "funding_car")
        .has(P0, "2 coin");
    own("assistant_06")
        .deck(P0, "parrot")
        .act("use assistant_06")
        .offers_only("pick fear, pick parrot")
        .act("pick fear")
        .holds(P0, "parrot");
    own("assistant_06 gold").deck(P0, "parrot").act("use assistant_06").holds(P0, "fear, parrot").turn(P0);
    own("assistant_06").lacks("use assistant_06");
    own("assistant_06 gold").lacks("use assistant_06");
}

#[test]
fn assistants_that_travel() {
    // R44, R123
    for (assistant, gain, icons) in [
        ("assistant_07", "1 coin", [0, 0, 0, 1]),
        ("assistant_07 gold", "2 coin", [0, 0, 0, 2]),
        ("assistant_08", "1 compass", [0, 1, 0, 0]),
        ("assistant_08 gold", "1 coin + 1 compass", [0, 2, 0, 0]),
        ("assistant_09", "1 compass", [0, 0, 1, 0]),
        ("assistant_09 gold", "1 coin + 1 compass", [0, 0, 2, 0]),
    ] {
        let name = format!("use {}", &assistant[..12]);
        own(assistant).act(&name).offers_only("branch 0, branch 1").act("branch 0").has(P0, gain);
        own(assistant).act(&name).act("branch 1").that("in the pool", |s, _| s.pool == icons);
        // R38: as a travel source the branch is implied.
        own(assistant)
            .act("space camp_1a")
            .offers(&name)
            .act(&name)
            .has(P0, "2 coin")
            .that("left over until the end of the turn", |s, _| s.pool == [0; 4]);
    }
}

#[test]
fn assistant_10_buys_cheaper() {
    // R108, R24
    let buyer = |side: &str| own(&format!("assistant_10{side}")).items("tent, dog").goods(P0, "2 coin");
    buyer("").act("use assistant_10").offers_only("pick dog, decline").act("pick dog").has(P0, "").turn(P1);
    buyer(" gold").act("use assistant_10").act("pick tent").has(P0, "").turn(P1);
    buyer("").goods(P0, "1 coin").lacks("use assistant_10");
    // R24: not after the main action.
    buyer("").hand(P0, "hat").acts(&["space camp_1a", "pick fear"]).has(P0, "4 coin").offers_only("play hat, end_turn");
}

#[test]
fn assistant_11_upgrades() {
    // R122, R29
    own("assistant_11").goods(P0, "1 tablet").acts(&["use assistant_11", "branch 0"]).has(P0, "1 arrowhead");
    own("assistant_11 gold").goods(P0, "1 arrowhead").acts(&["use assistant_11", "branch 1"]).has(P0, "1 compass + 1 jewel");
    own("assistant_11 gold").act("use assistant_11").has(P0, "1 compass");
    own("assistant_11").lacks("use assistant_11");
}

#[test]
fn recruiting_turns_up_the_next_one() {
    // R111, R112, R136, R17
    let recruit =
        || Scenario::new(2).hand(P0, "fear").goods(P0, "1 jewel").magnifier(P0, "r1_2").supply("assistant_01, assistant_02");
    recruit().act("notebook 2").offers_only("assistant assistant_01, assistant assistant_02").act("assistant assistant_01").that(
        "silver, ready, next shown",
        |s, _| {
            let p = &s.players[0];
            p.assistants[0] == 0 && p.gold == 0 && p.ready == 1 && s.supply[0] != 255 && s.supply[0] != 0
        },
    );
    recruit()
        .assistant(P0, "assistant_04 exhausted")
        .assistant(P0, "assistant_05 exhausted")
        .act("notebook 2")
        .that("lost", |s, _| s.supply[0] == 0)
        .turn(P1);
}

#[test]
fn upgrading_makes_ready() {
    // R114, F5; check list 62, 87
    let row3 =
        || Scenario::new(2).hand(P0, "hat, fear").goods(P0, "2 tablet + 1 arrowhead").magnifier(P0, "r3_1").notebook(P0, "r2_1");
    row3()
        .assistant(P0, "assistant_01 exhausted")
        .act("notebook 1")
        .act("assistant assistant_01")
        .that("gold and ready", |s, _| s.players[0].gold == 1 && s.players[0].ready == 1);
    // One that already shows gold is not offered.
    row3()
        .assistant(P0, "assistant_01 gold exhausted")
        .act("notebook 1")
        .decision("after main action")
        .that("still exhausted", |s, _| s.players[0].ready == 0);
    row3().act("notebook 1").decision("after main action").offers_only("play hat, end_turn");
    // R31: the silver side may be used first.
    row3()
        .assistant(P0, "assistant_01")
        .acts(&["notebook 1", "use assistant_01", "assistant assistant_01", "use assistant_01"])
        .has(P0, "5 coin");
}

#[test]
fn assistants_are_ready_again_after_the_round() {
    // R117
    own("assistant_01").act("use assistant_01").end_round().that("ready", |s, _| s.players[0].ready == 1);
}

#[test]
fn two_assistants_act_each_for_itself() {
    // R106, R107
    let both = |first: &str, second: &str| own(first).assistant(P0, second);
    both("assistant_01 exhausted", "assistant_02").lacks("use assistant_01").act("use assistant_02").has(P0, "1 tablet");
    both("assistant_01", "assistant_02 exhausted").lacks("use assistant_02").act("use assistant_01").has(P0, "2 coin");
    both("assistant_01 gold", "assistant_02").acts(&["use assistant_02", "use assistant_01"]).has(P0, "3 coin + 1 tablet");
    both("assistant_01", "assistant_02 gold").acts(&["use assistant_02", "use assistant_01"]).has(P0, "3 coin + 1 tablet");
    // R29: what the side it shows can do.
    both("assistant_01 exhausted", "assistant_11 gold").act("use assistant_11").has(P0, "1 compass");
    both("assistant_01 gold exhausted", "assistant_11").lacks("use assistant_11");
    // R108
    let buyer = |first: &str, second: &str| both(first, second).items("tent, dog").goods(P0, "2 coin");
    buyer("assistant_01 exhausted", "assistant_10").act("use assistant_10").offers_only("pick dog, decline");
    buyer("assistant_01 gold", "assistant_10").act("use assistant_10").offers_only("pick dog, decline, use assistant_01");
    buyer("assistant_02 exhausted", "assistant_10 gold").acts(&["use assistant_10", "pick tent"]).has(P0, "");
    buyer("assistant_01", "assistant_10 exhausted").lacks("use assistant_10");
    // R38, R44
    both("assistant_08 exhausted", "assistant_09").act("space camp_1a").offers_only("pick fear, use assistant_09");
    both("assistant_08", "assistant_09 exhausted").act("space camp_1a").offers_only("pick fear, use assistant_08");
    // R114
    let research = |second: &str| {
        Scenario::new(2)
            .hand(P0, "hat, fear")
            .goods(P0, "2 tablet + 1 arrowhead")
            .magnifier(P0, "r3_1")
            .notebook(P0, "r2_1")
            .assistant(P0, "assistant_02 gold exhausted")
            .assistant(P0, second)
            .act("notebook 1")
    };
    research("assistant_01 exhausted")
        .act("assistant assistant_01")
        .that("the second is gold and ready", |s, _| s.players[0].gold == 0b11 && s.players[0].ready == 0b10);
    research("assistant_01 gold exhausted").decision("after main action");
    // R113
    both("assistant_01 exhausted", "assistant_02")
        .hand(P0, "ceremonial_rattle")
        .goods(P0, "1 tablet")
        .act("play ceremonial_rattle")
        .offers("assistant assistant_01")
        .lacks("assistant assistant_02");
    // R112
    let recruit = |first: &str| {
        Scenario::new(2)
            .hand(P0, "fear")
            .goods(P0, "1 jewel")
            .magnifier(P0, "r1_2")
            .supply("assistant_01, assistant_02")
            .assistant(P0, first)
            .acts(&["notebook 2", "assistant assistant_01"])
    };
    let stands = |s: &expedition::games::arnak::State| (s.players[0].assistants[1], s.players[0].gold, s.players[0].ready);
    recruit("assistant_12 gold").that("both are ready", |s, _| stands(s) == (0, 0b01, 0b11));
    recruit("assistant_12 exhausted").that("the new one is ready", |s, _| stands(s) == (0, 0b00, 0b10));
}

#[test]
fn the_second_assistant_travels_and_trades_by_the_side_it_shows() {
    // R38, R44, R106: the first one is used up and shows the other side. A hat to play keeps the turn open.
    let both = |first: &str, second: &str| own(first).hand(P0, "hat").assistant(P0, second);
    // Two cars lead to this site.
    let far = |first: &str, second: &str| both(first, second).tile("l2_1", "l2_c");
    far("assistant_12 exhausted", "assistant_08 gold").act("space l2_1").has(P0, "1 arrowhead + 1 jewel");
    far("assistant_12 gold exhausted", "assistant_08").lacks("space l2_1");
    for (second, left) in [("assistant_08", 0), ("assistant_08 gold", 1)] {
        both("assistant_12 exhausted", second)
            .acts(&["space camp_1a", "use assistant_08"])
            .that("what is left over", |s, _| s.pool == [0, left, 0, 0] && s.players[0].ready == 0);
    }
    // R42: an exhausted one is no source, alone or beside another.
    let spent = own("assistant_08 exhausted").hand(P0, "funding_car").act("space camp_1a");
    spent.offers_only("pick fear, pick funding_car");
    // R108: only the golden side makes the tent cheap enough.
    let buyer = |first: &str, second: &str| both(first, second).items("tent").goods(P0, "2 coin");
    buyer("assistant_12 exhausted", "assistant_10 gold").offers("use assistant_10");
    buyer("assistant_12 gold exhausted", "assistant_10").lacks("use assistant_10");
}
