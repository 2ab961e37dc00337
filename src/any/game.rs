//! A game whose type is known only by name.

use std::any::Any;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::batch::{BatchSpec, seat};
use super::{AnyBatch, AnyEpisode};
use crate::agents::Stop;
use crate::batch::{Batch, Series};
use crate::core::options::{COMMON, OptionSpec, is_presentation};
use crate::core::{Action, Episode, Game, Layout, Playable, Purpose, Record, Rng, Seat, Starts, Turn};

/// The parts of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields {
    /// The verb.
    pub verb: &'static str,
    /// Its index among the verbs.
    pub verb_index: usize,
    /// The kind of each argument, and its index.
    pub arguments: Vec<(&'static str, usize)>,
}

/// A game of any kind.
pub trait AnyGame: Send + Sync {
    /// The id.
    fn name(&self) -> &'static str;
    /// The title on the box.
    fn title(&self) -> &'static str;
    /// The name of a seat at the table.
    fn seat_name(&self, seat: Seat) -> String;
    /// The version of its rules.
    fn version(&self) -> u16;
    /// The numbered rules as Markdown.
    fn rules_text(&self) -> &'static str;
    /// Translates a piece of the content's effect notation into plain words.
    fn in_words(&self, notation: &str) -> Option<String>;
    /// Number of seats in play.
    fn seats(&self) -> usize;
    /// Whether all seats win or lose together.
    fn cooperative(&self) -> bool;
    /// An upper bound on the number of decisions in an episode.
    fn decision_bound(&self) -> usize;
    /// The full options.
    fn options(&self) -> &Map<String, Value>;
    /// The declarations of all options, the common ones last.
    fn option_specs(&self) -> Vec<&'static OptionSpec>;
    /// The component tables.
    fn content(&self) -> &Map<String, Value>;
    /// A digest of the component tables.
    fn content_digest(&self) -> u64;
    /// The tables the user replaced.
    fn replaced(&self) -> &Map<String, Value>;
    /// The size of the action space.
    fn num_actions(&self) -> usize;
    /// The bytes of a state.
    fn state_bytes(&self) -> usize;
    /// The reward of one point under `reward="score"`.
    fn score_scale(&self) -> f32;
    /// The meaning of every float.
    fn layout(&self) -> &Layout;
    /// An observation in the words of the game; seats by name where the viewer is given.
    fn explain(&self, tensor: &[f32], viewer: Option<Seat>) -> Value;
    /// The most nonzero floats an observation can have.
    fn max_nonzero(&self) -> usize;
    /// The name of an action below the count.
    fn action_name(&self, id: usize) -> &str;
    /// The action with a name.
    fn action_id(&self, name: &str) -> Option<usize>;
    /// The parts of an action below the count.
    fn action_fields(&self, id: usize) -> Fields;
    /// A new episode.
    fn episode(self: Arc<Self>, seed: u64) -> Box<dyn AnyEpisode>;
    /// An episode from a position as plain data.
    fn episode_from_json(self: Arc<Self>, state: &Value, seed: u64) -> Result<Box<dyn AnyEpisode>, String>;
    /// An episode from its compact form.
    fn episode_from_bytes(self: Arc<Self>, bytes: &[u8]) -> Result<Box<dyn AnyEpisode>, String>;
    /// An episode with its history, as written by `to_full_bytes`.
    fn episode_from_full_bytes(self: Arc<Self>, bytes: &[u8]) -> Result<Box<dyn AnyEpisode>, String>;
    /// Replays a record of this very game.
    fn replay(self: Arc<Self>, record: &Record) -> Result<Box<dyn AnyEpisode>, String>;
    /// Many episodes, some of which begin at `starts`.
    fn batch(
        self: Arc<Self>,
        spec: &BatchSpec,
        starts: &[Box<dyn AnyEpisode>],
        stop: Arc<Stop>,
    ) -> Result<Box<dyn AnyBatch>, String>;
    /// Plays random episodes and checks every law; returns the first that does not hold, as a sentence.
    fn keeps_laws(&self, episodes: u64, seed: u64) -> Result<(), String>;
    /// The game as its own type, for comparisons.
    fn as_any(&self) -> &dyn Any;
    /// Whether the other one is the same game with the same options and content.
    fn same(&self, other: &dyn AnyGame) -> bool;
}

/// A game as a trait object.
pub(super) struct Erased<R: Playable>(pub(super) Arc<Game<R>>);

impl<R: Playable> AnyGame for Erased<R> {
    fn name(&self) -> &'static str {
        R::NAME
    }
    fn title(&self) -> &'static str {
        R::TITLE
    }
    fn seat_name(&self, seat: Seat) -> String {
        self.0.rules.seat_name(seat)
    }
    fn version(&self) -> u16 {
        R::VERSION
    }
    fn rules_text(&self) -> &'static str {
        R::RULES
    }
    fn in_words(&self, notation: &str) -> Option<String> {
        self.0.rules.in_words(notation)
    }
    fn seats(&self) -> usize {
        self.0.seats()
    }
    fn cooperative(&self) -> bool {
        self.0.rules.cooperative()
    }
    fn decision_bound(&self) -> usize {
        self.0.rules.decision_bound()
    }
    fn options(&self) -> &Map<String, Value> {
        self.0.options.map()
    }
    fn option_specs(&self) -> Vec<&'static OptionSpec> {
        R::OPTIONS.iter().chain(COMMON).collect()
    }
    fn content(&self) -> &Map<String, Value> {
        self.0.content.tables()
    }
    fn content_digest(&self) -> u64 {
        self.0.content.digest()
    }
    fn replaced(&self) -> &Map<String, Value> {
        self.0.content.replaced()
    }
    fn num_actions(&self) -> usize {
        R::Action::COUNT
    }
    fn score_scale(&self) -> f32 {
        self.0.rules.score_scale()
    }
    fn state_bytes(&self) -> usize {
        size_of::<R::State>()
    }
    fn layout(&self) -> &Layout {
        self.0.layout()
    }
    fn explain(&self, tensor: &[f32], viewer: Option<Seat>) -> Value {
        crate::core::explain(&self.0, tensor, viewer)
    }
    fn max_nonzero(&self) -> usize {
        self.0.max_nonzero()
    }
    fn action_name(&self, id: usize) -> &str {
        self.0.name(id)
    }
    fn action_id(&self, name: &str) -> Option<usize> {
        self.0.parse(name)
    }
    fn action_fields(&self, id: usize) -> Fields {
        let action = R::Action::at(id);
        let verb_index = R::Action::verb_index(id);
        Fields { verb: action.verb(), verb_index, arguments: action.args().into_iter().flatten().collect() }
    }
    fn episode(self: Arc<Self>, seed: u64) -> Box<dyn AnyEpisode> {
        Box::new(Episode::new(self.0.clone(), seed))
    }
    fn episode_from_json(self: Arc<Self>, state: &Value, seed: u64) -> Result<Box<dyn AnyEpisode>, String> {
        if !state.is_object() {
            return Err(format!("this is not a state of {}: a state is a dict, as ep.state gives it", R::NAME));
        }
        let state: R::State =
            serde_json::from_value(state.clone()).map_err(|e| format!("this is not a state of {}: {e}", R::NAME))?;
        let episode = Episode::from_position(self.0.clone(), state, Rng::of(Purpose::Position, seed)).map_err(|e| e.to_string())?;
        Ok(Box::new(episode))
    }
    fn episode_from_bytes(self: Arc<Self>, bytes: &[u8]) -> Result<Box<dyn AnyEpisode>, String> {
        Ok(Box::new(Episode::from_bytes(self.0.clone(), bytes)?))
    }
    fn episode_from_full_bytes(self: Arc<Self>, bytes: &[u8]) -> Result<Box<dyn AnyEpisode>, String> {
        Ok(Box::new(Episode::from_full_bytes(self.0.clone(), bytes)?))
    }
    fn replay(self: Arc<Self>, record: &Record) -> Result<Box<dyn AnyEpisode>, String> {
        Ok(Box::new(Episode::replay(self.0.clone(), record)?))
    }
    fn batch(
        self: Arc<Self>,
        spec: &BatchSpec,
        starts: &[Box<dyn AnyEpisode>],
        stop: Arc<Stop>,
    ) -> Result<Box<dyn AnyBatch>, String> {
        let seating = seat::<R>(&spec.seating, &self.0)?;
        let starts = typed_starts(&self.0, starts, spec.start_share)?;
        let series = Series { seating, autoplay_forced: spec.autoplay_forced, starts, stop };
        Ok(Box::new(Batch::new(self.0.clone(), spec.lanes, spec.seed, spec.threads, spec.autoreset, series)?))
    }
    fn keeps_laws(&self, episodes: u64, seed: u64) -> Result<(), String> {
        crate::laws::keeps(&self.0, episodes, seed).map_err(|broke| broke.to_string())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn same(&self, other: &dyn AnyGame) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|o| o.0 == self.0)
    }
}

/// Whether positions of one game are valid in the other: all options agree except those on rewards and observations.
fn plays_alike<R: Playable>(one: &Game<R>, other: &Game<R>) -> bool {
    let own = |game: &Game<R>| -> Map<String, Value> {
        let options = game.options.map().clone().into_iter();
        options.filter(|(name, _)| !is_presentation(name)).collect()
    };
    own(one) == own(other) && one.content == other.content
}

/// The positions of these episodes, for a game that plays like theirs.
pub(super) fn typed_starts<R: Playable>(game: &Game<R>, episodes: &[Box<dyn AnyEpisode>], share: f32) -> Result<Starts<R>, String> {
    let state = |(i, episode): (usize, &dyn AnyEpisode)| -> Result<R::State, String> {
        let Some(episode) = episode.as_any().downcast_ref::<Episode<R>>().filter(|e| plays_alike(e.game(), game)) else {
            return Err(format!("starts: number {i} belongs to another game or has other options than this one"));
        };
        if episode.turn() == Turn::Over {
            return Err(format!("starts: number {i} is over: no episode can begin there"));
        }
        Ok(episode.state().clone())
    };
    let states = episodes.iter().map(AsRef::as_ref).enumerate().map(state).collect::<Result<_, String>>()?;
    Ok(Starts { states, share })
}
