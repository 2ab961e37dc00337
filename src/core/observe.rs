//! Knowledge: which seat may know what. It is decided here and nowhere else; a seat's observations, views and logs all
//! follow from this trait.

use std::fmt::Debug;

use serde_json::{Value, json};

use super::{Describe, Rng, Rules, Seat, Sink};

/// Features that draw on one supply, such as the hands and piles that one set of cards is spread over: together, at most
/// `most` of their floats are nonzero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// Their names, without seat numbers: `seat.cards`.
    pub features: &'static [&'static str],
    /// The most nonzero floats among them.
    pub most: usize,
}

/// A seat's knowledge of a position, as numbers and as words.
pub trait Observe: Rules {
    /// Notes that one observation leaves for the next in the same episode, such as distances that seldom change; `()` where
    /// nothing is worth keeping. They are not part of the position: the floats written must not depend on what the memo was
    /// used for before. It therefore stores what it was computed from, and compares.
    type Memo: Clone + Debug + Default + Send + Sync;

    /// Writes what `viewer` observes, own seat first. The size depends on the options, never on the state.
    fn observe<S: Sink>(&self, state: &Self::State, viewer: Seat, memo: &mut Self::Memo, out: &mut S);
    /// Limits on nonzero floats that go beyond the sizes of single features; they bound the length of a sparse row.
    fn supplies(&self) -> Vec<Supply> {
        Vec::new()
    }
    /// Redeals everything `viewer` cannot know, consistently with everything it does know.
    fn redeal(&self, state: &mut Self::State, viewer: Seat, rng: &mut Rng);

    /// The position as plain data in the words of the game: exactly what `viewer` may know; everything if there is no viewer.
    fn view(&self, state: &Self::State, viewer: Option<Seat>) -> Value
    where
        Self: Describe,
    {
        json!({ "text": self.text(state, viewer) })
    }

    /// How the other seats see a secret choice: one action stands for all that look alike to them. `None` where they see the
    /// choice itself. Searches use it to keep a seat from acting on what it has not seen.
    #[inline]
    fn seen_as(&self, _state: &Self::State, _action: Self::Action) -> Option<Self::Action> {
        None
    }
}
