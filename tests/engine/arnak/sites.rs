//! Sites: Dig and Discover (section 6), camps, the sixteen tiles and the idols.

use expedition::core::Describe;

use super::scenario::{P0, P1, Scenario};

#[test]
fn camps_give() {
    // R4, R50
    for (camp, gain) in [("camp_1a", "2 coin"), ("camp_2a", "2 compass"), ("camp_3a", "2 tablet"), ("camp_4a", "1 arrowhead")] {
        Scenario::new(2).hand(P0, "fear").act(&format!("space {camp}")).has(P0, gain).played(P0, "fear");
    }
    Scenario::new(2)
        .hand(P0, "fear, parrot")
        .acts(&["space camp_5a", "pick fear", "pick parrot"])
        .has(P0, "1 jewel")
        .played(P0, "fear, parrot");
    // R27; check list 32: a legal dig without a gain.
    Scenario::new(2).hand(P0, "fear").act("space camp_5a").has(P0, "").turn(P1);
}

#[test]
fn tiles_give() {
    // R50, R119
    for (tile, gain, fear) in [
        ("l1_b", "1 coin + 1 arrowhead", 0),
        ("l1_d", "1 compass + 1 arrowhead", 0),
        ("l1_e", "1 coin + 2 tablet", 0),
        ("l1_f", "1 tablet + 1 arrowhead", 0),
        ("l1_h", "1 tablet + 1 jewel", 1),
        ("l1_i", "1 compass + 1 jewel", 1),
        ("l1_j", "1 jewel", 0),
    ] {
        Scenario::new(2)
            .hand(P0, "dog")
            .tile("l1_lower_1", tile)
            .act("space l1_lower_1")
            .has(P0, gain)
            .that("Fear", |s, _| s.players[0].play_fear == fear);
    }
    for (tile, gain, fear) in [
        ("l2_a", "2 compass + 1 jewel", 0),
        ("l2_b", "1 coin + 1 compass + 1 tablet + 1 arrowhead", 0),
        ("l2_c", "1 arrowhead + 1 jewel", 0),
        ("l2_e", "2 tablet + 1 jewel", 0),
        ("l2_f", "2 tablet + 2 arrowhead", 1),
    ] {
        Scenario::new(2)
            .hand(P0, "horse")
            .tile("l2_1", tile)
            .act("space l2_1")
            .has(P0, gain)
            .that("Fear", |s, _| s.players[0].play_fear == fear);
    }
    for (tile, gain) in [("l1_c", "1 coin + 1 tablet"), ("l1_g", "1 arrowhead")] {
        Scenario::new(2)
            .hand(P0, "dog")
            .deck(P0, "parrot")
            .tile("l1_lower_1", tile)
            .acts(&["space l1_lower_1", "accept"])
            .has(P0, gain)
            .holds(P0, "parrot");
    }
    Scenario::new(2)
        .hand(P0, "horse")
        .deck(P0, "parrot")
        .tile("l2_1", "l2_d")
        .acts(&["space l2_1", "decline"])
        .has(P0, "1 tablet + 1 jewel");
}

#[test]
fn site_l1_a_offers_compasses_or_an_item() {
    // R123, R131
    let site = || Scenario::new(2).hand(P0, "dog").tile("l1_lower_1", "l1_a");
    site().items("hat").acts(&["space l1_lower_1", "branch 0"]).has(P0, "2 compass");
    site().items("hat").acts(&["space l1_lower_1", "branch 1", "pick hat"]).deck_order(P0, "hat");
    site().act("space l1_lower_1").offers_only("branch 0, decline");
}

#[test]
fn discovering_runs_in_order() {
    // R52, R53; check list 27
    Scenario::new(2)
        .hand(P0, "dog")
        .goods(P0, "3 compass")
        .idol("l1_lower_1", "idol_compass")
        .next_tile("l1_e")
        .act("space l1_lower_1")
        .has(P0, "1 coin + 1 compass + 2 tablet")
        .played(P0, "dog")
        .that("idol, tile, guardian", |s, _| {
            s.players[0].crates == 1 && s.tiles[0] == 4 && s.guardian_at[5] != 255 && s.idols[0] == 255
        })
        .decision("after main action");
    // Check list 28: an action cannot be paid for with what it yields (R36).
    Scenario::new(2).hand(P0, "dog").goods(P0, "2 compass").idol("l1_lower_1", "idol_compass").lacks("space l1_lower_1");
}

#[test]
fn level_2_has_two_idols() {
    // R12, R52; check list 29
    Scenario::new(2)
        .hand(P0, "horse")
        .goods(P0, "6 compass")
        .idol("l2_1", "idol_tablet")
        .next_tile("l2_a")
        .act("space l2_1")
        .has(P0, "2 compass + 1 tablet + 1 jewel")
        .that("two idols", |s, _| s.players[0].crates == 2)
        .points(P0, [0, 0, 16, 0, 1, 0]);
}

#[test]
fn idols_have_effects() {
    // R52, R121, R122, R127
    let discover =
        |idol: &str| Scenario::new(2).hand(P0, "dog, fear").goods(P0, "3 compass").idol("l1_lower_1", idol).next_tile("l1_j");
    discover("idol_coin").act("space l1_lower_1").has(P0, "1 coin + 1 jewel");
    discover("idol_compass").act("space l1_lower_1").has(P0, "1 compass + 1 jewel");
    discover("idol_tablet").act("space l1_lower_1").has(P0, "1 tablet + 1 jewel");
    discover("idol_exile").acts(&["space l1_lower_1", "pick fear"]).holds(P0, "").has(P0, "1 jewel");
    // R31: the new idol can be slotted at once.
    discover("idol_upgrade")
        .acts(&["space l1_lower_1", "slot slot_tablets", "branch 0"])
        .has(P0, "1 tablet + 1 arrowhead + 1 jewel");
    discover("idol_refresh")
        .assistant(P0, "assistant_01 exhausted")
        .acts(&["space l1_lower_1", "assistant assistant_01"])
        .has(P0, "1 jewel")
        .offers("use assistant_01");
}

#[test]
fn a_discovered_site_is_dug_later() {
    // R54, R50: the compass price is not paid, guarded or not.
    Scenario::new(2)
        .hand(P0, "dog")
        .tile("l1_lower_1", "l1_b")
        .guardian("l1_lower_1", "guardian_01")
        .act("space l1_lower_1")
        .has(P0, "1 coin + 1 arrowhead");
    Scenario::new(2).hand(P0, "dog").tile("l1_lower_1", "l1_b").figure(P1, "l1_lower_1").lacks("space l1_lower_1");
}

#[test]
fn camp_spaces_are_named() {
    // R48, R51, R13, R5: space b may be taken while a is free, and both by one player.
    let camp = || Scenario::new(4).hand(P0, "fear, fear, fear");
    camp().offers("space camp_1a, space camp_1b").act("space camp_1b").has(P0, "2 coin").played(P0, "fear, fear");
    camp().figure(P0, "camp_1b").lacks("space camp_1b").act("space camp_1a").that("both", |s, _| s.players[0].figures == 3);
    Scenario::new(2).hand(P0, "fear, fear").lacks("space camp_1b");
}

#[test]
fn both_figures_out_means_no_digging() {
    // R50, R3; check list 35
    Scenario::new(2)
        .hand(P0, "fear, ostrich")
        .figure(P0, "camp_1a")
        .figure(P0, "camp_2a")
        .lacks("space camp_3a")
        .offers("play ostrich");
}

#[test]
fn every_space_has_its_travel_cost() {
    // R50, R150: exactly these icons are enough to get there, a weaker hand is not.
    let (car, ship, plane) = ("funding_car", "funding_ship", "stone_jar");
    for (space, bird, snake) in [
        ("l1_lower_1", car, car),
        ("l1_lower_2", car, car),
        ("l1_lower_3", ship, ship),
        ("l1_lower_4", ship, ship),
        ("l1_upper_1", car, car),
        ("l1_upper_2", car, "fear, fear"),
        ("l1_upper_3", ship, plane),
        ("l1_upper_4", ship, ship),
        ("l2_1", "funding_car, exploration_car", "funding_car, exploration_car"),
        ("l2_2", "funding_car, exploration_car", "fear, stone_jar"),
        ("l2_3", "funding_ship, exploration_ship", "funding_car, funding_ship"),
        ("l2_4", "funding_ship, exploration_ship", "funding_ship, exploration_ship"),
    ] {
        let tile = if space.starts_with("l1") { "l1_j" } else { "l2_a" };
        let act = format!("space {space}");
        for (board, hand) in [("bird", bird), ("snake", snake)] {
            let at = |hand: &str| Scenario::with(&serde_json::json!({"board": board})).tile(space, tile).hand(P0, hand);
            let mut it = at(hand).act(&act);
            // Which card pays first makes no difference.
            while it.game.rules.decision(&it.s) == "travel payment" {
                let first = it.legal()[0].clone();
                it = it.act(&first);
            }
            it.holds(P0, "").played(P0, hand).that("there", |s, _| s.players[0].figures.is_power_of_two());
            let weaker = match hand {
                "funding_car" | "funding_car, exploration_car" => "fear, funding_ship, exploration_ship",
                "funding_ship" | "funding_ship, exploration_ship" => "fear, funding_car, exploration_car",
                "stone_jar" => "funding_car, exploration_car, funding_ship",
                "fear, stone_jar" => "fear, funding_car, funding_ship",
                "funding_car, funding_ship" => "funding_car, exploration_car, fear",
                _ => "fear",
            };
            at(weaker).lacks(&act);
            // Every icon counts.
            if let Some((_, one)) = hand.split_once(", ") {
                at(one).lacks(&act);
            }
        }
    }
    for camp in ["camp_1b", "camp_2b", "camp_3b", "camp_4b", "camp_5b"] {
        let act = format!("space {camp}");
        Scenario::new(4).hand(P0, "fear, fear").act(&act).played(P0, "fear, fear");
        Scenario::new(4).hand(P0, "funding_car").lacks(&act).offers(&format!("{}a", &act[..act.len() - 1]));
    }
}
