//! The words of the game.

use crate::index_type;

/// The points of the lantern (R3.2).
pub const LANTERN: u8 = 10;

index_type! {
    /// Steps to lead the rope down: one more than the number.
    pub struct Steps(3) "steps";
}
