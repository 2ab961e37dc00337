//! Hit points, steps and leaving the temple (sections 5 and 8).

use super::Subterra;
use super::board::{Cell, Cells, Side};
use super::parts::{Kind, Object, Sheet, Status};
use super::state::{Artifact, Decision, Roll, State};
use crate::core::Rng;

impl Subterra {
    /// An explorer in the temple loses hit points. At 0 it is down; more has no effect (R50). Brace prevents it (R86).
    pub(super) fn hurt(s: &mut State, who: usize, points: u8) {
        let braced = s.shield && s.explorers[who].sheet == Sheet::Veteran;
        let explorer = &mut s.explorers[who];
        debug_assert!(explorer.is_inside(), "nobody outside is hurt");
        if !braced {
            explorer.hp = explorer.hp.saturating_sub(points);
        }
    }

    /// An explorer pays hit points: a cost, which Brace does not prevent (R54).
    pub(super) fn pay(s: &mut State, who: usize, points: u8) {
        let explorer = &mut s.explorers[who];
        explorer.hp = explorer.hp.saturating_sub(points);
    }

    /// An explorer regains hit points, never above its maximum (R26, R50). From 0 it stands up (R52).
    pub(super) fn mend(&self, s: &mut State, who: usize, points: u8) {
        let explorer = &mut s.explorers[who];
        explorer.hp = explorer.hp.saturating_add(points).min(self.tables.hp[explorer.sheet as usize]);
    }

    /// Whether an explorer is below its maximum, so that healing has a target (R90).
    pub(super) fn is_hurt(&self, s: &State, who: usize) -> bool {
        let explorer = &s.explorers[who];
        explorer.is_inside() && explorer.hp < self.tables.hp[explorer.sheet as usize]
    }

    /// The sides by which an explorer in the temple can make a step (R30).
    pub(super) fn steps(s: &State, who: usize) -> u8 {
        let explorer = &s.explorers[who];
        let cell = explorer.cell;
        let nimble = explorer.sheet == Sheet::Guide; // R78, ruling M5
        let mut out = 0;
        for side in Side::of(s.map.links.of(cell)) {
            let next = cell.beside(side);
            let blocked = s.map.flipped.has(next) || (!nimble && s.map.rubble.has(next));
            if !blocked && (s.map.kind(next) != Kind::Bridge || !s.explorers.iter().any(|e| e.is_on(next))) {
                out |= side.bit();
            }
        }
        out
    }

    /// One step in the order of R31.
    pub(super) fn step(&self, s: &mut State, who: usize, side: Side, rng: &mut Rng) {
        let from = s.explorers[who].cell;
        let to = from.beside(side);
        // R32: who goes down by fleeing still arrives.
        let chasers = s.guardians_on(from);
        Self::hurt(s, who, chasers * self.tables.damage.flee_per_guardian);
        s.explorers[who].cell = to;
        if to == self.tables.exit {
            self.escape(s, who); // ruling M1: also with the last hit point
            return;
        }
        // R33: nobody rolls where the Scoundrel enters or stands (R79). Who is down rolls too (ruling M2).
        if s.map.kind(to) == Kind::Spike && !s.stands_on(Sheet::Scoundrel, to) {
            self.check_end(s); // R20: when the game has ended nothing further is rolled
            if s.end.is_none() {
                s.mover = who as u8;
                self.roll_six(s, Roll::Spikes, rng);
            }
        }
    }

    /// R34: the explorer is saved. A Key stays on the crossing (ruling M3).
    fn escape(&self, s: &mut State, who: usize) {
        let explorer = &mut s.explorers[who];
        explorer.status = Status::Escaped;
        explorer.cell = Cell::NONE;
        match explorer.hand {
            Some(Object::Key) => {
                explorer.hand = None;
                Self::lay_key(s, self.tables.crossing);
            }
            Some(Object::Artifact) => s.artifact = Artifact::Outside, // R92
            None => {}
        }
        if s.explorers[who].sheet == Sheet::Veteran {
            s.shield = false; // R53
        }
    }

    /// Puts a Key on a cell; the list stays sorted, because Keys are interchangeable (ruling N1).
    pub(super) fn lay_key(s: &mut State, cell: Cell) {
        s.keys.push(cell);
        s.keys.sort_unstable();
    }

    /// Whether the explorer whose turn it is may pay for rerolls (R77).
    pub(super) fn may_reroll(s: &State) -> bool {
        let explorer = s.acting();
        explorer.sheet == Sheet::Archaeologist && explorer.is_active()
    }

    /// Rolls the d6; in her own turn the Archaeologist is asked first (D11). In it nobody else rolls: she commands nobody.
    pub(super) fn roll_six(&self, s: &mut State, roll: Roll, rng: &mut Rng) {
        s.six = Some((roll, 1 + rng.below(6) as u8));
        if Self::may_reroll(s) {
            s.decision = Decision::RerollSix;
        } else {
            self.resolve_six(s);
        }
    }

    /// R77: pays, then rolls again. With the last hit point the new result stands (ruling X3).
    pub(super) fn reroll_six(&self, s: &mut State, rng: &mut Rng) {
        let who = s.turn as usize;
        Self::pay(s, who, self.tables.damage.reroll_cost_archaeologist);
        self.check_end(s); // R20
        if s.end.is_some() {
            s.six = None;
        } else if let Some((roll, _)) = s.six {
            self.roll_six(s, roll, rng);
        }
    }

    /// Carries out what the d6 says.
    pub(super) fn resolve_six(&self, s: &mut State) {
        let Some((roll, value)) = s.six.take() else { return };
        match roll {
            Roll::Attack if value >= self.tables.attack_min => {
                let cell = s.acting().cell;
                Self::eliminate_one(s, cell); // R28
            }
            Roll::Spikes if value < self.tables.spike_safe_min => {
                let cell = s.explorers[s.mover as usize].cell;
                Self::hurt_all_on(s, cell, self.tables.damage.spike_trap); // R33
            }
            Roll::Attack | Roll::Spikes => {}
            Roll::Collapse => self.collapse(s, value),
        }
    }

    /// Every explorer on a cell loses hit points.
    pub(super) fn hurt_all_on(s: &mut State, cell: Cell, points: u8) {
        for who in 0..s.explorers.len() {
            if s.explorers[who].is_on(cell) {
                Self::hurt(s, who, points);
            }
        }
    }

    /// What one sees from a cell in a straight line up to a distance (R6).
    pub(super) fn sight(s: &State, from: Cell, range: u8) -> Cells {
        let mut seen = Cells::one(from);
        for &side in Side::ALL {
            let mut cell = from;
            for _ in 0..range {
                match Self::look(s, cell, side) {
                    Some(next) => cell = next,
                    None => break,
                }
                seen.insert(cell);
            }
        }
        seen
    }

    /// The next cell in a line of sight, if it is visible (R6; ruling L1: Rubble on the cell one looks from is no matter).
    pub(super) fn look(s: &State, cell: Cell, side: Side) -> Option<Cell> {
        let next = cell.beside(side);
        let linked = s.map.links.of(cell) & side.bit() != 0;
        (linked && !s.map.rubble.has(next) && !s.map.flipped.has(next)).then_some(next)
    }
}
