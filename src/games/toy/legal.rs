//! The legal choices of a decision.

use super::words::Steps;
use super::{Act, State, Toy};
use crate::core::{ActionSet, Legal};

impl Legal for Toy {
    /// R2.1: down by one, two or three steps, never below the bottom.
    #[expect(clippy::unused_self, reason = "what is legal depends on the rules of most games")]
    fn legal(&self, state: &State, out: &mut ActionSet) {
        for steps in Steps::all().filter(|steps| steps.0 < state.left) {
            out.add(Act::Lead(steps));
        }
    }
}
