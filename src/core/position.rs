//! A position in play, on which episodes, lanes and matches are built: it is stepped and its rewards are computed here and nowhere else.

use serde::{Deserialize, Serialize};

use super::rng::{Purpose, Rng};
use super::{Action, ActionSet, Game, MAX_SEATS, Playable, Reward, Scores, Seat, Turn, Witness};

/// An upper bound on the points of any game, for balances read from bytes.
const GIVEN: f32 = 1e5;

/// A state with its stream of chance, its published legal set, and the rewards paid so far.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Position<R: Playable> {
    state: R::State,
    rng: Rng,
    /// Follows from the state and is recomputed by `refresh`.
    #[serde(skip)]
    legal: ActionSet,
    /// The seat to act; once over, the one that acted last.
    seat: Seat,
    over: bool,
    /// The seats' balance when rewards were last paid: points under `reward="score"`, else the outcome.
    given: Scores,
}

impl<R: Playable> Clone for Position<R> {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            rng: self.rng.clone(),
            legal: self.legal,
            seat: self.seat,
            over: self.over,
            given: self.given,
        }
    }
}

impl<R: Playable> Position<R> {
    /// The first position of an episode.
    pub fn start(game: &Game<R>, seed: u64) -> Self {
        let mut rng = Rng::of(Purpose::Game, seed);
        let state = game.rules.start(&mut rng);
        Self::new(game, state, rng)
    }

    /// A position that continues from a state, which the caller has checked, with this stream.
    pub fn new(game: &Game<R>, state: R::State, rng: Rng) -> Self {
        let mut position = Self { state, rng, legal: ActionSet::EMPTY, seat: Seat(0), over: false, given: [0.0; MAX_SEATS] };
        position.refresh(game);
        if game.reward == Reward::Score {
            position.given = game.rules.scores(&position.state);
        }
        position
    }

    /// The state.
    #[inline]
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// The random stream from here on.
    #[inline]
    pub fn rng(&self) -> &Rng {
        &self.rng
    }

    /// The legal actions; none once over.
    #[inline]
    pub fn legal(&self) -> &ActionSet {
        &self.legal
    }

    /// The seat to act; once over, the one that acted last.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Whether the episode has ended.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Turn {
        if self.over { Turn::Over } else { Turn::Seat(self.seat) }
    }

    /// The seats' balance when rewards were last paid.
    pub fn given(&self) -> &Scores {
        &self.given
    }

    /// Plays a legal action.
    #[inline]
    pub fn play<W: Witness>(&mut self, game: &Game<R>, id: usize, witness: &mut W) {
        let action = R::Action::at(id);
        game.rules.apply(&mut self.state, action, &mut self.rng, witness);
        self.refresh(game);
    }

    /// Recomputes the legal set and whose turn it is.
    #[inline]
    pub fn refresh(&mut self, game: &Game<R>) {
        self.legal.clear();
        match game.rules.turn(&self.state) {
            Turn::Seat(seat) => {
                (self.seat, self.over) = (seat, false);
                game.rules.legal(&self.state, &mut self.legal);
            }
            Turn::Over => self.over = true,
        }
    }

    /// Writes each seat's reward since the last call.
    #[inline]
    pub fn pay(&mut self, game: &Game<R>, rewards: &mut [f32]) {
        match game.reward {
            Reward::Outcome if self.over => {
                let now = game.rules.outcome(&self.state);
                for (seat, reward) in rewards.iter_mut().enumerate() {
                    *reward = now[seat] - self.given[seat];
                }
                self.given = now;
            }
            Reward::Outcome => rewards.fill(0.0),
            Reward::Score => {
                let (now, scale) = (game.rules.scores(&self.state), game.rules.score_scale());
                for (seat, reward) in rewards.iter_mut().enumerate() {
                    *reward = (now[seat] - self.given[seat]) * scale;
                }
                self.given = now;
            }
        }
    }

    /// Restores the reward balance read from bytes.
    pub(super) fn resume(&mut self, given: Scores) -> Result<(), String> {
        if given.iter().any(|value| !value.is_finite() || value.abs() > GIVEN) {
            return Err(format!("the rewards already paid cannot have come to {given:?}"));
        }
        self.given = given;
        Ok(())
    }

    /// Checks a position that was read from bytes and recomputes what was not stored. `begun` lists the balances its episode may
    /// have begun with.
    pub fn revive(&mut self, game: &Game<R>, begun: &[Scores]) -> Result<(), String> {
        game.rules.check(&self.state).map_err(|broken| broken.to_string())?;
        let (seat, over) = (self.seat, self.over);
        self.refresh(game);
        if self.over != over || self.seat != seat || seat.at() >= game.seats() {
            return Err("the stored turn does not match the position".to_string());
        }
        // Rewards are paid after every step, except those earned by opponents before a learner's first one.
        let given = match game.reward {
            Reward::Outcome => self.given == if over { game.rules.outcome(&self.state) } else { [0.0; MAX_SEATS] },
            Reward::Score => self.given == game.rules.scores(&self.state) || begun.contains(&self.given),
        };
        if given { Ok(()) } else { Err(format!("the rewards already paid cannot have come to {:?}", &self.given[..game.seats()])) }
    }
}
