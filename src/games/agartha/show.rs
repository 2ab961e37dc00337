//! Names of actions, and a position as text.

use super::Agartha;
use super::actions::{Act, CARDS, Card, Site, Slot, Spot, Tile, Token, Zone};
use super::apply::next_won;
use super::state::{Decision, ROUNDS, State};
use crate::core::{Game, Seat};

impl Agartha {
    pub(super) fn action_name(&self, action: Act) -> String {
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

    pub(super) fn position_text(&self, s: &State, viewer: Option<Seat>) -> String {
        let over = s.decision == Decision::Over;
        let mut text = format!("Agartha: round {} of {ROUNDS}", s.round);
        text.push_str(&if over { ", over\n".to_string() } else { format!(", seat {} to act: {}\n", s.actor.0, s.decision.name()) });
        let unknown = s.pile.total();
        text.push_str(&format!("pile {} cards", unknown + s.under.len() as u32));
        if !s.under.is_empty() {
            let names: Vec<&str> = s.under.iter().map(|card| card.name()).collect();
            text.push_str(&format!(" (at the bottom: {})", names.join(", ")));
        }
        text.push_str(&format!(", discards: {}\n", listed(&s.discards.0)));
        for tile in (0..self.parts.tiles).map(|tile| Tile(tile as u8)) {
            let cards: Vec<&str> = s.tiles[tile.at()].iter().map(|card| card.map_or("-", Card::name)).collect();
            text.push_str(&format!("  tile {}: {:<32}", tile.0 + 1, cards.join(" ")));
            for &zone in Zone::ALL {
                text.push_str(&format!(" {}: {:<14}", zone.name(), self.tokens_text(s, Spot::new(tile, zone), viewer)));
            }
            let here = s.revealed > 0 && !over && s.spot().tile() == tile;
            text.truncate(text.trim_end().len());
            text.push_str(if here { "  <- being resolved\n" } else { "\n" });
        }
        for seat in 0..self.seats {
            text.push_str(&self.board_text(s, seat));
        }
        if let Some(line) = pending_text(s, viewer) {
            text.push_str(&line);
        }
        text
    }

    /// The tokens of a zone as `owner:value`, with `?` where the viewer may not look.
    fn tokens_text(&self, s: &State, spot: Spot, viewer: Option<Seat>) -> String {
        let shown = |i: usize, token: Token| {
            let known = viewer.is_none_or(|viewer| self.knows(s, viewer, i));
            let value = if known { (token.0 + 1).to_string() } else { "?".to_string() };
            format!("{}:{value}", self.owner(s, i).0)
        };
        let here = s.bids.iter().enumerate().filter(|(_, bid)| bid.spot == spot);
        let tokens: Vec<String> = here.map(|(i, bid)| shown(i, bid.token)).collect();
        if tokens.is_empty() { "-".to_string() } else { tokens.join(" ") }
    }

    fn board_text(&self, s: &State, seat: usize) -> String {
        let board = &s.boards[seat];
        let testament = if s.holder.at() == seat { ", testament" } else { "" };
        let mut text = format!("  seat {seat}: {} points{testament}\n", self.scores(s)[seat]);
        for &slot in Slot::ALL {
            let cards = &board.slots[slot as usize];
            if cards.iter().any(|&n| n > 0) {
                text.push_str(&format!("    {}: {}\n", slot.name(), listed(cards)));
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
}

/// Counted cards in words: `2 character, 1 forest`.
fn listed(cards: &[u8; CARDS]) -> String {
    let parts: Vec<String> = Card::ALL
        .iter()
        .filter(|&&card| cards[card as usize] > 0)
        .map(|&card| format!("{} {}", cards[card as usize], card.name()))
        .collect();
    if parts.is_empty() { "none".to_string() } else { parts.join(", ") }
}

/// What the seat to act has in hand.
fn pending_text(s: &State, viewer: Option<Seat>) -> Option<String> {
    if let Some(token) = s.chosen {
        let known = viewer.is_none_or(|viewer| viewer == s.actor);
        let value = if known { (token.0 + 1).to_string() } else { "?".to_string() };
        return Some(format!("  token taken up: {value}\n"));
    }
    if let Some((slot, card)) = s.taken {
        return Some(format!("  named: {} in {}\n", card.name(), slot.name()));
    }
    if let Some(card) = s.drawn {
        return Some(format!("  drawn: {}\n", card.name()));
    }
    if s.decision == Decision::Activate {
        let open: Vec<&str> = Site::ALL.iter().filter(|&&site| s.open >> site as u8 & 1 == 1).map(|site| site.name()).collect();
        return Some(format!("  open: {}\n", open.join(", ")));
    }
    let in_transit: Vec<&str> = s.won.iter().flatten().map(|card| card.name()).collect();
    let next = next_won(s).and_then(|at| s.won[at]).map(Card::name)?;
    Some(format!("  in transit: {} (next: {next})\n", in_transit.join(", ")))
}
