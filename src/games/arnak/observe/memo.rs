//! What an observation leaves for the next one: stretches of it, each with the parts of the position that it follows from.

use super::super::player::Player;
use super::super::rules::effects::ast::Good;
use super::super::state::{RESEARCH_SPACES, SPACE_TILES, State};
use super::super::words::{Cards, PLACES, SEATS, Site, TILES1};
use crate::core::{Kept, List, Seat};

/// What is kept between observations.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    pub(super) standings: [Option<(Held, Standing)>; SEATS],
    pub(super) cards: [Kept<CardsOf, 128>; SEATS],
    pub(super) pieces: [Kept<Pieces, 128>; SEATS],
    pub(super) market: Kept<Market, 128>,
    pub(super) board: Kept<Board, 256>,
    pub(super) research: Kept<Research, 128>,
}

/// What a player has and could reach.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing {
    pub points: i32,
    /// How near the cheapest next step of each token is.
    pub next_step: [u8; 2],
}

/// What the standing of a player follows from: the pieces that score or pay, and the cards and Fear just seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Held {
    cards: CardsOf,
    pieces: Pieces,
    goods: [u8; Good::COUNT],
}

impl Held {
    pub fn of(cards: CardsOf, pieces: Pieces, p: &Player) -> Self {
        Self { cards, pieces, goods: p.goods }
    }
}

/// The cards of a player as all see them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CardsOf {
    pub hidden: u128,
    pub play: Cards,
    pub fear: u8,
    pub play_fear: u8,
    pub fear_tiles: u8,
    pub hand_size: u8,
    pub deck_size: u8,
}

/// The other pieces of a player, goods left out: they change too often.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pieces {
    present: bool,
    crates: u8,
    slots: u8,
    assistants: [u8; 2],
    gold: u8,
    ready: u8,
    guardians: u16,
    used_boons: u16,
    figures: u32,
    magnifier: u8,
    notebook: u8,
    arrival: u8,
    temple: [u8; 6],
}

impl Pieces {
    pub fn of(p: &Player, present: bool) -> Self {
        Self {
            present,
            crates: p.crates,
            slots: p.slots,
            assistants: p.assistants,
            gold: p.gold,
            ready: p.ready,
            guardians: p.guardians,
            used_boons: p.used_boons,
            figures: p.figures,
            magnifier: p.magnifier,
            notebook: p.notebook,
            arrival: p.arrival,
            temple: p.temple,
        }
    }
}

/// The row, revealed tops, exile piles and decks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Market {
    rows: [[u8; 5]; 2],
    tops: [u8; 2],
    exile: Cards,
    left: Cards,
    fear_supply: u8,
}

impl Market {
    pub fn of(s: &State) -> Self {
        Self {
            rows: [s.artifact_row, s.item_row],
            tops: [s.item_top, s.artifact_top],
            exile: s.exile,
            left: s.market,
            fear_supply: s.fear_supply,
        }
    }
}

/// The sites.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Board {
    blocked: u32,
    tiles: [u8; PLACES],
    idols: [u8; PLACES],
    guardian_at: [u8; Site::COUNT],
    bottoms: [List<u8, TILES1>; 2],
}

impl Board {
    pub fn of(s: &State) -> Self {
        Self {
            blocked: s.blocked,
            tiles: s.tiles,
            idols: s.idols,
            guardian_at: s.guardian_at,
            bottoms: [s.stack1.bottom, s.stack2.bottom],
        }
    }
}

/// The research track, the Lost Temple and the assistants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Research {
    bonus: [[u8; SPACE_TILES]; RESEARCH_SPACES],
    temple_tiles: u8,
    /// What the viewer has looked at: the Lost Temple stack and the rescue stack.
    looked: [bool; 2],
    temple_kinds: [u8; 6],
    temple_left: [u8; 6],
    arrivals: u8,
    supply: [u8; 3],
    supply_below: [u8; 3],
    rescue: List<u8, 4>,
    rescue_below: u8,
}

impl Research {
    pub fn of(s: &State, viewer: Seat) -> Self {
        Self {
            bonus: s.bonus,
            temple_tiles: s.temple_tiles,
            looked: [s.temple_seen, s.rescue_seen].map(|seen| seen >> viewer.0 & 1 == 1),
            temple_kinds: s.temple_kinds,
            temple_left: s.temple_left,
            arrivals: s.arrivals,
            supply: s.supply,
            supply_below: s.supply_below,
            rescue: s.rescue,
            rescue_below: s.rescue_below,
        }
    }
}
