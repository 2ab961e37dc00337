//! Agartha: bid with face-down tokens for cards and actions, then collect and activate the cards on a board.

mod actions;
mod advice;
mod apply;
mod check;
mod content;
mod describe;
mod legal;
mod observe;
mod rules;
mod score;
mod setup;
mod state;
mod words;

use crate::core::options::GLANCE;
use crate::core::{Content, OptionSpec, Options, Problems, Rules, Turn};

use describe::events;

pub use actions::Act;
pub use content::{Components, LevelRow};
pub use score::Points;
pub use state::{Bid, Board, Decision, PLAYERS, ROUNDS, State};
pub use words::{
    Area, CARDS, Card, Deed, Goal, Level, POSITIONS, Position, SLOTS, Site, Slot, Spot, TILES, TOKENS, Tile, Token, Zone,
};

/// The player who gets the third card when two tie for three (R8.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ThirdCard {
    First,
    Second,
    Stays,
}

/// The rules of Agartha.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Agartha {
    seats: usize,
    padded: bool,
    glance: bool,
    /// R6.6
    swap_triggers_activation: bool,
    /// R6.9
    reward_actions_optional: bool,
    /// R8.6
    third_card: ThirdCard,
    /// R10.8
    shared_victory_on_full_tie: bool,
    parts: Components,
    /// The most cards of each type, by which observations are scaled; if padded, over all numbers of players.
    most: [u8; CARDS],
}

impl Agartha {
    /// The components for this number of players.
    pub fn parts(&self) -> &Components {
        &self.parts
    }
}

impl Rules for Agartha {
    type State = State;
    type Action = Act;
    const NAME: &'static str = "agartha";
    const VERSION: u16 = 2;
    const RULES: &'static str = include_str!("RULES.md");
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::int("players", (2, 4), 2, "seats (R2.1, R2.2)"),
        OptionSpec::switch("swap_triggers_activation", false, "a swap opens both its slots (R6.6)"),
        OptionSpec::switch("reward_actions_optional", true, "the draw after an exploration may be declined (R6.9)"),
        OptionSpec::switch("two_way_tie_third_card_to_first", true, "when two tie for three cards, the first picks twice (R8.6)"),
        OptionSpec::switch(
            "two_way_tie_rest_to_second",
            false,
            "when two tie for three cards, the second takes both others (R8.6)",
        ),
        OptionSpec::switch("shared_victory_on_full_tie", true, "players with the same points and amulets win together (R10.8)"),
        GLANCE,
    ];
    const CONTENT: &'static [(&'static str, &'static str)] = &[
        ("cards.toml", include_str!("content/cards.toml")),
        ("board.toml", include_str!("content/board.toml")),
        ("setup.toml", include_str!("content/setup.toml")),
    ];

    fn new(options: &Options, content: &Content) -> Result<Self, Problems> {
        let seats = options.int("players") as usize;
        let parts = Components::read(content, seats)?;
        Ok(Self {
            seats,
            padded: options.padded(),
            glance: options.glance(),
            swap_triggers_activation: options.switch("swap_triggers_activation"),
            reward_actions_optional: options.switch("reward_actions_optional"),
            third_card: match (options.switch("two_way_tie_rest_to_second"), options.switch("two_way_tie_third_card_to_first")) {
                (true, _) => ThirdCard::Second,
                (false, true) => ThirdCard::First,
                (false, false) => ThirdCard::Stays,
            },
            shared_victory_on_full_tie: options.switch("shared_victory_on_full_tie"),
            most: if options.padded() { parts.largest } else { parts.deck },
            parts,
        })
    }

    fn seats(&self) -> usize {
        self.seats
    }

    /// Setup: two cards per seat. A round: two decisions per token; a tile has at most three picks and three cards to place, and
    /// each of at most three takers stops once; a token in an action zone gives an action (two decisions) and a stop. A chain
    /// adds three decisions per activation, and activations are few: the characters of a village activation never come back
    /// (R6.8), and each exploration level works once (R6.9).
    fn decision_bound(&self) -> usize {
        let (seats, tiles) = (self.seats, self.parts.tiles);
        let villages = self.parts.deck[Card::Character as usize] / self.parts.village[0].characters;
        let round = seats * TOKENS * 2 + tiles * (POSITIONS * 2 + 3) + seats * TOKENS * 3;
        seats * 2 + ROUNDS as usize * round + (villages as usize + seats * 3) * 3
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.decision == Decision::Over { Turn::Over } else { Turn::Seat(state.actor) }
    }
}
