//! The language of effects: notation → tree → program → machine.

pub mod asks;
pub mod ast;
pub mod depth;
pub mod machine;
pub mod notation;
pub mod program;
pub mod question;
mod sound;
pub mod words;
