//! Grades, the value of an episode and the shaped score (section 13 and section 19 of RULES.md).

use super::Subterra;
use super::state::{Artifact, State};
use super::words::{Grade, Kind, Object, Status};
use crate::core::{MAX_SEATS, Score, Scores, SeatSet};

/// The most points a game can give.
pub(super) const MOST: f32 = 100.0;
const TILES: f32 = 30.0;
const KEYS: f32 = 30.0;
const TAKEN: f32 = 10.0;
const CARRIED: f32 = 20.0;
const WON: f32 = 10.0;
const LOST_EXPLORER: f32 = 5.0;

/// The value of a grade for every seat: loss -1, then rising to +1.
pub(super) const fn value(grade: Grade) -> f32 {
    match grade {
        Grade::Lost => -1.0,
        Grade::Bronze => 0.25,
        Grade::Silver => 0.5,
        Grade::Gold => 0.75,
        Grade::Legendary => 1.0,
    }
}

impl Score for Subterra {
    fn scores(&self, state: &State) -> Scores {
        self.shared(self.points(state).iter().map(|p| p.1).sum())
    }

    fn breakdown(&self, state: &State) -> Vec<(&'static str, Scores)> {
        self.points(state).iter().map(|&(name, points)| (name, self.shared(points))).collect()
    }

    fn score_scale(&self) -> f32 {
        1.0 / MOST
    }

    fn gains(&self, state: &State) -> Scores {
        self.shared(self.points(state).iter().map(|p| p.1.max(0.0)).sum())
    }

    fn winners(&self, state: &State) -> SeatSet {
        if state.end.is_some() && state.is_won() { (1 << self.seats) - 1 } else { 0 }
    }

    fn outcome(&self, state: &State) -> Scores {
        self.shared(value(self.grade(state)))
    }

    fn cooperative(&self) -> bool {
        true
    }
}

impl Subterra {
    /// The same value for every seat: all share one result.
    pub(super) fn shared(&self, points: f32) -> Scores {
        let mut out = [0.0; MAX_SEATS];
        out[..self.seats].fill(points);
        out
    }

    /// R92, R93: the grade if the expedition ended now.
    pub fn grade(&self, s: &State) -> Grade {
        if !s.is_won() {
            return Grade::Lost; // R94
        }
        match s.explorers.iter().filter(|e| e.status != Status::Escaped).count() {
            0 => Grade::Legendary,
            1 => Grade::Gold,
            2 => Grade::Silver,
            _ => Grade::Bronze, // ruling E3
        }
    }

    /// The sources of the shaped score. Each is a function of the position, so the rewards of an episode add up to the difference
    /// between its last and its first position.
    pub(super) fn points(&self, s: &State) -> [(&'static str, f32); 6] {
        let total = self.tables.bag.total();
        let held = u32::from(s.drawn.is_some_and(|tile| tile.journal().is_none())) + u32::from(s.other.is_some());
        let left = s.bag.total() + s.discarded.total() + held;
        let keys = if self.tables.keys == 0 { 0.0 } else { f32::from(s.inserted) / f32::from(self.tables.keys) };
        let lost = s.explorers.iter().filter(|e| e.status == Status::Dead || (s.end.is_some() && e.is_inside())).count();
        [
            ("tiles", TILES * total.saturating_sub(left) as f32 / total.max(1) as f32),
            ("keys", KEYS * keys),
            ("artifact", if s.cursed { TAKEN } else { 0.0 }),
            ("carried", CARRIED * self.carried(s)),
            ("won", if s.end.is_some() && s.is_won() { WON } else { 0.0 }),
            ("explorers lost", -LOST_EXPLORER * lost as f32),
        ]
    }

    /// The fraction of the way to the exit the Artifact has been carried, from 0 to 1.
    fn carried(&self, s: &State) -> f32 {
        let cell = match s.artifact {
            Artifact::Locked | Artifact::Destroyed => return 0.0,
            Artifact::Outside => return 1.0,
            Artifact::On(_) if !s.cursed => return 0.0,
            Artifact::On(cell) => cell,
            Artifact::Carried => match s.explorers.iter().find(|e| e.hand == Some(Object::Artifact)) {
                Some(carrier) => carrier.cell,
                None => return 0.0,
            },
        };
        debug_assert!(s.map.printed(self.tables.exit) == Kind::Exit, "the exit is in play");
        let left = s.map.links.distance(cell, self.tables.exit, &s.map.walkable()).unwrap_or(s.carry);
        f32::from(s.carry.saturating_sub(left)) / f32::from(s.carry.max(1))
    }
}
