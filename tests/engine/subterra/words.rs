//! Sentences for choices, events for their consequences, and the view.

use std::collections::HashSet;

use expedition::core::{Action, Apply, Describe, Event, Legal, Observe, Rng, Rules, Score, Seat, Setup, Turn};
use expedition::games::subterra::board::Cell;
use expedition::games::subterra::words::Face;
use expedition::games::subterra::{Act, State, Subterra};
use serde_json::{Value, json};

use super::super::support::game;
use super::{PLAIN, Table, solo};

/// Plays games of several teams, from the setup and on the way back, and shows every choice with its events.
fn watched(mut each: impl FnMut(&Subterra, &State, Act, &State, &[Event])) {
    let back = super::records::way_back(4);
    let teams = [
        json!({"players": 2, "explorers": ["sapper", "archaeologist", "aristocrat", "veteran"]}),
        json!({"players": 3, "explorers": ["guide", "foreman", "priest"]}),
        json!({"players": 3, "explorers": ["scoundrel", "sharpshooter", "healer"], "vault_locked_until_keys": true}),
        json!({"players": 3, "explorers": "draft"}),
    ];
    for seed in 0..24u64 {
        let mut rng = Rng::seeded(seed);
        let (rules, mut s) = if seed % 3 == 0 {
            (back.game.clone(), back.s.clone())
        } else {
            let rules = game::<Subterra>(&teams[seed as usize % teams.len()]);
            let s = rules.rules.start(&mut rng);
            (rules, s)
        };
        let rules = &rules.rules;
        while rules.turn(&s) != Turn::Over {
            let mut legal = expedition::core::ActionSet::EMPTY;
            rules.legal(&s, &mut legal);
            if rng.below(3) > 0 {
                expedition::core::Prune::prune(rules, &s, &mut legal);
            }
            let act = Act::from_id(legal.nth(rng.below(legal.len()))).expect("an id");
            let (before, mut events) = (s.clone(), Vec::new());
            rules.apply(&mut s, act, &mut rng, &mut events);
            each(rules, &before, act, &s, &events);
        }
    }
}

#[test]
fn every_choice_has_a_sentence_of_its_own() {
    watched(|rules, before, _, _, _| {
        let mut legal = expedition::core::ActionSet::EMPTY;
        rules.legal(before, &mut legal);
        let mut seen = HashSet::new();
        for act in legal.iter().filter_map(Act::from_id) {
            let sentence = rules.sentence(before, act);
            let name = rules.name(act);
            assert!(sentence != name && sentence.ends_with('.') && sentence.starts_with(char::is_uppercase), "{name}: {sentence}");
            assert!(!sentence.contains("  ") && !sentence.contains(" ."), "{name}: {sentence}");
            assert!(seen.insert(sentence.clone()), "two choices are called {sentence:?}");
        }
    });
}

/// The sum of a field over the events of some kinds.
fn total(events: &[Event], kinds: &[&str], explorer: &str, field: &str) -> i64 {
    let of = |event: &Event, name: &str| event.fields.iter().find(|(key, _)| *key == name).map(|(_, value)| value.clone());
    let matching = events.iter().filter(|e| kinds.contains(&e.kind) && of(e, "explorer") == Some(json!(explorer)));
    matching.filter_map(|e| of(e, field)).filter_map(|value| value.as_i64()).sum()
}

#[test]
fn events_account_for_what_changed() {
    let count = |events: &[Event], kind: &str| events.iter().filter(|e| e.kind == kind).count() as i64;
    let mut kinds = HashSet::new();
    watched(|rules, before, act, after, events| {
        let told = || format!("{} led to {events:#?}", rules.name(act));
        for event in events {
            assert!(event.text.ends_with('.') && event.text.starts_with(char::is_uppercase));
            kinds.insert(event.kind);
        }
        for e in &before.explorers {
            let now = after.explorers[after.find(e.sheet).expect("of the team")];
            let gone = events.iter().any(|event| event.kind == "death" && event.text.contains(e.sheet.name()));
            let name = e.sheet.name();
            let change = total(events, &["heal"], name, "hit_points") - total(events, &["damage"], name, "hit_points");
            assert!(gone || i64::from(now.hp) - i64::from(e.hp) == change, "{name}: {}", told());
            let moved = events.iter().any(|event| ["move", "death", "escape"].contains(&event.kind) && event.text.contains(name));
            assert!(moved || now.cell == e.cell, "{name}: {}", told());
            let handled = ["pick_up", "hand_over", "object_lies", "key_inserted", "death", "escape"];
            assert!(now.hand == e.hand || events.iter().any(|event| handled.contains(&event.kind)), "{name}: {}", told());
        }
        let guardians = count(events, "guardian_appears") - count(events, "guardian_eliminated");
        assert_eq!(after.guardians.len() as i64 - before.guardians.len() as i64, guardians, "{}", told());
        let tiles =
            count(events, "tile") + if count(events, "sanctuary") == 0 { 0 } else { i64::from(after.hall != after.vault) + 1 };
        assert_eq!(i64::from(after.map.placed.len()) - i64::from(before.map.placed.len()), tiles, "{}", told());
        assert_eq!(before.marker != after.marker, count(events, "volcano") > 0, "{}", told());
        assert_eq!(before.map.flipped != after.map.flipped, count(events, "lava") > 0, "{}", told());
        assert_eq!(
            (before.cursed, before.erupted) != (after.cursed, after.erupted),
            count(events, "curse") + count(events, "eruption") > 0
        );
        assert_eq!(before.rounds != after.rounds, count(events, "round") > 0, "{}", told());
        assert_eq!(after.end.is_some(), count(events, "end") == 1, "{}", told());
        let digging = ["dig", "collapse", "tile", "consolidated", "lava"];
        let rubble = events.iter().any(|e| digging.contains(&e.kind));
        assert!(rubble || before.map.rubble == after.map.rubble, "{}", told());
    });
    for kind in ["hazard_roll", "hazard", "d6", "draw", "turn", "guardian_moves", "guardian_attacks", "death", "escape", "joins"] {
        assert!(kinds.contains(kind), "no {kind} in {kinds:?}");
    }
}

fn events_of(t: &mut Table, name: &str, wanted: impl Fn(&[Event]) -> bool) -> Vec<String> {
    let act = Act::at(t.game.parse(name).expect("an action"));
    for seed in 0..500 {
        let (mut s, mut events) = (t.s.clone(), Vec::new());
        t.game.rules.apply(&mut s, act, &mut Rng::seeded(seed), &mut events);
        if wanted(&events) {
            t.s = s;
            return events.into_iter().map(|event| event.text).collect();
        }
    }
    panic!("{name} never comes out as wanted");
}

#[test]
fn a_turn_reads_as_a_story() {
    let mut t = solo(&PLAIN);
    t.put("spike_trap_cross", 0, 1, "NESW").guardian(0, 0).turn("foreman");
    let said = |t: &Table, name: &str| {
        let act = Act::at(t.game.parse(name).expect("an action"));
        t.game.rules.sentence(&t.s, act)
    };
    assert_eq!(said(&t, "move south"), "Move south to 0,1, onto a Spike trap, fleeing for 1 hit point (1 action point).");
    assert_eq!(said(&t, "push"), "Push on: one more action point for 1 hit point.");
    assert_eq!(said(&t, "move north"), "Move north out of the temple, for good, fleeing for 1 hit point (1 action point).");
    let struck = |events: &[Event]| events.iter().any(|e| e.kind == "damage" && e.text.contains("spikes"));
    let story = events_of(&mut t, "move south", struck);
    assert_eq!(
        story[..2],
        ["The foreman loses 1 hit point by fleeing from Guardians; 4 left.", "The foreman goes from 0,0 to 0,1."]
    );
    assert!(story[2].starts_with("The foreman rolls a ") && story[2].ends_with(" for the spikes: they strike."));
    assert_eq!(story[3], "The foreman loses 3 hit points to spikes; 1 left.");
    t.rolling("sapper", Face::Lava);
    assert_eq!(said(&t, "resolve stumble"), "Resolve stumble first: an explorer who has pushed on stumbles.");
}

#[test]
fn the_view_is_in_the_words_of_the_game() {
    let mut t = solo(&PLAIN);
    t.put("ruins_4_tee", 0, 1, "NES").put("key_dead_end", 1, 1, "W").guardian(1, 1).hp("sapper", 0).turn("foreman");
    let view = t.game.rules.view(&t.s, Some(Seat(0)));
    assert_eq!(view, t.game.rules.view(&t.s, None), "everything is public");
    assert_eq!((&view["round"], &view["tiles_left"], &view["guardians"]), (&json!(1), &json!(28), &json!([[1, 1]])));
    assert_eq!(view["keys"], json!({"lying": [[1, 1]], "inserted": 0, "needed": 3}));
    assert_eq!(view["turn"]["question"], json!("act with the foreman, 2 action points"));
    let (foreman, sapper) = (&view["explorers"][1], &view["explorers"][2]);
    assert_eq!((&foreman["has_turn"], &foreman["action_points"], &foreman["holds"]), (&json!(true), &json!(2), &Value::Null));
    assert_eq!((&sapper["state"], &sapper["uses_left"]), (&json!("down"), &json!({"demolish": 3})));
    let cells = view["temple"]["cells"].as_array().expect("a list");
    let ruins = cells.iter().find(|cell| cell["number"] == json!(4)).expect("Ruins 4");
    assert_eq!(
        (&ruins["cell"], &ruins["open"], &ruins["rubble"]),
        (&json!([0, 1]), &json!(["north", "east", "south"]), &json!(true))
    );
    assert!(view["temple"]["unrevealed"].as_array().expect("a list").contains(&json!([0, 2])));
    assert_eq!((&view["sanctuary"], &view["result"]), (&Value::Null, &Value::Null));
    t.sanctuary(-1, 0, 'S');
    assert_eq!(t.s.hall, Cell::at(-1, 1));
    assert_eq!(t.game.rules.view(&t.s, None)["sanctuary"], json!({"hall": [-1, 1], "vault": [-1, 2]}));
}

#[test]
fn the_end_has_a_reason() {
    let mut t = solo(&PLAIN);
    t.hp("foreman", 0).hp("sapper", 0).hp("sharpshooter", 1).turn("sharpshooter").act("push");
    assert!(t.is_over());
    assert_eq!(t.game.rules.reason(&t.s), "The expedition has failed; everyone in the temple is down.");
    assert_eq!(t.game.rules.winners(&t.s), 0);
}
