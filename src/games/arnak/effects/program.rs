//! Effects as one flat table of small ops.

use super::ast::{
    Activate, Buy, CardType, Cost, DeckEnd, Dig, Effect, From, Good, Icon, Levels, Per, Reach, Research, Side, Step, To,
};

/// An index into the op table.
pub type Pc = u16;

/// One instruction. A `u8` named skip is the distance to the op that follows when the player declines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// The frame is done.
    End,
    /// Goes on that many ops further.
    Jump(u8),
    /// Gains one kind of resource.
    Gain(Good, u8),
    /// Gains a resource for each of something.
    GainPer(Good, Per, u8),
    /// Takes Fear.
    Fear(u8),
    /// Draws a card, if the player wants to: end, skip.
    Draw(DeckEnd, u8),
    /// Draws a card without asking.
    DrawForced(DeckEnd),
    /// A hand card must go to the play area.
    Discard,
    /// May exile a card: skip.
    Exile(u8),
    /// May upgrade a token: skip.
    Upgrade(u8),
    /// May refresh an assistant: skip.
    Refresh(u8),
    /// Must recruit.
    Recruit,
    /// Must turn an assistant to gold.
    UpgradeAssistant,
    /// Must rescue an assistant.
    Rescue,
    /// May use a supply assistant.
    UseSupply(Side),
    /// May choose an own assistant to exchange: skip.
    SwapOwn(u8),
    /// Chooses the supply assistant to exchange it for.
    SwapSupply,
    /// May pay a cost: index, skip.
    Pay(u8, u8),
    /// May pay a hand card: skip.
    PayCard(u8),
    /// Must choose the hand card of a cost.
    CardPart,
    /// Pays the travel icons of the open payment.
    PayIcons,
    /// May do what follows: skip.
    May(u8),
    /// Branches: how many there are, how many are taken, distance to the end. The `Branch` ops follow.
    Choose(u8, u8, u8),
    /// The distance from the `Choose` to the branch.
    Branch(u8),
    /// The Pass action.
    Pass,
    /// Icons for the pool.
    Travel(Icon, u8),
    /// May dig or discover: index, skip.
    Dig(u8, u8),
    /// May use the site just dug at again.
    ActivateAgain,
    /// May research: index.
    Research(u8),
    /// Turns up the top card of a deck.
    RevealTop(CardType),
    /// May buy: index.
    Buy(u8),
    /// May take a card.
    GainCard(CardType, From, To),
    /// Exiles the rightmost item.
    ExileRow,
    /// May overcome a guardian free of cost.
    Overcome(Reach),
    /// May use a site: index, skip, 1 = another one than before.
    Activate(u8, u8, u8),
    /// Uses the site in the frame.
    ActivateTarget,
    /// Turns up a site tile and uses it.
    ActivateStack(u8),
    /// May choose a figure to move: levels, skip.
    RelocateFrom(u8, u8),
    /// Chooses where it goes: levels.
    RelocateTo(u8),
    /// May choose a guardian to move: levels, skip.
    CrownFrom(u8, u8),
    /// Chooses where it goes: levels.
    CrownTo(u8),
    /// May take a figure back.
    ReturnFigure,
    /// All icons are planes this round.
    IconsAsPlane,
    /// No guardian Fear this round.
    IgnoreGuardianFear,
    /// May free a slot.
    ReturnSlottedIdol,
    /// May announce a number of cards: the most, the end, skip.
    Announce(u8, DeckEnd, u8),
    /// Must keep one of the cards seen.
    Keep,
    /// May put one of the cards seen back on top.
    ReturnTop,
    /// The other cards seen go to the play area.
    RestToPlay,
    /// The figure arrives at the space in the frame.
    Arrive,
    /// The effect of the site of the space in the frame.
    SiteEffect,
    /// The idols of the place in the frame.
    TakeIdol,
    /// The site tile of the place in the frame.
    RevealSite,
    /// The guardian of the place in the frame.
    PlaceGuardian,
    /// The guardian of the site in the frame is overcome.
    TakeGuardian,
    /// Whether to use the effect of an artifact just obtained.
    AskEffect,
    /// The effect of the card in the frame.
    CardEffect,
    /// The bonus tile of the space in the frame.
    TakeBonus,
    /// Which of bonus tile and row effect comes first.
    Order,
    /// The row effect of the space in the frame.
    RowEffect,
    /// The effect of the bonus tile in the frame.
    BonusEffect,
    /// The tile of the Lost Temple stack.
    TempleLook,
}

const _: () = assert!(size_of::<Op>() <= 4);

/// Frames the state has room for.
pub const STACK: usize = 32;

/// The procedures of the main actions, at fixed places in front of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proc {
    /// R50.
    Dig,
    /// R52.
    Discover,
    /// R56 with a card in the cost.
    OvercomeCard,
    /// R56.
    Overcome,
    /// R78.
    Artifact,
    /// R100.
    Research,
    /// R102.
    Temple,
}

const PROCS: &[(Proc, &[Op])] = &[
    (Proc::Dig, &[Op::PayIcons, Op::Arrive, Op::SiteEffect, Op::End]),
    (Proc::Discover, &[Op::PayIcons, Op::Arrive, Op::TakeIdol, Op::RevealSite, Op::PlaceGuardian, Op::End]),
    (Proc::OvercomeCard, &[Op::CardPart, Op::PayIcons, Op::TakeGuardian, Op::End]),
    (Proc::Overcome, &[Op::PayIcons, Op::TakeGuardian, Op::End]),
    (Proc::Artifact, &[Op::AskEffect, Op::CardEffect, Op::End]),
    // `Order` sets the frame to the second part before it calls the first.
    (Proc::Research, &[Op::TakeBonus, Op::Order, Op::RowEffect, Op::End, Op::BonusEffect, Op::End]),
    (Proc::Temple, &[Op::TempleLook, Op::BonusEffect, Op::End]),
];

impl Proc {
    /// Where the procedure begins.
    pub const fn pc(self) -> Pc {
        let mut at = 0;
        let mut i = 0;
        while i < self as usize {
            at += PROCS[i].1.len();
            i += 1;
        }
        at as Pc
    }
}

/// A compiled effect: where it begins and how many ops it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The first op.
    pub start: Pc,
    /// How many ops.
    pub len: u16,
    /// Whether a printed step needs an answer: any but `gain` and `fear` (R101).
    pub asks: bool,
    /// Whether a part happens without the player's consent (R79).
    pub unavoidable: bool,
}

/// All ops and the tables they index.
#[derive(Debug, Default)]
pub struct Code {
    /// The ops.
    pub ops: Vec<Op>,
    /// Costs of `Pay`.
    pub costs: Vec<Cost>,
    /// Parameters of `Dig`.
    pub digs: Vec<Dig>,
    /// Parameters of `Research`.
    pub researches: Vec<Research>,
    /// Parameters of `Buy`.
    pub buys: Vec<Buy>,
    /// Parameters of `Activate`.
    pub activates: Vec<Activate>,
    /// What the branches of choices and the steps behind a price do, in words, by the op they belong to.
    pub meanings: Vec<(Pc, String)>,
}

fn index<T: PartialEq>(table: &mut Vec<T>, value: T) -> Result<u8, String> {
    let at = table.iter().position(|v| *v == value).unwrap_or_else(|| {
        table.push(value);
        table.len() - 1
    });
    u8::try_from(at).map_err(|_| "there are too many different effects".to_string())
}

impl Code {
    /// A table that holds the procedures.
    pub fn new() -> Self {
        let mut code = Self::default();
        for (proc, ops) in PROCS {
            debug_assert_eq!(code.ops.len(), proc.pc() as usize, "procedures lie where they say");
            code.ops.extend_from_slice(ops);
        }
        code
    }

    /// Adds an effect.
    pub fn compile(&mut self, effect: &Effect) -> Result<Program, String> {
        let start = self.ops.len();
        self.steps(effect)?;
        self.ops.push(Op::End);
        let too_long = || "there are too many effects".to_string();
        Ok(Program {
            start: Pc::try_from(start).map_err(|_| too_long())?,
            len: u16::try_from(self.ops.len() - start).map_err(|_| too_long())?,
            asks: effect.iter().any(|s| !matches!(s, Step::Gain(_) | Step::Fear(_))),
            unavoidable: effect.iter().any(|s| matches!(s, Step::Fear(_) | Step::ActivateStack(_))),
        })
    }

    fn steps(&mut self, effect: &Effect) -> Result<(), String> {
        for (i, step) in effect.iter().enumerate() {
            // R110: a draw that is followed by a discard is not asked.
            let forced = matches!(effect.get(i + 1), Some(Step::Discard(_)));
            self.step(step, forced)?;
        }
        Ok(())
    }

    /// Compiles a block behind an op that jumps over it when declined.
    fn guarded(&mut self, op: impl Fn(u8) -> Op, between: &[Op], then: &Effect) -> Result<(), String> {
        let at = self.ops.len();
        self.meanings.push((at as Pc, super::words::wish(then)));
        self.ops.push(op(0));
        self.ops.extend_from_slice(between);
        self.steps(then)?;
        self.ops[at] = op(self.distance(at)?);
        Ok(())
    }

    fn distance(&self, from: usize) -> Result<u8, String> {
        u8::try_from(self.ops.len() - from).map_err(|_| "the effect is too long".to_string())
    }

    fn repeat(&mut self, n: u8, op: impl Fn(u8) -> Op) {
        self.ops.extend((0..n).map(|i| op(n - i)));
    }

    fn step(&mut self, step: &Step, forced: bool) -> Result<(), String> {
        match step {
            Step::Gain(goods) => {
                self.ops.extend(Good::ALL.iter().zip(goods).filter(|(_, n)| **n > 0).map(|(&good, &n)| Op::Gain(good, n)));
            }
            Step::GainPer(good, per, max) => self.ops.push(Op::GainPer(*good, *per, *max)),
            Step::Fear(n) => self.ops.push(Op::Fear(*n)),
            Step::Draw(end, n) if forced => self.repeat(*n, |_| Op::DrawForced(*end)),
            Step::Draw(end, n) => self.repeat(*n, |skip| Op::Draw(*end, skip)),
            Step::DrawKeep { max, from, return_top } => {
                let skip = if *return_top > 0 { 4 } else { 3 };
                self.ops.extend([Op::Announce(*max, *from, skip), Op::Keep]);
                self.ops.extend((*return_top > 0).then_some(Op::ReturnTop));
                self.ops.push(Op::RestToPlay);
            }
            Step::Discard(n) => self.repeat(*n, |_| Op::Discard),
            Step::Exile(n) => self.repeat(*n, Op::Exile),
            Step::Upgrade(n) => self.repeat(*n, Op::Upgrade),
            Step::Refresh(n) => self.repeat(*n, Op::Refresh),
            Step::Recruit => self.ops.push(Op::Recruit),
            Step::UpgradeAssistant => self.ops.push(Op::UpgradeAssistant),
            Step::Rescue => self.ops.push(Op::Rescue),
            Step::UseSupply(side) => self.ops.push(Op::UseSupply(*side)),
            Step::Swap => self.ops.extend([Op::SwapOwn(2), Op::SwapSupply]),
            Step::Pay(cost, then) => self.pay(cost, then)?,
            Step::Choose(count, branches) => self.choose(*count, branches)?,
            Step::May(then) => self.guarded(Op::May, &[], then)?,
            Step::Pass(then) => {
                self.ops.push(Op::Pass);
                self.steps(then)?;
            }
            Step::Travel(icons) => {
                self.ops.extend(Icon::ALL.iter().zip(icons).filter(|(_, n)| **n > 0).map(|(&icon, &n)| Op::Travel(icon, n)));
            }
            Step::Dig(dig) => {
                let at = index(&mut self.digs, *dig)?;
                if dig.discount.iter().sum::<u8>() > 2 {
                    return Err("dig: a discount has at most two icons".to_string());
                }
                self.ops.push(Op::Dig(at, if dig.activations > 1 { 2 } else { 1 }));
                self.ops.extend((dig.activations > 1).then_some(Op::ActivateAgain));
            }
            Step::Research(research) => {
                let at = index(&mut self.researches, *research)?;
                self.ops.push(Op::Research(at));
            }
            Step::Buy(buy) => {
                let at = index(&mut self.buys, *buy)?;
                self.ops.extend(buy.deck_top.then_some(Op::RevealTop(buy.cards)));
                self.ops.push(Op::Buy(at));
            }
            Step::GainCard(cards, from, to) => self.ops.push(Op::GainCard(*cards, *from, *to)),
            Step::ExileRow => self.ops.push(Op::ExileRow),
            Step::Overcome(reach) => self.ops.push(Op::Overcome(*reach)),
            Step::Activate(activate) => {
                let at = index(&mut self.activates, *activate)?;
                for i in 0..activate.count {
                    self.ops.push(Op::Activate(at, activate.count - i, i));
                }
            }
            Step::ActivateTarget => self.ops.push(Op::ActivateTarget),
            Step::ActivateStack(level) => self.ops.push(Op::ActivateStack(*level)),
            Step::Relocate(Levels(to), then) => self.guarded(|skip| Op::RelocateFrom(*to, skip), &[Op::RelocateTo(*to)], then)?,
            Step::MoveGuardian(Levels(to), then) => self.guarded(|skip| Op::CrownFrom(*to, skip), &[Op::CrownTo(*to)], then)?,
            Step::ReturnFigure => self.ops.push(Op::ReturnFigure),
            Step::IconsAsPlane => self.ops.push(Op::IconsAsPlane),
            Step::IgnoreGuardianFear => self.ops.push(Op::IgnoreGuardianFear),
            Step::ReturnSlottedIdol => self.ops.push(Op::ReturnSlottedIdol),
        }
        Ok(())
    }

    fn pay(&mut self, cost: &Cost, then: &Effect) -> Result<(), String> {
        check_cost(cost)?;
        // R125: where a card is the whole price, naming the card is the payment.
        if *cost == (Cost { cards: 1, ..Cost::default() }) {
            return self.guarded(Op::PayCard, &[], then);
        }
        let at = index(&mut self.costs, *cost)?;
        let mut between = Vec::new();
        between.extend((cost.cards > 0).then_some(Op::CardPart));
        between.extend((cost.icons != [0; Icon::COUNT]).then_some(Op::PayIcons));
        self.guarded(|skip| Op::Pay(at, skip), &between, then)
    }

    fn choose(&mut self, count: u8, branches: &[Effect]) -> Result<(), String> {
        let at = self.ops.len();
        let n = branches.len() as u8;
        self.ops.push(Op::Choose(n, count, 0));
        self.ops.extend(branches.iter().map(|_| Op::Branch(0)));
        let mut ends = Vec::new();
        for (i, branch) in branches.iter().enumerate() {
            self.ops[at + 1 + i] = Op::Branch(self.distance(at)?);
            self.meanings.push(((at + 1 + i) as Pc, super::words::effect(branch)));
            self.steps(branch)?;
            ends.push(self.ops.len());
            // Several picks come back to the choice: their branches run in frames of their own.
            self.ops.push(if count > 1 { Op::End } else { Op::Jump(0) });
        }
        let end = self.ops.len();
        self.ops[at] = Op::Choose(n, count, self.distance(at)?);
        for from in ends.into_iter().filter(|_| count == 1) {
            self.ops[from] = Op::Jump((end - from) as u8);
        }
        Ok(())
    }
}

/// Refuses costs the payment procedure cannot ask for (R36, R42).
pub fn check_cost(cost: &Cost) -> Result<(), String> {
    if cost.icons.iter().sum::<u8>() > 2 {
        return Err("a cost has at most two travel icons".to_string());
    }
    if cost.cards > 1 || (cost.cards > 0 && cost.icons != [0; Icon::COUNT]) {
        return Err("a cost has at most one card, and then no travel icons".to_string());
    }
    Ok(())
}

impl Code {
    /// Whether the frame ends after the op at `pc`, so that a call may take its place.
    #[inline]
    pub fn is_last(&self, pc: Pc) -> bool {
        let mut at = pc as usize + 1;
        while let Op::Jump(n) = self.ops[at] {
            at += n as usize;
        }
        self.ops[at] == Op::End
    }
}
