//! The legal choices of a decision.

use super::words::Steps;
use super::{Act, State};
use crate::core::ActionSet;

/// R2.1: down by one, two or three steps, never below the bottom.
pub(super) fn add_legal(state: &State, out: &mut ActionSet) {
    for steps in Steps::all().filter(|steps| steps.0 < state.left) {
        out.add(Act::Lead(steps));
    }
}
