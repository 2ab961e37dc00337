//! The laws of words: every choice is a sentence, every visible change is an event, views tell what may be known and no more.

use std::collections::HashSet;

use expedition::core::{Action, ActionSet, Event, MAX_SEATS, Playable, Rng, Seat, Turn, Witness};
use expedition::games::{self, Visitor};
use serde_json::Value;

use super::support::{episode, random_play, variants, wanted};

/// Everything that is told, with its audience.
#[derive(Default)]
struct Everything(Vec<Event>);

impl Witness for Everything {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.0.push(event());
    }
}

struct Words;

impl Visitor for Words {
    type Out = ();
    fn visit<R: Playable>(self) {
        for (i, options) in variants::<R>().iter().enumerate() {
            let mut rng = Rng::seeded(31 + i as u64);
            random_play(&mut episode::<R>(options, i as u64), &mut Rng::seeded(i as u64), usize::MAX, |ep| {
                let game = ep.game();
                let Turn::Seat(actor) = ep.turn() else {
                    assert!(game.rules.reason(ep.state()).len() > 10, "{}: it is said why it ended", R::NAME);
                    return;
                };
                sentences::<R>(&game.rules, ep.state(), actor, ep.legal(), &mut rng);
                let id = ep.legal().nth(rng.below(ep.legal().len()));
                let action = R::Action::from_id(id).expect("a legal id is below the count");
                views_and_glimpses::<R>(&game.rules, ep.state(), actor, action, &mut rng);
                events::<R>(&game.rules, ep.state(), action, &mut rng);
            });
        }
    }
}

#[test]
fn every_choice_and_every_event_is_a_sentence() {
    for name in wanted() {
        games::visit(name, Words).expect("the registry lists its own games");
    }
}

/// Every legal action has a sentence that is not its name, unlike the others, and the same whatever is hidden from the actor.
fn sentences<R: Playable>(rules: &R, state: &R::State, actor: Seat, legal: &ActionSet, rng: &mut Rng) {
    let mut dealt = state.clone();
    rules.redeal(&mut dealt, actor, rng);
    let mut seen = HashSet::new();
    for id in legal.iter() {
        let action = R::Action::from_id(id).expect("a legal id is below the count");
        let sentence = rules.sentence(state, action);
        assert_ne!(sentence, rules.name(action), "{}: a sentence is more than a name", R::NAME);
        assert!(sentence.starts_with(char::is_uppercase), "{}: {sentence}", R::NAME);
        assert_eq!(sentence, rules.sentence(&dealt, action), "{}: the sentence leaks", R::NAME);
        assert!(seen.insert(sentence.clone()), "{}: two choices are called {sentence:?}", R::NAME);
    }
}

/// What a seat sees of a position, and of the choice of another, does not depend on what is hidden from it.
fn views_and_glimpses<R: Playable>(rules: &R, state: &R::State, actor: Seat, action: R::Action, rng: &mut Rng) {
    for viewer in (0..rules.seats() as u8).map(Seat) {
        let mut dealt = state.clone();
        rules.redeal(&mut dealt, viewer, rng);
        let (view, again) = (rules.view(state, Some(viewer)), rules.view(&dealt, Some(viewer)));
        assert_eq!(view, again, "{}: the view of {viewer:?} leaks", R::NAME);
        plain(&view);
        let heard = |state: &R::State| {
            let secret = viewer != actor && rules.seen_as(state, action).is_some();
            if secret { rules.glimpse(state, action) } else { rules.sentence(state, action) }
        };
        let mut legal = ActionSet::EMPTY;
        rules.legal(&dealt, &mut legal);
        if legal.has(action.id()) {
            assert_eq!(heard(state), heard(&dealt), "{}: {viewer:?} hears more than it may know", R::NAME);
        }
    }
}

/// Views speak in words: no number stands for "none".
fn plain(view: &Value) {
    match view {
        Value::Number(number) => assert_ne!(number.as_u64(), Some(255), "None, not 255"),
        Value::Array(items) => items.iter().for_each(plain),
        Value::Object(map) => map.values().for_each(plain),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// A seat whose view changes is told of an event; the points of the events are the change of the score; texts are sentences.
fn events<R: Playable>(rules: &R, state: &R::State, action: R::Action, rng: &mut Rng) {
    let (mut next, mut told) = (state.clone(), Everything::default());
    rules.apply(&mut next, action, rng, &mut told);
    for viewer in (0..rules.seats() as u8).map(Seat) {
        if rules.view(state, Some(viewer)) != rules.view(&next, Some(viewer)) {
            let heard = told.0.iter().any(|event| event.audience.includes(Some(viewer)));
            assert!(heard, "{}: {viewer:?} is told nothing of {:?}", R::NAME, rules.name(action));
        }
    }
    let mut points = rules.scores(state);
    for event in told.0.iter().filter(|event| event.audience.includes(None)) {
        assert!(event.text.starts_with(char::is_uppercase) && event.text.len() > 8, "{}: {:?}", R::NAME, event.text);
        let field = event.fields.iter().find(|(name, _)| *name == "points").and_then(|(_, value)| value.as_f64());
        let more = field.unwrap_or(0.0) as f32;
        match event.seat {
            Some(seat) => points[seat.at()] += more,
            // Points of a team are everyone's.
            None => points[..rules.seats()].iter_mut().for_each(|points| *points += more),
        }
    }
    let after = rules.scores(&next);
    for seat in 0..MAX_SEATS {
        let what = || told.0.iter().map(|event| event.text.clone()).collect::<Vec<_>>();
        assert!((points[seat] - after[seat]).abs() < 1e-3, "{}: seat {seat}: {points:?} {after:?} {:?}", R::NAME, what());
    }
}
