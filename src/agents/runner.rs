//! Matches: many games between agents, on all cores, the same whatever the number of threads.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::{Agent, Spec, View};
use crate::core::rng::mix;
use crate::core::{Action, Game, Rng, Rules, Scores, Seat, SeatSet, Turn};

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The seed of the episode and of the agents' streams.
    pub seed: u64,
    /// Which agent sits where: an index into the list of agents for each seat.
    pub seats: Vec<usize>,
}

/// One choice that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Who chose.
    pub seat: Seat,
    /// The round it was made in.
    pub round: u32,
    /// What kind of choice it was.
    pub kind: &'static str,
    /// What was chosen.
    pub action: u16,
    /// How many actions were legal.
    pub legal: u16,
    /// What the agent expected; NaN where it did not look.
    pub value: f32,
}

/// One game that was played to the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Its place in the list of matches.
    pub index: usize,
    /// Its seed.
    pub seed: u64,
    /// Which agent sat where.
    pub seats: Vec<usize>,
    /// The final points.
    pub scores: Scores,
    /// The value of the outcome for each seat.
    pub outcome: Scores,
    /// Who won.
    pub winners: SeatSet,
    /// The place of each seat, from 1; seats that share a place have the same number.
    pub ranks: Vec<u8>,
    /// How many decisions were made.
    pub length: u32,
    /// The last round; 0 where the game has none.
    pub rounds: u32,
    /// Where the points came from.
    pub breakdown: Vec<(&'static str, Scores)>,
    /// Every decision, if they were asked for.
    pub decisions: Vec<Decision>,
}

/// What to play and how.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// The agents.
    pub agents: &'a [Spec],
    /// The games, in order.
    pub matches: &'a [Match],
    /// How many threads; at least one is used.
    pub threads: usize,
    /// Whether to keep every decision.
    pub decisions: bool,
}

/// How often the caller is asked whether to go on.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// Plays all matches and returns the finished games in order.
///
/// `progress` is called on the calling thread with the number of games finished so far, several times a second. When it
/// says to stop, games under way are dropped and what is finished is returned.
pub fn run<G: Game>(rules: &Arc<Rules<G>>, plan: &Plan<'_>, mut progress: impl FnMut(usize) -> ControlFlow<()>) -> Vec<Played> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let mut out: Vec<Played> = Vec::with_capacity(plan.matches.len());
    // Plain threads that take the next game off a counter: games differ in length, and nothing else is shared.
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.clamp(1, plan.matches.len().max(1)) {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                let mut table = Table::new(rules, plan);
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(game) = plan.matches.get(index) else { return };
                    let Some(played) = table.play(index, game, stop) else { return };
                    if sender.send(played).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(HEARTBEAT) {
                Ok(played) => {
                    out.push(played);
                    out.extend(receiver.try_iter());
                }
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if progress(out.len()).is_break() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    out.sort_by_key(|played| played.index);
    out
}

/// The agents of one thread: one of each kind for each seat.
struct Table<'a, G: Game> {
    rules: &'a Arc<Rules<G>>,
    plan: &'a Plan<'a>,
    agents: Vec<Vec<Option<Box<dyn Agent<G>>>>>,
}

impl<'a, G: Game> Table<'a, G> {
    fn new(rules: &'a Arc<Rules<G>>, plan: &'a Plan<'a>) -> Self {
        let seats = rules.seats();
        let agents = plan.agents.iter().map(|_| (0..seats).map(|_| None).collect()).collect();
        Self { rules, plan, agents }
    }

    /// Plays one game; none when it was stopped.
    fn play(&mut self, index: usize, game: &Match, stop: &AtomicBool) -> Option<Played> {
        let rules = &self.rules.game;
        let seats = rules.seats();
        let mut rng = Rng::seeded(game.seed);
        let mut streams: Vec<Rng> = (0..seats).map(|seat| Rng::seeded(mix(game.seed, 1 + seat as u64))).collect();
        let mut state = rules.start(&mut rng);
        let (mut length, mut decisions) = (0, Vec::new());
        // Who acted last: an agent that acts again at once may keep its tree.
        let mut last: Option<(usize, usize)> = None;
        while let Some(view) = View::new(self.rules, &state) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let at = view.seat().at();
            let spec = game.seats[at];
            let agent = self.agents[spec][at].get_or_insert_with(|| self.plan.agents[spec].build());
            match last {
                Some((seat, id)) if seat == at => agent.played(id),
                _ => agent.start(),
            }
            let choice = agent.choose(&view, &mut streams[at]);
            if self.plan.decisions {
                decisions.push(Decision {
                    seat: view.seat(),
                    round: rules.round(&state),
                    kind: rules.decision(&state),
                    action: choice.action as u16,
                    legal: view.legal().len() as u16,
                    value: choice.value,
                });
            }
            let action = G::Action::from_id(choice.action).expect("agents choose legal actions");
            rules.apply(&mut state, action, &mut rng);
            last = Some((at, choice.action));
            length += 1;
        }
        debug_assert_eq!(rules.turn(&state), Turn::Over);
        let (scores, outcome, winners) = (rules.scores(&state), rules.outcome(&state), rules.winners(&state));
        Some(Played {
            index,
            seed: game.seed,
            seats: game.seats.clone(),
            scores,
            outcome,
            winners,
            ranks: ranks(&scores, winners, seats, rules.cooperative()),
            length,
            rounds: rules.round(&state),
            breakdown: rules.breakdown(&state),
            decisions,
        })
    }
}

/// The place of each seat: winners first, then by points. In a co-operative game all share the first place or the last.
fn ranks(scores: &Scores, winners: SeatSet, seats: usize, cooperative: bool) -> Vec<u8> {
    let won = |seat: usize| winners >> seat & 1 == 1;
    let ahead = |a: usize, b: usize| {
        if won(a) == won(b) { !won(a) && !cooperative && scores[a] > scores[b] } else { won(a) }
    };
    if cooperative && winners == 0 {
        return vec![seats as u8; seats];
    }
    (0..seats).map(|seat| 1 + (0..seats).filter(|&other| ahead(other, seat)).count() as u8).collect()
}

/// Seats every agent everywhere equally often: match `i` begins with a rotation of the list.
///
/// There may be more or fewer agents than seats: then each match takes the next ones of the list in turn.
pub fn rotated(agents: usize, seats: usize, games: usize, seed: u64, first: usize) -> Vec<Match> {
    (first..first + games)
        .map(|i| Match { seed: mix(seed, i as u64), seats: (0..seats).map(|seat| (seat + i) % agents).collect() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_come_first_and_ties_share_a_place() {
        assert_eq!(ranks(&[3.0, 9.0, 9.0, 1.0, 0.0, 0.0], 0b010, 4, false), [3, 1, 2, 4]);
        assert_eq!(ranks(&[9.0, 9.0, 1.0, 0.0, 0.0, 0.0], 0b011, 3, false), [1, 1, 3]);
        assert_eq!(ranks(&[-2.0, -1.0, 0.0, 0.0, 0.0, 0.0], 0, 2, false), [2, 1]);
        assert_eq!(ranks(&[0.0; 6], 0, 4, true), [4, 4, 4, 4]);
        assert_eq!(ranks(&[0.0; 6], 0b1111, 4, true), [1, 1, 1, 1]);
    }
}
