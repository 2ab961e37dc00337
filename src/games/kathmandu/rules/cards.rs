//! Moving cards between places, and what the others may infer from it (R1.6, R15).

use super::super::state::{Held, OWNED, Place, State, THEFTS, Theft};
use super::super::words::{ARCHAEOLOGIST, Card};
use crate::core::{Rng, Seat};

impl State {
    /// Lays down a card from the hand (R1.6).
    pub(in crate::games::kathmandu) fn use_card(&mut self, seat: Seat, card: Card, place: Place) {
        let slot = self.in_hand(seat, card);
        self.cards[seat.at()][slot].place = place;
    }

    /// Lays down two cards as a pair, told apart from the round's other pairs.
    pub(in crate::games::kathmandu) fn use_pair(&mut self, seat: Seat, cards: (Card, Card), place: fn(u8) -> Place) {
        let taken = |n: u8| self.cards[seat.at()].iter().any(|held| held.place == place(n));
        let number = (0..3).find(|&n| !taken(n)).unwrap_or(3);
        self.use_card(seat, cards.0, place(number));
        self.use_card(seat, cards.1, place(number));
    }

    /// Shows and discards a card from the hand; another takes its place among the played cards (R1.6, R3.2, R3.3).
    pub(in crate::games::kathmandu) fn exchange_card(&mut self, seat: Seat, card: Card, replacement: Card) {
        let slot = self.in_hand(seat, card);
        let gone = self.cards[seat.at()][slot];
        if card.is_personality() {
            self.discard.add(card.at());
        }
        self.cards[seat.at()][slot] = Held { card: replacement, place: Place::Came, ..Held::default() };
        // A stolen card that is shown is no secret any more.
        for theft in (0..THEFTS).rev().filter(|&t| gone.stolen >> t & 1 == 1) {
            self.forget_theft(theft);
        }
    }

    /// Takes a random card from the victim's hand; `rogue` passes its place on to it (R9.4). Returns the card.
    pub(in crate::games::kathmandu) fn steal(
        &mut self,
        thief: Seat,
        rogue: Card,
        victim: Seat,
        seats: usize,
        rng: &mut Rng,
    ) -> Card {
        let into = self.in_hand(thief, rogue);
        self.exchange_card(thief, rogue, ARCHAEOLOGIST);
        let nth = rng.index(usize::from(self.hand_size(victim)));
        let in_hand = |&slot: &usize| self.cards[victim.at()][slot].place == Place::Hand;
        let slot = (0..OWNED).filter(in_hand).nth(nth).expect("the draw is below the size of the hand");
        // The victim's new archaeologist is usable this round.
        let mut loot = std::mem::take(&mut self.cards[victim.at()][slot]);
        if loot.card.is_personality() && seats > 2 {
            self.remember_theft(Theft { thief, victim }, &mut loot);
        }
        self.cards[thief.at()][into] = Held { place: Place::Came, ..loot };
        loot.card
    }

    /// Takes all cards back into hand (R12.8).
    pub(in crate::games::kathmandu) fn take_up(&mut self) {
        for held in self.cards.as_flattened_mut() {
            held.place = Place::Hand;
        }
    }

    /// The place of a card in hand; preferably one that plays no part in a theft, which leaves the others most in doubt.
    fn in_hand(&self, seat: Seat, card: Card) -> usize {
        let mut found = None;
        for (slot, held) in self.cards[seat.at()].iter().enumerate() {
            if held.card == card && held.place == Place::Hand {
                if held.stolen | held.suspect == 0 {
                    return slot;
                }
                found = found.or(Some(slot));
            }
        }
        found.expect("legal offers only cards in hand")
    }

    /// Notes the theft of a red card. For the others it may be any red card that the victim had not laid down openly (R15.6).
    fn remember_theft(&mut self, theft: Theft, loot: &mut Held) {
        if self.thefts.len() == THEFTS {
            self.forget_theft(0);
            loot.stolen >>= 1;
            loot.suspect >>= 1;
        }
        let bit = 1 << self.thefts.len();
        self.thefts.push(theft);
        loot.stolen |= bit;
        for held in &mut self.cards[theft.victim.at()] {
            if held.card.is_personality() && held.place != Place::Came {
                held.suspect |= bit;
            }
        }
    }

    /// Drops a theft; later ones move down.
    fn forget_theft(&mut self, theft: usize) {
        let squeeze = |bits: u8| {
            let below = (1u8 << theft) - 1;
            bits & below | bits >> 1 & !below
        };
        self.thefts.remove(theft);
        for held in self.cards.as_flattened_mut() {
            held.stolen = squeeze(held.stolen);
            held.suspect = squeeze(held.suspect);
        }
    }
}
