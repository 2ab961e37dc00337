//! Carrying out a choice, and everything up to the next one.
//!
//! There is no stack of closures: what remains to be done is part of the state (`entry`, `passes`, `dice`, `strides`,
//! `lights`, `steps`), and `proceed` takes up the innermost part until a choice with at least two options is open.

use super::Subterra;
use super::actions::Act;
use super::board::{Cell, Side};
use super::events;
use super::play::Play;
use super::state::{Decision, Roll, Stage, State};
use super::tables::Cost;
use super::words::{End, Object, Sheet, Status};
use crate::core::{Apply, Rng, Witness};

impl Apply for Subterra {
    /// Carries out one legal choice, and reports its points last.
    fn apply<W: Witness>(&self, s: &mut State, action: Act, rng: &mut Rng, witness: &mut W) {
        let before = witness.listens().then(|| self.points(s));
        self.act(s, action, &mut Play { rng, witness });
        for (i, (source, had)) in before.into_iter().flatten().enumerate() {
            let now = self.points(s)[i].1;
            if (now - had).abs() > 0.0 {
                witness.tell(|| events::points(source, now - had));
            }
        }
    }
}

impl Subterra {
    #[expect(clippy::too_many_lines, reason = "one flat match, a few lines per action")]
    fn act(&self, s: &mut State, action: Act, play: &mut Play<'_, impl Witness>) {
        let decision = std::mem::replace(&mut s.decision, Decision::None);
        let who = s.turn as usize;
        match action {
            Act::Draft(sheet) => self.draft(s, sheet, play),
            Act::End => self.roll_hazards(s, play),
            Act::Push => {
                // R22; with the last hit point the explorer goes down and the point is lost (ruling A2).
                Self::pay(s, who, self.tables.damage.push_cost, "pushing on", play);
                s.pushed = true;
                s.ap += self.tables.push_points;
            }
            Act::Reveal(side) => self.reveal_beside(s, Cost::Reveal, side, play),
            Act::Move(side) => {
                self.spend(s, Cost::Move);
                self.step(s, who, side, play);
            }
            Act::Explore(side) => {
                s.enter = true; // R25
                self.reveal_beside(s, Cost::Explore, side, play);
            }
            Act::Heal(sheet) => {
                self.spend(s, Cost::Heal);
                self.mend_sheet(s, sheet, self.tables.heal, play); // R26
            }
            Act::PickUp(object) => {
                self.spend(s, Cost::Handle);
                self.pick_up(s, object, play);
            }
            Act::Take(sheet) => self.ask_to_take(s, sheet, play),
            Act::Give(sheet) => {
                self.spend(s, Cost::Handle);
                if let Some(other) = s.find(sheet) {
                    Self::hand_over(s, who, other, play);
                }
            }
            Act::PutDown => {
                self.spend(s, Cost::Handle);
                self.put_down(s, play);
            }
            Act::Attack => {
                self.spend(s, Cost::Attack);
                self.roll_six(s, Roll::Attack, play); // R28
            }
            Act::Run(side) => {
                self.spend(s, Cost::Run);
                s.strides = self.tables.run_moves - 1; // R29
                self.step(s, who, side, play);
            }
            Act::Dig(spot) => self.dig(s, Cost::Dig, spot, play),
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
            | Act::Revive(_) => self.use_ability(s, action, play),
            Act::Step(side) => self.answer_side(s, decision, side, play),
            Act::Tile(tile) if decision == Decision::Scholar => self.keep_tile(s, tile, play),
            Act::Tile(tile) => {
                play.tell(|| events::does(s, who, "journal", &format!("takes the {}.", self.tile_words(tile))));
                self.turn_tile(s, tile, play);
            }
            Act::Open(sides) => self.place_tile(s, sides.0, play),
            Act::Agree => {
                self.spend(s, Cost::Handle);
                Self::hand_over(s, s.mover as usize, who, play);
            }
            Act::Refuse => {
                s.refused |= 1 << s.mover; // ruling I3: it costs nothing
                play.tell(|| events::refuses(s));
            }
            Act::Decline => {
                let (who, text) = match decision {
                    Decision::Command => (s.mover as usize, "stays."),
                    Decision::Light => (who, "reveals nothing more."),
                    Decision::Crawl => (who, "does not crawl."),
                    _ => (who, "stops."),
                };
                play.tell(|| events::does(s, who, "stop", text));
                s.strides = 0;
                s.lights = 0;
            }
            Act::Keep if decision == Decision::RerollSix => {
                play.tell(|| events::does(s, who, "keep", "lets the die stand."));
                self.resolve_six(s, play);
            }
            Act::Keep => {
                s.kept = true;
                play.tell(|| events::does(s, who, "keep", "lets the hazard dice stand."));
            }
            Act::Reroll(face) => self.reroll_die(s, face, play),
            Act::RerollSix => self.reroll_six(s, play),
            Act::Resolve(face) => self.resolve_die(s, face, play),
            Act::Victim(sheet) => {
                if let Some(victim) = s.find(sheet) {
                    self.attack(s, victim, play);
                }
            }
            Act::Cell(target) => {
                let cell = target.cell(s);
                self.answer_cell(s, decision, cell, play);
            }
        }
        self.proceed(s, play);
        if s.end.is_some() {
            play.tell(|| self.end_event(s));
        }
    }

    fn answer_side(&self, s: &mut State, decision: Decision, side: Side, play: &mut Play<'_, impl Witness>) {
        match decision {
            Decision::Stride => {
                s.strides -= 1;
                self.step(s, s.turn as usize, side, play);
            }
            Decision::Light => {
                s.lights -= 1;
                self.reveal(s, s.acting().cell, side, play);
            }
            Decision::ResearchSide => {
                s.side = Some(side);
                play.tell(|| events::aims("Journal", s.from));
                self.research(s, play);
            }
            Decision::Command => self.step(s, s.mover as usize, side, play),
            Decision::GuardianStep => Self::guardian_step(s, side, play),
            Decision::GuardianDig => Self::guardian_dig(s, side, play),
            Decision::SiteSide => {
                let sites = Self::sites(s);
                self.build_sanctuary(s, &sites, s.from, side, play);
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
            | Decision::SiteCell => self.step(s, s.turn as usize, side, play), // R35
        }
    }

    fn answer_cell(&self, s: &mut State, decision: Decision, cell: Cell, play: &mut Play<'_, impl Witness>) {
        match decision {
            Decision::ResearchCell => {
                s.from = cell;
                play.tell(|| events::aims("Journal", cell));
                self.research(s, play);
            }
            Decision::Wake => self.raise_guardian(s, cell, play),
            Decision::Guardian => self.activate_on(s, cell, play),
            Decision::SiteCell => {
                let sites = Self::sites(s);
                play.tell(|| events::aims("Sanctuary", cell));
                self.attach_sanctuary(s, &sites, cell, play);
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
            | Decision::SiteSide => self.purify(s, cell, play),
        }
    }

    /// Pays the action points of an action (R21).
    pub(super) fn spend(&self, s: &mut State, cost: Cost) {
        s.ap -= self.tables.cost[cost as usize];
    }

    pub(super) fn mend_sheet(&self, s: &mut State, sheet: Sheet, points: u8, play: &mut Play<'_, impl Witness>) {
        if let Some(who) = s.find(sheet) {
            self.mend(s, who, points, play);
        }
    }

    fn reveal_beside(&self, s: &mut State, cost: Cost, side: Side, play: &mut Play<'_, impl Witness>) {
        self.spend(s, cost);
        self.reveal(s, s.acting().cell, side, play);
    }

    /// R27, R44: asks the other owner for consent to a take, or takes at once where none is needed.
    fn ask_to_take(&self, s: &mut State, sheet: Sheet, play: &mut Play<'_, impl Witness>) {
        let Some(holder) = s.find(sheet) else { return };
        if self.switches.take_asks && s.explorers[holder].seat != s.acting().seat {
            s.mover = holder as u8;
            s.decision = Decision::Consent; // D10
            play.tell(|| events::does(s, s.turn as usize, "ask", &format!("asks the {} for its object.", sheet.name())));
        } else {
            self.spend(s, Cost::Handle);
            Self::hand_over(s, holder, s.turn as usize, play);
        }
    }

    fn hand_over(s: &mut State, from: usize, to: usize, play: &mut Play<'_, impl Witness>) {
        let object: Option<Object> = s.explorers[from].hand.take();
        s.explorers[to].hand = object;
        play.tell(|| events::hands_over(s, from, to));
    }

    /// Goes on until a choice is open or the game has ended, checking for the end after every effect (R20).
    pub(super) fn proceed(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
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
                self.enter_new_tile(s, play);
            } else if s.passes > 0 {
                self.next_guardian(s, play);
            } else {
                match s.stage {
                    Stage::Draft => s.decision = Decision::Draft,
                    Stage::Actions => self.continue_actions(s, play),
                    Stage::Hazard => self.continue_hazards(s, play),
                    Stage::RoundEnd => self.continue_round_end(s, play),
                }
            }
        }
    }

    /// R91: ends the game if nobody is left in the temple, or everyone in it is down.
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

    /// R18: begins a turn. The Shield goes back, and its owner cannot brace in this turn (R86).
    pub(super) fn begin_turn(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        s.stage = Stage::Actions;
        s.pushed = false;
        let explorer = *s.acting();
        if explorer.sheet == Sheet::Veteran {
            s.tired = s.shield;
            s.shield = false;
        }
        play.tell(|| events::turn(s));
        s.ap = if explorer.is_active() { self.tables.action_points } else { 0 };
        s.crawl = explorer.is_inside() && explorer.hp == 0; // R35
    }

    /// Goes on with the action part: with whatever is under way, otherwise by asking the owner (D2 to D5).
    fn continue_actions(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        let who = s.turn as usize;
        let explorer = s.explorers[who];
        if std::mem::take(&mut s.crawl) && Self::steps(s, who) != 0 {
            s.decision = Decision::Crawl;
        } else if !explorer.is_active() {
            self.roll_hazards(s, play); // R34, R51
        } else if s.strides > 0 {
            if Self::steps(s, who) == 0 { s.strides = 0 } else { s.decision = Decision::Stride }
        } else if s.lights > 0 {
            if s.bag.is_empty() || s.map.exits(explorer.cell) == 0 { s.lights = 0 } else { s.decision = Decision::Light }
        } else if self.has_a_choice(s) {
            s.decision = Decision::Act;
        } else {
            self.roll_hazards(s, play);
        }
    }

    pub(super) fn end_turn(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        s.mover = 0;
        if s.turn as usize + 1 < s.explorers.len() {
            s.turn += 1;
            self.begin_turn(s, play);
        } else {
            // R19
            s.stage = Stage::RoundEnd;
            s.pushed = false;
            s.passes = self.tables.passes[0];
            s.steps = self.tables.steps[usize::from(s.cursed)];
        }
    }

    /// R19 (b), after the passes: moves the marker, or spreads lava for each step it would have moved (R68, R72).
    fn continue_round_end(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        if s.steps > 0 {
            s.steps -= 1;
            if s.erupted {
                self.spread(s, play);
            } else if s.marker > 0 {
                s.marker -= 1;
                play.tell(|| events::marker(s.marker));
            }
            return;
        }
        s.rounds += 1;
        play.tell(|| events::round_ends(s.rounds));
        if s.rounds >= self.round_cap {
            s.end = Some(End::RoundCap); // R95
        } else {
            s.turn = 0;
            self.begin_turn(s, play);
        }
    }
}
