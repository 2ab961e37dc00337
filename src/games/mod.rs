//! The registry: the one list of games.

use crate::core::Game;

pub mod agartha;
pub mod arnak;
pub mod kathmandu;
pub mod subterra;
pub mod toy;

/// Something to do with a game whose type is known only by name.
pub trait Visitor {
    /// What comes of it.
    type Out;
    /// Does it.
    fn visit<G: Game>(self) -> Self::Out;
}

macro_rules! registry {
    ($($game:ty),+ $(,)?) => {
        /// The ids of the games, in alphabetical order.
        pub const NAMES: &[&str] = &[$(<$game as Game>::NAME),+];

        /// Visits the game with an id, if there is one.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Out> {
            match name {
                $(<$game as Game>::NAME => Some(visitor.visit::<$game>()),)+
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
