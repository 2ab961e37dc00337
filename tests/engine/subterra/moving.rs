//! Section 5: moving and entering.

use expedition::games::subterra::board::Cell;
use expedition::games::subterra::words::{Object, Status};
use expedition::games::subterra::{Artifact, Decision};
use serde_json::json;

use super::{PLAIN, solo, with_content};

#[test]
fn a_legal_step() {
    // R30: not onto flipped cells, Rubble or an occupied Bridge; leaving Rubble is free.
    let mut t = solo(&["guide", "foreman", "sapper"]);
    t.put("bridge_straight", 0, 1, "NS").put("ruins_1_cross", 1, 1, "NESW").turn("foreman");
    assert!(t.offers("move south"));
    t.stand("sapper", 0, 1).hp("sapper", 0);
    assert!(!t.offers("move south"), "a down explorer fills the Bridge too");
    t.s.map.consolidate(Cell::at(0, 1));
    t.s.consolidated = 1;
    assert!(t.offers("move south"), "a consolidated Bridge has no limit");
    t.stand("foreman", 1, 0);
    assert!(!t.offers("move south"));
    t.stand("guide", 1, 0).turn("guide");
    assert!(t.offers("move south"), "the Guide ignores Rubble");
    t.act("move south").act("move north");
    assert_eq!(t.at("guide"), (1, 0));
    // Flipped cells are closed.
    let mut t = solo(&PLAIN);
    t.sanctuary(0, 0, 'S').carrier("foreman").turn("sapper");
    assert!(t.offers("move south"));
    t.s.marker = 0;
    t.s.erupted = true;
    t.s.map.flip(&expedition::games::subterra::board::Cells::one(Cell::at(0, 1)).with(Cell::at(0, 2)));
    assert!(!t.offers("move south"));
}

#[test]
fn a_step_in_order() {
    // R31: flee, move, exit, spikes. Scenario 5.
    let mut t = solo(&PLAIN);
    t.put("spike_trap_cross", 0, 1, "NESW").guardian(0, 0).guardian(0, 0).guardian(0, 0).hp("foreman", 2).stand("sapper", 0, 1);
    t.turn("foreman").act_so("move south", |t| t.hp_of("sapper") == 2);
    assert_eq!((t.at("foreman"), t.hp_of("foreman")), ((0, 1), 0));
}

#[test]
fn fleeing_costs_one_hp_per_guardian() {
    // R32, scenario 4
    let mut t = solo(&PLAIN);
    t.guardian(0, 0).guardian(0, 0).turn("foreman").act("move east");
    assert_eq!((t.hp_of("foreman"), t.at("foreman")), (3, (1, 0)));
    t.act("move west");
    assert_eq!(t.hp_of("foreman"), 3, "entering costs nothing");
    let mut damage = t.game.content.tables()["damage"].clone();
    damage["flee_per_guardian"] = json!(2);
    let mut t = with_content(&json!({"players": 1, "explorers": PLAIN}), &json!({ "damage": damage })).expect("valid");
    t.guardian(0, 0).guardian(0, 0).turn("foreman").act("move east");
    assert_eq!(t.hp_of("foreman"), 5 - 2 * 2);
    // Ruling M1: the exit with the last HP counts.
    let mut t = solo(&PLAIN);
    t.guardian(0, 0).hp("foreman", 1).turn("foreman").act("move north");
    assert_eq!(t.of("foreman").status, Status::Escaped);
}

#[test]
fn entering_spikes() {
    // R33, R79, ruling M2, scenario 6
    let mut t = solo(&["scoundrel", "foreman", "veteran"]);
    t.put("spike_trap_cross", 0, 1, "NESW").stand("veteran", 0, 1).turn("foreman");
    assert!(t.can_come("move south", |t| (t.hp_of("foreman"), t.hp_of("veteran")) == (5, 7)));
    t.act_so("move south", |t| t.hp_of("foreman") < 5);
    assert_eq!((t.hp_of("foreman"), t.hp_of("veteran")), (2, 4));
    let mut safe = solo(&["scoundrel", "foreman", "veteran"]);
    safe.put("spike_trap_cross", 0, 1, "NESW").stand("scoundrel", 0, 1).turn("foreman");
    assert!(!safe.can_come("move south", |t| t.hp_of("foreman") < 5));
    safe.stand("scoundrel", 0, 0).stand("foreman", 0, 1).turn("scoundrel");
    assert!(!safe.can_come("move south", |t| t.hp_of("foreman") < 5));
    // A consolidated trap is no trap.
    let mut t = solo(&["scoundrel", "foreman", "veteran"]);
    t.put("spike_trap_cross", 0, 1, "NESW").turn("foreman");
    t.s.map.consolidate(Cell::at(0, 1));
    t.s.consolidated = 1;
    assert!(!t.can_come("move south", |t| t.hp_of("foreman") < 5));
    // An explorer who crawls rolls too, for the others' sake.
    let mut t = solo(&["scoundrel", "foreman", "veteran"]);
    t.put("spike_trap_cross", 0, 1, "NESW").stand("veteran", 0, 1).hp("foreman", 0).turn("scoundrel");
    t.act_so("end", |t| t.s.decision == Decision::Crawl).act_so("step south", |t| t.hp_of("veteran") == 4);
}

#[test]
fn leaving_the_temple() {
    // R34, rulings M3 and M4, scenario 21
    let mut t = solo(&PLAIN);
    t.put("key_dead_end", 0, 1, "N").turn("foreman");
    t.s.keys.clear();
    t.edit("foreman", |e| e.hand = Some(Object::Key)).act("move north");
    assert_eq!((t.of("foreman").status, t.of("foreman").hand), (Status::Escaped, None));
    assert_eq!(t.s.keys.as_slice(), [Cell::at(0, 0)]);
    let mut t = solo(&PLAIN);
    t.sanctuary(0, 0, 'S').carrier("foreman").turn("foreman").act("move north");
    assert_eq!((t.s.artifact, t.of("foreman").hand), (Artifact::Outside, Some(Object::Artifact)));
    // A down explorer crawls out and is saved.
    let mut t = solo(&PLAIN);
    t.hp("foreman", 0).turn("sharpshooter").act_so("end", |t| t.s.decision == Decision::Crawl).act("step north");
    assert_eq!(t.of("foreman").status, Status::Escaped);
}

#[test]
fn crawling() {
    // R35, ruling M5: one step, free; the Guide crawls over Rubble.
    let mut t = solo(&["sapper", "foreman", "guide"]);
    t.put("ruins_1_cross", 0, 1, "NESW").hp("foreman", 0).hp("guide", 0);
    t.act_so("end", |t| t.s.decision == Decision::Crawl);
    assert_eq!(t.names(), ["step north", "step east", "step west", "decline"]);
    t.act_so("step east", |t| t.s.decision == Decision::Crawl && t.s.turn == 2);
    assert_eq!(t.at("foreman"), (1, 0));
    assert!(t.offers("step south"));
}
