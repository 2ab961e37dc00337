//! Section 13: the end of the game.

use expedition::core::Score;
use expedition::games::subterra::Decision;
use expedition::games::subterra::board::Cell;
use expedition::games::subterra::words::{End, Face, Grade};
use serde_json::json;

use super::{PLAIN, solo, table};

#[test]
fn nobody_left_or_all_down() {
    // R91, rulings E1 and E2, scenario 17
    let mut t = solo(&PLAIN);
    t.hp("foreman", 0).hp("sapper", 0).turn("sharpshooter").act("move north");
    assert_eq!(t.s.end, Some(End::AllDown), "everyone still in the temple is down");
    assert!(t.is_over() && t.legal().is_empty());
    let mut t = table(&json!({"players": 1, "explorers": PLAIN, "end_when_all_in_temple_down": false}));
    t.hp("foreman", 0).hp("sapper", 0).turn("sharpshooter").act("move north");
    assert_eq!(t.s.end, None, "the literal reading: somebody has escaped");
    let mut t = table(&json!({"players": 1, "explorers": PLAIN, "end_when_all_in_temple_down": false}));
    t.hp("foreman", 0).hp("sapper", 0).hp("sharpshooter", 1).turn("sharpshooter").act("push");
    assert_eq!(t.s.end, Some(End::AllDown));
    let mut t = solo(&PLAIN);
    t.escaped("foreman").escaped("sapper").turn("sharpshooter").act("move north");
    assert_eq!(t.s.end, Some(End::Deserted));
}

#[test]
fn the_artifact_outside_wins() {
    // R92: the game goes on for the others.
    let mut t = solo(&PLAIN);
    t.sanctuary(0, 0, 'S').carrier("foreman").turn("foreman").act_so("move north", |t| t.s.decision == Decision::Order);
    assert!(t.s.end.is_none() && t.s.is_won());
    assert_eq!(t.rules().winners(&t.s), 0, "not before the end");
}

#[test]
fn grades() {
    // R93, ruling E3, scenario 16
    let team = ["sharpshooter", "foreman", "sapper", "priest", "healer", "veteran"];
    for (lost, grade, value) in [
        (0, Grade::Legendary, 1.0),
        (1, Grade::Gold, 0.75),
        (2, Grade::Silver, 0.5),
        (3, Grade::Bronze, 0.25),
        (4, Grade::Bronze, 0.25),
        (5, Grade::Bronze, 0.25),
    ] {
        let mut t = table(&json!({"players": 6, "explorers": team}));
        t.sanctuary(0, 0, 'S').carrier("sharpshooter").turn("sharpshooter");
        for (i, name) in team.iter().enumerate().skip(1) {
            if i <= lost {
                t.dead(name)
            } else {
                t.escaped(name)
            };
        }
        t.act("move north");
        assert_eq!((t.s.end, t.rules().grade(&t.s)), (Some(End::Deserted), grade));
        assert_eq!(t.rules().outcome(&t.s), [value; 6], "all seats share it");
        assert_eq!(t.rules().winners(&t.s), 0b11_1111);
    }
}

#[test]
fn every_other_end_is_lost() {
    // R94
    let mut t = solo(&PLAIN);
    t.escaped("foreman").escaped("sapper").turn("sharpshooter").act("move north");
    assert_eq!((t.rules().grade(&t.s), t.rules().outcome(&t.s)[0], t.rules().winners(&t.s)), (Grade::Lost, -1.0, 0));
}

#[test]
fn shortcuts_and_the_cap() {
    // R95, rulings E4 and E5
    let mut t = solo(&PLAIN);
    t.sanctuary(0, 0, 'S').carried_out("foreman").stand("sapper", 3, 0).stand("sharpshooter", 3, 0);
    t.s.marker = 0;
    t.roll("sharpshooter", Face::Lava);
    assert!(t.s.end.is_none());
    t.roll("sharpshooter", Face::Lava);
    assert_eq!((t.s.end, t.rules().grade(&t.s)), (Some(End::EntranceLost), Grade::Silver), "nobody can get out any more");
    assert!(t.s.map.flipped.has(Cell::at(0, 0)) && !t.s.map.flipped.has(Cell::at(3, 0)));
    let mut t = table(&json!({"players": 1, "explorers": PLAIN, "safety_round_cap": 2}));
    t.s.rounds = 1;
    t.turn("sapper").act_so("end", super::Table::is_over);
    assert_eq!(t.s.end, Some(End::RoundCap));
}
