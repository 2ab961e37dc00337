//! Many episodes at once: contiguous lanes, buffers owned by the caller, the same bytes for any number of threads.

mod buffers;
mod crew;
pub mod erased;
mod lane;
mod policy;

use std::sync::Arc;

use buffers::Row;
pub use buffers::{Buffers, Shape};
use crew::Crew;
pub use lane::{Lane, ROLLOUT_STREAM, episode_seed, lane_root};
pub use policy::{Learner, Policy, Random, Seating, opponent};

use crate::core::episode::{fingerprint, other_game, sealed, unsealed};
use crate::core::{Action, Episode, Game, Illegal, Rules};

/// When an ended lane begins its next episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// In the step that ended it: the lane already shows the next episode.
    SameStep,
    /// In the step after: that step ignores its action and gives nothing.
    NextStep,
    /// When the caller resets it.
    Disabled,
}

/// Many episodes of one game.
pub struct Batch<G: Game> {
    rules: Arc<Rules<G>>,
    lanes: Vec<Lane<G>>,
    seating: Seating<G>,
    autoreset: Autoreset,
    crew: Crew,
    /// What `sample` drew last, by lane.
    samples: Vec<u16>,
}

impl<G: Game> Batch<G> {
    /// A batch whose lanes all stand at the start of their first episode.
    pub fn new(
        rules: Arc<Rules<G>>,
        lanes: usize,
        seed: u64,
        threads: usize,
        autoreset: Autoreset,
        seating: Seating<G>,
    ) -> Result<Self, String> {
        let mut all = Vec::new();
        all.try_reserve_exact(lanes)
            .map_err(|_| format!("{lanes} lanes of {} bytes do not fit into memory", size_of::<Lane<G>>()))?;
        all.extend((0..lanes).map(|i| Lane::new(&rules, &seating, lane_root(seed, i))));
        Ok(Self { rules, lanes: all, seating, autoreset, crew: Crew::new(threads)?, samples: vec![0; lanes] })
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules<G>> {
        &self.rules
    }

    /// How many lanes there are.
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Whether there is no lane.
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// The lanes.
    pub fn lanes(&self) -> &[Lane<G>] {
        &self.lanes
    }

    /// The sizes of the buffers this batch writes to.
    pub fn shape(&self) -> Shape {
        Shape { observation: self.rules.observation_size(), actions: G::Action::COUNT, seats: self.rules.seats() }
    }

    /// Restarts lanes: all, or those that `chosen` marks; with roots of new seeds, or with each lane's next episode.
    pub fn reset(&mut self, roots: Option<&[u64]>, chosen: Option<&[bool]>, buffers: Buffers<'_>) -> Result<(), String> {
        self.crew.renew_after_fork()?;
        let (rules, seating) = (&*self.rules, &self.seating);
        for (i, lane) in self.lanes.iter_mut().enumerate() {
            if chosen.is_none_or(|c| c[i]) {
                match roots {
                    Some(roots) => *lane = Lane::new(rules, seating, roots[i]),
                    None => lane.restart(rules, seating),
                }
            }
        }
        let work = Work { rules, seating, autoreset: self.autoreset };
        run(&self.crew, &mut self.lanes, buffers, &|index, lane, out| {
            if chosen.is_none_or(|c| c[index]) {
                out.nothing_happened();
                work.publish(lane, out);
            }
        });
        Ok(())
    }

    /// Plays one action on every lane. If one is illegal no lane moves.
    pub fn step(&mut self, actions: &[i64], buffers: Buffers<'_>) -> Result<(), Illegal> {
        self.crew.renew_after_fork().map_err(|message| Illegal { message })?;
        debug_assert_eq!(actions.len(), self.lanes.len());
        let (autoreset, lanes) = (self.autoreset, self.lanes.len());
        let work = Work { rules: &self.rules, seating: &self.seating, autoreset };
        let admitted = self.crew.share(
            pieces(&self.crew, &mut self.lanes, buffers),
            &|piece| piece.lanes.iter().zip(&actions[piece.first..]).all(|(lane, &action)| lane.admits(action, autoreset)),
            &|piece| {
                piece.rows(&|index, lane, out| {
                    work.step(lane, actions[index] as usize, out);
                    work.publish(lane, out);
                });
            },
        );
        if admitted {
            return Ok(());
        }
        let refused = (0..lanes).find(|&i| !self.lanes[i].admits(actions[i], autoreset)).expect("a lane was refused");
        Err(Illegal { message: self.refusal(refused, actions[refused]) })
    }

    fn refusal(&self, lane: usize, action: i64) -> String {
        let it = &self.lanes[lane];
        if it.is_over() {
            return format!("lane {lane} is over and autoreset is disabled: reset it before the next step; no lane has moved");
        }
        let what = match usize::try_from(action).ok().and_then(G::Action::from_id) {
            Some(a) => format!("action {action} ({:?}) is not legal in lane {lane}", self.rules.game.name(a)),
            None => format!("action {action} in lane {lane} does not exist: ids go from 0 to {}", G::Action::COUNT - 1),
        };
        format!("{what}; {}; no lane has moved", crate::core::episode::legal_sentence(&self.rules, it.state(), it.legal()))
    }

    /// A uniformly random legal action per lane; 0 where the action will be ignored.
    pub fn sample(&mut self) -> Result<&[u16], String> {
        self.crew.renew_after_fork()?;
        let size = self.crew.piece(self.lanes.len());
        let pieces = self.lanes.chunks_mut(size).zip(self.samples.chunks_mut(size)).collect();
        self.crew.share(pieces, &|_| true, &|(lanes, out)| {
            lanes.iter_mut().zip(out).for_each(|(lane, action)| *action = lane.sample() as u16);
        });
        Ok(&self.samples)
    }

    /// Plays random decisions on every lane, as `sample` and `step` would, and says how many episodes ended.
    pub fn rollout(&mut self, steps: usize, buffers: Buffers<'_>) -> Result<u64, String> {
        use std::sync::atomic::{AtomicU64, Ordering};
        self.crew.renew_after_fork()?;
        let ended = AtomicU64::new(0);
        let work = Work { rules: &self.rules, seating: &self.seating, autoreset: self.autoreset };
        run(&self.crew, &mut self.lanes, buffers, &|_, lane, out| {
            let mut here = 0;
            for _ in 0..steps {
                if lane.is_over() && work.autoreset == Autoreset::Disabled {
                    break;
                }
                let action = lane.sample();
                work.step(lane, action, out);
                here += u64::from(*out.done);
            }
            work.publish(lane, out);
            ended.fetch_add(here, Ordering::Relaxed);
        });
        Ok(ended.into_inner())
    }

    /// Every lane with its streams as bytes: `restore` goes on from here exactly.
    pub fn to_bytes(&self) -> Vec<u8> {
        sealed(&(fingerprint::<G>(), &self.lanes))
    }

    /// Goes back to where `to_bytes` was called, on a batch made the same way. What does not fit is refused and nothing
    /// changes.
    pub fn restore(&mut self, bytes: &[u8], buffers: Buffers<'_>) -> Result<(), String> {
        self.crew.renew_after_fork()?;
        let (game, mut lanes): (u32, Vec<Lane<G>>) = unsealed::<G, _>(bytes)?;
        if game != fingerprint::<G>() {
            return Err(other_game::<G>());
        }
        if lanes.len() != self.lanes.len() {
            return Err(format!("these bytes hold {} lanes; this batch has {}", lanes.len(), self.lanes.len()));
        }
        let (rules, seating) = (&*self.rules, &self.seating);
        for (i, lane) in lanes.iter_mut().enumerate() {
            lane.revive(rules, seating).map_err(|why| format!("these bytes do not fit this batch: lane {i}: {why}"))?;
        }
        self.lanes = lanes;
        let work = Work { rules, seating, autoreset: self.autoreset };
        run(&self.crew, &mut self.lanes, buffers, &|_, lane, out| {
            out.nothing_happened();
            work.publish(lane, out);
        });
        Ok(())
    }

    /// A copy of one lane that goes on by itself.
    pub fn episode(&self, lane: usize) -> Episode<G> {
        let lane = &self.lanes[lane];
        Episode::from_position(self.rules.clone(), lane.state().clone(), lane.rng().clone()).expect("a lane's position can occur")
    }
}

/// What every lane of a step needs.
struct Work<'a, G: Game> {
    rules: &'a Rules<G>,
    seating: &'a Seating<G>,
    autoreset: Autoreset,
}

impl<G: Game> Work<'_, G> {
    #[inline]
    fn step(&self, lane: &mut Lane<G>, action: usize, out: &mut Row<'_>) {
        if lane.is_over() {
            // Next-step reset: this step ignores its action and gives nothing.
            out.nothing_happened();
            lane.restart(self.rules, self.seating);
            return;
        }
        let before = lane.viewer();
        lane.play(self.rules, self.seating, action, out.rewards);
        *out.done = lane.is_over();
        if lane.is_over() {
            out.final_scores.copy_from_slice(&self.rules.game.scores(lane.state())[..out.final_scores.len()]);
            if let Some(view) = out.final_observation.as_deref_mut() {
                self.rules.observe(lane.state(), before, view);
            }
            if self.autoreset == Autoreset::SameStep {
                lane.restart(self.rules, self.seating);
            }
        }
    }

    #[inline]
    fn publish(&self, lane: &Lane<G>, out: &mut Row<'_>) {
        self.rules.observe(lane.state(), lane.viewer(), out.observation);
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
struct Piece<'a, G: Game> {
    first: usize,
    lanes: &'a mut [Lane<G>],
    buffers: Buffers<'a>,
}

impl<G: Game> Piece<'_, G> {
    /// Calls `each` for every lane with its index and row.
    fn rows(self, each: &impl Fn(usize, &mut Lane<G>, &mut Row<'_>)) {
        self.buffers.rows(self.lanes, self.first, each);
    }
}

fn pieces<'a, G: Game>(crew: &Crew, lanes: &'a mut [Lane<G>], buffers: Buffers<'a>) -> Vec<Piece<'a, G>> {
    let size = crew.piece(lanes.len());
    let mut rest = buffers;
    let cut = |(i, lanes): (usize, &'a mut [Lane<G>])| {
        let buffers;
        (buffers, rest) = std::mem::take(&mut rest).split_at(lanes.len());
        Piece { first: i * size, lanes, buffers }
    };
    lanes.chunks_mut(size).enumerate().map(cut).collect()
}

/// Calls `each` for every lane with its row of the buffers, on all threads. The order of lanes never matters.
fn run<G: Game>(
    crew: &Crew,
    lanes: &mut [Lane<G>],
    buffers: Buffers<'_>,
    each: &(impl Fn(usize, &mut Lane<G>, &mut Row<'_>) + Sync),
) {
    crew.share(pieces(crew, lanes, buffers), &|_| true, &|piece| piece.rows(each));
}
