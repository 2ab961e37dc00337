//! The check list of section 15. Scenarios that a chapter tests in full are listed there; the rest stand here.
//!
//! 1 setup, 2 and 20 placing, 3 actions, 4 placing and moving, 5 and 6 and 21 moving, 7 to 9 and 22 hazards, 10 and 11
//! guardians, 12 to 15 volcano and round, 16 and 17 ending, 18 and 19 abilities.

use expedition::games::subterra::board::Cell;
use expedition::games::subterra::words::{End, Face, Grade, Kind, Object};
use expedition::games::subterra::{Artifact, Decision};

use super::{PLAIN, solo};

#[test]
fn scenario_4_explore_onto_a_guardian_tile() {
    let mut t = solo(&PLAIN);
    t.bag(&["guardian_dead_end", "lava_cross"]).turn("foreman");
    t.act_so("explore south", |t| t.s.map.kind(Cell::at(0, 1)) == Kind::Guardian);
    assert_eq!((t.at("foreman"), t.guardians(), t.hp_of("foreman")), ((0, 1), vec![(0, 1)], 5), "it enters, no attack");
    t.act("move north");
    assert_eq!(t.hp_of("foreman"), 4);
}

#[test]
fn scenario_5_fleeing_onto_spikes() {
    let mut t = solo(&PLAIN);
    t.put("spike_trap_cross", 0, 1, "NESW").hp("foreman", 2).stand("sapper", 0, 1).turn("foreman");
    t.guardian(0, 0).guardian(0, 0).guardian(0, 0);
    assert!(t.can_come("move south", |t| t.hp_of("sapper") == 2) && t.can_come("move south", |t| t.hp_of("sapper") == 5));
    t.act("move south");
    assert_eq!((t.at("foreman"), t.hp_of("foreman")), ((0, 1), 0));
}

#[test]
fn scenario_10_dig_then_move_within_one_round_end() {
    let mut t = solo(&PLAIN);
    t.put("ruins_1_cross", 0, 1, "NS").put("lava_cross", 0, 2, "NESW").guardian(0, 2).turn("sapper");
    t.act_so("end", |t| t.s.rounds == 1 && t.guardians() == [(0, 1)]);
    assert!(t.s.map.rubble.is_empty());
}

#[test]
fn scenario_16_gold() {
    let mut t = solo(&PLAIN);
    t.sanctuary(0, 0, 'S').carried_out("foreman").dead("sapper").turn("sharpshooter").act("move north");
    assert_eq!((t.s.end, t.rules().grade(&t.s)), (Some(End::Deserted), Grade::Gold));
}

#[test]
fn scenario_21_a_key_carried_out_stays() {
    let mut t = solo(&PLAIN);
    t.put("key_dead_end", -1, 1, "N").put("key_dead_end", 1, 1, "N").put("key_dead_end", 2, 1, "N").sanctuary(0, 0, 'S');
    t.s.keys.clear();
    t.s.inserted = 1;
    t.edit("foreman", |e| e.hand = Some(Object::Key)).edit("sapper", |e| e.hand = Some(Object::Key));
    t.stand("sapper", 0, 1).turn("sapper").act("put down");
    assert_eq!((t.s.inserted, t.s.artifact), (2, Artifact::Locked));
    t.turn("foreman").act("move north");
    assert_eq!(t.s.keys.as_slice(), [Cell::at(0, 0)]);
}

#[test]
fn scenario_22_a_dead_roller() {
    let mut t = solo(&PLAIN);
    t.put("spike_trap_cross", 1, 1, "N").sanctuary(0, 0, 'S').dead("foreman").stand("sapper", 1, 1).stand("sharpshooter", 1, 0);
    t.roll("foreman", Face::Trap);
    assert_eq!(t.hp_of("sapper"), 5);
    t.roll("foreman", Face::Wake);
    assert_eq!(t.s.decision, Decision::Wake, "both ends are as far from the exit");
}
