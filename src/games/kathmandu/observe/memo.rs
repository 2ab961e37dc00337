//! What an observation leaves for the next one: the glance at the digs, and stretches of the observation, each with the parts
//! of the position that it follows from.

use super::super::rules::bits::Cells;
use super::super::state::{COLOURS, Held, OWNED, PLAYERS, State, THEFTS, Theft};
use super::glance::Glance;
use crate::core::{Kept, List, Seat};

/// What is kept between observations.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    pub(super) glance: Glance,
    pub(super) excavation: Kept<[Cells; COLOURS], 256>,
    pub(super) possessions: Kept<Possessions, 128>,
}

/// What the players have taken and hold, counted from the viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Possessions {
    viewer: Seat,
    taken: [[u8; COLOURS]; PLAYERS],
    taken_sites: [u16; PLAYERS],
    cards: [[Held; OWNED]; PLAYERS],
    thefts: List<Theft, THEFTS>,
}

impl Possessions {
    pub fn of(s: &State, viewer: Seat) -> Self {
        Self { viewer, taken: s.taken, taken_sites: s.taken_sites, cards: s.cards, thefts: s.thefts }
    }
}
