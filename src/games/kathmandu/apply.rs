//! What each choice does, and whose turn comes next.

use super::Kathmandu;
use super::actions::{
    ARCHAEOLOGIST, Act, BOUNTY_HUNTER, CONTROLLER, CURATOR, Card, Cards, Combination, EMINENCE, ROGUE, Rank, Site,
};
use super::state::{Decision, Place, Spent, State};
use crate::core::{Rng, Seat};

impl Kathmandu {
    pub(super) fn carry_out(&self, s: &mut State, act: Act, rng: &mut Rng) {
        let seat = s.active;
        match act {
            Act::Cell(cell) => self.at_cell(s, seat, cell.0, rng),
            Act::PutSite(rank) => {
                s.sites.put(rank.at(), seat, &mut s.supply);
                self.unit_spent(s, Spent::Put, rng);
            }
            Act::PutPersonality(rank) => {
                s.personalities.put(rank.at(), seat, &mut s.supply);
                self.unit_spent(s, Spent::Put, rng);
            }
            Act::BackSite(rank) => {
                s.sites.take_back(rank.at(), seat, &mut s.supply);
                self.unit_spent(s, Spent::TookBack, rng);
            }
            Act::BackPersonality(rank) => {
                s.personalities.take_back(rank.at(), seat, &mut s.supply);
                self.unit_spent(s, Spent::TookBack, rng);
            }
            Act::Stop => self.next_turn(s, rng),
            Act::Place(cards) => self.place_with(s, seat, cards),
            Act::Take(rank) => s.decision = Decision::Discard { rank },
            Act::Remove(site) => {
                let dig = s.sites.cards().find(|dig| dig.site == site).map_or_else(Default::default, |dig| dig.cells);
                s.decision = Decision::Pay { site, colours: s.colours(dig) };
            }
            Act::Curator(site) => {
                // R9.3
                s.exchange_card(seat, CURATOR, ARCHAEOLOGIST);
                self.remove_and_go_on(s, seat, site, rng);
            }
            Act::Rogue(victim) => {
                // R9.4
                s.steal(seat, ROGUE, victim.into(), self.seats, rng);
                self.next_turn(s, rng);
            }
            Act::Controller => {
                s.exchange_card(seat, CONTROLLER, ARCHAEOLOGIST);
                s.decision = Decision::Exchange;
            }
            Act::BountyHunter => {
                s.exchange_card(seat, BOUNTY_HUNTER, ARCHAEOLOGIST);
                s.decision = Decision::Hunt;
            }
            Act::Pass => {
                // R5.3
                for held in s.cards[seat.at()].iter_mut().filter(|held| held.place == Place::Hand) {
                    held.place = Place::Used;
                }
                self.next_turn(s, rng);
            }
            Act::Card(card) => self.with_card(s, seat, card, rng),
            Act::Owner(owner) => self.hunt(s, owner.into(), rng),
        }
    }

    /// A cell in answer to the open choice.
    fn at_cell(&self, s: &mut State, seat: Seat, cell: u8, rng: &mut Rng) {
        match s.decision {
            Decision::Unit { .. } => {
                let mine = &mut s.tokens[seat.at()];
                let spent = if mine.has(cell) {
                    // R6.4
                    mine.remove(cell);
                    s.supply[seat.at()] += 1;
                    Spent::TookBack
                } else {
                    // R6.3, R6.5
                    mine.insert(cell);
                    s.supply[seat.at()] -= 1;
                    Spent::Put
                };
                self.unit_spent(s, spent, rng);
            }
            Decision::Exchange => s.decision = Decision::ExchangeSecond { cell },
            Decision::ExchangeSecond { cell: first } => {
                exchange(s, [first, cell], rng);
                self.next_turn(s, rng);
            }
            Decision::Hunt => s.decision = Decision::HuntSecond { cell },
            Decision::HuntSecond { cell: first } => s.decision = Decision::HuntOwner { cell: first, second: cell },
            Decision::Action
            | Decision::Discard { .. }
            | Decision::Use { .. }
            | Decision::Pay { .. }
            | Decision::HuntOwner { .. }
            | Decision::Over => debug_assert!(false, "no cell is asked for"),
        }
    }

    /// Uses the cards and opens the budget (R6.1, R9.1, R9.2).
    fn place_with(&self, s: &mut State, seat: Seat, cards: Cards) {
        let (one, pair) = (self.tables.one_card_places, self.tables.pair_places);
        let left = match cards.combination() {
            Combination::Archaeologist => {
                s.use_card(seat, ARCHAEOLOGIST, Place::Used);
                one
            }
            Combination::Different(low, high) => {
                s.use_pair(seat, (low, high), Place::Different);
                one
            }
            Combination::Identical(card) => {
                s.use_pair(seat, (card, card), Place::Identical);
                pair
            }
            Combination::Eminence => {
                s.exchange_card(seat, EMINENCE, ARCHAEOLOGIST);
                one
            }
            Combination::Joker(card) => {
                s.use_card(seat, card, Place::BesideJoker);
                s.exchange_card(seat, EMINENCE, ARCHAEOLOGIST);
                pair
            }
        };
        s.decision = Decision::Unit { left, spent: Spent::Nothing };
    }

    fn unit_spent(&self, s: &mut State, spent: Spent, rng: &mut Rng) {
        match s.decision {
            Decision::Unit { left, .. } if left > 1 => s.decision = Decision::Unit { left: left - 1, spent },
            _ => self.next_turn(s, rng),
        }
    }

    /// A card in answer to the open choice.
    fn with_card(&self, s: &mut State, seat: Seat, card: Card, rng: &mut Rng) {
        match s.decision {
            Decision::Discard { rank } => self.take(s, seat, rank, card, rng),
            Decision::Use { left, .. } => {
                s.use_card(seat, card, Place::Used);
                self.use_more(s, left - 1, card, rng);
            }
            Decision::Pay { site, colours } => {
                // R8.4: the card is discarded, an archaeologist enters played.
                s.exchange_card(seat, card, ARCHAEOLOGIST);
                let colours = colours & (colours - 1);
                if colours == 0 {
                    self.remove_and_go_on(s, seat, site, rng);
                } else {
                    s.decision = Decision::Pay { site, colours };
                }
            }
            Decision::Action
            | Decision::Unit { .. }
            | Decision::Exchange
            | Decision::ExchangeSecond { .. }
            | Decision::Hunt
            | Decision::HuntSecond { .. }
            | Decision::HuntOwner { .. }
            | Decision::Over => debug_assert!(false, "no card is asked for"),
        }
    }

    /// The personality replaces the discarded card at once (R7.1, R7.2, R7.3); the rest of the price follows.
    fn take(&self, s: &mut State, seat: Seat, rank: Rank, discarded: Card, rng: &mut Rng) {
        let taken = s.personalities.leave(rank.at(), &mut s.supply);
        s.exchange_card(seat, discarded, taken);
        self.use_more(s, rank.0, ARCHAEOLOGIST, rng);
    }

    fn use_more(&self, s: &mut State, left: u8, least: Card, rng: &mut Rng) {
        if left > 0 {
            s.decision = Decision::Use { left, least };
            return;
        }
        // R7.4
        self.draw_personality(s, rng);
        self.next_turn(s, rng);
    }

    /// A new card for the personality list (R4.5, R7.6).
    pub(super) fn draw_personality(&self, s: &mut State, rng: &mut Rng) {
        if s.deck.is_empty() && self.switches.reshuffle {
            let mut pile = std::mem::take(&mut s.discard);
            s.deck.absorb(&mut pile);
        }
        if let Some(card) = s.deck.draw(rng) {
            s.personalities.enter(Card(card as u8), &mut s.supply, s.first, self.seats);
        }
    }

    fn remove_and_go_on(&self, s: &mut State, seat: Seat, site: Site, rng: &mut Rng) {
        if self.remove_dig(s, seat, site, rng).is_ok() {
            self.next_turn(s, rng);
        }
    }

    /// Two tokens of one player give way to two of another (R9.6).
    fn hunt(&self, s: &mut State, owner: Seat, rng: &mut Rng) {
        if let Decision::HuntOwner { cell, second } = s.decision {
            for cell in [cell, second] {
                if let Some(old) = s.owner(cell) {
                    s.tokens[old.at()].remove(cell);
                    s.supply[old.at()] += 1;
                }
                s.tokens[owner.at()].insert(cell);
                s.supply[owner.at()] -= 1;
            }
        }
        self.next_turn(s, rng);
    }

    /// The next seat that can act (R5.1, R5.2, R5.4); if none can, the round ends (R12) and another begins.
    fn next_turn(&self, s: &mut State, rng: &mut Rng) {
        let mut from = Seat((s.active.0 + 1) % self.seats as u8);
        loop {
            if let Some(seat) = crate::core::game::seats_from(from, self.seats).find(|&seat| self.can_act(s, seat)) {
                s.active = seat;
                s.decision = Decision::Action;
                return;
            }
            if self.extensions(s, rng).is_err() {
                return;
            }
            from = s.first;
        }
    }
}

/// The controller's exchange: two drawn come to the board, then the old two go into the bag (R9.5).
fn exchange(s: &mut State, cells: [u8; 2], rng: &mut Rng) {
    let mut old = [None; 2];
    for (cell, old) in cells.into_iter().zip(&mut old) {
        let drawn = s.bag.draw(rng);
        *old = s.colour(cell);
        if let (Some(new), Some(old)) = (drawn, *old) {
            s.excavation[old].remove(cell);
            s.excavation[new].insert(cell);
        }
    }
    for colour in old.into_iter().flatten() {
        s.bag.add(colour);
    }
}
