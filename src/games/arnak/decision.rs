//! Which choice is open, by name (RULES.md section 20).

use super::Arnak;
use super::effects::program::Op;
use super::state::{Icons, Phase, State};
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
    pub(super) fn open_decision(&self, s: &State) -> Decision {
        let Some(frame) = s.stack.last() else {
            return match s.phase {
                Phase::Turns if s.main_used => Decision::AfterMain,
                Phase::Turns => Decision::Turn,
                Phase::Keep => Decision::Keep,
                Phase::Over => Decision::Over,
            };
        };
        match self.t.code.ops[frame.pc as usize] {
            Op::PayIcons if s.payment.pending != Icons::default() => Decision::WhichIcon,
            Op::PayIcons => Decision::Travel,
            Op::CardPart => Decision::CardPayment,
            Op::Draw(..) => Decision::Draw,
            Op::Exile(_) => Decision::Exile,
            Op::Upgrade(_) => Decision::Upgrade,
            Op::Choose(..) => Decision::Choice,
            Op::Order => Decision::Order,
            Op::Pay(..) => Decision::Pay,
            Op::PayCard(_) => Decision::PayCard,
            Op::Dig(..) => Decision::Dig,
            Op::Research(_) => Decision::Research,
            Op::Buy(_) => Decision::Buy,
            Op::GainCard(..) => Decision::GainCard,
            Op::Overcome(_) => Decision::Overcome,
            Op::Activate(..) => Decision::Activate,
            Op::RelocateFrom(..) => Decision::RelocateFrom,
            Op::RelocateTo(_) => Decision::RelocateTo,
            Op::CrownFrom(..) => Decision::GuardianFrom,
            Op::CrownTo(_) => Decision::GuardianTo,
            Op::Recruit => Decision::Recruit,
            Op::UpgradeAssistant => Decision::UpgradeAssistant,
            Op::Refresh(_) => Decision::Refresh,
            Op::UseSupply(_) => Decision::UseSupply,
            Op::SwapOwn(_) => Decision::SwapOwn,
            Op::SwapSupply => Decision::SwapSupply,
            Op::Rescue => Decision::Rescue,
            Op::TempleLook => Decision::TempleTile,
            Op::TakeBonus => Decision::BonusTile,
            Op::May(_) | Op::AskEffect => Decision::UseEffect,
            Op::ActivateAgain => Decision::Again,
            Op::Announce(..) => Decision::Announce,
            Op::Keep => Decision::KeepOne,
            Op::ReturnTop => Decision::ReturnTop,
            Op::Discard => Decision::Discard,
            Op::ReturnSlottedIdol => Decision::FreeSlot,
            Op::ReturnFigure => Decision::ReturnFigure,
            // These never wait for a choice.
            Op::End
            | Op::Jump(_)
            | Op::Gain(..)
            | Op::GainPer(..)
            | Op::Fear(_)
            | Op::DrawForced(_)
            | Op::Branch(_)
            | Op::Pass
            | Op::Travel(..)
            | Op::RevealTop(_)
            | Op::ExileRow
            | Op::ActivateTarget
            | Op::ActivateStack(_)
            | Op::IconsAsPlane
            | Op::IgnoreGuardianFear
            | Op::RestToPlay
            | Op::Arrive
            | Op::SiteEffect
            | Op::TakeIdol
            | Op::RevealSite
            | Op::PlaceGuardian
            | Op::TakeGuardian
            | Op::CardEffect
            | Op::RowEffect
            | Op::BonusEffect => Decision::Turn,
        }
    }
}
