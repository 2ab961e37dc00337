//! The legal choices. A choice is offered only if the rest of its action can be completed (R16).

use super::Kathmandu;
use super::actions::Act;
use super::rules::bits::Cells;
use super::state::{Decision, Dig, PLAYERS, Spent, State};
use super::words::{BOUNTY_HUNTER, CONTROLLER, CURATOR, Card, Cards, EMINENCE, ROGUE};
use crate::core::{ActionSet, Legal, Seat};

const CELL: usize = Act::block("cell");
const PUT_SITE: usize = Act::block("put on site");
const PUT_PERSONALITY: usize = Act::block("put on personality");
const BACK_SITE: usize = Act::block("take back from site");
const BACK_PERSONALITY: usize = Act::block("take back from personality");
const PLACE: usize = Act::block("place with");
const TAKE: usize = Act::block("take personality");
const REMOVE: usize = Act::block("remove");
const CURATE: usize = Act::block("curator");
const STEAL: usize = Act::block("rogue");
const CARD: usize = Act::block("card");
const OWNER: usize = Act::block("owner");

/// Digs a player can remove, one bit for each site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removable {
    /// By paying their colours (R8).
    pub coloured: u16,
    /// With the curator (R9.3).
    pub black: u16,
}

impl Legal for Kathmandu {
    fn legal(&self, s: &State, out: &mut ActionSet) {
        let seat = s.active;
        match s.decision {
            Decision::Action => self.legal_actions(s, seat, out),
            Decision::Unit { spent, .. } => self.legal_units(s, seat, spent, out),
            Decision::Discard { .. } => out.add_bits(CARD, kinds(&s.hand(seat))),
            Decision::Use { left, least } => out.add_bits(CARD, usable(&s.hand(seat), left, least)),
            Decision::Pay { colours, .. } => out.add_bits(CARD, payable(&s.hand(seat), colours)),
            Decision::Exchange => add_cells(out, exchangeable(s)),
            Decision::ExchangeSecond { cell } => {
                let mut rest = dig_tokens_with(s, cell);
                rest.remove(cell);
                add_cells(out, rest);
            }
            Decision::Hunt => add_cells(out, self.huntable(s)),
            Decision::HuntSecond { cell } => {
                let mut rest = s.owner(cell).map_or(Cells::EMPTY, |owner| s.tokens[owner.at()]);
                rest.remove(cell);
                add_cells(out, rest);
            }
            Decision::HuntOwner { cell, .. } => out.add_bits(OWNER, self.new_owners(s, s.owner(cell))),
            Decision::Over => {}
        }
    }
}

impl Kathmandu {
    /// D1: everything a seat may do with its hand now (R5.1).
    pub(super) fn legal_actions(&self, s: &State, seat: Seat, out: &mut ActionSet) {
        let hand = s.hand(seat);
        let size: u8 = hand.iter().sum();
        if size == 0 {
            return;
        }
        // R6.1; R6.4: at least one unit must be possible.
        if can_spend(s, seat) {
            out.add_bits(PLACE, Cards::of_hand(&hand, self.switches.joker_pair));
        }
        // R7.5
        out.add_bits(TAKE, (1 << usize::from(size).min(s.personalities.len())) - 1);
        let removable = self.removable(s, seat, &hand);
        out.add_bits(REMOVE, removable.coloured.into());
        out.add_bits(CURATE, removable.black.into());
        if hand[ROGUE.at()] > 0 {
            // R9.4: only an opponent with cards in hand.
            for victim in (0..self.seats as u8).filter(|&v| v != seat.0 && s.hand_size(Seat(v)) > 0) {
                out.add_id(STEAL + usize::from(victim));
            }
        }
        // R9.5: the dig needs two tokens and the bag two.
        if hand[CONTROLLER.at()] > 0 && !exchangeable(s).is_empty() {
            out.add(Act::Controller);
        }
        // R9.6
        if hand[BOUNTY_HUNTER.at()] > 0 && !self.huntable(s).is_empty() {
            out.add(Act::BountyHunter);
        }
        // R5.3
        if self.switches.voluntary_pass {
            out.add(Act::Pass);
        }
    }

    /// Whether a seat has any action (R5.2, R5.3).
    pub(super) fn can_act(&self, s: &State, seat: Seat) -> bool {
        if s.hand_size(seat) == 0 {
            return false;
        }
        // R5.3: the first personality costs a single card of any kind.
        if !s.personalities.is_empty() {
            return true;
        }
        let mut any = ActionSet::EMPTY;
        self.legal_actions(s, seat, &mut any);
        !any.is_empty()
    }

    /// D2: one unit of the budget (R6.3, R6.4).
    fn legal_units(&self, s: &State, seat: Seat, spent: Spent, out: &mut ActionSet) {
        let mix = self.switches.mix;
        let mut cells = Cells::EMPTY;
        if s.supply[seat.at()] > 0 && (mix || spent != Spent::TookBack) {
            cells = self.free(s);
            out.add_bits(PUT_SITE, (1 << s.sites.len()) - 1);
            out.add_bits(PUT_PERSONALITY, (1 << s.personalities.len()) - 1);
        }
        if mix || spent != Spent::Put {
            cells |= s.tokens[seat.at()];
            for (rank, listed) in s.sites.0.iter().enumerate() {
                out.add_bits(BACK_SITE + rank, u64::from(listed.tokens.count(seat) > 0));
            }
            for (rank, listed) in s.personalities.0.iter().enumerate() {
                out.add_bits(BACK_PERSONALITY + rank, u64::from(listed.tokens.count(seat) > 0));
            }
        }
        add_cells(out, cells);
        if spent != Spent::Nothing {
            out.add(Act::Stop);
        }
    }

    /// Free cells (R1.4).
    #[inline]
    pub(super) fn free(&self, s: &State) -> Cells {
        self.board().land.all & !s.all_tokens() & !s.all_digs()
    }

    /// The digs a seat controls and can pay for with this hand (R8.1, R8.2, R8.3, R9.3).
    pub(super) fn removable(&self, s: &State, seat: Seat, hand: &[u8; Card::COUNT]) -> Removable {
        let mut out = Removable::default();
        let mine = s.tokens[seat.at()];
        // Controlling a dig takes a contributing token. If there is nothing to pay with, there is nothing to check.
        if mine.is_empty() || !hand.iter().skip(1).take(CURATOR.at()).any(|&n| n > 0) {
            return out;
        }
        let (tokens, digs) = (s.all_tokens(), s.all_digs());
        let mut connected = 0u8;
        for (rank, dig) in s.sites.cards().enumerate() {
            let colours = s.colours(dig.cells);
            let affordable = if colours == 0 { hand[CURATOR.at()] > 0 } else { payable(hand, colours) != 0 };
            if !affordable || connected >> rank & 1 == 1 {
                continue;
            }
            match self.board().land.contributing(dig.cells, digs & !dig.cells, tokens) {
                Ok(wall) => {
                    if self.leads(s, seat, wall) {
                        let bit = 1 << dig.site.0;
                        if colours == 0 { out.black |= bit } else { out.coloured |= bit }
                    }
                }
                // Digs connected to this one are not isolated either.
                Err(met) => {
                    for (other, dig) in s.sites.cards().enumerate() {
                        connected |= u8::from(dig.cells.meets(&met)) << other;
                    }
                }
            }
        }
        out
    }

    /// Whether a seat has the most tokens in a wall; ties share the right (R10.2, step 5).
    fn leads(&self, s: &State, seat: Seat, wall: Cells) -> bool {
        let share = |owner: usize| (wall & s.tokens[owner]).len();
        let own = share(seat.at());
        own > 0 && (0..self.seats).all(|other| share(other) <= own)
    }

    /// Whether a seat controls a dig (R8.1).
    pub(super) fn controls(&self, s: &State, seat: Seat, dig: &Dig) -> bool {
        self.wall(s, dig).is_some_and(|wall| self.leads(s, seat, wall))
    }

    /// Tokens the bounty hunter may begin with (R9.6): two of one player, and two in another's supply.
    pub(super) fn huntable(&self, s: &State) -> Cells {
        let mut out = Cells::EMPTY;
        for owner in (0..self.seats as u8).map(Seat) {
            let tokens = s.tokens[owner.at()];
            if tokens.len() >= 2 && self.new_owners(s, Some(owner)) != 0 {
                out |= tokens;
            }
        }
        out
    }

    /// Players who can put two tokens in place of another's, one bit each (R9.6).
    pub(super) fn new_owners(&self, s: &State, old: Option<Seat>) -> u64 {
        (0..self.seats)
            .filter(|&seat| old.is_none_or(|o| o.at() != seat) && s.supply[seat] >= 2)
            .fold(0, |set, seat| set | 1 << seat)
    }
}

/// Whether a seat could spend a unit: a token to put down, or one to take back (R6.3, R6.4).
pub(super) fn can_spend(s: &State, seat: Seat) -> bool {
    s.supply[seat.at()] > 0
        || !s.tokens[seat.at()].is_empty()
        || s.sites.0.iter().any(|listed| listed.tokens.count(seat) > 0)
        || s.personalities.0.iter().any(|listed| listed.tokens.count(seat) > 0)
}

/// The kinds in a hand, one bit each.
#[inline]
fn kinds(hand: &[u8; Card::COUNT]) -> u64 {
    hand.iter().enumerate().fold(0, |set, (card, &n)| set | u64::from(n > 0) << card)
}

/// The cards that may be used next: in ascending order, leaving enough to go on (R7.1).
pub(super) fn usable(hand: &[u8; Card::COUNT], left: u8, least: Card) -> u64 {
    let (mut set, mut from_here) = (0, 0);
    for card in (least.at()..Card::COUNT).rev() {
        from_here += hand[card];
        set |= u64::from(hand[card] > 0 && from_here >= left) << card;
    }
    set
}

/// The cards that may pay for the lowest of these colours, leaving the others payable (R8.2, R9.2).
pub(super) fn payable(hand: &[u8; Card::COUNT], colours: u8) -> u64 {
    let jokers = u32::from(hand[EMINENCE.at()]);
    let lowest = colours.trailing_zeros() as usize;
    let have = kinds(hand) as u8;
    let missing_later = (colours & (colours - 1) & !have).count_ones();
    let base = hand[lowest] > 0 && missing_later <= jokers;
    let joker = missing_later < jokers;
    u64::from(base) << lowest | u64::from(joker) << EMINENCE.0
}

/// Excavation tokens the controller may begin with (R9.5).
pub(super) fn exchangeable(s: &State) -> Cells {
    if s.bag.total() < 2 {
        return Cells::EMPTY;
    }
    let wide = s.sites.cards().filter(|dig| dig.cells.len() >= 3).fold(Cells::EMPTY, |all, dig| all | dig.cells);
    wide & all_excavation(s)
}

/// The excavation tokens of the dig a cell belongs to.
pub(super) fn dig_tokens_with(s: &State, cell: u8) -> Cells {
    let dig = s.sites.cards().find(|dig| dig.cells.has(cell)).map_or(Cells::EMPTY, |dig| dig.cells);
    dig & all_excavation(s)
}

/// All excavation tokens on the board.
pub(super) fn all_excavation(s: &State) -> Cells {
    s.excavation.iter().fold(Cells::EMPTY, |all, &cells| all | cells)
}

#[inline]
fn add_cells(out: &mut ActionSet, cells: Cells) {
    for (i, &word) in cells.words().iter().enumerate() {
        out.add_bits(CELL + 64 * i, word);
    }
}

const _: () = assert!(PLAYERS == 4 && CELL == 0, "cells fill whole words");
