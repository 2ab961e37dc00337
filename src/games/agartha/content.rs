//! The components: what the tables must hold, and the arrays the rules read.

use serde::Deserialize;

use super::state::PLAYERS;
use super::words::{CARDS, Card, Deed, TILES, TOKENS};
use crate::core::{Content, Problems};

/// The most cards a deck may have; replaced tables must stay within it.
pub const DECK: u32 = 120;
/// Characters or places beyond this number satisfy no further level.
const ENOUGH: usize = 9;
/// The most points an activation, a lot or an amulet may be worth.
const MOST_POINTS: u8 = 20;

/// A row of `cards`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "names and sources are for the readers of the table")]
struct CardRow {
    id: String,
    kind: String,
    name: Option<String>,
    name_fr: Option<String>,
    no_dot: u8,
    dots_3: u8,
    dots_4: u8,
    total_source: Option<String>,
    split_source: Option<String>,
}

/// A row of `village_activations`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "sources are for the readers of the table")]
struct VillageRow {
    min_characters: u8,
    points: u8,
    reward: Reward,
    source: Option<String>,
}

/// A row of `exploration_activations`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "sources are for the readers of the table")]
struct ExplorationRow {
    min_places: u8,
    min_characters: u8,
    points: u8,
    reward: Reward,
    source: Option<String>,
}

/// The reward of an activation.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Reward {
    Move,
    Swap,
    Draw,
    None,
}

impl Reward {
    const fn deed(self) -> Option<Deed> {
        match self {
            Self::Move => Some(Deed::Move),
            Self::Swap => Some(Deed::Swap),
            Self::Draw => Some(Deed::Draw),
            Self::None => None,
        }
    }
}

/// The record `scoring`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "sources are for the readers of the table")]
struct ScoringRow {
    lot: [u8; 6],
    lot_source: Option<String>,
    different_lots: [u8; 4],
    different_lots_source: Option<String>,
    amulet: u8,
    amulet_source: Option<String>,
}

/// A row of `setup`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "sources are for the readers of the table")]
struct SetupRow {
    players: u8,
    tiles: u8,
    source: Option<String>,
}

/// A row of `bid_tokens`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "sources are for the readers of the table")]
struct TokenRow {
    value: u8,
    action: Deed,
    value_source: Option<String>,
    action_source: Option<String>,
}

/// A level of an activation.
#[derive(Clone, Copy, Debug, Default)]
pub struct LevelRow {
    /// The number of places required.
    pub places: u8,
    /// The number of characters required.
    pub characters: u8,
    /// Its points.
    pub points: u8,
    /// The action it allows.
    pub reward: Option<Deed>,
}

/// The components for one number of players.
#[derive(Debug)]
pub struct Components {
    /// Tiles in play (R2.1).
    pub tiles: usize,
    /// The deck by type (R2.2).
    pub deck: [u8; CARDS],
    /// The most cards of each type that the deck has for any number of players.
    pub largest: [u8; CARDS],
    /// The action of each token (R1.2).
    pub deeds: [Deed; TOKENS],
    /// The village activations (R6.8).
    pub village: [LevelRow; 3],
    /// The exploration activations (R6.9).
    pub exploration: [LevelRow; 3],
    /// Points of a lot by its number of like places (R10.4).
    pub lot: [u8; 6],
    /// Points for different lots (R10.5).
    pub different_lots: [u8; 4],
    /// Whether one more different lot never scores less.
    pub bonus_grows: bool,
    /// Points of an amulet (R10.6).
    pub amulet: u8,
    /// The village levels that a number of characters satisfies, one bit each.
    village_levels: [u8; ENOUGH + 1],
    /// Of the village levels that a number of characters satisfies, the one worth the most points: its points and characters.
    best_village: [(u8, u8); ENOUGH + 1],
    /// The exploration levels that numbers of places and characters satisfy, one bit each.
    exploration_levels: [[u8; ENOUGH + 1]; ENOUGH + 1],
}

impl Components {
    /// The village levels satisfied, one bit each (R6.8).
    #[inline]
    pub fn village_levels(&self, characters: u8) -> u8 {
        self.village_levels[(characters as usize).min(ENOUGH)]
    }

    /// Of the village levels satisfied, the one worth the most points: its points, and the characters it sends to the encounter
    /// (R6.8).
    #[inline]
    pub fn best_village(&self, characters: u8) -> (u32, u8) {
        let (points, sent) = self.best_village[(characters as usize).min(ENOUGH)];
        (u32::from(points), sent)
    }

    /// The exploration levels satisfied, one bit each (R6.9).
    #[inline]
    pub fn exploration_levels(&self, places: u8, characters: u8) -> u8 {
        self.exploration_levels[(places as usize).min(ENOUGH)][(characters as usize).min(ENOUGH)]
    }

    /// Reads and validates all the tables.
    pub fn read(content: &Content, players: usize) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let decks = decks(content, &mut problems);
        let tiles = tiles(content, &mut problems);
        for players in 2..=PLAYERS {
            let cards: u32 = decks[players - 2].iter().map(|&n| u32::from(n)).sum();
            let needed = 2 * (tiles[players - 2] + players) as u32;
            problems.expect((needed..=DECK).contains(&cards), || {
                format!("content cards: {cards} cards for {players} players; the setup needs {needed} and at most {DECK} fit")
            });
        }
        let deeds = deeds(content, &mut problems);
        let village = village(content, &mut problems);
        let exploration = exploration(content, &mut problems);
        let scoring: Option<ScoringRow> = content.record("scoring", &mut problems);
        let (lot, different_lots, amulet) =
            scoring.map_or(([0; 6], [0; 4], 0), |row: ScoringRow| (row.lot, row.different_lots, row.amulet));
        for &points in lot.iter().chain(&different_lots).chain([&amulet]) {
            problems
                .expect(points <= MOST_POINTS, || format!("content scoring: {points} points, at most {MOST_POINTS} are allowed"));
        }
        problems.expect(lot[0] == 0, || "content scoring: a lot without places scores 0 (R10.4)".to_string());
        let satisfied = |levels: &[LevelRow; 3], places: usize, characters: usize| {
            let fits = |row: &LevelRow| places >= row.places as usize && characters >= row.characters as usize;
            levels.iter().enumerate().fold(0, |bits, (i, row)| bits | u8::from(fits(row)) << i)
        };
        problems.into_result(Self {
            tiles: tiles[players - 2],
            deck: decks[players - 2],
            largest: std::array::from_fn(|card| decks.iter().map(|deck| deck[card]).max().unwrap_or(0)),
            deeds,
            lot,
            different_lots,
            bonus_grows: different_lots.is_sorted(),
            amulet,
            village_levels: std::array::from_fn(|c| satisfied(&village, ENOUGH, c)),
            best_village: std::array::from_fn(|c| {
                let fit = village.iter().filter(|row| c >= row.characters as usize);
                fit.map(|row| (row.points, row.characters)).max_by_key(|level| level.0).unwrap_or((0, 0))
            }),
            exploration_levels: std::array::from_fn(|p| std::array::from_fn(|c| satisfied(&exploration, p, c))),
            village,
            exploration,
        })
    }
}

/// The decks for 2, 3 and 4 players (R2.2).
fn decks(content: &Content, problems: &mut Problems) -> [[u8; CARDS]; 3] {
    let mut decks = [[0; CARDS]; 3];
    let rows: Vec<CardRow> = content.rows("cards", problems);
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    problems.expect(ids == Card::NAMES, || format!("content cards: the rows must be {}, in this order", Card::NAMES.join(", ")));
    for (row, &card) in rows.iter().zip(Card::ALL) {
        problems.expect(row.kind == card.kind(), || format!("content cards, {:?}: its kind is {:?} (R1.6)", row.id, card.kind()));
        let mut sum = 0u8;
        for (deck, more) in decks.iter_mut().zip([row.no_dot, row.dots_3, row.dots_4]) {
            sum = sum.saturating_add(more);
            deck[card as usize] = sum;
        }
    }
    decks
}

/// The tiles for 2, 3 and 4 players (R2.1).
fn tiles(content: &Content, problems: &mut Problems) -> [usize; 3] {
    let rows: Vec<SetupRow> = content.rows("setup", problems);
    let counts: Vec<u8> = rows.iter().map(|row| row.players).collect();
    problems.expect(counts == [2, 3, 4], || "content setup: the rows must be for 2, 3 and 4 players, in this order".to_string());
    let mut tiles = [1; 3];
    for (slot, row) in tiles.iter_mut().zip(&rows) {
        problems.expect((1..=TILES).contains(&(row.tiles as usize)), || {
            format!("content setup, {} players: {} tiles, but 1 to {TILES} are needed", row.players, row.tiles)
        });
        *slot = row.tiles as usize;
    }
    tiles
}

/// The actions of the tokens (R1.2).
fn deeds(content: &Content, problems: &mut Problems) -> [Deed; TOKENS] {
    let rows: Vec<TokenRow> = content.rows("bid_tokens", problems);
    let values: Vec<u8> = rows.iter().map(|row| row.value).collect();
    problems.expect(values == [1, 2, 3], || "content bid_tokens: the values must be 1, 2 and 3, in this order (R1.2)".to_string());
    let mut deeds = [Deed::Move; TOKENS];
    deeds.iter_mut().zip(&rows).for_each(|(deed, row)| *deed = row.action);
    deeds
}

/// The village activations (R6.8).
fn village(content: &Content, problems: &mut Problems) -> [LevelRow; 3] {
    let rows: Vec<VillageRow> = content.rows("village_activations", problems);
    let levels: Vec<LevelRow> = rows
        .iter()
        .map(|row| LevelRow { places: 0, characters: row.min_characters, points: row.points, reward: row.reward.deed() })
        .collect();
    three("village_activations", &levels, problems)
}

/// The exploration activations (R6.9).
fn exploration(content: &Content, problems: &mut Problems) -> [LevelRow; 3] {
    let rows: Vec<ExplorationRow> = content.rows("exploration_activations", problems);
    let levels: Vec<LevelRow> = rows
        .iter()
        .map(|row| LevelRow {
            places: row.min_places,
            characters: row.min_characters,
            points: row.points,
            reward: row.reward.deed(),
        })
        .collect();
    three("exploration_activations", &levels, problems)
}

/// Three levels, each needing more than the one before, so that a level is identified by its characters and by its points.
fn three(table: &str, levels: &[LevelRow], problems: &mut Problems) -> [LevelRow; 3] {
    for (i, row) in levels.iter().enumerate() {
        problems.expect((1..=ENOUGH).contains(&(row.characters as usize)) && row.places as usize <= ENOUGH, || {
            format!("content {table}, row {i}: 1 to {ENOUGH} characters and at most {ENOUGH} places")
        });
        problems.expect(row.points <= MOST_POINTS, || format!("content {table}, row {i}: at most {MOST_POINTS} points"));
    }
    let ascending = levels.windows(2).all(|pair| pair[0].characters < pair[1].characters && pair[0].points < pair[1].points);
    problems.expect(ascending, || format!("content {table}: each level needs more characters and scores more than the one before"));
    levels.try_into().unwrap_or_else(|_| {
        problems.add(format!("content {table}: {} levels, but 3 are needed", levels.len()));
        [LevelRow::default(); 3]
    })
}
