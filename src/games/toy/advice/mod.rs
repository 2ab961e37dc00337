//! Hints for the built-in agents: the defaults suffice.

use super::Toy;
use crate::core::Advise;

impl Advise for Toy {}
