//! Which kind of node the top frame is: run, skip, ask (R30 to R33).

use super::program::Op;
use crate::core::ActionSet;
use crate::games::arnak::Arnak;
use crate::games::arnak::actions::at;
use crate::games::arnak::ids::NONE;
use crate::games::arnak::state::{Phase, State, flag};

/// What is to be done at the top frame.
pub(super) enum Node {
    /// The op runs by itself.
    Run,
    /// Nothing can be done: as if declined.
    Skip,
    /// The player chooses.
    Ask,
    /// This choice is taken without asking.
    Take(usize),
}

impl Arnak {
    /// Kinds of nodes: TOP, OPEN with or without DECLINE, LOCKED (R30 to R33).
    #[expect(clippy::too_many_lines, reason = "one flat match over the ops")]
    pub(super) fn node(&self, s: &State, out: &mut ActionSet) -> Node {
        let Some(&frame) = s.stack.last() else {
            match s.phase {
                Phase::Turns => self.top_answers(s, out),
                Phase::Keep => Self::keep_answers(s, out),
                Phase::Over => {}
            }
            return Node::Ask;
        };
        let op = self.t.code.ops[frame.pc as usize];
        let free = frame.flags & flag::FREE != 0;
        match op {
            // R8: a price that cannot be paid is passed over.
            Op::Pay(cost, _) if free && !self.can_pay_now(s, &self.t.code.costs[cost as usize]) => Node::Skip,
            // I1, R124: not asked again inside a free action.
            Op::Draw(..) | Op::Pay(..) if free => Node::Run,
            Op::PayIcons if Self::is_paid(&s.payment) => Node::Run,
            Op::Choose(_, picks, _) => {
                if frame.b.count_ones() >= u32::from(picks) {
                    return Node::Skip;
                }
                self.answers(s, op, frame, out);
                match (free, out.len()) {
                    // R88, R123: mandatory in a free action, and one branch is no question.
                    (true, 0) => Node::Skip,
                    (true, 1) => Node::Take(out.nth(0)),
                    (true, _) => self.open(s, out),
                    (false, _) => self.open_or_decline(s, out),
                }
            }
            // R79
            Op::AskEffect => {
                if self.rulings.ask_artifacts || self.t.card[frame.a as usize].unavoidable {
                    self.answers(s, op, frame, out);
                    self.open_or_decline(s, out)
                } else {
                    Node::Run
                }
            }
            // R101
            Op::Order => {
                if frame.b == NONE || !self.order_is_asked(frame) {
                    return Node::Run;
                }
                self.answers(s, op, frame, out);
                self.open(s, out)
            }
            Op::TakeBonus => {
                self.answers(s, op, frame, out);
                match out.len() {
                    0 => Node::Run,
                    1 => Node::Take(out.nth(0)),
                    _ => self.open(s, out),
                }
            }
            // R156: looking comes first.
            Op::Rescue => {
                if s.rescue_seen >> s.seat & 1 == 0 && s.me().assistants.contains(&NONE) && !s.rescue.is_empty() {
                    return Node::Run;
                }
                self.answers(s, op, frame, out);
                locked(out)
            }
            // LOCKED nodes (R33).
            Op::PayIcons
            | Op::CardPart
            | Op::Discard
            | Op::SwapSupply
            | Op::RelocateTo(_)
            | Op::CrownTo(_)
            | Op::Keep
            | Op::TempleLook => {
                self.answers(s, op, frame, out);
                locked(out)
            }
            Op::ReturnTop => {
                self.answers(s, op, frame, out);
                if out.is_empty() {
                    return Node::Skip;
                }
                out.add_id(at::DECLINE);
                Node::Ask
            }
            // Mandatory steps (R32).
            Op::Recruit | Op::UpgradeAssistant => {
                self.answers(s, op, frame, out);
                if out.is_empty() { Node::Skip } else { self.open(s, out) }
            }
            // Optional steps.
            Op::Draw(..)
            | Op::Exile(_)
            | Op::Upgrade(_)
            | Op::Refresh(_)
            | Op::UseSupply(_)
            | Op::SwapOwn(_)
            | Op::Pay(..)
            | Op::PayCard(_)
            | Op::May(_)
            | Op::Dig(..)
            | Op::ActivateAgain
            | Op::Research(_)
            | Op::Buy(_)
            | Op::GainCard(..)
            | Op::Overcome(_)
            | Op::Activate(..)
            | Op::RelocateFrom(..)
            | Op::CrownFrom(..)
            | Op::ReturnFigure
            | Op::ReturnSlottedIdol
            | Op::Announce(..) => {
                self.answers(s, op, frame, out);
                self.open_or_decline(s, out)
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
            | Op::BonusEffect => Node::Run,
        }
    }

    /// An OPEN node with DECLINE: opened if there is an answer or a free action (R32).
    fn open_or_decline(&self, s: &State, out: &mut ActionSet) -> Node {
        self.free_actions(s, out);
        if out.is_empty() {
            return Node::Skip;
        }
        out.add_id(at::DECLINE);
        Node::Ask
    }

    /// An OPEN node without DECLINE.
    fn open(&self, s: &State, out: &mut ActionSet) -> Node {
        self.free_actions(s, out);
        Node::Ask
    }
}

fn locked(out: &ActionSet) -> Node {
    if out.is_empty() { Node::Skip } else { Node::Ask }
}
