//! The hazard roll (section 9).

use crate::core::Witness;
use crate::games::subterra::board::{Cells, Side};
use crate::games::subterra::play::Play;
use crate::games::subterra::state::{Decision, Roll, Stage, State};
use crate::games::subterra::words::{Face, Kind, Sheet};
use crate::games::subterra::{Subterra, events};

impl Subterra {
    /// R55: ends the action part and rolls the hazard dice, two under the curse (R67).
    pub(crate) fn roll_hazards(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        s.stage = Stage::Hazard;
        s.ap = 0;
        s.strides = 0;
        s.lights = 0;
        s.refused = 0;
        s.kept = false;
        for _ in 0..self.tables.dice[usize::from(s.cursed)] {
            s.dice.push(Face::ALL[play.rng.index(Face::COUNT)]);
        }
        if !s.dice.is_empty() {
            play.tell(|| events::hazard_roll(s));
        }
    }

    /// The next step of the roll: rerolls (D11), the order (D12), a die, or the end of the turn.
    pub(crate) fn continue_hazards(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        match s.dice.as_slice() {
            [] => self.end_turn(s, play),
            _ if !s.kept && Self::may_reroll(s) => s.decision = Decision::RerollHazard,
            [a, b] if a != b => s.decision = Decision::Order,
            [face, ..] => {
                let face = *face;
                self.resolve_die(s, face, play);
            }
        }
    }

    /// R77: pays and rerolls the die with that face; the question is asked again unless she is down (rulings X2, X3).
    pub(crate) fn reroll_die(&self, s: &mut State, face: Face, play: &mut Play<'_, impl Witness>) {
        let who = s.turn as usize;
        Self::pay(s, who, self.tables.damage.reroll_cost_archaeologist, "a reroll", play);
        self.check_end(s); // R20
        if s.end.is_none()
            && let Some(die) = s.dice.iter_mut().find(|die| **die == face)
        {
            *die = Face::ALL[play.rng.index(Face::COUNT)];
            play.tell(|| events::hazard_roll(s));
        }
    }

    /// Takes one die with that face and carries it out.
    pub(crate) fn resolve_die(&self, s: &mut State, face: Face, play: &mut Play<'_, impl Witness>) {
        if let Some(at) = s.dice.iter().position(|&die| die == face) {
            s.dice.remove(at);
        }
        s.kept = false;
        play.tell(|| events::face(s, face));
        match face {
            Face::Stumble => self.stumble(s, play),
            Face::Lava => self.lava(s, play),
            Face::Collapse => {
                // R58: only if some Ruins can collapse.
                if s.map.ruins.iter().any(|&cell| s.map.placed.has(cell) && !s.map.rubble.has(cell)) {
                    self.roll_six(s, Roll::Collapse, play);
                }
            }
            Face::Trap => self.trap(s, play),
            Face::Wake => self.wake(s, play),
            Face::Activate => s.passes = self.tables.passes[1], // R61
        }
    }

    /// R56, R88; nothing happens to an explorer out of the temple (R62).
    fn stumble(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        let who = s.turn as usize;
        let roller = s.acting();
        if !roller.is_inside() {
            return;
        }
        if roller.sheet == Sheet::Healer {
            self.mend(s, who, self.tables.survivor, play);
        } else if s.pushed {
            Self::hurt(s, who, self.tables.damage.stumble, "stumbling", play);
        }
    }

    /// R57: first the Lava tiles, then the volcano (ruling H1).
    fn lava(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        for who in 0..s.explorers.len() {
            let explorer = &s.explorers[who];
            if explorer.is_inside() && s.map.kind(explorer.cell) == Kind::Lava {
                Self::hurt(s, who, self.tables.damage.lava_face_on_lava_tile, "hot ground", play);
            }
        }
        if s.erupted {
            self.spread(s, play);
        } else if s.marker == 0 {
            self.erupt(s, play);
        }
    }

    /// R58: the Ruins with that number, unconsolidated, unflipped and without Rubble, collapse.
    pub(crate) fn collapse(&self, s: &mut State, number: u8, play: &mut Play<'_, impl Witness>) {
        let cell = s.map.ruins[number as usize - 1];
        if !s.map.placed.has(cell) || s.map.rubble.has(cell) {
            return;
        }
        s.map.rubble.insert(cell);
        play.tell(|| events::collapses(cell, number));
        Self::hurt_all_on(s, cell, self.tables.damage.collapse, "falling rocks", play);
        Self::eliminate_all(s, &Cells::one(cell), play);
    }

    /// R59: the Spike trap of the roller's cell, its Dart trap and those of the neighbours. The Scoundrel keeps everyone
    /// on his cell from triggering and from losing hit points (R79).
    fn trap(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        let roller = s.acting();
        if !roller.is_inside() || s.stands_on(Sheet::Scoundrel, roller.cell) {
            return; // R62, R79
        }
        let cell = roller.cell;
        match s.map.kind(cell) {
            Kind::Spike => Self::hurt_all_on(s, cell, self.tables.damage.spike_trap, "spikes", play),
            Kind::Dart => self.darts(s, &Cells::one(cell), play),
            Kind::Normal
            | Kind::Bridge
            | Kind::Key
            | Kind::Lava
            | Kind::Ruins
            | Kind::Guardian
            | Kind::Journal
            | Kind::Exit
            | Kind::Crossing
            | Kind::Hall
            | Kind::Vault => {}
        }
        // Ruling H3: the neighbour must be connected or, by the switch, merely adjacent.
        let sides = if self.switches.darts_connected { s.map.links.of(cell) } else { 15 };
        for next in Side::of(sides).filter_map(|side| cell.beside(side)) {
            if s.map.walkable().has(next) && s.map.kind(next) == Kind::Dart {
                self.darts(s, &Cells::one(next), play);
            }
        }
    }

    /// A Dart trap hits its cell and the connected neighbours; Rubble does not stop darts (ruling H2).
    fn darts(&self, s: &mut State, trap: &Cells, play: &mut Play<'_, impl Witness>) {
        let reach = s.map.links.grown(trap);
        for who in 0..s.explorers.len() {
            let explorer = s.explorers[who];
            if explorer.is_inside() && reach.has(explorer.cell) && !s.stands_on(Sheet::Scoundrel, explorer.cell) {
                Self::hurt(s, who, self.tables.damage.dart_trap, "darts", play);
            }
        }
    }

    /// The Guardian cells nearest to the roller (R60); a roller out of the temple counts as standing on the exit (R62).
    pub(crate) fn nearest_spawns(&self, s: &State) -> Cells {
        let roller = s.acting();
        let from = if roller.is_inside() { roller.cell } else { self.tables.exit };
        s.map.links.nearest(from, &s.map.spawns, &s.map.walkable())
    }

    /// R60; if none is reachable, nothing happens (ruling H4).
    fn wake(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        if s.guardians.len() >= self.tables.guardians as usize {
            return;
        }
        let cells = self.nearest_spawns(s);
        match cells.first() {
            Some(cell) if cells.len() == 1 => self.raise_guardian(s, cell, play),
            Some(_) => s.decision = Decision::Wake, // D13
            None => {}
        }
    }
}
