//! Points and victory (R10).

use super::Agartha;
use super::state::{Board, Decision, State};
use super::words::{CARDS, Card, Slot};
use crate::core::{MAX_SEATS, Score, Scores, SeatSet};

/// The points of one board, by source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// Village activations (R6.8).
    pub encounters: u32,
    /// Exploration activations (R6.9).
    pub explorations: u32,
    /// Encounters times objects (R10.3).
    pub objects: u32,
    /// Lots of like places (R10.4).
    pub lots: u32,
    /// Different lots (R10.5).
    pub different_lots: u32,
    /// Amulets in their sector (R10.6).
    pub amulets: u32,
}

impl Points {
    /// The total.
    pub const fn total(&self) -> u32 {
        self.encounters + self.explorations + self.objects + self.lots + self.different_lots + self.amulets
    }
}

/// The possible scores of a slot of the zone PLACES (R10.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lot {
    /// Points by type of place; none where no lot is formed.
    pub points: [u8; 3],
    /// The types that form a lot, one bit each.
    pub formed: u8,
}

impl Agartha {
    /// The points that a board has already scored: those of activations.
    pub fn points_so_far(&self, board: &Board) -> Points {
        let explorations: u32 = (0..3).filter(|i| board.levels >> i & 1 == 1).map(|i| self.exploration_points(i)).sum();
        Points { encounters: u32::from(board.points) - explorations, explorations, ..Points::default() }
    }

    /// The points of a board if the game ended now (R10).
    pub fn final_points(&self, board: &Board) -> Points {
        // R10.2: only what is read here counts, so nothing needs to be cleaned up.
        let mut points = self.points_so_far(board);
        let different = Card::OBJECTS.iter().filter(|&&object| board.count(Slot::Objects, object) > 0).count() as u32;
        points.objects = u32::from(board.encounter) / 2 * different; // R10.3
        (points.lots, points.different_lots) = self.best_lots(&Slot::PLACES.map(|slot| self.lot(&board.slots[slot as usize])));
        points.amulets = u32::from(board.amulets) * u32::from(self.parts.amulet); // R10.6
        points
    }

    pub(super) fn exploration_points(&self, level: usize) -> u32 {
        u32::from(self.parts.exploration[level].points)
    }

    /// The score of a slot of the zone PLACES for each type of place (R10.4).
    #[inline]
    pub(super) fn lot(&self, slot: &[u8; CARDS]) -> Lot {
        let mut lot = Lot::default();
        if slot[Card::Compass as usize] > 0 {
            for (i, place) in Card::PLACES.into_iter().enumerate() {
                let like = slot[place as usize];
                lot.points[i] = self.parts.lot[like.min(5) as usize];
                lot.formed |= u8::from(like > 0) << i;
            }
        }
        lot
    }

    /// The choice of place types that maximises points plus bonus (R10.4, R10.5).
    #[inline]
    pub(super) fn best_lots(&self, lots: &[Lot; 3]) -> (u32, u32) {
        let bonus = |types: u8| u32::from(self.parts.different_lots[types.count_ones() as usize]);
        if self.parts.bonus_grows && lots.iter().all(|lot| lot.formed & lot.formed.wrapping_sub(1) == 0) {
            // No slot leaves a choice, and leaving out a lot never pays.
            let points = lots.iter().map(|lot| u32::from(lot.points.iter().sum::<u8>())).sum();
            return (points, bonus(lots.iter().fold(0, |types, lot| types | lot.formed)));
        }
        // A type that forms no lot is never better if the bonus grows; if no type forms one, all are equal.
        let types = lots.map(|lot| {
            if lot.formed == 0 {
                0b001
            } else if self.parts.bonus_grows {
                lot.formed
            } else {
                0b111
            }
        });
        let mut best = (0, 0);
        for third in set_bits(types[2]) {
            for second in set_bits(types[1]) {
                for first in set_bits(types[0]) {
                    let chosen = [first, second, third];
                    let points = lots.iter().zip(chosen).map(|(lot, i)| u32::from(lot.points[i & 3])).sum();
                    let bonus = bonus(lots.iter().zip(chosen).fold(0, |types, (lot, i)| types | lot.formed & 1 << i));
                    if points + bonus > best.0 + best.1 {
                        best = (points, bonus);
                    }
                }
            }
        }
        best
    }
}

/// The positions of the set bits.
#[inline]
fn set_bits(mut set: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < 8).then_some(bit)
    })
}

impl Score for Agartha {
    fn scores(&self, s: &State) -> Scores {
        let mut out = [0.0; MAX_SEATS];
        let over = s.decision == Decision::Over;
        for (points, board) in out.iter_mut().zip(&s.boards).take(self.seats) {
            *points = if over { self.final_points(board).total() as f32 } else { f32::from(board.points) };
        }
        out
    }

    /// A good score is about forty points.
    fn score_scale(&self) -> f32 {
        1.0 / 40.0
    }

    /// R10.7, R10.8: most points, then most amulets, then all of those tied or the first in turn order.
    fn winners(&self, s: &State) -> SeatSet {
        if s.decision != Decision::Over {
            return 0;
        }
        let key = |seat: usize| (self.final_points(&s.boards[seat]).total(), s.boards[seat].amulets);
        let best = (0..self.seats).map(key).max();
        let tied = (0..self.seats).filter(|&seat| Some(key(seat)) == best);
        if self.shared_victory_on_full_tie {
            return tied.fold(0, |set, seat| set | 1 << seat);
        }
        let distance = |seat: &usize| (*seat + self.seats - s.holder.at()) % self.seats;
        tied.min_by_key(distance).map_or(0, |seat| 1 << seat)
    }

    /// The points by source, each with one value per seat.
    fn breakdown(&self, s: &State) -> Vec<(&'static str, Scores)> {
        let over = s.decision == Decision::Over;
        let mut all = [Points::default(); MAX_SEATS];
        for (points, board) in all.iter_mut().zip(&s.boards).take(self.seats) {
            *points = if over { self.final_points(board) } else { self.points_so_far(board) };
        }
        let source = |of: fn(&Points) -> u32| all.each_ref().map(|points| of(points) as f32);
        vec![
            ("encounters", source(|p| p.encounters)),
            ("explorations", source(|p| p.explorations)),
            ("objects", source(|p| p.objects)),
            ("lots", source(|p| p.lots)),
            ("different_lots", source(|p| p.different_lots)),
            ("amulets", source(|p| p.amulets)),
        ]
    }
}
