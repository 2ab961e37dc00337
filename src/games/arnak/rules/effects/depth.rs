//! The proof that the stack of frames is deep enough, carried out when content is loaded.

use super::asks::{Dig, Research};
use super::ast::CardType;
use super::program::{Code, Op, Pc, Program, Run, STACK};
use super::question::Ask;

/// The programs another program may call, by family, for the depth proof.
#[derive(Debug, Default)]
pub struct Families {
    /// Camps and site tiles.
    pub sites: Vec<Program>,
    /// Idols.
    pub idols: Vec<Program>,
    /// Row effects and bonus tiles.
    pub research: Vec<Program>,
    /// Both sides of the assistants.
    pub assistants: Vec<Program>,
    /// Artifacts.
    pub artifacts: Vec<Program>,
    /// Items and basic cards.
    pub cards: Vec<Program>,
    /// Free actions that ask can be inserted (R31): the number that can be suspended at once.
    pub free_nesting: usize,
}

/// The stack depth of a program.
#[derive(Clone, Copy, Debug, Default)]
struct Depth {
    /// The most frames, its own included, not counting artifacts it obtains.
    frames: usize,
    /// Frames that stay below an artifact it obtains, if it can obtain one.
    below: Option<usize>,
}

impl Depth {
    fn over(self, kept: usize) -> Self {
        Self { frames: self.frames + kept, below: self.below.map(|b| b + kept) }
    }

    fn max(self, other: Self) -> Self {
        Self { frames: self.frames.max(other.frames), below: self.below.max(other.below) }
    }
}

/// Artifacts obtained one inside the other in a turn: five in the row, a revealed top, the one played (R182).
const ARTIFACT_CHAIN: usize = 7;

/// How deeply calls may nest; content that nests deeper is refused.
const NESTING: usize = 5;

impl Code {
    /// The greatest stack depth any play can reach.
    pub fn greatest_depth(&self, families: &Families) -> usize {
        let worst = |programs: &[Program]| self.worst(programs, families, NESTING);
        let artifact = worst(&families.artifacts);
        let any = worst(&families.cards)
            .max(artifact)
            .max(worst(&families.assistants))
            .max(self.called_by(Op::Ask(Ask::Dig(Dig { dig: 0, skip: 0 })), families, NESTING))
            .max(self.called_by(Op::Ask(Ask::Research(Research { research: 0 })), families, NESTING));
        let chain = any.below.unwrap_or(0) + ARTIFACT_CHAIN * artifact.below.unwrap_or(0);
        // One more for the artifact procedure, one for a procedure at the bottom.
        any.frames.max(chain + artifact.frames + 1) + 1 + families.free_nesting
    }

    fn worst(&self, programs: &[Program], families: &Families, nesting: usize) -> Depth {
        programs.iter().map(|p| self.depth(*p, families, nesting)).fold(Depth::default(), Depth::max)
    }

    fn depth(&self, program: Program, families: &Families, nesting: usize) -> Depth {
        let mut depth = Depth { frames: 1, below: None };
        if nesting == 0 {
            return Depth { frames: STACK, below: None };
        }
        let start = program.start as usize;
        let ops = &self.ops[start..start + program.len as usize];
        for (i, &op) in ops.iter().enumerate() {
            let called = self.called_by(op, families, nesting - 1);
            let kept = usize::from(op != Op::Run(Run::End) && !self.is_last((start + i) as Pc));
            depth = depth.max(called.over(kept));
        }
        // Branches of several picks run in a frame of their own.
        let nested = usize::from(ops.iter().any(|op| matches!(op, Op::Ask(Ask::Choose(choose)) if choose.picks > 1)));
        depth.over(nested)
    }

    /// The frames an op pushes above its own.
    fn called_by(&self, op: Op, families: &Families, nesting: usize) -> Depth {
        let worst = |programs: &[Program]| self.worst(programs, families, nesting);
        match op {
            // The procedure stays below the effects it calls.
            Op::Ask(Ask::Dig(_)) => worst(&families.sites).max(worst(&families.idols)).over(1),
            Op::Ask(Ask::Research(_)) => worst(&families.research).over(1),
            Op::Ask(Ask::Activate(_) | Ask::ActivateAgain(_)) | Op::Run(Run::ActivateTarget | Run::ActivateStack(_)) => {
                worst(&families.sites)
            }
            Op::Ask(Ask::UseSupply(_)) => worst(&families.assistants),
            Op::Ask(Ask::Overcome(_)) => Depth { frames: 1, below: None },
            // The artifact procedure is replaced by the card.
            Op::Ask(Ask::Buy(_)) => Depth { frames: 1, below: Some(0) },
            Op::Ask(Ask::GainCard(gain)) => Depth { frames: 1, below: (gain.cards != CardType::Item).then_some(0) },
            // Every other op stays inside its frame.
            _ => Depth::default(),
        }
    }
}
