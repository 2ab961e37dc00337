//! Lost Ruins of Arnak: both boards, all cards, two to four players and the solo rival.
#![allow(clippy::unused_self, reason = "the rules are methods of the game, also where a rule reads no table")]
#![allow(clippy::trivially_copy_pass_by_ref, reason = "amounts and parameters are read where the tables hold them")]

mod actions;
mod advice;
mod apply;
mod check;
mod content;
mod describe;
mod legal;
mod observe;
mod player;
mod rules;
mod score;
mod setup;
mod state;
mod tables;
mod words;

use crate::core::options::GLANCE;
use crate::core::{Content, OptionSpec, Options, Problems, Rules, Seat, Turn};

pub use actions::Act;
pub use player::{Player, PrivateTop};
pub use rules::{effects, travel};
pub use state::{Frame, GROUPS, Goods, Icons, Offered, PUBLIC, Payment, Phase, Rival, SiteStack, State, group_key, key_group};
pub use tables::Tables;
pub use words::{
    Assistant, Bonus, Branch, Card, Cards, Column, FEAR, FEAR_IN_PLAY, FEAR_TILE, Guardian, NONE, Number, Pick, Site, Slot,
    SlotOption, Space, TempleStack,
};

/// The rulings that options can turn the other way (RULES.md section 30).
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
struct Rulings {
    /// A travel discount covers only icons of its own kind (R45).
    exact_discount: bool,
    /// Every artifact obtained asks before its effect (R79).
    ask_artifacts: bool,
    /// The Journal pays the idol of the Snake bridge (R99).
    journal_pays_idol: bool,
    /// The Stone Key frees only the rightmost filled slot (R74).
    rightmost_slot: bool,
    /// The Sundial allows passing only as the main action itself (R89).
    sundial_main: bool,
    /// The order of bonus tile and row effect is always asked (R101).
    always_order: bool,
    /// The rival's research always removes an assistant (R167).
    rival_always_assistant: bool,
    /// The rival's green Buy Item tile buys in round V as well (R168).
    rival_buys_item_in_five: bool,
    /// Equal points lose a solo game (R171).
    solo_tie_loses: bool,
}

/// The rules of Lost Ruins of Arnak.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "options are independent switches")]
pub struct Arnak {
    seats: usize,
    solo: bool,
    /// Tiles in a pile "per player": the seats, or 2 in solo (R160).
    piles: usize,
    snake: bool,
    random_start: bool,
    difficulty: usize,
    padded: bool,
    glance: bool,
    rulings: Rulings,
    t: Tables,
}

impl Arnak {
    /// The tables the rules read.
    pub fn tables(&self) -> &Tables {
        &self.t
    }

    /// The points of the solo rival; 0 in other games (R170).
    pub fn rival_score(&self, state: &State) -> i32 {
        if self.solo { self.rival_points(state) } else { 0 }
    }

    /// The sources of a player's points, in the order of `Score::breakdown`.
    pub fn points_by_source(&self, state: &State, seat: usize) -> [i32; 6] {
        self.points_of(state, seat)
    }

    /// All icons a seat could bring up for a travel payment, not counting the pilot (R38).
    pub fn travel_icons(&self, state: &State, seat: usize) -> Icons {
        self.icons_available(state.pool, &state.players[seat])
    }
}

const fn choice(name: &'static str, words: &'static [&'static str], help: &'static str) -> OptionSpec {
    OptionSpec::choice(name, words, words[0], help)
}

impl Rules for Arnak {
    type State = State;
    type Action = Act;
    const NAME: &'static str = "arnak";
    const VERSION: u16 = 2;
    const RULES: &'static str = include_str!("RULES.md");
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::int("players", (1, 4), 2, "seats; 1 is solo against the rival (R160)"),
        choice("board", &["bird", "snake"], "the side of the board (R21)"),
        OptionSpec::int("difficulty", (0, 5), 0, "red tiles of the solo rival (R161)"),
        choice("first_player", &["fixed", "random"], "fixed: seat 0 begins; random: drawn at setup (R20)"),
        choice("travel_discount", &["hierarchy", "exact"], "what a travel discount icon covers (R45)"),
        choice("artifact_effect", &["steps", "ask"], "ask: every artifact obtained asks before its effect is resolved (R79)"),
        choice("journal_bridge", &["free", "idol"], "whether the Journal pays the idol of the Snake bridge (R99)"),
        choice("stone_key", &["any", "rightmost"], "which slot the Stone Key may free (R74)"),
        choice("sundial_pass", &["any", "main"], "main: passing only when the Sundial is the main action (R89)"),
        choice("research_order", &["printed", "always"], "when the order of bonus tile and row effect is asked (R101)"),
        choice("rival_assistant", &["always", "recruit_rows"], "when the rival's research removes an assistant (R167)"),
        choice("rival_green_item_round_5", &["nothing", "buy"], "the effect of the rival's green Buy Item tile in round V (R168)"),
        choice("solo_tie", &["tiebreak", "loss"], "the meaning of equal points in solo (R171)"),
        GLANCE,
    ];
    const CONTENT: &'static [(&'static str, &'static str)] = &[
        ("items.toml", include_str!("content/items.toml")),
        ("artifacts.toml", include_str!("content/artifacts.toml")),
        ("basic_cards.toml", include_str!("content/basic_cards.toml")),
        ("sites.toml", include_str!("content/sites.toml")),
        ("guardians.toml", include_str!("content/guardians.toml")),
        ("idols.toml", include_str!("content/idols.toml")),
        ("assistants.toml", include_str!("content/assistants.toml")),
        ("bonus_tiles.toml", include_str!("content/bonus_tiles.toml")),
        ("research_bird.toml", include_str!("content/research_bird.toml")),
        ("research_snake.toml", include_str!("content/research_snake.toml")),
        ("temple.toml", include_str!("content/temple.toml")),
        ("solo.toml", include_str!("content/solo.toml")),
        ("setup.toml", include_str!("content/setup.toml")),
    ];

    fn new(options: &Options, content: &Content) -> Result<Self, Problems> {
        let players = options.int("players") as usize;
        let solo = players == 1;
        let piles = if solo { 2 } else { players };
        let board = options.choice("board");
        let is = |name: &str, word: &str| options.choice(name) == word;
        Ok(Self {
            seats: players,
            solo,
            piles,
            snake: board == "snake",
            random_start: is("first_player", "random"),
            difficulty: options.int("difficulty") as usize,
            padded: options.padded(),
            glance: options.glance(),
            rulings: Rulings {
                exact_discount: is("travel_discount", "exact"),
                ask_artifacts: is("artifact_effect", "ask"),
                journal_pays_idol: is("journal_bridge", "idol"),
                rightmost_slot: is("stone_key", "rightmost"),
                sundial_main: is("sundial_pass", "main"),
                always_order: is("research_order", "always"),
                rival_always_assistant: is("rival_assistant", "always"),
                rival_buys_item_in_five: is("rival_green_item_round_5", "buy"),
                solo_tie_loses: is("solo_tie", "loss"),
            },
            t: Tables::build(content, board, piles)?,
        })
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn decision_bound(&self) -> usize {
        // R183: far fewer in practice; a seat's round has at most a few dozen turns of a few dozen decisions.
        5 * self.seats * 1_000
    }

    fn turn(&self, state: &State) -> Turn {
        if state.phase == Phase::Over { Turn::Over } else { Turn::Seat(Seat(state.seat)) }
    }
}
