//! Modern board games of exploration as fast, exact environments.
//!
//! A [`core::Game`] is an immutable rules object; its state is flat data; one step is one atomic choice with a flat id.
//! [`games`] holds the games, [`batch`] plays many episodes at once, [`agents`] plays them well, [`soak`] looks for broken
//! laws, and the Python module is a skin over them.

#[forbid(unsafe_code)]
pub mod agents;
#[forbid(unsafe_code)]
pub mod batch;
#[forbid(unsafe_code)]
pub mod core;
#[forbid(unsafe_code)]
pub mod games;
#[forbid(unsafe_code)]
pub mod soak;

#[cfg(feature = "python")]
mod python;
