//! The Shaft: a complete tiny game, and the template of `make game`.

mod actions;
mod advice;
mod apply;
mod check;
mod content;
mod describe;
mod legal;
mod observe;
mod score;
mod setup;
mod state;
mod words;

use crate::core::{Content, OptionSpec, Options, Problems, Rules, Turn};

pub use actions::Act;
pub use content::{GEM_KINDS, Gems};
pub use state::State;
pub use words::{LANTERN, Steps};

/// The rules of The Shaft.
#[derive(Debug)]
pub struct Toy {
    seats: usize,
    depth: u8,
    padded: bool,
    gems: Gems,
}

impl Rules for Toy {
    type State = State;
    type Action = Act;

    const NAME: &'static str = "toy";
    const VERSION: u16 = 1;
    const RULES: &'static str = include_str!("RULES.md");
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::int("players", (2, 3), 2, "seats (R1.1)"),
        OptionSpec::int("depth", (1, 40), 21, "steps to the bottom (R1.1)"),
    ];
    const CONTENT: &'static [(&'static str, &'static str)] = &[("gems.toml", include_str!("content/gems.toml"))];

    fn new(options: &Options, content: &Content) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let rules = Self {
            seats: options.int("players") as usize,
            depth: options.int("depth") as u8,
            padded: options.padded(),
            gems: Gems::read(content, &mut problems),
        };
        problems.into_result(rules)
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn decision_bound(&self) -> usize {
        self.depth as usize
    }

    fn turn(&self, state: &State) -> Turn {
        if state.is_over() { Turn::Over } else { Turn::Seat(state.seat) }
    }
}
