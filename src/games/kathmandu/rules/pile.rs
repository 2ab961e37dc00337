//! The tokens on one card of a list, by owner, from oldest to newest.

use std::fmt;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::SerializeSeq as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::state::PLAYERS;
use crate::core::Seat;

/// Archaeologist tokens in the order in which they came. Serialised as the list of their owners.
///
/// Token `i` belongs to the seat whose two bits are bit `i` of `low` and of `high`; all bits from `len` up are zero.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Pile {
    low: u128,
    high: u128,
    len: u8,
}

impl Pile {
    /// The most tokens that fit: 32 of each of four players.
    pub const MAX: u8 = 128;

    /// Number of tokens.
    #[inline]
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether there are no tokens.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a token as the newest.
    #[inline]
    pub const fn push(&mut self, owner: Seat) {
        debug_assert!(self.len < Self::MAX, "all tokens of the game fit");
        self.low |= (owner.0 as u128 & 1) << self.len;
        self.high |= (owner.0 as u128 >> 1) << self.len;
        self.len += 1;
    }

    /// Takes the oldest token off.
    #[inline]
    pub const fn pop_oldest(&mut self) -> Option<Seat> {
        if self.len == 0 {
            return None;
        }
        let owner = self.owner(0);
        self.low >>= 1;
        self.high >>= 1;
        self.len -= 1;
        Some(owner)
    }

    /// Takes the newest token of a player off, if there is one (R6.4).
    #[inline]
    pub const fn take_newest(&mut self, owner: Seat) -> bool {
        let mine = self.of(owner);
        if mine == 0 {
            return false;
        }
        let at = mine.ilog2();
        self.low = without(self.low, at);
        self.high = without(self.high, at);
        self.len -= 1;
        true
    }

    /// Number of tokens of a player.
    #[inline]
    pub const fn count(&self, owner: Seat) -> u8 {
        // Most cards carry no token.
        if self.len == 0 { 0 } else { self.of(owner).count_ones() as u8 }
    }

    /// The owners from oldest to newest.
    pub fn iter(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..self.len).map(|i| self.owner(i))
    }

    const fn owner(&self, i: u8) -> Seat {
        Seat((self.low >> i & 1) as u8 | ((self.high >> i & 1) as u8) << 1)
    }

    /// The places of a player's tokens as one number: a half for the oldest of the pile, a quarter for the next, and so on for the
    /// 24 oldest. The oldest goes first (R4.3), so the numbers of tokens alone do not say who gets one back.
    #[inline]
    pub const fn order(&self, owner: Seat) -> f32 {
        const PLACES: u32 = f32::MANTISSA_DIGITS;
        ((self.of(owner) as u32).reverse_bits() >> (u32::BITS - PLACES)) as f32 / (1u32 << PLACES) as f32
    }

    const fn of(&self, owner: Seat) -> u128 {
        let low = if owner.0 & 1 == 1 { self.low } else { !self.low };
        let high = if owner.0 >> 1 & 1 == 1 { self.high } else { !self.high };
        let there = if self.len == Self::MAX { u128::MAX } else { (1 << self.len) - 1 };
        low & high & there
    }
}

/// The bits with one removed and the higher ones moved down.
const fn without(bits: u128, at: u32) -> u128 {
    let below = (1 << at) - 1;
    bits & below | bits >> 1 & !below
}

impl fmt::Debug for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|owner| owner.0)).finish()
    }
}

impl Serialize for Pile {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut seq = to.serialize_seq(Some(usize::from(self.len)))?;
        for owner in self.iter() {
            seq.serialize_element(&owner.0)?;
        }
        seq.end()
    }
}

impl<'de> Deserialize<'de> for Pile {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_seq(Owners)
    }
}

struct Owners;

impl<'de> Visitor<'de> for Owners {
    type Value = Pile;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of the seats that own the tokens, oldest first")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Pile, A::Error> {
        let mut pile = Pile::default();
        while let Some(owner) = seq.next_element::<u8>()? {
            if usize::from(owner) >= PLAYERS || pile.len == Pile::MAX {
                return Err(A::Error::custom("a pile has at most 128 tokens, of seats 0 to 3"));
            }
            pile.push(Seat(owner));
        }
        Ok(pile)
    }
}
