//! Section 11: curse and volcano.

use expedition::games::subterra::board::{Cell, Side};
use expedition::games::subterra::words::{End, Face, Object, Status};
use expedition::games::subterra::{Artifact, Decision, Stage};
use serde_json::json;

use super::{PLAIN, Table, solo, table};

/// A corridor 0,1 to 0,3 with the Sanctuary at 0,4 and 0,5; the Foreman carries the Artifact at the crossing.
fn corridor(options: &serde_json::Value) -> Table {
    let mut t = table(options);
    for y in 1..=3 {
        t.put("normal_tee", 0, y, "NS");
    }
    t.sanctuary(0, 3, 'S').carrier("foreman");
    t.s.marker = 0;
    t
}

fn plain() -> serde_json::Value {
    json!({"players": 1, "explorers": PLAIN})
}

fn end_of_round(t: &mut Table) -> &mut Table {
    t.turn("sapper");
    // Two faces without effect here; Lava would spread.
    t.act_so("end", |t| {
        t.s.decision == Decision::Order && t.s.dice.iter().all(|f| matches!(f, Face::Stumble | Face::Collapse | Face::Trap))
    });
    let first = t.names()[0].clone();
    t.act(&first)
}

#[test]
fn the_curse_doubles_dice_and_steps() {
    // R67: two dice also for escaped and dead explorers.
    let mut t = corridor(&plain());
    t.s.marker = 9;
    t.escaped("sapper").turn("foreman").act_so("end", |t| t.s.decision == Decision::Order && t.s.turn == 1);
    let order = t.clone();
    let first = order.names()[0].clone();
    assert!(order.can_come(&first, |t| t.s.turn == 2 && t.s.decision == Decision::Order), "the escaped Sapper rolls two");
    end_of_round(corridor_with_marker(&mut t, 9));
    assert_eq!(t.s.marker, 7);
}

fn corridor_with_marker(t: &mut Table, marker: u8) -> &mut Table {
    *t = corridor(&plain());
    t.s.marker = marker;
    t
}

#[test]
fn the_marker_stops_at_zero() {
    // R68, scenario 12
    let mut t = corridor(&plain());
    corridor_with_marker(&mut t, 1);
    end_of_round(&mut t);
    assert_eq!((t.s.marker, t.s.erupted), (0, false));
    let mut t = corridor(&plain());
    corridor_with_marker(&mut t, 1);
    t.roll("sharpshooter", Face::Lava);
    assert!(!t.s.erupted, "above 0 nothing happens");
}

#[test]
fn eruption() {
    // R69, R94, ruling V1, scenario 13
    let mut t = solo(&PLAIN);
    t.s.marker = 0;
    t.roll("foreman", Face::Lava);
    assert_eq!(t.s.end, Some(End::Eruption), "no Sanctuary in play");
    let mut t = solo(&PLAIN);
    t.put("key_dead_end", 1, 1, "N").sanctuary(0, 0, 'S').s.marker = 0;
    assert_eq!(t.s.artifact, Artifact::Locked);
    t.roll("foreman", Face::Lava);
    assert_eq!(t.s.end, Some(End::Eruption), "the Artifact is not yet available");
    let mut t = corridor(&plain());
    t.edit("foreman", |e| e.hand = None).s.artifact = Artifact::On(Cell::at(0, 5));
    t.roll("foreman", Face::Lava);
    assert_eq!(t.s.end, Some(End::Eruption), "the Artifact lies on the vault");
    let mut t = corridor(&plain());
    t.stand("foreman", 0, 4).roll("sapper", Face::Lava);
    assert_eq!(t.s.end, Some(End::Eruption), "held on the hall");
    let mut t = corridor(&plain());
    t.stand("foreman", 0, 3).roll("sharpshooter", Face::Lava);
    assert_eq!((t.s.end, t.s.map.flipped.len(), t.s.marker), (None, 2, 0), "the Sanctuary flips, nothing else");
    t.stand("foreman", 0, 0).roll("sharpshooter", Face::Lava);
    assert!(t.s.map.flipped.has(Cell::at(0, 3)) && t.s.map.flipped.len() == 3, "the next Lava face spreads");
}

#[test]
fn flipping_a_cell() {
    // R70, rulings V2 and V3, R45
    let mut t = corridor(&json!({"players": 1, "explorers": ["veteran", "foreman", "sapper"]}));
    t.stand("veteran", 0, 3).guardian(0, 3).guardian(3, 0).roll("foreman", Face::Lava);
    t.s.shield = true;
    t.rolling("foreman", Face::Lava).act("resolve lava");
    assert_eq!((t.of("veteran").status, t.hp_of("veteran"), t.s.shield), (Status::Dead, 0, false), "Brace is no help");
    assert_eq!(t.guardians(), [(3, 0)]);
    t.stand("foreman", 0, 2).turn("foreman");
    assert!(!t.offers("move south"), "nobody can enter it again");
    // Consolidation and Rubble go with the cell.
    let mut t = corridor(&plain());
    t.s.map.consolidate(Cell::at(3, 0));
    t.s.consolidated = 1;
    t.s.map.flip(&expedition::games::subterra::board::Cells::one(Cell::at(3, 0)));
    assert!(t.s.map.consolidated.is_empty());
    // Demolition markers stay, so lava passes there.
    let mut t = solo(&PLAIN);
    t.put("normal_tee", 0, 1, "N").sanctuary(1, 0, 'S').carrier("foreman").s.marker = 0;
    t.s.map.demolish(Cell::at(1, 1), Side::W);
    t.roll("sharpshooter", Face::Lava).roll("sharpshooter", Face::Lava);
    assert!(t.s.map.flipped.has(Cell::at(0, 1)));
}

#[test]
fn spread_by_rings_and_pieces() {
    // R71, rulings V4 and V5, scenarios 14 and 15
    let mut t = corridor(&plain());
    t.roll("sharpshooter", Face::Lava);
    end_of_round(&mut t);
    assert_eq!(t.s.map.flipped.len(), 4, "R72: two rings, one for each step the marker would have moved");
    assert!(t.s.map.flipped.has(Cell::at(0, 2)) && !t.s.map.flipped.has(Cell::at(0, 1)));
    // Rubble does not stop it.
    let mut t = solo(&PLAIN);
    t.put("ruins_1_cross", -2, 1, "NS").sanctuary(-2, 1, 'S').carrier("foreman").s.marker = 0;
    t.roll("sharpshooter", Face::Lava).roll("sharpshooter", Face::Lava);
    assert!(t.s.map.flipped.has(Cell::at(-2, 1)) && t.s.map.rubble.is_empty());
    // Reaching -2,0 flips the west Side tile, not the Entrance.
    let mut together = t.clone();
    t.roll("sharpshooter", Face::Lava);
    assert_eq!((t.s.map.flipped.len(), t.s.end), (6, None));
    assert!(t.s.map.flipped.has(Cell::at(-3, 0)) && !t.s.map.flipped.has(Cell::at(0, 0)));
    // With the switch all three flip together, and the game is over (R95).
    together.game =
        super::super::support::game(&json!({"players": 1, "explorers": PLAIN, "flip_entrance_and_laterals": "all_together"}));
    together.roll("sharpshooter", Face::Lava);
    assert_eq!(together.s.end, Some(End::ArtifactLost));
    assert_eq!(together.s.map.flipped.len(), 11);
}

#[test]
fn lava_faces_and_round_ends_spread() {
    // R72: before the eruption the end of a round only moves the marker.
    let mut t = corridor(&plain());
    end_of_round(&mut t);
    assert!(t.s.map.flipped.is_empty() && t.s.stage == Stage::Actions);
    t.roll("sharpshooter", Face::Lava);
    t.roll("sharpshooter", Face::Lava);
    assert_eq!(t.s.map.flipped.len(), 3);
    assert_eq!(t.of("foreman").hand, Some(Object::Artifact));
}
