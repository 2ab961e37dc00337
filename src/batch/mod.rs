//! Many episodes at once: contiguous lanes, buffers owned by the caller, the same bytes for any number of threads.
//!
//! ```
//! use std::sync::Arc;
//!
//! use expedition::{Arrays, Autoreset, Batch, Format, Game, Seating, games::toy::Toy};
//!
//! let game = Arc::new(Game::<Toy>::shipped());
//! let mut batch = Batch::new(game, 64, 7, 2, Autoreset::SameStep, Seating::default())?;
//! let mut arrays = Arrays::new(batch.shape(), batch.len(), Format::Dense);
//! batch.publish(arrays.buffers())?;
//! for _ in 0..100 {
//!     // Or what a policy chooses, from `arrays.observations` and `arrays.masks`.
//!     let actions: Vec<i64> = batch.sample()?.iter().map(|&action| action.into()).collect();
//!     batch.step(&actions, arrays.buffers())?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advice;
mod arrays;
mod buffers;
mod lane;
mod pool;
mod seating;
mod series;

use std::fmt;
use std::sync::Arc;

pub use arrays::{Arrays, Format, Rows};
pub use buffers::Buffers;
use buffers::Row;
pub use lane::Lane;
use pool::{Pool, THOUGHT};
pub use seating::{Learner, Opponent, Random, Seating, opponent};
pub use series::Series;

use crate::core::episode::{fingerprint, other_game, sealed, unsealed};
use crate::core::rng::lane_root;
use crate::core::{Action, Episode, Game, Illegal, Playable, Shape};

/// The error of work that was stopped.
const STOPPED: &str = "the batch was stopped, and nothing has changed";

/// The reason a step was refused; no lane has moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A lane's action is not legal; the sentence names both.
    Illegal(Illegal),
    /// The batch was stopped, has no threads, or was given another number of actions than it has lanes.
    Impossible(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(illegal) => illegal.fmt(f),
            Self::Impossible(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Refused {}

/// When an ended lane begins its next episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// In the step that ended it: the lane already shows the next episode.
    SameStep,
    /// In the step after: that step ignores its action and pays nothing.
    NextStep,
    /// When the caller resets it.
    Disabled,
}

/// Many episodes of one game.
pub struct Batch<R: Playable> {
    game: Arc<Game<R>>,
    lanes: Vec<Lane<R>>,
    series: Series<R>,
    autoreset: Autoreset,
    pool: Pool,
    /// The last draw of `sample`, by lane.
    samples: Vec<u16>,
}

impl<R: Playable> Batch<R> {
    /// A batch whose lanes all stand at the start of their first episode.
    pub fn new(
        game: Arc<Game<R>>,
        lanes: usize,
        seed: u64,
        threads: usize,
        autoreset: Autoreset,
        series: impl Into<Series<R>>,
    ) -> Result<Self, String> {
        let series = series.into();
        let mut all = Vec::new();
        all.try_reserve_exact(lanes)
            .map_err(|_| format!("{lanes} lanes of {} bytes do not fit into memory", size_of::<Lane<R>>()))?;
        let pool = Pool::new(threads)?;
        let root = |i| lane_root(seed, i);
        if series.seating.may_take_long() {
            let mut made: Vec<Option<Lane<R>>> = (0..lanes).map(|_| None).collect();
            let chunks = made.iter_mut().enumerate().collect();
            pool.run_if_all(chunks, &|_| true, &|(i, lane): (usize, &mut Option<Lane<R>>)| {
                if !series.stop.is_set() {
                    *lane = Some(Lane::new(&game, &series, root(i)));
                }
            });
            all.extend(made.into_iter().flatten());
        } else {
            all.extend((0..lanes).take_while(|_| !series.stop.is_set()).map(|i| Lane::new(&game, &series, root(i))));
        }
        if series.stop.is_set() {
            return Err(STOPPED.to_string());
        }
        Ok(Self { game, lanes: all, series, autoreset, pool, samples: vec![0; lanes] })
    }

    /// The rules.
    pub fn game(&self) -> &Arc<Game<R>> {
        &self.game
    }

    /// Number of lanes.
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Whether there are no lanes.
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// The lanes.
    pub fn lanes(&self) -> &[Lane<R>] {
        &self.lanes
    }

    /// The row lengths of the buffers this batch writes to.
    pub fn shape(&self) -> Shape {
        Shape {
            observation: self.game.observation_size(),
            nonzero: self.game.max_nonzero(),
            actions: R::Action::COUNT,
            seats: self.game.seats(),
        }
    }

    /// Publishes every lane without a step.
    pub fn publish(&mut self, buffers: Buffers<'_>) -> Result<(), String> {
        self.pool.renew_after_fork()?;
        let driver = Driver { game: &self.game, series: &self.series, autoreset: self.autoreset };
        run(&self.pool, &mut self.lanes, 1, buffers, &|_, lane, out| {
            out.nothing_happened();
            driver.publish(lane, out);
        });
        Ok(())
    }

    /// Whether a call may take long enough to be worth interrupting.
    pub fn may_take_long(&self) -> bool {
        self.series.seating.may_take_long()
    }

    /// How many plain decisions one lane's step is worth.
    fn worth(&self) -> usize {
        if self.may_take_long() { THOUGHT } else { 1 }
    }

    /// A copy of all lanes if opponents think long enough to be interrupted.
    fn copies(&self) -> Option<Vec<Lane<R>>> {
        self.may_take_long().then(|| self.lanes.clone())
    }

    /// Puts every lane back where it was if the work was stopped, and returns whether it was.
    fn undone(&mut self, before: Option<Vec<Lane<R>>>) -> bool {
        match before {
            Some(lanes) if self.series.stop.is_set() => {
                self.lanes = lanes;
                true
            }
            _ => false,
        }
    }

    /// Restarts lanes, all or those that `chosen` marks: with the roots of new seeds, or with each lane's next episode.
    pub fn reset(&mut self, roots: Option<&[u64]>, chosen: Option<&[bool]>, buffers: Buffers<'_>) -> Result<(), String> {
        self.pool.renew_after_fork()?;
        let before = self.copies();
        let (game, series, worth) = (&*self.game, &self.series, self.worth());
        let driver = Driver { game, series, autoreset: self.autoreset };
        run(&self.pool, &mut self.lanes, worth, buffers, &|index, lane, out| {
            if chosen.is_none_or(|c| c[index]) {
                match roots {
                    Some(roots) => *lane = Lane::new(game, series, roots[index]),
                    None => lane.restart(game, series),
                }
                out.nothing_happened();
                driver.publish(lane, out);
            }
        });
        if self.undone(before) { Err(STOPPED.to_string()) } else { Ok(()) }
    }

    /// Plays one action on every lane. If any is illegal, no lane moves.
    pub fn step(&mut self, actions: &[i64], buffers: Buffers<'_>) -> Result<(), Refused> {
        self.pool.renew_after_fork().map_err(Refused::Impossible)?;
        let (autoreset, lanes) = (self.autoreset, self.lanes.len());
        if actions.len() != lanes {
            return Err(Refused::Impossible(format!("{} actions for {lanes} lanes: a step takes one for each", actions.len())));
        }
        let (before, worth) = (self.copies(), self.worth());
        let driver = Driver { game: &self.game, series: &self.series, autoreset };
        let admitted = self.pool.run_if_all(
            chunks(&self.pool, &mut self.lanes, worth, buffers),
            &|chunk| chunk.lanes.iter().zip(&actions[chunk.first..]).all(|(lane, &action)| lane.admits(action, autoreset)),
            &|chunk| {
                chunk.for_each_lane(&|index, lane, out| {
                    driver.step(lane, actions[index] as usize, out);
                    driver.publish(lane, out);
                });
            },
        );
        if self.undone(before) {
            return Err(Refused::Impossible(STOPPED.to_string()));
        }
        if admitted {
            return Ok(());
        }
        let refused = (0..lanes).find(|&i| !self.lanes[i].admits(actions[i], autoreset)).expect("a lane was refused");
        Err(Refused::Illegal(Illegal { message: self.refusal(refused, actions[refused]) }))
    }

    fn refusal(&self, lane: usize, action: i64) -> String {
        let it = &self.lanes[lane];
        if it.is_over() {
            return format!("lane {lane} is over and autoreset is disabled: reset it before the next step; no lane has moved");
        }
        let what = match usize::try_from(action).ok().and_then(R::Action::from_id) {
            Some(a) => format!("action {action} ({:?}) is not legal in lane {lane}", self.game.rules.name(a)),
            None => format!("action {action} in lane {lane} does not exist: ids go from 0 to {}", R::Action::COUNT - 1),
        };
        format!("{what}; {}; no lane has moved", crate::core::episode::legal_sentence(&self.game, it.state(), it.legal()))
    }

    /// A uniformly random legal action per lane; 0 where the action will be ignored.
    pub fn sample(&mut self) -> Result<&[u16], String> {
        self.pool.renew_after_fork()?;
        let size = self.pool.chunk_size(self.lanes.len(), 1);
        let chunks = self.lanes.chunks_mut(size).zip(self.samples.chunks_mut(size)).collect();
        self.pool.run_if_all(chunks, &|_| true, &|(lanes, out)| {
            lanes.iter_mut().zip(out).for_each(|(lane, action)| *action = lane.sample() as u16);
        });
        Ok(&self.samples)
    }

    /// Plays random decisions on every lane, as `sample` and `step` would, and returns how many episodes ended.
    pub fn rollout(&mut self, steps: usize, buffers: Buffers<'_>) -> Result<u64, String> {
        use std::sync::atomic::{AtomicU64, Ordering};
        self.pool.renew_after_fork()?;
        let ended = AtomicU64::new(0);
        let (before, worth) = (self.copies(), steps.saturating_mul(self.worth()));
        let driver = Driver { game: &self.game, series: &self.series, autoreset: self.autoreset };
        run(&self.pool, &mut self.lanes, worth, buffers, &|_, lane, out| {
            let mut here = 0;
            for _ in 0..steps {
                if lane.is_over() && driver.autoreset == Autoreset::Disabled || driver.series.stop.is_set() {
                    break;
                }
                let action = lane.sample();
                driver.step(lane, action, out);
                here += u64::from(*out.done);
            }
            driver.publish(lane, out);
            ended.fetch_add(here, Ordering::Relaxed);
        });
        if self.undone(before) { Err(STOPPED.to_string()) } else { Ok(ended.into_inner()) }
    }

    /// Every lane with its streams as bytes: `restore` continues from here exactly.
    pub fn to_bytes(&self) -> Vec<u8> {
        sealed(&(fingerprint::<R>(), &self.lanes))
    }

    /// Goes back to where `to_bytes` was called, on a batch made the same way. Bytes that do not fit are refused, and nothing
    /// changes.
    pub fn restore(&mut self, bytes: &[u8], buffers: Buffers<'_>) -> Result<(), String> {
        self.pool.renew_after_fork()?;
        let (game, mut lanes): (u32, Vec<Lane<R>>) = unsealed::<R, _>("a batch", bytes)?;
        if game != fingerprint::<R>() {
            return Err(other_game::<R>());
        }
        if lanes.len() != self.lanes.len() {
            return Err(format!("these bytes hold {} lanes; this batch has {}", lanes.len(), self.lanes.len()));
        }
        for (i, lane) in lanes.iter_mut().enumerate() {
            lane.revive(&self.game, &self.series).map_err(|why| format!("these bytes do not fit this batch: lane {i}: {why}"))?;
        }
        self.lanes = lanes;
        self.publish(buffers)
    }

    /// An independent copy of one lane.
    pub fn episode(&self, lane: usize) -> Episode<R> {
        let lane = &self.lanes[lane];
        Episode::from_position(self.game.clone(), lane.state().clone(), lane.rng().clone()).expect("a lane's position can occur")
    }
}

/// Steps lanes and publishes their rows.
struct Driver<'a, R: Playable> {
    game: &'a Game<R>,
    series: &'a Series<R>,
    autoreset: Autoreset,
}

impl<R: Playable> Driver<'_, R> {
    #[inline]
    fn step(&self, lane: &mut Lane<R>, action: usize, out: &mut Row<'_>) {
        if lane.is_over() {
            // Next-step reset: this step ignores its action and pays nothing.
            out.nothing_happened();
            lane.restart(self.game, self.series);
            return;
        }
        let before = lane.viewer();
        lane.play(self.game, self.series, action, out.rewards);
        *out.done = lane.is_over();
        if lane.is_over() {
            out.final_scores.copy_from_slice(&self.game.rules.scores(lane.state())[..out.final_scores.len()]);
            out.outcomes.copy_from_slice(&self.game.rules.outcome(lane.state())[..out.outcomes.len()]);
            lane.observe_as(self.game, before, &mut out.final_observation);
            if self.autoreset == Autoreset::SameStep {
                lane.restart(self.game, self.series);
            }
        }
    }

    #[inline]
    fn publish(&self, lane: &mut Lane<R>, out: &mut Row<'_>) {
        lane.observe(self.game, &mut out.observation);
        if lane.is_over() {
            // Nobody acts: all ones, never all zeros.
            out.mask.fill(true);
            *out.seat = -1;
        } else {
            lane.legal().write_mask(out.mask);
            *out.seat = i32::from(lane.viewer().0);
        }
        *out.learner = lane.learner().map_or(-1, |s| i32::from(s.0));
    }
}

/// Neighbouring lanes with their part of the buffers.
struct Chunk<'a, R: Playable> {
    first: usize,
    lanes: &'a mut [Lane<R>],
    buffers: Buffers<'a>,
}

impl<R: Playable> Chunk<'_, R> {
    /// Calls `each` for every lane with its index and row.
    fn for_each_lane(self, each: &impl Fn(usize, &mut Lane<R>, &mut Row<'_>)) {
        self.buffers.for_each_lane(self.lanes, self.first, each);
    }
}

/// Splits the work on all lanes into chunks, given how many decisions a lane is worth.
fn chunks<'a, R: Playable>(pool: &Pool, lanes: &'a mut [Lane<R>], worth: usize, buffers: Buffers<'a>) -> Vec<Chunk<'a, R>> {
    let size = pool.chunk_size(lanes.len(), worth);
    let mut rest = buffers;
    let cut = |(i, lanes): (usize, &'a mut [Lane<R>])| {
        let buffers = rest.cut(lanes.len());
        Chunk { first: i * size, lanes, buffers }
    };
    lanes.chunks_mut(size).enumerate().map(cut).collect()
}

/// Calls `each` for every lane with its row of the buffers, on all threads. The result never depends on the order of lanes.
fn run<R: Playable>(
    pool: &Pool,
    lanes: &mut [Lane<R>],
    worth: usize,
    buffers: Buffers<'_>,
    each: &(impl Fn(usize, &mut Lane<R>, &mut Row<'_>) + Sync),
) {
    pool.run_if_all(chunks(pool, lanes, worth, buffers), &|_| true, &|chunk| chunk.for_each_lane(each));
}
