//! One play of a game: the state, its random stream, the published legal set and the history.

use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::record::{Move, Record, digest};
use super::rng::{Purpose, Rng};
use super::{Action, ActionSet, Broken, Game, Illegal, MAX_SEATS, Playable, Position, Scores, Seat, Silent, Turn};

/// The start of an episode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Origin<S> {
    /// From the setup, with this seed.
    Seed(u64),
    /// From a position, with this stream.
    Position(Box<(S, Rng)>),
}

/// One episode. Equal episodes continue identically.
#[derive(Debug)]
pub struct Episode<R: Playable> {
    game: Arc<Game<R>>,
    position: Position<R>,
    base: Scores,
    origin: Origin<R::State>,
    history: Vec<(Seat, u16)>,
    /// Whether decisions with one legal action are played without asking.
    autoplay_forced: bool,
    /// The previous observation's memo, reused for the next. A copy starts without one.
    memo: Mutex<Option<Box<R::Memo>>>,
}

impl<R: Playable> Clone for Episode<R> {
    /// An independent copy that continues identically.
    fn clone(&self) -> Self {
        Self {
            game: self.game.clone(),
            position: self.position.clone(),
            base: self.base,
            origin: self.origin.clone(),
            history: self.history.clone(),
            autoplay_forced: self.autoplay_forced,
            memo: Mutex::new(None),
        }
    }
}

impl<R: Playable> PartialEq for Episode<R> {
    /// Whether game, position, random stream and history are the same.
    fn eq(&self, other: &Self) -> bool {
        (Arc::ptr_eq(&self.game, &other.game) || self.game == other.game)
            && self.state() == other.state()
            && self.rng() == other.rng()
            && self.history == other.history
            && self.origin == other.origin
            && self.autoplay_forced == other.autoplay_forced
    }
}

/// The compact form of an episode. The history is not part of it.
#[derive(Serialize, Deserialize)]
struct Snapshot<S, R> {
    game: u32,
    state: S,
    rng: R,
}

/// The full form of an episode, with all that `record` and equality need.
#[derive(Serialize, Deserialize)]
struct Full<S> {
    game: u32,
    origin: Origin<S>,
    base: Scores,
    given: Scores,
    history: Vec<u16>,
    autoplay_forced: bool,
}

impl<R: Playable> Episode<R> {
    /// A new episode; equal seeds give equal episodes.
    pub fn new(game: Arc<Game<R>>, seed: u64) -> Self {
        let position = Position::start(&game, seed);
        Self::build(game, position, Origin::Seed(seed))
    }

    /// An episode that continues from a given position, which must pass the game's check.
    pub fn from_position(game: Arc<Game<R>>, state: R::State, rng: Rng) -> Result<Self, Broken> {
        game.rules.check(&state)?;
        let origin = Origin::Position(Box::new((state.clone(), rng.clone())));
        let position = Position::new(&game, state, rng);
        let over = position.is_over();
        crate::ensure!(over == position.legal().is_empty(), "a running game has a legal action", "over: {over}");
        Ok(Self::build(game, position, origin))
    }

    fn build(game: Arc<Game<R>>, position: Position<R>, origin: Origin<R::State>) -> Self {
        let base = game.rules.scores(position.state());
        Self { game, position, base, origin, history: Vec::new(), autoplay_forced: false, memo: Mutex::new(None) }
    }

    /// The position the episode began with.
    pub(super) fn beginning(&self) -> Position<R> {
        match &self.origin {
            Origin::Seed(seed) => Position::start(&self.game, *seed),
            Origin::Position(position) => Position::new(&self.game, position.0.clone(), position.1.clone()),
        }
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game<R>> {
        &self.game
    }

    /// The full state, including what is hidden from the seats.
    pub fn state(&self) -> &R::State {
        self.position.state()
    }

    /// Writes what a seat may know, reusing the previous observation's work; `out` has `observation_size` floats.
    pub fn observe(&self, viewer: Seat, out: &mut [f32]) {
        match self.memo.try_lock() {
            Ok(mut memo) => self.game.observe_on(self.state(), viewer, memo.get_or_insert_default(), out),
            // Another thread is using the memo.
            Err(_) => self.game.observe(self.state(), viewer, out),
        }
    }

    /// The random stream from here on.
    pub fn rng(&self) -> &Rng {
        self.position.rng()
    }

    /// The seat to act.
    pub fn turn(&self) -> Turn {
        self.position.turn()
    }

    /// The legal actions; none once over.
    pub fn legal(&self) -> &ActionSet {
        self.position.legal()
    }

    /// The decisions so far, as seat and action id.
    pub fn history(&self) -> &[(Seat, u16)] {
        &self.history
    }

    /// Plays an action. An illegal one changes nothing.
    pub fn play(&mut self, id: usize) -> Result<(), Illegal> {
        let Turn::Seat(seat) = self.turn() else {
            return Err(Illegal { message: "the episode is over: no action is legal; start a new episode".to_string() });
        };
        if !self.legal().has(id) {
            return Err(Illegal { message: self.refusal(id) });
        }
        self.position.play(&self.game, id, &mut Silent);
        self.history.push((seat, id as u16));
        if self.autoplay_forced {
            self.play_forced();
        }
        Ok(())
    }

    /// From now on, plays decisions with a single legal action without asking, including the open one. They enter the
    /// history like any other.
    pub fn autoplay_forced(&mut self) {
        self.autoplay_forced = true;
        self.play_forced();
    }

    fn play_forced(&mut self) {
        while let Turn::Seat(seat) = self.turn()
            && self.legal().len() == 1
        {
            let id = self.legal().nth(0);
            self.position.play(&self.game, id, &mut Silent);
            self.history.push((seat, id as u16));
        }
    }

    fn refusal(&self, id: usize) -> String {
        let what = if id < R::Action::COUNT {
            format!("action {id} ({:?}) is not legal now", self.game.name(id))
        } else {
            format!("action {id} does not exist: ids go from 0 to {}", R::Action::COUNT - 1)
        };
        format!("{what}; {}", legal_sentence(&self.game, self.state(), self.legal()))
    }

    /// The points of each seat.
    pub fn scores(&self) -> Scores {
        self.game.rules.scores(self.state())
    }

    /// Each seat's rewards so far.
    pub fn returns(&self) -> Scores {
        self.game.returns(self.state(), &self.base)
    }

    /// Each seat's rewards since the last call.
    pub fn pay(&mut self) -> Scores {
        let mut rewards = [0.0; MAX_SEATS];
        let seats = self.game.seats();
        self.position.pay(&self.game, &mut rewards[..seats]);
        rewards
    }

    /// A copy in which everything a seat cannot know, and all future chance, is redealt.
    #[must_use]
    pub fn redeal(&self, viewer: Seat, seed: u64) -> Self {
        let mut rng = Rng::of(Purpose::Redeal, seed);
        let mut state = self.state().clone();
        self.game.rules.redeal(&mut state, viewer, &mut rng);
        let origin = Origin::Position(Box::new((state.clone(), rng.clone())));
        let mut copy = Self::build(self.game.clone(), Position::new(&self.game, state, rng), origin);
        copy.base = self.base;
        copy.autoplay_forced = self.autoplay_forced;
        copy
    }

    /// The full state as plain data.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self.state()).expect("states are plain data with string keys")
    }

    /// The compact form: position and chance, without history.
    pub fn to_bytes(&self) -> Vec<u8> {
        sealed(&Snapshot { game: fingerprint::<R>(), state: self.state(), rng: self.rng() })
    }

    /// Reads the compact form; damaged bytes and impossible positions are refused with a sentence.
    pub fn from_bytes(game: Arc<Game<R>>, bytes: &[u8]) -> Result<Self, String> {
        let snapshot: Snapshot<R::State, Rng> = unsealed::<R, _>("an episode", bytes)?;
        if snapshot.game != fingerprint::<R>() {
            return Err(other_game::<R>());
        }
        Self::from_position(game, snapshot.state, snapshot.rng).map_err(|e| e.to_string())
    }

    /// Everything needed to play the episode again.
    pub fn record(&self) -> Record {
        let mut again = Self::build(self.game.clone(), self.beginning(), self.origin.clone());
        let (seed, start) = match &self.origin {
            Origin::Seed(seed) => (*seed, None),
            Origin::Position(_) => (0, Some(again.to_bytes())),
        };
        let first = digest(again.state());
        let mut moves = Vec::with_capacity(self.history.len());
        for &(seat, id) in &self.history {
            again.play(id as usize).expect("it was legal when it was played");
            moves.push(Move { seat, id, name: self.game.name(id as usize).to_string(), digest: digest(again.state()) });
        }
        Record {
            game: R::NAME.to_string(),
            version: R::VERSION,
            options: self.game.options.recorded(),
            content: self.game.content.replaced().clone(),
            content_digest: (!self.game.content.replaced().is_empty()).then(|| self.game.content.digest()),
            seed,
            start,
            first,
            moves,
        }
    }

    /// Plays a record of this game again, checking every step.
    pub fn replay(game: Arc<Game<R>>, record: &Record) -> Result<Self, String> {
        if record.version != R::VERSION {
            return Err(format!(
                "this record was made with version {} of {}; this is version {}: its rules or ids have changed",
                record.version,
                R::NAME,
                R::VERSION
            ));
        }
        if let Some(digest) = record.content_digest
            && digest != game.content.digest()
        {
            return Err("this record was made with other content: the digest of its tables differs".to_string());
        }
        let mut episode = match &record.start {
            Some(bytes) => Self::from_bytes(game, bytes)?,
            None => Self::new(game, record.seed),
        };
        if digest(episode.state()) != record.first {
            return Err("the record does not fit this engine: the first position differs".to_string());
        }
        for (ply, step) in record.moves.iter().enumerate() {
            let turn = episode.turn();
            if turn != Turn::Seat(step.seat) {
                return Err(format!(
                    "the record does not replay: step {ply} was made by seat {}, but the turn is {turn:?}",
                    step.seat.0
                ));
            }
            episode.play(step.id as usize).map_err(|e| format!("the record does not replay: step {ply}: {e}"))?;
            if step.name != episode.game.name(step.id as usize) {
                return Err(format!(
                    "the record does not replay: step {ply} plays action {} ({:?}) but calls it {:?}",
                    step.id,
                    episode.game.name(step.id as usize),
                    step.name
                ));
            }
            if digest(episode.state()) != step.digest {
                return Err(format!("the record does not replay: the position after step {ply} differs"));
            }
        }
        Ok(episode)
    }

    /// The full form: where the episode started, and its moves. For pickles.
    pub fn to_full_bytes(&self) -> Vec<u8> {
        let history: Vec<u16> = self.history.iter().map(|&(_, id)| id).collect();
        sealed(&Full {
            game: fingerprint::<R>(),
            origin: self.origin.clone(),
            base: self.base,
            given: *self.position.given(),
            history,
            autoplay_forced: self.autoplay_forced,
        })
    }

    /// Reads the full form by playing it again, so that nothing impossible gets in.
    pub fn from_full_bytes(game: Arc<Game<R>>, bytes: &[u8]) -> Result<Self, String> {
        let full: Full<R::State> = unsealed::<R, _>("an episode", bytes)?;
        if full.game != fingerprint::<R>() {
            return Err(other_game::<R>());
        }
        // From the setup, points count from what it gives; after a redeal the starting amount is unknown.
        let (mut episode, based) = match full.origin {
            Origin::Seed(seed) => {
                let episode = Self::new(game, seed);
                let based = episode.base == full.base;
                (episode, based)
            }
            Origin::Position(position) => {
                let episode = Self::from_position(game, position.0, position.1).map_err(|e| e.to_string())?;
                let (seated, absent) = full.base.split_at(episode.game.seats());
                let based = seated.iter().all(|b| b.is_finite()) && absent.iter().all(|&b| b == 0.0);
                (episode, based)
            }
        };
        if !based {
            return Err(format!("these bytes are not an episode of {}: its points cannot have begun at {:?}", R::NAME, full.base));
        }
        for (ply, id) in full.history.into_iter().enumerate() {
            episode.play(id as usize).map_err(|e| format!("this episode does not replay: step {ply}: {e}"))?;
        }
        episode.base = full.base;
        episode.position.resume(full.given)?;
        episode.autoplay_forced = full.autoplay_forced;
        Ok(episode)
    }
}

/// The legal actions in words, cut short where there are many.
pub fn legal_sentence<R: Playable>(game: &Game<R>, state: &R::State, legal: &ActionSet) -> String {
    const SHOWN: usize = 12;
    let mut names: Vec<String> = legal.iter().take(SHOWN).map(|id| format!("{id} {:?}", game.name(id))).collect();
    let more = (legal.len() as usize).saturating_sub(SHOWN);
    if more > 0 {
        names.push(format!("and {more} more"));
    }
    format!("the open decision is {:?} and the legal actions are {}", game.rules.decision(state), names.join(", "))
}

/// A number that tells games and versions apart in snapshots.
pub(crate) fn fingerprint<R: Playable>() -> u32 {
    checksum(R::NAME.as_bytes()) ^ u32::from(R::VERSION)
}

/// Plain data as bytes, followed by a checksum.
pub(crate) fn sealed<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = postcard::to_allocvec(value).expect("states are plain data");
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The data in sealed bytes, which hold `what`; damaged bytes are refused with a sentence.
pub(crate) fn unsealed<R: Playable, T: DeserializeOwned>(what: &str, bytes: &[u8]) -> Result<T, String> {
    let wrong = |why: &str| format!("these bytes are not {what} of {}{why}", R::NAME);
    let (body, sum) = bytes.split_last_chunk::<4>().ok_or_else(|| wrong(": they are too short"))?;
    if checksum(body) != u32::from_le_bytes(*sum) {
        return Err(wrong(", or damaged: the checksum does not match"));
    }
    let (value, rest) = postcard::take_from_bytes(body).map_err(|_| wrong(": they hold something else"))?;
    if rest.is_empty() { Ok(value) } else { Err(wrong(": they are too long")) }
}

pub(crate) fn other_game<R: Playable>() -> String {
    format!("these bytes are not of {} {} but of another game or version", R::NAME, R::VERSION)
}

/// FNV-1a, 32 bits: enough to notice damage.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, &b| (hash ^ u32::from(b)).wrapping_mul(0x0100_0193))
}
