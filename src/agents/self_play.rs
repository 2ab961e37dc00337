//! Games of one agent against itself, recorded as training data.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::matches::{Indexed, spread_games};
use super::network::{Credit, SparseRow, agent::drawn};
use super::{Agent, Prepared, Spec, SpecError, Stop, View, preferred};
use crate::core::{Game, Playable, Purpose, Rng, Scores, Seat, Silent, Starts};

/// The games to play and their settings.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// The agent at every seat.
    pub agent: &'a Spec,
    /// Each game's seed.
    pub seeds: &'a [u64],
    /// Number of threads; at least one is used.
    pub threads: usize,
    /// Actions are drawn in proportion to the shares to the power of one over this; at 0 the best one is played. Agents that draw
    /// by themselves (`gumbel`) play what they drew.
    pub temperature: f32,
    /// The agent for quick decisions (playout cap randomisation); if there is none, the main agent makes every
    /// decision.
    pub quick: Option<Quick<'a>>,
}

/// Decisions that are played but not learnt from, so that more games reach their end; the others are searched and learnt from.
#[derive(Clone, Copy, Debug)]
pub struct Quick<'a> {
    /// The agent that plays them.
    pub agent: &'a Spec,
    /// Their share.
    pub share: f32,
}

/// One decision with more than one legal action.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Decisions made before it.
    pub ply: u32,
    /// The seat that chose.
    pub seat: Seat,
    /// The seat's observation, as its nonzero floats.
    pub inputs: SparseRow,
    /// The legal actions, ascending.
    pub legal: Vec<u16>,
    /// Each one's share.
    pub shares: Vec<f32>,
    /// The action played.
    pub action: u16,
    /// The value the agent expected for the seat, weighted by the shares.
    pub value: f32,
    /// Whether the main agent searched it, rather than the quick one.
    pub full: bool,
    /// The credit that each seat still earned from here on, as the main agent's network counts credit; without a network, the
    /// outcome. What the network's value should have been, times its scale.
    pub credit: Scores,
}

/// One finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Its index in the list of seeds.
    pub index: usize,
    /// Its seed.
    pub seed: u64,
    /// The value of the outcome for each seat.
    pub outcome: Scores,
    /// The final points.
    pub scores: Scores,
    /// Number of decisions, forced ones included.
    pub length: u32,
    /// Its decisions.
    pub rows: Vec<Row>,
}

impl Indexed for Played {
    fn index(&self) -> usize {
        self.index
    }
}

/// Plays all games and returns the finished ones in order; see [`matches::run`](super::matches::run) for `progress`. Agents that
/// give no shares cannot be learnt from and are refused.
pub fn run<R: Playable>(
    game: &Arc<Game<R>>,
    plan: &Plan<'_>,
    starts: &Starts<R>,
    progress: impl FnMut(usize) -> ControlFlow<()>,
) -> Result<Vec<Played>, SpecError> {
    for agent in [plan.agent].into_iter().chain(plan.quick.map(|quick| quick.agent)) {
        if !agent.gives_shares() {
            let sentence =
                format!("agent {:?} cannot be learnt from: it gives no shares; mcts, network and random do", agent.to_string());
            return Err(SpecError(sentence));
        }
    }
    let prepared = plan.agent.prepare(game)?;
    let quick = plan.quick.map(|quick| quick.agent.prepare(game)).transpose()?;
    let work = || {
        let (full, quick) = (prepared.build(), quick.as_ref().map(Prepared::build));
        let mut agents = Agents { full, quick, last: None, credit: prepared.credit() };
        move |index: usize, stop: &Stop| play(game, &mut agents, index, plan, starts, stop)
    };
    Ok(spread_games(plan.seeds.len(), plan.threads, work, progress))
}

/// The agents, and the seat that acted last with its action: one that acts again at once may keep its tree.
struct Agents<R: Playable> {
    full: Box<dyn Agent<R>>,
    quick: Option<Box<dyn Agent<R>>>,
    last: Option<(Seat, usize)>,
    /// What the values of the main agent mean.
    credit: Credit,
}

impl<R: Playable> Agents<R> {
    /// The agent for a decision: the main one if it is to be searched in full, otherwise the quick one.
    fn for_decision(&mut self, view: &View<'_, R>, full: bool) -> &mut dyn Agent<R> {
        let Some(quick) = &mut self.quick else {
            match self.last {
                Some((seat, id)) if seat == view.seat() => self.full.played(id),
                _ => self.full.start(),
            }
            return &mut *self.full;
        };
        // Neither agent knows what the other has kept.
        let agent = if full { &mut self.full } else { quick };
        agent.start();
        &mut **agent
    }
}

/// Plays one game; `None` if it was stopped.
fn play<R: Playable>(
    game: &Game<R>,
    agents: &mut Agents<R>,
    index: usize,
    plan: &Plan<'_>,
    starts: &Starts<R>,
    stop: &Stop,
) -> Option<Played> {
    let seed = plan.seeds[index];
    let mut rng = Rng::of(Purpose::Agent, seed);
    let mut position = starts.beginning(game, seed);
    let (mut rows, mut length) = (Vec::<Row>::new(), 0);
    agents.last = None;
    while let Some(view) = View::of(game, &position).map(|view| view.until(stop)) {
        let full = plan.quick.is_none_or(|quick| view.forced().is_some() || rng.unit() >= quick.share);
        let agent = agents.for_decision(&view, full);
        let action = if let Some(only) = view.forced() {
            only
        } else {
            let opinions = agent.analyse(&view, &mut rng);
            let shares: Vec<f32> = opinions.iter().map(|o| o.share).collect();
            let action = if let Some(drawn) = agent.drawn(&view) {
                drawn
            } else if plan.temperature > 0.0 {
                let sharpened: Vec<f32> = shares.iter().map(|share| libm::powf(*share, 1.0 / plan.temperature)).collect();
                opinions[drawn(&sharpened, &mut rng)].action
            } else {
                preferred(&opinions).expect("a running game has a legal action").action
            };
            let inputs = SparseRow::seen(game, position.state(), view.seat());
            let weighed = opinions.iter().filter(|o| o.share > 0.0 && !o.value.is_nan());
            let (sum, value) = weighed.fold((0.0, 0.0), |(sum, value), o| (sum + o.share, value + o.share * o.value));
            let value = if sum > 0.0 { value / sum } else { 0.0 };
            let legal = opinions.iter().map(|o| o.action as u16).collect();
            let (seat, credit) = (view.seat(), agents.credit.made(&game.rules, position.state()));
            rows.push(Row { ply: length, seat, inputs, legal, shares, action: action as u16, value, full, credit });
            action
        };
        if stop.is_set() {
            return None;
        }
        agents.last = Some((view.seat(), action));
        position.play(game, action, &mut Silent);
        length += 1;
    }
    let total = agents.credit.total(&game.rules, position.state());
    for row in &mut rows {
        row.credit = std::array::from_fn(|seat| total[seat] - row.credit[seat]);
    }
    let (outcome, scores) = (game.rules.outcome(position.state()), game.rules.scores(position.state()));
    Some(Played { index, seed, outcome, scores, length, rows })
}
