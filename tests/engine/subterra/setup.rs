//! Section 2: setup and its options.

use expedition::core::{Rng, Rules, Score, Seat, Setup};
use expedition::games::subterra::words::Sheet;
use expedition::games::subterra::{Decision, Stage};
use serde_json::json;

use super::{PLAIN, solo, table, with_content};

#[test]
fn the_table_is_set() {
    // R11, R13, R16, scenario 1
    let t = solo(&PLAIN);
    assert_eq!(t.s.map.placed.len(), 8);
    assert_eq!(t.s.map.frontier().len(), 5);
    assert_eq!((t.s.bag.total(), t.s.journals.total(), t.s.guardians.len()), (30, 3, 0));
    assert!(!t.s.has_sanctuary() && t.s.keys.is_empty());
    for name in PLAIN {
        assert_eq!((t.at(name), t.hp_of(name), t.of(name).hand), ((0, 0), 5, None));
    }
}

#[test]
fn players_control_explorers() {
    // R12: one player 3 to 6, two players two each, more players one each.
    for (players, size) in [(1, 4), (2, 4), (3, 3), (4, 4), (5, 5), (6, 6)] {
        let t = table(&json!({"players": players}));
        assert_eq!(t.s.explorers.len(), size);
        let per_seat = size / players;
        for (i, explorer) in t.s.explorers.iter().enumerate() {
            assert_eq!(explorer.seat, Seat((i / per_seat) as u8));
        }
    }
    for size in 3..=6 {
        assert_eq!(table(&json!({"players": 1, "explorers": size})).s.explorers.len(), size);
    }
    for wrong in [
        json!({"players": 1, "explorers": 2}),
        json!({"players": 1, "explorers": 7}),
        json!({"players": 2, "explorers": 3}),
        json!({"players": 3, "explorers": ["guide", "guide", "priest"]}),
        json!({"players": 3, "explorers": ["guide", "priest"]}),
        json!({"players": 3, "explorers": ["guide", "priest", "dragon"]}),
        json!({"players": 3, "explorers": "drift"}),
        json!({"players": 3, "explorers": null}),
        json!({"players": 3, "leader": 3}),
    ] {
        assert!(with_content(&wrong, &json!({})).is_err(), "{wrong}");
    }
}

#[test]
fn a_dealt_team_has_different_sheets() {
    // R12
    let t = table(&json!({"players": 1, "explorers": 6}));
    let mut teams = std::collections::HashSet::new();
    for seed in 0..50 {
        let s = t.rules().start(&mut Rng::seeded(seed));
        let mut sheets: Vec<Sheet> = s.explorers.iter().map(|e| e.sheet).collect();
        sheets.sort_unstable();
        sheets.dedup();
        assert_eq!(sheets.len(), 6);
        teams.insert(sheets);
    }
    assert!(teams.len() > 10);
}

#[test]
fn sheets_are_drafted_from_the_leader_on() {
    // R12, R15, ruling U1, D1; R17, ruling U3: then a player's explorers stand together.
    let mut t = table(&json!({"players": 2, "explorers": "draft", "leader": 1}));
    assert_eq!((t.s.decision, t.s.stage, t.names().len()), (Decision::Draft, Stage::Draft, 10));
    for (seat, name) in [(1, "priest"), (0, "guide"), (1, "healer"), (0, "veteran")] {
        assert_eq!(t.seat(), Some(Seat(seat)));
        t.act(&format!("draft {name}"));
        assert!(!t.offers(&format!("draft {name}")), "each sheet can be taken once");
    }
    let team: Vec<&str> = t.s.explorers.iter().map(|e| e.sheet.name()).collect();
    assert_eq!(team, ["priest", "healer", "guide", "veteran"]);
    assert_eq!((t.s.decision, t.seat()), (Decision::Act, Some(Seat(1))));
    let t = table(&json!({"players": 1, "explorers": "draft 6"}));
    assert_eq!(t.s.marker, 17);
}

#[test]
fn the_marker_starts_by_difficulty_and_team() {
    // R14
    let want = [
        ("beginner", [27, 24, 22, 20]),
        ("normal", [26, 21, 19, 17]),
        ("advanced", [22, 18, 16, 14]),
        ("expert", [20, 16, 14, 12]),
    ];
    for (difficulty, markers) in want {
        for (size, marker) in (3..=6).zip(markers) {
            assert_eq!(table(&json!({"players": 1, "explorers": size, "difficulty": difficulty})).s.marker, marker);
        }
    }
}

#[test]
fn the_leader_decides_for_the_team() {
    // R15: leader decisions stay with the leader, even when all the leader's explorers are lost.
    let mut t = table(&json!({"players": 3, "explorers": PLAIN, "leader": 2}));
    assert_eq!(t.s.explorers[0].seat, Seat(2));
    t.s.stage = Stage::RoundEnd;
    t.s.passes = 2;
    t.s.steps = 1;
    t.s.turn = 2;
    t.s.ap = 0;
    t.escaped("sharpshooter").guardian(-3, 0).guardian(3, 0);
    t.s.decision = Decision::Guardian;
    assert_eq!(t.seat(), Some(Seat(2)));
    t.act("cell -3,0");
    assert_eq!(t.guardians(), [(-2, 0), (2, 0)], "the second Guardian of a pass acts without a question");
    t.act("cell 2,0");
    assert_eq!(t.guardians(), [(-1, 0), (1, 0)]);
}

#[test]
fn one_to_six_players_share_one_result() {
    // R11, R92: all share one result.
    for players in 1..=6 {
        let t = table(&json!({ "players": players }));
        assert!(t.rules().seats() == players && t.rules().cooperative());
    }
}
