//! An episode whose game is known only by name.

use std::any::Any;
use std::sync::Arc;

use serde_json::Value;

use super::AnyGame;
use super::game::Erased;
use crate::core::log::{Entry, Outcome};
use crate::core::{Action, ActionSet, Episode, Illegal, Playable, Record, Scores, Seat, Turn};

/// An episode of any game.
pub trait AnyEpisode: Send + Sync {
    /// Its game.
    fn game(&self) -> Arc<dyn AnyGame>;
    /// The seat to act.
    fn turn(&self) -> Turn;
    /// The legal actions.
    fn legal(&self) -> &ActionSet;
    /// From now on, plays decisions with a single legal action without asking, including the open one.
    fn autoplay_forced(&mut self);
    /// Plays an action, or changes nothing if it is illegal.
    fn play(&mut self, id: usize) -> Result<(), Illegal>;
    /// Writes what a seat may know.
    fn observe(&self, viewer: Seat, out: &mut [f32]);
    /// Ascending indices and values of an observation's nonzero floats.
    fn observe_sparse(&self, viewer: Seat) -> (Vec<i32>, Vec<f32>);
    /// The points.
    fn scores(&self) -> Scores;
    /// The rewards so far.
    fn returns(&self) -> Scores;
    /// Points by source.
    fn breakdown(&self) -> Vec<(&'static str, Scores)>;
    /// The name of the open decision.
    fn decision(&self) -> &'static str;
    /// A legal action as a sentence, in this position.
    fn sentence(&self, id: usize) -> String;
    /// The position as plain data in the words of the game, restricted to a viewer's knowledge.
    fn view(&self, viewer: Option<Seat>) -> Value;
    /// The action that represents all choices a seat could not distinguish from this one; `None` if it sees the choice itself.
    fn seen_as(&self, id: usize, seat: Seat) -> Option<usize>;
    /// The log, as far as a viewer may know it.
    fn log(&self, viewer: Option<Seat>) -> Vec<Entry>;
    /// The ending; `None` while the episode is running.
    fn outcome(&self) -> Option<Outcome>;
    /// The round being played.
    fn round(&self) -> u32;
    /// The countable possessions of each seat.
    fn amounts(&self) -> Vec<(Seat, String, i64)>;
    /// Each seat's rewards since the last call.
    fn pay(&mut self) -> Scores;
    /// A copy.
    fn copy(&self) -> Box<dyn AnyEpisode>;
    /// A copy in which everything a seat cannot know is redealt.
    fn redeal(&self, viewer: Seat, seed: u64) -> Box<dyn AnyEpisode>;
    /// Plays a copy of this position to its end and checks the laws of every position on the way; returns the first that is broken.
    fn plays_on(&self, seed: u64) -> Result<(), String>;
    /// The decisions so far.
    fn history(&self) -> &[(Seat, u16)];
    /// The position as text, restricted to a viewer's knowledge.
    fn text(&self, viewer: Option<Seat>) -> String;
    /// The full state as plain data, including what is hidden from the seats.
    fn state(&self) -> Value;
    /// The compact form.
    fn to_bytes(&self) -> Vec<u8>;
    /// The full form, history included.
    fn to_full_bytes(&self) -> Vec<u8>;
    /// Everything needed to play it again.
    fn record(&self) -> Record;
    /// The episode as its own type, for comparisons.
    fn as_any(&self) -> &dyn Any;
    /// Whether another episode is equal and continues identically.
    fn same(&self, other: &dyn AnyEpisode) -> bool;
}

impl<R: Playable> AnyEpisode for Episode<R> {
    fn game(&self) -> Arc<dyn AnyGame> {
        Arc::new(Erased(self.game().clone()))
    }
    fn turn(&self) -> Turn {
        Episode::turn(self)
    }
    fn legal(&self) -> &ActionSet {
        Episode::legal(self)
    }
    fn autoplay_forced(&mut self) {
        Episode::autoplay_forced(self);
    }
    fn play(&mut self, id: usize) -> Result<(), Illegal> {
        Episode::play(self, id)
    }
    fn observe(&self, viewer: Seat, out: &mut [f32]) {
        Episode::observe(self, viewer, out);
    }
    fn observe_sparse(&self, viewer: Seat) -> (Vec<i32>, Vec<f32>) {
        let game = self.game();
        let (mut indices, mut values) = (vec![0; game.max_nonzero()], vec![0.0; game.max_nonzero()]);
        let count = game.observe_sparse(Episode::state(self), viewer, &mut indices, &mut values);
        indices.truncate(count);
        values.truncate(count);
        (indices, values)
    }
    fn scores(&self) -> Scores {
        Episode::scores(self)
    }
    fn returns(&self) -> Scores {
        Episode::returns(self)
    }
    fn breakdown(&self) -> Vec<(&'static str, Scores)> {
        self.game().rules.breakdown(Episode::state(self))
    }
    fn decision(&self) -> &'static str {
        self.game().rules.decision(Episode::state(self))
    }
    fn sentence(&self, id: usize) -> String {
        let action = R::Action::at(id);
        self.game().rules.sentence(Episode::state(self), action)
    }
    fn view(&self, viewer: Option<Seat>) -> Value {
        self.game().rules.view(Episode::state(self), viewer)
    }
    fn seen_as(&self, id: usize, seat: Seat) -> Option<usize> {
        let action = R::Action::at(id);
        if Episode::turn(self) == Turn::Seat(seat) {
            return None;
        }
        self.game().rules.seen_as(Episode::state(self), action).map(Action::id)
    }
    fn log(&self, viewer: Option<Seat>) -> Vec<Entry> {
        Episode::log(self, viewer)
    }
    fn outcome(&self) -> Option<Outcome> {
        Episode::outcome(self)
    }
    fn round(&self) -> u32 {
        self.game().rules.round(Episode::state(self))
    }
    fn amounts(&self) -> Vec<(Seat, String, i64)> {
        self.game().rules.amounts(Episode::state(self))
    }
    fn pay(&mut self) -> Scores {
        Episode::pay(self)
    }
    fn copy(&self) -> Box<dyn AnyEpisode> {
        Box::new(self.clone())
    }
    fn redeal(&self, viewer: Seat, seed: u64) -> Box<dyn AnyEpisode> {
        Box::new(Episode::redeal(self, viewer, seed))
    }
    fn plays_on(&self, seed: u64) -> Result<(), String> {
        crate::laws::closed::played_on(self.game(), Episode::state(self).clone(), seed).map(drop).map_err(|broke| broke.to_string())
    }
    fn history(&self) -> &[(Seat, u16)] {
        Episode::history(self)
    }
    fn text(&self, viewer: Option<Seat>) -> String {
        self.game().rules.text(Episode::state(self), viewer)
    }
    fn state(&self) -> Value {
        self.to_json()
    }
    fn to_bytes(&self) -> Vec<u8> {
        Episode::to_bytes(self)
    }
    fn to_full_bytes(&self) -> Vec<u8> {
        Episode::to_full_bytes(self)
    }
    fn record(&self) -> Record {
        Episode::record(self)
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn same(&self, other: &dyn AnyEpisode) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|o| o == self)
    }
}
