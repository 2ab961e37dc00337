//! The progress of the effect being resolved: the part of the machine's top frame that a player sees on the table.

use super::super::Arnak;
use super::super::rules::effects::asks::Activate;
use super::super::rules::effects::program::Op;
use super::super::rules::effects::question::Ask;
use super::super::state::{State, source};
use super::super::words::{Site, Space};
use super::turn::STEPS;

/// The open effect, as numbers. All empty between effects.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OpenEffect {
    /// The step that asks.
    pub step: Option<usize>,
    /// The site used before, if another must follow (R133).
    pub site: Option<usize>,
    /// The space an archaeologist is moved from.
    pub space: Option<usize>,
    /// The assistant to be swapped.
    pub assistant: Option<usize>,
    /// The bonus tile whose order is being chosen.
    pub bonus: Option<usize>,
    /// See `flag`.
    pub flags: u8,
    /// Whether it is the gold side of an assistant.
    pub gold: bool,
}

impl Arnak {
    #[inline]
    pub(super) fn open_effect(&self, s: &State) -> OpenEffect {
        let t = &self.t;
        let Some(frame) = s.stack.last() else { return OpenEffect::default() };
        let (local, op) = (frame.a as usize, t.code.ops[frame.pc as usize]);
        let assistant = frame.source.checked_sub(source::ASSISTANT).and_then(|a| t.assistants.effect.get(a as usize));
        let site = matches!(op, Op::Ask(Ask::Activate(Activate { before: 1.., .. }) | Ask::ActivateAgain(_) | Ask::CrownTo(_)));
        OpenEffect {
            step: Some((t.code.steps[frame.pc as usize] as usize).min(STEPS - 1)),
            site: Some(local).filter(|a| site && *a < Site::COUNT),
            space: Some(local).filter(|a| matches!(op, Op::Ask(Ask::RelocateTo(_))) && *a < Space::COUNT),
            assistant: Some(local).filter(|a| matches!(op, Op::Ask(Ask::SwapSupply(_))) && *a < 12),
            bonus: Some(frame.b as usize).filter(|b| matches!(op, Op::Ask(Ask::Order(_))) && *b < 6),
            flags: frame.flags,
            gold: assistant.is_some_and(|[_, gold]| (gold.start..gold.start + gold.len).contains(&frame.pc)),
        }
    }

    /// The branches already taken of open choices, as a mask.
    #[inline]
    pub(super) fn branches_taken(&self, s: &State) -> u8 {
        let chooses = |pc: u16| matches!(self.t.code.ops[pc as usize], Op::Ask(Ask::Choose(_)));
        s.stack.iter().filter(|f| chooses(f.pc)).fold(0, |set, f| set | f.b & 15)
    }
}
