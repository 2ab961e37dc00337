//! The language of effects: notation → tree → program → machine.

pub mod ast;
pub mod machine;
pub mod notation;
pub mod program;
pub mod words;
