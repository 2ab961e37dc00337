//! One player's part of a position.

use serde::{Deserialize, Serialize};

use super::rules::effects::ast::Good;
use super::state::{GROUPS, Goods};
use super::words::{Cards, NONE};
use crate::core::List;

/// Cards the owner can have put on top of the deck unseen: one per round (R142).
pub const PRIVATE_TOPS: usize = 5;

/// A card on top of a deck that only the owner knows (Crystal Earring).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivateTop {
    /// The card, or Fear.
    pub card: u8,
    /// Its position among the known top cards, as a key.
    pub place: u8,
    /// The key it had in hand, which is what the others know of it.
    pub key: u8,
    /// The hand card it was chosen over; the others cannot tell the two apart.
    pub pair: u8,
}

/// One player's pieces. Everything is public except the hand, the deck and what lies privately on its top.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Hand cards without Fear. Hidden from the others except where the keys reveal them.
    pub hand: Cards,
    /// Deck cards without Fear; their keys give the order as far as it is known.
    pub deck: Cards,
    /// Cards in the play area without Fear.
    pub play: Cards,
    /// Fear cards in hand by the group they came from.
    pub hand_fear: [u8; GROUPS],
    /// Fear cards in the deck by group.
    pub deck_fear: [u8; GROUPS],
    /// Fear cards in the play area.
    pub play_fear: u8,
    /// Fear tiles in the play area.
    pub fear_tiles: u8,
    /// Keys of the basic cards, as `State::keys`.
    pub basic_keys: [u8; 4],
    /// Cards the owner put on top of the deck unseen by the others, the topmost last.
    pub private_tops: List<PrivateTop, PRIVATE_TOPS>,
    /// Resources (R1).
    pub goods: Goods,
    /// Idols in the crates (R71).
    pub crates: u8,
    /// Filled slots as a set (R72).
    pub slots: u8,
    /// Assistants in the two squares, or `NONE` (R106).
    pub assistants: [u8; 2],
    /// Squares whose assistant shows gold, as a set.
    pub gold: u8,
    /// Squares whose assistant is ready, as a set.
    pub ready: u8,
    /// Overcome guardians as a set (R56).
    pub guardians: u16,
    /// Those whose boon is used (R58).
    pub used_boons: u16,
    /// Spaces with own figures as a set (R3).
    pub figures: u32,
    /// The space of the magnifying glass, or `NONE` at the start (R97).
    pub magnifier: u8,
    /// The space of the notebook, or `NONE` at the start.
    pub notebook: u8,
    /// The place among the arrivals at the Lost Temple, from 1; 0 = not there (R102).
    pub arrival: u8,
    /// Temple tiles by stack (R103).
    pub temple: [u8; 6],
    /// Ocarina: all icons are planes this round (R46).
    pub icons_as_planes: bool,
    /// War Mask: no guardian Fear this round (R138).
    pub no_guardian_fear: bool,
}

impl Player {
    /// Nothing on the board yet.
    pub fn empty() -> Self {
        Self {
            hand: Cards::EMPTY,
            deck: Cards::EMPTY,
            play: Cards::EMPTY,
            hand_fear: [0; GROUPS],
            deck_fear: [0; GROUPS],
            play_fear: 0,
            fear_tiles: 0,
            basic_keys: [0; 4],
            private_tops: List::default(),
            goods: [0; Good::COUNT],
            crates: 0,
            slots: 0,
            assistants: [NONE; 2],
            gold: 0,
            ready: 0,
            guardians: 0,
            used_boons: 0,
            figures: 0,
            magnifier: NONE,
            notebook: NONE,
            arrival: 0,
            temple: [0; 6],
            icons_as_planes: false,
            no_guardian_fear: false,
        }
    }

    /// Fear cards in hand.
    #[inline(always)]
    pub fn fear_in_hand(&self) -> u8 {
        self.hand_fear.iter().sum()
    }

    /// Cards in hand.
    #[inline(always)]
    pub fn hand_size(&self) -> u32 {
        self.hand.len() + u32::from(self.fear_in_hand())
    }

    /// Whether the hand is empty.
    #[inline(always)]
    pub fn hand_is_empty(&self) -> bool {
        self.hand.is_empty() && self.fear_in_hand() == 0
    }

    /// Cards in the deck.
    #[inline(always)]
    pub fn deck_size(&self) -> u32 {
        self.deck.len() + u32::from(self.deck_fear.iter().sum::<u8>()) + self.private_tops.len() as u32
    }

    /// Whether the deck is empty.
    #[inline(always)]
    pub fn deck_is_empty(&self) -> bool {
        self.deck.is_empty() && self.private_tops.is_empty() && self.deck_fear == [0; GROUPS]
    }

    /// Whether the player has all of these goods.
    #[inline(always)]
    pub fn can_pay(&self, cost: &Goods) -> bool {
        self.goods.iter().zip(cost).all(|(have, want)| have >= want)
    }

    /// Pays these goods, which the player must have.
    #[inline(always)]
    pub fn pay(&mut self, cost: &Goods) {
        for (have, want) in self.goods.iter_mut().zip(cost) {
            *have -= want;
        }
    }

    /// The amount of one resource.
    #[inline(always)]
    pub fn good(&self, good: Good) -> u8 {
        self.goods[good as usize]
    }

    /// Adds to one resource. The supply is unlimited (R1), but counting stops at the limit of a byte.
    #[inline(always)]
    pub fn gain(&mut self, good: Good, n: u8) {
        let slot = &mut self.goods[good as usize];
        *slot = slot.saturating_add(n);
    }

    /// Figures on the player board (R3).
    #[inline(always)]
    pub fn figures_home(&self) -> u32 {
        2u32.saturating_sub(self.figures.count_ones())
    }

    /// The square of one of the player's assistants.
    #[inline(always)]
    pub fn square_of(&self, assistant: u8) -> Option<usize> {
        self.assistants.iter().position(|&a| a == assistant)
    }

    /// A new assistant, silver side up and exhausted, takes a free square, which is returned.
    pub fn seat_exhausted(&mut self, assistant: u8) -> usize {
        let square = self.square_of(NONE).expect("a square is free");
        self.assistants[square] = assistant;
        self.gold &= !(1 << square);
        self.ready &= !(1 << square);
        square
    }

    /// A new assistant, silver side up and ready, takes a free square.
    pub fn seat_ready(&mut self, assistant: u8) {
        self.ready |= 1 << self.seat_exhausted(assistant);
    }
}
