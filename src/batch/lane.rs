//! One episode slot of a batch.

use serde::{Deserialize, Serialize};

use super::Seating;
use crate::core::rng::mix;
use crate::core::{Action, ActionSet, Game, Reward, Rng, Rules, Scores, Seat, Turn};

/// The stream that `sample` and `rollout` draw from is this one of the lane's root.
pub const ROLLOUT_STREAM: u64 = u64::MAX;
/// The stream of the opponents is this one of the episode's seed.
const OPPONENT_STREAM: u64 = 1;

/// The root of a lane's seeds in a batch with a seed.
pub const fn lane_root(seed: u64, lane: usize) -> u64 {
    mix(seed, lane as u64)
}

/// The seed of an episode: `Episode::new` with it plays the lane's game. The first episode of a root has the root itself.
pub const fn episode_seed(root: u64, episode: u64) -> u64 {
    if episode == 0 { root } else { mix(root, episode) }
}

/// One episode slot: the position, its streams, and the set it has published.
#[derive(Clone, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Lane<G: Game> {
    state: G::State,
    /// Follows from the position; `revive` finds it again.
    #[serde(skip)]
    legal: ActionSet,
    rng: Rng,
    sampler: Rng,
    opponents: Rng,
    /// The points when rewards were last given; kept only under `reward="score"`.
    given: Scores,
    root: u64,
    episode: u64,
    /// Who is to act, or who acted last when it is over.
    seat: Seat,
    over: bool,
    learner: Option<Seat>,
}

impl<G: Game> Lane<G> {
    /// The first episode of a root.
    pub fn new(rules: &Rules<G>, seating: &Seating<G>, root: u64) -> Self {
        let seed = episode_seed(root, 0);
        let mut rng = Rng::seeded(seed);
        let mut lane = Self {
            state: rules.game.start(&mut rng),
            legal: ActionSet::EMPTY,
            rng,
            sampler: Rng::seeded(mix(root, ROLLOUT_STREAM)),
            opponents: Rng::seeded(mix(seed, OPPONENT_STREAM)),
            given: [0.0; crate::core::MAX_SEATS],
            root,
            episode: 0,
            seat: Seat(0),
            over: false,
            learner: None,
        };
        lane.begin(rules, seating);
        lane
    }

    /// The next episode.
    pub fn restart(&mut self, rules: &Rules<G>, seating: &Seating<G>) {
        self.episode += 1;
        let seed = self.seed();
        self.rng = Rng::seeded(seed);
        self.opponents = Rng::seeded(mix(seed, OPPONENT_STREAM));
        self.state = rules.game.start(&mut self.rng);
        self.begin(rules, seating);
    }

    /// Up to the first choice of a learner. An episode that ends before is followed by the next one.
    fn begin(&mut self, rules: &Rules<G>, seating: &Seating<G>) {
        self.learner = seating.learner_of(self.root, self.episode, rules.seats());
        self.over = false;
        if rules.reward == Reward::Score {
            self.given = rules.game.scores(&self.state);
        }
        self.look(rules);
        self.play_opponents(rules, seating);
        if self.over {
            self.restart(rules, seating);
        }
    }

    /// Makes a lane that was read from bytes whole again, or says what is impossible about it.
    pub fn revive(&mut self, rules: &Rules<G>, seating: &Seating<G>) -> Result<(), String> {
        rules.game.check(&self.state).map_err(|broken| broken.to_string())?;
        let (seat, over) = (self.seat, self.over);
        if self.learner != seating.learner_of(self.root, self.episode, rules.seats()) {
            return Err("the learner sits elsewhere in this batch".to_string());
        }
        self.over = false;
        self.look(rules);
        let opponents_turn = !over && seating.opponent(seat, self.learner, rules.seats()).is_some();
        if self.over != over || self.seat != seat || seat.at() >= rules.seats() || opponents_turn {
            return Err("whose turn it is does not fit the position".to_string());
        }
        Ok(())
    }

    /// The seed of the current episode.
    pub fn seed(&self) -> u64 {
        episode_seed(self.root, self.episode)
    }

    /// The position.
    #[inline]
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The legal set it has published.
    #[inline]
    pub fn legal(&self) -> &ActionSet {
        &self.legal
    }

    /// The chance to come.
    pub fn rng(&self) -> &Rng {
        &self.rng
    }

    /// Whether the episode has ended and the next one has not begun.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The learner's seat, if there is one.
    #[inline]
    pub fn learner(&self) -> Option<Seat> {
        self.learner
    }

    /// Whose view is shown: the seat to act; when over, the learner, or who acted last.
    #[inline]
    pub fn viewer(&self) -> Seat {
        match self.learner {
            Some(learner) if self.over => learner,
            _ => self.seat,
        }
    }

    /// Whether a step with this action can be carried out.
    #[inline]
    pub fn admits(&self, action: i64, autoreset: super::Autoreset) -> bool {
        if self.over { autoreset != super::Autoreset::Disabled } else { usize::try_from(action).is_ok_and(|id| self.legal.has(id)) }
    }

    /// A uniformly random legal action, from the lane's own stream; 0 when over.
    #[inline]
    pub fn sample(&mut self) -> usize {
        if self.over { 0 } else { self.legal.nth(self.sampler.below(self.legal.len())) }
    }

    /// Plays a legal action and the opponents' answers, and gives each seat what it earned.
    #[inline]
    pub fn play(&mut self, rules: &Rules<G>, seating: &Seating<G>, action: usize, rewards: &mut [f32]) {
        self.apply(rules, action);
        self.play_opponents(rules, seating);
        match rules.reward {
            Reward::Outcome if self.over => rewards.copy_from_slice(&rules.game.outcome(&self.state)[..rewards.len()]),
            Reward::Outcome => rewards.fill(0.0),
            Reward::Score => {
                let (now, scale) = (rules.game.scores(&self.state), rules.game.score_scale());
                for (seat, reward) in rewards.iter_mut().enumerate() {
                    *reward = (now[seat] - self.given[seat]) * scale;
                }
                self.given = now;
            }
        }
    }

    #[inline]
    fn play_opponents(&mut self, rules: &Rules<G>, seating: &Seating<G>) {
        while !self.over {
            let Some(opponent) = seating.opponent(self.seat, self.learner, rules.seats()) else { break };
            let action = opponent.choose(rules, &self.state, &self.legal, self.seat, &mut self.opponents);
            self.apply(rules, action);
        }
    }

    #[inline]
    fn apply(&mut self, rules: &Rules<G>, action: usize) {
        let action = G::Action::from_id(action).expect("a legal id is below the count");
        rules.game.apply(&mut self.state, action, &mut self.rng);
        self.look(rules);
    }

    #[inline]
    fn look(&mut self, rules: &Rules<G>) {
        self.legal.clear();
        match rules.game.turn(&self.state) {
            Turn::Seat(seat) => {
                self.seat = seat;
                rules.game.legal(&self.state, &mut self.legal);
            }
            Turn::Over => self.over = true,
        }
    }
}
