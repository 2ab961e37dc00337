//! Effects as one flat table of small ops.

use super::asks;
use super::ast::{Activate, Buy, CardType, Cost, DeckEnd, Dig, Effect, Good, Icon, Levels, Per, Research, Step};
use super::question::Ask;

/// An index into the op table.
pub type Pc = u16;

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Runs without asking.
    Run(Run),
    /// Asks, or runs if there is nothing to ask.
    Ask(Ask),
}

/// A step that runs by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// The frame is done.
    End,
    /// Skips a number of ops.
    Jump(u8),
    /// Gains one kind of resource.
    Gain(Good, u8),
    /// Gains a resource for each of something.
    GainPer(Good, Per, u8),
    /// Takes Fear.
    Fear(u8),
    /// Draws a card without asking.
    Draw(DeckEnd),
    /// The distance from the `Choose` to the branch.
    Branch(u8),
    /// The Pass action.
    Pass,
    /// Icons for the pool.
    Travel(Icon, u8),
    /// Turns up the top card of a deck.
    RevealTop(CardType),
    /// Exiles the rightmost item.
    ExileRow,
    /// Uses the site in the frame.
    ActivateTarget,
    /// Turns up a site tile and uses it.
    ActivateStack(u8),
    /// All icons are planes this round.
    IconsAsPlane,
    /// No guardian Fear this round.
    IgnoreGuardianFear,
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
    /// The effect of the card in the frame.
    CardEffect,
    /// The row effect of the space in the frame.
    RowEffect,
    /// The effect of the bonus tile in the frame.
    BonusEffect,
}

const _: () = assert!(size_of::<Op>() <= 5);

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
    (Proc::Dig, &[PAY_ICONS, Op::Run(Run::Arrive), Op::Run(Run::SiteEffect), END]),
    (
        Proc::Discover,
        &[PAY_ICONS, Op::Run(Run::Arrive), Op::Run(Run::TakeIdol), Op::Run(Run::RevealSite), Op::Run(Run::PlaceGuardian), END],
    ),
    (Proc::OvercomeCard, &[CARD_PART, PAY_ICONS, Op::Run(Run::TakeGuardian), END]),
    (Proc::Overcome, &[PAY_ICONS, Op::Run(Run::TakeGuardian), END]),
    (Proc::Artifact, &[Op::Ask(Ask::AskEffect(asks::AskEffect)), Op::Run(Run::CardEffect), END]),
    // `Order` sets the frame to the second part before it calls the first.
    (
        Proc::Research,
        &[
            Op::Ask(Ask::TakeBonus(asks::TakeBonus)),
            Op::Ask(Ask::Order(asks::Order)),
            Op::Run(Run::RowEffect),
            END,
            Op::Run(Run::BonusEffect),
            END,
        ],
    ),
    (Proc::Temple, &[Op::Ask(Ask::TempleLook(asks::TempleLook)), Op::Run(Run::BonusEffect), END]),
];

const END: Op = Op::Run(Run::End);
const PAY_ICONS: Op = Op::Ask(Ask::PayIcons(asks::PayIcons));
const CARD_PART: Op = Op::Ask(Ask::Discard(asks::Discard::COST));

impl Proc {
    /// The first op of the procedure.
    pub const fn pc(self) -> Pc {
        let mut at = 0;
        let mut i = 0;
        while i < self as usize {
            at += PROCS[i].1.len();
            i += 1;
        }
        at as Pc
    }

    /// The op after its last one.
    pub const fn end(self) -> Pc {
        self.pc() + PROCS[self as usize].1.len() as Pc
    }
}

/// A compiled effect: its first op and its length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Its first op.
    pub start: Pc,
    /// Number of ops.
    pub len: u16,
    /// Whether a printed step needs an answer: any but `gain` and `fear` (R101).
    pub asks: bool,
    /// Whether a part happens without the player's consent (R79).
    pub unavoidable: bool,
}

/// All ops and the tables they refer to.
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
    /// The distance of each op from the beginning of its effect or procedure.
    pub steps: Vec<u8>,
    /// The branches of choices and the steps that follow a price, in words, by the op they belong to.
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
    /// A table that holds only the procedures.
    pub fn new() -> Self {
        let mut code = Self::default();
        for (proc, ops) in PROCS {
            debug_assert_eq!(code.ops.len(), proc.pc() as usize, "every procedure begins at its `pc`");
            code.ops.extend_from_slice(ops);
            code.number_steps(proc.pc() as usize);
        }
        code
    }

    /// Adds an effect.
    pub fn compile(&mut self, effect: &Effect) -> Result<Program, String> {
        let start = self.ops.len();
        self.block(effect)?;
        self.ops.push(END);
        self.number_steps(start);
        let too_long = || "there are too many effects".to_string();
        Ok(Program {
            start: Pc::try_from(start).map_err(|_| too_long())?,
            len: u16::try_from(self.ops.len() - start).map_err(|_| too_long())?,
            asks: effect.iter().any(|s| !matches!(s, Step::Gain(_) | Step::Fear(_))),
            unavoidable: effect.iter().any(|s| matches!(s, Step::Fear(_) | Step::ActivateStack(_))),
        })
    }

    fn number_steps(&mut self, start: usize) {
        self.steps.extend((0..self.ops.len() - start).map(|i| u8::try_from(i).unwrap_or(u8::MAX)));
    }

    /// The resources a program can give, ignoring branches and prices.
    pub fn gains(&self, program: Program) -> [u8; Good::COUNT] {
        let mut goods = [0u8; Good::COUNT];
        for op in &self.ops[program.start as usize..(program.start + program.len) as usize] {
            if let Op::Run(Run::Gain(good, n)) = *op {
                goods[good as usize] = goods[good as usize].saturating_add(n);
            }
        }
        goods
    }

    fn block(&mut self, effect: &Effect) -> Result<(), String> {
        for (i, step) in effect.iter().enumerate() {
            // The frame keeps the site only until the next step that chooses something.
            let chosen = i == 0 && matches!(self.ops.last(), Some(Op::Ask(Ask::RelocateTo(_) | Ask::CrownTo(_))));
            if *step == Step::ActivateTarget && !chosen {
                return Err("activate_target stands first in relocate(…){…} or move_guardian(…){…}".to_string());
            }
            // R110: a draw that is followed by a discard is not asked.
            let forced = matches!(effect.get(i + 1), Some(Step::Discard(_)));
            self.step(step, forced)?;
        }
        Ok(())
    }

    /// Compiles a block after a question that jumps over it when declined.
    fn guarded(&mut self, ask: impl Fn(u8) -> Ask, between: &[Ask], then: &Effect) -> Result<(), String> {
        let at = self.ops.len();
        self.meanings.push((at as Pc, super::words::wish(then)));
        self.ask(ask(0));
        self.ops.extend(between.iter().copied().map(Op::Ask));
        self.block(then)?;
        self.ops[at] = Op::Ask(ask(self.distance(at)?));
        Ok(())
    }

    fn ask(&mut self, ask: Ask) {
        self.ops.push(Op::Ask(ask));
    }

    fn run(&mut self, run: Run) {
        self.ops.push(Op::Run(run));
    }

    fn distance(&self, from: usize) -> Result<u8, String> {
        u8::try_from(self.ops.len() - from).map_err(|_| "the effect is too long".to_string())
    }

    fn repeat(&mut self, n: u8, ask: impl Fn(u8) -> Ask) {
        self.ops.extend((0..n).map(|i| Op::Ask(ask(n - i))));
    }

    fn step(&mut self, step: &Step, forced: bool) -> Result<(), String> {
        match step {
            Step::Gain(goods) => {
                let gains = Good::ALL.iter().zip(goods).filter(|(_, n)| **n > 0);
                self.ops.extend(gains.map(|(&good, &n)| Op::Run(Run::Gain(good, n))));
            }
            Step::GainPer(good, per, max) => self.run(Run::GainPer(*good, *per, *max)),
            Step::Fear(n) => self.run(Run::Fear(*n)),
            Step::Draw(end, n) if forced => (0..*n).for_each(|_| self.run(Run::Draw(*end))),
            Step::Draw(end, n) => self.repeat(*n, |skip| Ask::Draw(asks::Draw { end: *end, skip })),
            Step::DrawKeep { max, from, return_top } => {
                let skip = if *return_top > 0 { 4 } else { 3 };
                self.ask(Ask::Announce(asks::Announce { max: *max, end: *from, skip }));
                self.ask(Ask::Keep(asks::Keep));
                self.ops.extend((*return_top > 0).then_some(Op::Ask(Ask::ReturnTop(asks::ReturnTop))));
                self.run(Run::RestToPlay);
            }
            Step::Discard(n) => self.repeat(*n, |_| Ask::Discard(asks::Discard::EFFECT)),
            Step::Exile(n) => self.repeat(*n, |skip| Ask::Exile(asks::Exile { skip })),
            Step::Upgrade(n) => self.repeat(*n, |skip| Ask::Upgrade(asks::Upgrade { skip })),
            Step::Refresh(n) => self.repeat(*n, |skip| Ask::Refresh(asks::Refresh { skip })),
            Step::Recruit => self.ask(Ask::Recruit(asks::Recruit)),
            Step::UpgradeAssistant => self.ask(Ask::UpgradeAssistant(asks::UpgradeAssistant)),
            Step::Rescue => self.ask(Ask::Rescue(asks::Rescue)),
            Step::UseSupply(side) => self.ask(Ask::UseSupply(asks::UseSupply { side: *side })),
            Step::Swap => {
                self.ask(Ask::SwapOwn(asks::SwapOwn { skip: 2 }));
                self.ask(Ask::SwapSupply(asks::SwapSupply));
            }
            Step::Pay(cost, then) => self.pay(cost, then)?,
            Step::Choose(count, branches) => self.choose(*count, branches)?,
            Step::May(then) => self.guarded(|skip| Ask::May(asks::May { skip }), &[], then)?,
            Step::Pass(then) => {
                self.run(Run::Pass);
                self.block(then)?;
            }
            Step::Travel(icons) => {
                let icons = Icon::ALL.iter().zip(icons).filter(|(_, n)| **n > 0);
                self.ops.extend(icons.map(|(&icon, &n)| Op::Run(Run::Travel(icon, n))));
            }
            Step::Dig(dig) => {
                let at = index(&mut self.digs, *dig)?;
                if dig.discount.iter().sum::<u8>() > 2 {
                    return Err("dig: a discount has at most two icons".to_string());
                }
                self.ask(Ask::Dig(asks::Dig { dig: at, skip: if dig.activations > 1 { 2 } else { 1 } }));
                self.ops.extend((dig.activations > 1).then_some(Op::Ask(Ask::ActivateAgain(asks::ActivateAgain))));
            }
            Step::Research(research) => {
                let research = index(&mut self.researches, *research)?;
                self.ask(Ask::Research(asks::Research { research }));
            }
            Step::Buy(buy) => {
                let at = index(&mut self.buys, *buy)?;
                self.ops.extend(buy.deck_top.then_some(Op::Run(Run::RevealTop(buy.cards))));
                self.ask(Ask::Buy(asks::Buy { buy: at }));
            }
            Step::GainCard(cards, from, to) => {
                self.ask(Ask::GainCard(asks::GainCard { cards: *cards, from: *from, to: *to }));
            }
            Step::ExileRow => self.run(Run::ExileRow),
            Step::Overcome(reach) => self.ask(Ask::Overcome(asks::Overcome { reach: *reach })),
            Step::Activate(activate) => {
                let at = index(&mut self.activates, *activate)?;
                for before in 0..activate.count {
                    self.ask(Ask::Activate(asks::Activate { activate: at, skip: activate.count - before, before }));
                }
            }
            Step::ActivateTarget => self.run(Run::ActivateTarget),
            Step::ActivateStack(level) => self.run(Run::ActivateStack(*level)),
            Step::Relocate(Levels(levels), then) => {
                let levels = *levels;
                let from = |skip| Ask::RelocateFrom(asks::RelocateFrom { levels, skip });
                self.guarded(from, &[Ask::RelocateTo(asks::RelocateTo { levels })], then)?;
            }
            Step::MoveGuardian(Levels(levels), then) => {
                let levels = *levels;
                let from = |skip| Ask::CrownFrom(asks::CrownFrom { levels, skip });
                self.guarded(from, &[Ask::CrownTo(asks::CrownTo { levels })], then)?;
            }
            Step::ReturnFigure => self.ask(Ask::ReturnFigure(asks::ReturnFigure)),
            Step::IconsAsPlane => self.run(Run::IconsAsPlane),
            Step::IgnoreGuardianFear => self.run(Run::IgnoreGuardianFear),
            Step::ReturnSlottedIdol => self.ask(Ask::ReturnSlottedIdol(asks::ReturnSlottedIdol)),
        }
        Ok(())
    }

    fn pay(&mut self, cost: &Cost, then: &Effect) -> Result<(), String> {
        check_cost(cost)?;
        // R125: if a card is the whole price, naming the card is the payment.
        if *cost == (Cost { cards: 1, ..Cost::default() }) {
            return self.guarded(|skip| Ask::PayCard(asks::PayCard { skip }), &[], then);
        }
        let at = index(&mut self.costs, *cost)?;
        let mut between = Vec::new();
        between.extend((cost.cards > 0).then_some(Ask::Discard(asks::Discard::COST)));
        between.extend((cost.icons != [0; Icon::COUNT]).then_some(Ask::PayIcons(asks::PayIcons)));
        self.guarded(|skip| Ask::Pay(asks::Pay { cost: at, skip }), &between, then)
    }

    fn choose(&mut self, count: u8, branches: &[Effect]) -> Result<(), String> {
        let at = self.ops.len();
        let choose = |end: u8| Ask::Choose(asks::Choose { branches: branches.len() as u8, picks: count, end });
        self.ask(choose(0));
        for _ in branches {
            self.run(Run::Branch(0));
        }
        let mut ends = Vec::new();
        for (i, branch) in branches.iter().enumerate() {
            self.ops[at + 1 + i] = Op::Run(Run::Branch(self.distance(at)?));
            self.meanings.push(((at + 1 + i) as Pc, super::words::effect(branch)));
            self.block(branch)?;
            ends.push(self.ops.len());
            // If several branches are picked, control returns to the choice: the branches run in frames of their own.
            self.run(if count > 1 { Run::End } else { Run::Jump(0) });
        }
        let end = self.ops.len();
        self.ops[at] = Op::Ask(choose(self.distance(at)?));
        for from in ends.into_iter().filter(|_| count == 1) {
            self.ops[from] = Op::Run(Run::Jump((end - from) as u8));
        }
        Ok(())
    }
}

/// Refuses costs that the payment procedure cannot ask for (R36, R42).
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
    /// Whether the frame ends after the op at `pc`, so that a call may replace it.
    #[inline]
    pub fn is_last(&self, pc: Pc) -> bool {
        let mut at = pc as usize + 1;
        while let Op::Run(Run::Jump(n)) = self.ops[at] {
            at += n as usize;
        }
        self.ops[at] == END
    }
}
