//! Features a person sees at a glance: the boards' scores, levels within reach, and the gain of each card or tile.
//!
//! A gain is in points at once: those of the best activation it allows plus those it adds to the final scoring. One card
//! or all the cards of a tile go to one zone (R5.4), the places and compasses among them into one slot.

use super::super::Agartha;
use super::super::score::Lot;
use super::super::state::{Board, PLAYERS, State};
use super::super::words::{Area, CARDS, Card, POSITIONS, SLOTS, Slot, TILES};
use crate::core::Seat;

/// Cards counted by their use.
#[derive(Clone, Copy, Default)]
struct Load {
    characters: u8,
    /// By type: forest, mountain, village.
    places: [u8; 3],
    compasses: u8,
    /// Different objects, one bit each.
    objects: u8,
    /// Cards that are neither characters nor objects: any of them opens the slot it is put into (R6.5).
    openers: u8,
    /// All of them.
    cards: u8,
}

impl Load {
    #[inline]
    fn add(&mut self, card: Card) {
        self.cards += 1;
        match card {
            Card::Character => self.characters += 1,
            Card::Forest | Card::Mountain | Card::Village => {
                self.places[card as usize - Card::Forest as usize] += 1;
                self.openers += 1;
            }
            Card::Compass => {
                self.compasses += 1;
                self.openers += 1;
            }
            Card::Amulet => self.openers += 1,
            Card::Knife | Card::Axe | Card::Torch | Card::Vial => self.objects |= 1 << (card as u8 - Card::Knife as u8),
        }
    }
}

/// The prospects of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::games::agartha) struct Glance {
    /// Different objects, one bit each.
    objects: u8,
    /// The lots of the three slots.
    lots: [Lot; 3],
    /// Points of lots, and points for different ones (R10.4, R10.5).
    pub lot_points: (u32, u32),
    /// Points of encounters times objects (R10.3).
    pub object_points: u32,
    /// Points of amulets (R10.6).
    pub amulet_points: u32,
    /// Village levels satisfied, three bits a slot (R6.8).
    pub village_ready: u8,
    /// Those that lack one character.
    pub village_near: u8,
    /// Exploration levels satisfied and not covered (R6.9).
    pub exploration_ready: u8,
    /// Those that lack one place.
    pub lack_place: u8,
    /// Those that lack one character.
    pub lack_character: u8,
    /// Points of the best lot of each slot, with a compass or without one.
    pub lot_potential: [u8; 3],
    characters: [u8; 2],
    explorers: (u8, u8),
}

/// The results for the boards and tiles as last seen, together with those boards and tiles.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    /// The seats that were computed, one bit each.
    seats: u8,
    boards: [Board; PLAYERS],
    tiles: [[Option<Card>; POSITIONS]; TILES],
    glances: [Glance; PLAYERS],
    /// By seat: the gain of a card of each type.
    cards: [[u16; CARDS]; PLAYERS],
    /// By seat and tile: the gain of the tile's cards in each zone.
    brings: [[[u16; Area::COUNT]; TILES]; PLAYERS],
}

impl Memo {
    /// The prospects of a seat's board.
    #[inline]
    pub(super) fn glance(&self, seat: Seat) -> &Glance {
        &self.glances[seat.at() & (PLAYERS - 1)]
    }

    /// The gain of a card of each type for a seat, in its best place.
    #[inline]
    pub(super) fn card_gains(&self, seat: Seat) -> &[u16; CARDS] {
        &self.cards[seat.at() & (PLAYERS - 1)]
    }

    /// The gain of all the cards of a tile for a seat in each zone; zero where there are none.
    #[inline]
    pub(super) fn tile_gains(&self, seat: Seat, tile: usize) -> &[u16; Area::COUNT] {
        &self.brings[seat.at() & (PLAYERS - 1)][tile]
    }
}

impl Glance {
    /// The prospects of an empty seat.
    pub const EMPTY: Self = Self {
        objects: 0,
        lots: [Lot { points: [0; 3], formed: 0 }; 3],
        lot_points: (0, 0),
        object_points: 0,
        amulet_points: 0,
        village_ready: 0,
        village_near: 0,
        exploration_ready: 0,
        lack_place: 0,
        lack_character: 0,
        lot_potential: [0; 3],
        characters: [0; 2],
        explorers: (0, 0),
    };

    /// Different objects.
    #[inline]
    pub fn different(&self) -> usize {
        self.objects.count_ones() as usize
    }

    /// The points that the end of the game would add to those of activations (R10).
    #[inline]
    pub fn end_points(&self) -> u32 {
        self.object_points + self.lot_points.0 + self.lot_points.1 + self.amulet_points
    }

    /// The slots that form a lot, one bit each.
    #[inline]
    pub fn formed(&self) -> u8 {
        self.lots.iter().enumerate().fold(0, |bits, (i, lot)| bits | u8::from(lot.formed != 0) << i)
    }
}

impl Agartha {
    /// Recomputes the boards and tiles that have changed.
    #[inline]
    pub(super) fn refresh(&self, s: &State, memo: &mut Memo) {
        let mut changed = [true; TILES];
        for (tile, changed) in changed.iter_mut().enumerate() {
            *changed = s.tiles[tile] != memo.tiles[tile];
        }
        let tiles_changed = s.tiles != memo.tiles;
        for seat in 0..self.seats {
            let board = &s.boards[seat];
            let known = memo.seats >> seat & 1 == 1 && memo.boards[seat] == *board;
            if !known {
                memo.boards[seat] = *board;
                memo.glances[seat] = self.glance(board);
                memo.cards[seat] = self.card_gains(board, &memo.glances[seat]);
            }
            if !known || tiles_changed {
                for tile in (0..self.parts.tiles).filter(|&tile| !known || changed[tile]) {
                    memo.brings[seat][tile] = self.tile_gains(board, &memo.glances[seat], s.tiles[tile]);
                }
            }
        }
        memo.seats = (1 << self.seats) - 1;
        memo.tiles = s.tiles;
    }

    /// Recomputes a board.
    #[inline]
    pub(in crate::games::agartha) fn glance(&self, board: &Board) -> Glance {
        let mut glance = Glance::default();
        for (bit, &object) in Card::OBJECTS.iter().enumerate() {
            glance.objects |= u8::from(board.count(Slot::Objects, object) > 0) << bit;
        }
        glance.object_points = u32::from(board.encounter / 2) * glance.objects.count_ones();
        glance.amulet_points = u32::from(board.amulets) * u32::from(self.parts.amulet);
        glance.lots = Slot::PLACES.map(|slot| self.lot(&board.slots[slot as usize]));
        glance.lot_points = self.best_lots(&glance.lots);
        glance.lot_potential = Slot::PLACES.map(|slot| {
            let like = Card::PLACES.iter().map(|&place| board.count(slot, place)).max().unwrap_or(0);
            self.parts.lot[like.min(5) as usize]
        });
        for (i, slot) in [Slot::Village1, Slot::Village2].into_iter().enumerate() {
            let characters = board.count(slot, Card::Character);
            let (now, next) = (self.parts.village_levels(characters), self.parts.village_levels(characters + 1));
            glance.characters[i] = characters;
            glance.village_ready |= now << (3 * i);
            glance.village_near |= (next & !now) << (3 * i);
        }
        let (places, characters) = (board.places(Slot::Exploration), board.count(Slot::Exploration, Card::Character));
        glance.explorers = (places, characters);
        let open = !board.levels & 0b111;
        glance.exploration_ready = self.parts.exploration_levels(places, characters) & open;
        let open = open & !glance.exploration_ready;
        glance.lack_place = self.parts.exploration_levels(places + 1, characters) & open;
        glance.lack_character = self.parts.exploration_levels(places, characters + 1) & open;
        glance
    }

    /// The gain of one card of each type in its best place.
    #[inline]
    pub(in crate::games::agartha) fn card_gains(&self, board: &Board, glance: &Glance) -> [u16; CARDS] {
        let load = |card: Card| {
            let mut load = Load::default();
            load.add(card);
            load
        };
        let village = |card: Card| self.village_gain(board, glance, load(card));
        let explored = |card: Card| self.exploration_gain(board, glance, load(card));
        let lots = |card: Card| (0..3).map(|slot| self.lot_gain(board, glance, load(card), slot)).max().unwrap_or(0);
        // Any card opens a village slot alike, and the exploration treats all places alike, so each gain is computed once.
        let (opens, waits) = (village(Card::Amulet), explored(Card::Amulet));
        let place = opens.max(explored(Card::Forest));
        let mut gains = [0; CARDS];
        let mut set = |card: Card, gain: u32| gains[card as usize] = gain as u16;
        set(Card::Character, village(Card::Character).max(explored(Card::Character)));
        for card in Card::PLACES {
            set(card, place.max(lots(card)));
        }
        set(Card::Compass, opens.max(waits).max(lots(Card::Compass)));
        set(Card::Amulet, opens.max(waits));
        for (bit, &object) in Card::OBJECTS.iter().enumerate() {
            // R10.3: an object counts if it is new.
            let new = if glance.objects >> bit & 1 == 0 { u32::from(board.encounter / 2) } else { 0 };
            set(object, waits.max(new));
        }
        gains
    }

    /// The gain of all the cards of a tile in each zone.
    #[inline]
    pub(in crate::games::agartha) fn tile_gains(
        &self,
        board: &Board,
        glance: &Glance,
        cards: [Option<Card>; POSITIONS],
    ) -> [u16; Area::COUNT] {
        let mut load = Load::default();
        cards.into_iter().flatten().for_each(|card| load.add(card));
        self.gains(board, glance, load)
    }

    /// The gain of a card in each slot: with activations, or without them in the setup (R2.5).
    #[inline]
    pub(in crate::games::agartha) fn slot_gains(
        &self,
        board: &Board,
        glance: &Glance,
        card: Card,
        activates: bool,
    ) -> [u16; SLOTS] {
        let mut load = Load::default();
        load.add(card);
        let mut out = [0u32; SLOTS];
        for (i, slot) in [Slot::Village1, Slot::Village2].into_iter().enumerate() {
            if activates {
                let (points, sent) = self.parts.best_village(glance.characters[i] + load.characters);
                let met = board.encounter + sent;
                out[slot as usize] = points + u32::from(met / 2 - board.encounter / 2) * glance.objects.count_ones();
            }
        }
        let objects = (glance.objects | load.objects).count_ones() - glance.objects.count_ones();
        out[Slot::Objects as usize] = u32::from(board.encounter / 2) * objects;
        for (i, slot) in Slot::PLACES.into_iter().enumerate() {
            out[slot as usize] = self.lot_gain(board, glance, load, i);
        }
        if activates {
            out[Slot::Exploration as usize] = self.exploration_gain(board, glance, load);
        }
        out.map(|gain| gain as u16)
    }

    #[inline]
    fn gains(&self, board: &Board, glance: &Glance, load: Load) -> [u16; Area::COUNT] {
        if load.cards == 0 {
            return [0; Area::COUNT];
        }
        let places = (0..3).map(|slot| self.lot_gain(board, glance, load, slot)).max().unwrap_or(0);
        // No content allows a gain above 400.
        [self.village_gain(board, glance, load), places, self.exploration_gain(board, glance, load)].map(|gain| gain as u16)
    }

    /// The best split of characters over the two village slots, with the objects beside them.
    #[inline]
    fn village_gain(&self, board: &Board, glance: &Glance, load: Load) -> u32 {
        let different = (glance.objects | load.objects).count_ones();
        let mut best = 0;
        for first in 0..=load.characters {
            let second = load.characters - first;
            let mut openers = load.openers;
            let (mut points, mut met) = (0, board.encounter);
            for (characters, more) in glance.characters.into_iter().zip([first, second]) {
                // R6.5: adding any card opens the slot.
                if more == 0 && openers == 0 {
                    continue;
                }
                openers -= u8::from(more == 0);
                let (won, sent) = self.parts.best_village(characters + more);
                points += won;
                met += sent;
            }
            best = best.max(points + u32::from(met / 2) * different);
        }
        best - glance.object_points
    }

    /// Places and compasses in one of the three slots.
    #[inline]
    fn lot_gain(&self, board: &Board, glance: &Glance, load: Load, at: usize) -> u32 {
        let mut slot = board.slots[Slot::PLACES[at] as usize];
        let without = slot[Card::Compass as usize] + load.compasses == 0;
        if without || load.compasses == 0 && load.places == [0; 3] {
            return 0;
        }
        slot[Card::Compass as usize] += load.compasses;
        for (place, more) in Card::PLACES.into_iter().zip(load.places) {
            slot[place as usize] += more;
        }
        let lot = self.lot(&slot);
        if lot == glance.lots[at] {
            return 0;
        }
        let mut lots = glance.lots;
        lots[at] = lot;
        let (points, bonus) = self.best_lots(&lots);
        // Replaced content may give a larger lot fewer points.
        (points + bonus).saturating_sub(glance.lot_points.0 + glance.lot_points.1)
    }

    #[inline]
    fn exploration_gain(&self, board: &Board, glance: &Glance, load: Load) -> u32 {
        let places = glance.explorers.0 + load.places.iter().sum::<u8>();
        let levels = self.parts.exploration_levels(places, glance.explorers.1 + load.characters) & !board.levels;
        (0..3).filter(|i| levels >> i & 1 == 1).map(|i| self.exploration_points(i)).max().unwrap_or(0)
    }
}
