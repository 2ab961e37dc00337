//! The choices that built-in agents consider: what `prune` removes, and what it must not.

use expedition::core::{Action, ActionSet, Advise, Apply, Describe, Legal, Observe, Prune, Rng, Rules, Setup, Silent, Turn};
use expedition::games::kathmandu::{Act, Kathmandu, State};
use serde_json::{Value, json};

use crate::support::game;

/// Positions of random games that take what they can remove, so that every kind of choice comes up.
fn positions(options: &Value, games: u64, mut visit: impl FnMut(&Kathmandu, &State, &ActionSet, &mut Rng)) {
    let game = game::<Kathmandu>(options);
    let rules = &game.rules;
    for seed in 0..games {
        let mut rng = Rng::seeded(seed);
        let mut state = rules.start(&mut rng);
        while let Turn::Seat(_) = rules.turn(&state) {
            let mut legal = ActionSet::EMPTY;
            rules.legal(&state, &mut legal);
            visit(rules, &state, &legal, &mut rng);
            // Half of the choices follow the pruned set, so that fences stand and digs can be taken.
            let mut choices = legal;
            if rng.below(2) == 0 {
                rules.prune(&state, &mut choices);
            }
            let id = choices.nth(rng.below(choices.len()));
            rules.apply(&mut state, Act::at(id), &mut rng, &mut Silent);
        }
    }
}

fn pruned(rules: &Kathmandu, state: &State, legal: &ActionSet) -> ActionSet {
    let mut set = *legal;
    rules.prune(state, &mut set);
    set
}

fn tables() -> [Value; 5] {
    [
        json!({}),
        json!({"players": 3, "variant": "short"}),
        json!({"players": 4, "voluntary_pass": true}),
        json!({"board": "valley_small", "mix_place_and_take_back": false}),
        json!({"personality_deck_reshuffles_discards": false, "joker_allowed_for_identical_pair": false}),
    ]
}

#[test]
fn it_never_empties_and_adds_nothing() {
    for options in tables() {
        positions(&options, 3, |rules, state, legal, _| {
            let set = pruned(rules, state, legal);
            assert!(!set.is_empty(), "{options}: {:?}", state.decision);
            assert!(set.iter().all(|id| legal.has(id)), "{options}: {:?}", state.decision);
        });
    }
}

#[test]
fn it_leaves_a_handful_of_cells() {
    // The point of pruning: about two hundred cells are legal, a few close fences.
    let (mut before, mut after) = (0, 0);
    positions(&json!({}), 4, |rules, state, legal, _| {
        if legal.len() > 100 {
            before += legal.len();
            after += pruned(rules, state, legal).len();
        }
    });
    assert!(before > 0 && after * 6 < before, "{after} of {before} choices stay");
}

#[test]
fn it_depends_only_on_what_the_seat_knows() {
    // R15.5: a redeal of what the seat to act cannot know changes nothing.
    for options in tables() {
        positions(&options, 2, |rules, state, legal, rng| {
            let Turn::Seat(seat) = rules.turn(state) else { return };
            let mut other = state.clone();
            rules.redeal(&mut other, seat, rng);
            let mut same = ActionSet::EMPTY;
            rules.legal(&other, &mut same);
            assert!(pruned(rules, state, legal) == pruned(rules, &other, &same), "{options}: {:?}", state.decision);
        });
    }
}

#[test]
fn everything_that_removes_a_dig_stays() {
    // R8, R9.3: what scores points is always considered.
    let mut seen = 0;
    for options in tables() {
        positions(&options, 6, |rules, state, legal, _| {
            let set = pruned(rules, state, legal);
            for id in legal.iter() {
                if let Some(Act::Remove(_) | Act::Curator(_)) = Act::from_id(id) {
                    seen += 1;
                    assert!(set.has(id), "{options}: {}", rules.name(Act::at(id)));
                }
            }
        });
    }
    assert!(seen > 20, "only {seen} removals came up");
}

#[test]
fn the_evaluation_is_a_chance_and_depends_only_on_what_the_seat_knows() {
    for options in tables() {
        positions(&options, 2, |rules, state, _, rng| {
            let Turn::Seat(seat) = rules.turn(state) else { return };
            let value = rules.evaluate(state, seat);
            assert!((-1.0..=1.0).contains(&value), "{options}: {value}");
            let mut other = state.clone();
            rules.redeal(&mut other, seat, rng);
            assert_eq!(rules.evaluate(&other, seat), value, "{options}");
        });
    }
}
