//! The legal choices: one block of bits for each open decision.

use super::Agartha;
use super::actions::Act;
use super::state::{Board, Decision, SLOT_BITS, State};
use super::words::{Area, CARDS, Card, Deed, Goal, POSITIONS, SLOTS, Site, TOKENS, Tile};
use crate::core::{ActionSet, Legal};

const TOKEN: usize = Act::block("token");
const PLACE: usize = Act::block("place");
const PUT: usize = Act::block("put");
const TAKE: usize = Act::block("take");
const CHOOSE: usize = Act::block("choose");
const ACTIVATE: usize = Act::block("activate");

/// Every slot, one bit each.
const ALL_SLOTS: u64 = (1 << SLOTS) - 1;
/// The auction zone of every tile among the bits of the spots.
const AUCTIONS: u64 = 0b1010_1010_1010;

impl Legal for Agartha {
    #[inline]
    fn legal(&self, s: &State, out: &mut ActionSet) {
        match s.decision {
            Decision::Token => out.add_bits(TOKEN, u64::from(self.tokens_left(s))),
            Decision::Place => out.add_bits(PLACE, self.free_spots(s)),
            // R2.5, R6.4: any slot, never a sector (R5.5).
            Decision::Setup | Decision::DrawTo => out.add_bits(PUT, ALL_SLOTS),
            // R5.4: the first card chooses the zone.
            Decision::Win => out.add_bits(PUT, s.area.map_or(ALL_SLOTS, Area::slots)),
            Decision::MoveCard => {
                out.add_wide(TAKE, s.board().held);
                out.add(Act::Decline); // R6.1
            }
            Decision::MoveTo => {
                // R6.2: another slot, or for an amulet its sector.
                let (slot, card) = s.taken.expect("a move names its card first");
                let sector = u64::from(card == Card::Amulet) << Goal::Amulets as u64;
                out.add_bits(PUT, ALL_SLOTS & !(1 << slot as u64) | sector);
            }
            Decision::SwapFirst => {
                out.add_wide(TAKE, swappable(s.board()));
                out.add(Act::Decline); // R6.1
            }
            Decision::SwapSecond => {
                let (slot, card) = s.taken.expect("a swap names its first card first");
                out.add_wide(TAKE, partners(s.board(), slot as usize, card));
            }
            Decision::Draw => {
                self.add_draws(s, out);
                if !s.compulsory {
                    out.add(Act::Decline); // R6.1
                }
            }
            Decision::Pick => {
                let tile = s.spot().tile();
                out.add_bits(CHOOSE + tile.at() * POSITIONS, s.lying(tile)); // R8.4
            }
            Decision::Activate => {
                out.add_bits(ACTIVATE, self.activations(s));
                out.add(Act::Stop);
            }
            Decision::Over => {}
        }
    }
}

impl Agartha {
    /// The tokens that the seat to act has not yet placed, one bit each (R4.2).
    #[inline]
    pub(super) fn tokens_left(&self, s: &State) -> u8 {
        let mut left = (1 << TOKENS) - 1;
        let mut i = s.bids.len();
        while i >= self.seats {
            i -= self.seats;
            left &= !(1 << s.bids[i].token.0);
        }
        left
    }

    /// The zones that take a token, one bit per spot: every auction zone and every empty action zone (R4.2).
    #[inline]
    pub(super) fn free_spots(&self, s: &State) -> u64 {
        let taken = s.bids.iter().fold(0u64, |bits, bid| bits | 1 << bid.spot.0);
        ((1 << (2 * self.parts.tiles)) - 1) & (!taken | AUCTIONS)
    }

    /// Pile and tile cards that can be drawn (R6.4).
    #[inline]
    fn add_draws(&self, s: &State, out: &mut ActionSet) {
        if pile_gives(s) {
            out.add(Act::DrawPile);
        }
        let mut bits = 0;
        for tile in 0..self.parts.tiles {
            bits |= s.lying(Tile(tile as u8)) << (tile * POSITIONS);
        }
        out.add_bits(CHOOSE, bits);
    }

    /// The open slots whose levels are satisfied, one bit per site and level (R6.7).
    #[inline]
    pub(super) fn activations(&self, s: &State) -> u64 {
        if s.open == 0 {
            return 0;
        }
        let board = s.board();
        let mut bits = 0;
        for site in [Site::Village1, Site::Village2] {
            if s.open & Site::bit(site.slot()) != 0 {
                let levels = self.parts.village_levels(board.count(site.slot(), Card::Character)); // R6.8
                bits |= u64::from(levels) << (3 * site as u64);
            }
        }
        let slot = Site::Exploration.slot();
        if s.open & Site::bit(slot) != 0 {
            // R6.9: each level once.
            let levels = self.parts.exploration_levels(board.places(slot), board.count(slot, Card::Character)) & !board.levels;
            bits |= u64::from(levels) << (3 * Site::Exploration as u64);
        }
        bits
    }

    /// Whether an action can be carried out at all (R6.13).
    #[inline]
    pub(super) fn possible(&self, s: &State, deed: Deed) -> bool {
        match deed {
            Deed::Move => s.board().held != 0,
            Deed::Swap => swappable(s.board()) != 0,
            Deed::Draw => pile_gives(s) || (0..self.parts.tiles).any(|tile| s.lying(Tile(tile as u8)) != 0),
        }
    }
}

/// Whether a card can be drawn from the pile, reshuffling the discards if need be (R9.4, R9.5).
#[inline]
fn pile_gives(s: &State) -> bool {
    !s.pile.is_empty() || !s.under.is_empty() || !s.discards.is_empty()
}

/// The cards of a board that can be swapped with some other: of another type, in another slot (R6.3, R6.12).
#[inline]
fn swappable(board: &Board) -> u128 {
    let types: [u64; SLOTS] = std::array::from_fn(|slot| board.types(slot));
    // The types in the slots after each one; those in the slots before it are gathered along the way.
    let mut behind = [0; SLOTS + 1];
    for slot in (0..SLOTS).rev() {
        behind[slot] = behind[slot + 1] | types[slot];
    }
    let (mut before, mut out) = (0, 0);
    for slot in 0..SLOTS {
        let others: u64 = before | behind[slot + 1];
        // With two other types every card has a partner; with one, every card of a different type; with none, no card.
        let fit = match others.count_ones() {
            0 => 0,
            1 => !others,
            _ => u64::MAX,
        };
        out |= u128::from(types[slot] & fit) << (slot * CARDS);
        before |= types[slot];
    }
    out
}

/// The cards that the named one can be swapped with.
#[inline]
pub(super) fn partners(board: &Board, slot: usize, card: Card) -> u128 {
    /// The first type of every slot.
    const COLUMN: u128 = {
        let (mut bits, mut slot) = (0, 0);
        while slot < SLOTS {
            bits |= 1 << (slot * CARDS);
            slot += 1;
        }
        bits
    };
    board.held & !(SLOT_BITS << (slot * CARDS)) & !(COLUMN << card as usize)
}
