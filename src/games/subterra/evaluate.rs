//! How a position looks: how far the expedition has come, and in what shape it is.

use super::Subterra;
use super::board::{Cell, Cells, Side};
use super::parts::{Kind, Object, Status};
use super::state::{Artifact, Explorer, State};

/// What each feature is worth, in points unless it says otherwise.
mod weight {
    /// All tiles revealed.
    pub const TILES: f32 = 140.0;
    /// The Sanctuary in play.
    pub const SANCTUARY: f32 = 4.0;
    /// A Key lying in the temple.
    pub const KEY_SEEN: f32 = 2.0;
    /// The way of the nearest free explorer to a Key.
    pub const KEY_FETCH: f32 = 16.0;
    /// A Key in a hand.
    pub const KEY_HELD: f32 = 4.0;
    /// A carried Key at the Sanctuary.
    pub const KEY_WAY: f32 = 16.0;
    /// A Key inserted.
    pub const KEY_INSERTED: f32 = 24.0;
    /// An explorer at the Artifact.
    pub const VAULT_WAY: f32 = 20.0;
    /// The Artifact taken.
    pub const TAKEN: f32 = 25.0;
    /// The Artifact carried to the exit.
    pub const CARRIED: f32 = 60.0;
    /// The Artifact outside.
    pub const OUTSIDE: f32 = 15.0;
    /// The first hit point of an explorer.
    pub const HP_1: f32 = 4.0;
    /// The second.
    pub const HP_2: f32 = 2.5;
    /// The third.
    pub const HP_3: f32 = 1.5;
    /// Each further one.
    pub const HP_MORE: f32 = 0.8;
    /// An explorer that is down.
    pub const DOWN: f32 = 3.0;
    /// An explorer lost, or gone too early.
    pub const DEAD: f32 = 12.0;
    /// An explorer saved.
    pub const SAVED: f32 = 18.0;
    /// An explorer at the exit, once the Artifact is taken.
    pub const WAY_OUT: f32 = 12.0;
    /// An explorer at the edge of what is revealed.
    pub const FRONTIER_WAY: f32 = 8.0;
    /// An exit to reveal from.
    pub const EXITS: f32 = 0.4;
    /// A Guardian in play.
    pub const GUARDIAN: f32 = 4.0;
    /// A Guardian beside an explorer on its cell.
    pub const GUARDIAN_HERE: f32 = 5.0;
    /// A Guardian one or two steps from an explorer.
    pub const GUARDIAN_NEAR: f32 = 2.5;
    /// An explorer on a dangerous tile.
    pub const DANGER: f32 = 0.7;
    /// Ten rows deeper.
    pub const DEPTH: f32 = 2.0;
    /// Points of an even chance.
    pub const START: f32 = 240.0;
    /// Points between an even chance and a sure win.
    pub const SCALE: f32 = 260.0;
}

/// Steps that count as far.
const FAR: f32 = 16.0;

impl Subterra {
    pub(super) fn evaluation(&self, s: &State) -> f32 {
        if s.end.is_some() {
            return self.outcome_value(s);
        }
        if s.explorers.len() < self.team.size() {
            return -0.9;
        }
        let walk = s.map.walkable();
        let mut value = 0.0;
        let total = self.tables.bag.total().max(1) as f32;
        let left = s.bag.total() as f32;
        value += weight::TILES * (1.0 - left / total);
        let size = s.explorers.len() as f32;
        // Where the Artifact must go next decides where everyone should be.
        let goal_keys = !s.cursed && matches!(s.artifact, Artifact::Locked);
        if s.has_sanctuary() {
            value += weight::SANCTUARY;
        }
        if goal_keys {
            value += keys_value(s, &walk);
        } else {
            value += weight::KEY_INSERTED * f32::from(self.tables.keys);
        }
        match s.artifact {
            Artifact::On(cell) if !s.cursed => {
                let near = nearest(s, cell, &walk, |e| e.is_active() && e.hand.is_none());
                value += weight::VAULT_WAY * (1.0 - near / FAR);
            }
            Artifact::On(cell) => {
                value += weight::TAKEN + weight::CARRIED * 0.5 * self.way(s, cell, &walk);
                let near = nearest(s, cell, &walk, super::state::Explorer::is_active);
                value -= weight::VAULT_WAY * near / FAR;
            }
            Artifact::Carried => {
                if let Some(carrier) = s.explorers.iter().find(|e| e.hand == Some(Object::Artifact)) {
                    let way = self.way(s, carrier.cell, &walk);
                    let fit = if carrier.is_active() { 1.0 } else { 0.4 };
                    value += weight::TAKEN + weight::CARRIED * way * fit;
                }
            }
            Artifact::Outside => value += weight::TAKEN + weight::CARRIED + weight::OUTSIDE,
            Artifact::Locked | Artifact::Destroyed => (),
        }
        let mut frontier = Cells::EMPTY;
        for side in Side::ALL {
            frontier = frontier.or(&s.map.exits_on(*side));
        }
        if !s.has_sanctuary() {
            value += weight::EXITS * frontier.len().min(6) as f32;
            if let Some(deepest) = frontier.last() {
                value += weight::DEPTH * f32::from(deepest.y()) / 10.0;
            }
        }
        for explorer in &s.explorers {
            value += self.explorer_value(s, *explorer, &frontier, &walk) * 4.0 / size;
        }
        value -= weight::GUARDIAN * s.guardians.len() as f32;
        ((value - weight::START) / weight::SCALE).clamp(-0.98, 0.98)
    }

    fn outcome_value(&self, s: &State) -> f32 {
        super::score::value(self.grade(s))
    }

    /// How near to the exit a cell is: 1 there, 0 far away.
    fn way(&self, s: &State, cell: Cell, walk: &Cells) -> f32 {
        let steps = s.map.links.distance(cell, self.tables.exit, walk).map_or(FAR, f32::from);
        1.0 - (steps / FAR).min(1.0)
    }

    fn explorer_value(&self, s: &State, explorer: Explorer, frontier: &Cells, walk: &Cells) -> f32 {
        match explorer.status {
            Status::Dead => return -weight::DEAD,
            // To leave is right only once the Artifact is on its way.
            Status::Escaped => return if s.cursed { weight::SAVED } else { -weight::DEAD },
            Status::Inside => (),
        }
        let mut value = match explorer.hp {
            0 => -weight::DOWN,
            1 => weight::HP_1,
            2 => weight::HP_1 + weight::HP_2,
            more => weight::HP_1 + weight::HP_2 + weight::HP_3 + weight::HP_MORE * f32::from(more - 3),
        };
        if s.cursed {
            value += weight::WAY_OUT * self.way(s, explorer.cell, walk);
        } else if !s.has_sanctuary() && explorer.hp > 0 {
            let near = s.map.links.nearest(explorer.cell, frontier, walk).first();
            let steps = near.and_then(|n| s.map.links.distance(explorer.cell, n, walk)).map_or(FAR, f32::from);
            value += weight::FRONTIER_WAY * (1.0 - (steps / 8.0).min(1.0));
        } else if explorer.hp > 0 && explorer.hand.is_none() && s.inserted < self.tables.keys {
            // Nothing to carry: on the way back.
            value += 0.3 * weight::WAY_OUT * self.way(s, explorer.cell, walk);
        }
        value -= match s.map.kind(explorer.cell) {
            Kind::Lava | Kind::Ruins => weight::DANGER,
            Kind::Spike => 2.0 * weight::DANGER,
            Kind::Dart => 0.7 * weight::DANGER,
            Kind::Normal
            | Kind::Bridge
            | Kind::Key
            | Kind::Guardian
            | Kind::Journal
            | Kind::Exit
            | Kind::Crossing
            | Kind::Hall
            | Kind::Vault => 0.0,
        };
        for &guardian in &s.guardians {
            value -= match s.map.links.distance(guardian, explorer.cell, walk) {
                Some(0) => weight::GUARDIAN_HERE,
                Some(1 | 2) => weight::GUARDIAN_NEAR,
                _ => 0.0,
            };
        }
        value
    }
}

/// Steps of the nearest explorer that fits.
fn nearest(s: &State, cell: Cell, walk: &Cells, fits: impl Fn(&Explorer) -> bool) -> f32 {
    let steps = |e: &Explorer| s.map.links.distance(e.cell, cell, walk).map_or(FAR, f32::from);
    s.explorers.iter().filter(|e| e.is_inside() && fits(e)).map(steps).fold(FAR, f32::min)
}

/// Keys found, held, on their way and inserted.
fn keys_value(s: &State, walk: &Cells) -> f32 {
    let mut value = weight::KEY_INSERTED * f32::from(s.inserted) + weight::KEY_SEEN * s.keys.len() as f32;
    for explorer in s.explorers.iter().filter(|e| e.hand == Some(Object::Key) && e.is_inside()) {
        value += weight::KEY_HELD * if explorer.is_active() { 1.0 } else { 0.5 };
        if s.has_sanctuary() {
            let steps = s.map.links.distance(explorer.cell, s.hall, walk).map_or(FAR, f32::from);
            value += weight::KEY_WAY * (1.0 - (steps / FAR).min(1.0));
        }
    }
    for &cell in &s.keys {
        let near = nearest(s, cell, walk, |e| e.is_active() && e.hand.is_none());
        value -= weight::KEY_FETCH * near / FAR;
    }
    value
}
