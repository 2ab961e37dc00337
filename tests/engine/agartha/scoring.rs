//! End and scoring (R10).

use expedition::core::{Advise, Episode, Rng, Score, Seat, Turn};
use expedition::games::agartha::{Agartha, Board, Decision, Points};
use serde_json::{Value, json};

use super::scenario::{Scenario, board};
use crate::support::game;

fn points(board: &Board) -> Points {
    game::<Agartha>(&json!({})).rules.final_points(board)
}

#[test]
fn points_of_activations_are_plain_numbers() {
    // R10.1
    let scene = Scenario::new(2).slot(0, "village_1", "3 character").tile(1, "character");
    let scene = scene.bids("3 1b, 1 3b, 1 3b, 2 3b, 2 3b, 3 3b").act("put village_1");
    assert_eq!(scene.ep.scores()[..2], [0.0, 0.0]);
    let scene = scene.act("activate village_1 with 4");
    assert_eq!(scene.ep.scores()[..2], [5.0, 0.0]);
    // Points of explorations are distinguishable (R6.9: 5 and 9).
    let mut explored = Board::default();
    (explored.levels, explored.points) = (0b110, 5 + 9 + 3);
    assert_eq!(points(&explored), Points { encounters: 3, explorations: 14, ..Points::default() });
    // What lies on the board counts only at the end.
    assert_eq!(scene.ep.game().rules.points_so_far(&scene.state().boards[0]).total(), 5);
}

#[test]
fn misplaced_cards_score_nothing() {
    // R10.2
    let mut misplaced = board(&[
        ("village_1", "3 forest, compass, knife"),
        ("village_2", "2 amulet"),
        ("objects", "4 mountain, compass, amulet"),
        ("places_1", "5 character, axe"),
        ("exploration", "torch, vial, 5 forest, compass"),
    ]);
    misplaced.encounter = 6;
    misplaced.points = 5 + 1;
    assert_eq!(points(&misplaced), Points { encounters: 6, ..Points::default() });
}

#[test]
fn encounters_are_multiplied_by_different_objects() {
    // R10.3
    for (encounter, objects, want) in
        [(0, "knife", 0), (1, "knife", 0), (5, "knife, axe, torch, vial", 8), (9, "", 0), (8, "2 axe", 4)]
    {
        let mut board = board(&[("objects", objects)]);
        board.encounter = encounter;
        assert_eq!(points(&board).objects, want, "{encounter} and {objects}");
    }
}

#[test]
fn lots_need_a_compass_and_like_places() {
    // R10.4
    for (count, want) in [(0, 0), (1, 1), (2, 3), (3, 5), (4, 7), (5, 9), (7, 9)] {
        assert_eq!(points(&board(&[("places_2", &format!("{count} village, 2 compass"))])).lots, want, "one lot of {count}");
    }
    assert_eq!(points(&board(&[("places_2", "4 village")])).lots, 0, "no compass in the slot");
    assert_eq!(points(&board(&[("places_2", "4 village"), ("places_1", "compass")])).lots, 0, "nor a compass elsewhere");
    assert_eq!(points(&board(&[("places_2", "4 village, 2 forest, compass")])).lots, 7, "the best type of a mixed slot");
}

#[test]
fn the_best_assignment_of_types_is_found() {
    // R10.5
    let mixed =
        [("places_1", "2 forest, mountain, compass"), ("places_2", "2 forest, village, compass"), ("places_3", "forest, compass")];
    // Forest, village, mountain: 1 + 1 + 1 and 5 for three types; two forests first would be 3 + 1 + 1 and 5 less.
    let got = points(&board(&mixed));
    assert_eq!((got.lots, got.different_lots), (3, 5));
    let two = points(&board(&[("places_1", "forest, compass"), ("places_2", "village, compass")]));
    assert_eq!((two.lots, two.different_lots), (2, 2));
    // A brute force over every choice agrees on random boards.
    let mut rng = Rng::seeded(9);
    for _ in 0..500 {
        let counts: [[u8; 4]; 3] =
            std::array::from_fn(|_| std::array::from_fn(|kind| rng.below(if kind == 3 { 2 } else { 4 }) as u8));
        let text = counts.map(|[f, m, v, c]| format!("{f} forest, {m} mountain, {v} village, {c} compass"));
        let got = points(&board(&[("places_1", &text[0]), ("places_2", &text[1]), ("places_3", &text[2])]));
        let mut best = 0;
        for choice in 0..64usize {
            let picks = [choice % 4, choice / 4 % 4, choice / 16];
            if (0..3).any(|slot| picks[slot] < 3 && (counts[slot][3] == 0 || counts[slot][picks[slot]] == 0)) {
                continue;
            }
            let lots: u32 = (0..3).filter(|&s| picks[s] < 3).map(|s| 2 * u32::from(counts[s][picks[s]]) - 1).sum();
            let types = (0..3).filter(|kind| picks.contains(kind)).count();
            best = best.max(lots + [0, 0, 2, 5][types]);
        }
        assert_eq!(got.lots + got.different_lots, best, "{text:?}");
    }
}

#[test]
fn amulets_count_in_their_sector_alone() {
    // R10.6
    let mut board = board(&[("objects", "amulet"), ("village_1", "2 amulet")]);
    board.amulets = 2;
    assert_eq!(points(&board).total(), 6);
}

/// A finished game with these boards; everything else lies in the discards. Seat 1 holds the testament of round 6.
fn finished(options: &Value, boards: &[Board]) -> Episode<Agartha> {
    let scene = Scenario::with(options).holder(1).round(6);
    let seats = boards.len();
    let tile = if seats == 2 { 3 } else { 5 };
    let one: Vec<String> = (1..=3).flat_map(|value| std::iter::repeat_n(format!("{value} {tile}b"), seats)).collect();
    let scene = scene.set(|s| {
        for (to, board) in s.boards.iter_mut().zip(boards) {
            *to = *board;
            for slot in &board.slots {
                slot.iter().enumerate().for_each(|(card, &n)| s.pile.0[card] -= n);
            }
            s.pile.0[0] -= board.encounter;
            s.pile.0[5] -= board.amulets;
        }
    });
    let ep = scene.bids(&one.join(", ")).ep;
    assert_eq!((ep.turn(), ep.state().decision), (Turn::Over, Decision::Over));
    ep
}

fn with_amulets(amulets: u8, lots: &[(&str, &str)]) -> Board {
    let mut board = board(lots);
    board.amulets = amulets;
    board
}

#[test]
fn most_points_win_then_most_amulets() {
    // R10.7
    let low = with_amulets(1, &[]);
    let high = with_amulets(0, &[("places_1", "3 forest, compass")]);
    let ep = finished(&json!({}), &[low, high]);
    assert_eq!((ep.scores()[..2].to_vec(), ep.game().rules.winners(ep.state())), (vec![3.0, 5.0], 0b10));
    // 3 + 3 against 5 + 1: the same points, more amulets.
    let amulets = with_amulets(2, &[]);
    let places = with_amulets(1, &[("places_1", "2 forest, compass")]);
    let ep = finished(&json!({}), &[amulets, places]);
    assert_eq!((ep.scores()[..2].to_vec(), ep.returns()[..2].to_vec()), (vec![6.0, 6.0], vec![1.0, -1.0]));
}

#[test]
fn a_full_tie_is_shared_or_goes_to_the_first_in_turn_order() {
    // R10.8
    let same = || [with_amulets(1, &[]), with_amulets(0, &[]), with_amulets(1, &[])];
    let shared = finished(&json!({"players": 3}), &same());
    assert_eq!(shared.game().rules.winners(shared.state()), 0b101);
    assert_eq!(shared.returns()[..3], [0.5, -1.0, 0.5]);
    // Seat 1 holds the testament of round 6: the turn order is 1, 2, 0.
    let single = finished(&json!({"players": 3, "shared_victory_on_full_tie": false}), &same());
    assert_eq!(single.game().rules.winners(single.state()), 0b100);
    let same = [with_amulets(0, &[]), with_amulets(1, &[]), with_amulets(1, &[])];
    let holder = finished(&json!({"players": 3, "shared_victory_on_full_tie": false}), &same);
    assert_eq!(holder.game().rules.winners(holder.state()), 0b010);
}

#[test]
fn the_sources_add_up_and_a_running_game_has_no_winner() {
    let ep = finished(&json!({}), &[with_amulets(1, &[("places_1", "2 forest, compass")]), Board::default()]);
    let sources = ep.game().rules.breakdown(ep.state());
    let of = |name: &str| sources.iter().find(|(source, _)| *source == name).expect("a source").1[0];
    assert_eq!((of("lots"), of("amulets"), of("objects")), (3.0, 3.0, 0.0));
    let running = Scenario::new(2);
    assert_eq!(running.ep.game().rules.winners(running.state()), 0);
}

#[test]
fn a_reward_of_one_is_a_good_score_and_an_evaluation_follows_the_points() {
    let ahead = Scenario::new(2).slot(0, "places_1", "4 forest, compass");
    let rules = &ahead.ep.game().rules;
    assert!((rules.score_scale() * 40.0 - 1.0).abs() < 1e-6);
    let [own, other] = [0, 1].map(|seat| rules.evaluate(ahead.state(), Seat(seat)));
    assert!(own > other && own < 1.0, "{own} and {other}");
}
