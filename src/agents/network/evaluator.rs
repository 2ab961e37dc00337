//! A network together with the game it judges.

use std::sync::Arc;

use super::file::layout_digest;
use super::layers::{Activations, GROUP, Inputs};
use super::{Network, softmax_at};
use crate::core::options::{COMMON, GLANCE};
use crate::core::{ActionSet, Game, MAX_SEATS, Playable, Scores, Seat};

/// A network that fits a game, and how the game is shown to it.
#[derive(Debug)]
pub struct Evaluator<R: Playable> {
    network: Arc<Network>,
    /// The same game with the observations the network expects, if the game at hand has others.
    observer: Option<Game<R>>,
}

/// Scratch memory for evaluations: one per thread, reused.
#[derive(Debug)]
pub struct Workspace<R: Playable> {
    /// The memo of the last observation, for the next.
    memo: R::Memo,
    indices: Vec<i32>,
    values: Vec<f32>,
    activations: Activations,
    /// The temperature of the probabilities, usually 1.
    pub temperature: f32,
    /// One number per legal action, ascending: logits, or probabilities where those were asked for.
    pub policy: Vec<f32>,
    /// The positions asked about: number of nonzero floats, viewer, every seat's credit so far, and the legal actions.
    asked: Vec<(usize, Seat, Scores)>,
    legal: Vec<ActionSet>,
    /// Their values.
    worth: Vec<Scores>,
}

impl<R: Playable> Default for Workspace<R> {
    fn default() -> Self {
        Self {
            memo: R::Memo::default(),
            indices: Vec::new(),
            values: Vec::new(),
            activations: Activations::default(),
            temperature: 1.0,
            policy: Vec::new(),
            asked: Vec::new(),
            legal: Vec::new(),
            worth: Vec::new(),
        }
    }
}

impl<R: Playable> Workspace<R> {
    /// Forgets the questions.
    pub fn clear(&mut self) {
        self.asked.clear();
        self.legal.clear();
    }

    /// The answers in the order of the questions: a probability for each legal action, and the value of every seat.
    pub fn answers(&self) -> impl Iterator<Item = (&[f32], &Scores)> {
        let mut rest = &self.policy[..];
        self.legal.iter().zip(&self.worth).map(move |(legal, worth)| {
            let (shares, left) = rest.split_at(legal.len() as usize);
            rest = left;
            (shares, worth)
        })
    }
}

impl<R: Playable> Evaluator<R> {
    /// Binds a network to a game, or explains why it does not fit.
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
        // The network sees the position as it did in training, whatever the game shows to others.
        let mut options = game.options.map().clone();
        for spec in COMMON.iter().chain([&GLANCE]) {
            if let Some(value) = options.get_mut(spec.name) {
                *value = about.options.get(spec.name).cloned().unwrap_or_else(|| spec.default_value());
            }
        }
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
    pub fn logits(&self, game: &Game<R>, state: &R::State, seat: Seat, legal: &ActionSet, work: &mut Workspace<R>) -> Scores {
        let observer = self.observer.as_ref().unwrap_or(game);
        work.indices.resize(observer.max_nonzero(), 0);
        work.values.resize(observer.max_nonzero(), 0.0);
        let found = observer.observe_sparse_on(state, seat, &mut work.memo, &mut work.indices, &mut work.values);
        let inputs = Inputs { indices: &work.indices[..found], values: &work.values[..found] };
        let relative = self.network.evaluate(inputs, legal, &mut work.activations, &mut work.policy);
        let credit = self.network.credit();
        credit.worth(&game.rules, &credit.made(&game.rules, state), &by_seat(&relative, seat, game.seats()))
    }

    /// The worth of each seat at the end of a game, on the same scale as the values before it.
    #[inline]
    pub fn ended(&self, game: &Game<R>, state: &R::State) -> Scores {
        self.network.credit().ended(&game.rules, state)
    }

    /// Asks about a position; [`answer`](Self::answer) answers all questions asked since the workspace was cleared.
    #[inline]
    pub fn ask(&self, game: &Game<R>, state: &R::State, seat: Seat, legal: &ActionSet, work: &mut Workspace<R>) {
        let observer = self.observer.as_ref().unwrap_or(game);
        let most = observer.max_nonzero();
        let from = work.asked.len() * most;
        if work.indices.len() < from + most {
            work.indices.resize(from + most, 0);
            work.values.resize(from + most, 0.0);
        }
        let row = from..from + most;
        let found = observer.observe_sparse_on(state, seat, &mut work.memo, &mut work.indices[row.clone()], &mut work.values[row]);
        work.asked.push((found, seat, self.network.credit().made(&game.rules, state)));
        work.legal.push(*legal);
    }

    /// Evaluates all positions asked about, together: the same numbers as one by one. The answers are left in the workspace.
    pub fn answer(&self, game: &Game<R>, work: &mut Workspace<R>) {
        let most = self.observer.as_ref().unwrap_or(game).max_nonzero();
        let Workspace { indices, values, activations, temperature, policy, asked, legal, worth, .. } = work;
        worth.clear();
        worth.resize(asked.len(), [0.0; MAX_SEATS]);
        policy.clear();
        let rows = indices.chunks_exact(most.max(1)).zip(values.chunks_exact(most.max(1)));
        let mut group: [Inputs<'_>; GROUP] = [Inputs { indices: &[], values: &[] }; GROUP];
        let mut rows =
            rows.zip(&*asked).map(|((at, values), &(found, ..))| Inputs { indices: &at[..found], values: &values[..found] });
        for (legal, worth) in legal.chunks(GROUP).zip(worth.chunks_mut(GROUP)) {
            for (slot, row) in group.iter_mut().zip(rows.by_ref().take(legal.len())) {
                *slot = row;
            }
            self.network.evaluate_group(&group[..legal.len()], legal, activations, policy, worth);
        }
        let mut rest = &mut policy[..];
        for legal in &*legal {
            let (shares, left) = rest.split_at_mut(legal.len() as usize);
            softmax_at(shares, *temperature);
            rest = left;
        }
        for (worth, (_, seat, made)) in worth.iter_mut().zip(&*asked) {
            *worth = self.network.credit().worth(&game.rules, made, &by_seat(worth, *seat, game.seats()));
        }
    }

    /// Leaves a probability for each legal action in the workspace and returns the value of every seat.
    #[inline]
    pub fn probabilities(
        &self,
        game: &Game<R>,
        state: &R::State,
        seat: Seat,
        legal: &ActionSet,
        work: &mut Workspace<R>,
    ) -> Scores {
        let values = self.logits(game, state, seat, legal, work);
        softmax_at(&mut work.policy, work.temperature);
        values
    }
}

/// Values in the order of the seats, from values that begin with the viewer's.
#[inline]
fn by_seat(relative: &Scores, seat: Seat, seats: usize) -> Scores {
    let mut values = [0.0; MAX_SEATS];
    for (i, value) in relative.iter().enumerate().take(seats) {
        values[(seat.at() + i) % seats] = *value;
    }
    values
}
