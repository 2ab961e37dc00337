//! The open choice, by name (RULES.md section 20).

use crate::games::arnak::Arnak;
use crate::games::arnak::rules::effects::program::Op;
use crate::games::arnak::rules::effects::question::Question;
use crate::games::arnak::state::{Phase, State};
use crate::named_enum;

named_enum! {
    /// The kinds of decisions.
    pub enum Decision "decision" {
        /// D1.
        Turn = "turn",
        /// D2.
        AfterMain = "after main action",
        /// D3.
        Travel = "travel payment",
        /// D4.
        WhichIcon = "which icon",
        /// D5.
        CardPayment = "card payment",
        /// D6.
        Draw = "draw",
        /// D7.
        Exile = "exile",
        /// D8.
        Upgrade = "upgrade",
        /// D8.
        Choice = "choice",
        /// D8.
        Order = "order of effects",
        /// D9.
        Pay = "pay",
        /// D9.
        PayCard = "pay a card",
        /// D10.
        Dig = "dig",
        /// D10.
        Research = "research",
        /// D10.
        Buy = "buy",
        /// D10.
        GainCard = "gain a card",
        /// D10.
        Overcome = "overcome",
        /// D10.
        Activate = "use a site",
        /// D11.
        RelocateFrom = "move from",
        /// D12.
        RelocateTo = "move to",
        /// D11.
        GuardianFrom = "guardian from",
        /// D12.
        GuardianTo = "guardian to",
        /// D13.
        Recruit = "recruit",
        /// D13.
        UpgradeAssistant = "upgrade an assistant",
        /// D14.
        Refresh = "refresh",
        /// D14.
        UseSupply = "use a supply assistant",
        /// D14.
        SwapOwn = "exchange from",
        /// D15.
        SwapSupply = "exchange for",
        /// D15.
        Rescue = "rescue",
        /// D16.
        TempleTile = "lost temple tile",
        /// D17.
        BonusTile = "bonus tile",
        /// D18.
        UseEffect = "use the effect",
        /// D18.
        Again = "use the site again",
        /// D19.
        Announce = "announce",
        /// D20.
        KeepOne = "keep one",
        /// D20.
        ReturnTop = "return to top",
        /// D21.
        Discard = "discard",
        /// D22.
        FreeSlot = "free a slot",
        /// D22.
        ReturnFigure = "take a figure back",
        /// D23.
        Keep = "keep hand cards",
        /// The game has ended.
        Over = "over",
    }
}

impl Decision {
    /// The meaning of declining the open choice.
    pub(in crate::games::arnak) const fn declined(self) -> &'static str {
        match self {
            Self::Draw => "draw nothing",
            Self::Exile => "exile nothing",
            Self::Upgrade => "upgrade nothing",
            Self::Pay | Self::PayCard | Self::CardPayment | Self::Travel | Self::WhichIcon => "pay nothing and skip the effect",
            Self::Dig => "send no archaeologist",
            Self::Research => "do not research",
            Self::Buy => "buy nothing",
            Self::GainCard | Self::KeepOne => "take no card",
            Self::Overcome => "overcome no guardian",
            Self::Activate | Self::Again => "use no site",
            Self::RelocateFrom | Self::RelocateTo => "move no archaeologist",
            Self::GuardianFrom | Self::GuardianTo => "move no guardian",
            Self::Recruit | Self::SwapSupply => "take no assistant",
            Self::UpgradeAssistant => "turn no assistant to gold",
            Self::Refresh => "make no assistant ready",
            Self::UseSupply => "use no assistant of the supply",
            Self::SwapOwn => "keep your assistants",
            Self::Rescue => "rescue no assistant",
            Self::TempleTile | Self::BonusTile => "take no tile",
            Self::Announce => "look at no card",
            Self::ReturnTop => "put no card back on top",
            Self::Discard => "put no card down",
            Self::FreeSlot => "free no slot",
            Self::ReturnFigure => "take no archaeologist back",
            Self::Keep => "keep the rest of your hand",
            Self::Turn | Self::AfterMain | Self::Choice | Self::Order | Self::UseEffect | Self::Over => "skip it",
        }
    }

    /// The question to the player, in words.
    pub(in crate::games::arnak) const fn asks(self) -> &'static str {
        match self {
            Self::Turn => "take your turn",
            Self::AfterMain => "free actions, or end the turn",
            Self::Travel => "pay for the journey",
            Self::WhichIcon => "choose the icon to pay with",
            Self::CardPayment => "put a card down as payment",
            Self::Draw => "draw a card or not",
            Self::Exile => "exile a card",
            Self::Upgrade => "upgrade a resource",
            Self::Choice => "choose one of the effects",
            Self::Order => "choose which effect comes first",
            Self::Pay => "pay for the effect or not",
            Self::PayCard => "pay with a card of your hand",
            Self::Dig => "choose where to dig",
            Self::Research => "choose where to research",
            Self::Buy => "buy a card",
            Self::GainCard => "take a card",
            Self::Overcome => "choose a guardian to overcome",
            Self::Activate => "choose a site to use",
            Self::RelocateFrom => "choose the archaeologist to move",
            Self::RelocateTo => "choose where the archaeologist goes",
            Self::GuardianFrom => "choose the guardian to move",
            Self::GuardianTo => "choose where the guardian goes",
            Self::Recruit => "recruit an assistant",
            Self::UpgradeAssistant => "turn an assistant to gold",
            Self::Refresh => "refresh an assistant",
            Self::UseSupply => "use an assistant of the supply",
            Self::SwapOwn => "give an assistant away",
            Self::SwapSupply => "take another assistant",
            Self::Rescue => "rescue an assistant",
            Self::TempleTile => "choose a tile of the Lost Temple",
            Self::BonusTile => "choose a bonus tile",
            Self::UseEffect => "use the effect or not",
            Self::Again => "use the site again or not",
            Self::Announce => "say how many cards you look at",
            Self::KeepOne => "keep one of the cards",
            Self::ReturnTop => "put a card back on top",
            Self::Discard => "put a card into the play area",
            Self::FreeSlot => "free an idol slot",
            Self::ReturnFigure => "take an archaeologist back",
            Self::Keep => "put cards down or keep your hand",
            Self::Over => "the game is over",
        }
    }
}

impl Arnak {
    /// The choice that is open.
    pub(in crate::games::arnak) fn open_decision(&self, s: &State) -> Decision {
        let Some(frame) = s.stack.last() else {
            return match s.phase {
                Phase::Turns if s.main_used => Decision::AfterMain,
                Phase::Turns => Decision::Turn,
                Phase::Keep => Decision::Keep,
                Phase::Over => Decision::Over,
            };
        };
        match self.t.code.ops[frame.pc as usize] {
            Op::Ask(ask) => ask.decision(s),
            // A step that runs never waits for an answer.
            Op::Run(_) => Decision::Turn,
        }
    }
}
