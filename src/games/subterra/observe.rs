//! The observation of a seat: everything but the order of draws (listed in section 21 of RULES.md).

pub(super) mod glance;
mod view;
mod ways;
mod window;

use self::ways::{PLACES, Ways};
use self::window::Window;
use super::Subterra;
use super::board::{Cell, Cells, SLOTS, Side, X_MAX, X_OUTER, Y_MAX, Y_MIN};
use super::state::{Artifact, Decision, Explorer, Roll, Stage, State};
use super::words::{BREACHES, Face, GUARDIANS, KEYS, Kind, Object, RUINS, Sheet, Status, TEAM, TileKind};
use serde_json::Value;

use crate::core::sink::{FeatureSpec, Packed};
use crate::core::{FeatureKind, MAX_SEATS, Observe, Rng, Rules, Seat, Sink, Supply, Turn};

/// Rows and columns of the full map.
const ROWS: usize = (Y_MAX - Y_MIN + 1) as usize;
const COLUMNS: usize = 2 * X_MAX as usize + 1;
/// The codes of the type plane that no type has: Ruins under Rubble, and the Volcano side of any cell.
pub(super) const RUBBLE: u8 = Kind::COUNT as u8 + 1;
pub(super) const FLIPPED: u8 = RUBBLE + 1;
/// The reach of the near map.
pub(super) const NEAR: i8 = 2;
const SPAN: usize = 2 * NEAR as usize + 1;
/// Floats of one plane of the near map.
const PLANE: usize = SPAN * SPAN;
/// Flags of the near map.
pub(super) const FLAGS: [&str; 20] = [
    "in_play",
    "to_north",
    "to_east",
    "to_south",
    "to_west",
    "bridge",
    "key_tile",
    "lava",
    "spike_trap",
    "dart_trap",
    "ruins",
    "guardian_tile",
    "exit",
    "sanctuary",
    "rubble",
    "flipped",
    "can_be_revealed",
    "active_explorer",
    "down_explorer",
    "object",
];

const SIDES: &[&str] = &["north", "east", "south", "west"];

/// Cells as a presence flag and coordinates, along the last axis.
const fn places<'a>(name: &'static str, shape: &'a [usize]) -> FeatureSpec<'a> {
    FeatureSpec { name, shape, kind: FeatureKind::Scaled(Y_MAX as f32), low: -1.0, high: 1.0, labels: &["there", "x", "y"] }
}

/// A cell as a presence flag and its coordinates divided by the depth of the grid; zeros for none.
fn write_place<S: Sink>(name: &'static str, cell: Cell, out: &mut S) {
    out.feature(places(name, &[3]));
    put_place(out, 0, cell);
}

#[inline]
fn put_place<S: Sink>(out: &mut S, row: usize, cell: Cell) {
    out.put_packed(3 * row, &FLOATS_OF[cell.index()]);
}

/// One-hots along the last axis.
const fn one_of<'a>(name: &'static str, shape: &'a [usize], labels: &'a [&'a str]) -> FeatureSpec<'a> {
    FeatureSpec { name, shape, kind: FeatureKind::OneHot, low: 0.0, high: 1.0, labels }
}

/// The place of each cell of the seven columns in the full map.
static MAP_AT: [u16; SLOTS] = {
    let mut places = [0; SLOTS];
    let mut y = Y_MIN;
    while y <= Y_MAX {
        let mut x = -X_MAX;
        while x <= X_MAX {
            places[Cell::at(x, y).index()] = (y - Y_MIN) as u16 * COLUMNS as u16 + (x + X_MAX) as u16;
            x += 1;
        }
        y += 1;
    }
    places
};

/// The floats of each cell; zeros for none.
static FLOATS_OF: [Packed; SLOTS] = {
    let unit = 1.0 / Y_MAX as f32;
    let mut floats = [Packed::new([0.0; 3]); SLOTS];
    let mut y = Y_MIN;
    while y <= Y_MAX {
        let mut x = -X_OUTER;
        while x <= X_OUTER {
            let cell = Cell::at(x, y);
            if cell.index() != Cell::NONE.index() {
                floats[cell.index()] = Packed::new([unit, x as f32 * unit, y as f32 * unit]);
            }
            x += 1;
        }
        y += 1;
    }
    floats
};

/// The flag of each type in the near map; 0 for none.
const FLAG_OF: [u8; Kind::COUNT] = {
    let mut flags = [0; Kind::COUNT];
    let mut i = 0;
    while i < Kind::COUNT {
        flags[i] = match Kind::ALL[i] {
            Kind::Normal | Kind::Journal | Kind::Crossing => 0,
            Kind::Bridge => 5,
            Kind::Key => 6,
            Kind::Lava => 7,
            Kind::Spike => 8,
            Kind::Dart => 9,
            Kind::Ruins => 10,
            Kind::Guardian => 11,
            Kind::Exit => 12,
            Kind::Hall | Kind::Vault => 13,
        };
        i += 1;
    }
    flags
};

impl Observe for Subterra {
    type Memo = Ways;

    fn observe<S: Sink>(&self, state: &State, viewer: Seat, ways: &mut Ways, out: &mut S) {
        self.write_decision(state, viewer, out);
        self.write_clock(state, out);
        self.write_explorers(state, viewer, out);
        Self::write_board(state, out);
        if self.glance {
            self.write_glance(state, viewer, self.subject(state), ways, out);
            self.write_near(state, out);
        }
        Self::write_map(state, out);
    }

    fn supplies(&self) -> Vec<Supply> {
        let team = if self.padded { TEAM } else { self.team.size() };
        let there = |counts: &[u8]| counts.iter().filter(|&&count| count > 0).count();
        // Once the Sanctuary is there, the bag is empty (R46) and nothing can be revealed.
        let places = PLACES - 1;
        vec![
            // Sides and type of every tile, of the start and of the Sanctuary.
            Supply { features: &["map"], most: 2 * (self.tables.bag.total() as usize + 12) },
            // Of each cell around: in play, its ways, and one type or the Volcano side; Rubble on Ruins; then figures and objects.
            Supply { features: &["near"], most: 6 * PLANE + RUINS + team + KEYS + 1 },
            Supply { features: &["near_guardians"], most: GUARDIANS },
            // Tiles leave the bag and never come back; the last one has left it before the Sanctuary comes (R46).
            Supply { features: &["bag", "hall_at", "vault_at", "artifact_at"], most: there(&self.tables.bag.0).max(9) },
            Supply { features: &["journals"], most: there(&self.tables.journals.0) },
            Supply { features: &["hazard_dice"], most: 2 },
            Supply { features: &["glance.nearness"], most: team * (places + team) },
            Supply { features: &["glance.in_reach"], most: team * (places + team) },
            // Usually one or two sides lead to a place, none to the subject itself.
            Supply { features: &["glance.leads"], most: 3 * (places + team) },
            // An explorer stands on one thing; the Artifact comes when nothing can be revealed any more (R46).
            Supply { features: &["glance.underfoot"], most: 3 * team },
            // Each belongs to one seat; of all of them one has the turn and one is asked.
            Supply { features: &["explorers.flags"], most: 2 + 2 * team + team.div_ceil(self.seats) },
        ]
    }

    fn redeal(&self, _: &mut State, _: Seat, _: &mut Rng) {
        // Everything is public: tiles are drawn when they are needed, so no hidden order is stored.
    }

    fn view(&self, state: &State, _: Option<Seat>) -> Value {
        self.plain_view(state)
    }
}

impl Subterra {
    fn write_decision<S: Sink>(&self, s: &State, viewer: Seat, out: &mut S) {
        out.one_hot("decision", Some(s.decision as usize), Decision::COUNT, Decision::NAMES);
        let seats = if self.padded { MAX_SEATS } else { self.seats };
        let to_act = match self.turn(s) {
            Turn::Seat(seat) => Some((seat.at() + self.seats - viewer.at()) % self.seats),
            Turn::Over => None,
        };
        // Counted from the viewer, who is 0.
        out.one_hot("to_act", to_act, seats, &[]);
        out.one_hot("leader", Some((self.leader.at() + self.seats - viewer.at()) % self.seats), seats, &[]);
        out.one_hot("stage", Some(s.stage as usize), Stage::COUNT, Stage::NAMES);
        out.counts("action_points", &[s.ap], 6.0, &[]);
        out.flag("pushed", s.pushed);
        out.counts("under_way", &[s.strides, s.lights], 4.0, &["strides", "lights"]);
        let mut faces = [0; Face::COUNT];
        s.dice.iter().for_each(|&face| faces[face as usize] += 1);
        out.counts("hazard_dice", &faces, 2.0, Face::NAMES);
        out.one_hot("d6_for", s.six.map(|(roll, _)| roll as usize), Roll::COUNT, Roll::NAMES);
        out.one_hot("d6", s.six.map(|(_, value)| value as usize - 1), 6, &[]);
        out.one_hot("tile_in_hand", s.drawn.map(TileKind::at), TileKind::COUNT, &[]);
        out.one_hot("other_tile", s.other.map(TileKind::at), TileKind::COUNT, &[]);
        write_place("exit_in_use", s.from, out);
        out.one_hot("exit_side", s.side.map(|side| side as usize), 4, SIDES);
        // Whether the tile in hand, or the one just placed, is to be entered: an Explore (R25).
        out.flag("exploring", s.enter || s.entry != Cell::NONE);
        write_place("subject", self.subject(s), out);
    }

    /// The cell the open choice is about: that of the acting Guardian, of the explorer asked, otherwise of the explorer whose turn it is.
    pub(super) fn subject(&self, s: &State) -> Cell {
        let of = |explorer: &Explorer| if explorer.is_inside() { explorer.cell } else { self.tables.exit };
        match s.decision {
            Decision::Victim | Decision::GuardianStep | Decision::GuardianDig => s.guardians[s.guardian as usize],
            Decision::Command | Decision::Consent => of(&s.explorers[s.mover as usize]),
            Decision::Draft => self.tables.crossing,
            Decision::None
            | Decision::Act
            | Decision::Crawl
            | Decision::Stride
            | Decision::Light
            | Decision::Scholar
            | Decision::Orient
            | Decision::ResearchCell
            | Decision::ResearchSide
            | Decision::Journal
            | Decision::RerollSix
            | Decision::RerollHazard
            | Decision::Order
            | Decision::Wake
            | Decision::Guardian
            | Decision::SiteCell
            | Decision::SiteSide => s.explorers.get(s.turn as usize).map_or(self.tables.crossing, of),
        }
    }

    fn write_clock<S: Sink>(&self, s: &State, out: &mut S) {
        out.counts("marker", &[s.marker], 99.0, &[]);
        out.flag("erupted", s.erupted);
        out.flag("cursed", s.cursed);
        out.count("rounds", s.rounds.min(100).into(), 100.0);
        // The way the Artifact has to go: the shaped score counts it down.
        out.counts("carry", &[s.carry.min(99)], 99.0, &[]);
        out.counts("bag", &s.bag.0, 30.0, &[]);
        out.counts("journals", &s.journals.0, 3.0, &[]);
        out.counts("keys", &[s.inserted, self.keys_needed(s)], KEYS as f32, &["inserted", "needed"]);
        let artifact = match s.artifact {
            Artifact::Locked => 0,
            Artifact::On(_) => 1,
            Artifact::Carried => 2,
            Artifact::Outside => 3,
            Artifact::Destroyed => 4,
        };
        out.one_hot("artifact", Some(artifact), 5, &["locked", "lying", "carried", "outside", "destroyed"]);
        let lying = if let Artifact::On(cell) = s.artifact { cell } else { Cell::NONE };
        write_place("artifact_at", lying, out);
        write_place("hall_at", s.hall, out);
        write_place("vault_at", s.vault, out);
        out.feature(places("keys_at", &[KEYS, 3]));
        s.keys.iter().enumerate().for_each(|(row, &cell)| put_place(out, row, cell));
        let left = [self.tables.consolidations - s.consolidated, self.tables.demolitions - s.map.breaches.len() as u8];
        out.counts("uses_left", &left, 4.0, &["consolidate", "demolish"]);
        out.bits("brace", u128::from(s.shield) | u128::from(s.tired) << 1, 2, &["shield", "tired"]);
    }

    /// One row per explorer in turn order, from the viewer's first one on; rows of a padded observation may be empty.
    fn write_explorers<S: Sink>(&self, s: &State, viewer: Seat, out: &mut S) {
        let rows = if self.padded { TEAM } else { self.team.size() };
        let first = s.explorers.iter().position(|e| e.seat == viewer).unwrap_or(0);
        let mut team = s.explorers;
        team.rotate_left(first);
        let team = team.as_slice();
        // The explorers' numbers when counted from the viewer's first one.
        let number = |who: u8| if who as usize >= first { who as usize - first } else { who as usize + team.len() - first };
        out.group("explorers", None);
        if self.padded {
            let spec = FeatureSpec { name: "present", shape: &[rows], kind: FeatureKind::Flags, low: 0.0, high: 1.0, labels: &[] };
            out.feature(spec);
            (0..team.len()).for_each(|row| out.mark(row));
        }
        out.feature(one_of("sheet", &[rows, Sheet::COUNT], Sheet::NAMES));
        team.iter().enumerate().for_each(|(row, e)| out.mark(row * Sheet::COUNT + e.sheet as usize));
        out.feature(one_of("status", &[rows, Status::COUNT], Status::NAMES));
        team.iter().enumerate().for_each(|(row, e)| out.mark(row * Status::COUNT + e.status as usize));
        out.feature(one_of("hand", &[rows, Object::COUNT], Object::NAMES));
        for (row, e) in team.iter().enumerate() {
            out.mark_if(e.hand.is_some(), row * Object::COUNT + e.hand.map_or(0, |object| object as usize));
        }
        let labels = &["now", "most", "guardians_here"];
        let spec = FeatureSpec { name: "hp", shape: &[rows, 3], kind: FeatureKind::Scaled(15.0), low: 0.0, high: 1.0, labels };
        out.feature(spec);
        for (row, e) in team.iter().enumerate() {
            let chasers = if e.is_inside() { s.guardians_on(e.cell) } else { 0 };
            out.put_counts(3 * row, &[e.hp, self.tables.hp[e.sheet as usize], chasers], 1.0 / 15.0);
        }
        let labels = &["mine", "turn", "asked", "refused", "down"];
        let spec = FeatureSpec { name: "flags", shape: &[rows, 5], kind: FeatureKind::Flags, low: 0.0, high: 1.0, labels };
        let turn = if s.stage == Stage::Draft { TEAM } else { number(s.turn) };
        let asked = if matches!(s.decision, Decision::Command | Decision::Consent) { number(s.mover) } else { TEAM };
        out.feature(spec);
        let facts = team.iter().enumerate().map(|(i, e)| {
            let who = if i + first < team.len() { i + first } else { i + first - team.len() };
            let flags = [e.seat == viewer, i == turn, i == asked, s.refused >> who & 1 == 1, e.is_inside() && e.hp == 0];
            flags.into_iter().rev().fold(0, |bits, flag| bits << 1 | u64::from(flag))
        });
        out.mark_rows(labels.len(), facts);
        out.feature(places("at", &[rows, 3]));
        for (row, e) in team.iter().enumerate() {
            put_place(out, row, if e.is_inside() { e.cell } else { Cell::NONE });
        }
        out.end();
    }

    /// Guardians in order of arrival, and the Ruins by number.
    fn write_board<S: Sink>(s: &State, out: &mut S) {
        out.group("guardians", None);
        out.feature(places("at", &[GUARDIANS, 3]));
        s.guardians.iter().enumerate().for_each(|(row, &cell)| put_place(out, row, cell));
        out.bits("acted", s.acted.into(), GUARDIANS, &[]);
        let asked = matches!(s.decision, Decision::Victim | Decision::GuardianStep | Decision::GuardianDig);
        out.one_hot("acts", asked.then_some(s.guardian as usize), GUARDIANS, &[]);
        out.end();
        out.group("ruins", None);
        out.feature(places("at", &[RUINS, 3]));
        s.map.ruins.iter().enumerate().for_each(|(row, &cell)| put_place(out, row, cell));
        let loose = |&(_, &cell): &(usize, &Cell)| cell != Cell::NONE && !s.map.rubble.has(cell);
        let can = s.map.ruins.iter().enumerate().filter(loose).map(|(i, _)| 1 << i).sum();
        out.bits("can_collapse", can, RUINS, &[]);
        out.end();
        out.counts("passes", &[s.passes, s.steps], 9.0, &["guardian_passes", "marker_steps"]);
        out.group("demolished", None);
        out.feature(places("at", &[BREACHES, 3]));
        s.map.breaches.iter().enumerate().for_each(|(row, breach)| put_place(out, row, breach.cell));
        out.feature(one_of("side", &[BREACHES, 4], SIDES));
        s.map.breaches.iter().enumerate().for_each(|(row, breach)| out.mark(4 * row + breach.side() as usize));
        out.end();
    }

    /// The cells around the subject, one plane per flag; then Guardians on them.
    fn write_near<S: Sink>(&self, s: &State, out: &mut S) {
        let subject = self.subject(s);
        let (cx, cy) = (subject.x(), subject.y());
        let at = |x: i8, y: i8| (y - cy + NEAR) as usize * SPAN + (x - cx + NEAR) as usize;
        let inside = |x: i8, y: i8| (x - cx).abs() <= NEAR && (y - cy).abs() <= NEAR;
        let spec = FeatureSpec {
            name: "near",
            shape: &[FLAGS.len(), SPAN, SPAN],
            kind: FeatureKind::Flags,
            low: 0.0,
            high: 1.0,
            labels: &[],
        };
        let map = &s.map;
        let window = Window::around(cx, cy);
        let (placed, flipped) = (window.of(&map.placed), window.of(&map.flipped));
        let mut planes = [0u64; FLAGS.len()];
        planes[0] = placed;
        planes[1] = Window::around(cx, cy - 1).of(&map.links.south);
        planes[2] = window.of(&map.links.east);
        planes[3] = window.of(&map.links.south);
        planes[4] = window.of(&map.links.east.moved(Side::E));
        let mut rest = placed & !flipped;
        while rest != 0 {
            let (row, column) = Window::place(rest.trailing_zeros());
            let plane = FLAG_OF[map.kind(Cell::at(cx - NEAR + column as i8, cy - NEAR + row as i8)) as usize] as usize;
            // The plane of cells in play is set there anyway.
            planes[plane] |= rest & rest.wrapping_neg();
            rest &= rest - 1;
        }
        planes[14] = window.of(&map.rubble);
        planes[15] = flipped;
        planes[16] = window.of(&map.frontier());
        for explorer in s.explorers.iter().filter(|e| e.is_inside()) {
            planes[if explorer.hp > 0 { 17 } else { 18 }] |= window.of(&Cells::one(explorer.cell));
        }
        s.keys.iter().for_each(|&key| planes[19] |= window.of(&Cells::one(key)));
        if let Artifact::On(cell) = s.artifact {
            planes[19] |= window.of(&Cells::one(cell));
        }
        out.feature(spec);
        out.mark_rows(PLANE, planes.into_iter().map(Window::packed));
        let spec = FeatureSpec {
            name: "near_guardians",
            shape: &[SPAN, SPAN],
            kind: FeatureKind::Scaled(GUARDIANS as f32),
            low: 0.0,
            high: 1.0,
            labels: &[],
        };
        let mut counts = [0u8; PLANE];
        for guardian in s.guardians.iter().filter(|guardian| inside(guardian.x(), guardian.y())) {
            counts[at(guardian.x(), guardian.y())] += 1;
        }
        out.feature(spec);
        if !s.guardians.is_empty() {
            out.put_counts(0, &counts, 1.0 / GUARDIANS as f32);
        }
    }

    /// The whole map: sides as a mask, and type, which Rubble and lava cover. An outer vault is not on it; `vault_at`
    /// says where it lies. Figures have their own rows.
    fn write_map<S: Sink>(s: &State, out: &mut S) {
        const SIZE: usize = ROWS * COLUMNS;
        const { assert!(FLIPPED < 16) };
        let spec = FeatureSpec {
            name: "map",
            shape: &[2, ROWS, COLUMNS],
            kind: FeatureKind::Scaled(16.0),
            low: 0.0,
            high: 1.0,
            labels: &[],
        };
        let unit = 1.0 / 16.0;
        let at = |cell: Cell| usize::from(MAP_AT[cell.index()]);
        let shown = s.map.placed.minus(&Cells::OUTER);
        out.feature(spec);
        shown.each(|cell| out.put(at(cell), f32::from(s.map.sides(cell)) * unit));
        shown.each(|cell| {
            // Layers that cover others come last, so that each is a selection without a branch.
            let mut code = s.map.kind(cell) as u8 + 1;
            code = if s.map.rubble.has(cell) { RUBBLE } else { code };
            code = if s.map.flipped.has(cell) { FLIPPED } else { code };
            out.put(SIZE + at(cell), f32::from(code) * unit);
        });
    }
}
