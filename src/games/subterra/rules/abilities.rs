//! The abilities on the explorers' sheets (section 12).

use crate::core::Witness;
use crate::games::subterra::actions::Act;
use crate::games::subterra::board::{Cell, Cells, Side};
use crate::games::subterra::play::Play;
use crate::games::subterra::state::{Decision, State};
use crate::games::subterra::tables::Cost;
use crate::games::subterra::words::{Reach, Spot};
use crate::games::subterra::{Subterra, events};

impl Subterra {
    /// Carries out an ability: its cost replaces that of the basic action it contains (R74).
    #[expect(clippy::too_many_lines, reason = "one flat match, a few lines per ability")]
    pub(crate) fn use_ability(&self, s: &mut State, action: Act, play: &mut Play<'_, impl Witness>) {
        let (who, cell) = (s.turn as usize, s.acting().cell);
        match action {
            // R78
            Act::Illuminate(side) => {
                self.spend(s, Cost::Illuminate);
                s.lights = 1;
                self.reveal(s, cell, side, play);
            }
            // R79
            Act::Sprint(side) => {
                self.spend(s, Cost::Sprint);
                s.strides = 1;
                self.step(s, who, side, play);
            }
            // R80
            Act::Command(sheet) => {
                self.spend(s, Cost::Command);
                if let Some(other) = s.find(sheet) {
                    s.mover = other as u8;
                    s.decision = Decision::Command; // D9
                    play.tell(|| events::does(s, who, "command", &format!("commands the {} to move.", sheet.name())));
                }
            }
            Act::Research => {
                self.spend(s, Cost::Research);
                play.tell(|| events::does(s, who, "research", "places a Journal."));
                self.research(s, play);
            }
            // R81
            Act::Excavate(spot) => self.dig(s, Cost::Excavate, spot, play),
            Act::Consolidate => {
                self.spend(s, Cost::Consolidate);
                s.consolidated += 1;
                s.map.consolidate(cell);
                play.tell(|| events::consolidated(cell));
            }
            // R84
            Act::Scope(side) => {
                self.spend(s, Cost::Scope);
                if let Some(from) = self.scoped(s, cell, side) {
                    self.reveal(s, from, side, play);
                }
            }
            // R83
            Act::Shoot(side, Reach(less_one)) => {
                self.spend(s, Cost::Shot);
                let target = (0..=less_one).try_fold(cell, |at, _| at.beside(side));
                if let Some(target) = target {
                    Self::eliminate_one(s, target, play);
                }
            }
            // R82
            Act::Grenade(side) => {
                self.spend(s, Cost::Grenade);
                if let Some(target) = cell.beside(side) {
                    Self::eliminate_all(s, &Cells::one(target), play);
                    Self::hurt_all_on(s, target, self.tables.damage.grenade, "a grenade", play);
                }
            }
            Act::Demolish(side) => {
                self.spend(s, Cost::Demolish);
                s.map.demolish(cell, side);
                play.tell(|| events::demolished(cell, side));
            }
            // R85
            Act::Annihilate => {
                self.spend(s, Cost::Annihilate);
                Self::eliminate_one(s, cell, play);
            }
            // R86
            Act::Brace => {
                self.spend(s, Cost::Brace);
                s.shield = true;
                play.tell(|| events::braces(s, who));
            }
            // R87
            Act::Cure(sheet) => {
                self.spend(s, Cost::Cure);
                self.mend_sheet(s, sheet, self.tables.cure, play);
            }
            // R89
            Act::Revive(sheet) => {
                self.spend(s, Cost::Revive);
                if let Some(other) = s.find(sheet) {
                    let down = s.explorers[other].hp == 0;
                    self.mend(s, other, if down { self.tables.revive_down } else { self.tables.revive_active }, play);
                }
            }
            Act::Draft(_)
            | Act::End
            | Act::Push
            | Act::Reveal(_)
            | Act::Move(_)
            | Act::Explore(_)
            | Act::Heal(_)
            | Act::PickUp(_)
            | Act::Take(_)
            | Act::Give(_)
            | Act::PutDown
            | Act::Attack
            | Act::Run(_)
            | Act::Dig(_)
            | Act::Step(_)
            | Act::Tile(_)
            | Act::Open(_)
            | Act::Agree
            | Act::Refuse
            | Act::Decline
            | Act::Keep
            | Act::Reroll(_)
            | Act::RerollSix
            | Act::Resolve(_)
            | Act::Victim(_)
            | Act::Cell(_) => {}
        }
    }

    /// R89: all enemies on one cell.
    pub(crate) fn purify(&self, s: &mut State, cell: Cell, play: &mut Play<'_, impl Witness>) {
        self.spend(s, Cost::Purify);
        Self::eliminate_all(s, &Cells::one(cell), play);
    }

    /// R29: removes Rubble from the explorer's own cell or a connected neighbour.
    pub(crate) fn dig(&self, s: &mut State, cost: Cost, spot: Spot, play: &mut Play<'_, impl Witness>) {
        self.spend(s, cost);
        let cell = s.acting().cell;
        let buried = match spot {
            Spot::Here => Some(cell),
            Spot::N => cell.beside(Side::N),
            Spot::E => cell.beside(Side::E),
            Spot::S => cell.beside(Side::S),
            Spot::W => cell.beside(Side::W),
        };
        if let Some(buried) = buried {
            s.map.rubble.remove(buried);
            play.tell(|| events::digs(&events::the(s, s.turn as usize), buried));
        }
    }

    /// The cell whose exit the Scope reaches in a direction, within its range (R84, ruling X10).
    pub(crate) fn scoped(&self, s: &State, from: Cell, side: Side) -> Option<Cell> {
        let mut cell = from;
        for _ in 0..self.tables.scope_range {
            if s.map.exits(cell) & side.bit() != 0 {
                return Some(cell);
            }
            cell = Self::next_in_sight(s, cell, side)?;
        }
        None
    }
}
