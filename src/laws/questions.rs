//! An observation tells a seat everything that bears on its choice: equal observations mean the same question and the same answers.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::Broke;
use crate::core::record::hash;
use crate::core::{ActionSet, Episode, Playable, Turn};

/// The question behind each observation of each seat.
#[derive(Debug, Default)]
pub struct Asked {
    /// Keyed by a hash of the observation and the seat, because some games have thousands of floats.
    seen: HashMap<u64, (ActionSet, &'static str, u64)>,
    /// Positions examined.
    pub positions: usize,
    /// Positions whose observation had been seen before.
    pub again: usize,
}

impl Asked {
    /// Records the question of a position; two questions behind one observation break the law.
    pub fn record<R: Playable>(&mut self, episode: &Episode<R>) -> Result<(), Broke> {
        let Turn::Seat(seat) = episode.turn() else { return Ok(()) };
        let (game, state) = (episode.game(), episode.state());
        let mut floats = vec![0.0; game.observation_size()];
        game.observe(state, seat, &mut floats);
        let mut key = DefaultHasher::new();
        for float in &floats {
            float.to_bits().hash(&mut key);
        }
        seat.hash(&mut key);
        let text = game.rules.text(state, Some(seat));
        let now = (*episode.legal(), game.rules.decision(state), hash(text.as_bytes()));
        self.positions += 1;
        let (legal, decision, read) = *self.seen.entry(key.finish()).and_modify(|_| self.again += 1).or_insert(now);
        if (legal, decision, read) == now {
            return Ok(());
        }
        let law = if (legal, decision) == (now.0, now.1) {
            "one observation means one text"
        } else {
            "one observation means one question"
        };
        let names = |set: ActionSet| set.iter().map(|id| game.name(id).to_string()).collect::<Vec<_>>();
        let detail = format!("{decision} {:?} and {} {:?}\n{text}", names(legal), now.1, names(now.0));
        Err(Broke { law, detail })
    }
}
