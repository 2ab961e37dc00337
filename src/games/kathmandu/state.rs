//! A position.

use serde::{Deserialize, Serialize};

use super::rules::bits::Cells;
use super::rules::column::{Column, Supply};
use super::words::{Card, Rank, Site};
use crate::core::{Bag, List, Seat};

/// The most players.
pub const PLAYERS: usize = 4;
/// Cards each player owns at all times (R3.1).
pub const OWNED: usize = 6;
/// Black and the five colours of excavation tokens.
pub const COLOURS: usize = 6;
/// Unseen thefts that are kept apart (R15.6).
pub const THEFTS: usize = 8;

/// A position of Kathmandu.
///
/// Everything is public except the faces in `cards` (R15.2). `unseen_sites`, `deck` and `bag` are sets: an order that nobody
/// knows is not kept (R15.4). Unused seats hold nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The open choice.
    pub decision: Decision,
    /// The seat to act.
    pub active: Seat,
    /// The holder of the first-player marker (R2.5).
    pub first: Seat,
    /// The round, from 1.
    pub round: u16,
    /// Archaeologist tokens on the board, by seat.
    pub tokens: [Cells; PLAYERS],
    /// Excavation tokens on the board: black, then the colours.
    pub excavation: [Cells; COLOURS],
    /// The site list: each card with its dig.
    pub sites: Column<Dig>,
    /// The personality list.
    pub personalities: Column<Card>,
    /// Tokens off the board, by seat.
    pub supply: Supply,
    /// Lost tokens, by seat (R12.3).
    pub graveyard: Supply,
    /// The six cards of each player.
    pub cards: [[Held; OWNED]; PLAYERS],
    /// Thefts whose card some players do not know, oldest first.
    pub thefts: List<Theft, THEFTS>,
    /// Excavation tokens taken, by seat and colour (R8.4).
    pub taken: [[u8; COLOURS]; PLAYERS],
    /// Site cards taken, by seat, one bit each.
    pub taken_sites: [u16; PLAYERS],
    /// Site cards that are out of the game, one bit each: those taken with a curator, if these do not score (R9.3).
    pub aside: u16,
    /// Excavation tokens not drawn.
    pub bag: Bag<COLOURS>,
    /// Personality cards not drawn, by kind.
    pub deck: Bag<{ Card::COUNT }>,
    /// The discard pile, by kind (R3.2).
    pub discard: Bag<{ Card::COUNT }>,
    /// Sites whose card nobody has seen, one bit each: the deck, and what the short game removed.
    pub unseen_sites: u16,
    /// Number of site cards still to be turned up.
    pub site_deck: u8,
}

/// A site card in the list, and its dig on the board (R1.3).
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dig {
    /// The site with the active marker.
    pub site: Site,
    /// The site cards lying under it, one bit each (R12.6).
    pub under: u16,
    /// Its cells: the marker and all excavation tokens joined to it. Derived from the board; `check` compares.
    pub cells: Cells,
}

impl Dig {
    /// All site cards of the stack.
    #[inline]
    pub const fn stack(&self) -> u16 {
        self.under | 1 << self.site.0
    }
}

/// A card a player owns.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// The face. Known to the owner; a red face is hidden from the others unless deduced.
    pub card: Card,
    /// Its place, and what the others saw when it was laid there. Public for each back.
    pub place: Place,
    /// Thefts in which this card was stolen, one bit each (R15.6).
    pub stolen: u8,
    /// Thefts in which this card might have been stolen instead, one bit each (R15.6).
    pub suspect: u8,
}

/// The place of a card (R1.6), and what its use has revealed to the others (R15.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// In hand.
    #[default]
    Hand,
    /// Played: came there as a replacement, seen by all or, if stolen, by thief and victim.
    Came,
    /// Played: used, with nothing more known.
    Used,
    /// Played: used beside an eminence, so an archaeologist or a base personality (R9.2).
    BesideJoker,
    /// Played: one of two identical cards; the number tells the pairs of a round apart.
    Identical(u8),
    /// Played: one of two different personalities; likewise.
    Different(u8),
}

/// A theft of a red card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theft {
    /// The player who took the card.
    pub thief: Seat,
    /// The seat it is taken from.
    pub victim: Seat,
}

/// The open choice (R16). Cards already chosen have been moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Decision {
    /// D1: an action.
    Action,
    /// D2: one unit of the budget.
    Unit {
        /// Units left, this one included.
        left: u8,
        /// The kind of the units so far.
        spent: Spent,
    },
    /// D3: the card to discard for the personality at this place of the list.
    Discard {
        /// The place.
        rank: Rank,
    },
    /// D3: the next card to use.
    Use {
        /// Cards left, this one included.
        left: u8,
        /// No card before this one: cards are named in ascending order.
        least: Card,
    },
    /// D4: the card for the lowest of these colours.
    Pay {
        /// The dig.
        site: Site,
        /// Colours still to be paid, one bit each.
        colours: u8,
    },
    /// D7: the first excavation token.
    Exchange,
    /// D7: the second excavation token of the same dig.
    ExchangeSecond {
        /// The first cell.
        cell: u8,
    },
    /// D8: the first archaeologist token.
    Hunt,
    /// D8: the second archaeologist token of the same player.
    HuntSecond {
        /// The first cell.
        cell: u8,
    },
    /// D8: the player whose tokens replace them.
    HuntOwner {
        /// The first cell.
        cell: u8,
        /// The second cell.
        second: u8,
    },
    /// The game has ended (R13).
    Over,
}

impl Decision {
    /// The names of the choices in order.
    pub const NAMES: [&'static str; 11] =
        ["action", "unit", "discard", "use", "pay", "exchange", "exchange_second", "hunt", "hunt_second", "hunt_owner", "over"];

    /// The question to the player, in words.
    pub fn asks(self) -> String {
        match self {
            Self::Action => "choose an action".to_string(),
            Self::Unit { left: 1, .. } => "place or take back a token, the last one".to_string(),
            Self::Unit { left, .. } => format!("place or take back tokens, {left} left"),
            Self::Discard { .. } => "discard a card for the personality".to_string(),
            Self::Use { left: 1, .. } => "choose a card to use".to_string(),
            Self::Use { left, .. } => format!("choose {left} cards to use"),
            Self::Pay { .. } => "pay for the colours of the dig".to_string(),
            Self::Exchange | Self::Hunt => "choose the first token to exchange".to_string(),
            Self::ExchangeSecond { .. } | Self::HuntSecond { .. } => "choose the token to exchange it with".to_string(),
            Self::HuntOwner { .. } => "choose whose token it is".to_string(),
            Self::Over => "the game is over".to_string(),
        }
    }

    /// Its number among the names.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Self::Action => 0,
            Self::Unit { .. } => 1,
            Self::Discard { .. } => 2,
            Self::Use { .. } => 3,
            Self::Pay { .. } => 4,
            Self::Exchange => 5,
            Self::ExchangeSecond { .. } => 6,
            Self::Hunt => 7,
            Self::HuntSecond { .. } => 8,
            Self::HuntOwner { .. } => 9,
            Self::Over => 10,
        }
    }
}

/// The kind of the units spent from a budget so far (R6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spent {
    /// None yet: at least one must be spent.
    Nothing,
    /// The last one put a token down.
    Put,
    /// The last one took a token back.
    TookBack,
}

impl State {
    /// All archaeologist tokens on the board.
    #[inline]
    pub fn all_tokens(&self) -> Cells {
        self.tokens[0] | self.tokens[1] | self.tokens[2] | self.tokens[3]
    }

    /// All cells of all digs.
    #[inline]
    pub fn all_digs(&self) -> Cells {
        self.sites.cards().fold(Cells::EMPTY, |all, dig| all | dig.cells)
    }

    /// The owner of the archaeologist token on a cell.
    #[inline]
    pub fn owner(&self, cell: u8) -> Option<Seat> {
        (0..PLAYERS as u8).map(Seat).find(|seat| self.tokens[seat.at()].has(cell))
    }

    /// The colour of the excavation token on a cell.
    #[inline]
    pub fn colour(&self, cell: u8) -> Option<usize> {
        (0..COLOURS).find(|&colour| self.excavation[colour].has(cell))
    }

    /// The colours other than black of a dig, one bit each.
    #[inline]
    pub fn colours(&self, cells: Cells) -> u8 {
        (1..COLOURS).fold(0, |set, colour| set | u8::from(self.excavation[colour].meets(&cells)) << colour)
    }

    /// The cards in hand, by kind.
    #[inline]
    pub fn hand(&self, seat: Seat) -> [u8; Card::COUNT] {
        self.count(seat, |place| place == Place::Hand)
    }

    /// The played cards, by kind.
    #[inline]
    pub fn played(&self, seat: Seat) -> [u8; Card::COUNT] {
        self.count(seat, |place| place != Place::Hand)
    }

    #[inline]
    fn count(&self, seat: Seat, fits: impl Fn(Place) -> bool) -> [u8; Card::COUNT] {
        let mut out = [0; Card::COUNT];
        for held in &self.cards[seat.at()] {
            out[held.card.at()] += u8::from(fits(held.place));
        }
        out
    }

    /// Number of cards in hand.
    #[inline]
    pub fn hand_size(&self, seat: Seat) -> u8 {
        self.cards[seat.at()].iter().map(|held| u8::from(held.place == Place::Hand)).sum()
    }
}
