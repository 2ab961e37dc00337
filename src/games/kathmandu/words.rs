//! The words of the game: cards, cells, places in the lists, sites, players, and the cards that place tokens.

use super::state::COLOURS;
use crate::core::Seat;
use crate::index_type;

index_type! {
    /// A card by kind: archaeologist, the five base personalities by colour, the five special ones.
    pub struct Card(11) "card";
}

/// The generic archaeologist card (R3.4).
pub const ARCHAEOLOGIST: Card = Card(0);
/// The joker (R9.2).
pub const EMINENCE: Card = Card(6);
/// Removes black digs (R9.3).
pub const CURATOR: Card = Card(7);
/// Steals a card (R9.4).
pub const ROGUE: Card = Card(8);
/// Exchanges excavation tokens (R9.5).
pub const CONTROLLER: Card = Card(9);
/// Exchanges archaeologist tokens (R9.6).
pub const BOUNTY_HUNTER: Card = Card(10);

/// The ids of the special personalities in the order of their numbers.
const SPECIALS: [&str; 5] = ["eminence", "curator", "rogue", "controller", "bounty_hunter"];

impl Card {
    /// Whether the back is red (R15.2).
    #[inline]
    pub const fn is_personality(self) -> bool {
        self.0 > 0
    }

    /// Whether it is one of the five base personalities.
    #[inline]
    pub const fn is_base(self) -> bool {
        matches!(self.0, 1..=5)
    }

    /// The colours that it pays for, one bit each (R8.2, R9.2).
    #[inline]
    pub const fn pays(self) -> u8 {
        const ALL: u8 = (1 << COLOURS) - 2;
        if self.0 == EMINENCE.0 {
            ALL
        } else if self.is_base() {
            1 << self.0
        } else {
            0
        }
    }

    /// The base personality of a colour other than black.
    #[inline]
    pub const fn of_colour(colour: usize) -> Self {
        Self(colour as u8)
    }
}

index_type! {
    /// A land cell, by ascending r, then ascending q.
    pub struct Cell(256) "cell";
}
index_type! {
    /// A place in a list: 0 is the top.
    pub struct Rank(6) "rank";
}
index_type! {
    /// A site of the board, in the order of the content.
    pub struct Site(16) "site";
}
index_type! {
    /// A player, by seat.
    pub struct Player(4) "player";
}
index_type! {
    /// The card or cards used to place tokens (R6.1, R9.2).
    pub struct Cards(64) "cards";
}

impl From<Player> for Seat {
    fn from(player: Player) -> Self {
        Self(player.0)
    }
}

/// The names of the cards by number; content must keep them.
pub const CARDS: [&str; Card::COUNT] = [
    "archaeologist",
    "chronicler",
    "anthropologist",
    "palaeontologist",
    "historian",
    "naturalist",
    SPECIALS[0],
    SPECIALS[1],
    SPECIALS[2],
    SPECIALS[3],
    SPECIALS[4],
];

/// The names of the excavation tokens by number; content must keep them.
pub const COLOUR_NAMES: [&str; COLOURS] = ["black", "blue", "brown", "red", "yellow", "green"];

/// The kind of a choice of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// Two different personalities: 1.
    Different(Card, Card),
    /// Two identical cards: 3.
    Identical(Card),
    /// An eminence triggered together with this archaeologist or base card: 3 (R9.2).
    Joker(Card),
    /// One archaeologist card: 1.
    Archaeologist,
    /// An eminence triggered as an archaeologist: 1 (R9.2).
    Eminence,
}

/// Pairs of ten personalities.
const PAIRS: usize = 45;
pub(super) const IDENTICAL_AT: usize = PAIRS;
pub(super) const JOKER_AT: usize = IDENTICAL_AT + Card::COUNT;
const ARCHAEOLOGIST_AT: usize = JOKER_AT + 6;
const EMINENCE_AT: usize = ARCHAEOLOGIST_AT + 1;
const _: () = assert!(EMINENCE_AT + 1 == Cards::COUNT);

/// The two personalities of each pair, lower first.
const PAIR: [(u8, u8); PAIRS] = {
    let mut pairs = [(0, 0); PAIRS];
    let (mut i, mut low) = (0, 1);
    while low < 11 {
        let mut high = low + 1;
        while high < 11 {
            pairs[i] = (low, high);
            i += 1;
            high += 1;
        }
        low += 1;
    }
    pairs
};

/// For each set of personalities in hand (bit 0 = card 1), the pairs that can be made.
static PAIRS_OF: [u64; 1 << 10] = {
    let mut table = [0; 1 << 10];
    let mut set = 0;
    while set < table.len() {
        let mut i = 0;
        while i < PAIRS {
            let (low, high) = PAIR[i];
            if set >> (low - 1) & 1 == 1 && set >> (high - 1) & 1 == 1 {
                table[set] |= 1 << i;
            }
            i += 1;
        }
        set += 1;
    }
    table
};

impl Cards {
    /// The kind of this choice.
    pub fn combination(self) -> Combination {
        match self.at() {
            i if i < IDENTICAL_AT => Combination::Different(Card(PAIR[i].0), Card(PAIR[i].1)),
            i if i < JOKER_AT => Combination::Identical(Card((i - IDENTICAL_AT) as u8)),
            i if i < ARCHAEOLOGIST_AT => Combination::Joker(Card((i - JOKER_AT) as u8)),
            ARCHAEOLOGIST_AT => Combination::Archaeologist,
            _ => Combination::Eminence,
        }
    }

    /// Every choice a hand allows, one bit each; `joker` is the switch of R9.2.
    #[inline]
    pub fn of_hand(hand: &[u8; Card::COUNT], joker: bool) -> u64 {
        let (mut one, mut two) = (0u64, 0u64);
        for (card, &count) in hand.iter().enumerate() {
            one |= u64::from(count > 0) << card;
            two |= u64::from(count > 1) << card;
        }
        let mut set = PAIRS_OF[(one >> 1) as usize] | two << IDENTICAL_AT | (one & 1) << ARCHAEOLOGIST_AT;
        if one >> EMINENCE.0 & 1 == 1 {
            set |= 1 << EMINENCE_AT;
            if joker {
                set |= (one & 0b11_1111) << JOKER_AT;
            }
        }
        set
    }
}
