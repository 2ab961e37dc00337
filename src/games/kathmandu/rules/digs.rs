//! The life of digs: opening, extension, merging and removal (R8, R11, R12, R13).

use super::super::Kathmandu;
use super::super::events::Listing;
use super::super::state::{Decision, Dig, State};
use super::super::words::Site;
use super::bits::Cells;
use super::column::LIST;
use crate::core::{List, Rng, Seat, Witness};

/// The game has ended; nothing more is carried out (R13.1).
pub(in crate::games::kathmandu) struct Ended;

type Going = Result<(), Ended>;

impl Kathmandu {
    /// Takes a dig off the board into a player's score area (R8.4, R8.5); its site cards go to `keeper`, or are put aside (R9.3).
    pub(in crate::games::kathmandu) fn remove_dig<W: Witness>(
        &self,
        s: &mut State,
        seat: Seat,
        keeper: Option<Seat>,
        site: Site,
        rng: &mut Rng,
        witness: &mut W,
    ) -> Going {
        let rank = position(s, site);
        let before = s.supply;
        let dig = s.sites.leave(rank, &mut s.supply);
        self.tell_removed(s, seat, keeper, &dig, witness);
        self.tell_returned(s, before, "sites", witness);
        for (colour, cells) in s.excavation.iter_mut().enumerate() {
            s.taken[seat.at()][colour] += (*cells & dig.cells).len() as u8;
            *cells &= !dig.cells;
        }
        // Every card of the stack scores.
        match keeper {
            Some(keeper) => s.taken_sites[keeper.at()] |= dig.stack(),
            None => s.aside |= dig.stack(),
        }
        self.new_digs(s, rng, witness)
    }

    /// Opens new digs until the board has its number, or no card remains (R11.1, R11.2); then checks for the end (R13.1).
    fn new_digs<W: Witness>(&self, s: &mut State, rng: &mut Rng, witness: &mut W) -> Going {
        while s.sites.len() < self.board().active_sites && s.site_deck > 0 {
            let site = draw_site(s, rng);
            self.open_site(s, site, rng, witness)?;
        }
        if s.sites.len() <= 1 { self.end(s, witness) } else { Ok(()) }
    }

    /// Opens one new dig: card and free tokens, eviction, marker, merge (R11.1, R11.3, R11.4).
    pub(in crate::games::kathmandu) fn open_site<W: Witness>(
        &self,
        s: &mut State,
        site: Site,
        rng: &mut Rng,
        witness: &mut W,
    ) -> Going {
        let cell = self.board().site_cell(site);
        let here = Cells::of(cell);
        let before = s.supply;
        s.sites.enter(Dig { site, under: 0, cells: here }, &mut s.supply, s.first, self.seats);
        self.tell_entered(s, Listing::Site(site), before, witness);
        // R11.4
        if let Some(owner) = s.owner(cell) {
            s.tokens[owner.at()].remove(cell);
            if self.switches.evicted_is_lost {
                s.graveyard[owner.at()] += 1;
            } else {
                s.supply[owner.at()] += 1;
            }
            self.tell_evicted(owner, site, witness);
        }
        // R11.3
        let joined = touched(s, site, here | self.board().land.around(cell));
        if joined.is_empty() {
            return Ok(());
        }
        if let Some(colour) = s.colour(cell) {
            s.excavation[colour].remove(cell);
            s.bag.add(colour);
            self.tell_covered(site, colour, witness);
            for listed in s.sites.0.iter_mut().filter(|listed| listed.card.site != site) {
                listed.card.cells.remove(cell);
            }
        }
        self.join(s, site, joined, rng, witness)
    }

    /// Ends a round: the first sites of the list extend (R12.1), then all players take up their cards (R12.8).
    pub(in crate::games::kathmandu) fn extensions<W: Witness>(&self, s: &mut State, rng: &mut Rng, witness: &mut W) -> Going {
        let number = if s.sites.len() >= self.tables.two_sites_at { 2 } else { 1 };
        let planned: List<Site, 2> = s.sites.cards().take(number).map(|dig| dig.site).collect();
        for site in planned {
            // R12.7
            if s.sites.find(|dig| dig.site == site).is_some() {
                self.extend(s, site, rng, witness)?;
            }
        }
        let hands = std::array::from_fn(|seat| s.hand_size(Seat(seat as u8)));
        s.take_up();
        s.first = Seat((s.first.0 + 1) % self.seats as u8);
        s.round += 1;
        self.tell_round(s, hands, witness);
        Ok(())
    }

    /// Extends a dig: every cell around it receives a token (R12.2), then it merges with the digs it touches (R12.6).
    pub(in crate::games::kathmandu) fn extend<W: Witness>(
        &self,
        s: &mut State,
        site: Site,
        rng: &mut Rng,
        witness: &mut W,
    ) -> Going {
        let rank = position(s, site);
        let dig = s.sites.0[rank].card.cells;
        // R12.5: inactive sites are cells like any other. R12.4: cells are numbered by r, then q.
        let covered = self.board().land.touching(dig) & !dig;
        // R13.2
        if !self.switches.partial_extension && s.bag.total() < covered.len() {
            return self.end(s, witness);
        }
        let lost = s.graveyard;
        for cell in covered {
            let Some(colour) = s.bag.draw(rng) else {
                self.tell_extended(s, site, covered, lost, witness);
                return self.end(s, witness);
            };
            // R12.3
            if let Some(owner) = s.owner(cell) {
                s.tokens[owner.at()].remove(cell);
                s.graveyard[owner.at()] += 1;
            }
            s.excavation[colour].insert(cell);
            s.sites.0[rank].card.cells.insert(cell);
        }
        self.tell_extended(s, site, covered, lost, witness);
        let grown = s.sites.0[rank].card.cells;
        let joined = touched(s, site, self.board().land.touching(grown));
        if joined.is_empty() {
            return Ok(());
        }
        self.join(s, site, joined, rng, witness)?;
        self.new_digs(s, rng, witness)
    }

    /// Joins digs to the one of `keeper`, one by one in list order (R12.6, R11.3).
    fn join<W: Witness>(&self, s: &mut State, keeper: Site, joined: List<Site, LIST>, rng: &mut Rng, witness: &mut W) -> Going {
        for site in joined {
            let Some(colour) = s.bag.draw(rng) else { return self.end(s, witness) };
            let (cell, before) = (self.board().site_cell(site), s.supply);
            s.excavation[colour].insert(cell);
            let rank = position(s, site);
            let gone = s.sites.leave(rank, &mut s.supply);
            let rank = position(s, keeper);
            let dig = &mut s.sites.0[rank].card;
            dig.cells |= gone.cells;
            dig.under |= gone.stack();
            self.tell_joined(keeper, site, colour, witness);
            self.tell_returned(s, before, "sites", witness);
        }
        Ok(())
    }

    /// Ends the game at once (R13.1, R13.2).
    fn end<W: Witness>(&self, s: &mut State, witness: &mut W) -> Going {
        s.decision = Decision::Over;
        self.tell_end(s, witness);
        Err(Ended)
    }
}

/// The index of a site in the list.
fn position(s: &State, site: Site) -> usize {
    s.sites.find(|dig| dig.site == site).expect("the site is listed")
}

/// The other digs that have a cell in the set, in list order.
fn touched(s: &State, site: Site, set: Cells) -> List<Site, LIST> {
    s.sites.cards().filter(|dig| dig.site != site && dig.cells.meets(&set)).map(|dig| dig.site).collect()
}

/// Turns up a site card: any of the unseen ones, because nobody knows their order, or which were removed (R15.4).
pub(in crate::games::kathmandu) fn draw_site(s: &mut State, rng: &mut Rng) -> Site {
    let nth = rng.below(s.unseen_sites.count_ones());
    let site = Site(crate::core::action_set::nth_bit(u64::from(s.unseen_sites), nth) as u8);
    s.unseen_sites &= !(1 << site.0);
    s.site_deck -= 1;
    site
}
