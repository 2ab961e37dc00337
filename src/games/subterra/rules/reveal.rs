//! Drawing, turning and placing tiles (section 6).

use crate::core::Witness;
use crate::games::subterra::board::{Cell, Cells, Side, rotate};
use crate::games::subterra::play::Play;
use crate::games::subterra::state::{Decision, State};
use crate::games::subterra::words::{BAG_KINDS, JOURNAL_KINDS, Kind, Sheet, TileKind};
use crate::games::subterra::{Subterra, events};

impl Subterra {
    /// R36 (1) and (2): draws a tile for the exit that was picked.
    pub(crate) fn reveal(&self, s: &mut State, from: Cell, side: Side, play: &mut Play<'_, impl Witness>) {
        s.from = from;
        s.side = Some(side);
        // R76
        if s.acting().sheet == Sheet::Archaeologist { self.draw_two(s, play) } else { self.draw_one(s, play) }
    }

    /// R40: draws a tile. One that does not fit is set aside and another drawn, which amounts to a draw among those that fit.
    fn draw_one(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        let mut fitting = s.bag;
        if Self::must_keep_an_exit(s) {
            for kind in (0..BAG_KINDS).filter(|&kind| !self.fits(s, TileKind(kind as u8))) {
                fitting.0[kind] = 0;
            }
        }
        match fitting.draw(play.rng) {
            Some(kind) => {
                s.bag.remove(kind);
                play.tell(|| self.draws(s, &[TileKind(kind as u8)]));
                self.turn_tile(s, TileKind(kind as u8), play);
            }
            None => self.give_up_the_bag(s, play),
        }
    }

    /// R76: two tiles, of which one that fits is kept. If neither fits both are set aside and two more are drawn.
    fn draw_two(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        let mut unseen = s.bag;
        while let Some(first) = unseen.draw(play.rng) {
            let second = unseen.draw(play.rng);
            let first = TileKind(first as u8);
            let second = second.map(|kind| TileKind(kind as u8));
            let both = second.filter(|&second| second != first && self.fits(s, second));
            match (self.fits(s, first), both) {
                (true, Some(second)) => {
                    s.bag.remove(first.at());
                    s.bag.remove(second.at());
                    // Ruling N1: which was drawn first means nothing.
                    s.drawn = Some(first.min(second));
                    s.other = Some(first.max(second));
                    s.decision = Decision::Scholar;
                    play.tell(|| self.draws(s, &[first, second]));
                    return;
                }
                (true, None) => {
                    s.bag.remove(first.at());
                    play.tell(|| self.draws(s, &[first]));
                    return self.turn_tile(s, first, play);
                }
                (false, Some(second)) => {
                    s.bag.remove(second.at());
                    play.tell(|| self.draws(s, &[second]));
                    return self.turn_tile(s, second, play);
                }
                (false, None) => {}
            }
        }
        self.give_up_the_bag(s, play);
    }

    /// D6: keeps one of the two tiles; the other goes back.
    pub(crate) fn keep_tile(&self, s: &mut State, tile: TileKind, play: &mut Play<'_, impl Witness>) {
        let back = if s.drawn == Some(tile) { s.other } else { s.drawn };
        if let Some(back) = back {
            s.bag.add(back.at());
        }
        s.other = None;
        play.tell(|| events::does(s, s.turn as usize, "keep_tile", &format!("keeps the {}.", self.tile_words(tile))));
        self.turn_tile(s, tile, play);
    }

    /// R36 (3): asks for the tile's orientation, unless there is only one.
    pub(crate) fn turn_tile(&self, s: &mut State, tile: TileKind, play: &mut Play<'_, impl Witness>) {
        s.drawn = Some(tile);
        let ways = self.orientations(s, tile);
        if ways.is_power_of_two() {
            self.place_tile(s, ways.trailing_zeros() as u8, play);
        } else {
            s.decision = Decision::Orient;
        }
    }

    /// The orientations that are legal for a tile at the exit in use, one bit for each mask of open sides (R36, R37, R40).
    pub(crate) fn orientations(&self, s: &State, tile: TileKind) -> u16 {
        let Some(side) = s.side else { return 0 };
        self.orientations_at(s, tile, s.from, side, Self::must_keep_an_exit(s))
    }

    fn orientations_at(&self, s: &State, tile: TileKind, from: Cell, side: Side, must_keep_an_exit: bool) -> u16 {
        let Some(cell) = from.beside(side) else { return 0 };
        let broken = s.map.sides(cell); // ruling P1: a demolished edge is open whatever the tile shows
        let mut free = 0;
        if must_keep_an_exit {
            let leads_on = |way: &&Side| s.map.free_beside(cell, **way).is_some();
            free = Side::ALL.iter().filter(leads_on).map(|way| way.bit()).sum();
        }
        let mut ways = 0;
        for turns in 0..4 {
            let open = rotate(self.tables.tiles[tile.at()].open, turns) | broken;
            let connected = open & side.opposite().bit() != 0;
            if connected && (!must_keep_an_exit || open & free != 0) {
                ways |= 1 << open;
            }
        }
        ways
    }

    fn fits(&self, s: &State, tile: TileKind) -> bool {
        self.orientations(s, tile) != 0
    }

    /// Whether the tile at the exit in use decides if the temple keeps an exit (R40): before the Sanctuary, when no exit
    /// leads elsewhere.
    fn must_keep_an_exit(s: &State) -> bool {
        s.side.is_some_and(|side| Self::is_last_exit(s, s.from, side))
    }

    /// Whether the Sanctuary is still to come and no exit leads anywhere but to the cell beside this one.
    fn is_last_exit(s: &State, from: Cell, side: Side) -> bool {
        let Some(cell) = from.beside(side) else { return false };
        !s.has_sanctuary() && s.map.frontier().minus(&Cells::one(cell)).is_empty()
    }

    /// R36 (4) and (5): places the tile with its effect; an empty bag brings the Sanctuary.
    pub(crate) fn place_tile(&self, s: &mut State, open: u8, play: &mut Play<'_, impl Witness>) {
        let place = s.side.take().and_then(|side| s.from.beside(side));
        let (Some(tile), Some(cell)) = (s.drawn.take(), place) else { return };
        let info = self.tables.tiles[tile.at()];
        s.map.place(cell, info.kind, info.number, open);
        s.from = Cell::NONE;
        play.tell(|| self.placed(s, tile, cell));
        if let Some(journal) = tile.journal() {
            s.journals.remove(journal); // R42: Journals have nothing to do with the bag
            return;
        }
        match info.kind {
            Kind::Key => Self::lay_key(s, cell, play),
            Kind::Ruins => s.map.rubble.insert(cell),
            Kind::Guardian => self.raise_guardian(s, cell, play),
            Kind::Normal
            | Kind::Bridge
            | Kind::Lava
            | Kind::Spike
            | Kind::Dart
            | Kind::Journal
            | Kind::Exit
            | Kind::Crossing
            | Kind::Hall
            | Kind::Vault => {}
        }
        if std::mem::take(&mut s.enter) {
            s.entry = cell; // R25: after the Sanctuary, if it is placed now
        }
        if s.bag.is_empty() && !s.has_sanctuary() {
            self.find_sanctuary(s, play);
        }
    }

    /// R40, when no tile fits: all remaining tiles leave the game, the Sanctuary is placed and the Reveal ends.
    fn give_up_the_bag(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        play.tell(|| events::bag_given_up(s.bag.total()));
        s.discarded.absorb(&mut s.bag);
        s.side = None;
        s.from = Cell::NONE;
        s.enter = false;
        self.find_sanctuary(s, play);
    }

    /// R25: lets the explorer enter the tile it has just revealed, if it can.
    pub(crate) fn enter_new_tile(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        let who = s.turn as usize;
        let (cell, new) = (s.explorers[who].cell, std::mem::take(&mut s.entry));
        if let Some(side) = cell.side_towards(new).filter(|side| Self::steps(s, who) & side.bit() != 0) {
            self.step(s, who, side, play);
        }
    }

    /// The sides of a cell at which some remaining Journal fits (R80, R42).
    pub(crate) fn research_sides(&self, s: &State, cell: Cell) -> u8 {
        Side::of(s.map.exits(cell)).filter(|&side| self.research_tiles(s, cell, side) != 0).map(Side::bit).sum()
    }

    /// The Journals that fit at an exit, one bit each.
    pub(crate) fn research_tiles(&self, s: &State, cell: Cell, side: Side) -> u8 {
        let must = Self::is_last_exit(s, cell, side);
        let fits =
            |j: &usize| s.journals.0[*j] > 0 && self.orientations_at(s, TileKind((BAG_KINDS + j) as u8), cell, side, must) != 0;
        (0..JOURNAL_KINDS).filter(fits).map(|j| 1 << j).sum()
    }

    /// The cells with an exit at which some Journal fits (D8).
    pub(crate) fn research_cells(&self, s: &State) -> Cells {
        if s.journals.is_empty() {
            return Cells::EMPTY;
        }
        let mut cells = Cells::EMPTY;
        for &side in Side::ALL {
            cells = cells.or(&s.map.exits_on(side));
        }
        // Only where the last empty cell is at stake can a Journal not fit.
        if !s.has_sanctuary() && s.map.frontier().len() == 1 {
            for cell in cells.iter().filter(|&cell| self.research_sides(s, cell) == 0) {
                cells.remove(cell);
            }
        }
        cells
    }

    /// D8: asks for the next open part of a Research: cell, side, Journal, orientation. Parts with a single option are not asked.
    pub(crate) fn research(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        if s.from == Cell::NONE {
            let cells = self.research_cells(s);
            if cells.len() != 1 {
                s.decision = Decision::ResearchCell;
                return;
            }
            s.from = cells.first().unwrap_or(Cell::NONE);
        }
        if s.side.is_none() {
            let sides = self.research_sides(s, s.from);
            if sides.count_ones() != 1 {
                s.decision = Decision::ResearchSide;
                return;
            }
            s.side = Side::of(sides).next();
        }
        if let Some(side) = s.side {
            let journals = self.research_tiles(s, s.from, side);
            if journals.is_power_of_two() {
                self.turn_tile(s, TileKind(BAG_KINDS as u8 + journals.trailing_zeros() as u8), play);
            } else {
                s.decision = Decision::Journal;
            }
        }
    }
}
