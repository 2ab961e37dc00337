//! Fast continuations of a position, and the value where they stop.

use crate::core::{Action as _, ActionSet, MAX_SEATS, Playable, Rng, Scores, Seat, Silent, Turn};

/// Weight of the final lead beside the result itself: prefers clear wins and narrow defeats.
const MARGIN: f32 = 0.1;

/// Random actions the greedy policy chooses from.
const CANDIDATES: u32 = 5;

/// A choice among at most this many actions counts as part of the action before it: how to pay, which card, which of two effects.
const FEW: u32 = 6;

/// Number of such choices followed in a row.
const THROUGH: u32 = 2;

/// The policy that plays a copy on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Uniformly at random.
    Random,
    /// The best of a few random actions by [`glance`].
    Greedy,
}

/// Decisions allowed beyond the cut-off to complete a turn.
const SETTLE: u32 = 8;

/// A fast continuation: a policy, and the number of decisions after which the game's evaluation takes over.
///
/// A turn in progress at the cut-off is completed: evaluations are made for positions between turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollout {
    /// The policy.
    pub policy: Policy,
    /// The number of decisions after which to stop at the end of a turn; `u32::MAX` plays to the end.
    pub cutoff: u32,
}

impl Rollout {
    /// Plays on and returns each seat's value.
    pub fn run<R: Playable>(self, rules: &R, state: &mut R::State, rng: &mut Rng, notes: &mut R::Notes) -> Scores {
        self.run_counted(rules, state, rng, notes).0
    }

    /// Plays on and returns each seat's value and the number of decisions played.
    pub fn run_counted<R: Playable>(self, rules: &R, state: &mut R::State, rng: &mut Rng, notes: &mut R::Notes) -> (Scores, u32) {
        let mut legal = ActionSet::EMPTY;
        let mut decisions = 0;
        let mut last = None;
        while let Turn::Seat(seat) = rules.turn(state) {
            let settled = last.is_some_and(|last| last != seat) || decisions >= self.cutoff.saturating_add(SETTLE);
            if decisions >= self.cutoff && settled {
                break;
            }
            last = Some(seat);
            legal.clear();
            rules.legal(state, &mut legal);
            let id = match self.policy {
                _ if legal.len() == 1 => legal.nth(0),
                Policy::Random => legal.nth(rng.below(legal.len())),
                Policy::Greedy => {
                    rules.prune_on(state, &mut legal, notes);
                    best_of_few(rules, state, seat, &legal, rng, notes)
                }
            };
            rules.apply(state, R::Action::at(id), rng, &mut Silent);
            decisions += 1;
        }
        (worth(rules, state, notes), decisions)
    }
}

/// The best of a few random legal actions.
fn best_of_few<R: Playable>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    legal: &ActionSet,
    rng: &mut Rng,
    notes: &mut R::Notes,
) -> usize {
    let mut left = *legal;
    let mut best = (f32::NEG_INFINITY, legal.nth(0));
    for _ in 0..CANDIDATES.min(legal.len()) {
        let id = left.nth(rng.below(left.len()));
        left.remove_id(id);
        let mut next = state.clone();
        rules.apply(&mut next, R::Action::at(id), rng, &mut Silent);
        let value = glance(rules, &next, seat, rng, notes);
        if value > best.0 {
            best = (value, id);
        }
    }
    best.1
}

/// A seat's value for a position after its small choices. An action's price often comes first and its benefit
/// later: judged by the very next position, every journey would look like a waste.
pub fn glance<R: Playable>(rules: &R, state: &R::State, seat: Seat, rng: &mut Rng, notes: &mut R::Notes) -> f32 {
    value_after_choices(rules, state, seat, THROUGH, rng, notes)
}

fn value_after_choices<R: Playable>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    depth: u32,
    rng: &mut Rng,
    notes: &mut R::Notes,
) -> f32 {
    if depth == 0 || rules.turn(state) != Turn::Seat(seat) {
        return rules.evaluate_on(state, seat, notes);
    }
    let mut legal = ActionSet::EMPTY;
    rules.legal(state, &mut legal);
    rules.prune_on(state, &mut legal, notes);
    if legal.len() > FEW {
        return rules.evaluate_on(state, seat, notes);
    }
    let mut best = f32::NEG_INFINITY;
    for id in legal.iter() {
        let mut next = state.clone();
        rules.apply(&mut next, R::Action::at(id), rng, &mut Silent);
        best = best.max(value_after_choices(rules, &next, seat, depth - 1, rng, notes));
    }
    best
}

/// The value of a position for each seat: the outcome once it is over, the game's evaluation before.
pub fn worth<R: Playable>(rules: &R, state: &R::State, notes: &mut R::Notes) -> Scores {
    let mut out = [0.0; MAX_SEATS];
    let over = rules.turn(state) == Turn::Over;
    let outcome = if over { rules.outcome(state) } else { out };
    // Seats with a common result share one opinion of it.
    let shared = rules.cooperative().then(|| rules.evaluate_on(state, Seat(0), notes));
    for (seat, value) in out.iter_mut().enumerate().take(rules.seats()) {
        let guess = shared.unwrap_or_else(|| rules.evaluate_on(state, Seat(seat as u8), notes));
        *value = if over { outcome[seat] + MARGIN * guess } else { guess };
    }
    out
}
