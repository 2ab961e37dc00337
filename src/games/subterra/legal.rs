//! The legal choices (sections 4, 12 and 14).

use super::Subterra;
use super::actions::{Act, Target};
use super::board::{Cell, Cells, Side};
use super::state::{Artifact, Decision, State};
use super::tables::Cost;
use super::words::{BAG_KINDS, Object, Reach, Sheet, Spot};
use crate::core::{ActionSet, Legal};

const REVEAL: usize = Act::block("reveal");
const MOVE: usize = Act::block("move");
const EXPLORE: usize = Act::block("explore");
const RUN: usize = Act::block("run");
const DIG: usize = Act::block("dig");
const ILLUMINATE: usize = Act::block("illuminate");
const SPRINT: usize = Act::block("sprint");
const EXCAVATE: usize = Act::block("excavate");
const STEP: usize = Act::block("step");
const OPEN: usize = Act::block("open");
const TILE: usize = Act::block("tile");
const CELL: usize = Act::block("cell");

fn add_cells(out: &mut ActionSet, cells: &Cells) {
    cells.each(|cell| out.add_id(CELL + Target::of(cell).at()));
}

impl Legal for Subterra {
    fn legal(&self, s: &State, out: &mut ActionSet) {
        let who = s.turn as usize;
        match s.decision {
            Decision::None => {}
            Decision::Draft => {
                for &sheet in Sheet::ALL.iter().filter(|&&sheet| s.find(sheet).is_none()) {
                    out.add(Act::Draft(sheet)); // R12
                }
            }
            Decision::Act => self.legal_acts(s, out),
            Decision::Crawl | Decision::Stride => {
                out.add_bits(STEP, Self::steps(s, who).into());
                out.add(Act::Decline);
            }
            Decision::Light => {
                out.add_bits(STEP, s.map.exits(s.acting().cell).into());
                out.add(Act::Decline);
            }
            Decision::Command => {
                out.add_bits(STEP, Self::steps(s, s.mover as usize).into());
                out.add(Act::Decline);
            }
            Decision::Scholar => {
                for tile in [s.drawn, s.other].into_iter().flatten() {
                    out.add(Act::Tile(tile));
                }
            }
            Decision::Orient => {
                if let Some(tile) = s.drawn {
                    out.add_bits(OPEN, self.orientations(s, tile).into());
                }
            }
            Decision::ResearchCell => add_cells(out, &self.research_cells(s)),
            Decision::ResearchSide => out.add_bits(STEP, self.research_sides(s, s.from).into()),
            Decision::Journal => {
                if let Some(side) = s.side {
                    out.add_bits(TILE + BAG_KINDS, self.research_tiles(s, s.from, side).into());
                }
            }
            Decision::Consent => {
                out.add(Act::Agree);
                out.add(Act::Refuse);
            }
            Decision::RerollSix => {
                out.add(Act::Keep);
                out.add(Act::RerollSix);
            }
            Decision::RerollHazard => {
                out.add(Act::Keep);
                s.dice.iter().for_each(|&face| out.add(Act::Reroll(face)));
            }
            Decision::Order => s.dice.iter().for_each(|&face| out.add(Act::Resolve(face))),
            Decision::Wake => add_cells(out, &self.nearest_spawns(s)),
            Decision::Guardian => add_cells(out, &Self::waiting_cells(s)),
            Decision::Victim => {
                let cell = s.guardians[s.guardian as usize];
                for explorer in s.explorers.iter().filter(|e| e.is_active() && e.is_on(cell)) {
                    out.add(Act::Victim(explorer.sheet));
                }
            }
            Decision::GuardianStep => out.add_bits(STEP, self.guardian_ways(s, s.guardians[s.guardian as usize]).0.into()),
            Decision::GuardianDig => out.add_bits(STEP, self.guardian_ways(s, s.guardians[s.guardian as usize]).1.into()),
            Decision::SiteCell => add_cells(out, &Self::sites(s).cells()),
            Decision::SiteSide => out.add_bits(STEP, Self::sites(s).sides(s.from).into()),
        }
    }
}

impl Subterra {
    /// Whether D2 offers anything besides the end of actions.
    pub(super) fn has_a_choice(&self, s: &State) -> bool {
        if !s.pushed {
            return true;
        }
        if s.ap == 0 {
            return false; // every action costs at least one point
        }
        let can = |cost: Cost| self.tables.cost[cost as usize] <= s.ap;
        if can(Cost::Move) && Self::steps(s, s.turn as usize) != 0 {
            return true;
        }
        let mut all = ActionSet::EMPTY;
        self.legal_acts(s, &mut all);
        all.len() > 1
    }

    /// D2: actions are offered only with a legal target (R21, ruling A1).
    fn legal_acts(&self, s: &State, out: &mut ActionSet) {
        out.add(Act::End);
        if !s.pushed {
            out.add(Act::Push); // R22
        }
        if s.ap == 0 {
            return;
        }
        let can = |cost: Cost| self.tables.cost[cost as usize] <= s.ap;
        let who = s.turn as usize;
        let explorer = &s.explorers[who];
        let cell = explorer.cell;
        let steps = Self::steps(s, who);
        let exits = if s.bag.is_empty() { 0 } else { s.map.exits(cell) }; // R38
        for (cost, block, sides) in
            [(Cost::Reveal, REVEAL, exits), (Cost::Explore, EXPLORE, exits), (Cost::Move, MOVE, steps), (Cost::Run, RUN, steps)]
        {
            if can(cost) {
                out.add_bits(block, sides.into());
            }
        }
        if can(Cost::Heal) {
            for other in (0..s.explorers.len()).filter(|&i| s.explorers[i].is_on(cell) && self.is_hurt(s, i)) {
                out.add(Act::Heal(s.explorers[other].sheet)); // R26
            }
        }
        if can(Cost::Handle) {
            Self::legal_handling(s, out);
        }
        if can(Cost::Attack) && s.guardians_on(cell) > 0 {
            out.add(Act::Attack); // R28
        }
        if can(Cost::Dig) {
            out.add_bits(DIG, Self::rubble_spots(s, cell).into());
        }
        self.legal_abilities(s, out, steps, exits);
    }

    /// Handling objects (R27): the receiving side needs a free hand.
    fn legal_handling(s: &State, out: &mut ActionSet) {
        let who = s.turn as usize;
        let explorer = &s.explorers[who];
        let cell = explorer.cell;
        let others = s.explorers.iter().enumerate().filter(|&(i, e)| i != who && e.is_on(cell));
        if explorer.hand.is_some() {
            out.add(Act::PutDown);
            others.filter(|(_, e)| e.hand.is_none()).for_each(|(_, e)| out.add(Act::Give(e.sheet)));
            return;
        }
        if s.keys.contains(&cell) {
            out.add(Act::PickUp(Object::Key));
        }
        if s.artifact == Artifact::On(cell) {
            out.add(Act::PickUp(Object::Artifact)); // R49
        }
        let asked = |i: usize| s.refused >> i & 1 == 1; // ruling I3
        others.filter(|&(i, e)| e.hand.is_some() && !asked(i)).for_each(|(_, e)| out.add(Act::Take(e.sheet)));
    }

    /// The spots with Rubble within reach of a Dig, one bit each in the order of `Spot` (R29).
    fn rubble_spots(s: &State, cell: Cell) -> u8 {
        let near = s.map.links.neighbours(cell).filter(|(_, next)| s.map.rubble.has(*next));
        let beside: u8 = near.map(|(side, _)| side.bit()).sum();
        const { assert!(Spot::N as u8 == Side::N as u8 + 1 && Spot::W as u8 == Side::W as u8 + 1) };
        u8::from(s.map.rubble.has(cell)) | beside << 1
    }

    fn legal_abilities(&self, s: &State, out: &mut ActionSet, steps: u8, exits: u8) {
        let can = |cost: Cost| self.tables.cost[cost as usize] <= s.ap;
        let who = s.turn as usize;
        let explorer = &s.explorers[who];
        let cell = explorer.cell;
        let others = || (0..s.explorers.len()).filter(|&i| i != who);
        match explorer.sheet {
            Sheet::Archaeologist => {}
            Sheet::Guide => {
                if can(Cost::Illuminate) {
                    out.add_bits(ILLUMINATE, exits.into());
                }
            }
            Sheet::Scoundrel => {
                if can(Cost::Sprint) {
                    out.add_bits(SPRINT, steps.into());
                }
            }
            Sheet::Aristocrat => {
                if can(Cost::Command) {
                    for i in others().filter(|&i| s.explorers[i].is_active() && Self::steps(s, i) != 0) {
                        out.add(Act::Command(s.explorers[i].sheet)); // ruling X4
                    }
                }
                if can(Cost::Research) && !self.research_cells(s).is_empty() {
                    out.add(Act::Research);
                }
            }
            Sheet::Foreman => {
                if can(Cost::Excavate) {
                    out.add_bits(EXCAVATE, Self::rubble_spots(s, cell).into());
                }
                if can(Cost::Consolidate) && s.consolidated < self.tables.consolidations && s.map.kind(cell).can_be_consolidated() {
                    out.add(Act::Consolidate);
                }
            }
            Sheet::Sharpshooter => self.legal_sharpshooter(s, out),
            Sheet::Sapper => self.legal_sapper(s, out),
            Sheet::Veteran => {
                if can(Cost::Annihilate) && s.guardians_on(cell) > 0 {
                    out.add(Act::Annihilate);
                }
                if can(Cost::Brace) && !s.shield && !s.tired {
                    out.add(Act::Brace); // R86
                }
            }
            Sheet::Healer => {
                if can(Cost::Cure) && others().any(|i| self.is_hurt(s, i)) {
                    let seen = Self::sight(s, cell, self.tables.cure_range);
                    for i in others().filter(|&i| self.is_hurt(s, i) && seen.has(s.explorers[i].cell)) {
                        out.add(Act::Cure(s.explorers[i].sheet));
                    }
                }
            }
            Sheet::Priest => {
                if can(Cost::Revive) {
                    others().filter(|&i| self.is_hurt(s, i)).for_each(|i| out.add(Act::Revive(s.explorers[i].sheet)));
                }
                if can(Cost::Purify) {
                    for &other in s.guardians.iter().filter(|&&g| g != cell) {
                        out.add_id(CELL + Target::of(other).at());
                    }
                }
            }
        }
    }

    fn legal_sharpshooter(&self, s: &State, out: &mut ActionSet) {
        let can = |cost: Cost| self.tables.cost[cost as usize] <= s.ap;
        let from = s.acting().cell;
        for &side in Side::ALL {
            if can(Cost::Scope) && !s.bag.is_empty() && self.scoped(s, from, side).is_some() {
                out.add(Act::Scope(side));
            }
            if can(Cost::Shot) && !s.guardians.is_empty() {
                let mut cell = from;
                for reach in 0..self.tables.shot_range {
                    let Some(next) = Self::next_in_sight(s, cell, side) else { break };
                    cell = next;
                    if s.guardians_on(cell) > 0 {
                        out.add(Act::Shoot(side, Reach(reach)));
                    }
                }
            }
        }
    }

    fn legal_sapper(&self, s: &State, out: &mut ActionSet) {
        let can = |cost: Cost| self.tables.cost[cost as usize] <= s.ap;
        let cell = s.acting().cell;
        let linked = s.map.links.of(cell);
        let charges = s.map.breaches.len() < self.tables.demolitions as usize;
        for &side in Side::ALL {
            let Some(next) = cell.beside(side) else { continue };
            if can(Cost::Grenade) && linked & side.bit() != 0 && s.guardians_on(next) > 0 {
                out.add(Act::Grenade(side)); // ruling X8
            }
            if can(Cost::Demolish) && charges && Self::is_wall(s, cell, side) {
                out.add(Act::Demolish(side));
            }
        }
    }

    /// Whether the Sapper can break through a side (R82): a wall towards an unflipped cell in play, or a wall of his own
    /// towards an empty cell inside the bounds.
    fn is_wall(s: &State, cell: Cell, side: Side) -> bool {
        let Some(next) = cell.beside(side) else { return false };
        let own = s.map.is_open(cell, side);
        if s.map.placed.has(next) {
            !(s.map.flipped.has(next) || own && s.map.is_open(next, side.opposite()))
        } else {
            !own && Cells::PLACEABLE.has(next)
        }
    }
}
