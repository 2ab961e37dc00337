//! Features a player sees at a glance: digs cut off and by whom, what a fence still lacks, what grows next.

use super::super::Kathmandu;
use super::super::advice::claims::{Claim, FAR, Near, Nearest, Survey};
use super::super::legal::payable;
use super::super::rules::bits::Cells;
use super::super::rules::column::LIST;
use super::super::state::{COLOURS, PLAYERS, State};
use super::super::words::{CURATOR, Card, EMINENCE};
use crate::core::{List, Seat};

/// Distinct numbers of missing tokens: none, one and so on; the last stands for all larger ones.
pub(in crate::games::kathmandu) const LACKING: usize = 6;
/// The same for the control of a dig that is cut off already.
pub(in crate::games::kathmandu) const BEHIND: usize = 3;

/// Cards by kind.
type Cards = [u8; Card::COUNT];

/// One dig of the list as a seat sees it, beside the claims on it.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::games::kathmandu) struct Look {
    /// If it is isolated: the tokens that count (R10.2).
    pub wall: Option<Cells>,
    /// Tokens of each seat in the wall.
    pub share: [u8; PLAYERS],
    /// The seats that control it, one bit each (R8.1).
    pub controls: u8,
    /// Its tokens of each colour other than black, and those it has as bits.
    pub tokens: [u8; COLOURS - 1],
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

/// All digs as a seat sees them. Kept from one observation to the next: what it was found from is in it, and only what has
/// changed is looked at again.
#[derive(Clone, Debug, Default)]
pub struct Glance {
    survey: Survey,
    /// By dig and seat: the fences nearest to being closed.
    nearest: [[Nearest; PLAYERS]; LIST],
    /// The seat that looked, if any.
    viewer: Option<Seat>,
    /// The excavation tokens that it knows.
    excavation: [Cells; COLOURS],
    looks: List<Look, LIST>,
    /// Cells that touch two tokens of a wall whose control is open: a token there tightens it.
    pub(in crate::games::kathmandu) tight: Cells,
}

impl Glance {
    /// The digs from the top of the list.
    pub(in crate::games::kathmandu) fn digs(&self) -> impl Iterator<Item = (&Claim, &Look)> {
        self.survey.claims.iter().zip(&self.looks)
    }
}

impl Kathmandu {
    /// Recomputes a seat's glance at the digs, from the board and the seat's own cards alone.
    pub(super) fn look(&self, s: &State, viewer: Seat, hand: &Cards, played: &Cards, glance: &mut Glance) {
        let moved = self.update(s, &mut glance.survey);
        let digs = s.sites.len();
        if moved {
            glance.looks.resize(digs, Look::default());
            for (rank, look) in glance.looks.iter_mut().enumerate() {
                self.see_wall(s, &glance.survey, rank, look);
            }
            self.nearest_of_all(&glance.survey, &mut glance.nearest);
        }
        if moved || glance.excavation != s.excavation {
            for (look, dig) in glance.looks.iter_mut().zip(s.sites.cards()) {
                look.tokens = std::array::from_fn(|i| (s.excavation[i + 1] & dig.cells).len() as u8);
                look.colours = look.tokens.iter().rev().fold(0, |set, &tokens| set << 1 | u8::from(tokens > 0)) << 1;
            }
            glance.excavation = s.excavation;
        }
        if moved || glance.viewer != Some(viewer) {
            self.see_fences(s, viewer, glance);
            glance.viewer = Some(viewer);
        }
        let owned: Cards = std::array::from_fn(|card| hand[card] + played[card]);
        let lacks = (1..COLOURS).fold(0u8, |set, colour| set | u8::from(owned[colour] == 0) << colour);
        for look in &mut glance.looks {
            look.missing = look.colours & lacks;
            look.payable = pays(hand, look.colours);
            look.payable_later = pays(&owned, look.colours);
        }
    }

    /// The wall of a dig, and who controls it.
    fn see_wall(&self, s: &State, survey: &Survey, rank: usize, look: &mut Look) {
        (look.wall, look.share, look.controls) = (None, [0; PLAYERS], 0);
        if survey.claims[rank].front.is_some() {
            let wall = self.surveyed_wall(survey, rank);
            look.wall = Some(wall);
            for (share, tokens) in look.share.iter_mut().zip(&s.tokens).take(self.seats) {
                *share = (*tokens & wall).len() as u8;
            }
            let most = look.share.into_iter().max().unwrap_or(0);
            look.controls = (0..self.seats).filter(|&p| most > 0 && look.share[p] == most).fold(0, |set, p| set | 1 << p);
        }
    }

    /// The fences nearest to being closed, by the viewer and by others, and where a token tightens one that stands.
    fn see_fences(&self, s: &State, viewer: Seat, glance: &mut Glance) {
        let free = self.free(s);
        glance.tight = Cells::EMPTY;
        let (survey, fences) = (&glance.survey, self.fences());
        for (rank, (look, nearest)) in glance.looks.iter_mut().zip(&glance.nearest).enumerate() {
            let claim = &survey.claims[rank];
            for front in [claim.front, claim.lasting].into_iter().flatten() {
                if self.contested(s, viewer, front) {
                    glance.tight |= self.tight_spots(front) & free;
                }
            }
            look.own = nearest[viewer.at()].fences(survey, fences, rank);
            look.rival = None;
            for (_, other) in nearest.iter().enumerate().take(self.seats).filter(|&(p, _)| p != viewer.at()) {
                let [near, _] = other.fences(survey, fences, rank);
                if near.is_some_and(|near| look.rival.is_none_or(|best| near.lacking < best.lacking)) {
                    look.rival = near;
                }
            }
        }
    }
}

/// Whether cards pay for a dig of these colours (R8.2, R9.2, R9.3).
fn pays(cards: &[u8; Card::COUNT], colours: u8) -> bool {
    if colours == 0 { cards[CURATOR.at()] > 0 } else { payable(cards, colours) != 0 }
}

/// The tokens a player lacks to hold a dig after the coming extensions, capped at the largest distinct number.
pub(in crate::games::kathmandu) fn lacking(claim: &Claim, seat: Seat) -> Option<usize> {
    let lacking = claim.later[seat.at()];
    (lacking < FAR).then(|| usize::from(lacking).min(LACKING - 1))
}

impl Look {
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
