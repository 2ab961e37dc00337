//! A game made ready to play: its options, content and everything derived from them, built once and shared.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::{Action, Content, Feature, Game, Layout, MAX_SEATS, Options, Problems, Reward, Rng, Scores, Seat, State, Tensor, Turn};

/// The rules of a game with what drivers need beside them. Shared by every episode and lane.
#[derive(Debug)]
pub struct Rules<G: Game> {
    /// The game.
    pub game: G,
    /// The full options.
    pub options: Options,
    /// The component tables.
    pub content: Content,
    /// What a step is worth.
    pub reward: Reward,
    layout: Layout,
    names: OnceLock<Names>,
}

/// The names of the actions, made when first asked for.
#[derive(Debug)]
struct Names {
    by_id: Vec<String>,
    ids: HashMap<String, usize>,
}

impl<G: Game> PartialEq for Rules<G> {
    /// The same options and content: every episode would be the same.
    fn eq(&self, other: &Self) -> bool {
        self.options == other.options && self.content == other.content
    }
}

impl<G: Game> Rules<G> {
    /// Checks options and content whole and builds the rules.
    pub fn new(options: &Map<String, Value>, content: &Map<String, Value>) -> Result<Self, Problems> {
        let () = G::State::FLAT;
        let options = Options::parse(G::NAME, G::OPTIONS, options)?;
        let content = Content::load(G::NAME, G::CONTENT, content)?;
        let game = G::new(&options, &content)?;
        let mut layout = Layout::default();
        let state = game.start(&mut Rng::seeded(0));
        game.observe(&state, Seat(0), &mut layout);
        Ok(Self { reward: options.reward(), game, options, content, layout, names: OnceLock::new() })
    }

    /// How many seats play.
    pub fn seats(&self) -> usize {
        self.game.seats()
    }

    /// The size of the action space.
    pub const fn num_actions() -> usize {
        G::Action::COUNT
    }

    /// The meaning of every float of an observation.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The features of an observation.
    pub fn features(&self) -> &[Feature] {
        self.layout.features()
    }

    /// How many floats an observation has.
    pub fn observation_size(&self) -> usize {
        self.layout.size()
    }

    /// Writes an observation; `out` has `observation_size` floats.
    #[inline]
    pub fn observe(&self, state: &G::State, viewer: Seat, out: &mut [f32]) {
        let mut tensor = Tensor::new(out);
        self.game.observe(state, viewer, &mut tensor);
        debug_assert_eq!(tensor.written(), self.layout.size(), "the observation has the size of the layout");
    }

    /// The name of an action id below the count.
    pub fn name(&self, id: usize) -> &str {
        &self.names().by_id[id]
    }

    /// The action with a name.
    pub fn parse(&self, text: &str) -> Option<usize> {
        self.names().ids.get(text).copied()
    }

    fn names(&self) -> &Names {
        self.names.get_or_init(|| {
            let by_id: Vec<String> = (0..G::Action::COUNT).filter_map(G::Action::from_id).map(|a| self.game.name(a)).collect();
            let ids = by_id.iter().cloned().enumerate().map(|(id, name)| (name, id)).collect();
            Names { by_id, ids }
        })
    }

    /// What an episode has been worth so far, when its points began at `base`.
    pub fn returns(&self, state: &G::State, base: &Scores) -> Scores {
        match self.reward {
            Reward::Outcome if self.game.turn(state) == Turn::Over => self.game.outcome(state),
            Reward::Outcome => [0.0; MAX_SEATS],
            Reward::Score => {
                let (now, scale) = (self.game.scores(state), self.game.score_scale());
                std::array::from_fn(|seat| (now[seat] - base[seat]) * scale)
            }
        }
    }
}
