//! A position as plain data in the words of the game: everything a seat may know (R15).

use serde_json::{Map, Value, json};

use super::super::Kathmandu;
use super::super::events::by_colour;
use super::super::rules::bits::Cells;
use super::super::rules::pile::Pile;
use super::super::state::{COLOURS, Decision, Dig, Spent, State};
use super::super::words::{CARDS, COLOUR_NAMES, Card, Site};
use super::thefts_unseen;
use crate::core::{Describe, Score, Seat};

/// Counted cards as plain data: `{"historian": 2}`.
fn counted(cards: &[u8; Card::COUNT]) -> Value {
    let held = cards.iter().enumerate().filter(|&(_, &n)| n > 0);
    Value::Object(held.map(|(card, &n)| (CARDS[card].to_string(), n.into())).collect::<Map<_, _>>())
}

fn owners(pile: &Pile) -> Vec<u8> {
    pile.iter().map(|owner| owner.0).collect()
}

impl Kathmandu {
    /// Seats are numbered as everywhere else; rounds and places of the lists count from 1; cells are `[q, r]`.
    pub(super) fn plain_view(&self, s: &State, viewer: Option<Seat>) -> Value {
        let over = s.decision == Decision::Over;
        let seats = || (0..self.seats as u8).map(Seat);
        json!({
            "round": s.round,
            "decision": (!over).then(|| Decision::NAMES[s.decision.index()]),
            "asks": (!over).then(|| s.decision.asks()),
            "question": self.question(s, viewer),
            "to_act": (!over).then_some(s.active.0),
            "first": s.first.0,
            "sites": s.sites.0.iter().enumerate().map(|(rank, listed)| self.dig_view(s, rank, &listed.card, &listed.tokens)).collect::<Vec<_>>(),
            "personalities": s.personalities.0.iter().enumerate().map(|(rank, listed)| json!({
                "place": rank + 1,
                "card": CARDS[listed.card.at()],
                "tokens": owners(&listed.tokens),
            })).collect::<Vec<_>>(),
            "players": seats().map(|seat| self.player_view(s, seat, viewer)).collect::<Vec<_>>(),
            "bag": by_colour(|colour| s.bag.0[colour].into()),
            "deck": s.deck.total(),
            "discards": counted(&s.discard.0),
            "site_deck": s.site_deck,
            "unseen_sites": self.ids(s.unseen_sites),
            "put_aside": self.ids(s.aside),
        })
    }

    fn ids(&self, sites: u16) -> Vec<&str> {
        let listed = Site::all().take(self.board().site_ids.len()).filter(|site| sites >> site.0 & 1 == 1);
        listed.map(|site| self.board().site_ids[site.at()].as_str()).collect()
    }

    fn coordinates(&self, cells: Cells) -> Vec<Value> {
        cells.iter().map(|cell| self.at(cell)).collect()
    }

    /// The subject of the open choice. Only the acting player knows the order in which secret cards were named (R15.3).
    fn question(&self, s: &State, viewer: Option<Seat>) -> Value {
        match s.decision {
            Decision::Action | Decision::Exchange | Decision::Hunt | Decision::Over => json!({}),
            Decision::Unit { left, spent } => {
                let last = match spent {
                    Spent::Nothing => None,
                    Spent::Put => Some("put"),
                    Spent::TookBack => Some("take back"),
                };
                json!({"left": left, "last": last})
            }
            Decision::Discard { rank } => json!({"place": rank.0 + 1, "card": CARDS[s.personalities.0[rank.at()].card.at()]}),
            Decision::Use { left, least } => {
                let known = viewer.is_none_or(|viewer| viewer == s.active);
                json!({"left": left, "from": known.then(|| CARDS[least.at()])})
            }
            Decision::Pay { site, colours } => {
                let open: Vec<&str> = (1..COLOURS).filter(|c| colours >> c & 1 == 1).map(|c| COLOUR_NAMES[c]).collect();
                json!({"site": self.board().site_ids[site.at()], "colours": open})
            }
            Decision::ExchangeSecond { cell } | Decision::HuntSecond { cell } => json!({"cells": [self.at(cell)]}),
            Decision::HuntOwner { cell, second } => json!({"cells": [self.at(cell), self.at(second)]}),
        }
    }

    fn dig_view(&self, s: &State, rank: usize, dig: &Dig, tokens: &Pile) -> Value {
        let wall = self.wall(s, dig);
        let share = |seat: usize| wall.map_or(0, |wall| (wall & s.tokens[seat]).len());
        let most = (0..self.seats).map(share).max().unwrap_or(0);
        let colours = s.colours(dig.cells);
        let cells: Vec<Value> = dig
            .cells
            .iter()
            .map(|cell| {
                json!({
                    "at": self.at(cell),
                    "colour": s.colour(cell).map(|colour| COLOUR_NAMES[colour]),
                })
            })
            .collect();
        json!({
            "place": rank + 1,
            "site": self.board().site_ids[dig.site.at()],
            "name": self.site_words(dig.site),
            "at": self.at(self.board().site_cell(dig.site)),
            "under": self.ids(dig.under),
            "cells": cells,
            "tokens": owners(tokens),
            "extends": rank < self.extending(s),
            "points": self.dig_points(s, dig),
            "price": (1..COLOURS).filter(|c| colours >> c & 1 == 1).map(|c| COLOUR_NAMES[c]).collect::<Vec<_>>(),
            "isolated": wall.is_some(),
            "wall": wall.map(|wall| self.coordinates(wall)),
            "shares": wall.map(|_| (0..self.seats).map(share).collect::<Vec<_>>()),
            "controlled_by": (0..self.seats).filter(|&seat| most > 0 && share(seat) == most).collect::<Vec<_>>(),
        })
    }

    fn player_view(&self, s: &State, seat: Seat, viewer: Option<Seat>) -> Value {
        let i = seat.at();
        let (hand, played) = (s.hand(seat), s.played(seat));
        let own = viewer.is_none_or(|viewer| viewer == seat);
        // R15.2: backs are public, faces are the owner's.
        let pile = |cards: &[u8; Card::COUNT]| {
            json!({
                "grey": cards[0],
                "red": cards[1..].iter().sum::<u8>(),
                "cards": own.then(|| counted(cards)),
            })
        };
        // R15.6: red cards that the viewer has followed.
        let unseen = viewer.filter(|_| !own).map_or(0, |viewer| thefts_unseen(s, viewer));
        let mut known = [0u8; Card::COUNT];
        for held in s.cards[i].iter().filter(|held| held.card.is_personality() && (held.stolen | held.suspect) & unseen == 0) {
            known[held.card.at()] += 1;
        }
        json!({
            "seat": seat.0,
            "name": self.seat_name(seat),
            "points": self.scores(s)[i] as i32,
            "supply": s.supply[i],
            "lost": s.graveyard[i],
            "tokens": self.coordinates(s.tokens[i]),
            "hand": pile(&hand),
            "played": pile(&played),
            "known_personalities": counted(&known),
            "sites": self.ids(s.taken_sites[i]),
            "taken": by_colour(|colour| s.taken[i][colour].into()),
        })
    }
}
