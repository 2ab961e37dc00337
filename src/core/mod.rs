//! What every game stands on: the contract, actions, chance, observations, episodes and records.

pub mod action;
pub mod action_set;
pub mod array;
pub mod content;
pub mod episode;
pub mod error;
pub mod game;
pub mod options;
pub mod record;
pub mod rng;
pub mod rules;
pub mod sink;

pub use action::{Action, Arg};
pub use action_set::ActionSet;
pub use array::{Bag, List};
pub use content::{Content, Table};
pub use episode::Episode;
pub use error::{Broken, Illegal, Problems};
pub use game::{Game, MAX_SEATS, Scores, Seat, SeatSet, State, Turn};
pub use options::{Default, Kind, OptionSpec, Options, Reward};
pub use record::Record;
pub use rng::Rng;
pub use rules::Rules;
pub use sink::{Feature, FeatureKind, Layout, Sink, Tensor};
