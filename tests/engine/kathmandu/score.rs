//! R14: scoring.

use expedition::core::{Advise, Describe, Score};
use expedition::games::kathmandu::Decision;
use serde_json::json;

use super::table::{P0, P1, Table, table, two};

/// Seat 0: three site cards, four coloured tokens, two lost; one coloured token left on the board.
fn t6(t: &mut Table) {
    t.sites(&["changu_narayan", "patan"]).dig("changu_narayan", &[("red", 9, -8), ("black", 8, -7)]);
    t.s.taken_sites = [0b0011_0000_0000_0001, 0, 0, 0];
    let left = t.s.sites.cards().fold(0, |set, dig| set | 1 << dig.site.0);
    t.s.taken_sites[0] = (0..16).filter(|i| left >> i & 1 == 0).take(3).fold(0, |set, i| set | 1 << i);
    t.s.unseen_sites = !(left | t.s.taken_sites[0]);
    t.s.site_deck = t.s.unseen_sites.count_ones() as u8;
    t.s.taken[0] = [6, 1, 1, 1, 1, 0];
    for colour in 0..6 {
        t.s.bag.0[colour] -= t.s.taken[0][colour];
    }
    t.s.graveyard[0] = 2;
    t.s.supply[0] -= 2;
    t.s.decision = Decision::Over;
    t.check().expect("a possible end");
}

#[test]
fn points_t6_r14_1_r14_2_r14_3() {
    // T6: 15 + 12 - 4 - 3 = 20. R14.1, R14.2, R14.3
    let mut t = two();
    t6(&mut t);
    assert_eq!(t.rules().scores(&t.s)[..2], [20.0, -3.0]);
    let sources: Vec<f32> = t.rules().breakdown(&t.s).iter().map(|(_, points)| points[0]).collect();
    assert_eq!(sources, [15.0, 12.0, -4.0, -3.0]);
    assert_eq!(t.rules().winners(&t.s), 0b01);
    // R14.3, the switch.
    let mut t = table(&json!({"leftover_penalty": "none"}));
    t6(&mut t);
    assert_eq!(t.rules().scores(&t.s)[..2], [23.0, 0.0]);
}

#[test]
fn who_wins_r14_4() {
    // R14.4
    let mut t = table(&json!({"players": 3, "leftover_penalty": "none"}));
    t.s.decision = Decision::Over;
    let mut winners = |taken: [(u8, u16); 3], lost: [u8; 3]| {
        for seat in 0..3 {
            t.s.taken[seat] = [0, taken[seat].0, 0, 0, 0, 0];
            t.s.taken_sites[seat] = taken[seat].1;
            t.s.graveyard[seat] = lost[seat];
        }
        (t.rules().winners(&t.s), t.rules().outcome(&t.s)[..3].to_vec())
    };
    assert_eq!(winners([(2, 0), (1, 0), (0, 0)], [0; 3]).0, 0b001, "the highest");
    assert_eq!(winners([(5, 0), (0, 0b111), (0, 0)], [0; 3]).0, 0b010, "15 each: most site cards");
    assert_eq!(winners([(1, 1), (1, 2), (0, 0)], [0; 3]), (0b011, vec![0.5, 0.5, -1.0]), "still tied players share");
    assert_eq!(winners([(0, 0); 3], [1, 2, 1]), (0, vec![0.0; 3]), "all negative: nobody wins");
    assert_eq!(winners([(0, 0); 3], [1, 0, 1]).0, 0b010, "zero is not negative");
}

#[test]
fn nobody_has_won_while_the_game_runs() {
    let t = two();
    assert_eq!(t.rules().winners(&t.s), 0);
    assert_eq!(t.to_act(), Some(P0));
}

#[test]
fn a_reward_of_one_is_a_good_score() {
    let mut t = two();
    t.s.round = 3;
    assert!((t.rules().score_scale() * 60.0 - 1.0).abs() < 1e-6);
    assert_eq!(t.rules().round(&t.s), 3);
}

#[test]
fn an_evaluation_follows_the_points() {
    let mut t = two();
    t.s.taken[0][1] = 20;
    let [own, other] = [P0, P1].map(|seat| t.rules().evaluate(&t.s, seat));
    assert!(own > other && own > 0.0 && own < 1.0, "{own} and {other}");
}
