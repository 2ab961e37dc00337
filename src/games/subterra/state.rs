//! Everything that changes during an episode. All of it is public: the order in which tiles will be drawn is not stored, because they
//! are drawn when they are needed.

use serde::{Deserialize, Serialize};

use super::board::{Cell, Side};
use super::map::Map;
use super::words::{BAG_KINDS, End, Face, GUARDIANS, JOURNAL_KINDS, KEYS, Object, Sheet, Status, TEAM, TileKind};
use crate::core::{Bag, List, Seat};
use crate::named_enum;

/// One explorer of the team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explorer {
    /// The sheet, which says which explorer it is.
    pub sheet: Sheet,
    /// The owner.
    pub seat: Seat,
    /// Hit points; 0 is down (R50).
    pub hp: u8,
    /// In the temple, escaped or dead (R7).
    pub status: Status,
    /// Its cell; none outside the temple.
    pub cell: Cell,
    /// The object it holds (R10). An explorer who escapes with the Artifact keeps it.
    pub hand: Option<Object>,
}

impl Default for Explorer {
    fn default() -> Self {
        Self { sheet: Sheet::Archaeologist, seat: Seat(0), hp: 0, status: Status::Inside, cell: Cell::NONE, hand: None }
    }
}

impl Explorer {
    /// Whether it is in the temple, active or down.
    #[inline(always)]
    pub fn is_inside(&self) -> bool {
        self.status == Status::Inside
    }

    /// Whether it is in the temple with hit points left.
    #[inline(always)]
    pub fn is_active(&self) -> bool {
        self.status == Status::Inside && self.hp > 0
    }

    /// Whether it is in the temple on that cell.
    #[inline(always)]
    pub fn is_on(&self, cell: Cell) -> bool {
        self.cell == cell
    }
}

/// The place of the Artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Artifact {
    /// Not yet available: Keys are missing (R48).
    Locked,
    /// Lying on a cell.
    On(Cell),
    /// Held by an explorer in the temple.
    Carried,
    /// Out of the temple (R92).
    Outside,
    /// Removed by a flip (R45).
    Destroyed,
}

named_enum! {
    /// The part of a round (R17).
    pub enum Stage "stage" {
        /// Sheets are picked (D1).
        Draft = "draft",
        /// The action part of a turn.
        Actions = "actions",
        /// The hazard roll of a turn.
        Hazard = "hazard",
        /// The end of the round.
        RoundEnd = "round_end",
    }
}

named_enum! {
    /// The open choice (section 14). Those with two parts are asked in two steps: a cell, then a side of it.
    pub enum Decision "decision" {
        /// Nothing is asked: the episode is over.
        None = "none",
        /// D1.
        Draft = "draft",
        /// D2.
        Act = "act",
        /// D3.
        Crawl = "crawl",
        /// D4.
        Stride = "stride",
        /// D5.
        Light = "light",
        /// D6.
        Scholar = "scholar",
        /// D7, and the last part of D8.
        Orient = "orient",
        /// D8: the cell whose exit is used.
        ResearchCell = "research_cell",
        /// D8: the exit of that cell.
        ResearchSide = "research_side",
        /// D8: the Journal.
        Journal = "journal",
        /// D9.
        Command = "command",
        /// D10.
        Consent = "consent",
        /// D11 for the d6.
        RerollSix = "reroll_d6",
        /// D11 for hazard dice.
        RerollHazard = "reroll_hazard",
        /// D12.
        Order = "order",
        /// D13.
        Wake = "wake",
        /// D14.
        Guardian = "guardian",
        /// D15.
        Victim = "victim",
        /// D16.
        GuardianStep = "guardian_step",
        /// D17.
        GuardianDig = "guardian_dig",
        /// D18: the cell the Sanctuary is attached to.
        SiteCell = "site_cell",
        /// D18: the side of that cell.
        SiteSide = "site_side",
    }
}

named_enum! {
    /// The purpose of a d6 roll.
    pub enum Roll "roll" {
        /// An attack (R28).
        Attack = "attack",
        /// Entering a Spike trap (R33).
        Spikes = "spikes",
        /// The Ruins that collapse (R58).
        Collapse = "collapse",
    }
}

/// A position of Sub Terra II. Two are equal when everything that follows would be the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a marker or a mark of its own")]
pub struct State {
    /// The cells in play.
    pub map: Map,
    /// The team in turn order; during the draft in the order of picks.
    pub explorers: List<Explorer, TEAM>,
    /// The Guardians in play, in order of arrival.
    pub guardians: List<Cell, GUARDIANS>,
    /// The tiles in the bag, by kind.
    pub bag: Bag<BAG_KINDS>,
    /// Tiles that left the game (R40), by kind.
    pub discarded: Bag<BAG_KINDS>,
    /// The Journals not yet placed, by kind.
    pub journals: Bag<JOURNAL_KINDS>,
    /// Keys lying on cells, sorted.
    pub keys: List<Cell, KEYS>,
    /// Keys inserted into the Sanctuary (R48).
    pub inserted: u8,
    /// The Artifact.
    pub artifact: Artifact,
    /// The Sanctuary's first cell; none before it is placed.
    pub hall: Cell,
    /// The Sanctuary's cell that holds the Artifact; the hall itself in the last fallback of ruling S2.
    pub vault: Cell,
    /// The eruption marker (R68).
    pub marker: u8,
    /// Whether the volcano has erupted (R69).
    pub erupted: bool,
    /// Whether the Artifact has been picked up (R67).
    pub cursed: bool,
    /// The Artifact's distance to the exit when it was first picked up; 0 before. For the shaped score.
    pub carry: u8,
    /// Complete rounds.
    pub rounds: u16,
    /// The explorer to act, as an index into `explorers`.
    pub turn: u8,
    /// Action points left.
    pub ap: u8,
    /// Whether the explorer pushed in this turn (R22).
    pub pushed: bool,
    /// Explorers who refused a take in this turn, one bit each (ruling I3).
    pub refused: u8,
    /// Whether the down explorer may still crawl in this turn (R35).
    pub crawl: bool,
    /// Steps left of a Run or Sprint.
    pub strides: u8,
    /// Reveals left of an Illuminate.
    pub lights: u8,
    /// Whether the Shield lies on the Veteran's sheet (R86).
    pub shield: bool,
    /// Whether the Veteran cannot brace in her present or next turn (R86).
    pub tired: bool,
    /// Consolidations used (R81).
    pub consolidated: u8,
    /// The part of the round.
    pub stage: Stage,
    /// The open choice.
    pub decision: Decision,
    /// Hazard dice not yet resolved.
    pub dice: List<Face, 2>,
    /// Whether the Archaeologist kept the hazard dice as they were (D11).
    pub kept: bool,
    /// The d6 that may still be rerolled, and its purpose.
    pub six: Option<(Roll, u8)>,
    /// The cell a tile is placed from: the exit of a Reveal, Research or the Sanctuary.
    pub from: Cell,
    /// The side of that cell.
    pub side: Option<Side>,
    /// The tile in hand, drawn or chosen.
    pub drawn: Option<TileKind>,
    /// The second tile of the Scholar.
    pub other: Option<TileKind>,
    /// Whether the tile in hand is to be entered: an Explore (R25).
    pub enter: bool,
    /// The new tile that an Explore still has to enter; none otherwise.
    pub entry: Cell,
    /// The explorer that moves, is commanded or is asked for consent.
    pub mover: u8,
    /// Activation passes left (R19, R61).
    pub passes: u8,
    /// Guardians that have acted in this pass, one bit each.
    pub acted: u8,
    /// The Guardian that acts.
    pub guardian: u8,
    /// Marker steps left of this end of round (R19).
    pub steps: u8,
    /// The reason the episode ended; none while it is running.
    pub end: Option<End>,
}

impl State {
    /// The explorer whose turn it is.
    #[inline(always)]
    pub fn acting(&self) -> &Explorer {
        &self.explorers[self.turn as usize]
    }

    /// The number of the explorer with a sheet.
    pub fn find(&self, sheet: Sheet) -> Option<usize> {
        self.explorers.iter().position(|e| e.sheet == sheet)
    }

    /// Number of Guardians on a cell.
    #[inline]
    pub fn guardians_on(&self, cell: Cell) -> u8 {
        self.guardians.iter().filter(|&&g| g == cell).count() as u8
    }

    /// Whether an explorer in the temple with that sheet stands on the cell. Passive abilities work while down (R53).
    pub fn stands_on(&self, sheet: Sheet, cell: Cell) -> bool {
        self.explorers.iter().any(|e| e.sheet == sheet && e.is_inside() && e.cell == cell)
    }

    /// Whether the Sanctuary is in play.
    #[inline]
    pub fn has_sanctuary(&self) -> bool {
        self.hall != Cell::NONE
    }

    /// Whether a cell belongs to the Sanctuary.
    #[inline]
    pub fn is_sanctuary(&self, cell: Cell) -> bool {
        self.has_sanctuary() && (cell == self.hall || cell == self.vault)
    }

    /// Whether some explorer has the Artifact outside (R92).
    #[inline]
    pub fn is_won(&self) -> bool {
        self.artifact == Artifact::Outside
    }
}
