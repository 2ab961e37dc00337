//! The players of a soak: random ones, and some that steer towards what random play seldom reaches.

use std::fmt;

use crate::agents::network::shipped;
use crate::agents::{Agent, Spec, View};
use crate::core::{Action, ActionSet, Episode, Game, MAX_SEATS, Playable, Rng, Seat, Silent, Turn};

/// A style of choosing. Each sometimes chooses at random, so that it does not go round in circles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Style {
    /// Any legal action.
    Random,
    /// The action this job has chosen least often.
    Rare,
    /// The action after which the fewest actions are legal.
    Narrow,
    /// The action after which the most actions are legal.
    Wide,
    /// The verb followed by the longest chain of further decisions.
    Chain,
    /// The choice of a narrow greedy agent.
    Greedy,
    /// The choice of a short tree search.
    Search,
    /// A choice drawn from the policy of a shipped network.
    Network,
    /// The choice of a short tree search that a shipped network guides.
    Guided,
}

impl Style {
    /// Styles that cost no more than a few steps.
    pub const CHEAP: [Self; 5] = [Self::Random, Self::Rare, Self::Narrow, Self::Wide, Self::Chain];
    /// Styles that ask an agent: each decision costs hundreds of steps.
    pub const AGENTS: [Self; 4] = [Self::Greedy, Self::Search, Self::Network, Self::Guided];

    /// The name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Rare => "rare",
            Self::Narrow => "narrow",
            Self::Wide => "wide",
            Self::Chain => "chain",
            Self::Greedy => "greedy",
            Self::Search => "search",
            Self::Network => "network",
            Self::Guided => "guided",
        }
    }

    /// Any style; agents seldom, so that most of the time goes into decisions.
    fn any(rng: &mut Rng) -> Self {
        if rng.below(AGENT) == 0 { Self::AGENTS[rng.index(Self::AGENTS.len())] } else { Self::CHEAP[rng.index(Self::CHEAP.len())] }
    }

    /// Its index among the agents, for styles that ask one.
    fn agent(self) -> Option<usize> {
        Self::AGENTS.iter().position(|&style| style == self)
    }
}

/// One choice in this many is random, whatever the style.
const STRAY: u32 = 8;
/// The most actions tried when looking one step ahead.
const CANDIDATES: u32 = 12;
/// One seat in this many asks an agent.
const AGENT: u32 = 16;
/// Small agents: the positions they reach matter, not their strength.
const SPECS: [&str; Style::AGENTS.len()] =
    ["greedy:redeals=1,beam=3,depth=3,looks=24", "mcts:12,reuse=no", "network:temperature=1", "mcts:12,network,reuse=no"];

/// A main decision whose follow-up decisions are being counted.
#[derive(Debug)]
struct Open {
    verb: usize,
    decision: &'static str,
    seat: Seat,
    length: u64,
}

/// The seats of a job, with their memory of its earlier episodes.
pub struct Players<R: Playable> {
    styles: [Style; MAX_SEATS],
    chosen: Vec<u64>,
    /// For each verb: the decisions that followed it, and how often it was counted.
    chains: Vec<(u64, u64)>,
    open: Option<Open>,
    /// In the order of [`Style::AGENTS`]; `None` if no shipped network reads this game.
    agents: [Option<Box<dyn Agent<R>>>; Style::AGENTS.len()],
}

impl<R: Playable> fmt::Debug for Players<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Players").field("styles", &self.styles).finish_non_exhaustive()
    }
}

impl<R: Playable> Players<R> {
    /// Players with an empty memory.
    pub fn new(game: &Game<R>) -> Self {
        let network = shipped::readable(game);
        let agent = |text: &str| {
            let spec: Spec = text.parse().expect("the settings are in range");
            let spec = if spec.needs_network() { spec.with_network(network.clone()?).expect("it takes one") } else { spec };
            Some(spec.prepare(game).expect("the network reads this game").build())
        };
        Self {
            styles: [Style::Random; MAX_SEATS],
            chosen: vec![0; R::Action::COUNT],
            chains: vec![(0, 0); R::Action::VERBS.len()],
            open: None,
            agents: SPECS.map(agent),
        }
    }

    /// Draws the styles for the next episode: one for all seats, or one for each.
    pub fn sit_down(&mut self, rng: &mut Rng) {
        self.styles = [self.any(rng); MAX_SEATS];
        if rng.below(3) == 0 {
            self.styles = std::array::from_fn(|_| self.any(rng));
        }
        self.open = None;
    }

    /// Any style, except those whose agent cannot play this game.
    fn any(&self, rng: &mut Rng) -> Style {
        let style = Style::any(rng);
        if style.agent().is_some_and(|at| self.agents[at].is_none()) { Style::Random } else { style }
    }

    /// The style of each seat.
    pub fn styles(&self) -> &[Style; MAX_SEATS] {
        &self.styles
    }

    /// Chooses one of the legal actions.
    pub fn choose(&mut self, episode: &Episode<R>, rng: &mut Rng) -> usize {
        let legal = episode.legal();
        let stray = legal.nth(rng.below(legal.len()));
        let Turn::Seat(seat) = episode.turn() else { return stray };
        if rng.below(STRAY) == 0 {
            return stray;
        }
        match self.styles[seat.at()] {
            Style::Random => stray,
            Style::Rare => best(legal.iter(), rng, |id| self.chosen[id]),
            Style::Narrow => best(some(legal, rng), rng, |id| options_after(episode, id).map_or(u64::MAX, u64::from)),
            Style::Wide => best(some(legal, rng), rng, |id| u64::MAX - options_after(episode, id).map_or(0, u64::from)),
            Style::Chain => best(legal.iter(), rng, |id| {
                let (length, times) = self.chains[R::Action::verb_index(id)];
                // Actions that were never tried come first.
                (length * 1_000).checked_div(times).map_or(0, |mean| u64::MAX - mean)
            }),
            agent @ (Style::Greedy | Style::Search | Style::Network | Style::Guided) => {
                let agent = agent.agent().and_then(|at| self.agents[at].as_deref_mut());
                agent.map_or(stray, |agent| ask(agent, episode, rng))
            }
        }
    }

    /// Remembers what was played.
    pub fn played(&mut self, episode: &Episode<R>, id: usize) {
        self.chosen[id] += 1;
        let Some(&(seat, _)) = episode.history().last() else { return };
        let decision = episode.game().rules.decision(episode.state());
        let turn = episode.turn();
        let open = self.open.get_or_insert(Open { verb: R::Action::verb_index(id), decision, seat, length: 0 });
        open.length += 1;
        if turn != Turn::Seat(open.seat) || (open.decision == decision && open.length > 1) || open.length > 200 {
            let chain = &mut self.chains[open.verb];
            *chain = (chain.0 + open.length, chain.1 + 1);
            self.open = None;
        }
    }
}

/// The choice of an agent, which sees no more than its seat may.
fn ask<R: Playable>(agent: &mut dyn Agent<R>, episode: &Episode<R>, rng: &mut Rng) -> usize {
    let view = View::new(episode.game(), episode.state()).expect("a seat is to act");
    agent.start();
    agent.choose(&view, rng).action
}

/// The number of legal actions after this one; `None` if it ends the episode.
fn options_after<R: Playable>(episode: &Episode<R>, id: usize) -> Option<u32> {
    let rules = &episode.game().rules;
    let (mut state, mut rng) = (episode.state().clone(), episode.rng().clone());
    rules.apply(&mut state, R::Action::at(id), &mut rng, &mut Silent);
    let mut legal = ActionSet::EMPTY;
    rules.legal(&state, &mut legal);
    (!legal.is_empty()).then(|| legal.len())
}

/// A few of the legal actions, evenly spaced and starting at a random one.
fn some<'a>(legal: &'a ActionSet, rng: &mut Rng) -> impl Iterator<Item = usize> + 'a {
    let (count, first) = (legal.len(), rng.below(legal.len()));
    let step = count.div_ceil(CANDIDATES);
    (0..count.min(CANDIDATES)).map(move |i| legal.nth((first + i * step) % count))
}

/// The id with the least key, with ties broken uniformly.
fn best(ids: impl Iterator<Item = usize>, rng: &mut Rng, mut key: impl FnMut(usize) -> u64) -> usize {
    let (mut found, mut least, mut equal) = (0, u64::MAX, 0);
    for id in ids {
        let now = key(id);
        if equal == 0 || now < least {
            (found, least, equal) = (id, now, 1);
        } else if now == least {
            equal += 1;
            if rng.below(equal) == 0 {
                found = id;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_the_least_and_equals_share() {
        let mut rng = Rng::seeded(1);
        assert_eq!(best([4, 7, 9].into_iter(), &mut rng, |id| u64::from(id != 7)), 7);
        let mut seen = [0; 3];
        for _ in 0..3_000 {
            seen[best(0..3, &mut rng, |_| 5)] += 1;
        }
        assert!(seen.iter().all(|&n| n > 850), "{seen:?}");
    }

    #[test]
    fn looks_are_legal_and_spread() {
        let mut rng = Rng::seeded(2);
        let mut legal = ActionSet::EMPTY;
        (0..100).for_each(|i| legal.add_id(i * 3));
        let some: Vec<usize> = some(&legal, &mut rng).collect();
        assert!(some.len() == CANDIDATES as usize && some.iter().all(|&id| legal.has(id)));
    }
}
