//! Advice: what an agent would do in every lane.

use super::pool::THOUGHT;
use super::{Batch, Lane, STOPPED};
use crate::agents::network::Workspace;
use crate::agents::network::agent::{pick, temper};
use crate::agents::network::layers::GROUP;
use crate::agents::{Agent, Evaluator, Opinion, Prepared, Stop, View, preferred};
use crate::core::rng::Purpose;
use crate::core::{Action, Game, Playable, Rng};

/// Positions a network is asked about at a time: a few full groups, whose rows stay in the cache.
const TOGETHER: usize = 4 * GROUP;

/// Neighbouring lanes, and where their advice goes.
struct Chunk<'a, R: Playable> {
    /// The number of the first.
    first: usize,
    lanes: &'a [Lane<R>],
    actions: &'a mut [i64],
    shares: &'a mut [f32],
}

/// The settings that all chunks share.
struct Adviser<'a, R: Playable> {
    game: &'a Game<R>,
    stop: &'a Stop,
    seed: u64,
}

impl<R: Playable> Batch<R> {
    /// An agent's choice in every lane: an action (-1 in a lane that is over) and shares over all actions, one row per
    /// lane. Nothing moves.
    pub fn advise(&mut self, agent: &Prepared<R>, seed: u64, actions: &mut [i64], shares: &mut [f32]) -> Result<(), String> {
        self.pool.renew_after_fork()?;
        let adviser = Adviser { game: &self.game, stop: &self.series.stop, seed };
        let size = self.pool.chunk_size(self.lanes.len(), THOUGHT);
        let outs = actions.chunks_mut(size).zip(shares.chunks_mut(size * R::Action::COUNT));
        let chunks = self.lanes.chunks(size).zip(outs).enumerate();
        let chunks = chunks.map(|(i, (lanes, (actions, shares)))| Chunk { first: i * size, lanes, actions, shares }).collect();
        self.pool.run_if_all(chunks, &|_| true, &|mut chunk| {
            chunk.shares.fill(0.0);
            chunk.actions.fill(-1);
            match agent.policy() {
                Some((network, temperature)) => adviser.by_network(network, temperature, &mut chunk),
                None => adviser.one_by_one(&mut *agent.build(), &mut chunk),
            }
        });
        if self.series.stop.is_set() { Err(STOPPED.to_string()) } else { Ok(()) }
    }
}

impl<R: Playable> Adviser<'_, R> {
    /// The stream of a lane's draws.
    fn luck(&self, lane: usize) -> Rng {
        Rng::of(Purpose::Advice(lane as u64), self.seed)
    }

    fn one_by_one(&self, agent: &mut dyn Agent<R>, chunk: &mut Chunk<'_, R>) {
        let rows = chunk.actions.iter_mut().zip(chunk.shares.chunks_mut(R::Action::COUNT));
        for (i, (lane, (action, shares))) in chunk.lanes.iter().zip(rows).enumerate() {
            let Some(view) = View::of(self.game, lane.position()).map(|view| view.until(self.stop)) else { continue };
            if self.stop.is_set() {
                return;
            }
            agent.start();
            let opinions = match view.forced() {
                Some(action) => vec![Opinion { action, visits: 0, value: 0.0, share: 1.0 }],
                None => agent.analyse(&view, &mut self.luck(chunk.first + i)),
            };
            // Random agents choose by the draw; a forced choice needs no agent.
            let drawn = if opinions.len() > 1 { agent.drawn(&view) } else { None };
            let best = drawn.unwrap_or_else(|| preferred(&opinions).expect("a running game has a legal action").action);
            *action = best as i64;
            if opinions.iter().any(|opinion| opinion.share.is_nan()) {
                shares[best] = 1.0;
            } else {
                for opinion in &opinions {
                    shares[opinion.action] = opinion.share;
                }
            }
        }
    }

    /// Asks a network about many lanes at once. Unlike an analysis, advice needs no values of single actions.
    fn by_network(&self, network: &Evaluator<R>, temperature: f32, chunk: &mut Chunk<'_, R>) {
        let (mut work, mut own) = (Workspace::default(), Vec::new());
        for from in (0..chunk.lanes.len()).step_by(TOGETHER) {
            if self.stop.is_set() {
                return;
            }
            let lanes = &chunk.lanes[from..chunk.lanes.len().min(from + TOGETHER)];
            let views = || lanes.iter().enumerate().filter_map(|(i, lane)| Some((from + i, View::of(self.game, lane.position())?)));
            work.clear();
            for (_, view) in views().filter(|(_, view)| view.forced().is_none()) {
                view.ask(network, &mut work);
            }
            network.answer(self.game, &mut work);
            let mut answers = work.answers();
            for (at, view) in views() {
                own.clear();
                match view.forced() {
                    Some(_) => own.push(1.0),
                    None => own.extend_from_slice(answers.next().expect("an answer for every choice").0),
                }
                temper(&mut own, temperature);
                let chosen = view.legal().nth(pick(&own, temperature, &mut self.luck(chunk.first + at)) as u32);
                chunk.actions[at] = chosen as i64;
                let shares = &mut chunk.shares[at * R::Action::COUNT..][..R::Action::COUNT];
                view.legal().iter().zip(&own).for_each(|(id, &share)| shares[id] = share);
            }
        }
    }
}
