//! Agents, matches and searches of games known only by name, as used by Python and the command line.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::game::typed_starts;
use super::{AnyEpisode, AnyGame, Erased};
use crate::agents::batch_search::{BatchSearch, Settings};
use crate::agents::judge::{self, Judgement, PlayedOut};
use crate::agents::matches::{self, Plan, Played};
use crate::agents::{Agent, Choice, Evaluator, Network, Opinion, Spec, SpecError, Stop, View, self_play};
use crate::core::{Episode, Game, Observations, Playable, Purpose, Rng, Seat};
use crate::games::{self, Visitor};

/// An agent of any game.
pub trait AnyAgent: Send {
    /// Chooses for the seat to act.
    fn act(&mut self, episode: &dyn AnyEpisode, stop: &Stop) -> Result<Choice, String>;
    /// Its opinion of every legal action.
    fn analyse(&mut self, episode: &dyn AnyEpisode, stop: &Stop) -> Result<Vec<Opinion>, String>;
    /// Its judgement of every legal action for every seat.
    fn judge(&mut self, episode: &dyn AnyEpisode, stop: &Stop) -> Result<Vec<Judgement>, String>;
    /// Restarts its stream and forgets everything it has kept.
    fn reseed(&mut self, seed: u64);
}

/// A search over many positions of any game.
pub trait AnyBatchSearch: Send + Sync {
    /// Number of waves.
    fn waves(&self) -> u32;
    /// Walks every lane down to a leaf; returns the number of lanes waiting for an answer.
    fn descend(&mut self, observations: Observations<'_>, masks: &mut [bool], seats: &mut [i32]) -> usize;
    /// Uses a network as the evaluator, or explains why it does not fit.
    fn bind(&mut self, network: Arc<Network>) -> Result<(), String>;
    /// Continues the search for some waves with the bound network; returns whether any waves are left.
    fn advance(&mut self, waves: u32) -> bool;
    /// Records the answers.
    fn absorb(&mut self, priors: &[f32], values: &[f32]);
    /// Visits and values of every action, and the chosen actions.
    fn results(&self, visits: &mut [u32], values: &mut [f32], chosen: &mut [i64]);
    /// The value of each position for its seat to act.
    fn root_values(&self, out: &mut [f32]);
}

/// The typed game behind an untyped one.
pub(super) fn typed_game<R: Playable>(game: &Arc<dyn AnyGame>) -> Arc<Game<R>> {
    game.as_any().downcast_ref::<Erased<R>>().expect("the registry knows a game by its name").0.clone()
}

fn typed<R: Playable>(episode: &dyn AnyEpisode) -> Option<&Episode<R>> {
    episode.as_any().downcast_ref()
}

/// Builds an agent for a game.
pub fn agent(game: &Arc<dyn AnyGame>, spec: &Spec, seed: u64) -> Result<Box<dyn AnyAgent>, SpecError> {
    struct Build<'a>(Arc<dyn AnyGame>, &'a Spec, u64);
    impl Visitor for Build<'_> {
        type Out = Result<Box<dyn AnyAgent>, SpecError>;
        fn visit<R: Playable>(self) -> Self::Out {
            let agent = self.1.prepare(&typed_game::<R>(&self.0))?.build();
            Ok(Box::new(Remembering::<R> { agent, rng: Rng::of(Purpose::Agent, self.2), past: Vec::new() }))
        }
    }
    games::visit(game.name(), Build(game.clone(), spec, seed)).expect("a game that was opened is in the registry")
}

/// Plays matches; see [`matches::run`].
pub fn run(
    game: &Arc<dyn AnyGame>,
    plan: &Plan<'_>,
    progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Result<Vec<Played>, SpecError> {
    struct Run<'a, 'b>(Arc<dyn AnyGame>, &'a Plan<'b>, &'a mut dyn FnMut(usize) -> ControlFlow<()>);
    impl Visitor for Run<'_, '_> {
        type Out = Result<Vec<Played>, SpecError>;
        fn visit<R: Playable>(self) -> Self::Out {
            matches::run(&typed_game::<R>(&self.0), self.1, self.2)
        }
    }
    games::visit(game.name(), Run(game.clone(), plan, progress)).expect("a game that was opened is in the registry")
}

/// Plays games of an agent against itself, a share of them from the positions of these episodes; see [`self_play::run`].
pub fn self_play(
    game: &Arc<dyn AnyGame>,
    plan: &self_play::Plan<'_>,
    (starts, share): (&[Box<dyn AnyEpisode>], f32),
    progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Result<Vec<self_play::Played>, SpecError> {
    struct Run<'a, 'b> {
        game: Arc<dyn AnyGame>,
        plan: &'a self_play::Plan<'b>,
        starts: &'a [Box<dyn AnyEpisode>],
        share: f32,
        progress: &'a mut dyn FnMut(usize) -> ControlFlow<()>,
    }
    impl Visitor for Run<'_, '_> {
        type Out = Result<Vec<self_play::Played>, SpecError>;
        fn visit<R: Playable>(self) -> Self::Out {
            let game = typed_game::<R>(&self.game);
            let starts = typed_starts(&game, self.starts, self.share).map_err(SpecError::new)?;
            self_play::run(&game, self.plan, &starts, self.progress)
        }
    }
    games::visit(game.name(), Run { game: game.clone(), plan, starts, share, progress })
        .expect("a game that was opened is in the registry")
}

/// Plays copies of a position to the end; see [`judge::play_out`]. For a finished episode there is only one, its own end.
pub fn play_out(episode: &dyn AnyEpisode, count: u32, seed: u64, stop: &Stop) -> Vec<PlayedOut> {
    struct Run<'a>(&'a dyn AnyEpisode, u32, u64, &'a Stop);
    impl Visitor for Run<'_> {
        type Out = Vec<PlayedOut>;
        fn visit<R: Playable>(self) -> Self::Out {
            let episode = typed::<R>(self.0).expect("the registry knows a game by its name");
            let Some(view) = View::new(episode.game(), episode.state()) else {
                let (rules, state) = (&episode.game().rules, episode.state());
                let end = PlayedOut { outcome: rules.outcome(state), scores: rules.scores(state) };
                return vec![end; self.1 as usize];
            };
            judge::play_out(&view.until(self.3), self.1, &mut Rng::of(Purpose::Agent, self.2))
        }
    }
    games::visit(episode.game().name(), Run(episode, count, seed, stop)).expect("a game that was opened is in the registry")
}

/// Begins a search from the positions of some episodes, all of one game.
pub fn batch_search(
    game: &Arc<dyn AnyGame>,
    episodes: &[Box<dyn AnyEpisode>],
    settings: Settings,
    seed: u64,
) -> Result<Box<dyn AnyBatchSearch>, String> {
    struct Begin<'a>(Arc<dyn AnyGame>, &'a [Box<dyn AnyEpisode>], Settings, u64);
    impl Visitor for Begin<'_> {
        type Out = Result<Box<dyn AnyBatchSearch>, String>;
        fn visit<R: Playable>(self) -> Self::Out {
            let states: Option<Vec<R::State>> = self.1.iter().map(|e| Some(typed::<R>(&**e)?.state().clone())).collect();
            let states = states.ok_or_else(|| format!("not every position belongs to {}", R::NAME))?;
            Ok(Box::new(Searching {
                network: None,
                search: BatchSearch::new(typed_game::<R>(&self.0), self.2, states.into_iter(), self.3),
            }))
        }
    }
    games::visit(game.name(), Begin(game.clone(), episodes, settings, seed)).expect("a game that was opened is in the registry")
}

/// An agent with its stream, and the history it last saw.
struct Remembering<R: Playable> {
    agent: Box<dyn Agent<R>>,
    rng: Rng,
    past: Vec<(Seat, u16)>,
}

impl<R: Playable> Remembering<R> {
    /// Discards the partial results of a search that was stopped.
    fn forget_if(&mut self, stop: &Stop) {
        if stop.is_set() {
            self.past.clear();
            self.agent.start();
        }
    }

    /// Tells the agent whether the position follows from its own last choice alone.
    fn ready<'a>(&mut self, episode: &'a dyn AnyEpisode) -> Result<View<'a, R>, String> {
        let episode = typed::<R>(episode).ok_or_else(|| format!("this agent plays {}, not {}", R::NAME, episode.game().name()))?;
        let view = View::new(episode.game(), episode.state()).ok_or("the episode is over: there is nothing to choose")?;
        let past = episode.history();
        match past.split_last() {
            Some((&(seat, id), before)) if seat == view.seat() && !self.past.is_empty() && before == self.past => {
                self.agent.played(id as usize);
            }
            _ => self.agent.start(),
        }
        self.past.clear();
        self.past.extend_from_slice(past);
        Ok(view)
    }
}

impl<R: Playable> AnyAgent for Remembering<R> {
    fn act(&mut self, episode: &dyn AnyEpisode, stop: &Stop) -> Result<Choice, String> {
        let view = self.ready(episode)?.until(stop);
        let choice = self.agent.choose(&view, &mut self.rng);
        self.forget_if(stop);
        Ok(choice)
    }

    fn analyse(&mut self, episode: &dyn AnyEpisode, stop: &Stop) -> Result<Vec<Opinion>, String> {
        let view = self.ready(episode)?.until(stop);
        self.agent.start();
        let opinions = self.agent.analyse(&view, &mut self.rng);
        self.forget_if(stop);
        Ok(opinions)
    }

    fn judge(&mut self, episode: &dyn AnyEpisode, stop: &Stop) -> Result<Vec<Judgement>, String> {
        let view = self.ready(episode)?.until(stop);
        self.agent.start();
        let lines = self.agent.judge(&view, &mut self.rng);
        self.past.clear();
        self.agent.start();
        lines.ok_or_else(|| "only a search for a number of simulations judges every seat, such as \"mcts:400\"".to_string())
    }

    fn reseed(&mut self, seed: u64) {
        self.rng = Rng::of(Purpose::Agent, seed);
        self.past.clear();
        self.agent.start();
    }
}

/// A search and the network bound to it.
struct Searching<R: Playable> {
    search: BatchSearch<R>,
    network: Option<Evaluator<R>>,
}

impl<R: Playable> AnyBatchSearch for Searching<R> {
    fn waves(&self) -> u32 {
        self.search.waves()
    }
    fn descend(&mut self, observations: Observations<'_>, masks: &mut [bool], seats: &mut [i32]) -> usize {
        self.search.descend(observations, masks, seats)
    }
    fn bind(&mut self, network: Arc<Network>) -> Result<(), String> {
        self.network = Some(Evaluator::new(network, self.search.game())?);
        Ok(())
    }
    fn advance(&mut self, waves: u32) -> bool {
        self.network.as_ref().is_some_and(|network| self.search.advance(network, waves))
    }
    fn absorb(&mut self, priors: &[f32], values: &[f32]) {
        self.search.absorb(priors, values);
    }
    fn results(&self, visits: &mut [u32], values: &mut [f32], chosen: &mut [i64]) {
        self.search.results(visits, values, chosen);
    }
    fn root_values(&self, out: &mut [f32]) {
        self.search.root_values(out);
    }
}
