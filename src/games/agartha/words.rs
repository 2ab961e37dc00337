//! The words of the game: cards, slots, zones, tokens and tiles.

use crate::{index_type, named_enum};

/// The types of cards.
pub const CARDS: usize = Card::COUNT;
/// The slots of a board.
pub const SLOTS: usize = Slot::COUNT;
/// The most tiles in play (R2.1).
pub const TILES: usize = 6;
/// The most cards on a tile (R1.1).
pub const POSITIONS: usize = 3;
/// The tokens of a player (R1.2).
pub const TOKENS: usize = 3;

named_enum! {
    /// A type of card (R1.6). Two cards of one type are interchangeable.
    #[derive(Default)]
    pub enum Card "card" {
        /// Gathers in villages and explores.
        #[default]
        Character = "character",
        /// A place.
        Forest = "forest",
        /// A place.
        Mountain = "mountain",
        /// A place.
        Village = "village",
        /// Turns like places into a lot.
        Compass = "compass",
        /// Counts only in its own sector.
        Amulet = "amulet",
        /// An object.
        Knife = "knife",
        /// An object.
        Axe = "axe",
        /// An object.
        Torch = "torch",
        /// An object.
        Vial = "vial",
    }
}

impl Card {
    /// The three places.
    pub const PLACES: [Self; 3] = [Self::Forest, Self::Mountain, Self::Village];
    /// The four objects.
    pub const OBJECTS: [Self; 4] = [Self::Knife, Self::Axe, Self::Torch, Self::Vial];

    /// The kind it belongs to (R1.6).
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Character => "character",
            Self::Forest | Self::Mountain | Self::Village => "place",
            Self::Compass => "compass",
            Self::Amulet => "amulet",
            Self::Knife | Self::Axe | Self::Torch | Self::Vial => "object",
        }
    }
}

named_enum! {
    /// One of the seven places of a board that take cards (R1.3).
    pub enum Slot "slot" {
        /// Gathers characters.
        Village1 = "village_1",
        /// Gathers characters.
        Village2 = "village_2",
        /// Gathers different objects.
        Objects = "objects",
        /// Like places and a compass.
        Places1 = "places_1",
        /// Like places and a compass.
        Places2 = "places_2",
        /// Like places and a compass.
        Places3 = "places_3",
        /// Places and characters together.
        Exploration = "exploration",
    }
}

impl Slot {
    /// The slots of the zone PLACES.
    pub const PLACES: [Self; 3] = [Self::Places1, Self::Places2, Self::Places3];

    /// This slot as a destination.
    pub const fn goal(self) -> Goal {
        Goal::ALL[self as usize]
    }
}

named_enum! {
    /// A destination for a card: a slot or the amulets sector (R6.2). The slots come first, in their order.
    pub enum Goal "goal" {
        /// The slot.
        Village1 = "village_1",
        /// The slot.
        Village2 = "village_2",
        /// The slot.
        Objects = "objects",
        /// The slot.
        Places1 = "places_1",
        /// The slot.
        Places2 = "places_2",
        /// The slot.
        Places3 = "places_3",
        /// The slot.
        Exploration = "exploration",
        /// The sector (R1.4).
        Amulets = "amulets",
    }
}

impl Goal {
    /// The slot, unless it is the sector.
    #[inline]
    pub fn slot(self) -> Option<Slot> {
        Slot::ALL.get(self as usize).copied()
    }
}

named_enum! {
    /// A zone of the board (R1.3).
    pub enum Area "zone of the board" {
        /// `village_1`, `village_2`, `objects`.
        Village = "village",
        /// `places_1` to `places_3`.
        Places = "places",
        /// `exploration`.
        Exploration = "exploration",
    }
}

impl Area {
    /// The slots of the zone, one bit each.
    pub const fn slots(self) -> u64 {
        match self {
            Self::Village => 0b000_0111,
            Self::Places => 0b011_1000,
            Self::Exploration => 0b100_0000,
        }
    }

    /// The zone of a slot.
    pub const fn of(slot: Slot) -> Self {
        match slot {
            Slot::Village1 | Slot::Village2 | Slot::Objects => Self::Village,
            Slot::Places1 | Slot::Places2 | Slot::Places3 => Self::Places,
            Slot::Exploration => Self::Exploration,
        }
    }
}

named_enum! {
    /// A slot that can be activated (R6.5).
    pub enum Site "slot" {
        /// R6.8
        Village1 = "village_1",
        /// R6.8
        Village2 = "village_2",
        /// R6.9
        Exploration = "exploration",
    }
}

impl Site {
    /// The slot it is.
    #[inline]
    pub const fn slot(self) -> Slot {
        match self {
            Self::Village1 => Slot::Village1,
            Self::Village2 => Slot::Village2,
            Self::Exploration => Slot::Exploration,
        }
    }

    /// A slot's bit in the open set: none if it cannot be activated (R6.10).
    #[inline]
    pub const fn bit(slot: Slot) -> u8 {
        match slot {
            Slot::Village1 => 0b001,
            Slot::Village2 => 0b010,
            Slot::Exploration => 0b100,
            Slot::Objects | Slot::Places1 | Slot::Places2 | Slot::Places3 => 0,
        }
    }
}

named_enum! {
    /// A zone of a tile (R1.1).
    pub enum Zone "zone" {
        /// At most one token, for its action.
        Action = "action",
        /// Any number of tokens, for their values.
        Auction = "auction",
    }
}

named_enum! {
    /// An action (R6.2 to R6.4).
    pub enum Deed "action" {
        /// R6.2
        Move = "move",
        /// R6.3
        Swap = "swap",
        /// R6.4
        Draw = "draw",
    }
}

index_type! {
    /// A bid token, by its value less one.
    pub struct Token(TOKENS) "token";
}

index_type! {
    /// A tile, the one farthest from the pile first.
    pub struct Tile(TILES) "tile";
}

index_type! {
    /// A position of a tile, from the left.
    pub struct Position(POSITIONS) "position";
}

index_type! {
    /// A level of an activation, the lowest first.
    pub struct Level(3) "level";
}

index_type! {
    /// A zone of a tile as one number, in the order of resolution: twice the tile, plus one for its auction zone (R7.1).
    pub struct Spot(2 * TILES) "spot";
}

impl Spot {
    /// The zone of a tile.
    #[inline]
    pub const fn new(tile: Tile, zone: Zone) -> Self {
        Self(tile.0 * 2 + zone as u8)
    }

    /// Its tile.
    #[inline]
    pub const fn tile(self) -> Tile {
        Tile(self.0 / 2)
    }

    /// Its zone.
    #[inline]
    pub const fn zone(self) -> Zone {
        if self.0.is_multiple_of(2) { Zone::Action } else { Zone::Auction }
    }
}
