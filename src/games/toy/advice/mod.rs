//! Hints for the built-in agents: the defaults suffice.

use super::Toy;
use crate::core::{Advise, Prune};

impl Advise for Toy {
    type Notes = ();
}

impl Prune for Toy {}
