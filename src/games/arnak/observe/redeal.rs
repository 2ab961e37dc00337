//! A fresh deal of everything a seat cannot know (RULES.md section 22).

use super::super::Arnak;
use super::super::player::PRIVATE_TOPS;
use super::super::state::{GROUPS, Phase, State, group_key, key_group};
use super::super::words::{Cards, FEAR, FIRST_BASIC};
use crate::core::action_set::nth_bit;
use crate::core::{Bag, Rng, Seat};

/// Deals that may contradict what the viewer has seen before the true one is kept instead.
const TRIES: usize = 32;

/// Maximum number of cards in one group: the basic cards, Fear, and everything bought.
const POOL: usize = 160;

/// Once the cards of a group are redealt, replaces the partner of each private top card by any card of that group.
fn name_pairs(s: &mut State, seat: usize, pairs: [Option<u8>; PRIVATE_TOPS], rng: &mut Rng) {
    for (i, key) in pairs.into_iter().enumerate() {
        let Some((key, group)) = key.and_then(|key| Some((key, key_group(key)?))) else { continue };
        let p = &s.players[seat];
        let cards = || p.hand.iter().filter(|&card| s.key(seat, card) == key);
        let count = cards().count() as u32 + u32::from(p.hand_fear[group]);
        if count > 0 {
            let pair = cards().nth(rng.below(count) as usize).unwrap_or(FEAR);
            s.players[seat].private_tops[i].pair = pair;
        }
    }
}

impl Arnak {
    /// Redeals everything `viewer` cannot know: hands and the decks behind them, the Lost Temple stack, the rescue
    /// stack. Orders nobody knows are not stored, so there is nothing to deal for the viewer's own deck.
    pub(super) fn redeal_hidden(&self, s: &mut State, viewer: Seat, rng: &mut Rng) {
        let before = s.clone();
        for _ in 0..TRIES {
            for seat in (0..self.seats).filter(|&seat| seat != viewer.at()) {
                let pairs = self.flip_private_tops(s, seat, rng);
                for group in 0..GROUPS {
                    self.deal_group(s, seat, group, rng);
                }
                name_pairs(s, seat, pairs, rng);
            }
            self.deal_temple(s, viewer, rng);
            self.deal_rescue(s, viewer, rng);
            if s.seat == viewer.0 || s.phase == Phase::Over {
                return;
            }
            // Another seat's open choice must still be possible: a payment that has begun can be completed.
            s.offered.0 = self.legal_set(s);
            if !s.offered.0.is_empty() {
                return;
            }
            s.clone_from(&before);
        }
    }

    /// Swaps the card put back on top with the one kept, or not: the others cannot tell them apart. Returns the key of each pair
    /// still in hand.
    fn flip_private_tops(&self, s: &mut State, seat: usize, rng: &mut Rng) -> [Option<u8>; PRIVATE_TOPS] {
        let mut pairs = [None; PRIVATE_TOPS];
        let tops = s.players[seat].private_tops;
        for (i, (top, pair)) in tops.iter().zip(&mut pairs).enumerate() {
            let in_hand = if top.pair == FEAR {
                s.players[seat].fear_in_hand() > 0
            } else {
                s.players[seat].hand.0 >> top.pair.min(127) & 1 == 1
            };
            let pair_key = if top.pair == FEAR {
                let group = s.players[seat].hand_fear.iter().position(|&n| n > 0).unwrap_or(0);
                group_key(group)
            } else {
                s.key(seat, top.pair)
            };
            *pair = in_hand.then_some(pair_key);
            // The stream decides which of the two is on top, not whether the true one stays there.
            if !in_hand || top.pair == top.card || (rng.below(2) == 0) == (top.card < top.pair) {
                continue;
            }
            *pair = Some(top.key);
            s.take_from_hand(seat, top.pair);
            s.put_in_hand(seat, top.card, top.key);
            let flipped = &mut s.players[seat].private_tops[i];
            (flipped.card, flipped.key, flipped.pair) = (top.pair, pair_key, top.card);
        }
        pairs
    }

    /// The cards of one group lie in hand, among the cards just seen, privately on top or in the deck; which is where is unknown.
    fn deal_group(&self, s: &mut State, seat: usize, group: usize, rng: &mut Rng) {
        let key = group_key(group);
        let mut pool = [0u8; POOL];
        let mut n = 0;
        let mut collect = |card: u8| {
            pool[n.min(POOL - 1)] = card;
            n += 1;
        };
        let looks = s.seat as usize == seat;
        let of_group = |s: &State, cards: Cards| {
            let mut found = Cards::EMPTY;
            cards.iter().filter(|&c| s.key(seat, c) == key).for_each(|c| found.add(c));
            found
        };
        let p = &s.players[seat];
        let (hand, deck) = (of_group(s, p.hand), of_group(s, p.deck));
        let seen = if looks { of_group(s, s.seen) } else { Cards::EMPTY };
        let seen_fear = if looks { s.seen_fear[group] } else { 0 };
        let tops = p.private_tops.iter().filter(|t| t.key == key).count();
        let sizes = [hand.len() as usize + p.hand_fear[group] as usize, seen.len() as usize + seen_fear as usize];
        hand.iter().chain(deck.iter()).chain(seen.iter()).for_each(&mut collect);
        (0..p.hand_fear[group] + p.deck_fear[group] + seen_fear).for_each(|_| collect(FEAR));
        p.private_tops.iter().filter(|t| t.key == key).for_each(|t| collect(t.card));
        let pool = &mut pool[..n.min(POOL)];
        if pool.len() == sizes[0] || pool.len() == deck.len() as usize + p.deck_fear[group] as usize {
            return;
        }
        // From a fixed order, so that the same stream gives the same deal and nothing of the true one shows.
        pool.sort_unstable();
        rng.shuffle(pool);
        let p = &mut s.players[seat];
        p.hand.0 &= !hand.0;
        p.deck.0 &= !deck.0;
        (p.hand_fear[group], p.deck_fear[group]) = (0, 0);
        if looks {
            s.seen.0 &= !seen.0;
            s.seen_fear[group] = 0;
        }
        for (i, &card) in pool.iter().enumerate() {
            let p = &mut s.players[seat];
            if card != FEAR {
                if card < FIRST_BASIC {
                    s.keys[card as usize] = key;
                } else {
                    p.basic_keys[(card - FIRST_BASIC) as usize & 3] = key;
                }
            }
            if i < sizes[0] {
                if card == FEAR { p.hand_fear[group] += 1 } else { p.hand.add(card) }
            } else if i < sizes[0] + sizes[1] {
                if card == FEAR { s.seen_fear[group] += 1 } else { s.seen.add(card) }
            } else if i < sizes[0] + sizes[1] + tops {
                let at = i - sizes[0] - sizes[1];
                if card != FEAR {
                    if card < FIRST_BASIC {
                        s.keys[card as usize] = 0;
                    } else {
                        p.basic_keys[(card - FIRST_BASIC) as usize & 3] = 0;
                    }
                }
                let top = p.private_tops.iter_mut().filter(|t| key_group(t.key) == Some(group)).nth(at);
                top.expect("as many as were counted").card = card;
            } else if card == FEAR {
                p.deck_fear[group] += 1;
            } else {
                p.deck.add(card);
            }
        }
    }

    /// A seat that has not seen the Lost Temple stack knows only that its tiles were never turned up.
    fn deal_temple(&self, s: &mut State, viewer: Seat, rng: &mut Rng) {
        if s.temple_seen == 0 || s.temple_seen >> viewer.0 & 1 == 1 {
            return;
        }
        let mut pool = Bag(std::array::from_fn::<u8, 6, _>(|kind| self.t.bonus.copies[kind].saturating_sub(s.bonus_seen[kind])));
        s.temple_kinds = [0; 6];
        for _ in 0..s.temple_tiles {
            let kind = pool.draw(rng).expect("the stack is part of what was never turned up");
            s.temple_kinds[kind] += 1;
        }
    }

    /// A seat that has not looked through the rescue stack knows only its top.
    fn deal_rescue(&self, s: &mut State, viewer: Seat, rng: &mut Rng) {
        if s.rescue_seen >> viewer.0 & 1 == 1 || s.rescue.len() < 2 {
            return;
        }
        let mut pool = s.rescue[1..].iter().fold(s.hidden_assistants, |set, &a| set | 1 << a);
        for i in 1..s.rescue.len() {
            let assistant = nth_bit(u64::from(pool), rng.below(pool.count_ones())) as u8;
            pool &= !(1 << assistant);
            s.rescue[i] = assistant;
        }
        s.hidden_assistants = pool;
    }
}
