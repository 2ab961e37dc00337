//! Guardians: how they appear, act and go (section 10).

use crate::core::Witness;
use crate::games::subterra::board::{Cell, Cells, Side};
use crate::games::subterra::play::Play;
use crate::games::subterra::state::{Decision, State};
use crate::games::subterra::{Subterra, events};

impl Subterra {
    /// Puts a Guardian on a cell if the supply has one (R36, R66).
    pub(crate) fn raise_guardian(&self, s: &mut State, cell: Cell, play: &mut Play<'_, impl Witness>) {
        if s.guardians.len() < self.tables.guardians as usize {
            s.guardians.push(cell);
            play.tell(|| events::guardian("guardian_appears", "appears", cell));
        }
    }

    /// Returns one Guardian of a cell to the supply: the earliest arrival (R63, R66).
    pub(crate) fn eliminate_one(s: &mut State, cell: Cell, play: &mut Play<'_, impl Witness>) {
        if let Some(at) = s.guardians.iter().position(|&g| g == cell) {
            s.guardians.remove(at);
            play.tell(|| events::guardian("guardian_eliminated", "is eliminated", cell));
        }
    }

    /// Returns all Guardians of some cells to the supply.
    pub(crate) fn eliminate_all(s: &mut State, cells: &Cells, play: &mut Play<'_, impl Witness>) {
        for &gone in s.guardians.iter().filter(|&&g| cells.has(g)) {
            play.tell(|| events::guardian("guardian_eliminated", "is eliminated", gone));
        }
        s.guardians.retain(|&g| !cells.has(g));
    }

    /// R63: the next Guardian of the pass acts, or the pass ends.
    pub(crate) fn next_guardian(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        let waiting = |i: &usize| s.acted >> i & 1 == 0;
        let Some(first) = (0..s.guardians.len()).find(waiting) else {
            s.passes -= 1;
            s.acted = 0;
            return;
        };
        let several = (first..s.guardians.len()).filter(waiting).any(|i| s.guardians[i] != s.guardians[first]);
        if several && self.switches.leader_orders {
            s.decision = Decision::Guardian; // D14
        } else {
            self.activate(s, first, play);
        }
    }

    /// The cells with Guardians that have not acted in this pass (D14).
    pub(crate) fn waiting_cells(s: &State) -> Cells {
        let mut cells = Cells::EMPTY;
        for (i, &cell) in s.guardians.iter().enumerate() {
            if s.acted >> i & 1 == 0 {
                cells.insert(cell);
            }
        }
        cells
    }

    /// Activates the Guardian of a cell that is next to act.
    pub(crate) fn activate_on(&self, s: &mut State, cell: Cell, play: &mut Play<'_, impl Witness>) {
        if let Some(at) = (0..s.guardians.len()).find(|&i| s.guardians[i] == cell && s.acted >> i & 1 == 0) {
            self.activate(s, at, play);
        }
    }

    /// R64: carries out the first possible one of attack, move and dig. The leader decides ties.
    fn activate(&self, s: &mut State, guardian: usize, play: &mut Play<'_, impl Witness>) {
        s.guardian = guardian as u8;
        let cell = s.guardians[guardian];
        play.tell(|| events::guardian("guardian_acts", "acts", cell));
        let mut victims = (0..s.explorers.len()).filter(|&i| s.explorers[i].is_active() && s.explorers[i].is_on(cell));
        if let Some(victim) = victims.next() {
            if victims.next().is_some() {
                s.decision = Decision::Victim; // D15
            } else {
                self.attack(s, victim, play);
            }
            return;
        }
        let (moves, digs) = self.guardian_ways(s, cell);
        match (moves.count_ones(), digs.count_ones()) {
            (1, _) => Self::guardian_step(s, Side::ALL[moves.trailing_zeros() as usize], play),
            (2.., _) => s.decision = Decision::GuardianStep, // D16
            (0, 1) => Self::guardian_dig(s, Side::ALL[digs.trailing_zeros() as usize], play),
            (0, 2..) => s.decision = Decision::GuardianDig, // D17
            (0, 0) => Self::done(s),
        }
    }

    /// The sides by which a Guardian without a victim may move (R64 (2)), and those where it may dig if it cannot (R64 (3)).
    pub(crate) fn guardian_ways(&self, s: &State, cell: Cell) -> (u8, u8) {
        let mut targets = Cells::EMPTY;
        for explorer in s.explorers.iter().filter(|e| e.is_active()) {
            targets.insert(explorer.cell); // R65: down explorers do not count
        }
        let mut walk = s.map.walkable();
        walk.remove(self.tables.exit); // R65
        if self.switches.avoid_rubble {
            walk = walk.minus(&s.map.rubble); // ruling G4, the other way
        }
        let nearer = s.map.links.steps_to_nearest(cell, &targets, &walk);
        let buried: u8 = s.map.links.neighbours(cell).filter(|(_, next)| s.map.rubble.has(*next)).map(|(side, _)| side.bit()).sum();
        let blocked = nearer & buried;
        if nearer != blocked {
            (nearer & !blocked, 0)
        } else if nearer != 0 {
            (0, blocked)
        } else {
            (0, buried)
        }
    }

    /// R64 (1)
    pub(crate) fn attack(&self, s: &mut State, victim: usize, play: &mut Play<'_, impl Witness>) {
        play.tell(|| events::attacks(s, victim));
        Self::hurt(s, victim, self.tables.damage.guardian_attack, "a Guardian", play);
        Self::done(s);
    }

    /// R64 (2); arriving does not attack (ruling G3).
    pub(crate) fn guardian_step(s: &mut State, side: Side, play: &mut Play<'_, impl Witness>) {
        let from = s.guardians[s.guardian as usize];
        let to = from.beside(side).unwrap_or(from);
        s.guardians[s.guardian as usize] = to;
        play.tell(|| events::guardian_moves(from, to));
        Self::done(s);
    }

    /// R64 (3)
    pub(crate) fn guardian_dig(s: &mut State, side: Side, play: &mut Play<'_, impl Witness>) {
        if let Some(next) = s.guardians[s.guardian as usize].beside(side) {
            s.map.rubble.remove(next);
            play.tell(|| events::digs("A Guardian", next));
        }
        Self::done(s);
    }

    fn done(s: &mut State) {
        s.acted |= 1 << s.guardian;
        s.guardian = 0;
    }
}
