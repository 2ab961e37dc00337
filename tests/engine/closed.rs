//! Closed under play: from a position that `check` accepts, every legal action leads to another one that it accepts.
//!
//! Positions are made by mutating real ones: with values seen under the same key, whole subtrees from other positions of
//! the same variant, and units moved between similar numbers. What `check` accepts is played to the end by random legal actions.
//!
//! To search one game more thoroughly:
//! `EXPEDITION_CLOSED=arnak:20000 cargo test --test engine closed` (the game, and how many mutants `check` is to accept).

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use expedition::core::{Playable, Rng};
use expedition::games::{self, Visitor};
use expedition::laws::closed::played_on;
use expedition::laws::mutate::Pool;
use serde_json::Value;

use super::support::{game, variants, wanted};

/// Mutants of each game that `check` is to accept in an ordinary run.
const CASES: usize = 300;
/// Mutants of one variant before another variant is drawn.
const PER_VARIANT: usize = 60;
/// Kinds of findings after which the search ends.
const ENOUGH: usize = 12;

#[test]
fn whatever_check_accepts_stays_accepted() {
    let more = std::env::var("EXPEDITION_CLOSED").ok();
    let more = more.as_deref().map(|text| {
        let (rules, cases) = text.split_once(':').unwrap_or((text, "5000"));
        (rules, cases.parse().expect("EXPEDITION_CLOSED is a game, a colon and a number"))
    });
    for name in wanted() {
        let cases = match more {
            Some((rules, cases)) if rules == name => cases,
            None => CASES,
            Some(_) => continue,
        };
        games::visit(name, Closed { cases, seed: 17 }).expect("the registry lists its own games");
    }
}

/// The law for one game.
struct Closed {
    cases: usize,
    seed: u64,
}

impl Visitor for Closed {
    type Out = ();
    fn visit<R: Playable>(self) {
        let mut rng = Rng::seeded(self.seed);
        let variants = variants::<R>();
        let (mut tried, mut accepted) = (0usize, 0usize);
        let mut findings: BTreeMap<String, String> = BTreeMap::new();
        let most = 400 * self.cases;
        for block in 0.. {
            if accepted >= self.cases || findings.len() >= ENOUGH || tried >= most {
                break;
            }
            // Every other block is the game as shipped.
            let options = if block % 2 == 0 { &variants[0] } else { &variants[rng.index(variants.len())] };
            let pool = Pool::fill(game::<R>(options), &mut rng);
            let goal = (accepted + PER_VARIANT).min(self.cases);
            let last = tried + most / 8;
            while accepted < goal && tried < last {
                tried += 1;
                let (mutant, edits) = pool.mutant(&mut rng);
                let Ok(state) = serde_json::from_value::<R::State>(mutant) else { continue };
                let seed = rng.bits();
                match catch_unwind(AssertUnwindSafe(|| played_on(&pool.game, state, seed))) {
                    Ok(Ok(false)) => {}
                    Ok(Ok(true)) => accepted += 1,
                    Ok(Err(broke)) => {
                        accepted += 1;
                        note(&mut findings, &broke.to_string(), options, &edits);
                    }
                    Err(panic) => {
                        accepted += 1;
                        let text = panic.downcast_ref::<String>().map(String::as_str);
                        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
                        note(&mut findings, &format!("panic: {text}"), options, &edits);
                    }
                }
            }
        }
        println!("{}: {tried} mutants, {accepted} accepted, {} kinds of findings", R::NAME, findings.len());
        let list: Vec<String> = findings.into_values().collect();
        assert!(list.is_empty(), "{}: check is not closed under play:\n{}", R::NAME, list.join("\n"));
        assert!(accepted * 2 >= self.cases, "{}: only {accepted} of {tried} mutants were accepted", R::NAME);
    }
}

/// Keeps, for each kind of finding, the one with the fewest edits; kinds are their wording without the numbers.
fn note(findings: &mut BTreeMap<String, String>, what: &str, options: &Value, edits: &[String]) {
    let kind: String = what.chars().filter(|c| !c.is_ascii_digit()).take(90).collect();
    let text = format!("- {what}\n  options {options}\n  {}", edits.join("\n  "));
    let kept = findings.entry(kind).or_insert_with(|| text.clone());
    if text.lines().count() < kept.lines().count() {
        *kept = text;
    }
}
