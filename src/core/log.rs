//! The log: one entry per decision with the events it caused, restricted to what a viewer may know.

use super::describe::{Event, Witness};
use super::{Action, Episode, Playable, Score, Scores, Seat, Turn};

/// One decision of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its index, from 0.
    pub step: usize,
    /// The seat that chose.
    pub seat: Seat,
    /// The action; `None` where the viewer did not see the choice.
    pub action: Option<u16>,
    /// The choice in words; a secret one as the viewer saw it.
    pub sentence: String,
    /// Its consequences, as far as the viewer may know them.
    pub events: Vec<Event>,
}

/// The ending of an episode.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The seats that won; possibly none.
    pub winners: Vec<Seat>,
    /// Why it ended and who won, as a sentence.
    pub reason: String,
    /// The final points.
    pub scores: Scores,
    /// Points by source.
    pub breakdown: Vec<(&'static str, Scores)>,
}

/// Collects the events that one viewer may know.
struct Listener {
    viewer: Option<Seat>,
    heard: Vec<Event>,
}

impl Witness for Listener {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        let event = event();
        if event.audience.includes(self.viewer) {
            self.heard.push(event);
        }
    }
}

impl<R: Playable> Episode<R> {
    /// Everything that happened, as far as a viewer may know it; all of it if there is no viewer. The episode is replayed to
    /// build the log, so an episode that is never asked for one pays nothing.
    pub fn log(&self, viewer: Option<Seat>) -> Vec<Entry> {
        let (game, mut position) = (self.game(), self.beginning());
        let mut out = Vec::with_capacity(self.history().len());
        for (step, &(seat, id)) in self.history().iter().enumerate() {
            let action = R::Action::at(id as usize);
            let secret = viewer.is_some_and(|v| v != seat) && game.rules.seen_as(position.state(), action).is_some();
            let sentence =
                if secret { game.rules.glimpse(position.state(), action) } else { game.rules.sentence(position.state(), action) };
            let mut listener = Listener { viewer, heard: Vec::new() };
            position.play(game, id as usize, &mut listener);
            out.push(Entry { step, seat, action: (!secret).then_some(id), sentence, events: listener.heard });
        }
        out
    }

    /// The ending; `None` while the episode is running.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.turn() != Turn::Over {
            return None;
        }
        let (rules, state) = (&self.game().rules, self.state());
        let winners = Score::winners(rules, state);
        Some(Outcome {
            winners: (0..rules.seats() as u8).map(Seat).filter(|seat| winners >> seat.0 & 1 == 1).collect(),
            reason: rules.reason(state),
            scores: rules.scores(state),
            breakdown: rules.breakdown(state),
        })
    }
}
