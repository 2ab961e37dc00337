//! A position as plain data in the words of the game: everything a seat may know (R11).

use serde_json::{Map, Value, json};

use super::super::Agartha;
use super::super::events::counted;
use super::super::state::{Decision, ROUNDS, State};
use super::super::words::{Area, Card, Level, Site, Slot, Spot, Tile, Token, Zone};
use crate::core::{Describe, Score, Seat};

impl Agartha {
    /// Seats are numbered as everywhere else; rounds, tiles, cards of a tile and token values count from 1.
    pub(super) fn plain_view(&self, s: &State, viewer: Option<Seat>) -> Value {
        let over = s.decision == Decision::Over;
        let taken_up = s.chosen.map(|token| {
            let known = viewer.is_none_or(|viewer| viewer == s.actor);
            json!({"seat": s.actor.0, "value": known.then_some(token.0 + 1)})
        });
        let resolving = (s.revealed > 0 && !over).then(|| json!({"tile": s.spot().tile().0 + 1, "zone": s.spot().zone().name()}));
        let open: Vec<&str> = Site::ALL.iter().filter(|&&site| s.open >> site as u8 & 1 == 1).map(|site| site.name()).collect();
        json!({
            "round": s.round,
            "rounds": ROUNDS,
            "decision": (!over).then(|| s.decision.name()),
            "asks": (!over).then(|| s.decision.asks()),
            "to_act": (!over).then_some(s.actor.0),
            "holder": s.holder.0,
            "resolving": resolving,
            "tiles": (0..self.parts.tiles).map(|tile| self.tile_view(s, Tile(tile as u8), viewer)).collect::<Vec<_>>(),
            "boards": (0..self.seats).map(|seat| self.board_view(s, Seat(seat as u8), viewer)).collect::<Vec<_>>(),
            "pile": {
                "cards": s.pile.total() + s.under.len() as u32,
                "unseen": counted(&s.pile.0),
                "bottom": s.under.iter().map(|card| card.name()).collect::<Vec<_>>(),
            },
            "discards": counted(&s.discards.0),
            "taken_up": taken_up,
            "named": s.taken.map(|(slot, card)| json!({"card": card.name(), "slot": slot.name()})),
            "drawn": s.drawn.map(Card::name),
            "to_place": self.card_in_hand(s).map(Card::name),
            "zone": s.area.map(Area::name),
            "open": open,
            "compulsory": s.compulsory,
        })
    }

    fn tile_view(&self, s: &State, tile: Tile, viewer: Option<Seat>) -> Value {
        let tokens = |zone: Zone| -> Vec<Value> {
            let spot = Spot::new(tile, zone);
            let here = s.bids.iter().enumerate().filter(|(_, bid)| bid.spot == spot);
            here.map(|(i, bid)| {
                let known = viewer.is_none_or(|viewer| self.knows(s, viewer, i)).then_some(bid.token);
                let revealed = bid.spot.0 < s.revealed;
                let mut token = self.token_view(self.owner(s, i), known);
                token["revealed"] = revealed.into();
                token
            })
            .collect()
        };
        json!({
            "number": tile.0 + 1,
            "cards": s.tiles[tile.at()].map(|card| card.map(Card::name)),
            "action": tokens(Zone::Action).first(),
            "auction": tokens(Zone::Auction),
        })
    }

    /// A seat's token: its value and action, if the viewer may know them.
    fn token_view(&self, seat: Seat, known: Option<Token>) -> Value {
        json!({
            "seat": seat.0,
            "value": known.map(|token| token.0 + 1),
            "action": known.map(|token| self.parts.deeds[token.at()].name()),
        })
    }

    fn board_view(&self, s: &State, seat: Seat, viewer: Option<Seat>) -> Value {
        let board = &s.boards[seat.at()];
        let mut slots = Map::new();
        for &slot in Slot::ALL {
            slots.insert(slot.name().to_string(), counted(&board.slots[slot as usize]));
        }
        // The tokens in front of the player: all three except those placed (R4.2, R11.2).
        let placed = || s.bids.iter().enumerate().filter(|&(i, _)| self.owner(s, i) == seat).map(|(_, bid)| bid.token);
        let seen = viewer.is_none_or(|viewer| viewer == seat);
        let tokens: Vec<Value> = if seen {
            let left = Token::all().filter(|&token| placed().all(|other| other != token));
            left.map(|token| self.token_view(seat, Some(token))).collect()
        } else {
            (placed().count()..3).map(|_| self.token_view(seat, None)).collect()
        };
        let transit: Vec<&str> = (0..s.won.len())
            .filter(|&at| s.takers.get(self.taker_of(s, at)) == Some(&seat))
            .filter_map(|at| s.won[at].map(Card::name))
            .collect();
        let explored: Vec<u8> = Level::all().filter(|level| board.levels >> level.0 & 1 == 1).map(|level| level.0 + 1).collect();
        json!({
            "seat": seat.0,
            "name": self.seat_name(seat),
            "points": self.scores(s)[seat.at()] as u32,
            "at_end": self.final_points(board).total(),
            "slots": slots,
            "encounter": board.encounter,
            "amulets": board.amulets,
            "explored": explored,
            "tokens": tokens,
            "transit": transit,
        })
    }
}
