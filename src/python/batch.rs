//! `expedition.Batch`: many episodes at once, written into arrays that never move.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyAttributeError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::arguments::{self, misspelt, positive, seating, start_positions};
use super::arrays::{Arrays, Wanted};
use super::convert::{seed, whole};
use super::episode::Episode;
use super::error::value_error;
use super::game::{Game, game_of};
use super::interrupt::interruptible;
use crate::agents::{Spec, Stop};
use crate::any::{AnyBatch, AnyEpisode, AnyGame, BatchSpec};
use crate::batch::{Autoreset, Buffers};
use crate::core::Shape;

/// More lanes than any machine can hold; refused before memory is allocated.
const MAX_LANES: usize = 1 << 24;
/// Random decisions in the first slice of a rollout; later slices are as long as the time allows.
const FIRST_SLICE: usize = 1 << 12;
/// Approximate length of a slice of a rollout: Ctrl-C is noticed between slices.
const SLICE: Duration = Duration::from_millis(50);

/// Many episodes of one game. Its arrays are written in place and keep the same memory for the batch's whole life.
///
/// >>> from expedition import Batch
/// >>> batch = Batch("toy", num_envs=4, seed=1)
/// >>> batch.observations.shape, batch.action_masks.dtype
/// ((4, 13), dtype('bool'))
/// >>> batch.step(batch.sample())
/// >>> batch.rewards.shape
/// (4, 2)
#[pyclass(module = "expedition", frozen)]
pub struct Batch {
    inner: Mutex<Box<dyn AnyBatch>>,
    /// The process that locked `inner` last. The GIL is held while either is taken, so a fork finds them consistent.
    process: AtomicU32,
    game: Py<Game>,
    lanes: usize,
    arrays: Arrays,
    /// Tells long-running work to stop.
    stop: Arc<Stop>,
    /// Number of calls to `advise` without a seed.
    advised: AtomicU64,
}

/// The error for an array that the batch was not asked to write.
fn unwritten(name: &str, format: &str) -> PyErr {
    PyAttributeError::new_err(format!(
        "this batch writes no {name}: make it with observations=\"{format}\" or observations=\"both\""
    ))
}

fn busy<T>(_: T) -> PyErr {
    PyRuntimeError::new_err("another thread is working on this batch: a batch takes one call at a time; use one batch per thread")
}

/// The error for a batch whose lanes were being written when the process was forked: the thread that would have finished
/// them exists only in the parent.
fn torn() -> PyErr {
    PyRuntimeError::new_err(
        "this process was forked while another thread was working on this batch, so its lanes are half played here: \
         make a new batch in the child, or fork while no call is under way; the parent's batch is not affected",
    )
}

impl Batch {
    fn lock(&self) -> PyResult<MutexGuard<'_, Box<dyn AnyBatch>>> {
        let guard = match self.inner.try_lock() {
            Ok(guard) => guard,
            // A panic inside would be a bug of ours; the data behind the lock is still whole lanes.
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) if self.process.load(Ordering::Relaxed) != std::process::id() => return Err(torn()),
            Err(TryLockError::WouldBlock) => return Err(busy(())),
        };
        self.process.store(std::process::id(), Ordering::Relaxed);
        Ok(guard)
    }

    /// A copy of every lane, for searches.
    pub(super) fn copies(&self) -> PyResult<Vec<Box<dyn AnyEpisode>>> {
        let guard = self.lock()?;
        Ok((0..self.lanes).map(|lane| guard.episode(lane)).collect())
    }

    pub(super) fn game_ref(&self) -> &Py<Game> {
        &self.game
    }

    /// The one way into the engine: locks the batch, takes the arrays, releases the GIL, does the work. If opponents think for long,
    /// Ctrl-C stops the work, and every lane is left as it was.
    fn enter<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut dyn AnyBatch, Buffers<'_>) -> T + Send) -> PyResult<T> {
        let mut guard = self.lock()?;
        let mut views = self.arrays.views(py)?;
        let batch: &mut dyn AnyBatch = &mut **guard;
        if !batch.may_take_long() {
            let buffers = views.buffers();
            return Ok(py.detach(move || work(batch, buffers)));
        }
        let done = {
            let buffers = views.buffers();
            let batch = &mut *batch;
            interruptible(py, &self.stop, move || work(batch, buffers))
        };
        if done.is_err() {
            batch.publish(views.buffers()).map_err(value_error)?;
        }
        done
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, num_envs = None, *, seed = None, threads = None, autoreset = "same_step", observations = "dense",
                        final_observations = false, opponents = None, learner = None, autoplay_forced = false,
                        starts = None, start_share = 0.5, **options))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        num_envs: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        autoreset: &str,
        observations: &str,
        final_observations: bool,
        opponents: Option<&Bound<'_, PyAny>>,
        learner: Option<&Bound<'_, PyAny>>,
        autoplay_forced: bool,
        starts: Option<&Bound<'_, PyAny>>,
        start_share: f32,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let made = game_of(game, options);
        if (made.is_err() || num_envs.is_none())
            && let Some(options) = options
        {
            misspelt(options)?;
        }
        let game = made?;
        let num_envs =
            num_envs.ok_or_else(|| PyTypeError::new_err("Batch needs num_envs, the number of episodes played at once"))?;
        let lanes = positive(num_envs, "num_envs", MAX_LANES)?;
        let threads = match threads {
            Some(threads) => positive(threads, "threads", 1024)?,
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        let autoreset = match autoreset {
            "same_step" => Autoreset::SameStep,
            "next_step" => Autoreset::NextStep,
            "disabled" => Autoreset::Disabled,
            other => {
                let sentence = format!("autoreset={other:?}: it must be \"same_step\", \"next_step\" or \"disabled\"");
                return Err(value_error(sentence));
            }
        };
        let wanted = match observations {
            "dense" => Wanted { dense: true, sparse: false },
            "sparse" => Wanted { dense: false, sparse: true },
            "both" => Wanted { dense: true, sparse: true },
            other => {
                let sentence = format!("observations={other:?}: it must be \"dense\", \"sparse\" or \"both\"");
                return Err(value_error(sentence));
            }
        };
        let seating = seating(opponents, learner, game.seats())?;
        let seed = seed.map_or(Ok(0), self::seed)?;
        // The arrays come first, so that a lack of memory shows before anything is played.
        let arrays = Arrays::new(py, lanes, shape_of(&*game), wanted, final_observations)?;
        if !(0.0..=1.0).contains(&start_share) {
            return Err(value_error(format!("start_share={start_share}: it must be a number from 0 to 1")));
        }
        if starts.is_none() && start_share != 0.5 {
            return Err(value_error("start_share= needs starts=: the positions at which that share of the episodes begins"));
        }
        let spec = BatchSpec { lanes, seed, threads, autoreset, seating, autoplay_forced, start_share };
        let made = Py::new(py, Game { inner: game.clone() })?;
        let starts = starts.map_or(Ok(Vec::new()), start_positions)?;
        let stop = Arc::new(Stop::default());
        let inner = interruptible(py, &stop, || game.batch(&spec, &starts, stop.clone()))?.map_err(value_error)?;
        debug_assert_eq!(inner.shape(), arrays.shape(), "a batch has the sizes of its game");
        let batch = Self {
            inner: Mutex::new(inner),
            process: AtomicU32::new(std::process::id()),
            game: made,
            lanes,
            arrays,
            stop,
            advised: AtomicU64::new(0),
        };
        batch.enter(py, |inner, buffers| inner.publish(buffers))?.map_err(value_error)?;
        Ok(batch)
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// Number of lanes.
    #[getter]
    fn num_envs(&self) -> usize {
        self.lanes
    }

    /// The view of the seat to act: (num_envs, observation_size) float32; absent with observations="sparse".
    #[getter]
    fn observations(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f32>>> {
        self.arrays.observations.dense.as_ref().map(|array| array.get(py)).ok_or_else(|| unwritten("observations", "dense"))
    }

    /// Indices of its nonzero floats: (num_envs, game.max_nonzero) int32, ascending; unused slots hold
    /// game.observation_size. Like `values` and `counts`, absent with observations="dense".
    #[getter]
    fn indices(&self, py: Python<'_>) -> PyResult<Py<PyArray2<i32>>> {
        Ok(self.arrays.observations.sparse.as_ref().ok_or_else(|| unwritten("indices", "sparse"))?.indices.get(py))
    }

    /// Their values: (num_envs, game.max_nonzero) float32; 0 in unused slots.
    #[getter]
    fn values(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f32>>> {
        Ok(self.arrays.observations.sparse.as_ref().ok_or_else(|| unwritten("values", "sparse"))?.values.get(py))
    }

    /// Number of slots used in each row: (num_envs,) int32.
    #[getter]
    fn counts(&self, py: Python<'_>) -> PyResult<Py<PyArray1<i32>>> {
        Ok(self.arrays.observations.sparse.as_ref().ok_or_else(|| unwritten("counts", "sparse"))?.counts.get(py))
    }

    /// Its legal actions: (num_envs, num_actions) bool. All ones where nobody acts.
    #[getter]
    fn action_masks(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.arrays.masks.get(py)
    }

    /// The seat to act: (num_envs,) int32; -1 where the episode has ended and the next one has not begun.
    #[getter]
    fn seats(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.arrays.seats.get(py)
    }

    /// The learner's seat in the episode shown, which is the next one where a lane has been reset: (num_envs,) int32; -1 without
    /// `learner`.
    #[getter]
    fn learner_seats(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.arrays.learners.get(py)
    }

    /// Each seat's reward for the last step: (num_envs, players) float32.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.arrays.rewards.get(py)
    }

    /// Whether the last step ended the episode: (num_envs,) bool.
    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.arrays.dones.get(py)
    }

    /// The scores of the episode that just ended, where done: (num_envs, players) float32.
    #[getter]
    fn final_scores(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.arrays.final_scores.get(py)
    }

    /// Its outcome for each seat, whatever `reward` is, where done: (num_envs, players) float32.
    #[getter]
    fn outcomes(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.arrays.outcomes.get(py)
    }

    /// The final view of the episode that just ended, where done; None unless asked for, or with observations="sparse".
    #[getter]
    fn final_observations(&self, py: Python<'_>) -> Option<Py<PyArray2<f32>>> {
        self.arrays.final_observations.dense.as_ref().map(|array| array.get(py))
    }

    /// The same, sparse: indices as in `indices`; None unless asked for.
    #[getter]
    fn final_indices(&self, py: Python<'_>) -> Option<Py<PyArray2<i32>>> {
        self.arrays.final_observations.sparse.as_ref().map(|sparse| sparse.indices.get(py))
    }

    /// Their values.
    #[getter]
    fn final_values(&self, py: Python<'_>) -> Option<Py<PyArray2<f32>>> {
        self.arrays.final_observations.sparse.as_ref().map(|sparse| sparse.values.get(py))
    }

    /// The number of values in each lane.
    #[getter]
    fn final_counts(&self, py: Python<'_>) -> Option<Py<PyArray1<i32>>> {
        self.arrays.final_observations.sparse.as_ref().map(|sparse| sparse.counts.get(py))
    }

    /// The seed of each lane's current episode: `game.episode(seed)` with it plays the same game.
    #[getter]
    fn episode_seeds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        Ok(PyArray1::from_vec(py, self.lock()?.seeds()))
    }

    /// Bytes per lane, arrays included.
    #[getter]
    fn bytes_per_lane(&self) -> PyResult<usize> {
        Ok(self.lock()?.lane_bytes() + self.arrays.row_bytes())
    }

    /// Restarts lanes, all or those marked by `lanes`. A seed restarts them from it (one number, or one per lane);
    /// without a seed each lane moves on to its next episode.
    #[pyo3(signature = (seed = None, lanes = None))]
    fn reset(&self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>, lanes: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let roots = seed.map(|s| arguments::roots(self.lanes, s)).transpose()?;
        let chosen = lanes.map(|l| arguments::chosen(self.lanes, l)).transpose()?;
        self.enter(py, |inner, buffers| inner.reset(roots.as_deref(), chosen.as_deref(), buffers))?.map_err(value_error)
    }

    /// Plays one action per lane. If any is illegal, IllegalAction names it and no lane has moved.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = arguments::actions(self.lanes, actions)?;
        self.enter(py, |inner, buffers| inner.step(&actions, buffers))??;
        Ok(())
    }

    /// A uniformly random legal action per lane: int32, or written to `out`.
    #[pyo3(signature = (out = None))]
    fn sample<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let Some(out) = out else {
            let array = PyArray1::<i32>::zeros(py, self.lanes, false);
            self.sample_into(&array)?;
            return Ok(array.into_any());
        };
        let want = format!("out must be a writable, contiguous int32 or int64 array of {} values", self.lanes);
        if let Ok(array) = out.cast::<PyArray1<i32>>() {
            arguments::fits(self.lanes, array, &want)?;
            self.sample_into(array)?;
        } else if let Ok(array) = out.cast::<PyArray1<i64>>() {
            arguments::fits(self.lanes, array, &want)?;
            self.sample_into(array)?;
        } else {
            return Err(PyTypeError::new_err(want));
        }
        Ok(out.clone())
    }

    /// Plays that many random decisions on every lane without leaving Rust, as `step(sample())` would, and returns how many
    /// episodes ended. The arrays show the last step.
    fn rollout(&self, py: Python<'_>, steps: &Bound<'_, PyAny>) -> PyResult<u64> {
        let mut rest = positive(steps, "steps", usize::MAX)?;
        let mut slice = (FIRST_SLICE / self.lanes).max(1);
        let mut ended = 0;
        while rest > 0 {
            let now = rest.min(slice);
            let begin = Instant::now();
            ended += self.enter(py, |inner, buffers| inner.rollout(now, buffers))?.map_err(value_error)?;
            rest -= now;
            py.check_signals()?;
            // Sliced by time, not by decisions: the cost of a decision depends on the game, the opponents and the machine.
            let taken = begin.elapsed().max(Duration::from_micros(1)).as_secs_f64();
            slice = ((now as f64 * SLICE.as_secs_f64() / taken) as usize).clamp(1, now.saturating_mul(4));
        }
        Ok(ended)
    }

    /// A built-in agent's choice in every lane, given by its spec: actions (num_envs,) int64, -1 in a lane that is over, and
    /// shares over all actions (num_envs, num_actions) float32: visits of a search, probabilities, or 1 for the best action.
    /// All threads work; nothing moves, and the batch's own streams are not drawn from. Without a seed every call uses a new one.
    #[pyo3(signature = (agent, *, seed = None))]
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn advise<'py>(
        &self,
        py: Python<'py>,
        agent: &str,
        seed: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray2<f32>>)> {
        let agent: Spec = agent.parse().map_err(value_error)?;
        let seed = seed.map_or_else(|| Ok(self.advised.fetch_add(1, Ordering::Relaxed)), self::seed)?;
        let mut guard = self.lock()?;
        let batch: &mut dyn AnyBatch = &mut **guard;
        let (mut actions, mut shares) = (vec![0; self.lanes], vec![0.0; self.lanes * self.arrays.shape().actions]);
        let asked = interruptible(py, &self.stop, || batch.advise(&agent, seed, &mut actions, &mut shares))?;
        asked.map_err(value_error)?;
        let shares = PyArray1::from_vec(py, shares).reshape([self.lanes, self.arrays.shape().actions])?;
        Ok((PyArray1::from_vec(py, actions), shares))
    }

    /// A copy of one lane as an Episode. Its history begins here.
    fn episode(&self, lane: &Bound<'_, PyAny>) -> PyResult<Episode> {
        let number = whole(lane, "lane", &format!("from 0 to {}", self.lanes - 1))?;
        let lane = number
            .extract::<usize>()
            .ok()
            .filter(|&l| l < self.lanes)
            .ok_or_else(|| value_error(format!("there is no lane {number}: the lanes are 0 to {}", self.lanes - 1)))?;
        Ok(Episode::new(self.lock()?.episode(lane)))
    }

    /// Every lane with its streams of chance as bytes, for checkpoints.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.lock()?.to_bytes()))
    }

    /// Goes back to where `to_bytes` was called, on a batch made the same way: the same actions then give the same bytes.
    /// Bytes that do not fit raise ValueError, and nothing changes. Rewards and dones are cleared.
    fn restore(&self, py: Python<'_>, data: &[u8]) -> PyResult<()> {
        self.enter(py, |inner, buffers| inner.restore(data, buffers))?.map_err(value_error)
    }

    fn __len__(&self) -> usize {
        self.lanes
    }

    /// Refuses a pickle or a copy, which could not share this memory.
    fn __reduce__(&self) -> PyResult<()> {
        let sentence = "a Batch cannot be pickled or copied: make one in each process with the same arguments";
        let over = format!("batch.to_bytes() and restore() carry its {} lanes over", self.lanes);
        Err(PyTypeError::new_err(format!("{sentence}; {over}")))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<expedition.Batch of {} lanes of {}>", self.lanes, self.game.bind(py).repr()?))
    }
}

impl Batch {
    fn sample_into<T: Element + From<u16>>(&self, array: &Bound<'_, PyArray1<T>>) -> PyResult<()> {
        let mut guard = self.lock()?;
        let mut view = array.try_readwrite().map_err(busy)?;
        let out = view.as_slice_mut().map_err(|_| value_error("out must be contiguous"))?;
        let batch: &mut dyn AnyBatch = &mut **guard;
        let samples = array.py().detach(move || batch.sample()).map_err(value_error)?;
        out.iter_mut().zip(samples).for_each(|(out, &action)| *out = T::from(action));
        Ok(())
    }
}

/// The row lengths of a game's observations, masks and rewards.
fn shape_of(game: &dyn AnyGame) -> Shape {
    Shape { observation: game.layout().size(), nonzero: game.max_nonzero(), actions: game.num_actions(), seats: game.seats() }
}
