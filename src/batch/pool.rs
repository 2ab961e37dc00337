//! The threads of a batch: the caller and its workers, which share the chunks of work.
//!
//! A step of a thousand lanes takes a fraction of a millisecond, so speed depends on where the lanes are and which threads
//! are awake. Every thread starts with its own chunks, the same in every call, whose lanes are still in its cache; a thread
//! that finishes early helps the others. Workers stay awake for a moment after a call, because the next one usually follows soon.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time a thread spins before it sleeps or yields.
const AWAKE: Duration = Duration::from_micros(60);
/// Chunks per thread: enough to even out lanes that end or think longer.
const CHUNKS: usize = 4;
/// The least number of decisions in a chunk.
const PIECE: usize = 16;
/// Below this number of decisions the caller works alone: they take about as long as waking a worker does, and on a busy machine
/// waking one can take a thousand times longer.
const ALONE: usize = 32;
/// Number of plain decisions that a thinking agent's choice counts as; such work is always shared.
pub(super) const THOUGHT: usize = ALONE;

/// The threads of a batch. A single thread needs no workers.
pub(super) struct Pool {
    threads: usize,
    workers: Option<Workers>,
    /// Threads do not survive a fork: the child builds its own.
    process: u32,
}

struct Workers {
    pool: rayon::ThreadPool,
    /// Counts the calls; spinning workers watch it.
    calls: Arc<AtomicU64>,
}

/// Increments the counter when dropped, whatever happened.
struct Counted<'a>(&'a AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Release);
    }
}

impl Pool {
    pub(super) fn new(threads: usize) -> Result<Self, String> {
        let workers = if threads > 1 {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads - 1)
                .build()
                .map_err(|e| format!("the {threads} threads of the batch could not be started: {e}"))?;
            Some(Workers { pool, calls: Arc::default() })
        } else {
            None
        };
        Ok(Self { threads, workers, process: std::process::id() })
    }

    pub(super) fn renew_after_fork(&mut self) -> Result<(), String> {
        if self.workers.is_some() && self.process != std::process::id() {
            // The old workers died with the parent process; a destructor that waited for them would hang.
            std::mem::forget(std::mem::replace(self, Self::new(self.threads)?));
        }
        Ok(())
    }

    /// Number of items in a chunk of work, given how many decisions an item is worth.
    pub(super) fn chunk_size(&self, items: usize, worth: usize) -> usize {
        if self.threads == 1 || items.saturating_mul(worth) < ALONE {
            return items.max(1);
        }
        items.div_ceil(self.threads * CHUNKS).max(PIECE / worth.clamp(1, PIECE))
    }

    /// Tests every chunk and, if all pass, works on every one. Returns whether they passed. A single chunk wakes nobody.
    pub(super) fn run_if_all<T: Send>(
        &self,
        chunks: Vec<T>,
        good: &(impl Fn(&T) -> bool + Sync),
        work: &(impl Fn(T) + Sync),
    ) -> bool {
        let Some(workers) = self.workers.as_ref().filter(|_| chunks.len() > 1) else {
            let all = chunks.iter().all(good);
            if all {
                chunks.into_iter().for_each(work);
            }
            return all;
        };
        let chunks: Vec<Mutex<Option<T>>> = chunks.into_iter().map(|chunk| Mutex::new(Some(chunk))).collect();
        let (tested, bad) = (AtomicUsize::new(0), AtomicBool::new(false));
        workers.call(self.threads, &|thread| {
            let own = thread * chunks.len() / self.threads..(thread + 1) * chunks.len() / self.threads;
            {
                let _tested = Counted(&tested);
                let is_good = |chunk: &Mutex<Option<T>>| lock(chunk).as_ref().is_none_or(good);
                if !chunks[own.clone()].iter().all(is_good) {
                    bad.store(true, Ordering::Relaxed);
                }
            }
            // Nothing moves until everything has been tested.
            wait(|| tested.load(Ordering::Acquire) == self.threads);
            if bad.load(Ordering::Relaxed) {
                return;
            }
            // Its own chunks in order, then what the others have left.
            for chunk in chunks[own.clone()].iter().chain(chunks[own.end..].iter().rev()).chain(chunks[..own.start].iter().rev()) {
                if let Some(chunk) = take(chunk) {
                    work(chunk);
                }
            }
        });
        !bad.into_inner()
    }
}

impl Workers {
    /// Calls `work` with every thread's number, on all of them at once; the caller is thread 0.
    fn call(&self, threads: usize, work: &(impl Fn(usize) + Sync)) {
        let call = self.calls.fetch_add(1, Ordering::Release) + 1;
        let done = AtomicUsize::new(0);
        self.pool.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, worker| {
                let _done = Counted(&done);
                work(worker.index() + 1);
            });
            work(0);
            wait_awake(|| done.load(Ordering::Acquire) == threads - 1);
        });
        let calls = self.calls.clone();
        self.pool.spawn_broadcast(move |_| {
            wait_awake(|| calls.load(Ordering::Acquire) != call);
        });
    }
}

/// Spins for a moment and returns whether the condition came true.
fn wait_awake(happened: impl Fn() -> bool) -> bool {
    let begin = Instant::now();
    loop {
        for _ in 0..32 {
            if happened() {
                return true;
            }
            std::hint::spin_loop();
        }
        if begin.elapsed() >= AWAKE {
            return false;
        }
    }
}

/// Waits until the condition is true.
fn wait(happened: impl Fn() -> bool) {
    while !wait_awake(&happened) {
        std::thread::yield_now();
    }
}

fn lock<T>(chunk: &Mutex<Option<T>>) -> std::sync::MutexGuard<'_, Option<T>> {
    // A panic elsewhere is passed on to the caller; the chunks themselves are either whole or taken.
    chunk.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes a chunk, unless another thread already has it.
fn take<T>(chunk: &Mutex<Option<T>>) -> Option<T> {
    lock(chunk).take()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(threads: usize, items: &mut [u32], limit: u32) -> bool {
        let pool = Pool::new(threads).expect("threads start");
        let size = pool.chunk_size(items.len(), 1);
        (0..3).all(|_| {
            let chunks = items.chunks_mut(size).collect();
            pool.run_if_all(chunks, &|chunk: &&mut [u32]| chunk.iter().all(|&x| x < limit), &|chunk: &mut [u32]| {
                for x in chunk {
                    *x += 1;
                }
            })
        })
    }

    #[test]
    fn every_piece_is_worked_on_once_in_every_call() {
        for threads in [1, 2, 3, 7] {
            let mut items: Vec<u32> = (0..1000).collect();
            assert!(sums(threads, &mut items, 2000));
            assert!(items.iter().enumerate().all(|(i, &x)| x == i as u32 + 3), "{threads} threads");
        }
    }

    #[test]
    fn little_work_stays_with_the_caller_and_thoughts_are_shared() {
        let pool = Pool::new(2).expect("threads start");
        assert_eq!(pool.chunk_size(ALONE - 1, 1), ALONE - 1);
        assert_eq!([pool.chunk_size(ALONE, 1), pool.chunk_size(4096, 1)], [16, 512]);
        assert_eq!([pool.chunk_size(2, THOUGHT), pool.chunk_size(64, THOUGHT), pool.chunk_size(64, 4)], [1, 8, 8]);
        let caller = std::thread::current().id();
        let alone = |chunks: Vec<u8>| {
            let others = AtomicUsize::new(0);
            pool.run_if_all(chunks, &|_| true, &|_| {
                others.fetch_add(usize::from(std::thread::current().id() != caller), Ordering::Relaxed);
            });
            others.into_inner() == 0
        };
        assert!((0..100).all(|_| alone(vec![0])));
    }

    #[test]
    fn one_bad_piece_stops_all_work() {
        for threads in [1, 2, 7] {
            let mut items = vec![5; 1000];
            items[700] = 11;
            assert!(!sums(threads, &mut items, 10));
            assert_eq!(items.iter().sum::<u32>(), 999 * 5 + 11, "{threads} threads");
        }
    }

    #[test]
    fn a_panic_reaches_the_caller_and_the_pool_goes_on() {
        let pool = Pool::new(3).expect("threads start");
        let chunks = || (0..12).collect::<Vec<u32>>();
        let fall = || pool.run_if_all(chunks(), &|_| true, &|chunk| assert_ne!(chunk, 7));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(fall)).is_err());
        assert!(pool.run_if_all(chunks(), &|_| true, &|_| ()));
    }
}
