//! Each player's distance from the right to take each dig (R10), given the fence that stands or the cheapest one under way.

use std::ops::Range;

use super::super::Kathmandu;
use super::super::rules::bits::{Cells, MAX_CELLS};
use super::super::rules::column::LIST;
use super::super::rules::geometry::Flood;
use super::super::rules::parts::Parts;
use super::super::state::{PLAYERS, State};
use super::super::words::Site;
use super::fences::{Fence, Fences};
use crate::core::{List, Seat};

/// More tokens than anybody puts around one dig.
pub(in crate::games::kathmandu) const FAR: u8 = 9;

/// Tokens that each player lacks.
pub(in crate::games::kathmandu) type Lacking = [u8; PLAYERS];

/// The tokens around one dig.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::games::kathmandu) struct Claim {
    /// Whether the dig will extend at the end of the round (R12.1).
    pub extends: bool,
    /// The land that its next extension will cover.
    pub ring: Cells,
    /// The tokens that count (R10.2), if it is isolated now.
    pub front: Option<Cells>,
    /// The tokens that will count, if it will be isolated after the coming extensions.
    pub lasting: Option<Cells>,
    /// Tokens that each player lacks for control now; `FAR` where it is not isolated.
    pub now: Lacking,
    /// Tokens that each player lacks to isolate and control it after the coming extensions.
    pub later: Lacking,
}

/// A fence on its way to being closed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::games::kathmandu) struct Near {
    /// Missing tokens; those on cells that the next extension covers count twice.
    pub lacking: u8,
    /// Its gaps, all of them free.
    pub open: Cells,
}

/// The digs and the tokens, now and after the coming extensions (R12), with the claims that follow from them.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    pub(in crate::games::kathmandu) ground: Ground,
    pub(in crate::games::kathmandu) claims: Claims,
}

/// The claims from the top of the list.
pub(in crate::games::kathmandu) type Claims = List<Claim, LIST>;

/// Everything the claims follow from. Updated rather than rebuilt, so that only what has changed is recomputed.
#[derive(Clone, Debug, Default)]
pub(in crate::games::kathmandu) struct Ground {
    /// The digs it was computed for, from the top of the list.
    sites: List<(Site, Cells), LIST>,
    /// The tokens it was computed for: by seat, and those of all seats that the extensions will leave.
    tokens: [Cells; PLAYERS],
    pub left: Cells,
    /// All digs.
    now: Cells,
    /// How many of them will extend, and the land that the next extension of each covers.
    extending: usize,
    rings: [Cells; LIST],
    /// The digs after the coming extensions.
    digs: [Cells; LIST],
    pub all: Cells,
    /// By dig: the fences that fit round it after the coming extensions, one bit each.
    fits: [u128; LIST],
    /// The land open to each dig after the coming extensions.
    later: Parts,
    /// The land open to each dig now, if a token is in the way of an extension; otherwise it is the same.
    sooner: Parts,
    differ: bool,
}

impl Ground {
    /// Number of digs.
    #[inline]
    pub fn len(&self) -> usize {
        self.sites.len()
    }

    /// The site of a dig.
    #[inline]
    pub fn site(&self, rank: usize) -> Site {
        self.sites[rank].0
    }

    /// The land open to a dig now.
    fn open_now(&self, rank: usize) -> &Flood {
        if self.differ { self.sooner.of_dig(rank) } else { self.later.of_dig(rank) }
    }
}

/// The occupant of each cell, in four bits: nothing, a token of the first seat, of the second and so on, or covered by the
/// next extension. No fence is longer than fifteen, so these can be added up.
pub(in crate::games::kathmandu) struct Tally([u32; MAX_CELLS]);

/// The bit of a cell that the next extension covers.
const COVERED: u32 = 1 << (4 * (PLAYERS + 1));

impl Tally {
    fn of(tokens: &[Cells; PLAYERS]) -> Self {
        let mut tally = Self([1; MAX_CELLS]);
        for (seat, cells) in tokens.iter().enumerate() {
            cells.iter().for_each(|cell| tally.0[usize::from(cell)] = 1 << (4 * (seat + 1)));
        }
        tally
    }

    /// Marks the cells that an extension covers, or unmarks them.
    fn cover(&mut self, ring: Cells) {
        ring.iter().for_each(|cell| self.0[usize::from(cell)] ^= COVERED);
    }

    #[inline]
    fn count(&self, fence: &Fence) -> Count {
        Count(fence.list().iter().map(|&cell| self.0[usize::from(cell)]).sum())
    }
}

/// The contents of the cells of a fence.
#[derive(Clone, Copy)]
struct Count(u32);

impl Count {
    /// Cells without a token.
    #[inline]
    fn gaps(self) -> u32 {
        self.0 & 15
    }

    /// Tokens that the fence lacks. A cell that the next extension covers adds one, because a token there will be lost.
    #[inline]
    fn lacking(self) -> u32 {
        self.gaps() + self.0 / COVERED
    }

    /// Tokens of a seat.
    #[inline]
    fn of(self, seat: usize) -> u32 {
        self.0 >> (4 * (seat + 1)) & 15
    }
}

/// The two fences nearest to being closed, by number. Fewest missing tokens first, then most of the player's own.
#[derive(Clone, Copy, Debug)]
pub(in crate::games::kathmandu) struct Nearest {
    scores: [u32; 2],
    lacking: [u8; 2],
    numbers: [u8; 2],
    /// The first gap of the nearest one.
    first: Option<u8>,
}

/// A fence on its way to being closed, by its number among those of its site; lacking nothing stands for no fence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::games::kathmandu) struct Numbered {
    pub lacking: u8,
    number: u8,
}

impl Numbered {
    /// The fence itself.
    #[inline]
    pub fn open(self, ground: &Ground, fences: &Fences, rank: usize) -> Option<Near> {
        let gaps = || fences.this(ground.site(rank), self.number).cells & !ground.left;
        (self.lacking > 0).then(|| Near { lacking: self.lacking, open: gaps() })
    }
}

impl Default for Nearest {
    fn default() -> Self {
        Self::NONE
    }
}

impl Nearest {
    const NONE: Self = Self { scores: [u32::MAX; 2], lacking: [0; 2], numbers: [0; 2], first: None };

    /// Adds a fence that is nearer than the second one, unless its first gap is that of the nearest.
    fn take(&mut self, score: u32, lacking: u8, number: u8, first: Option<u8>) {
        if score < self.scores[0] {
            self.scores = [score, self.scores[0]];
            self.lacking = [lacking, self.lacking[0]];
            self.numbers = [number, self.numbers[0]];
            self.first = first;
        } else if first != self.first {
            (self.scores[1], self.lacking[1], self.numbers[1]) = (score, lacking, number);
        }
    }

    /// The fences themselves, nearest first.
    fn fences(&self, ground: &Ground, fences: &Fences, rank: usize) -> [Option<Near>; 2] {
        self.numbered().map(|near| near.open(ground, fences, rank))
    }

    /// The same by number.
    pub fn numbered(&self) -> [Numbered; 2] {
        // A fence that lacks nothing is not on its way to being closed.
        std::array::from_fn(|i| Numbered { lacking: self.lacking[i], number: self.numbers[i] })
    }
}

impl Kathmandu {
    pub(in crate::games::kathmandu) fn fences(&self) -> &Fences {
        self.fences.get_or_init(|| Fences::of(self.board()))
    }

    /// Number of sites that extend at the end of the round (R12.1).
    pub(in crate::games::kathmandu) fn extending(&self, s: &State) -> usize {
        if s.sites.len() >= self.tables.two_sites_at { 2 } else { 1 }
    }

    /// Updates a survey.
    pub(in crate::games::kathmandu) fn survey(&self, s: &State, survey: &mut Survey) {
        if self.update(s, &mut survey.ground) {
            survey.claims = self.claims(s, &survey.ground, &mut Self::tally(&survey.ground));
        }
    }

    /// Updates what claims follow from and returns whether anything has changed.
    pub(in crate::games::kathmandu) fn update(&self, s: &State, ground: &mut Ground) -> bool {
        let extending = self.extending(s);
        let known = ground.sites.iter().map(|(site, cells)| (site, cells)).eq(s.sites.cards().map(|dig| (&dig.site, &dig.cells)));
        let same_digs = known && ground.extending == extending;
        if same_digs && ground.tokens == s.tokens {
            return false;
        }
        if !same_digs {
            self.update_digs(s, extending, ground);
        }
        ground.tokens = s.tokens;
        let (land, tokens) = (&self.board().land, s.all_tokens());
        ground.left = tokens & !ground.all;
        let digs = ground.len();
        // No token is in the way of an extension: the land open to each dig stays as it is.
        let differ = ground.left != tokens;
        if differ {
            if same_digs && !ground.differ {
                ground.sooner.clone_from(&ground.later);
            }
            let cells = ground.sites.iter().map(|&(_, cells)| cells).collect::<List<Cells, LIST>>();
            if same_digs {
                ground.sooner.update(land, &cells, land.all & !tokens);
            } else {
                ground.sooner = Parts::of(land, &cells, land.all & !tokens);
            }
        }
        ground.differ = differ;
        if same_digs {
            ground.later.update(land, &ground.digs[..digs], land.all & !ground.left);
        } else {
            ground.later = Parts::of(land, &ground.digs[..digs], land.all & !ground.left);
        }
        true
    }

    fn update_digs(&self, s: &State, extending: usize, ground: &mut Ground) {
        let land = &self.board().land;
        ground.sites = List::new();
        (ground.now, ground.all, ground.extending) = (Cells::EMPTY, Cells::EMPTY, extending);
        for (rank, dig) in s.sites.cards().enumerate() {
            let ring = land.touching(dig.cells) & !dig.cells;
            let grown = if rank < extending { dig.cells | ring } else { dig.cells };
            ground.sites.push((dig.site, dig.cells));
            (ground.rings[rank], ground.digs[rank]) = (ring, grown);
            ground.all |= grown;
            ground.now |= dig.cells;
        }
        for (rank, dig) in s.sites.cards().enumerate() {
            let grown = ground.digs[rank];
            ground.fits[rank] = self.fences().fitting(dig.site, grown, ground.all & !grown);
        }
    }

    /// The claims on all digs.
    pub(in crate::games::kathmandu) fn claims(&self, s: &State, ground: &Ground, tally: &mut Tally) -> Claims {
        let tokens = s.all_tokens();
        let mut claims = Claims::new();
        for (rank, &(site, cells)) in ground.sites.iter().enumerate() {
            let (grown, fits, ring) = (ground.digs[rank], ground.fits[rank], ground.rings[rank]);
            let (now, later) = (ground.open_now(rank), ground.later.of_dig(rank));
            let (nobody, extends) = ([FAR; PLAYERS], rank < ground.extending);
            let mut claim = Claim { extends, ring, front: None, lasting: None, now: nobody, later: nobody };
            if !now.inside.meets(&(ground.now & !cells)) {
                let front = self.front(now, tokens);
                claim.front = Some(front);
                claim.now = self.deficits(s, front);
            }
            let within = if later.inside.meets(&(ground.all & !grown)) {
                self.board().land.all
            } else {
                let front = self.front(later, ground.left);
                claim.lasting = Some(front);
                claim.later = self.deficits(s, front);
                later.inside | front
            };
            // A tighter fence takes over control.
            if claim.lasting.is_none() || claim.later[..self.seats].iter().any(|&lacking| lacking > 1) {
                tally.cover(ring);
                for (_, fence) in self.fences().these(site, fits) {
                    if claim.lasting.is_none() || within.contains(&fence.cells) {
                        self.approach(tally.count(fence), &mut claim.later);
                    }
                }
                tally.cover(ring);
            }
            claims.push(claim);
        }
        claims
    }

    /// For each dig of a survey, the fences nearest to being closed for a seat: two with different first cells. None
    /// for a dig that the seat will hold anyway.
    pub(in crate::games::kathmandu) fn nearest_fences(
        &self,
        survey: &Survey,
        tally: &mut Tally,
        seat: Seat,
        rank: usize,
    ) -> [Option<Near>; 2] {
        let best = self.nearest(&survey.ground, &survey.claims[rank], tally, rank, seat.at()..seat.at() + 1);
        best[seat.at()].fences(&survey.ground, self.fences(), rank)
    }

    /// The same for some seats, by number.
    pub(in crate::games::kathmandu) fn nearest(
        &self,
        ground: &Ground,
        claim: &Claim,
        tally: &mut Tally,
        rank: usize,
        seats: Range<usize>,
    ) -> [Nearest; PLAYERS] {
        let mut best = [Nearest::NONE; PLAYERS];
        let needs = |seat: &usize| claim.lasting.is_none() || claim.later[*seat] != 0;
        let seats: List<usize, PLAYERS> = seats.filter(needs).collect();
        if seats.is_empty() {
            return best;
        }
        tally.cover(claim.ring);
        for (number, fence) in self.fences().these(ground.site(rank), ground.fits[rank]) {
            let count = tally.count(fence);
            if count.gaps() == 0 {
                continue;
            }
            for &seat in &seats {
                let score = 8 * count.lacking() - count.of(seat);
                if score < best[seat].scores[1] {
                    best[seat].take(score, count.lacking() as u8, number, (fence.cells & !ground.left).iter().next());
                }
            }
        }
        tally.cover(claim.ring);
        best
    }

    /// The contents of every cell, for questions about fences.
    pub(in crate::games::kathmandu) fn tally(ground: &Ground) -> Tally {
        Tally::of(&ground.tokens)
    }

    /// The exact wall of an isolated dig (R10.2), given the part of the land open to it.
    pub(in crate::games::kathmandu) fn surveyed_wall(&self, ground: &Ground, rank: usize) -> Cells {
        let tokens = ground.tokens.into_iter().fold(Cells::EMPTY, |all, cells| all | cells);
        self.board().land.counting(ground.open_now(rank), ground.now & !ground.sites[rank].1, tokens)
    }

    /// The tokens that count for a dig whose inside is known (R10.2, steps 2 to 4), with one simplification for
    /// speed: all land behind the front is taken for the outside, although a pocket without a dig is not (R10.5).
    fn front(&self, within: &Flood, tokens: Cells) -> Cells {
        let land = &self.board().land;
        let front = within.touched & tokens;
        let behind = land.all & !within.inside & !front;
        front.iter().filter(|&cell| land.around(cell).meets(&behind)).collect()
    }

    /// Tokens that each player lacks for control of an isolated dig: ties share the right (R10.2, step 5).
    fn deficits(&self, s: &State, front: Cells) -> Lacking {
        let mut counts = [0u8; PLAYERS];
        for (count, tokens) in counts.iter_mut().zip(&s.tokens).take(self.seats) {
            *count = (*tokens & front).len() as u8;
        }
        let most = counts.iter().copied().max().unwrap_or(0);
        // One more than to draw level, because not every token put down counts.
        counts.map(|count| if count < most { most - count + 1 } else { 0 })
    }

    /// Tokens that each player lacks to close a fence and control it, where that is less than so far.
    #[inline]
    fn approach(&self, count: Count, lacking: &mut Lacking) {
        let gap = count.lacking();
        for (p, least) in lacking.iter_mut().enumerate().take(self.seats) {
            if gap < u32::from(*least) {
                let other = (0..self.seats).filter(|&o| o != p).map(|o| count.of(o)).max().unwrap_or(0);
                *least = (*least).min(gap.max(other.saturating_sub(count.of(p))) as u8);
            }
        }
    }
}
