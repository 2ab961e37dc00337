//! What an observation leaves for the next one: the look at boards and tiles, and stretches of the observation, each with the
//! parts of the position that it follows from.

use super::super::state::{PLAYERS, UNDER};
use super::super::words::{CARDS, Card, POSITIONS, TILES};
use super::glance::Looks;
use crate::core::{Bag, Kept, List, Seat};

/// What is kept between observations.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    pub(super) looks: Looks,
    pub(super) kept: Stretches,
}

/// Stretches of an observation with what they follow from.
#[derive(Clone, Debug, Default)]
pub(super) struct Stretches {
    pub piles: Kept<Piles, 128>,
    /// By seat: the cards of the board and what they promise, by the number of the board.
    pub slots: [Kept<u32, 128>; PLAYERS],
    pub promises: [Kept<u32, 64>; PLAYERS],
    pub tiles: [Kept<TileSeen, 64>; TILES],
}

/// The cards that lie in no tile and on no board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piles {
    pub pile: Bag<CARDS>,
    pub under: List<Card, UNDER>,
    pub discards: Bag<CARDS>,
}

/// A tile as a seat sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TileSeen {
    pub cards: [Option<Card>; POSITIONS],
    /// Whose token lies in the action zone, counted from the viewer, and its value as far as it is known.
    pub owner: Option<usize>,
    pub action: Option<usize>,
    /// Tokens in the auction, what is known of them, and what they may come to.
    pub count: [u8; PLAYERS],
    pub value: [u8; PLAYERS],
    pub least: [u8; PLAYERS],
    pub most: [u8; PLAYERS],
    pub holder: usize,
    pub viewer: Seat,
    /// The numbers of the boards.
    pub boards: [u32; PLAYERS],
}
