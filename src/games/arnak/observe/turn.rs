//! The turn: the action under way, the open choice, and the effects that continue after it.

use super::super::Arnak;
use super::super::describe::decision::Decision;
use super::super::rules::effects::ast::Icon;
use super::super::state::{State, flag, source};
use super::super::words::{Branch, CARDS, Site, Space};
use super::{labels, up_to};
use crate::core::sink::FeatureSpec;
use crate::core::{FeatureKind, Seat, Sink};

/// The range of source numbers that are not cards.
const OTHER_SOURCES: usize = 130;
/// Distinct steps of an effect; no printed effect has as many.
pub(super) const STEPS: usize = 32;

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

    /// The progress of the open effect, and the effects that continue after it. All public.
    fn write_open<S: Sink>(&self, s: &State, out: &mut S) {
        let t = &self.t;
        let open = self.open_effect(s);
        out.group("open", None);
        out.one_hot("step", open.step, STEPS, &[]);
        out.one_hot("site", open.site, Site::COUNT, &labels::<S>(&t.sites.ids));
        out.one_hot("space", open.space, Space::COUNT, &labels::<S>(&t.sites.space_ids));
        out.one_hot("assistant", open.assistant, 12, &labels::<S>(&t.assistants.ids));
        out.one_hot("bonus_tile", open.bonus, 6, &labels::<S>(&t.bonus.ids));
        let (mut cards, mut others) = (0u128, [0u64; 3]);
        for f in s.stack.iter().rev().skip(1) {
            let source = f.source as usize;
            if source < CARDS {
                cards |= 1 << source;
            } else if let Some(other) = source.checked_sub(source::SITE as usize).filter(|a| *a < OTHER_SOURCES) {
                others[other / 64] |= 1 << (other % 64);
            }
        }
        out.bits("branches_taken", self.branches_taken(s).into(), Branch::COUNT, &[]);
        out.flag("free", open.flags & flag::FREE != 0);
        out.flag("can_pass", open.flags & flag::CAN_PASS != 0);
        out.flag("main", open.flags & flag::MAIN != 0);
        out.flag("gold", open.gold);
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
