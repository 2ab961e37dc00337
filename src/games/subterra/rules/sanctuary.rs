//! The Sanctuary, its Keys and the Artifact (section 7).

use crate::core::Witness;
use crate::games::subterra::board::{Cell, Cells, Side};
use crate::games::subterra::play::Play;
use crate::games::subterra::state::{Artifact, Decision, State};
use crate::games::subterra::words::{BAG_KINDS, Kind, Object};
use crate::games::subterra::{Subterra, events};

/// The places where the Sanctuary may be attached: for each side the cells with a site there, all of the greatest depth (R46).
pub(crate) struct Sites {
    by_side: [Cells; 4],
    /// Whether only a single cell has room (the last fallback of ruling S2).
    single: bool,
}

impl Sites {
    pub(crate) fn cells(&self) -> Cells {
        self.by_side.iter().fold(Cells::EMPTY, |all, some| all.or(some))
    }

    pub(crate) fn sides(&self, cell: Cell) -> u8 {
        Side::ALL.iter().filter(|&&side| self.by_side[side as usize].has(cell)).map(|side| side.bit()).sum()
    }
}

impl Subterra {
    /// The allowed sites (R46), with the fallbacks of R47: both cells in the bounds, then the vault outside the
    /// columns, then a single cell.
    pub(crate) fn sites(s: &State) -> Sites {
        let free = Cells::PLACEABLE.minus(&s.map.placed);
        for vault_room in [Some(free), Some(free.or(&Cells::OUTER)), None] {
            let mut by_side = [Cells::EMPTY; 4];
            let mut all = Cells::EMPTY;
            for &side in Side::ALL {
                let back = side.opposite();
                let room = vault_room.map(|room| room.moved(back).moved(back));
                let exits = s.map.exits_on(side);
                by_side[side as usize] = room.map_or(exits, |room| exits.and(&room));
                all = all.or(&by_side[side as usize]);
            }
            // Ruling S1: depth counts at the cell it is attached to.
            if let Some(deepest) = all.last() {
                return Sites { by_side: by_side.map(|cells| cells.row(deepest.y())), single: vault_room.is_none() };
            }
        }
        Sites { by_side: [Cells::EMPTY; 4], single: true }
    }

    /// R46: places the Sanctuary at once, or asks the leader for cell and side if there are several sites (D18).
    pub(crate) fn find_sanctuary(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        let sites = Self::sites(s);
        let cells = sites.cells();
        match cells.first() {
            Some(cell) if cells.len() == 1 => self.attach_sanctuary(s, &sites, cell, play),
            Some(_) => s.decision = Decision::SiteCell,
            None => {}
        }
    }

    pub(crate) fn attach_sanctuary(&self, s: &mut State, sites: &Sites, cell: Cell, play: &mut Play<'_, impl Witness>) {
        let ways = sites.sides(cell);
        if ways.is_power_of_two() {
            self.build_sanctuary(s, sites, cell, Side::ALL[ways.trailing_zeros() as usize], play);
        } else {
            s.from = cell;
            s.decision = Decision::SiteSide;
        }
    }

    pub(crate) fn build_sanctuary(&self, s: &mut State, sites: &Sites, cell: Cell, side: Side, play: &mut Play<'_, impl Witness>) {
        let Some(hall) = cell.beside(side) else { return };
        let back = side.opposite();
        s.from = Cell::NONE;
        s.hall = hall;
        match hall.beside(side) {
            Some(vault) if !sites.single => {
                s.vault = vault;
                s.map.place(hall, Kind::Hall, 0, back.bit() | side.bit());
                s.map.place(vault, Kind::Vault, 0, back.bit());
                if self.switches.vault_locked {
                    s.map.shut_door(hall, side); // ruling S3
                }
            }
            Some(_) | None => {
                s.vault = hall;
                s.map.place(hall, Kind::Vault, 0, back.bit());
            }
        }
        play.tell(|| events::sanctuary(s));
        self.unlock(s, play); // R41: with no Key needed the Artifact appears as soon as the Sanctuary is placed
    }

    /// Number of Keys that must be inserted; those whose tile was discarded are not needed (R41).
    pub(crate) fn keys_needed(&self, s: &State) -> u8 {
        if s.discarded.is_empty() {
            return self.tables.keys;
        }
        let lost: u8 = (0..BAG_KINDS).filter(|&k| self.tables.tiles[k].kind == Kind::Key).map(|k| s.discarded.0[k]).sum();
        self.tables.keys - lost
    }

    /// R48: with the last Key the Artifact is put on the vault, and the door opens.
    fn unlock(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        if s.inserted < self.keys_needed(s) {
            return;
        }
        s.artifact = Artifact::On(s.vault);
        play.tell(|| events::artifact_appears(s.vault));
        if let Some(side) = s.hall.side_towards(s.vault) {
            s.map.open_door(s.hall, side);
        }
    }

    /// R27: puts the explorer's object down; a Key put down on the Sanctuary is inserted (R48).
    pub(crate) fn put_down(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        let explorer = &mut s.explorers[s.turn as usize];
        let cell = explorer.cell;
        match explorer.hand.take() {
            Some(Object::Key) if s.is_sanctuary(cell) => {
                s.inserted += 1;
                play.tell(|| self.key_inserted(s));
                self.unlock(s, play);
            }
            Some(Object::Key) => Self::lay_key(s, cell, play),
            Some(Object::Artifact) => {
                s.artifact = Artifact::On(cell);
                play.tell(|| events::object_lies(Object::Artifact, cell));
            }
            None => {}
        }
    }

    /// R27, R49: picks an object up from the explorer's cell. The first time the Artifact is taken the curse begins (R67).
    pub(crate) fn pick_up(&self, s: &mut State, object: Object, play: &mut Play<'_, impl Witness>) {
        let explorer = &mut s.explorers[s.turn as usize];
        let cell = explorer.cell;
        explorer.hand = Some(object);
        play.tell(|| events::picks_up(s, object));
        match object {
            Object::Key => {
                if let Some(at) = s.keys.iter().position(|&key| key == cell) {
                    s.keys.remove(at);
                }
            }
            Object::Artifact => {
                s.artifact = Artifact::Carried;
                if !s.cursed {
                    s.cursed = true;
                    play.tell(events::curse);
                    s.carry = s.map.links.distance(cell, self.tables.exit, &s.map.walkable()).unwrap_or(0);
                }
            }
        }
    }
}
