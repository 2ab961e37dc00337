//! The start of a game (R2).

use super::Kathmandu;
use super::rules::bits::Cells;
use super::rules::column::Column;
use super::rules::digs::draw_site;
use super::state::{COLOURS, Decision, Held, OWNED, PLAYERS, State};
use crate::core::{Bag, List, Rng, Seat, Setup, Silent};

impl Setup for Kathmandu {
    fn start(&self, rng: &mut Rng) -> State {
        let board = self.board();
        let sites = board.site_cells.len();
        // R2.2: cards that the short game removes are never told apart from the deck.
        let removed = if self.short { board.removed_in_short_game } else { 0 };
        let mut supply = [0; PLAYERS];
        supply[..self.seats].fill(self.tables.tokens_each);
        // R2.5
        let first = Seat(rng.below(self.seats as u32) as u8);
        let mut s = State {
            decision: Decision::Action,
            active: first,
            first,
            round: 1,
            tokens: [Cells::EMPTY; PLAYERS],
            excavation: [Cells::EMPTY; COLOURS],
            sites: Column::default(),
            personalities: Column::default(),
            supply,
            graveyard: [0; PLAYERS],
            // R2.1: six archaeologist cards in hand.
            cards: [[Held::default(); OWNED]; PLAYERS],
            thefts: List::default(),
            taken: [[0; COLOURS]; PLAYERS],
            taken_sites: [0; PLAYERS],
            aside: 0,
            bag: Bag(self.tables.excavation),
            deck: Bag(self.tables.copies),
            discard: Bag::default(),
            unseen_sites: ((1u32 << sites) - 1) as u16,
            site_deck: sites as u8 - removed,
        };
        // R2.3; no merge is possible, as sites are never adjacent (R2.5).
        for _ in 0..board.active_sites {
            let site = draw_site(&mut s, rng);
            let opened = self.open_site(&mut s, site, rng, &mut Silent);
            debug_assert!(opened.is_ok(), "sites are never adjacent");
        }
        // R2.4
        for _ in 0..self.tables.personality_list {
            self.draw_personality(&mut s, rng, &mut Silent);
        }
        s
    }
}
