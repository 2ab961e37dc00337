//! Which choice is open, by name (RULES.md section 20).

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
            // It never waits.
            Op::Run(_) => Decision::Turn,
        }
    }
}
