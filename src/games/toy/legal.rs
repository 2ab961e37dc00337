//! The legal choices of a decision.

use super::words::Steps;
use super::{Act, State, Toy};
use crate::core::{ActionSet, Legal};

impl Legal for Toy {
    /// R2.1: down by one, two or three steps, never below the bottom.
    fn legal(&self, state: &State, out: &mut ActionSet) {
        for steps in Steps::all().filter(|steps| steps.0 < state.left) {
            out.add(Act::Lead(steps));
        }
    }
}
