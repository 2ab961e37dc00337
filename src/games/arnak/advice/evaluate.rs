//! The evaluation: points, plus what goods, cards, figures and tokens may still bring by the end.

use crate::core::score::lead;
use crate::core::{Advise, MAX_SEATS, Seat};
use crate::games::arnak::Arnak;
use crate::games::arnak::legal::bits;
use crate::games::arnak::player::Player;
use crate::games::arnak::state::{Phase, State};
use crate::games::arnak::words::{ARTIFACT_SET, BASIC_SET, Cards, FEAR, ITEM_SET, NONE, Space};

/// Rounds of a game (R7).
const ROUNDS: usize = 5;
/// Cards in hand at the start of a round (R22).
const HAND: f32 = 5.0;
/// The lead, in points, that is worth half a won game.
const MARGIN: f32 = 30.0;

/// The features of a player, and the worth of one of each in rounds I to V, in points to be added to those already scored.
macro_rules! weights {
    ($($(#[$doc:meta])* $feature:ident: $weights:expr;)+) => {
        #[derive(Clone, Copy)]
        enum Feature { $($(#[$doc])* $feature),+ }

        const COUNT: usize = [$(Feature::$feature),+].len();
        const BY_FEATURE: [[f32; ROUNDS]; COUNT] = [$($weights),+];
    };
}

weights! {
    /// Expected gain of the remaining rounds.
    Rounds: [18.2, 9.1, 2.0, -2.4, -4.7];
    Coin: [0.4, 0.9, 0.6, 0.6, 0.2];
    Compass: [1.5, 1.6, 1.4, 1.3, 1.0];
    /// A compass beyond the six that a level 2 site costs.
    SpareCompass: [-0.5, -0.5, -0.6, -0.5, -0.5];
    Tablet: [0.7, 1.0, 0.9, 0.7, 0.1];
    Arrowhead: [3.7, 2.8, 2.7, 1.5, 0.7];
    Jewel: [2.8, 2.8, 3.0, 2.8, 2.2];
    /// A hand card usable in this round; Fear excluded.
    HandCard: [0.2, 0.2, 0.6, 0.9, 0.7];
    HandFear: [-0.1, 0.2, 0.2, 0.2, 0.3];
    /// A car or ship in hand.
    CarOrShip: [1.3, 1.2, 0.3, 0.0, -0.1];
    /// A plane in hand.
    Plane: [1.1, 1.2, 0.7, 0.3, 0.2];
    /// An archaeologist to be sent out in this round.
    Figure: [0.5, 0.7, 0.8, 1.5, 1.3];
    /// An assistant, and one that is ready.
    Silver: [0.6, 1.0, 1.0, 1.3, 1.6];
    Gold: [0.0, 0.2, 0.3, 0.5, 0.4];
    Ready: [1.0, 0.9, 0.8, 0.4, 0.0];
    /// A boon yet to be used.
    Boon: [1.0, 0.9, 1.1, 1.0, 0.8];
    /// Cards owned, wherever they are, and the sum of their prices.
    Item: [2.8, 2.4, 1.3, 0.3, -0.5];
    Artifact: [0.0, -0.5, -0.7, -0.6, -0.4];
    BasicCard: [1.4, 1.0, 0.5, -0.2, -0.9];
    Fear: [0.0, -0.1, -0.2, 0.0, 0.0];
    Price: [-0.7, -0.1, 0.2, 0.1, 0.0];
    /// An idol in the crates.
    Crate: [0.7, 0.5, 0.4, -0.2, 0.0];
    /// A row climbed by the magnifying glass, by the notebook.
    MagnifierRow: [2.3, 2.8, 3.2, 2.7, 2.5];
    NotebookRow: [1.8, 2.1, 2.1, 2.3, 1.8];
    /// The Lost Temple has been reached: temple tiles are for sale.
    Arrived: [2.0, 1.9, 2.6, 2.1, 2.3];
    /// Nearness of the token's next step: 3 if it can be paid, one less for each missing good.
    MagnifierStep: [1.5, 1.3, 1.5, 1.8, 1.7];
    NotebookStep: [-0.2, 0.0, 0.6, 0.8, 1.0];
    /// A figure beside a guardian: a risk of Fear, and a chance of five points.
    Guarded: [-1.6, -1.5, -0.6, 0.4, 0.8];
    /// The main action of the turn is still to come.
    MainAction: [0.1, 0.2, 0.3, 0.6, 0.7];
}

/// The weights by round, so that a position is evaluated in one pass.
const BY_ROUND: [[f32; COUNT]; ROUNDS] = {
    let mut table = [[0.0; COUNT]; ROUNDS];
    let mut feature = 0;
    while feature < COUNT {
        let mut round = 0;
        while round < ROUNDS {
            table[round][feature] = BY_FEATURE[feature][round];
            round += 1;
        }
        feature += 1;
    }
    table
};

/// The amount of each feature.
#[derive(Clone, Copy)]
struct Features([f32; COUNT]);

impl Features {
    fn set(&mut self, feature: Feature, amount: f32) {
        self.0[feature as usize] = amount;
    }

    fn worth(&self, round: usize) -> f32 {
        self.0.iter().zip(&BY_ROUND[round - 1]).map(|(amount, weight)| amount * weight).sum()
    }
}

impl Advise for Arnak {
    type Notes = ();

    fn evaluate_on(&self, s: &State, seat: Seat, (): &mut ()) -> f32 {
        let mut worth = [0.0; MAX_SEATS];
        for (player, worth) in worth.iter_mut().enumerate().take(self.seats) {
            let points = self.points_of(s, player).iter().sum::<i32>() as f32;
            *worth = points + self.promise(s, player, player == seat.at());
        }
        let ahead = if self.solo { worth[0] - self.rival_points(s) as f32 } else { lead(&worth, seat, self.seats) };
        // Never flat: one more point is better, however large the lead.
        ahead / (MARGIN + ahead.abs())
    }
}

impl Arnak {
    /// The points a player may still gain from the position. For other players only public facts count: the size of their hands
    /// and the average of their cards. A player who has passed is judged as at the start of the next round.
    fn promise(&self, s: &State, player: usize, own: bool) -> f32 {
        let passed = s.passed >> player & 1 == 1;
        let round = s.round as usize + usize::from(passed);
        if s.phase == Phase::Over || round > ROUNDS {
            return 0.0;
        }
        let p = &s.players[player];
        let mut features = Features([0.0; COUNT]);
        features.set(Feature::Rounds, 1.0);
        self.weigh_goods(p, &mut features);
        self.weigh_cards(s, player, own && !passed, passed, &mut features);
        self.weigh_research(p, &mut features);
        let assistants = p.assistants.iter().filter(|&&a| a != NONE).count() as f32;
        let gold = p.gold.count_ones() as f32;
        features.set(Feature::Silver, assistants - gold);
        features.set(Feature::Gold, gold);
        features.set(Feature::Boon, (p.guardians & !p.used_boons).count_ones() as f32);
        features.set(Feature::Crate, f32::from(p.crates));
        if passed {
            features.set(Feature::Figure, 2.0);
            features.set(Feature::Ready, assistants);
        } else {
            features.set(Feature::Figure, p.figures_home() as f32);
            features.set(Feature::Ready, p.ready.count_ones() as f32);
            features.set(Feature::Guarded, f32::from(fear_due(s, p)));
            features.set(Feature::MainAction, f32::from(u8::from(s.seat as usize == player && !s.main_used)));
        }
        features.worth(round)
    }

    fn weigh_goods(&self, p: &Player, features: &mut Features) {
        let kinds = [Feature::Coin, Feature::Compass, Feature::Tablet, Feature::Arrowhead, Feature::Jewel];
        for (kind, &amount) in kinds.into_iter().zip(&p.goods) {
            features.set(kind, f32::from(amount));
        }
        features.set(Feature::SpareCompass, f32::from(p.goods[1].saturating_sub(self.t.sites.discover[1])));
    }

    /// Counts the cards owned and those in hand: the true hand if `known`, otherwise its share of all cards.
    fn weigh_cards(&self, s: &State, player: usize, known: bool, passed: bool, features: &mut Features) {
        let p = &s.players[player];
        let mut owned = Cards(p.hand.0 | p.deck.0 | p.play.0);
        let mut fear = p.fear_in_hand() + p.deck_fear.iter().sum::<u8>() + p.play_fear;
        if s.seat as usize == player {
            owned.0 |= s.seen.0;
            fear += s.seen_fear.iter().sum::<u8>();
        }
        for top in &p.private_tops {
            if top.card == FEAR { fear += 1 } else { owned.add(top.card) }
        }
        if passed {
            fear += fear_due(s, p);
        }
        let price: u32 = owned.iter().map(|card| u32::from(self.t.cards.cost[card as usize])).sum();
        features.set(Feature::Item, Cards(owned.0 & ITEM_SET.0).len() as f32);
        features.set(Feature::Artifact, Cards(owned.0 & ARTIFACT_SET.0).len() as f32);
        features.set(Feature::BasicCard, Cards(owned.0 & BASIC_SET.0).len() as f32);
        features.set(Feature::Fear, f32::from(fear));
        features.set(Feature::Price, price as f32);
        let (cards, fears, share) = if known {
            (p.hand, p.fear_in_hand(), 1.0)
        } else {
            let size = if passed { HAND } else { p.hand_size() as f32 };
            (owned, fear, (size / (owned.len() as f32 + f32::from(fear)).max(1.0)).min(1.0))
        };
        let icons = cards.iter().map(|card| self.t.cards.packed[card as usize]).sum::<u32>().to_le_bytes();
        features.set(Feature::HandCard, share * cards.len() as f32);
        features.set(Feature::HandFear, share * f32::from(fears));
        features.set(Feature::CarOrShip, share * f32::from(icons[1] + icons[2]));
        features.set(Feature::Plane, share * f32::from(icons[3]));
    }

    fn weigh_research(&self, p: &Player, features: &mut Features) {
        let row = |space: u8| if space == NONE { 0 } else { self.row_of(space) };
        let (magnifier, notebook) = (row(p.magnifier), row(p.notebook));
        features.set(Feature::MagnifierRow, f32::from(magnifier));
        features.set(Feature::NotebookRow, f32::from(notebook));
        features.set(Feature::Arrived, f32::from(u8::from(p.arrival > 0)));
        features.set(Feature::MagnifierStep, f32::from(self.nearness(p, p.magnifier)));
        if notebook < magnifier.min(7) {
            features.set(Feature::NotebookStep, f32::from(self.nearness(p, p.notebook)));
        }
    }

    /// Nearness of the cheapest step from a research space: 3 if it can be paid, one less for each missing good.
    pub(in crate::games::arnak) fn nearness(&self, p: &Player, from: u8) -> u8 {
        let mut next = self.next_spaces(from);
        let mut near = 0;
        while next != 0 {
            near = near.max(3u8.saturating_sub(self.lacking(p, next.trailing_zeros() as usize)));
            next &= next - 1;
        }
        near
    }
}

/// The Fear a player would get from guardians if the round ended now (R138).
pub(in crate::games::arnak) fn fear_due(s: &State, p: &Player) -> u8 {
    if p.no_guardian_fear {
        return 0;
    }
    // At most two figures stand on a site.
    bits(p.figures).map(|space| u8::from(s.guardian_at[Space(space).site().at()] != NONE)).sum()
}
