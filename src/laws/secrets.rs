//! A seat has one body of knowledge: whatever it cannot distinguish in its view, it cannot distinguish in its observation, its
//! text, the log or the name of another seat's choice, and vice versa.
//!
//! [`keeps_secrets`](super::position::keeps_secrets) compares a position with a redeal of it. The laws here compare the positions
//! that follow.

use std::ops::AddAssign;

use super::{Broke, hold};
use crate::core::{Action, ActionSet, Event, Game, Playable, Rng, Seat, Turn};

/// Comparisons made by each law.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Choices whose log was compared over two deals.
    pub logs: usize,
    /// Choices that look alike to the other seats.
    pub alike: usize,
    /// Pairs of positions whose views and observations were compared.
    pub views: usize,
}

impl AddAssign for Compared {
    fn add_assign(&mut self, other: Self) {
        self.logs += other.logs;
        self.alike += other.alike;
        self.views += other.views;
    }
}

/// All laws of this module on one position. Every legal action is played, so this is expensive.
pub fn one_answer<R: Playable>(game: &Game<R>, state: &R::State, seed: u64) -> Result<Compared, Broke> {
    let mut compared = Compared { alike: seen_as_is_exact(game, state, seed)?, ..Compared::default() };
    for viewer in (0..game.seats() as u8).map(Seat) {
        compared.logs += log_keeps_secrets(game, state, viewer, seed)?;
        compared.views += views_and_observations_agree(game, state, viewer, seed)?;
    }
    Ok(compared)
}

/// Everything a seat is shown of a position.
#[derive(PartialEq)]
struct Known {
    view: serde_json::Value,
    text: String,
    floats: Vec<f32>,
}

impl Known {
    fn of<R: Playable>(game: &Game<R>, state: &R::State, viewer: Seat) -> Self {
        let mut floats = vec![0.0; game.observation_size()];
        game.observe(state, viewer, &mut floats);
        Self { view: game.rules.view(state, Some(viewer)), text: game.rules.text(state, Some(viewer)), floats }
    }

    /// A disagreement between two of these on whether the positions can be told apart, if there is one.
    fn disagree(&self, other: &Self) -> Option<&'static str> {
        match (self.view == other.view, self.text == other.text, self.floats == other.floats) {
            (true, true, true) | (false, _, false) => None,
            (true, false, _) => Some("the texts differ, the views do not"),
            (true, _, false) => Some("the observations differ, the views do not"),
            (false, _, true) => Some("the views differ, the observations do not"),
        }
    }
}

/// Plays an action and keeps the events that a viewer receives.
fn heard<R: Playable>(game: &Game<R>, state: &R::State, action: R::Action, viewer: Seat, seed: u64) -> (R::State, Vec<Event>) {
    let (mut next, mut events) = (state.clone(), Vec::<Event>::new());
    game.rules.apply(&mut next, action, &mut Rng::seeded(seed), &mut events);
    events.retain(|event| event.audience.includes(Some(viewer)));
    (next, events)
}

fn legal<R: Playable>(game: &Game<R>, state: &R::State) -> ActionSet {
    let mut set = ActionSet::EMPTY;
    game.rules.legal(state, &mut set);
    set
}

/// The log does not leak: if the same choice with the same luck leaves a viewer with the same view whatever the others hold, the
/// viewer reads the same log. Returns the number of pairs compared.
fn log_keeps_secrets<R: Playable>(game: &Game<R>, state: &R::State, viewer: Seat, seed: u64) -> Result<usize, Broke> {
    let Turn::Seat(actor) = game.rules.turn(state) else { return Ok(0) };
    let mut dealt = state.clone();
    game.rules.redeal(&mut dealt, viewer, &mut Rng::seeded(seed));
    let (here, there) = (legal(game, state), legal(game, &dealt));
    let mut compared = 0;
    for id in here.iter().filter(|&id| there.has(id)) {
        let action = R::Action::at(id);
        let [(one, first), (other, second)] = [state, &dealt].map(|from| heard(game, from, action, viewer, seed));
        if Known::of(game, &one, viewer) != Known::of(game, &other, viewer) {
            continue;
        }
        compared += 1;
        hold(first == second, "the log does not leak", || {
            format!("{viewer:?} reads of {actor:?}'s {:?}: {first:?} and {second:?}, redeal({}, {seed})", game.name(id), viewer.0)
        })?;
    }
    Ok(compared)
}

/// Choices with one `seen_as` really look alike: they leave every other seat with the same view, observation, text and log.
/// Returns the number of pairs compared.
fn seen_as_is_exact<R: Playable>(game: &Game<R>, state: &R::State, seed: u64) -> Result<usize, Broke> {
    let Turn::Seat(actor) = game.rules.turn(state) else { return Ok(0) };
    let mut compared = 0;
    let all = legal(game, state);
    for viewer in (0..game.seats() as u8).map(Seat).filter(|&viewer| viewer != actor) {
        let mut firsts: Vec<(usize, usize, Known, Vec<Event>)> = Vec::new();
        for id in all.iter() {
            let action = R::Action::at(id);
            let Some(alike) = game.rules.seen_as(state, action).map(Action::id) else { continue };
            let (next, events) = heard(game, state, action, viewer, seed);
            let known = Known::of(game, &next, viewer);
            let Some((_, first, knew, logged)) = firsts.iter().find(|(other, ..)| *other == alike) else {
                firsts.push((alike, id, known, events));
                continue;
            };
            compared += 1;
            let which = || format!("{viewer:?} after {actor:?}'s {:?} and {:?}", game.name(*first), game.name(id));
            hold(*knew == known, "choices that look alike cannot be told apart", which)?;
            hold(*logged == events, "choices that look alike are logged alike", || {
                format!("{}: {logged:?} and {events:?}", which())
            })?;
        }
    }
    Ok(compared)
}

/// Views and observations distinguish the same positions: of two positions that follow one, a seat sees both differ or neither.
/// Returns the number of pairs compared.
fn views_and_observations_agree<R: Playable>(game: &Game<R>, state: &R::State, viewer: Seat, seed: u64) -> Result<usize, Broke> {
    let mut compared = 0;
    let mut last: Option<(usize, Known)> = None;
    for id in legal(game, state).iter() {
        let action = R::Action::at(id);
        let (next, _) = heard(game, state, action, viewer, seed);
        let known = Known::of(game, &next, viewer);
        if let Some((before, other)) = &last {
            compared += 1;
            if let Some(how) = known.disagree(other) {
                let apart = known.floats.iter().zip(&other.floats).position(|(here, there)| here != there);
                let first = apart.and_then(|at| game.features().iter().find(|f| (f.offset..f.offset + f.size).contains(&at)));
                let which = first.map_or(String::new(), |feature| format!(" (first in {})", feature.name));
                let detail = format!("{viewer:?} after {:?} and {:?}: {how}{which}", game.name(*before), game.name(id));
                return Err(Broke { law: "views and observations distinguish the same positions", detail });
            }
        }
        last = Some((id, known));
    }
    Ok(compared)
}
