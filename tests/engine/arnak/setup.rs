//! Setup (section 2).

use expedition::core::{Advise, Describe, Game, Rng, Rules, Score, Seat, Setup};
use expedition::games::arnak::{Arnak, State};
use serde_json::{Map, Value, json};

fn start(options: &Value, seed: u64) -> State {
    let game = Game::<Arnak>::new(options.as_object().expect("an object"), &Map::new()).expect("valid");
    game.rules.start(&mut Rng::seeded(seed))
}

fn tiles(s: &State) -> usize {
    s.bonus.iter().flatten().filter(|k| **k < 6).count()
}

#[test]
fn four_players_bird() {
    // R10, R11, R12, R13, R14, R15, R16, R17, R19, R2; check list 1
    let s = start(&json!({"players": 4}), 1);
    assert_eq!((s.fear_supply, tiles(&s), s.temple_tiles, s.temple_left), (11, 11, 4, [4; 6]));
    assert_eq!((s.supply_below, s.supply.iter().all(|&a| a < 12), s.rescue.len()), ([3; 3], true, 0));
    assert_eq!((s.artifact_row.iter().filter(|c| **c < 75).count(), s.item_row.iter().filter(|c| **c < 40).count()), (1, 5));
    let items = s.market.iter().filter(|c| *c < 40).count();
    assert_eq!((items, s.market.len() as usize - items, s.blocked), (35, 34, 0));
    assert!(s.idols.iter().all(|&k| k < 6), "one face up on every place");
    let goods: Vec<[u8; 5]> = s.players.iter().map(|p| p.goods).collect();
    assert_eq!(goods, [[2, 0, 0, 0, 0], [1, 1, 0, 0, 0], [2, 1, 0, 0, 0], [1, 2, 0, 0, 0]]);
    for p in &s.players {
        assert_eq!((p.hand_size(), p.deck_size()), (5, 1));
        assert_eq!(p.hand.len() + p.deck.len(), 4, "four basic cards and two Fear");
    }
    assert_eq!((s.stack1.unknown.count_ones(), s.stack2.unknown.count_ones(), s.guardian_stack.count_ones()), (10, 6, 15));
}

#[test]
fn two_players_snake() {
    // R18, R15; check list 2
    let s = start(&json!({"players": 2, "board": "snake"}), 2);
    assert_eq!((s.fear_supply, s.rescue.len() + s.rescue_below as usize, s.supply_below), (15, 2, [2, 2, 3]));
    assert_eq!((tiles(&s), s.bonus[12].iter().filter(|k| **k < 6).count(), s.temple_tiles), (8, 2, 2));
    assert_eq!((s.blocked.count_ones(), s.temple_left), (5, [2; 6]));
}

#[test]
fn three_and_four_players() {
    // R13, R18; check list 3, 4
    let s = start(&json!({"players": 3}), 3);
    assert_eq!((s.blocked.count_ones(), s.fear_supply, tiles(&s), s.temple_tiles), (3, 13, 9, 3));
    let blocked: std::collections::HashSet<u32> = (0..40).map(|seed| start(&json!({"players": 3}), seed).blocked).collect();
    assert!(blocked.len() > 5, "which camps is random");
    let s = start(&json!({"players": 3, "board": "snake"}), 3);
    assert_eq!((tiles(&s), s.rescue_below, s.supply_below), (10, 2, [2, 2, 2]));
    let s = start(&json!({"players": 4, "board": "snake"}), 3);
    assert_eq!((tiles(&s), s.temple_tiles, s.rescue_below, s.supply_below), (12, 4, 3, [2, 2, 1]));
}

#[test]
fn solo() {
    // R160, R161; check list 5
    let s = start(&json!({"players": 1, "difficulty": 3}), 4);
    assert_eq!((s.fear_supply, s.blocked.count_ones(), s.temple_left, s.players[0].goods), (17, 5, [2; 6], [1, 1, 0, 0, 0]));
    let red = (0..5).filter(|pair| s.rival.tiles >> (6 + 2 * pair) & 1 == 1).count();
    assert_eq!((s.rival.tiles.count_ones(), red), (10, 3));
}

#[test]
fn the_start_player_is_fixed_or_drawn() {
    // R20, R21
    assert!((0..20).all(|seed| start(&json!({"players": 3}), seed).start == 0));
    let drawn = |seed| start(&json!({"players": 3, "first_player": "random"}), seed);
    let starts: std::collections::HashSet<u8> = (0..40).map(|seed| drawn(seed).start).collect();
    assert_eq!(starts.len(), 3);
    let s = (0..40).map(drawn).find(|s| s.start == 1).expect("seat 1 begins sometimes");
    assert_eq!((s.seat, s.players[1].goods[0], s.players[2].goods[1], s.players[0].goods), (1, 2, 1, [2, 1, 0, 0, 0]));
}

#[test]
fn numbers_for_those_who_learn() {
    // R183: a player's round never comes near a thousand decisions. A good score is about sixty points.
    for players in 1..=4 {
        let game = Game::<Arnak>::new(json!({ "players": players }).as_object().expect("an object"), &Map::new()).expect("valid");
        let rules = &game.rules;
        assert_eq!(rules.decision_bound(), 5 * 1_000 * players);
        assert!((rules.score_scale() * 60.0 - 1.0).abs() < 1e-6);
        let mut s = rules.start(&mut Rng::seeded(7));
        s.round = 3;
        assert_eq!(rules.round(&s), 3);
        let before = rules.evaluate(&s, Seat(0));
        s.players[0].temple[0] = 1;
        let after = rules.evaluate(&s, Seat(0));
        assert!(before < after && before > -1.0 && after < 1.0, "{before}, then {after}");
    }
}
