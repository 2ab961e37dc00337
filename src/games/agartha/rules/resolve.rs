//! The course of a round: the resolution of tiles (R7), auctions (R8), and the end of the round (R9).

use super::super::apply::picked;
use super::super::events;
use super::super::state::{Decision, PLAYERS, ROUNDS, State};
use super::super::words::{Spot, Tile, Zone};
use super::super::{Agartha, ThirdCard};
use super::pile::refill;
use crate::core::{List, Rng, Seat, Witness};

impl Agartha {
    /// R4.1: the holder places the first token.
    pub(in crate::games::agartha) fn begin_round<W: Witness>(&self, s: &mut State, witness: &mut W) {
        s.takers.clear();
        s.bids.clear();
        s.revealed = 0;
        s.actor = s.holder;
        self.ask_token(s, witness);
    }

    /// Reveals spot after spot in index order (R7.1), each tile's action zone first (R7.2), until a choice is needed.
    #[inline]
    pub(in crate::games::agartha) fn advance<W: Witness>(&self, s: &mut State, rng: &mut Rng, witness: &mut W) {
        while (s.revealed as usize) < 2 * self.parts.tiles {
            let spot = Spot(s.revealed);
            s.revealed += 1;
            let asked = match spot.zone() {
                Zone::Action => self.reveal_action(s, spot, witness),
                Zone::Auction => self.auction(s, spot, witness),
            };
            if asked {
                return;
            }
        }
        self.end_round(s, rng, witness);
    }

    /// The owner of the `i`-th placed token (R4.1).
    #[inline]
    pub(in crate::games::agartha) fn owner(&self, s: &State, i: usize) -> Seat {
        Seat(((s.holder.at() + i) % self.seats) as u8)
    }

    /// R7.2: the owner of a token in an action zone may carry out its action.
    #[inline]
    fn reveal_action<W: Witness>(&self, s: &mut State, spot: Spot, witness: &mut W) -> bool {
        let Some(i) = s.bids.iter().position(|bid| bid.spot == spot) else { return false };
        s.actor = self.owner(s, i);
        let token = s.bids[i].token;
        self.tell_action(s, token, witness);
        self.ask_deed(s, self.parts.deeds[token.at()], witness)
    }

    /// The seats that take cards of an auction zone, in bid order, as far as the cards go (R8). Empty if nobody bid.
    #[inline]
    pub(in crate::games::agartha) fn best_bidders(&self, s: &State, spot: Spot) -> List<Seat, PLAYERS> {
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
            // R8.3, and R8.2 if the holder is alone. So four players never share (R8.8).
            order.clear();
            order.push(s.holder);
        } else {
            order.retain(|seat| sums[seat.at()] == best);
        }
        order
    }

    /// R7.3, R8: resolves an auction zone; returns whether a choice is needed.
    #[inline]
    fn auction<W: Witness>(&self, s: &mut State, spot: Spot, witness: &mut W) -> bool {
        let order = self.best_bidders(s, spot);
        let cards = s.lying(spot.tile()).count_ones() as usize;
        // R8.5: the third of three gets nothing of two cards. R9.5: a tile without cards gives nothing.
        s.takers = order.iter().copied().take(cards).collect();
        s.taker = 0;
        self.tell_auction(s, spot, order, witness);
        if s.takers.len() > 1 {
            return self.ask_pick(s, witness);
        }
        if s.takers.is_empty() {
            return false;
        }
        // R8.2: all cards, left to right. In a tie over a single card the first bidder takes it (R9.5).
        let cards = std::mem::take(&mut s.tiles[spot.tile().at()]);
        for (to, card) in s.won.iter_mut().zip(cards.into_iter().flatten()) {
            *to = Some(card);
        }
        events::won(s, spot, witness);
        ask_taker(s)
    }

    /// R8.4: asks the next of the tied players for a card, then lets them place. The last card is not a choice (R12.1).
    pub(in crate::games::agartha) fn ask_pick<W: Witness>(&self, s: &mut State, witness: &mut W) -> bool {
        let tile = s.spot().tile();
        loop {
            let (picks, lying) = (s.won.iter().flatten().count(), s.lying(tile));
            let two = s.takers.len() == 2;
            // R8.6: two players share three cards as first, second, first, or the third card stays.
            let third = two && picks == 2 && self.third_card != ThirdCard::Stays;
            if lying == 0 || picks >= s.takers.len() && !third {
                s.taker = 0;
                return ask_taker(s); // R8.7
            }
            // R8.6, the other switch: the second player gets what the first leaves.
            let rest = two && picks > 0 && self.third_card == ThirdCard::Second;
            if lying.count_ones() > 1 && !rest {
                s.actor = s.takers[picks % s.takers.len()];
                s.decision = Decision::Pick;
                return true;
            }
            let at = picked(s);
            let position = lying.trailing_zeros() as usize;
            s.won[at] = s.tiles[tile.at()][position].take();
            self.tell_pick(s, at, tile, position, witness);
        }
    }

    /// R9: the testament goes left, the tiles are refilled. After the last round the game ends at once (R3.2).
    fn end_round<W: Witness>(&self, s: &mut State, rng: &mut Rng, witness: &mut W) {
        if s.round >= ROUNDS {
            s.decision = Decision::Over;
            self.tell_end(s, witness);
            return;
        }
        s.holder = self.after(s.holder); // R9.1
        events::round_ended(s, witness);
        for tile in 0..self.parts.tiles {
            refill(s, Tile(tile as u8), rng, witness);
        }
        s.round += 1;
        self.begin_round(s, witness);
    }
}

/// R7.4, R8.7: asks the current taker to place; returns whether there is one.
#[inline]
pub(in crate::games::agartha) fn ask_taker(s: &mut State) -> bool {
    let Some(&seat) = s.takers.get(s.taker as usize) else {
        s.takers.clear();
        s.taker = 0;
        return false;
    };
    s.actor = seat;
    s.decision = Decision::Win;
    true
}
