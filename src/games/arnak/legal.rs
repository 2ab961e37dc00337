//! Which choices are open: the top of a turn, free actions, and the answers of each kind of step (sections 4, 6 to 13).

use super::Arnak;
use super::actions::at;
use super::effects::ast::{Buy, CardType, Cost, Dig, From, Good, Icon, Levels, Reach, Research, TokenChoice};
use super::effects::program::{Op, Program};
use super::ids::{ARTIFACT_SET, Cards, FEAR, FEAR_IN_PLAY, FEAR_TILE, ITEM_SET, NONE, Site, Space};
use super::player::Player;
use super::state::{Frame, Goods, Icons, Phase, State};
use crate::core::ActionSet;

/// Research as a main action.
pub(super) const PLAIN_RESEARCH: Research =
    Research { token: TokenChoice::Any, discount: [0; Good::COUNT], free: false, temple: true };
/// Digging as a main action.
pub(super) const PLAIN_DIG: Dig =
    Dig { discount: [0; Icon::COUNT], compass_discount: 0, camp_only: false, free_travel: false, activations: 1 };
/// Buying as a main action.
pub(super) const PLAIN_BUY: Buy = Buy { cards: CardType::Any, discount: 0, deck_top: false };

const COIN: usize = Good::Coin as usize;
const COMPASS: usize = Good::Compass as usize;
const TABLET: usize = Good::Tablet as usize;
const ARROWHEAD: usize = Good::Arrowhead as usize;

/// The part of a cost a discount leaves (R37).
#[inline]
pub(super) fn less(cost: &Goods, discount: &Goods) -> Goods {
    std::array::from_fn(|k| cost[k].saturating_sub(discount[k]))
}

impl Arnak {
    /// The choices at the top of a turn (R30): free actions, and main actions or the end of the turn.
    pub(super) fn top_answers(&self, s: &State, out: &mut ActionSet) {
        self.free_actions(s, out);
        // R34
        if s.main_used {
            out.add_id(at::END_TURN);
            return;
        }
        out.add_id(at::PASS);
        let p = s.me();
        // R86, R87
        let mut playable = p.hand.0 & !self.t.free.0;
        if p.goods[TABLET] == 0 {
            playable &= !ARTIFACT_SET.0;
        }
        out.add_wide(at::PLAY, playable);
        self.buy_answers(s, &PLAIN_BUY, out);
        self.research_answers(s, &PLAIN_RESEARCH, out);
        let have = self.icons_available(s, p);
        self.dig_answers(s, &PLAIN_DIG, &have, out);
        // R56
        for space in bits(p.figures) {
            let site = Space(space).site();
            let guardian = s.guardian_at[site.at()];
            if guardian != NONE && self.can_pay(s, &self.t.guardian_cost[guardian as usize], &have) {
                out.add_id(at::SITE + site.at());
            }
        }
        // R108
        for (square, &assistant) in p.assistants.iter().enumerate() {
            if assistant != NONE && p.ready >> square & 1 == 1 && self.t.main_assistants >> assistant & 1 == 1 {
                let program = self.t.assistant[assistant as usize][(p.gold >> square & 1) as usize];
                if self.useful(s, program) {
                    out.add_id(at::USE + assistant as usize);
                }
            }
        }
    }

    /// Free actions that do something now (R28, R29).
    pub(super) fn free_actions(&self, s: &State, out: &mut ActionSet) {
        let (t, p) = (&self.t, s.me());
        let free = Cards(p.hand.0 & t.free.0);
        out.add_wide(at::PLAY, free.0 & t.always.0);
        for card in Cards(free.0 & !t.always.0).iter() {
            if self.useful(s, t.card[card as usize]) {
                out.add_id(at::PLAY + card as usize);
            }
        }
        // R72
        if p.crates > 0 && p.slots != 0b1111 {
            for (option, &program) in t.slot.iter().enumerate() {
                if self.useful(s, program) {
                    out.add_id(at::SLOT + option);
                }
            }
        }
        // R58
        let mut boons = p.guardians & !p.used_boons & !t.travel_boons;
        while boons != 0 {
            let guardian = boons.trailing_zeros() as usize;
            boons &= boons - 1;
            if self.useful(s, t.boon[guardian]) {
                out.add_id(at::BOON + guardian);
            }
        }
        // R107
        for (square, &assistant) in p.assistants.iter().enumerate() {
            if assistant != NONE && p.ready >> square & 1 == 1 && t.main_assistants >> assistant & 1 == 0 {
                let program = t.assistant[assistant as usize][(p.gold >> square & 1) as usize];
                if self.useful(s, program) {
                    out.add_id(at::USE + assistant as usize);
                }
            }
        }
    }

    /// Whether at least one part of an effect can be carried out now (R29).
    pub(super) fn useful(&self, s: &State, program: Program) -> bool {
        self.useful_ops(s, program.start as usize, (program.start + program.len) as usize)
    }

    /// The same for a stretch of ops, such as a branch (R123).
    pub(super) fn useful_ops(&self, s: &State, start: usize, end: usize) -> bool {
        let mut pc = start;
        while pc < end {
            let op = self.t.code.ops[pc];
            match op {
                Op::Gain(..) | Op::Fear(_) | Op::Travel(..) | Op::IconsAsPlane | Op::IgnoreGuardianFear => return true,
                Op::Pay(cost, skip) => {
                    if self.can_pay_now(s, &self.t.code.costs[cost as usize]) {
                        return true;
                    }
                    pc += skip as usize - 1;
                }
                Op::PayCard(skip) => {
                    if !s.me().hand_is_empty() {
                        return true;
                    }
                    pc += skip as usize - 1;
                }
                Op::GainPer(_, per, _) => {
                    if self.count_per(s, per) > 0 {
                        return true;
                    }
                }
                Op::DrawForced(_) => {
                    if !s.me().deck_is_empty() {
                        return true;
                    }
                }
                Op::ActivateStack(level) => {
                    let stack = if level == 1 { &s.stack1 } else { &s.stack2 };
                    if stack.unknown != 0 || !stack.bottom.is_empty() {
                        return true;
                    }
                }
                Op::ExileRow => {
                    if s.item_row.iter().any(|&c| c != NONE) {
                        return true;
                    }
                }
                // Parts of a choice are looked at one by one as the walk comes to them.
                Op::Choose(..) | Op::Branch(_) | Op::Jump(_) | Op::End | Op::May(_) | Op::Pass | Op::Discard => {}
                _ => {
                    let mut answers = ActionSet::EMPTY;
                    self.answers(s, op, Frame::default(), &mut answers);
                    if !answers.is_empty() {
                        return true;
                    }
                }
            }
            pc += 1;
        }
        false
    }

    /// Whether a whole cost can be paid (R36, R49).
    #[inline]
    pub(super) fn can_pay(&self, s: &State, cost: &Cost, have: &Icons) -> bool {
        let p = s.me();
        p.can_pay(&cost.goods)
            && cost.idols <= p.crates
            && (cost.cards == 0 || !p.hand_is_empty())
            && (cost.icons == Icons::default()
                || super::travel::affordable(&cost.icons, have, (p.goods[COIN] - cost.goods[COIN]) / super::travel::PILOT_COINS))
    }

    /// The same where the icons have not been counted yet.
    pub(super) fn can_pay_now(&self, s: &State, cost: &Cost) -> bool {
        let have = if cost.icons == Icons::default() { Icons::default() } else { self.icons_available(s, s.me()) };
        self.can_pay(s, cost, &have)
    }

    /// The answers a step has now, without DECLINE and free actions (R118 to R136). None for steps that run by themselves.
    #[expect(clippy::too_many_lines, reason = "one flat match, a few lines per op")]
    pub(super) fn answers(&self, s: &State, op: Op, frame: Frame, out: &mut ActionSet) {
        let p = s.me();
        match op {
            Op::Draw(..) => {
                if !p.deck_is_empty() {
                    out.add_id(at::ACCEPT);
                }
            }
            Op::Exile(_) => exile_answers(p, out),
            Op::Discard | Op::CardPart | Op::PayCard(_) => hand_answers(p, out),
            Op::Upgrade(_) => {
                // R122
                out.add_bits(at::BRANCH, u64::from(p.goods[TABLET] > 0) | u64::from(p.goods[ARROWHEAD] > 0) << 1);
            }
            Op::Refresh(_) => assistants(p, |square| p.ready >> square & 1 == 0, out),
            // R111, R112
            Op::Recruit => {
                if p.assistants.contains(&NONE) {
                    supply_answers(s, out);
                }
            }
            // R114
            Op::UpgradeAssistant => assistants(p, |square| p.gold >> square & 1 == 0, out),
            // R156: those below are known once the player looks, which happens before the question.
            Op::Rescue => {
                if p.assistants.contains(&NONE) {
                    s.rescue.iter().for_each(|&a| out.add_id(at::ASSISTANT + a as usize));
                }
            }
            Op::UseSupply(_) => supply_answers(s, out),
            Op::SwapSupply => {
                if p.square_of(frame.a).is_some() {
                    supply_answers(s, out);
                }
            }
            Op::SwapOwn(_) => {
                if s.supply.iter().any(|&a| a != NONE) {
                    assistants(p, |_| true, out);
                }
            }
            Op::Pay(cost, _) => {
                let next = self.t.code.ops[frame.pc as usize + 1];
                // K2: a price for a guardian is offered only if there is one.
                let aimed = match next {
                    Op::Overcome(reach) => self.overcome_sites(s, reach) != 0,
                    _ => true,
                };
                if aimed && self.can_pay_now(s, &self.t.code.costs[cost as usize]) {
                    out.add_id(at::ACCEPT);
                }
            }
            Op::PayIcons => self.payment_answers(s, out),
            Op::May(skip) => {
                let pc = frame.pc as usize;
                if self.useful_ops(s, pc + 1, pc + skip as usize) {
                    out.add_id(at::ACCEPT);
                }
            }
            Op::Choose(n, _, end) => self.branch_answers(s, frame, n, end, out),
            Op::Dig(dig, _) => self.dig_answers(s, &self.t.code.digs[dig as usize], &self.icons_available(s, p), out),
            Op::ActivateAgain | Op::AskEffect => out.add_id(at::ACCEPT),
            Op::Research(research) => self.research_answers(s, &self.t.code.researches[research as usize], out),
            Op::Buy(buy) => self.buy_answers(s, &self.t.code.buys[buy as usize], out),
            Op::GainCard(cards, from, _) => {
                let kind = if cards == CardType::Artifact { ARTIFACT_SET } else { ITEM_SET };
                let zone = if from == From::Row { s.row() } else { s.exile };
                out.add_wide(at::PICK, zone.0 & kind.0);
            }
            Op::Overcome(reach) => out.add_bits(at::SITE, u64::from(self.overcome_sites(s, reach))),
            Op::Activate(activate, _, different) => {
                let but = (different == 1).then_some(Site(frame.a));
                self.activate_answers(s, &self.t.code.activates[activate as usize], but, out);
            }
            Op::RelocateFrom(levels, _) => {
                for space in bits(p.figures).filter(|&space| self.relocation_targets(s, Levels(levels), space) != 0) {
                    out.add_id(at::SPACE + space as usize);
                }
            }
            Op::RelocateTo(levels) => out.add_bits(at::SPACE, u64::from(self.relocation_targets(s, Levels(levels), frame.a))),
            Op::CrownFrom(levels, _) => {
                if self.crown_targets(s, Levels(levels)) != 0 {
                    out.add_bits(at::SITE, u64::from(self.overcome_sites(s, Reach::OwnSite)));
                }
            }
            Op::CrownTo(levels) => out.add_bits(at::SITE, u64::from(self.crown_targets(s, Levels(levels)))),
            Op::ReturnFigure => out.add_bits(at::SPACE, u64::from(p.figures)),
            Op::ReturnSlottedIdol => {
                // R74
                let slots = if self.rulings.rightmost_slot && p.slots != 0 { 1 << p.slots.ilog2() } else { p.slots };
                out.add_bits(at::FREE_SLOT, u64::from(slots));
            }
            Op::Announce(max, ..) => {
                let most = p.deck_size().min(u32::from(max));
                out.add_bits(at::NUMBER, (1 << most) - 1);
            }
            // One card a round at most lies privately on top, so there is always room.
            Op::ReturnTop if p.private_tops.len() >= 5 => {}
            Op::Keep | Op::ReturnTop => {
                out.add_wide(at::PICK, s.seen.0);
                if s.seen_fear.iter().any(|&n| n > 0) {
                    out.add_id(at::PICK + FEAR as usize);
                }
            }
            Op::TakeBonus => {
                for &kind in s.bonus[(frame.a & 127) as usize].iter().filter(|k| **k != NONE) {
                    out.add_id(at::TILE + kind as usize);
                }
            }
            // R101
            Op::Order => out.add_bits(at::BRANCH, 0b11),
            Op::TempleLook => {
                for (kind, _) in s.temple_kinds.iter().enumerate().filter(|(_, n)| **n > 0) {
                    out.add_id(at::TILE + kind);
                }
            }
            // Steps that run by themselves.
            Op::End
            | Op::Jump(_)
            | Op::Gain(..)
            | Op::GainPer(..)
            | Op::Fear(_)
            | Op::DrawForced(_)
            | Op::Branch(_)
            | Op::Pass
            | Op::Travel(..)
            | Op::RevealTop(_)
            | Op::ExileRow
            | Op::ActivateTarget
            | Op::ActivateStack(_)
            | Op::IconsAsPlane
            | Op::IgnoreGuardianFear
            | Op::RestToPlay
            | Op::Arrive
            | Op::SiteEffect
            | Op::TakeIdol
            | Op::RevealSite
            | Op::PlaceGuardian
            | Op::TakeGuardian
            | Op::CardEffect
            | Op::RowEffect
            | Op::BonusEffect => {}
        }
    }

    /// Keeping cards at the end of a round (R140).
    pub(super) fn keep_answers(s: &State, out: &mut ActionSet) {
        debug_assert_eq!(s.phase, Phase::Keep);
        hand_answers(s.me(), out);
        out.add_id(at::DECLINE);
    }

    /// Branches not yet taken of which a step can be done (R123); passing where it is possible (R88, R89).
    fn branch_answers(&self, s: &State, frame: Frame, n: u8, end: u8, out: &mut ActionSet) {
        use super::state::flag;
        let pc = frame.pc as usize;
        let start = |i: u8| match self.t.code.ops.get(pc + 1 + i as usize) {
            Some(Op::Branch(distance)) if i < n => pc + *distance as usize,
            _ => pc + end as usize,
        };
        for i in (0..n).filter(|i| frame.b >> i & 1 == 0) {
            let offered = if self.t.code.ops[start(i)] == Op::Pass {
                if frame.flags & flag::FREE != 0 {
                    frame.flags & flag::CAN_PASS != 0
                } else {
                    !self.rulings.sundial_main || frame.flags & flag::MAIN != 0
                }
            } else {
                self.useful_ops(s, start(i), start(i + 1))
            };
            if offered {
                out.add_id(at::BRANCH + i as usize);
            }
        }
    }

    /// Row cards the player can afford, and a top card that was turned up (R77, R78, R81).
    fn buy_answers(&self, s: &State, buy: &Buy, out: &mut ActionSet) {
        let p = s.me();
        let price = |good: usize| (p.goods[good].saturating_add(buy.discount)).min(9) as usize;
        let mut zone = s.row();
        if buy.deck_top {
            for top in [s.item_top, s.artifact_top].into_iter().filter(|c| *c != NONE) {
                zone.add(top);
            }
        }
        let mut offered = 0;
        if buy.cards != CardType::Artifact {
            offered |= zone.0 & self.t.items_up_to[price(COIN)].0;
        }
        if buy.cards != CardType::Item {
            offered |= zone.0 & self.t.artifacts_up_to[price(COMPASS)].0;
        }
        out.add_wide(at::PICK, offered);
    }
}

/// The numbers of the bits of a set.
#[inline(always)]
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit as u8
        })
    })
}

fn hand_answers(p: &Player, out: &mut ActionSet) {
    out.add_wide(at::PICK, p.hand.0);
    if p.fear_in_hand() > 0 {
        out.add_id(at::PICK + FEAR as usize);
    }
}

/// Cards in hand and play area, Fear and fear tiles (R90).
fn exile_answers(p: &Player, out: &mut ActionSet) {
    out.add_wide(at::PICK, p.hand.0 | p.play.0);
    for (pick, there) in [(FEAR, p.fear_in_hand()), (FEAR_IN_PLAY, p.play_fear), (FEAR_TILE, p.fear_tiles)] {
        if there > 0 {
            out.add_id(at::PICK + pick as usize);
        }
    }
}

fn assistants(p: &Player, which: impl Fn(usize) -> bool, out: &mut ActionSet) {
    for (_, &assistant) in p.assistants.iter().enumerate().filter(|(square, a)| **a != NONE && which(*square)) {
        out.add_id(at::ASSISTANT + assistant as usize);
    }
}

fn supply_answers(s: &State, out: &mut ActionSet) {
    for &assistant in s.supply.iter().filter(|a| **a != NONE) {
        out.add_id(at::ASSISTANT + assistant as usize);
    }
}
