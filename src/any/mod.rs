//! Games, episodes, batches and agents whose game is known only by name, as used by Python and the command line.
//!
//! All dynamic dispatch over games lives here. These traits are called once per Python call, never per decision of a batch.

mod agents;
mod batch;
mod episode;
mod game;
pub mod speed;

use std::sync::Arc;

use serde_json::{Map, Value};

pub use agents::{AnyAgent, AnyBatchSearch, agent, batch_search, play_out, run, self_play};
pub use batch::{AnyBatch, BatchSpec, SeatingSpec};
pub use episode::AnyEpisode;
use game::Erased;
pub use game::{AnyGame, Fields};

use crate::core::{Game, Playable, Problems, Record};
use crate::games::{self, Visitor};

/// Opens a game by name, or reports all problems with its options and content at once.
pub fn open(name: &str, options: &Map<String, Value>, content: &Map<String, Value>) -> Result<Arc<dyn AnyGame>, Problems> {
    struct Open<'a>(&'a Map<String, Value>, &'a Map<String, Value>);
    impl Visitor for Open<'_> {
        type Out = Result<Arc<dyn AnyGame>, Problems>;
        fn visit<R: Playable>(self) -> Self::Out {
            let game: Game<R> = Game::new(self.0, self.1)?;
            Ok(Arc::new(Erased(Arc::new(game))))
        }
    }
    games::visit(name, Open(options, content)).unwrap_or_else(|| {
        let names: Vec<String> = games::NAMES.iter().map(|n| format!("{n:?}")).collect();
        Err(Problems::one(format!("there is no game {name:?}: the games are {}", names.join(", "))))
    })
}

/// Replays a record, opening the game it names.
pub fn replay(record: &Record) -> Result<Box<dyn AnyEpisode>, String> {
    let game = open(&record.game, &record.options, &record.content).map_err(|e| format!("this record cannot be replayed: {e}"))?;
    game.replay(record)
}
