//! Research moves and their benefits (section 11).

use super::super::machine::First;
use super::super::question::{Node, Question, foreign, locked};
use crate::core::{ActionSet, Rng};
use crate::games::arnak::Arnak;
use crate::games::arnak::actions::{Act, at};
use crate::games::arnak::apply::take_tile;
use crate::games::arnak::describe::decision::Decision;
use crate::games::arnak::state::{Frame, State};
use crate::games::arnak::words::{Bonus, NONE};

fn kind(act: Act) -> Bonus {
    let Act::Tile(kind) = act else { foreign(act) };
    kind
}

/// May research (R104, R129).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Research {
    /// Its parameters, as an index.
    pub research: u8,
}

impl Question for Research {
    fn decision(self, _: &State) -> Decision {
        Decision::Research
    }

    fn answers(self, game: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        game.research_answers(s, &game.t.code.researches[self.research as usize], out);
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, rng: &mut Rng) {
        game.research(s, act, &game.t.code.researches[self.research as usize], rng);
    }
}

/// Takes a bonus tile of the space in the frame (R100, R155).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakeBonus;

impl Question for TakeBonus {
    fn decision(self, _: &State) -> Decision {
        Decision::BonusTile
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        self.answers(game, s, frame, out);
        match out.len() {
            0 => Node::Run,
            1 => Node::Take(out.nth(0)),
            _ => game.open(s, out),
        }
    }

    fn answers(self, _: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) {
        for &kind in s.bonus[(frame.a & 127) as usize].iter().filter(|k| **k != NONE) {
            out.add_id(at::TILE + kind as usize);
        }
    }

    fn answer(self, game: &Arnak, s: &mut State, frame: Frame, act: Act, _: &mut Rng) {
        let kind = kind(act);
        take_tile(&mut s.bonus[(frame.a & 127) as usize], kind.0);
        s.stack.last_mut().expect("the frame that asks").b = kind.0;
        game.next(s);
    }

    /// There is no tile.
    fn run(self, game: &Arnak, s: &mut State, _: Frame, _: &mut Rng) {
        s.stack.last_mut().expect("the frame that runs").b = NONE;
        game.next(s);
    }

    fn sound(self, _: &Arnak, _: &State, frame: Frame) -> bool {
        frame.b == NONE
    }
}

/// The order of bonus tile and row effect (R101).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order;

impl Question for Order {
    fn decision(self, _: &State) -> Decision {
        Decision::Order
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        if frame.b == NONE || !game.order_is_asked(frame) {
            return Node::Run;
        }
        self.answers(game, s, frame, out);
        game.open(s, out)
    }

    fn answers(self, _: &Arnak, _: &State, _: Frame, out: &mut ActionSet) {
        out.add_bits(at::BRANCH, 0b11);
    }

    fn answer(self, game: &Arnak, s: &mut State, frame: Frame, act: Act, _: &mut Rng) {
        let Act::Branch(first) = act else { foreign(act) };
        game.resolve_order(s, frame, Some(if first.0 == 0 { First::Bonus } else { First::Row }));
    }

    fn run(self, game: &Arnak, s: &mut State, frame: Frame, _: &mut Rng) {
        game.resolve_order(s, frame, None);
    }

    fn sound(self, _: &Arnak, _: &State, frame: Frame) -> bool {
        frame.b < 6
    }
}

/// Takes a tile of the Lost Temple stack (R102).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TempleLook;

impl Question for TempleLook {
    const OPEN: bool = false;

    fn decision(self, _: &State) -> Decision {
        Decision::TempleTile
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        self.answers(game, s, frame, out);
        locked(out)
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        for (kind, _) in s.temple_kinds.iter().enumerate().filter(|(_, n)| **n > 0) {
            out.add_id(at::TILE + kind);
        }
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        let kind = kind(act);
        s.temple_kinds[kind.at()] -= 1;
        s.temple_tiles -= 1;
        s.bonus_seen[kind.at()] += 1;
        s.stack.last_mut().expect("the frame that asks").b = kind.0;
        game.next(s);
    }

    fn sound(self, _: &Arnak, s: &State, frame: Frame) -> bool {
        frame.b == NONE && s.temple_seen >> s.seat & 1 == 1
    }
}
