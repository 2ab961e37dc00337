//! The meaning of a choice in a position, as a sentence.

use super::super::Subterra;
use super::super::actions::{Act, Target};
use super::super::board::{Cell, Side};
use super::super::state::{Decision, State};
use super::super::tables::Cost;
use super::super::words::{Kind, Object, Reach, Sheet, Spot};
use super::events::{face_words, hit_points, place, sides_words, thing};
use crate::core::count;

impl Subterra {
    /// The cost of an action at the end of its sentence.
    fn cost(&self, cost: Cost) -> String {
        count(self.tables.cost[cost as usize], "action point")
    }

    /// The destination of a step, and its risk.
    fn step_words(&self, s: &State, who: usize, side: Side) -> String {
        let explorer = &s.explorers[who];
        let Some(to) = explorer.cell.beside(side) else { return side.name().to_string() };
        let mut text = if to == self.tables.exit {
            format!("{} out of the temple, for good", side.name())
        } else {
            format!("{} to {}", side.name(), place(to))
        };
        if s.map.kind(to) == Kind::Spike && !s.stands_on(Sheet::Scoundrel, to) && explorer.sheet != Sheet::Scoundrel {
            text.push_str(", onto a Spike trap");
        }
        let chasers = s.guardians_on(explorer.cell);
        if chasers > 0 && explorer.hp > 0 {
            text.push_str(&format!(", fleeing for {}", hit_points(chasers * self.tables.damage.flee_per_guardian)));
        }
        text
    }

    fn health_words(&self, s: &State, sheet: Sheet, points: u8) -> String {
        let hp = s.find(sheet).map_or(0, |i| s.explorers[i].hp);
        let most = self.tables.hp[sheet as usize];
        let after = hp.saturating_add(points).min(most);
        let up = if hp == 0 { ", who stands up again" } else { "" };
        format!("{} from {hp} to {after} of {most} hit points{up}", sheet.name())
    }

    pub(in crate::games::subterra) fn action_sentence(&self, s: &State, action: Act) -> String {
        let who = s.turn as usize;
        let here = s.explorers.get(who).map_or(Cell::NONE, |e| e.cell);
        let name = s.explorers.get(who).map_or("explorer", |e| e.sheet.name());
        match action {
            Act::Draft(sheet) => {
                format!("Take the {} into the team: {}.", sheet.name(), hit_points(self.tables.hp[sheet as usize]))
            }
            Act::End => format!("End the actions of the {name} and roll for hazards{}.", unused(s.ap)),
            Act::Push => self.push_sentence(s),
            Act::Reveal(side) => format!("Reveal the tile {} of {} ({}).", side.name(), place(here), self.cost(Cost::Reveal)),
            Act::Move(side) => format!("Move {} ({}).", self.step_words(s, who, side), self.cost(Cost::Move)),
            Act::Explore(side) => {
                format!("Explore: reveal the tile {} of {} and enter it ({}).", side.name(), place(here), self.cost(Cost::Explore))
            }
            Act::Heal(sheet) => format!("Heal the {} ({}).", self.health_words(s, sheet, self.tables.heal), self.cost(Cost::Heal)),
            Act::PickUp(object) => self.pick_up_sentence(s, object),
            Act::Take(sheet) => format!("Ask the {} for the {} ({}).", sheet.name(), held(s, sheet), self.cost(Cost::Handle)),
            Act::Give(sheet) => {
                format!("Give the {} to the {} ({}).", s.acting().hand.map_or("", thing), sheet.name(), self.cost(Cost::Handle))
            }
            Act::PutDown => self.put_down_sentence(s),
            Act::Attack => {
                format!("Attack a Guardian here: a {} or more eliminates it ({}).", self.tables.attack_min, self.cost(Cost::Attack))
            }
            Act::Run(side) => format!(
                "Run up to {} steps, first {} ({}).",
                self.tables.run_moves,
                self.step_words(s, who, side),
                self.cost(Cost::Run)
            ),
            Act::Dig(spot) => format!("Dig away the Rubble {} ({}).", spot_words(here, spot), self.cost(Cost::Dig)),
            Act::Step(side) => self.side_sentence(s, side),
            Act::Tile(tile) if s.decision == Decision::Scholar => {
                format!("Keep the {}; the other tile goes back into the bag.", self.tile_words(tile))
            }
            Act::Tile(tile) => format!("Place the {}.", self.tile_words(tile)),
            Act::Open(sides) => format!("Turn the tile so that it is open to the {}.", sides_words(sides.0)),
            Act::Agree => format!("Hand the {} to the {name}.", held_by_mover(s)),
            Act::Refuse => format!("Keep the {}; the {name} does not ask again in this turn.", held_by_mover(s)),
            Act::Decline => decline(s),
            Act::Keep => keep(s),
            Act::Reroll(face) => format!("Pay {} and roll the {} again.", self.reroll_cost(), face.name()),
            Act::RerollSix => {
                format!("Pay {} and roll the {} again.", self.reroll_cost(), s.six.map_or(0, |(_, value)| value))
            }
            Act::Resolve(face) => format!("Resolve {} first: {}.", face.name(), face_words(face)),
            Act::Victim(sheet) => {
                let hp = s.find(sheet).map_or(0, |i| s.explorers[i].hp);
                format!("Let the Guardian attack the {}, who has {}.", sheet.name(), hit_points(hp))
            }
            Act::Cell(target) => self.cell_sentence(s, target),
            Act::Illuminate(_)
            | Act::Sprint(_)
            | Act::Command(_)
            | Act::Research
            | Act::Excavate(_)
            | Act::Consolidate
            | Act::Scope(_)
            | Act::Shoot(..)
            | Act::Grenade(_)
            | Act::Demolish(_)
            | Act::Annihilate
            | Act::Brace
            | Act::Cure(_)
            | Act::Revive(_) => self.ability_sentence(s, action, here),
        }
    }

    fn reroll_cost(&self) -> String {
        hit_points(self.tables.damage.reroll_cost_archaeologist)
    }

    fn push_sentence(&self, s: &State) -> String {
        let cost = self.tables.damage.push_cost;
        let points = match self.tables.push_points {
            1 => "one more action point".to_string(),
            more => format!("{more} more action points"),
        };
        let down = if s.acting().hp <= cost { ", which puts the explorer down" } else { "" };
        format!("Push on: {points} for {}{down}.", hit_points(cost))
    }

    fn pick_up_sentence(&self, s: &State, object: Object) -> String {
        let curse = if object == Object::Artifact && !s.cursed { ", and the curse begins" } else { "" };
        format!("Pick up the {} that lies here{curse} ({}).", thing(object), self.cost(Cost::Handle))
    }

    fn put_down_sentence(&self, s: &State) -> String {
        let explorer = s.acting();
        let object = explorer.hand.map_or("", thing);
        let cost = self.cost(Cost::Handle);
        if explorer.hand == Some(Object::Key) && s.is_sanctuary(explorer.cell) {
            let (inserted, needed) = (s.inserted + 1, self.keys_needed(s));
            format!("Insert the Key into the Sanctuary: {inserted} of {needed} ({cost}).")
        } else {
            format!("Put the {object} down on {} ({cost}).", place(explorer.cell))
        }
    }

    fn ability_sentence(&self, s: &State, action: Act, here: Cell) -> String {
        let beside = |side: Side| here.beside(side).map_or_else(String::new, place);
        match action {
            Act::Illuminate(side) => {
                format!(
                    "Illuminate: reveal the tile {} of {}, then another here ({}).",
                    side.name(),
                    place(here),
                    self.cost(Cost::Illuminate)
                )
            }
            Act::Sprint(side) => {
                format!("Sprint two steps, first {} ({}).", self.step_words(s, s.turn as usize, side), self.cost(Cost::Sprint))
            }
            Act::Command(sheet) => format!("Command the {} to move one step ({}).", sheet.name(), self.cost(Cost::Command)),
            Act::Research => {
                format!("Research: place a Journal at any exit; {} left ({}).", s.journals.total(), self.cost(Cost::Research))
            }
            Act::Excavate(spot) => format!("Excavate the Rubble {} ({}).", spot_words(here, spot), self.cost(Cost::Excavate)),
            Act::Consolidate => {
                let left = self.tables.consolidations - s.consolidated;
                format!(
                    "Consolidate {}: it counts as Normal from now on; {left} uses left ({}).",
                    place(here),
                    self.cost(Cost::Consolidate)
                )
            }
            Act::Scope(side) => {
                let from = self.scoped(s, here, side).map_or_else(String::new, place);
                format!("Scope {}: reveal the tile {} of {from} ({}).", side.name(), side.name(), self.cost(Cost::Scope))
            }
            Act::Shoot(side, Reach(less_one)) => {
                let target = (0..=less_one).try_fold(here, |at, _| at.beside(side)).map_or_else(String::new, place);
                format!("Shoot a Guardian on {target}, {} steps {} ({}).", less_one + 1, side.name(), self.cost(Cost::Shot))
            }
            Act::Grenade(side) => {
                let hurt = hit_points(self.tables.damage.grenade);
                format!(
                    "Throw a grenade {} onto {}: its Guardians go, explorers there lose {hurt} ({}).",
                    side.name(),
                    beside(side),
                    self.cost(Cost::Grenade)
                )
            }
            Act::Demolish(side) => {
                let left = self.tables.demolitions as usize - s.map.breaches.len();
                format!("Demolish the wall {} of {}; {left} uses left ({}).", side.name(), place(here), self.cost(Cost::Demolish))
            }
            Act::Annihilate => format!("Annihilate a Guardian here, without a roll ({}).", self.cost(Cost::Annihilate)),
            Act::Brace => format!("Brace: lose no hit points until her next turn ({}).", self.cost(Cost::Brace)),
            Act::Cure(sheet) => format!("Cure the {} ({}).", self.health_words(s, sheet, self.tables.cure), self.cost(Cost::Cure)),
            Act::Revive(sheet) => {
                let down = s.find(sheet).is_some_and(|i| s.explorers[i].hp == 0);
                let points = if down { self.tables.revive_down } else { self.tables.revive_active };
                format!("Revive the {} ({}).", self.health_words(s, sheet, points), self.cost(Cost::Revive))
            }
            other => self.action_name(other),
        }
    }

    /// A side as an answer, whose meaning depends on the question.
    fn side_sentence(&self, s: &State, side: Side) -> String {
        let who = s.turn as usize;
        let guardian = s.guardians.get(s.guardian as usize).copied().unwrap_or(Cell::NONE);
        let towards = |from: Cell| from.beside(side).map_or_else(String::new, place);
        match s.decision {
            Decision::Crawl => format!("Crawl {}.", self.step_words(s, who, side)),
            Decision::Stride => format!("Go on {}.", self.step_words(s, who, side)),
            Decision::Light => format!("Reveal the tile {} as well.", side.name()),
            Decision::Command => {
                let mover = s.explorers[s.mover as usize].sheet.name();
                format!("Move the {mover} {}.", self.step_words(s, s.mover as usize, side))
            }
            Decision::GuardianStep => format!("Send the Guardian on {} {} to {}.", place(guardian), side.name(), towards(guardian)),
            Decision::GuardianDig => {
                format!("Let the Guardian on {} dig {}, at {}.", place(guardian), side.name(), towards(guardian))
            }
            Decision::ResearchSide => format!("Place the Journal {} of {}.", side.name(), place(s.from)),
            Decision::SiteSide => format!("Attach the Sanctuary {} of {}.", side.name(), place(s.from)),
            Decision::None
            | Decision::Draft
            | Decision::Act
            | Decision::Scholar
            | Decision::Orient
            | Decision::ResearchCell
            | Decision::Journal
            | Decision::Consent
            | Decision::RerollSix
            | Decision::RerollHazard
            | Decision::Order
            | Decision::Wake
            | Decision::Guardian
            | Decision::Victim
            | Decision::SiteCell => format!("Go {}.", side.name()),
        }
    }

    /// A cell as an answer, or the Priest's Purify.
    fn cell_sentence(&self, s: &State, target: Target) -> String {
        let cell = target.cell(s);
        let at = if target == Target::OUTER_VAULT { format!("{}, the outer vault", place(cell)) } else { place(cell) };
        match s.decision {
            Decision::ResearchCell => format!("Place the Journal beside {at}."),
            Decision::SiteCell => format!("Attach the Sanctuary to {at}."),
            Decision::Wake => format!("Wake the Guardian on {at}."),
            Decision::Guardian => format!("Let the Guardian on {at} act next."),
            Decision::None
            | Decision::Draft
            | Decision::Act
            | Decision::Crawl
            | Decision::Stride
            | Decision::Light
            | Decision::Scholar
            | Decision::Orient
            | Decision::ResearchSide
            | Decision::Journal
            | Decision::Command
            | Decision::Consent
            | Decision::RerollSix
            | Decision::RerollHazard
            | Decision::Order
            | Decision::Victim
            | Decision::GuardianStep
            | Decision::GuardianDig
            | Decision::SiteSide => {
                let gone = match s.guardians_on(cell) {
                    1 => "its Guardian is eliminated".to_string(),
                    many => format!("its {many} Guardians are eliminated"),
                };
                format!("Purify {at}: {gone} ({}).", self.cost(Cost::Purify))
            }
        }
    }
}

fn unused(points: u8) -> String {
    match points {
        0 => String::new(),
        1 => "; 1 action point is lost".to_string(),
        more => format!("; {more} action points are lost"),
    }
}

fn held(s: &State, sheet: Sheet) -> &'static str {
    s.find(sheet).and_then(|i| s.explorers[i].hand).map_or("object", thing)
}

fn held_by_mover(s: &State) -> &'static str {
    s.explorers.get(s.mover as usize).and_then(|e| e.hand).map_or("object", thing)
}

fn spot_words(here: Cell, spot: Spot) -> String {
    let side = match spot {
        Spot::Here => return format!("here, on {}", place(here)),
        Spot::N => Side::N,
        Spot::E => Side::E,
        Spot::S => Side::S,
        Spot::W => Side::W,
    };
    format!("{}, on {}", side.name(), here.beside(side).map_or_else(String::new, place))
}

fn decline(s: &State) -> String {
    let name = |i: u8| s.explorers.get(usize::from(i)).map_or("explorer", |e| e.sheet.name());
    match s.decision {
        Decision::Crawl => format!("Do not crawl with the {}.", name(s.turn)),
        Decision::Stride => format!("Stop here with the {}.", name(s.turn)),
        Decision::Light => "Reveal nothing more.".to_string(),
        _ => format!("Keep the {} in place, whatever the command.", name(s.mover)),
    }
}

fn keep(s: &State) -> String {
    match s.six {
        Some((_, value)) => format!("Let the {value} stand."),
        None => "Let the hazard dice stand.".to_string(),
    }
}
