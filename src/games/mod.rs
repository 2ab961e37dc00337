//! The registry: the one list of games.

use crate::core::{Playable, Rules};

pub mod agartha;
pub mod arnak;
pub mod kathmandu;
pub mod subterra;
pub mod toy;

/// An operation on a game whose type is known only by name.
pub trait Visitor {
    /// The result.
    type Out;
    /// Called with the type of the game.
    fn visit<R: Playable>(self) -> Self::Out;
}

macro_rules! registry {
    ($($game:ty),+ $(,)?) => {
        /// The ids of the games, in alphabetical order.
        pub const NAMES: &[&str] = &[$(<$game as Rules>::NAME),+];

        /// Visits the game with an id, if there is one.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Out> {
            match name {
                $(<$game as Rules>::NAME => Some(visitor.visit::<$game>()),)+
                _ => None,
            }
        }
    };
}

registry! {
    agartha::Agartha,
    arnak::Arnak,
    kathmandu::Kathmandu,
    subterra::Subterra,
    toy::Toy,
}
