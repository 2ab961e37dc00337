//! The turn: what is being done, which choice is open, and what goes on after it.

use super::super::Arnak;
use super::super::describe::decision::Decision;
use super::super::rules::effects::asks::Activate;
use super::super::rules::effects::ast::Icon;
use super::super::rules::effects::program::Op;
use super::super::rules::effects::question::Ask;
use super::super::state::{State, flag, source};
use super::super::words::{Branch, CARDS, Site, Space};
use super::{labels, up_to};
use crate::core::sink::FeatureSpec;
use crate::core::{FeatureKind, Seat, Sink};

/// The stretch of source numbers that are not cards.
const OTHER_SOURCES: usize = 130;
/// Steps of an effect that are told apart; no printed effect is as long.
const STEPS: usize = 32;

impl Arnak {
    pub(super) fn write_turn<S: Sink>(&self, s: &State, viewer: Seat, out: &mut S) {
        out.one_hot("round", Some(s.round as usize - 1), 5, &[]);
        out.flag("main_used", s.main_used);
        out.flag("passing", s.passing);
        out.counts("pool", &s.pool.map(|n| up_to(n, 8)), 8.0, Icon::NAMES);
        out.counts("travel_cost", &s.payment.cost, 2.0, Icon::NAMES);
        out.counts("travel_committed", &s.payment.committed, 2.0, Icon::NAMES);
        out.counts("travel_pending", &s.payment.pending, 2.0, Icon::NAMES);
        out.flag("own_decision", s.seat == viewer.0);
        out.one_hot("decision", Some(self.open_decision(s) as usize), Decision::COUNT, Decision::NAMES);
        let asks = s.stack.last().map(|f| f.source as usize);
        out.one_hot("asking_card", asks.filter(|a| *a < CARDS), CARDS, &labels::<S>(&self.t.cards.ids[..CARDS]));
        let other = asks.and_then(|a| a.checked_sub(source::SITE as usize)).filter(|a| *a < OTHER_SOURCES);
        out.one_hot("asking_other", other, OTHER_SOURCES, &[]);
        self.write_open(s, out);
    }

    /// Where the open effect stands and what it has already taken, and the effects that go on after it. All public.
    fn write_open<S: Sink>(&self, s: &State, out: &mut S) {
        let t = &self.t;
        let frame = s.stack.last().copied();
        let op = frame.map(|f| t.code.ops[f.pc as usize]);
        let local = frame.map_or(0, |f| f.a as usize);
        out.group("open", None);
        out.one_hot("step", frame.map(|f| (t.code.steps[f.pc as usize] as usize).min(STEPS - 1)), STEPS, &[]);
        let site = match op {
            // R133: another site than the one used before.
            Some(Op::Ask(Ask::Activate(Activate { before: 1.., .. }) | Ask::ActivateAgain(_) | Ask::CrownTo(_))) => {
                Some(local).filter(|a| *a < Site::COUNT)
            }
            _ => None,
        };
        out.one_hot("site", site, Site::COUNT, &labels::<S>(&t.sites.ids));
        let space = matches!(op, Some(Op::Ask(Ask::RelocateTo(_)))).then_some(local).filter(|a| *a < Space::COUNT);
        out.one_hot("space", space, Space::COUNT, &labels::<S>(&t.sites.space_ids));
        let assistant = matches!(op, Some(Op::Ask(Ask::SwapSupply(_)))).then_some(local).filter(|a| *a < 12);
        out.one_hot("assistant", assistant, 12, &labels::<S>(&t.assistants.ids));
        let bonus = matches!(op, Some(Op::Ask(Ask::Order(_)))).then(|| frame.map_or(0, |f| f.b as usize)).filter(|b| *b < 6);
        out.one_hot("bonus_tile", bonus, 6, &labels::<S>(&t.bonus.ids));
        let (mut branches, mut cards, mut others) = (0u128, 0u128, [0u64; 3]);
        for (i, f) in s.stack.iter().enumerate() {
            if matches!(t.code.ops[f.pc as usize], Op::Ask(Ask::Choose(_))) {
                branches |= u128::from(f.b) & 15;
            }
            if i + 1 < s.stack.len() {
                let source = f.source as usize;
                if source < CARDS {
                    cards |= 1 << source;
                } else if let Some(other) = source.checked_sub(source::SITE as usize).filter(|a| *a < OTHER_SOURCES) {
                    others[other / 64] |= 1 << (other % 64);
                }
            }
        }
        out.bits("branches_taken", branches, Branch::COUNT, &[]);
        let flags = frame.map_or(0, |f| f.flags);
        out.flag("free", flags & flag::FREE != 0);
        out.flag("can_pass", flags & flag::CAN_PASS != 0);
        out.flag("main", flags & flag::MAIN != 0);
        let gold = frame.is_some_and(|f| {
            let assistant = f.source.checked_sub(source::ASSISTANT).and_then(|a| t.assistants.effect.get(a as usize));
            assistant.is_some_and(|[_, gold]| (gold.start..gold.start + gold.len).contains(&f.pc))
        });
        out.flag("gold", gold);
        out.bits("below_cards", cards, CARDS, &labels::<S>(&t.cards.ids[..CARDS]));
        let spec = FeatureSpec {
            name: "below_others",
            shape: &[OTHER_SOURCES],
            kind: FeatureKind::Flags,
            low: 0.0,
            high: 1.0,
            labels: &[],
        };
        out.feature(spec);
        others.iter().enumerate().for_each(|(word, &set)| out.mark_bits(64 * word, set));
        out.end();
    }
}
