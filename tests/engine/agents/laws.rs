//! Laws over every game: evaluations and searches use only what the seat may know.

use std::collections::BTreeMap;

use expedition::core::{ActionSet, Episode, Playable, Rng, Seat, Turn};
use expedition::games::{self, Visitor};

use super::super::support::{game, random_play, variants};
use super::chosen;

struct Evaluations;

impl Visitor for Evaluations {
    type Out = ();
    fn visit<R: Playable>(self) {
        for (i, options) in variants::<R>().iter().enumerate() {
            let game = game::<R>(options);
            let mut ply = 0u64;
            let mut rng = Rng::seeded(i as u64);
            random_play(&mut Episode::new(game.clone(), i as u64), &mut rng, 500, |ep| {
                ply += 1;
                if !ply.is_multiple_of(5) && ep.turn() != Turn::Over {
                    return;
                }
                for seat in (0..game.seats()).map(|s| Seat(s as u8)) {
                    let value = game.rules.evaluate(ep.state(), seat);
                    assert!((-1.0..=1.0).contains(&value), "{}: evaluation {value}", R::NAME);
                    let dealt = ep.redeal(seat, ply);
                    let again = game.rules.evaluate(dealt.state(), seat);
                    assert_eq!(value, again, "{} {options}: the evaluation of {seat:?} uses what it cannot know", R::NAME);
                }
                assert!(ep.turn() != Turn::Over || game.rules.round(ep.state()) <= 1_000);
            });
        }
    }
}

#[test]
fn evaluations_do_not_leak() {
    for name in games::NAMES {
        games::visit(name, Evaluations).expect("the registry lists its own games");
    }
}

struct BlindSearch;

impl Visitor for BlindSearch {
    type Out = ();
    /// Two states that differ only in what the seat cannot know: the same choices from the same streams.
    fn visit<R: Playable>(self) {
        // With one seat nothing is hidden but future chance.
        let variants = variants::<R>();
        let plain = variants.iter().filter(|o| o["players"] != 1 && o.as_object().is_some_and(|o| o.len() == 1));
        for options in plain.chain(variants.iter().filter(|o| o["players"] == 2).nth(1)) {
            let game = game::<R>(options);
            let mut ply = 0u64;
            let mut differed = 0;
            random_play(&mut Episode::new(game.clone(), 5), &mut Rng::seeded(6), 90, |ep| {
                ply += 1;
                let Turn::Seat(seat) = ep.turn() else { return };
                if !ply.is_multiple_of(9) || ep.legal().len() < 2 {
                    return;
                }
                let other = ep.redeal(seat, 1_000 + ply);
                differed += u32::from(other.state() != ep.state());
                for agent in ["greedy", "mc:12", "mcts:24"] {
                    let mut seen: [BTreeMap<usize, u32>; 2] = Default::default();
                    for seed in 0..3 {
                        for (state, seen) in [ep.state(), other.state()].into_iter().zip(&mut seen) {
                            *seen.entry(chosen(agent, &game, state, seed)).or_default() += 1;
                        }
                    }
                    assert_eq!(seen[0], seen[1], "{} {agent} at ply {ply}: the choice depends on what is hidden", R::NAME);
                }
            });
            assert!(differed > 0 || R::NAME == "subterra" || ply < 12, "{}: some pair of states must differ", R::NAME);
        }
    }
}

#[test]
fn searches_choose_alike_where_only_hidden_things_differ() {
    for name in games::NAMES {
        games::visit(name, BlindSearch).expect("the registry lists its own games");
    }
}

struct Pruned;

impl Visitor for Pruned {
    type Out = ();
    /// Pruning removes only legal actions, never all of them, and only by what the seat to act may know.
    fn visit<R: Playable>(self) {
        for (i, options) in variants::<R>().iter().enumerate() {
            let game = game::<R>(options);
            let pruned = |state: &R::State, legal: &ActionSet| {
                let mut set = *legal;
                game.rules.prune(state, &mut set);
                set
            };
            let mut ply = 0u64;
            random_play(&mut Episode::new(game.clone(), i as u64), &mut Rng::seeded(i as u64), 400, |ep| {
                ply += 1;
                let Turn::Seat(seat) = ep.turn() else { return };
                let kept = pruned(ep.state(), ep.legal());
                assert!(!kept.is_empty(), "{} {options}: nothing is left at ply {ply}", R::NAME);
                assert!(kept.minus(ep.legal()).is_empty(), "{} {options}: an illegal action came in at ply {ply}", R::NAME);
                if ply.is_multiple_of(3) {
                    let dealt = pruned(ep.redeal(seat, ply).state(), ep.legal());
                    assert!(kept == dealt, "{} {options}: the choices {seat:?} considers depend on what it cannot know", R::NAME);
                }
            });
        }
    }
}

#[test]
fn pruning_keeps_something_legal_and_does_not_leak() {
    for name in games::NAMES {
        games::visit(name, Pruned).expect("the registry lists its own games");
    }
}

struct Deals;

impl Visitor for Deals {
    type Out = ();
    /// A deal follows from what the seat knows and the stream alone: the true position leaves no trace in it.
    fn visit<R: Playable>(self) {
        for (i, options) in variants::<R>().iter().enumerate() {
            let game = game::<R>(options);
            let mut ply = 0u64;
            random_play(&mut Episode::new(game.clone(), i as u64), &mut Rng::seeded(i as u64), 300, |ep| {
                ply += 1;
                for seat in (0..game.seats()).map(|s| Seat(s as u8)).filter(|s| (ply + u64::from(s.0)).is_multiple_of(3)) {
                    let other = ep.redeal(seat, ply);
                    let (one, two) = (ep.redeal(seat, ply + 1), other.redeal(seat, ply + 1));
                    assert_eq!(one.state(), two.state(), "{} {options} at ply {ply} for {seat:?}", R::NAME);
                }
            });
        }
    }
}

#[test]
fn deals_of_one_stream_do_not_depend_on_what_is_hidden() {
    for name in games::NAMES {
        games::visit(name, Deals).expect("the registry lists its own games");
    }
}

struct Noted;

impl Visitor for Noted {
    type Out = ();
    /// The result is the same whatever the notes were used for before, because searches jump between positions and games.
    fn visit<R: Playable>(self) {
        for (i, options) in variants::<R>().iter().enumerate() {
            let game = game::<R>(options);
            let mut notes = R::Notes::default();
            let mut earlier: Vec<R::State> = Vec::new();
            let mut rng = Rng::seeded(7);
            random_play(&mut Episode::new(game.clone(), i as u64), &mut Rng::seeded(i as u64), 200, |ep| {
                earlier.push(ep.state().clone());
                for state in [&earlier[rng.index(earlier.len())], ep.state()] {
                    for seat in (0..game.seats()).map(|seat| Seat(seat as u8)) {
                        let (fresh, used) = (game.rules.evaluate(state, seat), game.rules.evaluate_on(state, seat, &mut notes));
                        assert_eq!(fresh.to_bits(), used.to_bits(), "{} {options}: notes changed an evaluation", R::NAME);
                    }
                    let (mut fresh, mut used) = (ActionSet::EMPTY, ActionSet::EMPTY);
                    if game.rules.turn(state) != Turn::Over {
                        game.rules.legal(state, &mut fresh);
                        game.rules.legal(state, &mut used);
                        game.rules.prune(state, &mut fresh);
                        game.rules.prune_on(state, &mut used, &mut notes);
                        assert!(fresh == used, "{} {options}: notes changed what is pruned", R::NAME);
                    }
                }
            });
        }
    }
}

#[test]
fn notes_change_nothing() {
    for name in games::NAMES {
        games::visit(name, Noted).expect("the registry lists its own games");
    }
}
