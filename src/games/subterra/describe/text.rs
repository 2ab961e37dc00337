//! The temple as text.

use std::fmt::Write as _;

use super::super::Subterra;
use super::super::board::{Cell, Side, X_MAX, Y_MIN};
use super::super::state::{Artifact, Decision, Stage, State};
use super::super::words::{Kind, Object, Sheet, Status};
use crate::core::{Describe, Rules, Turn, count};

/// Columns of text per cell, without the wall on its left.
const WIDTH: usize = 7;

/// Two letters for a type.
const fn letters(kind: Kind) -> &'static str {
    match kind {
        Kind::Normal => "No",
        Kind::Bridge => "Br",
        Kind::Key => "Ke",
        Kind::Lava => "La",
        Kind::Spike => "Sp",
        Kind::Dart => "Da",
        Kind::Ruins => "Ru",
        Kind::Guardian => "Gu",
        Kind::Journal => "Jo",
        Kind::Exit => "EX",
        Kind::Crossing => "St",
        Kind::Hall => "SH",
        Kind::Vault => "SV",
    }
}

impl Subterra {
    pub(in crate::games::subterra) fn show(&self, s: &State) -> String {
        let mut text = self.heading(s);
        text.push('\n');
        text.push_str(&Self::temple(s));
        text.push_str("  cells: two letters of the type, % Rubble, ~~~ lava, = consolidated, : demolished edge;\n");
        text.push_str("  below: explorers by number, g Guardians, k Key, A Artifact; ? a cell that can be revealed\n\n");
        for (i, explorer) in s.explorers.iter().enumerate() {
            let on = s.end.is_none() && matches!(s.stage, Stage::Actions | Stage::Hazard);
            let turn = if on && i == s.turn as usize { ">" } else { " " };
            let status = match explorer.status {
                Status::Inside if explorer.hp == 0 => "down".to_string(),
                Status::Inside => "active".to_string(),
                Status::Escaped | Status::Dead => explorer.status.name().to_string(),
            };
            let place = if explorer.is_inside() { Self::place_name(explorer.cell) } else { "-".to_string() };
            let mut notes = vec![self.uses(s, explorer.sheet)];
            notes.extend(explorer.hand.map(|object| format!("holds {}", object.name())));
            notes.retain(|note| !note.is_empty());
            let line = format!(
                "{turn} {} {:<14} {}  {:>2}/{:<2} HP  {status:<8} {place:<8} {}",
                i + 1,
                explorer.sheet.name(),
                self.seat_name(explorer.seat),
                explorer.hp,
                self.tables.hp[explorer.sheet as usize],
                notes.join(", "),
            );
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    fn heading(&self, s: &State) -> String {
        let volcano = match (s.erupted, s.marker) {
            (true, _) => "erupted".to_string(),
            (false, 0) => "armed".to_string(),
            (false, n) => format!("{n} to 0"),
        };
        let artifact = match s.artifact {
            Artifact::Locked => format!("locked, {} of {} Keys inserted", s.inserted, self.keys_needed(s)),
            Artifact::On(cell) => format!("on {}", Self::place_name(cell)),
            Artifact::Carried => "carried".to_string(),
            Artifact::Outside => "outside".to_string(),
            Artifact::Destroyed => "lost".to_string(),
        };
        let curse = if s.cursed { ", cursed" } else { "" };
        let mut text = format!(
            "Sub Terra II: round {}, volcano {volcano}{curse}, {} tiles in the bag, Artifact {artifact}\n",
            s.rounds + 1,
            s.bag.total()
        );
        match (self.turn(s), s.end) {
            (Turn::Seat(seat), _) => {
                let _ = write!(text, "{} decides: {}", self.seat_name(seat), self.question(s));
                if !s.dice.is_empty() {
                    let faces: Vec<&str> = s.dice.iter().map(|face| face.name()).collect();
                    let _ = write!(text, ", dice: {}", faces.join(", "));
                }
            }
            (Turn::Over, end) => {
                let _ = write!(text, "over ({}): {}", end.map_or("", super::super::words::End::name), self.grade(s).name());
            }
        }
        text.push('\n');
        text
    }

    /// The open question, with the explorer it concerns.
    pub(in crate::games::subterra) fn question(&self, s: &State) -> String {
        let who = s.explorers.get(s.turn as usize).map_or("", |e| e.sheet.name());
        let mover = s.explorers.get(s.mover as usize).map_or("", |e| e.sheet.name());
        let guardian = s.guardians.get(s.guardian as usize).map_or(String::new(), |&cell| Self::place_name(cell));
        let from = Self::place_name(s.from);
        let tile = |tile: Option<super::super::words::TileKind>| tile.map_or_else(String::new, |tile| self.tile_words(tile));
        match s.decision {
            Decision::None => String::new(),
            Decision::Draft => "choose a sheet".to_string(),
            Decision::Act => {
                let points = if s.ap == 0 { "no action points left".to_string() } else { count(s.ap, "action point") };
                let pushed = if s.pushed { ", pushed" } else { "" };
                format!("act with the {who}, {points}{pushed}")
            }
            Decision::Crawl => format!("crawl with the {who}, who is down"),
            Decision::Stride => format!("move the {who}, {} left", count(s.strides, "step")),
            Decision::Light => format!("choose the next exit the {who} illuminates"),
            Decision::Scholar => format!("choose the tile to keep: {} or {}", tile(s.drawn), tile(s.other)),
            Decision::Orient => {
                let side = s.side.map_or("", Side::name);
                format!("turn {}, placed {side} of {from}", tile(s.drawn))
            }
            Decision::ResearchCell => "choose the cell beside which the Journal is placed".to_string(),
            Decision::ResearchSide => format!("choose the side of {from} where the Journal is placed"),
            Decision::Journal => "choose a Journal to place".to_string(),
            Decision::Command => format!("move the {mover}, who was commanded"),
            Decision::Consent => {
                let object = s.explorers.get(s.mover as usize).and_then(|e| e.hand).map_or("", Object::name);
                format!("choose whether the {mover} hands the {object} to the {who}")
            }
            Decision::RerollSix => {
                let (roll, value) = s.six.map_or(("", 0), |(roll, value)| (roll.name(), value));
                format!("choose whether the d6 for {roll}, a {value}, stays")
            }
            Decision::RerollHazard => format!("choose whether the dice of the {who} stay"),
            Decision::Order => format!("choose which die of the {who} comes first"),
            Decision::Wake => "choose which of the nearest Guardian cells wakes".to_string(),
            Decision::Guardian => "choose which Guardian acts next".to_string(),
            Decision::Victim => format!("choose whom the Guardian on {guardian} attacks"),
            Decision::GuardianStep => format!("choose where the Guardian on {guardian} goes"),
            Decision::GuardianDig => format!("choose where the Guardian on {guardian} digs"),
            Decision::SiteCell => "choose the cell to which the Sanctuary is attached".to_string(),
            Decision::SiteSide => format!("choose the side of {from} where the Sanctuary is attached"),
        }
    }

    /// The remaining uses of an explorer's limited abilities, and the Shield.
    fn uses(&self, s: &State, sheet: Sheet) -> String {
        match sheet {
            Sheet::Aristocrat => format!("{} Journals", s.journals.total()),
            Sheet::Foreman => format!("{} Consolidations", self.tables.consolidations - s.consolidated),
            Sheet::Sapper => format!("{} Demolitions", self.tables.demolitions as usize - s.map.breaches.len()),
            Sheet::Veteran if s.shield => "Shield".to_string(),
            Sheet::Archaeologist
            | Sheet::Guide
            | Sheet::Scoundrel
            | Sheet::Sharpshooter
            | Sheet::Veteran
            | Sheet::Healer
            | Sheet::Priest => String::new(),
        }
    }

    fn place_name(cell: Cell) -> String {
        format!("{},{}", cell.x(), cell.y())
    }

    /// Rows of cells with walls between them; two lines of content per cell.
    fn temple(s: &State) -> String {
        let deepest = s.map.placed.or(&s.map.frontier()).last().map_or(0, Cell::y);
        let mut text = String::from("      ");
        for x in -X_MAX..=X_MAX {
            let _ = write!(text, "{x:^8}");
        }
        text.push('\n');
        for y in Y_MIN..=deepest {
            text.push_str(&Self::wall_line(s, y));
            let (mut top, mut bottom) = (format!("{y:>4} "), String::from("     "));
            for x in -X_MAX..=X_MAX {
                let cell = Cell::at(x, y);
                let wall = Self::edge(s, cell, Side::W);
                top.push(wall);
                bottom.push(wall);
                let _ = write!(top, "{:^WIDTH$}", Self::cell_top(s, cell));
                let _ = write!(bottom, "{:^WIDTH$}", Self::cell_bottom(s, cell));
            }
            let wall = Self::edge(s, Cell::at(X_MAX, y), Side::E);
            let _ = write!(text, "{top}{wall}\n{bottom}{wall}\n");
        }
        text.push_str(&Self::wall_line(s, deepest + 1));
        if s.has_sanctuary() && s.vault.is_outer() {
            let _ = writeln!(text, "      outer vault at {}: {}", Self::place_name(s.vault), Self::cell_bottom(s, s.vault));
        }
        text
    }

    fn wall_line(s: &State, y: i8) -> String {
        let mut line = String::from("     ");
        for x in -X_MAX..=X_MAX {
            let fill = match Self::edge_above(s, x, y) {
                '|' => "-------",
                ':' => " ::::: ",
                '.' => " . . . ",
                _ => "       ",
            };
            let _ = write!(line, "+{fill}");
        }
        line.push_str("+\n");
        line
    }

    /// The northern edge of a place, which may lie a row below the grid.
    fn edge_above(s: &State, x: i8, y: i8) -> char {
        match (Cell::new(x, y), Cell::new(x, y - 1)) {
            (Some(cell), _) => Self::edge(s, cell, Side::N),
            (None, Some(above)) => Self::edge(s, above, Side::S),
            (None, None) => ' ',
        }
    }

    /// The edge on a side of a cell: a wall, a demolished one, a shut door, or nothing.
    fn edge(s: &State, cell: Cell, side: Side) -> char {
        let next = cell.beside(side);
        let (here, there) = (s.map.placed.has(cell), next.is_some_and(|next| s.map.placed.has(next) && !next.is_outer()));
        let broken = |b: &super::super::map::Breach| {
            (b.cell == cell && b.side() == side) || (Some(b.cell) == next && b.side() == side.opposite())
        };
        if s.map.breaches.iter().any(broken) {
            return ':';
        }
        let (a, b) = (s.map.is_open(cell, side), next.is_some_and(|next| s.map.is_open(next, side.opposite())));
        match (here, there) {
            (false, false) => ' ',
            (true, true) if a && b && s.map.links.of(cell) & side.bit() == 0 => '.',
            (true, true) => {
                if a && b {
                    ' '
                } else {
                    '|'
                }
            }
            (true, false) => {
                if a {
                    ' '
                } else {
                    '|'
                }
            }
            (false, true) => {
                if b {
                    ' '
                } else {
                    '|'
                }
            }
        }
    }

    fn cell_top(s: &State, cell: Cell) -> String {
        if !s.map.placed.has(cell) {
            return if s.map.frontier().has(cell) { "?".to_string() } else { String::new() };
        }
        if s.map.flipped.has(cell) {
            return "~~~".to_string();
        }
        let mut text = String::from(letters(s.map.printed(cell)));
        if s.map.number(cell) > 0 {
            let _ = write!(text, "{}", s.map.number(cell));
        }
        if s.map.rubble.has(cell) {
            text.push('%');
        }
        if s.map.consolidated.has(cell) {
            text.push('=');
        }
        text
    }

    fn cell_bottom(s: &State, cell: Cell) -> String {
        let mut text = String::new();
        if s.map.flipped.has(cell) {
            return "~~~".to_string();
        }
        for (i, explorer) in s.explorers.iter().enumerate() {
            if explorer.is_on(cell) && explorer.is_inside() {
                let _ = write!(text, "{}", i + 1);
            }
        }
        (0..s.guardians_on(cell)).for_each(|_| text.push('g'));
        s.keys.iter().filter(|&&key| key == cell).for_each(|_| text.push('k'));
        if s.artifact == Artifact::On(cell) {
            text.push('A');
        }
        text
    }
}
