//! The events of a choice in words, built only if the witness listens.

use serde_json::{Map, Value, json};

use super::super::Agartha;
use super::super::content::LevelRow;
use super::super::describe::{deed_words, grouped, heap, slot_words};
use super::super::state::{Decision, PLAYERS, State};
use super::super::words::{CARDS, Card, Deed, Goal, POSITIONS, Site, Slot, Spot, Tile, Token, Zone};
use crate::core::{Event, List, Seat, Witness, and, capital, count, with_article};

/// Counted cards as plain data: `{"character": 2}`.
pub(in crate::games::agartha) fn counted(cards: &[u8; CARDS]) -> Value {
    let held = Card::ALL.iter().filter(|&&card| cards[card as usize] > 0);
    Value::Object(held.map(|&card| (card.name().to_string(), cards[card as usize].into())).collect::<Map<_, _>>())
}

fn names(cards: &[Option<Card>]) -> Vec<&'static str> {
    cards.iter().flatten().map(|card| card.name()).collect()
}

#[inline]
pub(in crate::games::agartha) fn dealt<W: Witness>(seat: Seat, cards: [Option<Card>; POSITIONS], witness: &mut W) {
    witness.tell(|| {
        let text = format!("{} draws {} to begin with", seat.colour(), grouped(&names(&cards)));
        Event::new("deal", text).of(seat).with("cards", names(&cards))
    });
}

/// R4.4: the others see that a token is taken up, not which.
#[inline]
pub(in crate::games::agartha) fn taken_up<W: Witness>(seat: Seat, token: Token, witness: &mut W) {
    let who = seat.colour();
    witness.tell(|| {
        let value = token.0 + 1;
        Event::new("token", format!("{who} takes up the {value}")).of(seat).with("value", value).only(seat)
    });
    witness.tell(|| Event::new("token", format!("{who} takes up a token")).of(seat).with("value", Value::Null).except(seat));
}

#[inline]
pub(in crate::games::agartha) fn placed<W: Witness>(seat: Seat, token: Token, spot: Spot, witness: &mut W) {
    let event = |what: &str, value: Value| {
        let (tile, zone) = (spot.tile().0 + 1, spot.zone().name());
        let text = format!("{} puts {what} face down in the {zone} zone of tile {tile}", seat.colour());
        Event::new("bid", text).of(seat).with("tile", tile).with("zone", zone).with("value", value)
    };
    witness.tell(|| event(&format!("the {}", token.0 + 1), (token.0 + 1).into()).only(seat));
    witness.tell(|| event("a token", Value::Null).except(seat));
}

#[inline]
pub(in crate::games::agartha) fn named<W: Witness>(seat: Seat, card: Card, slot: Slot, witness: &mut W) {
    witness.tell(|| {
        let text = format!("{} picks up the {} in {}", seat.colour(), card.name(), slot_words(slot));
        Event::new("name", text).of(seat).with("card", card.name()).with("slot", slot.name())
    });
}

#[inline]
pub(in crate::games::agartha) fn moved<W: Witness>(seat: Seat, card: Card, from: Slot, to: Goal, witness: &mut W) {
    witness.tell(|| {
        let goal = to.slot().map_or_else(|| "the amulet sector".to_string(), slot_words);
        let text = format!("{} moves {} from {} to {goal}", seat.colour(), with_article(card.name()), slot_words(from));
        let event = Event::new("move", text).of(seat).with("card", card.name());
        event.with("from", from.name()).with("to", to.name())
    });
}

#[inline]
pub(in crate::games::agartha) fn swapped<W: Witness>(seat: Seat, first: (Card, Slot), second: (Card, Slot), witness: &mut W) {
    witness.tell(|| {
        let side = |(card, slot): (Card, Slot)| format!("the {} in {}", card.name(), slot_words(slot));
        let text = format!("{} swaps {} with {}", seat.colour(), side(first), side(second));
        let plain = |(card, slot): (Card, Slot)| json!({"card": card.name(), "slot": slot.name()});
        Event::new("swap", text).of(seat).with("first", plain(first)).with("second", plain(second))
    });
}

#[inline]
pub(in crate::games::agartha) fn drawn<W: Witness>(seat: Seat, card: Option<Card>, from: Option<Tile>, witness: &mut W) {
    witness.tell(|| {
        let what = card.map_or_else(|| "nothing".to_string(), |card| with_article(card.name()));
        let place = from.map_or_else(|| "the pile".to_string(), |tile| format!("tile {}", tile.0 + 1));
        let text = format!("{} draws {what} from {place}", seat.colour());
        let tile = from.map(|tile| tile.0 + 1);
        Event::new("draw", text).of(seat).with("card", card.map(Card::name)).with("tile", tile)
    });
}

#[inline]
pub(in crate::games::agartha) fn put<W: Witness>(seat: Seat, card: Card, slot: Slot, witness: &mut W) {
    witness.tell(|| {
        let text = format!("{} puts {} into {}", seat.colour(), with_article(card.name()), slot_words(slot));
        Event::new("put", text).of(seat).with("card", card.name()).with("slot", slot.name())
    });
}

#[inline]
pub(in crate::games::agartha) fn activated<W: Witness>(seat: Seat, site: Site, row: LevelRow, rest: &[u8; CARDS], witness: &mut W) {
    witness.tell(|| {
        let points = row.points;
        let joined = if site == Site::Exploration { 0 } else { row.characters };
        let mut text = format!("{} activates {} for {}", seat.colour(), slot_words(site.slot()), count(points, "point"));
        if joined > 0 {
            text.push_str(&format!("; {joined} characters go to the encounter"));
        }
        if rest.iter().any(|&n| n > 0) {
            text.push_str(&format!("; {} discarded", heap(rest)));
        }
        let event = Event::new("activate", text).of(seat).with("slot", site.name()).with("points", points);
        event.with("encounter", joined).with("discards", counted(rest))
    });
}

#[inline]
pub(in crate::games::agartha) fn declined<W: Witness>(seat: Seat, asked: Decision, witness: &mut W) {
    witness.tell(|| {
        let what = match asked {
            Decision::MoveCard => "move a card",
            Decision::SwapFirst => "swap cards",
            _ => "draw a card",
        };
        Event::new("decline", format!("{} does not {what}", seat.colour())).of(seat)
    });
}

#[inline]
pub(in crate::games::agartha) fn stopped<W: Witness>(seat: Seat, witness: &mut W) {
    witness.tell(|| Event::new("stop", format!("{} activates nothing more", seat.colour())).of(seat));
}

/// R6.13
#[inline]
pub(in crate::games::agartha) fn lapsed<W: Witness>(seat: Seat, deed: Deed, witness: &mut W) {
    witness.tell(|| {
        let text = format!("{} has nothing to {}: the action lapses", seat.colour(), deed.name());
        Event::new("lapse", text).of(seat).with("action", deed.name())
    });
}

/// R9.4
#[inline]
pub(in crate::games::agartha) fn reshuffled<W: Witness>(cards: u32, witness: &mut W) {
    if cards > 0 {
        witness.tell(|| Event::new("reshuffle", format!("{cards} discards are shuffled into a new pile")).with("cards", cards));
    }
}

/// A card is laid out from the pile on a tile; no event if there are no more cards (R9.5).
#[inline]
pub(in crate::games::agartha) fn refilled<W: Witness>(tile: Tile, position: usize, card: Option<Card>, witness: &mut W) {
    if let Some(card) = card {
        witness.tell(|| {
            let number = tile.0 + 1;
            let text = format!("{} is laid out on tile {number}", capital(&with_article(card.name())));
            Event::new("refill", text).with("tile", number).with("position", position + 1).with("card", card.name())
        });
    }
}

/// R9.2: three cards that nobody took make room for two new ones.
#[inline]
pub(in crate::games::agartha) fn replaced<W: Witness>(tile: Tile, old: &[Option<Card>], new: &[Option<Card>], witness: &mut W) {
    witness.tell(|| {
        let (number, under) = (tile.0 + 1, names(old));
        let text = format!("The cards of tile {number} go under the pile: {}", under.join(", "));
        Event::new("under", text).with("tile", number).with("cards", under)
    });
    for (position, &card) in new.iter().enumerate() {
        refilled(tile, position, card, witness);
    }
}

/// R8.2: all cards of the tile are won.
#[inline]
pub(in crate::games::agartha) fn won<W: Witness>(s: &State, spot: Spot, witness: &mut W) {
    witness.tell(|| {
        let (seat, tile, cards) = (s.takers[0], spot.tile().0 + 1, names(&s.won));
        let text = format!("{} takes {} from tile {tile}", seat.colour(), grouped(&cards));
        Event::new("win", text).of(seat).with("tile", tile).with("cards", cards)
    });
}

/// R9.1
#[inline]
pub(in crate::games::agartha) fn round_ended<W: Witness>(s: &State, witness: &mut W) {
    witness.tell(|| {
        let text = format!("Round {} ends: the testament goes to {}", s.round, s.holder.colour());
        Event::new("round", text).with("round", s.round).with("holder", s.holder.0)
    });
}

impl Agartha {
    /// R7.2: a token in an action zone is turned up.
    #[inline]
    pub(in crate::games::agartha) fn tell_action<W: Witness>(&self, s: &State, token: Token, witness: &mut W) {
        witness.tell(|| {
            let (value, deed, tile) = (token.0 + 1, self.parts.deeds[token.at()], s.spot().tile().0 + 1);
            let text = format!("{} reveals the {value} on tile {tile} and may {}", s.actor.colour(), deed_words(deed));
            let event = Event::new("reveal", text).of(s.actor).with("tile", tile).with("zone", Zone::Action.name());
            event.with("value", value).with("action", deed.name())
        });
    }

    /// R7.3: the tokens of an auction zone are turned up, which shows who takes cards.
    #[inline]
    pub(in crate::games::agartha) fn tell_auction<W: Witness>(
        &self,
        s: &State,
        spot: Spot,
        best: List<Seat, PLAYERS>,
        witness: &mut W,
    ) {
        let tile = spot.tile().0 + 1;
        let bids = || s.bids.iter().enumerate().filter(move |(_, bid)| bid.spot == spot);
        if best.is_empty() {
            return;
        }
        for (i, bid) in bids() {
            witness.tell(|| {
                let (seat, value) = (self.owner(s, i), bid.token.0 + 1);
                let text = format!("{} reveals the {value} in the auction of tile {tile}", seat.colour());
                let event = Event::new("reveal", text).of(seat).with("tile", tile);
                event.with("zone", Zone::Auction.name()).with("value", value).with("action", Value::Null)
            });
        }
        witness.tell(|| {
            let mut sums = [0u8; PLAYERS];
            bids().for_each(|(i, bid)| sums[self.owner(s, i).at()] += bid.token.0 + 1);
            let bids: Vec<String> =
                (0..self.seats).filter(|&i| sums[i] > 0).map(|i| format!("{} {}", Seat(i as u8).colour(), sums[i])).collect();
            let takers: Vec<&str> = s.takers.iter().map(|seat| seat.colour()).collect();
            let top = sums.iter().max().copied().unwrap_or(0);
            let tied = (0..self.seats).filter(|&seat| sums[seat] == top).count() > 1;
            let won = match takers.as_slice() {
                [] => "there is no card to win".to_string(),
                [one] if tied && s.takers[0] == s.holder => format!("{one} wins the tie with the testament"),
                [one] => format!("{one} wins"),
                many => format!("{} tie and take in this order", and(&many.iter().map(ToString::to_string).collect::<Vec<_>>())),
            };
            let seats: Vec<u8> = s.takers.iter().map(|seat| seat.0).collect();
            let text = format!("Auction of tile {tile}: {}; {won}", bids.join(", "));
            Event::new("auction", text).with("tile", tile).with("bids", &sums[..self.seats]).with("takers", seats)
        });
    }

    /// R8.4: a share of a tie.
    #[inline]
    pub(in crate::games::agartha) fn tell_pick<W: Witness>(
        &self,
        s: &State,
        at: usize,
        tile: Tile,
        position: usize,
        witness: &mut W,
    ) {
        witness.tell(|| {
            let (seat, number) = (s.takers[self.taker_of(s, at)], tile.0 + 1);
            let card = s.won[at].map_or("nothing", Card::name);
            let text = format!("{} takes {} from tile {number}", seat.colour(), with_article(card));
            let event = Event::new("win", text).of(seat).with("tile", number).with("cards", vec![card]);
            event.with("position", position + 1)
        });
    }

    /// R10: the final scoring of every board, and the end.
    pub(in crate::games::agartha) fn tell_end<W: Witness>(&self, s: &State, witness: &mut W) {
        for seat in (0..self.seats).map(|seat| Seat(seat as u8)) {
            witness.tell(|| {
                let points = self.final_points(&s.boards[seat.at()]);
                let sources = [
                    ("objects", points.objects),
                    ("lots", points.lots),
                    ("different_lots", points.different_lots),
                    ("amulets", points.amulets),
                ];
                let added: u32 = sources.iter().map(|source| source.1).sum();
                let gains: Vec<String> = sources
                    .iter()
                    .filter(|source| source.1 > 0)
                    .map(|(name, points)| format!("{points} for {}", name.replace('_', " ")))
                    .collect();
                let gains = if gains.is_empty() { "nothing".to_string() } else { gains.join(", ") };
                let text = format!("{} scores {gains} at the end: {} in all", seat.colour(), count(points.total(), "point"));
                let event = Event::new("score", text).of(seat).with("points", added).with("total", points.total());
                sources.into_iter().fold(event, |event, (name, points)| event.with(name, points))
            });
        }
        witness.tell(|| Event::new("end", "The game ends after six rounds").with("round", s.round));
    }
}
