//! The chapters of the rules that are not a choice: resolution and auctions, the pile and the refill.

pub(super) mod pile;
pub(super) mod resolve;
