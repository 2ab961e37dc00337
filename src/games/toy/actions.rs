//! The choices, in the words of the game.

use super::words::Steps;
use crate::action_space;

action_space! {
    /// The choices of The Shaft.
    pub enum Act {
        /// Lower the rope (R2.1).
        Lead(Steps) = "lead",
    }
}
