//! The evaluation: the boards' expected final value, plus what the seat's own bids may still earn.

use super::super::Agartha;
use super::super::state::{Board, Decision, PLAYERS, ROUNDS, State};
use super::super::words::{CARDS, Card, Deed, Slot, Zone};
use crate::core::score::lead;
use crate::core::{Advise, MAX_SEATS, Seat};

/// The weight of each feature, in points unless stated otherwise.
mod weight {
    /// One character in a village slot.
    pub const VILLAGE_1: f32 = 0.6;
    /// Two characters in a village slot.
    pub const VILLAGE_2: f32 = 1.6;
    /// Three.
    pub const VILLAGE_3: f32 = 3.2;
    /// Four or more.
    pub const VILLAGE_4: f32 = 5.2;
    /// Share of the best exploration level that its slot satisfies.
    pub const EXPLORATION_READY: f32 = 0.75;
    /// A card in the exploration slot that a level still needs.
    pub const EXPLORATION_CARD: f32 = 0.5;
    /// Share of a lot that lacks its compass.
    pub const LOT_WITHOUT_COMPASS: f32 = 0.5;
    /// A compass waiting for places.
    pub const COMPASS: f32 = 1.2;
    /// A lot that can still grow.
    pub const LOT_GROWTH: f32 = 0.5;
    /// An amulet outside its sector.
    pub const AMULET: f32 = 1.7;
    /// A different object, for each round left.
    pub const OBJECT: f32 = 0.35;
    /// Any object in a slot.
    pub const LOOSE: f32 = 0.15;
    /// A move token in an action zone.
    pub const MOVE_TOKEN: f32 = 0.9;
    /// A swap token in an action zone.
    pub const SWAP_TOKEN: f32 = 0.2;
    /// A draw token in an action zone.
    pub const DRAW_TOKEN: f32 = 1.8;
    /// The fraction of a card's value that a bid for it is worth, besides the chance of winning it.
    pub const WON_CARD: f32 = 0.85;
    /// The fraction of its value that a card about to be placed is worth.
    pub const IN_HAND: f32 = 0.9;
    /// A token not yet placed in this round.
    pub const FREE_TOKEN: f32 = 1.2;
    /// The lead, in points, that is as good as a win.
    pub const MARGIN: f32 = 20.0;
}

/// The worth of each board when last evaluated; most choices change no board.
#[derive(Clone, Debug, Default)]
pub struct Notes([Sight; PLAYERS]);

/// The worth of a board, and of each card that was considered for it, with the inputs they follow from: the board and the rounds
/// left.
#[derive(Clone, Debug, Default)]
struct Sight {
    of: Option<(Board, f32)>,
    worth: f32,
    cards: [Option<f32>; CARDS],
}

impl Advise for Agartha {
    type Notes = Notes;

    fn evaluate_on(&self, s: &State, seat: Seat, notes: &mut Notes) -> f32 {
        let over = s.decision == Decision::Over;
        let left = if over { 0.0 } else { f32::from(ROUNDS + 1 - s.round) };
        let mut worth = [0.0; MAX_SEATS];
        for ((worth, board), sight) in worth.iter_mut().zip(&s.boards).zip(&mut notes.0).take(self.seats) {
            if sight.of != Some((*board, left)) {
                *sight = Sight { of: Some((*board, left)), worth: self.board_worth(board, left), cards: [None; CARDS] };
            }
            *worth = sight.worth;
        }
        if !over {
            worth[seat.at()] += self.bids_worth(s, seat, left, &mut notes.0[seat.at() & (PLAYERS - 1)]);
            // Cards on their way to a board, all public (R11.5).
            let taker = |at| s.takers.get(self.taker_of(s, at));
            let bound = s.won.iter().enumerate().filter_map(|(at, card)| Some((taker(at)?.at(), (*card)?)));
            for (owner, card) in bound.chain(s.drawn.map(|card| (s.actor.at(), card))) {
                let at = owner & (PLAYERS - 1);
                worth[owner] += weight::IN_HAND * self.card_seen(&s.boards[at], card, left, &mut notes.0[at]);
            }
        }
        (lead(&worth, seat, self.seats) / weight::MARGIN).clamp(-1.0, 1.0)
    }
}

impl Agartha {
    /// The points of a board at the end, plus what its cards promise in the rounds that are left.
    fn board_worth(&self, board: &Board, left: f32) -> f32 {
        let points = self.final_points(board);
        let different = Card::OBJECTS.iter().filter(|&&o| board.count(Slot::Objects, o) > 0).count() as f32;
        // Half a pair of encounters counts half.
        let mut worth = points.total() as f32 + different * f32::from(board.encounter % 2) * 0.5;
        if left <= 0.0 {
            return worth;
        }
        let hope = (left / 2.5).min(1.0);
        let mut promise = different * left * weight::OBJECT;
        for slot in [Slot::Village1, Slot::Village2] {
            let characters = board.count(slot, Card::Character);
            promise += match characters {
                0 => 0.0,
                1 => weight::VILLAGE_1,
                2 => weight::VILLAGE_2,
                3 => weight::VILLAGE_3,
                _ => weight::VILLAGE_4,
            } + f32::from(characters) * 0.5 * different * 0.7;
        }
        let (places, characters) = (board.places(Slot::Exploration), board.count(Slot::Exploration, Card::Character));
        let pairs = places.min(characters);
        let open = (0..3u8).filter(|level| board.levels >> level & 1 == 0);
        let ready = open.clone().filter(|level| *level < pairs).map(|l| self.exploration_points(l as usize)).max();
        promise += weight::EXPLORATION_READY * ready.unwrap_or(0) as f32;
        if let Some(goal) = open.max() {
            promise += weight::EXPLORATION_CARD * f32::from(places.min(goal + 1) + characters.min(goal + 1));
        }
        for slot in Slot::PLACES {
            let like = Card::PLACES.iter().map(|&p| board.count(slot, p)).max().unwrap_or(0);
            let compass = board.count(slot, Card::Compass) > 0;
            promise += match (like, compass) {
                (0, false) => 0.0,
                (0, true) => weight::COMPASS,
                (n, false) => weight::LOT_WITHOUT_COMPASS * f32::from(self.parts.lot[(n as usize).min(5)]),
                (_, true) => weight::LOT_GROWTH,
            };
        }
        for slot in &board.slots {
            promise += f32::from(slot[Card::Amulet as usize]) * weight::AMULET;
            promise += Card::OBJECTS.iter().map(|&o| f32::from(slot[o as usize])).sum::<f32>() * weight::LOOSE;
        }
        worth += hope * promise;
        worth
    }

    /// The expected gain from the seat's own tokens on the tiles. The values of the others' tokens are unknown: each counts as 2.
    fn bids_worth(&self, s: &State, seat: Seat, left: f32, sight: &mut Sight) -> f32 {
        let bidding = matches!(s.decision, Decision::Token | Decision::Place);
        let owner = |i: usize| (s.holder.at() + i) % self.seats;
        let mut worth = 0.0;
        if bidding {
            let placed = (0..s.bids.len()).filter(|&i| owner(i) == seat.at()).count();
            worth += (3 - placed.min(3)) as f32 * weight::FREE_TOKEN;
        }
        let board = &s.boards[seat.at() & (PLAYERS - 1)];
        for tile in 0..self.parts.tiles {
            let (mut own, mut others, mut count) = (0.0, [0.0f32; PLAYERS], 0);
            for (i, bid) in s.bids.iter().enumerate() {
                if bid.spot.tile().at() != tile || bid.spot.0 < s.revealed {
                    continue;
                }
                match bid.spot.zone() {
                    Zone::Action if owner(i) == seat.at() => {
                        worth += match self.parts.deeds[bid.token.at()] {
                            Deed::Move => weight::MOVE_TOKEN,
                            Deed::Swap => weight::SWAP_TOKEN,
                            Deed::Draw => weight::DRAW_TOKEN,
                        };
                    }
                    Zone::Auction if owner(i) == seat.at() => {
                        own += f32::from(bid.token.0) + 1.0;
                        count += 1;
                    }
                    Zone::Auction => others[owner(i) & (PLAYERS - 1)] += 2.0,
                    Zone::Action => (),
                }
            }
            if count == 0 {
                continue;
            }
            let rival = others.iter().copied().fold(if bidding { 0.7 } else { 0.0 }, f32::max);
            let tie = if s.holder == seat { 0.5 } else { -0.2 };
            let chance = 1.0 / (1.0 + (-1.3 * (own - rival + tie)).exp());
            let cards: f32 = s.tiles[tile].iter().flatten().map(|&card| self.card_seen(board, card, left, sight)).sum();
            worth += chance * cards * weight::WON_CARD;
        }
        worth
    }

    /// The value a card adds to a board, computed once per board.
    fn card_seen(&self, board: &Board, card: Card, left: f32, sight: &mut Sight) -> f32 {
        let before = sight.worth;
        *sight.cards[card as usize].get_or_insert_with(|| self.card_worth(board, card, before, left))
    }

    /// The value a card adds to a board in its best place.
    fn card_worth(&self, board: &Board, card: Card, before: f32, left: f32) -> f32 {
        let slots: &[Slot] = match card {
            Card::Character => &[Slot::Village1, Slot::Village2, Slot::Exploration],
            Card::Forest | Card::Mountain | Card::Village => &[Slot::Places1, Slot::Places2, Slot::Places3, Slot::Exploration],
            Card::Compass => &Slot::PLACES,
            Card::Amulet | Card::Knife | Card::Axe | Card::Torch | Card::Vial => &[Slot::Objects],
        };
        let with = |slot: Slot| {
            let mut with = *board;
            with.slots[slot as usize][card as usize] += 1;
            self.board_worth(&with, left) - before
        };
        slots.iter().map(|&slot| with(slot)).fold(0.0, f32::max)
    }
}
