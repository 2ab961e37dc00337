//! Closed under play: from a position that `check` accepts, every legal action leads to another one that it accepts, and the
//! observation stays within the declared bounds.

use std::sync::Arc;

use super::{Broke, hold, position};
use crate::core::{Action, Event, Game, Playable, Rng, Seat, Turn};

/// Expensive laws are checked on one position in N.
const RARELY: usize = 16;

/// Plays an accepted position to its end by random legal actions. Returns `false` if `check` refuses it.
pub fn played_on<R: Playable>(game: &Arc<Game<R>>, mut state: R::State, seed: u64) -> Result<bool, Broke> {
    let rules = &game.rules;
    if rules.check(&state).is_err() {
        return Ok(false);
    }
    let mut rng = Rng::seeded(seed);
    let mut floats = Vec::new();
    let bound = rules.decision_bound();
    let mut last = String::from("the start");
    for ply in 0..=bound {
        let here = |broke: Broke| Broke { detail: format!("{} (ply {ply}, after {last})", broke.detail), ..broke };
        let legal = position::stands(game, &state).map_err(here)?;
        position::observed(game, &state, &mut floats, |_| ()).map_err(here)?;
        if ply % RARELY == 0 || legal.is_empty() {
            position::counts(game, &state).map_err(here)?;
            for viewer in 0..game.seats() as u8 {
                position::keeps_secrets(game, &state, Seat(viewer), rng.bits()).map_err(here)?;
            }
        }
        let Turn::Seat(_) = rules.turn(&state) else { return Ok(true) };
        let id = legal.nth(rng.below(legal.len()));
        last = format!("{:?}", game.name(id));
        let action = R::Action::at(id);
        // With a listener, so that events are built for positions from outside too.
        let mut events: Vec<Event> = Vec::new();
        rules.apply(&mut state, action, &mut rng, &mut events);
    }
    hold(false, "an episode ends within its bound", || format!("it goes on after {bound} decisions"))?;
    Ok(true)
}
