//! A position as flat data. Fields that are not public say who may see them; derived ones say so.

use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;

use super::player::{PRIVATE_TOPS, Player};
use super::rules::effects::ast::{Good, Icon};
use super::rules::effects::program::{Pc, STACK};
use super::words::{ARTIFACTS, Cards, FEAR, ITEMS, NONE, PLACES, SEATS, Site, TILES1};
use crate::core::{ActionSet, List};

/// Groups of cards whose order is unknown: the first deck, and the play areas shuffled under it after rounds I to IV.
pub const GROUPS: usize = 5;
/// Research spaces at most, the Lost Temple included.
pub const RESEARCH_SPACES: usize = 16;
/// The most bonus tiles on one research space.
pub const SPACE_TILES: usize = 3;
/// The key of a hand card whose identity all players know.
pub const PUBLIC: u8 = 255;

/// The key of the first group; smaller keys belong to cards known to lie on top. All items and the private tops fit there.
pub const FIRST_GROUP: u8 = 49;
/// The distance from the key of one group to the next: all items fit in between.
pub const BETWEEN: u8 = ITEMS as u8 + 1;
/// Cap on the icons of one kind in the pool. No turn leaves that many unused.
pub const POOL: u8 = 20;

const _: () =
    assert!(FIRST_GROUP as usize > ITEMS + PRIVATE_TOPS && FIRST_GROUP as usize + GROUPS * (BETWEEN as usize) < PUBLIC as usize);

/// The key of the cards of a group: cards of one group lie together, in an order nobody knows.
#[inline(always)]
pub const fn group_key(group: usize) -> u8 {
    FIRST_GROUP + BETWEEN * group as u8
}

/// The group a key belongs to, if it is the key of one.
#[inline(always)]
pub const fn key_group(key: u8) -> Option<usize> {
    if key >= FIRST_GROUP && key < group_key(GROUPS) && (key - FIRST_GROUP).is_multiple_of(BETWEEN) {
        Some(((key - FIRST_GROUP) / BETWEEN) as usize)
    } else {
        None
    }
}

/// Amounts by [`Good`].
pub type Goods = [u8; Good::COUNT];
/// Amounts by [`Icon`].
pub type Icons = [u8; Icon::COUNT];

/// The rival of the solo game (section 18). All public.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rival {
    /// Spaces with its figures as a set.
    pub figures: u32,
    /// The space of its magnifying glass, or `NONE`.
    pub magnifier: u8,
    /// As for players.
    pub arrival: u8,
    /// Temple tiles by stack.
    pub temple: [u8; 6],
    /// Guardians as a set.
    pub guardians: u16,
    /// Kinds of idols face up on its board as a set.
    pub idols: u8,
    /// Idols in the −1 pile.
    pub pile: u8,
    /// Its cards.
    pub cards: Cards,
    /// The ten tiles of the game as a set (R161).
    pub tiles: u16,
    /// Those still to come this round; their order is unknown.
    pub left: u16,
    /// The first tile used this round, or `NONE`.
    pub first: u8,
    /// The arrow on the back of the top tile of the stack: 0 left, 1 right (R164).
    pub arrow: u8,
}

impl Rival {
    /// No rival.
    pub const EMPTY: Self = Self {
        figures: 0,
        magnifier: NONE,
        arrival: 0,
        temple: [0; 6],
        guardians: 0,
        idols: 0,
        pile: 0,
        cards: Cards::EMPTY,
        tiles: 0,
        left: 0,
        first: NONE,
        arrow: 0,
    };
}

/// A site stack: tiles in an unknown order above tiles that were put under it (R134).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteStack {
    /// The unknown tiles as a set.
    pub unknown: u16,
    /// The known ones below, from the top.
    pub bottom: List<u8, TILES1>,
}

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Turns (R22).
    Turns,
    /// Keeping hand cards at the end of a round (R140).
    Keep,
    /// After the last round.
    Over,
}

/// An effect being resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// The next op. If it needs an answer, it is the open decision.
    pub pc: Pc,
    /// A local of the op: space, site, card or assistant.
    pub a: u8,
    /// Another: bonus kind, branches taken.
    pub b: u8,
    /// The piece that asks, as one number: see `source`.
    pub source: u8,
    /// See `flag`.
    pub flags: u8,
}

/// Flags of a frame.
pub mod flag {
    /// A free action: its payments, choices and draws are not asked again (R29, R72, R123, R124).
    pub const FREE: u8 = 1;
    /// Begun at the top before the main action, so that passing is possible (R88).
    pub const CAN_PASS: u8 = 2;
    /// The card itself was the main action, played or bought (R89).
    pub const MAIN: u8 = 4;
}

/// The piece a frame belongs to, as one number for observations.
pub mod source {
    /// Cards come first, by id.
    pub const CARD: u8 = 0;
    /// A site: camps, then places.
    pub const SITE: u8 = 80;
    /// A site tile shown by its stack.
    pub const TILE: u8 = 100;
    /// An idol kind.
    pub const IDOL: u8 = 120;
    /// A guardian's boon, or its cost.
    pub const GUARDIAN: u8 = 130;
    /// An assistant.
    pub const ASSISTANT: u8 = 150;
    /// A slot option.
    pub const SLOT: u8 = 170;
    /// A bonus tile.
    pub const BONUS: u8 = 180;
    /// A research row, magnifying glass column.
    pub const MAGNIFIER: u8 = 190;
    /// A research row, notebook column.
    pub const NOTEBOOK: u8 = 200;
}

/// A travel payment (R41).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payment {
    /// The icons to pay.
    pub cost: Icons,
    /// The icons committed so far.
    pub committed: Icons,
    /// The icons of a source of which one is to be committed; all zero if there is none.
    pub pending: Icons,
}

/// The legal choices of the open node, computed when it opens. Derived: left out of comparisons and snapshots.
#[derive(Clone, Copy, Debug, Default)]
pub struct Offered(pub ActionSet);

impl PartialEq for Offered {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A position of Lost Ruins of Arnak.
///
/// Two states are equal when every later choice, score and observation would be the same. Orders nobody knows are not
/// stored: unknown cards and tiles are drawn when they are turned up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The players by seat; seats that do not play are empty.
    pub players: [Player; SEATS],
    /// The rival; empty unless solo.
    pub rival: Rival,
    /// Keys of items and artifacts in decks and hands: the order in a deck as far as it is known, and for a hand card the
    /// group it came from. 0 everywhere else.
    #[serde(with = "BigArray")]
    pub keys: [u8; ITEMS + ARTIFACTS],

    /// The artifact row from the staff outward, `NONE` for a gap (R76).
    pub artifact_row: [u8; 5],
    /// The item row from the staff outward.
    pub item_row: [u8; 5],
    /// The face-down item and artifact decks.
    pub market: Cards,
    /// A top card of the item deck that everyone has seen, or `NONE` (R81).
    pub item_top: u8,
    /// A top card of the artifact deck that everyone has seen, or `NONE`.
    pub artifact_top: u8,
    /// Exiled items and artifacts (R91).
    pub exile: Cards,
    /// Fear cards in the supply (R11).
    pub fear_supply: u8,

    /// Spaces that do not exist (R13).
    pub blocked: u32,
    /// Site tiles by place, `NONE` while undiscovered.
    pub tiles: [u8; PLACES],
    /// Guardians by site, or `NONE` (R6).
    pub guardian_at: [u8; Site::COUNT],
    /// Face-up idol kinds by place, `NONE` once taken (R12).
    pub idols: [u8; PLACES],
    /// The level 1 stack.
    pub stack1: SiteStack,
    /// The level 2 stack.
    pub stack2: SiteStack,
    /// The guardian stack as a set.
    pub guardian_stack: u16,

    /// Bonus tiles by research space, from the left, `NONE` for none (R15).
    pub bonus: [[u8; SPACE_TILES]; RESEARCH_SPACES],
    /// Bonus tiles turned up so far by kind: those of the track and those taken from the Lost Temple.
    pub bonus_seen: [u8; 6],
    /// Tiles in the Lost Temple stack.
    pub temple_tiles: u8,
    /// Their kinds, once somebody has looked; known to those who have.
    pub temple_kinds: [u8; 6],
    /// Seats that have looked at the Lost Temple stack, as a set.
    pub temple_seen: u8,
    /// Temple tiles left by stack (R14).
    pub temple_left: [u8; 6],
    /// Arrivals at the Lost Temple so far.
    pub arrivals: u8,

    /// Top assistants of the supply stacks, or `NONE` (R17).
    pub supply: [u8; 3],
    /// Assistants below each top.
    pub supply_below: [u8; 3],
    /// Face-down assistants nobody has seen, as a set.
    pub hidden_assistants: u16,
    /// The rescue stack from the top, as far as anyone has looked; its top is public (R18).
    pub rescue: List<u8, 4>,
    /// Rescue assistants below that nobody has seen.
    pub rescue_below: u8,
    /// Seats that have looked through the rescue stack, as a set.
    pub rescue_seen: u8,

    /// The round from 1 (R7).
    pub round: u8,
    /// The seat to act.
    pub seat: u8,
    /// The holder of the start marker.
    pub start: u8,
    /// The seats that have passed, as a set.
    pub passed: u8,
    /// The phase.
    pub phase: Phase,
    /// Whether the main action is done (R9).
    pub main_used: bool,
    /// Whether the player passes with this turn.
    pub passing: bool,
    /// Left-over travel icons of the turn (R43).
    pub pool: Icons,

    /// The effects being resolved.
    pub stack: List<Frame, STACK>,
    /// The travel payment of the top frame, if it pays.
    pub payment: Payment,
    /// Cards drawn to be looked at (earrings), without Fear. Only the owner knows them.
    pub seen: Cards,
    /// Fear among them by group.
    pub seen_fear: [u8; GROUPS],

    /// The legal choices. Derived.
    #[serde(skip)]
    pub offered: Offered,
}

impl State {
    /// All figures as a set of spaces (R5).
    #[inline(always)]
    pub fn occupied(&self) -> u32 {
        self.players.iter().fold(self.rival.figures, |all, p| all | p.figures)
    }

    /// The player to act.
    #[inline(always)]
    pub fn me(&self) -> &Player {
        &self.players[self.seat as usize & 3]
    }

    /// The player to act.
    #[inline(always)]
    pub fn me_mut(&mut self) -> &mut Player {
        &mut self.players[self.seat as usize & 3]
    }

    /// Adds left-over icons of a kind to the pool (R43).
    #[inline]
    pub fn add_to_pool(&mut self, kind: usize, n: u8) {
        self.pool[kind] = self.pool[kind].saturating_add(n).min(POOL);
    }

    /// Whether the site has been discovered; camps always are (R4).
    #[inline(always)]
    pub fn discovered(&self, site: Site) -> bool {
        site.place().is_none_or(|place| self.tiles[place] != NONE)
    }

    /// The row cards as a set.
    #[inline(always)]
    pub fn row(&self) -> Cards {
        // Without branches on whether there is a card or in which half of the set it lies.
        let mut halves = [0u64; 2];
        for &card in self.artifact_row.iter().chain(&self.item_row) {
            halves[usize::from(card >> 6 & 1)] |= u64::from(card < FEAR) << (card & 63);
        }
        Cards(u128::from(halves[1]) << 64 | u128::from(halves[0]))
    }

    /// A player's cards outside the play area: those in hand and deck, including those being looked at, and the number of Fear
    /// cards. Everyone knows which cards these are; only the owner knows which are in hand.
    pub fn held(&self, seat: usize) -> (Cards, u8) {
        let p = &self.players[seat];
        let (mut cards, mut fear) = (Cards(p.hand.0 | p.deck.0), p.fear_in_hand() + p.deck_fear.iter().sum::<u8>());
        if usize::from(self.seat) == seat {
            cards.0 |= self.seen.0;
            fear += self.seen_fear.iter().sum::<u8>();
        }
        for top in &p.private_tops {
            if top.card == FEAR { fear += 1 } else { cards.add(top.card) }
        }
        (cards, fear)
    }

    /// The key of a card in the hand or deck of a player.
    #[inline(always)]
    pub fn key(&self, seat: usize, card: u8) -> u8 {
        let card = card as usize;
        if card < ITEMS + ARTIFACTS { self.keys[card] } else { self.players[seat].basic_keys[(card - ITEMS - ARTIFACTS) & 3] }
    }

    /// Sets the key.
    #[inline(always)]
    pub fn set_key(&mut self, seat: usize, card: u8, key: u8) {
        let card = card as usize;
        if card < ITEMS + ARTIFACTS {
            self.keys[card] = key;
        } else {
            self.players[seat].basic_keys[(card - ITEMS - ARTIFACTS) & 3] = key;
        }
    }
}
