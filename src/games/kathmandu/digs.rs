//! How digs come, grow, merge and go (R8, R11, R12, R13).

use super::Kathmandu;
use super::actions::Site;
use super::bits::Cells;
use super::column::LIST;
use super::state::{Decision, Dig, State};
use crate::core::{List, Rng, Seat};

/// The game has ended; nothing more is carried out (R13.1).
pub(super) struct Ended;

type Going = Result<(), Ended>;

impl Kathmandu {
    /// Takes a dig off the board into a player's score area (R8.4, R8.5).
    pub(super) fn remove_dig(&self, s: &mut State, seat: Seat, site: Site, rng: &mut Rng) -> Going {
        let rank = position(s, site);
        let dig = s.sites.leave(rank, &mut s.supply);
        for (colour, cells) in s.excavation.iter_mut().enumerate() {
            s.taken[seat.at()][colour] += (*cells & dig.cells).len() as u8;
            *cells &= !dig.cells;
        }
        // Every card of the stack scores.
        s.taken_sites[seat.at()] |= dig.stack();
        self.new_digs(s, rng)
    }

    /// New digs until the board has its number, or no card remains (R11.1, R11.2); then the end check (R13.1).
    fn new_digs(&self, s: &mut State, rng: &mut Rng) -> Going {
        while s.sites.len() < self.board().active_sites && s.site_deck > 0 {
            let site = draw_site(s, rng);
            self.open_site(s, site, rng)?;
        }
        if s.sites.len() <= 1 { end(s) } else { Ok(()) }
    }

    /// One new dig: card and free tokens, eviction, marker, merge (R11.1, R11.3, R11.4).
    pub(super) fn open_site(&self, s: &mut State, site: Site, rng: &mut Rng) -> Going {
        let cell = self.board().site_cell(site);
        let here = Cells::of(cell);
        s.sites.enter(Dig { site, under: 0, cells: here }, &mut s.supply, s.first, self.seats);
        // R11.4
        if let Some(owner) = s.owner(cell) {
            s.tokens[owner.at()].remove(cell);
            if self.switches.evicted_is_lost {
                s.graveyard[owner.at()] += 1;
            } else {
                s.supply[owner.at()] += 1;
            }
        }
        // R11.3
        let joined = touched(s, site, here | self.board().land.around(cell));
        if joined.is_empty() {
            return Ok(());
        }
        if let Some(colour) = s.colour(cell) {
            s.excavation[colour].remove(cell);
            s.bag.add(colour);
            for listed in s.sites.0.iter_mut().filter(|listed| listed.card.site != site) {
                listed.card.cells.remove(cell);
            }
        }
        self.join(s, site, joined, rng)
    }

    /// End of round: the first sites of the list extend (R12.1), then all take their cards up (R12.8).
    pub(super) fn extensions(&self, s: &mut State, rng: &mut Rng) -> Going {
        let number = if s.sites.len() >= self.tables.two_sites_at { 2 } else { 1 };
        let planned: List<Site, 2> = s.sites.cards().take(number).map(|dig| dig.site).collect();
        for site in planned {
            // R12.7
            if s.sites.find(|dig| dig.site == site).is_some() {
                self.extend(s, site, rng)?;
            }
        }
        s.take_up();
        s.first = Seat((s.first.0 + 1) % self.seats as u8);
        s.round += 1;
        Ok(())
    }

    /// Every cell around a dig receives a token (R12.2), then it merges with what it touches (R12.6).
    pub(super) fn extend(&self, s: &mut State, site: Site, rng: &mut Rng) -> Going {
        let rank = position(s, site);
        let dig = s.sites.0[rank].card.cells;
        // R12.5: inactive sites are cells like any other. R12.4: cells are numbered by r, then q.
        for cell in self.board().land.touching(dig) & !dig {
            let colour = draw_token(s, rng)?;
            // R12.3
            if let Some(owner) = s.owner(cell) {
                s.tokens[owner.at()].remove(cell);
                s.graveyard[owner.at()] += 1;
            }
            s.excavation[colour].insert(cell);
            s.sites.0[rank].card.cells.insert(cell);
        }
        let grown = s.sites.0[rank].card.cells;
        let joined = touched(s, site, self.board().land.touching(grown));
        if joined.is_empty() {
            return Ok(());
        }
        self.join(s, site, joined, rng)?;
        self.new_digs(s, rng)
    }

    /// Joins digs to the one of `keeper`, one by one in list order (R12.6, R11.3).
    fn join(&self, s: &mut State, keeper: Site, joined: List<Site, LIST>, rng: &mut Rng) -> Going {
        for site in joined {
            let colour = draw_token(s, rng)?;
            let cell = self.board().site_cell(site);
            s.excavation[colour].insert(cell);
            let rank = position(s, site);
            let gone = s.sites.leave(rank, &mut s.supply);
            let rank = position(s, keeper);
            let dig = &mut s.sites.0[rank].card;
            dig.cells |= gone.cells;
            dig.under |= gone.stack();
        }
        Ok(())
    }
}

/// Where a site is in the list.
fn position(s: &State, site: Site) -> usize {
    s.sites.find(|dig| dig.site == site).expect("the site is listed")
}

/// The other digs that have a cell in the set, in list order.
fn touched(s: &State, site: Site, set: Cells) -> List<Site, LIST> {
    s.sites.cards().filter(|dig| dig.site != site && dig.cells.meets(&set)).map(|dig| dig.site).collect()
}

/// Draws an excavation token; the game ends if there is none (R13.1, R13.2).
fn draw_token(s: &mut State, rng: &mut Rng) -> Result<usize, Ended> {
    match s.bag.draw(rng) {
        Some(colour) => Ok(colour),
        None => end(s).map(|()| 0),
    }
}

/// Turns up a site card: any of the unseen ones, as nobody knows their order or which were removed (R15.4).
pub(super) fn draw_site(s: &mut State, rng: &mut Rng) -> Site {
    let nth = rng.below(s.unseen_sites.count_ones());
    let site = Site(crate::core::action_set::nth_bit(u64::from(s.unseen_sites), nth) as u8);
    s.unseen_sites &= !(1 << site.0);
    s.site_deck -= 1;
    site
}

fn end(s: &mut State) -> Going {
    s.decision = Decision::Over;
    Err(Ended)
}
