//! Features a person sees at a glance on the table: ways and their costs, the Guardians' targets, the time left against the way home
//! (section 21 of RULES.md). All of it follows from the rest of the observation, but only by searches over the map.

use super::super::Subterra;
use super::super::board::{Cell, Cells, Side};
use super::super::state::{Artifact, Explorer, Stage, State};
use super::super::words::{GUARDIANS, KEYS, Kind, Object, Sheet, TEAM};
use super::ways::{GOALS, PLACES, Ways};
use crate::core::sink::FeatureSpec;
use crate::core::{FeatureKind, Seat, Sink};

/// Places that ways lead to; after them come the explorers in the order of their rows.
pub(in super::super) const PLACE_NAMES: [&str; GOALS] = [
    "key_1",
    "key_2",
    "key_3",
    "sanctuary",
    "artifact",
    "exit",
    "unrevealed",
    "guardian",
    "down",
    "explorer_1",
    "explorer_2",
    "explorer_3",
    "explorer_4",
    "explorer_5",
    "explorer_6",
];
/// Action points at which a way is too long to count.
const FAR: u8 = 24;
/// Steps at which a Guardian is too far away to count.
const GUARDIAN_FAR: u8 = 12;
/// Steps at which the lava is too far away to count.
const LAVA_FAR: u8 = 8;
/// The most rounds of slack, in either direction.
const SLACK: i16 = 20;
/// The most hits that are counted.
const HITS: u8 = 10;

/// The things on an explorer's cell.
const UNDERFOOT: [&str; 8] =
    ["lava", "spike_trap", "dart_trap", "loose_ruins", "sanctuary", "unrevealed_beside", "key_lies", "artifact_lies"];

/// A feature with a row for each explorer or Guardian.
const fn rows<'a>(name: &'static str, shape: &'a [usize], kind: FeatureKind, labels: &'a [&'a str]) -> FeatureSpec<'a> {
    FeatureSpec { name, shape, kind, low: 0.0, high: 1.0, labels }
}

fn write_counts<S: Sink>(out: &mut S, spec: FeatureSpec<'_>, scale: u8, values: impl Iterator<Item = u8>) {
    out.feature(spec);
    let factor = 1.0 / f32::from(scale);
    for (at, value) in values.enumerate() {
        out.put(at, f32::from(value) * factor);
    }
}

fn write_bits<S: Sink>(out: &mut S, spec: FeatureSpec<'_>, width: usize, values: impl Iterator<Item = u32>) {
    out.feature(spec);
    out.mark_rows(width, values.map(u64::from));
}

/// The action points that each explorer, in the order of the rows, needs to each place and to each explorer; and the sides by which
/// the subject comes nearest.
struct Costs {
    points: [[u8; GOALS]; TEAM],
    leads: [u8; GOALS],
}

/// The Guardians' next targets, and how many hits are due.
#[derive(Default)]
struct Hunt {
    /// Steps of each Guardian to the nearest active explorer; `GUARDIAN_FAR` if none is so near.
    steps: [u8; GUARDIANS],
    /// Hits of each Guardian at the end of this round, if nobody moves.
    hits: [u8; GUARDIANS],
    /// The explorers each is after, one bit for each row.
    after: [u8; GUARDIANS],
}

impl Subterra {
    /// The features of this file.
    pub(super) fn write_glance<S: Sink>(&self, s: &State, viewer: Seat, subject: Cell, ways: &mut Ways, out: &mut S) {
        let shown = if self.padded { TEAM } else { self.team.size() };
        let first = s.explorers.iter().position(|e| e.seat == viewer).unwrap_or(0);
        let mut team = s.explorers;
        team.rotate_left(first);
        let team = team.as_slice();
        ways.update(&s.map, &self.places(s), &s.explorers, subject);
        let costs = self.costs(team, first, ways);
        let hunt = self.hunt(s, team);
        out.group("glance", None);
        self.write_ways(s, team, shown, &costs, out);
        self.write_clock_against(s, team, shown, &costs, out);
        Self::write_hunt(team, shown, &hunt, out);
        let here = |e: &Explorer| if e.is_inside() { underfoot(s, e.cell) } else { 0 };
        write_bits(
            out,
            rows("underfoot", &[shown, UNDERFOOT.len()], FeatureKind::Flags, &UNDERFOOT),
            UNDERFOOT.len(),
            team.iter().map(here),
        );
        out.end();
    }

    /// The cells of each place, in the order of `PLACE_NAMES`.
    fn places(&self, s: &State) -> [Cells; PLACES] {
        let mut places = [Cells::EMPTY; PLACES];
        for (place, &key) in places.iter_mut().zip(&s.keys) {
            place.insert(key);
        }
        let [sanctuary, artifact, exit, unrevealed, guardian, down] = &mut places[KEYS..] else { return places };
        if s.has_sanctuary() {
            *sanctuary = Cells::one(s.hall).with(s.vault);
        }
        match s.artifact {
            Artifact::Locked if s.has_sanctuary() => artifact.insert(s.vault),
            Artifact::On(cell) => artifact.insert(cell),
            Artifact::Carried => {
                s.explorers.iter().filter(|e| e.hand == Some(Object::Artifact)).for_each(|e| artifact.insert(e.cell));
            }
            Artifact::Locked | Artifact::Outside | Artifact::Destroyed => {}
        }
        exit.insert(self.tables.exit);
        if !s.bag.is_empty() {
            *unrevealed = s.map.with_exits();
        }
        s.guardians.iter().for_each(|&cell| guardian.insert(cell));
        s.explorers.iter().filter(|e| e.is_inside() && e.hp == 0).for_each(|e| down.insert(e.cell));
        places
    }

    /// The costs of the ways, in the order of the rows: `first` is the explorer of the first one.
    fn costs(&self, team: &[Explorer], first: usize, ways: &Ways) -> Costs {
        let mut costs = Costs { points: [[u8::MAX; GOALS]; TEAM], leads: ways.leads };
        // The explorers' numbers by row.
        let number = |row: usize| if row + first >= team.len() { row + first - team.len() } else { row + first };
        let mut numbers = [0; TEAM];
        for (row, of_row) in numbers.iter_mut().enumerate().take(team.len()) {
            *of_row = number(row);
            costs.leads[PLACES + row] = ways.leads[PLACES + *of_row];
        }
        for ((e, &own), points) in team.iter().zip(&numbers).zip(&mut costs.points).filter(|((e, _), _)| e.is_inside()) {
            let table = &self.tables.walk[usize::from(e.sheet == Sheet::Scoundrel)];
            let points_for = |steps: u8| table.get(usize::from(steps)).copied().unwrap_or(u8::MAX);
            let (to_places, to_team) = ways.steps[own].split_at(PLACES);
            let (places, others) = points.split_at_mut(PLACES);
            places.iter_mut().zip(to_places).for_each(|(points, &steps)| *points = points_for(steps));
            others.iter_mut().zip(&numbers[..team.len()]).for_each(|(points, &other)| *points = points_for(to_team[other]));
        }
        costs
    }

    /// Action points to each place, those within reach in the present turn, and the sides that lead there.
    fn write_ways<S: Sink>(&self, s: &State, team: &[Explorer], shown: usize, costs: &Costs, out: &mut S) {
        let width = PLACES + shown;
        let labels = &PLACE_NAMES[..width];
        let shape = [shown, width];
        let acting = if s.stage == Stage::Actions { s.explorers.get(s.turn as usize).map(|e| e.sheet) } else { None };
        let mut nearness = [0u8; TEAM * GOALS];
        let mut reach = [0u32; TEAM];
        for (row, (e, points)) in team.iter().zip(&costs.points).enumerate() {
            let mut within = 0;
            let left = if acting == Some(e.sheet) { s.ap } else { self.tables.action_points };
            for (i, (near, &needed)) in nearness[row * width..][..width].iter_mut().zip(points).enumerate() {
                *near = FAR.saturating_sub(needed);
                within |= u32::from(needed <= left) << i;
            }
            reach[row] = if e.is_active() { within } else { 0 };
        }
        out.feature(rows("nearness", &shape, FeatureKind::Scaled(f32::from(FAR)), labels));
        out.put_counts(0, &nearness[..team.len() * width], 1.0 / f32::from(FAR));
        let reach = reach.into_iter().take(team.len());
        write_bits(out, rows("in_reach", &[shown, width], FeatureKind::Flags, labels), width, reach);
        write_bits(
            out,
            rows("leads", &[width, 4], FeatureKind::Flags, Side::NAMES),
            4,
            costs.leads[..width].iter().map(|&sides| u32::from(sides)),
        );
    }

    /// The rounds until the volcano is armed, less those of the way home; after the eruption, the nearness of the lava.
    fn write_clock_against<S: Sink>(&self, s: &State, team: &[Explorer], shown: usize, costs: &Costs, out: &mut S) {
        const EXIT: usize = KEYS + 2;
        let per_round = s.marker.div_ceil(self.tables.steps[usize::from(s.cursed)]);
        out.counts("rounds_left", &[per_round], 99.0, &[]);
        let slack = |row: &[u8]| -> i16 {
            let home = row[EXIT].div_ceil(self.tables.action_points);
            (i16::from(per_round) - i16::from(home)).clamp(-SLACK, SLACK)
        };
        let scale = f32::from(SLACK);
        let shape = [shown];
        let spec = FeatureSpec { low: -1.0, ..rows("slack", &shape, FeatureKind::Scaled(scale), &[]) };
        out.feature(spec);
        for (at, (e, row)) in team.iter().zip(&costs.points).enumerate() {
            out.put(at, f32::from(if e.is_inside() { slack(row) } else { 0 }) * (1.0 / scale));
        }
        let mut near = [0; TEAM];
        if s.erupted {
            let mut burning = s.map.flipped;
            for step in 0..LAVA_FAR {
                for (near, e) in near.iter_mut().zip(team) {
                    if *near == 0 && e.is_inside() && burning.has(e.cell) {
                        *near = LAVA_FAR - step;
                    }
                }
                burning = s.map.links.grown(&burning);
            }
        }
        write_counts(
            out,
            rows("lava", &[shown], FeatureKind::Scaled(f32::from(LAVA_FAR)), &[]),
            LAVA_FAR,
            near.into_iter().take(team.len()),
        );
    }

    /// The explorers the Guardians will reach at the end of the round, measured as they measure it (R64).
    fn hunt(&self, s: &State, team: &[Explorer]) -> Hunt {
        let mut hunt = Hunt { steps: [GUARDIAN_FAR; GUARDIANS], ..Hunt::default() };
        let mut targets = Cells::EMPTY;
        team.iter().filter(|e| e.is_active()).for_each(|e| targets.insert(e.cell));
        let mut walk = s.map.walkable();
        walk.remove(self.tables.exit); // R65
        if self.switches.avoid_rubble {
            walk = walk.minus(&s.map.rubble); // ruling G4, the other way
        }
        let passes = if s.stage == Stage::RoundEnd { s.passes } else { self.tables.passes[0] };
        for (i, &guardian) in s.guardians.iter().enumerate() {
            let mut seen = Cells::one(guardian);
            for steps in 0..GUARDIAN_FAR {
                let met = seen.and(&targets);
                if !met.is_empty() {
                    let done = u8::from(s.stage == Stage::RoundEnd && s.acted >> i & 1 == 1);
                    hunt.steps[i] = steps;
                    hunt.hits[i] = passes.saturating_sub(steps + done);
                    let chased = |&(_, e): &(usize, &Explorer)| e.is_active() && met.has(e.cell);
                    hunt.after[i] = team.iter().enumerate().filter(chased).map(|(row, _)| 1 << row).sum();
                    break;
                }
                let next = s.map.links.grown(&seen).and(&walk).or(&seen);
                if next == seen {
                    break;
                }
                seen = next;
            }
        }
        hunt
    }

    fn write_hunt<S: Sink>(team: &[Explorer], shown: usize, hunt: &Hunt, out: &mut S) {
        write_counts(
            out,
            rows("guardian_nearness", &[GUARDIANS], FeatureKind::Scaled(f32::from(GUARDIAN_FAR)), &[]),
            GUARDIAN_FAR,
            hunt.steps.iter().map(|&steps| GUARDIAN_FAR - steps),
        );
        write_counts(
            out,
            rows("guardian_hits", &[GUARDIANS], FeatureKind::Scaled(f32::from(HITS)), &[]),
            HITS,
            hunt.hits.iter().copied(),
        );
        write_bits(
            out,
            rows("guardian_after", &[GUARDIANS, shown], FeatureKind::Flags, &[]),
            shown,
            hunt.after.iter().map(|&rows| u32::from(rows)),
        );
        // The most hits that each explorer can take at the end of the round.
        let due = |row: usize| -> u8 {
            let hits = (0..GUARDIANS).filter(|&i| hunt.after[i] >> row & 1 == 1).map(|i| hunt.hits[i]);
            hits.sum::<u8>().min(HITS)
        };
        write_counts(out, rows("hits_due", &[shown], FeatureKind::Scaled(f32::from(HITS)), &[]), HITS, (0..team.len()).map(due));
    }
}

/// The flags of `UNDERFOOT` for a cell.
fn underfoot(s: &State, cell: Cell) -> u32 {
    let kind = match s.map.kind(cell) {
        Kind::Lava => 1,
        Kind::Spike => 1 << 1,
        Kind::Dart => 1 << 2,
        Kind::Ruins if !s.map.rubble.has(cell) => 1 << 3,
        Kind::Hall | Kind::Vault => 1 << 4,
        Kind::Ruins | Kind::Normal | Kind::Bridge | Kind::Key | Kind::Guardian | Kind::Journal | Kind::Exit | Kind::Crossing => 0,
    };
    let unrevealed = !s.bag.is_empty() && s.map.exits(cell) != 0;
    kind | u32::from(unrevealed) << 5 | u32::from(s.keys.contains(&cell)) << 6 | u32::from(s.artifact == Artifact::On(cell)) << 7
}
