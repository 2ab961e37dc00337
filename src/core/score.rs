//! Points, winners and outcomes.

use super::{MAX_SEATS, Rules, Scores, Seat, SeatSet};

/// Points and winners.
pub trait Score: Rules {
    /// The points of each seat now; the final ones once over.
    fn scores(&self, state: &Self::State) -> Scores;
    /// Points by source. The sources add up to `scores`.
    fn breakdown(&self, state: &Self::State) -> Vec<(&'static str, Scores)>;
    /// The reward of one point under `reward="score"`: scales a game to about [-1, 1].
    fn score_scale(&self) -> f32;
    /// The points gained so far, ignoring any that were lost again: progress alone.
    fn gains(&self, state: &Self::State) -> Scores {
        self.scores(state)
    }
    /// The seats that have won, once the episode is over; possibly none.
    fn winners(&self, state: &Self::State) -> SeatSet;

    /// The value of an ended episode for each seat: the winners share +1, the others share -1; if all or none win, 0.
    fn outcome(&self, state: &Self::State) -> Scores {
        shared_outcome(self.winners(state), self.seats())
    }

    /// Whether all seats win or lose together, which makes `outcome` the same for everyone.
    fn cooperative(&self) -> bool {
        false
    }
}

/// The winners share +1 and the others share -1; if all or none win, everyone gets 0.
pub fn shared_outcome(winners: SeatSet, seats: usize) -> Scores {
    let mut out = [0.0; MAX_SEATS];
    let won = (winners as u32 & ((1 << seats) - 1)).count_ones() as usize;
    if won == 0 || won == seats {
        return out;
    }
    for (seat, value) in out.iter_mut().enumerate().take(seats) {
        *value = if winners >> seat & 1 == 1 { 1.0 / won as f32 } else { -1.0 / (seats - won) as f32 };
    }
    out
}

/// A seat's lead over the best other one; its own points when it plays alone.
pub fn lead(points: &Scores, seat: Seat, seats: usize) -> f32 {
    let best = (0..seats).filter(|&other| other != seat.at()).map(|other| points[other]).fold(f32::NEG_INFINITY, f32::max);
    points[seat.at()] - if best.is_finite() { best } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_sum_to_zero() {
        assert_eq!(shared_outcome(0b01, 2)[..2], [1.0, -1.0]);
        assert_eq!(shared_outcome(0b11, 2)[..2], [0.0, 0.0]);
        assert_eq!(shared_outcome(0b00, 3)[..3], [0.0; 3]);
        assert_eq!(shared_outcome(0b101, 3)[..3], [0.5, -1.0, 0.5]);
        assert_eq!(shared_outcome(0b1000, 4)[..4], [-1.0 / 3.0, -1.0 / 3.0, -1.0 / 3.0, 1.0]);
    }

    #[test]
    fn the_lead_is_over_the_best_other_seat() {
        let points = [3.0, 7.0, 5.0, 99.0, 0.0, 0.0];
        assert_eq!([0, 1, 2].map(|seat| lead(&points, Seat(seat), 3)), [-4.0, 2.0, -2.0]);
        assert_eq!(lead(&points, Seat(0), 1), 3.0);
    }
}
