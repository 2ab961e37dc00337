//! The signal to stop, which searches poll between simulations and lanes between opponents.

use std::sync::atomic::{AtomicBool, Ordering};

/// A request to stop. Work that sees it returns at once with whatever it has; the caller discards the result.
#[derive(Debug, Default)]
pub struct Stop(AtomicBool);

impl Stop {
    /// A request that is never made, for work that cannot be stopped.
    pub const NEVER: &'static Self = {
        static NEVER: Stop = Stop(AtomicBool::new(false));
        &NEVER
    };

    /// Makes the request.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Withdraws the request: work may start again.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the request has been made.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
