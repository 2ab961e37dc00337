//! The tables the rules read: arrays by id, masks and compiled effects, built once from the content.

use super::content::{Arrow, Files, RivalAction};
use super::effects::ast::{Cost, Good};
use super::effects::program::{Code, Program};
use super::ids::{CAMP_SPACES, CAMPS, CARDS, Cards, NONE, PLACES, Site, Space, TILES};
use super::state::{Goods, Icons, RESEARCH_SPACES};

/// A space of the research track.
#[derive(Clone, Copy, Debug, Default)]
pub struct TrackSpace {
    /// The row from 1; 8 is the Lost Temple.
    pub row: u8,
    /// The column from 0.
    pub col: u8,
    /// What entering costs.
    pub goods: Goods,
    /// Idols entering costs (R99).
    pub idols: u8,
    /// Connected spaces of the next row, as a set.
    pub next: u16,
    /// Bonus tiles at setup.
    pub tiles: u8,
}

/// A tile of the rival.
#[derive(Clone, Copy, Debug)]
pub struct RivalTile {
    /// What it does.
    pub action: RivalAction,
    /// The resource of a dig tile.
    pub resource: Good,
    /// A green tile: fewest points, and idle in round V where it says so.
    pub green: bool,
    /// Nothing happens in round V.
    pub idle_in_five: bool,
    /// The arrow on its back.
    pub arrow: Arrow,
    /// Level (0 = nothing) and guardian by round.
    pub discover: [(u8, bool); 5],
}

/// Everything the rules read.
#[derive(Debug)]
pub struct Tables {
    /// Ids of the 82 picks.
    pub card_ids: Vec<String>,
    /// Printed names of the cards.
    pub card_names: Vec<String>,
    /// Cards in the game.
    pub cards: Cards,
    /// Prices.
    pub cost: [u8; CARDS],
    /// Points.
    pub points: [i8; CARDS],
    /// Travel icons; the last row is Fear.
    pub icons: [Icons; CARDS + 1],
    /// The same, one byte each in one number, to be added.
    pub packed: [u32; CARDS + 1],
    /// Effects.
    pub card: [Program; CARDS],
    /// Cards whose effect is a free action.
    pub free: Cards,
    /// Free cards whose first branch is not all there is (R88).
    pub free_or_pass: Cards,
    /// Free cards that always do something.
    pub always: Cards,
    /// Cards that are exiled when played.
    pub exile_self: Cards,
    /// Items with a price up to the index.
    pub items_up_to: [Cards; 10],
    /// Artifacts with a price up to the index.
    pub artifacts_up_to: [Cards; 10],
    /// Fear cards in the box.
    pub fear_total: u8,
    /// Points of a Fear card and a fear tile.
    pub fear_points: (i8, i8),

    /// Ids of spaces.
    pub space_ids: Vec<String>,
    /// Ids of sites.
    pub site_ids: Vec<String>,
    /// Ids of site tiles.
    pub tile_ids: Vec<String>,
    /// Travel costs of spaces.
    pub travel: [Icons; Space::COUNT],
    /// Row and column of sites.
    pub place_of: [(u8, u8); Site::COUNT],
    /// Effects of camps.
    pub camp: [Program; CAMPS],
    /// Effects of tiles.
    pub tile: [Program; TILES],
    /// Resources offered by camps, as sets.
    pub camp_offers: [u8; CAMPS],
    /// Resources offered by tiles, as sets.
    pub tile_offers: [u8; TILES],
    /// Compasses for discovering, by level from 1.
    pub discover: [u8; 2],

    /// Ids of guardians.
    pub guardian_ids: Vec<String>,
    /// Costs of guardians.
    pub guardian_cost: [Cost; 15],
    /// Boons.
    pub boon: [Program; 15],
    /// Icons of travel boons.
    pub boon_icons: [Icons; 15],
    /// Guardians with a travel boon, as a set.
    pub travel_boons: u16,

    /// Ids of idols.
    pub idol_ids: Vec<String>,
    /// Copies of idols by kind.
    pub idol_copies: [u8; 6],
    /// Effects of idols.
    pub idol: [Program; 6],
    /// Ids of slot options.
    pub slot_ids: Vec<String>,
    /// Effects of slot options.
    pub slot: [Program; 5],

    /// Ids of assistants.
    pub assistant_ids: Vec<String>,
    /// Effects by side.
    pub assistant: [[Program; 2]; 12],
    /// Icons of the travel branch by side.
    pub assistant_icons: [[Icons; 2]; 12],
    /// Assistants that are a main action, as a set.
    pub main_assistants: u16,

    /// Ids of bonus tiles.
    pub bonus_ids: Vec<String>,
    /// Copies of bonus tiles by kind.
    pub bonus_copies: [u8; 6],
    /// Effects of bonus tiles.
    pub bonus: [Program; 6],

    /// Ids of research spaces.
    pub track_ids: Vec<String>,
    /// The research track.
    pub track: [TrackSpace; RESEARCH_SPACES],
    /// Spaces connected to the start, as a set.
    pub track_start: u16,
    /// The Lost Temple.
    pub temple_space: u8,
    /// Row effects by token (0 = magnifying glass) and row from 1.
    pub row: [[Program; 8]; 2],
    /// Row points by token and row from 1.
    pub row_points: [[u8; 8]; 2],
    /// Rows that show a recruit.
    pub recruit_rows: u16,
    /// Arrival points.
    pub arrival: [u8; 4],
    /// Ids of temple stacks.
    pub temple_ids: Vec<String>,
    /// Costs of temple tiles.
    pub temple_cost: [Goods; 6],
    /// Points of temple tiles.
    pub temple_points: [u8; 6],

    /// Ids of rival tiles.
    pub rival_ids: Vec<String>,
    /// The rival's tiles.
    pub rival: Vec<RivalTile>,
    /// Starting resources by order of play.
    pub starting: [Goods; 4],
    /// Points of a guardian.
    pub guardian_points: u8,
    /// Points of an idol.
    pub idol_points: u8,
    /// Points of empty slots.
    pub slot_points: [u8; 4],

    /// The compiled effects.
    pub code: Code,
    /// The greatest stack depth, at most [`STACK`].
    pub depth: usize,
    /// Effects in words by pick id, for people.
    pub card_words: Vec<String>,
    /// Effects of assistants in words, by side.
    pub assistant_words: Vec<[String; 2]>,
    /// Effects of camps and tiles in words.
    pub tile_words: Vec<String>,
    /// Cost and boon of guardians in words.
    pub guardian_words: Vec<(String, String)>,
    /// Effects of idols in words.
    pub idol_words: Vec<String>,
    /// Effects of slot options in words.
    pub slot_words: Vec<String>,
    /// Effects of bonus tiles in words.
    pub bonus_words: Vec<String>,
    /// Row effects in words, by token and row from 1.
    pub row_words: [[String; 8]; 2],
}

/// Four small amounts in one number, so that sums are one addition.
pub(super) fn pack(icons: Icons) -> u32 {
    u32::from_le_bytes(icons)
}

impl Tables {
    /// Tables without rows, with the constants of the files.
    pub(super) fn empty(files: &Files) -> Self {
        Self {
            card_ids: Vec::new(),
            card_names: Vec::new(),
            cards: Cards::EMPTY,
            cost: [0; CARDS],
            points: [0; CARDS],
            icons: [[0; 4]; CARDS + 1],
            packed: [0; CARDS + 1],
            card: [Program::default(); CARDS],
            free: Cards::EMPTY,
            free_or_pass: Cards::EMPTY,
            always: Cards::EMPTY,
            exile_self: Cards::EMPTY,
            items_up_to: [Cards::EMPTY; 10],
            artifacts_up_to: [Cards::EMPTY; 10],
            fear_total: files.fear.total,
            fear_points: (files.fear.points, files.fear_tile.points),
            space_ids: Vec::new(),
            site_ids: Vec::new(),
            tile_ids: Vec::new(),
            travel: [[0; 4]; CAMP_SPACES + PLACES],
            place_of: [(0, 0); CAMPS + PLACES],
            camp: [Program::default(); CAMPS],
            tile: [Program::default(); TILES],
            camp_offers: [0; CAMPS],
            tile_offers: [0; TILES],
            discover: files.discover.compass,
            guardian_ids: Vec::new(),
            guardian_cost: [Cost::default(); 15],
            boon: [Program::default(); 15],
            boon_icons: [[0; 4]; 15],
            travel_boons: 0,
            idol_ids: Vec::new(),
            idol_copies: [0; 6],
            idol: [Program::default(); 6],
            slot_ids: Vec::new(),
            slot: [Program::default(); 5],
            assistant_ids: Vec::new(),
            assistant: [[Program::default(); 2]; 12],
            assistant_icons: [[[0; 4]; 2]; 12],
            main_assistants: 0,
            bonus_ids: Vec::new(),
            bonus_copies: [0; 6],
            bonus: [Program::default(); 6],
            track_ids: Vec::new(),
            track: [TrackSpace::default(); RESEARCH_SPACES],
            track_start: 0,
            temple_space: NONE,
            row: [[Program::default(); 8]; 2],
            row_points: [[0; 8]; 2],
            recruit_rows: 0,
            arrival: files.track.arrival_points,
            temple_ids: Vec::new(),
            temple_cost: [[0; Good::COUNT]; 6],
            temple_points: [0; 6],
            rival_ids: Vec::new(),
            rival: Vec::new(),
            starting: [[0; Good::COUNT]; 4],
            guardian_points: files.points.guardian,
            idol_points: files.points.idol,
            slot_points: files.points.empty_slots,
            code: Code::default(),
            depth: 0,
            card_words: Vec::new(),
            assistant_words: Vec::new(),
            tile_words: Vec::new(),
            guardian_words: Vec::new(),
            idol_words: Vec::new(),
            slot_words: Vec::new(),
            bonus_words: Vec::new(),
            row_words: std::array::from_fn(|_| std::array::from_fn(|_| String::new())),
        }
    }
}
