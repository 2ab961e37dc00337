//! What an observation leaves for the next one: stretches of it, each with the parts of the position that it follows from.

use super::super::Subterra;
use super::super::board::Cell;
use super::super::map::{Breach, Shown};
use super::super::state::{Artifact, Decision, State};
use super::super::words::{BAG_KINDS, BREACHES, GUARDIANS, JOURNAL_KINDS, KEYS, RUINS};
use super::ways::Ways;
use crate::core::{Bag, Kept, List};

/// What is kept between observations.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    pub(super) ways: Ways,
    pub(super) clock: Kept<Clock, 64>,
    pub(super) board: Kept<Board, 64>,
    pub(super) map: Kept<Shown, 1024>,
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

impl Subterra {
    /// The Ruins that can collapse, one bit each.
    pub(super) fn loose_ruins(s: &State) -> u128 {
        let loose = |&(_, &cell): &(usize, &Cell)| cell != Cell::NONE && !s.map.rubble.has(cell);
        s.map.ruins.iter().enumerate().filter(loose).map(|(i, _)| 1 << i).sum()
    }
}
