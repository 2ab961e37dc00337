//! Plays towards the best end of the seat's turn by the game's evaluation: a beam search over its consecutive decisions.

use super::{Agent, Choice, Opinion, View, most_valued};
use crate::core::rng::mix;
use crate::core::{Action as _, ActionSet, Playable, Rng, Seat, Silent, Turn};

/// Width and depth of the greedy search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Redeals the values are averaged over; by default what the game asks for.
    pub redeals: Option<u32>,
    /// Lines kept at each depth.
    pub beam: usize,
    /// Consecutive own decisions to look ahead.
    pub depth: u32,
    /// Roughly how many positions beyond the next one are evaluated per redeal.
    pub looks: u32,
    /// Chance samples taken where the turn ends by chance; by default what the game asks for.
    pub chance_samples: Option<u32>,
    /// Fraction of decisions drawn uniformly at random instead.
    pub epsilon: f32,
    /// Above 0: draws in proportion to exp(value / temperature) instead of taking the best.
    pub temperature: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { redeals: None, beam: 10, depth: 6, looks: 300, chance_samples: None, epsilon: 0.0, temperature: 0.0 }
    }
}

/// One line of the seat's decisions. Its position is stored separately: lines are sorted often, and positions are large.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Index of its position; none once its turn is over.
    at: Option<u32>,
    first: u16,
    value: f32,
}

/// Searches the rest of its own turn and takes the first step towards the best end found.
#[derive(Debug)]
pub struct Greedy<R: Playable> {
    settings: Settings,
    lines: Vec<Line>,
    grown: Vec<Line>,
    /// The positions of the current lines, and of those that continue them.
    states: Vec<R::State>,
    next: Vec<R::State>,
    /// The chance seeds at turn ends, the same for all lines of a redeal; empty if a single sample is taken.
    ends: Vec<u64>,
    notes: R::Notes,
}

impl<R: Playable> Greedy<R> {
    /// A greedy agent.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            lines: Vec::new(),
            grown: Vec::new(),
            states: Vec::new(),
            next: Vec::new(),
            ends: Vec::new(),
            notes: R::Notes::default(),
        }
    }

    fn redeals(&self) -> u32 {
        self.settings.redeals.unwrap_or(R::SEARCH.redeals)
    }

    fn chance_samples(&self) -> u32 {
        self.settings.chance_samples.unwrap_or(R::SEARCH.chance_samples)
    }

    /// The best value found behind each legal action, in order, in one deal.
    fn search_turn(&mut self, view: &View<'_, R>, actions: &ActionSet, rng: &mut Rng, deal: Deal, best: &mut [f32]) {
        let (rules, seat) = (view.rules(), view.seat());
        let start = view.deal(rng);
        // Every line has the same luck, so that actions are compared by what they do, not by what they draw.
        let luck = rng.bits();
        let samples = self.chance_samples();
        self.ends.clear();
        if samples > 1 {
            self.ends.extend((0..samples).map(|part| spread(mix(luck, 1 << 32), part, samples)));
        }
        self.lines.clear();
        self.states.clear();
        let chance = deal.luck(luck, 0);
        for (first, id) in actions.iter().enumerate() {
            let line = follow(rules, &start, id, first as u16, seat, chance, &self.ends, &mut self.states, &mut self.notes);
            self.lines.push(line);
        }
        let mut legal = ActionSet::EMPTY;
        let mut looks = self.settings.looks;
        for depth in 1..=self.settings.depth {
            self.grown.clear();
            self.next.clear();
            let chance = deal.luck(luck, depth);
            for line in &self.lines {
                let Some(at) = line.at.filter(|_| depth != self.settings.depth && looks != 0 && !view.stopped()) else {
                    credit(*line, best);
                    continue;
                };
                let state = &self.states[at as usize];
                legal.clear();
                rules.legal(state, &mut legal);
                rules.prune_on(state, &mut legal, &mut self.notes);
                looks = looks.saturating_sub(legal.len());
                for id in legal.iter() {
                    let line = follow(rules, state, id, line.first, seat, chance, &self.ends, &mut self.next, &mut self.notes);
                    self.grown.push(line);
                }
            }
            std::mem::swap(&mut self.lines, &mut self.grown);
            std::mem::swap(&mut self.states, &mut self.next);
            self.keep_best(best);
        }
    }

    /// Drops all but the best lines; a dropped line still counts for its first action.
    fn keep_best(&mut self, best: &mut [f32]) {
        if self.lines.len() <= self.settings.beam {
            return;
        }
        self.lines.sort_by(|a, b| b.value.total_cmp(&a.value));
        self.lines.drain(self.settings.beam..).for_each(|line| credit(line, best));
    }

    fn opinions(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Vec<Opinion> {
        let actions = view.pruned();
        let count = actions.len() as usize;
        let mut total = vec![0.0; count];
        let mut best = vec![0.0; count];
        let redeals = self.redeals();
        let order = if self.chance_samples() > 1 { rng.bits() } else { 0 };
        for number in 0..redeals {
            if view.stopped() {
                break;
            }
            best.fill(f32::NEG_INFINITY);
            let deal = Deal { number, of: redeals, order: (self.chance_samples() > 1).then_some(order) };
            self.search_turn(view, &actions, rng, deal, &mut best);
            total.iter_mut().zip(&best).for_each(|(sum, value)| *sum += value);
        }
        let mean = |sum: f32| sum / redeals as f32;
        actions
            .iter()
            .zip(total)
            .map(|(action, sum)| Opinion { action, visits: redeals, value: mean(sum), share: f32::NAN })
            .collect()
    }
}

/// One of a decision's redeals.
#[derive(Clone, Copy, Debug)]
struct Deal {
    number: u32,
    of: u32,
    /// For stratified draws: the permutation of the strata at each depth.
    order: Option<u64>,
}

impl Deal {
    /// The seed of the draws at a depth. Where draws are spread, the redeals take the strata of the first draw in turn, in
    /// a different order at each depth.
    fn luck(self, luck: u64, depth: u32) -> u64 {
        let own = mix(luck, u64::from(depth));
        match self.order {
            Some(order) => {
                let shift = (mix(order, u64::from(depth)) % u64::from(self.of)) as u32;
                spread(own, (self.number * stride(self.of, depth) + shift) % self.of, self.of)
            }
            None => own,
        }
    }
}

/// A stride that visits each of `of` strata once.
fn stride(of: u32, depth: u32) -> u32 {
    let prime = [1, 5, 7, 11, 13, 17, 19][depth as usize % 7];
    if of.is_multiple_of(prime) { 1 } else { prime }
}

/// A seed whose first draw lies in a given stratum.
fn spread(luck: u64, part: u32, parts: u32) -> u64 {
    let mut seeds = (0..u64::from(u32::MAX)).map(|n| mix(luck, n));
    seeds.find(|&seed| Rng::seeded(seed).below(parts) == part).expect("every part comes up")
}

/// Credits the value of a finished line to its first action.
fn credit(line: Line, best: &mut [f32]) {
    let slot = &mut best[line.first as usize];
    *slot = slot.max(line.value);
}

/// Extends the line by an action; its position is added to `states` if the turn goes on. If the action ends the turn by
/// chance, the line's value is the mean over several samples.
#[allow(clippy::too_many_arguments, reason = "two calls, on the hot path")]
fn follow<R: Playable>(
    rules: &R,
    from: &R::State,
    id: usize,
    first: u16,
    seat: Seat,
    luck: u64,
    ends: &[u64],
    states: &mut Vec<R::State>,
    notes: &mut R::Notes,
) -> Line {
    let mut state = from.clone();
    let fresh = Rng::seeded(luck);
    let mut rng = fresh.clone();
    rules.apply(&mut state, R::Action::at(id), &mut rng, &mut Silent);
    let value = if ends.is_empty() || rng == fresh || rules.turn(&state) == Turn::Seat(seat) {
        rules.evaluate_on(&state, seat, notes)
    } else {
        let mut sum = 0.0;
        for &end in ends {
            state.clone_from(from);
            rules.apply(&mut state, R::Action::at(id), &mut Rng::seeded(end), &mut Silent);
            sum += rules.evaluate_on(&state, seat, notes);
        }
        sum / ends.len() as f32
    };
    let goes_on = rules.turn(&state) == Turn::Seat(seat);
    let at = goes_on.then_some(states.len() as u32);
    if goes_on {
        states.push(state);
    }
    Line { at, first, value }
}

/// One of the opinions, drawn in proportion to exp(value / temperature).
fn drawn(opinions: &[Opinion], temperature: f32, rng: &mut Rng) -> Option<Opinion> {
    let most = most_valued(opinions)?.value;
    let weight = |opinion: &Opinion| ((opinion.value - most) / temperature).exp();
    let mut rest = rng.unit() * opinions.iter().map(weight).sum::<f32>();
    opinions
        .iter()
        .copied()
        .find(|opinion| {
            rest -= weight(opinion);
            rest < 0.0
        })
        .or_else(|| most_valued(opinions))
}

impl<R: Playable> Agent<R> for Greedy<R> {
    fn choose(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Choice {
        if let Some(action) = view.forced() {
            return Choice { action, value: f32::NAN };
        }
        if self.settings.epsilon > 0.0 && rng.unit() < self.settings.epsilon {
            return Choice { action: view.legal().nth(rng.below(view.legal().len())), value: f32::NAN };
        }
        let opinions = self.opinions(view, rng);
        let best =
            if self.settings.temperature > 0.0 { drawn(&opinions, self.settings.temperature, rng) } else { most_valued(&opinions) };
        let best = best.expect("a running game has a legal action");
        Choice { action: best.action, value: best.value }
    }

    fn analyse(&mut self, view: &View<'_, R>, rng: &mut Rng) -> Vec<Opinion> {
        let mut opinions = self.opinions(view, rng);
        if self.settings.temperature > 0.0 {
            share_out(&mut opinions, self.settings.temperature);
        }
        opinions
    }
}

/// Gives each opinion the share of decisions in which the agent, at its temperature, would choose it.
fn share_out(opinions: &mut [Opinion], temperature: f32) {
    let Some(most) = most_valued(opinions).map(|best| best.value) else { return };
    let mut sum = 0.0;
    for opinion in &mut *opinions {
        opinion.share = ((opinion.value - most) / temperature).exp();
        sum += opinion.share;
    }
    for opinion in opinions {
        opinion.share /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_share_the_first_draw_evenly_at_every_depth() {
        for of in [2, 5, 6, 8, 35] {
            for depth in 0..8 {
                let drawn = |number| {
                    let deal = Deal { number, of, order: Some(99) };
                    Rng::seeded(deal.luck(mix(7, u64::from(number)), depth)).below(of)
                };
                let mut parts: Vec<u32> = (0..of).map(drawn).collect();
                parts.sort_unstable();
                assert_eq!(parts, (0..of).collect::<Vec<_>>(), "{of} deals, depth {depth}");
            }
        }
    }

    #[test]
    fn a_warm_agent_shares_its_decisions_out_by_value() {
        let opinion = |action, value| Opinion { action, visits: 1, value, share: f32::NAN };
        let mut opinions = [opinion(3, 0.5), opinion(4, 0.5), opinion(9, 0.4)];
        share_out(&mut opinions, 0.1);
        let shares = opinions.map(|each| each.share);
        assert!((shares[0] - shares[1]).abs() < 1e-6 && (shares.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{shares:?}");
        assert!((shares[2] / shares[0] - (-1.0_f32).exp()).abs() < 1e-5, "{shares:?}");
    }

    #[test]
    fn without_spreading_each_depth_has_its_own_luck() {
        let deal = Deal { number: 1, of: 2, order: None };
        assert_eq!(deal.luck(5, 3), mix(5, 3));
    }
}
