//! What a choice does: placing tokens and cards, the three actions, activations and their chains.

use super::Agartha;
use super::actions::{Act, Area, Card, Deed, Goal, Level, POSITIONS, Position, Site, Slot, Spot, TOKENS, Tile, Token, Zone};
use super::resolve::{ask_taker, deal, draw_card};
use super::state::{Bid, Decision, State};
use crate::core::{Rng, Seat};

impl Agartha {
    #[inline]
    pub(super) fn play(&self, s: &mut State, act: Act, rng: &mut Rng) {
        match act {
            Act::Token(token) => {
                s.chosen = Some(token);
                s.decision = Decision::Place;
            }
            Act::Place(tile, zone) => self.place(s, Spot::new(tile, zone), rng),
            Act::Put(goal) => self.put(s, goal, rng),
            Act::Take(slot, card) => self.take(s, slot, card, rng),
            Act::DrawPile => {
                let card = draw_card(s, rng);
                draws(s, card);
            }
            Act::Choose(tile, position) => self.choose(s, tile, position, rng),
            Act::Activate(site, level) => self.activate(s, site, level, rng),
            Act::Stop => {
                s.open = 0; // R6.7 step 4
                self.resume(s, rng);
            }
            // R6.7 step 3: a declined reward keeps the open set.
            Act::Decline => self.chain(s, rng),
        }
    }

    /// The seat after another one, clockwise.
    #[inline]
    pub(super) fn after(&self, seat: Seat) -> Seat {
        let next = seat.0 + 1;
        if next as usize >= self.seats { Seat(0) } else { Seat(next) }
    }

    /// Asks the seat to act for its next token (R4.1). The last one is no choice (R12.1).
    #[inline]
    pub(super) fn ask_token(&self, s: &mut State) {
        if s.bids.len() >= self.seats * (TOKENS - 1) {
            s.chosen = Some(Token(self.tokens_left(s).trailing_zeros() as u8));
            s.decision = Decision::Place;
        } else {
            s.decision = Decision::Token;
        }
    }

    /// R4.2: the chosen token goes face down on a zone.
    #[inline]
    fn place(&self, s: &mut State, spot: Spot, rng: &mut Rng) {
        let token = s.chosen.take().expect("a place is asked for a chosen token");
        s.bids.push(Bid { token, spot });
        if s.bids.len() == self.seats * TOKENS {
            self.advance(s, rng); // R3.1
        } else {
            s.actor = self.after(s.actor); // R4.1
            self.ask_token(s);
        }
    }

    /// A card goes into a slot: dealt, moved, drawn or won.
    #[inline]
    fn put(&self, s: &mut State, goal: Goal, rng: &mut Rng) {
        if s.decision == Decision::MoveTo {
            move_to(s, goal);
            return self.chain(s, rng);
        }
        let slot = goal.slot().expect("only a moved card may go to the sector (R5.5)");
        if let Some(card) = s.drawn.take() {
            // R6.4
            s.board_mut().add(slot, card);
            s.open |= Site::bit(slot); // R6.5
            return self.chain(s, rng);
        }
        put_won(s, slot);
        if s.decision == Decision::Setup {
            // R2.5: no activation; the next player draws when this one has placed.
            if next_won(s).is_none() {
                let next = self.after(s.actor);
                if next == s.holder { self.begin_round(s) } else { deal(s, next, rng) }
            }
            return;
        }
        s.open |= Site::bit(slot); // R6.5
        s.area = Some(Area::of(slot)); // R5.4
        if slot == Slot::Exploration {
            // R12.1: the zone has one slot, so the other cards have nowhere else to go.
            while next_won(s).is_some() {
                put_won(s, slot);
            }
        }
        if next_won(s).is_none() {
            s.area = None;
            self.chain(s, rng); // R6.7 step 1: all its cards are placed.
        }
    }

    /// A card of the own board is named, to move or to swap it.
    #[inline]
    fn take(&self, s: &mut State, slot: Slot, card: Card, rng: &mut Rng) {
        if s.decision != Decision::SwapSecond {
            s.decision = if s.decision == Decision::MoveCard { Decision::MoveTo } else { Decision::SwapSecond };
            s.taken = Some((slot, card));
            return;
        }
        // R6.3
        let (other, first) = s.taken.take().expect("a swap names its first card first");
        let board = s.board_mut();
        board.remove(other, first);
        board.remove(slot, card);
        board.add(slot, first);
        board.add(other, card);
        if self.swap_triggers_activation {
            s.open |= Site::bit(slot) | Site::bit(other); // R6.6, the switch
        }
        self.chain(s, rng);
    }

    /// A card of a tile is taken: by a draw, or as a share of a tie.
    #[inline]
    fn choose(&self, s: &mut State, tile: Tile, position: Position, rng: &mut Rng) {
        let card = s.tiles[tile.at()][position.at()].take();
        if s.decision == Decision::Draw {
            // R6.4: replaced at once, in the same position, before the slot is chosen.
            s.tiles[tile.at()][position.at()] = draw_card(s, rng);
            draws(s, card);
        } else {
            let at = picked(s);
            s.won[at] = card;
            self.ask_pick(s);
        }
    }

    /// R6.8, R6.9: an open slot is emptied, its points are scored, its reward is offered.
    #[inline]
    fn activate(&self, s: &mut State, site: Site, level: Level, rng: &mut Rng) {
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
        s.discards.absorb(&mut crate::core::Bag(rest));
        match row.reward {
            Some(deed) => {
                // R6.9, the switch: the draw of an exploration, and only this one.
                s.compulsory = site == Site::Exploration && deed == Deed::Draw && !self.reward_actions_optional;
                if !self.ask_deed(s, deed) {
                    self.chain(s, rng);
                }
            }
            None => self.chain(s, rng),
        }
    }

    /// Asks the seat to act to carry out an action; says whether there is anything to ask (R6.13).
    #[inline]
    pub(super) fn ask_deed(&self, s: &mut State, deed: Deed) -> bool {
        if !self.possible(s, deed) {
            s.compulsory = false;
            return false;
        }
        s.decision = match deed {
            Deed::Move => Decision::MoveCard,
            Deed::Swap => Decision::SwapFirst,
            Deed::Draw => Decision::Draw,
        };
        true
    }

    /// R6.7 step 2: asks for an activation, or ends the chain where none is satisfied.
    #[inline]
    fn chain(&self, s: &mut State, rng: &mut Rng) {
        if self.activations(s) != 0 {
            s.decision = Decision::Activate;
        } else {
            s.open = 0;
            self.resume(s, rng);
        }
    }

    /// The event is over: the next taker places (R8.7), or the next spot is resolved.
    #[inline]
    fn resume(&self, s: &mut State, rng: &mut Rng) {
        if s.spot().zone() == Zone::Auction {
            s.taker += 1;
            if ask_taker(s) {
                return;
            }
        }
        self.advance(s, rng);
    }
}

/// R6.4: the drawn card is seen, and its slot is asked.
#[inline]
fn draws(s: &mut State, card: Option<Card>) {
    s.drawn = card;
    s.compulsory = false;
    s.decision = Decision::DrawTo;
}

/// How many cards of a tie have been picked.
#[inline]
pub(super) fn picked(s: &State) -> usize {
    s.won.iter().take_while(|card| card.is_some()).count().min(POSITIONS - 1)
}

/// Where the next card in transit of the taker lies: left to right, after a tie in order of picking (R12.2).
#[inline]
pub(super) fn next_won(s: &State) -> Option<usize> {
    let step = s.takers.len().max(1);
    (s.taker as usize..POSITIONS).step_by(step).find(|&at| s.won[at].is_some())
}

/// The next card in transit goes into a slot.
#[inline]
fn put_won(s: &mut State, slot: Slot) {
    let at = next_won(s).expect("a placement is asked while a card is in transit");
    let card = s.won[at].take().expect("it was found there");
    s.board_mut().add(slot, card);
}

/// R6.2: a card of a slot goes to another slot, or an amulet to its sector.
#[inline]
fn move_to(s: &mut State, goal: Goal) {
    let (from, card) = s.taken.take().expect("a move names its card first");
    s.open |= Site::bit(from); // R6.5
    let board = s.board_mut();
    board.remove(from, card);
    if let Some(slot) = goal.slot() {
        board.add(slot, card);
        s.open |= Site::bit(slot); // R6.5
    } else {
        board.amulets += 1;
    }
}
