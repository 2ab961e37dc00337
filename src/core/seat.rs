//! Players, whose turn it is, and per-seat values.

use serde::{Deserialize, Serialize};

/// The most seats a game may have.
pub const MAX_SEATS: usize = 6;

/// One value per seat; unused seats hold zero.
pub type Scores = [f32; MAX_SEATS];

/// A player, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Seat(pub u8);

impl Seat {
    /// Its number as an index.
    #[inline(always)]
    pub const fn at(self) -> usize {
        self.0 as usize
    }

    /// The name of its colour, the same in every picture: `"Blue"`.
    pub const fn colour(self) -> &'static str {
        ["Blue", "Orange", "Green", "Pink", "Red", "Sky"][self.0 as usize % MAX_SEATS]
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;
    fn try_from(value: u8) -> Result<Self, String> {
        if (value as usize) < MAX_SEATS { Ok(Self(value)) } else { Err(format!("seat {value} does not exist")) }
    }
}

/// A set of seats, one bit each.
pub type SeatSet = u8;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat chooses next.
    Seat(Seat),
    /// The episode has ended.
    Over,
}

/// All seats, the viewer first and then the others in turn order.
#[inline]
pub fn seats_from(viewer: Seat, seats: usize) -> impl Iterator<Item = Seat> {
    (0..seats).map(move |i| Seat(((viewer.at() + i) % seats) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_viewer_comes_first() {
        assert_eq!(seats_from(Seat(2), 3).collect::<Vec<_>>(), [Seat(2), Seat(0), Seat(1)]);
    }
}
