//! Prices, options inside an effect, and upgrades of tokens (sections 5 and 13).

use super::super::program::{Op, Run};
use super::super::question::{Ask, Node, Question, foreign, locked, skip};
use crate::core::{ActionSet, Rng};
use crate::games::arnak::Arnak;
use crate::games::arnak::actions::{Act, at};
use crate::games::arnak::describe::decision::Decision;
use crate::games::arnak::legal::hand_answers;
use crate::games::arnak::rules::effects::ast::Good;
use crate::games::arnak::state::{Frame, Icons, Payment, State, flag};

const TABLET: usize = Good::Tablet as usize;
const ARROWHEAD: usize = Good::Arrowhead as usize;

/// May pay a cost (R124).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pay {
    /// The cost, as an index.
    pub cost: u8,
    /// Number of ops to the step that follows.
    pub skip: u8,
}

impl Question for Pay {
    fn decision(self, _: &State) -> Decision {
        Decision::Pay
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        // R8, R124: not asked again inside a free action; a price that cannot be paid is passed over.
        if frame.flags & flag::FREE != 0 {
            let payable = game.can_pay_now(s, &game.t.code.costs[self.cost as usize]);
            return if payable { Node::Run } else { Node::Skip };
        }
        self.answers(game, s, frame, out);
        game.open_or_decline(s, out)
    }

    fn answers(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) {
        // K2: a price for a guardian is offered only if there is one.
        let aimed = match game.t.code.ops[frame.pc as usize + 1] {
            Op::Ask(Ask::Overcome(overcome)) => game.overcome_sites(s, overcome.reach) != 0,
            _ => true,
        };
        if aimed && game.can_pay_now(s, &game.t.code.costs[self.cost as usize]) {
            out.add_id(at::ACCEPT);
        }
    }

    fn answer(self, game: &Arnak, s: &mut State, frame: Frame, _: Act, rng: &mut Rng) {
        self.run(game, s, frame, rng);
    }

    fn decline(self, frame: &mut Frame) {
        skip(frame, self.skip);
    }

    /// Accepts the price; its icons are asked for next (R36).
    fn run(self, game: &Arnak, s: &mut State, _: Frame, _: &mut Rng) {
        let cost = game.t.code.costs[self.cost as usize];
        let p = s.me_mut();
        p.pay(&cost.goods);
        p.crates -= cost.idols;
        s.payment = Payment { cost: cost.icons, ..Payment::default() };
        game.next(s);
    }
}

/// May pay a hand card (R125): naming it is the payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayCard {
    /// Number of ops to the step that follows.
    pub skip: u8,
}

impl Question for PayCard {
    fn decision(self, _: &State) -> Decision {
        Decision::PayCard
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        hand_answers(s.me(), out);
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        game.put_down_answer(s, act);
    }

    fn decline(self, frame: &mut Frame) {
        skip(frame, self.skip);
    }
}

/// Pays the travel icons of the open payment (R38, R41).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayIcons;

impl Question for PayIcons {
    const OPEN: bool = false;

    fn decision(self, s: &State) -> Decision {
        if s.payment.pending == Icons::default() { Decision::Travel } else { Decision::WhichIcon }
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        if Arnak::is_paid(&s.payment) {
            return Node::Run;
        }
        self.answers(game, s, frame, out);
        locked(out)
    }

    fn answers(self, game: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        game.payment_answers(s, out);
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        game.pay_with(s, act);
    }

    fn run(self, game: &Arnak, s: &mut State, _: Frame, _: &mut Rng) {
        s.payment = Payment::default();
        game.next(s);
    }
}

/// May do what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct May {
    /// Number of ops to the step that follows.
    pub skip: u8,
}

impl Question for May {
    fn decision(self, _: &State) -> Decision {
        Decision::UseEffect
    }

    fn answers(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) {
        let pc = frame.pc as usize;
        if game.useful_ops(s, pc + 1, pc + self.skip as usize) {
            out.add_id(at::ACCEPT);
        }
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, _: Act, _: &mut Rng) {
        game.next(s);
    }

    fn decline(self, frame: &mut Frame) {
        skip(frame, self.skip);
    }
}

/// Takes branches (R123). The `Branch` ops follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choose {
    /// Number of branches.
    pub branches: u8,
    /// Number to take.
    pub picks: u8,
    /// Number of ops to the step that follows.
    pub end: u8,
}

impl Question for Choose {
    fn decision(self, _: &State) -> Decision {
        Decision::Choice
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        if frame.b.count_ones() >= u32::from(self.picks) {
            return Node::Skip;
        }
        self.answers(game, s, frame, out);
        match (frame.flags & flag::FREE != 0, out.len()) {
            // R88, R123: mandatory in a free action, and a single branch needs no question.
            (true, 0) => Node::Skip,
            (true, 1) => Node::Take(out.nth(0)),
            (true, _) => game.open(s, out),
            (false, _) => game.open_or_decline(s, out),
        }
    }

    /// The branches not yet taken that have a step that can be carried out, and passing if it is possible (R88, R89).
    fn answers(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) {
        let (pc, ops) = (frame.pc as usize, &game.t.code.ops);
        let start = |i: u8| match ops.get(pc + 1 + i as usize) {
            Some(Op::Run(Run::Branch(distance))) if i < self.branches => pc + *distance as usize,
            _ => pc + self.end as usize,
        };
        for i in (0..self.branches).filter(|i| frame.b >> i & 1 == 0) {
            let offered = if ops[start(i)] == Op::Run(Run::Pass) {
                if frame.flags & flag::FREE != 0 {
                    frame.flags & flag::CAN_PASS != 0
                } else {
                    !game.rulings.sundial_main || frame.flags & flag::MAIN != 0
                }
            } else {
                game.useful_ops(s, start(i), start(i + 1))
            };
            if offered {
                out.add_id(at::BRANCH + i as usize);
            }
        }
    }

    /// If several branches can be taken, each runs in a frame of its own.
    fn answer(self, game: &Arnak, s: &mut State, frame: Frame, act: Act, _: &mut Rng) {
        let Act::Branch(branch) = act else { foreign(act) };
        let Op::Run(Run::Branch(distance)) = game.t.code.ops[frame.pc as usize + 1 + branch.at()] else {
            unreachable!("a choice is followed by its branches")
        };
        if self.picks == 1 {
            return game.jump(s, distance);
        }
        s.stack.last_mut().expect("the frame that asks").b |= 1 << branch.0;
        Arnak::push(s, Frame { pc: frame.pc + u16::from(distance), a: 0, b: 0, ..frame });
    }

    fn decline(self, frame: &mut Frame) {
        frame.b = 0;
        skip(frame, self.end);
    }

    fn sound(self, _: &Arnak, _: &State, frame: Frame) -> bool {
        frame.b >> self.branches == 0 && (self.picks > 1 || frame.b == 0)
    }
}

/// May turn a tablet into an arrowhead or an arrowhead into a jewel (R122).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Upgrade {
    /// Number of ops to the step that follows.
    pub skip: u8,
}

impl Question for Upgrade {
    fn decision(self, _: &State) -> Decision {
        Decision::Upgrade
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        let goods = &s.me().goods;
        out.add_bits(at::BRANCH, u64::from(goods[TABLET] > 0) | u64::from(goods[ARROWHEAD] > 0) << 1);
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        let Act::Branch(direction) = act else { foreign(act) };
        let p = s.me_mut();
        p.goods[TABLET + direction.at()] -= 1;
        p.gain(Good::ALL[TABLET + 1 + direction.at()], 1);
        game.next(s);
    }

    fn decline(self, frame: &mut Frame) {
        skip(frame, self.skip);
    }
}
