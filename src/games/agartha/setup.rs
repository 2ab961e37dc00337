//! Setup (R2): the deck, the tiles and the first cards.

use super::Agartha;
use super::events;
use super::rules::pile::draw_card;
use super::state::{Board, Decision, PLAYERS, State};
use super::words::{CARDS, POSITIONS};
use crate::core::{Bag, List, Rng, Seat, Setup, Silent, Witness};

impl Setup for Agartha {
    fn start(&self, rng: &mut Rng) -> State {
        let holder = Seat(rng.below(self.seats as u32) as u8); // R2.6
        let mut s = self.bare(holder);
        // R2.3
        for tile in 0..self.parts.tiles {
            for position in 0..2 {
                s.tiles[tile][position] = draw_card(&mut s, rng, &mut Silent);
            }
        }
        deal(&mut s, holder, rng, &mut Silent);
        s
    }
}

impl Agartha {
    /// Round 1 with every card in the pile and nothing on the table.
    pub fn bare(&self, holder: Seat) -> State {
        State {
            boards: [Board::default(); PLAYERS],
            tiles: Default::default(),
            bids: List::default(),
            revealed: 0,
            round: 1,
            holder,
            actor: holder,
            decision: Decision::Token,
            chosen: None,
            taken: None,
            drawn: None,
            won: [None; POSITIONS],
            takers: List::default(),
            taker: 0,
            area: None,
            open: 0,
            compulsory: false,
            pile: Bag(self.parts.deck),
            under: List::default(),
            discards: Bag([0; CARDS]),
        }
    }
}

/// R2.5: a player draws two cards and sees both before placing.
pub(super) fn deal<W: Witness>(s: &mut State, seat: Seat, rng: &mut Rng, witness: &mut W) {
    s.actor = seat;
    s.decision = Decision::Setup;
    s.takers.clear();
    s.takers.push(seat);
    for at in 0..2 {
        s.won[at] = draw_card(s, rng, witness);
    }
    events::dealt(seat, s.won, witness);
}
