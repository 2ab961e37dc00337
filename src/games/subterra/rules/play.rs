//! The context of carrying out a choice, besides the position: chance, and the witness of its events.

use crate::core::{Event, Rng, Witness};

/// Chance and the witness, handed down together.
pub(crate) struct Play<'a, W: Witness> {
    pub rng: &'a mut Rng,
    pub witness: &'a mut W,
}

impl<W: Witness> Play<'_, W> {
    /// Tells the witness; the event is built only if somebody listens.
    #[inline(always)]
    pub fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.witness.tell(event);
    }
}
