//! The beginning of a game (section 2).

use super::Arnak;
use super::describe::events::Eyes;
use super::player::Player;
use super::rules::effects::machine::draw_hidden;
use super::state::{GROUPS, Icons, Offered, Payment, Phase, RESEARCH_SPACES, Rival, SPACE_TILES, SiteStack, State, group_key};
use super::words::{ARTIFACT_SET, BASIC_SET, CAMPS, Cards, FIRST_LEVEL2, ITEM_SET, NONE, PLACES, SEATS, Site};
use crate::core::{Bag, List, Rng, Setup, Silent};

impl Setup for Arnak {
    fn start(&self, rng: &mut Rng) -> State {
        let t = &self.t;
        let piles = self.piles as u8;
        // R20
        let start = if self.random_start { rng.below(self.seats as u32) as u8 } else { 0 };
        let mut s = State {
            players: [Player::empty(); SEATS],
            rival: Rival::EMPTY,
            keys: [0; 75],
            artifact_row: [NONE; 5],
            item_row: [NONE; 5],
            market: Cards(t.cards.there.0 & (ITEM_SET.0 | ARTIFACT_SET.0)),
            item_top: NONE,
            artifact_top: NONE,
            exile: Cards::EMPTY,
            // R11
            fear_supply: t.cards.fear_total - 2 * self.seats as u8,
            blocked: self.block_camps(rng),
            tiles: [NONE; PLACES],
            guardian_at: [NONE; Site::COUNT],
            idols: [NONE; PLACES],
            // R16
            stack1: SiteStack { unknown: 0x03FF, bottom: List::default() },
            stack2: SiteStack { unknown: 0xFC00, bottom: List::default() },
            guardian_stack: 0x7FFF,
            bonus: [[NONE; SPACE_TILES]; RESEARCH_SPACES],
            bonus_seen: [0; 6],
            temple_tiles: piles,
            temple_kinds: [0; 6],
            temple_seen: 0,
            // R14
            temple_left: [piles; 6],
            arrivals: 0,
            supply: [NONE; 3],
            supply_below: [0; 3],
            hidden_assistants: 0x0FFF,
            rescue: List::default(),
            rescue_below: 0,
            rescue_seen: 0,
            round: 1,
            seat: start,
            start,
            passed: 0,
            phase: Phase::Turns,
            main_used: false,
            passing: false,
            pool: Icons::default(),
            stack: List::default(),
            payment: Payment::default(),
            seen: Cards::EMPTY,
            seen_fear: [0; GROUPS],
            offered: Offered::default(),
        };
        // R10
        s.refill(rng);
        self.place_idols(&mut s, rng);
        self.place_bonus_tiles(&mut s, rng);
        self.stack_assistants(&mut s, rng);
        for step in 0..self.seats {
            let seat = (start as usize + step) % self.seats;
            let p = &mut s.players[seat];
            // R19: the solo player has the resources of the second seat (R160).
            p.goods = t.starting[if self.solo { 1 } else { step }];
            p.deck = BASIC_SET;
            p.basic_keys = [group_key(0); 4];
            p.deck_fear[0] = 2;
        }
        if self.solo {
            self.choose_rival_tiles(&mut s, rng);
        }
        let mut silent = Silent;
        let mut eyes = Eyes::open(&mut silent, &s);
        self.begin_round(&mut s, rng, &mut eyes);
        self.settle(&mut s, rng, &mut eyes);
        s
    }
}

impl Arnak {
    /// The second spaces of camps that do not exist (R13).
    fn block_camps(&self, rng: &mut Rng) -> u32 {
        let mut camps = [0, 1, 2, 3, 4];
        let n = match self.piles {
            4 => 0,
            3 => {
                rng.shuffle(&mut camps);
                3
            }
            _ => CAMPS,
        };
        camps[..n].iter().fold(0, |set, camp| set | 2 << (2 * camp))
    }

    /// Places one idol face up on each place (R12). The rest are face down, and nobody ever sees their kinds.
    fn place_idols(&self, s: &mut State, rng: &mut Rng) {
        let mut bag = Bag(self.t.idols.copies);
        for idol in &mut s.idols {
            *idol = bag.draw(rng).expect("16 idols for 12 places") as u8;
        }
        debug_assert_eq!(bag.total() as usize, PLACES - FIRST_LEVEL2, "all 16 are used");
    }

    /// Places the face-up bonus tiles on the track (R15). The Lost Temple stack is drawn when somebody looks at it.
    fn place_bonus_tiles(&self, s: &mut State, rng: &mut Rng) {
        let mut bag = Bag(self.t.bonus.copies);
        for (space, tiles) in self.t.track.spaces.iter().zip(&mut s.bonus) {
            for tile in tiles.iter_mut().take(space.tiles as usize) {
                let kind = bag.draw(rng).expect("content places at most 18");
                *tile = kind as u8;
                s.bonus_seen[kind] += 1;
            }
        }
    }

    /// Assistants in each supply stack (R17, R18).
    pub(super) fn supply_sizes(&self) -> [u8; 3] {
        if self.snake { [3, 3, 6 - self.piles as u8] } else { [4, 4, 4] }
    }

    /// Builds the supply stacks, and the rescue stack of the Snake side (R17, R18).
    fn stack_assistants(&self, s: &mut State, rng: &mut Rng) {
        if self.snake {
            s.rescue_below = self.piles as u8 - 1;
            let top = draw_hidden(s, rng);
            s.rescue.push(top);
        }
        for (stack, size) in self.supply_sizes().into_iter().enumerate() {
            s.supply[stack] = draw_hidden(s, rng);
            s.supply_below[stack] = size - 1;
        }
    }
}
