//! Steps that ask. Each kind defines in one place when it asks, the answers, and the effect of an answer or a refusal.

use super::asks::{
    Activate, ActivateAgain, Announce, AskEffect, Buy, Choose, CrownFrom, CrownTo, Dig, Discard, Draw, Exile, GainCard, Keep, May,
    Order, Overcome, Pay, PayCard, PayIcons, Recruit, Refresh, RelocateFrom, RelocateTo, Rescue, Research, ReturnFigure,
    ReturnSlottedIdol, ReturnTop, SwapOwn, SwapSupply, TakeBonus, TempleLook, Upgrade, UpgradeAssistant, UseSupply,
};
use super::program::Pc;
use crate::core::{ActionSet, Rng};
use crate::games::arnak::Arnak;
use crate::games::arnak::actions::{Act, at};
use crate::games::arnak::describe::decision::Decision;
use crate::games::arnak::state::{Frame, State};

/// The machine's next step at the top frame.
pub(in crate::games::arnak) enum Node {
    /// The step runs by itself.
    Run,
    /// Nothing can be done; counts as declined.
    Skip,
    /// The player chooses.
    Ask,
    /// This choice is taken without asking.
    Take(usize),
}

/// A step that asks, at the top frame of a state.
pub(in crate::games::arnak) trait Question: Copy {
    /// Whether free actions may come before the answer (R31). Locked questions are answered at once (R33).
    const OPEN: bool = true;

    /// The open question.
    fn decision(self, s: &State) -> Decision;
    /// Whether it is asked now; adds the answers. A step is optional unless its kind says otherwise (R32).
    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        self.answers(game, s, frame, out);
        game.open_or_decline(s, out)
    }
    /// The present answers, without DECLINE and free actions.
    fn answers(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet);
    /// Carries out an answer.
    fn answer(self, game: &Arnak, s: &mut State, frame: Frame, act: Act, rng: &mut Rng);
    /// Continues after the step when it is declined or cannot be done.
    fn decline(self, frame: &mut Frame) {
        frame.pc += 1;
    }
    /// Carries it out without asking.
    fn run(self, _game: &Arnak, _s: &mut State, _frame: Frame, _rng: &mut Rng) {
        unreachable!("this step is always asked or skipped")
    }
    /// Whether the locals of a frame from outside are valid for this step.
    fn sound(self, _game: &Arnak, _s: &State, frame: Frame) -> bool {
        frame.b == 0
    }
}

macro_rules! questions {
    ($($name:ident),+ $(,)?) => {
        /// The kinds of steps that ask.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each is documented where it is defined")]
        pub enum Ask {
            $($name($name),)+
        }

        impl Ask {
            /// See [`Question::OPEN`].
            pub(in crate::games::arnak) fn is_open(self) -> bool {
                match self {
                    $(Self::$name(_) => <$name as Question>::OPEN,)+
                }
            }
        }

        impl Question for Ask {
            fn decision(self, s: &State) -> Decision {
                match self {
                    $(Self::$name(ask) => ask.decision(s),)+
                }
            }

            fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
                match self {
                    $(Self::$name(ask) => ask.node(game, s, frame, out),)+
                }
            }

            fn answers(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) {
                match self {
                    $(Self::$name(ask) => ask.answers(game, s, frame, out),)+
                }
            }

            fn answer(self, game: &Arnak, s: &mut State, frame: Frame, act: Act, rng: &mut Rng) {
                match self {
                    $(Self::$name(ask) => ask.answer(game, s, frame, act, rng),)+
                }
            }

            fn decline(self, frame: &mut Frame) {
                match self {
                    $(Self::$name(ask) => ask.decline(frame),)+
                }
            }

            fn run(self, game: &Arnak, s: &mut State, frame: Frame, rng: &mut Rng) {
                match self {
                    $(Self::$name(ask) => ask.run(game, s, frame, rng),)+
                }
            }

            fn sound(self, game: &Arnak, s: &State, frame: Frame) -> bool {
                match self {
                    $(Self::$name(ask) => ask.sound(game, s, frame),)+
                }
            }
        }
    };
}

questions! {
    Draw, Announce, Keep, ReturnTop, Discard, Exile, Buy, GainCard, AskEffect,
    Pay, PayCard, PayIcons, May, Choose, Upgrade,
    Refresh, Recruit, UpgradeAssistant, Rescue, UseSupply, SwapOwn, SwapSupply,
    Dig, ActivateAgain, Overcome, Activate, RelocateFrom, RelocateTo, CrownFrom, CrownTo, ReturnFigure, ReturnSlottedIdol,
    Research, TakeBonus, Order, TempleLook,
}

/// Skips a number of ops.
pub(super) fn skip(frame: &mut Frame, distance: u8) {
    frame.pc += Pc::from(distance);
}

/// A locked question: asked if it has an answer (R33).
pub(super) fn locked(out: &ActionSet) -> Node {
    if out.is_empty() { Node::Skip } else { Node::Ask }
}

/// Panics for an answer that the legal set does not offer.
pub(super) fn foreign(act: Act) -> ! {
    unreachable!("{act:?} is not an answer here")
}

impl Arnak {
    /// An OPEN node with DECLINE: opened if there is an answer or a free action (R32).
    pub(super) fn open_or_decline(&self, s: &State, out: &mut ActionSet) -> Node {
        self.free_actions(s, out);
        if out.is_empty() {
            return Node::Skip;
        }
        out.add_id(at::DECLINE);
        Node::Ask
    }

    /// An OPEN node without DECLINE.
    pub(super) fn open(&self, s: &State, out: &mut ActionSet) -> Node {
        self.free_actions(s, out);
        Node::Ask
    }

    /// A mandatory step (R32): asked if it has an answer.
    pub(super) fn mandatory(&self, s: &State, out: &mut ActionSet) -> Node {
        if out.is_empty() { Node::Skip } else { self.open(s, out) }
    }
}
