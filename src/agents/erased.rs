//! Agents, matches and searches of games whose type is known only by name: what Python and the command line hold.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::runner::{self, Plan, Played};
use super::waves::{Settings, Waves};
use super::{Agent, Choice, Opinion, Spec, View};
use crate::batch::erased::{AnyEpisode, AnyGame};
use crate::core::{Episode, Game, Rng, Rules, Seat};
use crate::games::{self, Visitor};

/// An agent of any game.
pub trait AnyAgent: Send {
    /// Chooses for the seat to act.
    fn act(&mut self, episode: &dyn AnyEpisode) -> Result<Choice, String>;
    /// What it thinks of every legal action.
    fn analyse(&mut self, episode: &dyn AnyEpisode) -> Result<Vec<Opinion>, String>;
    /// Begins its stream anew and forgets what it kept.
    fn reseed(&mut self, seed: u64);
}

/// A search over many positions of any game.
pub trait AnyWaves: Send + Sync {
    /// How many waves there are.
    fn waves(&self) -> u32;
    /// Walks every lane down to a leaf; how many lanes wait for an answer.
    fn descend(&mut self, observations: &mut [f32], masks: &mut [bool], seats: &mut [i32]) -> usize;
    /// Books the answers.
    fn absorb(&mut self, priors: &[f32], values: &[f32]);
    /// Visits and values of every action, and the chosen actions.
    fn results(&self, visits: &mut [u32], values: &mut [f32], chosen: &mut [i64]);
    /// The value of each position for its seat to act.
    fn root_values(&self, out: &mut [f32]);
}

/// The rules behind a game without a type.
fn rules<G: Game>(game: Arc<dyn AnyGame>) -> Arc<Rules<G>> {
    let episode = game.episode(0);
    typed::<G>(&*episode).expect("a game's episodes are of its type").rules().clone()
}

fn typed<G: Game>(episode: &dyn AnyEpisode) -> Option<&Episode<G>> {
    episode.as_any().downcast_ref()
}

/// Builds an agent for a game.
pub fn agent(game: &Arc<dyn AnyGame>, spec: &Spec, seed: u64) -> Box<dyn AnyAgent> {
    struct Build<'a>(&'a Spec, u64);
    impl Visitor for Build<'_> {
        type Out = Box<dyn AnyAgent>;
        fn visit<G: Game>(self) -> Self::Out {
            Box::new(Player::<G> { agent: self.0.build(), rng: Rng::seeded(self.1), past: Vec::new() })
        }
    }
    games::visit(game.name(), Build(spec, seed)).expect("a game that was opened is in the registry")
}

/// Plays matches; see [`runner::run`].
pub fn run(game: &Arc<dyn AnyGame>, plan: &Plan<'_>, progress: &mut dyn FnMut(usize) -> ControlFlow<()>) -> Vec<Played> {
    struct Run<'a, 'b>(Arc<dyn AnyGame>, &'a Plan<'b>, &'a mut dyn FnMut(usize) -> ControlFlow<()>);
    impl Visitor for Run<'_, '_> {
        type Out = Vec<Played>;
        fn visit<G: Game>(self) -> Self::Out {
            runner::run(&rules::<G>(self.0), self.1, self.2)
        }
    }
    games::visit(game.name(), Run(game.clone(), plan, progress)).expect("a game that was opened is in the registry")
}

/// Begins a search over the positions of some episodes, all of one game.
pub fn waves(
    game: &Arc<dyn AnyGame>,
    episodes: &[Box<dyn AnyEpisode>],
    settings: Settings,
    seed: u64,
) -> Result<Box<dyn AnyWaves>, String> {
    struct Begin<'a>(Arc<dyn AnyGame>, &'a [Box<dyn AnyEpisode>], Settings, u64);
    impl Visitor for Begin<'_> {
        type Out = Result<Box<dyn AnyWaves>, String>;
        fn visit<G: Game>(self) -> Self::Out {
            let states: Option<Vec<G::State>> = self.1.iter().map(|e| Some(typed::<G>(&**e)?.state().clone())).collect();
            let states = states.ok_or_else(|| format!("not every position is of {}", G::NAME))?;
            Ok(Box::new(Waves::new(rules::<G>(self.0), self.2, states.into_iter(), self.3)))
        }
    }
    games::visit(game.name(), Begin(game.clone(), episodes, settings, seed)).expect("a game that was opened is in the registry")
}

/// An agent with its stream, and the past it has last seen.
struct Player<G: Game> {
    agent: Box<dyn Agent<G>>,
    rng: Rng,
    past: Vec<(Seat, u16)>,
}

impl<G: Game> Player<G> {
    /// Tells the agent whether the position follows from its own last choice alone.
    fn ready<'a>(&mut self, episode: &'a dyn AnyEpisode) -> Result<View<'a, G>, String> {
        let episode = typed::<G>(episode).ok_or_else(|| format!("this agent plays {}, not {}", G::NAME, episode.game().name()))?;
        let view = View::new(episode.rules(), episode.state()).ok_or("the episode is over: there is nothing to choose")?;
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

impl<G: Game> AnyAgent for Player<G> {
    fn act(&mut self, episode: &dyn AnyEpisode) -> Result<Choice, String> {
        let view = self.ready(episode)?;
        Ok(self.agent.choose(&view, &mut self.rng))
    }

    fn analyse(&mut self, episode: &dyn AnyEpisode) -> Result<Vec<Opinion>, String> {
        let view = self.ready(episode)?;
        self.agent.start();
        Ok(self.agent.analyse(&view, &mut self.rng))
    }

    fn reseed(&mut self, seed: u64) {
        self.rng = Rng::seeded(seed);
        self.past.clear();
        self.agent.start();
    }
}

impl<G: Game> AnyWaves for Waves<G> {
    fn waves(&self) -> u32 {
        Waves::waves(self)
    }
    fn descend(&mut self, observations: &mut [f32], masks: &mut [bool], seats: &mut [i32]) -> usize {
        Waves::descend(self, observations, masks, seats)
    }
    fn absorb(&mut self, priors: &[f32], values: &[f32]) {
        Waves::absorb(self, priors, values);
    }
    fn results(&self, visits: &mut [u32], values: &mut [f32], chosen: &mut [i64]) {
        Waves::results(self, visits, values, chosen);
    }
    fn root_values(&self, out: &mut [f32]) {
        Waves::root_values(self, out);
    }
}
