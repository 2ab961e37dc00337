//! Hints for the built-in agents: the defaults are enough.

use super::Toy;
use crate::core::{Advise, Prune};

impl Advise for Toy {
    type Notes = ();
}

impl Prune for Toy {}
