//! Agents by name: `random`, `greedy`, `mc:200`, `mcts:400`, `mcts:50ms,rollout=random`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::mcts::Budget;
use super::rollout::{Policy, Rollout};
use super::{Agent, Greedy, Mcts, MonteCarlo, Random, greedy, mcts};
use crate::core::Game;

/// The names of the agents.
pub const NAMES: &[&str] = &["random", "greedy", "mc", "mcts"];

/// An agent with its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    text: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Random,
    Greedy(greedy::Settings),
    MonteCarlo(u32, Rollout),
    Mcts(mcts::Settings, Given),
}

/// What the text says of the settings of a search that the game decides otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Given {
    cutoff: Option<u32>,
    exploration: Option<f32>,
}

/// What is wrong with the text of a [`Spec`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError(String);

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
    /// Builds the agent for a game.
    pub fn build<G: Game>(&self) -> Box<dyn Agent<G>> {
        match self.kind {
            Kind::Random => Box::new(Random),
            Kind::Greedy(settings) => Box::new(Greedy::<G>::new(settings)),
            Kind::MonteCarlo(simulations, rollout) => Box::new(MonteCarlo::new(simulations, rollout)),
            Kind::Mcts(mut settings, given) => {
                settings.rollout.cutoff = given.cutoff.unwrap_or(G::CUTOFF);
                settings.selection.exploration = given.exploration.unwrap_or(G::EXPLORATION);
                Box::new(Mcts::new(settings))
            }
        }
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
            "mcts" => Kind::Mcts(mcts::Settings::default(), Given::default()),
            _ => {
                return Err(SpecError(format!(
                    "there is no built-in agent {name:?}: choose one of {}, such as \"greedy\", \"mc:200\", \"mcts:400\" or \"mcts:50ms\"",
                    NAMES.join(", ")
                )));
            }
        };
        for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').map_or(("budget", part), |(key, value)| (key.trim(), value.trim()));
            kind.set(key, value).map_err(|problem| SpecError(format!("agent {text:?}: {problem}")))?;
        }
        Ok(Self { text: text.to_string(), kind })
    }
}

impl Kind {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match self {
            Self::Random => Err(format!("random has no settings, but {key}={value} was given")),
            Self::Greedy(settings) => match key {
                "deals" => number(key, value, 1, 1_000).map(|n| settings.deals = Some(n)),
                "beam" => number(key, value, 1, 10_000).map(|n| settings.beam = n as usize),
                "depth" => number(key, value, 1, 50).map(|n| settings.depth = n),
                "looks" => number(key, value, 0, 1_000_000).map(|n| settings.looks = n),
                "lucks" => number(key, value, 1, 100).map(|n| settings.lucks = Some(n)),
                _ => Err(unknown(key, "deals, beam, depth, looks, lucks")),
            },
            Self::MonteCarlo(simulations, rollout) => match key {
                "budget" | "simulations" => number(key, value, 1, 100_000_000).map(|n| *simulations = n),
                "rollout" => policy(value).map(|p| rollout.policy = p),
                "cutoff" => number(key, value, 0, u32::MAX).map(|n| rollout.cutoff = n),
                _ => Err(unknown(key, "simulations, rollout, cutoff")),
            },
            Self::Mcts(settings, given) => match key {
                "budget" | "simulations" => budget(value).map(|b| settings.budget = b),
                "rollout" => policy(value).map(|p| settings.rollout.policy = p),
                "cutoff" => number(key, value, 0, u32::MAX).map(|n| given.cutoff = Some(n)),
                "width" => number(key, value, 1, 512).map(|n| settings.selection.width = n),
                "exploration" => real(key, value).map(|x| given.exploration = Some(x)),
                "guided" => flag(key, value).map(|b| settings.guided = b),
                "reuse" => flag(key, value).map(|b| settings.reuse = b),
                _ => Err(unknown(key, "simulations, rollout, cutoff, width, exploration, guided, reuse")),
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
            ("alphago", "choose one of random, greedy, mc, mcts"),
            ("random:3", "random has no settings"),
            ("greedy:3", "there is no setting \"budget\"; the settings are deals, beam, depth, looks"),
            ("mcts:0", "a whole number from 1"),
            ("mcts:-5ms", "a time such as 50ms"),
            ("mcts:5,rollout=clever", "it must be random or greedy"),
            ("mcts:5,guided=perhaps", "true or false"),
            ("mcts:5,exploration=x", "a number from 0 to 1000"),
            ("mc:5,depth=2", "simulations, rollout, cutoff"),
            ("", "there is no built-in agent \"\""),
        ] {
            let problem = spec(text).expect_err(text);
            assert!(problem.contains(part), "{text:?}: {problem}");
        }
    }
}
