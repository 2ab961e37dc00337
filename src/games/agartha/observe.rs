//! What a seat sees (R11), and how the rest is dealt afresh.

use super::Agartha;
use super::actions::{Area, CARDS, Card, POSITIONS, SLOTS, Site, Slot, TILES, TOKENS, Token, Zone};
use super::apply::next_won;
use super::state::{Decision, PLAYERS, ROUNDS, State};
use crate::core::sink::Spec;
use crate::core::{FeatureKind, List, Rng, Seat, Sink};

/// Card counts are divided by this: a slot seldom holds more.
const SCALE: f32 = 4.0;
const VALUES: &[&str] = &["1", "2", "3"];
/// The greatest sum of a player's tokens.
const MOST_BID: f32 = 6.0;

/// A row of one-hots or flags.
const fn plane<'a>(name: &'static str, kind: FeatureKind, shape: &'a [usize], labels: &'a [&'a str]) -> Spec<'a> {
    Spec { name, shape, kind, low: 0.0, high: 1.0, labels }
}

impl Agartha {
    #[inline]
    pub(super) fn write_observation<S: Sink>(&self, s: &State, viewer: Seat, out: &mut S) {
        let seats = if self.padded { PLAYERS } else { self.seats };
        let tiles = if self.padded { TILES } else { self.parts.tiles };
        self.write_table(s, viewer, seats, tiles, out);
        for i in 0..seats {
            out.group("seat", Some(i));
            if self.padded {
                out.flag("present", i < self.seats);
            }
            let seat = (i < self.seats).then(|| self.counted(viewer, i));
            self.write_seat(s, viewer, seat, tiles, out);
            out.end();
        }
        self.write_tiles(s, viewer, seats, tiles, out);
    }

    /// A seat as the viewer counts them.
    #[inline]
    fn from(&self, viewer: Seat, seat: Seat) -> usize {
        let i = seat.at() + self.seats - viewer.at();
        if i >= self.seats { i - self.seats } else { i }
    }

    /// The `i`-th seat as the viewer counts them.
    #[inline]
    fn counted(&self, viewer: Seat, i: usize) -> Seat {
        let seat = viewer.at() + i;
        Seat(if seat >= self.seats { seat - self.seats } else { seat } as u8)
    }

    /// Whether the viewer knows the value of the `i`-th placed token (R11.2).
    #[inline]
    pub(super) fn knows(&self, s: &State, viewer: Seat, i: usize) -> bool {
        s.bids[i].spot.0 < s.revealed || self.owner(s, i) == viewer
    }

    #[inline]
    fn write_cards<S: Sink>(&self, out: &mut S, name: &'static str, cards: &[u8], shape: &[usize]) {
        let high = f32::from(self.parts.most) / SCALE;
        let spec = Spec { name, shape, kind: FeatureKind::Scaled(SCALE), low: 0.0, high, labels: Card::NAMES };
        out.write(spec, |floats| {
            for (float, &count) in floats.iter_mut().zip(cards) {
                *float = f32::from(count) * (1.0 / SCALE);
            }
        });
    }

    /// What belongs to no seat and no tile.
    #[inline]
    fn write_table<S: Sink>(&self, s: &State, viewer: Seat, seats: usize, tiles: usize, out: &mut S) {
        out.one_hot("round", Some(s.round as usize - 1), ROUNDS as usize, &[]);
        out.one_hot("decision", Some(s.decision as usize), Decision::COUNT, Decision::NAMES);
        out.one_hot("holder", Some(self.from(viewer, s.holder)), seats, &[]);
        out.one_hot("to_act", (s.decision != Decision::Over).then(|| self.from(viewer, s.actor)), seats, &[]);
        out.one_hot("resolving", s.revealed.checked_sub(1).map(usize::from), 2 * tiles, &[]);
        // R11.2: a token taken up is the owner's alone to see.
        let own = if s.actor == viewer { s.chosen } else { None };
        out.one_hot("chosen", own.map(Token::at), TOKENS, VALUES);
        // R11.5
        out.one_hot("from", s.taken.map(|(slot, _)| slot as usize), SLOTS, Slot::NAMES);
        let placing = matches!(s.decision, Decision::Setup | Decision::Win);
        let won = if placing { next_won(s).and_then(|at| s.won[at]) } else { None };
        let card = s.taken.map(|(_, card)| card).or(s.drawn).or(won);
        out.one_hot("card", card.map(|card| card as usize), CARDS, Card::NAMES);
        out.one_hot("zone", s.area.map(|area| area as usize), Area::COUNT, Area::NAMES);
        out.bits("open", u128::from(s.open), Site::COUNT, Site::NAMES);
        out.flag("compulsory", s.compulsory);
        // R11.1: what has not been seen elsewhere lies in the pile.
        let mut under = [0; CARDS];
        s.under.iter().for_each(|&card| under[card as usize] += 1);
        let mut pile = s.pile.0;
        pile.iter_mut().zip(&under).for_each(|(all, &known)| *all += known);
        self.write_cards(out, "pile", &pile, &[CARDS]);
        self.write_cards(out, "under_the_pile", &under, &[CARDS]);
        self.write_cards(out, "discards", &s.discards.0, &[CARDS]);
    }

    /// A seat's board, its cards in transit and its tokens; all zero where nobody sits.
    #[inline]
    fn write_seat<S: Sink>(&self, s: &State, viewer: Seat, seat: Option<Seat>, tiles: usize, out: &mut S) {
        let board = &s.boards[seat.map_or(PLAYERS - 1, Seat::at)];
        self.write_cards(out, "slots", board.slots.as_flattened(), &[SLOTS, CARDS]);
        let most = f32::from(self.parts.deck[Card::Character as usize]).max(1.0);
        out.count("encounter", u32::from(board.encounter), most);
        out.count("amulets", u32::from(board.amulets), f32::from(self.parts.deck[Card::Amulet as usize]).max(1.0));
        let spec = Spec { high: 100.0, ..plane("points", FeatureKind::Scaled(40.0), &[1], &[]) };
        out.write(spec, |floats| floats[0] = f32::from(board.points) / 40.0);
        out.bits("explored", u128::from(board.levels), 3, &[]);
        let mut transit = [0; CARDS];
        for (at, &card) in s.won.iter().enumerate() {
            if let Some(card) = card {
                transit[card as usize] += u8::from(seat == s.takers.get(at % s.takers.len().max(1)).copied());
            }
        }
        self.write_cards(out, "transit", &transit, &[CARDS]);
        // The tokens in the order of placing: where each lies, and its value where the viewer knows it (R11.4).
        let first = seat.map_or(s.bids.len(), |seat| self.from(s.holder, seat));
        let bids = s.bids.get(first..).unwrap_or_default();
        let known = if seat == Some(viewer) { u8::MAX } else { s.revealed };
        out.write(plane("tokens", FeatureKind::OneHot, &[TOKENS, 2 * tiles], &[]), |floats| {
            for (row, bid) in floats.chunks_exact_mut(2 * tiles).zip(bids.iter().step_by(self.seats)) {
                row[bid.spot.at()] = 1.0;
            }
        });
        out.write(plane("values", FeatureKind::OneHot, &[TOKENS, TOKENS], VALUES), |floats| {
            for (row, bid) in floats.chunks_exact_mut(TOKENS).zip(bids.iter().step_by(self.seats)) {
                if bid.spot.0 < known {
                    row[bid.token.at()] = 1.0;
                }
            }
        });
    }

    /// The cards and the tokens of each tile.
    #[inline]
    fn write_tiles<S: Sink>(&self, s: &State, viewer: Seat, seats: usize, tiles: usize, out: &mut S) {
        let mut owner = [None; TILES];
        let mut count = [[0u8; PLAYERS]; TILES];
        let mut value = [[0u8; PLAYERS]; TILES];
        // The seats take turns from the holder on; counting along saves a division for each token.
        let mut seat = self.from(viewer, s.holder);
        for bid in &s.bids {
            let tile = bid.spot.tile().at();
            match bid.spot.zone() {
                Zone::Action => owner[tile] = Some(seat),
                Zone::Auction => {
                    count[tile][seat] += 1;
                    value[tile][seat] += if seat == 0 || bid.spot.0 < s.revealed { bid.token.0 + 1 } else { 0 };
                }
            }
            seat = if seat + 1 == self.seats { 0 } else { seat + 1 };
        }
        for tile in 0..tiles {
            out.group("tile", Some(tile));
            if self.padded {
                out.flag("present", tile < self.parts.tiles);
            }
            out.write(plane("cards", FeatureKind::OneHot, &[POSITIONS, CARDS], Card::NAMES), |floats| {
                for (row, card) in floats.chunks_exact_mut(CARDS).zip(s.tiles[tile]) {
                    if let Some(card) = card {
                        row[card as usize] = 1.0;
                    }
                }
            });
            out.one_hot("action_owner", owner[tile], seats, &[]);
            out.counts("auction_tokens", &count[tile][..seats], TOKENS as f32, &[]);
            out.counts("auction_known", &value[tile][..seats], MOST_BID, &[]);
            out.end();
        }
    }

    /// Deals the tokens that the viewer cannot know afresh: of every other seat those not yet revealed, placed or not (R11.2).
    /// The order of the pile is drawn when it is needed, so there is nothing to deal (R11.3).
    pub(super) fn redeal_tokens(&self, s: &mut State, viewer: Seat, rng: &mut Rng) {
        for seat in (0..self.seats).map(|seat| Seat(seat as u8)).filter(|&seat| seat != viewer) {
            let placed: List<usize, TOKENS> = (self.from(s.holder, seat)..s.bids.len()).step_by(self.seats).collect();
            let mut unknown: List<Token, TOKENS> = Token::all().collect();
            for &i in &placed {
                if self.knows(s, viewer, i) {
                    unknown.retain(|&token| token != s.bids[i].token);
                }
            }
            rng.shuffle(unknown.as_mut_slice());
            for &i in &placed {
                if !self.knows(s, viewer, i) {
                    s.bids[i].token = unknown.remove(0);
                }
            }
            if s.actor == seat && s.chosen.is_some() {
                s.chosen = unknown.first().copied();
            }
        }
    }
}
