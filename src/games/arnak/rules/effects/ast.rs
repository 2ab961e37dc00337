//! The effects of cards, tiles and tracks as data: the meaning of the notation of RULES.md section 28.

use crate::named_enum;

named_enum! {
    /// A resource (R1).
    pub enum Good "good" {
        /// A coin.
        Coin = "coin",
        /// A compass.
        Compass = "compass",
        /// A tablet.
        Tablet = "tablet",
        /// An arrowhead.
        Arrowhead = "arrowhead",
        /// A jewel.
        Jewel = "jewel",
    }
}

named_enum! {
    /// A travel icon (R39).
    pub enum Icon "icon" {
        /// Pays a boot.
        Boot = "boot",
        /// Pays a boot or a car.
        Car = "car",
        /// Pays a boot or a ship.
        Ship = "ship",
        /// Pays everything.
        Plane = "plane",
    }
}

named_enum! {
    /// The things `gain_per` counts.
    pub enum Per "count" {
        /// Guardians the player has overcome, and those on sites the player occupies.
        Guardian = "guardian_overcome_or_at_own_site",
        /// Idols in crates and slots.
        Idol = "idol_owned",
        /// The player's archaeologists on sites.
        Archaeologist = "own_archaeologist_on_board",
    }
}

named_enum! {
    /// An end of the player's deck.
    pub enum DeckEnd "end" {
        /// The top.
        Top = "top",
        /// The bottom.
        Bottom = "bottom",
    }
}

named_enum! {
    /// A side of an assistant (R106).
    pub enum Side "side" {
        /// The first side.
        Silver = "silver",
        /// The better side.
        Gold = "gold",
    }
}

named_enum! {
    /// The cards a step deals with.
    pub enum CardType "type" {
        /// Items.
        Item = "item",
        /// Artifacts.
        Artifact = "artifact",
        /// Both.
        Any = "any",
    }
}

named_enum! {
    /// The origin of a gained card.
    pub enum From "source" {
        /// The card row.
        Row = "row",
        /// The exile pile.
        Exile = "exile",
    }
}

named_enum! {
    /// The destination of a gained card (R82).
    pub enum To "destination" {
        /// The hand.
        Hand = "hand",
        /// The top of the player's deck.
        DeckTop = "deck_top",
        /// The bottom of the player's deck.
        DeckBottom = "deck_bottom",
        /// The play area.
        Play = "play",
    }
}

named_enum! {
    /// The guardians within reach of a free overcome (R57).
    pub enum Reach "reach" {
        /// Guardians of sites the player occupies.
        OwnSite = "own_site",
        /// Guardians of sites without another player's figure.
        NoOther = "no_other_player",
    }
}

named_enum! {
    /// The token a Research step moves (R97).
    pub enum TokenChoice "token" {
        /// Either.
        Any = "any",
        /// The notebook only.
        Notebook = "notebook",
    }
}

/// Levels of sites as a set: 1 = camp, 2 = level 1, 4 = level 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels(pub u8);

impl Levels {
    /// Camps.
    pub const CAMP: Self = Self(1);
    /// Camps, level 1 and level 2.
    pub const ANY: Self = Self(7);
}

/// An amount of everything that can appear in a cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Resources by [`Good`].
    pub goods: [u8; Good::COUNT],
    /// Travel icons by [`Icon`].
    pub icons: [u8; Icon::COUNT],
    /// Hand cards put unused into the play area.
    pub cards: u8,
    /// Idols from the crates.
    pub idols: u8,
}

/// A list of steps, resolved from left to right (R8).
pub type Effect = Vec<Step>;

/// The parameters of a `dig` step (R55).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dig {
    /// Travel icons that count towards this travel cost.
    pub discount: [u8; Icon::COUNT],
    /// Discount in compasses when discovering.
    pub compass_discount: u8,
    /// Camps only, so no discovering.
    pub camp_only: bool,
    /// No travel cost.
    pub free_travel: bool,
    /// Number of times the site may be used.
    pub activations: u8,
}

/// The parameters of a `research` step (R104).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Research {
    /// The token.
    pub token: TokenChoice,
    /// Discount in resources.
    pub discount: [u8; Good::COUNT],
    /// No cost at all.
    pub free: bool,
    /// A temple tile is possible too.
    pub temple: bool,
}

/// The parameters of a `buy` step (R80, R81).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buy {
    /// The cards.
    pub cards: CardType,
    /// Discount in coins or compasses.
    pub discount: u8,
    /// The top of the deck is revealed and for sale too.
    pub deck_top: bool,
}

/// The parameters of an `activate` step (R133).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activate {
    /// The levels.
    pub levels: Levels,
    /// Number of different sites.
    pub count: u8,
    /// Only where nobody stands.
    pub unoccupied: bool,
    /// Only where the player stands.
    pub own: bool,
    /// The cost of using a level 2 site.
    pub level2_cost: [u8; Good::COUNT],
}

/// One step of an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Take resources.
    Gain([u8; Good::COUNT]),
    /// Take one resource for each of something, up to a limit.
    GainPer(Good, Per, u8),
    /// Take Fear.
    Fear(u8),
    /// Draw cards.
    Draw(DeckEnd, u8),
    /// Announce a number, draw, keep one, put some back on top, the rest into the play area.
    DrawKeep {
        /// The largest number.
        max: u8,
        /// The origin.
        from: DeckEnd,
        /// Number that may go back on top.
        return_top: u8,
    },
    /// Put hand cards into the play area.
    Discard(u8),
    /// Exile cards.
    Exile(u8),
    /// Tablet to arrowhead or arrowhead to jewel.
    Upgrade(u8),
    /// Make assistants ready.
    Refresh(u8),
    /// Take a supply assistant.
    Recruit,
    /// Turn an assistant to gold.
    UpgradeAssistant,
    /// Take an assistant of the rescue stack.
    Rescue,
    /// Use a supply assistant.
    UseSupply(Side),
    /// Exchange an assistant.
    Swap,
    /// Pay, then do the rest.
    Pay(Cost, Effect),
    /// Take some of the branches.
    Choose(u8, Vec<Effect>),
    /// All of it or nothing.
    May(Effect),
    /// The Pass action.
    Pass(Effect),
    /// Icons for the pool.
    Travel([u8; Icon::COUNT]),
    /// Dig or Discover.
    Dig(Dig),
    /// Research.
    Research(Research),
    /// Buy a card.
    Buy(Buy),
    /// Take a card.
    GainCard(CardType, From, To),
    /// Exile the rightmost item of the row.
    ExileRow,
    /// Overcome a guardian free of its cost.
    Overcome(Reach),
    /// Use sites.
    Activate(Activate),
    /// Use the site just chosen.
    ActivateTarget,
    /// Use the top tile of a site stack.
    ActivateStack(u8),
    /// Move one of the player's figures.
    Relocate(Levels, Effect),
    /// Move a guardian.
    MoveGuardian(Levels, Effect),
    /// Take a figure back.
    ReturnFigure,
    /// All icons are planes until the end of the round.
    IconsAsPlane,
    /// No guardian Fear this round.
    IgnoreGuardianFear,
    /// A slotted idol back to the crates.
    ReturnSlottedIdol,
}
