//! Every component has a scenario: the ids come from the content, the scenarios from the test sources next to this file.

use expedition::core::{Content, Rules};
use expedition::games::arnak::Arnak;
use serde_json::{Map, Value, json};

use super::scenario::{P0, Scenario};

const ITEMS: &str = concat!(include_str!("items.rs"), include_str!("items_m_z.rs"));
const ARTIFACTS: &str = concat!(include_str!("artifacts.rs"), include_str!("artifacts_m_z.rs"));
const ASSISTANTS: &str = include_str!("assistants.rs");
const GUARDIANS: &str = include_str!("guardians.rs");
const SITES: &str = include_str!("sites.rs");
const RESEARCH: &str = include_str!("research.rs");
const SOLO: &str = include_str!("solo.rs");

fn table(name: &str) -> Vec<Value> {
    let content = Content::load("arnak", Arnak::CONTENT, &Map::new()).expect("valid");
    content.tables()[name].as_array().expect("rows").clone()
}

fn ids(name: &str) -> Vec<String> {
    table(name).iter().map(|row| row["id"].as_str().expect("an id").to_string()).collect()
}

/// The bodies of the tests of a file.
fn tests(source: &str) -> impl Iterator<Item = &str> {
    source.split("#[test]").skip(1).map(|test| test.split_once("\n}\n").map_or(test, |(body, _)| body))
}

/// Whether a test plays `verb id`: literally, or from a list of quoted ids that its verb is formatted with.
fn plays(source: &str, verb: &str, id: &str) -> bool {
    tests(source).any(|body| {
        let outright = body.contains(&format!("\"{verb} {id}\""));
        let listed = body.contains(&format!("\"{verb} {{")) && body.contains(&format!("\"{id}\""));
        outright || listed
    })
}

/// Whether a test that contains `verb` names the id in quotes.
fn names(source: &str, verb: &str, id: &str) -> bool {
    tests(source).any(|body| body.contains(verb) && body.contains(&format!("\"{id}\"")))
}

fn none_missing(what: &str, missing: &[String]) {
    assert!(missing.is_empty(), "{what} without a scenario: {}", missing.join(", "));
}

#[test]
fn every_card_is_played() {
    for (cards, source) in [("items", ITEMS), ("basics", ITEMS), ("artifacts", ARTIFACTS)] {
        let missing: Vec<String> = ids(cards).into_iter().filter(|id| !plays(source, "play", id)).collect();
        none_missing(cards, &missing);
    }
}

#[test]
fn every_guardian_is_fought_and_helps() {
    let missing: Vec<String> = ids("guardians").into_iter().filter(|id| !names(GUARDIANS, ".act(\"site ", id)).collect();
    none_missing("fights", &missing);
    let missing: Vec<String> = ids("guardians").into_iter().filter(|id| !plays(GUARDIANS, "boon", id)).collect();
    none_missing("boons", &missing);
}

#[test]
fn every_assistant_is_used_on_both_sides() {
    for side in ["", " gold"] {
        let used = |id: &String| {
            tests(ASSISTANTS).any(|body| {
                let verb = body.contains(&format!("\"use {id}\"")) || body.contains("\"use {");
                // `own("assistant_10{side}")` stands for both sides where the test names them.
                let sides = body.contains(&format!("\"{id}{{side}}\"")) && body.contains(&format!("buyer(\"{side}\")"));
                verb && (body.contains(&format!("\"{id}{side}\"")) || sides)
            })
        };
        let missing: Vec<String> = ids("assistants").into_iter().filter(|id| !used(id)).collect();
        none_missing(if side.is_empty() { "silver sides" } else { "gold sides" }, &missing);
    }
}

#[test]
fn every_site_idol_and_slot_is_used() {
    let camps: Vec<String> = ids("camps").into_iter().filter(|id| !SITES.contains(&format!("{id}a\""))).collect();
    none_missing("camps", &camps);
    for (what, verb) in [("site_tiles", "space l"), ("idols", "space l1_lower_1"), ("board_spaces", "space {")] {
        let missing: Vec<String> = ids(what).into_iter().filter(|id| !names(SITES, verb, id)).collect();
        none_missing(what, &missing);
    }
    let slots: Vec<String> = ids("slot_options").into_iter().filter(|id| !plays(GUARDIANS, "slot", id)).collect();
    none_missing("slot options", &slots);
}

#[test]
fn every_bonus_and_temple_tile_is_taken() {
    let missing: Vec<String> = ids("bonus_tiles").into_iter().filter(|id| !names(RESEARCH, "magnifier 1", id)).collect();
    none_missing("bonus tiles", &missing);
    let stacks = Scenario::new(2).t().temple.ids.clone();
    let missing: Vec<String> = stacks.into_iter().filter(|id| !names(RESEARCH, "temple {stack}", id)).collect();
    none_missing("temple tiles", &missing);
}

#[test]
fn every_rival_tile_is_turned_up() {
    let turned = |id: &String| SOLO.contains(&format!("(\"{id}\", ")) || SOLO.contains(&format!("options, \"{id}\", "));
    let missing: Vec<String> = ids("rival_tiles").into_iter().filter(|id| !turned(id)).collect();
    none_missing("rival tiles", &missing);
}

/// The effect of a row of a research track on a token, by the rulebook's icons.
enum Row {
    Gives(&'static str),
    Draws,
    Exiles,
    Frightens,
    Recruits,
    Upgrades,
    Refreshes,
    Rescues,
    Artifact,
    Overcomes,
}

#[expect(clippy::match_same_arms, reason = "a table, row by row")]
fn row_effect(side: &str, token: &str, row: u64) -> Option<Row> {
    Some(match (side, token, row) {
        ("bird", "magnifier", 1) => Row::Gives("1 coin"),
        ("bird", "magnifier", 2 | 3 | 4 | 5 | 7) => Row::Gives("1 compass"),
        ("bird", "magnifier", 6) => Row::Draws,
        ("bird", "notebook", 1 | 2) => Row::Recruits,
        ("bird", "notebook", 3 | 4) => Row::Upgrades,
        ("bird", "notebook", 5) => Row::Gives("3 compass"),
        ("bird", "notebook", 6) => Row::Artifact,
        ("bird", "notebook", 7) => Row::Overcomes,
        ("snake", "magnifier", 1) => Row::Gives("1 coin"),
        ("snake", "magnifier", 2) => Row::Gives("2 coin"),
        ("snake", "magnifier", 3) => Row::Draws,
        ("snake", "magnifier", 4) => Row::Rescues,
        ("snake", "magnifier", 5) => Row::Upgrades,
        ("snake", "magnifier", 6 | 7) => Row::Frightens,
        ("snake", "notebook", 1) => Row::Recruits,
        ("snake", "notebook", 2) => Row::Exiles,
        ("snake", "notebook", 3) => Row::Upgrades,
        ("snake", "notebook", 4) => Row::Artifact,
        ("snake", "notebook", 5) => Row::Refreshes,
        ("snake", "notebook", 6) => Row::Draws,
        ("snake", "notebook", 7) => Row::Gives("1 jewel"),
        _ => return None,
    })
}

/// Enters a space with exactly its price and sees the row's effect, whichever bridge the step crossed.
fn enter(side: &str, token: &str, from: Option<&str>, to: &Value) {
    let (space, row) = (to["id"].as_str().expect("an id"), to["row"].as_u64().expect("a row"));
    let effect = row_effect(side, token, row).unwrap_or_else(|| panic!("{side}: row {row} of the {token} has no scenario"));
    let price = to["cost"].as_str().expect("a price");
    let column: u8 = space[3..].parse().expect("a column");
    let it = Scenario::with(&json!({"board": side})).hand(P0, "fear").set(|s| s.bonus = [[255; 3]; 16]);
    let it = if price == "1 idol" { it.idols(P0, 1, "") } else { it.goods(P0, price) };
    let it = match (token, from) {
        ("magnifier", None) => it,
        ("magnifier", Some(from)) => it.magnifier(P0, from),
        (_, None) => it.magnifier(P0, "temple"),
        (_, Some(from)) => it.magnifier(P0, "temple").notebook(P0, from),
    };
    let it = match effect {
        Row::Draws => it.deck(P0, "parrot"),
        Row::Upgrades | Row::Refreshes => it.assistant(P0, "assistant_01 exhausted"),
        Row::Recruits => it.supply("assistant_01, assistant_02"),
        Row::Rescues => it.supply("assistant_04, assistant_05, assistant_06").rescue("assistant_01, assistant_02"),
        Row::Artifact => it.artifacts("mortar"),
        Row::Overcomes => it.tile("l1_lower_4", "l1_b").guardian("l1_lower_4", "guardian_13").figure(P0, "l1_lower_4"),
        Row::Gives(_) | Row::Exiles | Row::Frightens => it,
    };
    let it = it.act(&format!("{token} {column}"));
    let arrived = if token == "magnifier" { it.s.players[0].magnifier } else { it.s.players[0].notebook };
    assert_eq!(it.t().track.ids[arrived as usize], space, "{side}: {token} from {from:?}");
    match effect {
        Row::Gives(goods) => drop(it.has(P0, goods)),
        Row::Draws => drop(it.act("accept").holds(P0, "fear, parrot").has(P0, "")),
        Row::Exiles => drop(it.act("pick fear").holds(P0, "").has(P0, "")),
        Row::Frightens => drop(it.played(P0, "fear").has(P0, "")),
        Row::Recruits => {
            drop(it.act("assistant assistant_02").has(P0, "").that("silver and ready", |s, _| {
                s.players[0].assistants[0] == 1 && s.players[0].ready == 1 && s.players[0].gold == 0
            }));
        }
        Row::Upgrades => {
            drop(it.has(P0, "").that("gold and ready", |s, _| s.players[0].gold == 1 && s.players[0].ready == 1));
        }
        Row::Refreshes => {
            drop(it.act("assistant assistant_01").that("ready", |s, _| s.players[0].gold == 0 && s.players[0].ready == 1));
        }
        Row::Rescues => drop(it.act("assistant assistant_02").that("silver and exhausted", |s, _| {
            s.players[0].assistants[0] == 1 && s.players[0].ready == 0 && s.players[0].crates == 0
        })),
        Row::Artifact => drop(it.acts(&["pick mortar", "pick fear"]).has(P0, "2 coin").played(P0, "mortar")),
        Row::Overcomes => {
            drop(it.act("site l1_lower_4").has(P0, "").that("won", |s, _| s.players[0].guardians == 1 << 12));
        }
    }
}

#[test]
fn every_row_effect_over_every_bridge() {
    // R98, R99, R100, R105, R150, R152, R153
    let content = Content::load("arnak", Arnak::CONTENT, &Map::new()).expect("valid");
    let mut steps = 0;
    for side in ["bird", "snake"] {
        let track = &content.tables()[&format!("research_{side}")];
        let spaces: Vec<Value> = track["spaces"].as_array().expect("spaces").clone();
        let space = |id: &Value| spaces.iter().find(|s| s["id"] == *id).expect("a bridge leads to a space").clone();
        for token in ["magnifier", "notebook"] {
            for to in track["start"].as_array().expect("bridges") {
                enter(side, token, None, &space(to));
                steps += 1;
            }
            for from in &spaces {
                for to in from["next"].as_array().expect("bridges").iter().map(space).filter(|to| to["row"] != 8) {
                    enter(side, token, from["id"].as_str(), &to);
                    steps += 1;
                }
            }
        }
    }
    assert_eq!(steps, 2 * (18 + 19), "bridges of both sides, for both tokens");
}
