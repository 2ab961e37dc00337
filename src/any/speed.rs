//! The speed of agents of any game; see [`speed`].

use std::sync::Arc;
use std::time::Duration;

use super::AnyGame;
use super::agents::typed_game;
use crate::agents::speed::{self, Evaluations, Searches};
use crate::agents::{Network, Spec, SpecError};
use crate::core::Playable;
use crate::games::{self, Visitor};

/// Measures the given network, or one with two layers of 256 and random weights.
pub fn evaluations(game: &Arc<dyn AnyGame>, network: Option<&Arc<Network>>, time: Duration) -> Result<Evaluations, String> {
    struct Measure<'a>(&'a Arc<dyn AnyGame>, Option<&'a Arc<Network>>, Duration);
    impl Visitor for Measure<'_> {
        type Out = Result<Evaluations, String>;
        fn visit<R: Playable>(self) -> Self::Out {
            let game = typed_game::<R>(self.0);
            let network = self.1.cloned().unwrap_or_else(|| Arc::new(speed::drawn(&game, &speed::WIDTHS, 1)));
            speed::evaluations(&game, &network, self.2)
        }
    }
    games::visit(game.name(), Measure(game, network, time)).expect("a game that was opened is in the registry")
}

/// Measures a search. If its network is `None` and `drawn`, random weights guide the search; they are as fast as any others.
pub fn searches(game: &Arc<dyn AnyGame>, spec: &Spec, drawn: bool, time: Duration) -> Result<Searches, SpecError> {
    struct Measure<'a>(&'a Arc<dyn AnyGame>, &'a Spec, bool, Duration);
    impl Visitor for Measure<'_> {
        type Out = Result<Searches, SpecError>;
        fn visit<R: Playable>(self) -> Self::Out {
            let game = typed_game::<R>(self.0);
            let mut spec = self.1.clone();
            if self.2 {
                spec = spec.with_network(Arc::new(speed::drawn(&game, &speed::WIDTHS, 1)))?;
            }
            let search = spec.prepare(&game)?.search();
            let search = search.ok_or_else(|| SpecError::new(format!("agent {:?} is no search: mcts is", spec.to_string())))?;
            Ok(speed::searches(&game, search, self.3))
        }
    }
    games::visit(game.name(), Measure(game, spec, drawn, time)).expect("a game that was opened is in the registry")
}
