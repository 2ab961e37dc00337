//! The report of a soak: amounts, coverage, findings.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::players::Players;
use crate::core::{Action, Episode, Game, Kind, Playable};
use crate::games::{self, Visitor};
use crate::laws::Broke;

/// Findings beyond this number are counted but not kept.
const KEPT: usize = 100;

/// A broken law, with everything needed to reproduce it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The game.
    pub game: &'static str,
    /// Its full options.
    pub options: Map<String, Value>,
    /// The seed of the episode.
    pub seed: u64,
    /// The job in which it was found.
    pub job: u64,
    /// The styles of the seats.
    pub styles: Vec<&'static str>,
    /// Decisions played before it.
    pub ply: usize,
    /// The law, and what was found.
    pub broke: Broke,
    /// The episode so far as a record; `None` if even that fails.
    pub record: Option<String>,
}

impl Finding {
    /// The finding for a law that the episode has just broken.
    pub fn new<R: Playable>(episode: &Episode<R>, seed: u64, job: u64, player: &Players<R>, broke: Broke) -> Self {
        let record = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| episode.record().to_text())).ok();
        Self {
            game: R::NAME,
            options: episode.game().options.map().clone(),
            seed,
            job,
            styles: player.styles()[..episode.game().seats()].iter().map(|s| s.name()).collect(),
            ply: episode.history().len(),
            broke,
            record,
        }
    }

    fn to_json(&self) -> Value {
        json!({
            "game": self.game,
            "options": self.options,
            "seed": self.seed,
            "job": self.job,
            "styles": self.styles,
            "ply": self.ply,
            "law": self.broke.law,
            "detail": self.broke.detail,
            "record": self.record,
        })
    }
}

/// The report. Partial reports can be added in any order.
#[derive(Clone, Debug)]
pub struct Report {
    game: &'static str,
    seed: u64,
    /// Jobs done.
    pub jobs: u64,
    /// Decisions played.
    pub decisions: u64,
    /// Episodes played.
    pub episodes: u64,
    /// Decisions of the longest episode.
    pub longest: usize,
    /// Number of checks of each law.
    pub laws: BTreeMap<&'static str, u64>,
    /// How often each action id was chosen.
    pub actions: Vec<u64>,
    /// How often each kind of decision came up.
    pub choices: BTreeMap<&'static str, u64>,
    /// Jobs that played each value of an option.
    pub values: BTreeMap<String, u64>,
    /// Episodes in which each style played.
    pub styles: BTreeMap<&'static str, u64>,
    /// Observations that showed each component.
    pub components: BTreeMap<String, u64>,
    /// The broken laws, up to the number kept.
    pub findings: Vec<Finding>,
    found: u64,
}

impl Report {
    /// An empty report.
    pub fn new(game: &'static str, seed: u64) -> Self {
        Self {
            game,
            seed,
            jobs: 0,
            decisions: 0,
            episodes: 0,
            longest: 0,
            laws: BTreeMap::new(),
            actions: Vec::new(),
            choices: BTreeMap::new(),
            values: BTreeMap::new(),
            styles: BTreeMap::new(),
            components: BTreeMap::new(),
            findings: Vec::new(),
            found: 0,
        }
    }

    /// Notes the options of a job. Options with a wide range are noted by name only.
    pub fn options<R: Playable>(&mut self, game: &Game<R>) {
        for (name, value) in game.options.map() {
            let spec = R::OPTIONS.iter().find(|spec| spec.name == name);
            let wide = matches!(spec.map(|s| s.kind), Some(Kind::Int(low, high)) if high - low > 20);
            let value = if wide { "…".to_string() } else { value.as_str().map_or_else(|| value.to_string(), str::to_string) };
            *self.values.entry(format!("{name}={value}")).or_default() += 1;
        }
    }

    /// Notes a decision.
    pub fn chosen(&mut self, id: usize, decision: &'static str) {
        self.decisions += 1;
        if self.actions.len() <= id {
            self.actions.resize(id + 1, 0);
        }
        self.actions[id] += 1;
        *self.choices.entry(decision).or_default() += 1;
    }

    /// Notes an episode.
    pub fn episode<R: Playable>(&mut self, episode: &Episode<R>, player: &Players<R>) {
        self.episodes += 1;
        self.longest = self.longest.max(episode.history().len());
        let styles = &player.styles()[..episode.game().seats()];
        let name = if styles.iter().all(|s| *s == styles[0]) { styles[0].name() } else { "mixed" };
        *self.styles.entry(name).or_default() += 1;
    }

    /// Adds another report of the same game.
    pub fn merge(&mut self, other: Self) {
        self.jobs += other.jobs;
        self.decisions += other.decisions;
        self.episodes += other.episodes;
        self.longest = self.longest.max(other.longest);
        if self.actions.len() < other.actions.len() {
            self.actions.resize(other.actions.len(), 0);
        }
        self.actions.iter_mut().zip(other.actions).for_each(|(a, b)| *a += b);
        add(&mut self.laws, other.laws);
        add(&mut self.choices, other.choices);
        add(&mut self.values, other.values);
        add(&mut self.styles, other.styles);
        add(&mut self.components, other.components);
        self.found += other.found + other.findings.len() as u64;
        let room = KEPT.saturating_sub(self.findings.len());
        self.findings.extend(other.findings.into_iter().take(room));
    }

    /// Number of broken laws found.
    pub fn found(&self) -> u64 {
        self.found.max(self.findings.len() as u64)
    }

    /// The whole report as plain data, with the names of everything never reached.
    pub fn to_json(&self) -> Value {
        let names: Names = games::visit(self.game, Naming).expect("a report is of a listed game");
        let fired = |id: usize| self.actions.get(id).copied().unwrap_or(0);
        let total = names.actions.len();
        let never: Vec<&String> = names.actions.iter().enumerate().filter(|&(id, _)| fired(id) == 0).map(|(_, n)| n).collect();
        let mut verbs = Map::new();
        for (i, &(verb, from)) in names.verbs.iter().enumerate() {
            let to = names.verbs.get(i + 1).map_or(total, |&(_, next)| next);
            let reached = (from..to).filter(|&id| fired(id) > 0).count();
            let times: u64 = (from..to).map(fired).sum();
            verbs.insert(verb.to_string(), json!({"times": times, "actions": to - from, "reached": reached}));
        }
        let unseen: Vec<&String> = self.components.iter().filter(|&(_, &times)| times == 0).map(|(name, _)| name).collect();
        json!({
            "game": self.game,
            "seed": self.seed,
            "jobs": self.jobs,
            "decisions": self.decisions,
            "episodes": self.episodes,
            "longest_episode": self.longest,
            "laws": self.laws,
            "policies": self.styles,
            "options": self.values,
            "choices": self.choices,
            "verbs": verbs,
            "actions": {"total": total, "reached": total - never.len(), "never": never},
            "components": {"total": self.components.len(), "reached": self.components.len() - unseen.len(), "never": unseen},
            "found": self.found(),
            "findings": self.findings.iter().map(Finding::to_json).collect::<Vec<_>>(),
        })
    }
}

fn add<K: Ord>(into: &mut BTreeMap<K, u64>, from: BTreeMap<K, u64>) {
    for (key, times) in from {
        *into.entry(key).or_default() += times;
    }
}

/// The names of a game's actions and verbs.
struct Names {
    actions: Vec<String>,
    verbs: &'static [(&'static str, usize)],
}

struct Naming;

impl Visitor for Naming {
    type Out = Names;
    fn visit<R: Playable>(self) -> Names {
        let game = Game::<R>::shipped();
        Names { actions: (0..R::Action::COUNT).map(|id| game.name(id).to_string()).collect(), verbs: R::Action::VERBS }
    }
}
