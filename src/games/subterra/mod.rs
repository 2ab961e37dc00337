//! Sub Terra II: Inferno's Edge: a co-operative expedition into a temple inside a volcano.
//!
//! `RULES.md` holds the numbered rules; the modules follow its chapters.

mod abilities;
mod actions;
mod apply;
pub mod board;
mod bound;
mod check;
mod content;
mod distances;
mod evaluate;
mod guardians;
mod hazards;
mod legal;
mod map;
mod moves;
mod narrow;
mod observe;
pub mod parts;
mod reveal;
mod sanctuary;
mod score;
mod setup;
mod show;
mod state;
mod tables;
mod volcano;

pub use actions::{Act, Target};
pub use map::{Breach, Map};
pub use setup::Team;
pub use state::{Artifact, Decision, Explorer, Roll, Stage, State};
pub use tables::{Cost, Tables};

use crate::core::{ActionSet, Broken, Content, Game, OptionSpec, Options, Problems, Rng, Scores, Seat, SeatSet, Sink, Turn};

/// The switches of section 16 that are decided by options.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
struct Switches {
    /// Guardians walk around Rubble (ruling G4).
    avoid_rubble: bool,
    /// Entrance and Side tiles flip together (ruling V5).
    flip_together: bool,
    /// All down ends the game whoever has escaped (ruling E2).
    all_down_ends: bool,
    /// The vault is closed before the last Key (ruling S3).
    vault_locked: bool,
    /// Only connected Dart traps are triggered (ruling H3).
    darts_connected: bool,
    /// A take asks for consent (ruling I2).
    take_asks: bool,
    /// The leader orders the Guardians (ruling G2).
    leader_orders: bool,
}

/// The rules of Sub Terra II.
#[derive(Debug)]
pub struct Subterra {
    seats: usize,
    leader: Seat,
    team: Team,
    padded: bool,
    round_cap: u16,
    switches: Switches,
    tables: Tables,
}

impl Subterra {
    /// The component tables in the form the rules read.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }
}

impl Game for Subterra {
    type State = State;
    type Action = Act;

    const NAME: &'static str = "subterra";
    const VERSION: u16 = 1;
    const RULES: &'static str = include_str!("RULES.md");
    const OPTIONS: &'static [OptionSpec] = setup::OPTIONS;
    const CONTENT: &'static [(&'static str, &'static str)] = &[
        ("tiles.toml", include_str!("content/tiles.toml")),
        ("explorers.toml", include_str!("content/explorers.toml")),
        ("hazards.toml", include_str!("content/hazards.toml")),
        ("setup.toml", include_str!("content/setup.toml")),
    ];
    // A tile or a die decides more here than most choices: with less luck the noise hides what an action is worth.
    const DEALS: u32 = 6;
    const LUCKS: u32 = 6;
    // About one round: four turns, their hazard rolls and the Guardians.
    const CUTOFF: u32 = 16;
    // A round of dice: believed too early, a lucky simulation draws all others after it.
    const EXPLORATION: f32 = 1.5;

    fn new(options: &Options, content: &Content) -> Result<Self, Problems> {
        let seats = options.int("players") as usize;
        let leader = Seat(options.int("leader") as u8);
        if leader.at() >= seats {
            return Err(Problems::one(format!("option leader={}: the seats are 0 to {}", leader.0, seats - 1)));
        }
        Ok(Self {
            seats,
            leader,
            team: Team::read(options, seats)?,
            padded: options.padded(),
            round_cap: options.int("safety_round_cap") as u16,
            switches: Switches {
                avoid_rubble: options.word("guardian_path") == "avoid_rubble",
                flip_together: options.word("flip_entrance_and_laterals") == "all_together",
                all_down_ends: options.flag("end_when_all_in_temple_down"),
                vault_locked: options.flag("vault_locked_until_keys"),
                darts_connected: options.flag("dart_trigger_needs_connection"),
                take_asks: options.flag("take_item_asks_owner"),
                leader_orders: options.flag("leader_orders_guardians"),
            },
            tables: Tables::read(content, options.word("difficulty"))?,
        })
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn decision_bound(&self) -> usize {
        self.episode_bound()
    }

    fn start(&self, rng: &mut Rng) -> State {
        self.set_up(rng)
    }

    fn turn(&self, state: &State) -> Turn {
        let owner = |i: u8| state.explorers[i as usize].seat;
        Turn::Seat(match state.decision {
            Decision::None => return Turn::Over,
            Decision::Draft => self.picker(state),
            Decision::Act
            | Decision::Crawl
            | Decision::Stride
            | Decision::Light
            | Decision::Scholar
            | Decision::Orient
            | Decision::ResearchCell
            | Decision::ResearchSide
            | Decision::Journal
            | Decision::RerollSix
            | Decision::RerollHazard
            | Decision::Order
            | Decision::Wake => owner(state.turn),
            Decision::Command | Decision::Consent => owner(state.mover),
            // R15
            Decision::Guardian
            | Decision::Victim
            | Decision::GuardianStep
            | Decision::GuardianDig
            | Decision::SiteCell
            | Decision::SiteSide => self.leader,
        })
    }

    fn legal(&self, state: &State, out: &mut ActionSet) {
        self.legal_actions(state, out);
    }

    fn apply(&self, state: &mut State, action: Act, rng: &mut Rng) {
        self.play(state, action, rng);
    }

    fn scores(&self, state: &State) -> Scores {
        self.shared(self.points(state).iter().map(|p| p.1).sum())
    }

    fn breakdown(&self, state: &State) -> Vec<(&'static str, Scores)> {
        self.points(state).iter().map(|&(name, points)| (name, self.shared(points))).collect()
    }

    fn score_scale(&self) -> f32 {
        1.0 / score::MOST
    }

    fn winners(&self, state: &State) -> SeatSet {
        if state.end.is_some() && state.is_won() { (1 << self.seats) - 1 } else { 0 }
    }

    fn outcome(&self, state: &State) -> Scores {
        self.shared(score::value(self.grade(state)))
    }

    fn cooperative(&self) -> bool {
        true
    }

    fn round(&self, state: &State) -> u32 {
        u32::from(state.rounds) + u32::from(state.end.is_none())
    }

    fn evaluate(&self, state: &State, _: Seat) -> f32 {
        self.evaluation(state)
    }

    fn narrow(&self, state: &State, legal: &mut ActionSet) {
        self.narrowed(state, legal);
    }

    fn observe<S: Sink>(&self, state: &State, viewer: Seat, out: &mut S) {
        self.write_observation(state, viewer, out);
    }

    fn redeal(&self, _: &mut State, _: Seat, _: &mut Rng) {
        // Everything is public: tiles are drawn when they are needed, so no hidden order is stored.
    }

    fn check(&self, state: &State) -> Result<(), Broken> {
        self.check_state(state)
    }

    fn decision(&self, state: &State) -> &'static str {
        state.decision.name()
    }

    fn name(&self, action: Act) -> String {
        self.action_name(action)
    }

    fn text(&self, state: &State, _: Option<Seat>) -> String {
        self.show(state)
    }
}
