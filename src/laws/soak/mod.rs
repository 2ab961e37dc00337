//! Long play in search of broken laws: random and adversarial policies and small agents over every option of a game.
//!
//! The work is cut into jobs. A job is a pure function of the game, the seed and the job's number, so that every finding
//! can be reproduced, whatever the number of threads.

mod players;
mod report;
mod variant;
mod watch;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub use players::Style;
pub use report::{Finding, Report};

use crate::core::record::hash;
use crate::core::rng::mix;
use crate::core::{Episode, Playable, Rng};
use crate::games::{self, Visitor};
use crate::laws::Broke;

/// Episodes of one job: the policies learn within a job, never across jobs.
const EPISODES: usize = 8;
/// A job starts no further episode after this many decisions.
const DECISIONS: u64 = 6_000;

/// A soak of one game. It can run for a while, report, and be resumed.
#[derive(Debug)]
pub struct Soak {
    game: &'static str,
    seed: u64,
    threads: usize,
    next: AtomicU64,
    report: Report,
}

impl Soak {
    /// A soak that has done nothing yet.
    pub fn new(game: &str, seed: u64, threads: usize) -> Result<Self, String> {
        let known = games::NAMES.iter().find(|name| **name == game);
        let game = *known.ok_or_else(|| format!("there is no game {game:?}: the games are {}", games::NAMES.join(", ")))?;
        Ok(Self { game, seed, threads: threads.max(1), next: AtomicU64::new(0), report: Report::new(game, seed) })
    }

    /// Plays jobs on all threads until the time is up; each thread finishes the job it is on.
    pub fn run(&mut self, time: Duration) {
        let end = Instant::now() + time;
        let (game, seed, next) = (self.game, self.seed, &self.next);
        let work = || {
            let mut report = Report::new(game, seed);
            // One job at least, however slow the machine is.
            loop {
                report.merge(job(game, seed, next.fetch_add(1, Ordering::Relaxed)));
                if Instant::now() >= end {
                    break report;
                }
            }
        };
        let parts: Vec<Report> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            workers.into_iter().map(|w| w.join().expect("a job catches every panic of a game")).collect()
        });
        for part in parts {
            self.report.merge(part);
        }
    }

    /// The report so far.
    pub fn report(&self) -> &Report {
        &self.report
    }
}

/// One job: a few episodes under one draw of the options. It depends on these three arguments alone.
pub fn job(game: &'static str, seed: u64, number: u64) -> Report {
    games::visit(game, Job { seed, number }).expect("a soak is made for a listed game")
}

struct Job {
    seed: u64,
    number: u64,
}

impl Visitor for Job {
    type Out = Report;
    fn visit<R: Playable>(self) -> Report {
        job_of::<R>(self.seed, self.number)
    }
}

/// One job of a game whose type is known.
pub fn job_of<R: Playable>(seed: u64, number: u64) -> Report {
    let mut rng = Rng::seeded(mix(mix(seed, hash(R::NAME.as_bytes())), number));
    let mut report = Report::new(R::NAME, seed);
    report.jobs = 1;
    let game = variant::draw::<R>(&mut rng);
    report.options(&game);
    let mut player = players::Players::new(&game);
    let mut watch = watch::Watch::new(&game);
    for _ in 0..EPISODES {
        if report.decisions > DECISIONS {
            break;
        }
        let seed = rng.bits();
        player.sit_down(&mut rng);
        let mut episode = Episode::new(game.clone(), seed);
        let end = catch_unwind(AssertUnwindSafe(|| one_episode(&mut episode, &mut player, &mut watch, &mut rng, &mut report)));
        let broke = match end {
            Ok(Ok(())) => None,
            Ok(Err(broke)) => Some(broke),
            Err(panic) => Some(Broke { law: "nothing panics", detail: panic_text(&*panic) }),
        };
        report.episode(&episode, &player);
        if let Some(broke) = broke {
            report.findings.push(Finding::new(&episode, seed, number, &player, broke));
        }
    }
    // One job in four tries positions made by mutation.
    if number.is_multiple_of(4) {
        let end = catch_unwind(AssertUnwindSafe(|| watch.mutants(&mut rng)));
        let broke = match end {
            Ok(Ok(())) => None,
            Ok(Err(broke)) => Some(broke),
            Err(panic) => Some(Broke { law: "nothing panics", detail: panic_text(&*panic) }),
        };
        if let Some(broke) = broke {
            report.findings.push(Finding::new(&Episode::new(game.clone(), 0), 0, number, &player, broke));
        }
    }
    watch.add_to(&mut report);
    report
}

/// Plays one episode to its end and checks the laws on the way.
fn one_episode<R: Playable>(
    episode: &mut Episode<R>,
    player: &mut players::Players<R>,
    watch: &mut watch::Watch<R>,
    rng: &mut Rng,
    report: &mut Report,
) -> Result<(), Broke> {
    watch.begin(episode);
    loop {
        watch.position(episode, rng)?;
        if episode.legal().is_empty() {
            return watch.ended(episode);
        }
        let id = player.choose(episode, rng);
        report.chosen(id, episode.game().rules.decision(episode.state()));
        episode.play(id).map_err(|e| Broke { law: "a legal action applies", detail: e.message })?;
        player.played(episode, id);
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without a message").to_string()
}
