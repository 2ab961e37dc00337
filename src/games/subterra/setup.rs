//! Options and setup (section 2).

use serde_json::Value;

use super::Subterra;
use super::board::Cell;
use super::events;
use super::map::Map;
use super::play::Play;
use super::state::{Artifact, Decision, Explorer, Stage, State};
use super::words::{Sheet, Status, TEAM};
use crate::core::options::GLANCE;
use crate::core::{Bag, List, OptionSpec, Options, Problems, Rng, Seat, Setup, Silent, Witness};

/// The options; those with a ruling are the switches of section 16.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec::int("players", (1, 6), 4, "seats: 1 runs 3 to 6 explorers, 2 run two each, 3 to 6 one each (R12)"),
    OptionSpec::other(
        "explorers",
        "\"random\", \"draft\", a number from 3 to 6 (dealt at random), \"draft 3\" to \"draft 6\", or a list of different names in turn order",
        "random",
        "the team (R12): its size is free for one player only, who has 4 unless a number says otherwise",
    ),
    OptionSpec::int("leader", (0, 5), 0, "the seat of the leader (R15)"),
    OptionSpec::choice(
        "difficulty",
        &["beginner", "normal", "advanced", "expert"],
        "normal",
        "sets the start of the eruption marker (R14)",
    ),
    OptionSpec::choice(
        "guardian_path",
        &["through_rubble", "avoid_rubble"],
        "through_rubble",
        "how Guardians measure distance (R64, ruling G4)",
    ),
    OptionSpec::choice(
        "flip_entrance_and_laterals",
        &["per_piece", "all_together"],
        "per_piece",
        "whether Entrance and Side tiles flip separately (R71, ruling V5)",
    ),
    OptionSpec::switch(
        "end_when_all_in_temple_down",
        true,
        "False: with all in the temple down, the game ends only if nobody has escaped (R91, ruling E2)",
    ),
    OptionSpec::switch(
        "vault_locked_until_keys",
        false,
        "True: hall and vault are not connected before the last Key (R48, ruling S3)",
    ),
    OptionSpec::switch(
        "dart_trigger_needs_connection",
        true,
        "False: Dart traps on all four neighbour cells trigger (R59, ruling H3)",
    ),
    OptionSpec::switch("take_item_asks_owner", true, "False: consent to a take is implied (R44, ruling I2)"),
    OptionSpec::switch("leader_orders_guardians", true, "False: Guardians act in order of arrival (R63, ruling G2)"),
    OptionSpec::int("safety_round_cap", (1, 1000), 300, "rounds after which the game ends as it stands (R95)"),
    GLANCE,
];

/// The way the team is chosen (R12, ruling U1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Team {
    /// A number of sheets dealt at random.
    Random(usize),
    /// A number of sheets picked one at a time (D1).
    Draft(usize),
    /// These explorers, in turn order.
    Fixed(Vec<Sheet>),
}

impl Team {
    /// Number of explorers.
    pub fn size(&self) -> usize {
        match self {
            Self::Random(size) | Self::Draft(size) => *size,
            Self::Fixed(sheets) => sheets.len(),
        }
    }

    /// Reads the option for a number of seats.
    pub fn read(options: &Options, seats: usize) -> Result<Self, Problems> {
        let value = options.value("explorers");
        let (low, high) = match seats {
            1 => (3, TEAM),
            2 => (4, 4),
            _ => (seats, seats),
        };
        let usual = low.max(4).min(high);
        let wrong = || Problems::one(format!("option explorers={value} of subterra: it must be {}", OPTIONS[1].takes()));
        let team = match value {
            Value::String(text) => match (text.as_str(), text.strip_prefix("draft ").and_then(|n| n.parse().ok())) {
                ("random", _) => Self::Random(usual),
                ("draft", _) => Self::Draft(usual),
                (_, Some(size)) => Self::Draft(size),
                _ => return Err(wrong()),
            },
            Value::Number(number) => Self::Random(number.as_u64().ok_or_else(wrong)? as usize),
            Value::Array(names) => {
                let mut sheets = Vec::new();
                for name in names {
                    let sheet = name.as_str().and_then(Sheet::parse).ok_or_else(|| {
                        Problems::one(format!(
                            "option explorers: there is no explorer {name}; they are {}",
                            Sheet::NAMES.join(", ")
                        ))
                    })?;
                    if sheets.contains(&sheet) {
                        return Err(Problems::one(format!("option explorers: {name} can be taken only once")));
                    }
                    sheets.push(sheet);
                }
                Self::Fixed(sheets)
            }
            Value::Null | Value::Bool(_) | Value::Object(_) => return Err(wrong()),
        };
        // R12
        if (low..=high).contains(&team.size()) {
            Ok(team)
        } else {
            let want = if low == high { format!("{low}") } else { format!("{low} to {high}") };
            Err(Problems::one(format!("option explorers: {} explorers, but {seats} players control {want} (R12)", team.size())))
        }
    }
}

impl Setup for Subterra {
    fn start(&self, rng: &mut Rng) -> State {
        let mut state = self.before_the_team();
        let play = &mut Play { rng, witness: &mut Silent };
        match &self.team {
            Team::Draft(_) => {}
            Team::Random(size) => {
                let mut sheets = [Sheet::Archaeologist; Sheet::COUNT];
                sheets.copy_from_slice(Sheet::ALL);
                play.rng.shuffle(&mut sheets);
                self.gather(&mut state, &sheets[..*size], play);
                self.proceed(&mut state, play);
            }
            Team::Fixed(sheets) => {
                self.gather(&mut state, sheets, play);
                self.proceed(&mut state, play);
            }
        }
        state
    }
}

impl Subterra {
    /// The temple as it is set up, without explorers.
    pub(super) fn before_the_team(&self) -> State {
        let mut map = Map::default();
        for &(cell, kind, open) in &self.tables.cells {
            map.place(cell, kind, 0, open); // R11
        }
        State {
            map,
            explorers: List::default(),
            guardians: List::default(), // R16
            bag: self.tables.bag,
            discarded: Bag::default(),
            journals: self.tables.journals,
            keys: List::default(),
            inserted: 0,
            artifact: Artifact::Locked,
            hall: Cell::NONE,
            vault: Cell::NONE,
            marker: self.tables.marker[self.team.size() - 3], // R14
            erupted: false,
            cursed: false,
            carry: 0,
            rounds: 0,
            turn: 0,
            ap: 0,
            pushed: false,
            refused: 0,
            crawl: false,
            strides: 0,
            lights: 0,
            shield: false,
            tired: false,
            consolidated: 0,
            stage: Stage::Draft,
            decision: Decision::Draft,
            dice: List::default(),
            kept: false,
            six: None,
            from: Cell::NONE,
            side: None,
            drawn: None,
            other: None,
            enter: false,
            entry: Cell::NONE,
            mover: 0,
            passes: 0,
            acted: 0,
            guardian: 0,
            steps: 0,
            end: None,
        }
    }

    /// The team in turn order: the leader's explorers first, then seat by seat (R17, ruling U3).
    fn gather(&self, state: &mut State, sheets: &[Sheet], play: &mut Play<'_, impl Witness>) {
        let each = sheets.len() / self.seats;
        for (i, &sheet) in sheets.iter().enumerate() {
            let seat = self.seat_after_leader(i / each);
            state.explorers.push(self.fresh(sheet, seat));
        }
        state.decision = Decision::None;
        self.begin_turn(state, play);
    }

    pub(super) fn fresh(&self, sheet: Sheet, seat: Seat) -> Explorer {
        // R13
        Explorer { sheet, seat, hp: self.tables.hp[sheet as usize], status: Status::Inside, cell: self.tables.crossing, hand: None }
    }

    pub(super) fn seat_after_leader(&self, places: usize) -> Seat {
        Seat(((self.leader.at() + places) % self.seats) as u8)
    }

    /// The seat that picks next, in turn from the leader (D1).
    pub(super) fn picker(&self, state: &State) -> Seat {
        self.seat_after_leader(state.explorers.len() % self.seats)
    }

    pub(super) fn draft(&self, state: &mut State, sheet: Sheet, play: &mut Play<'_, impl Witness>) {
        let seat = self.picker(state);
        state.explorers.push(self.fresh(sheet, seat));
        play.tell(|| events::joins(state, state.explorers.len() - 1));
        if state.explorers.len() < self.team.size() {
            state.decision = Decision::Draft;
            return;
        }
        // Ruling U3: a player's explorers stand together, in the order they were picked.
        let picked = state.explorers;
        state.explorers.clear();
        for place in 0..self.seats {
            let seat = self.seat_after_leader(place);
            picked.iter().filter(|e| e.seat == seat).for_each(|e| state.explorers.push(*e));
        }
        self.begin_turn(state, play);
    }
}
