//! The laws of every game, each written once.
//!
//! [`position`] holds what must be true of any position, [`episode`] what must be true of a whole episode, [`closed`] that
//! whatever `check` accepts can be played on, [`questions`] that an observation tells its seat all it needs, [`secrets`] that
//! observations, views, texts and logs agree on what a seat may know, and [`words`] that choices and events are sentences.
//! The conformance tests, the [`soak`], the fuzz targets and `expedition.testing.check_game` all drive these functions.

use std::sync::Arc;

use crate::core::{Episode, Game, Playable, Purpose, Rng, Seat};

pub mod closed;
pub mod episode;
pub mod mutate;
pub mod position;
pub mod questions;
pub mod secrets;
pub mod soak;
pub mod words;

/// A broken law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broke {
    /// The law as a short sentence.
    pub law: &'static str,
    /// The details.
    pub detail: String,
}

impl std::fmt::Display for Broke {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.law, self.detail)
    }
}

fn hold(condition: bool, law: &'static str, detail: impl FnOnce() -> String) -> Result<(), Broke> {
    if condition { Ok(()) } else { Err(Broke { law, detail: detail() }) }
}

/// The law of secrets plays every legal action, so it is checked on one position in N.
const SELDOM: u64 = 24;

/// Plays random episodes of a game and checks every law on the way: positions, episodes, mutated positions, observations.
pub fn keeps<R: Playable>(game: &Arc<Game<R>>, episodes: u64, seed: u64) -> Result<(), Broke> {
    let mut rng = Rng::of(Purpose::Test, seed);
    let (mut asked, mut floats) = (questions::Asked::default(), Vec::new());
    for number in 0..episodes {
        // Several episodes share a deal, so that observations recur.
        let mut played = Episode::new(game.clone(), seed.wrapping_add(number / 4));
        let start = played.clone();
        for ply in 0..=game.rules.decision_bound() {
            let legal = position::stands(game, played.state())?;
            position::observed(game, played.state(), &mut floats, |_| ())?;
            asked.record(&played)?;
            if ply % 8 == 0 || legal.is_empty() {
                position::counts(game, played.state())?;
                episode::saved(&played)?;
                episode::refuses(&played, &mut rng)?;
                for viewer in 0..game.seats() as u8 {
                    position::keeps_secrets(game, played.state(), Seat(viewer), rng.bits())?;
                }
            }
            if ply as u64 % SELDOM == number % SELDOM {
                secrets::one_answer(game, played.state(), rng.bits())?;
            }
            let id = if legal.is_empty() { 0 } else { legal.nth(rng.below(legal.len())) };
            if ply % 8 == 0 || legal.is_empty() {
                words::in_words(game, played.state(), id, &mut Rng::seeded(rng.bits()))?;
            }
            if legal.is_empty() {
                break;
            }
            played.play(id).map_err(|refusal| Broke { law: "a legal action applies", detail: refusal.message })?;
        }
        episode::ended(&played, Some(start))?;
    }
    let pool = mutate::Pool::fill(game.clone(), &mut rng);
    for _ in 0..episodes * 10 {
        let (mutant, edits) = pool.mutant(&mut rng);
        let Ok(state) = serde_json::from_value::<R::State>(mutant) else { continue };
        closed::played_on(game, state, rng.bits())
            .map_err(|broke| Broke { detail: format!("{}\n{}", broke.detail, edits.join("\n")), ..broke })?;
    }
    Ok(())
}
