//! Section 1: terms and geometry.

use expedition::core::Check;
use expedition::games::subterra::board::{Cell, Cells, Side, rotate};
use expedition::games::subterra::words::{BREACHES, Face, Kind, Status};
use expedition::games::subterra::{Map, State};
use serde_json::{Value, json};

use super::{PLAIN, mask, solo};

#[test]
fn pieces_of_several_cells_count_as_separate_cells() {
    // R1: the Guardian cell of a Side tile is three steps from the crossing, and a Bridge limit or a Guardian counts there alone.
    let mut t = solo(&PLAIN);
    t.stand("foreman", -3, 0).turn("foreman");
    assert!(t.offers("consolidate"));
    t.act("consolidate");
    assert_eq!(t.s.map.kind(Cell::at(-3, 0)), Kind::Normal);
    assert_eq!(t.s.map.kind(Cell::at(3, 0)), Kind::Guardian);
}

#[test]
fn neighbours_differ_by_one_coordinate_and_the_grid_ends() {
    // R1, R39: nothing lies beyond the grid, neither for one cell nor for a set of them.
    let step = |side: Side| [(0, -1), (1, 0), (0, 1), (-1, 0)][side as usize];
    for (x, y) in (-4..=4).flat_map(|x| (-1..=35).map(move |y| (x, y))) {
        let cell = Cell::at(x, y);
        assert_eq!((cell.x(), cell.y()), (x, y));
        for &side in Side::ALL {
            let (dx, dy) = step(side);
            let next = cell.beside(side);
            assert_eq!(next, Cell::new(x + dx, y + dy));
            assert_eq!(next.map_or(Cells::EMPTY, Cells::one), Cells::one(cell).moved(side));
            assert!(next.is_none_or(|next| cell.side_towards(next) == Some(side) && next.beside(side.opposite()) == Some(cell)));
        }
    }
    assert_eq!((Cell::new(5, 3), Cell::new(-5, 3), Cell::new(0, 36), Cell::new(0, -2)), (None, None, None, None));
}

#[test]
fn sides_are_open_or_wall_and_edges_carry_markers() {
    // R2: a wall on one side only is still a wall until the edge carries a Demolition marker.
    let mut t = solo(&PLAIN);
    t.put("key_dead_end", 0, 1, "N").stand("sapper", 0, 1).turn("sapper");
    assert_eq!(t.s.map.sides(Cell::at(0, 1)), mask("N"));
    assert_eq!(t.options("demolish"), ["east", "south", "west"]);
    t.act("demolish east");
    assert_eq!(t.s.map.sides(Cell::at(0, 1)), mask("NE"));
    assert_eq!(t.s.map.breaches.len(), 1);
}

#[test]
fn cells_are_connected_when_both_facing_sides_are_open() {
    // R3: one wall on either side disconnects; Rubble, figures and flips do not.
    let mut t = solo(&PLAIN);
    t.put("normal_tee", 0, 1, "NE").put("key_dead_end", 1, 1, "N").put("ruins_1_cross", -1, 1, "NESW");
    let links = |t: &super::Table, x, y| t.s.map.links.of(Cell::at(x, y));
    assert_eq!(links(&t, 0, 1), mask("N"), "a wall of the key tile, and its own wall to the west");
    assert_eq!(links(&t, -1, 1), mask("N"), "Rubble changes nothing");
    t.s.map.demolish(Cell::at(0, 1), Side::E);
    assert_eq!(links(&t, 0, 1), mask("NE"));
    let before = links(&t, 0, 1);
    t.s.map.flip(&Cells::one(Cell::at(1, 1)));
    assert_eq!(links(&t, 0, 1), before, "flipping keeps connections");
}

#[test]
fn exits_face_empty_cells_inside_the_bounds() {
    // R4: five at setup; a demolished wall makes one; a side against a tile or the bounds does not.
    let mut t = solo(&PLAIN);
    let exits = |t: &super::Table| -> u32 { t.s.map.placed.iter().map(|c| t.s.map.exits(c).count_ones()).sum() };
    assert_eq!(exits(&t), 5);
    assert_eq!(Side::ALL.iter().map(|&side| t.s.map.exits_on(side).len()).sum::<u32>(), 5);
    t.put("lava_cross", 2, 1, "NESW");
    assert_eq!(exits(&t), 4 + 3);
    t.put("dart_trap_corner", 3, 1, "EW");
    assert_eq!(exits(&t), 4 + 2, "east of 3,1 lies outside");
    t.s.map.demolish(Cell::at(3, 1), Side::S);
    assert_eq!(exits(&t), 4 + 3);
    assert_eq!(t.s.map.frontier().len(), 6, "two exits face 1,1");
    t.s.map.flip(&Cells::one(Cell::at(3, 1)));
    assert_eq!(t.s.map.frontier().len(), 5, "a flipped cell has no exits");
    assert!(t.s.map.exits_on(Side::S).minus(&t.s.map.walkable()).is_empty());
}

#[test]
fn distance_counts_connected_unflipped_cells_and_ignores_rubble() {
    // R5, ruling L2
    let mut t = solo(&PLAIN);
    t.put("ruins_1_cross", 0, 1, "NS").put("lava_cross", 0, 2, "NESW").put("lava_cross", 1, 2, "NESW").put(
        "normal_tee",
        1,
        1,
        "NS",
    );
    let distance = |t: &super::Table, b: (i8, i8)| t.s.map.links.distance(Cell::at(0, 0), Cell::at(b.0, b.1), &t.s.map.walkable());
    assert_eq!(distance(&t, (0, 0)), Some(0));
    assert_eq!(distance(&t, (0, 2)), Some(2), "through the Rubble");
    assert_eq!(distance(&t, (-3, 0)), Some(3));
    t.s.map.flip(&Cells::one(Cell::at(0, 1)));
    assert_eq!(distance(&t, (0, 2)), Some(4), "around the flipped cell");
    t.s.map.flip(&Cells::one(Cell::at(1, 1)));
    assert_eq!(distance(&t, (0, 2)), None);
}

#[test]
fn sight_goes_straight_over_connected_cells_without_rubble() {
    // R6: figures do not block, Rubble does; ruling L1: not on the own cell. A Guardian on a cell with Rubble is not seen.
    let mut t = solo(&PLAIN);
    t.put("lava_cross", 0, 1, "NS").put("ruins_1_cross", 0, 2, "NESW").put("lava_cross", 0, 3, "NESW");
    t.guardian(0, 1).guardian(0, 2).guardian(0, 3).turn("sharpshooter");
    assert_eq!(t.options("shoot"), ["south 1"], "Rubble at 0,2 hides itself and what is behind");
    t.clear(0, 2);
    assert_eq!(t.options("shoot"), ["south 1", "south 2", "south 3"], "Guardians do not block");
    t.s.map.rubble.insert(Cell::at(0, 2));
    t.stand("sharpshooter", 0, 2);
    assert_eq!(t.options("shoot"), ["north 1", "south 1"], "looking out from Rubble, not at Guardians beside");
    t.stand("sharpshooter", -1, 0);
    assert_eq!(t.options("shoot"), [""; 0], "no sight around corners");
}

#[test]
fn status_follows_hit_points_and_place() {
    // R7
    let mut t = solo(&PLAIN);
    assert!(t.of("foreman").is_active());
    t.hp("foreman", 0);
    assert!(t.of("foreman").is_inside() && !t.of("foreman").is_active());
    t.turn("sapper").act("move north");
    assert_eq!(t.of("sapper").status, Status::Escaped);
    let mut broken = t.clone();
    broken.edit("sapper", |e| e.cell = Cell::at(0, 0));
    assert!(broken.game.rules.check(&broken.s).is_err(), "who has escaped stands nowhere");
}

#[test]
fn consolidated_cells_are_normal() {
    // R8: a consolidated Lava tile does not burn, the printed type stays for the record.
    let mut t = solo(&PLAIN);
    t.put("lava_cross", 0, 1, "NESW").stand("foreman", 0, 1).turn("foreman").act("consolidate");
    assert_eq!((t.s.map.kind(Cell::at(0, 1)), t.s.map.printed(Cell::at(0, 1))), (Kind::Normal, Kind::Lava));
    t.roll("sharpshooter", Face::Lava);
    assert_eq!(t.hp_of("foreman"), 5);
}

#[test]
fn enemies_are_guardians() {
    // R9: a grenade needs a Guardian, another explorer is no enemy.
    let mut t = solo(&PLAIN);
    t.stand("foreman", 1, 0).turn("sapper");
    assert_eq!(t.options("grenade"), [""; 0]);
    t.guardian(1, 0);
    assert_eq!(t.options("grenade"), ["east"]);
}

#[test]
fn an_explorer_holds_one_object() {
    // R10
    let mut t = solo(&PLAIN);
    t.put("key_dead_end", 0, 1, "N").put("key_dead_end", 1, 1, "N").stand("foreman", 0, 1).turn("foreman");
    t.s.keys.clear();
    t.s.keys.push(Cell::at(0, 1));
    t.s.keys.push(Cell::at(0, 1));
    t.act("pick up key");
    assert!(t.offers("put down") && !t.offers("pick up key"), "the hand is full");
}

#[test]
fn rotation_and_bits() {
    // R1, R2: a quarter turn maps N to E to S to W to N.
    assert_eq!(rotate(mask("ES"), 1), mask("SW"));
    assert_eq!(rotate(mask("W"), 1), mask("N"));
    assert_eq!(rotate(mask("NS"), 2), mask("NS"));
    // R39: 7 columns, rows 1 to 35.
    assert_eq!(Cells::PLACEABLE.len(), 7 * 35);
    assert!(!Cells::PLACEABLE.has(Cell::at(0, 0)) && !Cells::PLACEABLE.has(Cell::at(4, 3)));
    for (x, y) in [(-3, -1), (3, 35), (0, 0), (2, 17), (3, 5), (-3, 6)] {
        assert_eq!((Cell::at(x, y).x(), Cell::at(x, y).y()), (x, y));
        let set = Cells::one(Cell::at(-3, -1)).with(Cell::at(x, y));
        assert_eq!(set.last(), Some(Cell::at(x, y)), "R47: depth");
        let mut each = Vec::new();
        set.each(|cell| each.push(cell));
        assert_eq!(each, set.iter().collect::<Vec<_>>());
    }
}

#[test]
fn searches_agree_near_and_far() {
    // R5: the two-word search and the full one find the same, even deep in the temple.
    let mut t = solo(&PLAIN);
    for y in 1..=20 {
        t.s.map.place(Cell::at(0, y), Kind::Normal, 0, mask("NS"));
        let links = t.s.map.links;
        let walk = t.s.map.walkable();
        assert_eq!(links.distance(Cell::at(0, -1), Cell::at(0, y), &walk), Some(y as u8 + 1));
        assert_eq!(links.nearest(Cell::at(0, y), &t.s.map.spawns, &walk), Cells::one(Cell::at(-3, 0)).with(Cell::at(3, 0)));
        assert_eq!(links.steps_to_nearest(Cell::at(0, 0), &Cells::one(Cell::at(0, y)), &walk), Side::S.bit());
    }
}

#[test]
fn a_map_from_outside_is_read_whole_or_refused() {
    // R3, R4, R58
    let mut t = solo(&PLAIN);
    t.put("ruins_6_tee", 0, 1, "NES");
    let whole = serde_json::to_value(&t.s).expect("plain");
    let plain = whole["map"].clone();
    let read = |plain: &Value| {
        let mut other = whole.clone();
        other["map"] = plain.clone();
        serde_json::from_value::<State>(other).map_err(|e| e.to_string())
    };
    assert_eq!(read(&plain).expect("the same"), t.s);
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut other = plain.clone();
        change(&mut other);
        read(&other).expect_err("refused")
    };
    let ruins = plain["cells"].as_array().expect("a list").iter().position(|c| c["number"] == 6).expect("Ruins 6");
    for (x, y) in [(-4, 0), (-5, 1), (4, -1), (4, 36), (5, 1), (0, 36)] {
        let text = refused(&|v| v["cells"][0]["cell"] = json!([x, y]));
        assert!(text.contains("outside the grid"), "{x},{y}: {text}");
    }
    let text = refused(&|v| {
        let again = v["cells"][0].clone();
        v["cells"].as_array_mut().expect("a list").push(again);
    });
    assert!(text.contains("its own place"), "{text}");
    assert!(refused(&|v| v["cells"][0]["cell"] = json!(null)).contains("its own place"));
    assert!(refused(&|v| v["cells"][ruins]["number"] = json!(7)).contains("from 1 to 6"));
    assert!(refused(&|v| v["cells"][ruins]["number"] = json!(0)).contains("from 1 to 6"));
    let marker = json!([[0, 1], "north"]);
    let mut most = plain.clone();
    most["demolished"] = vec![marker.clone(); BREACHES].into();
    assert!(read(&most).is_ok(), "as many as there are");
    let text = refused(&|v| v["demolished"] = vec![marker.clone(); BREACHES + 1].into());
    assert!(text.contains("only"), "{text}");
    let refusal = refused(&|v| v["doors_shut"] = json!([[null, "north"]]));
    assert!(refusal.contains("a door lies between"), "{refusal}");
    assert!(refused(&|v| v["doors_shut"] = json!([[[4, 1], "east"]])).contains("a door lies between"));
    assert!(refused(&|v| v["demolished"] = json!([[[4, 1], "east"]])).contains("between two cells"));
    let mut locked = plain.clone();
    locked["doors_shut"] = json!([[[0, 0], "south"]]);
    let read = read(&locked).expect("a door that is shut");
    assert_eq!(read.map.links.of(Cell::at(0, 0)), t.s.map.links.of(Cell::at(0, 0)) & !Side::S.bit());
    // In bytes the open sides of a cell are a number: its place, kind and Ruins number come before.
    let mut bytes = postcard::to_allocvec(&t.s.map).expect("plain data");
    assert_eq!(bytes[6], t.s.map.sides(t.s.map.placed.first().expect("the Entrance")));
    let mut with = |sides: u8| {
        bytes[6] = sides;
        postcard::from_bytes::<Map>(&bytes).is_ok()
    };
    assert!(with(15) && !with(16));
}
