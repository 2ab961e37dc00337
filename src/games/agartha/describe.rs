//! Agartha in words: names and sentences of actions, positions as text, the reason for the end.

mod changes;
pub(super) mod events;
mod legend;

use serde_json::Value;

use super::Agartha;
use super::actions::Act;
use super::state::{Board, Decision, ROUNDS, State};
use super::words::{CARDS, Card, Deed, Goal, Level, Site, Slot, Spot, Tile, Token, Zone};
use crate::core::seat::seats_from;
use crate::core::{Axis, Describe, Event, Feature, Score, Seat, and, count, with_article};

impl Describe for Agartha {
    const TITLE: &'static str = "Agartha";

    fn round(&self, state: &State) -> u32 {
        u32::from(state.round)
    }

    fn amounts(&self, state: &State) -> Vec<(Seat, String, i64)> {
        let of = |(board, seat): (&Board, Seat)| {
            let cards: i64 = board.slots.as_flattened().iter().map(|&count| i64::from(count)).sum();
            let all = [
                ("points", board.points.into()),
                ("cards", cards),
                ("encounter", board.encounter.into()),
                ("amulets", board.amulets.into()),
            ];
            all.map(|(name, amount)| (seat, name.to_string(), amount))
        };
        state.boards.iter().zip(seats_from(Seat(0), self.seats)).flat_map(of).collect()
    }

    fn changes(&self, event: &Event) -> Vec<(Seat, String, i64)> {
        let of = |seat: Seat| changes::changes(event).into_iter().map(move |(name, change)| (seat, name.to_string(), change));
        event.seat.into_iter().flat_map(of).collect()
    }

    fn decision(&self, state: &State) -> &'static str {
        state.decision.name()
    }

    fn name(&self, action: Act) -> String {
        match action {
            Act::Token(token) => format!("token {}", token.0 + 1),
            Act::Place(tile, zone) => format!("place tile {} {}", tile.0 + 1, zone.name()),
            Act::Put(goal) => format!("put {}", goal.name()),
            Act::Take(slot, card) => format!("take {} from {}", card.name(), slot.name()),
            Act::DrawPile => "draw from pile".to_string(),
            Act::Choose(tile, position) => format!("choose tile {} card {}", tile.0 + 1, position.0 + 1),
            Act::Activate(site, level) => match site {
                Site::Village1 | Site::Village2 => {
                    format!("activate {} with {}", site.name(), self.parts.village[level.at()].characters)
                }
                Site::Exploration => format!("activate exploration for {}", self.parts.exploration[level.at()].points),
            },
            Act::Stop => "stop".to_string(),
            Act::Decline => "decline".to_string(),
        }
    }

    fn sentence(&self, s: &State, action: Act) -> String {
        match action {
            Act::Token(token) => {
                let deed = deed_words(self.parts.deeds[token.at()]);
                format!("Take up the {}: it bids {}, or lets you {deed}", token.0 + 1, token.0 + 1)
            }
            Act::Place(tile, zone) => place_sentence(s, tile, zone),
            Act::Put(goal) => self.put_sentence(s, goal),
            Act::Take(slot, card) => match (s.decision, s.taken) {
                (Decision::SwapSecond, Some((other, first))) => {
                    format!("Swap the {} in {} with the {} in {}", first.name(), slot_words(other), card.name(), slot_words(slot))
                }
                (Decision::SwapFirst, _) => format!("Swap the {} in {} with another card", card.name(), slot_words(slot)),
                _ => format!("Move {} out of {}", with_article(card.name()), slot_words(slot)),
            },
            Act::DrawPile => "Draw the top card of the pile, whatever it is".to_string(),
            Act::Choose(tile, position) => {
                let card = s.tiles[tile.at()][position.at()].map_or("card", Card::name);
                format!("Take the {card} of tile {} (card {} from the left)", tile.0 + 1, position.0 + 1)
            }
            Act::Activate(site, level) => self.activate_sentence(s, site, level),
            Act::Stop => "Activate nothing more and go on".to_string(),
            Act::Decline => match s.decision {
                Decision::MoveCard => "Do not move a card".to_string(),
                Decision::SwapFirst => "Do not swap cards".to_string(),
                _ => "Do not draw a card".to_string(),
            },
        }
    }

    /// R11.2: only the token taken up is secret.
    fn glimpse(&self, _: &State, _: Act) -> String {
        "Take up a token".to_string()
    }

    fn text(&self, s: &State, viewer: Option<Seat>) -> String {
        let over = s.decision == Decision::Over;
        let mut text = format!("Agartha: round {} of {ROUNDS}", s.round);
        let asked = format!(", {} to act: {}\n", self.seat_name(s.actor), s.decision.name());
        text.push_str(if over { ", over\n" } else { &asked });
        let unknown = s.pile.total();
        text.push_str(&format!("pile {} cards", unknown + s.under.len() as u32));
        if !s.under.is_empty() {
            let names: Vec<&str> = s.under.iter().map(|card| card.name()).collect();
            text.push_str(&format!(" (at the bottom: {})", names.join(", ")));
        }
        text.push_str(&format!(", discards: {}\n", heap(&s.discards.0)));
        for tile in (0..self.parts.tiles).map(|tile| Tile(tile as u8)) {
            let cards: Vec<&str> = s.tiles[tile.at()].iter().map(|card| card.map_or("-", Card::name)).collect();
            text.push_str(&format!("  tile {}: {:<32}", tile.0 + 1, cards.join(" ")));
            for &zone in Zone::ALL {
                text.push_str(&format!(" {}: {:<24}", zone.name(), self.tokens_text(s, Spot::new(tile, zone), viewer)));
            }
            let here = s.revealed > 0 && !over && s.spot().tile() == tile;
            text.truncate(text.trim_end().len());
            text.push_str(if here { "  <- being resolved\n" } else { "\n" });
        }
        for seat in 0..self.seats {
            text.push_str(&self.board_text(s, seat));
        }
        if let Some(line) = self.pending_text(s, viewer) {
            text.push_str(&line);
        }
        text
    }

    fn axis(&self, feature: &Feature, axis: usize) -> Axis {
        legend::axis(feature, axis)
    }

    fn reword(&self, family: &str, value: Value) -> Value {
        legend::reword(family, value)
    }

    fn reason(&self, s: &State) -> String {
        let winners: Vec<Seat> = (0..self.seats as u8).map(Seat).filter(|seat| self.winners(s) >> seat.0 & 1 == 1).collect();
        let points = |seat: Seat| self.final_points(&s.boards[seat.at()]).total();
        let Some(&first) = winners.first() else { return "The game goes on.".to_string() };
        let best = points(first);
        let tied = (0..self.seats as u8).filter(|&seat| points(Seat(seat)) == best).count();
        let names: Vec<String> = winners.iter().map(|seat| seat.colour().to_string()).collect();
        let how = match (winners.len(), tied) {
            (1, 1) => String::new(),
            (1, _) if self.leads_in_amulets(s, first) => ", ahead of a tie by amulets".to_string(),
            (1, _) => ", ahead of a tie in turn order".to_string(),
            _ => " each, and as many amulets".to_string(),
        };
        let verb = if winners.len() == 1 { "wins" } else { "win" };
        format!("Six rounds have been played: {} {verb} with {}{how}.", and(&names), count(best, "point"))
    }
}

impl Agartha {
    /// Whether a winner has more amulets than everyone with as many points (R10.7).
    fn leads_in_amulets(&self, s: &State, seat: Seat) -> bool {
        let key = |seat: usize| (self.final_points(&s.boards[seat]).total(), s.boards[seat].amulets);
        (0..self.seats).all(|other| other == seat.at() || key(other) < key(seat.at()))
    }

    fn put_sentence(&self, s: &State, goal: Goal) -> String {
        let card = self.card_in_hand(s).map_or("card", Card::name);
        let Some(slot) = goal.slot() else {
            return format!("Put the {card} into its sector, for {} points at the end", self.parts.amulet);
        };
        let mut there = s.board().slots[slot as usize];
        if let Some((from, moved)) = s.taken.filter(|(from, _)| *from == slot) {
            there[moved as usize] -= u8::from(from == slot);
        }
        let beside = if there == [0; CARDS] { "empty so far".to_string() } else { format!("beside {}", heap(&there)) };
        format!("Put the {card} into {} ({beside})", slot_words(slot))
    }

    fn activate_sentence(&self, s: &State, site: Site, level: Level) -> String {
        let village = site != Site::Exploration;
        let row = if village { &self.parts.village[level.at()] } else { &self.parts.exploration[level.at()] };
        let slot = slot_words(site.slot());
        let mut rest = s.board().slots[site.slot() as usize];
        let what = if village {
            rest[Card::Character as usize] = rest[Card::Character as usize].saturating_sub(row.characters);
            format!("Activate {slot} with {}", count(row.characters, Card::Character.name()))
        } else {
            format!("Activate {slot} with {} and {}", count(row.places, "place"), count(row.characters, Card::Character.name()))
        };
        let points = count(row.points, "point");
        let lost = if rest == [0; CARDS] { String::new() } else { format!(", discarding {}", heap(&rest)) };
        let then = row.reward.map_or_else(String::new, |deed| format!("; then you may {}", deed_words(deed)));
        format!("{what} for {points}{lost}{then}")
    }

    /// The tokens of a zone as `owner:value`, with `?` for values the viewer may not know.
    fn tokens_text(&self, s: &State, spot: Spot, viewer: Option<Seat>) -> String {
        let shown = |i: usize, token: Token| {
            let known = viewer.is_none_or(|viewer| self.knows(s, viewer, i));
            let value = if known { (token.0 + 1).to_string() } else { "?".to_string() };
            format!("{} {value}", self.seat_name(self.owner(s, i)))
        };
        let here = s.bids.iter().enumerate().filter(|(_, bid)| bid.spot == spot);
        let tokens: Vec<String> = here.map(|(i, bid)| shown(i, bid.token)).collect();
        if tokens.is_empty() { "-".to_string() } else { tokens.join(", ") }
    }

    fn board_text(&self, s: &State, seat: usize) -> String {
        let board = &s.boards[seat];
        let testament = if s.holder.at() == seat { ", testament" } else { "" };
        let mut text =
            format!("  {}: {}{testament}\n", self.seat_name(Seat(seat as u8)), count(self.scores(s)[seat] as u32, "point"));
        for &slot in Slot::ALL {
            let cards = &board.slots[slot as usize];
            if cards.iter().any(|&n| n > 0) {
                text.push_str(&format!("    {}: {}\n", slot_words(slot), heap(cards)));
            }
        }
        if board.encounter > 0 || board.amulets > 0 {
            text.push_str(&format!("    encounter {}, amulets {}\n", board.encounter, board.amulets));
        }
        let explored: Vec<String> =
            (0..3).filter(|i| board.levels >> i & 1 == 1).map(|i| self.exploration_points(i).to_string()).collect();
        if !explored.is_empty() {
            text.push_str(&format!("    explored: {}\n", explored.join(", ")));
        }
        text
    }

    /// The cards in hand of the seat to act.
    fn pending_text(&self, s: &State, viewer: Option<Seat>) -> Option<String> {
        if let Some(token) = s.chosen {
            let known = viewer.is_none_or(|viewer| viewer == s.actor);
            let value = if known { (token.0 + 1).to_string() } else { "?".to_string() };
            return Some(format!("  token taken up: {value}\n"));
        }
        if let Some((slot, card)) = s.taken {
            return Some(format!("  named: {} in {}\n", card.name(), slot_words(slot)));
        }
        if let Some(card) = s.drawn {
            return Some(format!("  drawn: {}\n", card.name()));
        }
        if s.decision == Decision::Activate {
            let open: Vec<&str> = Site::ALL.iter().filter(|&&site| s.open >> site as u8 & 1 == 1).map(|site| site.name()).collect();
            return Some(format!("  open: {}\n", open.join(", ")));
        }
        let in_transit: Vec<&str> = s.won.iter().flatten().map(|card| card.name()).collect();
        let next = self.next_won(s).and_then(|at| s.won[at]).map(Card::name)?;
        Some(format!("  in transit: {} (next: {next})\n", in_transit.join(", ")))
    }
}

/// Cards as a sentence counts them: `2 forests and 1 axe`.
pub(super) fn heap(cards: &[u8; CARDS]) -> String {
    let held = Card::ALL.iter().filter(|&&card| cards[card as usize] > 0);
    and(&held.map(|&card| count(cards[card as usize], card.name())).collect::<Vec<_>>())
}

/// The placing of a token. Everyone sees where it goes, so its value is left out (R4.4).
fn place_sentence(s: &State, tile: Tile, zone: Zone) -> String {
    let number = tile.0 + 1;
    if zone == Zone::Action {
        return format!("Put the token into the action zone of tile {number}, for its action");
    }
    let cards: Vec<&str> = s.tiles[tile.at()].iter().flatten().map(|card| card.name()).collect();
    let cards = if cards.is_empty() { "no card".to_string() } else { grouped(&cards) };
    format!("Bid the token on tile {number}, for {cards}")
}

/// Cards in their order, equal ones together: `an axe and 2 forests`.
pub(super) fn grouped(cards: &[&str]) -> String {
    let first = cards.iter().enumerate().filter(|(i, card)| !cards[..*i].contains(card)).map(|(_, card)| *card);
    let groups = first.map(|card| match cards.iter().filter(|other| **other == card).count() {
        1 => with_article(card),
        more => count(more as u32, card),
    });
    and(&groups.collect::<Vec<_>>())
}

/// The name of a slot in a sentence: `village 1`.
pub(super) fn slot_words(slot: Slot) -> String {
    slot.name().replace('_', " ")
}

/// The effect of an action, in words.
pub(super) const fn deed_words(deed: Deed) -> &'static str {
    match deed {
        Deed::Move => "move a card",
        Deed::Swap => "swap two cards",
        Deed::Draw => "draw a card",
    }
}
