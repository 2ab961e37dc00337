//! A game ready to play: its options, content and everything derived from them, built once and shared.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::{
    Action, Content, Feature, Layout, MAX_SEATS, MOST_NONZERO, Options, Playable, Problems, Reward, Rng, Scores, Seat, State,
    Tensor, Turn, write_sparse,
};

/// The rules of a game and everything drivers need besides. Shared by every episode and lane.
#[derive(Debug)]
pub struct Game<R: Playable> {
    /// The game.
    pub rules: R,
    /// The full options.
    pub options: Options,
    /// The component tables.
    pub content: Content,
    /// The reward scheme.
    pub reward: Reward,
    layout: Layout,
    max_nonzero: usize,
    names: OnceLock<Names>,
}

/// The action names, built on first use.
#[derive(Debug)]
struct Names {
    by_id: Vec<String>,
    ids: HashMap<String, usize>,
}

impl<R: Playable> PartialEq for Game<R> {
    /// Whether options and content are the same, so that equal seeds give equal episodes.
    fn eq(&self, other: &Self) -> bool {
        self.options == other.options && self.content == other.content
    }
}

impl<R: Playable> Game<R> {
    /// The game as it is shipped: with its default options and its own content.
    pub fn shipped() -> Self {
        Self::new(&Map::new(), &Map::new()).expect("a game can be played as it is shipped")
    }

    /// The game with these options and replaced content tables; both may be empty. Everything is checked, and all problems are
    /// reported at once.
    pub fn new(options: &Map<String, Value>, content: &Map<String, Value>) -> Result<Self, Problems> {
        let () = R::State::FLAT;
        let options = Options::parse(R::NAME, R::OPTIONS, options)?;
        let content = Content::load(R::NAME, R::CONTENT, content)?;
        let rules = R::new(&options, &content)?;
        let mut layout = Layout::default();
        let state = rules.start(&mut Rng::seeded(0));
        rules.observe(&state, Seat(0), &mut R::Memo::default(), &mut layout);
        let max_nonzero = layout.max_nonzero(&rules.supplies());
        if max_nonzero > MOST_NONZERO {
            let sentence =
                format!("up to {max_nonzero} floats of an observation may be nonzero, at most {MOST_NONZERO} are possible");
            return Err(Problems::one(sentence));
        }
        Ok(Self { reward: options.reward(), rules, options, content, layout, max_nonzero, names: OnceLock::new() })
    }

    /// Number of seats in play.
    pub fn seats(&self) -> usize {
        self.rules.seats()
    }

    /// The size of the action space.
    pub const fn num_actions() -> usize {
        R::Action::COUNT
    }

    /// The meaning of every float of an observation.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The features of an observation.
    pub fn features(&self) -> &[Feature] {
        self.layout.features()
    }

    /// Number of floats in an observation.
    pub fn observation_size(&self) -> usize {
        self.layout.size()
    }

    /// Writes an observation; `out` has `observation_size` floats.
    #[inline]
    pub fn observe(&self, state: &R::State, viewer: Seat, out: &mut [f32]) {
        self.observe_on(state, viewer, &mut R::Memo::default(), out);
    }

    /// The same, faster, using the memo of the episode's last observation. Not inlined: there is one copy per game, with the
    /// game's code inlined into it, so that the sink's counters stay in registers.
    #[inline(never)]
    pub fn observe_on(&self, state: &R::State, viewer: Seat, memo: &mut R::Memo, out: &mut [f32]) {
        let mut tensor = Tensor::new(out);
        self.rules.observe(state, viewer, memo, &mut tensor);
        debug_assert_eq!(tensor.written(), self.layout.size(), "the observation has the size of the layout");
    }

    /// The most nonzero floats an observation can have.
    pub fn max_nonzero(&self) -> usize {
        self.max_nonzero
    }

    /// Writes an observation as ascending indices and values of its nonzero floats, and returns their number. The slices
    /// have `max_nonzero` slots each; unused ones get the index `observation_size` and the value 0.
    #[inline]
    pub fn observe_sparse(&self, state: &R::State, viewer: Seat, indices: &mut [i32], values: &mut [f32]) -> usize {
        self.observe_sparse_on(state, viewer, &mut R::Memo::default(), indices, values)
    }

    /// The same, faster, using the memo of the episode's last observation.
    #[inline(never)]
    pub fn observe_sparse_on(
        &self,
        state: &R::State,
        viewer: Seat,
        memo: &mut R::Memo,
        indices: &mut [i32],
        values: &mut [f32],
    ) -> usize {
        let (count, floats) = write_sparse(indices, values, |out| self.rules.observe(state, viewer, memo, out));
        debug_assert_eq!(floats, self.layout.size(), "the observation has the size of the layout");
        count
    }

    /// The name of an action id, which must be below the count.
    pub fn name(&self, id: usize) -> &str {
        &self.names().by_id[id]
    }

    /// The action with this name.
    pub fn parse(&self, text: &str) -> Option<usize> {
        self.names().ids.get(text).copied()
    }

    fn names(&self) -> &Names {
        self.names.get_or_init(|| {
            let by_id: Vec<String> = (0..R::Action::COUNT).filter_map(R::Action::from_id).map(|a| self.rules.name(a)).collect();
            let ids = by_id.iter().cloned().enumerate().map(|(id, name)| (name, id)).collect();
            Names { by_id, ids }
        })
    }

    /// The rewards so far of an episode whose points began at `base`.
    pub fn returns(&self, state: &R::State, base: &Scores) -> Scores {
        match self.reward {
            Reward::Outcome if self.rules.turn(state) == Turn::Over => self.rules.outcome(state),
            Reward::Outcome => [0.0; MAX_SEATS],
            Reward::Score => {
                let (now, scale) = (self.rules.scores(state), self.rules.score_scale());
                std::array::from_fn(|seat| (now[seat] - base[seat]) * scale)
            }
        }
    }
}
