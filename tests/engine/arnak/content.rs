//! The component tables, the notation and replaced decks.

use expedition::core::{Content, Game, Rules};
use expedition::games::arnak::Arnak;
use expedition::games::arnak::effects::notation::{parse, parse_cost, print, print_cost};
use expedition::games::arnak::effects::program::{Op, STACK};
use expedition::games::arnak::effects::words;
use serde_json::{Map, Value, json};

use super::scenario::{P0, P1, Scenario};

fn tables() -> Map<String, Value> {
    Content::load("arnak", Arnak::CONTENT, &Map::new()).expect("valid").tables().clone()
}

/// Every effect text of the content.
fn effects(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                let named = matches!(key.as_str(), "effect" | "silver" | "gold" | "boon" | "magnifier_effect" | "notebook_effect");
                match inner {
                    Value::String(text) if named => out.push(text.clone()),
                    other => effects(other, out),
                }
            }
        }
        Value::Array(rows) => rows.iter().for_each(|row| effects(row, out)),
        _ => {}
    }
}

#[test]
fn every_effect_prints_as_it_is_written() {
    let mut texts = Vec::new();
    effects(&Value::Object(tables()), &mut texts);
    assert!(texts.len() > 150, "{}", texts.len());
    for text in &texts {
        let effect = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(print(&effect), *text);
        assert_eq!(parse(&print(&effect)).as_ref(), Ok(&effect));
        assert!(!words::effect(&effect).is_empty());
    }
    for row in tables()["guardians"].as_array().expect("rows") {
        let cost = parse_cost(row["cost"].as_str().expect("a cost")).expect("it reads");
        assert_eq!(parse_cost(&print_cost(&cost)), Ok(cost));
    }
}

#[test]
fn components_are_counted() {
    // R10, R12, R15, R16, R17, R71, R150, R161
    let tables = tables();
    for (table, count) in [
        ("items", 40),
        ("artifacts", 35),
        ("basics", 4),
        ("camps", 5),
        ("board_spaces", 12),
        ("site_tiles", 16),
        ("guardians", 15),
        ("idols", 6),
        ("slot_options", 5),
        ("assistants", 12),
        ("bonus_tiles", 6),
        ("rival_tiles", 15),
    ] {
        assert_eq!(tables[table].as_array().map(Vec::len), Some(count), "{table}");
    }
    for side in ["research_bird", "research_snake"] {
        assert_eq!(
            (tables[side]["spaces"].as_array().map(Vec::len), tables[side]["rows"].as_array().map(Vec::len)),
            (Some(14), Some(7)),
            "{side}"
        );
    }
}

#[test]
fn the_stack_is_deep_enough() {
    // R182: proved at load.
    let game = Game::<Arnak>::shipped();
    let depth = game.rules.tables().depth;
    assert!((8..=STACK).contains(&depth), "{depth}");
    assert!(size_of::<Op>() <= 4 && size_of::<<Arnak as Rules>::State>() <= 2048);
}

#[test]
fn a_new_card_is_added_by_text_alone() {
    let mut items = tables()["items"].as_array().expect("rows").clone();
    items[0] = json!({
        "id": "camel", "name": "Camel", "cost": 2, "points": 2, "travel": ["car", "boot"], "timing": "main", "exile_self": false,
        "effect": "draw(1); choose(1){gain(1 jewel) | pay(1 coin){upgrade(1); refresh(1)}}",
    });
    let content = json!({ "items": items }).as_object().expect("an object").clone();
    Scenario::with_content(&json!({}), &content)
        .hand(P0, "camel, fear")
        .deck(P0, "parrot")
        .goods(P0, "1 coin + 1 tablet")
        .acts(&["play camel", "accept", "branch 1", "accept", "branch 0"])
        .has(P0, "1 arrowhead")
        .holds(P0, "fear, parrot")
        .points(P0, [0, 0, 10, 0, 4, -1]);
}

/// The shipped rows with other texts in some fields.
fn rewritten(table: &str, texts: &[(usize, &str, &str)]) -> Scenario {
    let mut rows = tables()[table].clone();
    for &(row, field, text) in texts {
        rows[row][field] = json!(text);
    }
    Scenario::with_content(&json!({}), json!({ table: rows }).as_object().expect("an object"))
}

#[test]
fn a_free_effect_is_offered_if_part_of_it_can_be_carried_out() {
    // R29, R118, R124, R125; R8: a price that cannot be paid is passed over.
    let silver = |effect: &str| rewritten("assistants", &[(0, "silver", effect)]).assistant(P0, "assistant_01");
    for price in ["1 coin", "1 card"] {
        let paid = format!("pay({price}){{gain(1 jewel)}}");
        silver(&paid).lacks("use assistant_01");
        silver(&format!("{paid}; gain(1 tablet)")).act("use assistant_01").has(P0, "1 tablet");
    }
    silver("pay(1 card){gain(1 jewel)}").hand(P0, "fear").offers("use assistant_01");
    let card = || rewritten("items", &[(0, "timing", "free"), (0, "effect", "upgrade(1)")]).hand(P0, "aeroplane, fear");
    card().lacks("play aeroplane");
    card().goods(P0, "1 tablet").offers("play aeroplane");
    let counted = || silver("gain_per(1 compass, per=idol_owned, max=3)");
    counted().lacks("use assistant_01");
    counted().idols(P0, 2, "").act("use assistant_01").has(P0, "2 compass");
}

#[test]
fn a_choice_in_a_free_effect_is_made_among_what_can_be_done() {
    // R88, R123: no branch is passed over, one is no question, of several one must be taken.
    let effect = "choose(1){upgrade(1) | pay(1 coin){gain(1 jewel)}}; gain(1 compass)";
    let silver = || rewritten("assistants", &[(0, "silver", effect)]).assistant(P0, "assistant_01");
    silver().act("use assistant_01").has(P0, "1 compass");
    silver().goods(P0, "1 coin").act("use assistant_01").has(P0, "1 jewel + 1 compass");
    silver().goods(P0, "1 coin + 1 tablet").act("use assistant_01").offers_only("branch 0, branch 1");
}

#[test]
fn what_may_be_done_is_asked_if_it_can_be() {
    // R29: the coin gained before it does not count.
    let item = || rewritten("items", &[(0, "effect", "gain(1 coin); may{upgrade(1)}")]).hand(P0, "aeroplane, fear");
    item().act("play aeroplane").turn(P1);
    item().goods(P0, "1 tablet").act("play aeroplane").offers_only("accept, decline");
}

#[test]
fn assistants_do_what_their_rows_say() {
    // R108: several may be main actions. R44: only the golden side may travel.
    let it = rewritten("assistants", &[(0, "timing", "main")]).hand(P0, "fear").assistant(P0, "assistant_01");
    it.act("use assistant_01").has(P0, "2 coin").turn(P1);
    rewritten("assistants", &[(0, "gold", "choose(1){gain(1 coin) | travel(1 boot)}")])
        .hand(P0, "fear")
        .assistant(P0, "assistant_02 exhausted")
        .assistant(P0, "assistant_01 gold")
        .act("space camp_1a")
        .offers_only("pick fear, use assistant_01");
}

#[test]
fn an_idol_may_be_the_price_of_a_guardian() {
    // R36, R56
    let idols = |crates: u8| {
        rewritten("guardians", &[(0, "cost", "1 idol")])
            .tile("l1_lower_1", "l1_b")
            .guardian("l1_lower_1", "guardian_01")
            .figure(P0, "l1_lower_1")
            .hand(P0, "fear")
            .idols(P0, crates, "")
    };
    idols(0).lacks("site l1_lower_1");
    idols(2).act("site l1_lower_1").that("one is left", |s, _| s.players[0].crates == 1 && s.players[0].guardians == 1);
}

#[test]
fn a_temple_tile_pays_each_part_once() {
    let mut temple = tables()["temple"].clone();
    temple["stacks"][0]["pays"] = json!(vec!["left"; 200]);
    let content = json!({ "temple": temple }).as_object().expect("an object").clone();
    let problem = Game::<Arnak>::new(&Map::new(), &content).expect_err("refused").to_string();
    assert!(problem.contains("\"t11\": it pays \"left\" twice"), "{problem}");
}

#[test]
fn journeys_have_few_icons() {
    for (table, key) in [("board_spaces", "travel_bird"), ("camps", "spaces_bird")] {
        let mut rows = tables()[table].clone();
        let many = json!(vec!["boot"; 300]);
        rows[0][key] = if table == "camps" { json!([many, many]) } else { many };
        let content = json!({ table: rows }).as_object().expect("an object").clone();
        let problem = Game::<Arnak>::new(&Map::new(), &content).expect_err("refused").to_string();
        assert!(problem.contains("300 travel icons, at most 9 are possible"), "{table}: {problem}");
    }
}

#[test]
fn bad_content_is_refused_whole() {
    let refuse = |table: &str, change: &dyn Fn(&mut Vec<Value>)| {
        let mut rows = tables()[table].as_array().expect("rows").clone();
        change(&mut rows);
        let content = json!({ table: rows }).as_object().expect("an object").clone();
        Game::<Arnak>::new(&Map::new(), &content).expect_err("refused").to_string()
    };
    let text = refuse("items", &|rows| {
        rows[0]["effect"] = json!("gain(1 gold)");
        rows[1]["effect"] = json!("fly(2)");
        rows[2]["cost"] = json!(77);
    });
    assert!(text.contains("gold") && text.contains("fly") || text.contains("77"), "{text}");
    let text = refuse("guardians", &|rows| rows[0]["cost"] = json!("2 car + 1 ship"));
    assert!(text.contains("at most two travel icons"), "{text}");
    let text = refuse("assistants", &|rows| drop(rows.pop()));
    assert!(text.contains("11 rows"), "{text}");
    let text = refuse("assistants", &|rows| rows[0]["silver"] = json!("use_supply_assistant(side=silver)"));
    assert!(text.contains("deep"), "{text}");
    let text = refuse("items", &|rows| rows[3]["id"] = json!("axe"));
    assert!(text.contains("twice"), "{text}");
}

#[test]
fn bad_notation_says_what_is_wrong() {
    for (text, part) in [
        ("", "a step is missing"),
        ("gain(1 coin", "not closed"),
        ("gain(1 coin) gain(1 coin)", "left over"),
        ("gain(0 coin)", "1 to 9"),
        ("draw(x)", "not a number"),
        ("pay(1 coin)", "block"),
        ("choose(2){draw(1) | exile(1)}", "fewer branches"),
        ("gain(1 coin){draw(1)}", "no block"),
        ("buy(type=any, colour=red)", "no argument colour"),
        ("gain_card(type=artifact, from=row, to=hand)", "artifact goes to play"),
        ("activate(level=3)", "not a level"),
    ] {
        let error = parse(text).expect_err(text);
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn prices_have_at_most_one_card() {
    // R36, R42
    for price in ["2 card", "1 card + 1 boot"] {
        let mut rows = tables()["items"].clone();
        rows[0]["effect"] = json!(format!("pay({price}){{gain(1 jewel)}}"));
        let problem = Game::<Arnak>::new(&Map::new(), json!({ "items": rows }).as_object().expect("an object"))
            .expect_err("refused")
            .to_string();
        assert!(problem.contains("at most one card"), "{price}: {problem}");
    }
    // R125: beside a coin it is asked for.
    rewritten("items", &[(0, "effect", "pay(1 card + 1 coin){gain(1 jewel)}")])
        .hand(P0, "aeroplane, fear, parrot")
        .goods(P0, "1 coin")
        .acts(&["play aeroplane", "accept"])
        .offers_only("pick fear, pick parrot")
        .act("pick fear")
        .has(P0, "1 jewel")
        .played(P0, "aeroplane, fear");
}

#[test]
fn who_declines_goes_on_with_the_next_step() {
    // R118, R32: of several sites, of a journey, and of draws.
    let declined = |step: &str, acts: &[&str]| {
        rewritten("items", &[(0, "effect", &format!("{step}; gain(1 coin); gain(1 compass)"))])
            .hand(P0, "aeroplane, fear")
            .deck(P0, "parrot, rope")
            .act("play aeroplane")
            .acts(acts)
            .turn(P1)
    };
    declined("activate(level=camp, count=2)", &["site camp_4", "decline"]).has(P0, "1 coin + 1 compass + 1 arrowhead");
    declined("activate(level=camp, count=2)", &["decline"]).has(P0, "1 coin + 1 compass");
    declined("dig(discount=1 plane)", &["decline"]).has(P0, "1 coin + 1 compass");
    declined("dig(level=camp, free_travel, activations=2)", &["decline"]).has(P0, "1 coin + 1 compass");
    declined("draw(2)", &["accept", "decline"]).has(P0, "1 coin + 1 compass").holds(P0, "fear, parrot");
}

#[test]
fn an_idol_may_be_the_price_of_a_step() {
    // R36, R124
    let item = |crates: u8| {
        rewritten("items", &[(0, "effect", "pay(1 idol){gain(1 jewel)}")]).hand(P0, "aeroplane, fear").idols(P0, crates, "")
    };
    item(0).act("play aeroplane").has(P0, "").turn(P1);
    item(2).acts(&["play aeroplane", "accept"]).has(P0, "1 jewel").that("one is left", |s, _| s.players[0].crates == 1);
}

#[test]
fn a_free_card_other_than_the_first_is_offered_if_it_does_something() {
    // R28, R29
    let card = || rewritten("items", &[(4, "timing", "free"), (4, "effect", "upgrade(1)")]).hand(P0, "axe, fear");
    card().lacks("play axe");
    card().goods(P0, "1 tablet").offers("play axe").acts(&["play axe", "branch 0"]).has(P0, "1 arrowhead");
}

#[test]
fn a_free_look_at_a_site_is_offered_while_its_stack_has_tiles() {
    // R29, R134
    for (level, full) in [(1, true), (1, false), (2, true), (2, false)] {
        let effect = format!("activate_stack(level={level})");
        let it = rewritten("assistants", &[(0, "silver", &effect)]).hand(P0, "fear").assistant(P0, "assistant_01").set(|s| {
            let (stack, other) = if level == 1 { (&mut s.stack1, &mut s.stack2) } else { (&mut s.stack2, &mut s.stack1) };
            stack.unknown &= if full { u16::MAX } else { 0 };
            other.unknown &= if full { 0 } else { u16::MAX };
        });
        if full {
            it.offers("use assistant_01")
        } else {
            it.lacks("use assistant_01")
        };
    }
    // A card whose place is known counts as well.
    rewritten("assistants", &[(0, "silver", "activate_stack(level=1)")])
        .hand(P0, "fear")
        .assistant(P0, "assistant_01")
        .set(|s| {
            s.stack1.unknown = 0;
            s.stack1.bottom.push(3);
        })
        .offers("use assistant_01");
}

#[test]
fn research_that_says_nothing_of_the_temple_buys_no_tile() {
    // R103, R104
    let it = |temple: &str| {
        rewritten("items", &[(0, "effect", &format!("gain(1 coin); research(token=any, discount=1 jewel{temple})"))])
            .hand(P0, "aeroplane, fear")
            .goods(P0, "9 coin + 9 compass + 9 tablet + 9 arrowhead + 9 jewel")
            .magnifier(P0, "temple")
            .act("play aeroplane")
    };
    it(", temple_tile_ok").offers("temple t11, notebook 1");
    it("").offers("notebook 1").lacks("temple t11");
}
