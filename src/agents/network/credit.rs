//! The meaning of a network's values: the credit it was trained to predict.
//!
//! A network predicts what is still to come: the result, and the points from here to the end. A search compares whole games, so
//! the points scored so far are added. A seat's worth is then its excess over the mean of all seats: even with a network that
//! counts only each seat's own points, the search plays for the lead.

use std::collections::BTreeMap;

use crate::core::{MAX_SEATS, Playable, Scores};

/// How a network was rewarded, by the names of the training settings in its metadata.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Credit {
    /// Weight of the result, which is in [-1, 1].
    outcome: f32,
    /// Weight of the points of a typical game.
    points: f32,
    /// Weight of the others' points, which are subtracted.
    rivalry: f32,
    /// The network's value times this is the credit.
    scale: f32,
    /// How losses count.
    losses: Losses,
}

/// How a loss affects the credit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Losses {
    /// Lost points are subtracted, and a lost game counts -1.
    Count,
    /// Points count when scored, whatever is lost later, and a lost game counts 0.
    Ignored,
}

impl Default for Credit {
    /// The result alone.
    fn default() -> Self {
        Self { outcome: 1.0, points: 0.0, rivalry: 1.0, scale: 1.0, losses: Losses::Count }
    }
}

impl Credit {
    /// Reads the credit from metadata; anything left out defaults to the result alone.
    pub fn read(facts: &BTreeMap<String, String>) -> Result<Self, String> {
        let number = |key: &str, usual: f32, least: f32| match facts.get(key).map(|text| (text, text.parse::<f32>())) {
            None => Ok(usual),
            Some((_, Ok(number))) if (least..=1000.0).contains(&number) => Ok(number),
            Some((text, _)) => Err(format!("the metadata say {key}={text:?}, but it must be a number from {least} to 1000")),
        };
        let usual = Self::default();
        let credit = Self {
            outcome: number("outcome_coef", usual.outcome, 0.0)?,
            points: number("points_coef", usual.points, 0.0)?,
            rivalry: number("rivalry", usual.rivalry, 0.0)?,
            scale: number("scale", usual.scale, 1e-3)?,
            losses: if number("gains_only", 0.0, 0.0)? == 0.0 { Losses::Count } else { Losses::Ignored },
        };
        if credit.outcome + credit.points < 1e-3 {
            return Err("the metadata say outcome_coef=0 and points_coef=0: such a network predicts nothing".to_string());
        }
        Ok(credit)
    }

    /// The worth of each seat in an unfinished position: the credit earned so far plus the credit the network expects.
    #[inline]
    pub fn worth<R: Playable>(&self, rules: &R, made: &Scores, expected: &Scores) -> Scores {
        self.compared(rules, &std::array::from_fn(|seat| made[seat] + self.scale * expected[seat]))
    }

    /// The worth of each seat at the end of the game.
    #[inline]
    pub fn ended<R: Playable>(&self, rules: &R, state: &R::State) -> Scores {
        self.compared(rules, &self.total(rules, state))
    }

    /// The credit each seat has earned by the end of the game: its points and its result.
    #[inline]
    pub fn total<R: Playable>(&self, rules: &R, state: &R::State) -> Scores {
        let (made, outcome) = (self.made(rules, state), rules.outcome(state));
        let lost = match self.losses {
            Losses::Count => 0.0,
            Losses::Ignored => -1.0,
        };
        std::array::from_fn(|seat| made[seat] + self.outcome * (outcome[seat] - lost))
    }

    /// The credit for points already scored.
    #[inline]
    pub fn made<R: Playable>(&self, rules: &R, state: &R::State) -> Scores {
        if self.points == 0.0 {
            return [0.0; MAX_SEATS];
        }
        let seats = rules.seats();
        let mut points = match self.losses {
            Losses::Count => rules.scores(state),
            Losses::Ignored => rules.gains(state),
        };
        let factor = self.points * rules.score_scale();
        if !rules.cooperative() && seats > 1 {
            let sum: f32 = points[..seats].iter().sum();
            for own in &mut points[..seats] {
                *own -= self.rivalry * (sum - *own) / (seats - 1) as f32;
            }
        }
        points.map(|points| factor * points)
    }

    /// A seat's excess over the mean, or the mean itself if all seats win and lose together. A sure win is about 1.
    #[inline]
    fn compared<R: Playable>(&self, rules: &R, credit: &Scores) -> Scores {
        let seats = rules.seats();
        let whole = self.outcome + self.points;
        let mean = credit[..seats].iter().sum::<f32>() / seats as f32;
        let mut worth = [0.0; MAX_SEATS];
        for (worth, credit) in worth[..seats].iter_mut().zip(credit) {
            let beyond = if rules.cooperative() { mean } else { credit - if seats > 1 { mean } else { 0.0 } };
            *worth = beyond / whole;
        }
        worth
    }
}
