//! One play of a game: the state, its stream of chance, the published legal set and what was played.

use std::sync::Arc;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::record::{Move, Record, digest};
use super::rng::Rng;
use super::{Action, ActionSet, Broken, Game, Illegal, Rules, Scores, Seat, Turn};

/// Where an episode began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Origin<S> {
    /// From the setup, with this seed.
    Seed(u64),
    /// From a position, with this stream.
    Position(Box<(S, Rng)>),
}

/// One episode. Equal episodes continue identically.
#[derive(Debug)]
pub struct Episode<G: Game> {
    rules: Arc<Rules<G>>,
    state: G::State,
    rng: Rng,
    legal: ActionSet,
    base: Scores,
    origin: Origin<G::State>,
    history: Vec<(Seat, u16)>,
}

impl<G: Game> Clone for Episode<G> {
    /// An independent copy that continues identically.
    fn clone(&self) -> Self {
        Self {
            rules: self.rules.clone(),
            state: self.state.clone(),
            rng: self.rng.clone(),
            legal: self.legal,
            base: self.base,
            origin: self.origin.clone(),
            history: self.history.clone(),
        }
    }
}

impl<G: Game> PartialEq for Episode<G> {
    /// The same rules, position, chance to come and past.
    fn eq(&self, other: &Self) -> bool {
        (Arc::ptr_eq(&self.rules, &other.rules) || self.rules == other.rules)
            && self.state == other.state
            && self.rng == other.rng
            && self.history == other.history
            && self.origin == other.origin
    }
}

/// The compact form of an episode. The history is not part of it.
#[derive(Serialize, Deserialize)]
struct Snapshot<S, R> {
    game: u32,
    state: S,
    rng: R,
}

/// The whole of an episode: what `record` and equality need too.
#[derive(Serialize, Deserialize)]
struct Full<S> {
    game: u32,
    origin: Origin<S>,
    base: Scores,
    history: Vec<u16>,
}

impl<G: Game> Episode<G> {
    /// A new episode; the same seed gives the same one.
    pub fn new(rules: Arc<Rules<G>>, seed: u64) -> Self {
        let mut rng = Rng::seeded(seed);
        let state = rules.game.start(&mut rng);
        Self::build(rules, state, rng, Origin::Seed(seed))
    }

    /// An episode that goes on from a position that passes the game's check.
    pub fn from_position(rules: Arc<Rules<G>>, state: G::State, rng: Rng) -> Result<Self, Broken> {
        rules.game.check(&state)?;
        let origin = Origin::Position(Box::new((state.clone(), rng.clone())));
        let episode = Self::build(rules, state, rng, origin);
        let over = episode.turn() == Turn::Over;
        crate::ensure!(over == episode.legal.is_empty(), "a running game has a legal action", "over: {over}");
        Ok(episode)
    }

    fn build(rules: Arc<Rules<G>>, state: G::State, rng: Rng, origin: Origin<G::State>) -> Self {
        let mut legal = ActionSet::EMPTY;
        rules.game.legal(&state, &mut legal);
        let base = rules.game.scores(&state);
        Self { rules, state, rng, legal, base, origin, history: Vec::new() }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules<G>> {
        &self.rules
    }

    /// The position.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The chance to come.
    pub fn rng(&self) -> &Rng {
        &self.rng
    }

    /// Who is to act.
    pub fn turn(&self) -> Turn {
        self.rules.game.turn(&self.state)
    }

    /// The legal actions.
    pub fn legal(&self) -> &ActionSet {
        &self.legal
    }

    /// What was played: seat and action id.
    pub fn history(&self) -> &[(Seat, u16)] {
        &self.history
    }

    /// Plays an action. An illegal one changes nothing.
    pub fn play(&mut self, id: usize) -> Result<(), Illegal> {
        let Turn::Seat(seat) = self.turn() else {
            return Err(Illegal { message: "the episode is over: no action is legal; start a new episode".to_string() });
        };
        if !self.legal.has(id) {
            return Err(Illegal { message: self.refusal(id) });
        }
        let action = G::Action::from_id(id).expect("a legal id is below the count");
        self.rules.game.apply(&mut self.state, action, &mut self.rng);
        self.legal.clear();
        self.rules.game.legal(&self.state, &mut self.legal);
        self.history.push((seat, id as u16));
        Ok(())
    }

    fn refusal(&self, id: usize) -> String {
        let what = if id < G::Action::COUNT {
            format!("action {id} ({:?}) is not legal now", self.rules.name(id))
        } else {
            format!("action {id} does not exist: ids go from 0 to {}", G::Action::COUNT - 1)
        };
        format!("{what}; {}", legal_sentence(&self.rules, &self.state, &self.legal))
    }

    /// The points of each seat.
    pub fn scores(&self) -> Scores {
        self.rules.game.scores(&self.state)
    }

    /// What the episode has been worth so far for each seat.
    pub fn returns(&self) -> Scores {
        self.rules.returns(&self.state, &self.base)
    }

    /// A copy in which all that a seat cannot know, and all chance to come, is dealt afresh.
    #[must_use]
    pub fn redeal(&self, viewer: Seat, seed: u64) -> Self {
        let mut rng = Rng::seeded(seed);
        let mut state = self.state.clone();
        self.rules.game.redeal(&mut state, viewer, &mut rng);
        let origin = Origin::Position(Box::new((state.clone(), rng.clone())));
        let mut copy = Self::build(self.rules.clone(), state, rng, origin);
        copy.base = self.base;
        copy
    }

    /// The position as plain data.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(&self.state).expect("states are plain data with string keys")
    }

    /// The compact form: position and chance, without history.
    pub fn to_bytes(&self) -> Vec<u8> {
        sealed(&Snapshot { game: fingerprint::<G>(), state: &self.state, rng: &self.rng })
    }

    /// Reads the compact form; what was damaged or cannot occur is refused with a sentence.
    pub fn from_bytes(rules: Arc<Rules<G>>, bytes: &[u8]) -> Result<Self, String> {
        let snapshot: Snapshot<G::State, Rng> = unsealed::<G, _>(bytes)?;
        if snapshot.game != fingerprint::<G>() {
            return Err(other_game::<G>());
        }
        Self::from_position(rules, snapshot.state, snapshot.rng).map_err(|e| e.to_string())
    }

    /// Everything needed to play it again.
    pub fn record(&self) -> Record {
        let (seed, start, mut again) = match &self.origin {
            Origin::Seed(seed) => (*seed, None, Self::new(self.rules.clone(), *seed)),
            Origin::Position(position) => {
                let origin = Origin::Position(position.clone());
                let again = Self::build(self.rules.clone(), position.0.clone(), position.1.clone(), origin);
                (0, Some(again.to_bytes()), again)
            }
        };
        let first = digest(&again.state);
        let mut moves = Vec::with_capacity(self.history.len());
        for &(seat, id) in &self.history {
            again.play(id as usize).expect("it was legal when it was played");
            moves.push(Move { seat, id, name: self.rules.name(id as usize).to_string(), digest: digest(&again.state) });
        }
        Record {
            game: G::NAME.to_string(),
            version: G::VERSION,
            options: self.rules.options.map().clone(),
            content: self.rules.content.replaced().clone(),
            seed,
            start,
            first,
            moves,
        }
    }

    /// Plays a record of this game again, checking every step.
    pub fn replay(rules: Arc<Rules<G>>, record: &Record) -> Result<Self, String> {
        if record.version != G::VERSION {
            return Err(format!(
                "this record was made with version {} of {}; this is version {}: its rules or ids have changed",
                record.version,
                G::NAME,
                G::VERSION
            ));
        }
        let mut episode = match &record.start {
            Some(bytes) => Self::from_bytes(rules, bytes)?,
            None => Self::new(rules, record.seed),
        };
        if digest(&episode.state) != record.first {
            return Err("the record does not fit this engine: the first position differs".to_string());
        }
        for (ply, step) in record.moves.iter().enumerate() {
            let turn = episode.turn();
            if turn != Turn::Seat(step.seat) {
                return Err(format!("the record does not replay: step {ply} is of seat {}, but the turn is {turn:?}", step.seat.0));
            }
            episode.play(step.id as usize).map_err(|e| format!("the record does not replay: step {ply}: {e}"))?;
            if digest(&episode.state) != step.digest {
                return Err(format!("the record does not replay: the position after step {ply} differs"));
            }
        }
        Ok(episode)
    }

    /// The whole episode: where it began and what was played. For pickles.
    pub fn to_full_bytes(&self) -> Vec<u8> {
        let history: Vec<u16> = self.history.iter().map(|&(_, id)| id).collect();
        sealed(&Full { game: fingerprint::<G>(), origin: self.origin.clone(), base: self.base, history })
    }

    /// Reads the whole episode by playing it again, so that nothing impossible gets in.
    pub fn from_full_bytes(rules: Arc<Rules<G>>, bytes: &[u8]) -> Result<Self, String> {
        let full: Full<G::State> = unsealed::<G, _>(bytes)?;
        if full.game != fingerprint::<G>() {
            return Err(other_game::<G>());
        }
        // From the setup the points began where it puts them; after a redeal they began earlier, wherever that was.
        let (mut episode, based) = match full.origin {
            Origin::Seed(seed) => {
                let episode = Self::new(rules, seed);
                let based = episode.base == full.base;
                (episode, based)
            }
            Origin::Position(position) => {
                let episode = Self::from_position(rules, position.0, position.1).map_err(|e| e.to_string())?;
                let (seated, absent) = full.base.split_at(episode.rules.seats());
                let based = seated.iter().all(|b| b.is_finite()) && absent.iter().all(|&b| b == 0.0);
                (episode, based)
            }
        };
        if !based {
            return Err(format!("these bytes are not an episode of {}: its points cannot have begun at {:?}", G::NAME, full.base));
        }
        for (ply, id) in full.history.into_iter().enumerate() {
            episode.play(id as usize).map_err(|e| format!("this episode does not replay: step {ply}: {e}"))?;
        }
        episode.base = full.base;
        Ok(episode)
    }
}

/// What is legal now, in words, cut where it is long.
pub fn legal_sentence<G: Game>(rules: &Rules<G>, state: &G::State, legal: &ActionSet) -> String {
    const SHOWN: usize = 12;
    let mut names: Vec<String> = legal.iter().take(SHOWN).map(|id| format!("{id} {:?}", rules.name(id))).collect();
    let more = (legal.len() as usize).saturating_sub(SHOWN);
    if more > 0 {
        names.push(format!("and {more} more"));
    }
    format!("the open decision is {:?} and the legal actions are {}", rules.game.decision(state), names.join(", "))
}

/// Tells games and versions apart in snapshots.
pub(crate) fn fingerprint<G: Game>() -> u32 {
    checksum(G::NAME.as_bytes()) ^ u32::from(G::VERSION)
}

/// Plain data as bytes, with a checksum behind.
pub(crate) fn sealed<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = postcard::to_allocvec(value).expect("states are plain data");
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The data of sealed bytes; what was damaged is refused with a sentence.
pub(crate) fn unsealed<G: Game, T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let Some((body, sum)) = bytes.split_last_chunk::<4>() else {
        return Err(format!("these bytes are not an episode of {}: they are too short", G::NAME));
    };
    if checksum(body) != u32::from_le_bytes(*sum) {
        return Err(format!("these bytes are not an episode of {}, or damaged: the checksum does not match", G::NAME));
    }
    let (value, rest) =
        postcard::take_from_bytes(body).map_err(|e| format!("these bytes are not an episode of {}: {e}", G::NAME))?;
    if rest.is_empty() { Ok(value) } else { Err(format!("these bytes are not an episode of {}: they are too long", G::NAME)) }
}

pub(crate) fn other_game<G: Game>() -> String {
    format!("these bytes are of another game or version than {} {}", G::NAME, G::VERSION)
}

/// FNV-1a, 32 bits: enough to notice damage.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, &b| (hash ^ u32::from(b)).wrapping_mul(0x0100_0193))
}
