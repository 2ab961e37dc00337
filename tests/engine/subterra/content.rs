//! The components, counted, and content that users replace.

use expedition::core::{Content, Rules};
use expedition::games::subterra::words::{BAG_KINDS, Kind, Sheet};
use expedition::games::subterra::{Cost, Stage, Subterra};
use serde_json::{Map, Value, json};

use super::placing::leave_one_exit;
use super::{solo, with_content};

fn tables() -> Map<String, Value> {
    Content::load("subterra", Subterra::CONTENT, &Map::new()).expect("valid").tables().clone()
}

#[test]
fn components_are_complete() {
    // R11
    let t = solo(&super::PLAIN);
    let tables = t.game.rules.tables();
    let count = |kind| (0..BAG_KINDS).filter(|&k| tables.tiles[k].kind == kind).map(|k| tables.bag.0[k]).sum::<u8>();
    let want = [
        (Kind::Normal, 3),
        (Kind::Bridge, 2),
        (Kind::Key, 3),
        (Kind::Lava, 5),
        (Kind::Spike, 3),
        (Kind::Dart, 4),
        (Kind::Ruins, 6),
        (Kind::Guardian, 4),
    ];
    for (kind, number) in want {
        assert_eq!(count(kind), number, "{}", kind.name());
    }
    assert_eq!((tables.bag.total(), tables.journals.total(), tables.keys, tables.guardians), (30, 3, 3, 5));
    let openings: u32 = (0..BAG_KINDS).map(|k| tables.tiles[k].open.count_ones() * u32::from(tables.bag.0[k])).sum();
    assert_eq!(openings, 81);
    assert_eq!(tables.hp.iter().map(|&hp| u32::from(hp)).sum::<u32>(), 46);
    assert!(tables.hp.iter().all(|hp| [3, 5, 7].contains(hp)));
    let costs: Vec<u8> = tables.cost.to_vec();
    assert_eq!(costs[Cost::Run as usize] + costs[Cost::Dig as usize] + costs[Cost::Research as usize], 6);
    assert_eq!((costs[Cost::Revive as usize], costs[Cost::Purify as usize]), (3, 3));
    assert_eq!((tables.journals.0, tables.tiles[BAG_KINDS].open), ([3, 0, 0], super::mask("NESW")));
    let components = &self::tables()["components"];
    assert_eq!(
        (components["guardian_meeples"].as_u64(), components["explorer_sheets"].as_u64()),
        (Some(5), Some(Sheet::COUNT as u64))
    );
}

#[test]
fn every_row_says_where_it_comes_from() {
    let tables = tables();
    for table in ["tiles", "journals", "pieces", "tile_types", "faces", "eruption_start", "actions", "grades", "control"] {
        for row in tables[table].as_array().expect("a list") {
            assert!(row["source"].as_array().is_some_and(|s| !s.is_empty()) && row["confidence"].is_string(), "{table}: {row}");
        }
    }
    for row in tables["explorers"].as_array().expect("a list") {
        assert!(row["hp_source"].is_array() && row["abilities"].as_array().is_some_and(|a| a.len() == 2), "{row}");
    }
    let reconstructed = |row: &Value| row["source"].as_array().expect("a list").iter().any(|s| s == "reconstruction");
    assert!(tables["journals"].as_array().expect("a list").iter().all(reconstructed), "reconstructed values stay marked");
    // The sources differ on what the Priest's abilities cost.
    let priest = tables["explorers"].as_array().expect("a list").iter().find(|row| row["id"] == "priest").expect("a sheet");
    assert!(priest["abilities"].as_array().expect("a list").iter().all(|a| a["confidence"] == "low" && a["note"].is_string()));
}

#[test]
fn content_can_be_replaced() {
    let tables = tables();
    let mut explorers = tables["explorers"].clone();
    explorers[8]["hp"] = json!(5);
    let mut journals = tables["journals"].clone();
    for row in journals.as_array_mut().expect("a list") {
        row["shape"] = json!("tee");
    }
    let options = json!({"players": 1, "explorers": ["healer", "guide", "aristocrat"]});
    let t = with_content(&options, &json!({"explorers": explorers, "journals": journals})).expect("valid");
    assert_eq!((t.hp_of("healer"), t.s.journals.0), (5, [3, 0, 0]));
    assert!(t.game.parse("tile journal_cross").is_none() && t.game.parse("tile journal_tee").is_some());
}

#[test]
fn shapes_can_be_replaced() {
    // R36, section 22: a reconstructed shape that a better source shows differently. Normal tiles become dead ends.
    let mut tiles = tables()["tiles"].clone();
    for row in tiles.as_array_mut().expect("a list").iter_mut().filter(|row| row["type"] == "normal") {
        row["shape"] = json!("dead_end");
    }
    let options = json!({"players": 1, "explorers": super::PLAIN});
    let mut t = with_content(&options, &json!({"tiles": tiles})).expect("valid");
    assert!(t.game.parse("tile normal_tee").is_none());
    t.bag(&["normal_dead_end", "normal_dead_end"]).act("reveal south");
    assert_eq!(t.s.map.sides(expedition::games::subterra::board::Cell::at(0, 1)), super::mask("N"), "one orientation, not three");
    // R42: a Journal that is a dead end does not fit on the last empty cell, so the cross is not asked for.
    let mut journals = tables()["journals"].clone();
    for row in &mut journals.as_array_mut().expect("a list")[1..] {
        row["shape"] = json!("dead_end");
    }
    let options = json!({"players": 1, "explorers": ["aristocrat", "foreman", "sapper"]});
    let mut t = with_content(&options, &json!({"journals": journals})).expect("valid");
    leave_one_exit(&mut t);
    t.turn("aristocrat").act("research");
    assert_eq!(t.s.map.sides(expedition::games::subterra::board::Cell::at(0, 2)), super::mask("NESW"));
    // The shapes themselves are a table too.
    let mut shapes = tables()["shapes"].clone();
    shapes["cross"] = json!(["N", "S", "W"]);
    let mut t = with_content(&options, &json!({"shapes": shapes})).expect("valid");
    t.bag(&["lava_cross", "lava_cross"]).act("reveal south");
    assert_eq!(t.options("open"), ["NES", "NEW", "NSW"]);
}

#[test]
fn costs_can_be_replaced() {
    // R21, R22, section 14: a Move costs two points; with one point left only the end is legal, so nothing is asked.
    let mut actions = tables()["actions"].clone();
    assert_eq!(actions[1]["id"], "move");
    actions[1]["ap"] = json!(2);
    let options = json!({"players": 1, "explorers": ["archaeologist", "foreman", "sapper"]});
    let mut t = with_content(&options, &json!({"actions": actions})).expect("valid");
    t.stand("archaeologist", 3, 0).turn("archaeologist").ap(1).act("push");
    assert_eq!(t.names(), ["end", "move west", "heal archaeologist", "run west"]);
    t.act("heal archaeologist");
    assert_ne!((t.s.turn, t.s.stage), (0, Stage::Actions));
}

#[test]
fn all_problems_are_named_at_once() {
    let tables = tables();
    let mut tiles = tables["tiles"].clone();
    tiles[0]["shape"] = json!("spiral");
    tiles[5]["type"] = json!("dragon");
    tiles[20]["ruin_number"] = json!(2);
    let mut damage = tables["damage"].clone();
    damage["reroll_cost_archaeologist"] = json!(0);
    let mut actions = tables["actions"].clone();
    actions[1]["ap"] = json!(0);
    let error = with_content(&json!({"players": 1}), &json!({"tiles": tiles, "damage": damage, "actions": actions}))
        .err()
        .expect("problems");
    for part in ["spiral", "dragon", "ruin_number 2 is used twice", "reroll_cost_archaeologist", "\"move\", ap", "keys_to_unlock"] {
        assert!(error.contains(part), "{part} is not in {error}");
    }
    for (change, part) in [
        // The cells beyond have no way to the exit.
        (|p: &mut Value| drop(p[1]["cells"].as_array_mut().expect("a list").remove(0)), "but -3,0 is not"),
        (|p: &mut Value| p[2]["cells"][0]["open"] = json!(["E", "S"]), "but 1,0 is not"),
        (|p: &mut Value| p[2]["cells"][0]["type"] = json!("entrance_crossing"), "there is one Entrance"),
        (|p: &mut Value| p[2]["cells"][0]["type"] = json!("entrance_exit"), "there is one Entrance"),
    ] as [(fn(&mut Value), &str); 4]
    {
        let mut pieces = tables["pieces"].clone();
        change(&mut pieces);
        let error = with_content(&json!({"players": 1}), &json!({ "pieces": pieces })).err().expect("problems");
        assert!(error.contains(part), "{part} is not in {error}");
    }
    for (table, value) in [("tiles", json!([])), ("pieces", json!([])), ("explorers", json!([])), ("eruption_start", json!([]))] {
        assert!(with_content(&json!({"players": 1}), &json!({table: value})).is_err());
    }
}
