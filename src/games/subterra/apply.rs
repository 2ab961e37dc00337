//! Carrying out a choice, and everything up to the next one.
//!
//! There is no stack of closures: what is still to be done stands in the state (`entry`, `passes`, `dice`, `strides`,
//! `lights`, `steps`), and `proceed` takes up the innermost of it until a choice with two options is open.

use super::Subterra;
use super::actions::Act;
use super::board::{Cell, Side};
use super::parts::{End, Object, Sheet, Status};
use super::state::{Decision, Roll, Stage, State};
use super::tables::Cost;
use crate::core::Rng;

impl Subterra {
    pub(super) fn play(&self, s: &mut State, action: Act, rng: &mut Rng) {
        let decision = std::mem::replace(&mut s.decision, Decision::None);
        let who = s.turn as usize;
        match action {
            Act::Draft(sheet) => self.draft(s, sheet),
            Act::End => self.roll_hazards(s, rng),
            Act::Push => {
                // R22; with the last hit point the explorer goes down and the point is lost (ruling A2).
                Self::pay(s, who, self.tables.damage.push_cost);
                s.pushed = true;
                s.ap += self.tables.push_points;
            }
            Act::Reveal(side) => self.reveal_beside(s, Cost::Reveal, side, rng),
            Act::Move(side) => {
                self.spend(s, Cost::Move);
                self.step(s, who, side, rng);
            }
            Act::Explore(side) => {
                s.enter = true; // R25
                self.reveal_beside(s, Cost::Explore, side, rng);
            }
            Act::Heal(sheet) => {
                self.spend(s, Cost::Heal);
                self.mend_sheet(s, sheet, self.tables.heal); // R26
            }
            Act::PickUp(object) => {
                self.spend(s, Cost::Handle);
                self.pick_up(s, object);
            }
            Act::Take(sheet) => self.ask_to_take(s, sheet),
            Act::Give(sheet) => {
                self.spend(s, Cost::Handle);
                if let Some(other) = s.find(sheet) {
                    Self::hand_over(s, who, other);
                }
            }
            Act::PutDown => {
                self.spend(s, Cost::Handle);
                self.put_down(s);
            }
            Act::Attack => {
                self.spend(s, Cost::Attack);
                self.roll_six(s, Roll::Attack, rng); // R28
            }
            Act::Run(side) => {
                self.spend(s, Cost::Run);
                s.strides = self.tables.run_moves - 1; // R29
                self.step(s, who, side, rng);
            }
            Act::Dig(spot) => self.dig(s, Cost::Dig, spot),
            Act::Illuminate(_)
            | Act::Sprint(_)
            | Act::Command(_)
            | Act::Research
            | Act::Excavate(_)
            | Act::Consolidate
            | Act::Scope(_)
            | Act::Shoot(_, _)
            | Act::Grenade(_)
            | Act::Demolish(_)
            | Act::Annihilate
            | Act::Brace
            | Act::Cure(_)
            | Act::Revive(_) => self.use_ability(s, action, rng),
            Act::Step(side) => self.answer_side(s, decision, side, rng),
            Act::Tile(tile) if decision == Decision::Scholar => self.keep_tile(s, tile),
            Act::Tile(tile) => self.turn_tile(s, tile),
            Act::Open(sides) => self.place_tile(s, sides.0),
            Act::Agree => {
                self.spend(s, Cost::Handle);
                Self::hand_over(s, s.mover as usize, who);
            }
            Act::Refuse => s.refused |= 1 << s.mover, // ruling I3: it costs nothing
            Act::Decline => {
                s.strides = 0;
                s.lights = 0;
            }
            Act::Keep if decision == Decision::RerollSix => self.resolve_six(s),
            Act::Keep => s.kept = true,
            Act::Reroll(face) => self.reroll_die(s, face, rng),
            Act::RerollSix => self.reroll_six(s, rng),
            Act::Resolve(face) => self.resolve_die(s, face, rng),
            Act::Victim(sheet) => {
                if let Some(victim) = s.find(sheet) {
                    self.attack(s, victim);
                }
            }
            Act::Cell(target) => {
                let cell = target.cell(s);
                self.answer_cell(s, decision, cell);
            }
        }
        self.proceed(s, rng);
    }

    fn answer_side(&self, s: &mut State, decision: Decision, side: Side, rng: &mut Rng) {
        match decision {
            Decision::Stride => {
                s.strides -= 1;
                self.step(s, s.turn as usize, side, rng);
            }
            Decision::Light => {
                s.lights -= 1;
                self.reveal(s, s.acting().cell, side, rng);
            }
            Decision::ResearchSide => {
                s.side = Some(side);
                self.research(s);
            }
            Decision::Command => self.step(s, s.mover as usize, side, rng),
            Decision::GuardianStep => Self::guardian_step(s, side),
            Decision::GuardianDig => Self::guardian_dig(s, side),
            Decision::SiteSide => {
                let sites = Self::sites(s);
                self.build_sanctuary(s, &sites, s.from, side);
            }
            Decision::Crawl
            | Decision::None
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
            | Decision::SiteCell => self.step(s, s.turn as usize, side, rng), // R35
        }
    }

    fn answer_cell(&self, s: &mut State, decision: Decision, cell: Cell) {
        match decision {
            Decision::ResearchCell => {
                s.from = cell;
                self.research(s);
            }
            Decision::Wake => self.raise_guardian(s, cell),
            Decision::Guardian => self.activate_on(s, cell),
            Decision::SiteCell => {
                let sites = Self::sites(s);
                self.attach_sanctuary(s, &sites, cell);
            }
            Decision::Act
            | Decision::None
            | Decision::Draft
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
            | Decision::SiteSide => self.purify(s, cell),
        }
    }

    /// Pays the action points of an action (R21).
    pub(super) fn spend(&self, s: &mut State, cost: Cost) {
        s.ap -= self.tables.cost[cost as usize];
    }

    pub(super) fn mend_sheet(&self, s: &mut State, sheet: Sheet, points: u8) {
        if let Some(who) = s.find(sheet) {
            self.mend(s, who, points);
        }
    }

    fn reveal_beside(&self, s: &mut State, cost: Cost, side: Side, rng: &mut Rng) {
        self.spend(s, cost);
        self.reveal(s, s.acting().cell, side, rng);
    }

    /// R27, R44: taking needs the consent of the other owner.
    fn ask_to_take(&self, s: &mut State, sheet: Sheet) {
        let Some(holder) = s.find(sheet) else { return };
        if self.switches.take_asks && s.explorers[holder].seat != s.acting().seat {
            s.mover = holder as u8;
            s.decision = Decision::Consent; // D10
        } else {
            self.spend(s, Cost::Handle);
            Self::hand_over(s, holder, s.turn as usize);
        }
    }

    fn hand_over(s: &mut State, from: usize, to: usize) {
        let object: Option<Object> = s.explorers[from].hand.take();
        s.explorers[to].hand = object;
    }

    /// Goes on until a choice is open or the game has ended, checking for the end after every effect (R20).
    pub(super) fn proceed(&self, s: &mut State, rng: &mut Rng) {
        loop {
            self.check_end(s);
            if s.end.is_some() {
                s.decision = Decision::None;
                return;
            }
            if s.decision != Decision::None {
                return;
            }
            if s.entry != Cell::NONE {
                self.enter_new_tile(s, rng);
            } else if s.passes > 0 {
                self.next_guardian(s);
            } else {
                match s.stage {
                    Stage::Draft => s.decision = Decision::Draft,
                    Stage::Actions => self.continue_actions(s, rng),
                    Stage::Hazard => self.continue_hazards(s, rng),
                    Stage::RoundEnd => self.continue_round_end(s),
                }
            }
        }
    }

    /// R91: nobody is left in the temple, or everyone in it is down.
    pub(super) fn check_end(&self, s: &mut State) {
        if s.end.is_some() || s.stage == Stage::Draft {
            return;
        }
        let (mut inside, mut active, mut escaped) = (false, false, false);
        for explorer in &s.explorers {
            match explorer.status {
                Status::Inside => {
                    inside = true;
                    active |= explorer.hp > 0;
                }
                Status::Escaped => escaped = true,
                Status::Dead => {}
            }
        }
        if !inside {
            s.end = Some(End::Deserted);
        } else if !active && (self.switches.all_down_ends || !escaped) {
            s.end = Some(End::AllDown); // ruling E2
        }
    }

    /// R18: a turn begins. The Shield goes back, and its owner cannot brace in this turn (R86).
    pub(super) fn begin_turn(&self, s: &mut State) {
        s.stage = Stage::Actions;
        s.pushed = false;
        let explorer = *s.acting();
        if explorer.sheet == Sheet::Veteran {
            s.tired = s.shield;
            s.shield = false;
        }
        s.ap = if explorer.is_active() { self.tables.action_points } else { 0 };
        s.crawl = explorer.is_inside() && explorer.hp == 0; // R35
    }

    /// The action part: what is under way goes on, else the owner is asked (D2 to D5).
    fn continue_actions(&self, s: &mut State, rng: &mut Rng) {
        let who = s.turn as usize;
        let explorer = s.explorers[who];
        if std::mem::take(&mut s.crawl) && Self::steps(s, who) != 0 {
            s.decision = Decision::Crawl;
        } else if !explorer.is_active() {
            self.roll_hazards(s, rng); // R34, R51
        } else if s.strides > 0 {
            if Self::steps(s, who) == 0 { s.strides = 0 } else { s.decision = Decision::Stride }
        } else if s.lights > 0 {
            if s.bag.is_empty() || s.map.exits(explorer.cell) == 0 { s.lights = 0 } else { s.decision = Decision::Light }
        } else if self.has_a_choice(s) {
            s.decision = Decision::Act;
        } else {
            self.roll_hazards(s, rng);
        }
    }

    pub(super) fn end_turn(&self, s: &mut State) {
        s.mover = 0;
        if s.turn as usize + 1 < s.explorers.len() {
            s.turn += 1;
            self.begin_turn(s);
        } else {
            // R19
            s.stage = Stage::RoundEnd;
            s.pushed = false;
            s.passes = self.tables.passes[0];
            s.steps = self.tables.steps[usize::from(s.cursed)];
        }
    }

    /// R19 (b), after the passes: marker steps, or lava for each step the marker would have moved (R68, R72).
    fn continue_round_end(&self, s: &mut State) {
        if s.steps > 0 {
            s.steps -= 1;
            if s.erupted {
                self.spread(s);
            } else {
                s.marker = s.marker.saturating_sub(1);
            }
            return;
        }
        s.rounds += 1;
        if s.rounds >= self.round_cap {
            s.end = Some(End::RoundCap); // R95
        } else {
            s.turn = 0;
            self.begin_turn(s);
        }
    }
}
