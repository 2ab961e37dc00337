//! The component tables: what the files must hold, validated whole.

use serde::Deserialize;
use serde_json::Value;

use super::board::{Cell, Cells, Side, rotate};
use super::map::Map;
use super::tables::{Cost, Damage, Tables, TileInfo};
use super::words::{BAG_KINDS, GUARDIANS, JOURNAL_KINDS, KEYS, Kind, RUINS, Sheet, TEAM, TileKind};
use crate::core::{Bag, Content, Problems};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "sources, confidence and notes are for people")]
struct TileRow {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    shape: String,
    #[serde(default)]
    ruin_number: u8,
    #[serde(default)]
    source: Vec<String>,
    #[serde(default)]
    confidence: String,
    #[serde(default)]
    note: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "names, sources, confidence and notes are for people")]
struct PieceRow {
    id: String,
    #[serde(default)]
    name_en: String,
    #[serde(default)]
    name_fr: String,
    #[serde(default)]
    source: Vec<String>,
    #[serde(default)]
    confidence: String,
    #[serde(default)]
    note: String,
    cells: Vec<CellRow>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CellRow {
    id: String,
    #[serde(rename = "type")]
    kind: Kind,
    x: Option<i8>,
    y: Option<i8>,
    #[serde(default)]
    open: Vec<String>,
}

/// Descriptive tables: no rule reads them.
const DESCRIPTIONS: [&str; 9] =
    ["classes", "defeat", "faces", "rubble", "control", "grades", "components", "tile_types", "sources"];

impl Tables {
    /// Reads and validates all tables; reports every problem at once.
    pub fn read(content: &Content, difficulty: &str) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let mut tables = Self::empty();
        tables.read_tiles(content, &mut problems);
        tables.read_pieces(content, &mut problems);
        for table in ["explorers", "actions", "eruption_start"].into_iter().chain(DESCRIPTIONS) {
            content.known_fields(table, &mut problems);
        }
        for table in DESCRIPTIONS {
            content.only_described(table, &mut problems);
        }
        let mut numbers = Numbers { content, problems: &mut problems };
        tables.read_explorers(&mut numbers);
        tables.read_numbers(&mut numbers, difficulty);
        problems.into_result(tables)
    }

    fn empty() -> Self {
        let none = TileInfo { kind: Kind::Normal, number: 0, open: 15 };
        Self {
            tiles: [none; BAG_KINDS + JOURNAL_KINDS],
            tile_names: Vec::new(),
            bag: Bag::default(),
            journals: Bag::default(),
            keys: 0,
            cells: Vec::new(),
            pieces: Vec::new(),
            exit: Cell::NONE,
            crossing: Cell::NONE,
            hp: [1; Sheet::COUNT],
            cost: [1; Cost::COUNT],
            action_points: 1,
            push_points: 1,
            run_moves: 1,
            walk: [[0; 64]; 2],
            heal: 1,
            consolidations: 0,
            demolitions: 0,
            scope_range: 1,
            shot_range: 1,
            cure_range: 0,
            cure: 1,
            survivor: 1,
            revive_down: 1,
            revive_active: 1,
            damage: Damage::default(),
            attack_min: 1,
            spike_safe_min: 1,
            guardians: 0,
            passes: [0; 2],
            steps: [1; 2],
            dice: [1; 2],
            marker: [0; 4],
        }
    }

    fn read_tiles(&mut self, content: &Content, problems: &mut Problems) {
        let mut numbers_used = [false; RUINS + 1];
        for (table, most, first) in [("tiles", BAG_KINDS, 0), ("journals", JOURNAL_KINDS, BAG_KINDS)] {
            let rows: Vec<TileRow> = content.rows(table, problems);
            problems.expect(rows.len() <= most && !rows.is_empty(), || {
                format!("content {table}: {} rows, 1 to {most} fit", rows.len())
            });
            let mut kinds: Vec<(Kind, u8, u8, String)> = Vec::new();
            for row in rows.iter().take(most) {
                let Some(kind) = Kind::parse(&row.kind).filter(|&kind| fits_table(kind, table)) else {
                    problems.add(format!("content {table}, {:?}: this table has no tiles of type {:?}", row.id, row.kind));
                    continue;
                };
                let Some(open) = shape(content, &row.shape) else {
                    problems.add(format!(
                        "content {table}, {:?}: shape {:?} is not in shapes with 1 to 4 sides of NESW",
                        row.id, row.shape
                    ));
                    continue;
                };
                let numbered = kind == Kind::Ruins;
                problems
                    .expect(numbered == (1..=RUINS as u8).contains(&row.ruin_number) && (numbered || row.ruin_number == 0), || {
                        format!("content {table}, {:?}: Ruins, and only Ruins, have a ruin_number from 1 to 6", row.id)
                    });
                if numbered {
                    let used = &mut numbers_used[row.ruin_number as usize % (RUINS + 1)];
                    problems
                        .expect(!*used, || format!("content {table}, {:?}: ruin_number {} is used twice", row.id, row.ruin_number));
                    *used = true;
                }
                let same = |k: &(Kind, u8, u8, String)| k.0 == kind && k.1 == row.ruin_number && turned(k.2, open);
                let at = kinds.iter().position(same).unwrap_or_else(|| {
                    kinds.push((kind, row.ruin_number, open, row.shape.clone()));
                    kinds.len() - 1
                });
                if first == 0 { self.bag.add(at) } else { self.journals.add(at) }
            }
            for slot in 0..most {
                let tile = TileKind((first + slot) as u8);
                let name = kinds.get(slot).map_or_else(
                    || format!("unused_{}", tile.0),
                    |(kind, number, open, shape)| {
                        self.tiles[tile.at()] = TileInfo { kind: *kind, number: *number, open: *open };
                        let number = if *number > 0 { format!("_{number}") } else { String::new() };
                        format!("{}{number}_{shape}", kind.name())
                    },
                );
                self.tile_names.push(name);
            }
        }
        let keys = (0..BAG_KINDS).filter(|&k| self.tiles[k].kind == Kind::Key).map(|k| self.bag.0[k]).sum();
        problems.expect((keys as usize) <= KEYS, || format!("content tiles: {keys} Key tiles, but there are {KEYS} Keys"));
        self.keys = keys;
    }

    fn read_pieces(&mut self, content: &Content, problems: &mut Problems) {
        let rows: Vec<PieceRow> = content.rows("pieces", problems);
        for row in &rows {
            let mut piece = Cells::EMPTY;
            for cell in &row.cells {
                if matches!(cell.kind, Kind::Hall | Kind::Vault) {
                    problems.expect(cell.x.is_none() && cell.y.is_none(), || {
                        format!("content pieces, {:?}: the Sanctuary has no fixed place", cell.id)
                    });
                    continue;
                }
                let (Some(x), Some(y)) = (cell.x, cell.y) else {
                    problems.add(format!("content pieces, {:?}: x and y are missing", cell.id));
                    continue;
                };
                let open = mask(&cell.open);
                let kind_fits = matches!(cell.kind, Kind::Normal | Kind::Guardian | Kind::Exit | Kind::Crossing);
                if !Cell::exists(x, y) || y > 0 || open.is_none() || !kind_fits {
                    problems.add(format!(
                        "content pieces, {:?}: a cell lies at x -3 to 3, y -1 or 0, with open sides of NESW and a fitting type",
                        cell.id
                    ));
                    continue;
                }
                let at = Cell::at(x, y);
                problems
                    .expect(!self.cells.iter().any(|c| c.0 == at), || format!("content pieces, {:?}: {x},{y} is taken", cell.id));
                let named = match cell.kind {
                    Kind::Exit => Some(&mut self.exit),
                    Kind::Crossing => Some(&mut self.crossing),
                    _ => None,
                };
                if let Some(place) = named {
                    problems.expect(*place == Cell::NONE, || format!("content pieces, {:?}: there is one Entrance", cell.id));
                    *place = at;
                }
                piece.insert(at);
                self.cells.push((at, cell.kind, open.unwrap_or(0)));
            }
            if !piece.is_empty() {
                self.pieces.push(piece);
            }
        }
        // The exit and the crossing must be the cells that R4, R34 and R62 name.
        let fixed = self.exit == Cell::at(0, -1) && self.crossing == Cell::at(0, 0);
        problems.expect(fixed, || "content pieces: the exit lies at 0,-1 and the crossing at 0,0".to_string());
        let first = self.pieces.first().is_some_and(|p| p.has(Cell::at(0, -1)) && p.has(Cell::at(0, 0)));
        problems.expect(first, || "content pieces: the first piece is the Entrance with exit and crossing".to_string());
        let lost = self.unreached();
        problems.expect(lost.is_none(), || {
            let (x, y) = lost.map_or((0, 0), |cell| (cell.x(), cell.y()));
            format!("content pieces: every cell is connected with the exit, but {x},{y} is not")
        });
        let open_south = self.cells.iter().any(|c| c.0.y() == 0 && c.2 & Side::S.bit() != 0);
        problems.expect(open_south, || "content pieces: some cell of row 0 is open to the south".to_string());
    }
}

impl Tables {
    /// The fewest action points for each number of steps, using Moves, Runs and one more way of walking, given by its cost and steps.
    fn walking(&self, other: Option<(u8, u8)>) -> [u8; 64] {
        let ways = [(self.cost[Cost::Move as usize], 1), (self.cost[Cost::Run as usize], self.run_moves)];
        let mut points = [0u8; 64];
        for steps in 1..points.len() {
            let after = |&(cost, moves): &(u8, u8)| points[steps.saturating_sub(usize::from(moves))].saturating_add(cost);
            points[steps] = ways.iter().chain(&other).map(after).min().unwrap_or(u8::MAX);
        }
        points
    }

    /// A cell of the setup from which no way leads to the exit.
    fn unreached(&self) -> Option<Cell> {
        let mut map = Map::default();
        self.cells.iter().for_each(|&(cell, kind, open)| map.place(cell, kind, 0, open));
        map.placed.minus(&map.links.reach(self.exit)).first()
    }
}

fn fits_table(kind: Kind, table: &str) -> bool {
    match kind {
        Kind::Journal => table == "journals",
        Kind::Normal | Kind::Bridge | Kind::Key | Kind::Lava | Kind::Spike | Kind::Dart | Kind::Ruins | Kind::Guardian => {
            table == "tiles"
        }
        Kind::Exit | Kind::Crossing | Kind::Hall | Kind::Vault => false,
    }
}

/// Whether two masks are the same shape turned.
fn turned(a: u8, b: u8) -> bool {
    (0..4).any(|turns| rotate(a, turns) == b)
}

fn mask(letters: &[String]) -> Option<u8> {
    letters.iter().try_fold(0, |mask, letter| match letter.as_str() {
        "N" => Some(mask | Side::N.bit()),
        "E" => Some(mask | Side::E.bit()),
        "S" => Some(mask | Side::S.bit()),
        "W" => Some(mask | Side::W.bit()),
        _ => None,
    })
}

fn shape(content: &Content, name: &str) -> Option<u8> {
    let letters = content.tables().get("shapes")?.get(name)?.as_array()?;
    let letters: Vec<String> = letters.iter().map(|l| l.as_str().unwrap_or("?").to_string()).collect();
    mask(&letters).filter(|&m| m != 0)
}

/// Reads single numbers with their bounds, reporting what is wrong.
struct Numbers<'a> {
    content: &'a Content,
    problems: &'a mut Problems,
}

impl Numbers<'_> {
    fn check(&mut self, place: &str, value: Option<&Value>, low: u8, high: u8) -> u8 {
        let number = value.and_then(Value::as_u64).filter(|n| (u64::from(low)..=u64::from(high)).contains(n));
        self.problems.expect(number.is_some(), || format!("content {place}: it must be a whole number from {low} to {high}"));
        number.map_or(low, |n| n as u8)
    }

    /// A number of a record table.
    fn of(&mut self, table: &str, key: &str, low: u8, high: u8) -> u8 {
        let value = self.content.tables().get(table).and_then(|t| t.get(key)).cloned();
        self.check(&format!("{table}, {key}"), value.as_ref(), low, high)
    }

    /// A number of the row with an id.
    fn row(&mut self, table: &str, id_key: &str, id: &str, key: &str, low: u8, high: u8) -> u8 {
        let rows = self.content.tables().get(table).and_then(Value::as_array);
        let row = rows.and_then(|rows| rows.iter().find(|r| r.get(id_key).and_then(Value::as_str) == Some(id)));
        let value = row.and_then(|r| r.get(key)).cloned();
        self.check(&format!("{table}, {id:?}, {key}"), value.as_ref(), low, high)
    }

    /// A number of an ability.
    fn ability(&mut self, id: &str, key: &str, low: u8, high: u8) -> u8 {
        let rows = self.content.tables().get("explorers").and_then(Value::as_array);
        let abilities = rows.into_iter().flatten().filter_map(|r| r.get("abilities").and_then(Value::as_array)).flatten();
        let value =
            abilities.into_iter().find(|a| a.get("id").and_then(Value::as_str) == Some(id)).and_then(|a| a.get(key)).cloned();
        self.check(&format!("explorers, ability {id:?}, {key}"), value.as_ref(), low, high)
    }
}

impl Tables {
    fn read_explorers(&mut self, numbers: &mut Numbers) {
        for &sheet in Sheet::ALL {
            self.hp[sheet as usize] = numbers.row("explorers", "id", sheet.name(), "hp", 1, 15);
        }
        // Costs are at least 1, so that every turn ends (the bound on an episode relies on it).
        for &cost in Cost::ALL {
            self.cost[cost as usize] = if (cost as usize) < Cost::Illuminate as usize {
                numbers.row("actions", "id", cost.name(), "ap", 1, 9)
            } else {
                numbers.ability(cost.name(), "ap", 1, 9)
            };
        }
        self.consolidations = numbers.ability("consolidate", "uses_per_game", 0, 4);
        self.demolitions = numbers.ability("demolish", "uses_per_game", 0, 3);
        self.scope_range = numbers.ability("scope", "range", 1, 3);
        self.shot_range = numbers.ability("precision_shot", "range", 1, 3);
        self.cure_range = numbers.ability("cure", "range", 0, 6);
        self.cure = numbers.ability("cure", "heal", 1, 15);
        self.survivor = numbers.ability("survivor", "heal", 0, 15);
        self.revive_down = numbers.ability("revive", "heal_if_down", 1, 15);
        self.revive_active = numbers.ability("revive", "heal_if_active", 1, 15);
    }

    fn read_numbers(&mut self, numbers: &mut Numbers, difficulty: &str) {
        let d = &mut self.damage;
        for (slot, key) in [
            (&mut d.push_cost, "push_cost"),
            (&mut d.stumble, "stumble"),
            (&mut d.lava_face_on_lava_tile, "lava_face_on_lava_tile"),
            (&mut d.spike_trap, "spike_trap"),
            (&mut d.dart_trap, "dart_trap"),
            (&mut d.collapse, "collapse"),
            (&mut d.guardian_attack, "guardian_attack"),
            (&mut d.flee_per_guardian, "flee_per_guardian"),
            (&mut d.grenade, "grenade"),
        ] {
            *slot = numbers.of("damage", key, 0, 15);
        }
        // At least 1, or rerolls could go on forever.
        d.reroll_cost_archaeologist = numbers.of("damage", "reroll_cost_archaeologist", 1, 15);
        self.action_points = numbers.of("turn", "action_points", 1, 4);
        self.push_points = numbers.of("turn", "push_extra_points", 1, 2);
        self.run_moves = numbers.row("actions", "id", "run", "max_moves", 1, 5);
        self.walk = [self.walking(None), self.walking(Some((self.cost[Cost::Sprint as usize], 2)))];
        self.heal = numbers.row("actions", "id", "heal", "heal", 1, 15);
        self.attack_min = numbers.of("thresholds", "attack_success_min", 1, 7);
        self.spike_safe_min = numbers.of("thresholds", "spike_safe_min", 1, 7);
        self.guardians = numbers.of("guardians", "supply", 0, GUARDIANS as u8);
        self.passes = [
            numbers.of("guardians", "activations_end_of_round", 0, 4),
            numbers.of("guardians", "activations_per_activate_face", 0, 4),
        ];
        self.steps = [numbers.of("volcano", "step_end_of_round", 1, 9), numbers.of("volcano", "step_end_of_round_cursed", 1, 9)];
        self.dice =
            [numbers.of("curse", "hazard_dice_per_turn_before", 0, 2), numbers.of("curse", "hazard_dice_per_turn_after", 0, 2)];
        for (team, marker) in (3..=TEAM).zip(&mut self.marker) {
            *marker = numbers.row("eruption_start", "difficulty", difficulty, &format!("explorers_{team}"), 0, 99);
        }
        let keys = numbers.of("items", "keys_to_unlock", 0, KEYS as u8);
        let tiles = self.keys;
        numbers
            .problems
            .expect(keys == tiles, || format!("content items, keys_to_unlock: {keys}, but there are {tiles} Key tiles"));
    }
}
