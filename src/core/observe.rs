//! Knowledge: which seat may know what. Nothing outside this trait decides it; a seat's observations, views and logs all
//! follow from here.

use std::fmt::Debug;

use serde_json::{Value, json};

use super::{Describe, Rng, Rules, Seat, Sink};

/// Features that draw on one supply, such as the hands and piles that one set of cards is spread over: together no more than
/// `most` of their floats are other than zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// Their names, without the numbers of seats: `seat.cards`.
    pub features: &'static [&'static str],
    /// No more floats than this.
    pub most: usize,
}

/// A seat's knowledge of a position, as numbers and as words.
pub trait Observe: Rules {
    /// What an observation leaves for the next one of the same episode, such as distances that seldom change; `()` where
    /// nothing is worth keeping. It is no part of the position: with any memo of these rules the same floats are written,
    /// whatever it was used for before. So it holds what it was computed from, and compares.
    type Memo: Clone + Debug + Default + Send + Sync;

    /// Writes the observation of `viewer`, own seat first. Its size depends on the options, never on the state.
    fn observe<S: Sink>(&self, state: &Self::State, viewer: Seat, memo: &mut Self::Memo, out: &mut S);
    /// Limits on nonzero floats beyond the sizes of single features: they bound the length of a sparse row.
    fn supplies(&self) -> Vec<Supply> {
        Vec::new()
    }
    /// Redeals everything `viewer` cannot know, consistent with everything the viewer does know.
    fn redeal(&self, state: &mut Self::State, viewer: Seat, rng: &mut Rng);

    /// The position as plain data in the words of the game: exactly what `viewer` may know; everything without a viewer.
    fn view(&self, state: &Self::State, viewer: Option<Seat>) -> Value
    where
        Self: Describe,
    {
        json!({ "text": self.text(state, viewer) })
    }

    /// How the other seats see a choice made in secret: one action stands for all that look alike to them.
    /// `None` where they see the choice itself. Searches let no seat depend on what it has not seen.
    #[inline]
    fn seen_as(&self, _state: &Self::State, _action: Self::Action) -> Option<Self::Action> {
        None
    }
}
