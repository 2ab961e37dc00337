//! Hit points, steps and leaving the temple (sections 5 and 8).

use crate::core::Witness;
use crate::games::subterra::board::{Cell, Cells, Side};
use crate::games::subterra::play::Play;
use crate::games::subterra::state::{Artifact, Decision, Roll, State};
use crate::games::subterra::words::{Kind, Object, Sheet, Status};
use crate::games::subterra::{Subterra, events};

impl Subterra {
    /// Takes hit points from an explorer in the temple. At 0 it is down; more has no effect (R50). Brace prevents it (R86).
    pub(crate) fn hurt(s: &mut State, who: usize, points: u8, cause: &'static str, play: &mut Play<'_, impl Witness>) {
        debug_assert!(s.explorers[who].is_inside(), "nobody outside is hurt");
        if s.shield && s.explorers[who].sheet == Sheet::Veteran {
            play.tell(|| events::braced(s, who, cause));
        } else {
            Self::pay(s, who, points, cause, play);
        }
    }

    /// Takes hit points from an explorer as a cost, which Brace does not prevent (R54).
    pub(crate) fn pay(s: &mut State, who: usize, points: u8, cause: &'static str, play: &mut Play<'_, impl Witness>) {
        let explorer = &mut s.explorers[who];
        let before = explorer.hp;
        explorer.hp = before.saturating_sub(points);
        if explorer.hp != before {
            play.tell(|| events::loses(s, who, before, cause));
        }
    }

    /// Gives an explorer hit points, never above its maximum (R26, R50). From 0 it stands up (R52).
    pub(crate) fn mend(&self, s: &mut State, who: usize, points: u8, play: &mut Play<'_, impl Witness>) {
        let explorer = &mut s.explorers[who];
        let before = explorer.hp;
        explorer.hp = before.saturating_add(points).min(self.tables.hp[explorer.sheet as usize]);
        if explorer.hp != before {
            play.tell(|| events::regains(s, who, before));
        }
    }

    /// Whether an explorer is below its maximum, so that healing has a target (R90).
    pub(crate) fn is_hurt(&self, s: &State, who: usize) -> bool {
        let explorer = &s.explorers[who];
        explorer.is_inside() && explorer.hp < self.tables.hp[explorer.sheet as usize]
    }

    /// The sides by which an explorer in the temple can make a step (R30).
    pub(crate) fn steps(s: &State, who: usize) -> u8 {
        let explorer = &s.explorers[who];
        let cell = explorer.cell;
        let nimble = explorer.sheet == Sheet::Guide; // R78, ruling M5
        let mut out = 0;
        for (side, next) in s.map.links.neighbours(cell) {
            let blocked = s.map.flipped.has(next) || (!nimble && s.map.rubble.has(next));
            if !blocked && (s.map.kind(next) != Kind::Bridge || !s.explorers.iter().any(|e| e.is_on(next))) {
                out |= side.bit();
            }
        }
        out
    }

    /// Makes one step, in the order of R31.
    pub(crate) fn step(&self, s: &mut State, who: usize, side: Side, play: &mut Play<'_, impl Witness>) {
        let from = s.explorers[who].cell;
        let Some(to) = from.beside(side) else { return };
        // R32: an explorer who goes down by fleeing still arrives.
        let chasers = s.guardians_on(from);
        Self::hurt(s, who, chasers * self.tables.damage.flee_per_guardian, "fleeing from Guardians", play);
        s.explorers[who].cell = to;
        play.tell(|| events::moves(s, who, from));
        if to == self.tables.exit {
            self.escape(s, who, play); // ruling M1: also with the last hit point
            return;
        }
        // R33: nobody rolls where the Scoundrel enters or stands (R79). An explorer who is down rolls too (ruling M2).
        if s.map.kind(to) == Kind::Spike && !s.stands_on(Sheet::Scoundrel, to) {
            self.check_end(s); // R20: when the game has ended nothing further is rolled
            if s.end.is_none() {
                s.mover = who as u8;
                self.roll_six(s, Roll::Spikes, play);
            }
        }
    }

    /// R34: saves the explorer. A Key stays on the crossing (ruling M3).
    fn escape(&self, s: &mut State, who: usize, play: &mut Play<'_, impl Witness>) {
        let explorer = &mut s.explorers[who];
        explorer.status = Status::Escaped;
        explorer.cell = Cell::NONE;
        let hand = explorer.hand;
        play.tell(|| events::escapes(s, who));
        match hand {
            Some(Object::Key) => {
                s.explorers[who].hand = None;
                Self::lay_key(s, self.tables.crossing, play);
            }
            Some(Object::Artifact) => s.artifact = Artifact::Outside, // R92
            None => {}
        }
        if s.explorers[who].sheet == Sheet::Veteran {
            s.shield = false; // R53
        }
    }

    /// Puts a Key on a cell; the list stays sorted, because Keys are interchangeable (ruling N1).
    pub(crate) fn lay_key(s: &mut State, cell: Cell, play: &mut Play<'_, impl Witness>) {
        s.keys.push(cell);
        s.keys.sort_unstable();
        play.tell(|| events::object_lies(Object::Key, cell));
    }

    /// Whether the explorer whose turn it is may pay for rerolls (R77).
    pub(crate) fn may_reroll(s: &State) -> bool {
        let explorer = s.acting();
        explorer.sheet == Sheet::Archaeologist && explorer.is_active()
    }

    /// Rolls the d6; in her own turn the Archaeologist is asked first (D11). Nobody else rolls in her turn: she commands nobody.
    pub(crate) fn roll_six(&self, s: &mut State, roll: Roll, play: &mut Play<'_, impl Witness>) {
        let value = 1 + play.rng.below(6) as u8;
        s.six = Some((roll, value));
        play.tell(|| self.six_event(s, roll, value));
        if Self::may_reroll(s) {
            s.decision = Decision::RerollSix;
        } else {
            self.resolve_six(s, play);
        }
    }

    /// R77: pays, then rolls again. With the last hit point the new result stands (ruling X3).
    pub(crate) fn reroll_six(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        let who = s.turn as usize;
        Self::pay(s, who, self.tables.damage.reroll_cost_archaeologist, "a reroll", play);
        self.check_end(s); // R20
        if s.end.is_some() {
            s.six = None;
        } else if let Some((roll, _)) = s.six {
            self.roll_six(s, roll, play);
        }
    }

    /// Carries out the result of the d6.
    pub(crate) fn resolve_six(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        let Some((roll, value)) = s.six.take() else { return };
        match roll {
            Roll::Attack if value >= self.tables.attack_min => {
                let cell = s.acting().cell;
                Self::eliminate_one(s, cell, play); // R28
            }
            Roll::Spikes if value < self.tables.spike_safe_min => {
                let cell = s.explorers[s.mover as usize].cell;
                Self::hurt_all_on(s, cell, self.tables.damage.spike_trap, "spikes", play); // R33
            }
            Roll::Attack | Roll::Spikes => {}
            Roll::Collapse => self.collapse(s, value, play),
        }
    }

    /// Takes hit points from every explorer on a cell.
    pub(crate) fn hurt_all_on(s: &mut State, cell: Cell, points: u8, cause: &'static str, play: &mut Play<'_, impl Witness>) {
        for who in 0..s.explorers.len() {
            if s.explorers[who].is_on(cell) {
                Self::hurt(s, who, points, cause, play);
            }
        }
    }

    /// The cells visible from a cell in a straight line up to a distance (R6).
    pub(crate) fn sight(s: &State, from: Cell, range: u8) -> Cells {
        let mut seen = Cells::one(from);
        for &side in Side::ALL {
            let mut cell = from;
            for _ in 0..range {
                match Self::next_in_sight(s, cell, side) {
                    Some(next) => cell = next,
                    None => break,
                }
                seen.insert(cell);
            }
        }
        seen
    }

    /// The next cell in a line of sight, if it is visible (R6; ruling L1: Rubble on the starting cell does not matter).
    pub(crate) fn next_in_sight(s: &State, cell: Cell, side: Side) -> Option<Cell> {
        let linked = s.map.links.of(cell) & side.bit() != 0;
        cell.beside(side).filter(|&next| linked && !s.map.rubble.has(next) && !s.map.flipped.has(next))
    }
}
