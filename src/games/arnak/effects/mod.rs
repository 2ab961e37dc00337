//! The language of effects: notation → tree → program → machine.

pub mod ast;
pub mod depth;
pub mod machine;
mod node;
pub mod notation;
pub mod program;
pub mod words;
