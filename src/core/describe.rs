//! Text for people: names, sentences and descriptions. Never on the hot path.

use serde_json::Value;

use super::{Axis, Feature, Rules, Seat, SeatSet};

/// The game in words.
pub trait Describe: Rules {
    /// The title on the box.
    const TITLE: &'static str;

    /// A short name of the choice that is open: `"bid"`.
    fn decision(&self, state: &Self::State) -> &'static str;
    /// A readable, unique name of an action that does not depend on the state: `"play lantern"`.
    fn name(&self, action: Self::Action) -> String;
    /// The position as text, restricted to the viewer's knowledge if there is one.
    fn text(&self, state: &Self::State, viewer: Option<Seat>) -> String;

    /// The round being played, counted from 1; 0 where a game has none. When over, the last one.
    fn round(&self, _state: &Self::State) -> u32 {
        0
    }

    /// The countable possessions of each seat by name, for tables: `(Seat(0), "coin", 3)`.
    fn amounts(&self, _state: &Self::State) -> Vec<(Seat, String, i64)> {
        Vec::new()
    }

    /// The meaning of an action in a position, in words, for the seat to act: `"Buy the Hat for 1 coin: …"`.
    fn sentence(&self, _state: &Self::State, action: Self::Action) -> String {
        self.name(action)
    }

    /// How the other seats see a choice made in secret (see [`Observe::seen_as`](super::Observe::seen_as)), as a sentence.
    fn glimpse(&self, _state: &Self::State, _action: Self::Action) -> String {
        "Chooses in secret.".to_string()
    }

    /// The name of a seat at the table.
    fn seat_name(&self, seat: Seat) -> String {
        seat.colour().to_string()
    }

    /// Why an ended episode ended, as a sentence.
    fn reason(&self, _state: &Self::State) -> String {
        "The game has ended.".to_string()
    }

    /// How people read an axis of an observed feature, where the layout's labels are not in the game's words.
    fn axis(&self, _feature: &Feature, _axis: usize) -> Axis {
        Axis::Labels
    }

    /// A feature read back by its axes, for features that are codes.
    fn reword(&self, _family: &str, value: Value) -> Value {
        value
    }

    /// A text of the content's effect notation in plain words; `None` where the game has no notation or cannot read it.
    fn in_words(&self, _notation: &str) -> Option<String> {
        None
    }
}

/// The audience of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everyone.
    All,
    /// These seats only: the event in full.
    Only(SeatSet),
    /// All but these seats: the others' version of an event that these see in full.
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

/// Words as a sentence lists them: `a, b and c`.
pub fn and<T: AsRef<str>>(parts: &[T]) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    match parts.split_last() {
        None => "nothing".to_string(),
        Some((last, [])) => (*last).to_string(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// Something an action brought about, chance included.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its kind: `"draw"`, `"damage"`, `"round"`.
    pub kind: &'static str,
    /// The seat it happened to, if any.
    pub seat: Option<Seat>,
    /// Its particulars by name.
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

    /// It happened to this seat.
    #[must_use]
    pub fn of(mut self, seat: Seat) -> Self {
        self.seat = Some(seat);
        self
    }

    /// With a particular.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<serde_json::Value>) -> Self {
        self.fields.push((name, value.into()));
        self
    }

    /// Told to this seat alone.
    #[must_use]
    pub fn only(mut self, seat: Seat) -> Self {
        self.audience = Audience::Only(1 << seat.0);
        self
    }

    /// Told to everyone but this seat.
    #[must_use]
    pub fn except(mut self, seat: Seat) -> Self {
        self.audience = Audience::Except(1 << seat.0);
        self
    }
}

/// Receives the events of an action.
pub trait Witness {
    /// Whether the witness listens. Data kept only to describe an event later can be skipped otherwise.
    const LISTENS: bool = true;

    /// Receives one event. It is built only if the witness listens: for [`Silent`] the call compiles to nothing.
    fn tell(&mut self, event: impl FnOnce() -> Event);

    /// Whether the witness listens: costly details are computed only then.
    #[inline(always)]
    fn listens(&self) -> bool {
        true
    }
}

/// Nobody listens: batches and searches.
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
