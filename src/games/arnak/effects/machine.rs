//! The machine: runs ops until one needs a choice. The open decision is the op under the top frame (R30).

use super::ast::{CardType, Icon, Per};
use super::node::Node;
use super::program::{Op, Pc, Proc, Program, STACK};
use crate::core::{Action, ActionSet, Rng};
use crate::games::arnak::Arnak;
use crate::games::arnak::actions::Act;
use crate::games::arnak::ids::{Cards, NONE, Site, Space};
use crate::games::arnak::legal::bits;
use crate::games::arnak::state::{Frame, GROUPS, Payment, Phase, SiteStack, State, flag, source};

impl Arnak {
    /// Runs everything up to the next choice and publishes its options. A single option is taken at once.
    pub(in crate::games::arnak) fn settle(&self, s: &mut State, rng: &mut Rng) {
        loop {
            let mut set = ActionSet::EMPTY;
            match self.node(s, &mut set) {
                Node::Run => self.run(s, rng),
                Node::Skip => self.skip(s),
                Node::Take(id) => self.take(s, id, rng),
                Node::Ask if set.len() == 1 => self.take(s, set.nth(0), rng),
                Node::Ask => {
                    s.offered.0 = set;
                    return;
                }
            }
            if s.phase == Phase::Over {
                s.offered.0 = ActionSet::EMPTY;
                return;
            }
        }
    }

    fn take(&self, s: &mut State, id: usize, rng: &mut Rng) {
        self.choose(s, Act::from_id(id).expect("sets hold ids of actions"), rng);
    }

    /// The options of a state that waits for a choice.
    pub(in crate::games::arnak) fn options_of(&self, s: &State) -> ActionSet {
        let mut set = ActionSet::EMPTY;
        if s.phase != Phase::Over {
            match self.node(s, &mut set) {
                Node::Ask => {}
                Node::Run | Node::Skip | Node::Take(_) => set.clear(),
            }
        }
        set
    }

    pub(super) fn order_is_asked(&self, frame: Frame) -> bool {
        let (bonus, row) = (self.t.bonus[frame.b as usize], self.row_program(frame));
        self.rulings.always_order || bonus.asks && row.asks
    }

    /// The row effect of the space and token in a frame.
    fn row_program(&self, frame: Frame) -> Program {
        let row = self.t.track[(frame.a & 127) as usize].row as usize;
        self.t.row[(frame.a >> 7) as usize][row.min(7)]
    }

    /// Goes on with the op after the current one.
    #[inline]
    pub(in crate::games::arnak) fn next(&self, s: &mut State) {
        self.jump(s, 1);
    }

    /// Goes on that many ops further.
    #[inline]
    pub(in crate::games::arnak) fn jump(&self, s: &mut State, distance: u8) {
        if let Some(frame) = s.stack.last_mut() {
            frame.pc += Pc::from(distance);
        }
    }

    /// The step is declined or cannot be done.
    pub(in crate::games::arnak) fn skip(&self, s: &mut State) {
        let Some(frame) = s.stack.last_mut() else { return };
        let distance = match self.t.code.ops[frame.pc as usize] {
            Op::Draw(_, skip)
            | Op::Exile(skip)
            | Op::Upgrade(skip)
            | Op::Refresh(skip)
            | Op::SwapOwn(skip)
            | Op::Pay(_, skip)
            | Op::PayCard(skip)
            | Op::May(skip)
            | Op::Dig(_, skip)
            | Op::Activate(_, skip, _)
            | Op::RelocateFrom(_, skip)
            | Op::CrownFrom(_, skip)
            | Op::Announce(_, _, skip) => skip,
            Op::Choose(_, _, end) => {
                frame.b = 0;
                end
            }
            // R79: the effect of the artifact is not used.
            Op::AskEffect => 2,
            // Every other step is one op long.
            _ => 1,
        };
        frame.pc += Pc::from(distance);
    }

    /// Calls a program from the current op. A frame that would end with it gives its place.
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

    /// Puts a frame on the stack. The proof at load says that there is room in every position play can reach.
    pub(in crate::games::arnak) fn push(s: &mut State, callee: Frame) {
        let full = s.stack.try_push(callee);
        debug_assert!(full.is_none() || s.stack.len() == STACK, "only a full stack refuses");
    }

    /// Calls the effect of a site (R50, R133).
    pub(in crate::games::arnak) fn call_site(&self, s: &mut State, site: Site) {
        let program = match site.place() {
            None => self.t.camp[site.at()],
            Some(place) => self.t.tile[s.tiles[place] as usize & 15],
        };
        self.call(s, Frame { pc: program.start, source: source::SITE + site.0, ..Frame::default() });
    }

    /// Calls the procedure for an artifact just obtained (R78).
    pub(in crate::games::arnak) fn call_artifact(&self, s: &mut State, card: u8, flags: u8) {
        self.call(s, Frame { pc: Proc::Artifact.pc(), a: card, source: source::CARD + card, flags, ..Frame::default() });
    }

    /// How many of something the player to act has (R118).
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

    /// Executes an op that needs no answer.
    #[expect(clippy::too_many_lines, reason = "one flat match, a few lines per op")]
    fn run(&self, s: &mut State, rng: &mut Rng) {
        let Some(&frame) = s.stack.last() else { return };
        let seat = s.seat as usize;
        match self.t.code.ops[frame.pc as usize] {
            Op::End => {
                s.stack.pop();
                return;
            }
            Op::Jump(distance) => return self.jump(s, distance),
            Op::Gain(good, n) => s.me_mut().gain(good, n),
            Op::GainPer(good, per, max) => {
                let n = self.count_per(s, per).min(max);
                s.me_mut().gain(good, n);
            }
            Op::Fear(n) => (0..n).for_each(|_| s.gain_fear(seat)),
            Op::Draw(end, _) | Op::DrawForced(end) => s.draw(seat, end, rng),
            // R124, R126: inside a free action the price is paid at once.
            Op::Pay(cost, _) => return self.pay_step(s, cost),
            Op::PayIcons => s.payment = Payment::default(),
            Op::Pass => {
                s.main_used = true;
                s.passing = true;
            }
            Op::Travel(icon, n) => {
                let icon = if s.me().icons_as_planes { Icon::Plane } else { icon };
                let slot = &mut s.pool[icon as usize];
                *slot = slot.saturating_add(n);
            }
            Op::RevealTop(cards) => {
                if cards != CardType::Artifact {
                    s.reveal_top(false, rng);
                }
                if cards != CardType::Item {
                    s.reveal_top(true, rng);
                }
            }
            Op::ExileRow => {
                if let Some(slot) = s.item_row.iter_mut().rev().find(|c| **c != NONE) {
                    let card = std::mem::replace(slot, NONE);
                    s.exile.add(card);
                }
            }
            Op::ActivateTarget => return self.call_site(s, Site(frame.a)),
            Op::ActivateStack(level) => {
                let stack = if level == 1 { &mut s.stack1 } else { &mut s.stack2 };
                let Some(tile) = draw_tile(stack, rng) else { return self.next(s) };
                // R134: it lies under the stack while it is resolved; nothing draws from there meanwhile.
                stack.bottom.push(tile);
                let program = self.t.tile[tile as usize];
                return self.call(s, Frame { pc: program.start, source: source::TILE + tile, ..Frame::default() });
            }
            // R46: the pool turns into planes as well.
            Op::IconsAsPlane => {
                s.me_mut().icons_as_planes = true;
                s.pool = [0, 0, 0, s.pool.iter().sum()];
            }
            Op::IgnoreGuardianFear => s.me_mut().no_guardian_fear = true,
            Op::RestToPlay => {
                let (cards, fear) = (s.seen, s.seen_fear.iter().sum::<u8>());
                cards.iter().for_each(|card| s.set_key(seat, card, 0));
                s.me_mut().play.0 |= cards.0;
                s.me_mut().play_fear += fear;
                (s.seen, s.seen_fear) = (Cards::EMPTY, [0; GROUPS]);
            }
            Op::Arrive => s.me_mut().figures |= 1 << frame.a,
            Op::SiteEffect => return self.call_site(s, Space(frame.a).site()),
            Op::TakeIdol => return self.take_idol(s, Space(frame.a).site()),
            Op::RevealSite => {
                let site = Space(frame.a).site();
                let stack = if site.level_bit() == 2 { &mut s.stack1 } else { &mut s.stack2 };
                let tile = draw_tile(stack, rng);
                let (Some(place), Some(tile)) = (site.place(), tile) else { return self.next(s) };
                s.tiles[place] = tile;
                return self.call_site(s, site);
            }
            Op::PlaceGuardian => place_guardian(s, Space(frame.a).site(), rng),
            Op::TakeGuardian => {
                let guardian = std::mem::replace(&mut s.guardian_at[frame.a as usize], NONE);
                if guardian != NONE {
                    s.me_mut().guardians |= 1 << guardian;
                }
            }
            Op::CardEffect => {
                let callee = Frame {
                    pc: self.t.card[frame.a as usize].start,
                    source: frame.source,
                    flags: frame.flags & flag::MAIN,
                    ..Frame::default()
                };
                return self.call(s, callee);
            }
            Op::Order => return self.resolve_order(s, frame, None),
            Op::RowEffect => {
                let row = self.t.track[(frame.a & 127) as usize].row;
                let base = if frame.a >> 7 == 0 { source::MAGNIFIER } else { source::NOTEBOOK };
                return self.call(s, Frame { pc: self.row_program(frame).start, source: base + row, ..Frame::default() });
            }
            Op::BonusEffect if frame.b == NONE => {}
            Op::BonusEffect => {
                let program = self.t.bonus[frame.b as usize];
                return self.call(s, Frame { pc: program.start, source: source::BONUS + frame.b, ..Frame::default() });
            }
            // R156: the player looks through the stack.
            Op::Rescue => {
                self.look_through_rescue(s, rng);
                return;
            }
            // No tile on the space; an artifact whose steps can be declined one by one.
            Op::TakeBonus => s.stack.last_mut().expect("the frame that runs").b = NONE,
            Op::AskEffect | Op::Branch(_) => {}
            Op::Discard
            | Op::Exile(_)
            | Op::Upgrade(_)
            | Op::Refresh(_)
            | Op::Recruit
            | Op::UpgradeAssistant
            | Op::UseSupply(_)
            | Op::SwapOwn(_)
            | Op::SwapSupply
            | Op::PayCard(_)
            | Op::CardPart
            | Op::May(_)
            | Op::Choose(..)
            | Op::Dig(..)
            | Op::ActivateAgain
            | Op::Research(_)
            | Op::Buy(_)
            | Op::GainCard(..)
            | Op::Overcome(_)
            | Op::Activate(..)
            | Op::RelocateFrom(..)
            | Op::RelocateTo(_)
            | Op::CrownFrom(..)
            | Op::CrownTo(_)
            | Op::ReturnFigure
            | Op::ReturnSlottedIdol
            | Op::Announce(..)
            | Op::Keep
            | Op::ReturnTop
            | Op::TempleLook => unreachable!("this op asks"),
        }
        self.next(s);
    }

    /// Pays the price of a step; its icons are asked for next (R36).
    pub(in crate::games::arnak) fn pay_step(&self, s: &mut State, cost: u8) {
        let cost = self.t.code.costs[cost as usize];
        let p = s.me_mut();
        p.pay(&cost.goods);
        p.crates -= cost.idols;
        s.payment = Payment { cost: cost.icons, ..Payment::default() };
        self.next(s);
    }

    /// Bonus tile and row effect in their order (R101): parts without answers first.
    pub(in crate::games::arnak) fn resolve_order(&self, s: &mut State, frame: Frame, bonus_first: Option<bool>) {
        let top = s.stack.last_mut().expect("the frame that runs");
        if frame.b == NONE {
            top.pc += 1;
            return;
        }
        let bonus = self.t.bonus[frame.b as usize];
        let row = self.row_program(frame);
        if bonus_first.unwrap_or(!bonus.asks) {
            // `RowEffect` follows.
            top.pc += 1;
            Self::push(s, Frame { pc: bonus.start, source: source::BONUS + frame.b, ..Frame::default() });
        } else {
            // `BonusEffect` follows.
            top.pc += 3;
            let base = if frame.a >> 7 == 0 { source::MAGNIFIER } else { source::NOTEBOOK };
            let number = self.t.track[(frame.a & 127) as usize].row;
            Self::push(s, Frame { pc: row.start, source: base + number, ..Frame::default() });
        }
    }

    /// The idols of a place go to the crates; the face-up one has its effect (R52).
    fn take_idol(&self, s: &mut State, site: Site) {
        let Some(place) = site.place().filter(|&place| s.idols[place] != NONE) else { return self.next(s) };
        let kind = std::mem::replace(&mut s.idols[place], NONE);
        s.me_mut().crates += if site.level_bit() == 4 { 2 } else { 1 };
        let program = self.t.idol[kind as usize];
        self.call(s, Frame { pc: program.start, source: source::IDOL + kind, ..Frame::default() });
    }

    fn look_through_rescue(&self, s: &mut State, rng: &mut Rng) {
        while s.rescue_below > 0 {
            s.rescue_below -= 1;
            let assistant = draw_hidden(s, rng);
            s.rescue.push(assistant);
        }
        s.rescue_seen |= 1 << s.seat;
    }
}

/// One of the face-down assistants nobody has seen.
pub(in crate::games::arnak) fn draw_hidden(s: &mut State, rng: &mut Rng) -> u8 {
    let hidden = s.hidden_assistants;
    let assistant = crate::core::action_set::nth_bit(u64::from(hidden), rng.below(hidden.count_ones())) as u8;
    s.hidden_assistants &= !(1 << assistant);
    assistant
}

/// The top tile of a site stack (R134).
pub(in crate::games::arnak) fn draw_tile(stack: &mut SiteStack, rng: &mut Rng) -> Option<u8> {
    if stack.unknown != 0 {
        let tile = crate::core::action_set::nth_bit(u64::from(stack.unknown), rng.below(stack.unknown.count_ones())) as u8;
        stack.unknown &= !(1 << tile);
        return Some(tile);
    }
    (!stack.bottom.is_empty()).then(|| stack.bottom.remove(0))
}

/// Turns up a guardian and places it (R52).
pub(in crate::games::arnak) fn place_guardian(s: &mut State, site: Site, rng: &mut Rng) {
    let stack = s.guardian_stack;
    if stack == 0 {
        return;
    }
    let guardian = crate::core::action_set::nth_bit(u64::from(stack), rng.below(stack.count_ones())) as u8;
    s.guardian_stack &= !(1 << guardian);
    s.guardian_at[site.at()] = guardian;
}
