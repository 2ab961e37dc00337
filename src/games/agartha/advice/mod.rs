//! Hints for the built-in agents.

mod evaluate;

use super::Agartha;
use crate::core::Prune;

impl Prune for Agartha {}
