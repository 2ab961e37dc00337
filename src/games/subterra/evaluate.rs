//! How a position looks: how far the expedition has come, and in what shape it is.

use super::Subterra;
use super::board::{Cell, Cells};
use super::distances::Distances;
use super::parts::{Kind, Object, Sheet, Status, TEAM};
use super::state::{Artifact, Explorer, State};

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $value:expr,)*) => {
        /// What each feature is worth. About one point for an action point well spent.
        #[derive(Debug)]
        struct Weights { $($(#[$doc])* $name: f32,)* }
        static WEIGHTS: std::sync::LazyLock<Weights> = std::sync::LazyLock::new(|| {
            let mut w = Weights { $($name: $value,)* };
            if let Ok(text) = std::env::var("SUBW") {
                for part in text.split(',').filter(|p| !p.is_empty()) {
                    let (key, value) = part.split_once('=').expect("key=value");
                    let value: f32 = value.parse().expect("a number");
                    match key { $(stringify!($name) => w.$name = value,)* _ => panic!("unknown weight {key}") }
                }
            }
            if std::env::var("SUBW_SHOW").is_ok() { $(println!("{} {}", stringify!($name), w.$name);)* }
            w
        });
    };
}

weights! {
    /// A tile revealed.
    tile: 8.0,
    /// The action points a tile takes on average, fights and wounds included.
    tile_work: 3.0,
    /// The Sanctuary in play.
    sanctuary: 20.0,
    /// An explorer at an exit to reveal from.
    frontier: 5.0,
    /// How much of that is left a step away.
    frontier_fade: 0.7,
    /// An exit to reveal from, up to six.
    exits: 1.0,
    /// A row between the entrance and the deepest exit.
    depth: -0.5,
    /// A Key lying in the temple.
    key_seen: 10.0,
    /// A Key in a hand.
    key_held: 16.0,
    /// A Key inserted.
    key_inserted: 36.0,
    /// A step of a Key to the Sanctuary, or to the deepest exit before it is placed.
    key_step: 1.0,
    /// A step of an explorer to a Key on the ground.
    fetch_step: 1.0,
    /// The Artifact free to take.
    unlocked: 15.0,
    /// A step of an explorer to the Artifact.
    vault_step: 2.0,
    /// The Artifact taken.
    taken: 60.0,
    /// A step of the Artifact to the exit.
    carry_step: 3.0,
    /// The Artifact outside.
    outside: 60.0,
    /// A step of any explorer to the exit once the Artifact is taken.
    flee_step: 1.0,
    /// A step of an explorer to the exit while others bring the Keys.
    idle_step: 0.4,
    /// An explorer saved.
    saved: 12.0,
    /// An explorer lost, or gone too early.
    dead: 20.0,
    /// The first hit point of an explorer.
    hp_1: 10.0,
    /// The second.
    hp_2: 7.0,
    /// The third.
    hp_3: 5.0,
    /// Each further one.
    hp_more: 3.0,
    /// An explorer that is down.
    down: 4.0,
    /// A step of the nearest active explorer to one that is down.
    rescue_step: 2.5,
    /// A step beyond two between an explorer and the next active one, up to four.
    apart: 1.0,
    /// Only two active explorers left.
    two_left: 10.0,
    /// Only one.
    one_left: 30.0,
    /// A Guardian in play, however far.
    guardian: 5.0,
    /// A hit point that Guardians are about to take.
    hit: 3.0,
    /// The same hit point over those that are left.
    risk: 6.0,
    /// A step of the eruption marker below eight while the Artifact is in the Sanctuary.
    hurry: 2.0,
    /// A hit point that the tile underfoot takes in a round on average.
    danger: 3.0,
    /// An action point to spend before the volcano is armed.
    point: 2.0,
    /// An action point that is missing until the volcano is armed.
    late: 0.5,
    /// A step of an explorer to the lava after the eruption, up to four.
    lava_step: 4.0,
    /// Points of an even chance.
    start: 600.0,
    /// Points between an even chance and a sure win.
    scale: 700.0,
}

/// Steps that count as far.
const FAR: u8 = 20;

impl Subterra {
    pub(super) fn evaluation(&self, s: &State) -> f32 {
        if s.end.is_some() {
            return super::score::value(self.grade(s));
        }
        if s.explorers.len() < self.team.size() {
            return -0.9;
        }
        let w = &*WEIGHTS;
        let walk = s.map.walkable();
        let slow = slow_cells(s, &walk);
        let total = self.tables.bag.total() as f32;
        // The tile in hand is as good as placed; of the Scholar's two one goes back.
        let left = (s.bag.total() + u32::from(s.other.is_some())) as f32;
        let mut value = w.tile * (total - left);
        let mut work = w.tile_work * left;
        let exit = Distances::to(&Cells::one(self.tables.exit), &s.map, &walk, &slow);
        let mut frontier = Cells::EMPTY;
        if s.has_sanctuary() {
            value += w.sanctuary;
        } else {
            for &side in super::board::Side::ALL {
                frontier = frontier.or(&s.map.exits_on(side));
            }
            value += w.exits * frontier.len().min(6) as f32;
        }
        let deepest = frontier.last().unwrap_or(self.tables.crossing);
        if !s.has_sanctuary() {
            value += w.depth * f32::from(deepest.y());
        }
        value += match s.artifact {
            Artifact::Locked => {
                let goal = if s.has_sanctuary() { s.hall } else { deepest };
                let (points, steps) = self.keys_value(s, w, &walk, &slow, goal);
                work += steps + 0.5 * f32::from(exit.of(goal, FAR));
                points
            }
            Artifact::On(cell) if !s.cursed => {
                let near = nearest(s, &Distances::to(&Cells::one(cell), &s.map, &walk, &slow), |e| e.is_active() && e.hand.is_none());
                work += f32::from(near);
                f32::from(self.tables.keys) * w.key_inserted + w.unlocked - w.vault_step * f32::from(near)
            }
            Artifact::On(cell) => {
                let near = nearest(s, &Distances::to(&Cells::one(cell), &s.map, &walk, &slow), Explorer::is_active);
                f32::from(self.tables.keys) * w.key_inserted + w.unlocked + w.taken
                    - w.carry_step * (f32::from(exit.of(cell, FAR)) + f32::from(near))
            }
            Artifact::Carried => {
                let carrier = s.explorers.iter().find(|e| e.hand == Some(Object::Artifact));
                let steps = carrier.map_or(FAR, |e| exit.of(e.cell, FAR));
                let slow = if carrier.is_some_and(Explorer::is_active) { 1.0 } else { 2.0 };
                f32::from(self.tables.keys) * w.key_inserted + w.unlocked + w.taken - w.carry_step * slow * f32::from(steps)
            }
            Artifact::Outside => f32::from(self.tables.keys) * w.key_inserted + w.unlocked + w.taken + w.outside,
            Artifact::Destroyed => 0.0,
        };
        let size = s.explorers.len() as f32;
        value += self.team_value(s, w, &walk, &slow, &exit, &frontier) * 4.0 / size;
        value -= w.guardian * s.guardians.len() as f32;
        let mut later = f32::from(s.ap) + 0.5 * f32::from(s.strides + s.lights);
        if s.stage == super::state::Stage::Actions || s.stage == super::state::Stage::Hazard {
            let rest = s.explorers.iter().skip(s.turn as usize + 1).filter(|e| e.is_active()).count();
            later += f32::from(self.tables.action_points) * rest as f32;
        }
        value += w.point * (later + size * f32::from(self.tables.action_points) * f32::from(s.marker));
        if !s.cursed {
            let active = s.explorers.iter().filter(|e| e.is_active()).count() as f32;
            let points = f32::from(s.marker) * active * f32::from(self.tables.action_points);
            value -= w.late * (work - points).max(0.0);
            if s.has_sanctuary() {
                value -= w.hurry * f32::from(8u8.saturating_sub(s.marker));
            }
        }
        ((value - w.start) / w.scale).clamp(-0.98, 0.98)
    }

    /// The explorers: their health, where they stand and where they should be.
    fn team_value(&self, s: &State, w: &Weights, walk: &Cells, slow: &Cells, exit: &Distances, frontier: &Cells) -> f32 {
        let reveal = Distances::to(frontier, &s.map, walk, slow);
        let lava = if s.erupted { Some(Distances::to(&s.map.flipped, &s.map, &walk.or(&s.map.flipped), &Cells::EMPTY)) } else { None };
        let mut active_cells = Cells::EMPTY;
        let mut active = 0;
        for e in s.explorers.iter().filter(|e| e.is_active()) {
            active_cells.insert(e.cell);
            active += 1;
        }
        let any_down = s.explorers.iter().any(|e| e.is_inside() && e.hp == 0);
        let help = if any_down { Some(Distances::to(&active_cells, &s.map, walk, slow)) } else { None };
        let mut value = match active {
            0 | 1 => -w.one_left,
            2 => -w.two_left,
            _ => 0.0,
        };
        let exposure = exposure(s, walk);
        for (i, e) in s.explorers.iter().enumerate() {
            match e.status {
                Status::Dead => {
                    value -= w.dead;
                    continue;
                }
                // To leave is right only once the Artifact is on its way.
                Status::Escaped => {
                    value += if s.cursed { w.saved } else { -w.dead };
                    continue;
                }
                Status::Inside => (),
            }
            value += health(e.hp, w);
            if let Some(help) = &help
                && e.hp == 0
            {
                value -= w.rescue_step * f32::from(help.of(e.cell, FAR));
            }
            if e.hp > 0 || s.cursed {
                value -= if s.cursed {
                    w.flee_step * f32::from(exit.of(e.cell, FAR))
                } else if s.has_sanctuary() {
                    if e.hand.is_none() { w.idle_step * f32::from(exit.of(e.cell, FAR)) } else { 0.0 }
                } else {
                    -w.frontier * w.frontier_fade.powi(i32::from(reveal.of(e.cell, FAR)))
                };
            }
            if let Some(lava) = &lava {
                value -= w.lava_step * f32::from(4u8.saturating_sub(lava.of(e.cell, FAR)));
            }
            if e.hp > 0 {
                value -= w.apart * apart(s, i, walk);
                let (hits, harm) = exposure[i];
                value -= w.hit * hits + w.danger * harm + w.risk * (hits + harm) / f32::from(e.hp);
            }
        }
        value
    }

    /// Keys found, held, on their way and inserted; and the steps that are left to do.
    fn keys_value(&self, s: &State, w: &Weights, walk: &Cells, slow: &Cells, goal: Cell) -> (f32, f32) {
        let way = Distances::to(&Cells::one(goal), &s.map, walk, slow);
        let mut value = w.key_inserted * f32::from(s.inserted);
        let mut steps = 0.0;
        let mut busy = 0u8;
        for e in s.explorers.iter().filter(|e| e.hand == Some(Object::Key)) {
            let left = if s.has_sanctuary() { f32::from(way.of(e.cell, FAR)) } else { 0.0 };
            value += w.key_held * if e.is_active() { 1.0 } else { 0.5 } - w.key_step * left;
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
            value += w.key_seen - w.key_step * left - w.fetch_step * f32::from(best.0);
            steps += left + f32::from(best.0) + 2.0;
        }
        (value, steps)
    }
}

fn health(hp: u8, w: &Weights) -> f32 {
    match hp {
        0 => -w.down,
        1 => w.hp_1,
        2 => w.hp_1 + w.hp_2,
        more => w.hp_1 + w.hp_2 + w.hp_3 + w.hp_more * f32::from(more - 3),
    }
}

/// The hit points the tile under an explorer takes in a round of four dice, on average.
fn danger(s: &State, e: &Explorer) -> f32 {
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
        out[i].1 = danger(s, e);
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
