//! The soak itself: a short one of every game finds nothing, jobs are repeatable, and every kind of fault is found.

use std::time::Duration;

use expedition::core::{
    ActionSet, Advise, Apply, Broken, Check, Content, Describe, Legal, Observe, OptionSpec, Options, Problems, Prune, Record, Rng,
    Rules, Score, Scores, Seat, SeatSet, Setup, Sink, Turn, Witness,
};
use expedition::games::toy;
use expedition::laws::soak::{Soak, job, job_of};

use super::support::wanted;

/// Jobs of each game: `make rule-coverage` asks for more.
fn jobs() -> u64 {
    std::env::var("EXPEDITION_SOAK_JOBS").map_or(6, |text| text.parse().expect("EXPEDITION_SOAK_JOBS is a number"))
}

#[test]
fn a_short_soak_of_every_game_finds_nothing() {
    for name in wanted() {
        for number in 0..jobs() {
            let report = job(name, 20_261_116, number);
            assert!(report.findings.is_empty(), "{name}: {:?}", report.findings.first());
            assert!(report.decisions > 0 && report.episodes > 0 && report.laws["check"] > report.decisions);
        }
    }
}

#[test]
fn a_job_repeats_and_jobs_differ() {
    let json = |number| job("agartha", 5, number).to_json();
    assert_eq!(json(3), json(3));
    assert_ne!(json(3), json(4));
}

#[test]
fn a_soak_runs_on_threads_and_adds_up() {
    let mut soak = Soak::new("toy", 1, 2).expect("the toy is listed");
    soak.run(Duration::from_millis(60));
    let report = soak.report().to_json();
    assert_eq!(report["actions"]["never"].as_array().map(Vec::len), Some(0), "{report}");
    assert_eq!(report["choices"]["lead"], report["decisions"]);
    let policies = report["policies"].as_object().expect("a table");
    assert_eq!(policies.values().filter_map(serde_json::Value::as_u64).sum::<u64>(), soak.report().episodes);
    assert!(policies.len() >= 4 && report["found"] == 0, "{report}");
    assert!(Soak::new("chess", 1, 2).expect_err("no such game").contains("there is no game \"chess\""));
}

#[test]
fn shipped_networks_play_where_they_can_read_the_game() {
    let mut seen = std::collections::BTreeSet::new();
    // A few jobs in a hundred use the two players with the shipped network, and one seat in 16 asks an agent.
    let found = (0..400).any(|number| {
        seen.extend(job("agartha", 7, number).styles.into_keys());
        seen.contains("network") && seen.contains("guided")
    });
    assert!(found, "{seen:?}");
}

#[test]
fn agents_play_too() {
    let mut policies = std::collections::BTreeMap::new();
    for number in 0..40 {
        for (name, times) in job("toy", 1, number).styles {
            *policies.entry(name).or_insert(0) += times;
        }
    }
    for name in ["random", "rare", "narrow", "wide", "chain", "greedy", "search", "mixed"] {
        assert!(policies.get(name).is_some_and(|&times| times > 0), "{name}: {policies:?}");
    }
    let agents = policies["greedy"] + policies["search"];
    assert!(agents * 4 < policies.values().sum(), "agents are seldom: {policies:?}");
}

const LEAK: u8 = 0;
const TEXT: u8 = 1;
const CHECK: u8 = 2;
const PANIC: u8 = 3;
const BOUND: u8 = 4;
const LEGAL: u8 = 5;
const CHANCE: u8 = 6;

/// The toy with one fault.
#[derive(Debug)]
struct Faulty<const FAULT: u8>(toy::Toy);

impl<const FAULT: u8> Rules for Faulty<FAULT> {
    type State = toy::State;
    type Action = toy::Act;
    const NAME: &'static str = toy::Toy::NAME;
    const VERSION: u16 = toy::Toy::VERSION;
    const RULES: &'static str = toy::Toy::RULES;
    const OPTIONS: &'static [OptionSpec] = toy::Toy::OPTIONS;
    const CONTENT: &'static [(&'static str, &'static str)] = toy::Toy::CONTENT;

    fn new(options: &Options, content: &Content) -> Result<Self, Problems> {
        toy::Toy::new(options, content).map(Self)
    }

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn decision_bound(&self) -> usize {
        if FAULT == BOUND { self.0.decision_bound() / 4 } else { self.0.decision_bound() }
    }

    fn turn(&self, state: &toy::State) -> Turn {
        self.0.turn(state)
    }
}

impl<const FAULT: u8> Setup for Faulty<FAULT> {
    fn start(&self, rng: &mut Rng) -> toy::State {
        self.0.start(rng)
    }
}

impl<const FAULT: u8> Legal for Faulty<FAULT> {
    fn legal(&self, state: &toy::State, out: &mut ActionSet) {
        self.0.legal(state, out);
        if FAULT == LEGAL && state.left == 2 {
            out.clear();
        }
    }
}

impl<const FAULT: u8> Apply for Faulty<FAULT> {
    fn apply<W: Witness>(&self, state: &mut toy::State, action: toy::Act, rng: &mut Rng, witness: &mut W) {
        assert!(FAULT != PANIC || state.left > 5, "the rope tore");
        if FAULT == CHANCE && std::thread::current().name().is_some() && state.left > 4 {
            // Chance from outside the stream: the clock.
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970");
            state.gems[0] = (now.subsec_nanos() % 2) as u8;
        }
        self.0.apply(state, action, rng, witness);
    }
}

impl<const FAULT: u8> Check for Faulty<FAULT> {
    fn check(&self, state: &toy::State) -> Result<(), Broken> {
        expedition::ensure!(FAULT != CHECK || state.left != 3, "nobody stops at three", "{}", state.left);
        if FAULT == CHANCE { Ok(()) } else { self.0.check(state) }
    }
}

impl<const FAULT: u8> Score for Faulty<FAULT> {
    fn scores(&self, state: &toy::State) -> Scores {
        self.0.scores(state)
    }

    fn breakdown(&self, state: &toy::State) -> Vec<(&'static str, Scores)> {
        self.0.breakdown(state)
    }

    fn score_scale(&self) -> f32 {
        self.0.score_scale()
    }

    fn winners(&self, state: &toy::State) -> SeatSet {
        self.0.winners(state)
    }
}

impl<const FAULT: u8> Observe for Faulty<FAULT> {
    type Memo = ();

    fn observe<S: Sink>(&self, state: &toy::State, viewer: Seat, memo: &mut (), out: &mut S) {
        self.0.observe(state, viewer, memo, out);
        let other = (viewer.at() + 1) % self.seats();
        out.number("peek", if FAULT == LEAK { f32::from(state.gems[other]) } else { 0.0 }, 0.0, 10.0);
    }

    fn redeal(&self, state: &mut toy::State, viewer: Seat, rng: &mut Rng) {
        self.0.redeal(state, viewer, rng);
    }
}

impl<const FAULT: u8> Describe for Faulty<FAULT> {
    const TITLE: &'static str = "A game of the tests";

    fn decision(&self, state: &toy::State) -> &'static str {
        self.0.decision(state)
    }

    fn name(&self, action: toy::Act) -> String {
        self.0.name(action)
    }

    fn text(&self, state: &toy::State, viewer: Option<Seat>) -> String {
        let peek = if FAULT == TEXT { format!("{:?}", state.gems) } else { String::new() };
        self.0.text(state, viewer) + &peek
    }
}

impl<const FAULT: u8> Advise for Faulty<FAULT> {
    type Notes = ();
}

impl<const FAULT: u8> Prune for Faulty<FAULT> {}

/// The laws that a fault breaks within a few jobs; the record of the first finding replays up to that point.
fn found<const FAULT: u8>() -> Vec<&'static str> {
    let reports = (0..60).map(|number| job_of::<Faulty<FAULT>>(3, number));
    let mut findings = reports.flat_map(|report| report.findings).peekable();
    if FAULT != CHANCE {
        let first = findings.peek().expect("the fault is found");
        let record = Record::from_text(first.record.as_deref().expect("it can be recorded")).expect("a record");
        assert_eq!((record.seed, record.moves.len()), (first.seed, first.ply));
    }
    findings.map(|finding| finding.broke.law).collect()
}

#[test]
fn each_fault_is_found() {
    let only = |laws: Vec<&'static str>, law: &str| assert!(!laws.is_empty() && laws.iter().all(|l| *l == law), "{law}: {laws:?}");
    only(found::<LEAK>(), "an observation does not leak");
    // A text that reveals more than the observation breaks both laws that compare them.
    let laws = found::<TEXT>();
    assert!(laws.contains(&"a text does not leak"), "{laws:?}");
    assert!(laws.iter().all(|l| ["a text does not leak", "one observation means one text"].contains(l)), "{laws:?}");
    only(found::<CHECK>(), "every position passes its check");
    only(found::<PANIC>(), "nothing panics");
    only(found::<BOUND>(), "an episode ends within its bound");
    // An agent that looks ahead trips over the position without a legal action before it is reached.
    let laws = found::<LEGAL>();
    assert!(laws.contains(&"a running game has a legal action, an ended one none"), "{laws:?}");
    assert!(laws.iter().filter(|l| **l == "nothing panics").count() * 2 < laws.len(), "{laws:?}");
    let laws = found::<CHANCE>();
    assert!(
        laws.iter().any(|l| ["snapshots are exact", "a copy and a record replay to the same end", "nothing panics"].contains(l))
    );
}
