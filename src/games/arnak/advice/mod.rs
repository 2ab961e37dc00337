//! Hints for the built-in agents.

mod evaluate;

use super::Arnak;
use crate::core::Prune;

pub(super) use evaluate::fear_due;

impl Prune for Arnak {}
