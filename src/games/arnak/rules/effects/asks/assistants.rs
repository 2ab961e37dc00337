//! Assistants (section 12).

use super::super::ast::Side;
use super::super::question::{Node, Question, foreign, locked, skip};
use crate::core::{ActionSet, Rng};
use crate::games::arnak::Arnak;
use crate::games::arnak::actions::{Act, at};
use crate::games::arnak::describe::decision::Decision;
use crate::games::arnak::player::Player;
use crate::games::arnak::state::{Frame, State, source};
use crate::games::arnak::words::NONE;

/// The player's assistants in the squares that qualify.
fn own_answers(p: &Player, which: impl Fn(usize) -> bool, out: &mut ActionSet) {
    for (_, &assistant) in p.assistants.iter().enumerate().filter(|(square, a)| **a != NONE && which(*square)) {
        out.add_id(at::ASSISTANT + assistant as usize);
    }
}

fn supply_answers(s: &State, out: &mut ActionSet) {
    for &assistant in s.supply.iter().filter(|a| **a != NONE) {
        out.add_id(at::ASSISTANT + assistant as usize);
    }
}

/// The assistant an answer names, and its square if the player owns it.
fn named(s: &State, act: Act) -> (u8, Option<usize>) {
    let Act::Assistant(assistant) = act else { foreign(act) };
    (assistant.0, s.me().square_of(assistant.0))
}

/// May make an assistant ready (R113, R127).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refresh {
    /// Number of ops to the step that follows.
    pub skip: u8,
}

impl Question for Refresh {
    fn decision(self, _: &State) -> Decision {
        Decision::Refresh
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        let p = s.me();
        own_answers(p, |square| p.ready >> square & 1 == 0, out);
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        let (_, square) = named(s, act);
        s.me_mut().ready |= 1 << square.expect("it is an own assistant");
        game.next(s);
    }

    fn decline(self, frame: &mut Frame) {
        skip(frame, self.skip);
    }
}

/// Must recruit (R111, R112).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recruit;

impl Question for Recruit {
    fn decision(self, _: &State) -> Decision {
        Decision::Recruit
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        self.answers(game, s, frame, out);
        game.mandatory(s, out)
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        if s.me().assistants.contains(&NONE) {
            supply_answers(s, out);
        }
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, rng: &mut Rng) {
        let (assistant, _) = named(s, act);
        game.take_supply(s, assistant, rng);
        s.me_mut().seat_ready(assistant);
        game.next(s);
    }
}

/// Must turn an assistant to gold (R114).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpgradeAssistant;

impl Question for UpgradeAssistant {
    fn decision(self, _: &State) -> Decision {
        Decision::UpgradeAssistant
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        self.answers(game, s, frame, out);
        game.mandatory(s, out)
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        let p = s.me();
        own_answers(p, |square| p.gold >> square & 1 == 0, out);
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        let bit = 1 << named(s, act).1.expect("it is an own assistant");
        let p = s.me_mut();
        p.gold |= bit;
        p.ready |= bit;
        game.next(s);
    }
}

/// Must rescue an assistant (R156). Looking through the stack comes first, without a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rescue;

impl Question for Rescue {
    const OPEN: bool = false;

    fn decision(self, _: &State) -> Decision {
        Decision::Rescue
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        if s.rescue_seen >> s.seat & 1 == 0 && s.me().assistants.contains(&NONE) && !s.rescue.is_empty() {
            return Node::Run;
        }
        self.answers(game, s, frame, out);
        locked(out)
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        if s.me().assistants.contains(&NONE) {
            s.rescue.iter().for_each(|&a| out.add_id(at::ASSISTANT + a as usize));
        }
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        let (assistant, _) = named(s, act);
        s.rescue.retain(|a| *a != assistant);
        s.me_mut().seat_exhausted(assistant);
        game.next(s);
    }

    fn run(self, game: &Arnak, s: &mut State, _: Frame, rng: &mut Rng) {
        game.look_through_rescue(s, rng);
    }
}

/// May use a supply assistant (R115).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UseSupply {
    /// The side.
    pub side: Side,
}

impl Question for UseSupply {
    fn decision(self, _: &State) -> Decision {
        Decision::UseSupply
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        supply_answers(s, out);
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        let (assistant, _) = named(s, act);
        let pc = game.t.assistants.effect[assistant as usize][self.side as usize].start;
        game.call(s, Frame { pc, source: source::ASSISTANT + assistant, ..Frame::default() });
    }
}

/// May choose one of the player's assistants to exchange (R116).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwapOwn {
    /// Number of ops to the step that follows.
    pub skip: u8,
}

impl Question for SwapOwn {
    fn decision(self, _: &State) -> Decision {
        Decision::SwapOwn
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        if s.supply.iter().any(|&a| a != NONE) {
            own_answers(s.me(), |_| true, out);
        }
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        let (assistant, _) = named(s, act);
        game.remember(s, assistant);
        game.next(s);
    }

    fn decline(self, frame: &mut Frame) {
        skip(frame, self.skip);
    }
}

/// Chooses the supply assistant to exchange it for (R116).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwapSupply;

impl Question for SwapSupply {
    const OPEN: bool = false;

    fn decision(self, _: &State) -> Decision {
        Decision::SwapSupply
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        self.answers(game, s, frame, out);
        locked(out)
    }

    fn answers(self, _: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) {
        if s.me().square_of(frame.a).is_some() {
            supply_answers(s, out);
        }
    }

    fn answer(self, game: &Arnak, s: &mut State, frame: Frame, act: Act, _: &mut Rng) {
        let (assistant, _) = named(s, act);
        let square = s.me().square_of(frame.a).expect("it was chosen before");
        let stack = s.supply.iter().position(|&a| a == assistant).expect("it is on top of a stack");
        s.supply[stack] = frame.a;
        let p = s.me_mut();
        p.assistants[square] = assistant;
        p.ready |= 1 << square;
        game.next(s);
    }

    fn sound(self, _: &Arnak, s: &State, frame: Frame) -> bool {
        frame.a < 12 && s.me().square_of(frame.a).is_some() && frame.b == 0
    }
}
