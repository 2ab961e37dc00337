//! The possible positions.

use super::legal::partners;
use super::state::{Board, Decision, PLAYERS, ROUNDS, State};
use super::words::{CARDS, Card, Deed, POSITIONS, SLOTS, TOKENS, Tile, Zone};
use super::{Agartha, ThirdCard};
use crate::core::{Broken, Check};
use crate::ensure;

impl Check for Agartha {
    fn check(&self, s: &State) -> Result<(), Broken> {
        let seats = self.seats;
        ensure!((1..=ROUNDS).contains(&s.round), "the game has six rounds", "round {}", s.round);
        for seat in [s.holder, s.actor].into_iter().chain(s.takers.iter().copied()) {
            ensure!(seat.at() < seats, "every seat named is in play", "seat {} of {seats}", seat.0);
        }
        for (seat, board) in s.boards.iter().enumerate() {
            ensure!(seat < seats || *board == Board::default(), "a seat that does not play has an empty board", "seat {seat}");
            self.check_board(seat, board)?;
        }
        for (tile, cards) in s.tiles.iter().enumerate().skip(self.parts.tiles) {
            ensure!(cards.iter().all(Option::is_none), "a tile that is not in play is empty", "tile {}", tile + 1);
        }
        self.check_cards(s)?;
        self.check_under(s)?;
        self.check_bids(s)?;
        self.check_decision(s)
    }
}

impl Agartha {
    fn check_board(&self, seat: usize, board: &Board) -> Result<(), Broken> {
        ensure!(board.held == board.held_anew(), "the held bits are those of the slots", "seat {seat}");
        ensure!(board.levels < 8, "there are three exploration levels", "seat {seat}: {:#b}", board.levels);
        // R6.8, R6.9: the points come from activations, and those of the village have sent their characters to the encounter.
        let explored: u32 = (0..3).filter(|i| board.levels >> i & 1 == 1).map(|i| self.exploration_points(i)).sum();
        let (points, met) = (u32::from(board.points), u32::from(board.encounter));
        let [low, middle, high] = self.parts.village.map(|row| (u32::from(row.characters), u32::from(row.points)));
        let possible = points >= explored
            && (0..=met / high.0).any(|c| {
                let left = met - c * high.0;
                (0..=left / middle.0).any(|b| {
                    let left = left - b * middle.0;
                    left % low.0 == 0 && explored + c * high.1 + b * middle.1 + left / low.0 * low.1 == points
                })
            });
        ensure!(possible, "points come from activations", "seat {seat}: {points} points, {met} characters in the encounter");
        Ok(())
    }

    /// Every card is in exactly one place.
    fn check_cards(&self, s: &State) -> Result<(), Broken> {
        let mut found = [0u32; CARDS];
        let mut add = |cards: &[u8; CARDS]| found.iter_mut().zip(cards).for_each(|(sum, &n)| *sum += u32::from(n));
        add(&s.pile.0);
        add(&s.discards.0);
        for board in &s.boards {
            (0..SLOTS).for_each(|slot| add(&board.slots[slot]));
        }
        for board in &s.boards {
            found[Card::Character as usize] += u32::from(board.encounter);
            found[Card::Amulet as usize] += u32::from(board.amulets);
        }
        let loose = s.tiles.as_flattened().iter().chain(&s.won).chain([&s.drawn]).flatten();
        loose.chain(s.under.iter()).for_each(|&card| found[card as usize] += 1);
        let deck = self.parts.deck.map(u32::from);
        ensure!(found == deck, "every card is in exactly one place", "found {found:?}, the deck has {deck:?}");
        Ok(())
    }

    /// A tile is replaced at most every other refill, and one that holds three cards was not replaced by the last one (R9.2).
    fn check_under(&self, s: &State) -> Result<(), Broken> {
        let refills = s.round as usize - 1;
        let full = (0..self.parts.tiles).any(|tile| s.lying(Tile(tile as u8)).count_ones() as usize == POSITIONS);
        ensure!(refills > 0 || !full, "only a refill adds a third card", "three cards lie on a tile in round 1");
        let most: usize = (0..self.parts.tiles)
            .map(|tile| {
                let full = s.lying(Tile(tile as u8)).count_ones() as usize == POSITIONS;
                POSITIONS * if full { refills.saturating_sub(1) / 2 } else { refills / 2 }
            })
            .sum();
        let under = s.under.len();
        ensure!(under <= most, "only a refill puts cards under the pile", "{under} cards in round {}, at most {most}", s.round);
        Ok(())
    }

    fn check_bids(&self, s: &State) -> Result<(), Broken> {
        let (tokens, spots) = (self.seats * TOKENS, 2 * self.parts.tiles);
        ensure!(s.bids.len() <= tokens, "each player has three tokens", "{} are placed", s.bids.len());
        ensure!(s.revealed as usize <= spots, "the spots revealed are in play", "{} of {spots}", s.revealed);
        let (mut placed, mut used) = ([0u8; PLAYERS], 0u32);
        for (i, bid) in s.bids.iter().enumerate() {
            let (seat, bit) = (self.owner(s, i).at(), 1 << bid.token.0);
            ensure!(placed[seat] & bit == 0, "each token is placed once", "seat {seat}, value {}", bid.token.0 + 1);
            placed[seat] |= bit;
            ensure!(bid.spot.at() < spots, "tokens lie on tiles in play", "token {i} on tile {}", bid.spot.tile().0 + 1);
            let free = bid.spot.zone() == Zone::Auction || used >> bid.spot.0 & 1 == 0;
            ensure!(free, "an action zone holds one token", "tile {}", bid.spot.tile().0 + 1);
            used |= 1 << bid.spot.0;
        }
        if s.revealed > 0 {
            ensure!(s.bids.len() == tokens, "tiles are resolved when all tokens are placed", "{} of {tokens}", s.bids.len());
        }
        Ok(())
    }

    /// The open question is consistent with the table, and nothing else is pending.
    fn check_decision(&self, s: &State) -> Result<(), Broken> {
        use Decision as D;
        let asked = s.decision;
        let bidding = matches!(asked, D::Token | D::Place);
        let resolving = !bidding && !matches!(asked, D::Setup | D::Over);
        ensure!(resolving == (s.revealed > 0) || asked == D::Over, "the decision belongs to the phase", "{}", asked.name());
        ensure!(s.chosen.is_some() == (asked == D::Place), "a token is chosen before its place", "{}", asked.name());
        let naming = matches!(asked, D::MoveTo | D::SwapSecond);
        ensure!(s.taken.is_some() == naming, "a card is named by a move or swap", "{}", asked.name());
        ensure!(s.drawn.is_some() == (asked == D::DrawTo), "a drawn card is placed at once", "{}", asked.name());
        ensure!(s.area.is_none() || asked == D::Win, "the one-zone rule binds a win", "{}", asked.name());
        ensure!(s.open < 8 && (resolving || s.open == 0), "the open set has three slots", "{:#b}", s.open);
        let forced = asked == D::Draw && !self.reward_actions_optional;
        ensure!(forced || !s.compulsory, "only the draw of an exploration is compulsory", "{}", asked.name());
        if bidding {
            let next = self.owner(s, s.bids.len());
            ensure!(s.actor == next, "tokens are placed in turn", "seat {} instead of {}", s.actor.0, next.0);
            let most = if asked == D::Token { self.seats * (TOKENS - 1) } else { self.seats * TOKENS };
            ensure!(s.bids.len() < most, "a token is left to choose", "{} are placed", s.bids.len());
            let left = s.chosen.is_none_or(|token| self.tokens_left(s) >> token.0 & 1 == 1);
            ensure!(left, "each token is placed once", "seat {}", s.actor.0);
            let last = s.bids.len() < self.seats * (TOKENS - 1) || asked == D::Place;
            ensure!(last, "the last token is no choice", "{}", asked.name());
        }
        match asked {
            D::Setup => {
                let first = s.round == 1 && s.bids.is_empty();
                ensure!(first, "first cards are placed before the first round", "round {}", s.round);
                let fits = s.takers.as_slice() == [s.actor] && s.taker == 0 && s.won[2].is_none() && s.won[1].is_some();
                ensure!(fits, "first cards are placed two by two", "{:?}", s.won);
                return Ok(());
            }
            D::Over => {
                let ended = s.round == ROUNDS && s.revealed as usize == 2 * self.parts.tiles;
                ensure!(ended, "the game ends after the last tile of the last round", "round {}, {} spots", s.round, s.revealed);
            }
            D::Token | D::Place | D::Pick | D::Win | D::DrawTo => {}
            D::MoveCard => ensure!(self.possible(s, Deed::Move), "there is a card to move", "seat {}", s.actor.0),
            D::SwapFirst => ensure!(self.possible(s, Deed::Swap), "there are cards to swap", "seat {}", s.actor.0),
            D::Draw => ensure!(self.possible(s, Deed::Draw), "there is a card to draw", "seat {}", s.actor.0),
            D::Activate => ensure!(self.activations(s) != 0, "an open slot can be activated", "seat {}", s.actor.0),
            D::MoveTo | D::SwapSecond => check_taken(s)?,
        }
        if resolving && s.spot().zone() == Zone::Auction {
            return self.check_takers(s);
        }
        let idle = s.takers.is_empty() && s.taker == 0 && s.won.iter().all(Option::is_none);
        ensure!(idle && !matches!(asked, D::Pick | D::Win), "cards are won in auctions", "{}", asked.name());
        if resolving {
            let owner = s.bids.iter().position(|bid| bid.spot == s.spot()).map(|i| self.owner(s, i));
            ensure!(owner == Some(s.actor), "an action belongs to its token's owner", "seat {}", s.actor.0);
        }
        Ok(())
    }

    /// The takers are the best bidders, and the cards in transit are theirs.
    fn check_takers(&self, s: &State) -> Result<(), Broken> {
        let (count, taker) = (s.takers.len(), s.taker as usize);
        let best = self.best_bidders(s, s.spot());
        ensure!(taker < count && best.starts_with(&s.takers), "cards go to the best bidders", "{:?}, not {best:?}", s.takers);
        let won = s.won.iter().flatten().count();
        let lying = s.lying(s.spot().tile()).count_ones() as usize;
        if s.decision == Decision::Pick {
            let prefix = s.won.iter().take_while(|card| card.is_some()).count() == won;
            let fits = count > 1 && prefix && taker == 0 && lying > 1 && lying + won <= POSITIONS && won < count;
            // R8.6: where the second takes the rest, only the first is asked.
            let asked = count != 2 || won == 0 || self.third_card != ThirdCard::Second;
            ensure!(
                fits && asked && s.actor == s.takers[won % count],
                "tied players pick in bid order",
                "{won} picked, {lying} left"
            );
            return Ok(());
        }
        ensure!(s.actor == s.takers[taker], "takers place in bid order", "seat {}", s.actor.0);
        let placing = s.decision == Decision::Win;
        ensure!(placing == (self.next_won(s).is_some()), "won cards are placed at once", "{:?}", s.won);
        let past = (0..POSITIONS).any(|at| s.won[at].is_some() && self.taker_of(s, at) < taker);
        let later = (taker + 1..count).all(|at| s.won[at].is_some());
        ensure!(!past && later, "every taker has cards to place", "{:?}", s.won);
        Ok(())
    }
}

/// A named card lies where it was named, and a swap with it can be completed.
fn check_taken(s: &State) -> Result<(), Broken> {
    let Some((slot, card)) = s.taken else { return Ok(()) };
    let lies = s.board().count(slot, card) > 0;
    ensure!(lies, "the named card lies in its slot", "{} in {}", card.name(), slot.name());
    if s.decision == Decision::SwapSecond {
        let partner = partners(s.board(), slot as usize, card) != 0;
        ensure!(partner, "the named card can be swapped", "{} in {}", card.name(), slot.name());
    }
    Ok(())
}
