//! The pile: drawing, reshuffling the discards, and refilling the tiles (R9).

use super::super::events;
use super::super::state::State;
use super::super::words::{Card, POSITIONS, Tile};
use crate::core::{Bag, Rng, Witness};

/// Draws the top card of the pile: first the unknown cards, then those put under it; when both are gone the discards are
/// shuffled into a new pile (R9.4). Draws nothing if there are none (R9.5).
#[inline]
pub(in crate::games::agartha) fn draw_card<W: Witness>(s: &mut State, rng: &mut Rng, witness: &mut W) -> Option<Card> {
    if let Some(kind) = s.pile.draw(rng) {
        return Some(Card::ALL[kind]);
    }
    if !s.under.is_empty() {
        return Some(s.under.remove(0));
    }
    let mut discards = s.discards;
    s.discards = Bag::default();
    events::reshuffled(discards.total(), witness);
    s.pile.absorb(&mut discards);
    s.pile.draw(rng).map(|kind| Card::ALL[kind])
}

/// R9.2, R9.3: only the number of cards on the tile matters.
pub(super) fn refill<W: Witness>(s: &mut State, tile: Tile, rng: &mut Rng, witness: &mut W) {
    let lying = s.lying(tile).count_ones() as usize;
    if lying == POSITIONS {
        let old = s.tiles[tile.at()];
        // The new cards first, then the old ones under the pile, the left one to be drawn first.
        s.tiles[tile.at()] = [draw_card(s, rng, witness), draw_card(s, rng, witness), None];
        old.into_iter().flatten().for_each(|card| s.under.push(card));
        events::replaced(tile, &old, &s.tiles[tile.at()], witness);
        return;
    }
    let new = if lying == 0 { 2 } else { 1 };
    for _ in 0..new {
        let card = draw_card(s, rng, witness);
        if let Some(free) = s.tiles[tile.at()].iter().position(Option::is_none) {
            s.tiles[tile.at()][free] = card;
            events::refilled(tile, free, card, witness);
        }
    }
}
