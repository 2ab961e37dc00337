//! The choices that built-in agents look at: what `narrow` leaves out, and what it must not.

use expedition::core::{Action, ActionSet, Game, Rng, Turn};
use expedition::games::kathmandu::{Act, Kathmandu, State};
use serde_json::{Value, json};

use crate::support::rules;

/// Positions of random games that take what they can remove, so that every kind of choice comes up.
fn walk(options: &Value, games: u64, mut visit: impl FnMut(&Kathmandu, &State, &ActionSet, &mut Rng)) {
    let rules = rules::<Kathmandu>(options);
    let game = &rules.game;
    for seed in 0..games {
        let mut rng = Rng::seeded(seed);
        let mut state = game.start(&mut rng);
        while let Turn::Seat(_) = game.turn(&state) {
            let mut legal = ActionSet::EMPTY;
            game.legal(&state, &mut legal);
            visit(game, &state, &legal, &mut rng);
            // Half of the choices follow the narrowed set, so that fences stand and digs can be taken.
            let mut choices = legal;
            if rng.below(2) == 0 {
                game.narrow(&state, &mut choices);
            }
            let id = choices.nth(rng.below(choices.len()));
            game.apply(&mut state, Act::from_id(id).expect("a legal id"), &mut rng);
        }
    }
}

fn narrowed(game: &Kathmandu, state: &State, legal: &ActionSet) -> ActionSet {
    let mut set = *legal;
    game.narrow(state, &mut set);
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
        walk(&options, 3, |game, state, legal, _| {
            let set = narrowed(game, state, legal);
            assert!(!set.is_empty(), "{options}: {:?}", state.decision);
            assert!(set.iter().all(|id| legal.has(id)), "{options}: {:?}", state.decision);
        });
    }
}

#[test]
fn it_leaves_a_handful_of_cells() {
    // The point of it: about two hundred cells are legal, a few close fences.
    let (mut before, mut after) = (0, 0);
    walk(&json!({}), 4, |game, state, legal, _| {
        if legal.len() > 100 {
            before += legal.len();
            after += narrowed(game, state, legal).len();
        }
    });
    assert!(before > 0 && after * 6 < before, "{after} of {before} choices stay");
}

#[test]
fn it_depends_only_on_what_the_seat_knows() {
    // R15.5: a fresh deal of what the seat to act cannot know changes nothing.
    for options in tables() {
        walk(&options, 2, |game, state, legal, rng| {
            let Turn::Seat(seat) = game.turn(state) else { return };
            let mut other = state.clone();
            game.redeal(&mut other, seat, rng);
            let mut same = ActionSet::EMPTY;
            game.legal(&other, &mut same);
            assert!(narrowed(game, state, legal) == narrowed(game, &other, &same), "{options}: {:?}", state.decision);
        });
    }
}

#[test]
fn everything_that_removes_a_dig_stays() {
    // R8, R9.3: what brings points is always looked at.
    let mut seen = 0;
    for options in tables() {
        walk(&options, 6, |game, state, legal, _| {
            let set = narrowed(game, state, legal);
            for id in legal.iter() {
                if let Some(Act::Remove(_) | Act::Curator(_)) = Act::from_id(id) {
                    seen += 1;
                    assert!(set.has(id), "{options}: {}", game.name(Act::from_id(id).expect("an id")));
                }
            }
        });
    }
    assert!(seen > 20, "only {seen} removals came up");
}

#[test]
fn the_evaluation_is_a_chance_and_depends_only_on_what_the_seat_knows() {
    for options in tables() {
        walk(&options, 2, |game, state, _, rng| {
            let Turn::Seat(seat) = game.turn(state) else { return };
            let value = game.evaluate(state, seat);
            assert!((-1.0..=1.0).contains(&value), "{options}: {value}");
            let mut other = state.clone();
            game.redeal(&mut other, seat, rng);
            assert_eq!(game.evaluate(&other, seat), value, "{options}");
        });
    }
}
