//! Events, each with a sentence. Everything is public, so every seat receives them all.

use serde_json::{Value, json};

use super::super::Subterra;
use super::super::board::{Cell, Cells, Side};
use super::super::state::{Roll, State};
use super::super::words::{Face, Kind, Object, TileKind};
use crate::core::{Describe, Event, and, capital, count};

/// A cell in words.
pub(in crate::games::subterra) fn place(cell: Cell) -> String {
    format!("{},{}", cell.x(), cell.y())
}

fn at(cell: Cell) -> Value {
    json!([cell.x(), cell.y()])
}

/// An explorer at the beginning of a sentence.
pub(in crate::games::subterra) fn the(s: &State, who: usize) -> String {
    format!("The {}", s.explorers[who].sheet.name())
}

/// An object in a sentence.
pub(in crate::games::subterra) const fn thing(object: Object) -> &'static str {
    match object {
        Object::Key => "Key",
        Object::Artifact => "Artifact",
    }
}

pub(in crate::games::subterra) fn hit_points(points: u8) -> String {
    count(points, "hit point")
}

/// An event of one explorer, with its name and its owner.
fn of(s: &State, who: usize, kind: &'static str, rest: &str) -> Event {
    let explorer = &s.explorers[who];
    Event::new(kind, format!("{} {rest}", the(s, who))).of(explorer.seat).with("explorer", explorer.sheet.name())
}

pub(in crate::games::subterra) fn joins(s: &State, who: usize) -> Event {
    of(s, who, "joins", "joins the team.").with("hit_points", s.explorers[who].hp)
}

/// A change of the shaped score (section 19), which all seats share.
pub(in crate::games::subterra) fn points(source: &'static str, change: f32) -> Event {
    let does = if change < 0.0 { "loses" } else { "gains" };
    // Rounded to tenths, because sums of floats are not exact.
    let amount = (change.abs() * 10.0).round() / 10.0;
    let unit = if (amount - 1.0).abs() < 0.01 { "point" } else { "points" };
    let text = format!("The expedition {does} {amount} {unit} for {source}.");
    Event::new("points", text).with("points", change).with("source", source)
}

/// Something an explorer does that only opens the next question.
pub(in crate::games::subterra) fn does(s: &State, who: usize, kind: &'static str, rest: &str) -> Event {
    of(s, who, kind, rest)
}

/// The choice of a cell beside which something is placed.
pub(in crate::games::subterra) fn aims(what: &str, beside: Cell) -> Event {
    Event::new("aim", format!("The {what} goes beside {}.", place(beside))).with("cell", at(beside))
}

pub(in crate::games::subterra) fn turn(s: &State) -> Event {
    of(s, s.turn as usize, "turn", "has the turn.")
}

pub(in crate::games::subterra) fn loses(s: &State, who: usize, before: u8, cause: &'static str) -> Event {
    let left = s.explorers[who].hp;
    let lost = hit_points(before - left);
    let because = because(cause);
    let rest =
        if left == 0 { format!("loses {lost} {because} and is down.") } else { format!("loses {lost} {because}; {left} left.") };
    of(s, who, "damage", &rest).with("hit_points", before - left).with("left", left).with("cause", cause)
}

/// The cause of a loss, as it follows the number of hit points: `by fleeing`, `for a reroll`, `to spikes`.
fn because(cause: &str) -> String {
    let doing = cause.split(' ').next().is_some_and(|word| word.ends_with("ing") && word != "falling");
    let how = if doing {
        "by"
    } else if cause == "a reroll" {
        "for"
    } else {
        "to"
    };
    format!("{how} {cause}")
}

pub(in crate::games::subterra) fn braced(s: &State, who: usize, cause: &'static str) -> Event {
    of(s, who, "braced", &format!("is braced and loses nothing {}.", because(cause))).with("cause", cause)
}

pub(in crate::games::subterra) fn braces(s: &State, who: usize) -> Event {
    of(s, who, "braces", "braces herself until her next turn.")
}

pub(in crate::games::subterra) fn regains(s: &State, who: usize, before: u8) -> Event {
    let now = s.explorers[who].hp;
    let up = if before == 0 { " and stands up" } else { "" };
    let rest = format!("regains {}{up}; {now} now.", hit_points(now - before));
    of(s, who, "heal", &rest).with("hit_points", now - before).with("left", now)
}

pub(in crate::games::subterra) fn moves(s: &State, who: usize, from: Cell) -> Event {
    let to = s.explorers[who].cell;
    of(s, who, "move", &format!("goes from {} to {}.", place(from), place(to))).with("from", at(from)).with("to", at(to))
}

pub(in crate::games::subterra) fn escapes(s: &State, who: usize) -> Event {
    let with = s.explorers[who].hand == Some(Object::Artifact);
    of(s, who, "escape", if with { "leaves the temple with the Artifact." } else { "leaves the temple." }).with("artifact", with)
}

pub(in crate::games::subterra) fn dies(s: &State, who: usize, before: u8) -> Event {
    of(s, who, "death", "is caught by the lava and dies.").with("hit_points", before)
}

pub(in crate::games::subterra) fn object_lies(object: Object, cell: Cell) -> Event {
    let text = format!("{} lies on {}.", if object == Object::Key { "A Key" } else { "The Artifact" }, place(cell));
    Event::new("object_lies", text).with("object", object.name()).with("cell", at(cell))
}

pub(in crate::games::subterra) fn picks_up(s: &State, object: Object) -> Event {
    of(s, s.turn as usize, "pick_up", &format!("picks up the {}.", thing(object))).with("object", object.name())
}

pub(in crate::games::subterra) fn hands_over(s: &State, from: usize, to: usize) -> Event {
    let object = s.explorers[to].hand;
    let rest = format!("hands the {} to the {}.", object.map_or("", thing), s.explorers[to].sheet.name());
    of(s, from, "hand_over", &rest).with("to", s.explorers[to].sheet.name()).with("object", object.map(Object::name))
}

pub(in crate::games::subterra) fn refuses(s: &State) -> Event {
    let asking = s.acting().sheet.name();
    of(s, s.mover as usize, "refusal", &format!("keeps the object from the {asking}.")).with("asked_by", asking)
}

pub(in crate::games::subterra) fn curse() -> Event {
    Event::new("curse", "The curse begins: two hazard dice in every turn, and the volcano moves twice as fast.")
}

pub(in crate::games::subterra) fn artifact_appears(cell: Cell) -> Event {
    Event::new("artifact_appears", format!("The Artifact appears on {}.", place(cell))).with("cell", at(cell))
}

pub(in crate::games::subterra) fn artifact_lost() -> Event {
    Event::new("artifact_lost", "The Artifact is lost to the lava.")
}

pub(in crate::games::subterra) fn sanctuary(s: &State) -> Event {
    let text = if s.hall == s.vault {
        format!("The Sanctuary is found at {}.", place(s.hall))
    } else {
        format!("The Sanctuary is found: its hall at {}, its vault at {}.", place(s.hall), place(s.vault))
    };
    Event::new("sanctuary", text).with("hall", at(s.hall)).with("vault", at(s.vault))
}

pub(in crate::games::subterra) fn bag_given_up(tiles: u32) -> Event {
    Event::new("bag_given_up", format!("No tile fits: the last {tiles} leave the game.")).with("tiles", tiles)
}

pub(in crate::games::subterra) fn hazard_roll(s: &State) -> Event {
    let faces: Vec<&str> = s.dice.iter().map(|face| face.name()).collect();
    of(s, s.turn as usize, "hazard_roll", &format!("rolls for hazards: {}.", faces.join(" and "))).with("faces", json!(faces))
}

/// The effect of a face, in a few words.
pub(in crate::games::subterra) const fn face_words(face: Face) -> &'static str {
    match face {
        Face::Stumble => "an explorer who has pushed on stumbles",
        Face::Lava => "the ground of Lava tiles burns, and an armed volcano erupts",
        Face::Collapse => "Ruins may collapse",
        Face::Trap => "traps near the roller trigger",
        Face::Wake => "a Guardian wakes",
        Face::Activate => "the Guardians act",
    }
}

pub(in crate::games::subterra) fn face(s: &State, face: Face) -> Event {
    let roller = s.acting().sheet.name();
    let name = face.name();
    let text = format!("{} for the {roller}: {}.", capital(name), face_words(face));
    Event::new("hazard", text).of(s.acting().seat).with("face", name).with("explorer", roller)
}

pub(in crate::games::subterra) fn collapses(cell: Cell, number: u8) -> Event {
    let text = format!("The Ruins {number} on {} collapse.", place(cell));
    Event::new("collapse", text).with("cell", at(cell)).with("number", number)
}

pub(in crate::games::subterra) fn guardian(kind: &'static str, does: &str, cell: Cell) -> Event {
    Event::new(kind, format!("A Guardian {does} on {}.", place(cell))).with("cell", at(cell))
}

pub(in crate::games::subterra) fn guardian_moves(from: Cell, to: Cell) -> Event {
    let text = format!("A Guardian goes from {} to {}.", place(from), place(to));
    Event::new("guardian_moves", text).with("from", at(from)).with("to", at(to))
}

pub(in crate::games::subterra) fn attacks(s: &State, victim: usize) -> Event {
    let (cell, sheet) = (s.explorers[victim].cell, s.explorers[victim].sheet.name());
    let text = format!("A Guardian attacks the {sheet} on {}.", place(cell));
    Event::new("guardian_attacks", text).of(s.explorers[victim].seat).with("explorer", sheet).with("cell", at(cell))
}

pub(in crate::games::subterra) fn digs(who: &str, cell: Cell) -> Event {
    Event::new("dig", format!("{who} clears the Rubble on {}.", place(cell))).with("cell", at(cell))
}

pub(in crate::games::subterra) fn consolidated(cell: Cell) -> Event {
    Event::new("consolidated", format!("The cell {} is consolidated: a Normal tile from now on.", place(cell)))
        .with("cell", at(cell))
}

pub(in crate::games::subterra) fn demolished(cell: Cell, side: Side) -> Event {
    let text = format!("The wall {} of {} is broken through.", side.name(), place(cell));
    Event::new("demolished", text).with("cell", at(cell)).with("side", side.name())
}

pub(in crate::games::subterra) fn erupts() -> Event {
    Event::new("eruption", "The volcano erupts.")
}

pub(in crate::games::subterra) fn lava_covers(cells: &Cells) -> Event {
    let list: Vec<Cell> = cells.iter().collect();
    let names: Vec<String> = list.iter().map(|&cell| place(cell)).collect();
    let text = format!("Lava covers {}.", names.join(" and "));
    Event::new("lava", text).with("cells", list.iter().map(|&cell| at(cell)).collect::<Vec<_>>())
}

pub(in crate::games::subterra) fn marker(left: u8) -> Event {
    let text = if left == 0 {
        "The volcano is armed: the next lava face is an eruption.".to_string()
    } else {
        format!("The volcano stirs: {left} to go.")
    };
    Event::new("volcano", text).with("marker", left)
}

pub(in crate::games::subterra) fn round_ends(rounds: u16) -> Event {
    Event::new("round", format!("Round {rounds} ends.")).with("round", rounds)
}

impl Subterra {
    /// The display name of a tile: "Ruins 4 (tee)".
    pub(in crate::games::subterra) fn tile_words(&self, tile: TileKind) -> String {
        let info = self.tables.tiles[tile.at()];
        let full = &self.tables.tile_names[tile.at()];
        let number = if info.number > 0 { format!("_{}", info.number) } else { String::new() };
        let shape = full.strip_prefix(&format!("{}{number}_", info.kind.name())).unwrap_or("").replace('_', " ");
        format!("{}{} ({shape})", kind_words(info.kind), number.replace('_', " "))
    }

    pub(in crate::games::subterra) fn draws(&self, s: &State, tiles: &[TileKind]) -> Event {
        let names: Vec<String> = tiles.iter().map(|&tile| self.tile_words(tile)).collect();
        let ids: Vec<&str> = tiles.iter().map(|tile| self.tables.tile_names[tile.at()].as_str()).collect();
        of(s, s.turn as usize, "draw", &format!("draws {}.", names.join(" and "))).with("tiles", json!(ids))
    }

    pub(in crate::games::subterra) fn placed(&self, s: &State, tile: TileKind, cell: Cell) -> Event {
        let text = format!("{} is placed on {}, open {}.", self.tile_words(tile), place(cell), sides_words(s.map.sides(cell)));
        let event = Event::new("tile", text).with("tile", self.tables.tile_names[tile.at()].as_str()).with("cell", at(cell));
        let open: Vec<&str> = Side::of(s.map.sides(cell)).map(Side::name).collect();
        let rubble = self.tables.tiles[tile.at()].kind == Kind::Ruins;
        event.with("open", json!(open)).with("rubble", rubble)
    }

    pub(in crate::games::subterra) fn key_inserted(&self, s: &State) -> Event {
        let needed = self.keys_needed(s);
        let rest = format!("inserts a Key into the Sanctuary: {} of {needed}.", s.inserted);
        of(s, s.turn as usize, "key_inserted", &rest).with("inserted", s.inserted).with("needed", needed)
    }

    pub(in crate::games::subterra) fn six_event(&self, s: &State, roll: Roll, value: u8) -> Event {
        let (why, meant) = match roll {
            Roll::Attack if value >= self.tables.attack_min => ("the attack", "it hits"),
            Roll::Attack => ("the attack", "it misses"),
            Roll::Spikes if value >= self.tables.spike_safe_min => ("the spikes", "nothing happens"),
            Roll::Spikes => ("the spikes", "they strike"),
            Roll::Collapse => ("the Ruins", "those with this number collapse if they can"),
        };
        let who = if roll == Roll::Spikes { s.mover } else { s.turn } as usize;
        let event = of(s, who, "d6", &format!("rolls a {value} for {why}: {meant}."));
        event.with("roll", roll.name()).with("value", value)
    }

    pub(in crate::games::subterra) fn end_event(&self, s: &State) -> Event {
        let event = Event::new("end", self.reason(s)).with("end", s.end.map(super::super::words::End::name));
        event.with("grade", self.grade(s).name()).with("won", s.is_won())
    }
}

/// The type of a cell in words.
pub(in crate::games::subterra) const fn kind_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Normal => "Normal tile",
        Kind::Bridge => "Bridge",
        Kind::Key => "Key tile",
        Kind::Lava => "Lava tile",
        Kind::Spike => "Spike trap",
        Kind::Dart => "Dart trap",
        Kind::Ruins => "Ruins",
        Kind::Guardian => "Guardian tile",
        Kind::Journal => "Journal",
        Kind::Exit => "Exit",
        Kind::Crossing => "Entrance",
        Kind::Hall => "Sanctuary hall",
        Kind::Vault => "Sanctuary vault",
    }
}

/// Open sides in words: "north and east".
pub(in crate::games::subterra) fn sides_words(mask: u8) -> String {
    let names: Vec<&str> = Side::of(mask).map(Side::name).collect();
    if names.is_empty() { "nowhere".to_string() } else { and(&names) }
}
