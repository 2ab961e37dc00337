//! The chapters of the rules that are Kathmandu's own: cells and land, boards, lists, cards and digs.

pub(super) mod bits;
pub(super) mod board;
pub(super) mod cards;
pub(super) mod column;
pub(super) mod digs;
pub(super) mod geometry;
pub(super) mod parts;
pub(super) mod pile;
