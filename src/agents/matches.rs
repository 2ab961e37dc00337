//! Matches: many games between agents, on all cores, with the same results whatever the number of threads.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::{Agent, Prepared, Spec, SpecError, Stop, View};
use crate::core::rng::{Purpose, match_seed};
use crate::core::{Action as _, Game, Playable, Position, Rng, Scores, Seat, SeatSet, Silent};

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The seed of the episode and of the agents' streams.
    pub seed: u64,
    /// The agent at each seat, as an index into the list of agents.
    pub seats: Vec<usize>,
}

/// One choice made during a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The seat that chose.
    pub seat: Seat,
    /// The round it was made in.
    pub round: u32,
    /// The name of the decision: `"bid"`.
    pub kind: &'static str,
    /// The action chosen.
    pub action: u16,
    /// The action as a sentence.
    pub sentence: String,
    /// Number of legal actions.
    pub legal: u16,
    /// The value the agent expected; NaN if it did not search.
    pub value: f32,
}

/// One finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Its index in the list of matches.
    pub index: usize,
    /// Its seed.
    pub seed: u64,
    /// The agent at each seat.
    pub seats: Vec<usize>,
    /// The final points.
    pub scores: Scores,
    /// The value of the outcome for each seat.
    pub outcome: Scores,
    /// The winners.
    pub winners: SeatSet,
    /// The rank of each seat, from 1; tied seats share a rank.
    pub ranks: Vec<u8>,
    /// Number of decisions.
    pub length: u32,
    /// The last round; 0 where the game has none.
    pub rounds: u32,
    /// Points by source.
    pub breakdown: Vec<(&'static str, Scores)>,
    /// Every decision, if asked for.
    pub decisions: Vec<Decision>,
}

/// The games to play and their settings.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// The agents.
    pub agents: &'a [Spec],
    /// The games, in order.
    pub matches: &'a [Match],
    /// Number of threads; at least one is used.
    pub threads: usize,
    /// Whether to keep every decision.
    pub decisions: bool,
}

/// How often the caller is asked whether to continue.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// Plays all matches and returns the finished games in order.
///
/// `progress` is called on the calling thread with the number of games finished so far, several times a second. When it
/// says to stop, unfinished games are dropped and the finished ones returned. An agent that cannot play this game is refused
/// before anything is played.
pub fn run<R: Playable>(
    game: &Arc<Game<R>>,
    plan: &Plan<'_>,
    progress: impl FnMut(usize) -> ControlFlow<()>,
) -> Result<Vec<Played>, SpecError> {
    let prepared = plan.agents.iter().map(|spec| spec.prepare(game)).collect::<Result<Vec<Prepared<R>>, _>>()?;
    let work = || {
        let mut table = Worker::new(game, plan, &prepared);
        move |index: usize, stop: &Stop| table.play(index, &plan.matches[index], stop)
    };
    Ok(spread_games(plan.matches.len(), plan.threads, work, progress))
}

/// Anything with an index into a list of games.
pub(super) trait Indexed: Send {
    /// The index.
    fn index(&self) -> usize;
}

impl Indexed for Played {
    fn index(&self) -> usize {
        self.index
    }
}

/// Plays games by number on several threads and returns the finished ones in order. Each thread builds its own `work`, which
/// plays one game, or returns `None` once it is stopped.
pub(super) fn spread_games<T: Indexed, W: FnMut(usize, &Stop) -> Option<T>>(
    games: usize,
    threads: usize,
    work: impl Fn() -> W + Sync,
    mut progress: impl FnMut(usize) -> ControlFlow<()>,
) -> Vec<T> {
    let (next, stop) = (AtomicUsize::new(0), Stop::default());
    let (sender, receiver) = mpsc::channel();
    let mut out: Vec<T> = Vec::with_capacity(games);
    // Plain threads that take the next game off a counter: games differ in length, and nothing else is shared.
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, games.max(1)) {
            let (sender, work, next, stop) = (sender.clone(), &work, &next, &stop);
            scope.spawn(move || {
                let mut play = work();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= games {
                        return;
                    }
                    let Some(played) = play(index, stop) else { return };
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
                stop.set();
            }
        }
    });
    out.sort_by_key(Indexed::index);
    out
}

/// The agents of one thread: one of each kind for each seat.
struct Worker<'a, R: Playable> {
    game: &'a Arc<Game<R>>,
    plan: &'a Plan<'a>,
    prepared: &'a [Prepared<R>],
    agents: Vec<Vec<Option<Box<dyn Agent<R>>>>>,
}

impl<'a, R: Playable> Worker<'a, R> {
    fn new(game: &'a Arc<Game<R>>, plan: &'a Plan<'a>, prepared: &'a [Prepared<R>]) -> Self {
        let seats = game.seats();
        let agents = plan.agents.iter().map(|_| (0..seats).map(|_| None).collect()).collect();
        Self { game, plan, prepared, agents }
    }

    /// Plays one game; `None` if it was stopped.
    fn play(&mut self, index: usize, seating: &Match, stop: &Stop) -> Option<Played> {
        let rules = &self.game.rules;
        let seats = rules.seats();
        let mut streams: Vec<Rng> = (0..seats).map(|seat| Rng::of(Purpose::Player(seat as u8), seating.seed)).collect();
        let mut position = Position::start(self.game, seating.seed);
        let (mut length, mut decisions) = (0, Vec::new());
        // The seat that acted last: an agent that acts again at once may keep its tree.
        let mut last: Option<(usize, usize)> = None;
        while let Some(view) = View::of(self.game, &position).map(|view| view.until(stop)) {
            let at = view.seat().at();
            let spec = seating.seats[at];
            let agent = self.agents[spec][at].get_or_insert_with(|| self.prepared[spec].build());
            match last {
                Some((seat, id)) if seat == at => agent.played(id),
                _ => agent.start(),
            }
            let choice = agent.choose(&view, &mut streams[at]);
            if stop.is_set() {
                return None;
            }
            if self.plan.decisions {
                let action = R::Action::at(choice.action);
                decisions.push(Decision {
                    seat: view.seat(),
                    round: rules.round(position.state()),
                    kind: rules.decision(position.state()),
                    action: choice.action as u16,
                    sentence: rules.sentence(position.state(), action),
                    legal: view.legal().len() as u16,
                    value: choice.value,
                });
            }
            position.play(self.game, choice.action, &mut Silent);
            last = Some((at, choice.action));
            length += 1;
        }
        let state = position.state();
        let (scores, outcome, winners) = (rules.scores(state), rules.outcome(state), rules.winners(state));
        Some(Played {
            index,
            seed: seating.seed,
            seats: seating.seats.clone(),
            scores,
            outcome,
            winners,
            ranks: ranks(&scores, winners, seats, rules.cooperative()),
            length,
            rounds: rules.round(state),
            breakdown: rules.breakdown(state),
            decisions,
        })
    }
}

/// The rank of each seat: winners first, then by points. In a co-operative game all share the first rank or the last.
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

/// Seats agents so that each sits everywhere equally often: match `i` begins with a rotation of the list.
///
/// The list may be longer or shorter than the table: each match then takes the next agents from it in turn.
pub fn rotated(agents: usize, seats: usize, games: usize, seed: u64, first: usize) -> Vec<Match> {
    (first..first + games)
        .map(|i| Match { seed: match_seed(seed, i as u64), seats: (0..seats).map(|seat| (seat + i) % agents).collect() })
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
