//! Final scoring and the winner (section 16).

use super::scenario::{P0, P1, P2, Scenario};

#[test]
fn the_rulebook_example() {
    // R143; check list 80, 81: Mín 55, Elwen 54
    Scenario::snake(3)
        .magnifier(P2, "temple")
        .magnifier(P0, "temple")
        .notebook(P0, "r2_1")
        .set(|s| {
            s.temple_left[0] -= 1;
            s.players[0].temple[0] = 1;
        })
        .idols(P0, 0, "-x--")
        .hand(P0, "stone_key, automobile, fear, fear")
        .deck(P0, "steam_boat, treasure_chest")
        .play_area(P0, "axe, fear, fear")
        .magnifier(P1, "r6_1")
        .notebook(P1, "r3_1")
        .set(|s| {
            s.players[1].crates = 1;
            s.tiles[1] = s.stack1.unknown.trailing_zeros() as u8;
            s.stack1.unknown &= s.stack1.unknown - 1;
            s.idols[1] = 255;
        })
        .overcome(P1, "guardian_01, guardian_02, guardian_03, guardian_04")
        .play_area(P1, "aeroplane, torch, parrot")
        .points(P0, [24, 11, 11, 0, 13, -4])
        .points(P1, [14, 0, 13, 20, 7, 0])
        .over()
        .that("Mín wins", |s, _| s.phase == expedition::games::arnak::Phase::Over)
        .winners(&[0]);
}

#[test]
fn ties_are_broken() {
    // R144; check list 83
    let tie = |a: &str, b: &str, cards_a: &str, cards_b: &str| {
        let it = Scenario::new(2).play_area(P0, cards_a).play_area(P1, cards_b);
        let it = if a.is_empty() { it } else { it.magnifier(P0, a) };
        if b.is_empty() { it } else { it.magnifier(P1, b) }.over()
    };
    // 23 + 0 against 12 + 9 + 2: equal points, A has arrived.
    let cards = "aeroplane, automobile, brush, axe";
    tie("temple", "r6_1", "", cards).winners(&[0]);
    // Nobody has arrived: research 2 beats 1.
    tie("r2_1", "r1_1", "", "hat").winners(&[0]);
    // The same research: shared.
    tie("r2_1", "r2_2", "", "").winners(&[0, 1]);
    // Both have arrived: the earlier one.
    tie("temple", "temple", "", "tent").winners(&[0]);
}

#[test]
fn fear_counts_wherever_it_lies() {
    // R143: two in the hand, three in the deck, one played, and a tile.
    Scenario::new(2)
        .hand(P0, "fear, fear")
        .bag(P0, "fear, fear, fear")
        .play_area(P0, "fear")
        .set(|s| s.players[0].fear_tiles = 1)
        .points(P0, [0, 0, 10, 0, 0, -8]);
}

#[test]
fn returns_follow_the_winners() {
    // R145: winners share +1, the others -1.
    use expedition::core::Score;
    let it = Scenario::new(3).magnifier(P1, "r2_1").over();
    assert_eq!(it.game.rules.outcome(&it.s)[..3], [-0.5, 1.0, -0.5]);
}

#[test]
fn tiles_of_fear_and_exiled_items() {
    // R143, R93, R91; check list 84
    Scenario::new(2).set(|s| s.players[0].fear_tiles = 1).exiled("tent").deck(P0, "automobile").points(P0, [0, 0, 10, 0, 3, -2]);
}

#[test]
fn tokens_score_their_rows() {
    // R143
    for (row, magnifier, notebook) in
        [("r1_1", 1, 0), ("r2_1", 2, 1), ("r3_1", 4, 2), ("r4_1", 6, 4), ("r5_1", 9, 6), ("r6_1", 12, 8), ("r7_1", 16, 10)]
    {
        Scenario::new(2).magnifier(P0, row).notebook(P0, row).points(P0, [magnifier + notebook, 0, 10, 0, 0, 0]);
    }
    for (row, magnifier, notebook) in
        [("r1_1", 1, 0), ("r2_1", 2, 3), ("r3_1", 3, 4), ("r4_1", 4, 5), ("r5_1", 5, 8), ("r6_1", 10, 12), ("r7_1", 15, 15)]
    {
        Scenario::snake(2).magnifier(P0, row).notebook(P0, row).points(P0, [magnifier + notebook, 0, 10, 0, 0, 0]);
    }
}

#[test]
fn slots_filled_from_the_left_never_leave_a_remainder_of_two() {
    // R72, R73, R143; check list 82: on the Bird side 11 points for idols need the Stone Key.
    for idols in 0..=6u8 {
        let mut it = Scenario::new(2).hand(P0, "fear").idols(P0, idols, "");
        for slotted in 0..=idols.min(4) {
            let points = it.game.rules.points_by_source(&it.s, P0)[2];
            let empty: i32 = (i32::from(slotted)..4).map(|slot| slot + 1).sum();
            assert_eq!(points, 3 * i32::from(idols) + empty, "{idols} idols, {slotted} in slots");
            assert_ne!(points % 3, 2);
            if slotted < idols.min(4) {
                it = it.act("slot slot_tablets");
            }
        }
        it.lacks("slot slot_tablets");
    }
    // With it they do: a gap at the left.
    Scenario::new(2).idols(P0, 0, "-x").points(P0, [0, 0, 11, 0, 0, 0]);
}

#[test]
fn cards_score_wherever_they_are() {
    // R143: privately on top of the deck, and while they are looked at.
    let earring = |deck: &str| Scenario::new(2).hand(P0, "crystal_earring").goods(P0, "1 tablet").bag(P0, deck);
    let looking = earring("parrot, brush, automobile").acts(&["play crystal_earring", "number 3"]);
    looking
        .points(P0, [0, 0, 10, 0, 2 + 2 + 3 + 3, 0])
        .acts(&["pick brush", "pick parrot"])
        .that("on top", |s, _| s.players[0].private_tops.len() == 1)
        .points(P0, [0, 0, 10, 0, 2 + 2 + 3 + 3, 0]);
    earring("parrot, fear")
        .acts(&["play crystal_earring", "number 2"])
        .points(P0, [0, 0, 10, 0, 4, -1])
        .acts(&["pick parrot", "pick fear"])
        .points(P0, [0, 0, 10, 0, 4, -1]);
}
