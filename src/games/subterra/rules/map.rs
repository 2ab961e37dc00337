//! The temple: the cells in play, their sides, types, markers and connections.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::super::words::{BREACHES, Kind, RUINS};
use super::board::{Cell, Cells, SLOTS, STRIDE, Side};
use super::links::Links;
use crate::core::List;

/// A Demolition marker: the edge on a side of a cell is passable (R2, R82).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Breach {
    /// The cell from which it was made.
    pub cell: Cell,
    /// The side, as its number.
    side: u8,
}

impl Breach {
    /// The side of the cell.
    pub fn side(self) -> Side {
        Side::ALL[self.side as usize & 3]
    }
}

/// The cells in play. `sides`, `links`, `spawns` and `ruins` are derived from the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Map {
    /// The type of each cell and, above it in the same byte, the number of Ruins.
    tile: [u8; SLOTS],
    /// The open sides of each cell, the same as `open`. Derived.
    sides: [u8; SLOTS],
    /// For each side, the cells that are open there: by print or by a Demolition marker, including cells not yet in play.
    open: [Cells; 4],
    /// Cells in play.
    pub placed: Cells,
    /// Cells on their Volcano side.
    pub flipped: Cells,
    /// Cells with Rubble.
    pub rubble: Cells,
    /// Cells with a Consolidation marker (R8).
    pub consolidated: Cells,
    /// Demolition markers.
    pub breaches: List<Breach, BREACHES>,
    /// Connections (R3). Derived.
    pub links: Links,
    /// Unconsolidated, unflipped Guardian cells. Derived.
    pub spawns: Cells,
    /// The unconsolidated, unflipped Ruins by number less one. Derived.
    pub ruins: [Cell; RUINS],
}

impl Default for Map {
    fn default() -> Self {
        Self {
            tile: [0; SLOTS],
            sides: [0; SLOTS],
            open: [Cells::EMPTY; 4],
            placed: Cells::EMPTY,
            flipped: Cells::EMPTY,
            rubble: Cells::EMPTY,
            consolidated: Cells::EMPTY,
            breaches: List::default(),
            links: Links::default(),
            spawns: Cells::EMPTY,
            ruins: [Cell::NONE; RUINS],
        }
    }
}

impl Map {
    /// The printed type of a cell in play.
    #[inline]
    pub fn printed(&self, cell: Cell) -> Kind {
        Kind::ALL[(self.tile[cell.index()] & 15) as usize]
    }

    /// The number of Ruins, 0 for other cells.
    #[inline]
    pub fn number(&self, cell: Cell) -> u8 {
        self.tile[cell.index()] >> 4
    }

    /// The type of a cell that is in play and not flipped, as the rules see it (R8).
    #[inline]
    pub fn kind(&self, cell: Cell) -> Kind {
        if self.consolidated.has(cell) { Kind::Normal } else { self.printed(cell) }
    }

    /// The open sides of a cell; of an empty one, the sides with a Demolition marker.
    #[inline]
    pub fn sides(&self, cell: Cell) -> u8 {
        self.sides[cell.index()]
    }

    /// Whether a side of a cell is open.
    #[inline]
    pub fn is_open(&self, cell: Cell, side: Side) -> bool {
        self.open[side as usize].has(cell)
    }

    /// Cells in play that are not flipped: where one can walk (R5).
    #[inline]
    pub fn walkable(&self) -> Cells {
        self.placed.minus(&self.flipped)
    }

    /// The sides of an unflipped cell that are exits (R4).
    #[inline]
    pub fn exits(&self, cell: Cell) -> u8 {
        // No tile is placed at the edges of the grid, so cells beyond an edge are never free.
        let (row, at) = (usize::from(STRIDE), cell.index());
        let beside = [at.saturating_sub(row), at + 1, at + row, at.saturating_sub(1)];
        let free = |at: usize| (Cells::PLACEABLE.words()[at / 64] & !self.placed.words()[at / 64]) >> (at % 64) & 1;
        self.sides(cell) & beside.into_iter().rev().fold(0, |sides, at| sides << 1 | free(at) as u8)
    }

    /// The neighbour of a cell, if a tile may be placed there (R39).
    #[inline]
    pub fn free_beside(&self, cell: Cell, side: Side) -> Option<Cell> {
        cell.beside(side).filter(|&next| Cells::PLACEABLE.has(next) && !self.placed.has(next))
    }

    /// The cells with an exit on a side (R4).
    #[inline]
    pub fn exits_on(&self, side: Side) -> Cells {
        let free = Cells::PLACEABLE.minus(&self.placed);
        self.open[side as usize].and(&self.walkable()).and(&free.moved(side.opposite()))
    }

    /// The cells with an exit on any side.
    #[inline]
    pub fn with_exits(&self) -> Cells {
        let (free, mut open) = (Cells::PLACEABLE.minus(&self.placed), Cells::EMPTY);
        for &side in Side::ALL {
            open = open.or(&self.open[side as usize].and(&free.moved(side.opposite())));
        }
        open.and(&self.walkable())
    }

    /// The empty cells that some exit faces.
    #[inline]
    pub fn frontier(&self) -> Cells {
        let free = Cells::PLACEABLE.minus(&self.placed);
        let live = self.walkable();
        let mut faced = Cells::EMPTY;
        for &side in Side::ALL {
            faced = faced.or(&self.open[side as usize].and(&live).moved(side));
        }
        faced.and(&free)
    }

    /// Puts a cell into play. Demolition markers on its edges stay passable (ruling X9).
    pub fn place(&mut self, cell: Cell, kind: Kind, number: u8, open: u8) {
        self.tile[cell.index()] = kind as u8 | number << 4;
        for side in Side::of(open) {
            self.open_side(cell, side);
        }
        self.placed.insert(cell);
        self.links.words = self.links.words.max((cell.index() / 64) as u8 + 1);
        for &side in Side::ALL {
            self.link(cell, side);
        }
        self.index(cell);
    }

    /// Makes the edge on a side of a cell passable (R82).
    pub fn demolish(&mut self, cell: Cell, side: Side) {
        self.breaches.push(Breach { cell, side: side as u8 });
        self.breach(cell, side);
    }

    fn breach(&mut self, cell: Cell, side: Side) {
        self.open_side(cell, side);
        if let Some(next) = cell.beside(side) {
            self.open_side(next, side.opposite());
        }
        self.link(cell, side);
    }

    fn open_side(&mut self, cell: Cell, side: Side) {
        self.open[side as usize].insert(cell);
        self.sides[cell.index()] |= side.bit();
    }

    /// Puts a Consolidation marker on a cell (R81, ruling X7).
    pub fn consolidate(&mut self, cell: Cell) {
        self.consolidated.insert(cell);
        self.rubble.remove(cell);
        self.index(cell);
    }

    /// Turns cells to their Volcano side (R70). Connections stay (ruling V2).
    pub fn flip(&mut self, cells: &Cells) {
        self.flipped = self.flipped.or(cells);
        self.rubble = self.rubble.minus(cells);
        self.consolidated = self.consolidated.minus(cells);
        for cell in cells.iter() {
            self.index(cell);
        }
    }

    /// Opens the door between two cells of the Sanctuary (the switch of ruling S3).
    pub fn open_door(&mut self, cell: Cell, side: Side) {
        self.link(cell, side);
    }

    /// Shuts the door between two cells of the Sanctuary.
    pub fn shut_door(&mut self, cell: Cell, side: Side) {
        self.links.cut(cell, side);
    }

    /// Sets the connection across one edge (R3).
    fn link(&mut self, cell: Cell, side: Side) {
        if self.placed.has(cell) && self.is_open(cell, side) && self.opens_from(cell, side) {
            self.links.join(cell, side);
        }
    }

    /// Whether the neighbour on a side of a cell is in play and open towards it.
    fn opens_from(&self, cell: Cell, side: Side) -> bool {
        cell.beside(side).is_some_and(|next| self.placed.has(next) && self.is_open(next, side.opposite()))
    }

    /// The edges that are open on both sides and yet not passable, each named once.
    pub fn doors_shut(&self) -> impl Iterator<Item = (Cell, Side)> + '_ {
        self.placed.iter().flat_map(move |cell| {
            let shut = self.sides(cell) & !self.links.of(cell) & (Side::E.bit() | Side::S.bit());
            Side::of(shut).filter(move |&side| self.opens_from(cell, side)).map(move |side| (cell, side))
        })
    }

    /// Updates `spawns` and `ruins` for one cell.
    fn index(&mut self, cell: Cell) {
        let live = !self.flipped.has(cell);
        match self.printed(cell) {
            Kind::Guardian if live && !self.consolidated.has(cell) => self.spawns.insert(cell),
            Kind::Guardian => self.spawns.remove(cell),
            Kind::Ruins => {
                let keep = live && !self.consolidated.has(cell);
                self.ruins[self.number(cell).saturating_sub(1) as usize % RUINS] = if keep { cell } else { Cell::NONE };
            }
            Kind::Normal
            | Kind::Bridge
            | Kind::Key
            | Kind::Lava
            | Kind::Spike
            | Kind::Dart
            | Kind::Journal
            | Kind::Exit
            | Kind::Crossing
            | Kind::Hall
            | Kind::Vault => {}
        }
    }
}

/// One cell of the plain form of a map.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainCell {
    cell: Cell,
    kind: Kind,
    number: u8,
    open: PlainSides,
    rubble: bool,
    flipped: bool,
    consolidated: bool,
}

/// The plain form of a map, as people and files see it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainMap {
    cells: Vec<PlainCell>,
    demolished: Vec<(Cell, Side)>,
    doors_shut: Vec<(Cell, Side)>,
}

/// A mask of sides: letters in text, a number in bytes.
struct PlainSides(u8);

impl Serialize for PlainSides {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            to.serialize_str(&super::super::words::Sides(self.0).letters())
        } else {
            to.serialize_u8(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for PlainSides {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        if !from.is_human_readable() {
            let mask = u8::deserialize(from)?;
            return if mask < 16 { Ok(Self(mask)) } else { Err(D::Error::custom("a mask of sides is below 16")) };
        }
        let mut mask = 0;
        for letter in String::deserialize(from)?.chars() {
            let at = "NESW".find(letter).ok_or_else(|| D::Error::custom("sides are letters of NESW"))?;
            mask |= 1 << at;
        }
        Ok(Self(mask))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let plain = (*self != Self::NONE).then(|| (self.x(), self.y()));
        plain.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match Option::<(i8, i8)>::deserialize(from)? {
            None => Ok(Self::NONE),
            Some((x, y)) => Self::new(x, y)
                .filter(|&cell| Self::exists(x, y) || Cells::OUTER.has(cell))
                .ok_or_else(|| D::Error::custom(format!("cell {x},{y} is outside the grid"))),
        }
    }
}

impl Serialize for Map {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let plain = |cell: Cell| PlainCell {
            cell,
            kind: self.printed(cell),
            number: self.number(cell),
            open: PlainSides(self.sides(cell)),
            rubble: self.rubble.has(cell),
            flipped: self.flipped.has(cell),
            consolidated: self.consolidated.has(cell),
        };
        PlainMap {
            cells: self.placed.iter().map(plain).collect(),
            demolished: self.breaches.iter().map(|b| (b.cell, b.side())).collect(),
            doors_shut: self.doors_shut().collect(),
        }
        .serialize(to)
    }
}

impl<'de> Deserialize<'de> for Map {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let plain = PlainMap::deserialize(from)?;
        let mut map = Self::default();
        if plain.demolished.len() > BREACHES {
            return Err(D::Error::custom(format!("there are only {BREACHES} Demolition markers")));
        }
        for &(cell, side) in &plain.demolished {
            if cell == Cell::NONE || cell.beside(side).is_none() {
                return Err(D::Error::custom("a Demolition marker lies between two cells of the grid"));
            }
            map.demolish(cell, side);
        }
        for spot in &plain.cells {
            if spot.cell == Cell::NONE || map.placed.has(spot.cell) {
                return Err(D::Error::custom("every placed cell has its own place"));
            }
            if spot.number as usize > RUINS || (spot.number == 0) == (spot.kind == Kind::Ruins) {
                return Err(D::Error::custom("Ruins, and only Ruins, are numbered from 1 to 6"));
            }
            map.place(spot.cell, spot.kind, spot.number, spot.open.0);
            for (set, marked) in
                [(&mut map.rubble, spot.rubble), (&mut map.flipped, spot.flipped), (&mut map.consolidated, spot.consolidated)]
            {
                if marked {
                    set.insert(spot.cell);
                }
            }
            map.index(spot.cell);
        }
        for &(cell, side) in &plain.doors_shut {
            if cell == Cell::NONE || cell.beside(side).is_none() {
                return Err(D::Error::custom("a door lies between two cells of the grid"));
            }
            map.shut_door(cell, side);
        }
        Ok(map)
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::{X_OUTER, Y_MAX, Y_MIN};
    use super::*;
    use crate::core::Rng;

    #[test]
    fn exits_are_the_open_sides_beside_which_a_tile_may_be_placed() {
        let mut rng = Rng::seeded(3);
        let cells: Vec<Cell> = (Y_MIN..=Y_MAX).flat_map(|y| (-X_OUTER..=X_OUTER).map(move |x| Cell::at(x, y))).collect();
        for _ in 0..20 {
            let mut map = Map::default();
            for &cell in cells.iter().filter(|cell| **cell != Cell::NONE) {
                if rng.index(2) == 0 {
                    map.place(cell, Kind::Normal, 0, rng.index(16) as u8);
                }
            }
            for &cell in &cells {
                let free = |side: &Side| map.free_beside(cell, *side).is_some();
                assert_eq!(map.exits(cell), Side::of(map.sides(cell)).filter(free).map(Side::bit).sum::<u8>(), "{cell:?}");
            }
        }
    }
}
