//! How a position looks: points, what the goods and cards at hand can still become, and the strength gathered for later.

use super::Arnak;
use super::ids::NONE;
use super::state::{Phase, State};
use crate::core::game::lead;
use crate::core::{MAX_SEATS, Seat};

/// What each feature is worth, in points unless it says otherwise.
mod weight {
    /// A good, by kind: coin, compass, tablet, arrowhead, jewel.
    pub const GOODS: [f32; 5] = [0.7, 0.9, 1.3, 1.8, 2.6];
    /// A hand card to be used in this round.
    pub const HAND: f32 = 0.6;
    /// A figure to be placed in this round.
    pub const FIGURE: f32 = 1.6;
    /// An assistant, for each round left; one that shows gold, a half more.
    pub const ASSISTANT: f32 = 0.7;
    /// An assistant that is ready.
    pub const READY: f32 = 0.5;
    /// A guardian's boon to be used.
    pub const BOON: f32 = 0.6;
    /// A bought card, for each round left after this one.
    pub const CARD: f32 = 0.35;
    /// A Fear card, for each round left after this one.
    pub const FEAR: f32 = -0.3;
    /// An idol in the crates.
    pub const CRATE: f32 = 0.8;
    /// A row of either research token, for each round left.
    pub const RESEARCH: f32 = 0.12;
    /// A lead of so many points is as good as won.
    pub const MARGIN: f32 = 30.0;
}

/// Figures of a player (R3).
const FIGURES: u32 = 2;
/// Rounds of a game (R7).
const ROUNDS: f32 = 5.0;
/// Cards a player begins with, Fear left out.
const BASIC: u32 = 4;

impl Arnak {
    pub(super) fn evaluation(&self, s: &State, seat: Seat) -> f32 {
        let mut worth = [0.0; MAX_SEATS];
        for (player, worth) in worth.iter_mut().enumerate().take(self.seats) {
            *worth = self.points_of(s, player).iter().sum::<i32>() as f32 + self.promise(s, player);
        }
        let ahead = if self.solo { worth[0] - self.rival_points(s) as f32 } else { lead(&worth, seat, self.seats) };
        (ahead / weight::MARGIN).clamp(-1.0, 1.0)
    }

    /// What a player may still make of what is there. All of it is public: of hands and decks only the sizes count.
    fn promise(&self, s: &State, player: usize) -> f32 {
        if s.phase == Phase::Over {
            return 0.0;
        }
        let p = &s.players[player];
        let passed = s.passed >> player & 1 == 1;
        let later = ROUNDS - f32::from(s.round);
        // Goods keep their worth until the last turn of the last round.
        let use_left = if later > 0.0 {
            1.0
        } else if passed {
            0.0
        } else {
            0.7
        };
        let goods: f32 = p.goods.iter().zip(weight::GOODS).map(|(&n, worth)| f32::from(n) * worth).sum();
        let mut worth = goods * use_left;
        if !passed {
            worth += weight::HAND * p.hand_size() as f32;
            worth += weight::FIGURE * FIGURES.saturating_sub(p.figures.count_ones()) as f32;
            worth += weight::READY * f32::from(p.ready.count_ones() as u8);
            worth += weight::BOON * (p.guardians & !p.used_boons).count_ones() as f32;
        }
        let rounds = later + if passed { 0.0 } else { 0.5 };
        for square in 0..2 {
            if p.assistants[square] != NONE {
                let gold = if p.gold >> square & 1 == 1 { 1.5 } else { 1.0 };
                worth += weight::ASSISTANT * gold * rounds;
            }
        }
        let cards = p.hand.len() + p.deck.len() + p.play.len() + p.private_tops.len() as u32;
        worth += weight::CARD * later * cards.saturating_sub(BASIC) as f32;
        let fear = p.fear_in_hand() + p.deck_fear.iter().sum::<u8>() + p.play_fear;
        worth += weight::FEAR * later * f32::from(fear);
        worth += weight::CRATE * f32::from(p.crates) * use_left;
        let row = |space: u8| if space == NONE { 0.0 } else { f32::from(self.row_of(space)) };
        worth + weight::RESEARCH * rounds * (row(p.magnifier) + row(p.notebook))
    }
}
