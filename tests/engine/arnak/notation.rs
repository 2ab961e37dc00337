//! Hostile notation: any text is either read back exactly or refused with a sentence.

use expedition::games::arnak::Arnak;
use expedition::games::arnak::effects::notation::{parse, parse_cost, parse_goods, print};
use expedition::games::arnak::effects::program::Code;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::game;

/// Texts that have caused, or could cause, trouble.
const CORPUS: &str = include_str!("../../corpus/arnak_effects.txt");

const TOKENS: &[&str] = &[
    "gain",
    "gain_per",
    "fear",
    "draw",
    "draw_keep",
    "discard",
    "exile",
    "pay",
    "choose",
    "may",
    "pass",
    "travel",
    "dig",
    "research",
    "buy",
    "gain_card",
    "activate",
    "relocate",
    "move_guardian",
    "refresh",
    "(",
    ")",
    "{",
    "}",
    "|",
    ";",
    ",",
    "=",
    " ",
    "+",
    "1",
    "2",
    "9",
    "0",
    "256",
    "-1",
    "coin",
    "compass",
    "tablet",
    "arrowhead",
    "jewel",
    "card",
    "idol",
    "boot",
    "plane",
    "max",
    "from",
    "top",
    "bottom",
    "level",
    "camp",
    "any",
    "type",
    "item",
    "artifact",
    "to",
    "hand",
    "token",
    "discount",
    "free",
    "é",
    "\u{0}",
    "\n",
];

fn read(text: &str) {
    if let Ok(effect) = parse(text) {
        let printed = print(&effect);
        assert_eq!(parse(&printed).as_ref(), Ok(&effect), "{text:?} prints as {printed:?}");
        if let Err(problem) = Code::new().compile(&effect) {
            assert!(!problem.is_empty());
        }
    }
    let _ = (parse_cost(text), parse_goods(text));
}

/// Every text under a key that holds effects or costs.
fn texts(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(text) => out.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| texts(item, out)),
        Value::Object(map) => map.values().for_each(|item| texts(item, out)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn the_corpus_is_read_or_refused() {
    CORPUS.lines().for_each(read);
}

#[test]
fn deep_blocks_are_refused() {
    let deep = |n: usize| format!("{}gain(1 coin){}", "may{".repeat(n), "}".repeat(n));
    assert!(parse(&deep(16)).is_ok());
    for text in [deep(17), deep(200_000), "may{".repeat(200_000)] {
        assert!(parse(&text).expect_err("too deep").contains("nested more than 16 deep"));
    }
    // Blocks side by side are not deep.
    assert!(parse(&vec!["may{gain(1 coin)}"; 40].join("; ")).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text: String) {
        read(&text);
    }

    #[test]
    fn any_tokens_are_read_or_refused(tokens in proptest::collection::vec(0..TOKENS.len(), 0..40)) {
        read(&tokens.iter().map(|&t| TOKENS[t]).collect::<String>());
    }
}

#[test]
fn changed_effects_are_read_or_refused() {
    let game = game::<Arnak>(&json!({}));
    let mut all = Vec::new();
    game.content.tables().values().for_each(|table| texts(table, &mut all));
    all.retain(|text| parse(text).is_ok());
    all.sort();
    all.dedup();
    assert!(all.len() > 40, "the tables hold effects: {}", all.len());
    let mut rng = expedition::core::Rng::seeded(4);
    for text in &all {
        read(text);
        for _ in 0..20 {
            let mut changed: Vec<char> = text.chars().collect();
            for _ in 0..=rng.index(3) {
                let at = rng.index(changed.len());
                let token: Vec<char> = TOKENS[rng.index(TOKENS.len())].chars().collect();
                let to = (at + rng.index(4)).min(changed.len());
                changed.splice(at..to, token);
            }
            read(&changed.into_iter().collect::<String>());
        }
    }
}
