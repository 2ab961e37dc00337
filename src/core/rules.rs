//! The contract between a game and the engine. Everything else is built on it.
//!
//! Each question that a game answers is a trait of its own, implemented in the file of the same name: [`Rules`] (which game it is,
//! and whose turn), [`Setup`], [`Legal`], [`Apply`] and [`Check`] (how it is played), [`Score`] (points and winners), [`Observe`] (who
//! may know what), [`Describe`] (words for people), [`Advise`] and [`Prune`] (hints for the built-in agents). [`Playable`] combines
//! them all and is the one bound that drivers name.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};

use super::{
    Action, ActionSet, Advise, Broken, Content, Describe, Observe, OptionSpec, Options, Problems, Prune, Rng, Score, Turn, Witness,
};

/// A state is flat data: a clone is a memory copy.
///
/// Two states are equal when every later choice, score and observation would be the same.
pub trait State: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Fails to compile if a state owns heap memory or is too large. Drivers evaluate it.
    const FLAT: () = assert!(!std::mem::needs_drop::<Self>() && size_of::<Self>() <= 2048);
}

impl<T: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static> State for T {}

/// The rules of one game: built from options and content, shared by every lane and never mutated.
pub trait Rules: Debug + Send + Sync + Sized + 'static {
    /// Everything that changes during an episode.
    type State: State;
    /// A player's choice.
    type Action: Action;

    /// The id: lower case, as in `expedition.Game("toy")`.
    const NAME: &'static str;
    /// Raised whenever behaviour, ids or the layout change.
    const VERSION: u16;
    /// The numbered rules as Markdown.
    const RULES: &'static str;
    /// The game's own options, `players` first. `reward` and `observation` are added to every game.
    const OPTIONS: &'static [OptionSpec];
    /// The content files, as name and TOML text. Their top-level keys are the tables users may replace.
    const CONTENT: &'static [(&'static str, &'static str)];

    /// Builds the rules from checked options and content, or reports all problems at once.
    fn new(options: &Options, content: &Content) -> Result<Self, Problems>;
    /// The number of seats.
    fn seats(&self) -> usize;
    /// An upper bound on the number of decisions in an episode.
    fn decision_bound(&self) -> usize;
    /// The seat to act.
    fn turn(&self, state: &Self::State) -> Turn;
}

/// How an episode begins.
pub trait Setup: Rules {
    /// Sets up an episode, up to its first choice.
    fn start(&self, rng: &mut Rng) -> Self::State;
}

/// The legal choices.
pub trait Legal: Rules {
    /// Adds the legal choices to `out`, which arrives empty: at least one while the game is running, none once it is over.
    fn legal(&self, state: &Self::State, out: &mut ActionSet);
}

/// The consequences of a choice.
pub trait Apply: Rules {
    /// Carries out one legal choice and everything up to the next one, reporting to the witness what happened.
    ///
    /// The engine calls it only with actions from the last `legal` set; anything that comes from outside is checked before it
    /// gets here.
    fn apply<W: Witness>(&self, state: &mut Self::State, action: Self::Action, rng: &mut Rng, witness: &mut W);
}

/// The possible positions.
pub trait Check: Rules {
    /// Whether the state is possible. Play can go on from any state that passes, and every position it leads to passes too.
    fn check(&self, state: &Self::State) -> Result<(), Broken>;
}

/// A game with everything that drivers, agents and Python need.
pub trait Playable: Setup + Legal + Apply + Check + Score + Observe + Describe + Advise + Prune {}

impl<T: Setup + Legal + Apply + Check + Score + Observe + Describe + Advise + Prune> Playable for T {}
