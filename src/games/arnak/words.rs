//! The pieces as the engine names them: small numbers in the order of the content files.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::index_type;

/// The most item cards.
pub const ITEMS: usize = 40;
/// The most artifact cards.
pub const ARTIFACTS: usize = 35;
/// Basic cards of each player.
pub const BASICS: usize = 4;
/// The first artifact.
pub const FIRST_ARTIFACT: u8 = ITEMS as u8;
/// The first basic card.
pub const FIRST_BASIC: u8 = (ITEMS + ARTIFACTS) as u8;
/// Cards with an identity.
pub const CARDS: usize = ITEMS + ARTIFACTS + BASICS;
/// A Fear card in hand or drawn.
pub const FEAR: u8 = CARDS as u8;
/// A Fear card in the play area.
pub const FEAR_IN_PLAY: u8 = FEAR + 1;
/// A fear tile.
pub const FEAR_TILE: u8 = FEAR + 2;
/// Camps.
pub const CAMPS: usize = 5;
/// Places for site tiles.
pub const PLACES: usize = 12;
/// The first place of level 2.
pub const FIRST_LEVEL2: usize = 8;
/// Spaces of the camps, two each.
pub const CAMP_SPACES: usize = 2 * CAMPS;
/// Site tiles; the first ten are level 1.
pub const TILES: usize = 16;
/// Site tiles of level 1.
pub const TILES1: usize = 10;
/// The most seats.
pub const SEATS: usize = 4;
/// Nothing there.
pub const NONE: u8 = 255;

index_type! {
    /// A card with an identity: items, artifacts, then the basic cards.
    pub struct Card(CARDS) "card";
}

index_type! {
    /// A card, or Fear in hand, Fear in play, a fear tile.
    pub struct Pick(CARDS + 3) "pick";
}

index_type! {
    /// A space for a figure: two for each camp, one for each place.
    pub struct Space(CAMP_SPACES + PLACES) "space";
}

index_type! {
    /// A site: the camps, then the places.
    pub struct Site(CAMPS + PLACES) "site";
}

index_type! {
    /// A column of a research row, from the left.
    pub struct Column(3) "column";
}

index_type! {
    /// A stack of temple tiles.
    pub struct TempleStack(6) "stack";
}

index_type! {
    /// An assistant.
    pub struct Assistant(12) "assistant";
}

index_type! {
    /// A guardian.
    pub struct Guardian(15) "guardian";
}

index_type! {
    /// The benefit of an idol in a slot.
    pub struct SlotOption(5) "option";
}

index_type! {
    /// A slot for an idol, from the left.
    pub struct Slot(4) "slot";
}

index_type! {
    /// A branch of a choice.
    pub struct Branch(4) "branch";
}

index_type! {
    /// A number of cards, one more than the index.
    pub struct Number(3) "number";
}

index_type! {
    /// A kind of research bonus tile.
    pub struct Bonus(6) "bonus";
}

impl Space {
    /// The site the space belongs to (R4).
    #[inline(always)]
    pub const fn site(self) -> Site {
        if (self.0 as usize) < CAMP_SPACES { Site(self.0 / 2) } else { Site(self.0 - CAMPS as u8) }
    }
}

impl Site {
    /// The spaces of the site as a set (R4).
    #[inline(always)]
    pub const fn spaces(self) -> u32 {
        if (self.0 as usize) < CAMPS { 3 << (2 * self.0) } else { 1 << (self.0 + CAMPS as u8) }
    }

    /// The level as a set bit: 1 = camp, 2 = level 1, 4 = level 2.
    #[inline(always)]
    pub const fn level_bit(self) -> u8 {
        if (self.0 as usize) < CAMPS {
            1
        } else if (self.0 as usize) < CAMPS + FIRST_LEVEL2 {
            2
        } else {
            4
        }
    }

    /// The index among the places, unless it is a camp.
    #[inline(always)]
    pub const fn place(self) -> Option<usize> {
        if (self.0 as usize) < CAMPS { None } else { Some(self.0 as usize - CAMPS) }
    }
}

/// A set of cards by identity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cards(pub u128);

impl Cards {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Whether the card is in the set.
    #[inline(always)]
    pub const fn has(self, card: u8) -> bool {
        self.0 >> card & 1 == 1
    }

    /// Adds a card.
    #[inline(always)]
    pub fn add(&mut self, card: u8) {
        self.0 |= 1 << card;
    }

    /// Takes a card out.
    #[inline(always)]
    pub fn remove(&mut self, card: u8) {
        self.0 &= !(1 << card);
    }

    /// The number of cards.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        (self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards in ascending order.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let (mut low, mut high) = (self.0 as u64, (self.0 >> 64) as u64);
        std::iter::from_fn(move || {
            if low != 0 {
                let bit = low.trailing_zeros();
                low &= low - 1;
                Some(bit as u8)
            } else if high != 0 {
                let bit = high.trailing_zeros();
                high &= high - 1;
                Some(64 + bit as u8)
            } else {
                None
            }
        })
    }

    /// The `n`-th card in ascending order; `n` is below `len`.
    #[inline]
    pub fn nth(self, n: u32) -> u8 {
        let low = (self.0 as u64).count_ones();
        if n < low {
            crate::core::action_set::nth_bit(self.0 as u64, n) as u8
        } else {
            64 + crate::core::action_set::nth_bit((self.0 >> 64) as u64, n - low) as u8
        }
    }
}

/// All item ids.
pub const ITEM_SET: Cards = Cards((1 << ITEMS) - 1);
/// All artifact ids.
pub const ARTIFACT_SET: Cards = Cards(((1 << ARTIFACTS) - 1) << ITEMS);
/// All basic ids.
pub const BASIC_SET: Cards = Cards(((1 << BASICS) - 1) << (ITEMS + ARTIFACTS));

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_seq(self.iter())
        } else {
            (self.0 as u64, (self.0 >> 64) as u64).serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let set = if deserializer.is_human_readable() {
            let mut set = Self::EMPTY;
            for card in Vec::<Card>::deserialize(deserializer)? {
                if set.has(card.0) {
                    return Err(serde::de::Error::custom(format!("card {} is named twice: there is one of each", card.0)));
                }
                set.add(card.0);
            }
            set
        } else {
            let (low, high) = <(u64, u64)>::deserialize(deserializer)?;
            Self(u128::from(low) | u128::from(high) << 64)
        };
        if set.0 >> CARDS == 0 { Ok(set) } else { Err(serde::de::Error::custom("a card set names cards that do not exist")) }
    }
}
