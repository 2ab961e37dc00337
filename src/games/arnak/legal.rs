//! The legal choices: the top of a turn, free actions, and the answers to each kind of step (sections 4, 6 to 13).

use super::Arnak;
use super::actions::at;
use super::player::Player;
use super::rules::effects::ast::{Buy, CardType, Cost, Dig, Good, Icon, Research, TokenChoice};
use super::rules::effects::program::{Op, Program, Run};
use super::rules::effects::question::{Ask, Question};
use super::state::{Frame, Goods, Icons, Phase, State};
use super::words::{ARTIFACT_SET, Cards, FEAR, NONE, Space};
use crate::core::{ActionSet, Legal};

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

/// The part of a cost a discount leaves (R37).
#[inline]
pub(super) fn less(cost: &Goods, discount: &Goods) -> Goods {
    std::array::from_fn(|k| cost[k].saturating_sub(discount[k]))
}

impl Legal for Arnak {
    /// The open choices: those offered when the machine stopped, or recomputed if they were not stored.
    #[inline]
    fn legal(&self, s: &State, out: &mut ActionSet) {
        *out = if s.offered.0.is_empty() { self.legal_set(s) } else { s.offered.0 };
    }
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
        let mut playable = p.hand.0 & !self.t.cards.free.0;
        if p.goods[TABLET] == 0 {
            playable &= !ARTIFACT_SET.0;
        }
        out.add_wide(at::PLAY, playable);
        self.buy_answers(s, &PLAIN_BUY, out);
        self.research_answers(s, &PLAIN_RESEARCH, out);
        let have = self.icons_available(s.pool, p);
        out.add_bits(at::SPACE, u64::from(self.dig_spaces(s, p, &PLAIN_DIG, &have)));
        // R56
        for space in bits(p.figures) {
            let site = Space(space).site();
            let guardian = s.guardian_at[site.at()];
            if guardian != NONE && self.can_pay(p, &self.t.guardians.cost[guardian as usize], &have) {
                out.add_id(at::SITE + site.at());
            }
        }
        // R108
        for (square, &assistant) in p.assistants.iter().enumerate() {
            if assistant != NONE && p.ready >> square & 1 == 1 && self.t.assistants.main >> assistant & 1 == 1 {
                let program = self.t.assistants.effect[assistant as usize][(p.gold >> square & 1) as usize];
                if self.useful(s, program) {
                    out.add_id(at::USE + assistant as usize);
                }
            }
        }
    }

    /// Free actions that would have some effect now (R28, R29).
    pub(super) fn free_actions(&self, s: &State, out: &mut ActionSet) {
        let (t, p) = (&self.t, s.me());
        let free = Cards(p.hand.0 & t.cards.free.0);
        out.add_wide(at::PLAY, free.0 & t.cards.always.0);
        for card in Cards(free.0 & !t.cards.always.0).iter() {
            if self.useful(s, t.cards.effect[card as usize]) {
                out.add_id(at::PLAY + card as usize);
            }
        }
        // R72
        if p.crates > 0 && p.slots != 0b1111 {
            for (option, &program) in t.idols.slot.iter().enumerate() {
                if self.useful(s, program) {
                    out.add_id(at::SLOT + option);
                }
            }
        }
        // R58
        let mut boons = p.guardians & !p.used_boons & !t.guardians.travel;
        while boons != 0 {
            let guardian = boons.trailing_zeros() as usize;
            boons &= boons - 1;
            if self.useful(s, t.guardians.boon[guardian]) {
                out.add_id(at::BOON + guardian);
            }
        }
        // R107
        for (square, &assistant) in p.assistants.iter().enumerate() {
            if assistant != NONE && p.ready >> square & 1 == 1 && t.assistants.main >> assistant & 1 == 0 {
                let program = t.assistants.effect[assistant as usize][(p.gold >> square & 1) as usize];
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

    /// The same for a range of ops, such as a branch (R123).
    pub(super) fn useful_ops(&self, s: &State, start: usize, end: usize) -> bool {
        let mut pc = start;
        while pc < end {
            let (useful, skip) = match self.t.code.ops[pc] {
                Op::Run(run) => (self.useful_run(s, run), 1),
                Op::Ask(Ask::Pay(pay)) => (self.can_pay_now(s, &self.t.code.costs[pay.cost as usize]), pay.skip),
                Op::Ask(Ask::PayCard(pay)) => (!s.me().hand_is_empty(), pay.skip),
                // The parts of a choice are checked when the loop reaches them.
                Op::Ask(Ask::Choose(_) | Ask::May(_) | Ask::Discard(_)) => (false, 1),
                Op::Ask(ask) => {
                    let mut answers = ActionSet::EMPTY;
                    ask.answers(self, s, Frame::default(), &mut answers);
                    (!answers.is_empty(), 1)
                }
            };
            if useful {
                return true;
            }
            pc += skip as usize;
        }
        false
    }

    fn useful_run(&self, s: &State, run: Run) -> bool {
        match run {
            Run::Gain(..) | Run::Fear(_) | Run::Travel(..) | Run::IconsAsPlane | Run::IgnoreGuardianFear => true,
            Run::GainPer(_, per, _) => self.count_per(s, per) > 0,
            Run::Draw(_) => !s.me().deck_is_empty(),
            Run::ActivateStack(level) => {
                let stack = if level == 1 { &s.stack1 } else { &s.stack2 };
                stack.unknown != 0 || !stack.bottom.is_empty()
            }
            Run::ExileRow => s.item_row.iter().any(|&c| c != NONE),
            _ => false,
        }
    }

    /// Whether a whole cost can be paid (R36, R49).
    #[inline]
    pub(super) fn can_pay(&self, p: &Player, cost: &Cost, have: &Icons) -> bool {
        p.can_pay(&cost.goods)
            && cost.idols <= p.crates
            && (cost.cards == 0 || !p.hand_is_empty())
            && (cost.icons == Icons::default()
                || super::rules::travel::affordable(
                    &cost.icons,
                    have,
                    (p.goods[COIN] - cost.goods[COIN]) / super::rules::travel::PILOT_COINS,
                ))
    }

    /// The same before the icons have been counted.
    pub(super) fn can_pay_now(&self, s: &State, cost: &Cost) -> bool {
        let have = if cost.icons == Icons::default() { Icons::default() } else { self.icons_available(s.pool, s.me()) };
        self.can_pay(s.me(), cost, &have)
    }

    /// Keeping cards at the end of a round (R140).
    pub(super) fn keep_answers(s: &State, out: &mut ActionSet) {
        debug_assert_eq!(s.phase, Phase::Keep);
        hand_answers(s.me(), out);
        out.add_id(at::DECLINE);
    }

    /// Offers the row cards the player can afford, and a top card that was turned up (R77, R78, R81).
    pub(super) fn buy_answers(&self, s: &State, buy: &Buy, out: &mut ActionSet) {
        out.add_wide(at::PICK, self.buyable(s, s.me(), buy));
    }

    /// The same for any player, as a set of cards.
    pub(super) fn buyable(&self, s: &State, p: &Player, buy: &Buy) -> u128 {
        let price = |good: usize| (p.goods[good].saturating_add(buy.discount)).min(9) as usize;
        let mut zone = s.row();
        if buy.deck_top {
            for top in [s.item_top, s.artifact_top].into_iter().filter(|c| *c != NONE) {
                zone.add(top);
            }
        }
        let mut offered = 0;
        if buy.cards != CardType::Artifact {
            offered |= zone.0 & self.t.cards.items_up_to[price(COIN)].0;
        }
        if buy.cards != CardType::Item {
            offered |= zone.0 & self.t.cards.artifacts_up_to[price(COMPASS)].0;
        }
        offered
    }
}

/// The positions of the set bits.
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

pub(super) fn hand_answers(p: &Player, out: &mut ActionSet) {
    out.add_wide(at::PICK, p.hand.0);
    if p.fear_in_hand() > 0 {
        out.add_id(at::PICK + FEAR as usize);
    }
}
