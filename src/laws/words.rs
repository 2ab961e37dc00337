//! Every choice has a sentence, every visible change has an event, and views show what a seat may know and no more.
//!
//! That the log does not leak is a law of [`secrets`](super::secrets). Events must account for the points and for everything a game
//! counts in [`Describe::amounts`](crate::core::Describe::amounts), such as goods, hit points or cards.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::{Broke, hold};
use crate::core::{Action, ActionSet, Event, Game, MAX_SEATS, Playable, Rng, Seat, Turn};

/// All laws of this module on one position in which the given choice is made.
pub fn in_words<R: Playable>(game: &Game<R>, state: &R::State, id: usize, rng: &mut Rng) -> Result<(), Broke> {
    let rules = &game.rules;
    let Turn::Seat(actor) = rules.turn(state) else {
        return hold(rules.reason(state).len() > 10, "a sentence says why a game ended", || rules.reason(state));
    };
    let action = R::Action::at(id);
    sentences(rules, state, actor, rng)?;
    views_and_glimpses(rules, state, actor, action, rng)?;
    events(rules, state, action, rng)
}

/// Every legal action has a sentence that is not its name, differs from the others, and does not depend on what is hidden from the actor.
fn sentences<R: Playable>(rules: &R, state: &R::State, actor: Seat, rng: &mut Rng) -> Result<(), Broke> {
    let (mut dealt, mut legal) = (state.clone(), ActionSet::EMPTY);
    rules.redeal(&mut dealt, actor, rng);
    rules.legal(state, &mut legal);
    let mut seen = HashSet::new();
    for id in legal.iter() {
        let action = R::Action::at(id);
        let sentence = rules.sentence(state, action);
        let here = || sentence.clone();
        hold(sentence != rules.name(action), "a sentence is more than a name", here)?;
        hold(sentence.starts_with(char::is_uppercase), "a sentence begins with a capital letter", here)?;
        hold(sentence == rules.sentence(&dealt, action), "sentences do not leak", here)?;
        hold(seen.insert(sentence.clone()), "two choices have two sentences", here)?;
    }
    Ok(())
}

/// A seat's view of a position, and of another seat's choice, does not depend on what is hidden from it.
fn views_and_glimpses<R: Playable>(
    rules: &R,
    state: &R::State,
    actor: Seat,
    action: R::Action,
    rng: &mut Rng,
) -> Result<(), Broke> {
    for viewer in (0..rules.seats() as u8).map(Seat) {
        let mut dealt = state.clone();
        rules.redeal(&mut dealt, viewer, rng);
        let view = rules.view(state, Some(viewer));
        hold(view == rules.view(&dealt, Some(viewer)), "views do not leak", || format!("{viewer:?} sees {view}"))?;
        hold(plain(&view), "views say null and not 255", || view.to_string())?;
        let heard = |state: &R::State| {
            let secret = viewer != actor && rules.seen_as(state, action).is_some();
            if secret { rules.glimpse(state, action) } else { rules.sentence(state, action) }
        };
        let mut legal = ActionSet::EMPTY;
        rules.legal(&dealt, &mut legal);
        if legal.has(action.id()) {
            let (here, there) = (heard(state), heard(&dealt));
            hold(here == there, "the glimpse of a choice does not leak", || format!("{viewer:?} reads {here} and {there}"))?;
        }
    }
    Ok(())
}

/// No number stands for "none".
fn plain(view: &Value) -> bool {
    match view {
        Value::Number(number) => number.as_u64() != Some(255),
        Value::Array(items) => items.iter().all(plain),
        Value::Object(map) => map.values().all(plain),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
}

/// A seat whose view changes receives an event; the events add up to the change in the score and in every amount; texts are
/// sentences.
fn events<R: Playable>(rules: &R, state: &R::State, action: R::Action, rng: &mut Rng) -> Result<(), Broke> {
    let (mut next, mut events) = (state.clone(), Vec::<Event>::new());
    rules.apply(&mut next, action, rng, &mut events);
    for viewer in (0..rules.seats() as u8).map(Seat) {
        let changed = rules.view(state, Some(viewer)) != rules.view(&next, Some(viewer));
        let heard = events.iter().any(|event| event.audience.includes(Some(viewer)));
        hold(heard || !changed, "a seat that sees a change gets an event about it", || {
            format!("{viewer:?} after {:?}", rules.name(action))
        })?;
    }
    accounted(rules, state, &next, &events)?;
    let mut points = rules.scores(state);
    for event in events.iter().filter(|event| event.audience.includes(None)) {
        let sentence = event.text.starts_with(char::is_uppercase) && event.text.len() > 8;
        hold(sentence, "an event is a sentence", || event.text.clone())?;
        let field = event.fields.iter().find(|(name, _)| *name == "points").and_then(|(_, value)| value.as_f64());
        let more = field.unwrap_or(0.0) as f32;
        match event.seat {
            Some(seat) => points[seat.at()] += more,
            // The points of a team count for every seat.
            None => points[..rules.seats()].iter_mut().for_each(|points| *points += more),
        }
    }
    let after = rules.scores(&next);
    let all = (0..MAX_SEATS).all(|seat| (points[seat] - after[seat]).abs() < 1e-3);
    hold(all, "events account for the points", || {
        let texts: Vec<&str> = events.iter().map(|event| event.text.as_str()).collect();
        format!("{points:?} and {after:?}: {texts:?}")
    })
}

/// Every amount that a game counts changes by what the events say.
fn accounted<R: Playable>(rules: &R, state: &R::State, next: &R::State, events: &[Event]) -> Result<(), Broke> {
    let counted = |state: &R::State| -> BTreeMap<(u8, String), i64> {
        rules.amounts(state).into_iter().map(|(seat, name, amount)| ((seat.0, name), amount)).collect()
    };
    let (mut expected, after) = (counted(state), counted(next));
    for event in events.iter().filter(|event| event.audience.includes(None)) {
        for (seat, name, change) in rules.changes(event) {
            *expected.entry((seat.0, name)).or_default() += change;
        }
    }
    hold(expected == after, "events account for every amount", || {
        let wrong = after.iter().filter(|(key, amount)| expected.get(key) != Some(amount));
        let wrong: Vec<String> = wrong
            .map(|((seat, name), amount)| format!("seat {seat}: {name} {:?}, not {amount}", expected.get(&(*seat, name.clone()))))
            .collect();
        let texts: Vec<&str> = events.iter().map(|event| event.text.as_str()).collect();
        format!("{wrong:?} after {texts:?}")
    })
}
