//! Section 14: decision points, names, observation and text.

use expedition::core::{Action, Describe, Seat};
use expedition::games::subterra::board::Side;
use expedition::games::subterra::words::{Face, Object};
use expedition::games::subterra::{Act, Decision, Target};
use serde_json::{Value, json};

use super::{PLAIN, solo, table};

#[test]
fn the_action_space_is_small_and_readable() {
    // D1 to D18 share fewer than 512 ids.
    assert_eq!(Act::COUNT, 471);
    let t = solo(&PLAIN);
    for name in [
        "move south",
        "dig here",
        "shoot east 2",
        "tile ruins_4_tee",
        "open NES",
        "cell -3,0",
        "cell 3,35",
        "cell outer vault",
        "reroll d6",
    ] {
        assert!(t.game.parse(name).is_some(), "{name}");
    }
    assert_eq!(Target::COUNT, 7 * 36 + 1);
}

#[test]
fn single_options_are_not_asked() {
    // Ruling N1 and section 14: over many games every open choice has two options or more.
    for options in [
        json!({"players": 1}),
        json!({"players": 2}),
        json!({"players": 4}),
        json!({"players": 1, "explorers": "draft 3", "guardian_path": "avoid_rubble"}),
        json!({"players": 2, "explorers": "draft", "leader": 1, "vault_locked_until_keys": true}),
        json!({"players": 6, "leader_orders_guardians": false, "take_item_asks_owner": false}),
        json!({"players": 5, "end_when_all_in_temple_down": false, "flip_entrance_and_laterals": "all_together"}),
        json!({"players": 3, "dart_trigger_needs_connection": false, "difficulty": "expert"}),
    ] {
        let game = super::super::support::game::<expedition::games::subterra::Subterra>(&options);
        for seed in 0..30 {
            let mut episode = expedition::core::Episode::new(game.clone(), seed);
            super::super::support::random_play(&mut episode, &mut expedition::core::Rng::seeded(seed), usize::MAX, |ep| {
                assert!(ep.legal().len() != 1, "{}: {:?}", ep.state().decision.name(), ep.legal());
            });
        }
    }
}

#[test]
fn two_dice_with_one_face_are_one_option() {
    // Ruling N1, D11, D12
    let mut t = solo(&["archaeologist", "foreman", "sapper"]);
    t.rolling("archaeologist", Face::Trap);
    t.s.dice[1] = Face::Trap;
    t.s.decision = Decision::RerollHazard;
    assert_eq!(t.names(), ["keep", "reroll trap"]);
    t.act("keep");
    assert_eq!((t.s.decision, t.s.dice.len()), (Decision::RerollHazard, 1), "no order to choose");
}

#[test]
fn the_observation_tells_the_position() {
    let mut t = table(&json!({"players": 3, "explorers": PLAIN}));
    t.put("lava_cross", 0, 1, "NESW")
        .put("ruins_2_cross", 1, 1, "NESW")
        .stand("foreman", 0, 1)
        .hp("foreman", 0)
        .guardian(3, 0)
        .turn("sharpshooter");
    let mut floats = vec![0.0; t.game.observation_size()];
    t.game.observe(&t.s, Seat(1), &mut floats);
    let seen = t.game.layout().explain(&floats);
    assert_eq!((&seen["decision"], &seen["to_act"], &seen["marker"]), (&json!("act"), &json!(2), &json!(26)));
    let own = |what: &str| seen["explorers"][what][0].clone();
    assert_eq!((own("sheet"), own("hp")["now"].clone()), (json!("foreman"), json!(0)));
    assert_eq!((own("flags")["mine"].clone(), own("flags")["down"].clone()), (json!(true), json!(true)));
    assert_eq!((own("at")["x"].clone(), own("at")["y"].clone()), (json!(0), json!(1)));
    assert_eq!((&seen["guardians"]["at"][0]["x"], &seen["ruins"]["can_collapse"][1]), (&json!(3), &json!(false)));
    assert_eq!(seen["ruins"]["at"][1]["x"], json!(1));
    // The map in full: planes by rows from y = -1 and columns from x = -3.
    let map = |plane: usize, x: i8, y: i8| -> Value { seen["map"][plane][(y + 1) as usize][(x + 3) as usize].clone() };
    assert_eq!((map(0, 0, 1), map(1, 0, 1), map(1, 1, 1), map(0, 1, 2)), (json!(15), json!(4), json!(14), json!(0)));
    // Around the acting explorer: the crossing in the middle, the Lava tile below it, connected to the north.
    let near = |plane: usize, dx: i8, dy: i8| seen["near"][plane][(dy + 2) as usize][(dx + 2) as usize].clone();
    assert_eq!(
        (near(0, 0, 0), near(7, 0, 1), near(1, 0, 1), near(18, 0, 1), near(14, 1, 1)),
        (json!(true), json!(true), json!(true), json!(true), json!(true))
    );
    assert_eq!(near(16, -1, 1), json!(true), "can be revealed");
    let map = t.game.features().iter().find(|f| f.name == "map").expect("a map");
    assert_eq!(map.shape, [2, 37, 7]);
    // One network for all counts: the padded size does not depend on the number of players.
    let size = |players: u8| table(&json!({"players": players, "observation": "padded"})).game.observation_size();
    assert_eq!(size(1), size(6));
}

/// The position as far as the map goes, read back from an observation: cells with open sides and type code.
fn map_of(seen: &Value) -> Vec<((i64, i64), u64, u64)> {
    let mut cells = Vec::new();
    for (row, y) in (0..37).zip(-1..) {
        for (column, x) in (0..7).zip(-3..) {
            let at = |plane: usize| seen["map"][plane][row][column].as_u64().expect("a whole number");
            if at(1) > 0 {
                cells.push(((x, y), at(0), at(1)));
            }
        }
    }
    cells
}

#[test]
fn nothing_public_is_missing_from_the_observation() {
    // Section 21: map, figures, objects, counters and what is under way can be read back, whatever the position.
    use expedition::core::{Episode, Rng};
    use expedition::games::subterra::board::Cell;
    let start = super::records::way_back(4);
    for seed in 0..12u64 {
        let mut episode = if seed % 3 == 0 {
            Episode::from_position(start.game.clone(), start.s.clone(), Rng::seeded(seed)).expect("possible")
        } else {
            let team = json!({"players": 1, "explorers": ["sapper", "foreman", "archaeologist", "aristocrat"]});
            Episode::new(super::super::support::game(&team), seed)
        };
        let mut floats = vec![7.0; episode.game().observation_size()];
        super::super::support::random_play(&mut episode, &mut Rng::seeded(seed), usize::MAX, |ep| {
            let (s, game) = (ep.state(), ep.game());
            game.observe(s, Seat(0), &mut floats);
            let seen = game.layout().explain(&floats);
            let code = |cell: Cell| match (s.map.flipped.has(cell), s.map.rubble.has(cell)) {
                (true, _) => 15,
                (false, true) => 14,
                (false, false) => s.map.kind(cell) as u64 + 1,
            };
            let cells: Vec<_> = s
                .map
                .placed
                .iter()
                .filter(|cell| !cell.is_outer())
                .map(|cell| ((cell.x().into(), cell.y().into()), u64::from(s.map.sides(cell)), code(cell)))
                .collect();
            assert_eq!(map_of(&seen), cells);
            let place = |cell: Cell| (cell != Cell::NONE).then(|| (json!(cell.x()), json!(cell.y())));
            let read = |v: &Value| (v["there"] != json!(0)).then(|| (v["x"].clone(), v["y"].clone()));
            for (i, e) in s.explorers.iter().enumerate() {
                let row = &seen["explorers"];
                assert_eq!((&row["sheet"][i], &row["hp"][i]["now"]), (&json!(e.sheet.name()), &json!(e.hp)));
                assert_eq!((&row["status"][i], &row["hand"][i]), (&json!(e.status.name()), &json!(e.hand.map(Object::name))));
                assert_eq!(read(&row["at"][i]), place(e.cell));
            }
            for i in 0..5 {
                assert_eq!(read(&seen["guardians"]["at"][i]), s.guardians.get(i).and_then(|&cell| place(cell)));
                let acted = s.acted >> i & 1 == 1;
                assert_eq!(seen["guardians"]["acted"][i], json!(acted));
            }
            for i in 0..3 {
                assert_eq!(read(&seen["keys_at"][i]), s.keys.get(i).and_then(|&cell| place(cell)));
                let breach = s.map.breaches.get(i);
                assert_eq!(read(&seen["demolished"]["at"][i]), breach.and_then(|b| place(b.cell)));
                assert_eq!(seen["demolished"]["side"][i], json!(breach.map(|b| b.side().name())));
            }
            assert_eq!((&seen["decision"], &seen["stage"]), (&json!(s.decision.name()), &json!(s.stage.name())));
            assert_eq!(
                (&seen["action_points"], &seen["pushed"], &seen["marker"]),
                (&json!(s.ap), &json!(s.pushed), &json!(s.marker))
            );
            assert_eq!((&seen["erupted"], &seen["cursed"]), (&json!(s.erupted), &json!(s.cursed)));
            assert_eq!(seen["exploring"], json!(s.enter || s.entry != Cell::NONE));
            assert_eq!(seen["tile_in_hand"], json!(s.drawn.map(|tile| tile.0)));
            assert_eq!(seen["other_tile"], json!(s.other.map(|tile| tile.0)));
            assert_eq!((read(&seen["exit_in_use"]), &seen["exit_side"]), (place(s.from), &json!(s.side.map(Side::name))));
            assert_eq!(seen["bag"], json!(s.bag.0.to_vec()));
            assert_eq!(seen["under_way"], json!({"strides": s.strides, "lights": s.lights}));
            assert_eq!(seen["keys"]["inserted"], json!(s.inserted));
            near_agrees(&seen, s);
        });
    }
}

/// The near map is the full one around the subject.
fn near_agrees(seen: &Value, s: &expedition::games::subterra::State) {
    use expedition::games::subterra::board::Cell;
    let (cx, cy) = (seen["subject"]["x"].as_i64().expect("x") as i8, seen["subject"]["y"].as_i64().expect("y") as i8);
    for dy in -2..=2i8 {
        for dx in -2..=2i8 {
            let (x, y) = (cx + dx, cy + dy);
            let flag = |plane: usize| seen["near"][plane][(dy + 2) as usize][(dx + 2) as usize] == json!(true);
            let Some(cell) = Cell::new(x, y) else {
                assert!((0..20).all(|plane| !flag(plane)), "outside the grid");
                continue;
            };
            let live = s.map.walkable().has(cell);
            assert_eq!(flag(0), s.map.placed.has(cell));
            for side in Side::ALL {
                assert_eq!(flag(1 + *side as usize), s.map.links.of(cell) & side.bit() != 0 && s.map.placed.has(cell));
            }
            let kind = if live { s.map.kind(cell) as usize } else { 0 };
            // Normal, Journal and the crossing have no flag; hall and vault share one.
            let plane = [0, 5, 6, 7, 8, 9, 10, 11, 0, 12, 0, 13, 13][kind];
            assert!((5..14).all(|p| flag(p) == (p == plane)));
            assert_eq!((flag(14), flag(15)), (s.map.rubble.has(cell), s.map.flipped.has(cell)));
            assert_eq!(flag(16), s.map.frontier().has(cell));
            assert_eq!(flag(17), s.explorers.iter().any(|e| e.is_active() && e.is_on(cell)));
            assert_eq!(flag(18), s.explorers.iter().any(|e| e.is_inside() && e.hp == 0 && e.is_on(cell)));
            let lies = s.artifact == expedition::games::subterra::Artifact::On(cell);
            assert_eq!(flag(19), s.keys.contains(&cell) || lies);
            let guardians = &seen["near_guardians"][(dy + 2) as usize][(dx + 2) as usize];
            assert_eq!(*guardians, json!(s.guardians_on(cell)));
        }
    }
}

#[test]
fn the_text_shows_the_temple() {
    let mut t = solo(&PLAIN);
    t.put("ruins_2_cross", 0, 1, "NES").put("lava_cross", 1, 1, "NESW").guardian(1, 1).stand("foreman", 1, 1).turn("sapper");
    t.s.map.demolish(expedition::games::subterra::board::Cell::at(0, 1), Side::W);
    let text = t.rules().text(&t.s, None);
    for part in ["Ru2%", "La", "2g", "Player 1 decides: act with the sapper, 2 action points", "EX", "?", ":", "2 Demolitions"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert!(text.lines().all(|line| line.len() < 120), "it fits a terminal");
    t.put("key_dead_end", 2, 1, "N").s.keys.clear();
    t.edit("foreman", |e| e.hand = Some(Object::Key)).hp("foreman", 0);
    assert!(t.rules().text(&t.s, None).contains("down     1,1      4 Consolidations, holds key"));
}

#[test]
fn every_question_is_put_into_words() {
    // Section 14: whatever is asked, the second line says what, and of whom.
    let mut seen = std::collections::BTreeSet::new();
    for (i, team) in
        [json!(["archaeologist", "aristocrat", "guide", "priest"]), json!(["scoundrel", "archaeologist", "veteran", "aristocrat"])]
            .iter()
            .enumerate()
    {
        let game = super::super::support::game::<expedition::games::subterra::Subterra>(&json!({"players": 4, "explorers": team}));
        for seed in 0..20 {
            let mut episode = expedition::core::Episode::new(game.clone(), seed + 100 * i as u64);
            super::super::support::random_play(&mut episode, &mut expedition::core::Rng::seeded(seed), usize::MAX, |ep| {
                let text = game.rules.text(ep.state(), None);
                let line = text.lines().nth(1).expect("two lines").to_string();
                assert!(line.len() > 20 && !line.contains("  ") && !line.ends_with(": "), "{line}");
                seen.insert(ep.state().decision.name());
            });
        }
    }
    assert!(seen.len() > 12, "{seen:?}");
}
