//! The chapters of the rules that are not choices: resolution and auctions, the pile and the refill.

pub(super) mod pile;
pub(super) mod resolve;
