//! What a seat sees (R15.5): planes on the axial grid, then vectors for lists, players, piles and the open choice.

use super::Kathmandu;
use super::actions::{Card, Rank, Site};
use super::bits::Cells;
use super::content::{CARDS, COLOUR_NAMES};
use super::pile::Pile;
use super::state::{COLOURS, Decision, OWNED, PLAYERS, Place, State};
use crate::core::sink::Spec;
use crate::core::{FeatureKind, Seat, Sink};

/// The values of what was spent so far.
const SPENT: [&str; 3] = ["nothing", "put", "took_back"];

/// Zeros and ones of a shape.
const fn flags<'a>(name: &'static str, shape: &'a [usize], labels: &'a [&'a str]) -> Spec<'a> {
    Spec { name, shape, kind: FeatureKind::Flags, low: 0.0, high: 1.0, labels }
}

/// One-hots along the last axis of a shape.
const fn one_hots<'a>(name: &'static str, shape: &'a [usize], labels: &'a [&'a str]) -> Spec<'a> {
    Spec { name, shape, kind: FeatureKind::OneHot, low: 0.0, high: 1.0, labels }
}

/// Numbers from 0 to `most`.
const fn numbers<'a>(name: &'static str, shape: &'a [usize], most: f32, labels: &'a [&'a str]) -> Spec<'a> {
    Spec { name, shape, kind: FeatureKind::Scaled(most), low: 0.0, high: 1.0, labels }
}

impl Kathmandu {
    #[inline]
    pub(super) fn write_observation<S: Sink>(&self, s: &State, viewer: Seat, out: &mut S) {
        let shown = if self.padded { PLAYERS } else { self.seats };
        // Own seat first; places of a padded observation beyond the players are empty.
        let mut seats = [None; PLAYERS];
        for (i, seat) in seats.iter_mut().enumerate().take(self.seats) {
            let at = viewer.at() + i;
            *seat = Some(Seat(if at >= self.seats { at - self.seats } else { at } as u8));
        }
        let seats = &seats[..shown];
        self.write_planes(s, seats, out);
        self.write_lists(s, seats, out);
        self.write_seats(s, seats, out);
        // R15.5: own faces.
        out.group("own", None);
        out.counts("hand", &s.hand(viewer), OWNED as f32, &CARDS);
        out.counts("played", &s.played(viewer), OWNED as f32, &CARDS);
        out.end();
        // R15.1; R15.4: of the decks only their sizes.
        out.counts("bag", &s.bag.0, self.scales.excavation, &COLOUR_NAMES);
        out.counts("discard", &s.discard.0, 20.0, &CARDS);
        out.count("deck", s.deck.total(), self.scales.personalities);
        out.bits("unseen_sites", s.unseen_sites.into(), Site::COUNT, &[]);
        out.count("site_deck", s.site_deck.into(), Site::COUNT as f32);
        out.count("round", s.round.min(self.scales.rounds).into(), f32::from(self.scales.rounds));
        self.write_decision(s, viewer, out);
    }

    /// One plane for the tokens of each seat, one for each colour of excavation tokens, one for the active markers.
    #[inline]
    fn write_planes<S: Sink>(&self, s: &State, seats: &[Option<Seat>], out: &mut S) {
        let board = self.board();
        let (height, width) = board.grid;
        let shape = [seats.len() + COLOURS + 1, height, width];
        out.write(flags("board", &shape, &[]), |floats| {
            let mut at = 0;
            let mut fill = |cells: Cells| {
                for cell in cells {
                    floats[at + usize::from(board.grid_at[usize::from(cell)])] = 1.0;
                }
                at += height * width;
            };
            for seat in seats {
                fill(seat.map_or(Cells::EMPTY, |seat| s.tokens[seat.at()]));
            }
            for cells in s.excavation {
                fill(cells);
            }
            for dig in s.sites.cards() {
                floats[at + usize::from(board.grid_at[usize::from(board.site_cell(dig.site))])] = 1.0;
            }
        });
    }

    /// Both lists from top to bottom.
    #[inline]
    fn write_lists<S: Sink>(&self, s: &State, seats: &[Option<Seat>], out: &mut S) {
        let most = f32::from(self.tables.tokens_each);
        let rows = self.board().active_sites;
        out.group("sites", None);
        out.write(one_hots("id", &[rows, Site::COUNT], &[]), |floats| {
            for (rank, dig) in s.sites.cards().enumerate() {
                floats[rank * Site::COUNT + dig.site.at()] = 1.0;
            }
        });
        out.write(numbers("cards", &[rows], Site::COUNT as f32, &[]), |floats| {
            for (float, dig) in floats.iter_mut().zip(s.sites.cards()) {
                *float = dig.stack().count_ones() as f32 * (1.0 / Site::COUNT as f32);
            }
        });
        out.write(numbers("cells", &[rows], 256.0, &[]), |floats| {
            for (float, dig) in floats.iter_mut().zip(s.sites.cards()) {
                *float = dig.cells.len() as f32 * (1.0 / 256.0);
            }
        });
        out.write(flags("colours", &[rows, COLOURS], &COLOUR_NAMES), |floats| {
            for (row, dig) in floats.chunks_exact_mut(COLOURS).zip(s.sites.cards()) {
                for (float, cells) in row.iter_mut().zip(&s.excavation).skip(1) {
                    *float = f32::from(u8::from(cells.meets(&dig.cells)));
                }
            }
        });
        out.write(numbers("tokens", &[rows, seats.len()], most, &[]), |floats| {
            for (row, listed) in floats.chunks_exact_mut(seats.len()).zip(&s.sites.0) {
                write_pile(row, &listed.tokens, seats, most);
            }
        });
        out.end();
        let rows = self.tables.personality_list;
        out.group("personalities", None);
        out.write(one_hots("id", &[rows, Card::COUNT], &CARDS), |floats| {
            for (rank, card) in s.personalities.cards().enumerate() {
                floats[rank * Card::COUNT + card.at()] = 1.0;
            }
        });
        out.write(numbers("tokens", &[rows, seats.len()], most, &[]), |floats| {
            for (row, listed) in floats.chunks_exact_mut(seats.len()).zip(&s.personalities.0) {
                write_pile(row, &listed.tokens, seats, most);
            }
        });
        out.end();
    }

    /// The players, own seat first.
    #[inline]
    fn write_seats<S: Sink>(&self, s: &State, seats: &[Option<Seat>], out: &mut S) {
        let most = f32::from(self.tables.tokens_each);
        let shown = [seats.len()];
        let players = || seats.iter().flatten().map(|seat| seat.at()).enumerate();
        out.group("seats", None);
        if self.padded {
            out.write(flags("present", &shown, &[]), |floats| players().for_each(|(i, _)| floats[i] = 1.0));
        }
        let to_act = (s.decision != Decision::Over).then_some(s.active);
        out.one_hot("to_act", seats.iter().position(|&seat| seat.is_some() && seat == to_act), seats.len(), &[]);
        out.one_hot("first", seats.iter().position(|&seat| seat == Some(s.first)), seats.len(), &[]);
        for (name, counts) in [("supply", &s.supply), ("graveyard", &s.graveyard)] {
            out.write(numbers(name, &shown, most, &[]), |floats| {
                for (i, seat) in players() {
                    floats[i] = f32::from(counts[seat]) / most;
                }
            });
        }
        let excavation = self.scales.excavation;
        out.write(numbers("taken", &[seats.len(), COLOURS], excavation, &COLOUR_NAMES), |floats| {
            for (i, seat) in players() {
                for (float, &count) in floats[i * COLOURS..].iter_mut().zip(&s.taken[seat]) {
                    *float = f32::from(count) / excavation;
                }
            }
        });
        out.write(numbers("site_cards", &shown, Site::COUNT as f32, &[]), |floats| {
            for (i, seat) in players() {
                floats[i] = s.taken_sites[seat].count_ones() as f32 * (1.0 / Site::COUNT as f32);
            }
        });
        // R15.2: backs.
        let backs = ["hand_grey", "hand_red", "played_grey", "played_red"];
        out.write(numbers("backs", &[seats.len(), 4], OWNED as f32, &backs), |floats| {
            for (i, seat) in players() {
                let mut counts = [0u8; 4];
                for held in &s.cards[seat] {
                    counts[usize::from(held.place != Place::Hand) * 2 + usize::from(held.card.is_personality())] += 1;
                }
                for (float, count) in floats[i * 4..].iter_mut().zip(counts) {
                    *float = f32::from(count) / OWNED as f32;
                }
            }
        });
        out.end();
    }

    /// The open choice. What it tells of the acting player's secret cards is shown to that player only.
    #[inline]
    fn write_decision<S: Sink>(&self, s: &State, viewer: Seat, out: &mut S) {
        let (mut left, mut spent, mut rank, mut least, mut site, mut colours) = (0, None, None, None, None, 0);
        let mut chosen = [None; 2];
        match s.decision {
            Decision::Unit { left: units, spent: what } => {
                left = units;
                spent = Some(what as usize);
            }
            Decision::Discard { rank: at } => rank = Some(at.at()),
            Decision::Use { left: cards, least: card } => {
                left = cards;
                least = (viewer == s.active).then_some(card.at());
            }
            Decision::Pay { site: dig, colours: open } => {
                site = Some(dig.at());
                colours = open;
            }
            Decision::ExchangeSecond { cell } | Decision::HuntSecond { cell } => chosen[0] = Some(cell),
            Decision::HuntOwner { cell, second } => chosen = [Some(cell), Some(second)],
            Decision::Action | Decision::Exchange | Decision::Hunt | Decision::Over => {}
        }
        out.group("decision", None);
        out.one_hot("kind", Some(s.decision.index()), Decision::NAMES.len(), &Decision::NAMES);
        out.count("left", left.into(), 6.0);
        out.one_hot("spent", spent, SPENT.len(), &SPENT);
        out.one_hot("rank", rank, Rank::COUNT, &[]);
        out.one_hot("least", least, Card::COUNT, &CARDS);
        out.one_hot("site", site, Site::COUNT, &[]);
        out.bits("colours", colours.into(), COLOURS, &COLOUR_NAMES);
        let board = self.board();
        let (height, width) = board.grid;
        let at = chosen.map(|cell| cell.map(|cell: u8| usize::from(board.grid_at[usize::from(cell)])));
        out.write(one_hots("rows", &[2, height], &[]), |floats| {
            for (i, at) in at.iter().enumerate().filter_map(|(i, at)| at.map(|at| (i, at))) {
                floats[i * height + at / width] = 1.0;
            }
        });
        out.write(one_hots("columns", &[2, width], &[]), |floats| {
            for (i, at) in at.iter().enumerate().filter_map(|(i, at)| at.map(|at| (i, at))) {
                floats[i * width + at % width] = 1.0;
            }
        });
        out.end();
    }
}

/// How many tokens each seat has on a card.
#[inline]
fn write_pile(row: &mut [f32], pile: &Pile, seats: &[Option<Seat>], most: f32) {
    // Most cards carry no token.
    if !pile.is_empty() {
        for (float, seat) in row.iter_mut().zip(seats) {
            *float = seat.map_or(0.0, |seat| f32::from(pile.count(seat)) / most);
        }
    }
}
