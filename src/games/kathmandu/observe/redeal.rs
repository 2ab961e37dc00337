//! A fresh deal of everything a seat cannot know (R15.6).

use super::super::Kathmandu;
use super::super::legal::{payable, usable};
use super::super::state::{Decision, Held, OWNED, PLAYERS, Place, State};
use super::super::words::{ARCHAEOLOGIST, Card};
use crate::core::{List, Rng, Seat};

/// Deals to try before the present one is kept.
const TRIES: usize = 64;
/// Shuffles of a player's cards to try. A pair of identical cards fits once in fifteen, so they practically never all fail.
const SHUFFLES: usize = 512;

/// The cards of all players.
type AllCards = [[Held; OWNED]; PLAYERS];

impl Kathmandu {
    pub(in crate::games::kathmandu) fn redeal_hidden(&self, s: &mut State, viewer: Seat, rng: &mut Rng) {
        if let Decision::Use { least, .. } = &mut s.decision
            && s.active != viewer
        {
            // The order in which cards are named is the acting player's secret too.
            *least = ARCHAEOLOGIST;
        }
        let known = s.cards;
        for _ in 0..TRIES {
            exchange_stolen(s, viewer, rng);
            let dealt = (0..self.seats as u8).map(Seat).filter(|&seat| seat != viewer).all(|seat| {
                let placed = place_again(&mut s.cards[seat.at()], rng);
                placed && (seat != s.active || self.can_go_on(s))
            });
            if dealt {
                return;
            }
            s.cards = known;
        }
    }

    /// Whether the acting player can complete the action begun.
    pub(in crate::games::kathmandu) fn can_go_on(&self, s: &State) -> bool {
        let hand = s.hand(s.active);
        match s.decision {
            Decision::Action => self.can_act(s, s.active),
            Decision::Discard { rank } => hand.iter().sum::<u8>() > rank.0,
            Decision::Use { left, least } => left > 0 && usable(&hand, left, least) != 0,
            Decision::Pay { colours, .. } => colours != 0 && payable(&hand, colours) != 0,
            Decision::Unit { .. }
            | Decision::Exchange
            | Decision::ExchangeSecond { .. }
            | Decision::Hunt
            | Decision::HuntSecond { .. }
            | Decision::HuntOwner { .. }
            | Decision::Over => true,
        }
    }
}

/// Exchanges each card stolen unseen for any that the victim might have lost. The latest theft comes first, so that cards stolen
/// again are followed.
fn exchange_stolen(s: &mut State, viewer: Seat, rng: &mut Rng) {
    for (number, theft) in s.thefts.iter().enumerate().rev() {
        // R15.3: thief and victim know the card.
        if theft.thief == viewer || theft.victim == viewer {
            continue;
        }
        let bit = 1u8 << number;
        let mut stolen = None;
        let mut places: List<(usize, usize), { PLAYERS * OWNED }> = List::default();
        for (seat, cards) in s.cards.iter().enumerate() {
            for (slot, held) in cards.iter().enumerate() {
                if held.stolen & bit != 0 {
                    stolen = Some((seat, slot));
                    places.push((seat, slot));
                } else if held.suspect & bit != 0 && seat != viewer.at() {
                    places.push((seat, slot));
                }
            }
        }
        // Whoever holds the stolen card now knows it.
        if let Some(stolen) = stolen.filter(|at| at.0 != viewer.at()) {
            // From a fixed order, so that the same stream gives the same deal whatever the true one is.
            places.sort_unstable_by_key(|&(seat, slot)| order(s.cards[seat][slot], bit - 1));
            let pick = places[rng.index(places.len())];
            if pick != stolen {
                swap_cards(&mut s.cards, stolen, pick, bit);
            }
        }
    }
}

/// Orders cards by their part in some thefts, then by kind, wherever they lie. A card stolen earlier has its own
/// place in the order: its face is not known either.
fn order(held: Held, thefts: u8) -> (u8, u8, Card) {
    (held.stolen & thefts, held.suspect & thefts, held.card)
}

/// Exchanges two cards together with their part in earlier thefts; places and later thefts stay.
fn swap_cards(cards: &mut AllCards, a: (usize, usize), b: (usize, usize), bit: u8) {
    let earlier = bit - 1;
    let (one, two) = (cards[a.0][a.1], cards[b.0][b.1]);
    let merged = |at: Held, with: Held| Held {
        card: with.card,
        place: at.place,
        stolen: at.stolen & !earlier | with.stolen & earlier,
        suspect: at.suspect & !earlier | with.suspect & earlier,
    };
    cards[a.0][a.1] = merged(one, two);
    cards[b.0][b.1] = merged(two, one);
}

/// Redeals a player's red cards among the hand and the places used in secret. False if the pairs laid down forbid it.
fn place_again(cards: &mut [Held; OWNED], rng: &mut Rng) -> bool {
    let mut slots: List<usize, OWNED> = List::default();
    for (slot, held) in cards.iter().enumerate() {
        if held.card.is_personality() && held.place != Place::Came {
            slots.push(slot);
        }
    }
    let before = *cards;
    let mut from = slots;
    from.sort_unstable_by_key(|&slot| order(before[slot], u8::MAX));
    for _ in 0..SHUFFLES {
        rng.shuffle(&mut from);
        for (&to, &from) in slots.iter().zip(&from) {
            cards[to] = Held { place: before[to].place, ..before[from] };
        }
        if pairs_hold(cards) {
            return true;
        }
    }
    *cards = before;
    pairs_hold(cards)
}

/// The cards match what their uses this round have revealed (R15.3).
pub(in crate::games::kathmandu) fn pairs_hold(cards: &[Held; OWNED]) -> bool {
    cards.iter().enumerate().all(|(i, held)| {
        let partner = |card: fn(Card, Card) -> bool| {
            let mut others = cards.iter().enumerate().filter(|&(k, other)| k != i && other.place == held.place);
            others.next().is_some_and(|(_, other)| card(held.card, other.card)) && others.next().is_none()
        };
        match held.place {
            Place::Hand | Place::Came | Place::Used => true,
            Place::BesideJoker => held.card == ARCHAEOLOGIST || held.card.is_base(),
            Place::Identical(number) => number < 3 && partner(|a, b| a == b),
            Place::Different(number) => number < 3 && partner(|a, b| a != b && a.is_personality() && b.is_personality()),
        }
    })
}
