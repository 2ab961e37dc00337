//! A game of forks with known values, for what searches must get right: secrets inside the tree, three seats with conflicting
//! goals, and a team.

use expedition::core::{
    ActionSet, Advise, Apply, Broken, Check, Content, Describe, Legal, MAX_SEATS, Observe, OptionSpec, Options, Problems, Prune,
    Rng, Rules, Score, Scores, Seat, SeatSet, Setup, Sink, Turn, Witness,
};
use expedition::{action_space, index_type};
use serde::{Deserialize, Serialize};

index_type! {
    /// Left or right.
    pub struct Way(2) "way";
}

action_space! {
    /// The choices.
    pub enum Act {
        /// Take a way.
        Go(Way) = "go",
    }
}

/// The seat that chooses at each fork, the choices that are secret, and the value of each end.
#[derive(Debug)]
struct Forks {
    movers: &'static [u8],
    secret: Option<usize>,
    seats: usize,
    cooperative: bool,
    /// The values by the ways taken, with the first way as the highest bit.
    ends: &'static [[f32; 3]],
}

/// Play safe, or the other seat hides a penny and seat 0 guesses where. Seat 0 sees nothing, so a guess is worth 0.
const GUESS: Forks = Forks {
    movers: &[0, 1, 0],
    secret: Some(1),
    seats: 2,
    cooperative: false,
    ends: &[SAFE, SAFE, SAFE, SAFE, WON, LOST, LOST, WON],
};

/// A small loss, or seat 0 hides a penny and the other seat guesses: worth 0 again.
const HIDE: Forks = Forks {
    movers: &[0, 0, 1],
    secret: Some(1),
    seats: 2,
    cooperative: false,
    ends: &[SMALL, SMALL, SMALL, SMALL, LOST, WON, WON, LOST],
};

const SAFE: [f32; 3] = [0.4, -0.4, 0.0];
const SMALL: [f32; 3] = [-0.4, 0.4, 0.0];
const WON: [f32; 3] = [1.0, -1.0, 0.0];
const LOST: [f32; 3] = [-1.0, 1.0, 0.0];

/// Seat 0 wins on the right if seats 1 and 2 each play for themselves: any harm they could do it costs them something.
const THREE: Forks = Forks {
    movers: &[0, 1, 2],
    secret: None,
    seats: 3,
    cooperative: false,
    ends: &[
        [0.1, 0.0, -0.1],
        [0.1, 0.0, -0.1],
        [0.1, 0.0, -0.1],
        [0.1, 0.0, -0.1],
        [-0.5, -0.8, 1.0],
        [-1.0, 0.9, -1.0],
        [-1.0, 0.5, -0.6],
        [0.8, 0.2, 0.8],
    ],
};

/// What is good for one is good for all.
const TEAM: Forks = Forks {
    movers: &[0, 1, 2],
    secret: None,
    seats: 3,
    cooperative: true,
    ends: &[[0.3; 3], [0.3; 3], [0.2; 3], [-0.5; 3], [-1.0; 3], [-1.0; 3], [0.9; 3], [-1.0; 3]],
};

/// The ways taken so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    ways: [Way; 3],
    taken: u8,
}

/// The game of one of these tables, with secrets kept or, for comparison, revealed to the searches.
#[derive(Debug)]
pub struct Crossing {
    forks: Forks,
    revealed: bool,
}

impl Rules for Crossing {
    type State = State;
    type Action = Act;
    const NAME: &'static str = "crossing";
    const VERSION: u16 = 1;
    const RULES: &'static str = "";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::int("players", (2, 3), 2, "seats"),
        OptionSpec::int("forks", (0, 3), 0, "guess, hide, three, team"),
        OptionSpec::switch("revealed", false, "nothing is hidden"),
    ];
    const CONTENT: &'static [(&'static str, &'static str)] = &[];

    fn new(options: &Options, _: &Content) -> Result<Self, Problems> {
        let [guess, hide, three, team] = [GUESS, HIDE, THREE, TEAM];
        let forks = match options.int("forks") {
            0 => guess,
            1 => hide,
            2 => three,
            _ => team,
        };
        Ok(Self { forks, revealed: options.switch("revealed") })
    }

    fn seats(&self) -> usize {
        self.forks.seats
    }

    fn decision_bound(&self) -> usize {
        3
    }

    fn turn(&self, s: &State) -> Turn {
        self.forks.movers.get(s.taken as usize).map_or(Turn::Over, |&seat| Turn::Seat(Seat(seat)))
    }
}

impl Setup for Crossing {
    fn start(&self, _: &mut Rng) -> State {
        State { ways: [Way(0); 3], taken: 0 }
    }
}

impl Legal for Crossing {
    fn legal(&self, s: &State, out: &mut ActionSet) {
        if s.taken < 3 {
            Way::all().for_each(|way| out.add(Act::Go(way)));
        }
    }
}

impl Apply for Crossing {
    fn apply<W: Witness>(&self, s: &mut State, Act::Go(way): Act, _: &mut Rng, _: &mut W) {
        s.ways[s.taken as usize] = way;
        s.taken += 1;
    }
}

impl Check for Crossing {
    fn check(&self, _: &State) -> Result<(), Broken> {
        Ok(())
    }
}

impl Score for Crossing {
    fn scores(&self, _: &State) -> Scores {
        [0.0; MAX_SEATS]
    }

    fn breakdown(&self, _: &State) -> Vec<(&'static str, Scores)> {
        vec![]
    }

    fn score_scale(&self) -> f32 {
        1.0
    }

    fn winners(&self, _: &State) -> SeatSet {
        0
    }

    fn outcome(&self, s: &State) -> Scores {
        let end = s.ways.iter().fold(0, |end, way| end * 2 + way.at());
        let mut out = [0.0; MAX_SEATS];
        out[..self.forks.seats].copy_from_slice(&self.forks.ends[end][..self.forks.seats]);
        out
    }

    fn cooperative(&self) -> bool {
        self.forks.cooperative
    }
}

impl Observe for Crossing {
    fn seen_as(&self, s: &State, _: Act) -> Option<Act> {
        (!self.revealed && self.forks.secret == Some(s.taken as usize)).then_some(Act::Go(Way(0)))
    }

    type Memo = ();

    fn observe<S: Sink>(&self, s: &State, _: Seat, (): &mut (), out: &mut S) {
        out.count("taken", u32::from(s.taken), 3.0);
    }

    fn redeal(&self, s: &mut State, viewer: Seat, rng: &mut Rng) {
        if let Some(fork) = self.forks.secret.filter(|&fork| fork < s.taken as usize && self.forks.movers[fork] != viewer.0) {
            s.ways[fork] = Way(rng.below(2) as u8);
        }
    }
}

impl Describe for Crossing {
    const TITLE: &'static str = "A game of the tests";

    fn decision(&self, _: &State) -> &'static str {
        "fork"
    }

    fn name(&self, Act::Go(way): Act) -> String {
        format!("go {}", way.0)
    }

    fn text(&self, _: &State, _: Option<Seat>) -> String {
        String::new()
    }
}

impl Advise for Crossing {
    type Notes = ();
}

impl Prune for Crossing {}
