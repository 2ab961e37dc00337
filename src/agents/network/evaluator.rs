//! A network beside the game it judges.

use std::sync::Arc;

use serde_json::Value;

use super::file::layout_digest;
use super::layers::{Activations, Inputs};
use super::{Network, softmax};
use crate::core::{ActionSet, Game, MAX_SEATS, Playable, Scores, Seat};

/// A network that fits a game, and how the game shows itself to it.
#[derive(Debug)]
pub struct Evaluator<R: Playable> {
    network: Arc<Network>,
    /// The same game with the observations that the network takes, where the game at hand has others.
    observer: Option<Game<R>>,
}

/// The memory of evaluations: one for each thread, reused.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    indices: Vec<i32>,
    values: Vec<f32>,
    activations: Activations,
    /// One number for each legal action, ascending: logits, or probabilities where they were asked for.
    pub policy: Vec<f32>,
}

impl<R: Playable> Evaluator<R> {
    /// Binds a network to a game, or says why it does not fit.
    pub fn new(network: Arc<Network>, game: &Game<R>) -> Result<Self, String> {
        let about = network.about();
        if about.game != R::NAME {
            return Err(format!("this network plays {}, not {}", about.game, R::NAME));
        }
        if !about.players.contains(&game.seats()) {
            let players: Vec<String> = about.players.iter().map(ToString::to_string).collect();
            return Err(format!("this network plays {} with {} players, not {}", R::NAME, players.join(", "), game.seats()));
        }
        let fits = |game: &Game<R>| layout_digest(game.layout()) == about.layout;
        if fits(game) {
            return Ok(Self { network, observer: None });
        }
        let mut options = game.options.map().clone();
        let wanted = about.options.get("observation").cloned().unwrap_or_else(|| Value::from("compact"));
        options.insert("observation".to_string(), wanted);
        match Game::new(&options, game.content.replaced()) {
            Ok(observer) if fits(&observer) => Ok(Self { network, observer: Some(observer) }),
            _ => Err(format!(
                "this network takes observations of {} floats with another layout than this game of {}, which has {}: its options or content differ",
                network.inputs(),
                R::NAME,
                game.observation_size()
            )),
        }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Leaves a logit for each legal action in the workspace and returns the value of every seat.
    #[inline]
    pub fn logits(&self, game: &Game<R>, state: &R::State, seat: Seat, legal: &ActionSet, work: &mut Workspace) -> Scores {
        let observer = self.observer.as_ref().unwrap_or(game);
        work.indices.resize(observer.max_nonzero(), 0);
        work.values.resize(observer.max_nonzero(), 0.0);
        let found = observer.observe_sparse(state, seat, &mut work.indices, &mut work.values);
        let inputs = Inputs { indices: &work.indices[..found], values: &work.values[..found] };
        let relative = self.network.evaluate(inputs, legal, &mut work.activations, &mut work.policy);
        let mut values = [0.0; MAX_SEATS];
        let seats = game.seats();
        for (i, value) in relative.into_iter().enumerate().take(seats) {
            values[(seat.at() + i) % seats] = value;
        }
        values
    }

    /// Leaves a probability for each legal action in the workspace and returns the value of every seat.
    #[inline]
    pub fn probabilities(&self, game: &Game<R>, state: &R::State, seat: Seat, legal: &ActionSet, work: &mut Workspace) -> Scores {
        let values = self.logits(game, state, seat, legal, work);
        softmax(&mut work.policy);
        values
    }
}
