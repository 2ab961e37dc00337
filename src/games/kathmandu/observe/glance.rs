//! Features a player sees at a glance: digs cut off and by whom, tokens a fence still lacks, digs that grow next.

use super::super::Kathmandu;
use super::super::advice::claims::{FAR, Ground, Lacking, Numbered};
use super::super::legal::payable;
use super::super::rules::bits::Cells;
use super::super::rules::column::LIST;
use super::super::state::{COLOURS, PLAYERS, State};
use super::super::words::{CURATOR, Card};
use super::gaps::Gaps;
use crate::core::Seat;

/// Distinct numbers of missing tokens: none, one and so on; the last stands for all larger ones.
pub(in crate::games::kathmandu) const LACKING: usize = 6;
/// The same for the control of a dig that is already cut off.
pub(in crate::games::kathmandu) const BEHIND: usize = 3;

/// Cards by kind.
type Cards = [u8; Card::COUNT];

/// One dig of the list as everybody sees it. Kept small, because every episode of a batch has its own: fences are kept by their
/// numbers, and their cells looked up when needed.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(in crate::games::kathmandu) struct Look {
    /// Whether it will extend at the end of the round (R12.1).
    pub extends: bool,
    /// The size of the land that its next extension will cover.
    pub ring: u8,
    /// Whether it is isolated (R10.1) now, and after the coming extensions.
    pub isolated: bool,
    pub lasting: bool,
    /// Tokens of each seat in the wall that isolates it now (R10.2).
    pub share: [u8; PLAYERS],
    /// The seats that control it, one bit each (R8.1).
    pub controls: u8,
    /// Tokens that each seat lacks to isolate and control it after the coming extensions.
    pub later: Lacking,
    /// Its tokens of each colour other than black, and those colours as bits.
    pub tokens: [u8; COLOURS - 1],
    pub colours: u8,
    /// The two fences nearest to being closed by each seat.
    nearest: [[Numbered; 2]; PLAYERS],
    /// The colours of which the viewer owns no card.
    pub missing: u8,
    /// Whether the viewer can pay for it with the hand (R8.2, R9.2, R9.3).
    pub payable: bool,
    /// Whether the viewer could, with all own cards in hand.
    pub payable_later: bool,
}

/// All digs as everybody sees them, and what a viewer's cards add. Kept from one observation to the next together with its
/// inputs, so that only what has changed is recomputed.
#[derive(Clone, Debug, Default)]
pub struct Glance {
    ground: Ground,
    /// The excavation tokens it was computed for, without the black ones.
    coloured: [Cells; COLOURS - 1],
    looks: [Look; LIST],
    /// The cells that the coming extensions cover, and those that extensions of the other digs would (R12.2).
    pub(in crate::games::kathmandu) grows: [Cells; 2],
    /// Tokens that count now, and those that will after the coming extensions (R10.2).
    pub(in crate::games::kathmandu) counts: [Cells; 2],
    /// By seat: cells that touch two tokens of a wall whose control is open: a token there tightens it.
    tight: [Cells; PLAYERS],
    /// By seat: gaps, and whether they are up to date, one bit each.
    gaps: [Gaps; PLAYERS],
    gapped: u8,
}

impl Glance {
    /// The digs from the top of the list.
    #[inline]
    pub(in crate::games::kathmandu) fn digs(&self) -> &[Look] {
        &self.looks[..self.ground.len()]
    }

    /// Where a token of a seat tightens a wall.
    #[inline]
    pub(in crate::games::kathmandu) fn tight(&self, viewer: Seat) -> Cells {
        self.tight[viewer.at()]
    }

    /// The gaps of the fences that matter to the viewer.
    #[inline]
    pub(super) fn gaps(&self, viewer: Seat) -> &Gaps {
        &self.gaps[viewer.at()]
    }
}

impl Kathmandu {
    /// Recomputes a seat's view of the digs, from the board and the seat's own cards alone.
    pub(super) fn look(&self, s: &State, viewer: Seat, hand: &Cards, played: &Cards, glance: &mut Glance) {
        let moved = self.update(s, &mut glance.ground);
        if moved {
            self.look_round(s, glance);
            glance.gapped = 0;
        }
        if glance.gapped >> viewer.0 & 1 == 0 {
            self.look_for_gaps(viewer, glance);
            glance.gapped |= 1 << viewer.0;
        }
        let digs = glance.ground.len();
        let coloured = &s.excavation[1..];
        if moved || glance.coloured != coloured {
            for (look, dig) in glance.looks[..digs].iter_mut().zip(s.sites.cards()) {
                look.tokens = std::array::from_fn(|i| (coloured[i] & dig.cells).len() as u8);
                look.colours = look.tokens.iter().rev().fold(0, |set, &tokens| set << 1 | u8::from(tokens > 0)) << 1;
            }
            glance.coloured.copy_from_slice(coloured);
        }
        let owned: Cards = std::array::from_fn(|card| hand[card] + played[card]);
        let lacks = (1..COLOURS).fold(0u8, |set, colour| set | u8::from(owned[colour] == 0) << colour);
        for look in &mut glance.looks[..digs] {
            look.missing = look.colours & lacks;
            look.payable = pays(hand, look.colours);
            look.payable_later = pays(&owned, look.colours);
        }
    }

    /// Recomputes the digs and the tokens.
    fn look_round(&self, s: &State, glance: &mut Glance) {
        let Glance { ground, looks, grows, counts, tight, .. } = glance;
        let mut tally = Self::tally(ground);
        let claims = self.claims(s, ground, &mut tally);
        let free = self.free(s);
        (*grows, *counts, *tight) = ([Cells::EMPTY; 2], [Cells::EMPTY; 2], [Cells::EMPTY; PLAYERS]);
        for (rank, (look, claim)) in looks.iter_mut().zip(&claims).enumerate() {
            let nearest = self.nearest(ground, claim, &mut tally, rank, 0..self.seats);
            *look = Look {
                extends: claim.extends,
                // It has a cell of its own, so that fewer than 256 are left.
                ring: claim.ring.len() as u8,
                isolated: claim.front.is_some(),
                lasting: claim.lasting.is_some(),
                later: claim.later,
                nearest: nearest.map(|nearest| nearest.numbered()),
                ..Look::default()
            };
            grows[usize::from(!claim.extends)] |= claim.ring;
            counts[1] |= claim.lasting.unwrap_or(Cells::EMPTY);
            if claim.front.is_some() {
                let wall = self.surveyed_wall(ground, rank);
                counts[0] |= wall;
                self.see_wall(s, wall, look);
            }
            for front in [claim.front, claim.lasting].into_iter().flatten() {
                let spots = self.tight_spots(front) & free;
                for (seat, tight) in (0u8..).map(Seat).zip(&mut *tight).take(self.seats) {
                    if self.contested(s, seat, front) {
                        *tight |= spots;
                    }
                }
            }
        }
    }

    /// Recomputes the gaps that matter to a seat.
    fn look_for_gaps(&self, viewer: Seat, glance: &mut Glance) {
        let (cells, fences) = (self.board().land.at.len(), self.fences());
        let Glance { ground, looks, gaps, .. } = glance;
        let (looks, gaps) = (&looks[..ground.len()], &mut gaps[viewer.at()]);
        gaps.own.clear();
        for (rank, look) in looks.iter().enumerate() {
            let nearest = look.nearest[viewer.at()];
            gaps.own.add(rank * cells, nearest.into_iter().filter_map(|near| near.open(ground, fences, rank)));
        }
        gaps.rival.clear();
        let rivals = looks.iter().enumerate().filter_map(|(rank, look)| look.rival(viewer).open(ground, fences, rank));
        gaps.rival.add(0, rivals);
    }

    /// The seats that control a dig with a wall.
    fn see_wall(&self, s: &State, wall: Cells, look: &mut Look) {
        for (share, tokens) in look.share.iter_mut().zip(&s.tokens).take(self.seats) {
            *share = (*tokens & wall).len() as u8;
        }
        let most = look.share.into_iter().max().unwrap_or(0);
        look.controls = (0..self.seats).filter(|&p| most > 0 && look.share[p] == most).fold(0, |set, p| set | 1 << p);
    }
}

/// Whether the hand can pay for a dig of these colours (R8.2, R9.2, R9.3).
fn pays(cards: &[u8; Card::COUNT], colours: u8) -> bool {
    if colours == 0 { cards[CURATOR.at()] > 0 } else { payable(cards, colours) != 0 }
}

impl Look {
    /// The nearest fence of the viewer's rivals.
    #[inline]
    fn rival(&self, viewer: Seat) -> Numbered {
        let mut rival = Numbered::default();
        for (seat, &[near, _]) in self.nearest.iter().enumerate() {
            // Lacking nothing stands for no fence, which is farther away than any.
            let nearer = near.lacking.wrapping_sub(1) < rival.lacking.wrapping_sub(1);
            rival = if nearer & (seat != viewer.at()) { near } else { rival };
        }
        rival
    }

    /// The tokens a player lacks to hold it after the coming extensions, capped at the largest distinct number.
    #[inline]
    pub fn lacking(&self, seat: Seat) -> Option<usize> {
        let lacking = self.later[seat.at()];
        (lacking < FAR).then(|| usize::from(lacking).min(LACKING - 1))
    }

    /// Tokens that a player lacks for control now, if it is isolated.
    #[inline]
    pub fn behind(&self, seat: Seat) -> Option<usize> {
        let most = self.isolated.then(|| self.share.into_iter().max().unwrap_or(0))?;
        Some(usize::from(most - self.share[seat.at()]).min(BEHIND - 1))
    }
}
