//! One episode slot of a batch.

use serde::{Deserialize, Serialize};

use super::Series;
use crate::core::rng::{Purpose, Rng, episode_seed};
use crate::core::{ActionSet, Game, Observations, Playable, Position, Seat, Silent};

/// One episode slot: the position, its streams, and who learns.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Lane<R: Playable> {
    position: Position<R>,
    sampler: Rng,
    opponents: Rng,
    root: u64,
    episode: u64,
    learner: Option<Seat>,
    /// Kept from the last observation for the next; not part of the position.
    #[serde(skip)]
    memo: R::Memo,
}

impl<R: Playable> Clone for Lane<R> {
    fn clone(&self) -> Self {
        let memo = self.memo.clone();
        Self { position: self.position.clone(), sampler: self.sampler.clone(), opponents: self.opponents.clone(), memo, ..*self }
    }
}

/// Whether decisions with one legal action are played without asking.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Forced {
    Played,
    Asked,
}

impl Forced {
    #[inline]
    fn of<R: Playable>(series: &Series<R>) -> Self {
        if series.autoplay_forced { Self::Played } else { Self::Asked }
    }
}

impl<R: Playable> Lane<R> {
    /// The first episode of a root seed.
    pub fn new(game: &Game<R>, series: &Series<R>, root: u64) -> Self {
        let seed = episode_seed(root, 0);
        let mut lane = Self {
            position: series.starts.beginning(game, seed),
            sampler: Rng::of(Purpose::Sampler, root),
            opponents: Rng::of(Purpose::Opponents, seed),
            root,
            episode: 0,
            learner: None,
            memo: R::Memo::default(),
        };
        lane.begin(game, series);
        lane
    }

    /// The next episode.
    pub fn restart(&mut self, game: &Game<R>, series: &Series<R>) {
        self.episode += 1;
        let seed = self.seed();
        self.position = series.starts.beginning(game, seed);
        self.opponents = Rng::of(Purpose::Opponents, seed);
        self.begin(game, series);
    }

    /// Advances to a learner's first choice. If the episode ends before that, the next one follows, from the setup.
    fn begin(&mut self, game: &Game<R>, series: &Series<R>) {
        loop {
            self.learner = series.seating.learner_of(self.root, self.episode, game.seats());
            let first = (series.autoplay_forced).then(|| (self.position.clone(), self.opponents.clone()));
            self.advance(game, series, Forced::of(series));
            if let Some((position, opponents)) = first.filter(|_| self.is_over()) {
                // An episode without a free choice is played with its forced choices asked for; otherwise it would never be seen.
                (self.position, self.opponents) = (position, opponents);
                self.advance(game, series, Forced::Asked);
            }
            if !self.is_over() || series.stop.is_set() {
                return;
            }
            self.episode += 1;
            self.position = Position::start(game, self.seed());
            self.opponents = Rng::of(Purpose::Opponents, self.seed());
        }
    }

    /// Recomputes what was not stored, or rejects the lane.
    pub fn revive(&mut self, game: &Game<R>, series: &Series<R>) -> Result<(), String> {
        let seed = self.seed();
        // An episode that follows one without a learner's choice begins at the setup.
        let begins = [series.starts.beginning(game, seed), Position::start(game, seed)].map(|first| *first.given());
        self.position.revive(game, &begins)?;
        if self.learner != series.seating.learner_of(self.root, self.episode, game.seats()) {
            return Err("the learner sits elsewhere in this batch".to_string());
        }
        if !self.is_over() && series.seating.opponent(self.position.seat(), self.learner, game.seats()).is_some() {
            return Err("the stored turn does not match the position".to_string());
        }
        Ok(())
    }

    /// The seed of the current episode.
    pub fn seed(&self) -> u64 {
        episode_seed(self.root, self.episode)
    }

    /// The position.
    #[inline]
    pub fn state(&self) -> &R::State {
        self.position.state()
    }

    /// The legal set it has published.
    #[inline]
    pub fn legal(&self) -> &ActionSet {
        self.position.legal()
    }

    /// The random stream from here on.
    pub fn rng(&self) -> &Rng {
        self.position.rng()
    }

    /// Whether the episode has ended and the next one has not begun.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// The learner's seat, if there is one.
    #[inline]
    pub fn learner(&self) -> Option<Seat> {
        self.learner
    }

    /// The seat whose view is shown: the one to act; once over, the learner, or the one that acted last.
    #[inline]
    pub fn viewer(&self) -> Seat {
        match self.learner {
            Some(learner) if self.is_over() => learner,
            _ => self.position.seat(),
        }
    }

    /// Whether a step with this action can be carried out.
    #[inline]
    pub fn admits(&self, action: i64, autoreset: super::Autoreset) -> bool {
        if self.is_over() {
            autoreset != super::Autoreset::Disabled
        } else {
            usize::try_from(action).is_ok_and(|id| self.legal().has(id))
        }
    }

    /// A uniformly random legal action, from the lane's own stream; 0 once over.
    #[inline]
    pub fn sample(&mut self) -> usize {
        let legal = self.position.legal();
        if self.position.is_over() { 0 } else { legal.nth(self.sampler.below(legal.len())) }
    }

    /// Writes the viewer's observation to a row.
    #[inline]
    pub fn observe(&mut self, game: &Game<R>, row: &mut Observations<'_>) {
        self.observe_as(game, self.viewer(), row);
    }

    /// Writes what a seat may know to a row.
    #[inline]
    pub fn observe_as(&mut self, game: &Game<R>, viewer: Seat, row: &mut Observations<'_>) {
        row.write(game, self.position.state(), viewer, &mut self.memo);
    }

    /// The position with everything a driver knows about it.
    pub fn position(&self) -> &Position<R> {
        &self.position
    }

    /// Plays a legal action and the opponents' replies, and pays each seat what it earned.
    #[inline]
    pub fn play(&mut self, game: &Game<R>, series: &Series<R>, action: usize, rewards: &mut [f32]) {
        self.position.play(game, action, &mut Silent);
        self.advance(game, series, Forced::of(series));
        self.position.pay(game, rewards);
    }

    /// Plays everything that needs no learner: the opponents' choices and, if asked for, forced ones.
    #[inline]
    fn advance(&mut self, game: &Game<R>, series: &Series<R>, forced: Forced) {
        while !self.is_over() {
            let (position, seat) = (&self.position, self.position.seat());
            let action = if forced == Forced::Played && position.legal().len() == 1 {
                position.legal().nth(0)
            } else if let Some(opponent) = series.seating.opponent(seat, self.learner, game.seats()) {
                opponent.choose(game, position, &mut self.opponents, &series.stop)
            } else {
                break;
            };
            if series.stop.is_set() {
                break;
            }
            self.position.play(game, action, &mut Silent);
        }
    }
}
