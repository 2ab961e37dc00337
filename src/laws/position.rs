//! The laws of one position.

use std::collections::HashMap;

use super::{Broke, hold};
use crate::core::{Action, ActionSet, Game, Playable, Rng, Seat, Turn};

/// The seats of a game.
fn seats<R: Playable>(game: &Game<R>) -> impl Iterator<Item = Seat> {
    (0..game.seats() as u8).map(Seat)
}

/// The position passes its check, a seat in play is to act, and there is a legal action unless it is over.
pub fn stands<R: Playable>(game: &Game<R>, state: &R::State) -> Result<ActionSet, Broke> {
    let rules = &game.rules;
    rules.check(state).map_err(|broken| Broke { law: "every position passes its check", detail: broken.to_string() })?;
    let mut legal = ActionSet::EMPTY;
    rules.legal(state, &mut legal);
    let turn = rules.turn(state);
    hold(legal.is_empty() == (turn == Turn::Over), "a running game has a legal action, an ended one none", || {
        format!("{} legal actions, {turn:?}", legal.len())
    })?;
    hold(legal.iter().all(|id| id < R::Action::COUNT), "every legal action exists", || format!("{legal:?}"))?;
    if let Turn::Seat(seat) = turn {
        hold(seat.at() < game.seats(), "the seat to act is in play", || format!("{seat:?}"))?;
    }
    Ok(legal)
}

/// Every float is written and within the bounds its feature declares, for every seat. `each` receives every seat's floats.
pub fn observed<R: Playable>(
    game: &Game<R>,
    state: &R::State,
    floats: &mut Vec<f32>,
    mut each: impl FnMut(&[f32]),
) -> Result<(), Broke> {
    floats.resize(game.observation_size(), 0.0);
    for seat in seats(game) {
        floats.fill(f32::NAN);
        game.observe(state, seat, floats);
        for feature in game.features() {
            let own = &floats[feature.offset..][..feature.size];
            if let Some(i) = own.iter().position(|value| !(feature.low..=feature.high).contains(value)) {
                let detail = format!("{}[{i}] = {} for {seat:?}, outside {}..{}", feature.name, own[i], feature.low, feature.high);
                return Err(Broke { law: "observations stay within their bounds", detail });
            }
        }
        sparse_agrees(game, state, seat, floats)?;
        each(floats);
    }
    Ok(())
}

/// The sparse row agrees with the dense one: indices ascend, zeros are left out, unused slots point past the end.
fn sparse_agrees<R: Playable>(game: &Game<R>, state: &R::State, viewer: Seat, dense: &[f32]) -> Result<(), Broke> {
    const LAW: &str = "sparse and dense observations agree";
    let most = game.max_nonzero();
    let (mut indices, mut values) = (vec![-1; most], vec![f32::NAN; most]);
    let count = game.observe_sparse(state, viewer, &mut indices, &mut values);
    hold(indices[..count].windows(2).all(|w| w[0] < w[1]), LAW, || "indices do not ascend".to_string())?;
    hold(values[..count].iter().all(|&v| v != 0.0), LAW, || "a zero is written".to_string())?;
    let unused = indices[count..].iter().all(|&i| i as usize == dense.len()) && values[count..].iter().all(|&v| v == 0.0);
    hold(unused, LAW, || "an unused slot is not empty".to_string())?;
    let mut row = vec![0.0; dense.len()];
    indices[..count].iter().zip(&values).for_each(|(&index, &value)| row[index as usize] = value);
    hold(row == dense, LAW, || format!("they differ for {viewer:?}"))
}

/// Nothing a seat sees, reads or is asked depends on what it cannot know. Returns whether the redeal changed anything.
pub fn keeps_secrets<R: Playable>(game: &Game<R>, state: &R::State, viewer: Seat, seed: u64) -> Result<bool, Broke> {
    let rules = &game.rules;
    let who = || format!("redeal({}, {seed})", viewer.0);
    let mut dealt = state.clone();
    rules.redeal(&mut dealt, viewer, &mut Rng::seeded(seed));
    rules
        .check(&dealt)
        .map_err(|broken| Broke { law: "a redeal gives a possible position", detail: format!("{}: {broken}", who()) })?;
    let row = |state: &R::State| {
        let mut floats = vec![0.0; game.observation_size()];
        game.observe(state, viewer, &mut floats);
        floats
    };
    let (before, after) = (row(state), row(&dealt));
    if let Some(at) = (0..before.len()).find(|&i| before[i].to_bits() != after[i].to_bits()) {
        let feature = game.features().iter().rfind(|f| f.offset <= at).map_or("", |f| f.name.as_str());
        return Err(Broke { law: "an observation does not leak", detail: format!("{feature}, {}", who()) });
    }
    let same = rules.text(state, Some(viewer)) == rules.text(&dealt, Some(viewer));
    hold(same, "a text does not leak", who)?;
    hold(rules.view(state, Some(viewer)) == rules.view(&dealt, Some(viewer)), "a view does not leak", who)?;
    hold(rules.turn(state) == rules.turn(&dealt), "the turn does not leak", who)?;
    let sets = [state, &dealt].map(|state| {
        let mut legal = ActionSet::EMPTY;
        rules.legal(state, &mut legal);
        legal
    });
    let asked = rules.turn(state) == Turn::Seat(viewer);
    if asked {
        hold(sets[0] == sets[1], "the legal set does not leak", who)?;
        hold(rules.decision(state) == rules.decision(&dealt), "the name of the decision does not leak", who)?;
    }
    // The viewer reads its own choice in full, another seat's only as far as it is seen.
    for id in sets[0].iter().filter(|&id| sets[1].has(id)) {
        let action = R::Action::at(id);
        let read = |state: &R::State| match rules.seen_as(state, action) {
            Some(_) if !asked => rules.glimpse(state, action),
            _ => rules.sentence(state, action),
        };
        hold(read(state) == read(&dealt), "the words for an action do not leak", || format!("{}, {:?}", who(), game.name(id)))?;
    }
    Ok(dealt != *state)
}

/// Every legal action has its own sentence, which is not its name, and a place where the choice is labelled.
pub fn speaks<R: Playable>(game: &Game<R>, state: &R::State, legal: &ActionSet) -> Result<(), Broke> {
    let rules = &game.rules;
    let mut sentences: HashMap<String, usize> = HashMap::new();
    for id in legal.iter() {
        let action = R::Action::at(id);
        let sentence = rules.sentence(state, action);
        hold(!sentence.is_empty() && sentence != game.name(id), "every choice is a sentence", || {
            format!("{:?} has only a name", game.name(id))
        })?;
        if let Some(other) = sentences.insert(sentence.clone(), id) {
            let detail = format!("{:?} and {:?} are both {sentence:?}", game.name(other), game.name(id));
            return Err(Broke { law: "choices that differ have sentences that differ", detail });
        }
    }
    hold(!rules.decision(state).is_empty() && !rules.text(state, None).is_empty(), "a position has words", String::new)
}

/// Points and evaluation are finite, and the sources add up.
pub fn counts<R: Playable>(game: &Game<R>, state: &R::State) -> Result<(), Broke> {
    let rules = &game.rules;
    let scores = rules.scores(state);
    let mut sum = [0.0; crate::core::MAX_SEATS];
    for (_, points) in rules.breakdown(state) {
        sum.iter_mut().zip(points).for_each(|(s, p)| *s += p);
    }
    let near = sum.iter().zip(scores).all(|(got, want)| (got - want).abs() < 1e-3);
    hold(near, "the sources of the points add up", || format!("{sum:?}, {scores:?}"))?;
    let outcome = rules.outcome(state);
    hold(outcome.iter().all(|o| o.abs() <= 1.0), "an outcome is from -1 to 1", || format!("{outcome:?}"))?;
    if rules.turn(state) != Turn::Over {
        for seat in seats(game) {
            let value = rules.evaluate(state, seat);
            hold((-1.0..=1.0).contains(&value), "an evaluation is from -1 to 1", || format!("{value} for {seat:?}"))?;
        }
    }
    Ok(())
}
