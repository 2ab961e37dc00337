//! The consequences of each choice, and whose turn comes next.

use super::Kathmandu;
use super::actions::Act;
use super::events::{self, Listing};
use super::state::{Decision, Place, Spent, State};
use super::words::{ARCHAEOLOGIST, BOUNTY_HUNTER, CONTROLLER, CURATOR, Card, Cards, Combination, EMINENCE, ROGUE, Rank, Site};
use crate::core::{Apply, Rng, Seat, Witness};

impl Apply for Kathmandu {
    fn apply<W: Witness>(&self, s: &mut State, act: Act, rng: &mut Rng, witness: &mut W) {
        let seat = s.active;
        match act {
            Act::Cell(cell) => self.at_cell(s, seat, cell.0, rng, witness),
            Act::PutSite(rank) => {
                let (site, before) = (s.sites.0[rank.at()].card.site, s.supply);
                s.sites.put(rank.at(), seat, &mut s.supply);
                self.tell_listed(s, seat, Listing::Site(site), before, witness);
                self.unit_spent(s, Spent::Put, rng, witness);
            }
            Act::PutPersonality(rank) => {
                let (card, before) = (s.personalities.0[rank.at()].card, s.supply);
                s.personalities.put(rank.at(), seat, &mut s.supply);
                self.tell_listed(s, seat, Listing::Personality(card), before, witness);
                self.unit_spent(s, Spent::Put, rng, witness);
            }
            Act::BackSite(rank) => {
                let site = s.sites.0[rank.at()].card.site;
                s.sites.take_back(rank.at(), seat, &mut s.supply);
                self.tell_unlisted(seat, Listing::Site(site), witness);
                self.unit_spent(s, Spent::TookBack, rng, witness);
            }
            Act::BackPersonality(rank) => {
                let card = s.personalities.0[rank.at()].card;
                s.personalities.take_back(rank.at(), seat, &mut s.supply);
                self.tell_unlisted(seat, Listing::Personality(card), witness);
                self.unit_spent(s, Spent::TookBack, rng, witness);
            }
            Act::Stop => {
                self.tell_stop(s, seat, witness);
                self.next_turn(s, rng, witness);
            }
            Act::Place(cards) => self.place_with(s, seat, cards, witness),
            Act::Take(rank) => {
                self.tell_wish(s, seat, rank, witness);
                s.decision = Decision::Discard { rank };
            }
            Act::Remove(site) => {
                let dig = s.sites.cards().find(|dig| dig.site == site).map_or_else(Default::default, |dig| dig.cells);
                let colours = s.colours(dig);
                self.tell_removal_begun(seat, site, colours, witness);
                s.decision = Decision::Pay { site, colours };
            }
            Act::Curator(site) => {
                // R9.3
                s.exchange_card(seat, CURATOR, ARCHAEOLOGIST);
                self.tell_triggered(seat, CURATOR, witness);
                let keeper = self.switches.curator_scores.then_some(seat);
                self.remove_and_go_on(s, seat, keeper, site, rng, witness);
            }
            Act::Rogue(victim) => {
                // R9.4
                self.tell_triggered(seat, ROGUE, witness);
                let loot = s.steal(seat, ROGUE, victim.into(), self.seats, rng);
                self.tell_theft(seat, victim.into(), loot, witness);
                self.next_turn(s, rng, witness);
            }
            Act::Controller => {
                s.exchange_card(seat, CONTROLLER, ARCHAEOLOGIST);
                self.tell_triggered(seat, CONTROLLER, witness);
                s.decision = Decision::Exchange;
            }
            Act::BountyHunter => {
                s.exchange_card(seat, BOUNTY_HUNTER, ARCHAEOLOGIST);
                self.tell_triggered(seat, BOUNTY_HUNTER, witness);
                s.decision = Decision::Hunt;
            }
            Act::Pass => {
                // R5.3
                self.tell_pass(s, seat, witness);
                for held in s.cards[seat.at()].iter_mut().filter(|held| held.place == Place::Hand) {
                    held.place = Place::Used;
                }
                self.next_turn(s, rng, witness);
            }
            Act::Card(card) => self.with_card(s, seat, card, rng, witness),
            Act::Owner(owner) => self.hunt(s, owner.into(), rng, witness),
        }
    }
}

impl Kathmandu {
    /// Carries out the open choice on a cell.
    fn at_cell<W: Witness>(&self, s: &mut State, seat: Seat, cell: u8, rng: &mut Rng, witness: &mut W) {
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
                self.tell_token(s, seat, cell, spent, witness);
                self.unit_spent(s, spent, rng, witness);
            }
            Decision::Exchange => {
                self.tell_chosen(seat, cell, witness);
                s.decision = Decision::ExchangeSecond { cell };
            }
            Decision::ExchangeSecond { cell: first } => {
                let old = [first, cell].map(|cell| s.colour(cell));
                exchange(s, [first, cell], rng);
                self.tell_exchange(s, seat, [first, cell], old, witness);
                self.next_turn(s, rng, witness);
            }
            Decision::Hunt => {
                self.tell_chosen(seat, cell, witness);
                s.decision = Decision::HuntSecond { cell };
            }
            Decision::HuntSecond { cell: first } => {
                self.tell_chosen(seat, cell, witness);
                s.decision = Decision::HuntOwner { cell: first, second: cell };
            }
            Decision::Action
            | Decision::Discard { .. }
            | Decision::Use { .. }
            | Decision::Pay { .. }
            | Decision::HuntOwner { .. }
            | Decision::Over => debug_assert!(false, "no cell is asked for"),
        }
    }

    /// Uses the cards and opens the budget (R6.1, R9.1, R9.2).
    fn place_with<W: Witness>(&self, s: &mut State, seat: Seat, cards: Cards, witness: &mut W) {
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
        self.tell_budget(seat, cards.combination(), left, witness);
        s.decision = Decision::Unit { left, spent: Spent::Nothing };
    }

    fn unit_spent<W: Witness>(&self, s: &mut State, spent: Spent, rng: &mut Rng, witness: &mut W) {
        match s.decision {
            Decision::Unit { left, .. } if left > 1 => s.decision = Decision::Unit { left: left - 1, spent },
            _ => self.next_turn(s, rng, witness),
        }
    }

    /// Carries out the open choice of a card.
    fn with_card<W: Witness>(&self, s: &mut State, seat: Seat, card: Card, rng: &mut Rng, witness: &mut W) {
        match s.decision {
            Decision::Discard { rank } => self.take(s, seat, rank, card, rng, witness),
            Decision::Use { left, .. } => {
                s.use_card(seat, card, Place::Used);
                self.tell_used(seat, card, witness);
                self.use_more(s, left - 1, card, rng, witness);
            }
            Decision::Pay { site, colours } => {
                // R8.4: the card is discarded, an archaeologist enters played.
                s.exchange_card(seat, card, ARCHAEOLOGIST);
                self.tell_paid(seat, card, colours, witness);
                let colours = colours & (colours - 1);
                if colours == 0 {
                    self.remove_and_go_on(s, seat, Some(seat), site, rng, witness);
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

    /// Takes a personality, which replaces the discarded card at once (R7.1, R7.2, R7.3); the rest of the price follows.
    fn take<W: Witness>(&self, s: &mut State, seat: Seat, rank: Rank, discarded: Card, rng: &mut Rng, witness: &mut W) {
        let before = s.supply;
        let taken = s.personalities.leave(rank.at(), &mut s.supply);
        s.exchange_card(seat, discarded, taken);
        self.tell_taken(seat, taken, discarded, witness);
        self.tell_returned(s, before, "personalities", witness);
        self.use_more(s, rank.0, ARCHAEOLOGIST, rng, witness);
    }

    fn use_more<W: Witness>(&self, s: &mut State, left: u8, least: Card, rng: &mut Rng, witness: &mut W) {
        if left > 0 {
            s.decision = Decision::Use { left, least };
            return;
        }
        // R7.4
        self.draw_personality(s, rng, witness);
        self.next_turn(s, rng, witness);
    }

    /// Draws a new card for the personality list (R4.5, R7.6).
    pub(super) fn draw_personality<W: Witness>(&self, s: &mut State, rng: &mut Rng, witness: &mut W) {
        if s.deck.is_empty() && self.switches.reshuffle {
            let mut pile = std::mem::take(&mut s.discard);
            events::reshuffled(pile.total(), witness);
            s.deck.absorb(&mut pile);
        }
        if let Some(card) = s.deck.draw(rng) {
            let (card, before) = (Card(card as u8), s.supply);
            s.personalities.enter(card, &mut s.supply, s.first, self.seats);
            self.tell_entered(s, Listing::Personality(card), before, witness);
        }
    }

    /// Removes a dig; its site cards go to `keeper`, or out of the game.
    fn remove_and_go_on<W: Witness>(
        &self,
        s: &mut State,
        seat: Seat,
        keeper: Option<Seat>,
        site: Site,
        rng: &mut Rng,
        witness: &mut W,
    ) {
        if self.remove_dig(s, seat, keeper, site, rng, witness).is_ok() {
            self.next_turn(s, rng, witness);
        }
    }

    /// Replaces two tokens of one player by two of another (R9.6).
    fn hunt<W: Witness>(&self, s: &mut State, owner: Seat, rng: &mut Rng, witness: &mut W) {
        if let Decision::HuntOwner { cell, second } = s.decision {
            let old = s.owner(cell);
            for cell in [cell, second] {
                if let Some(old) = s.owner(cell) {
                    s.tokens[old.at()].remove(cell);
                    s.supply[old.at()] += 1;
                }
                s.tokens[owner.at()].insert(cell);
                s.supply[owner.at()] -= 1;
            }
            self.tell_hunted(s.active, [cell, second], old, owner, witness);
        }
        self.next_turn(s, rng, witness);
    }

    /// Passes the turn to the next seat that can act (R5.1, R5.2, R5.4); if none can, the round ends (R12) and another begins.
    fn next_turn<W: Witness>(&self, s: &mut State, rng: &mut Rng, witness: &mut W) {
        let mut from = Seat((s.active.0 + 1) % self.seats as u8);
        loop {
            if let Some(seat) = crate::core::seat::seats_from(from, self.seats).find(|&seat| self.can_act(s, seat)) {
                s.active = seat;
                s.decision = Decision::Action;
                return;
            }
            if self.extensions(s, rng, witness).is_err() {
                return;
            }
            from = s.first;
        }
    }
}

/// Carries out the controller's exchange: two drawn tokens come to the board, then the old two go into the bag (R9.5).
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
