//! The boards, cards and numbers: what the tables must hold, and the arrays the rules read.

use serde::Deserialize;

use super::rules::board::{Board, BoardRow};
use super::rules::column::LIST;
use super::state::COLOURS;
use super::words::{CARDS, COLOUR_NAMES, Card};
use crate::core::{Content, Problems};

/// A row of `personality`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "names and sources are for readers of the tables")]
struct PersonalityRow {
    id: String,
    name_fr: Option<String>,
    kind: String,
    colour: Option<String>,
    copies: u8,
    effect: Option<String>,
    effect_source: Option<String>,
    timing: Option<String>,
    timing_source: Option<String>,
    source: Option<String>,
}

/// A row of `excavation`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "sources are for readers of the tables")]
struct ExcavationRow {
    id: String,
    count: u8,
    points: i8,
    source: Option<String>,
}

/// The record `setup`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "sources are for readers of the tables")]
struct SetupRecord {
    archaeologist_tokens_each: u8,
    personality_list_length: u8,
    one_card_places: u8,
    pair_places: u8,
    source: Option<String>,
}

/// The record `extension`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "sources are for readers of the tables")]
struct ExtensionRecord {
    two_sites_when_the_list_has: u8,
    source: Option<String>,
    fill_order: Option<String>,
    fill_order_source: Option<String>,
}

/// The record `scoring`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "sources are for readers of the tables")]
struct ScoringRecord {
    site_card: i8,
    lost_archaeologist: i8,
    source: Option<String>,
    left_on_board: Option<String>,
    left_on_board_source: Option<String>,
    tie_break: Option<String>,
    all_negative: Option<String>,
}

/// The record `player_colours`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "sources are for readers of the tables")]
struct PlayerColours {
    ids: [String; 4],
    source: Option<String>,
}

/// The tables as the rules read them.
#[derive(Debug, Clone, PartialEq)]
pub struct Tables {
    /// The board that was chosen.
    pub board: Board,
    /// Copies of each card in the personality deck; none of the archaeologist.
    pub copies: [u8; Card::COUNT],
    /// Excavation tokens in the bag at the start, by colour.
    pub excavation: [u8; COLOURS],
    /// Points of a taken token, by colour (R14.1).
    pub points: [i16; COLOURS],
    /// Archaeologist tokens of each player (R2.1).
    pub tokens_each: u8,
    /// Cards of the personality list (R2.4).
    pub personality_list: usize,
    /// Tokens placed by one archaeologist or two different personalities (R6.1).
    pub one_card_places: u8,
    /// Tokens placed by two identical cards (R6.1).
    pub pair_places: u8,
    /// The length of the site list at which two sites extend (R12.1).
    pub two_sites_at: usize,
    /// Points of a site card (R14.1).
    pub site_points: i16,
    /// Points of a lost token (R14.2).
    pub lost_points: i16,
    /// The names of the players' colours.
    pub player_colours: [String; 4],
}

impl Tables {
    /// Reads and validates everything, and reports all problems at once.
    pub fn read(content: &Content, board: &str) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let rows: Vec<BoardRow> = content.rows("boards", &mut problems);
        // Every board of the table is checked, whichever is played.
        let boards: Vec<Board> = rows.iter().filter_map(|row| Board::build(row, &mut problems)).collect();
        let board = rows.iter().position(|row| row.id == board).map_or_else(
            || {
                let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
                problems.add(format!("content boards: there is no board {board:?}; there are {}", ids.join(", ")));
                None
            },
            |_| boards.into_iter().find(|b| b.id == board),
        );
        let copies = read_personalities(&content.rows("personality", &mut problems), &mut problems);
        let (excavation, points) = read_excavation(&content.rows("excavation", &mut problems), &mut problems);
        let setup: Option<SetupRecord> = content.record("setup", &mut problems);
        let extension: Option<ExtensionRecord> = content.record("extension", &mut problems);
        let scoring: Option<ScoringRecord> = content.record("scoring", &mut problems);
        let colours: Option<PlayerColours> = content.record("player_colours", &mut problems);
        if let Some(setup) = &setup {
            let mut within = |name: &str, value: u8, low: u8, high: u8| {
                problems.expect((low..=high).contains(&value), || {
                    format!("content setup, {name} = {value}: it must be {low} to {high}")
                });
            };
            within("archaeologist_tokens_each", setup.archaeologist_tokens_each, 2, 32);
            within("personality_list_length", setup.personality_list_length, 1, LIST as u8);
            within("one_card_places", setup.one_card_places, 1, 6);
            within("pair_places", setup.pair_places, 1, 6);
        }
        let (Some(board), Some(setup), Some(extension), Some(scoring), Some(colours)) = (board, setup, extension, scoring, colours)
        else {
            return Err(problems);
        };
        let ids = &colours.ids;
        problems.expect((0..4).all(|i| !ids[i].is_empty() && !ids[..i].contains(&ids[i])), || {
            "content player_colours: four different names are needed".to_string()
        });
        problems.into_result(Self {
            board,
            copies,
            excavation,
            points,
            tokens_each: setup.archaeologist_tokens_each,
            personality_list: setup.personality_list_length.into(),
            one_card_places: setup.one_card_places,
            pair_places: setup.pair_places,
            two_sites_at: extension.two_sites_when_the_list_has.into(),
            site_points: scoring.site_card.into(),
            lost_points: scoring.lost_archaeologist.into(),
            player_colours: colours.ids,
        })
    }
}

/// Reads the copies of each personality. The table must list the ten of the rules, each once.
fn read_personalities(rows: &[PersonalityRow], problems: &mut Problems) -> [u8; Card::COUNT] {
    let mut copies = [0; Card::COUNT];
    let mut seen = [false; Card::COUNT];
    for row in rows {
        let Some(card) = CARDS.iter().skip(1).position(|&id| id == row.id).map(|i| i + 1) else {
            problems.add(format!("content personality, {:?}: the personalities are {}", row.id, CARDS[1..].join(", ")));
            continue;
        };
        problems.expect(!seen[card], || format!("content personality, {:?}: listed twice", row.id));
        seen[card] = true;
        let base = card <= 5;
        problems.expect((row.kind == "base") == base && (base || row.kind == "special"), || {
            format!("content personality, {:?}: its kind is {:?}", row.id, if base { "base" } else { "special" })
        });
        let colour = base.then(|| COLOUR_NAMES[card]);
        problems.expect(row.colour.as_deref() == colour, || {
            format!("content personality, {:?}: its colour is {}", row.id, colour.unwrap_or("none"))
        });
        problems.expect(row.copies <= 20, || format!("content personality, {:?}: {} copies, at most 20 fit", row.id, row.copies));
        copies[card] = row.copies.min(20);
    }
    let total: u32 = copies.iter().map(|&n| u32::from(n)).sum();
    problems.expect(total >= LIST as u32, || format!("content personality: {total} cards, but the list needs at least {LIST}"));
    copies
}

/// Reads the counts and points of the excavation tokens. The table must list the six of the rules, each once.
fn read_excavation(rows: &[ExcavationRow], problems: &mut Problems) -> ([u8; COLOURS], [i16; COLOURS]) {
    let (mut counts, mut points) = ([0; COLOURS], [0; COLOURS]);
    for (colour, name) in COLOUR_NAMES.iter().enumerate() {
        let found: Vec<&ExcavationRow> = rows.iter().filter(|row| row.id == *name).collect();
        problems.expect(found.len() == 1, || format!("content excavation: {name:?} is listed {} times, not once", found.len()));
        if let Some(row) = found.first() {
            counts[colour] = row.count;
            points[colour] = row.points.into();
        }
    }
    for row in rows.iter().filter(|row| !COLOUR_NAMES.contains(&row.id.as_str())) {
        problems.add(format!("content excavation, {:?}: the tokens are {}", row.id, COLOUR_NAMES.join(", ")));
    }
    let total: u32 = counts.iter().map(|&n| u32::from(n)).sum();
    problems.expect((1..=255).contains(&total), || format!("content excavation: {total} tokens, 1 to 255 are possible"));
    (counts, points)
}
