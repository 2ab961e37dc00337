//! What an observation leaves for the next one: stretches of it, each with the parts of the position that it follows from.

use super::super::Subterra;
use super::super::board::Cell;
use super::super::map::{Breach, Map};
use super::super::state::{Artifact, Decision, Explorer, Stage, State};
use super::super::words::{BAG_KINDS, BREACHES, GUARDIANS, JOURNAL_KINDS, KEYS, RUINS, TEAM};
use super::ways::Ways;
use crate::core::{Bag, Kept, List, Seat};

/// What is kept between observations.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    /// The map as it was last seen.
    map: Map,
    /// How often it has changed since: stands for the map in what follows.
    maps: u64,
    pub(super) ways: Ways,
    pub(super) clock: Kept<Clock, 64>,
    pub(super) explorers: Kept<Explorers, 128>,
    pub(super) board: Kept<Board, 64>,
    pub(super) glance: Kept<Glance, 512>,
    pub(super) near: Kept<Near, 256>,
    pub(super) shown: Kept<u64, 1024>,
}

impl Memo {
    /// The number of the map of a position.
    pub fn number(&mut self, map: &Map) -> u64 {
        if self.map != *map {
            self.map = *map;
            self.maps += 1;
        }
        self.maps
    }
}

/// Time, bag, keys and the Artifact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Clock {
    bag: Bag<BAG_KINDS>,
    journals: Bag<JOURNAL_KINDS>,
    keys: List<Cell, KEYS>,
    inserted: u8,
    needed: u8,
    artifact: Artifact,
    sanctuary: [Cell; 2],
    marker: u8,
    carry: u8,
    rounds: u16,
    switches: [bool; 4],
    used: [u8; 2],
}

impl Clock {
    pub fn of(s: &State, needed: u8) -> Self {
        Self {
            bag: s.bag,
            journals: s.journals,
            keys: s.keys,
            inserted: s.inserted,
            needed,
            artifact: s.artifact,
            sanctuary: [s.hall, s.vault],
            marker: s.marker,
            carry: s.carry,
            rounds: s.rounds,
            switches: [s.erupted, s.cursed, s.shield, s.tired],
            used: [s.consolidated, s.map.breaches.len() as u8],
        }
    }
}

/// The figures on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Figures {
    explorers: List<Explorer, TEAM>,
    guardians: List<Cell, GUARDIANS>,
}

impl Figures {
    pub fn of(s: &State) -> Self {
        Self { explorers: s.explorers, guardians: s.guardians }
    }
}

/// The explorers from the viewer's first one on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Explorers {
    viewer: Seat,
    figures: Figures,
    turn: u8,
    draft: bool,
    asked: Option<u8>,
    refused: u8,
}

impl Explorers {
    pub fn of(s: &State, viewer: Seat, figures: Figures) -> Self {
        let asked = matches!(s.decision, Decision::Command | Decision::Consent).then_some(s.mover);
        Self { viewer, figures, turn: s.turn, draft: s.stage == Stage::Draft, asked, refused: s.refused }
    }
}

/// Guardians, Ruins and Demolition markers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Board {
    guardians: List<Cell, GUARDIANS>,
    acted: u8,
    acts: Option<u8>,
    ruins: [Cell; RUINS],
    loose: u128,
    left: [u8; 2],
    breaches: List<Breach, BREACHES>,
}

impl Board {
    pub fn of(s: &State, loose: u128) -> Self {
        let asked = matches!(s.decision, Decision::Victim | Decision::GuardianStep | Decision::GuardianDig);
        Self {
            guardians: s.guardians,
            acted: s.acted,
            acts: asked.then_some(s.guardian),
            ruins: s.map.ruins,
            loose,
            left: [s.passes, s.steps],
            breaches: s.map.breaches,
        }
    }
}

/// What a person sees at a glance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Glance {
    map: u64,
    subject: Cell,
    viewer: Seat,
    figures: Figures,
    keys: List<Cell, KEYS>,
    sanctuary: [Cell; 2],
    artifact: Artifact,
    bag_is_empty: bool,
    stage: Stage,
    turn: u8,
    ap: u8,
    marker: u8,
    switches: [bool; 2],
    acted: u8,
    passes: u8,
}

impl Glance {
    pub fn of(s: &State, map: u64, subject: Cell, viewer: Seat, figures: Figures) -> Self {
        Self {
            map,
            subject,
            viewer,
            figures,
            keys: s.keys,
            sanctuary: [s.hall, s.vault],
            artifact: s.artifact,
            bag_is_empty: s.bag.is_empty(),
            stage: s.stage,
            turn: s.turn,
            ap: s.ap,
            marker: s.marker,
            switches: [s.erupted, s.cursed],
            acted: s.acted,
            passes: s.passes,
        }
    }
}

/// The cells around the subject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Near {
    map: u64,
    subject: Cell,
    figures: Figures,
    keys: List<Cell, KEYS>,
    artifact: Artifact,
}

impl Near {
    pub fn of(s: &State, map: u64, subject: Cell, figures: Figures) -> Self {
        Self { map, subject, figures, keys: s.keys, artifact: s.artifact }
    }
}

impl Subterra {
    /// The Ruins that can collapse, one bit each.
    pub(super) fn loose_ruins(s: &State) -> u128 {
        let loose = |&(_, &cell): &(usize, &Cell)| cell != Cell::NONE && !s.map.rubble.has(cell);
        s.map.ruins.iter().enumerate().filter(loose).map(|(i, _)| 1 << i).sum()
    }
}
