//! The two lists and their order (R4).

use serde::{Deserialize, Serialize};

use super::super::state::PLAYERS;
use super::pile::Pile;
use crate::core::{List, Seat};

/// The most cards of a list (R1.5).
pub const LIST: usize = 6;

/// Own tokens off the board, by seat (R1.7).
pub type Supply = [u8; PLAYERS];

/// A card of a list with the tokens on it.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed<T> {
    /// The card.
    pub card: T,
    /// The tokens, oldest first.
    pub tokens: Pile,
}

/// A list of cards, index 0 = top, in ascending number of tokens (R4.1).
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent, bound = "T: Copy + Default + Serialize + for<'a> Deserialize<'a>")]
pub struct Column<T: Copy + Default>(pub List<Listed<T>, LIST>);

impl<T: Copy + Default> Column<T> {
    /// Number of cards.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no cards.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The cards from top to bottom.
    #[inline]
    pub fn cards(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|listed| &listed.card)
    }

    /// The index of the matching card, from the top.
    #[inline]
    pub fn find(&self, fits: impl Fn(&T) -> bool) -> Option<usize> {
        self.0.iter().position(|listed| fits(&listed.card))
    }

    /// Lays a token on a card (R6.3) and brings the list in order (R4.2).
    pub fn put(&mut self, index: usize, owner: Seat, supply: &mut Supply) {
        supply[owner.at()] -= 1;
        self.0[index].tokens.push(owner);
        self.settle(index);
        self.clean(supply);
    }

    /// Takes a player's newest token off a card (R6.4); the card rises (R4.1).
    pub fn take_back(&mut self, index: usize, owner: Seat, supply: &mut Supply) {
        if self.0[index].tokens.take_newest(owner) {
            supply[owner.at()] += 1;
            self.settle(index);
        }
    }

    /// Takes a card off the list; its tokens return, the others close up (R4.4).
    pub fn leave(&mut self, index: usize, supply: &mut Supply) -> T {
        let listed = self.0.remove(index);
        for owner in listed.tokens.iter() {
            supply[owner.at()] += 1;
        }
        self.clean(supply);
        listed.card
    }

    /// Adds a card at the bottom with as many tokens as the card above it (R4.5).
    pub fn enter(&mut self, card: T, supply: &mut Supply, first: Seat, seats: usize) {
        let wanted = self.0.last().map_or(0, |above| above.tokens.len());
        let mut tokens = Pile::default();
        for _ in 0..wanted {
            let Some(donor) = donor(*supply, first, seats) else { break };
            supply[donor.at()] -= 1;
            tokens.push(donor);
        }
        self.0.push(Listed { card, tokens });
        self.settle(self.0.len() - 1);
        self.clean(supply);
    }

    /// Moves one card to its place: below all with strictly fewer tokens, above all with strictly more (R4.1).
    fn settle(&mut self, mut index: usize) {
        let count = self.0[index].tokens.len();
        while index + 1 < self.0.len() && self.0[index + 1].tokens.len() < count {
            self.0.swap(index, index + 1);
            index += 1;
        }
        while index > 0 && self.0[index - 1].tokens.len() > count {
            self.0.swap(index, index - 1);
            index -= 1;
        }
    }

    /// Takes the oldest token off every card, again and again, until the first card has none (R4.3).
    fn clean(&mut self, supply: &mut Supply) {
        while self.0.first().is_some_and(|top| !top.tokens.is_empty()) {
            for listed in &mut self.0 {
                if let Some(owner) = listed.tokens.pop_oldest() {
                    supply[owner.at()] += 1;
                }
            }
        }
    }
}

/// The player who gives the next free token: the largest supply, ties in turn order from the first player (R4.5).
fn donor(supply: Supply, first: Seat, seats: usize) -> Option<Seat> {
    let mut best: Option<Seat> = None;
    for seat in crate::core::seat::seats_from(first, seats) {
        if supply[seat.at()] > best.map_or(0, |b| supply[b.at()]) {
            best = Some(seat);
        }
    }
    best
}
