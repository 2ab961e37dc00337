//! The component tables: what the files must hold, validated whole.

use serde::Deserialize;

use super::rules::effects::ast::{Effect, Good, Icon};
use super::rules::effects::notation;
use super::words::{ARTIFACTS, ITEMS};
use crate::core::{Content, Problems};
use crate::named_enum;

named_enum! {
    /// When a card or assistant is used.
    pub enum Timing "timing" {
        /// A main action.
        Main = "main",
        /// A free action.
        Free = "free",
        /// First branch free, second branch the Pass action (R88).
        FreeOrPass = "free_or_pass",
    }
}

named_enum! {
    /// The action on a rival tile (section 18).
    pub enum RivalAction "action" {
        /// R165.
        Dig = "dig",
        /// R166.
        Discover = "discover",
        /// R167.
        Research = "research",
        /// R168.
        Overcome = "overcome",
        /// R168.
        BuyItem = "buy_item",
        /// R168.
        BuyArtifact = "buy_artifact",
    }
}

named_enum! {
    /// The colour of a rival tile (R161).
    pub enum Color "color" {
        /// In every game.
        Archaeologist = "archaeologist",
        /// Easy.
        Green = "green",
        /// Hard.
        Red = "red",
    }
}

named_enum! {
    /// A decision arrow (R164).
    pub enum Arrow "arrow" {
        /// Leftmost.
        Left = "left",
        /// Rightmost.
        Right = "right",
    }
}

/// Declares a row of a table. Its source, confidence and note are read but not used: they are for readers of the tables.
macro_rules! row {
    ($(#[$outer:meta])* $name:ident { $($field:ident : $type:ty),+ $(,)? }) => {
        $(#[$outer])*
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $name {
            $(pub(super) $field: $type,)+
            #[serde(default, rename = "source")]
            _source: String,
            #[serde(default, rename = "confidence")]
            _confidence: String,
            #[serde(default, rename = "note")]
            _note: String,
        }
    };
}

row! {
    /// `items.toml`.
    Item { id: String, name: String, cost: u8, points: i8, travel: Vec<Icon>, timing: Timing, exile_self: bool, effect: String }
}
row! {
    /// `artifacts.toml`.
    Artifact { id: String, name: String, cost: u8, points: i8, travel: Vec<Icon>, effect: String }
}
row! {
    /// `basic_cards.toml`.
    Basic { id: String, name: String, points: i8, travel: Vec<Icon>, timing: Timing, effect: String }
}
row! {
    /// `basic_cards.toml`.
    Fear { id: String, name: String, total: u8, points: i8, travel: Vec<Icon> }
}
row! {
    /// `basic_cards.toml`.
    FearTile { id: String, name: String, points: i8 }
}
row! {
    /// `sites.toml`.
    Discover { compass: [u8; 2] }
}
row! {
    /// `sites.toml`.
    Camp {
        id: String,
        name: Option<String>,
        row: u8,
        col: u8,
        effect: String,
        spaces_bird: [Vec<Icon>; 2],
        spaces_snake: [Vec<Icon>; 2],
        resources_offered: Vec<Good>,
    }
}
row! {
    /// `sites.toml`.
    BoardSpace { id: String, name: Option<String>, level: u8, row: u8, col: u8, travel_bird: Vec<Icon>, travel_snake: Vec<Icon> }
}
row! {
    /// `sites.toml`.
    SiteTile { id: String, level: u8, effect: String, resources_offered: Vec<Good> }
}
row! {
    /// `guardians.toml`.
    GuardianRow { id: String, name: Option<String>, cost: String, boon: String }
}
row! {
    /// `idols.toml` and `bonus_tiles.toml`.
    Kind { id: String, copies: u8, effect: String }
}
row! {
    /// `idols.toml`.
    SlotRow { id: String, effect: String }
}
row! {
    /// `assistants.toml`.
    AssistantRow { id: String, name: Option<String>, timing: Timing, silver: String, gold: String }
}
row! {
    /// `research_bird.toml`, `research_snake.toml`.
    Track { start: Vec<String>, arrival_points: [u8; 4], spaces: Vec<TrackSpace>, rows: Vec<TrackRow> }
}
row! {
    /// A space of a research track.
    TrackSpace { id: String, row: u8, col: u8, cost: String, next: Vec<String>, bonus_tiles: [u8; 3] }
}
row! {
    /// A row of a research track.
    TrackRow { row: u8, magnifier_effect: String, magnifier_points: u8, notebook_effect: String, notebook_points: u8 }
}
row! {
    /// `temple.toml`.
    Temple { costs: TempleSides, stacks: Vec<TempleRow> }
}
row! {
    /// The costs of both sides.
    TempleSides { bird: TempleCosts, snake: TempleCosts }
}
row! {
    /// The three parts of the temple costs.
    TempleCosts { left: String, middle: String, right: String }
}
row! {
    /// A stack of temple tiles.
    TempleRow { id: String, points: u8, pays: Vec<String> }
}
row! {
    /// The rival's discovery in a round.
    RivalRound { level: u8, guardian: bool }
}

/// `solo.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RivalRow {
    pub(super) id: String,
    pub(super) kind: RivalAction,
    pub(super) color: Color,
    #[serde(default)]
    pub(super) resource: Option<Good>,
    pub(super) skip_round_v: bool,
    pub(super) arrow: Arrow,
    #[serde(default)]
    pub(super) by_round: Vec<RivalRound>,
    #[serde(default, rename = "arrow_source")]
    _arrow_source: String,
    #[serde(default, rename = "arrow_confidence")]
    _arrow_confidence: String,
    #[serde(default, rename = "source")]
    _source: String,
    #[serde(default, rename = "confidence")]
    _confidence: String,
    #[serde(default, rename = "note")]
    _note: String,
}

row! {
    /// `setup.toml`.
    Starting { seat: u8, goods: String }
}
row! {
    /// `setup.toml`.
    Points { guardian: u8, idol: u8, empty_slots: [u8; 4] }
}

/// All tables as they were read.
#[derive(Debug)]
pub(super) struct Files {
    pub(super) items: Vec<Item>,
    pub(super) artifacts: Vec<Artifact>,
    pub(super) basics: Vec<Basic>,
    pub(super) fear: Fear,
    pub(super) fear_tile: FearTile,
    pub(super) discover: Discover,
    pub(super) camps: Vec<Camp>,
    pub(super) spaces: Vec<BoardSpace>,
    pub(super) tiles: Vec<SiteTile>,
    pub(super) guardians: Vec<GuardianRow>,
    pub(super) idols: Vec<Kind>,
    pub(super) slots: Vec<SlotRow>,
    pub(super) assistants: Vec<AssistantRow>,
    pub(super) bonus: Vec<Kind>,
    pub(super) track: Track,
    pub(super) temple: Temple,
    pub(super) rival: Vec<RivalRow>,
    pub(super) starting: Vec<Starting>,
    pub(super) points: Points,
}

impl Files {
    /// Reads the tables and checks everything that can be checked row by row.
    pub(super) fn read(content: &Content, board: &str) -> Result<Self, Problems> {
        let mut p = Problems::new();
        let files = (
            (content.rows("items", &mut p), content.rows("artifacts", &mut p), content.rows("basics", &mut p)),
            (content.record("fear", &mut p), content.record("fear_tile", &mut p), content.record("discover", &mut p)),
            (content.rows("camps", &mut p), content.rows("board_spaces", &mut p), content.rows("site_tiles", &mut p)),
            (content.rows("guardians", &mut p), content.rows("idols", &mut p), content.rows("slot_options", &mut p)),
            (content.rows("assistants", &mut p), content.rows("bonus_tiles", &mut p)),
            (content.record(&format!("research_{board}"), &mut p), content.record("temple", &mut p)),
            (content.rows("rival_tiles", &mut p), content.rows("starting_resources", &mut p), content.record("points", &mut p)),
        );
        let (
            (items, artifacts, basics),
            (Some(fear), Some(fear_tile), Some(discover)),
            (camps, spaces, tiles),
            (guardians, idols, slots),
            (assistants, bonus),
            (Some(track), Some(temple)),
            (rival, starting, Some(points)),
        ) = files
        else {
            return Err(p);
        };
        let files = Self {
            items,
            artifacts,
            basics,
            fear,
            fear_tile,
            discover,
            camps,
            spaces,
            tiles,
            guardians,
            idols,
            slots,
            assistants,
            bonus,
            track,
            temple,
            rival,
            starting,
            points,
        };
        if p.is_empty() {
            files.check_counts(&mut p);
            files.check_values(&mut p);
        }
        p.into_result(files)
    }

    fn check_counts(&self, p: &mut Problems) {
        let mut count = |table: &str, found: usize, low: usize, high: usize| {
            p.expect((low..=high).contains(&found), || {
                let want = if low == high { format!("{low}") } else { format!("{low} to {high}") };
                format!("content {table}: {found} rows, but the game needs {want}")
            });
        };
        // R10: it must be possible to deal a row of five items and, in round V, five artifacts.
        count("items", self.items.len(), 5, ITEMS);
        count("artifacts", self.artifacts.len(), 1, ARTIFACTS);
        count("basics", self.basics.len(), 4, 4);
        count("camps", self.camps.len(), 5, 5);
        count("board_spaces", self.spaces.len(), 12, 12);
        count("site_tiles", self.tiles.len(), 16, 16);
        count("guardians", self.guardians.len(), 15, 15);
        count("idols", self.idols.len(), 6, 6);
        count("slot_options", self.slots.len(), 5, 5);
        count("assistants", self.assistants.len(), 12, 12);
        count("bonus_tiles", self.bonus.len(), 6, 6);
        count("temple.stacks", self.temple.stacks.len(), 6, 6);
        count("rival_tiles", self.rival.len(), 15, 15);
        count("starting_resources", self.starting.len(), 4, 4);
        count("research.rows", self.track.rows.len(), 7, 7);
        count("research.spaces", self.track.spaces.len(), 8, super::state::RESEARCH_SPACES);
        let copies = |kinds: &[Kind]| kinds.iter().map(|k| u32::from(k.copies)).sum::<u32>();
        p.expect(copies(&self.idols) == 16, || format!("content idols: {} tiles, 16 are needed (R12)", copies(&self.idols)));
        p.expect(copies(&self.bonus) == 18, || format!("content bonus_tiles: {} tiles, 18 are needed (R15)", copies(&self.bonus)));
    }

    fn check_values(&self, p: &mut Problems) {
        let mut ids: Vec<&str> = Vec::new();
        let cards = self.items.iter().map(|c| (&c.id, c.cost, c.points, &c.travel));
        let cards = cards.chain(self.artifacts.iter().map(|c| (&c.id, c.cost, c.points, &c.travel)));
        let cards = cards.chain(self.basics.iter().map(|c| (&c.id, 0, c.points, &c.travel)));
        for (id, cost, points, travel) in cards {
            p.expect(!ids.contains(&id.as_str()), || format!("content: the card {id:?} is listed twice"));
            p.expect(is_word(id), || format!("content: the card id {id:?} may have only lower case letters, digits and _"));
            p.expect(cost <= 9, || format!("content, {id:?}: cost {cost} is above 9"));
            p.expect((-9..=9).contains(&points), || format!("content, {id:?}: {points} points are outside -9 to 9"));
            p.expect((1..=2).contains(&travel.len()), || format!("content, {id:?}: a card has one or two travel icons"));
            ids.push(id);
        }
        for (i, space) in self.spaces.iter().enumerate() {
            let level = if i < 8 { 1 } else { 2 };
            p.expect(space.level == level, || {
                format!("content board_spaces, {:?}: eight of level 1 come before four of level 2", space.id)
            });
        }
        for (i, tile) in self.tiles.iter().enumerate() {
            let level = if i < 10 { 1 } else { 2 };
            p.expect(tile.level == level, || {
                format!("content site_tiles, {:?}: ten of level 1 come before six of level 2", tile.id)
            });
        }
        p.expect((8..=40).contains(&self.fear.total), || {
            format!("content fear: {} Fear cards, but 8 (two for each deck, R11) to 40 are needed", self.fear.total)
        });
        p.expect(self.fear.travel.len() == 1, || "content fear: it must have one travel icon".to_string());
        for tile in &self.rival {
            let needs = tile.kind == RivalAction::Dig;
            p.expect(tile.resource.is_some() == needs, || {
                format!("content rival_tiles, {:?}: dig tiles, and no others, name a resource", tile.id)
            });
            for round in &tile.by_round {
                p.expect((1..=2).contains(&round.level), || {
                    format!("content rival_tiles, {:?}: level {} is not 1 or 2", tile.id, round.level)
                });
            }
        }
        for (i, tile) in self.rival.iter().enumerate() {
            let color = match i {
                0..5 => Color::Archaeologist,
                _ if i % 2 == 1 => Color::Green,
                _ => Color::Red,
            };
            p.expect(tile.color == color, || {
                format!("content rival_tiles, {:?}: five archaeologist tiles come first, then pairs of green and red", tile.id)
            });
        }
    }
}

fn is_word(id: &str) -> bool {
    !id.is_empty() && id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// Reads an effect; if it cannot be read, the problem names the row.
pub(super) fn effect(table: &str, id: &str, text: &str, p: &mut Problems) -> Effect {
    notation::parse(text).unwrap_or_else(|error| {
        p.add(format!("content {table}, {id:?}: {error}"));
        Vec::new()
    })
}
