//! The choices, in the words of the game.

use super::words::{Card, Goal, Level, Position, Site, Slot, Tile, Token, Zone};
use crate::action_space;

action_space! {
    /// The choices of Agartha (R12.2).
    pub enum Act {
        /// Take up one of the player's own tokens (R4.2); nobody else sees which.
        Token(Token) = "token",
        /// Put it face down on a tile (R4.2).
        Place(Tile, Zone) = "place",
        /// Put the card in hand into a slot, or a moved amulet into its sector.
        Put(Goal) = "put",
        /// Name a card on the player's own board, to move or swap it.
        Take(Slot, Card) = "take",
        /// Draw the top card of the pile (R6.4).
        DrawPile = "draw",
        /// Take a face-up card of a tile: by a draw (R6.4) or as a share of a tie (R8.4).
        Choose(Tile, Position) = "choose",
        /// Activate an open slot with a level (R6.7).
        Activate(Site, Level) = "activate",
        /// Stop activating (R6.7).
        Stop = "stop",
        /// Do not carry out the action (R6.1).
        Decline = "decline",
    }
}
