//! The choices: one block of cells for everything done on the board, one block of cards for every payment.

use super::words::{Card, Cards, Cell, Combination, IDENTICAL_AT, JOKER_AT, Player, Rank, Site};
use crate::action_space;

action_space! {
    /// The choices of Kathmandu.
    pub enum Act {
        /// A cell: put a token there or take it back (R6), or choose a token to exchange (R9.5, R9.6).
        Cell(Cell) = "cell",
        /// Put a token on a card of the site list (R6.3).
        PutSite(Rank) = "put on site",
        /// Put a token on a card of the personality list (R6.3).
        PutPersonality(Rank) = "put on personality",
        /// Take a token back from a card of the site list (R6.4).
        BackSite(Rank) = "take back from site",
        /// Take a token back from a card of the personality list (R6.4).
        BackPersonality(Rank) = "take back from personality",
        /// Forgo the rest of the budget (R6.4).
        Stop = "stop",
        /// Use cards to place tokens (R6.1).
        Place(Cards) = "place with",
        /// Take a personality (R7).
        Take(Rank) = "take personality",
        /// Remove a coloured dig (R8).
        Remove(Site) = "remove",
        /// Remove a dig without colour with the curator (R9.3).
        Curator(Site) = "curator",
        /// Steal a card with the rogue (R9.4).
        Rogue(Player) = "rogue",
        /// Exchange two excavation tokens with the controller (R9.5).
        Controller = "controller",
        /// Discard the whole hand (R5.3, an option).
        BountyHunter = "bounty hunter",
        /// Lay the whole hand down (R5.3, an option).
        Pass = "pass",
        /// A card to discard, use or pay with.
        Card(Card) = "card",
        /// The player whose tokens replace them on the board (R9.6).
        Owner(Player) = "owner",
    }
}

impl Act {
    /// Red cards laid down unseen as the others see them (R15.3): their number and purpose, not their faces. `using` says that the
    /// question is which card to use; discards and payments are shown.
    pub(super) fn seen_as(self, using: bool) -> Option<Self> {
        match self {
            Self::Place(cards) => match cards.combination() {
                Combination::Different(..) => Some(Self::Place(Cards(0))),
                Combination::Identical(card) if card.is_personality() => Some(Self::Place(Cards(IDENTICAL_AT as u8 + 1))),
                Combination::Joker(card) if card.is_personality() => Some(Self::Place(Cards(JOKER_AT as u8 + 1))),
                Combination::Identical(_) | Combination::Joker(_) | Combination::Archaeologist | Combination::Eminence => None,
            },
            Self::Card(card) if using && card.is_personality() => Some(Self::Card(Card(1))),
            _ => None,
        }
    }
}
