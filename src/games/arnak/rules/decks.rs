//! Cards on the move: drawing, gaining, exiling, the row and its decks (sections 9 and 10).

use super::effects::ast::{DeckEnd, To};
use crate::core::Rng;
use crate::games::arnak::Arnak;
use crate::games::arnak::player::PrivateTop;
use crate::games::arnak::state::{BETWEEN, FIRST_GROUP, GROUPS, PUBLIC, State, group_key, key_group};
use crate::games::arnak::words::{
    ARTIFACT_SET, Cards, FEAR, FEAR_IN_PLAY, FEAR_TILE, FIRST_ARTIFACT, FIRST_BASIC, ITEM_SET, NONE, Site,
};

/// The decks behind the card row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::games::arnak) enum Deck {
    /// Items.
    Items,
    /// Artifacts.
    Artifacts,
}

impl Deck {
    /// All cards of its kind.
    fn cards(self) -> Cards {
        match self {
            Self::Items => ITEM_SET,
            Self::Artifacts => ARTIFACT_SET,
        }
    }
}

impl State {
    /// Takes the card at one end of a deck, and what the others know of it; within a group the card is drawn at random (R95).
    pub(in crate::games::arnak) fn take_from_deck(&mut self, seat: usize, end: DeckEnd, rng: &mut Rng) -> Option<(u8, u8)> {
        let p = &self.players[seat];
        // The last top card put there is the topmost private one.
        let private = p.private_tops.last().map(|t| t.place);
        let (mut best, mut ties) = (None, Cards::EMPTY);
        let better = |key: u8, best: Option<u8>| match (best, end) {
            (None, _) => true,
            (Some(b), DeckEnd::Top) => key < b,
            (Some(b), DeckEnd::Bottom) => key > b,
        };
        for card in p.deck.iter() {
            let key = self.key(seat, card);
            if better(key, best) {
                (best, ties) = (Some(key), Cards(1 << card));
            } else if best == Some(key) {
                ties.add(card);
            }
        }
        for (group, _) in p.deck_fear.iter().enumerate().filter(|(_, n)| **n > 0) {
            let key = group_key(group);
            if better(key, best) {
                (best, ties) = (Some(key), Cards::EMPTY);
            }
        }
        match (best, private) {
            (_, Some(place)) if end == DeckEnd::Top && best.is_none_or(|b| place < b) => {
                let top = self.players[seat].private_tops.pop().expect("it was just seen");
                Some((top.card, top.key))
            }
            (None, Some(_)) => {
                let top = self.players[seat].private_tops.remove(0);
                Some((top.card, top.key))
            }
            (None, None) => None,
            (Some(key), _) => {
                let group = key_group(key);
                let fear = group.map_or(0, |g| u32::from(p.deck_fear[g]));
                let cards = ties.len();
                let n = if cards + fear > 1 { rng.below(cards + fear) } else { 0 };
                let p = &mut self.players[seat];
                if n < cards {
                    let card = ties.nth(n);
                    p.deck.remove(card);
                    Some((card, if group.is_some() { key } else { PUBLIC }))
                } else {
                    p.deck_fear[group.expect("only groups hold Fear")] -= 1;
                    Some((FEAR, key))
                }
            }
        }
    }

    /// Puts a drawn card into the hand.
    #[inline]
    pub(in crate::games::arnak) fn put_in_hand(&mut self, seat: usize, card: u8, key: u8) {
        if card == FEAR {
            self.players[seat].hand_fear[key_group(key).unwrap_or(0)] += 1;
        } else {
            self.players[seat].hand.add(card);
            self.set_key(seat, card, key);
        }
    }

    /// Draws one card into the hand, if there is one (R95).
    pub(in crate::games::arnak) fn draw(&mut self, seat: usize, end: DeckEnd, rng: &mut Rng) {
        if let Some((card, key)) = self.take_from_deck(seat, end, rng) {
            self.put_in_hand(seat, card, key);
        }
    }

    /// Takes a card out of the hand. Among equal Fear cards the one known longest goes first.
    pub(in crate::games::arnak) fn take_from_hand(&mut self, seat: usize, card: u8) {
        if card == FEAR {
            let group = self.players[seat].hand_fear.iter().position(|&n| n > 0);
            self.players[seat].hand_fear[group.expect("a Fear card is in hand")] -= 1;
        } else {
            self.players[seat].hand.remove(card);
            self.set_key(seat, card, 0);
        }
    }

    /// Puts a card into the play area.
    #[inline]
    pub(in crate::games::arnak) fn put_in_play(&mut self, seat: usize, card: u8) {
        if card == FEAR {
            self.players[seat].play_fear += 1;
        } else {
            self.players[seat].play.add(card);
        }
    }

    /// Moves a hand card unused into the play area (R94).
    #[inline]
    pub(in crate::games::arnak) fn put_down(&mut self, seat: usize, card: u8) {
        self.take_from_hand(seat, card);
        self.put_in_play(seat, card);
    }

    /// The key for a card put on top of the deck. If a position from outside has used up all keys, the card joins the first group.
    fn top_key(&mut self, seat: usize) -> u8 {
        let p = &self.players[seat];
        let known = p.deck.iter().map(|c| self.key(seat, c)).chain(p.private_tops.iter().map(|t| t.place));
        let top = known.fold(FIRST_GROUP, u8::min);
        if top > 1 {
            return top - 1;
        }
        // Cards that have since left used up the numbers: renumber the rest.
        let mut next = FIRST_GROUP - 1;
        for key in (1..FIRST_GROUP).rev() {
            if let Some(card) = self.players[seat].deck.iter().find(|&c| self.key(seat, c) == key) {
                self.set_key(seat, card, next);
                next -= 1;
            } else if let Some(top) = self.players[seat].private_tops.iter_mut().find(|t| t.place == key) {
                top.place = next;
                next -= 1;
            }
        }
        if next == 0 { FIRST_GROUP } else { next }
    }

    /// The key for a card put under the deck: below what was put there this round (R77). If a position from outside has used up
    /// all keys, the card joins the next group.
    fn bottom_key(&mut self, seat: usize) -> u8 {
        let base = group_key(self.round as usize - 1);
        let here = |s: &Self, card: &u8| (base + 1..base + BETWEEN).contains(&s.key(seat, *card));
        let deck = self.players[seat].deck;
        let last = deck.iter().filter(|c| here(self, c)).map(|c| self.key(seat, c)).max().unwrap_or(base);
        if last + 1 < base + BETWEEN {
            return last + 1;
        }
        // Cards that have since left used up this round's numbers: renumber the rest.
        let mut next = base + 1;
        for key in base + 1..base + BETWEEN {
            if let Some(card) = deck.iter().find(|&c| self.key(seat, c) == key) {
                self.set_key(seat, card, next);
                next += 1;
            }
        }
        if next < base + BETWEEN { next } else { group_key((self.round as usize).min(GROUPS - 1)) }
    }

    /// Puts an item where a step says (R77, R82).
    pub(in crate::games::arnak) fn put_item(&mut self, seat: usize, card: u8, to: To) {
        match to {
            To::Hand => self.put_in_hand(seat, card, PUBLIC),
            To::DeckTop => {
                let key = self.top_key(seat);
                self.players[seat].deck.add(card);
                self.set_key(seat, card, key);
            }
            To::DeckBottom => {
                let key = self.bottom_key(seat);
                self.players[seat].deck.add(card);
                self.set_key(seat, card, key);
            }
            To::Play => self.players[seat].play.add(card),
        }
    }

    /// Puts a card that only the owner has seen back on top.
    pub(in crate::games::arnak) fn put_private_top(&mut self, seat: usize, card: u8, key: u8, pair: u8) {
        let place = self.top_key(seat);
        let p = &mut self.players[seat];
        if place < FIRST_GROUP {
            p.private_tops.push(PrivateTop { card, place, key, pair });
        } else if card == FEAR {
            p.deck_fear[0] += 1;
        } else {
            p.deck.add(card);
            self.set_key(seat, card, place);
        }
    }

    /// Draws a card to be seen by its owner alone.
    pub(in crate::games::arnak) fn see_card(&mut self, end: DeckEnd, rng: &mut Rng) {
        let seat = self.seat as usize;
        if let Some((card, key)) = self.take_from_deck(seat, end, rng) {
            if card == FEAR {
                self.seen_fear[key_group(key).unwrap_or(0)] += 1;
            } else {
                self.seen.add(card);
                self.set_key(seat, card, key);
            }
        }
    }

    /// Takes a card from those seen, with its key.
    pub(in crate::games::arnak) fn unsee(&mut self, card: u8) -> u8 {
        if card == FEAR {
            let group = (0..GROUPS).find(|&g| self.seen_fear[g] > 0).expect("a Fear card was seen");
            self.seen_fear[group] -= 1;
            group_key(group)
        } else {
            self.seen.remove(card);
            self.key(self.seat as usize, card)
        }
    }

    /// Gives the guardian of a site to the player to act (R56).
    pub(in crate::games::arnak) fn take_guardian(&mut self, site: Site) {
        let guardian = std::mem::replace(&mut self.guardian_at[site.at()], NONE);
        if guardian != NONE {
            self.me_mut().guardians |= 1 << guardian;
        }
    }

    /// Gains Fear: a card from the supply, or a fear tile (R93, R119).
    pub(in crate::games::arnak) fn gain_fear(&mut self, seat: usize) {
        if self.fear_supply > 0 {
            self.fear_supply -= 1;
            self.players[seat].play_fear += 1;
        } else {
            let tiles = &mut self.players[seat].fear_tiles;
            *tiles = tiles.saturating_add(1);
        }
    }

    /// Exiles a card of the player to act (R90, R91).
    pub(in crate::games::arnak) fn exile(&mut self, pick: u8) {
        let seat = self.seat as usize;
        match pick {
            FEAR => {
                self.take_from_hand(seat, FEAR);
                self.fear_supply += 1;
            }
            FEAR_IN_PLAY => {
                self.players[seat].play_fear -= 1;
                self.fear_supply += 1;
            }
            FEAR_TILE => self.players[seat].fear_tiles -= 1,
            card => {
                if self.players[seat].hand.has(card) {
                    self.take_from_hand(seat, card);
                } else {
                    self.players[seat].play.remove(card);
                }
                if card < FIRST_BASIC {
                    self.exile.add(card);
                }
            }
        }
    }

    /// Takes a card out of the row, the exile pile or from the top of its deck.
    pub(in crate::games::arnak) fn take_offered(&mut self, card: u8) {
        let (row, top) = if card < FIRST_ARTIFACT {
            (&mut self.item_row, &mut self.item_top)
        } else {
            (&mut self.artifact_row, &mut self.artifact_top)
        };
        if let Some(slot) = row.iter_mut().find(|c| **c == card) {
            *slot = NONE;
        } else if *top == card {
            *top = NONE;
            self.market.remove(card);
        } else {
            self.exile.remove(card);
        }
    }

    /// The turned-up card of a deck.
    fn top(&mut self, deck: Deck) -> &mut u8 {
        match deck {
            Deck::Items => &mut self.item_top,
            Deck::Artifacts => &mut self.artifact_top,
        }
    }

    /// Turns up the top card of a deck, if it has one (R81).
    pub(in crate::games::arnak) fn reveal_top(&mut self, deck: Deck, rng: &mut Rng) {
        let pile = Cards(self.market.0 & deck.cards().0);
        if *self.top(deck) != NONE || pile.is_empty() {
            return;
        }
        *self.top(deck) = pile.nth(rng.below(pile.len()));
    }

    fn deal(&mut self, deck: Deck, rng: &mut Rng) -> u8 {
        self.reveal_top(deck, rng);
        let card = std::mem::replace(self.top(deck), NONE);
        if card != NONE {
            self.market.remove(card);
        }
        card
    }

    /// Fills the gaps of the row (R83): cards slide toward the staff, new ones come to the far end.
    pub(in crate::games::arnak) fn refill(&mut self, rng: &mut Rng) {
        for deck in [Deck::Artifacts, Deck::Items] {
            let (capacity, row) = match deck {
                Deck::Artifacts => (self.round as usize, self.artifact_row),
                Deck::Items => (6 - self.round as usize, self.item_row),
            };
            let pile = self.market.0 & deck.cards().0;
            // R83, R85: if there is no card to deal, nothing slides.
            if pile == 0 || row[..capacity].iter().all(|&c| c != NONE) {
                continue;
            }
            let mut filled = [NONE; 5];
            let mut n = 0;
            for &card in row.iter().filter(|c| **c != NONE) {
                filled[n] = card;
                n += 1;
            }
            while n < capacity {
                let card = self.deal(deck, rng);
                if card == NONE {
                    break;
                }
                filled[n] = card;
                n += 1;
            }
            match deck {
                Deck::Artifacts => self.artifact_row = filled,
                Deck::Items => self.item_row = filled,
            }
        }
    }

    /// Moves the staff on (R141): the cards beside it are exiled, artifacts gain a slot, items lose one.
    pub(in crate::games::arnak) fn move_staff(&mut self) {
        for card in [self.artifact_row[0], self.item_row[0]] {
            if card != NONE {
                self.exile.add(card);
            }
        }
        self.artifact_row[0] = NONE;
        self.artifact_row.rotate_right(1);
        self.item_row[0] = NONE;
        self.item_row.rotate_left(1);
    }

    /// Shuffles the play area under the deck (R141).
    pub(in crate::games::arnak) fn bury_play_area(&mut self, seat: usize) {
        let group = (self.round as usize).min(GROUPS - 1);
        let play = self.players[seat].play;
        for card in play.iter() {
            self.set_key(seat, card, group_key(group));
        }
        let p = &mut self.players[seat];
        p.deck.0 |= play.0;
        p.play = Cards::EMPTY;
        p.deck_fear[group] += std::mem::take(&mut p.play_fear);
    }
}

impl Arnak {
    /// Gives the player to act a card: an item under the deck, an artifact into play with its effect (R77, R78).
    pub(in crate::games::arnak) fn obtain(&self, s: &mut State, card: u8, to: To, flags: u8) {
        let seat = s.seat as usize;
        s.take_offered(card);
        if card < FIRST_ARTIFACT {
            s.put_item(seat, card, to);
            self.next(s);
        } else {
            s.players[seat].play.add(card);
            self.call_artifact(s, card, flags);
        }
    }
}
