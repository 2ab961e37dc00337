//! How a position looks: how far the expedition has come, and in what shape it is.

use super::Subterra;
use super::board::{Cell, Cells, Side};
use super::distances::Distances;
use super::parts::{Kind, Object, Sheet, Status, TEAM};
use super::state::{Artifact, Explorer, Stage, State};

/// What each feature is worth, in points.
mod weight {
    /// A tile revealed.
    pub const TILE: f32 = 16.0;
    /// The action points a tile takes on average, fights and wounds included.
    pub const TILE_WORK: f32 = 3.0;
    /// The Sanctuary in play.
    pub const SANCTUARY: f32 = 120.0;
    /// A step between an explorer and the nearest exit to reveal from.
    pub const FRONTIER_STEP: f32 = 3.0;
    /// An exit to reveal from, up to six.
    pub const EXITS: f32 = 1.0;
    /// A row between the entrance and the deepest exit.
    pub const DEPTH: f32 = -0.5;
    /// A Key lying in the temple.
    pub const KEY_SEEN: f32 = 10.0;
    /// A Key in a hand.
    pub const KEY_HELD: f32 = 16.0;
    /// A Key inserted.
    pub const KEY_INSERTED: f32 = 36.0;
    /// A step of a Key to the Sanctuary, or to the deepest exit before it is placed.
    pub const KEY_STEP: f32 = 3.0;
    /// A step of an explorer to a Key on the ground.
    pub const FETCH_STEP: f32 = 3.0;
    /// The Artifact free to take.
    pub const UNLOCKED: f32 = 15.0;
    /// A step of an explorer to the Artifact.
    pub const VAULT_STEP: f32 = 3.0;
    /// The Artifact taken.
    pub const TAKEN: f32 = 100.0;
    /// A step of the Artifact to the exit.
    pub const CARRY_STEP: f32 = 3.0;
    /// The Artifact outside.
    pub const OUTSIDE: f32 = 60.0;
    /// A step of any explorer to the exit once the Artifact is taken.
    pub const FLEE_STEP: f32 = 1.0;
    /// A step of an explorer to the exit while others bring the Keys.
    pub const IDLE_STEP: f32 = 0.4;
    /// An explorer saved.
    pub const SAVED: f32 = 12.0;
    /// An explorer lost, or gone too early.
    pub const DEAD: f32 = 20.0;
    /// The first hit point of an explorer.
    pub const HP_1: f32 = 22.0;
    /// The second.
    pub const HP_2: f32 = 15.0;
    /// The third.
    pub const HP_3: f32 = 9.0;
    /// Each further one.
    pub const HP_MORE: f32 = 4.0;
    /// An explorer that is down.
    pub const DOWN: f32 = 10.0;
    /// A step of the nearest active explorer to one that is down.
    pub const RESCUE_STEP: f32 = 4.0;
    /// A step beyond two between an explorer and the next active one, up to four.
    pub const APART: f32 = 0.5;
    /// Only two active explorers left.
    pub const TWO_LEFT: f32 = 30.0;
    /// Only one.
    pub const ONE_LEFT: f32 = 60.0;
    /// A Guardian in play, however far.
    pub const GUARDIAN: f32 = 14.0;
    /// A hit point that Guardians are about to take.
    pub const HIT: f32 = 5.0;
    /// The same hit point over those that are left.
    pub const RISK: f32 = 12.0;
    /// A step of the eruption marker below eight while the Artifact is in the Sanctuary.
    pub const HURRY: f32 = 2.0;
    /// A hit point that the tile underfoot takes in a round on average.
    pub const DANGER: f32 = 4.0;
    /// A turn still to end before the volcano is armed: its hazard roll.
    pub const PENDING: f32 = 6.0;
    /// An action point to spend before the volcano is armed.
    pub const POINT: f32 = 2.0;
    /// An action point that is missing until the volcano is armed.
    pub const LATE: f32 = 0.5;
    /// A step of an explorer to the lava after the eruption, up to four.
    pub const LAVA_STEP: f32 = 4.0;
    /// Points of an even chance.
    pub const START: f32 = 700.0;
    /// Points between an even chance and a sure win.
    pub const SCALE: f32 = 900.0;
}

/// Steps that count as far.
const FAR: u8 = 40;
/// The same for the way to an exit to reveal from.
const FRONTIER_FAR: u8 = 12;

impl Subterra {
    pub(super) fn evaluation(&self, s: &State) -> f32 {
        if s.end.is_some() {
            return super::score::value(self.grade(s));
        }
        if s.explorers.len() < self.team.size() {
            return -0.9;
        }
        let walk = s.map.walkable();
        let slow = slow_cells(s, &walk);
        let total = self.tables.bag.total() as f32;
        // The tile in hand is as good as placed; of the Scholar's two one goes back.
        let left = (s.bag.total() + u32::from(s.other.is_some())) as f32;
        let mut value = weight::TILE * (total - left);
        let mut work = weight::TILE_WORK * left;
        let exit = Distances::to(&Cells::one(self.tables.exit), &s.map, &walk, &slow);
        let mut frontier = Cells::EMPTY;
        if s.has_sanctuary() {
            value += weight::SANCTUARY;
        } else {
            for &side in Side::ALL {
                frontier = frontier.or(&s.map.exits_on(side));
            }
            value += weight::EXITS * frontier.len().min(6) as f32;
        }
        let deepest = frontier.last().unwrap_or(self.tables.crossing);
        if !s.has_sanctuary() {
            value += weight::DEPTH * f32::from(deepest.y());
        }
        let (points, steps) = self.artifact_value(s, &walk, &slow, &exit, deepest);
        value += points;
        work += steps;
        let size = s.explorers.len() as f32;
        value += Self::team_value(s, &walk, &slow, &exit, &frontier) * 4.0 / size;
        value -= weight::GUARDIAN * s.guardians.len() as f32;
        value += self.clock_value(s, work);
        ((value - weight::START) / weight::SCALE).clamp(-0.98, 0.98)
    }

    /// Keys, Artifact and the way out; and the steps that are left to do before the flight.
    fn artifact_value(&self, s: &State, walk: &Cells, slow: &Cells, exit: &Distances, deepest: Cell) -> (f32, f32) {
        let to = |cell: Cell| Distances::to(&Cells::one(cell), &s.map, walk, slow);
        let unlocked = f32::from(self.tables.keys) * weight::KEY_INSERTED + weight::UNLOCKED;
        match s.artifact {
            Artifact::Locked => {
                let goal = if s.has_sanctuary() { s.hall } else { deepest };
                let (points, steps) = keys_value(s, walk, slow, goal);
                (points, steps + 0.5 * f32::from(exit.of(goal, FAR)))
            }
            Artifact::On(cell) if !s.cursed => {
                let near = f32::from(nearest(s, &to(cell), |e| e.is_active() && e.hand.is_none()));
                (unlocked - weight::VAULT_STEP * near, near)
            }
            Artifact::On(cell) => {
                // It has to be reached and picked up first.
                let steps = f32::from(exit.of(cell, FAR)) + f32::from(nearest(s, &to(cell), Explorer::is_active)) + 1.0;
                (unlocked + weight::TAKEN - weight::CARRY_STEP * steps, 0.0)
            }
            Artifact::Carried => {
                let carrier = s.explorers.iter().find(|e| e.hand == Some(Object::Artifact));
                let steps = f32::from(carrier.map_or(FAR, |e| exit.of(e.cell, FAR)));
                // A bearer that is down crawls.
                let pace = if carrier.is_some_and(Explorer::is_active) { 1.0 } else { 2.0 };
                (unlocked + weight::TAKEN - weight::CARRY_STEP * pace * steps, 0.0)
            }
            Artifact::Outside => (unlocked + weight::TAKEN + weight::OUTSIDE, 0.0),
            Artifact::Destroyed => (0.0, 0.0),
        }
    }

    /// The time that is left: action points and hazard rolls until the volcano is armed, against the work to do.
    fn clock_value(&self, s: &State, work: f32) -> f32 {
        let size = s.explorers.len() as f32;
        let (marker, per_turn) = (f32::from(s.marker), f32::from(self.tables.action_points));
        let mut points = f32::from(s.ap) + 0.5 * f32::from(s.strides + s.lights);
        let mut turns = 0.0;
        if s.stage != Stage::RoundEnd {
            let rest = s.explorers.iter().skip(s.turn as usize + 1);
            points += per_turn * rest.filter(|e| e.is_active()).count() as f32;
            turns = (s.explorers.len() - s.turn as usize) as f32;
        }
        let mut value = weight::POINT * (points + size * per_turn * marker) - weight::PENDING * (turns + size * marker);
        if !s.cursed {
            let active = s.explorers.iter().filter(|e| e.is_active()).count() as f32;
            value -= weight::LATE * (work - marker * active * per_turn).max(0.0);
            if s.has_sanctuary() {
                value -= weight::HURRY * f32::from(8u8.saturating_sub(s.marker));
            }
        }
        value
    }

    /// The explorers: their health, where they stand and where they should be.
    fn team_value(s: &State, walk: &Cells, slow: &Cells, exit: &Distances, frontier: &Cells) -> f32 {
        let reveal = Distances::to(frontier, &s.map, walk, slow);
        let lava =
            if s.erupted { Some(Distances::to(&s.map.flipped, &s.map, &walk.or(&s.map.flipped), &Cells::EMPTY)) } else { None };
        let mut active_cells = Cells::EMPTY;
        let mut active = 0;
        for e in s.explorers.iter().filter(|e| e.is_active()) {
            active_cells.insert(e.cell);
            active += 1;
        }
        let any_down = s.explorers.iter().any(|e| e.is_inside() && e.hp == 0);
        let help = if any_down { Some(Distances::to(&active_cells, &s.map, walk, slow)) } else { None };
        let mut value = match active {
            0 | 1 => -weight::ONE_LEFT,
            2 => -weight::TWO_LEFT,
            _ => 0.0,
        };
        let exposure = exposure(s, walk);
        for (i, e) in s.explorers.iter().enumerate() {
            match e.status {
                Status::Dead => {
                    value -= weight::DEAD;
                    continue;
                }
                // To leave is right only once the Artifact is on its way.
                Status::Escaped => {
                    value += if s.cursed { weight::SAVED } else { -weight::DEAD };
                    continue;
                }
                Status::Inside => (),
            }
            value += health(e.hp);
            if let Some(help) = &help
                && e.hp == 0
            {
                value -= weight::RESCUE_STEP * f32::from(help.of(e.cell, FAR));
            }
            if e.hp > 0 || s.cursed {
                value -= if s.cursed {
                    weight::FLEE_STEP * f32::from(exit.of(e.cell, FAR))
                } else if s.has_sanctuary() {
                    if e.hand.is_none() { weight::IDLE_STEP * f32::from(exit.of(e.cell, FAR)) } else { 0.0 }
                } else {
                    weight::FRONTIER_STEP * f32::from(reveal.of(e.cell, FRONTIER_FAR))
                };
            }
            if let Some(lava) = &lava {
                value -= weight::LAVA_STEP * f32::from(4u8.saturating_sub(lava.of(e.cell, FAR)));
            }
            if e.hp > 0 {
                value -= weight::APART * apart(s, i, walk);
                let (hits, harm) = exposure[i];
                value -= weight::HIT * hits + weight::DANGER * harm + weight::RISK * (hits + harm) / f32::from(e.hp);
            }
        }
        value
    }
}

/// Keys found, held, on their way and inserted; and the steps that are left to do.
fn keys_value(s: &State, walk: &Cells, slow: &Cells, goal: Cell) -> (f32, f32) {
    let way = Distances::to(&Cells::one(goal), &s.map, walk, slow);
    let mut value = weight::KEY_INSERTED * f32::from(s.inserted);
    let mut steps = 0.0;
    let mut busy = 0u8;
    for e in s.explorers.iter().filter(|e| e.hand == Some(Object::Key)) {
        let left = if s.has_sanctuary() { f32::from(way.of(e.cell, FAR)) } else { 0.0 };
        value += weight::KEY_HELD * if e.is_active() { 1.0 } else { 0.5 } - weight::KEY_STEP * left;
        steps += left + 1.0;
    }
    for &cell in &s.keys {
        let to_key = Distances::to(&Cells::one(cell), &s.map, walk, slow);
        let mut best = (FAR, s.explorers.len());
        for (i, e) in s.explorers.iter().enumerate() {
            if e.is_active() && e.hand.is_none() && busy >> i & 1 == 0 {
                let near = to_key.of(e.cell, FAR);
                if near < best.0 {
                    best = (near, i);
                }
            }
        }
        busy |= 1 << best.1;
        let left = if s.has_sanctuary() { f32::from(way.of(cell, FAR)) } else { 0.0 };
        value += weight::KEY_SEEN - weight::KEY_STEP * left - weight::FETCH_STEP * f32::from(best.0);
        steps += left + f32::from(best.0) + 2.0;
    }
    (value, steps)
}

fn health(hp: u8) -> f32 {
    match hp {
        0 => -weight::DOWN,
        1 => weight::HP_1,
        2 => weight::HP_1 + weight::HP_2,
        more => weight::HP_1 + weight::HP_2 + weight::HP_3 + weight::HP_MORE * f32::from(more - 3),
    }
}

/// The hit points the tile under an explorer takes in a round of four dice, on average.
fn danger(s: &State, e: Explorer) -> f32 {
    match s.map.kind(e.cell) {
        Kind::Lava => 0.67,
        Kind::Ruins if !s.map.rubble.has(e.cell) => 0.55,
        Kind::Spike if e.sheet != Sheet::Scoundrel => 0.5,
        Kind::Dart if e.sheet != Sheet::Scoundrel => 0.25,
        Kind::Ruins
        | Kind::Spike
        | Kind::Dart
        | Kind::Normal
        | Kind::Bridge
        | Kind::Key
        | Kind::Guardian
        | Kind::Journal
        | Kind::Exit
        | Kind::Crossing
        | Kind::Hall
        | Kind::Vault => 0.0,
    }
}

/// The hits that a Guardian so many steps away deals in a round, on average.
const HITS: [f32; 5] = [2.7, 1.7, 0.9, 0.4, 0.2];

/// The hit points each explorer is about to lose: to Guardians on their way and to the tile underfoot.
fn exposure(s: &State, walk: &Cells) -> [(f32, f32); TEAM] {
    let mut out = [(0.0, 0.0); TEAM];
    let mut targets = Cells::EMPTY;
    for (i, e) in s.explorers.iter().enumerate().filter(|(_, e)| e.is_active()) {
        targets.insert(e.cell);
        out[i].1 = danger(s, *e);
    }
    for &guardian in &s.guardians {
        let mut seen = Cells::one(guardian);
        for hits in HITS {
            let met = seen.and(&targets);
            if !met.is_empty() {
                let victims = s.explorers.iter().filter(|e| e.is_active() && met.has(e.cell)).count() as f32;
                for (i, _) in s.explorers.iter().enumerate().filter(|(_, e)| e.is_active() && met.has(e.cell)) {
                    out[i].0 += hits / victims;
                }
                break;
            }
            seen = s.map.links.grown(&seen).and(walk);
        }
    }
    out
}

/// Steps beyond two to the next active explorer, at most four.
fn apart(s: &State, who: usize, walk: &Cells) -> f32 {
    let mut others = Cells::EMPTY;
    s.explorers.iter().enumerate().filter(|&(i, e)| i != who && e.is_active()).for_each(|(_, e)| others.insert(e.cell));
    let mut seen = Cells::one(s.explorers[who].cell);
    for steps in 0..6u8 {
        if !seen.and(&others).is_empty() {
            return f32::from(steps.saturating_sub(2));
        }
        seen = s.map.links.grown(&seen).and(walk);
    }
    4.0
}

/// Steps of the nearest explorer that fits.
fn nearest(s: &State, distances: &Distances, fits: impl Fn(&Explorer) -> bool) -> u8 {
    s.explorers.iter().filter(|e| e.is_inside() && fits(e)).map(|e| distances.of(e.cell, FAR)).min().unwrap_or(FAR)
}

/// Cells that cost more to enter than a step: Rubble has to be dug away, Spike traps wound.
fn slow_cells(s: &State, walk: &Cells) -> Cells {
    let mut slow = s.map.rubble;
    walk.each(|cell| {
        if s.map.kind(cell) == Kind::Spike {
            slow.insert(cell);
        }
    });
    slow
}
