//! Sections 8 and 9: hit points and the hazard roll.

use expedition::core::Seat;
use expedition::games::subterra::Decision;
use expedition::games::subterra::board::Cell;
use expedition::games::subterra::words::Face;
use serde_json::json;

use super::{PLAIN, solo, table};

#[test]
fn hit_points_stay_within_bounds() {
    // R50: nothing below 0, and damage never kills.
    let mut t = solo(&PLAIN);
    t.put("spike_trap_cross", 0, 1, "NESW").stand("foreman", 0, 1).hp("foreman", 2).roll("foreman", Face::Trap);
    assert_eq!(t.hp_of("foreman"), 0);
    assert!(t.of("foreman").is_inside());
    t.roll("foreman", Face::Trap);
    assert_eq!(t.hp_of("foreman"), 0);
    let mut broken = t.clone();
    broken.hp("foreman", 6);
    assert!(expedition::core::Check::check(broken.rules(), &broken.s).is_err());
}

#[test]
fn going_down_ends_the_action_part() {
    // R51, ruling B1: the hazard roll is still made.
    let mut t = solo(&PLAIN);
    t.guardian(0, 0).hp("sharpshooter", 1);
    assert!(t.can_come("move east", |t| t.s.guardians.len() == 2), "a Wake face was rolled after going down");
    t.act_so("move east", |t| t.s.turn == 1 && t.s.decision == Decision::Act);
    assert_eq!(t.hp_of("sharpshooter"), 0);
}

#[test]
fn standing_up() {
    // R52, ruling B2: the Survivor passive lifts the Healer up, and next turn she has 2 AP.
    let mut t = solo(&["sapper", "foreman", "healer"]);
    t.hp("healer", 0).roll("healer", Face::Stumble);
    while t.s.turn != 2 {
        t.act_so("end", |_| true);
    }
    assert_eq!((t.hp_of("healer"), t.s.ap, t.s.decision), (1, 2, Decision::Act));
}

#[test]
fn passives_work_while_down() {
    // R53: a down Scoundrel still keeps the spikes quiet; one who has left does not.
    let mut t = solo(&["scoundrel", "foreman", "sapper"]);
    t.put("spike_trap_cross", 0, 1, "NESW").stand("scoundrel", 0, 1).hp("scoundrel", 0).stand("foreman", 0, 1);
    t.roll("foreman", Face::Trap);
    assert_eq!(t.hp_of("foreman"), 5);
    t.escaped("scoundrel").roll("foreman", Face::Trap);
    assert_eq!(t.hp_of("foreman"), 2);
}

#[test]
fn costs_are_not_damage() {
    // R54: Brace does not prevent what a push costs.
    let mut t = solo(&["veteran", "foreman", "sapper"]);
    t.act("brace").act("push");
    assert_eq!(t.hp_of("veteran"), 6);
}

#[test]
fn one_die_or_two() {
    // R55: every turn ends with a roll; the owner picks the order of two.
    let mut t = table(&json!({"players": 3, "explorers": PLAIN}));
    assert!(!t.can_come("end", |t| t.s.decision == Decision::Order));
    for face in [Face::Stumble, Face::Lava, Face::Collapse, Face::Trap, Face::Wake, Face::Activate] {
        let mut copy = t.clone();
        copy.sanctuary(0, 0, 'S').carrier("sapper").turn("foreman");
        copy.act_so("end", |t| t.s.decision == Decision::Order && t.s.dice.contains(&face));
        assert_eq!((copy.seat(), copy.names().len()), (Some(Seat(1)), 2));
    }
    // D12: both orders are real. Wake then Activate moves the new Guardian, the other order does not.
    t.s.dice.clear();
    t.rolling("sharpshooter", Face::Wake);
    t.s.dice[1] = Face::Activate;
    t.stand("sharpshooter", -2, 0).stand("foreman", -2, 0).stand("sapper", -2, 0);
    let mut other = t.clone();
    t.act("resolve wake");
    assert_eq!(t.guardians(), [(-2, 0)]);
    other.act("resolve activate");
    assert_eq!(other.guardians(), [(-3, 0)]);
}

#[test]
fn stumble() {
    // R56: only if the roller pushed, for each die.
    let mut t = solo(&PLAIN);
    t.roll("foreman", Face::Stumble);
    assert_eq!(t.hp_of("foreman"), 5);
    t.rolling("foreman", Face::Stumble);
    t.s.pushed = true;
    t.act("resolve stumble");
    assert_eq!(t.hp_of("foreman"), 4);
}

#[test]
fn lava_burns_on_lava_tiles() {
    // R57, ruling H1: everyone's Lava face, then the volcano.
    let mut t = solo(&PLAIN);
    t.put("lava_cross", 0, 1, "NESW").stand("foreman", 0, 1).stand("sapper", 0, 1).hp("sapper", 0).roll("sharpshooter", Face::Lava);
    assert_eq!((t.hp_of("foreman"), t.hp_of("sapper"), t.hp_of("sharpshooter")), (4, 0, 5));
    assert!(!t.s.erupted, "the marker is above 0");
}

#[test]
fn collapse_by_number() {
    // R58, scenario 8
    let mut t = solo(&["veteran", "foreman", "sapper"]);
    t.put("ruins_4_tee", 0, 1, "NES")
        .put("ruins_5_tee", 1, 1, "NSW")
        .clear(0, 1)
        .stand("veteran", 0, 1)
        .stand("foreman", 1, 1)
        .guardian(0, 1);
    t.rolling("foreman", Face::Collapse);
    assert!(t.can_come("resolve collapse", |t| t.guardians().len() == 1), "another number: nothing");
    assert!(!t.can_come("resolve collapse", |t| t.hp_of("foreman") < 5), "Ruins with Rubble do not collapse again");
    let mut four = t.clone();
    four.act_so("resolve collapse", |t| t.s.map.rubble.has(Cell::at(0, 1)));
    assert_eq!((four.hp_of("veteran"), four.guardians().len(), four.hp_of("foreman")), (2, 0, 5));
    t.s.map.consolidate(Cell::at(0, 1));
    t.s.consolidated = 1;
    assert!(!t.can_come("resolve collapse", |t| t.hp_of("veteran") < 7), "consolidated Ruins never");
}

#[test]
fn traps_near_the_roller() {
    // R59, rulings H2 and H3, scenario 7
    let mut t = solo(&PLAIN);
    t.put("dart_trap_corner", 0, 1, "NES").put("dart_trap_corner", 1, 1, "NW").put("ruins_1_cross", 0, 2, "N");
    t.stand("foreman", 0, 1).stand("sapper", 1, 1).stand("sharpshooter", 0, 2);
    t.roll("foreman", Face::Trap);
    assert_eq!((t.hp_of("foreman"), t.hp_of("sapper")), (3, 3), "both traps reach both");
    assert_eq!(t.hp_of("sharpshooter"), 4, "one trap, through Rubble");
    // A wall between: not triggered, not hit. The switch triggers by plain adjacency.
    for (connected, want) in [(true, (5, 5)), (false, (5, 4))] {
        let mut t = table(&json!({"players": 1, "explorers": PLAIN, "dart_trigger_needs_connection": connected}));
        t.put("normal_tee", 0, 1, "NS").put("dart_trap_corner", 1, 1, "NS").stand("foreman", 0, 1).stand("sapper", 1, 1);
        t.roll("foreman", Face::Trap);
        assert_eq!((t.hp_of("foreman"), t.hp_of("sapper")), want);
    }
    // Nothing is adjacent across the edge of the grid: the outer vault of ruling S2 ends its row.
    let mut t = table(&json!({"players": 1, "explorers": PLAIN, "dart_trigger_needs_connection": false}));
    t.put("normal_tee", -2, 1, "NSW").put("dart_trap_corner", -2, 2, "NW").put("dart_trap_corner", -3, 2, "E");
    t.put("lava_cross", 2, 1, "NESW").sanctuary(2, 1, 'E').stand("foreman", 4, 1).stand("sapper", -3, 2);
    t.roll("foreman", Face::Trap);
    assert_eq!((t.hp_of("foreman"), t.hp_of("sapper")), (5, 5));
    // Spikes under the roller, not next to it.
    let mut t = solo(&PLAIN);
    t.put("spike_trap_cross", 0, 1, "NESW").put("spike_trap_cross", 0, 2, "NESW").stand("foreman", 0, 1).stand("sapper", 0, 2);
    t.roll("foreman", Face::Trap);
    assert_eq!((t.hp_of("foreman"), t.hp_of("sapper")), (2, 5));
    // Flipped and consolidated cells are no traps.
    let mut t = solo(&PLAIN);
    t.put("spike_trap_cross", 0, 1, "NESW").stand("foreman", 0, 1);
    t.s.map.consolidate(Cell::at(0, 1));
    t.s.consolidated = 1;
    t.roll("foreman", Face::Trap);
    assert_eq!(t.hp_of("foreman"), 5);
    // The same beside the roller.
    for consolidated in [false, true] {
        let mut t = solo(&PLAIN);
        t.put("dart_trap_corner", 0, 1, "NE").stand("sapper", 0, 1);
        if consolidated {
            t.s.map.consolidate(Cell::at(0, 1));
            t.s.consolidated = 1;
        }
        t.roll("foreman", Face::Trap);
        assert_eq!(t.hp_of("foreman"), if consolidated { 5 } else { 4 });
    }
    let mut t = solo(&PLAIN);
    t.put("dart_trap_corner", 1, 1, "NS").sanctuary(1, 1, 'S').carrier("sapper").stand("foreman", 1, 0).s.marker = 0;
    t.roll("foreman", Face::Lava).roll("foreman", Face::Lava);
    assert!(t.s.map.flipped.has(Cell::at(1, 1)));
    t.roll("foreman", Face::Trap);
    assert_eq!(t.hp_of("foreman"), 5, "a flipped trap is none");
}

#[test]
fn wake_the_nearest_guardian_cell() {
    // R60, rulings H4, D13, scenario 9
    let mut t = solo(&PLAIN);
    t.roll("sharpshooter", Face::Wake);
    assert_eq!((t.s.decision, t.options("cell")), (Decision::Wake, vec!["-3,0".to_string(), "3,0".to_string()]));
    t.act("cell 3,0");
    assert_eq!(t.guardians(), [(3, 0)]);
    // The roller's owner chooses, not the leader; this includes those who have left (R62).
    for gone in [false, true] {
        let mut t = table(&json!({"players": 3, "explorers": PLAIN, "leader": 1}));
        if gone {
            t.escaped("sapper");
        }
        t.roll("sapper", Face::Wake);
        assert_eq!((t.s.decision, t.seat()), (Decision::Wake, Some(Seat(0))));
    }
    t.stand("sharpshooter", 1, 0).roll("sharpshooter", Face::Wake);
    assert_eq!(t.guardians(), [(3, 0), (3, 0)], "occupied or not");
    for _ in 0..3 {
        t.roll("sharpshooter", Face::Wake);
    }
    assert_eq!(t.guardians(), [(3, 0); 5]);
    t.roll("sharpshooter", Face::Wake);
    assert_eq!(t.guardians(), [(3, 0); 5], "a sixth never appears");
    t.stand("sharpshooter", 0, 0).roll("sharpshooter", Face::Wake);
    assert_ne!(t.s.decision, Decision::Wake, "with none in the supply no cell is asked for");
    // Consolidated Guardian cells do not count; if none is reachable nothing happens.
    let mut t = solo(&PLAIN);
    t.s.map.consolidate(Cell::at(-3, 0));
    t.s.map.consolidate(Cell::at(3, 0));
    t.s.consolidated = 2;
    t.roll("sharpshooter", Face::Wake);
    assert!(t.guardians().is_empty() && t.s.decision != Decision::Wake, "nor is a cell asked for");
    // Distance ignores Rubble (L2).
    let mut t = solo(&PLAIN);
    t.put("ruins_1_cross", 0, 1, "NS").put("guardian_dead_end", 0, 2, "N").roll("sharpshooter", Face::Wake);
    assert_eq!(t.guardians(), [(0, 2)]);
    // Flipped cells are no way: the Guardian cell behind the lava is not reached, the farther one is.
    let mut t = solo(&PLAIN);
    t.put("lava_cross", 0, 1, "NESW").put("guardian_dead_end", -1, 1, "E").sanctuary(0, 1, 'S').carrier("sapper").s.marker = 0;
    t.roll("foreman", Face::Wake);
    assert_eq!(t.guardians(), [(-1, 1)]);
    t.s.guardians.clear();
    t.roll("foreman", Face::Lava).roll("foreman", Face::Lava);
    assert!(t.s.map.flipped.has(Cell::at(0, 1)) && !t.s.map.flipped.has(Cell::at(-1, 1)));
    t.roll("foreman", Face::Wake);
    assert_eq!((t.s.decision, t.options("cell")), (Decision::Wake, vec!["-3,0".to_string(), "3,0".to_string()]));
}

#[test]
fn activate_is_one_pass() {
    // R61
    let mut t = solo(&PLAIN);
    t.guardian(3, 0).roll("sharpshooter", Face::Activate);
    assert_eq!(t.guardians(), [(2, 0)]);
}

#[test]
fn absent_rollers() {
    // R62, ruling H5, scenario 22
    let mut t = solo(&PLAIN);
    t.sanctuary(0, 0, 'S').dead("foreman").stand("sapper", 1, 0);
    t.rolling("foreman", Face::Trap).act("resolve trap");
    assert_eq!(t.hp_of("sapper"), 5);
    t.stand("sapper", 2, 0).stand("sharpshooter", 2, 0).roll("foreman", Face::Wake);
    assert_eq!(t.options("cell"), ["-3,0", "3,0"], "nearest to the exit cell, not to anybody");
    t.act("cell -3,0").roll("foreman", Face::Activate);
    assert_eq!(t.guardians(), [(-2, 0)]);
    t.rolling("foreman", Face::Stumble);
    t.s.pushed = true;
    t.act("resolve stumble");
    assert_eq!(t.hp_of("foreman"), 0);
    // The Healer's Survivor does not work from outside either.
    let mut t = solo(&["healer", "foreman", "sapper"]);
    t.hp("healer", 1).escaped("healer").roll("healer", Face::Stumble);
    assert_eq!(t.hp_of("healer"), 1);
}
