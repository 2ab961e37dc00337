//! The contract: what a game must say about itself. Everything else is built on it.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};

use super::{Action, ActionSet, Broken, Content, OptionSpec, Options, Problems, Rng, Sink};

/// The most seats a game may have.
pub const MAX_SEATS: usize = 6;

/// One value per seat; seats that do not play hold zero.
pub type Scores = [f32; MAX_SEATS];

/// A player, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, serde::Deserialize)]
#[serde(try_from = "u8")]
pub struct Seat(pub u8);

impl Seat {
    /// Its number as an index.
    #[inline(always)]
    pub const fn at(self) -> usize {
        self.0 as usize
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;
    fn try_from(value: u8) -> Result<Self, String> {
        if (value as usize) < MAX_SEATS { Ok(Self(value)) } else { Err(format!("seat {value} does not exist")) }
    }
}

/// A set of seats, one bit each.
pub type SeatSet = u8;

/// Who is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat chooses next.
    Seat(Seat),
    /// The episode has ended.
    Over,
}

/// What a state must be: flat data, so that a clone is a memory copy.
///
/// Two states are equal when every later choice, score and observation would be the same.
pub trait State: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Fails to compile where a state owns heap memory or is too large. Drivers touch it.
    const FLAT: () = assert!(!std::mem::needs_drop::<Self>() && size_of::<Self>() <= 2048);
}

impl<T: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static> State for T {}

/// The rules of one game: options and content, shared by every lane and never mutated.
///
/// The engine calls `apply` only with actions of the last `legal` set; everything that comes from outside is checked
/// before it gets here.
pub trait Game: Debug + Send + Sync + Sized + 'static {
    /// Everything that changes during an episode.
    type State: State;
    /// The choices.
    type Action: Action;

    /// The id: lower case, as in `expedition.Game("toy")`.
    const NAME: &'static str;
    /// Grows when behaviour, ids or layout change.
    const VERSION: u16;
    /// The numbered rules as Markdown.
    const RULES: &'static str;
    /// The game's own options, `players` first. `reward` and `observation` are added to every game.
    const OPTIONS: &'static [OptionSpec];
    /// The content files: name and TOML text. Their top-level keys are the tables users may replace.
    const CONTENT: &'static [(&'static str, &'static str)];
    /// Over how many deals the greedy agent averages.
    const DEALS: u32 = 2;
    /// How many lucks it tries where its turn ends by chance. Above one, what is drawn in its turn is spread evenly as well.
    const LUCKS: u32 = 1;
    /// For how many decisions a search plays a leaf on before it is evaluated, unless its spec says so. Games whose luck strikes
    /// after the own turn need some: an evaluation can only guess what comes of it.
    const CUTOFF: u32 = 0;
    /// How much the promise of an action counts in a search against what its simulations say, unless its spec says so. Where luck
    /// moves a single simulation further than the choice does, few of them say little.
    const EXPLORATION: f32 = 0.6;

    /// Builds the rules from checked options and content; all problems at once.
    fn new(options: &Options, content: &Content) -> Result<Self, Problems>;

    /// How many seats play.
    fn seats(&self) -> usize;
    /// No episode has more decisions than this.
    fn decision_bound(&self) -> usize;
    /// Sets up an episode, up to its first choice.
    fn start(&self, rng: &mut Rng) -> Self::State;
    /// Who is to act.
    fn turn(&self, state: &Self::State) -> Turn;
    /// The legal choices. `out` arrives empty. Never empty while running; nothing is added when over.
    fn legal(&self, state: &Self::State, out: &mut ActionSet);
    /// Carries out one legal choice and everything up to the next one.
    fn apply(&self, state: &mut Self::State, action: Self::Action, rng: &mut Rng);
    /// The points of each seat now; the final ones when over.
    fn scores(&self, state: &Self::State) -> Scores;
    /// Where the points come from. The sources add up to `scores`.
    fn breakdown(&self, state: &Self::State) -> Vec<(&'static str, Scores)>;
    /// What one point is worth under `reward="score"`, so that a game is about [-1, 1].
    fn score_scale(&self) -> f32;
    /// The seats that have won, once the episode is over; none is possible.
    fn winners(&self, state: &Self::State) -> SeatSet;

    /// The value of an ended episode for each seat: the winners share +1, the others share -1; all or none: 0.
    fn outcome(&self, state: &Self::State) -> Scores {
        shared_outcome(self.winners(state), self.seats())
    }

    /// Whether all seats win or lose together, so that `outcome` is the same for everyone.
    fn cooperative(&self) -> bool {
        false
    }

    /// The round being played, counted from 1; 0 where a game has none. When over, the last one.
    fn round(&self, _state: &Self::State) -> u32 {
        0
    }

    /// How the position looks for a seat: a rough guess of its outcome, within [-1, 1]. Built-in agents steer by it.
    ///
    /// It uses only what the seat may know. By default it is the lead in points; games override it where points are
    /// hidden or come late.
    fn evaluate(&self, state: &Self::State, seat: Seat) -> f32 {
        (lead(&self.scores(state), seat, self.seats()) * self.score_scale()).clamp(-1.0, 1.0)
    }

    /// Leaves out choices that are hardly ever worth a look, where there are very many. Built-in agents that look ahead
    /// use it; it never empties the set and depends only on what the seat to act may know. By default all stay.
    fn narrow(&self, _state: &Self::State, _legal: &mut ActionSet) {}

    /// What the other seats see of a choice that is made in secret: one action stands for all that look alike to them.
    /// `None` where they see the choice itself, as they do by default. Searches let no seat depend on what it has not seen.
    #[inline]
    fn veiled(&self, _state: &Self::State, _action: Self::Action) -> Option<Self::Action> {
        None
    }

    /// Writes what `viewer` may know, own seat first. The size depends on the options, never on the state.
    fn observe<S: Sink>(&self, state: &Self::State, viewer: Seat, out: &mut S);
    /// Deals all that `viewer` cannot know afresh, consistent with everything the viewer does know.
    fn redeal(&self, state: &mut Self::State, viewer: Seat, rng: &mut Rng);
    /// Whether the state can occur. What passes can be played on without a panic.
    fn check(&self, state: &Self::State) -> Result<(), Broken>;

    /// A short name of the choice that is open: `"bid"`. For tables and people.
    fn decision(&self, state: &Self::State) -> &'static str;
    /// A readable, unique, stable name of an action, whatever the state: `"play lantern"`.
    fn name(&self, action: Self::Action) -> String;

    /// What an action would mean in a position, in words, for the one to act: `"buy Hat for 1 coin: …"`.
    fn explain(&self, _state: &Self::State, action: Self::Action) -> String {
        self.name(action)
    }

    /// The position as text. With a viewer, only what that seat may know.
    fn text(&self, state: &Self::State, viewer: Option<Seat>) -> String;
    /// A text of the content's effect notation in plain words; `None` where the game has no notation or cannot read it.
    fn in_words(&self, _notation: &str) -> Option<String> {
        None
    }
}

/// The winners share +1 and the others share -1; when all or none win, everyone gets 0.
pub fn shared_outcome(winners: SeatSet, seats: usize) -> Scores {
    let mut out = [0.0; MAX_SEATS];
    let won = (winners as u32 & ((1 << seats) - 1)).count_ones() as usize;
    if won == 0 || won == seats {
        return out;
    }
    for (seat, value) in out.iter_mut().enumerate().take(seats) {
        *value = if winners >> seat & 1 == 1 { 1.0 / won as f32 } else { -1.0 / (seats - won) as f32 };
    }
    out
}

/// By how much a seat is ahead of the best other one; its own points when it plays alone.
pub fn lead(points: &Scores, seat: Seat, seats: usize) -> f32 {
    let best = (0..seats).filter(|&other| other != seat.at()).map(|other| points[other]).fold(f32::NEG_INFINITY, f32::max);
    points[seat.at()] - if best.is_finite() { best } else { 0.0 }
}

/// The viewer first, then the others in turn order.
#[inline]
pub fn seats_from(viewer: Seat, seats: usize) -> impl Iterator<Item = Seat> {
    (0..seats).map(move |i| Seat(((viewer.at() + i) % seats) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_sum_to_zero() {
        assert_eq!(shared_outcome(0b01, 2)[..2], [1.0, -1.0]);
        assert_eq!(shared_outcome(0b11, 2)[..2], [0.0, 0.0]);
        assert_eq!(shared_outcome(0b00, 3)[..3], [0.0; 3]);
        assert_eq!(shared_outcome(0b101, 3)[..3], [0.5, -1.0, 0.5]);
        assert_eq!(shared_outcome(0b1000, 4)[..4], [-1.0 / 3.0, -1.0 / 3.0, -1.0 / 3.0, 1.0]);
    }

    #[test]
    fn the_lead_is_over_the_best_other_seat() {
        let points = [3.0, 7.0, 5.0, 99.0, 0.0, 0.0];
        assert_eq!([0, 1, 2].map(|seat| lead(&points, Seat(seat), 3)), [-4.0, 2.0, -2.0]);
        assert_eq!(lead(&points, Seat(0), 1), 3.0);
    }

    #[test]
    fn the_viewer_comes_first() {
        assert_eq!(seats_from(Seat(2), 3).collect::<Vec<_>>(), [Seat(2), Seat(0), Seat(1)]);
    }
}
