//! The choices, in the words of the game.

use super::words::Steps;
use crate::action_space;

action_space! {
    /// The choices of The Shaft.
    pub enum Act {
        /// Lead the rope down (R2.1).
        Lead(Steps) = "lead",
    }
}
