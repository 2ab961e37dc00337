//! Lost Ruins of Arnak, chapter by chapter.

mod artifacts;
mod artifacts_m_z;
mod assistants;
mod content;
mod coverage;
mod free_actions;
mod glance;
mod guardians;
mod information;
mod items;
mod items_m_z;
mod market;
mod notation;
mod options;
mod positions;
mod records;
mod research;
mod rounds;
pub mod scenario;
mod scoring;
mod setup;
mod sites;
mod solo;
mod travel;
mod values;
mod words;
