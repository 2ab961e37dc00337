//! The rival (section 18), one tile at a time.

use expedition::core::Score;
use expedition::games::arnak::NONE;
use serde_json::json;

use super::scenario::{P0, Scenario};

const LEFT: u8 = 0;
const RIGHT: u8 = 1;

/// A solo game in which the rival turns up `tile` next, with the arrow of the following tile pointing as given.
/// Only one tile carries each arrow, so that nothing is left to chance.
fn rival(options: &serde_json::Value, tile: &str, arrow: u8) -> Scenario {
    let it = Scenario::with(options).hand(P0, "fear, parrot");
    let ids = it.t().rival.ids.clone();
    let index = ids.iter().position(|n| n == tile).expect("a tile");
    let of = |i: usize, it: &Scenario| it.t().rival.tiles[i].arrow as u8;
    let own = of(index, &it);
    // The following tile: an archaeologist tile with the wanted arrow.
    let next = (0..5).find(|&i| i != index && of(i, &it) == arrow).expect("both arrows occur");
    it.set(|s| {
        // The pair of the wanted tile is the one in the stack.
        if index >= 5 {
            let pair = 5 + (index - 5) / 2 * 2;
            s.rival.tiles = s.rival.tiles & !(3 << pair) | 1 << index;
        }
        s.rival.left = 1 << index | 1 << next;
        s.rival.first = (0..5).find(|&i| i != index && i != next).expect("five tiles") as u8;
        s.rival.arrow = own;
    })
    .only(index, next)
}

impl Scenario {
    /// Keeps drawing until the wanted tile comes first if both have the same arrow.
    fn only(self, index: usize, next: usize) -> Self {
        let same = self.t().rival.tiles[index].arrow == self.t().rival.tiles[next].arrow;
        if same {
            // With equal arrows either may come: the other one is removed, and the arrow of the last tile used decides.
            self.set(|s| {
                s.rival.left = 1 << index;
                s.rival.first = next as u8;
            })
        } else {
            self
        }
    }

    /// The human spends a turn; the rival follows.
    fn rival_moves(self) -> Self {
        self.act("space camp_1a").act("pick fear")
    }
}

fn solo(tile: &str, arrow: u8) -> Scenario {
    rival(&json!({"players": 1}), tile, arrow)
}

#[test]
fn dig_tiles_look_for_their_resource() {
    // R165, R163, R164, R172; check list 71, 72
    let jewel = |it: Scenario| it.tile("l2_3", "l2_c").tile("l1_upper_2", "l1_j");
    jewel(solo("dig_jewel", LEFT)).rival_moves().that("l2_3", |s, _| s.rival.figures == 1 << 20);
    jewel(solo("dig_jewel", LEFT)).figure(P0, "l2_3").rival_moves().that("l1_upper_2", |s, _| s.rival.figures == 1 << 15);
    let coins = |it: Scenario| it.tile("l1_lower_2", "l1_b").tile("l1_lower_4", "l1_e");
    coins(solo("dig_coin", RIGHT)).rival_moves().that("column 4", |s, _| s.rival.figures == 1 << 13);
    coins(solo("dig_coin", LEFT)).rival_moves().that("column 2", |s, _| s.rival.figures == 1 << 11);
    solo("dig_compass", LEFT).rival_moves().that("camp 2", |s, _| s.rival.figures == 1 << 2);
    solo("dig_tablet", LEFT).rival_moves().that("camp 3", |s, _| s.rival.figures == 1 << 4);
    solo("dig_arrowhead", LEFT).rival_moves().that("camp 4", |s, _| s.rival.figures == 1 << 6);
    // R164: the tenth tile uses the arrow of the first tile used this round.
    for (first, column) in [("dig_compass", RIGHT), ("dig_tablet", LEFT)] {
        let it = coins(solo("dig_coin", LEFT));
        let coin = it.t().rival.ids.iter().position(|n| n == "dig_coin").expect("a tile");
        let first = it.t().rival.ids.iter().position(|n| n == first).expect("a tile");
        let own = it.t().rival.tiles[coin].arrow as u8;
        assert_eq!(it.t().rival.tiles[first].arrow as u8, column, "as the table says");
        it.set(|s| {
            s.rival.left = 1 << coin;
            s.rival.first = first as u8;
            s.rival.arrow = own;
        })
        .rival_moves()
        .that("by the first tile", |s, _| s.rival.figures == if column == RIGHT { 1 << 13 } else { 1 << 11 } && s.rival.left == 0);
    }
    // Impossible: nothing happens.
    solo("dig_arrowhead", LEFT).figure(P0, "camp_4a").rival_moves().that("no figure", |s, _| s.rival.figures == 0);
}

#[test]
fn discover_tiles_take_idols() {
    // R166; check list 73
    solo("discover_green", LEFT).rival_moves().that("l1_lower_1 with a guardian", |s, _| {
        s.rival.figures == 1 << 10
            && s.tiles[0] != NONE
            && s.guardian_at[5] != NONE
            && s.rival.idols.is_power_of_two()
            && s.rival.pile == 0
    });
    solo("discover_green", RIGHT).rival_moves().that("l1_lower_4", |s, _| s.rival.figures == 1 << 13);
    solo("discover_red", LEFT).round(4).rival_moves().that("level 2: one new idol, one for the pile", |s, _| {
        s.rival.figures == 1 << 18 && s.guardian_at[13] != NONE && s.rival.idols.is_power_of_two() && s.rival.pile == 1
    });
    solo("discover_red", LEFT)
        .rival_moves()
        .that("round I without a guardian", |s, _| s.rival.figures == 1 << 10 && s.guardian_at[5] == NONE);
    solo("discover_green", LEFT).round(5).rival_moves().that("nothing in round V", |s, _| s.rival.figures == 0);
    // A kind it has goes to the pile.
    solo("discover_green", LEFT)
        .idol("l1_lower_1", "idol_coin")
        .set(|s| {
            s.rival.idols = 1;
            s.idols[7] = NONE;
            s.tiles[7] = s.stack1.unknown.trailing_zeros() as u8;
            s.stack1.unknown &= s.stack1.unknown - 1;
        })
        .rival_moves()
        .that("a duplicate", |s, _| s.rival.pile == 1);
}

#[test]
fn research_tiles_climb_and_remove_assistants() {
    // R167; check list 74
    let even = |arrow: u8| {
        solo("research_green", arrow).supply("assistant_01, assistant_02, assistant_03").set(|s| s.supply_below = [3; 3])
    };
    even(RIGHT).rival_moves().that("r1_2, the third stack loses its top", |s, _| {
        s.rival.magnifier == 1 && s.supply_below == [3, 3, 2] && s.supply[2] != 2
    });
    even(LEFT).rival_moves().that("r1_1, the first stack loses its top", |s, _| {
        s.rival.magnifier == 0 && s.supply_below == [2, 3, 3] && s.supply[0] != 0
    });
    even(LEFT)
        .set(|s| (s.supply_below, s.hidden_assistants) = ([2, 3, 3], s.hidden_assistants & (s.hidden_assistants - 1)))
        .rival_moves()
        .that("the higher ones first", |s, _| s.supply_below == [2, 2, 3] && s.supply[0] == 0);
    // All stacks empty: nothing but the step happens.
    solo("research_green", LEFT).supply("").rival_moves().that("r1_1", |s, _| s.rival.magnifier == 0 && s.supply == [NONE; 3]);
    solo("research_green", LEFT)
        .supply("assistant_01, assistant_02")
        .rival_moves()
        .that("the highest stack", |s, _| s.supply[0] != 0 && s.supply[1] == 1);
    solo("research_green", LEFT)
        .supply("assistant_01, assistant_02")
        .set(|s| (s.supply_below, s.hidden_assistants) = ([0; 3], 0))
        .rival_moves()
        .that("also the last of a stack", |s, _| s.supply == [NONE, 1, NONE]);
    solo("research_green", LEFT).round(5).rival_moves().that("nothing in round V", |s, _| s.rival.magnifier == NONE);
    solo("research_red", LEFT).round(5).rival_moves().that("red goes on", |s, _| s.rival.magnifier == 0);
    // Bonus tiles leave, without effect.
    solo("research_red", LEFT)
        .set(|s| s.rival.magnifier = 0)
        .rival_moves()
        .that("r2_1 and its tile", |s, _| s.rival.magnifier == 2 && s.bonus[2] == [NONE; 3]);
}

#[test]
fn research_at_the_lost_temple() {
    // R167; check list 76
    let there = |arrow: u8| {
        solo("research_red", arrow).set(|s| {
            s.rival.magnifier = 13;
            s.rival.arrival = 1;
            s.arrivals = 1;
            s.temple_tiles = 1;
            let kind = (0..6).find(|&k| s.bonus_seen[k] < 3).expect("one is left");
            s.bonus_seen[kind] += 1;
        })
    };
    there(LEFT)
        .supply("assistant_01, assistant_02")
        .rival_moves()
        .that("t6_left", |s, _| s.rival.temple[1] == 1 && s.temple_left[1] == 1)
        .that("and an assistant (c)", |s, _| s.supply[0] != 0 && s.supply[1] == 1);
    there(RIGHT).rival_moves().that("t6_right", |s, _| s.rival.temple[2] == 1 && s.temple_left[2] == 1);
    // One stack is empty: the other is used, whatever the arrow says; both are empty: nothing happens.
    let taken = |it: Scenario, stacks: &[usize]| {
        stacks.iter().fold(it, |it, &k| it.set(|s| (s.temple_left[k], s.players[0].temple[k]) = (0, 2)))
    };
    taken(there(LEFT), &[1]).rival_moves().that("t6_right", |s, _| s.rival.temple == [0, 0, 1, 0, 0, 0]);
    taken(there(LEFT), &[1, 2]).rival_moves().that("nothing", |s, _| s.rival.temple == [0; 6]);
    // Arriving: the highest value, and a tile of the stack is shown.
    solo("research_red", LEFT)
        .set(|s| s.rival.magnifier = 11)
        .rival_moves()
        .that("arrived", |s, _| s.rival.arrival == 1 && s.temple_tiles == 1)
        .that("a tile less among the unknown", |s, _| s.bonus_seen.iter().sum::<u8>() == 8);
}

#[test]
fn the_rival_on_the_snake_side() {
    // R167 (d), R168; check list 75
    let options = json!({"players": 1, "board": "snake"});
    rival(&options, "research_red", LEFT)
        .set(|s| s.rival.magnifier = 5)
        .rival_moves()
        .that("the rescue stack loses its top", |s, _| s.rival.magnifier == 7 && s.rescue.len() + s.rescue_below as usize == 1);
    // The last tile of the stack may go too.
    rival(&options, "research_red", LEFT)
        .set(|s| s.rival.magnifier = 5)
        .rescue("assistant_03")
        .rival_moves()
        .that("the rescue stack is empty", |s, _| s.rival.magnifier == 7 && s.rescue.is_empty() && s.rescue_below == 0);
    rival(&options, "overcome_red", LEFT)
        .set(|s| s.rival.magnifier = 5)
        .supply("assistant_01, assistant_02")
        .rival_moves()
        .that("supply unchanged", |s, _| {
            s.rival.magnifier == 7 && s.supply[0] == 0 && s.rescue.len() + s.rescue_below as usize == 1
        });
}

#[test]
fn overcome_tiles() {
    // R168
    let beside = |it: Scenario| it.tile("l1_lower_2", "l1_b").guardian("l1_lower_2", "guardian_08").rival_figure("l1_lower_2");
    beside(solo("overcome_green", LEFT))
        .rival_moves()
        .that("taken", |s, _| s.rival.guardians == 1 << 7 && s.guardian_at[6] == NONE);
    beside(solo("overcome_red", LEFT)).rival_moves().that("taken", |s, _| s.rival.guardians == 1 << 7);
    beside(solo("overcome_green", LEFT)).round(5).rival_moves().that("idle in round V", |s, _| s.rival.guardians == 0);
    solo("overcome_green", LEFT)
        .supply("assistant_01")
        .rival_moves()
        .that("research instead", |s, _| s.rival.magnifier == 0 && s.supply[0] == 0);
}

#[test]
fn buying_tiles() {
    // R168; check list 77
    let row = |it: Scenario| it.items("hat, brush, axe, automobile, trowel");
    let holds = |name: &'static str| {
        move |s: &expedition::games::arnak::State, t: &expedition::games::arnak::Tables| {
            s.rival.cards.len() == 1 && s.rival.cards.iter().all(|c| t.cards.ids[c as usize] == name)
        }
    };
    row(solo("buy_item_red", LEFT)).rival_moves().that("the first with 3 points", holds("brush"));
    row(solo("buy_item_red", RIGHT)).rival_moves().that("the last with 3 points", holds("automobile"));
    row(solo("buy_item_green", RIGHT)).rival_moves().that("the last with 1 point", holds("trowel"));
    // L3
    let last = |it: Scenario| row(it).round(5).set(|s| s.item_row = [s.item_row[0], NONE, NONE, NONE, NONE]).set(fill_market);
    last(solo("buy_item_green", LEFT)).rival_moves().that("nothing in round V", |s, _| s.rival.cards.is_empty());
    last(solo("buy_item_red", LEFT)).rival_moves().that("red also in round V", holds("hat"));
    let buys = json!({"players": 1, "rival_green_item_round_5": "buy"});
    last(rival(&buys, "buy_item_green", LEFT)).rival_moves().that("also in round V, by the other reading", holds("hat"));
    let art = |it: Scenario| it.round(2).artifacts("mortar, treasure_chest").set(|s| s.item_row = [NONE; 5]).set(fill_market);
    art(solo("buy_artifact_red", LEFT)).rival_moves().that("most points", holds("treasure_chest"));
    art(solo("buy_artifact_green", LEFT)).rival_moves().that("fewest points", holds("mortar"));
}

/// Cards that lie nowhere go back to their decks.
fn fill_market(s: &mut expedition::games::arnak::State) {
    let held = s.players.iter().fold(s.row().0 | s.exile.0 | s.rival.cards.0, |set, p| set | p.hand.0 | p.deck.0 | p.play.0);
    s.market.0 = ((1u128 << 75) - 1) & !held;
}

#[test]
fn the_rival_goes_on_alone() {
    // R162, R169; check list 78
    let it = Scenario::with(&json!({"players": 1})).hand(P0, "fear, parrot").deck(P0, "rope");
    let before = it.s.rival.left.count_ones();
    let it = it.act("pass");
    assert_eq!(before, 9, "the rival began the round");
    it.decision("keep hand cards")
        .that("all tiles used, figures back", |s, _| s.rival.left == 0 && s.rival.figures == 0)
        .act("decline")
        .that("a new stack, one tile used", |s, _| s.round == 2 && s.rival.left.count_ones() == 9 && s.rival.first != NONE);
}

#[test]
fn a_pass_after_the_fourth_tile_leaves_six() {
    // R162; check list 78: five tiles dig, one of them is to come; the rest is resolved in a row.
    let it = Scenario::with(&json!({"players": 1, "difficulty": 5})).hand(P0, "fear, parrot").deck(P0, "rope");
    let tiles = it.s.rival.tiles;
    let it = it.set(|s| {
        // Used: the coin, compass, tablet and arrowhead tiles; the jewel and the five of the pairs are left.
        s.rival.left = tiles & !0b01111;
        s.rival.first = 0;
        s.rival.arrow = 0;
    });
    assert_eq!(it.s.rival.left.count_ones(), 6);
    it.act("pass")
        .decision("keep hand cards")
        .that("all six were resolved", |s, _| {
            let discovered = s.tiles.iter().filter(|t| **t != NONE).count() as u32;
            s.rival.left == 0
                && s.rival.magnifier != NONE
                && s.rival.cards.len() == 2
                && discovered == 1
                && s.rival.idols.is_power_of_two()
        })
        .act("decline")
        .that("the next round", |s, _| s.round == 2);
}

#[test]
fn the_human_goes_on_alone() {
    // R162
    Scenario::with(&json!({"players": 1}))
        .hand(P0, "fear, fear, parrot")
        .set(|s| {
            s.rival.left = 0;
            s.rival.arrow = 0;
        })
        .acts(&["space camp_1a", "pick fear"])
        .turn(P0)
        .acts(&["space camp_2a", "pick fear"])
        .that("still the same round", |s, _| s.round == 1);
}

#[test]
fn rival_points_and_the_result() {
    // R170, R171; check list 79
    let it = Scenario::with(&json!({"players": 1})).hand(P0, "parrot").magnifier(P0, "temple").set(|s| {
        s.rival.magnifier = 13;
        s.rival.arrival = 2;
        s.arrivals = 2;
        s.temple_tiles = 0;
        s.rival.temple[1] = 1;
        s.temple_left[1] = 1;
        s.rival.guardians = 0b11;
        s.guardian_stack &= !0b11;
        s.rival.idols = 0b111;
        s.rival.pile = 2;
    });
    // Two cards of 3 and 2 points.
    let cards = [it.card("brush"), it.card("axe")];
    let it = it.set(|s| {
        for &card in &cards {
            s.market.remove(card);
            s.rival.cards.add(card);
        }
    });
    assert_eq!(it.game.rules.rival_score(&it.s), 21 + 6 + 10 + 9 + 4 + 5);
    let result = |option: &str, ours: i32| {
        let it = Scenario::with(&json!({"players": 1, "solo_tie": option})).hand(P0, "parrot").set(|s| s.rival.pile = 6).over();
        // 6 idols in the pile: 12 points; a parrot: 2 + 10 for empty slots.
        assert_eq!((it.game.rules.rival_score(&it.s), it.game.rules.points_by_source(&it.s, 0).iter().sum::<i32>()), (12, 12));
        let got = it.game.rules.outcome(&it.s)[0];
        assert!((got - ours as f32).abs() < 0.01, "{option}: {got}");
    };
    result("tiebreak", 0);
    result("loss", -1);
    for (pile, ours) in [(5, 1.0), (7, -1.0)] {
        let it = Scenario::with(&json!({"players": 1})).hand(P0, "parrot").set(|s| s.rival.pile = pile).over();
        assert_eq!(it.game.rules.outcome(&it.s)[0], ours, "12 points against {}", 2 * pile);
    }
}

#[test]
fn assistants_only_on_recruit_rows() {
    // R167 under the option
    let options = json!({"players": 1, "rival_assistant": "recruit_rows"});
    rival(&options, "research_red", LEFT)
        .supply("assistant_01")
        .rival_moves()
        .that("row 1 shows a recruit", |s, _| s.supply[0] != 0);
    rival(&options, "research_red", LEFT)
        .supply("assistant_01")
        .set(|s| s.rival.magnifier = 3)
        .rival_moves()
        .that("row 3 does not", |s, _| s.supply[0] == 0);
}

#[test]
fn ties_of_the_rival_are_broken_by_its_arrow() {
    // R164, R167, R168: artifacts run to the left of the staff; tiles of one space; higher rows first.
    let holds = |name: &'static str| {
        move |s: &expedition::games::arnak::State, t: &expedition::games::arnak::Tables| {
            s.rival.cards.iter().all(|c| t.cards.ids[c as usize] == name) && s.rival.cards.len() == 1
        }
    };
    let row = |arrow: u8| {
        let it = solo("buy_artifact_red", arrow).round(2).artifacts("mortar, sundial");
        it.set(|s| s.item_row = [NONE; 5]).set(fill_market)
    };
    row(LEFT).rival_moves().that("the far one", holds("sundial"));
    row(RIGHT).rival_moves().that("the one at the staff", holds("mortar"));
    let snake = json!({"players": 1, "board": "snake"});
    let row7 =
        |arrow: u8| rival(&snake, "research_red", arrow).set(|s| s.rival.magnifier = 10).bonus("r7_1", "bonus_coin, bonus_tablet");
    row7(LEFT).rival_moves().that("the coin is gone", |s, _| s.rival.magnifier == 12 && s.bonus[12] == [2, NONE, NONE]);
    row7(RIGHT).rival_moves().that("the tablet is gone", |s, _| s.bonus[12] == [0, NONE, NONE]);
    solo("overcome_red", LEFT)
        .tile("l1_lower_1", "l1_b")
        .tile("l2_1", "l2_a")
        .guardian("l1_lower_1", "guardian_08")
        .guardian("l2_1", "guardian_09")
        .rival_figure("l1_lower_1")
        .rival_figure("l2_1")
        .rival_moves()
        .that("the higher row", |s, _| s.rival.guardians == 1 << 8 && s.guardian_at[5] == 7);
}

#[test]
fn equal_points_go_to_the_earlier_arrival() {
    // R171, L4
    for (human, outcome) in [(1, 1.0), (2, -1.0)] {
        let it = Scenario::with(&json!({"players": 1})).magnifier(P0, "temple").set(|s| {
            s.players[0].arrival = human;
            s.rival.magnifier = 13;
            s.rival.arrival = 3 - human;
            // 10 for empty slots on one side, idols in the pile on the other; 23 and 21 for arriving.
            s.rival.pile = if human == 1 { 6 } else { 4 };
        });
        let it = it.over();
        let ours: i32 = it.game.rules.points_by_source(&it.s, P0).iter().sum();
        assert_eq!(ours, it.game.rules.rival_score(&it.s), "equal points");
        assert!((it.game.rules.outcome(&it.s)[0] - outcome).abs() < 0.01, "arrived as number {human}");
        it.winners(if human == 1 { &[0] } else { &[] });
    }
}
