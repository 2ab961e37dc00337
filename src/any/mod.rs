//! Games, episodes, batches and agents whose type is known only by name: what Python and the command line hold.
//!
//! All dynamic dispatch stands here. These traits are called once per Python call, never per decision of a batch.

mod agents;
pub mod speed;

use std::any::Any;
use std::sync::Arc;

use serde_json::{Map, Value};

pub use agents::{AnyAgent, AnyBatchSearch, agent, batch_search, play_out, run, self_play};

use crate::agents::{Spec, Stop};
use crate::batch::{Autoreset, Batch, Buffers, Lane, Learner, Seating, Series, Shape, Starts, opponent};
use crate::core::log::{Entry, Outcome};
use crate::core::options::{COMMON, OptionSpec};
use crate::core::{
    Action, ActionSet, Episode, Game, Illegal, Layout, MAX_SEATS, Playable, Problems, Purpose, Record, Rng, Scores, Seat, Turn,
};
use crate::games::{self, Visitor};

/// Where learner and opponents of a batch sit, as users say it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeatingSpec {
    /// Seat and name of each opponent.
    pub opponents: Vec<(usize, String)>,
    /// The learner's seat, `None` for every seat without an opponent.
    pub learner: Option<usize>,
    /// Whether the learner has another seat each episode; opponents are then counted from the learner.
    pub rotate: bool,
}

/// What a batch is made of besides the game.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchSpec {
    /// How many lanes.
    pub lanes: usize,
    /// The seed of all lanes.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// When an ended lane begins again.
    pub autoreset: Autoreset,
    /// Who sits where.
    pub seating: SeatingSpec,
    /// Whether decisions with one legal action are played without asking.
    pub autoplay_forced: bool,
    /// The share of episodes that begin at one of the start positions.
    pub start_share: f32,
}

/// The parts of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields {
    /// The verb.
    pub verb: &'static str,
    /// Its number among the verbs.
    pub verb_index: usize,
    /// What each argument is, and its index.
    pub arguments: Vec<(&'static str, usize)>,
}

/// A game of any kind.
pub trait AnyGame: Send + Sync {
    /// The id.
    fn name(&self) -> &'static str;
    /// The title on the box.
    fn title(&self) -> &'static str;
    /// What a seat is called at the table.
    fn seat_name(&self, seat: Seat) -> String;
    /// The version of its rules.
    fn version(&self) -> u16;
    /// The numbered rules as Markdown.
    fn rules_text(&self) -> &'static str;
    /// A text of the content's effect notation in plain words.
    fn in_words(&self, notation: &str) -> Option<String>;
    /// How many seats play.
    fn seats(&self) -> usize;
    /// Whether all seats win or lose together.
    fn cooperative(&self) -> bool;
    /// No episode has more decisions.
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
    /// What one point is worth under `reward="score"`.
    fn score_scale(&self) -> f32;
    /// The meaning of every float.
    fn layout(&self) -> &Layout;
    /// No observation has more floats that are not zero.
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
    /// An episode with its past, as `to_full_bytes` wrote it.
    fn episode_from_full_bytes(self: Arc<Self>, bytes: &[u8]) -> Result<Box<dyn AnyEpisode>, String>;
    /// A record of this very game played again.
    fn replay(self: Arc<Self>, record: &Record) -> Result<Box<dyn AnyEpisode>, String>;
    /// Many episodes, some of which begin at `starts`.
    fn batch(
        self: Arc<Self>,
        spec: &BatchSpec,
        starts: &[Box<dyn AnyEpisode>],
        stop: Arc<Stop>,
    ) -> Result<Box<dyn AnyBatch>, String>;
    /// Plays random episodes and checks every law; the first that does not hold, as a sentence.
    fn keeps_laws(&self, episodes: u64, seed: u64) -> Result<(), String>;
    /// For comparing.
    fn as_any(&self) -> &dyn Any;
    /// Whether the other one is the same game with the same options and content.
    fn same(&self, other: &dyn AnyGame) -> bool;
}

/// An episode of any game.
pub trait AnyEpisode: Send + Sync {
    /// Its game.
    fn game(&self) -> Arc<dyn AnyGame>;
    /// Who is to act.
    fn turn(&self) -> Turn;
    /// The legal actions.
    fn legal(&self) -> &ActionSet;
    /// From now on decisions with one legal action are played without asking, the open one too.
    fn autoplay_forced(&mut self);
    /// Plays an action, or changes nothing.
    fn play(&mut self, id: usize) -> Result<(), Illegal>;
    /// Writes what a seat may know.
    fn observe(&self, viewer: Seat, out: &mut [f32]);
    /// Ascending indices and values of what is not zero in an observation.
    fn observe_sparse(&self, viewer: Seat) -> (Vec<i32>, Vec<f32>);
    /// The points.
    fn scores(&self) -> Scores;
    /// What it has been worth.
    fn returns(&self) -> Scores;
    /// Where the points come from.
    fn breakdown(&self) -> Vec<(&'static str, Scores)>;
    /// The name of the open decision.
    fn decision(&self) -> &'static str;
    /// What a legal action means now, in words.
    fn sentence(&self, id: usize) -> String;
    /// The position as plain data in the words of the game, as far as a viewer may know it.
    fn view(&self, viewer: Option<Seat>) -> Value;
    /// The action that stands for all choices a seat could not tell from this one; `None` where it sees the choice itself.
    fn seen_as(&self, id: usize, seat: Seat) -> Option<usize>;
    /// What happened, as far as a viewer may know it.
    fn log(&self, viewer: Option<Seat>) -> Vec<Entry>;
    /// How it ended; none while it runs.
    fn outcome(&self) -> Option<Outcome>;
    /// The round being played.
    fn round(&self) -> u32;
    /// What each seat has earned since this was last called.
    fn pay(&mut self) -> Scores;
    /// A copy.
    fn copy(&self) -> Box<dyn AnyEpisode>;
    /// A copy in which all that a seat cannot know is dealt afresh.
    fn redeal(&self, viewer: Seat, seed: u64) -> Box<dyn AnyEpisode>;
    /// Plays a copy of this position to its end and checks the laws of every position on the way; the one that breaks.
    fn plays_on(&self, seed: u64) -> Result<(), String>;
    /// What was played.
    fn history(&self) -> &[(Seat, u16)];
    /// The position as text.
    fn text(&self, viewer: Option<Seat>) -> String;
    /// The position as plain data.
    fn state(&self) -> Value;
    /// The compact form.
    fn to_bytes(&self) -> Vec<u8>;
    /// The whole episode with its past.
    fn to_full_bytes(&self) -> Vec<u8>;
    /// Everything needed to play it again.
    fn record(&self) -> Record;
    /// For comparing.
    fn as_any(&self) -> &dyn Any;
    /// Whether the other one is equal and continues identically.
    fn same(&self, other: &dyn AnyEpisode) -> bool;
}

/// A batch of any game.
pub trait AnyBatch: Send + Sync {
    /// The sizes of a row.
    fn shape(&self) -> Shape;
    /// How many lanes.
    fn lanes(&self) -> usize;
    /// Bytes of memory per lane, buffers not counted.
    fn lane_bytes(&self) -> usize;
    /// Restarts lanes.
    fn reset(&mut self, roots: Option<&[u64]>, chosen: Option<&[bool]>, buffers: Buffers<'_>) -> Result<(), String>;
    /// Plays one action per lane.
    fn step(&mut self, actions: &[i64], buffers: Buffers<'_>) -> Result<(), Illegal>;
    /// A random legal action per lane.
    fn sample(&mut self) -> Result<&[u16], String>;
    /// Random decisions on every lane; how many episodes ended.
    fn rollout(&mut self, steps: usize, buffers: Buffers<'_>) -> Result<u64, String>;
    /// Writes what every lane shows.
    fn publish(&mut self, buffers: Buffers<'_>) -> Result<(), String>;
    /// Whether a call may take so long that people want to interrupt it.
    fn may_take_long(&self) -> bool;
    /// What an agent would do in every lane.
    fn advise(&mut self, agent: &Spec, seed: u64, actions: &mut [i64], shares: &mut [f32]) -> Result<(), String>;
    /// A copy of one lane.
    fn episode(&self, lane: usize) -> Box<dyn AnyEpisode>;
    /// Every lane with its streams.
    fn to_bytes(&self) -> Vec<u8>;
    /// Goes back to where `to_bytes` was called.
    fn restore(&mut self, bytes: &[u8], buffers: Buffers<'_>) -> Result<(), String>;
    /// The seed of each lane's episode.
    fn seeds(&self) -> Vec<u64>;
}

/// Opens a game by name. All problems of options and content come at once.
pub fn open(name: &str, options: &Map<String, Value>, content: &Map<String, Value>) -> Result<Arc<dyn AnyGame>, Problems> {
    struct Open<'a>(&'a Map<String, Value>, &'a Map<String, Value>);
    impl Visitor for Open<'_> {
        type Out = Result<Arc<dyn AnyGame>, Problems>;
        fn visit<R: Playable>(self) -> Self::Out {
            let game: Game<R> = Game::new(self.0, self.1)?;
            Ok(Arc::new(Erased(Arc::new(game))))
        }
    }
    games::visit(name, Open(options, content)).unwrap_or_else(|| {
        let names: Vec<String> = games::NAMES.iter().map(|n| format!("{n:?}")).collect();
        Err(Problems::one(format!("there is no game {name:?}: the games are {}", names.join(", "))))
    })
}

/// Plays a record again, with the game it names.
pub fn replay(record: &Record) -> Result<Box<dyn AnyEpisode>, String> {
    let game = open(&record.game, &record.options, &record.content).map_err(|e| format!("this record cannot be replayed: {e}"))?;
    game.replay(record)
}

struct Erased<R: Playable>(Arc<Game<R>>);

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
        let action = R::Action::from_id(id).expect("the caller has checked the id");
        let verb_index = R::Action::VERBS.iter().rposition(|&(_, offset)| offset <= id).expect("the first block begins at 0");
        Fields { verb: action.verb(), verb_index, arguments: action.args().into_iter().flatten().collect() }
    }
    fn episode(self: Arc<Self>, seed: u64) -> Box<dyn AnyEpisode> {
        Box::new(Episode::new(self.0.clone(), seed))
    }
    fn episode_from_json(self: Arc<Self>, state: &Value, seed: u64) -> Result<Box<dyn AnyEpisode>, String> {
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
        let state = |(i, episode): (usize, &dyn AnyEpisode)| -> Result<R::State, String> {
            let Some(episode) = episode.as_any().downcast_ref::<Episode<R>>().filter(|e| plays_alike(e.game(), &self.0)) else {
                return Err(format!("starts: number {i} is of another game or has other options than this batch"));
            };
            if episode.turn() == Turn::Over {
                return Err(format!("starts: number {i} is over: no episode can begin there"));
            }
            Ok(episode.state().clone())
        };
        let states = starts.iter().map(AsRef::as_ref).enumerate().map(state).collect::<Result<_, String>>()?;
        let starts = Starts { states, share: spec.start_share };
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

/// Whether positions of one game are positions of the other: all options but those of rewards and observations agree.
fn plays_alike<R: Playable>(one: &Game<R>, other: &Game<R>) -> bool {
    let own = |game: &Game<R>| -> Map<String, Value> {
        let options = game.options.map().clone().into_iter();
        options.filter(|(name, _)| COMMON.iter().all(|common| common.name != name)).collect()
    };
    own(one) == own(other) && one.content == other.content
}

fn seat<R: Playable>(spec: &SeatingSpec, game: &Game<R>) -> Result<Seating<R>, String> {
    let seats = game.seats();
    let learner = match (spec.rotate, spec.learner) {
        (true, _) => Learner::Rotate,
        (false, Some(at)) if at < seats => Learner::At(Seat(at as u8)),
        (false, Some(at)) => return Err(format!("learner={at}: the seats are 0 to {}", seats - 1)),
        (false, None) => Learner::Everywhere,
    };
    let mut opponents = [const { None }; MAX_SEATS];
    for (at, name) in &spec.opponents {
        if *at >= seats {
            return Err(format!("opponents: there is no seat {at}; the seats are 0 to {}", seats - 1));
        }
        if learner == Learner::At(Seat(*at as u8)) || (learner == Learner::Rotate && *at == 0) {
            return Err(format!("opponents: seat {at} is the learner's"));
        }
        opponents[*at] = Some(opponent::<R>(name, game)?);
    }
    if (0..seats).all(|at| opponents[at].is_some()) {
        return Err("opponents: no seat is left for the learner".to_string());
    }
    if learner != Learner::Everywhere
        && let Some(empty) = (0..seats).find(|&at| {
            let learners = if learner == Learner::Rotate { 0 } else { spec.learner.unwrap_or(0) };
            at != learners && opponents[at].is_none()
        })
    {
        return Err(format!("opponents: with one learner every other seat needs an opponent, and seat {empty} has none"));
    }
    Ok(Seating { learner, opponents })
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
        self.game().observe(Episode::state(self), viewer, out);
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
        let action = R::Action::from_id(id).expect("the caller has checked the id");
        self.game().rules.sentence(Episode::state(self), action)
    }
    fn view(&self, viewer: Option<Seat>) -> Value {
        self.game().rules.view(Episode::state(self), viewer)
    }
    fn seen_as(&self, id: usize, seat: Seat) -> Option<usize> {
        let action = R::Action::from_id(id).expect("the caller has checked the id");
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

impl<R: Playable> AnyBatch for Batch<R> {
    fn shape(&self) -> Shape {
        Batch::shape(self)
    }
    fn lanes(&self) -> usize {
        self.len()
    }
    fn lane_bytes(&self) -> usize {
        size_of::<Lane<R>>()
    }
    fn reset(&mut self, roots: Option<&[u64]>, chosen: Option<&[bool]>, buffers: Buffers<'_>) -> Result<(), String> {
        Batch::reset(self, roots, chosen, buffers)
    }
    fn step(&mut self, actions: &[i64], buffers: Buffers<'_>) -> Result<(), Illegal> {
        Batch::step(self, actions, buffers)
    }
    fn sample(&mut self) -> Result<&[u16], String> {
        Batch::sample(self)
    }
    fn rollout(&mut self, steps: usize, buffers: Buffers<'_>) -> Result<u64, String> {
        Batch::rollout(self, steps, buffers)
    }
    fn publish(&mut self, buffers: Buffers<'_>) -> Result<(), String> {
        Batch::publish(self, buffers)
    }
    fn may_take_long(&self) -> bool {
        Batch::may_take_long(self)
    }
    fn advise(&mut self, agent: &Spec, seed: u64, actions: &mut [i64], shares: &mut [f32]) -> Result<(), String> {
        let agent = agent.prepare(Batch::game(self)).map_err(|problem| problem.to_string())?;
        Batch::advise(self, &agent, seed, actions, shares)
    }
    fn episode(&self, lane: usize) -> Box<dyn AnyEpisode> {
        Box::new(Batch::episode(self, lane))
    }
    fn to_bytes(&self) -> Vec<u8> {
        Batch::to_bytes(self)
    }
    fn restore(&mut self, bytes: &[u8], buffers: Buffers<'_>) -> Result<(), String> {
        Batch::restore(self, bytes, buffers)
    }
    fn seeds(&self) -> Vec<u64> {
        Batch::lanes(self).iter().map(Lane::seed).collect()
    }
}
