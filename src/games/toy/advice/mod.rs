//! Hints for the built-in agents: the defaults do.

use super::Toy;
use crate::core::Advise;

impl Advise for Toy {
    type Notes = ();
}
