//! Drives the laws while a soak plays, and counts the checks of each.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::report::Report;
use crate::core::{Episode, Game, Playable, Rng, Seat, Turn};
use crate::laws::{Broke, closed, episode as whole, hold, mutate::Pool, position as laws, questions::Asked, secrets};

/// Expensive laws are checked on one position in N.
const SEEN: u32 = 16;
const DEALT: u32 = 48;
const SAVED: u32 = 64;
/// This one plays every legal action.
const SECRET: u32 = 1024;
/// Mutants that a job tries.
const MUTANTS: usize = 40;

/// Number of checks of each law.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    checks: u64,
    observations: u64,
    redeals: u64,
    snapshots: u64,
    replays: u64,
    refusals: u64,
    mutants: u64,
    secrets: u64,
}

/// Checks the laws during a job: buffers, the copy taken along the way, and coverage.
#[derive(Debug)]
pub struct Watch<R: Playable> {
    game: Arc<Game<R>>,
    bound: usize,
    floats: Vec<f32>,
    /// The question behind each observation of this job.
    asked: Asked,
    /// The component that each float shows.
    component: Vec<usize>,
    names: Vec<String>,
    shown: Vec<u64>,
    copy: Option<Episode<R>>,
    counts: Counts,
}

impl<R: Playable> Watch<R> {
    /// A watch over this game's episodes.
    pub fn new(game: &Arc<Game<R>>) -> Self {
        let size = game.observation_size();
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        let mut component = Vec::with_capacity(size);
        for feature in game.features() {
            let name = plain(&feature.name);
            for i in 0..feature.size {
                let labels = feature.labels.len();
                let full = if labels == 0 { name.clone() } else { format!("{name} {}", feature.labels[i % labels]) };
                let next = numbers.len();
                component.push(*numbers.entry(full).or_insert(next));
            }
        }
        let mut names = vec![String::new(); numbers.len()];
        for (name, at) in numbers {
            names[at] = name;
        }
        Self {
            bound: game.rules.decision_bound(),
            game: game.clone(),
            floats: vec![0.0; size],
            asked: Asked::default(),
            component,
            shown: vec![0; names.len()],
            names,
            copy: None,
            counts: Counts::default(),
        }
    }

    /// Notes that an episode begins.
    pub fn begin(&mut self, episode: &Episode<R>) {
        self.copy = Some(episode.clone());
    }

    /// The laws of one position.
    pub fn position(&mut self, episode: &Episode<R>, rng: &mut Rng) -> Result<(), Broke> {
        let (game, state) = (self.game.clone(), episode.state());
        let played = episode.history().len();
        let legal = laws::stands(&game, state)?;
        hold(legal == *episode.legal(), "the published set is the legal set", || "they differ".to_string())?;
        self.counts.checks += 1;
        let over = episode.turn() == Turn::Over;
        hold(over || played < self.bound, "an episode ends within its bound", || {
            format!("{played} decisions, bound {}", self.bound)
        })?;
        if rng.below(SEEN) == 0 || over {
            let (shown, component) = (&mut self.shown, &self.component);
            laws::observed(&game, state, &mut self.floats, |floats| {
                floats.iter().zip(component).for_each(|(value, &at)| shown[at] += u64::from(*value != 0.0));
            })?;
            self.counts.observations += 1;
            self.asked.record(episode)?;
        }
        if rng.below(DEALT) == 0 {
            for viewer in 0..game.seats() as u8 {
                laws::keeps_secrets(&game, state, Seat(viewer), rng.bits())?;
                self.counts.redeals += 1;
            }
        }
        if rng.below(SECRET) == 0 {
            let compared = secrets::one_answer(&game, state, rng.bits())?;
            self.counts.secrets += (compared.logs + compared.alike + compared.views) as u64;
        }
        if rng.below(SAVED) == 0 {
            whole::saved(episode)?;
            self.counts.snapshots += 1;
            self.counts.refusals += u64::from(whole::refuses(episode, rng)?);
            if !over && rng.below(2) == 0 {
                self.copy = Some(episode.clone());
            }
        }
        Ok(())
    }

    /// The laws of a finished episode.
    pub fn ended(&mut self, episode: &Episode<R>) -> Result<(), Broke> {
        whole::ended(episode, self.copy.take())?;
        self.counts.replays += 1;
        Ok(())
    }

    /// Positions made by mutation: those that `check` accepts are played on.
    pub fn mutants(&mut self, rng: &mut Rng) -> Result<(), Broke> {
        let pool = Pool::fill(self.game.clone(), rng);
        for _ in 0..MUTANTS {
            let (mutant, edits) = pool.mutant(rng);
            let Ok(state) = serde_json::from_value::<R::State>(mutant) else { continue };
            let accepted = closed::played_on(&self.game, state, rng.bits())
                .map_err(|broke| Broke { detail: format!("{}\n{}", broke.detail, edits.join("\n")), ..broke })?;
            self.counts.mutants += u64::from(accepted);
        }
        Ok(())
    }

    /// Adds what was seen to a report.
    pub fn add_to(&self, report: &mut Report) {
        let Counts { checks, observations, redeals, snapshots, replays, refusals, mutants, secrets } = self.counts;
        for (law, times) in [
            ("check", checks),
            ("observation", observations),
            ("leak", redeals),
            ("snapshot", snapshots),
            ("replay", replays),
            ("refusal", refusals),
            ("closed", mutants),
            ("secrets", secrets),
        ] {
            *report.laws.entry(law).or_default() += times;
        }
        for (name, times) in self.names.iter().zip(&self.shown) {
            *report.components.entry(name.clone()).or_default() += times;
        }
    }
}

/// The name of a feature without group numbers: a feature of every seat is one component.
fn plain(name: &str) -> String {
    let part = |part: &str| match part.rsplit_once('_') {
        Some((word, number)) if number.chars().all(|c| c.is_ascii_digit()) => word.to_string(),
        Some(_) | None => part.to_string(),
    };
    name.split('.').map(part).collect::<Vec<_>>().join(".")
}
