//! Agents by name: `random`, `greedy`, `mc:200`, `network`, `network:PATH,temperature=0.5`, `mcts:400`, `mcts:50ms,rollout=random`,
//! `mcts:400,network`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use super::mcts::Budget;
use super::network::{Credit, Evaluator, Network, Networked, shipped};
use super::rollout::{Policy, Rollout};
use super::tree::GUIDED_EXPLORATION;
use super::{Agent, Greedy, Mcts, MonteCarlo, Random, greedy, mcts};
use crate::core::{Game, Playable};

/// The names of the agents that play every game.
pub const NAMES: &[&str] = &["random", "greedy", "mc", "mcts"];

/// An agent with its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Random,
    Greedy(greedy::Settings),
    MonteCarlo(u32, Rollout),
    Network(Source, f32),
    Mcts(mcts::Settings, Given),
}

/// The network to use.
#[derive(Clone, Debug)]
enum Source {
    /// The one shipped for the game.
    Shipped,
    /// A shipped one by name, or a file by its path.
    Named(String),
    /// One that is already loaded.
    Loaded(Arc<Network>),
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Shipped, Self::Shipped) => true,
            (Self::Named(a), Self::Named(b)) => a == b,
            (Self::Loaded(a), Self::Loaded(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Source {
    fn evaluator<R: Playable>(&self, game: &Game<R>) -> Result<Arc<Evaluator<R>>, String> {
        let network = match self {
            Self::Shipped => shipped::for_game(game)?,
            Self::Named(name) => shipped::load(name)?,
            Self::Loaded(network) => network.clone(),
        };
        Evaluator::new(network, game).map(Arc::new)
    }
}

/// Search settings given in the text; the game decides the rest.
#[derive(Clone, Debug, Default, PartialEq)]
struct Given {
    cutoff: Option<u32>,
    exploration: Option<f32>,
    width: Option<u32>,
    blend: Option<f32>,
    soften: Option<f32>,
    network: Option<Source>,
}

/// An error in the text of a [`Spec`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError(pub(super) String);

impl SpecError {
    /// Any other problem, as a sentence.
    pub fn new(sentence: String) -> Self {
        Self(sentence)
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpecError {}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Spec {
    /// The same agent with a network that is already loaded; an error for agents that use none.
    pub fn with_network(mut self, network: Arc<Network>) -> Result<Self, SpecError> {
        match &mut self.kind {
            Kind::Network(source, _) => *source = Source::Loaded(network),
            Kind::Mcts(_, given) => given.network = Some(Source::Loaded(network)),
            Kind::Random | Kind::Greedy(_) | Kind::MonteCarlo(..) => {
                return Err(SpecError(format!("agent {:?} takes no network: network and mcts do", self.text)));
            }
        }
        Ok(self)
    }

    /// Whether its opinions include shares, which training data needs.
    pub fn gives_shares(&self) -> bool {
        match self.kind {
            Kind::Random | Kind::Network(..) | Kind::Mcts(..) => true,
            Kind::Greedy(_) | Kind::MonteCarlo(..) => false,
        }
    }

    fn source(&self) -> Option<&Source> {
        match &self.kind {
            Kind::Network(source, _) => Some(source),
            Kind::Mcts(_, given) => given.network.as_ref(),
            Kind::Random | Kind::Greedy(_) | Kind::MonteCarlo(..) => None,
        }
    }

    /// Whether it decides with a network.
    pub fn needs_network(&self) -> bool {
        self.source().is_some()
    }

    /// Whether a choice may take long enough to be worth interrupting.
    pub fn may_take_long(&self) -> bool {
        !matches!(self.kind, Kind::Random | Kind::Network(..))
    }

    /// The agent ready for any game, if it needs no network.
    pub fn plain<R: Playable>(&self) -> Option<Prepared<R>> {
        self.source().is_none().then(|| Prepared { spec: self.clone(), network: None })
    }

    /// The agent ready for one game. Its network is loaded and checked here, once for all agents built from it.
    pub fn prepare<R: Playable>(&self, game: &Game<R>) -> Result<Prepared<R>, SpecError> {
        let network = self.source().map(|source| source.evaluator(game)).transpose();
        let network = network.map_err(|problem| SpecError(format!("agent {:?}: {problem}", self.text)))?;
        if let Kind::Mcts(settings, given) = &self.kind
            && settings.gumbel > 0
            && (given.network.is_none() || matches!(settings.budget, Budget::Time(_)))
        {
            let problem = "gumbel needs a network and a number of simulations, such as mcts:100,network,gumbel=16";
            return Err(SpecError(format!("agent {:?}: {problem}", self.text)));
        }
        Ok(Prepared { spec: self.clone(), network })
    }
}

/// An agent ready for a game; any number can be built from it.
#[derive(Clone, Debug)]
pub struct Prepared<R: Playable> {
    spec: Spec,
    network: Option<Arc<Evaluator<R>>>,
}

impl<R: Playable> fmt::Display for Prepared<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spec.fmt(f)
    }
}

impl<R: Playable> Prepared<R> {
    /// Builds an agent.
    pub fn build(&self) -> Box<dyn Agent<R>> {
        match &self.spec.kind {
            Kind::Random => Box::new(Random::default()),
            Kind::Greedy(settings) => Box::new(Greedy::<R>::new(*settings)),
            Kind::MonteCarlo(simulations, rollout) => Box::new(MonteCarlo::new(*simulations, *rollout)),
            Kind::Network(_, temperature) => {
                let network = self.network.clone().expect("prepare loads the network of a network agent");
                Box::new(Networked::new(network, *temperature))
            }
            Kind::Mcts(..) => Box::new(self.search().expect("it is a search")),
        }
    }

    /// The network whose probabilities alone decide, and the temperature, if that is how it plays.
    pub fn policy(&self) -> Option<(&Evaluator<R>, f32)> {
        match (&self.spec.kind, &self.network) {
            (Kind::Network(_, temperature), Some(network)) => Some((network, *temperature)),
            _ => None,
        }
    }

    /// What its values mean: for an agent without a network, the result.
    pub fn credit(&self) -> Credit {
        self.network.as_ref().map_or_else(Credit::default, |network| *network.network().credit())
    }

    /// Builds the search, if it is one.
    pub fn search(&self) -> Option<Mcts<R>> {
        let Kind::Mcts(settings, given) = &self.spec.kind else { return None };
        let mut settings = *settings;
        settings.rollout.cutoff = given.cutoff.unwrap_or(R::SEARCH.cutoff);
        let (exploration, width) = match self.network {
            Some(_) => (GUIDED_EXPLORATION, u32::MAX),
            None => (R::SEARCH.exploration, settings.selection.width),
        };
        settings.selection.exploration = given.exploration.unwrap_or(exploration);
        settings.selection.width = given.width.unwrap_or(width);
        settings.guide.blend = given.blend.unwrap_or(R::SEARCH.blend);
        settings.guide.soften = given.soften.unwrap_or(R::SEARCH.soften);
        Some(match &self.network {
            Some(network) => Mcts::with_network(settings, network.clone()),
            None => Mcts::new(settings),
        })
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut kind = match name {
            "random" => Kind::Random,
            "greedy" => Kind::Greedy(greedy::Settings::default()),
            "mc" => Kind::MonteCarlo(200, Rollout { policy: Policy::Random, cutoff: u32::MAX }),
            "network" => Kind::Network(Source::Shipped, 0.0),
            "mcts" => Kind::Mcts(mcts::Settings::default(), Given::default()),
            _ => {
                return Err(SpecError(format!(
                    "there is no built-in agent {name:?}: choose one of {}, network, such as \"greedy\", \"mc:200\", \"mcts:400\", \"mcts:50ms\", \"network\" or \"mcts:400,network\"",
                    NAMES.join(", ")
                )));
            }
        };
        let mut given: Vec<&str> = Vec::new();
        for part in rest.split(',').map(str::trim).filter(|_| text != name) {
            let (key, value) = part.split_once('=').map_or(("budget", part), |(key, value)| (key.trim(), value.trim()));
            let what = match key {
                "budget" if value == "network" => value,
                "simulations" => "budget",
                _ => key,
            };
            let done = match part {
                "" => Err("a setting is missing after \":\" or \",\"".to_string()),
                _ if given.contains(&what) => Err(format!("{part} sets what was already set")),
                _ => kind.set(key, value),
            };
            done.map_err(|problem| SpecError(format!("agent {text:?}: {problem}")))?;
            given.push(what);
        }
        Ok(Self { text: text.to_string(), kind })
    }
}

impl Kind {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match self {
            Self::Random => Err(format!("random has no settings, but {key}={value} was given")),
            Self::Greedy(settings) => match key {
                "redeals" => number(key, value, 1, 1_000).map(|n| settings.redeals = Some(n)),
                "beam" => number(key, value, 1, 10_000).map(|n| settings.beam = n as usize),
                "depth" => number(key, value, 1, 50).map(|n| settings.depth = n),
                "looks" => number(key, value, 0, 1_000_000).map(|n| settings.looks = n),
                "chance_samples" => number(key, value, 1, 100).map(|n| settings.chance_samples = Some(n)),
                "epsilon" => real(key, value).and_then(|x| {
                    settings.epsilon = x;
                    if x <= 1.0 { Ok(()) } else { Err(format!("{key} is {value:?}, but it must be a number from 0 to 1")) }
                }),
                "temperature" => real(key, value).map(|x| settings.temperature = x),
                _ => Err(unknown(key, "redeals, beam, depth, looks, chance_samples, epsilon, temperature")),
            },
            Self::MonteCarlo(simulations, rollout) => match key {
                "budget" | "simulations" => number(key, value, 1, 100_000_000).map(|n| *simulations = n),
                "rollout" => policy(value).map(|p| rollout.policy = p),
                "cutoff" => number(key, value, 0, u32::MAX).map(|n| rollout.cutoff = n),
                _ => Err(unknown(key, "simulations, rollout, cutoff")),
            },
            Self::Network(source, temperature) => match key {
                "budget" | "network" => {
                    *source = Source::Named(value.to_string());
                    Ok(())
                }
                "temperature" => real(key, value).map(|x| *temperature = x),
                _ => Err(unknown(key, "a name or path, temperature")),
            },
            Self::Mcts(settings, given) => match key {
                "budget" if value == "network" => {
                    given.network.get_or_insert(Source::Shipped);
                    Ok(())
                }
                "network" => {
                    given.network = Some(Source::Named(value.to_string()));
                    Ok(())
                }
                "budget" | "simulations" => budget(value).map(|b| settings.budget = b),
                "rollout" => policy(value).map(|p| settings.rollout.policy = p),
                "cutoff" => number(key, value, 0, u32::MAX).map(|n| given.cutoff = Some(n)),
                "width" => number(key, value, 1, 512).map(|n| given.width = Some(n)),
                "exploration" => real(key, value).map(|x| given.exploration = Some(x)),
                "guided" => flag(key, value).map(|b| settings.guided = b),
                "reuse" => flag(key, value).map(|b| settings.reuse = b),
                "noise" => share(key, value).map(|x| settings.noise = x),
                "gumbel" => number(key, value, 1, 512).map(|n| settings.gumbel = n),
                "leaves" => number(key, value, 1, 64).map(|n| settings.guide.leaves = n),
                "blend" => share(key, value).map(|x| given.blend = Some(x)),
                "soften" => real(key, value).and_then(|x| {
                    given.soften = Some(x);
                    if x > 0.0 { Ok(()) } else { Err(format!("{key} is {value:?}, but it must be a number above 0, up to 1000")) }
                }),
                "redeals" => number(key, value, 0, 100_000).map(|n| settings.redeals = n),
                _ => Err(unknown(
                    key,
                    "simulations, network, rollout, cutoff, width, exploration, guided, reuse, noise, gumbel, leaves, blend, soften, redeals",
                )),
            },
        }
    }
}

fn unknown(key: &str, known: &str) -> String {
    format!("there is no setting {key:?}; the settings are {known}")
}

fn number(key: &str, value: &str, low: u32, high: u32) -> Result<u32, String> {
    match value.parse() {
        Ok(n) if (low..=high).contains(&n) => Ok(n),
        _ => Err(format!("{key} is {value:?}, but it must be a whole number from {low} to {high}")),
    }
}

fn real(key: &str, value: &str) -> Result<f32, String> {
    match value.parse() {
        Ok(x) if (0.0..=1000.0).contains(&x) => Ok(x),
        _ => Err(format!("{key} is {value:?}, but it must be a number from 0 to 1000")),
    }
}

fn share(key: &str, value: &str) -> Result<f32, String> {
    match value.parse() {
        Ok(x) if (0.0..=1.0).contains(&x) => Ok(x),
        _ => Err(format!("{key} is {value:?}, but it must be a share from 0 to 1")),
    }
}

fn flag(key: &str, value: &str) -> Result<bool, String> {
    match value {
        "true" | "yes" | "1" => Ok(true),
        "false" | "no" | "0" => Ok(false),
        _ => Err(format!("{key} is {value:?}, but it must be true or false")),
    }
}

fn policy(value: &str) -> Result<Policy, String> {
    match value {
        "random" => Ok(Policy::Random),
        "greedy" => Ok(Policy::Greedy),
        _ => Err(format!("rollout is {value:?}, but it must be random or greedy")),
    }
}

/// `400` simulations, `50ms`, `2s`.
fn budget(value: &str) -> Result<Budget, String> {
    let seconds = if let Some(ms) = value.strip_suffix("ms") {
        ms.trim().parse::<f64>().ok().map(|n| n / 1000.0)
    } else if let Some(s) = value.strip_suffix('s') {
        s.trim().parse::<f64>().ok()
    } else {
        return number("the number of simulations", value, 1, 100_000_000).map(Budget::Simulations);
    };
    match seconds {
        Some(s) if s > 0.0 && s <= 86_400.0 => Ok(Budget::Time(Duration::from_secs_f64(s))),
        _ => Err(format!("the budget is {value:?}, but it must be simulations such as 400 or a time such as 50ms or 2s")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> Result<Spec, String> {
        text.parse::<Spec>().map_err(|e| e.to_string())
    }

    #[test]
    fn settings_are_read() {
        assert_eq!(spec("mc:50").expect("valid").kind, Kind::MonteCarlo(50, Rollout { policy: Policy::Random, cutoff: u32::MAX }));
        let Kind::Mcts(settings, given) = spec(" mcts:50ms, rollout=random,cutoff=3,reuse=no ").expect("valid").kind else {
            panic!("it is mcts")
        };
        assert_eq!(settings.budget, Budget::Time(Duration::from_millis(50)));
        assert_eq!((settings.rollout.policy, given.cutoff, settings.reuse), (Policy::Random, Some(3), false));
        assert_eq!(spec("mcts:7").expect("valid").to_string(), "mcts:7");
        assert_eq!(spec("mcts").expect("valid").kind, Kind::Mcts(mcts::Settings::default(), Given::default()));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("alphago", "choose one of random, greedy, mc, mcts, network"),
            ("random:3", "random has no settings"),
            ("greedy:3", "there is no setting \"budget\"; the settings are redeals, beam, depth, looks"),
            ("greedy:epsilon=1.5", "a number from 0 to 1"),
            ("greedy:temperature=-1", "a number from 0 to 1000"),
            ("mcts:0", "a whole number from 1"),
            ("mcts:-5ms", "a time such as 50ms"),
            ("mcts:5,rollout=clever", "it must be random or greedy"),
            ("mcts:5,guided=perhaps", "true or false"),
            ("mcts:5,exploration=x", "a number from 0 to 1000"),
            ("mcts:5,noise=2", "a share from 0 to 1"),
            ("mcts:5,soften=0", "a number above 0, up to 1000"),
            ("network:temperature=-1", "a number from 0 to 1000"),
            ("network:warmth=1", "the settings are a name or path, temperature"),
            ("mcts:", "a setting is missing"),
            ("mcts:5,,noise=0.1", "a setting is missing"),
            ("mcts:5,network,network", "network sets what was already set"),
            ("mcts:5,simulations=7", "simulations=7 sets what was already set"),
            ("mc:5,depth=2", "simulations, rollout, cutoff"),
            ("", "there is no built-in agent \"\""),
        ] {
            let problem = spec(text).expect_err(text);
            assert!(problem.contains(part), "{text:?}: {problem}");
        }
    }
}
