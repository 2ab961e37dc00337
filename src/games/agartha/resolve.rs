//! The course of a game: setup, the resolution of tiles, auctions, refill and the pile.

use super::Agartha;
use super::actions::{CARDS, Card, POSITIONS, Spot, Tile, Zone};
use super::apply::picked;
use super::state::{Board, Decision, PLAYERS, ROUNDS, State};
use crate::core::{Bag, List, Rng, Seat};

impl Agartha {
    /// Sets up a game up to the first choice.
    pub(super) fn set_up(&self, rng: &mut Rng) -> State {
        let holder = Seat(rng.below(self.seats as u32) as u8); // R2.6
        let mut s = self.bare(holder);
        // R2.3
        for tile in 0..self.parts.tiles {
            for position in 0..2 {
                s.tiles[tile][position] = draw_card(&mut s, rng);
            }
        }
        deal(&mut s, holder, rng);
        s
    }

    /// Round 1 with every card in the pile and nothing on the table.
    pub fn bare(&self, holder: Seat) -> State {
        State {
            boards: [Board::default(); PLAYERS],
            tiles: Default::default(),
            bids: List::default(),
            revealed: 0,
            round: 1,
            holder,
            actor: holder,
            decision: Decision::Token,
            chosen: None,
            taken: None,
            drawn: None,
            won: [None; POSITIONS],
            takers: List::default(),
            taker: 0,
            area: None,
            open: 0,
            compulsory: false,
            pile: Bag(self.parts.deck),
            under: List::default(),
            discards: Bag([0; CARDS]),
        }
    }

    /// R4.1: the holder places the first token.
    pub(super) fn begin_round(&self, s: &mut State) {
        s.takers.clear();
        s.bids.clear();
        s.revealed = 0;
        s.actor = s.holder;
        self.ask_token(s);
    }

    /// Reveals spot after spot in index order (R7.1), each tile's action zone first (R7.2), until something is asked.
    #[inline]
    pub(super) fn advance(&self, s: &mut State, rng: &mut Rng) {
        while (s.revealed as usize) < 2 * self.parts.tiles {
            let spot = Spot(s.revealed);
            s.revealed += 1;
            let asked = match spot.zone() {
                Zone::Action => self.reveal_action(s, spot),
                Zone::Auction => self.auction(s, spot),
            };
            if asked {
                return;
            }
        }
        self.end_round(s, rng);
    }

    /// Whose the `i`-th placed token is (R4.1).
    #[inline]
    pub(super) fn owner(&self, s: &State, i: usize) -> Seat {
        Seat(((s.holder.at() + i) % self.seats) as u8)
    }

    /// R7.2: the owner of a token in an action zone may do its action.
    #[inline]
    fn reveal_action(&self, s: &mut State, spot: Spot) -> bool {
        let Some(i) = s.bids.iter().position(|bid| bid.spot == spot) else { return false };
        s.actor = self.owner(s, i);
        self.ask_deed(s, self.parts.deeds[s.bids[i].token.at()])
    }

    /// Who takes cards of an auction zone, in bid order, as far as there are cards (R8). Nobody where nobody bid.
    #[inline]
    pub(super) fn best_bidders(&self, s: &State, spot: Spot) -> List<Seat, PLAYERS> {
        let mut sums = [0u8; PLAYERS];
        // R8.4: bid order, by the earliest own token in this zone.
        let mut order: List<Seat, PLAYERS> = List::default();
        for (i, bid) in s.bids.iter().enumerate() {
            if bid.spot == spot {
                let seat = self.owner(s, i);
                if sums[seat.at()] == 0 {
                    order.push(seat);
                }
                sums[seat.at()] += bid.token.0 + 1; // R8.1
            }
        }
        let best = sums.into_iter().max().unwrap_or(0);
        if best > 0 && sums[s.holder.at()] == best {
            // R8.3, and R8.2 where the holder is alone. So four never share (R8.8).
            order.clear();
            order.push(s.holder);
        } else {
            order.retain(|seat| sums[seat.at()] == best);
        }
        order
    }

    /// R7.3, R8: resolves an auction zone; says whether something is asked.
    #[inline]
    fn auction(&self, s: &mut State, spot: Spot) -> bool {
        let order = self.best_bidders(s, spot);
        let cards = s.lying(spot.tile()).count_ones() as usize;
        // R8.5: the third of three gets nothing of two cards. R9.5: a tile without cards gives nothing.
        s.takers = order.iter().copied().take(cards).collect();
        s.taker = 0;
        if s.takers.len() > 1 {
            return self.ask_pick(s);
        }
        if s.takers.is_empty() {
            return false;
        }
        // R8.2: all cards, left to right. Of a tie over a single card the first bidder takes it (R9.5).
        let cards = std::mem::take(&mut s.tiles[spot.tile().at()]);
        for (to, card) in s.won.iter_mut().zip(cards.into_iter().flatten()) {
            *to = Some(card);
        }
        ask_taker(s)
    }

    /// R8.4: asks the next of the tied players for a card, then lets them place. The last card is no choice (R12.1).
    pub(super) fn ask_pick(&self, s: &mut State) -> bool {
        let tile = s.spot().tile();
        loop {
            let (picks, lying) = (s.won.iter().flatten().count(), s.lying(tile));
            // R8.6: two players share three cards as first, second, first; with the switch off the third card stays.
            let third = s.takers.len() == 2 && picks == 2 && self.two_way_tie_third_card_to_first;
            if lying == 0 || picks >= s.takers.len() && !third {
                s.taker = 0;
                return ask_taker(s); // R8.7
            }
            if lying.count_ones() > 1 {
                s.actor = s.takers[picks % s.takers.len()];
                s.decision = Decision::Pick;
                return true;
            }
            let at = picked(s);
            s.won[at] = s.tiles[tile.at()][lying.trailing_zeros() as usize].take();
        }
    }

    /// R9: the testament goes left, the tiles are refilled. After the last round the game ends at once (R3.2).
    fn end_round(&self, s: &mut State, rng: &mut Rng) {
        if s.round >= ROUNDS {
            s.decision = Decision::Over;
            return;
        }
        s.holder = self.after(s.holder); // R9.1
        for tile in 0..self.parts.tiles {
            refill(s, Tile(tile as u8), rng);
        }
        s.round += 1;
        self.begin_round(s);
    }
}

/// R7.4, R8.7: asks the current taker to place; says whether there is one.
#[inline]
pub(super) fn ask_taker(s: &mut State) -> bool {
    let Some(&seat) = s.takers.get(s.taker as usize) else {
        s.takers.clear();
        s.taker = 0;
        return false;
    };
    s.actor = seat;
    s.decision = Decision::Win;
    true
}

/// Draws the top card of the pile: the unknown ones first, then those put under it; when both are gone the discards are
/// shuffled into a new pile (R9.4). Without any, nothing (R9.5).
#[inline]
pub(super) fn draw_card(s: &mut State, rng: &mut Rng) -> Option<Card> {
    if let Some(kind) = s.pile.draw(rng) {
        return Some(Card::ALL[kind]);
    }
    if !s.under.is_empty() {
        return Some(s.under.remove(0));
    }
    let mut discards = s.discards;
    s.discards = Bag::default();
    s.pile.absorb(&mut discards);
    s.pile.draw(rng).map(|kind| Card::ALL[kind])
}

/// R2.5: a player draws two cards and sees both before placing.
pub(super) fn deal(s: &mut State, seat: Seat, rng: &mut Rng) {
    s.actor = seat;
    s.decision = Decision::Setup;
    s.takers.clear();
    s.takers.push(seat);
    for at in 0..2 {
        s.won[at] = draw_card(s, rng);
    }
}

/// R9.2, R9.3: what counts is the number of cards on the tile.
fn refill(s: &mut State, tile: Tile, rng: &mut Rng) {
    let lying = s.lying(tile).count_ones() as usize;
    if lying == POSITIONS {
        let old = s.tiles[tile.at()];
        // The new cards first, then the old ones under the pile, the left one to be drawn first.
        s.tiles[tile.at()] = [draw_card(s, rng), draw_card(s, rng), None];
        old.into_iter().flatten().for_each(|card| s.under.push(card));
        return;
    }
    let new = if lying == 0 { 2 } else { 1 };
    for _ in 0..new {
        let card = draw_card(s, rng);
        if let Some(free) = s.tiles[tile.at()].iter_mut().find(|card| card.is_none()) {
            *free = card;
        }
    }
}
