//! The component tables as the rules read them.

use serde::Deserialize;

use super::board::{Cell, Cells};
use super::words::{BAG_KINDS, JOURNAL_KINDS, Kind, Sheet};
use crate::core::Bag;
use crate::named_enum;

named_enum! {
    /// An action or ability with a cost in action points.
    pub enum Cost "cost" {
        /// R23.
        Reveal = "reveal",
        /// R24.
        Move = "move",
        /// R25.
        Explore = "explore",
        /// R26.
        Heal = "heal",
        /// R27.
        Handle = "handle_item",
        /// R28.
        Attack = "attack",
        /// R29.
        Run = "run",
        /// R29.
        Dig = "dig",
        /// R78.
        Illuminate = "illuminate",
        /// R79.
        Sprint = "sprint",
        /// R80.
        Command = "command",
        /// R80.
        Research = "research",
        /// R81.
        Excavate = "excavate",
        /// R81.
        Consolidate = "consolidate",
        /// R84.
        Scope = "scope",
        /// R83.
        Shot = "precision_shot",
        /// R82.
        Grenade = "grenade",
        /// R82.
        Demolish = "demolish",
        /// R85.
        Annihilate = "annihilate",
        /// R86.
        Brace = "brace",
        /// R87.
        Cure = "cure",
        /// R89.
        Revive = "revive",
        /// R89.
        Purify = "purify",
    }
}

/// Loss of hit points (section 8), and the price of a push or reroll.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[allow(missing_docs, reason = "the names are those of the table")]
pub struct Damage {
    pub push_cost: u8,
    pub stumble: u8,
    pub lava_face_on_lava_tile: u8,
    pub spike_trap: u8,
    pub dart_trap: u8,
    pub collapse: u8,
    pub guardian_attack: u8,
    pub flee_per_guardian: u8,
    pub grenade: u8,
    pub reroll_cost_archaeologist: u8,
}

/// One distinct tile.
#[derive(Clone, Copy, Debug)]
pub struct TileInfo {
    /// The type.
    pub kind: Kind,
    /// The number of Ruins, else 0.
    pub number: u8,
    /// The open sides at rotation 0.
    pub open: u8,
}

/// Everything the rules read from the content.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The distinct tiles.
    pub tiles: [TileInfo; BAG_KINDS + JOURNAL_KINDS],
    /// Their names, also for numbers without a tile.
    pub tile_names: Vec<String>,
    /// The bag at setup (R11).
    pub bag: Bag<BAG_KINDS>,
    /// The Journals at setup.
    pub journals: Bag<JOURNAL_KINDS>,
    /// Keys to insert (R48).
    pub keys: u8,
    /// The cells in play at setup: type, open sides.
    pub cells: Vec<(Cell, Kind, u8)>,
    /// The pieces of several cells in play at setup, the Entrance first.
    pub pieces: Vec<Cells>,
    /// The exit.
    pub exit: Cell,
    /// The explorers' starting cell (R13).
    pub crossing: Cell,
    /// Maximum hit points.
    pub hp: [u8; Sheet::COUNT],
    /// Action points of each action and ability.
    pub cost: [u8; Cost::COUNT],
    /// Action points per turn (R18).
    pub action_points: u8,
    /// Action points gained by a push (R22).
    pub push_points: u8,
    /// Steps of a Run (R29).
    pub run_moves: u8,
    /// The action points that a number of steps costs: with Moves and Runs, and for the Scoundrel with Sprints.
    pub walk: [[u8; 64]; 2],
    /// HP of a Heal.
    pub heal: u8,
    /// Consolidations of a game (R81).
    pub consolidations: u8,
    /// Demolitions of a game (R82).
    pub demolitions: u8,
    /// The range of the Scope.
    pub scope_range: u8,
    /// The range of the Precision shot.
    pub shot_range: u8,
    /// The range of Cure.
    pub cure_range: u8,
    /// HP of Cure.
    pub cure: u8,
    /// HP of Survivor.
    pub survivor: u8,
    /// HP of Revive for a down explorer.
    pub revive_down: u8,
    /// HP of Revive for an active one.
    pub revive_active: u8,
    /// Hit points lost.
    pub damage: Damage,
    /// The least d6 that hits (R28).
    pub attack_min: u8,
    /// The least d6 that is safe (R33).
    pub spike_safe_min: u8,
    /// Guardian figures.
    pub guardians: u8,
    /// Passes at the end of a round and for an Activate face.
    pub passes: [u8; 2],
    /// Marker steps at the end of a round, before and under the curse.
    pub steps: [u8; 2],
    /// Hazard dice, before and under the curse.
    pub dice: [u8; 2],
    /// The marker at setup for 3 to 6 explorers.
    pub marker: [u8; 4],
}
