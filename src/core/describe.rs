//! Text for people: names, sentences and descriptions. Never on the hot path.

use serde_json::Value;

use super::{Axis, Feature, Rules, Seat, SeatSet};

/// A game, its positions and its actions in words.
pub trait Describe: Rules {
    /// The title on the box.
    const TITLE: &'static str;

    /// A short name for the open decision: `"bid"`.
    fn decision(&self, state: &Self::State) -> &'static str;
    /// A readable, unique name of an action, independent of the state: `"play lantern"`.
    fn name(&self, action: Self::Action) -> String;
    /// The position as text: what the viewer may know, or everything if there is no viewer.
    fn text(&self, state: &Self::State, viewer: Option<Seat>) -> String;

    /// The round being played, counted from 1; 0 where a game has none. Once over, the last round.
    fn round(&self, _state: &Self::State) -> u32 {
        0
    }

    /// Each seat's countable possessions by name, for tables: `(Seat(0), "coin", 3)`.
    fn amounts(&self, _state: &Self::State) -> Vec<(Seat, String, i64)> {
        Vec::new()
    }

    /// The changes an event makes to the [`amounts`](Self::amounts), by seat and name. It is a law that the events of a choice
    /// account for every change of an amount.
    fn changes(&self, _event: &Event) -> Vec<(Seat, String, i64)> {
        Vec::new()
    }

    /// The meaning of an action in a position, as a sentence for the seat to act: `"Buy the Hat for 1 coin: …"`.
    fn sentence(&self, _state: &Self::State, action: Self::Action) -> String {
        self.name(action)
    }

    /// A secret choice as the other seats see it (see [`Observe::seen_as`](super::Observe::seen_as)), as a sentence.
    fn glimpse(&self, _state: &Self::State, _action: Self::Action) -> String {
        "Chooses in secret.".to_string()
    }

    /// The name of a seat at the table.
    fn seat_name(&self, seat: Seat) -> String {
        seat.colour().to_string()
    }

    /// A sentence on why the episode ended and who won. Asked for only once it is over.
    fn reason(&self, _state: &Self::State) -> String {
        "The game has ended.".to_string()
    }

    /// How [`explain`](super::explain()) reads an axis of a feature, for features whose labels in the layout are not the game's own
    /// words.
    fn axis(&self, _feature: &Feature, _axis: usize) -> Axis {
        Axis::Labels
    }

    /// Rewrites the explained value of a feature whose floats encode something that its axes do not show.
    fn reword(&self, _family: &str, value: Value) -> Value {
        value
    }

    /// Translates a piece of the content's effect notation into plain words; `None` where the game has no notation or cannot read it.
    fn in_words(&self, _notation: &str) -> Option<String> {
        None
    }
}

/// The audience of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everyone.
    All,
    /// Only these seats: the full event.
    Only(SeatSet),
    /// All but these seats: the reduced version of an event that these seats see in full.
    Except(SeatSet),
}

impl Audience {
    /// Whether a viewer receives it; without a viewer everything is included.
    pub fn includes(self, viewer: Option<Seat>) -> bool {
        match (self, viewer) {
            (Self::All, _) | (Self::Only(_), None) => true,
            (Self::Except(_), None) => false,
            (Self::Only(seats), Some(seat)) => seats >> seat.0 & 1 == 1,
            (Self::Except(seats), Some(seat)) => seats >> seat.0 & 1 == 0,
        }
    }
}

/// Something an action brought about, by chance or otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its kind: `"draw"`, `"damage"`, `"round"`.
    pub kind: &'static str,
    /// The seat it happened to, if it concerns a single one.
    pub seat: Option<Seat>,
    /// Its details by name.
    pub fields: Vec<(&'static str, serde_json::Value)>,
    /// The event as a sentence.
    pub text: String,
    /// Its audience.
    pub audience: Audience,
}

impl Event {
    /// An event that everyone sees.
    pub fn new(kind: &'static str, text: impl Into<String>) -> Self {
        Self { kind, seat: None, fields: Vec::new(), text: text.into(), audience: Audience::All }
    }

    /// Sets the seat it happened to.
    #[must_use]
    pub fn of(mut self, seat: Seat) -> Self {
        self.seat = Some(seat);
        self
    }

    /// Adds a detail.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<serde_json::Value>) -> Self {
        self.fields.push((name, value.into()));
        self
    }

    /// A detail by name.
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value)
    }

    /// A detail that is a whole number; 0 if there is none of this name.
    pub fn number(&self, name: &str) -> i64 {
        self.field(name).and_then(Value::as_i64).unwrap_or(0)
    }

    /// Shows it to this seat alone.
    #[must_use]
    pub fn only(mut self, seat: Seat) -> Self {
        self.audience = Audience::Only(1 << seat.0);
        self
    }

    /// Shows it to everyone but this seat.
    #[must_use]
    pub fn except(mut self, seat: Seat) -> Self {
        self.audience = Audience::Except(1 << seat.0);
        self
    }
}

/// Receives the events of an action.
pub trait Witness {
    /// Whether anyone is listening. If not, a game need not keep data that only describes a later event.
    const LISTENS: bool = true;

    /// Receives one event, which is built only if someone is listening: for [`Silent`] the call compiles to nothing.
    fn tell(&mut self, event: impl FnOnce() -> Event);

    /// Whether anyone is listening. Costly details are computed only if so.
    #[inline(always)]
    fn listens(&self) -> bool {
        true
    }
}

/// A witness that discards every event, for batches and searches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Witness for Silent {
    const LISTENS: bool = false;

    #[inline(always)]
    fn tell(&mut self, _: impl FnOnce() -> Event) {}

    #[inline(always)]
    fn listens(&self) -> bool {
        false
    }
}

impl Witness for Vec<Event> {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}
