//! Section 10: Guardians.

use expedition::core::{Content, Rules, Seat};
use expedition::games::subterra::board::Cell;
use expedition::games::subterra::words::Face;
use expedition::games::subterra::{Decision, Stage, Subterra};
use serde_json::{Map, json};

use super::{PLAIN, Table, solo, table};

/// One activation pass begins; the Activate face of the first explorer.
fn pass(t: &mut Table) -> &mut Table {
    let name = t.s.explorers[0].sheet.name();
    t.roll(name, Face::Activate)
}

#[test]
fn the_leader_orders_the_guardians() {
    // R63, rulings G1 and G2, D14
    let mut t = table(&json!({"players": 3, "explorers": PLAIN, "leader": 1}));
    t.guardian(3, 0).guardian(-3, 0).guardian(-3, 0);
    let first = t.s.explorers[0].sheet.name();
    t.roll(first, Face::Activate);
    assert_eq!((t.s.decision, t.seat()), (Decision::Guardian, Some(Seat(1))));
    assert_eq!(t.options("cell"), ["-3,0", "3,0"], "Guardians of one cell are interchangeable");
    t.act("cell -3,0");
    assert_eq!(t.options("cell"), ["-3,0", "3,0"], "the one that has acted is not asked again at -2,0");
    t.act("cell 3,0");
    assert_eq!(t.guardians(), [(-2, 0), (-2, 0), (2, 0)], "one group left: no question");
    // Order of arrival by the switch.
    let mut t = table(&json!({"players": 3, "explorers": PLAIN, "leader_orders_guardians": false}));
    t.guardian(3, 0).guardian(-3, 0);
    pass(&mut t);
    assert_eq!(t.guardians(), [(-2, 0), (2, 0)]);
    // The earliest arrival of a cell is eliminated: the one that came second acts later.
    let mut t = table(&json!({"players": 3, "explorers": ["veteran", "foreman", "sapper"], "leader_orders_guardians": false}));
    t.guardian(0, 0).guardian(3, 0).guardian(0, 0).turn("veteran").act("annihilate");
    assert_eq!(t.s.guardians.as_slice(), [Cell::at(3, 0), Cell::at(0, 0)]);
}

#[test]
fn attack_move_dig() {
    // R64, ruling G3, scenario 10, D15, D16, D17
    let mut t = solo(&PLAIN);
    t.guardian(1, 0);
    pass(&mut t);
    assert_eq!(t.guardians(), [(0, 0)]);
    assert!(PLAIN.iter().all(|name| t.hp_of(name) == 5), "arriving does not attack");
    pass(&mut t);
    assert_eq!(
        (t.s.decision, t.options("victim")),
        (Decision::Victim, vec!["foreman".to_string(), "sharpshooter".into(), "sapper".into()])
    );
    let mut down = t.clone();
    down.hp("foreman", 0);
    assert_eq!(down.options("victim"), ["sharpshooter", "sapper"], "who is down is no victim");
    t.act("victim sapper");
    assert_eq!(t.hp_of("sapper"), 4);
    // Two shortest walks: the leader picks the step.
    let mut t = solo(&PLAIN);
    t.put("lava_cross", 0, 1, "NESW").put("lava_cross", 1, 1, "NESW").guardian(1, 1);
    pass(&mut t);
    assert_eq!((t.s.decision, t.options("step")), (Decision::GuardianStep, vec!["north".to_string(), "west".into()]));
    t.act("step west");
    assert_eq!(t.guardians(), [(0, 1)]);
    // Rubble on the only step: dig first, move next. A clear step of equal length is preferred.
    let mut t = solo(&PLAIN);
    t.put("ruins_1_cross", 0, 1, "NS").put("lava_cross", 0, 2, "NESW").guardian(0, 2);
    pass(&mut t);
    assert_eq!((t.guardians(), t.s.map.rubble.len()), (vec![(0, 2)], 0));
    pass(&mut t);
    assert_eq!(t.guardians(), [(0, 1)]);
    let mut t = solo(&PLAIN);
    t.put("ruins_1_cross", 0, 1, "NESW").put("lava_cross", 1, 1, "NESW").guardian(1, 1);
    pass(&mut t);
    assert_eq!((t.guardians(), t.s.map.rubble.len()), (vec![(1, 0)], 1));
    // Several Rubble candidates: the leader picks.
    let mut t = solo(&PLAIN);
    t.put("ruins_1_cross", 0, 1, "NE").put("lava_cross", 1, 1, "ES").put("ruins_2_cross", 0, 2, "ESNW").put(
        "lava_cross",
        1,
        2,
        "NESW",
    );
    t.put("ruins_3_cross", -1, 1, "NSEW")
        .put("lava_cross", -1, 2, "NESW")
        .put("normal_tee", 0, 3, "NEW")
        .put("ruins_4_tee", 1, 3, "NW")
        .guardian(0, 3);
    pass(&mut t);
    assert_eq!(t.s.decision, Decision::Act, "one candidate: the Rubble at 0,2 on the shortest walk is dug");
    assert!(!t.s.map.rubble.has(Cell::at(0, 2)) && t.s.map.rubble.has(Cell::at(1, 3)));
}

#[test]
fn the_leader_picks_the_rubble_to_dig() {
    // R64 (3), D17: two shortest walks, Rubble on the first step of both, and a third Rubble that is on neither.
    let mut t = table(&json!({"players": 3, "explorers": PLAIN, "leader": 2}));
    t.put("lava_cross", 0, 1, "NESW")
        .put("ruins_1_cross", 0, 2, "NESW")
        .put("lava_cross", 1, 1, "NESW")
        .put("lava_cross", 1, 2, "NESW")
        .put("ruins_2_cross", 1, 3, "NESW")
        .put("normal_tee", 0, 3, "NE")
        .put("ruins_4_tee", 0, 4, "NES")
        .guardian(0, 3);
    t.s.map.demolish(Cell::at(0, 3), expedition::games::subterra::board::Side::S);
    for name in PLAIN {
        t.stand(name, 1, 1);
    }
    pass(&mut t);
    assert_eq!((t.s.decision, t.seat()), (Decision::GuardianDig, Some(Seat(2))));
    assert_eq!(t.options("step"), ["north", "east"], "not the Rubble to the south, which is on no shortest walk");
    let mut other = t.clone();
    t.act("step north");
    assert!(!t.s.map.rubble.has(Cell::at(0, 2)) && t.s.map.rubble.has(Cell::at(1, 3)));
    other.act("step east");
    assert!(other.s.map.rubble.has(Cell::at(0, 2)) && !other.s.map.rubble.has(Cell::at(1, 3)));
    assert_eq!(other.guardians(), [(0, 3)], "it digs and stays");
}

#[test]
fn no_explorer_in_reach_means_digging() {
    // R64 (3): with no active explorer reachable a Guardian digs a connected neighbour, else does nothing.
    let locked = json!({"players": 1, "explorers": PLAIN, "guardian_path": "avoid_rubble"});
    let mut t = table(&locked);
    t.put("ruins_1_cross", 0, 1, "NS")
        .put("lava_cross", 0, 2, "NESW")
        .put("ruins_2_cross", 1, 2, "NESW")
        .put("lava_cross", -1, 2, "E")
        .guardian(0, 2);
    pass(&mut t);
    assert_eq!((t.s.decision, t.options("step")), (Decision::GuardianDig, vec!["north".to_string(), "east".into()]), "D17");
    t.act("step north");
    assert_eq!(t.s.map.rubble.len(), 1);
    pass(&mut t);
    assert_eq!(t.guardians(), [(0, 1)]);
    let mut t = table(&locked);
    t.put("ruins_1_cross", 0, 1, "NS").put("lava_cross", 0, 2, "NESW").put("lava_cross", -1, 2, "E").guardian(-1, 2);
    pass(&mut t);
    assert_eq!((t.guardians(), t.s.map.rubble.len()), (vec![(-1, 2)], 1));
}

#[test]
fn through_rubble_or_around() {
    // R64, ruling G4: the shortest way counts Rubble as ground; the switch walks around.
    for (path, want) in [("through_rubble", (0, 2)), ("avoid_rubble", (1, 2))] {
        let mut t = table(&json!({"players": 1, "explorers": PLAIN, "guardian_path": path}));
        t.put("ruins_1_cross", 0, 1, "NS")
            .put("lava_cross", 0, 2, "NESW")
            .put("lava_cross", 1, 2, "NW")
            .put("lava_cross", 1, 1, "NS")
            .guardian(0, 2);
        pass(&mut t);
        assert_eq!(t.guardians(), [want]);
        assert_eq!(t.s.map.rubble.is_empty(), path == "through_rubble");
    }
}

#[test]
fn guardians_ignore_what_stops_explorers() {
    // R65, scenario 11: down explorers, traps, lava and the Bridge limit; any number shares a cell.
    let mut t = solo(&PLAIN);
    t.put("bridge_straight", 0, 1, "NS").stand("foreman", 0, 1).guardian(0, 0).stand("sharpshooter", 3, 0).stand("sapper", 3, 0);
    t.s.guardians.clear();
    t.put("lava_cross", 0, 2, "NESW").guardian(0, 2);
    pass(&mut t);
    assert_eq!(t.guardians(), [(0, 1)], "onto an occupied Bridge");
    t.hp("foreman", 0);
    pass(&mut t);
    assert_eq!(t.guardians(), [(0, 0)], "with only down ones it walks on");
    let mut t = solo(&PLAIN);
    t.guardian(0, 0).hp("foreman", 0).stand("sapper", 3, 0);
    pass(&mut t);
    assert_eq!((t.hp_of("sharpshooter"), t.hp_of("foreman")), (4, 0), "the active one");
    // They never leave by the exit: nobody active is there.
    let mut t = solo(&PLAIN);
    t.guardian(0, 0).stand("sharpshooter", 1, 0).stand("foreman", 1, 0).stand("sapper", 1, 0);
    pass(&mut t);
    assert_eq!(t.guardians(), [(1, 0)]);
}

#[test]
fn the_exit_is_no_way_for_guardians() {
    // R65, with pieces whose exit lies between two other cells: the shorter walk across it does not count.
    let tables = Content::load("subterra", Subterra::CONTENT, &Map::new()).expect("valid").tables().clone();
    let mut pieces = tables["pieces"].clone();
    let entrance = pieces[0]["cells"].as_array_mut().expect("a list");
    entrance[0]["open"] = json!(["E", "S", "W"]);
    for (id, x, open) in [("WEST", -1, ["E", "S"]), ("EAST", 1, ["S", "W"])] {
        entrance.push(json!({"id": id, "type": "normal", "x": x, "y": -1, "open": open}));
    }
    for side in [1, 2] {
        let beside = &mut pieces[side]["cells"][0];
        assert_eq!(beside["x"].as_i64().map(i64::abs), Some(1));
        beside["open"] = json!(["N", "E", "S", "W"]);
    }
    let options = json!({"players": 1, "explorers": PLAIN});
    let mut t = super::with_content(&options, &json!({"pieces": pieces})).expect("valid");
    t.guardian(-1, -1);
    for name in PLAIN {
        t.stand(name, 1, -1);
    }
    pass(&mut t);
    assert_eq!(t.guardians(), [(-1, 0)], "around, though the exit is nearer");
}

#[test]
fn eliminated_guardians_come_back() {
    // R66
    let mut t = solo(&["veteran", "foreman", "sapper"]);
    for _ in 0..5 {
        t.guardian(0, 0);
    }
    t.turn("veteran").act("annihilate");
    assert_eq!(t.s.guardians.len(), 4);
    t.stand("foreman", 1, 0).s.stage = Stage::Actions;
    t.roll("foreman", Face::Wake);
    assert_eq!(t.s.guardians.len(), 5);
}
