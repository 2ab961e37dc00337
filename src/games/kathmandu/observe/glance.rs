//! What a player sees at a glance: which digs are cut off and by whom, what a fence still lacks, what grows next.

use super::super::Kathmandu;
use super::super::advice::claims::{Claim, FAR, Near};
use super::super::legal::payable;
use super::super::rules::bits::Cells;
use super::super::rules::column::LIST;
use super::super::state::{COLOURS, PLAYERS, State};
use super::super::words::{CURATOR, Card, EMINENCE};
use crate::core::{List, Seat};

/// Tokens lacking that are told apart: none, one and so on; the last stands for all larger numbers.
pub(in crate::games::kathmandu) const LACKING: usize = 6;
/// The same for the control of a dig that is cut off already.
pub(in crate::games::kathmandu) const BEHIND: usize = 3;

/// One dig of the list as a seat sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::games::kathmandu) struct Look {
    /// What stands round it.
    pub claim: Claim,
    /// Where it is isolated: the tokens that count (R10.2).
    pub wall: Option<Cells>,
    /// Tokens of each seat in the wall.
    pub share: [u8; PLAYERS],
    /// The seats that control it, one bit each (R8.1).
    pub controls: u8,
    /// Its colours other than black, one bit each.
    pub colours: u8,
    /// Those of which the viewer owns no card.
    pub missing: u8,
    /// Whether the viewer can pay for it with the hand (R8.2, R9.2, R9.3).
    pub payable: bool,
    /// Whether the viewer could with all own cards.
    pub payable_later: bool,
    /// The fences nearest to being closed by the viewer.
    pub own: [Option<Near>; 2],
    /// The nearest one of a rival.
    pub rival: Option<Near>,
}

/// All digs as a seat sees them.
#[derive(Clone, Copy, Debug)]
pub(in crate::games::kathmandu) struct Glance {
    /// The digs from the top of the list.
    pub digs: List<Look, LIST>,
    /// Cells that touch two tokens of a wall whose control is open: a token there tightens it.
    pub tight: Cells,
}

impl Kathmandu {
    /// What a seat sees of the digs. Uses the board and the cards of the seat alone.
    pub(in crate::games::kathmandu) fn glance(&self, s: &State, viewer: Seat) -> Glance {
        let (claims, coming) = self.claims(s);
        let free = self.free(s);
        let (hand, played) = (s.hand(viewer), s.played(viewer));
        let owned: [u8; Card::COUNT] = std::array::from_fn(|card| hand[card] + played[card]);
        let lacks = (1..COLOURS).fold(0u8, |set, colour| set | u8::from(owned[colour] == 0) << colour);
        let mut glance = Glance { digs: List::new(), tight: Cells::EMPTY };
        for (rank, dig) in s.sites.cards().enumerate() {
            let claim = claims[rank];
            let colours = s.colours(dig.cells);
            let mut look = Look {
                claim,
                colours,
                missing: colours & lacks,
                payable: pays(&hand, colours),
                payable_later: pays(&owned, colours),
                ..Look::default()
            };
            if claim.front.is_some()
                && let Some(wall) = self.wall(s, dig)
            {
                look.wall = Some(wall);
                for (share, tokens) in look.share.iter_mut().zip(&s.tokens).take(self.seats) {
                    *share = (*tokens & wall).len() as u8;
                }
                let most = look.share.into_iter().max().unwrap_or(0);
                look.controls = (0..self.seats).filter(|&p| most > 0 && look.share[p] == most).fold(0, |set, p| set | 1 << p);
            }
            for front in [claim.front, claim.lasting].into_iter().flatten() {
                if self.contested(s, viewer, front) {
                    glance.tight |= self.tight_spots(front) & free;
                }
            }
            for p in (0..self.seats as u8).map(Seat) {
                // Who holds it needs no fence.
                if claim.lasting.is_some() && claim.later[p.at()] == 0 {
                    continue;
                }
                let near = self.nearest_fences(s, p, dig, &claim, &coming, rank);
                if p == viewer {
                    look.own = near;
                } else if near[0].is_some_and(|near| look.rival.is_none_or(|best| near.lacking < best.lacking)) {
                    look.rival = near[0];
                }
            }
            glance.digs.push(look);
        }
        glance
    }
}

/// Whether cards pay for a dig of these colours (R8.2, R9.2, R9.3).
fn pays(cards: &[u8; Card::COUNT], colours: u8) -> bool {
    if colours == 0 { cards[CURATOR.at()] > 0 } else { payable(cards, colours) != 0 }
}

impl Look {
    /// Tokens that a player lacks to hold it after the coming extensions, as far as they are told apart.
    pub fn lacking(&self, seat: Seat) -> Option<usize> {
        let lacking = self.claim.later[seat.at()];
        (lacking < FAR).then(|| usize::from(lacking).min(LACKING - 1))
    }

    /// Tokens that a player lacks for control now, where it is isolated.
    pub fn behind(&self, seat: Seat) -> Option<usize> {
        let most = self.wall.is_some().then(|| self.share.into_iter().max().unwrap_or(0))?;
        Some(usize::from(most - self.share[seat.at()]).min(BEHIND - 1))
    }

    /// Whether a card pays a colour of it that the viewer lacks.
    pub fn asks_for(&self, card: Card) -> bool {
        if card == EMINENCE { self.missing != 0 } else { card.is_base() && self.missing >> card.0 & 1 == 1 }
    }
}
