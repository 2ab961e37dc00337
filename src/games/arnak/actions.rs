//! The choices: 282 ids in 21 families (RULES.md section 19). The meaning of an id depends on the open node.

use super::rules::effects::ast::Icon;
use super::words::{Assistant, Bonus, Branch, Card, Column, Guardian, Number, Pick, Site, Slot, SlotOption, Space, TempleStack};
use crate::action_space;

action_space! {
    /// The choices of Lost Ruins of Arnak.
    pub enum Act {
        /// Play a hand card for its effect.
        Play(Card) = "play",
        /// Buy a row card; spend, exile, pay, take, keep or put down a card.
        Pick(Pick) = "pick",
        /// Send a figure there, or move it to or from there.
        Space(Space) = "space",
        /// Overcome the guardian there; use the site; move a guardian.
        Site(Site) = "site",
        /// Research with the magnifying glass into a column of the next row.
        Magnifier(Column) = "magnifier",
        /// Research with the notebook.
        Notebook(Column) = "notebook",
        /// Buy a temple tile.
        Temple(TempleStack) = "temple",
        /// Use one of the player's assistants.
        Use(Assistant) = "use",
        /// Choose an assistant: recruit, rescue, refresh, upgrade, swap, supply use.
        Assistant(Assistant) = "assistant",
        /// Use the boon of an overcome guardian.
        Boon(Guardian) = "boon",
        /// Put an idol into the leftmost empty slot.
        Slot(SlotOption) = "slot",
        /// Take the idol out of a slot.
        FreeSlot(Slot) = "free_slot",
        /// A branch of a choice, the direction of an upgrade, the order of two effects.
        Branch(Branch) = "branch",
        /// A number of cards.
        Number(Number) = "number",
        /// A kind of bonus tile.
        Tile(Bonus) = "tile",
        /// An icon of the pool, or which icon of a source pays.
        Icon(Icon) = "icon",
        /// Hire the pilot: 2 coins for a plane.
        Pilot = "pilot",
        /// Accept an optional step.
        Accept = "accept",
        /// Decline it, or keep the rest.
        Decline = "decline",
        /// Pass.
        Pass = "pass",
        /// Finish the turn.
        EndTurn = "end_turn",
    }
}

/// The first id of each block, for whole-block writes into an action set.
pub mod at {
    use super::Act;

    /// `Play`.
    pub const PLAY: usize = Act::block("play");
    /// `Pick`.
    pub const PICK: usize = Act::block("pick");
    /// `Space`.
    pub const SPACE: usize = Act::block("space");
    /// `Site`.
    pub const SITE: usize = Act::block("site");
    /// `Magnifier`.
    pub const MAGNIFIER: usize = Act::block("magnifier");
    /// `Notebook`.
    pub const NOTEBOOK: usize = Act::block("notebook");
    /// `Temple`.
    pub const TEMPLE: usize = Act::block("temple");
    /// `Use`.
    pub const USE: usize = Act::block("use");
    /// `Assistant`.
    pub const ASSISTANT: usize = Act::block("assistant");
    /// `Boon`.
    pub const BOON: usize = Act::block("boon");
    /// `Slot`.
    pub const SLOT: usize = Act::block("slot");
    /// `FreeSlot`.
    pub const FREE_SLOT: usize = Act::block("free_slot");
    /// `Branch`.
    pub const BRANCH: usize = Act::block("branch");
    /// `Number`.
    pub const NUMBER: usize = Act::block("number");
    /// `Tile`.
    pub const TILE: usize = Act::block("tile");
    /// `Icon`.
    pub const ICON: usize = Act::block("icon");
    /// `Pilot`.
    pub const PILOT: usize = Act::block("pilot");
    /// `Accept`.
    pub const ACCEPT: usize = Act::block("accept");
    /// `Decline`.
    pub const DECLINE: usize = Act::block("decline");
    /// `Pass`.
    pub const PASS: usize = Act::block("pass");
    /// `EndTurn`.
    pub const END_TURN: usize = Act::block("end_turn");
}
