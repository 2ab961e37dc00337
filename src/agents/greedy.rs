//! The best end of the own turn by the game's evaluation: a beam over the seat's own consecutive decisions.

use super::{Agent, Choice, Opinion, View, action, most_valued};
use crate::core::rng::mix;
use crate::core::{ActionSet, Game, Rng, Seat, Turn};

/// How wide and deep greedy looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many redeals the values are averaged over; as many as the game asks for by default.
    pub deals: Option<u32>,
    /// How many lines are kept at each depth.
    pub beam: usize,
    /// How many own decisions are looked ahead.
    pub depth: u32,
    /// How many positions beyond the next one are looked at in one deal, about.
    pub looks: u32,
    /// How many lucks are tried where the turn ends by chance; as many as the game asks for by default.
    pub lucks: Option<u32>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { deals: None, beam: 10, depth: 6, looks: 300, lucks: None }
    }
}

/// One line of own decisions. Its position lies apart: lines are sorted often, and positions are large.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Where its position is; none where the own turn is over.
    at: Option<u32>,
    first: u16,
    value: f32,
}

/// Looks at the rest of its own turn and takes the way to the best-looking end.
#[derive(Debug)]
pub struct Greedy<G: Game> {
    settings: Settings,
    lines: Vec<Line>,
    grown: Vec<Line>,
    /// The positions of the lines that go on, and of those that come next.
    states: Vec<G::State>,
    next: Vec<G::State>,
    /// The lucks of turn ends, the same for all lines of a deal; none where a single one is tried.
    ends: Vec<u64>,
}

impl<G: Game> Greedy<G> {
    /// A greedy agent.
    pub fn new(settings: Settings) -> Self {
        Self { settings, lines: Vec::new(), grown: Vec::new(), states: Vec::new(), next: Vec::new(), ends: Vec::new() }
    }

    fn deals(&self) -> u32 {
        self.settings.deals.unwrap_or(G::DEALS)
    }

    fn lucks(&self) -> u32 {
        self.settings.lucks.unwrap_or(G::LUCKS)
    }

    /// The best value found behind each legal action, in order, in one deal.
    fn look(&mut self, view: &View<'_, G>, actions: &ActionSet, rng: &mut Rng, deal: Deal, best: &mut [f32]) {
        let (game, seat) = (view.game(), view.seat());
        let start = view.deal(rng);
        // The same luck for every line: actions are told apart by what they do, not by what they draw.
        let luck = rng.bits();
        let lucks = self.lucks();
        self.ends.clear();
        if lucks > 1 {
            self.ends.extend((0..lucks).map(|part| spread(mix(luck, 1 << 32), part, lucks)));
        }
        self.lines.clear();
        self.states.clear();
        let chance = deal.luck(luck, 0);
        for (first, id) in actions.iter().enumerate() {
            let line = follow(game, &start, id, first as u16, seat, chance, &self.ends, &mut self.states);
            self.lines.push(line);
        }
        let mut legal = ActionSet::EMPTY;
        let mut looks = self.settings.looks;
        for depth in 1..=self.settings.depth {
            self.grown.clear();
            self.next.clear();
            let chance = deal.luck(luck, depth);
            for line in &self.lines {
                let Some(at) = line.at.filter(|_| depth != self.settings.depth && looks != 0) else {
                    speak(*line, best);
                    continue;
                };
                let state = &self.states[at as usize];
                legal.clear();
                game.legal(state, &mut legal);
                game.narrow(state, &mut legal);
                looks = looks.saturating_sub(legal.len());
                for id in legal.iter() {
                    self.grown.push(follow(game, state, id, line.first, seat, chance, &self.ends, &mut self.next));
                }
            }
            std::mem::swap(&mut self.lines, &mut self.grown);
            std::mem::swap(&mut self.states, &mut self.next);
            self.prune(best);
        }
    }

    /// Keeps the best lines; what is cut still speaks for its first action.
    fn prune(&mut self, best: &mut [f32]) {
        if self.lines.len() <= self.settings.beam {
            return;
        }
        self.lines.sort_by(|a, b| b.value.total_cmp(&a.value));
        self.lines.drain(self.settings.beam..).for_each(|line| speak(line, best));
    }

    fn opinions(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Vec<Opinion> {
        let actions = view.promising();
        let count = actions.len() as usize;
        let mut total = vec![0.0; count];
        let mut best = vec![0.0; count];
        let deals = self.deals();
        let order = if self.lucks() > 1 { rng.bits() } else { 0 };
        for number in 0..deals {
            best.fill(f32::NEG_INFINITY);
            let deal = Deal { number, of: deals, order: (self.lucks() > 1).then_some(order) };
            self.look(view, &actions, rng, deal, &mut best);
            total.iter_mut().zip(&best).for_each(|(sum, value)| *sum += value);
        }
        let mean = |sum: f32| sum / deals as f32;
        actions.iter().zip(total).map(|(action, sum)| Opinion { action, visits: deals, value: mean(sum) }).collect()
    }
}

/// One of the deals of a decision.
#[derive(Clone, Copy, Debug)]
struct Deal {
    number: u32,
    of: u32,
    /// Where draws are spread: what mixes the parts at each depth.
    order: Option<u64>,
}

impl Deal {
    /// The seed of what is drawn at a depth. Where draws are spread, the deals take the parts of the first draw in turn, in
    /// an order of its own at each depth.
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

/// A step through `of` parts that meets each of them once.
fn stride(of: u32, depth: u32) -> u32 {
    let prime = [1, 5, 7, 11, 13, 17, 19][depth as usize % 7];
    if of.is_multiple_of(prime) { 1 } else { prime }
}

/// A seed whose first draw lies in a part of all that it can be.
fn spread(luck: u64, part: u32, parts: u32) -> u64 {
    let mut seeds = (0..u64::from(u32::MAX)).map(|n| mix(luck, n));
    seeds.find(|&seed| Rng::seeded(seed).below(parts) == part).expect("every part comes up")
}

/// The value of a line that goes no further counts for its first action.
fn speak(line: Line, best: &mut [f32]) {
    let slot = &mut best[line.first as usize];
    *slot = slot.max(line.value);
}

/// The line that goes on with an action; its position is added to `states` if the turn goes on. Where it ends the turn by
/// chance, its value is the mean over several lucks.
#[allow(clippy::too_many_arguments, reason = "two calls, on the hot path")]
fn follow<G: Game>(
    game: &G,
    from: &G::State,
    id: usize,
    first: u16,
    seat: Seat,
    luck: u64,
    ends: &[u64],
    states: &mut Vec<G::State>,
) -> Line {
    let mut state = from.clone();
    let fresh = Rng::seeded(luck);
    let mut rng = fresh.clone();
    game.apply(&mut state, action::<G>(id), &mut rng);
    let value = if ends.is_empty() || rng == fresh || game.turn(&state) == Turn::Seat(seat) {
        game.evaluate(&state, seat)
    } else {
        let mut sum = 0.0;
        for &end in ends {
            state.clone_from(from);
            game.apply(&mut state, action::<G>(id), &mut Rng::seeded(end));
            sum += game.evaluate(&state, seat);
        }
        sum / ends.len() as f32
    };
    let goes_on = game.turn(&state) == Turn::Seat(seat);
    let at = goes_on.then_some(states.len() as u32);
    if goes_on {
        states.push(state);
    }
    Line { at, first, value }
}

impl<G: Game> Agent<G> for Greedy<G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Choice {
        if let Some(action) = view.forced() {
            return Choice { action, value: f32::NAN };
        }
        let best = most_valued(&self.opinions(view, rng)).expect("a running game has a legal action");
        Choice { action: best.action, value: best.value }
    }

    fn analyse(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Vec<Opinion> {
        self.opinions(view, rng)
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
    fn without_spreading_each_depth_has_its_own_luck() {
        let deal = Deal { number: 1, of: 2, order: None };
        assert_eq!(deal.luck(5, 3), mix(5, 3));
    }
}
