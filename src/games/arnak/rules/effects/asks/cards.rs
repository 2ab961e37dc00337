//! Drawing, looking at, exiling, buying and taking cards (sections 9, 10 and 13).

use super::super::ast::{CardType, DeckEnd, From, To};
use super::super::question::{Node, Question, foreign, locked, skip};
use crate::core::{ActionSet, Rng};
use crate::games::arnak::Arnak;
use crate::games::arnak::actions::{Act, at};
use crate::games::arnak::describe::decision::Decision;
use crate::games::arnak::legal::hand_answers;
use crate::games::arnak::player::{PRIVATE_TOPS, Player};
use crate::games::arnak::state::{Frame, State, flag};
use crate::games::arnak::words::{ARTIFACT_SET, FEAR, FEAR_IN_PLAY, FEAR_TILE, FIRST_ARTIFACT, FIRST_BASIC, ITEM_SET};

/// May draw a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// The end of the deck to draw from.
    pub end: DeckEnd,
    /// Number of ops to the step that follows.
    pub skip: u8,
}

impl Question for Draw {
    fn decision(self, _: &State) -> Decision {
        Decision::Draw
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        // I1: not asked again inside a free action.
        if frame.flags & flag::FREE != 0 {
            return Node::Run;
        }
        self.answers(game, s, frame, out);
        game.open_or_decline(s, out)
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        if !s.me().deck_is_empty() {
            out.add_id(at::ACCEPT);
        }
    }

    fn answer(self, game: &Arnak, s: &mut State, frame: Frame, _: Act, rng: &mut Rng) {
        self.run(game, s, frame, rng);
    }

    fn decline(self, frame: &mut Frame) {
        skip(frame, self.skip);
    }

    fn run(self, game: &Arnak, s: &mut State, _: Frame, rng: &mut Rng) {
        s.draw(s.seat as usize, self.end, rng);
        game.next(s);
    }
}

/// May announce a number of cards to look at (R8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Announce {
    /// The largest number.
    pub max: u8,
    /// The end of the deck to draw from.
    pub end: DeckEnd,
    /// Number of ops to the step that follows.
    pub skip: u8,
}

impl Question for Announce {
    fn decision(self, _: &State) -> Decision {
        Decision::Announce
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        let most = s.me().deck_size().min(u32::from(self.max));
        out.add_bits(at::NUMBER, (1 << most) - 1);
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, rng: &mut Rng) {
        let Act::Number(number) = act else { foreign(act) };
        for _ in 0..=number.0 {
            s.see_card(self.end, rng);
        }
        game.next(s);
    }

    fn decline(self, frame: &mut Frame) {
        skip(frame, self.skip);
    }
}

/// Must keep one of the cards seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep;

impl Question for Keep {
    const OPEN: bool = false;

    fn decision(self, _: &State) -> Decision {
        Decision::KeepOne
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        self.answers(game, s, frame, out);
        locked(out)
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        seen_answers(s, out);
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        let Act::Pick(card) = act else { foreign(act) };
        let key = s.unsee(card.0);
        s.put_in_hand(s.seat as usize, card.0, key);
        // What goes back on top was chosen over this one.
        game.remember(s, card.0);
        game.next(s);
    }
}

/// May put one of the cards seen back on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnTop;

impl Question for ReturnTop {
    const OPEN: bool = false;

    fn decision(self, _: &State) -> Decision {
        Decision::ReturnTop
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        self.answers(game, s, frame, out);
        if out.is_empty() {
            return Node::Skip;
        }
        out.add_id(at::DECLINE);
        Node::Ask
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        // At most one card per round lies privately on top, so there is always room.
        if s.me().private_tops.len() < PRIVATE_TOPS {
            seen_answers(s, out);
        }
    }

    fn answer(self, game: &Arnak, s: &mut State, frame: Frame, act: Act, _: &mut Rng) {
        let Act::Pick(card) = act else { foreign(act) };
        let seat = s.seat as usize;
        let key = s.unsee(card.0);
        if card.0 != FEAR {
            s.set_key(seat, card.0, 0);
        }
        s.put_private_top(seat, card.0, key, frame.a);
        game.next(s);
    }

    fn sound(self, _: &Arnak, _: &State, frame: Frame) -> bool {
        frame.a <= FEAR && frame.b == 0
    }
}

fn seen_answers(s: &State, out: &mut ActionSet) {
    out.add_wide(at::PICK, s.seen.0);
    if s.seen_fear.iter().any(|&n| n > 0) {
        out.add_id(at::PICK + FEAR as usize);
    }
}

/// A hand card must go to the play area: by an effect (R110), or as part of a cost (R94).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discard {
    /// The decision it asks for, which says which of the two it is.
    pub decision: Decision,
}

impl Discard {
    /// By an effect.
    pub const EFFECT: Self = Self { decision: Decision::Discard };
    /// As part of a cost.
    pub const COST: Self = Self { decision: Decision::CardPayment };
}

impl Question for Discard {
    const OPEN: bool = false;

    fn decision(self, _: &State) -> Decision {
        self.decision
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        self.answers(game, s, frame, out);
        locked(out)
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        hand_answers(s.me(), out);
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        game.put_down_answer(s, act);
    }
}

/// May exile a card (R90, R121).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exile {
    /// Number of ops to the step that follows.
    pub skip: u8,
}

impl Question for Exile {
    fn decision(self, _: &State) -> Decision {
        Decision::Exile
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        exile_answers(s.me(), out);
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        let Act::Pick(card) = act else { foreign(act) };
        s.exile(card.0);
        game.next(s);
    }

    fn decline(self, frame: &mut Frame) {
        skip(frame, self.skip);
    }
}

/// Cards in hand and play area, Fear and fear tiles (R90).
fn exile_answers(p: &Player, out: &mut ActionSet) {
    out.add_wide(at::PICK, p.hand.0 | p.play.0);
    for (pick, there) in [(FEAR, p.fear_in_hand()), (FEAR_IN_PLAY, p.play_fear), (FEAR_TILE, p.fear_tiles)] {
        if there > 0 {
            out.add_id(at::PICK + pick as usize);
        }
    }
}

/// May buy a card (R80, R130).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buy {
    /// Its parameters, as an index.
    pub buy: u8,
}

impl Question for Buy {
    fn decision(self, _: &State) -> Decision {
        Decision::Buy
    }

    fn answers(self, game: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        game.buy_answers(s, &game.t.code.buys[self.buy as usize], out);
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        let Act::Pick(card) = act else { foreign(act) };
        game.buy(s, card.0, game.t.code.buys[self.buy as usize].discount, 0);
    }
}

/// May take a card (R82, R131).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GainCard {
    /// The cards.
    pub cards: CardType,
    /// The origin.
    pub from: From,
    /// The destination.
    pub to: To,
}

impl Question for GainCard {
    fn decision(self, _: &State) -> Decision {
        Decision::GainCard
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        let kind = if self.cards == CardType::Artifact { ARTIFACT_SET } else { ITEM_SET };
        let zone = if self.from == From::Row { s.row() } else { s.exile };
        out.add_wide(at::PICK, zone.0 & kind.0);
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        let Act::Pick(card) = act else { foreign(act) };
        game.obtain(s, card.0, self.to, 0);
    }
}

/// Whether to use the effect of an artifact just obtained (R79).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskEffect;

impl Question for AskEffect {
    fn decision(self, _: &State) -> Decision {
        Decision::UseEffect
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        // If its steps can be declined one by one, no separate question is needed.
        if !game.rulings.ask_artifacts && !game.t.cards.effect[frame.a as usize].unavoidable {
            return Node::Run;
        }
        self.answers(game, s, frame, out);
        game.open_or_decline(s, out)
    }

    fn answers(self, _: &Arnak, _: &State, _: Frame, out: &mut ActionSet) {
        out.add_id(at::ACCEPT);
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, _: Act, _: &mut Rng) {
        game.next(s);
    }

    fn decline(self, frame: &mut Frame) {
        // Skips `CardEffect`.
        skip(frame, 2);
    }

    fn run(self, game: &Arnak, s: &mut State, _: Frame, _: &mut Rng) {
        game.next(s);
    }

    fn sound(self, game: &Arnak, _: &State, frame: Frame) -> bool {
        (FIRST_ARTIFACT..FIRST_BASIC).contains(&frame.a) && game.t.cards.there.has(frame.a) && frame.b == 0
    }
}
