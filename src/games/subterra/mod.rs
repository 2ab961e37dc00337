//! Sub Terra II: Inferno's Edge: a co-operative expedition into a temple inside a volcano.
//!
//! `RULES.md` holds the numbered rules; the modules follow its chapters.

mod actions;
mod advice;
mod apply;
mod check;
mod content;
mod describe;
mod legal;
mod observe;
mod rules;
mod score;
mod setup;
mod state;
mod tables;
pub mod words;

pub use actions::{Act, Target};
pub use rules::board;
pub use rules::map::{Breach, Map};
pub use setup::Team;
pub use state::{Artifact, Decision, Explorer, Roll, Stage, State};
pub use tables::{Cost, Tables};

use describe::events;
use rules::{distances, links, map, play};

use crate::core::{Content, OptionSpec, Options, Problems, Rules, Seat, Turn};

/// The rulings of section 16 that options can turn the other way.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
struct Switches {
    /// Guardians walk around Rubble (ruling G4).
    avoid_rubble: bool,
    /// Entrance and Side tiles flip together (ruling V5).
    flip_together: bool,
    /// The game ends when all in the temple are down, whoever has escaped (ruling E2).
    all_down_ends: bool,
    /// The vault is closed before the last Key (ruling S3).
    vault_locked: bool,
    /// Only connected Dart traps are triggered (ruling H3).
    darts_connected: bool,
    /// Taking an object needs the owner's consent (ruling I2).
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
    glance: bool,
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

impl Rules for Subterra {
    type State = State;
    type Action = Act;
    const NAME: &'static str = "subterra";
    const VERSION: u16 = 2;
    const RULES: &'static str = include_str!("RULES.md");
    const OPTIONS: &'static [OptionSpec] = setup::OPTIONS;
    const CONTENT: &'static [(&'static str, &'static str)] = &[
        ("tiles.toml", include_str!("content/tiles.toml")),
        ("explorers.toml", include_str!("content/explorers.toml")),
        ("hazards.toml", include_str!("content/hazards.toml")),
        ("setup.toml", include_str!("content/setup.toml")),
    ];

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
            glance: options.glance(),
            round_cap: options.int("safety_round_cap") as u16,
            switches: Switches {
                avoid_rubble: options.choice("guardian_path") == "avoid_rubble",
                flip_together: options.choice("flip_entrance_and_laterals") == "all_together",
                all_down_ends: options.switch("end_when_all_in_temple_down"),
                vault_locked: options.switch("vault_locked_until_keys"),
                darts_connected: options.switch("dart_trigger_needs_connection"),
                take_asks: options.switch("take_item_asks_owner"),
                leader_orders: options.switch("leader_orders_guardians"),
            },
            tables: Tables::read(content, options.choice("difficulty"))?,
        })
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn decision_bound(&self) -> usize {
        self.episode_bound()
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
}
