//! Choices that are never worth a look: what built-in agents leave out.

use super::Subterra;
use super::actions::Act;
use super::board::Side;
use super::parts::Object;
use super::state::{Decision, State};
use crate::core::ActionSet;

const HEAL: usize = Act::block("heal");
const TAKE: usize = Act::block("take from");
const GIVE: usize = Act::block("give to");

static PUSH: std::sync::LazyLock<u8> = std::sync::LazyLock::new(|| std::env::var("PUSH").map_or(4, |t| t.parse().expect("n")));

impl Subterra {
    /// Leaves out what wastes a point, a hit point or an explorer. At least one choice stays.
    pub(super) fn narrowed(&self, s: &State, legal: &mut ActionSet) {
        let before = *legal;
        match s.decision {
            Decision::Act => self.narrow_acts(s, legal),
            // All share one result: nobody refuses.
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

    fn narrow_acts(&self, s: &State, legal: &mut ActionSet) {
        let explorer = s.acting();
        // With the last hit point the point is lost as well (ruling A2). A push can wait until its point is needed.
        let needed = self.tables.cost[super::content::Cost::Revive as usize] > s.ap;
        let wait = if explorer.sheet == super::parts::Sheet::Priest { !needed } else { s.ap > 1 };
        let least = if s.cursed { 2 } else { *PUSH };
        if explorer.hp < least || wait {
            remove(legal, Act::Push);
        }
        // What a push gives is not worth the hit point it costs.
        if s.pushed {
            legal.remove_id(HEAL + explorer.sheet as usize);
        }
        // The exit is for the way back.
        if !s.cursed && explorer.cell == self.tables.crossing {
            for act in [Act::Move(Side::N), Act::Run(Side::N), Act::Sprint(Side::N)] {
                remove(legal, act);
            }
        }
        // Objects are put down where they belong, and given to those who can carry them.
        if explorer.hand == Some(Object::Artifact) || !s.is_sanctuary(explorer.cell) {
            remove(legal, Act::PutDown);
        }
        for other in s.explorers.iter() {
            if other.hp == 0 || !s.has_sanctuary() {
                legal.remove_id(GIVE + other.sheet as usize);
            }
            if other.hp > 0 && !s.has_sanctuary() {
                legal.remove_id(TAKE + other.sheet as usize);
            }
        }
    }
}

fn remove(legal: &mut ActionSet, act: Act) {
    legal.remove_id(crate::core::Action::id(act));
}
