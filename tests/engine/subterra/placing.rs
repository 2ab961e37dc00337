//! Section 6: placing tiles.

use expedition::games::subterra::Decision;
use expedition::games::subterra::board::{Cell, Side};
use expedition::games::subterra::words::Kind;

use super::{PLAIN, Table, mask, solo, with_different_journals};

/// A temple whose only exit is south of 0,1, all other corridors closed by Key and Guardian tiles.
pub fn one_exit(team: &[&str]) -> Table {
    let mut t = solo(team);
    leave_one_exit(&mut t);
    t.stand(team[0], 0, 1);
    t
}

pub fn leave_one_exit(t: &mut Table) {
    t.put("guardian_dead_end", -2, 1, "N").put("guardian_dead_end", -1, 1, "N").put("guardian_corner", 1, 1, "N").put(
        "guardian_corner",
        2,
        1,
        "N",
    );
    t.put("bridge_straight", 0, 1, "NS");
}

#[test]
fn reveal_procedure() {
    // R36: draw, turn, place, effect. Scenario 4.
    let mut t = solo(&PLAIN);
    t.act_so("reveal south", |t| t.s.map.placed.has(Cell::at(0, 1)) && t.s.map.kind(Cell::at(0, 1)) == Kind::Key);
    assert_eq!(t.s.keys.as_slice(), [Cell::at(0, 1)]);
    let mut t = solo(&PLAIN);
    t.act_so("reveal south", |t| t.s.map.placed.has(Cell::at(0, 1)) && t.s.map.kind(Cell::at(0, 1)) == Kind::Guardian);
    assert_eq!(t.guardians(), [(0, 1)]);
    // With no Guardian left in the supply none appears (R66).
    let mut t = solo(&PLAIN);
    for _ in 0..5 {
        t.guardian(3, 0);
    }
    t.bag(&["guardian_dead_end", "lava_cross"]);
    t.act_so("reveal south", |t| t.s.map.placed.has(Cell::at(0, 1)) && t.s.map.kind(Cell::at(0, 1)) == Kind::Guardian);
    assert_eq!(t.guardians(), [(3, 0); 5]);
}

#[test]
fn orientations_by_open_sides() {
    // R36, D7, scenario 2
    for (tile, want) in [("dart_trap_corner", vec!["NE", "NW"]), ("normal_tee", vec!["NES", "NEW", "NSW"])] {
        let mut t = solo(&PLAIN);
        t.bag(&[tile, tile]).act("reveal south");
        assert_eq!((t.s.decision, t.options("open")), (Decision::Orient, want.into_iter().map(String::from).collect()));
        let first = t.names()[0].clone();
        t.act(&first);
        assert!(t.s.map.links.of(Cell::at(0, 0)) & Side::S.bit() != 0);
    }
    for (tile, want) in [("key_dead_end", "N"), ("lava_cross", "NESW"), ("bridge_straight", "NS")] {
        let mut t = solo(&PLAIN);
        t.bag(&[tile, tile]).act("reveal south");
        assert_eq!((t.s.decision, t.s.map.sides(Cell::at(0, 1))), (Decision::Act, mask(want)), "one orientation is not asked");
    }
}

#[test]
fn other_neighbours_put_no_condition() {
    // R37: an open side against a wall is simply not connected.
    let mut t = solo(&PLAIN);
    t.put("key_dead_end", -1, 1, "N").bag(&["normal_tee", "normal_tee"]).turn("sharpshooter").act("reveal south").act("open NEW");
    assert_eq!(t.s.map.sides(Cell::at(0, 1)), mask("NEW"));
    assert_eq!(t.s.map.links.of(Cell::at(0, 1)), mask("N"));
}

#[test]
fn when_reveal_is_impossible() {
    // R38, ruling P2: with an empty bag or without an exit; Rubble and Guardians do not matter.
    let mut t = solo(&PLAIN);
    t.put("ruins_1_cross", 0, 1, "NESW").stand("foreman", 0, 1).guardian(0, 1).turn("foreman");
    assert_eq!(t.options("reveal"), ["east", "south", "west"]);
    t.stand("foreman", -3, 0);
    assert!(t.options("reveal").is_empty() && t.options("explore").is_empty());
    t.sanctuary(0, 1, 'S').stand("foreman", 0, 1);
    assert!(t.options("reveal").is_empty());
}

#[test]
fn bounds() {
    // R39
    let mut t = solo(&PLAIN);
    t.put("lava_cross", 2, 1, "NESW").put("spike_trap_cross", 3, 1, "NESW").stand("foreman", 3, 1).turn("foreman");
    assert_eq!(t.options("reveal"), ["south"], "not beyond column 3, not behind the Side tile");
}

#[test]
fn sealing_is_not_allowed() {
    // R40, rulings P3 and P4, scenario 20
    let mut t = one_exit(&PLAIN);
    t.put("key_dead_end", 1, 2, "N").bag(&["key_dead_end", "normal_tee", "dart_trap_corner"]);
    t.s.map.demolish(Cell::at(1, 1), Side::S);
    assert_eq!(t.s.map.frontier().len(), 1);
    // Never the dead end; of the corner only the orientation that keeps an exit (east is a tile).
    for seed in 0..60 {
        let mut copy = t.clone();
        copy.turn("sharpshooter").apply("reveal south", seed);
        assert!(copy.s.bag.0.iter().zip(&copy.game.rules.tables().tiles).all(|(&n, info)| info.kind != Kind::Key || n == 1));
    }
    let mut corner = t.clone();
    corner
        .turn("sharpshooter")
        .act_so("reveal south", |t| t.s.map.placed.has(Cell::at(0, 2)) && t.s.map.kind(Cell::at(0, 2)) == Kind::Dart);
    assert_eq!(corner.s.map.sides(Cell::at(0, 2)), mask("NW"), "NE would leave no exit");
    // A bag of dead ends only: discarded, the Sanctuary is placed, needed Keys reduced (R41).
    let mut t = one_exit(&PLAIN);
    t.put("key_dead_end", 1, 2, "N").bag(&["key_dead_end", "key_dead_end"]);
    t.s.map.demolish(Cell::at(1, 1), Side::S);
    t.turn("sharpshooter").act("explore south");
    assert_eq!((t.s.hall, t.s.vault), (Cell::at(0, 2), Cell::at(0, 3)));
    assert_eq!((t.s.bag.total(), t.keys_needed(), t.at("sharpshooter")), (0, 1, (0, 1)), "the Explore step does not take place");
    // The last tile of the bag is included (P4).
    let mut t = one_exit(&PLAIN);
    t.bag(&["key_dead_end"]).turn("sharpshooter").act("reveal south");
    assert_eq!((t.s.hall, t.s.bag.total()), (Cell::at(0, 2), 0));
}

#[test]
fn lost_keys_are_not_needed() {
    // R41, ruling P5: with none needed the Artifact appears with the Sanctuary.
    let mut t = one_exit(&PLAIN);
    t.bag(&["key_dead_end", "key_dead_end", "key_dead_end"]).turn("sharpshooter").act("reveal south");
    assert_eq!((t.keys_needed(), t.s.artifact), (0, expedition::games::subterra::Artifact::On(Cell::at(0, 3))));
}

/// The only exit leads east from 2,1 into 3,1, which is enclosed: Guardian cell, column bound and 3,2.
pub fn corner_exit(team: &[&str]) -> Table {
    let mut t = solo(team);
    t.put("guardian_dead_end", -2, 1, "N").put("guardian_dead_end", -1, 1, "N").put("guardian_corner", 0, 1, "N").put(
        "guardian_corner",
        1,
        1,
        "N",
    );
    t.put("lava_cross", 2, 1, "NES").put("lava_cross", 2, 2, "NE").put("lava_cross", 3, 2, "W").stand(team[0], 2, 1);
    t
}

#[test]
fn journals_do_not_seal_either() {
    // R42, R40, ruling P6: a Journal that would seal the temple is not offered; late ones may be placed.
    let team = ["aristocrat", "foreman", "sapper"];
    let mut t = corner_exit(&team);
    t.turn("aristocrat");
    assert_eq!(t.s.map.frontier().len(), 1);
    assert!(!t.offers("research"));
    t.s.map.demolish(Cell::at(3, 2), Side::S);
    assert!(t.offers("research"), "another exit is left");
    // Either Journal may lie on the last empty cell: both keep a way open.
    let mut t = with_different_journals(one_exit(&team));
    t.turn("aristocrat").act("research");
    assert_eq!((t.s.decision, t.options("tile")), (Decision::Journal, vec!["journal_cross".to_string(), "journal_tee".into()]));
    // After the Sanctuary nothing needs an exit.
    let mut t = solo(&team);
    t.sanctuary(0, 0, 'S').turn("aristocrat").act("research");
    assert_eq!(t.options("cell"), ["-2,0", "-1,0", "1,0", "2,0"]);
    assert_eq!(t.s.bag.total(), 0, "Journals never come from the bag");
    // A Journal may even close the temple then: the last empty cell is enclosed, and every orientation is offered.
    let mut t = with_different_journals(one_exit(&team));
    t.put("normal_tee", 2, 2, "NS").put("normal_tee", 2, 3, "NW").put("normal_tee", 1, 3, "E");
    t.s.map.demolish(Cell::at(1, 1), Side::S);
    t.s.map.demolish(Cell::at(2, 1), Side::S);
    t.sanctuary(0, 1, 'S').turn("aristocrat");
    assert_eq!(t.s.map.frontier().iter().collect::<Vec<_>>(), [Cell::at(1, 2)]);
    t.act("research");
    assert_eq!(t.s.decision, Decision::Journal, "one cell and one side are not asked");
    t.act("tile journal_tee");
    assert_eq!(t.options("open"), ["NES", "NEW", "NSW", "NESW"]);
}

#[test]
fn a_demolished_edge_accepts_any_orientation() {
    // R36, ruling P1: including one that shows a wall towards the cell it is revealed from.
    let mut t = solo(&PLAIN);
    t.put("key_dead_end", 0, 1, "N").stand("sapper", 0, 1).bag(&["bridge_straight", "bridge_straight"]).turn("sapper");
    t.act("demolish east").act("reveal east");
    assert_eq!(t.options("open"), ["EW", "NSW"], "by the resulting open sides");
    t.act("open NSW");
    assert!(t.s.map.links.of(Cell::at(0, 1)) & Side::E.bit() != 0);
}
