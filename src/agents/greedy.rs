//! The best end of the own turn by the game's evaluation: a beam over the seat's own consecutive decisions.

use super::{Agent, Choice, Opinion, View, action, most_valued};
use crate::core::rng::mix;
use crate::core::{ActionSet, Game, Rng, Turn};

/// How wide and deep greedy looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many redeals the values are averaged over.
    pub deals: u32,
    /// How many lines are kept at each depth.
    pub beam: usize,
    /// How many own decisions are looked ahead.
    pub depth: u32,
    /// How many positions beyond the next one are looked at in one deal, about.
    pub looks: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { deals: 2, beam: 10, depth: 6, looks: 300 }
    }
}

/// One line of own decisions.
#[derive(Clone, Debug)]
struct Line<S> {
    state: S,
    first: u16,
    value: f32,
}

/// Looks at the rest of its own turn and takes the way to the best-looking end.
#[derive(Debug)]
pub struct Greedy<G: Game> {
    settings: Settings,
    lines: Vec<Line<G::State>>,
    next: Vec<Line<G::State>>,
}

impl<G: Game> Greedy<G> {
    /// A greedy agent.
    pub fn new(settings: Settings) -> Self {
        Self { settings, lines: Vec::new(), next: Vec::new() }
    }

    /// The best value found behind each legal action, in order, in one deal.
    fn look(&mut self, view: &View<'_, G>, actions: &ActionSet, rng: &mut Rng, best: &mut [f32]) {
        let (game, seat) = (view.game(), view.seat());
        let start = view.deal(rng);
        // The same luck for every line: actions are told apart by what they do, not by what they draw.
        let luck = rng.bits();
        self.lines.clear();
        for (first, id) in actions.iter().enumerate() {
            self.lines.push(follow(game, &start, id, first as u16, view, mix(luck, 0)));
        }
        let mut legal = ActionSet::EMPTY;
        let mut looks = self.settings.looks;
        for depth in 1..=self.settings.depth {
            self.next.clear();
            for line in self.lines.drain(..) {
                if depth == self.settings.depth || looks == 0 || game.turn(&line.state) != Turn::Seat(seat) {
                    let slot = &mut best[line.first as usize];
                    *slot = slot.max(line.value);
                    continue;
                }
                legal.clear();
                game.legal(&line.state, &mut legal);
                game.narrow(&line.state, &mut legal);
                looks = looks.saturating_sub(legal.len());
                self.next
                    .extend(legal.iter().map(|id| follow(game, &line.state, id, line.first, view, mix(luck, u64::from(depth)))));
            }
            std::mem::swap(&mut self.lines, &mut self.next);
            self.prune(best);
        }
    }

    /// Keeps the best lines; what is cut still speaks for its first action.
    fn prune(&mut self, best: &mut [f32]) {
        if self.lines.len() <= self.settings.beam {
            return;
        }
        self.lines.sort_by(|a, b| b.value.total_cmp(&a.value));
        for line in self.lines.drain(self.settings.beam..) {
            let slot = &mut best[line.first as usize];
            *slot = slot.max(line.value);
        }
    }

    fn opinions(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Vec<Opinion> {
        let actions = view.promising();
        let count = actions.len() as usize;
        let mut total = vec![0.0; count];
        let mut best = vec![0.0; count];
        for _ in 0..self.settings.deals {
            best.fill(f32::NEG_INFINITY);
            self.look(view, &actions, rng, &mut best);
            total.iter_mut().zip(&best).for_each(|(sum, value)| *sum += value);
        }
        let deals = self.settings.deals;
        let mean = |sum: f32| sum / deals as f32;
        actions.iter().zip(total).map(|(action, sum)| Opinion { action, visits: deals, value: mean(sum) }).collect()
    }
}

/// The line that goes on with an action.
fn follow<G: Game>(game: &G, state: &G::State, id: usize, first: u16, view: &View<'_, G>, luck: u64) -> Line<G::State> {
    let mut state = state.clone();
    game.apply(&mut state, action::<G>(id), &mut Rng::seeded(luck));
    let value = game.evaluate(&state, view.seat());
    Line { state, first, value }
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
