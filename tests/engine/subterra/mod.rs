//! Sub Terra II, chapter by chapter of its RULES.md.

mod abilities;
mod actions;
mod bound;
mod content;
mod costs;
mod deep;
mod ending;
mod evaluate;
mod geometry;
mod glance;
mod guardians;
mod hazards;
mod interface;
mod journey;
mod moving;
mod objects;
mod placing;
mod points;
mod records;
mod round;
mod scenarios;
mod setup;
mod volcano;
mod words;

use std::sync::Arc;

use expedition::core::{Action, ActionSet, Apply, Check, Describe, Game, Legal, Rng, Rules, Seat, Setup, Silent, Turn};
use expedition::games::subterra::board::{Cell, Side};
use expedition::games::subterra::words::{BAG_KINDS, Face, Kind, Object, Sheet, Status};
use expedition::games::subterra::{Act, Artifact, Decision, Explorer, Stage, State, Subterra};
use serde_json::{Map, Value, json};

/// A position to set up and play on. It is checked before and after every choice.
#[derive(Clone)]
pub struct Table {
    pub game: Arc<Game<Subterra>>,
    pub s: State,
    seed: u64,
}

/// One player with these explorers, in turn order.
pub fn solo(names: &[&str]) -> Table {
    table(&json!({"players": 1, "explorers": names}))
}

pub fn table(options: &Value) -> Table {
    let game: Arc<Game<Subterra>> = super::support::game(options);
    let s = game.rules.start(&mut Rng::seeded(1));
    Table { game, s, seed: 1 }
}

pub fn with_content(options: &Value, content: &Value) -> Result<Table, String> {
    let object = |v: &Value| -> Map<String, Value> { v.as_object().expect("an object").clone() };
    let game = Game::<Subterra>::new(&object(options), &object(content)).map_err(|p| p.to_string())?;
    let s = game.rules.start(&mut Rng::seeded(1));
    Ok(Table { game: game.into(), s, seed: 1 })
}

/// The same position with a cross and two T-shaped Journals instead of three crosses, so that the choice of a Journal is asked.
pub fn with_different_journals(mut t: Table) -> Table {
    let mut journals = t.game.content.tables()["journals"].clone();
    for row in &mut journals.as_array_mut().expect("a list")[1..] {
        row["shape"] = json!("tee");
    }
    let team: Vec<&str> = t.s.explorers.iter().map(|e| e.sheet.name()).collect();
    let other = with_content(&json!({"players": 1, "explorers": team}), &json!({ "journals": journals })).expect("valid");
    t.s.journals = other.s.journals;
    t.game = other.game;
    t
}

pub fn side(letter: char) -> Side {
    Side::ALL["NESW".find(letter).expect("a side")]
}

pub fn mask(letters: &str) -> u8 {
    letters.chars().map(|l| side(l).bit()).sum()
}

impl Table {
    pub fn rules(&self) -> &Subterra {
        &self.game.rules
    }

    /// Takes a tile from the bag or the Journals and places it. Keys and Rubble come with it, Guardians do not.
    pub fn put(&mut self, tile: &str, x: i8, y: i8, sides: &str) -> &mut Self {
        let names = &self.game.rules.tables().tile_names;
        let kind = names.iter().position(|n| n == tile).unwrap_or_else(|| panic!("{tile} is not in {names:?}"));
        let info = self.game.rules.tables().tiles[kind];
        if kind < BAG_KINDS {
            self.s.bag.remove(kind);
        } else {
            self.s.journals.remove(kind - BAG_KINDS);
        }
        let cell = Cell::at(x, y);
        self.s.map.place(cell, info.kind, info.number, mask(sides));
        match info.kind {
            Kind::Key => {
                self.s.keys.push(cell);
                self.s.keys.sort_unstable();
            }
            Kind::Ruins => self.s.map.rubble.insert(cell),
            _ => {}
        }
        self
    }

    pub fn clear(&mut self, x: i8, y: i8) -> &mut Self {
        self.s.map.rubble.remove(Cell::at(x, y));
        self
    }

    pub fn guardian(&mut self, x: i8, y: i8) -> &mut Self {
        self.s.guardians.push(Cell::at(x, y));
        self
    }

    /// Leaves only these tiles in the bag; the others leave the game.
    pub fn bag(&mut self, tiles: &[&str]) -> &mut Self {
        self.s.discarded.absorb(&mut self.s.bag.clone());
        self.s.bag = expedition::core::Bag::default();
        for tile in tiles {
            let kind = self.game.rules.tables().tile_names.iter().position(|n| n == tile).expect("a tile");
            self.s.discarded.remove(kind);
            self.s.bag.add(kind);
        }
        self
    }

    /// Empties the bag and attaches the Sanctuary; with no Key needed the Artifact lies there.
    pub fn sanctuary(&mut self, x: i8, y: i8, to: char) -> &mut Self {
        self.bag(&[]);
        let (attach, side) = (Cell::at(x, y), side(to));
        let back = side.opposite().bit();
        self.s.hall = attach.beside(side).expect("room for the hall");
        self.s.vault = self.s.hall.beside(side).expect("room for the vault");
        self.s.map.place(self.s.hall, Kind::Hall, 0, back | side.bit());
        self.s.map.place(self.s.vault, Kind::Vault, 0, back);
        if self.keys_needed() == 0 {
            self.s.artifact = Artifact::On(self.s.vault);
        }
        self
    }

    pub fn keys_needed(&self) -> u8 {
        let tables = self.game.rules.tables();
        tables.keys - (0..BAG_KINDS).filter(|&k| tables.tiles[k].kind == Kind::Key).map(|k| self.s.discarded.0[k]).sum::<u8>()
    }

    fn index(&self, name: &str) -> usize {
        self.s.find(Sheet::parse(name).expect("an explorer")).expect("of the team")
    }

    pub fn of(&self, name: &str) -> &Explorer {
        &self.s.explorers[self.index(name)]
    }

    pub fn edit(&mut self, name: &str, change: impl FnOnce(&mut Explorer)) -> &mut Self {
        let at = self.index(name);
        change(&mut self.s.explorers[at]);
        self
    }

    pub fn stand(&mut self, name: &str, x: i8, y: i8) -> &mut Self {
        self.edit(name, |e| e.cell = Cell::at(x, y))
    }

    pub fn hp(&mut self, name: &str, hp: u8) -> &mut Self {
        self.edit(name, |e| e.hp = hp)
    }

    pub fn escaped(&mut self, name: &str) -> &mut Self {
        self.edit(name, |e| (e.status, e.cell) = (Status::Escaped, Cell::NONE))
    }

    pub fn dead(&mut self, name: &str) -> &mut Self {
        self.edit(name, |e| (e.status, e.cell, e.hp) = (Status::Dead, Cell::NONE, 0))
    }

    /// The explorer holds the Artifact, taken from the vault some time ago.
    pub fn carrier(&mut self, name: &str) -> &mut Self {
        self.s.artifact = Artifact::Carried;
        self.s.cursed = true;
        self.s.carry = 6;
        self.edit(name, |e| e.hand = Some(Object::Artifact))
    }

    /// The explorer escaped with the Artifact.
    pub fn carried_out(&mut self, name: &str) -> &mut Self {
        self.carrier(name).escaped(name);
        self.s.artifact = Artifact::Outside;
        self
    }

    /// It is the turn of an explorer, at the beginning of its actions.
    pub fn turn(&mut self, name: &str) -> &mut Self {
        self.s.turn = self.index(name) as u8;
        self.s.stage = Stage::Actions;
        self.s.decision = Decision::Act;
        self.s.ap = 2;
        self.s.pushed = false;
        self
    }

    /// Sets the action points; a third one comes from a push.
    pub fn ap(&mut self, ap: u8) -> &mut Self {
        self.s.ap = ap;
        self.s.pushed |= ap > 2;
        self
    }

    fn checked(&self) {
        self.game.rules.check(&self.s).unwrap_or_else(|broken| panic!("{broken}\n{}", self.game.rules.text(&self.s, None)));
    }

    pub fn legal(&self) -> ActionSet {
        let mut set = ActionSet::EMPTY;
        self.game.rules.legal(&self.s, &mut set);
        set
    }

    /// The names of the legal actions.
    pub fn names(&self) -> Vec<String> {
        self.legal().iter().map(|id| self.game.name(id).to_string()).collect()
    }

    pub fn offers(&self, name: &str) -> bool {
        let id = self.game.parse(name).unwrap_or_else(|| panic!("{name:?} is no action"));
        self.legal().has(id)
    }

    /// The legal actions that begin with a verb, without it.
    pub fn options(&self, verb: &str) -> Vec<String> {
        let prefix = format!("{verb} ");
        self.names().iter().filter_map(|n| n.strip_prefix(&prefix).map(str::to_string)).collect()
    }

    fn apply(&mut self, name: &str, seed: u64) {
        self.checked();
        let id = self.game.parse(name).unwrap_or_else(|| panic!("{name:?} is no action"));
        assert!(self.legal().has(id), "{name:?} is not offered in {:?}; legal: {:?}", self.s.decision, self.names());
        let act = Act::at(id);
        self.game.rules.apply(&mut self.s, act, &mut Rng::seeded(seed), &mut Silent);
        self.checked();
    }

    pub fn act(&mut self, name: &str) -> &mut Self {
        self.seed += 1;
        self.apply(name, self.seed);
        self
    }

    /// Plays an action with the first random stream that gives the wanted outcome. Panics if none of many does.
    pub fn act_so(&mut self, name: &str, wanted: impl Fn(&Self) -> bool) -> &mut Self {
        for seed in 0..3_000 {
            let mut copy = self.clone();
            copy.apply(name, seed);
            if wanted(&copy) {
                *self = copy;
                return self;
            }
        }
        panic!("{name:?} never comes out as wanted\n{}", self.game.rules.text(&self.s, None));
    }

    /// Whether an outcome is possible at all.
    pub fn can_come(&self, name: &str, wanted: impl Fn(&Self) -> bool) -> bool {
        (0..600).any(|seed| {
            let mut copy = self.clone();
            copy.apply(name, seed);
            wanted(&copy)
        })
    }

    /// An explorer rolls two dice: this face, which is resolved first, and one without effect here.
    pub fn roll(&mut self, name: &str, face: Face) -> &mut Self {
        self.rolling(name, face);
        self.act(&format!("resolve {}", face.name()))
    }

    /// Like `roll`, but stops before the order is chosen.
    pub fn rolling(&mut self, name: &str, face: Face) -> &mut Self {
        self.s.turn = self.index(name) as u8;
        self.s.stage = Stage::Hazard;
        self.s.ap = 0;
        let other = if face == Face::Stumble { Face::Collapse } else { Face::Stumble };
        self.s.dice.clear();
        self.s.dice.push(face);
        self.s.dice.push(other);
        self.s.decision = Decision::Order;
        self
    }

    pub fn hp_of(&self, name: &str) -> u8 {
        self.of(name).hp
    }

    pub fn at(&self, name: &str) -> (i8, i8) {
        let cell = self.of(name).cell;
        (cell.x(), cell.y())
    }

    pub fn is_over(&self) -> bool {
        self.game.rules.turn(&self.s) == Turn::Over
    }

    pub fn seat(&self) -> Option<Seat> {
        match self.game.rules.turn(&self.s) {
            Turn::Seat(seat) => Some(seat),
            Turn::Over => None,
        }
    }

    pub fn guardians(&self) -> Vec<(i8, i8)> {
        let mut all: Vec<(i8, i8)> = self.s.guardians.iter().map(|g| (g.x(), g.y())).collect();
        all.sort_unstable();
        all
    }
}

/// A team that does nothing special by itself.
pub const PLAIN: [&str; 3] = ["sharpshooter", "foreman", "sapper"];
