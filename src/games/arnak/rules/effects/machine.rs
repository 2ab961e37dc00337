//! The machine: runs ops until one needs a choice. The open decision is the op under the top frame (R30).

use super::ast::{CardType, Icon, Per};
use super::program::{Op, Pc, Proc, Program, Run};
use super::question::{Node, Question, foreign};
use crate::core::{Action, ActionSet, Rng, Witness};
use crate::games::arnak::Arnak;
use crate::games::arnak::actions::Act;
use crate::games::arnak::describe::events::Eyes;
use crate::games::arnak::legal::bits;
use crate::games::arnak::rules::decks::Deck;
use crate::games::arnak::state::{Frame, GROUPS, POOL, Payment, Phase, SiteStack, State, flag, source};
use crate::games::arnak::words::{Cards, NONE, Site, Space};

/// The first of two effects (R101).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum First {
    /// The bonus tile.
    Bonus,
    /// The row effect.
    Row,
}

impl Arnak {
    /// Runs everything up to the next choice and publishes its options. A single option is taken at once.
    pub(in crate::games::arnak) fn settle<W: Witness>(&self, s: &mut State, rng: &mut Rng, eyes: &mut Eyes<'_, W>) {
        loop {
            let mut set = ActionSet::EMPTY;
            match self.node(s, &mut set) {
                Node::Run => self.run(s, rng),
                Node::Skip => self.skip(s),
                Node::Take(id) => self.take(s, id, rng, eyes),
                Node::Ask if set.len() == 1 => self.take(s, set.nth(0), rng, eyes),
                Node::Ask => {
                    s.offered.0 = set;
                    return;
                }
            }
            eyes.note(self, s);
            if s.phase == Phase::Over {
                s.offered.0 = ActionSet::EMPTY;
                return;
            }
        }
    }

    fn take<W: Witness>(&self, s: &mut State, id: usize, rng: &mut Rng, eyes: &mut Eyes<'_, W>) {
        self.choose(s, Act::at(id), rng, eyes);
    }

    /// The legal choices of a state, computed from everything but `offered`.
    pub(in crate::games::arnak) fn legal_set(&self, s: &State) -> ActionSet {
        let mut set = ActionSet::EMPTY;
        if s.phase != Phase::Over {
            match self.node(s, &mut set) {
                Node::Ask => {}
                Node::Run | Node::Skip | Node::Take(_) => set.clear(),
            }
        }
        set
    }

    /// The next node: TOP, OPEN with or without DECLINE, LOCKED (R30 to R33).
    fn node(&self, s: &State, out: &mut ActionSet) -> Node {
        let Some(&frame) = s.stack.last() else {
            match s.phase {
                Phase::Turns => self.top_answers(s, out),
                Phase::Keep => Self::keep_answers(s, out),
                Phase::Over => {}
            }
            return Node::Ask;
        };
        match self.t.code.ops[frame.pc as usize] {
            Op::Run(_) => Node::Run,
            Op::Ask(ask) => ask.node(self, s, frame, out),
        }
    }

    pub(super) fn order_is_asked(&self, frame: Frame) -> bool {
        let (bonus, row) = (self.t.bonus.effect[frame.b as usize], self.row_program(frame));
        self.rulings.always_order || bonus.asks && row.asks
    }

    /// The row effect of the space and token in a frame.
    fn row_program(&self, frame: Frame) -> Program {
        let row = self.t.track.spaces[(frame.a & 127) as usize].row as usize;
        self.t.track.row[(frame.a >> 7) as usize][row.min(7)]
    }

    /// Continues with the op after the current one.
    #[inline]
    pub(in crate::games::arnak) fn next(&self, s: &mut State) {
        self.jump(s, 1);
    }

    /// Skips ahead by a number of ops.
    #[inline]
    pub(in crate::games::arnak) fn jump(&self, s: &mut State, distance: u8) {
        if let Some(frame) = s.stack.last_mut() {
            frame.pc += Pc::from(distance);
        }
    }

    /// Continues after a step that is declined or cannot be carried out.
    pub(in crate::games::arnak) fn skip(&self, s: &mut State) {
        let Some(frame) = s.stack.last_mut() else { return };
        match self.t.code.ops[frame.pc as usize] {
            Op::Ask(ask) => ask.decline(frame),
            Op::Run(_) => frame.pc += 1,
        }
    }

    /// Keeps what was chosen for a later step of the same effect.
    pub(super) fn remember(&self, s: &mut State, chosen: u8) {
        s.stack.last_mut().expect("the frame that asks").a = chosen;
    }

    /// Puts a hand card into the play area unused (R94, R110, R125).
    pub(super) fn put_down_answer(&self, s: &mut State, act: Act) {
        let Act::Pick(card) = act else { foreign(act) };
        s.put_down(s.seat as usize, card.0);
        self.next(s);
    }

    /// Calls a program from the current op. A frame that would end with the call is replaced.
    pub(in crate::games::arnak) fn call(&self, s: &mut State, callee: Frame) {
        if let Some(frame) = s.stack.last_mut() {
            if self.t.code.is_last(frame.pc) {
                *frame = callee;
                return;
            }
            frame.pc += 1;
        }
        Self::push(s, callee);
    }

    /// Pushes a frame. The proof at load guarantees room in every position play can reach; if the stack is full in a position
    /// from outside, the new effect does not happen, and neither does its payment.
    pub(in crate::games::arnak) fn push(s: &mut State, callee: Frame) {
        if s.stack.try_push(callee).is_some() {
            s.payment = Payment::default();
        }
    }

    /// The effect of a site; none while it is undiscovered.
    pub(super) fn site_program(&self, s: &State, site: Site) -> Program {
        match site.place() {
            None => self.t.sites.camp[site.at()],
            Some(place) => self.t.sites.tile.get(s.tiles[place] as usize).copied().unwrap_or_default(),
        }
    }

    /// Calls the effect of a site (R50, R133).
    pub(in crate::games::arnak) fn call_site(&self, s: &mut State, site: Site) {
        if !s.discovered(site) {
            return self.next(s);
        }
        let program = self.site_program(s, site);
        self.call(s, Frame { pc: program.start, source: source::SITE + site.0, ..Frame::default() });
    }

    /// Calls the procedure for an artifact just obtained (R78).
    pub(in crate::games::arnak) fn call_artifact(&self, s: &mut State, card: u8, flags: u8) {
        self.call(s, Frame { pc: Proc::Artifact.pc(), a: card, source: source::CARD + card, flags, ..Frame::default() });
    }

    /// The number of things of a kind that the player to act has (R118).
    pub(in crate::games::arnak) fn count_per(&self, s: &State, per: Per) -> u8 {
        let p = s.me();
        match per {
            Per::Guardian => {
                let sites = bits(p.figures).fold(0u32, |set, space| set | 1 << Space(space).site().0);
                let guarded = bits(sites).filter(|&site| s.guardian_at[site as usize] != NONE).count();
                p.guardians.count_ones() as u8 + guarded as u8
            }
            Per::Idol => p.crates + p.slots.count_ones() as u8,
            Per::Archaeologist => p.figures.count_ones() as u8,
        }
    }

    /// Carries out the top frame's step without asking.
    fn run(&self, s: &mut State, rng: &mut Rng) {
        let Some(&frame) = s.stack.last() else { return };
        match self.t.code.ops[frame.pc as usize] {
            Op::Run(run) => self.run_step(s, frame, run, rng),
            Op::Ask(ask) => ask.run(self, s, frame, rng),
        }
    }

    fn run_step(&self, s: &mut State, frame: Frame, run: Run, rng: &mut Rng) {
        let seat = s.seat as usize;
        match run {
            Run::End => {
                s.stack.pop();
                return;
            }
            Run::Jump(distance) => return self.jump(s, distance),
            Run::Gain(good, n) => s.me_mut().gain(good, n),
            Run::GainPer(good, per, max) => {
                let n = self.count_per(s, per).min(max);
                s.me_mut().gain(good, n);
            }
            Run::Fear(n) => (0..n).for_each(|_| s.gain_fear(seat)),
            Run::Draw(end) => s.draw(seat, end, rng),
            Run::Branch(_) => {}
            Run::Pass => {
                s.main_used = true;
                s.passing = true;
            }
            Run::Travel(icon, n) => {
                let icon = if s.me().icons_as_planes { Icon::Plane } else { icon };
                s.add_to_pool(icon as usize, n);
            }
            Run::RevealTop(cards) => {
                if cards != CardType::Artifact {
                    s.reveal_top(Deck::Items, rng);
                }
                if cards != CardType::Item {
                    s.reveal_top(Deck::Artifacts, rng);
                }
            }
            Run::ExileRow => {
                if let Some(slot) = s.item_row.iter_mut().rev().find(|c| **c != NONE) {
                    let card = std::mem::replace(slot, NONE);
                    s.exile.add(card);
                }
            }
            Run::ActivateTarget => return self.call_site(s, Site(frame.a)),
            Run::ActivateStack(level) => {
                let stack = if level == 1 { &mut s.stack1 } else { &mut s.stack2 };
                let Some(tile) = draw_tile(stack, rng) else { return self.next(s) };
                // R134: the tile lies under the stack while it is resolved; nothing draws from there meanwhile.
                stack.bottom.push(tile);
                let program = self.t.sites.tile[tile as usize];
                return self.call(s, Frame { pc: program.start, source: source::TILE + tile, ..Frame::default() });
            }
            // R46: the pool turns into planes as well.
            Run::IconsAsPlane => {
                s.me_mut().icons_as_planes = true;
                s.pool = [0, 0, 0, s.pool.iter().sum::<u8>().min(POOL)];
            }
            Run::IgnoreGuardianFear => s.me_mut().no_guardian_fear = true,
            Run::RestToPlay => {
                let (cards, fear) = (s.seen, s.seen_fear.iter().sum::<u8>());
                cards.iter().for_each(|card| s.set_key(seat, card, 0));
                s.me_mut().play.0 |= cards.0;
                s.me_mut().play_fear += fear;
                (s.seen, s.seen_fear) = (Cards::EMPTY, [0; GROUPS]);
            }
            Run::Arrive => s.me_mut().figures |= 1 << frame.a,
            Run::SiteEffect => return self.call_site(s, Space(frame.a).site()),
            Run::TakeIdol => return self.take_idol(s, Space(frame.a).site()),
            Run::RevealSite => {
                let site = Space(frame.a).site();
                let stack = if site.level_bit() == 2 { &mut s.stack1 } else { &mut s.stack2 };
                let tile = draw_tile(stack, rng);
                let (Some(place), Some(tile)) = (site.place(), tile) else { return self.next(s) };
                s.tiles[place] = tile;
                return self.call_site(s, site);
            }
            Run::PlaceGuardian => place_guardian(s, Space(frame.a).site(), rng),
            Run::TakeGuardian => s.take_guardian(Site(frame.a)),
            Run::CardEffect => {
                let callee = Frame {
                    pc: self.t.cards.effect[frame.a as usize].start,
                    source: frame.source,
                    flags: frame.flags & flag::MAIN,
                    ..Frame::default()
                };
                return self.call(s, callee);
            }
            Run::RowEffect => {
                let row = self.t.track.spaces[(frame.a & 127) as usize].row;
                let base = if frame.a >> 7 == 0 { source::MAGNIFIER } else { source::NOTEBOOK };
                return self.call(s, Frame { pc: self.row_program(frame).start, source: base + row, ..Frame::default() });
            }
            Run::BonusEffect if frame.b == NONE => {}
            Run::BonusEffect => {
                let program = self.t.bonus.effect[frame.b as usize];
                return self.call(s, Frame { pc: program.start, source: source::BONUS + frame.b, ..Frame::default() });
            }
        }
        self.next(s);
    }

    /// Resolves bonus tile and row effect in their order (R101): parts that need no answer come first.
    pub(super) fn resolve_order(&self, s: &mut State, frame: Frame, chosen: Option<First>) {
        let top = s.stack.last_mut().expect("the frame that runs");
        if frame.b == NONE {
            top.pc += 1;
            return;
        }
        let bonus = self.t.bonus.effect[frame.b as usize];
        let row = self.row_program(frame);
        let first = chosen.unwrap_or(if bonus.asks { First::Row } else { First::Bonus });
        if first == First::Bonus {
            // `RowEffect` follows.
            top.pc += 1;
            Self::push(s, Frame { pc: bonus.start, source: source::BONUS + frame.b, ..Frame::default() });
        } else {
            // `BonusEffect` follows.
            top.pc += 3;
            let base = if frame.a >> 7 == 0 { source::MAGNIFIER } else { source::NOTEBOOK };
            let number = self.t.track.spaces[(frame.a & 127) as usize].row;
            Self::push(s, Frame { pc: row.start, source: base + number, ..Frame::default() });
        }
    }

    /// Moves the idols of a place to the crates and resolves the face-up one (R52).
    fn take_idol(&self, s: &mut State, site: Site) {
        let Some(place) = site.place().filter(|&place| s.idols[place] != NONE) else { return self.next(s) };
        let kind = std::mem::replace(&mut s.idols[place], NONE);
        s.me_mut().crates += if site.level_bit() == 4 { 2 } else { 1 };
        let program = self.t.idols.effect[kind as usize];
        self.call(s, Frame { pc: program.start, source: source::IDOL + kind, ..Frame::default() });
    }

    pub(super) fn look_through_rescue(&self, s: &mut State, rng: &mut Rng) {
        while s.rescue_below > 0 {
            s.rescue_below -= 1;
            let assistant = draw_hidden(s, rng);
            s.rescue.push(assistant);
        }
        s.rescue_seen |= 1 << s.seat;
    }
}

/// Draws one of the face-down assistants that nobody has seen.
pub(in crate::games::arnak) fn draw_hidden(s: &mut State, rng: &mut Rng) -> u8 {
    let hidden = s.hidden_assistants;
    let assistant = crate::core::action_set::nth_bit(u64::from(hidden), rng.below(hidden.count_ones())) as u8;
    s.hidden_assistants &= !(1 << assistant);
    assistant
}

/// Draws the top tile of a site stack (R134).
pub(in crate::games::arnak) fn draw_tile(stack: &mut SiteStack, rng: &mut Rng) -> Option<u8> {
    if stack.unknown != 0 {
        let tile = crate::core::action_set::nth_bit(u64::from(stack.unknown), rng.below(stack.unknown.count_ones())) as u8;
        stack.unknown &= !(1 << tile);
        return Some(tile);
    }
    (!stack.bottom.is_empty()).then(|| stack.bottom.remove(0))
}

/// Turns up a guardian and places it (R52), unless one was moved there meanwhile.
pub(in crate::games::arnak) fn place_guardian(s: &mut State, site: Site, rng: &mut Rng) {
    let stack = s.guardian_stack;
    if stack == 0 || s.guardian_at[site.at()] != NONE {
        return;
    }
    let guardian = crate::core::action_set::nth_bit(u64::from(stack), rng.below(stack.count_ones())) as u8;
    s.guardian_stack &= !(1 << guardian);
    s.guardian_at[site.at()] = guardian;
}
