//! Everything that changes during an episode.

use serde::{Deserialize, Serialize};

use super::words::{Area, CARDS, Card, POSITIONS, SLOTS, Slot, Spot, TILES, TOKENS, Tile, Token};
use crate::core::{Bag, List, Seat};
use crate::named_enum;

/// The most seats.
pub const PLAYERS: usize = 4;
/// The rounds of a game (R3.1).
pub const ROUNDS: u8 = 6;
/// The most cards that can lie under the pile: a tile is replaced at most every other round (R9.2).
pub const UNDER: usize = TILES * POSITIONS * ((ROUNDS as usize - 1) / 2);

named_enum! {
    /// The open decision (R12).
    pub enum Decision "decision" {
        /// D1: a slot for a card of the setup.
        Setup = "place a first card",
        /// D2: a token.
        Token = "token",
        /// D2: its tile and zone.
        Place = "place a token",
        /// D3: the card to move, or decline.
        MoveCard = "move",
        /// The destination.
        MoveTo = "place the moved card",
        /// D3: a card to swap, or decline.
        SwapFirst = "swap",
        /// The other card.
        SwapSecond = "swap with",
        /// D4: pile or tile card, or decline.
        Draw = "draw",
        /// The destination.
        DrawTo = "place the drawn card",
        /// D5: a card as a share of a tie.
        Pick = "pick",
        /// D6: a slot for a card won.
        Win = "place a won card",
        /// D7: activate an open slot or stop.
        Activate = "activate",
        /// The game has ended.
        Over = "over",
    }
}

impl Decision {
    /// The question to the player, in words.
    pub const fn asks(self) -> &'static str {
        match self {
            Self::Setup => "place a first card on your board",
            Self::Token => "take up one of your tokens",
            Self::Place => "place the token on a tile",
            Self::MoveCard => "choose a card of your board to move",
            Self::MoveTo => "place the card that moves",
            Self::SwapFirst => "choose the first card to swap",
            Self::SwapSecond => "choose the card to swap it with",
            Self::Draw => "draw from the pile or take a card of the tile",
            Self::DrawTo => "place the card that you drew",
            Self::Pick => "choose your share of the tie",
            Self::Win => "place a card that you won",
            Self::Activate => "activate an open slot or stop",
            Self::Over => "the game is over",
        }
    }
}

/// A placed token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bid {
    /// The token. Hidden from the others until its spot is revealed (R11.2).
    pub token: Token,
    /// The spot it lies on. Public.
    pub spot: Spot,
}

/// A player's board. All of it is public (R5.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "PlainBoard")]
pub struct Board {
    /// The cards of each slot, by type.
    pub slots: [[u8; CARDS]; SLOTS],
    /// Characters in the sector `encounter`.
    pub encounter: u8,
    /// Amulets in their sector.
    pub amulets: u8,
    /// Exploration levels covered, one bit each (R6.9).
    pub levels: u8,
    /// Points of activations (R10.1).
    pub points: u16,
    /// The types held by each slot, a bit for each (slot, type) in the order of the `take` actions. Derived from `slots`.
    #[serde(skip_serializing)]
    pub(super) held: u128,
}

/// A board as it is serialised.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainBoard {
    slots: [[u8; CARDS]; SLOTS],
    encounter: u8,
    amulets: u8,
    levels: u8,
    points: u16,
}

impl From<PlainBoard> for Board {
    fn from(plain: PlainBoard) -> Self {
        let PlainBoard { slots, encounter, amulets, levels, points } = plain;
        let mut board = Self { slots, encounter, amulets, levels, points, held: 0 };
        board.held = board.held_anew();
        board
    }
}

/// The bits of one slot among `held`.
pub const SLOT_BITS: u128 = (1 << CARDS) - 1;

impl Board {
    /// `held`, recomputed.
    pub fn held_anew(&self) -> u128 {
        let mut held = 0;
        for (bit, &count) in self.slots.as_flattened().iter().enumerate() {
            held |= u128::from(count > 0) << bit;
        }
        held
    }

    /// Adds a card to a slot.
    #[inline]
    pub fn add(&mut self, slot: Slot, card: Card) {
        self.slots[slot as usize][card as usize] += 1;
        self.held |= 1 << (slot as usize * CARDS + card as usize);
    }

    /// Takes a card that lies in a slot.
    #[inline]
    pub fn remove(&mut self, slot: Slot, card: Card) {
        let count = &mut self.slots[slot as usize][card as usize];
        *count -= 1;
        let gone = u128::from(*count == 0);
        self.held &= !(gone << (slot as usize * CARDS + card as usize));
    }

    /// Empties a slot.
    #[inline]
    pub fn empty(&mut self, slot: Slot) -> [u8; CARDS] {
        self.held &= !(SLOT_BITS << (slot as usize * CARDS));
        std::mem::take(&mut self.slots[slot as usize])
    }

    /// The types of cards in a slot, one bit each.
    #[inline]
    pub fn types(&self, slot: usize) -> u64 {
        (self.held >> (slot * CARDS) & SLOT_BITS) as u64
    }

    /// Number of cards of a type in a slot.
    #[inline]
    pub fn count(&self, slot: Slot, card: Card) -> u8 {
        self.slots[slot as usize][card as usize]
    }

    /// Number of places in a slot.
    #[inline]
    pub fn places(&self, slot: Slot) -> u8 {
        let cards = &self.slots[slot as usize];
        Card::PLACES.iter().map(|&place| cards[place as usize]).sum()
    }
}

/// A position of Agartha. Only the tokens in `bids` and `chosen` are hidden, each from the seats that do not own it; nobody
/// may know the order of the pile, so it is not stored (R11.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The boards by seat; unused seats have an empty one.
    pub boards: [Board; PLAYERS],
    /// The face-up cards by tile and position; tiles that are not in play are empty.
    pub tiles: [[Option<Card>; POSITIONS]; TILES],
    /// The tokens placed this round in order (R4.3): the holder's, the next seat's, and so on for three laps.
    pub bids: List<Bid, { PLAYERS * TOKENS }>,
    /// Number of spots revealed this round; the last one is being resolved. 0 before the resolution.
    pub revealed: u8,
    /// The round, from 1.
    pub round: u8,
    /// The holder of the testament (R1.5).
    pub holder: Seat,
    /// The seat to act, or the one that acted last.
    pub actor: Seat,
    /// The open question.
    pub decision: Decision,
    /// The token taken up, until its place has been chosen. Hidden from the others.
    pub chosen: Option<Token>,
    /// The own card named, until the rest of a move or swap has been chosen. It still lies in its slot.
    pub taken: Option<(Slot, Card)>,
    /// The card drawn, until its slot has been chosen.
    pub drawn: Option<Card>,
    /// Cards in transit: won or dealt, and not yet placed. The card at `i` goes to taker `i % takers`.
    pub won: [Option<Card>; POSITIONS],
    /// The seats that take cards of this tile, in bid order; during setup the seat that places.
    pub takers: List<Seat, 3>,
    /// The index of the taker who is placing.
    pub taker: u8,
    /// The zone that the one-zone rule binds the taker to (R5.4), after the first card.
    pub area: Option<Area>,
    /// The open set of the actor (R6.7), one bit per site.
    pub open: u8,
    /// Whether the open draw may not be declined (R6.9).
    pub compulsory: bool,
    /// The pile by type, without the cards under it.
    pub pile: Bag<CARDS>,
    /// The cards put under the pile (R9.3), in the order they will be drawn. Everyone has seen them.
    pub under: List<Card, UNDER>,
    /// The discards by type. Public.
    pub discards: Bag<CARDS>,
}

impl State {
    /// The board of the seat to act.
    #[inline]
    pub(super) fn board(&self) -> &Board {
        &self.boards[self.actor.at() & (PLAYERS - 1)]
    }

    /// The board of the seat to act.
    #[inline]
    pub(super) fn board_mut(&mut self) -> &mut Board {
        &mut self.boards[self.actor.at() & (PLAYERS - 1)]
    }

    /// The cards of a tile that lie there, one bit per position.
    #[inline]
    pub fn lying(&self, tile: Tile) -> u64 {
        let [a, b, c] = self.tiles[tile.at()];
        u64::from(a.is_some()) | u64::from(b.is_some()) << 1 | u64::from(c.is_some()) << 2
    }

    /// The spot being resolved.
    #[inline]
    pub fn spot(&self) -> Spot {
        Spot(self.revealed.saturating_sub(1))
    }
}
