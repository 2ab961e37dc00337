//! The pieces and words of the game: explorers, tiles, dice, objects.

use crate::{index_type, named_enum};

/// The most explorers of a team (R12).
pub const TEAM: usize = 6;
/// Guardian figures (R63).
pub const GUARDIANS: usize = 5;
/// Key markers (R10).
pub const KEYS: usize = 3;
/// Distinct tiles the bag can hold: the number of temple tiles.
pub const BAG_KINDS: usize = 30;
/// Distinct Journals.
pub const JOURNAL_KINDS: usize = 3;
/// Numbers of Ruins, as on a d6 (R58).
pub const RUINS: usize = 6;
/// Demolition markers (R82).
pub const BREACHES: usize = 3;

named_enum! {
    /// An explorer's sheet (R12).
    pub enum Sheet "explorer" {
        /// Scholar, Daring (R76, R77).
        Archaeologist = "archaeologist",
        /// Nimble, Illuminate (R78).
        Guide = "guide",
        /// Sprint, Vigilance (R79).
        Scoundrel = "scoundrel",
        /// Command, Research (R80).
        Aristocrat = "aristocrat",
        /// Excavate, Consolidate (R81).
        Foreman = "foreman",
        /// Scope, Precision shot (R83, R84).
        Sharpshooter = "sharpshooter",
        /// Grenade, Demolish (R82).
        Sapper = "sapper",
        /// Annihilate, Brace (R85, R86).
        Veteran = "veteran",
        /// Cure, Survivor (R87, R88).
        Healer = "healer",
        /// Revive, Purify (R89).
        Priest = "priest",
    }
}

named_enum! {
    /// The type of a cell.
    pub enum Kind "type" {
        /// Nothing special.
        Normal = "normal",
        /// Holds at most one explorer (R30).
        Bridge = "bridge",
        /// Comes with a Key (R36).
        Key = "key",
        /// Burns on a Lava face (R57).
        Lava = "lava",
        /// Dangerous to enter (R33).
        Spike = "spike_trap",
        /// Shoots on a Trap face (R59).
        Dart = "dart_trap",
        /// Comes with Rubble, collapses by its number (R58).
        Ruins = "ruins",
        /// Guardians appear here (R36, R60).
        Guardian = "guardian",
        /// Placed by the Aristocrat, like Normal (R42).
        Journal = "journal",
        /// The way out (R34).
        Exit = "entrance_exit",
        /// The explorers' starting cell (R13).
        Crossing = "entrance_crossing",
        /// Keys are inserted on the Sanctuary (R48).
        Hall = "sanctuary_hall",
        /// The cell where the Artifact appears (R48); in ruling S2 also the hall.
        Vault = "sanctuary_vault",
    }
}

impl Kind {
    /// Whether the Foreman may consolidate an unconsolidated cell of this type (ruling X6).
    pub const fn can_be_consolidated(self) -> bool {
        match self {
            Self::Bridge | Self::Key | Self::Lava | Self::Spike | Self::Dart | Self::Ruins | Self::Guardian => true,
            Self::Normal | Self::Journal | Self::Exit | Self::Crossing | Self::Hall | Self::Vault => false,
        }
    }
}

named_enum! {
    /// A face of a hazard die (R55).
    #[derive(Default)]
    pub enum Face "face" {
        /// R56.
        #[default]
        Stumble = "stumble",
        /// R57.
        Lava = "lava",
        /// R58.
        Collapse = "collapse",
        /// R59.
        Trap = "trap",
        /// R60.
        Wake = "wake",
        /// R61.
        Activate = "activate",
    }
}

named_enum! {
    /// Something to carry (R10).
    pub enum Object "object" {
        /// One of the three Keys.
        Key = "key",
        /// The Artifact.
        Artifact = "artifact",
    }
}

named_enum! {
    /// The status of an explorer (R7).
    pub enum Status "status" {
        /// In the temple: active with HP, else down.
        Inside = "in_temple",
        /// Left by the exit, saved.
        Escaped = "escaped",
        /// Caught on a flipped cell.
        Dead = "dead",
    }
}

named_enum! {
    /// The explorer's cell or one of its neighbours.
    pub enum Spot "spot" {
        /// The explorer's own cell.
        Here = "here",
        /// The cell to the north.
        N = "north",
        /// The cell to the east.
        E = "east",
        /// The cell to the south.
        S = "south",
        /// The cell to the west.
        W = "west",
    }
}

named_enum! {
    /// The reason an episode ended (section 13).
    pub enum End "end" {
        /// No explorer is left in the temple (R91).
        Deserted = "deserted",
        /// Every explorer in the temple is down (R91).
        AllDown = "all_down",
        /// The volcano erupted before the Artifact had left the Sanctuary (R69).
        Eruption = "eruption",
        /// The Artifact was lost to the lava (R95).
        ArtifactLost = "artifact_lost",
        /// The Entrance was flipped: nobody can get out any more (R95).
        EntranceLost = "entrance_lost",
        /// The round cap (R95).
        RoundCap = "round_cap",
    }
}

named_enum! {
    /// The grade of the expedition (R93).
    pub enum Grade "grade" {
        /// The Artifact did not get out.
        Lost = "forgotten",
        /// Three or more explorers did not survive.
        Bronze = "bronze",
        /// Two did not.
        Silver = "silver",
        /// One did not.
        Gold = "gold",
        /// All survived.
        Legendary = "legendary",
    }
}

index_type! {
    /// A distinct tile: first those of the bag, then the Journals, in the order of the content tables (ruling N1).
    pub struct TileKind(BAG_KINDS + JOURNAL_KINDS) "tile";
}

impl TileKind {
    /// The index among the Journals, if it is a Journal.
    pub const fn journal(self) -> Option<usize> {
        (self.0 as usize).checked_sub(BAG_KINDS)
    }
}

index_type! {
    /// The open sides of a cell as a mask: north 1, east 2, south 4, west 8.
    pub struct Sides(16) "sides";
}

impl Sides {
    /// The letters of the open sides.
    pub fn letters(self) -> String {
        "NESW".chars().enumerate().filter(|(i, _)| self.0 >> i & 1 == 1).map(|(_, letter)| letter).collect()
    }
}

index_type! {
    /// A straight distance, less one.
    pub struct Reach(3) "reach";
}
