//! The laws of every position and every episode, checked while a soak plays.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::report::Report;
use crate::core::{Action, ActionSet, Episode, Game, MAX_SEATS, Record, Rng, Rules, Seat, Turn};

/// A law that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broke {
    /// The law as a short sentence.
    pub law: &'static str,
    /// What was found.
    pub detail: String,
}

fn hold(condition: bool, law: &'static str, detail: impl FnOnce() -> String) -> Result<(), Broke> {
    if condition { Ok(()) } else { Err(Broke { law, detail: detail() }) }
}

/// One position in so many is looked at, for laws that cost more than a step.
const SEEN: u32 = 16;
const DEALT: u32 = 48;
const SAVED: u32 = 64;

/// How often each law was checked.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    checks: u64,
    observations: u64,
    redeals: u64,
    snapshots: u64,
    replays: u64,
    refusals: u64,
}

/// The eyes of a job: buffers, the copy taken on the way, and what was seen.
#[derive(Debug)]
pub struct Watch<G: Game> {
    rules: Arc<Rules<G>>,
    bound: usize,
    before: Vec<f32>,
    after: Vec<f32>,
    /// The component each float shows.
    component: Vec<usize>,
    names: Vec<String>,
    shown: Vec<u64>,
    copy: Option<Episode<G>>,
    counts: Counts,
}

impl<G: Game> Watch<G> {
    /// Eyes for episodes of these rules.
    pub fn new(rules: &Arc<Rules<G>>) -> Self {
        let size = rules.observation_size();
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        let mut component = Vec::with_capacity(size);
        for feature in rules.features() {
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
            bound: rules.game.decision_bound(),
            rules: rules.clone(),
            before: vec![0.0; size],
            after: vec![0.0; size],
            component,
            shown: vec![0; names.len()],
            names,
            copy: None,
            counts: Counts::default(),
        }
    }

    /// An episode begins.
    pub fn begin(&mut self, episode: &Episode<G>) {
        self.copy = Some(episode.clone());
    }

    /// The laws of one position.
    pub fn position(&mut self, episode: &Episode<G>, rng: &mut Rng) -> Result<(), Broke> {
        let (game, state) = (&self.rules.game, episode.state());
        let played = episode.history().len();
        game.check(state).map_err(|broken| Broke { law: "every position passes its check", detail: broken.to_string() })?;
        self.counts.checks += 1;
        let over = episode.turn() == Turn::Over;
        hold(episode.legal().is_empty() == over, "a running game has a legal action, an ended one none", || {
            format!("over: {over}")
        })?;
        if let Turn::Seat(seat) = episode.turn() {
            hold(seat.at() < self.rules.seats(), "a seat that plays is to act", || format!("{seat:?}"))?;
            hold(played < self.bound, "an episode ends within its bound", || format!("{played} decisions, bound {}", self.bound))?;
        }
        if rng.below(SEEN) == 0 || over {
            self.observation(episode)?;
        }
        if rng.below(DEALT) == 0 {
            self.redeals(episode, rng)?;
        }
        if rng.below(SAVED) == 0 {
            self.snapshots(episode)?;
            self.refusal(episode, rng)?;
            if !over && rng.below(2) == 0 {
                self.copy = Some(episode.clone());
            }
        }
        Ok(())
    }

    /// Every float is within the bounds its feature declares.
    fn observation(&mut self, episode: &Episode<G>) -> Result<(), Broke> {
        for seat in 0..self.rules.seats() {
            self.before.fill(f32::NAN);
            self.rules.observe(episode.state(), Seat(seat as u8), &mut self.before);
            for feature in self.rules.features() {
                for (i, value) in self.before[feature.offset..][..feature.size].iter().enumerate() {
                    hold((feature.low..=feature.high).contains(value), "observations stay within their bounds", || {
                        format!("{}[{i}] = {value} for seat {seat}, outside {}..{}", feature.name, feature.low, feature.high)
                    })?;
                    self.shown[self.component[feature.offset + i]] += u64::from(*value != 0.0);
                }
            }
        }
        self.counts.observations += 1;
        Ok(())
    }

    /// What a seat sees does not depend on what it cannot know.
    fn redeals(&mut self, episode: &Episode<G>, rng: &mut Rng) -> Result<(), Broke> {
        let rules = self.rules.clone();
        for viewer in (0..rules.seats()).map(|s| Seat(s as u8)) {
            let seed = rng.bits();
            let dealt = episode.redeal(viewer, seed);
            let who = || format!("redeal({}, {seed})", viewer.0);
            rules
                .game
                .check(dealt.state())
                .map_err(|broken| Broke { law: "a redeal gives a possible position", detail: format!("{}: {broken}", who()) })?;
            rules.observe(episode.state(), viewer, &mut self.before);
            rules.observe(dealt.state(), viewer, &mut self.after);
            if let Some(at) = (0..self.before.len()).find(|&i| self.before[i].to_bits() != self.after[i].to_bits()) {
                let feature = rules.features().iter().rfind(|f| f.offset <= at).map_or("", |f| f.name.as_str());
                return Err(Broke { law: "an observation does not leak", detail: format!("{feature}, {}", who()) });
            }
            let same = rules.game.text(episode.state(), Some(viewer)) == rules.game.text(dealt.state(), Some(viewer));
            hold(same, "a text does not leak", who)?;
            hold(episode.turn() == dealt.turn(), "the turn does not leak", who)?;
            let asked = episode.turn() == Turn::Seat(viewer);
            hold(!asked || episode.legal() == dealt.legal(), "the legal set does not leak", who)?;
            let named = rules.game.decision(episode.state()) == rules.game.decision(dealt.state());
            hold(!asked || named, "the name of the decision does not leak", who)?;
            if asked {
                let id = episode.legal().nth(rng.below(episode.legal().len()));
                let action = G::Action::from_id(id).expect("a legal id is below the count");
                let same = rules.game.explain(episode.state(), action) == rules.game.explain(dealt.state(), action);
                hold(same, "the words for an action do not leak", || format!("{}, action {id}", who()))?;
            }
            self.counts.redeals += 1;
        }
        Ok(())
    }

    /// Bytes, plain data and pickles give the same position back.
    fn snapshots(&mut self, episode: &Episode<G>) -> Result<(), Broke> {
        const LAW: &str = "snapshots are exact";
        let rules = &self.rules;
        let wrong = |what: &str, detail: String| Broke { law: LAW, detail: format!("{what}: {detail}") };
        let copy = Episode::from_bytes(rules.clone(), &episode.to_bytes()).map_err(|e| wrong("bytes", e))?;
        hold(copy.state() == episode.state() && copy.rng() == episode.rng(), LAW, || "bytes differ".to_string())?;
        hold(copy.legal() == episode.legal(), LAW, || "legal sets differ".to_string())?;
        let full = Episode::from_full_bytes(rules.clone(), &episode.to_full_bytes()).map_err(|e| wrong("pickle", e))?;
        hold(full == *episode, LAW, || "pickles differ".to_string())?;
        let state: G::State = serde_json::from_value(episode.to_json()).map_err(|e| wrong("plain data", e.to_string()))?;
        hold(state == *episode.state(), LAW, || "plain data differ".to_string())?;
        hold(*episode == episode.clone(), LAW, || "a clone differs".to_string())?;
        self.counts.snapshots += 1;
        Ok(())
    }

    /// An illegal action is refused and changes nothing.
    fn refusal(&mut self, episode: &Episode<G>, rng: &mut Rng) -> Result<(), Broke> {
        let id = rng.index(G::Action::COUNT + 2);
        if episode.legal().has(id) {
            return Ok(());
        }
        let mut copy = episode.clone();
        let refused = copy.play(id).is_err();
        hold(refused && copy == *episode, "a refused action changes nothing", || format!("action {id}"))?;
        self.counts.refusals += 1;
        Ok(())
    }

    /// The laws of a finished episode.
    pub fn ended(&mut self, episode: &Episode<G>) -> Result<(), Broke> {
        const REPLAY: &str = "a copy and a record replay to the same end";
        let wrong = |detail: String| Broke { law: REPLAY, detail };
        if let Some(mut copy) = self.copy.take() {
            for &(_, id) in &episode.history()[copy.history().len()..] {
                copy.play(id as usize).map_err(|e| wrong(e.message))?;
            }
            hold(copy == *episode, REPLAY, || "the copy differs".to_string())?;
        }
        let record = Record::from_text(&episode.record().to_text()).map_err(wrong)?;
        let again = Episode::replay(self.rules.clone(), &record).map_err(wrong)?;
        hold(again == *episode, REPLAY, || "the record differs".to_string())?;
        self.counts.replays += 1;
        let scores = episode.scores();
        let mut sum = [0.0; MAX_SEATS];
        for (_, points) in self.rules.game.breakdown(episode.state()) {
            sum.iter_mut().zip(points).for_each(|(s, p)| *s += p);
        }
        let near = sum.iter().zip(scores).all(|(got, want)| (got - want).abs() < 1e-3);
        hold(near, "the sources of the points add up", || format!("{sum:?}, {scores:?}"))?;
        let outcome = self.rules.game.outcome(episode.state());
        hold(outcome.iter().all(|o| o.abs() <= 1.0), "an outcome is from -1 to 1", || format!("{outcome:?}"))?;
        let returns = episode.returns();
        let absent = returns[self.rules.seats()..].iter().all(|&r| r == 0.0);
        hold(absent && returns.iter().all(|r| r.is_finite()), "returns are finite, and nothing for absent seats", || {
            format!("{returns:?}")
        })?;
        let mut legal = ActionSet::EMPTY;
        self.rules.game.legal(episode.state(), &mut legal);
        hold(legal == *episode.legal(), "the published set is the legal set", || "they differ".to_string())
    }

    /// Adds what was seen to a report.
    pub fn tell(&self, report: &mut Report) {
        let Counts { checks, observations, redeals, snapshots, replays, refusals } = self.counts;
        for (law, times) in [
            ("check", checks),
            ("observation", observations),
            ("leak", redeals),
            ("snapshot", snapshots),
            ("replay", replays),
            ("refusal", refusals),
        ] {
            *report.laws.entry(law).or_default() += times;
        }
        for (name, times) in self.names.iter().zip(&self.shown) {
            *report.components.entry(name.clone()).or_default() += times;
        }
    }
}

/// The name of a feature without the numbers of its groups: what every seat has is one component.
fn plain(name: &str) -> String {
    let part = |part: &str| match part.rsplit_once('_') {
        Some((word, number)) if number.chars().all(|c| c.is_ascii_digit()) => word.to_string(),
        Some(_) | None => part.to_string(),
    };
    name.split('.').map(part).collect::<Vec<_>>().join(".")
}
