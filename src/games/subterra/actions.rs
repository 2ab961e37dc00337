//! The action space: every choice of section 14 as a verb with arguments.

use super::Subterra;
use super::board::{Cell, Side, X_MAX, Y_MAX};
use super::state::State;
use super::words::{Face, Object, Reach, Sheet, Sides, Spot, TileKind};
use crate::{action_space, index_type};

/// Columns of the temple.
const COLUMNS: u8 = 2 * X_MAX as u8 + 1;

index_type! {
    /// A cell that can be named: the rows y = 0 to 35 from west to east, then the outer vault of ruling S2. The exit
    /// cell is never a target.
    pub struct Target(COLUMNS as usize * (Y_MAX as usize + 1) + 1) "cell";
}

impl Target {
    /// The outer vault, the one cell that can lie outside the seven columns.
    pub const OUTER_VAULT: Self = Self(Self::COUNT as u8 - 1);

    /// The target of a cell in play other than the exit.
    pub const fn of(cell: Cell) -> Self {
        if cell.is_outer() { Self::OUTER_VAULT } else { Self((cell.y() as u8) * COLUMNS + (cell.x() + X_MAX) as u8) }
    }

    /// The cell it names in a state.
    pub fn cell(self, state: &State) -> Cell {
        if self == Self::OUTER_VAULT { state.vault } else { Cell::at((self.0 % COLUMNS) as i8 - X_MAX, (self.0 / COLUMNS) as i8) }
    }
}

action_space! {
    /// The choices of Sub Terra II. The first blocks are the actions of a turn (D2), the last ones are answers.
    pub enum Act {
        /// Take a sheet (D1).
        Draft(Sheet) = "draft",
        /// End the action part (D2).
        End = "end",
        /// Push yourself: 1 HP for 1 AP (R22).
        Push = "push",
        /// Reveal a tile (R23).
        Reveal(Side) = "reveal",
        /// Move (R24).
        Move(Side) = "move",
        /// Explore (R25).
        Explore(Side) = "explore",
        /// Heal yourself or another explorer here (R26).
        Heal(Sheet) = "heal",
        /// Pick up an object (R27).
        PickUp(Object) = "pick up",
        /// Take an explorer's object (R27).
        Take(Sheet) = "take from",
        /// Give an object the explorer holds to another one (R27).
        Give(Sheet) = "give to",
        /// Put the explorer's object down (R27).
        PutDown = "put down",
        /// Attack a Guardian (R28).
        Attack = "attack",
        /// Run, with the first step (R29).
        Run(Side) = "run",
        /// Dig (R29).
        Dig(Spot) = "dig",
        /// Guide: two Reveals, with the first exit (R78).
        Illuminate(Side) = "illuminate",
        /// Scoundrel: two Moves, with the first step (R79).
        Sprint(Side) = "sprint",
        /// Aristocrat: another explorer may move (R80).
        Command(Sheet) = "command",
        /// Aristocrat: place a Journal (R80).
        Research = "research",
        /// Foreman: Dig for less (R81).
        Excavate(Spot) = "excavate",
        /// Foreman: his cell becomes Normal (R81).
        Consolidate = "consolidate",
        /// Sharpshooter: reveal at a distance (R84).
        Scope(Side) = "scope",
        /// Sharpshooter: eliminate a Guardian in a straight line (R83).
        Shoot(Side, Reach) = "shoot",
        /// Sapper: eliminate the Guardians of a neighbour cell (R82).
        Grenade(Side) = "grenade",
        /// Sapper: break through a side of his cell (R82).
        Demolish(Side) = "demolish",
        /// Veteran: eliminate a Guardian here (R85).
        Annihilate = "annihilate",
        /// Veteran: lose no HP until the next turn (R86).
        Brace = "brace",
        /// Healer: 2 HP for an explorer in sight (R87).
        Cure(Sheet) = "cure",
        /// Priest: HP for an explorer anywhere (R89).
        Revive(Sheet) = "revive",
        /// A side: the step or exit in D3, D4, D5, D8, D9, D16, D17, D18.
        Step(Side) = "step",
        /// A tile to keep or a Journal to place (D6, D8).
        Tile(TileKind) = "tile",
        /// An orientation by its open sides (D7, D8).
        Open(Sides) = "open",
        /// Agree to a take (D10).
        Agree = "agree",
        /// Refuse a take (D10).
        Refuse = "refuse",
        /// Stay, stop or decline (D3, D4, D5, D9).
        Decline = "decline",
        /// Keep the dice as they are (D11).
        Keep = "keep",
        /// Reroll the hazard die with a face (D11).
        Reroll(Face) = "reroll",
        /// Reroll the d6 (D11).
        RerollSix = "reroll d6",
        /// Resolve the hazard die with a face first (D12).
        Resolve(Face) = "resolve",
        /// The victim of a Guardian's attack (D15).
        Victim(Sheet) = "victim",
        /// A cell: the Priest's Purify among the actions (R89), else the answer in D8, D13, D14, D18.
        Cell(Target) = "cell",
    }
}

impl Subterra {
    pub(super) fn action_name(&self, action: Act) -> String {
        let verb = crate::core::Action::verb(action);
        match action {
            Act::Draft(sheet)
            | Act::Heal(sheet)
            | Act::Take(sheet)
            | Act::Give(sheet)
            | Act::Command(sheet)
            | Act::Cure(sheet)
            | Act::Revive(sheet)
            | Act::Victim(sheet) => format!("{verb} {}", sheet.name()),
            Act::Reveal(side)
            | Act::Move(side)
            | Act::Explore(side)
            | Act::Run(side)
            | Act::Illuminate(side)
            | Act::Sprint(side)
            | Act::Scope(side)
            | Act::Grenade(side)
            | Act::Demolish(side)
            | Act::Step(side) => format!("{verb} {}", side.name()),
            Act::PickUp(object) => format!("{verb} {}", object.name()),
            Act::Dig(spot) | Act::Excavate(spot) => format!("{verb} {}", spot.name()),
            Act::Shoot(side, reach) => format!("{verb} {} {}", side.name(), reach.0 + 1),
            Act::Tile(tile) => format!("{verb} {}", self.tables.tile_names[tile.at()]),
            Act::Open(sides) if sides.0 == 0 => format!("{verb} nothing"),
            Act::Open(sides) => format!("{verb} {}", sides.letters()),
            Act::Reroll(face) | Act::Resolve(face) => format!("{verb} {}", face.name()),
            Act::Cell(Target::OUTER_VAULT) => format!("{verb} outer vault"),
            Act::Cell(Target(id)) => format!("{verb} {},{}", (id % COLUMNS) as i8 - X_MAX, id / COLUMNS),
            Act::End
            | Act::Push
            | Act::PutDown
            | Act::Attack
            | Act::Research
            | Act::Consolidate
            | Act::Annihilate
            | Act::Brace
            | Act::Agree
            | Act::Refuse
            | Act::Decline
            | Act::Keep
            | Act::RerollSix => verb.to_string(),
        }
    }
}
