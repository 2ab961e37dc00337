//! Pruning: removes choices that are never worth considering.

use crate::core::{Action, ActionSet, Prune};
use crate::games::subterra::Subterra;
use crate::games::subterra::actions::Act;
use crate::games::subterra::board::Side;
use crate::games::subterra::state::{Decision, State};
use crate::games::subterra::tables::Cost;
use crate::games::subterra::words::{Object, Sheet};

const HEAL: usize = Act::block("heal");
const TAKE: usize = Act::block("take from");
const COMMAND: usize = Act::block("command");
const GIVE: usize = Act::block("give to");

/// The hit points from which a push is considered before the flight.
const PUSH: u8 = 7;
/// The same on the flight.
const PUSH_FLEEING: u8 = 2;

impl Prune for Subterra {
    /// Removes whatever wastes an action point, a hit point or an explorer. At least one choice stays.
    fn prune_on(&self, s: &State, legal: &mut ActionSet, (): &mut ()) {
        let before = *legal;
        match s.decision {
            Decision::Act => self.prune_acts(s, legal),
            // All seats share one result, so nobody refuses.
            Decision::Consent => remove(legal, Act::Refuse),
            Decision::Command if s.cursed => remove(legal, Act::Decline),
            Decision::Stride | Decision::Crawl | Decision::Command if !s.cursed => {
                let mover = if s.decision == Decision::Command { s.mover } else { s.turn };
                if s.explorers[mover as usize].cell == self.tables.crossing {
                    remove(legal, Act::Step(Side::N));
                }
                if s.decision == Decision::Command {
                    remove(legal, Act::Decline);
                }
            }
            Decision::None
            | Decision::Draft
            | Decision::Crawl
            | Decision::Stride
            | Decision::Light
            | Decision::Scholar
            | Decision::Orient
            | Decision::ResearchCell
            | Decision::ResearchSide
            | Decision::Journal
            | Decision::Command
            | Decision::RerollSix
            | Decision::RerollHazard
            | Decision::Order
            | Decision::Wake
            | Decision::Guardian
            | Decision::Victim
            | Decision::GuardianStep
            | Decision::GuardianDig
            | Decision::SiteCell
            | Decision::SiteSide => {}
        }
        if legal.is_empty() {
            *legal = before;
        }
    }
}

impl Subterra {
    fn prune_acts(&self, s: &State, legal: &mut ActionSet) {
        let explorer = s.acting();
        // With the last hit point the point is lost as well (ruling A2). A push can wait until its point is needed.
        let needed = self.tables.cost[Cost::Revive as usize] > s.ap;
        let wait = if explorer.sheet == Sheet::Priest { !needed } else { s.ap > 1 };
        let least = if s.cursed { PUSH_FLEEING } else { PUSH };
        if explorer.hp < least || wait {
            remove(legal, Act::Push);
        }
        // The action points of a push are not worth its hit point.
        if s.pushed {
            legal.remove_id(HEAL + explorer.sheet as usize);
        }
        if !s.cursed {
            Self::prune_by_need(s, legal);
        }
        // Nobody leaves before the way back.
        if !s.cursed && explorer.cell == self.tables.crossing {
            for act in [Act::Move(Side::N), Act::Run(Side::N), Act::Sprint(Side::N)] {
                remove(legal, act);
            }
        }
        // Objects are put down where they belong, and given to those who can carry them.
        if explorer.hand == Some(Object::Artifact) || !s.is_sanctuary(explorer.cell) {
            remove(legal, Act::PutDown);
        }
        for other in &s.explorers {
            // An explorer who can walk keeps what it holds; only the Artifact changes hands on the flight.
            if other.hp == 0 || !s.cursed {
                legal.remove_id(GIVE + other.sheet as usize);
            }
            if other.hp > 0 && !s.cursed {
                legal.remove_id(TAKE + other.sheet as usize);
                legal.remove_id(COMMAND + other.sheet as usize);
            }
        }
    }
}

impl Subterra {
    /// Keeps the priorities before the flight: fight where Guardians are, lift explorers who are down, reveal where there is an exit.
    fn prune_by_need(s: &State, legal: &mut ActionSet) {
        let explorer = s.acting();
        let down = |sheet: Sheet| s.explorers.iter().any(|e| e.sheet == sheet && e.hp == 0);
        let fights = |act: Act| {
            matches!(act, Act::Attack | Act::Annihilate | Act::Shoot(..) | Act::Grenade(_)) || matches!(act, Act::Cell(_))
        };
        let lifts = |act: Act| matches!(act, Act::Heal(other) | Act::Cure(other) | Act::Revive(other) if down(other));
        let reveals = |act: Act| matches!(act, Act::Reveal(_) | Act::Explore(_) | Act::Illuminate(_) | Act::Scope(_));
        let goes = |act: Act| {
            matches!(act, Act::Move(_) | Act::Run(_) | Act::Sprint(_) | Act::Command(_) | Act::End | Act::Demolish(_) | Act::Dig(_))
        };
        let heals_self = |act: Act| matches!(act, Act::Heal(other) if other == explorer.sheet);
        if acts(legal).any(lifts) {
            keep(legal, |act| lifts(act) || fights(act) || act == Act::Brace);
        } else if s.guardians_on(explorer.cell) > 0 && acts(legal).any(fights) {
            keep(legal, |act| fights(act) || act == Act::Brace || (explorer.hp <= 2 && heals_self(act)));
        } else if acts(legal).any(reveals) && explorer.hp >= 2 {
            keep(legal, |act| !goes(act));
        }
    }
}

fn acts(legal: &ActionSet) -> impl Iterator<Item = Act> + '_ {
    legal.iter().filter_map(Act::from_id)
}

fn keep(legal: &mut ActionSet, fits: impl Fn(Act) -> bool) {
    let all = *legal;
    for act in acts(&all).filter(|&act| !fits(act)) {
        remove(legal, act);
    }
}

fn remove(legal: &mut ActionSet, act: Act) {
    legal.remove_id(act.id());
}
