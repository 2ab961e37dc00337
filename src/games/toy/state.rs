//! Everything that changes during an episode.

use serde::{Deserialize, Serialize};

use super::content::GEM_KINDS;
use crate::core::{MAX_SEATS, Seat};

/// A position of The Shaft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Steps to the bottom. Public.
    pub left: u8,
    /// The seat to act, or the one that made the last step. Public.
    pub seat: Seat,
    /// The kind of each seat's gem. Hidden from the others until the end; unused seats hold 0.
    pub gems: [u8; MAX_SEATS],
    /// The remaining gems in the bag, by kind. Hidden from all.
    pub bag: [u8; GEM_KINDS],
}

impl State {
    /// Whether the rope has reached the bottom (R3.1).
    #[inline]
    pub const fn is_over(&self) -> bool {
        self.left == 0
    }

    /// R1.2: before the end only the owner may look at a gem; at the end all are revealed (R3.2). Without a viewer everything is seen.
    pub fn shows_gem(&self, owner: usize, viewer: Option<Seat>) -> bool {
        self.is_over() || viewer.is_none_or(|viewer| viewer.at() == owner)
    }
}
