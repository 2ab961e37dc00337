//! The consequences of a choice: placing tokens and cards, the three actions, activations and their chains.

use super::actions::Act;
use super::events;
use super::rules::pile::draw_card;
use super::rules::resolve::ask_taker;
use super::setup::deal;
use super::state::{Bid, Decision, State};
use super::words::{Area, Card, Deed, Goal, Level, POSITIONS, Position, Site, Slot, Spot, TOKENS, Tile, Token, Zone};
use super::{Agartha, ThirdCard};
use crate::core::{Apply, Rng, Seat, Witness};

impl Apply for Agartha {
    #[inline]
    fn apply<W: Witness>(&self, s: &mut State, act: Act, rng: &mut Rng, witness: &mut W) {
        match act {
            Act::Token(token) => {
                s.chosen = Some(token);
                s.decision = Decision::Place;
                events::taken_up(s.actor, token, witness);
            }
            Act::Place(tile, zone) => self.place(s, Spot::new(tile, zone), rng, witness),
            Act::Put(goal) => self.put(s, goal, rng, witness),
            Act::Take(slot, card) => self.take(s, slot, card, rng, witness),
            Act::DrawPile => {
                let card = draw_card(s, rng, witness);
                events::drawn(s.actor, card, None, witness);
                draws(s, card);
            }
            Act::Choose(tile, position) => self.choose(s, tile, position, rng, witness),
            Act::Activate(site, level) => self.activate(s, site, level, rng, witness),
            Act::Stop => {
                s.open = 0; // R6.7 step 4
                events::stopped(s.actor, witness);
                self.resume(s, rng, witness);
            }
            // R6.7 step 3: a declined reward keeps the open set.
            Act::Decline => {
                events::declined(s.actor, s.decision, witness);
                self.chain(s, rng, witness);
            }
        }
    }
}

impl Agartha {
    /// The seat after another one, clockwise.
    #[inline]
    pub(super) fn after(&self, seat: Seat) -> Seat {
        let next = seat.0 + 1;
        if next as usize >= self.seats { Seat(0) } else { Seat(next) }
    }

    /// Asks the seat to act for its next token (R4.1). Its last token is not a choice (R12.1).
    #[inline]
    pub(super) fn ask_token<W: Witness>(&self, s: &mut State, witness: &mut W) {
        if s.bids.len() >= self.seats * (TOKENS - 1) {
            let token = Token(self.tokens_left(s).trailing_zeros() as u8);
            s.chosen = Some(token);
            events::taken_up(s.actor, token, witness);
            s.decision = Decision::Place;
        } else {
            s.decision = Decision::Token;
        }
    }

    /// R4.2: the chosen token goes face down on a zone.
    #[inline]
    fn place<W: Witness>(&self, s: &mut State, spot: Spot, rng: &mut Rng, witness: &mut W) {
        let token = s.chosen.take().expect("a place is asked for a chosen token");
        s.bids.push(Bid { token, spot });
        events::placed(s.actor, token, spot, witness);
        if s.bids.len() == self.seats * TOKENS {
            self.advance(s, rng, witness); // R3.1
        } else {
            s.actor = self.after(s.actor); // R4.1
            self.ask_token(s, witness);
        }
    }

    /// Puts a card into a slot: one dealt, moved, drawn or won.
    #[inline]
    fn put<W: Witness>(&self, s: &mut State, goal: Goal, rng: &mut Rng, witness: &mut W) {
        if s.decision == Decision::MoveTo {
            move_to(s, goal, witness);
            return self.chain(s, rng, witness);
        }
        let slot = goal.slot().expect("only a moved card may go to the sector (R5.5)");
        if let Some(card) = s.drawn.take() {
            // R6.4
            s.board_mut().add(slot, card);
            s.open |= Site::bit(slot); // R6.5
            events::put(s.actor, card, slot, witness);
            return self.chain(s, rng, witness);
        }
        self.put_won(s, slot, witness);
        if s.decision == Decision::Setup {
            // R2.5: no activation; the next player draws when this one has placed.
            if self.next_won(s).is_none() {
                let next = self.after(s.actor);
                if next == s.holder { self.begin_round(s, witness) } else { deal(s, next, rng, witness) }
            }
            return;
        }
        s.open |= Site::bit(slot); // R6.5
        s.area = Some(Area::of(slot)); // R5.4
        if slot == Slot::Exploration {
            // R12.1: the zone has one slot, so the other cards can go nowhere else.
            while self.next_won(s).is_some() {
                self.put_won(s, slot, witness);
            }
        }
        if self.next_won(s).is_none() {
            s.area = None;
            self.chain(s, rng, witness); // R6.7 step 1: all its cards are placed.
        }
    }

    /// Names a card on the player's own board, to move or swap it.
    #[inline]
    fn take<W: Witness>(&self, s: &mut State, slot: Slot, card: Card, rng: &mut Rng, witness: &mut W) {
        if s.decision != Decision::SwapSecond {
            s.decision = if s.decision == Decision::MoveCard { Decision::MoveTo } else { Decision::SwapSecond };
            s.taken = Some((slot, card));
            events::named(s.actor, card, slot, witness);
            return;
        }
        // R6.3
        let (other, first) = s.taken.take().expect("a swap names its first card first");
        let board = s.board_mut();
        board.remove(other, first);
        board.remove(slot, card);
        board.add(slot, first);
        board.add(other, card);
        events::swapped(s.actor, (first, other), (card, slot), witness);
        if self.swap_triggers_activation {
            s.open |= Site::bit(slot) | Site::bit(other); // R6.6, the switch
        }
        self.chain(s, rng, witness);
    }

    /// Takes a card of a tile: by a draw, or as a share of a tie.
    #[inline]
    fn choose<W: Witness>(&self, s: &mut State, tile: Tile, position: Position, rng: &mut Rng, witness: &mut W) {
        let card = s.tiles[tile.at()][position.at()].take();
        if s.decision == Decision::Draw {
            // R6.4: replaced at once, in the same position, before the slot is chosen.
            events::drawn(s.actor, card, Some(tile), witness);
            let new = draw_card(s, rng, witness);
            s.tiles[tile.at()][position.at()] = new;
            events::refilled(tile, position.at(), new, witness);
            draws(s, card);
        } else {
            let at = picked(s);
            s.won[at] = card;
            self.tell_pick(s, at, tile, position.at(), witness);
            self.ask_pick(s, witness);
        }
    }

    /// R6.8, R6.9: empties an open slot, scores its points and offers its reward.
    #[inline]
    fn activate<W: Witness>(&self, s: &mut State, site: Site, level: Level, rng: &mut Rng, witness: &mut W) {
        let slot = site.slot();
        s.open &= !Site::bit(slot); // R6.7 step 3
        let board = s.board_mut();
        let mut rest = board.empty(slot);
        let row = match site {
            Site::Village1 | Site::Village2 => {
                let row = &self.parts.village[level.at()];
                board.encounter += row.characters;
                rest[Card::Character as usize] -= row.characters;
                row
            }
            Site::Exploration => {
                board.levels |= 1 << level.0;
                &self.parts.exploration[level.at()]
            }
        };
        board.points += u16::from(row.points); // R10.1
        events::activated(s.actor, site, *row, &rest, witness);
        s.discards.absorb(&mut crate::core::Bag(rest));
        match row.reward {
            Some(deed) => {
                // R6.9, the switch: only the draw granted by an exploration.
                s.compulsory = site == Site::Exploration && deed == Deed::Draw && !self.reward_actions_optional;
                if !self.ask_deed(s, deed, witness) {
                    self.chain(s, rng, witness);
                }
            }
            None => self.chain(s, rng, witness),
        }
    }

    /// Asks the seat to act to carry out an action; returns whether there is anything to ask (R6.13).
    #[inline]
    pub(super) fn ask_deed<W: Witness>(&self, s: &mut State, deed: Deed, witness: &mut W) -> bool {
        if !self.possible(s, deed) {
            s.compulsory = false;
            events::lapsed(s.actor, deed, witness);
            return false;
        }
        s.decision = match deed {
            Deed::Move => Decision::MoveCard,
            Deed::Swap => Decision::SwapFirst,
            Deed::Draw => Decision::Draw,
        };
        true
    }

    /// R6.7 step 2: asks for an activation, or ends the chain if no level is satisfied.
    #[inline]
    fn chain<W: Witness>(&self, s: &mut State, rng: &mut Rng, witness: &mut W) {
        if self.activations(s) != 0 {
            s.decision = Decision::Activate;
        } else {
            s.open = 0;
            self.resume(s, rng, witness);
        }
    }

    /// The taker who gets a card in transit, as an index in bid order: the takers pick in turn (R8.4, R8.6).
    #[inline]
    pub(super) fn taker_of(&self, s: &State, at: usize) -> usize {
        let takers = s.takers.len().max(1);
        if at == 2 && takers == 2 && self.third_card == ThirdCard::Second { 1 } else { at % takers }
    }

    /// The index of the taker's next card in transit: left to right, or after a tie in order of picking (R12.2).
    #[inline]
    pub(super) fn next_won(&self, s: &State) -> Option<usize> {
        (0..POSITIONS).find(|&at| s.won[at].is_some() && self.taker_of(s, at) == s.taker as usize)
    }

    /// Puts the next card in transit into a slot.
    #[inline]
    fn put_won<W: Witness>(&self, s: &mut State, slot: Slot, witness: &mut W) {
        let at = self.next_won(s).expect("a placement is asked while a card is in transit");
        let card = s.won[at].take().expect("it was found there");
        s.board_mut().add(slot, card);
        events::put(s.actor, card, slot, witness);
    }

    /// Goes on after an event: the next taker places (R8.7), or the next spot is resolved.
    #[inline]
    fn resume<W: Witness>(&self, s: &mut State, rng: &mut Rng, witness: &mut W) {
        if s.spot().zone() == Zone::Auction {
            s.taker += 1;
            if ask_taker(s) {
                return;
            }
        }
        self.advance(s, rng, witness);
    }
}

/// R6.4: shows the drawn card, then asks for its slot.
#[inline]
fn draws(s: &mut State, card: Option<Card>) {
    s.drawn = card;
    s.compulsory = false;
    s.decision = Decision::DrawTo;
}

/// Number of cards of a tie picked so far.
#[inline]
pub(super) fn picked(s: &State) -> usize {
    s.won.iter().take_while(|card| card.is_some()).count().min(POSITIONS - 1)
}

/// R6.2: moves a card from its slot to another one, or an amulet to its sector.
#[inline]
fn move_to<W: Witness>(s: &mut State, goal: Goal, witness: &mut W) {
    let (from, card) = s.taken.take().expect("a move names its card first");
    s.open |= Site::bit(from); // R6.5
    events::moved(s.actor, card, from, goal, witness);
    let board = s.board_mut();
    board.remove(from, card);
    if let Some(slot) = goal.slot() {
        board.add(slot, card);
        s.open |= Site::bit(slot); // R6.5
    } else {
        board.amulets += 1;
    }
}
