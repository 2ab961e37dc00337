//! The forty items (section 14), buying and the row (R76 to R85), playing (R86).

use super::scenario::{P0, P1, Scenario};

#[test]
fn aeroplane_flies_and_saves_two_compasses() {
    // R52, R55, R45: one plane and two compasses off.
    Scenario::new(2)
        .hand(P0, "aeroplane")
        .goods(P0, "1 compass")
        .idol("l1_lower_1", "idol_coin")
        .next_tile("l1_e")
        .act("play aeroplane")
        .lacks("space l2_1")
        .act("space l1_lower_1")
        .has(P0, "2 coin + 2 tablet")
        .that("the figure stands there and a guardian came", |s, _| s.players[0].figures != 0 && s.guardian_at[5] < 15)
        .offers("slot slot_tablets, end_turn");
}

#[test]
fn airdrop_brings_an_item_to_the_hand() {
    // R82, R86; check list 31
    Scenario::new(2)
        .hand(P0, "airdrop")
        .items("gold_pan")
        .act("play airdrop")
        .act("pick gold_pan")
        .holds(P0, "gold_pan")
        .exile_has("airdrop")
        .offers_only("play gold_pan, end_turn")
        .act("play gold_pan")
        .has(P0, "2 coin")
        .turn(P1)
        .that("the row is full again (R83)", |s, _| s.item_row.iter().all(|&c| c < 40));
}

#[test]
fn army_knife_does_two_of_four() {
    // R123
    Scenario::new(2)
        .hand(P0, "army_knife, fear")
        .act("play army_knife")
        .offers_only("branch 0, branch 1, branch 2, branch 3, decline")
        .act("branch 0")
        .offers_only("pick army_knife, pick fear, decline")
        .act("pick army_knife")
        .offers_only("branch 1, branch 2, branch 3, decline")
        .act("branch 3")
        .has(P0, "1 tablet")
        .exile_has("army_knife")
        .turn(P1);
    // The third branch first: it is not offered again.
    Scenario::new(2)
        .hand(P0, "army_knife, fear")
        .acts(&["play army_knife", "branch 2"])
        .offers_only("branch 0, branch 1, branch 3, decline")
        .act("branch 1")
        .has(P0, "1 coin + 1 compass")
        .turn(P1);
}

#[test]
fn free_items_only_give() {
    // R28, R118
    for (card, gain) in [
        ("automobile", "2 compass"),
        ("carrier_pigeon", "2 tablet"),
        ("gold_pan", "2 coin"),
        ("hat", "1 coin + 1 compass"),
        ("steam_boat", "2 compass"),
        ("funding_car", "1 coin"),
        ("funding_ship", "1 coin"),
        ("exploration_car", "1 compass"),
        ("exploration_ship", "1 compass"),
    ] {
        Scenario::new(2)
            .hand(P0, &format!("{card}, fear"))
            .act(&format!("play {card}"))
            .has(P0, gain)
            .played(P0, card)
            .decision("turn")
            .turn(P0);
    }
}

#[test]
fn axe_machete_and_torch_exile_and_give() {
    // R121, R90, R91
    for (card, gain) in [("axe", "1 compass"), ("machete", "2 compass"), ("torch", "1 tablet")] {
        let play = format!("play {card}");
        Scenario::new(2)
            .hand(P0, &format!("{card}, fear"))
            .act(&play)
            .act("pick fear")
            .has(P0, gain)
            .that("Fear is back", |s, _| s.fear_supply == 19);
        Scenario::new(2).hand(P0, card).act(&play).act("decline").has(P0, gain).played(P0, card);
        Scenario::new(2).hand(P0, card).act(&play).act(&format!("pick {card}")).has(P0, gain).exile_has(card);
    }
}

#[test]
fn bear_trap_needs_no_figure_but_no_stranger() {
    // R57; check list 40
    let trap = || Scenario::new(2).hand(P0, "bear_trap, fear").tile("l1_lower_1", "l1_b").guardian("l1_lower_1", "guardian_08");
    trap()
        .act("play bear_trap")
        .act("site l1_lower_1")
        .that("overcome", |s, _| s.players[0].guardians == 1 << 7)
        .exile_has("bear_trap");
    trap().figure(P0, "l1_lower_1").act("play bear_trap").offers("site l1_lower_1");
    trap().figure(P1, "l1_lower_1").act("play bear_trap").exile_has("bear_trap").turn(P1);
    // A camp with both an own and a foreign figure is not allowed; in solo the rival is a stranger (R172).
    let camp = || Scenario::new(4).hand(P0, "bear_trap, fear").guardian("camp_1", "guardian_08").figure(P0, "camp_1a");
    camp().act("play bear_trap").offers("site camp_1");
    camp().figure(P1, "camp_1b").act("play bear_trap").turn(P1);
    let solo = || Scenario::new(1).hand(P0, "bear_trap, fear").tile("l1_lower_1", "l1_b").guardian("l1_lower_1", "guardian_08");
    solo().act("play bear_trap").offers("site l1_lower_1");
    solo().rival_figure("l1_lower_1").act("play bear_trap").that("not overcome", |s, _| s.players[0].guardians == 0);
}

#[test]
fn binoculars_use_any_level_1_site() {
    // R133
    Scenario::new(2)
        .hand(P0, "binoculars")
        .tile("l1_lower_1", "l1_b")
        .tile("l2_1", "l2_a")
        .guardian("l1_lower_1", "guardian_01")
        .figure(P1, "l1_lower_1")
        .act("play binoculars")
        .offers_only("site l1_lower_1, decline")
        .act("site l1_lower_1")
        .has(P0, "1 coin + 1 arrowhead");
    Scenario::new(2).hand(P0, "binoculars").act("play binoculars").has(P0, "").turn(P1);
}

#[test]
fn bow_and_arrows_count_guardians() {
    // R118; check list 42
    Scenario::new(2)
        .hand(P0, "bow_and_arrows")
        .overcome(P0, "guardian_01, guardian_02")
        .tile("l1_lower_1", "l1_b")
        .tile("l1_lower_2", "l1_c")
        .guardian("l1_lower_1", "guardian_08")
        .guardian("l1_lower_2", "guardian_09")
        .figure(P0, "l1_lower_1")
        .figure(P0, "l1_lower_2")
        .act("play bow_and_arrows")
        .has(P0, "3 compass");
    // Two figures at one guarded camp count once.
    Scenario::new(4)
        .hand(P0, "bow_and_arrows")
        .guardian("camp_1", "guardian_08")
        .figure(P0, "camp_1a")
        .figure(P0, "camp_1b")
        .act("play bow_and_arrows")
        .has(P0, "1 compass");
}

#[test]
fn brush_counts_idols() {
    // R118
    Scenario::new(2).hand(P0, "brush, fear").idols(P0, 1, "x").act("play brush").has(P0, "2 compass");
    Scenario::new(2).hand(P0, "brush").idols(P0, 2, "xx").act("play brush").has(P0, "3 compass");
}

#[test]
fn chronometer_and_watch_are_free_or_the_pass() {
    // R88; check list 8
    for (card, free, pass) in [("chronometer", "1 coin + 1 compass", "3 compass"), ("watch", "2 coin", "3 coin")] {
        let play = format!("play {card}");
        Scenario::new(2)
            .hand(P0, &format!("{card}, fear"))
            .act(&play)
            .offers_only("branch 0, branch 1")
            .act("branch 0")
            .has(P0, free)
            .turn(P0);
        Scenario::new(2)
            .hand(P0, &format!("{card}, fear"))
            .act(&play)
            .act("branch 1")
            .has(P0, pass)
            .turn(P1)
            .that("passed", |s, _| s.passed == 1);
        // After the main action the first branch is taken without asking.
        Scenario::new(2)
            .hand(P0, &format!("{card}, rough_map"))
            .act("play rough_map")
            .act(&play)
            .that("no more than the free branch", |s, _| s.passed == 0)
            .turn(P1);
    }
}

#[test]
fn dog_uses_an_empty_camp() {
    // R133, R5
    Scenario::new(2)
        .hand(P0, "dog")
        .figure(P1, "camp_1a")
        .act("play dog")
        .has(P0, "1 compass")
        .offers_only("site camp_2, site camp_3, site camp_4, site camp_5, decline")
        .act("site camp_4")
        .has(P0, "1 compass + 1 arrowhead");
}

#[test]
fn fishing_rod_shows_the_top_item() {
    // R80, R81, R130
    Scenario::new(2)
        .hand(P0, "fishing_rod")
        .items("automobile, horse")
        .top("aeroplane")
        .act("play fishing_rod")
        .offers_only("pick automobile, decline")
        .act("pick automobile")
        .deck_order(P0, "automobile");
    Scenario::new(2)
        .hand(P0, "fishing_rod")
        .goods(P0, "1 coin")
        .top("aeroplane")
        .act("play fishing_rod")
        .act("pick aeroplane")
        .has(P0, "");
    // A top card all have seen is for sale only through the card that looks at it (R81).
    Scenario::new(2)
        .hand(P0, "fear")
        .goods(P0, "9 coin + 9 compass")
        .top("aeroplane")
        .top("war_club")
        .lacks("pick aeroplane, pick war_club");
    Scenario::new(2).hand(P0, "whip, fear").top("war_club").act("play whip").turn(P1);
    // Unknown top: it is turned up for all.
    Scenario::new(2)
        .hand(P0, "fishing_rod")
        .goods(P0, "1 coin")
        .act("play fishing_rod")
        .that("seen by all", |s, _| s.item_top < 40)
        .offers("decline");
}

#[test]
fn flask_draws_up_to_three() {
    // R96, R120
    Scenario::new(2)
        .hand(P0, "flask")
        .deck(P0, "parrot, rope, torch, dog")
        .acts(&["play flask", "accept", "accept", "accept"])
        .holds(P0, "parrot, rope, torch")
        .exile_has("flask")
        .turn(P1);
    let flask = || Scenario::new(2).hand(P0, "flask").deck(P0, "parrot, rope, dog");
    flask().acts(&["play flask", "accept", "decline"]).holds(P0, "parrot").turn(P1);
    flask().acts(&["play flask", "accept", "accept", "decline"]).holds(P0, "parrot, rope").turn(P1);
}

#[test]
fn grappling_hook_pays_a_card_first() {
    // R125, R94
    Scenario::new(2)
        .hand(P0, "grappling_hook, fear")
        .deck(P0, "parrot")
        .act("play grappling_hook")
        .offers_only("pick fear, decline")
        .acts(&["pick fear", "accept"])
        .offers_only("pick fear_in_play, pick grappling_hook, pick parrot, decline")
        .act("pick fear_in_play")
        .holds(P0, "parrot")
        .played(P0, "grappling_hook");
    Scenario::new(2)
        .hand(P0, "grappling_hook, fear")
        .deck(P0, "parrot")
        .acts(&["play grappling_hook", "decline"])
        .holds(P0, "fear")
        .turn(P1);
}

#[test]
fn basic_cards_are_drawn_in_their_order() {
    // R120
    for (first, second) in [("exploration_car", "funding_car"), ("funding_ship", "exploration_ship")] {
        Scenario::new(2).hand(P0, "horse").deck(P0, &format!("{first}, {second}")).acts(&["play horse", "accept"]).holds(P0, first);
    }
}

#[test]
fn horse_draws_then_gives() {
    // R8: the written order
    Scenario::new(2)
        .hand(P0, "horse")
        .deck(P0, "parrot")
        .act("play horse")
        .has(P0, "")
        .act("accept")
        .has(P0, "1 coin + 1 compass")
        .holds(P0, "parrot");
}

#[test]
fn hot_air_balloon_saves_three_compasses() {
    // Check list 30
    let balloon = || {
        Scenario::new(2)
            .hand(P0, "hot_air_balloon, fear, funding_car")
            .idol("l2_1", "idol_coin")
            .next_tile("l2_a")
            .goods(P0, "3 compass")
    };
    balloon()
        .act("play hot_air_balloon")
        .act("space l2_1")
        .has(P0, "1 coin + 2 compass + 1 jewel")
        .played(P0, "funding_car")
        .that("two idols", |s, _| s.players[0].crates == 2)
        .exile_has("hot_air_balloon");
    balloon()
        .goods(P0, "")
        .idol("l1_lower_1", "idol_coin")
        .next_tile("l1_j")
        .act("play hot_air_balloon")
        .act("space l1_lower_1")
        .has(P0, "1 coin + 1 jewel");
}

#[test]
fn journal_moves_the_notebook_free() {
    // R104; check list 66
    Scenario::new(2)
        .hand(P0, "journal")
        .magnifier(P0, "r1_1")
        .supply("assistant_01, assistant_02, assistant_04")
        .act("play journal")
        .offers_only("notebook 1, notebook 2, decline")
        .act("notebook 2")
        .act("assistant assistant_02")
        .that("recruited", |s, _| s.players[0].assistants[0] == 1 && s.players[0].notebook == 1)
        .exile_has("journal");
    Scenario::new(2)
        .hand(P0, "journal")
        .magnifier(P0, "r1_1")
        .notebook(P0, "r1_2")
        .act("play journal")
        .exile_has("journal")
        .turn(P1);
    // K1: the idol bridge is free as well, unless the option asks for the idol.
    let bridge = |option: &str| {
        Scenario::with(&serde_json::json!({"board": "snake", "journal_bridge": option}))
            .hand(P0, "journal, fear")
            .magnifier(P0, "r4_1")
            .notebook(P0, "r3_1")
    };
    bridge("free").act("play journal").offers("notebook 1");
    bridge("idol").act("play journal").turn(P1);
    bridge("idol").idols(P0, 1, "").act("play journal").act("notebook 1").that("paid", |s, _| s.players[0].crates == 0);
}

#[test]
fn lantern_uses_any_camp() {
    // R133
    Scenario::new(2).hand(P0, "lantern").figure(P1, "camp_1a").act("play lantern").act("site camp_1").has(P0, "2 coin");
}

#[test]
fn large_backpack_draws_from_the_bottom() {
    // R120; check list 47
    Scenario::new(2)
        .hand(P0, "large_backpack")
        .deck(P0, "parrot, rope")
        .acts(&["play large_backpack", "accept"])
        .has(P0, "1 coin")
        .holds(P0, "rope");
}
