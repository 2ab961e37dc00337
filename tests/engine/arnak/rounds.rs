//! Turns and rounds (sections 3 and 15), termination (section 21).

use expedition::core::{Action, ActionSet, Apply, Game, Legal, Rng, Rules, Setup, Silent, Turn};
use expedition::games::arnak::{Act, Arnak, Phase};
use serde_json::{Map, json};

use super::scenario::{P0, P1, Scenario};

#[test]
fn a_turn_has_one_main_action() {
    // R23, R24, R34; check list 6, 7
    Scenario::new(2)
        .hand(P0, "funding_car, fear")
        .offers("pass")
        .lacks("end_turn")
        .act("play funding_car")
        .lacks("end_turn")
        .act("space camp_1a")
        .turn(P1);
    Scenario::new(2).hand(P0, "hat, rough_map").act("play rough_map").offers_only("play hat, end_turn").act("end_turn").turn(P1);
}

#[test]
fn the_last_one_takes_turns_in_a_row() {
    // R26, R27, R137; check list 9
    Scenario::new(2)
        .hand(P0, "fear, fear, parrot")
        .act("pass")
        .turn(P1)
        .acts(&["pass", "end_turn"])
        .turn(P0)
        .decision("keep hand cards");
    Scenario::new(2)
        .hand(P0, "fear, fear, parrot")
        .acts(&["space camp_1a", "pick fear"])
        .acts(&["pass", "end_turn"])
        .turn(P0)
        .acts(&["space camp_2a", "pick fear"])
        .turn(P0)
        .act("play parrot")
        .turn(P0)
        .decision("turn")
        .that("still the first round", |s, _| s.round == 1 && s.passed == 2);
}

#[test]
fn free_actions_may_follow_a_pass() {
    // R137, R34
    Scenario::new(2)
        .hand(P0, "hat, fear")
        .act("pass")
        .offers_only("play hat, end_turn")
        .act("play hat")
        .has(P0, "1 coin + 1 compass")
        .turn(P1)
        .that("passed", |s, _| s.passed == 1);
}

#[test]
fn hands_are_kept_or_put_down() {
    // R140, R22, R141; check list 58
    let kept = Scenario::new(2)
        .hand(P0, "parrot, rope")
        .deck(P0, "dog, tent, torch, axe")
        .act("pass")
        .acts(&["pass", "end_turn"])
        .turn(P0)
        .decision("keep hand cards")
        .offers_only("pick parrot, pick rope, decline");
    kept.act("decline")
        .act("decline")
        .that("draws three", |s, _| s.round == 2 && s.players[0].hand_size() == 5 && s.players[0].deck_size() == 1);
    Scenario::new(2)
        .hand(P0, "parrot, rope, trowel, whip, flask, brush")
        .deck(P0, "dog")
        .act("pass")
        .acts(&["pass", "end_turn", "decline", "decline"])
        .that("six kept: draws none", |s, _| s.players[0].hand_size() == 6 && s.players[0].deck_size() == 1);
    Scenario::new(2)
        .hand(P0, "parrot, rope")
        .deck(P0, "dog, tent, torch, axe, lantern")
        .act("pass")
        .acts(&["pass", "end_turn", "pick parrot", "pick rope", "decline"])
        .holds(P0, "axe, dog, lantern, tent, torch")
        .deck_has(P0, "parrot, rope");
}

#[test]
fn bought_items_lie_above_the_play_area() {
    // R77, R141, R142
    Scenario::new(2)
        .hand(P0, "fear, parrot")
        .deck(P0, "dog, axe, tent, torch")
        .goods(P0, "1 coin")
        .items("hat")
        .act("pick hat")
        .acts(&["pass", "end_turn"])
        .act("space camp_1a")
        .act("pick fear")
        .act("pass")
        .acts(&["decline", "decline"])
        .that("round II", |s, _| s.round == 2)
        .holds(P0, "axe, dog, parrot, tent, torch")
        .deck_has(P0, "fear, hat")
        .that("the item is above", |s, _| s.keys.iter().filter(|k| **k > 40 && **k < 83).count() >= 1);
}

#[test]
fn the_staff_moves_on() {
    // R76, R141; check list 46
    Scenario::new(2)
        .hand(P0, "parrot")
        .round(2)
        .artifacts("mortar, sundial")
        .items("hat, axe, dog, tent")
        .end_round()
        .exile_has("mortar, hat")
        .that("new new A2 | I2 I3 I4", |s, t| {
            let name = |c: u8| t.cards.ids[c as usize].as_str();
            let items: Vec<&str> = s.item_row[..3].iter().map(|&c| name(c)).collect();
            name(s.artifact_row[0]) == "sundial"
                && s.artifact_row[1] < 75
                && s.artifact_row[2] < 75
                && items == ["axe", "dog", "tent"]
                && s.item_row[3] == 255
        })
        .that("the marker moves (R141)", |s, _| s.start == 1 && s.seat == 1);
}

#[test]
fn ocarina_ends_with_the_round() {
    // R141, R46
    Scenario::new(2)
        .hand(P0, "parrot")
        .set(|s| s.players[0].icons_as_planes = true)
        .end_round()
        .that("over", |s, _| !s.players[0].icons_as_planes);
}

#[test]
fn the_fifth_round_ends_the_game() {
    // R139, R7; check list 37
    Scenario::new(2)
        .hand(P0, "parrot")
        .round(5)
        .tile("l1_lower_1", "l1_b")
        .guardian("l1_lower_1", "guardian_08")
        .figure(P0, "l1_lower_1")
        .end_round()
        .that("over", |s, _| s.phase == Phase::Over)
        .points(P0, [0, 0, 10, 0, 2, -1]);
}

#[test]
fn nobody_acts_out_of_turn_and_turns_end() {
    // R30, R33, R35, R180, R181, R183: in random games of every size the legal set is never empty and turns are short.
    for players in 1..=4 {
        let game = Game::<Arnak>::new(json!({"players": players, "board": "snake"}).as_object().expect("an object"), &Map::new())
            .expect("valid");
        let (mut rng, mut pick) = (Rng::seeded(players), Rng::seeded(9));
        for _ in 0..20 {
            let mut s = game.rules.start(&mut rng);
            let (mut last, mut in_turn) = ((0, 0), 0);
            while let Turn::Seat(seat) = game.rules.turn(&s) {
                let mut legal = ActionSet::EMPTY;
                game.rules.legal(&s, &mut legal);
                assert!(legal.len() >= 2, "a single option is taken without asking");
                let keeps = s.phase == Phase::Keep;
                assert!(keeps || s.passed >> seat.0 & 1 == 0, "R35");
                let now = (s.round, seat.0);
                in_turn = if now == last { in_turn + 1 } else { 0 };
                last = now;
                assert!(in_turn < 300 || players == 1, "R183");
                assert!(s.stack.len() <= game.rules.tables().depth);
                let act = Act::from_id(legal.nth(pick.below(legal.len()))).expect("legal");
                game.rules.apply(&mut s, act, &mut rng, &mut Silent);
            }
        }
    }
}

#[test]
fn main_actions_inside_effects_are_part_of_them() {
    // R25: a purchase by the Whip uses no other main action and gives none.
    Scenario::new(2)
        .hand(P0, "whip, fear")
        .artifacts("war_mask")
        .acts(&["play whip", "pick war_mask"])
        .has(P0, "1 arrowhead")
        .turn(P1);
}

/// Hand and deck, idols to be slotted, boons and assistants to be used (R181).
fn free_potential(s: &expedition::games::arnak::State) -> u32 {
    let p = s.me();
    let slots = 4 - p.slots.count_ones();
    p.hand_size()
        + p.deck_size()
        + u32::from(p.crates).min(slots)
        + (p.guardians & !p.used_boons).count_ones()
        + p.ready.count_ones()
}

#[test]
fn who_never_wants_to_stop_comes_to_an_end() {
    // R180 to R183: a player who passes, declines and ends turns only when nothing else is offered, on both boards. Every
    // free action uses something up, no turn goes on forever, every offered choice leads to another or to the end of the turn.
    for (board, players) in [("bird", 1), ("bird", 2), ("snake", 2), ("bird", 4), ("snake", 3)] {
        let options = json!({"players": players, "board": board});
        let game = Game::<Arnak>::new(options.as_object().expect("an object"), &Map::new()).expect("valid");
        let stops: Vec<usize> = ["pass", "end_turn", "decline"].iter().map(|n| game.parse(n).expect("an action")).collect();
        let (mut rng, mut pick, mut longest, mut free) = (Rng::seeded(players), Rng::seeded(3), 0, 0);
        for _ in 0..25 {
            let mut s = game.rules.start(&mut rng);
            let (mut decisions, mut in_turn, mut rounds) = (0, 0, s.round);
            while let Turn::Seat(seat) = game.rules.turn(&s) {
                let mut legal = ActionSet::EMPTY;
                game.rules.legal(&s, &mut legal);
                let mut wanted = legal;
                for &id in &stops {
                    wanted.remove_id(id);
                }
                let from = if wanted.is_empty() { legal } else { wanted };
                let act = Act::from_id(from.nth(pick.below(from.len()))).expect("legal");
                let before = (s.stack.is_empty() && s.phase == Phase::Turns, free_potential(&s), s.main_used, s.round);
                game.rules.apply(&mut s, act, &mut rng, &mut Silent);
                let is_free = matches!(act, Act::Play(_) | Act::Use(_) | Act::Boon(_) | Act::Slot(_));
                let same_turn = game.rules.turn(&s) == Turn::Seat(seat) && s.round == before.3 && s.main_used == before.2;
                if before.0 && is_free && same_turn && s.stack.is_empty() && s.phase == Phase::Turns {
                    assert!(free_potential(&s) < before.1, "R181: {act:?} used nothing up");
                    free += 1;
                }
                in_turn = if game.rules.turn(&s) == Turn::Seat(seat) && s.main_used { in_turn + 1 } else { 0 };
                longest = longest.max(in_turn);
                assert!(in_turn < 300, "R183: a turn of {in_turn} decisions");
                decisions = if s.round == rounds { decisions + 1 } else { 0 };
                rounds = s.round;
                assert!(decisions < 1_000 * players as usize, "the round does not end");
            }
        }
        assert!(longest > 3 && free > 100, "{board} {players}: {longest} {free}");
    }
}

#[test]
fn scarce_fear_goes_by_the_start_marker() {
    // R138, E1: seat 1 holds the marker, one Fear card is left.
    Scenario::new(2)
        .hand(P0, "parrot")
        .set(|s| s.start = 1)
        .tile("l1_lower_1", "l1_b")
        .tile("l1_lower_2", "l1_c")
        .guardian("l1_lower_1", "guardian_08")
        .guardian("l1_lower_2", "guardian_09")
        .figure(P0, "l1_lower_1")
        .figure(P1, "l1_lower_2")
        .fear_supply(P0, 1)
        .end_round()
        .that("the card for seat 1, a tile for seat 0", |s, _| s.players[0].fear_tiles == 1 && s.players[1].fear_tiles == 0);
}

#[test]
fn bought_items_keep_their_order() {
    // R77: the later one lies below.
    Scenario::new(2)
        .hand(P0, "fear")
        .deck(P0, "parrot")
        .goods(P0, "2 coin")
        .items("trowel, hat")
        .act("pick trowel")
        .acts(&["pass", "end_turn"])
        .act("pick hat")
        .deck_order(P0, "parrot, trowel, hat");
}

#[test]
fn a_deck_has_room_for_all_that_is_put_under_it() {
    // R77: cards that have gone used up the places of a round; what is left keeps its order, above what comes.
    use expedition::games::arnak::group_key;
    let (base, end) = (group_key(1), group_key(2));
    let late = |places: [u8; 3]| {
        let it = Scenario::new(2).round(2).hand(P0, "fear").goods(P0, "1 coin").items("hat").deck(P0, "parrot, rope, dog");
        let cards = ["parrot", "rope", "dog"].map(|name| it.card(name));
        it.set(|s| cards.iter().zip(places).for_each(|(&card, place)| s.set_key(0, card, place)))
    };
    let full = [[base + 1, base + 7, end - 1], [base - 1, base, end - 1]];
    let free = [[base - 1, base, end - 2], [base - 1, base, base], [base - 3, base - 2, base - 1]];
    for places in full.into_iter().chain(free) {
        let it = late(places).act("pick hat");
        let keys = ["parrot", "rope", "dog", "hat"].map(|name| it.s.key(0, it.card(name)));
        assert!(keys.is_sorted() && keys[2] < keys[3] && base < keys[3] && keys[3] < end, "{places:?} became {keys:?}");
        for (key, place) in keys.into_iter().zip(places) {
            assert_eq!(key < base, place < base, "the cards of another round stay in it");
            assert_eq!(key == base, place == base, "those without a known place stay without one");
        }
    }
}
