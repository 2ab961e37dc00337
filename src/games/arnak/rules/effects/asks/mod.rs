//! The steps that ask a question, by chapter.

mod assistants;
mod board;
mod cards;
mod payment;
mod research;

pub use assistants::{Recruit, Refresh, Rescue, SwapOwn, SwapSupply, UpgradeAssistant, UseSupply};
pub use board::{
    Activate, ActivateAgain, CrownFrom, CrownTo, Dig, Overcome, RelocateFrom, RelocateTo, ReturnFigure, ReturnSlottedIdol,
};
pub use cards::{Announce, AskEffect, Buy, Discard, Draw, Exile, GainCard, Keep, ReturnTop};
pub use payment::{Choose, May, Pay, PayCard, PayIcons, Upgrade};
pub use research::{Order, Research, TakeBonus, TempleLook};
