//! The Shaft: a complete tiny game. Copy this folder to begin a new one.

mod check;
mod content;
mod observe;

use serde::{Deserialize, Serialize};

use crate::core::{
    ActionSet, Broken, Content, Default, Game, Kind, MAX_SEATS, OptionSpec, Options, Problems, Rng, Scores, Seat, SeatSet, Sink,
    Turn,
};
use crate::{action_space, index_type};

pub use content::{GEM_KINDS, Gems};

/// What the lantern is worth (R3.2).
pub const LANTERN: u8 = 10;

index_type! {
    /// How far to lead the rope: one step more than the number.
    pub struct Steps(3) "steps";
}

action_space! {
    /// The choices of The Shaft.
    pub enum Act {
        /// Lead the rope down (R2.1).
        Lead(Steps) = "lead",
    }
}

/// A position of The Shaft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Steps to the bottom. Public.
    pub left: u8,
    /// Who is to act, or who made the last step. Public.
    pub seat: Seat,
    /// The kind of each seat's gem. Hidden from the others until the end; seats that do not play hold 0.
    pub gems: [u8; MAX_SEATS],
    /// What is left in the bag, by kind. Hidden from all.
    pub bag: [u8; GEM_KINDS],
}

/// The rules of The Shaft.
#[derive(Debug)]
pub struct Toy {
    seats: usize,
    depth: u8,
    padded: bool,
    gems: Gems,
}

impl Game for Toy {
    type State = State;
    type Action = Act;

    const NAME: &'static str = "toy";
    const VERSION: u16 = 1;
    const RULES: &'static str = include_str!("RULES.md");
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: "players", kind: Kind::Int(2, 3), default: Default::Int(2), help: "seats (R1.1)" },
        OptionSpec { name: "depth", kind: Kind::Int(1, 40), default: Default::Int(21), help: "steps to the bottom (R1.1)" },
    ];
    const CONTENT: &'static [(&'static str, &'static str)] = &[("gems.toml", include_str!("content/gems.toml"))];

    fn new(options: &Options, content: &Content) -> Result<Self, Problems> {
        Ok(Self {
            seats: options.int("players") as usize,
            depth: options.int("depth") as u8,
            padded: options.padded(),
            gems: Gems::read(content)?,
        })
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn decision_bound(&self) -> usize {
        self.depth as usize
    }

    fn start(&self, rng: &mut Rng) -> State {
        let mut bag = crate::core::Bag(self.gems.counts);
        let mut gems = [0; MAX_SEATS];
        // R1.2
        for gem in gems.iter_mut().take(self.seats) {
            *gem = bag.draw(rng).expect("content has a gem for every seat") as u8;
        }
        // R1.1, R1.3
        State { left: self.depth, seat: Seat(0), gems, bag: bag.0 }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.left == 0 { Turn::Over } else { Turn::Seat(state.seat) }
    }

    fn legal(&self, state: &State, out: &mut ActionSet) {
        // R2.1
        for steps in Steps::all().filter(|s| s.0 < state.left) {
            out.add(Act::Lead(steps));
        }
    }

    fn apply(&self, state: &mut State, Act::Lead(steps): Act, _: &mut Rng) {
        state.left -= steps.0 + 1;
        // R3.1: the seat of the last step stays, so that the lantern has its holder. R1.3: else the next seat acts.
        if state.left > 0 {
            state.seat = Seat((state.seat.0 + 1) % self.seats as u8);
        }
    }

    fn scores(&self, state: &State) -> Scores {
        let mut out = [0.0; MAX_SEATS];
        if state.left == 0 {
            // R3.2
            for (points, &gem) in out.iter_mut().zip(&state.gems).take(self.seats) {
                *points = f32::from(self.gems.values[gem as usize]);
            }
            out[state.seat.at()] += f32::from(LANTERN);
        }
        out
    }

    fn breakdown(&self, state: &State) -> Vec<(&'static str, Scores)> {
        let mut gems = self.scores(state);
        let mut lantern = [0.0; MAX_SEATS];
        if state.left == 0 {
            lantern[state.seat.at()] = f32::from(LANTERN);
            gems[state.seat.at()] -= f32::from(LANTERN);
        }
        vec![("lantern", lantern), ("gems", gems)]
    }

    fn score_scale(&self) -> f32 {
        1.0 / 20.0
    }

    fn winners(&self, state: &State) -> SeatSet {
        // R3.3
        if state.left == 0 { 1 << state.seat.0 } else { 0 }
    }

    fn observe<S: Sink>(&self, state: &State, viewer: Seat, out: &mut S) {
        self.write_observation(state, viewer, out);
    }

    fn redeal(&self, state: &mut State, viewer: Seat, rng: &mut Rng) {
        if state.left == 0 {
            return; // R3.2: every gem is turned up.
        }
        let mut unseen = crate::core::Bag(state.bag);
        let others = || (0..self.seats).filter(|&seat| seat != viewer.at());
        others().for_each(|seat| unseen.add(state.gems[seat] as usize));
        for seat in others() {
            state.gems[seat] = unseen.draw(rng).expect("as many as were put back") as u8;
        }
        state.bag = unseen.0;
    }

    fn check(&self, state: &State) -> Result<(), Broken> {
        self.check_state(state)
    }

    fn decision(&self, _: &State) -> &'static str {
        "lead"
    }

    fn name(&self, Act::Lead(steps): Act) -> String {
        format!("lead {}", steps.0 + 1)
    }

    fn text(&self, state: &State, viewer: Option<Seat>) -> String {
        let over = state.left == 0;
        let mut text = format!("The Shaft: {} of {} steps left\n", state.left, self.depth);
        for seat in 0..self.seats {
            let seen = over || viewer.is_none_or(|v| v.at() == seat);
            let gem = if seen { self.gems.ids[state.gems[seat] as usize].as_str() } else { "face down" };
            let mark = if seat != state.seat.at() {
                ""
            } else if over {
                "  has the lantern"
            } else {
                "  to act"
            };
            text.push_str(&format!("  seat {seat}: gem {gem}{mark}\n"));
        }
        text
    }
}
