//! The evaluation: the expedition's progress and condition.

use crate::core::{Advise, SearchDefaults, Seat};
use crate::games::subterra::Subterra;
use crate::games::subterra::board::{Cell, Cells, Side};
use crate::games::subterra::distances::{Distances, Ground};
use crate::games::subterra::state::{Artifact, Explorer, Stage, State};
use crate::games::subterra::words::{Kind, Object, Sheet, Status, TEAM};

/// The weight of each feature, in action points unless stated otherwise.
mod weight {
    /// Work on a tile still in the bag: its Explore, the walking, the harm to the explorers.
    pub const TILE: f32 = 1.7;
    /// Work on a Key that has not been found yet. One that has been found hardly ever takes more.
    pub const KEY_HIDDEN: f32 = 23.0;
    /// A step of a Key on its way to the Sanctuary.
    pub const KEY_STEP: f32 = 1.1;
    /// A step of an explorer on its way to a Key.
    pub const FETCH_STEP: f32 = 2.0;
    /// A Key still to be picked up.
    pub const KEY_PICK: f32 = 1.2;
    /// A Key still to be inserted.
    pub const KEY_INSERT: f32 = 4.8;
    /// The distance of a Key from the Sanctuary while that is not in play.
    pub const KEY_WAY: f32 = 6.2;
    /// Having the Sanctuary in play.
    pub const SANCTUARY: f32 = 45.0;
    /// A step between an explorer and the nearest exit to reveal from.
    pub const FRONTIER_STEP: f32 = 0.8;
    /// The square root of the number of empty cells that can be revealed.
    pub const EXITS: f32 = 4.5;
    /// Expected harm of a Guardian tile in the bag.
    pub const BAG_GUARDIAN: f32 = 2.6;
    /// Expected harm of a Spike trap in the bag.
    pub const BAG_SPIKE: f32 = 0.6;
    /// Expected harm of a Ruins tile in the bag.
    pub const BAG_RUINS: f32 = 0.5;
    /// Expected harm of a Lava tile in the bag.
    pub const BAG_LAVA: f32 = 0.3;
    /// A step of the way from the deepest exit or the Sanctuary to the temple's exit.
    pub const HOME_STEP: f32 = 0.5;
    /// A step of an explorer to the Artifact.
    pub const VAULT_STEP: f32 = 0.6;
    /// The Artifact still to be taken.
    pub const TAKE: f32 = 26.0;
    /// A step of the Artifact to the exit.
    pub const CARRY_STEP: f32 = 1.6;
    /// The Artifact outside.
    pub const OUTSIDE: f32 = 8.0;
    /// A step of any explorer to the exit once the Artifact is taken.
    pub const FLEE_STEP: f32 = 0.25;
    /// A step of an explorer to the exit while others bring the Keys.
    pub const IDLE_STEP: f32 = 0.15;
    /// An explorer saved.
    pub const SAVED: f32 = 3.5;
    /// An explorer lost, or gone too early.
    pub const DEAD: f32 = 5.2;
    /// The first hit point of an explorer.
    pub const HP_1: f32 = 3.4;
    /// The second.
    pub const HP_2: f32 = 2.2;
    /// The third.
    pub const HP_3: f32 = 1.3;
    /// Each further one.
    pub const HP_MORE: f32 = 1.0;
    /// A step of the nearest active explorer to one that is down.
    pub const RESCUE_STEP: f32 = 0.7;
    /// A step beyond two between an explorer and the next active one, up to four.
    pub const APART: f32 = 0.1;
    /// Having only two active explorers left.
    pub const TWO_LEFT: f32 = 3.9;
    /// Only one.
    pub const ONE_LEFT: f32 = 9.0;
    /// A Guardian in play, however far.
    pub const GUARDIAN: f32 = 3.5;
    /// A hit point that Guardians are about to take.
    pub const HIT: f32 = 1.0;
    /// The same, divided by the hit points that are left.
    pub const RISK: f32 = 2.9;
    /// A hit point that the tile underfoot takes in a round on average.
    pub const DANGER: f32 = 0.6;
    /// A turn still to end before the volcano is armed: its hazard roll.
    pub const PENDING: f32 = 1.5;
    /// An action point to spend before the volcano is armed.
    pub const POINT: f32 = 0.35;
    /// An action point that is missing until the volcano is armed.
    pub const LATE: f32 = 0.35;
    /// A step of an explorer to the lava after the eruption, up to four.
    pub const LAVA_STEP: f32 = 0.7;
    /// Points that make an even chance.
    pub const START: f32 = -80.0;
    /// Points between an even chance and a sure win.
    pub const SCALE: f32 = 200.0;
}

/// The number of steps from which a distance counts as far.
const FAR: u8 = 40;
/// The same on the way to an exit to reveal from.
const FRONTIER_FAR: u8 = 12;

impl Advise for Subterra {
    const SEARCH: SearchDefaults = SearchDefaults {
        // A tile or a die decides more here than most choices do: averaged over fewer redeals, noise hides the worth of an action.
        redeals: 6,
        chance_samples: 6,
        // About one round: four turns, their hazard rolls and the Guardians.
        cutoff: 16,
        // Much is decided by dice: with less exploration, a lucky early simulation draws all others after it.
        exploration: 1.5,
        // A network has learnt the value of its own play, which says little about what better play could make of a position.
        blend: 0.8,
        // As they are, its probabilities give nine in ten to one of five actions, and a search would hardly try the others.
        soften: 3.0,
    };

    type Notes = ();

    fn evaluate_on(&self, s: &State, _: Seat, (): &mut ()) -> f32 {
        if s.end.is_some() {
            return crate::games::subterra::score::value(self.grade(s));
        }
        if s.explorers.len() < self.team.size() {
            return -0.9;
        }
        let walk = s.map.walkable();
        let ground = Ground { map: &s.map, walk, slow: slow_cells(s, &walk) };
        // The tile in hand is as good as placed; one of the Scholar's two goes back.
        let left = (s.bag.total() + u32::from(s.other.is_some())) as f32;
        let team = team_cells(s);
        let mut frontier = Cells::EMPTY;
        let mut value = 0.0;
        if s.has_sanctuary() {
            value += weight::SANCTUARY;
        } else {
            for &side in Side::ALL {
                frontier = frontier.or(&s.map.exits_on(side));
            }
            value += weight::EXITS * (s.map.frontier().len() as f32).sqrt();
        }
        let goal = if s.has_sanctuary() { s.hall } else { frontier.last().unwrap_or(self.tables.crossing) };
        let mut asked = team.with(goal);
        if let Artifact::On(cell) = s.artifact {
            asked.insert(cell);
        }
        let exit = Distances::to(&Cells::one(self.tables.exit), &asked, &ground);
        let work = weight::TILE * left + self.bag_work(s) + self.artifact_work(s, &ground, &team, &exit, goal);
        value -= work;
        let size = s.explorers.len() as f32;
        value += Self::team_value(s, &ground, &team, &exit, &frontier) * 4.0 / size;
        value -= weight::GUARDIAN * s.guardians.len() as f32;
        value += self.clock_value(s, work);
        let x = (value - weight::START) / weight::SCALE;
        0.98 * x / (1.0 + x * x).sqrt()
    }
}

impl Subterra {
    /// Expected harm to the explorers from the tiles still to be placed.
    fn bag_work(&self, s: &State) -> f32 {
        let cost = |kind: usize| match self.tables.tiles[kind].kind {
            Kind::Guardian => weight::BAG_GUARDIAN,
            Kind::Spike => weight::BAG_SPIKE,
            Kind::Ruins => weight::BAG_RUINS,
            Kind::Lava => weight::BAG_LAVA,
            _ => 0.0,
        };
        let bag: f32 = s.bag.0.iter().enumerate().filter(|(_, n)| **n > 0).map(|(kind, n)| f32::from(*n) * cost(kind)).sum();
        bag + [s.drawn, s.other].iter().flatten().map(|kind| cost(kind.at())).sum::<f32>()
    }

    /// The work left on the Artifact and on the way out.
    fn artifact_work(&self, s: &State, ground: &Ground<'_>, team: &Cells, exit: &Distances, goal: Cell) -> f32 {
        let to = |cell: Cell| Distances::to(&Cells::one(cell), team, ground);
        let home = weight::HOME_STEP * f32::from(exit.of(goal, FAR));
        match s.artifact {
            Artifact::Locked => self.keys_work(s, ground, team, goal) + weight::TAKE + weight::OUTSIDE + home,
            Artifact::On(cell) if !s.cursed => {
                let near = f32::from(nearest(s, &to(cell), |e| e.is_active() && e.hand.is_none()));
                weight::VAULT_STEP * near + weight::TAKE + weight::OUTSIDE + home
            }
            Artifact::On(cell) => {
                // It must be reached and picked up first.
                let steps = f32::from(exit.of(cell, FAR)) + f32::from(nearest(s, &to(cell), Explorer::is_active)) + 1.0;
                weight::OUTSIDE + weight::CARRY_STEP * steps
            }
            Artifact::Carried => {
                let carrier = s.explorers.iter().find(|e| e.hand == Some(Object::Artifact));
                let steps = f32::from(carrier.map_or(FAR, |e| exit.of(e.cell, FAR)));
                // A bearer who is down crawls.
                let pace = if carrier.is_some_and(Explorer::is_active) { 1.0 } else { 2.0 };
                weight::OUTSIDE + weight::CARRY_STEP * pace * steps
            }
            Artifact::Outside => 0.0,
            // The game is lost by then (R95).
            Artifact::Destroyed => 100.0,
        }
    }

    /// The work left on Keys still to be found, fetched, carried and inserted.
    fn keys_work(&self, s: &State, ground: &Ground<'_>, team: &Cells, goal: Cell) -> f32 {
        let way = s.has_sanctuary().then(|| {
            let mut asked = *team;
            s.keys.iter().for_each(|&cell| asked.insert(cell));
            Distances::to(&Cells::one(goal), &asked, ground)
        });
        let carry = |cell: Cell| match &way {
            Some(way) => weight::KEY_STEP * f32::from(way.of(cell, FAR)) + weight::KEY_INSERT,
            None => weight::KEY_WAY,
        };
        let mut work = 0.0;
        let mut hidden = self.keys_needed(s).saturating_sub(s.inserted);
        let mut busy = 0u8;
        for e in s.explorers.iter().filter(|e| e.hand == Some(Object::Key)) {
            // An explorer who is down must be lifted first.
            work += bounded(carry(e.cell) + if e.is_active() { 0.0 } else { 2.0 }, weight::KEY_HIDDEN - 1.0);
            hidden = hidden.saturating_sub(1);
        }
        for &cell in &s.keys {
            let to_key = Distances::to(&Cells::one(cell), team, ground);
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
            work += bounded(carry(cell) + weight::FETCH_STEP * f32::from(best.0) + weight::KEY_PICK, weight::KEY_HIDDEN);
            hidden = hidden.saturating_sub(1);
        }
        work + weight::KEY_HIDDEN * f32::from(hidden)
    }

    /// The value of the time left: action points and hazard rolls until the volcano is armed, against the work to do.
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
        }
        value
    }

    /// The value of the explorers: their health, and how far they are from where they should be.
    fn team_value(s: &State, ground: &Ground<'_>, team: &Cells, exit: &Distances, frontier: &Cells) -> f32 {
        let walk = &ground.walk;
        let reveal = frontier_steps(s, ground, frontier);
        let lava = s.erupted.then(|| {
            let flow = Ground { map: ground.map, walk: walk.or(&s.map.flipped), slow: Cells::EMPTY };
            Distances::to(&s.map.flipped, team, &flow)
        });
        let mut active_cells = Cells::EMPTY;
        let mut active = 0;
        for e in s.explorers.iter().filter(|e| e.is_active()) {
            active_cells.insert(e.cell);
            active += 1;
        }
        let any_down = s.explorers.iter().any(|e| e.is_inside() && e.hp == 0);
        let help = any_down.then(|| Distances::to(&active_cells, team, ground));
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
                // Leaving is right only once the Artifact is on its way.
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
                    weight::FRONTIER_STEP * f32::from(reveal[i])
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

/// An amount of work that grows only slowly beyond a bound, so that there is always a reason to come nearer.
fn bounded(work: f32, bound: f32) -> f32 {
    if work < bound { work } else { bound + 0.3 * (work - bound) }
}

/// The cells of the explorers in the temple.
fn team_cells(s: &State) -> Cells {
    let mut cells = Cells::EMPTY;
    s.explorers.iter().filter(|e| e.is_inside()).for_each(|e| cells.insert(e.cell));
    cells
}

/// The steps of each active explorer to an exit of its own to reveal from: the nearest explorer chooses first.
fn frontier_steps(s: &State, ground: &Ground<'_>, frontier: &Cells) -> [u8; TEAM] {
    let mut steps = [0; TEAM];
    if frontier.is_empty() {
        return steps;
    }
    let mut free = *frontier;
    let mut taken = 0u8;
    loop {
        let waits = |i: usize, e: &Explorer| e.is_active() && taken >> i & 1 == 0;
        let mut waiting = Cells::EMPTY;
        s.explorers.iter().enumerate().filter(|&(i, e)| waits(i, e)).for_each(|(_, e)| waiting.insert(e.cell));
        if waiting.is_empty() {
            return steps;
        }
        if free.is_empty() {
            free = *frontier;
        }
        let (near, met) = ground.first_met(&free, &waiting, FRONTIER_FAR).unwrap_or((FRONTIER_FAR, waiting));
        let nearest = s.explorers.iter().enumerate().position(|(i, e)| waits(i, e) && met.has(e.cell));
        let i = nearest.expect("the explorer met is still waiting");
        taken |= 1 << i;
        steps[i] = near;
        // The exit it takes is no longer free, unless its cell has another.
        if let Some(cell) = s.map.links.nearest(s.explorers[i].cell, &free, &ground.walk).first()
            && s.map.exits(cell).count_ones() < 2
        {
            free.remove(cell);
        }
    }
}

fn health(hp: u8) -> f32 {
    match hp {
        0 => 0.0,
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

/// The mean hits of a Guardian in a round, by its distance in steps.
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

/// Steps of the nearest matching explorer.
fn nearest(s: &State, distances: &Distances, fits: impl Fn(&Explorer) -> bool) -> u8 {
    s.explorers.iter().filter(|e| e.is_inside() && fits(e)).map(|e| distances.of(e.cell, FAR)).min().unwrap_or(FAR)
}

/// Cells that cost more than a step to enter: Rubble has to be dug away, Spike traps wound.
fn slow_cells(s: &State, walk: &Cells) -> Cells {
    let mut slow = s.map.rubble;
    walk.each(|cell| {
        if s.map.kind(cell) == Kind::Spike {
            slow.insert(cell);
        }
    });
    slow
}
