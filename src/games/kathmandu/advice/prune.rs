//! Pruning: keeps a few ways to spend cards, the cells that close fences, and the cards that are needed.

use super::super::Kathmandu;
use super::super::actions::Act;
use super::super::rules::bits::Cells;
use super::super::state::{COLOURS, Decision, State};
use super::super::words::{ARCHAEOLOGIST, CURATOR, Card, Cards, Cell, Combination, EMINENCE, Rank};
use super::claims::{Claim, Survey};
use crate::core::{Action, ActionSet, Prune, Seat};

/// Smaller sets are not pruned.
const FEW: u32 = 4;
/// With this many digs a player needs cards to pay with, not more tokens.
const HELD: usize = 3;

impl Prune for Kathmandu {
    /// Uses only the board and the cards of the seat to act.
    fn prune_on(&self, s: &State, legal: &mut ActionSet, survey: &mut Survey) {
        if legal.len() <= FEW && s.decision != Decision::Action {
            return;
        }
        let before = *legal;
        match s.decision {
            Decision::Action => self.prune_plans(s, legal, survey),
            Decision::Unit { .. } => self.prune_units(s, legal, survey),
            Decision::Discard { .. } => prune_cards(s, legal),
            Decision::Exchange | Decision::ExchangeSecond { .. } => prune_exchange(s, legal),
            Decision::Hunt | Decision::HuntSecond { .. } => self.prune_hunt(s, legal, survey),
            Decision::Use { .. } | Decision::Pay { .. } | Decision::HuntOwner { .. } | Decision::Over => {}
        }
        if legal.is_empty() {
            *legal = before;
        }
    }
}

impl Kathmandu {
    /// Keeps taking a dig that is within reach; otherwise cards are laid down for tokens only until enough digs are held.
    fn prune_plans(&self, s: &State, legal: &mut ActionSet, survey: &mut Survey) {
        let removes = |act: Act| matches!(act, Act::Remove(_) | Act::Curator(_));
        if legal.iter().filter_map(Act::from_id).any(removes) {
            keep(legal, removes);
            return;
        }
        if legal.len() <= FEW {
            return;
        }
        prune_actions(s, legal);
        self.survey(s, survey);
        if survey.claims.iter().filter(|claim| claim.later[s.active.at()] == 0).count() >= HELD {
            // Laying down two different personalities keeps both.
            keep(legal, |act| match act {
                Act::Place(cards) => matches!(cards.combination(), Combination::Different(..)),
                _ => true,
            });
        }
    }

    /// Keeps the cells where a token closes a fence or decides who controls one, and the tokens about to be lost, which may come back.
    fn prune_units(&self, s: &State, legal: &mut ActionSet, survey: &mut Survey) {
        let seat = s.active;
        self.survey(s, survey);
        let mut tally = Self::tally(&survey.ground);
        let claims = &survey.claims;
        let free = self.free(s);
        let mut cells = Cells::EMPTY;
        for (rank, claim) in claims.iter().enumerate() {
            if claim.extends {
                cells |= s.tokens[seat.at()] & claim.ring;
            }
            for front in [claim.front, claim.lasting].into_iter().flatten() {
                if self.contested(s, seat, front) {
                    cells |= self.tight_spots(front) & free;
                }
            }
            // The order in which the gaps of a fence close does not matter.
            let nearest = self.nearest_fences(survey, &mut tally, seat, rank);
            nearest.iter().flatten().filter_map(|near| near.open.iter().next()).for_each(|cell| cells.insert(cell));
        }
        if s.supply[seat.at()] == 0 {
            cells |= s.tokens[seat.at()] & !fronts(claims);
        }
        keep(legal, |act| match act {
            Act::Cell(Cell(cell)) => cells.has(cell),
            Act::PutSite(rank) => rank.at() < self.extending(s),
            Act::PutPersonality(rank) => rank == Rank(0),
            Act::BackSite(_) | Act::BackPersonality(_) => false,
            _ => true,
        });
    }

    /// Whether one or two tokens decide who controls an isolated dig.
    pub(in crate::games::kathmandu) fn contested(&self, s: &State, seat: Seat, front: Cells) -> bool {
        let count = |p: usize| (s.tokens[p] & front).len();
        let own = count(seat.at());
        let other = (0..self.seats).filter(|&p| p != seat.at()).map(count).max().unwrap_or(0);
        own + 2 >= other && own <= other + 1 && other > 0
    }

    /// Cells that touch two tokens of a front.
    pub(in crate::games::kathmandu) fn tight_spots(&self, front: Cells) -> Cells {
        let land = &self.board().land;
        land.touching(front).iter().filter(|&cell| (land.around(cell) & front).len() > 1).collect()
    }

    /// Keeps the tokens that count, for the bounty hunter.
    fn prune_hunt(&self, s: &State, legal: &mut ActionSet, survey: &mut Survey) {
        self.survey(s, survey);
        let fronts = fronts(&survey.claims) & !s.tokens[s.active.at()];
        keep(legal, |act| matches!(act, Act::Cell(Cell(cell)) if fronts.has(cell)));
    }
}

/// All tokens that count.
fn fronts(claims: &[Claim]) -> Cells {
    claims.iter().flat_map(|claim| [claim.front, claim.lasting]).flatten().fold(Cells::EMPTY, |all, front| all | front)
}

fn keep(legal: &mut ActionSet, fits: impl Fn(Act) -> bool) {
    let before = *legal;
    for id in before.iter() {
        if !Act::from_id(id).is_some_and(&fits) {
            legal.remove_id(id);
        }
    }
}

/// The need of another card, from 0 to 3, for a player who owns this many.
fn need(owned: u8, card: Card) -> u8 {
    match card {
        EMINENCE => 3,
        card if card.is_base() && owned == 0 => 2,
        CURATOR if owned == 0 => 1,
        _ => 0,
    }
}

/// Keeps one way to place one token and one to place three, personalities that are needed or cost just one card, and everything
/// that removes a dig or uses a special personality.
fn prune_actions(s: &State, legal: &mut ActionSet) {
    let owned = owned(s, s.active);
    let hand = s.hand(s.active);
    // Keeps the pair that is missed least. Two different personalities keep their colours, because they are only laid down.
    let value = |card: Card| need(owned[card.at()] - 1, card) * 2 + u8::from(card.is_personality());
    let mut pair: Option<(u8, Cards)> = None;
    for cards in legal.iter().filter_map(Act::from_id) {
        if let Act::Place(cards) = cards
            && let Combination::Different(low, high) = cards.combination()
        {
            let price = value(low) + value(high);
            if pair.is_none_or(|(best, _)| price < best) {
                pair = Some((price, cards));
            }
        }
    }
    keep(legal, |act| match act {
        Act::Place(cards) => match cards.combination() {
            Combination::Archaeologist | Combination::Identical(_) => true,
            Combination::Different(..) => pair.is_some_and(|(_, best)| best == cards),
            Combination::Joker(card) => card == ARCHAEOLOGIST && hand[ARCHAEOLOGIST.at()] == 1,
            Combination::Eminence => false,
        },
        Act::Take(rank) => {
            let card = s.personalities.0[rank.at()].card;
            rank == Rank(0) || need(owned[card.at()], card) > u8::from(rank.0 > 2)
        }
        _ => true,
    });
}

/// Keeps archaeologists and cards that are not needed, which are given away first.
fn prune_cards(s: &State, legal: &mut ActionSet) {
    let owned = owned(s, s.active);
    keep(legal, |act| matches!(act, Act::Card(card) if need(owned[card.at()] - 1, card) == 0));
}

/// Keeps coloured tokens, because they are what a dig costs.
fn prune_exchange(s: &State, legal: &mut ActionSet) {
    let coloured = (1..COLOURS).fold(Cells::EMPTY, |all, c| all | s.excavation[c]);
    keep(legal, |act| matches!(act, Act::Cell(Cell(cell)) if coloured.has(cell)));
}

/// All cards of a player by kind.
fn owned(s: &State, seat: Seat) -> [u8; Card::COUNT] {
    let mut owned = s.hand(seat);
    owned.iter_mut().zip(s.played(seat)).for_each(|(n, played)| *n += played);
    owned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Game, Legal, Rng, Setup};
    use crate::games::kathmandu::Spent;

    #[test]
    fn a_cell_that_closes_a_fence_stays() {
        let game = Game::<Kathmandu>::shipped();
        let rules = &game.rules;
        let mut tried = 0;
        for seed in 0..20 {
            let mut s = rules.start(&mut Rng::seeded(seed));
            s.decision = Decision::Unit { left: 1, spent: Spent::Nothing };
            let all = s.all_digs();
            for dig in s.sites.clone().cards() {
                let ring = rules.board().land.touching(dig.cells);
                let fitting = rules.fences().fitting(dig.site, dig.cells | ring, all & !dig.cells);
                for (_, fence) in rules.fences().these(dig.site, fitting) {
                    let Some(last) = fence.cells.iter().last() else { continue };
                    s.tokens[s.active.at()] = fence.cells;
                    s.tokens[s.active.at()].remove(last);
                    let mut survey = Survey::default();
                    rules.survey(&s, &mut survey);
                    // Tokens that the coming extensions cover would leave more than one gap.
                    if (fence.cells & !survey.ground.left).len() != 1
                        || survey.ground.all.has(last)
                        || rules.wall(&s, dig).is_some()
                    {
                        continue;
                    }
                    let mut legal = ActionSet::EMPTY;
                    rules.legal(&s, &mut legal);
                    rules.prune(&s, &mut legal);
                    let closes = |id: usize| {
                        let mut next = s.clone();
                        if let Some(Act::Cell(Cell(cell))) = Act::from_id(id) {
                            next.tokens[s.active.at()].insert(cell);
                        }
                        rules.wall(&next, dig).is_some()
                    };
                    assert!(legal.iter().any(closes), "seed {seed}, site {}", dig.site.0);
                    tried += 1;
                }
            }
        }
        assert!(tried > 200, "only {tried} fences were tried");
    }
}
