//! Decisions per second of every game and number of players on one core: rules only, with mask, with observation.
//!
//! `cargo bench --bench step [-- --json] [-- --game agartha] [-- --seconds 1]`
#![allow(missing_docs, reason = "a program")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use expedition::core::{Action, ActionSet, Game, Kind, Playable, Rng, Seat, Silent, Turn};
use expedition::games::{self, Visitor};
use serde_json::{Map, Value, json};

/// The work done for each decision.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Work {
    /// Legal set, random pick, apply, restart.
    Game,
    /// The same, and the mask is written.
    Mask,
    /// The same, and the observation of the seat to act.
    Observation,
}

/// One lane that plays random episodes without end.
struct Lane<'a, R: Playable> {
    game: &'a Game<R>,
    state: R::State,
    rng: Rng,
    picks: Rng,
    mask: Vec<bool>,
    floats: Vec<f32>,
    episodes: u64,
    longest: u64,
    length: u64,
}

impl<'a, R: Playable> Lane<'a, R> {
    fn new(game: &'a Game<R>) -> Self {
        let mut rng = Rng::seeded(1);
        let state = game.rules.start(&mut rng);
        let (mask, floats) = (vec![false; R::Action::COUNT], vec![0.0; game.observation_size()]);
        Self { game, state, rng, picks: Rng::seeded(2), mask, floats, episodes: 0, longest: 0, length: 0 }
    }

    #[inline]
    fn play(&mut self, decisions: u64, work: Work) {
        let rules = &self.game.rules;
        for _ in 0..decisions {
            let mut legal = ActionSet::EMPTY;
            rules.legal(&self.state, &mut legal);
            if work >= Work::Mask {
                legal.write_mask(&mut self.mask);
                black_box(&mut self.mask);
            }
            if work >= Work::Observation {
                let seat = if let Turn::Seat(seat) = rules.turn(&self.state) { seat } else { Seat(0) };
                self.game.observe(&self.state, seat, &mut self.floats);
                black_box(&mut self.floats);
            }
            let id = legal.nth(self.picks.below(legal.len()));
            rules.apply(&mut self.state, R::Action::at(id), &mut self.rng, &mut Silent);
            self.length += 1;
            if rules.turn(&self.state) == Turn::Over {
                black_box(rules.scores(&self.state));
                self.state = rules.start(&mut self.rng);
                self.longest = self.longest.max(self.length);
                (self.episodes, self.length) = (self.episodes + 1, 0);
            }
        }
    }
}

/// The best rate of several short runs: what the machine can do when nothing else disturbs it.
fn rate<R: Playable>(game: &Game<R>, work: Work, budget: Duration) -> f64 {
    const CHUNK: u64 = 4_000;
    let mut lane = Lane::new(game);
    let (begin, mut best) = (Instant::now(), 0.0f64);
    while begin.elapsed() < budget || best == 0.0 {
        let start = Instant::now();
        match work {
            Work::Game => lane.play(CHUNK, Work::Game),
            Work::Mask => lane.play(CHUNK, Work::Mask),
            Work::Observation => lane.play(CHUNK, Work::Observation),
        }
        best = best.max(CHUNK as f64 / start.elapsed().as_secs_f64());
    }
    assert!(lane.longest <= game.rules.decision_bound() as u64, "{}: an episode ends within its bound", R::NAME);
    best
}

struct Bench {
    budget: Duration,
}

impl Visitor for Bench {
    type Out = Vec<Value>;
    fn visit<R: Playable>(self) -> Vec<Value> {
        let players = R::OPTIONS.iter().find(|option| option.name == "players").map(|option| option.kind);
        let Some(Kind::Int(low, high)) = players else { panic!("{} has players", R::NAME) };
        let rows = (low..=high).filter_map(|players| {
            let options: Map<String, Value> = [("players".to_string(), players.into())].into_iter().collect();
            let game = Game::<R>::new(&options, &Map::new()).ok()?;
            let mut lane = Lane::new(&game);
            lane.play(20_000, Work::Game);
            Some(json!({
                "game": R::NAME,
                "players": players,
                "rules": rate(&game, Work::Game, self.budget).round(),
                "mask": rate(&game, Work::Mask, self.budget).round(),
                "observation": rate(&game, Work::Observation, self.budget).round(),
                "decisions_per_game": 20_000 / lane.episodes.max(1),
                "actions": R::Action::COUNT,
                "floats": game.observation_size(),
                "state_bytes": size_of::<R::State>(),
            }))
        });
        rows.collect()
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| args.iter().position(|a| a == name).and_then(|i| args.get(i + 1));
    let seconds = value("--seconds").and_then(|text| text.parse().ok()).unwrap_or(0.5);
    let only = value("--game");
    let names = games::NAMES.iter().filter(|name| only.is_none_or(|only| only == **name));
    let bench = || Bench { budget: Duration::from_secs_f64(seconds) };
    let rows: Vec<Value> = names.flat_map(|name| games::visit(name, bench()).expect("a listed game")).collect();
    if args.iter().any(|a| a == "--json") {
        println!("{}", Value::from(rows));
        return;
    }
    println!("million decisions a second on one core: rules only, with the mask, with mask and observation\n");
    println!("| game | players | rules | + mask | + observation | decisions a game | actions | floats | state bytes |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for row in rows {
        let million = |key: &str| format!("{:.2}", row[key].as_f64().unwrap_or(0.0) / 1e6);
        println!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            row["game"].as_str().unwrap_or("?"),
            row["players"],
            million("rules"),
            million("mask"),
            million("observation"),
            row["decisions_per_game"],
            row["actions"],
            row["floats"],
            row["state_bytes"]
        );
    }
}
