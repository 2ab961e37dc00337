//! Kathmandu: digs in a valley of hexes, two lists, and the right to take the digs one has fenced in.

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

use std::sync::{Arc, OnceLock};

use crate::core::options::GLANCE;
use crate::core::{Content, OptionSpec, Options, Problems, Rules, Seat, Turn};

use advice::fences::Fences;
use describe::events;

pub use actions::Act;
pub use content::Tables;
pub use rules::bits::Cells;
pub use rules::board::Board;
pub use rules::column::{Column, LIST, Listed, Supply};
pub use rules::geometry::{Land, distance};
pub use rules::pile::Pile;
pub use state::{COLOURS, Decision, Dig, Held, OWNED, PLAYERS, Place, Spent, State, Theft};
pub use words::{
    ARCHAEOLOGIST, BOUNTY_HUNTER, CARDS, COLOUR_NAMES, CONTROLLER, CURATOR, Card, Cards, Cell, Combination, EMINENCE, Player,
    ROGUE, Rank, Site,
};

/// The options that turn a ruling the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one switch of the rules")]
pub struct Switches {
    /// A turn may be passed (R5.3).
    pub voluntary_pass: bool,
    /// A single budget may both put down and take back (R6.4).
    pub mix: bool,
    /// The discard pile becomes the personality deck (R7.6).
    pub reshuffle: bool,
    /// An eminence may make an identical pair (R9.2).
    pub joker_pair: bool,
    /// Site cards that a curator takes count (R9.3).
    pub curator_scores: bool,
    /// An extension begins even if the bag cannot complete it (R13.2).
    pub partial_extension: bool,
    /// A token on a new site is lost (R11.4).
    pub evicted_is_lost: bool,
    /// Tokens left on the board cost points (R14.3).
    pub leftover_penalty: bool,
}

/// The largest numbers an observation can show, from the tables.
#[derive(Clone, Copy, Debug)]
struct Scales {
    /// Excavation tokens of one colour.
    excavation: f32,
    /// Personality cards.
    personalities: f32,
    /// Rounds (R13.4).
    rounds: u16,
}

/// The rules of Kathmandu.
#[derive(Debug)]
pub struct Kathmandu {
    seats: usize,
    short: bool,
    padded: bool,
    glance: bool,
    switches: Switches,
    scales: Scales,
    tables: Tables,
    /// For observations and evaluations; found on first use.
    fences: OnceLock<Arc<Fences>>,
}

impl Kathmandu {
    /// The board it is played on.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.tables.board
    }

    /// The tables it was built from.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The digs a seat could remove now with its hand: by paying colours and with the curator, one bit for each site.
    pub fn removable_now(&self, state: &State, seat: Seat) -> (u16, u16) {
        let found = self.removable(state, seat, &state.hand(seat));
        (found.coloured, found.black)
    }

    /// The tokens that count for a dig of the list (R10), if it is isolated.
    pub fn wall(&self, state: &State, dig: &Dig) -> Option<Cells> {
        let others = state.all_digs() & !dig.cells;
        self.board().land.contributing(dig.cells, others, state.all_tokens()).ok()
    }
}

/// An upper bound on the rounds of a game (R13.4).
fn round_bound(tables: &Tables) -> usize {
    let tokens: usize = tables.excavation.iter().map(|&n| usize::from(n)).sum();
    tokens + tables.board.site_cells.len() + 1
}

impl Rules for Kathmandu {
    type State = State;
    type Action = Act;
    const NAME: &'static str = "kathmandu";
    const VERSION: u16 = 2;
    const RULES: &'static str = include_str!("RULES.md");
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::int("players", (2, 4), 2, "seats (R2)"),
        OptionSpec::choice("variant", &["long", "short"], "long", "the short game removes site cards unseen (R2.2)"),
        OptionSpec::choice(
            "board",
            &["valley_narrow", "valley", "valley_small", "custom"],
            "valley_narrow",
            "the board; custom: the board with that id in the replaced table `boards` (R18)",
        ),
        OptionSpec::switch("voluntary_pass", false, "a turn may be passed by laying the whole hand down (R5.3)"),
        OptionSpec::switch("mix_place_and_take_back", true, "units of one action may put tokens down and take them back (R6.4)"),
        OptionSpec::switch(
            "personality_deck_reshuffles_discards",
            true,
            "an empty personality deck is made of the discard pile (R7.6)",
        ),
        OptionSpec::switch(
            "joker_allowed_for_identical_pair",
            true,
            "an eminence makes an identical pair with another card (R9.2)",
        ),
        OptionSpec::switch("curator_scores", true, "site cards that a curator takes score; else they are put aside (R9.3)"),
        OptionSpec::switch("partial_extension", true, "an extension is carried out as far as the bag lasts (R13.2)"),
        OptionSpec::switch("evicted_by_new_site_is_lost", false, "a token on a new site goes to the graveyard (R11.4)"),
        OptionSpec::choice(
            "leftover_penalty",
            &["all", "none"],
            "all",
            "all: tokens left on the board cost every player their points (R14.3)",
        ),
        GLANCE,
    ];
    const CONTENT: &'static [(&'static str, &'static str)] = &[
        ("boards.toml", include_str!("content/boards.toml")),
        ("cards.toml", include_str!("content/cards.toml")),
        ("setup.toml", include_str!("content/setup.toml")),
    ];

    fn new(options: &Options, content: &Content) -> Result<Self, Problems> {
        let tables = Tables::read(content, options.choice("board"))?;
        Ok(Self {
            seats: options.int("players") as usize,
            short: options.choice("variant") == "short",
            padded: options.padded(),
            glance: options.glance(),
            switches: Switches {
                voluntary_pass: options.switch("voluntary_pass"),
                mix: options.switch("mix_place_and_take_back"),
                reshuffle: options.switch("personality_deck_reshuffles_discards"),
                joker_pair: options.switch("joker_allowed_for_identical_pair"),
                curator_scores: options.switch("curator_scores"),
                partial_extension: options.switch("partial_extension"),
                evicted_is_lost: options.switch("evicted_by_new_site_is_lost"),
                leftover_penalty: options.choice("leftover_penalty") == "all",
            },
            scales: Scales {
                excavation: f32::from(tables.excavation.into_iter().max().unwrap_or(1).max(1)),
                personalities: tables.copies.iter().map(|&n| f32::from(n)).sum(),
                rounds: round_bound(&tables) as u16,
            },
            tables,
            fences: OnceLock::new(),
        })
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn decision_bound(&self) -> usize {
        // R13.4: the decisions a card of the hand can pay for. Two cards place at most six tokens: four decisions each.
        let one = 1 + usize::from(self.tables.one_card_places);
        round_bound(&self.tables) * OWNED * one.max(4) * self.seats
    }

    fn turn(&self, state: &State) -> Turn {
        if state.decision == Decision::Over { Turn::Over } else { Turn::Seat(state.active) }
    }
}
