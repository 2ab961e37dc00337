//! A seat's observation (R15.5): features of every land cell, then vectors for lists, players, piles and the open choice.

mod gaps;
mod glance;
pub(super) mod redeal;
mod view;

use serde_json::Value;

pub use self::glance::Glance;
use self::glance::{BEHIND, LACKING};
use super::Kathmandu;
use super::actions::Act;
use super::rules::bits::Cells;
use super::rules::column::LIST;
use super::rules::pile::Pile;
use super::state::{COLOURS, Decision, Held, OWNED, PLAYERS, Place, State, Theft};
use super::words::{CARDS, COLOUR_NAMES, Card, Rank};
use crate::core::sink::FeatureSpec;
use crate::core::{FeatureKind, Observe, Rng, Seat, Sink, Supply};

/// The kinds of budget units spent so far.
const SPENT: [&str; 3] = ["nothing", "put", "took_back"];
/// Scale for the number of cells an extension covers.
const RING: f32 = 10.0;
/// Scale for the number of tokens of a wall.
const WALL: f32 = 5.0;

/// Zeros and ones of a shape.
const fn flags<'a>(name: &'static str, shape: &'a [usize], labels: &'a [&'a str]) -> FeatureSpec<'a> {
    FeatureSpec { name, shape, kind: FeatureKind::Flags, low: 0.0, high: 1.0, labels }
}

/// One-hots along the last axis of a shape.
const fn one_hots<'a>(name: &'static str, shape: &'a [usize], labels: &'a [&'a str]) -> FeatureSpec<'a> {
    FeatureSpec { name, shape, kind: FeatureKind::OneHot, low: 0.0, high: 1.0, labels }
}

/// Numbers from 0 to `most`.
const fn numbers<'a>(name: &'static str, shape: &'a [usize], most: f32, labels: &'a [&'a str]) -> FeatureSpec<'a> {
    FeatureSpec { name, shape, kind: FeatureKind::Scaled(most), low: 0.0, high: 1.0, labels }
}

/// Numbers from 0 to `most` in units of `unit`.
const fn units<'a>(name: &'static str, shape: &'a [usize], unit: f32, most: f32) -> FeatureSpec<'a> {
    FeatureSpec { name, shape, kind: FeatureKind::Scaled(unit), low: 0.0, high: most / unit, labels: &[] }
}

/// One for each cell of a set.
#[inline]
fn put_cells<S: Sink>(out: &mut S, from: usize, cells: Cells) {
    // Most sets are empty.
    if !cells.is_empty() {
        for (word, &bits) in cells.words().iter().enumerate() {
            out.mark_bits(from + 64 * word, bits);
        }
    }
}

impl Observe for Kathmandu {
    type Memo = Glance;

    fn observe<S: Sink>(&self, s: &State, viewer: Seat, glance: &mut Glance, out: &mut S) {
        let shown = if self.padded { PLAYERS } else { self.seats };
        // Own seat first; unused places of a padded observation are empty.
        let mut seats = [None; PLAYERS];
        for (i, seat) in seats.iter_mut().enumerate().take(self.seats) {
            let at = viewer.at() + i;
            *seat = Some(Seat(if at >= self.seats { at - self.seats } else { at } as u8));
        }
        let seats = &seats[..shown];
        // R15.5: the viewer's own faces.
        let (hand, played) = (s.hand(viewer), s.played(viewer));
        // A layout asks for no values, and finding all fences takes long.
        if S::VALUES && self.glance {
            self.look(s, viewer, &hand, &played, glance);
        }
        self.write_pieces(s, seats, out);
        if self.glance {
            self.write_plans(glance, viewer, out);
        }
        out.end();
        self.write_sites(s, seats, glance, out);
        self.write_personalities(s, seats, glance, out);
        self.write_seats(s, seats, out);
        self.write_possessions(s, seats, out);
        out.end();
        let size: u8 = hand.iter().sum();
        out.group("own", None);
        out.counts("hand", &hand, OWNED as f32, &CARDS);
        out.counts("played", &played, OWNED as f32, &CARDS);
        if self.glance {
            out.one_hot("hand_size", Some(usize::from(size)), OWNED + 1, &[]);
            // Personalities are laid down in pairs: one may be left over.
            out.flag("odd", hand[0] == 0 && size % 2 == 1);
        }
        out.end();
        // R15.1; R15.4: of the decks only their sizes.
        out.counts("bag", &s.bag.0, self.scales.excavation, &COLOUR_NAMES);
        out.counts("discard", &s.discard.0[1..], 20.0, &CARDS[1..]);
        out.count("deck", s.deck.total(), self.scales.personalities);
        out.bits("unseen_sites", s.unseen_sites.into(), self.board().site_cells.len(), &[]);
        out.count("site_deck", s.site_deck.into(), self.board().site_cells.len() as f32);
        out.count("round", s.round.min(self.scales.rounds).into(), f32::from(self.scales.rounds));
        self.write_decision(s, viewer, out);
    }

    fn supplies(&self) -> Vec<Supply> {
        let (cells, digs) = (self.board().land.at.len(), self.board().active_sites);
        let seats = if self.padded { PLAYERS } else { self.seats };
        let tokens = self.seats * usize::from(self.tables.tokens_each);
        let [black, coloured @ ..] = self.tables.excavation.map(usize::from);
        let coloured = coloured.iter().sum::<usize>();
        let lists = LIST + self.tables.personality_list;
        vec![
            // A cell holds one thing, and there are no more things than in the box: a token on a card is on no cell.
            Supply {
                features: &["board.tokens", "board.excavation", "sites.tokens", "personalities.tokens"],
                most: (tokens + black + coloured).min(cells + lists * seats),
            },
            // One site extends at the end of a round, or two (R12.1); the other facts may be true of every dig.
            Supply { features: &["sites.facts"], most: 2 + 5 * digs },
            // A dig that has a colour has a token of it.
            Supply { features: &["sites.colours"], most: coloured },
            Supply { features: &["sites.price"], most: coloured },
            Supply { features: &["sites.missing"], most: coloured },
            Supply { features: &["board.markers"], most: digs },
            Supply { features: &["board.chosen"], most: 2 },
            // Every site card is in one place.
            Supply { features: &["sites.under", "seats.site_cards", "unseen_sites"], most: self.board().site_cells.len() },
            // Every player owns six cards.
            Supply { features: &["own.hand", "own.played"], most: OWNED },
            Supply { features: &["seats.known"], most: OWNED * seats },
            // Digs lie apart, their walls are of tokens, and a fence that is nearly closed lacks a few cells: not everything that
            // could be marked ever is at once. Play that aims at full rows has marked 103 with three players and 111 with four.
            Supply {
                features: &["board.grows", "board.counts", "board.gaps", "board.rival_gaps", "board.tight"],
                most: cells.max(24 * digs) + 16 * seats,
            },
        ]
    }

    fn redeal(&self, s: &mut State, viewer: Seat, rng: &mut Rng) {
        self.redeal_hidden(s, viewer, rng);
    }

    fn view(&self, s: &State, viewer: Option<Seat>) -> Value {
        self.plain_view(s, viewer)
    }

    /// Red cards are laid down unseen (R15.3): the others see their number and purpose, not their faces.
    fn seen_as(&self, s: &State, action: Act) -> Option<Act> {
        action.seen_as(matches!(s.decision, Decision::Use { .. }))
    }
}

impl Kathmandu {
    /// The contents of each land cell. Cells have the numbers of the actions that name them.
    #[inline]
    fn write_pieces<S: Sink>(&self, s: &State, seats: &[Option<Seat>], out: &mut S) {
        let board = self.board();
        let cells = board.land.at.len();
        out.group("board", None);
        out.feature(flags("tokens", &[seats.len(), cells], &[]));
        for (plane, seat) in seats.iter().enumerate() {
            put_cells(out, plane * cells, seat.map_or(Cells::EMPTY, |seat| s.tokens[seat.at()]));
        }
        out.feature(flags("excavation", &[COLOURS, cells], &[]));
        for (plane, &of_colour) in s.excavation.iter().enumerate() {
            put_cells(out, plane * cells, of_colour);
        }
        out.feature(flags("markers", &[cells], &[]));
        put_cells(out, 0, s.sites.cards().map(|dig| board.site_cell(dig.site)).collect());
        out.feature(flags("chosen", &[cells], &[]));
        match s.decision {
            Decision::ExchangeSecond { cell } | Decision::HuntSecond { cell } => out.mark(usize::from(cell)),
            Decision::HuntOwner { cell, second } => put_cells(out, 0, [cell, second].into_iter().collect()),
            _ => {}
        }
    }

    /// The effect of a token on each land cell.
    #[inline]
    fn write_plans<S: Sink>(&self, glance: &Glance, viewer: Seat, out: &mut S) {
        let (cells, rows) = (self.board().land.at.len(), self.board().active_sites);
        for (name, planes) in [("grows", &glance.grows), ("counts", &glance.counts)] {
            out.feature(flags(name, &[2, cells], &[]));
            planes.iter().enumerate().for_each(|(plane, &set)| put_cells(out, plane * cells, set));
        }
        let gaps = glance.gaps(viewer);
        out.feature(numbers("gaps", &[rows, cells], 1.0, &[]));
        gaps.own.put(out);
        out.feature(numbers("rival_gaps", &[cells], 1.0, &[]));
        gaps.rival.put(out);
        out.feature(flags("tight", &[cells], &[]));
        put_cells(out, 0, glance.tight(viewer));
    }

    /// The site list from top to bottom, with the digs.
    #[inline]
    fn write_sites<S: Sink>(&self, s: &State, seats: &[Option<Seat>], glance: &Glance, out: &mut S) {
        let most = f32::from(self.tables.tokens_each);
        let (rows, shown) = (self.board().active_sites, seats.len());
        let sites = self.board().site_cells.len();
        out.group("sites", None);
        out.feature(one_hots("id", &[rows, sites], &[]));
        s.sites.cards().enumerate().for_each(|(row, dig)| out.mark(row * sites + dig.site.at()));
        out.feature(flags("under", &[rows, sites], &[]));
        out.mark_rows(sites, s.sites.cards().map(|dig| dig.under.into()));
        out.feature(units("cells", &[rows], RING, 256.0));
        s.sites.cards().enumerate().for_each(|(row, dig)| out.put(row, dig.cells.len() as f32 / RING));
        if self.glance {
            self.write_prices(glance, out);
        }
        out.feature(numbers("tokens", &[rows, shown], most, &[]));
        s.sites.0.iter().enumerate().for_each(|(row, listed)| put_pile(out, row * shown, &listed.tokens, seats, most));
        out.feature(numbers("order", &[rows, shown], 1.0, &[]));
        s.sites.0.iter().enumerate().for_each(|(row, listed)| put_order(out, row * shown, &listed.tokens, seats));
        if self.glance {
            self.write_claims(seats, glance, out);
        }
        out.end();
    }

    /// The growth and the price of each dig.
    #[inline]
    fn write_prices<S: Sink>(&self, glance: &Glance, out: &mut S) {
        const WIDTH: usize = COLOURS - 1;
        let rows = self.board().active_sites;
        out.feature(units("ring", &[rows], RING, 256.0));
        glance.digs().iter().enumerate().for_each(|(row, look)| out.put(row, f32::from(look.ring) / RING));
        // One bit for each colour of each dig.
        const { assert!(LIST * WIDTH <= 64) };
        let (mut tokens, mut price, mut missing) = ([0u8; 64], 0, 0);
        for (row, look) in glance.digs().iter().enumerate() {
            tokens[row * WIDTH..][..WIDTH].copy_from_slice(&look.tokens);
            price |= u64::from(look.colours >> 1) << (row * WIDTH);
            missing |= u64::from(look.missing >> 1) << (row * WIDTH);
        }
        out.feature(units("colours", &[rows, WIDTH], WALL, 255.0));
        out.put_bits(0, price, |at| f32::from(tokens[at % 64]) / WALL);
        out.feature(flags("price", &[rows, WIDTH], &COLOUR_NAMES[1..]));
        out.mark_bits(0, price);
        out.feature(flags("missing", &[rows, WIDTH], &COLOUR_NAMES[1..]));
        out.mark_bits(0, missing);
    }

    /// The players' walls around each dig.
    #[inline]
    fn write_claims<S: Sink>(&self, seats: &[Option<Seat>], glance: &Glance, out: &mut S) {
        const FACTS: [&str; 6] = ["extends", "isolated", "isolated_later", "payable", "payable_later", "removable"];
        let most = f32::from(self.tables.tokens_each);
        let (rows, shown) = (self.board().active_sites, seats.len());
        let digs = || glance.digs().iter().enumerate();
        let walls = || digs().filter(|(_, look)| look.isolated);
        let players = || seats.iter().enumerate().filter_map(|(i, seat)| seat.map(|seat| (i, seat)));
        out.feature(flags("facts", &[rows, FACTS.len()], &FACTS));
        let facts = glance.digs().iter().map(|look| {
            let own = seats[0].is_some_and(|viewer| look.controls >> viewer.0 & 1 == 1);
            let truths = [look.extends, look.isolated, look.lasting, look.payable, look.payable_later, own && look.payable];
            truths.into_iter().rev().fold(0, |bits, truth| bits << 1 | u64::from(truth))
        });
        out.mark_rows(FACTS.len(), facts);
        out.feature(units("wall", &[rows, shown], WALL, most));
        for (row, look) in walls() {
            players().for_each(|(i, seat)| out.put(row * shown + i, f32::from(look.share[seat.at()]) / WALL));
        }
        out.feature(one_hots("behind", &[rows, shown, BEHIND], &[]));
        for (row, look) in walls() {
            players().for_each(|(i, seat)| put_one(out, (row * shown + i) * BEHIND, look.behind(seat)));
        }
        out.feature(one_hots("lacking", &[rows, shown, LACKING], &[]));
        for (row, look) in digs() {
            players().for_each(|(i, seat)| put_one(out, (row * shown + i) * LACKING, look.lacking(seat)));
        }
    }

    /// The personality list from top to bottom.
    #[inline]
    fn write_personalities<S: Sink>(&self, s: &State, seats: &[Option<Seat>], glance: &Glance, out: &mut S) {
        const KINDS: usize = Card::COUNT - 1;
        let most = f32::from(self.tables.tokens_each);
        let (rows, digs) = (self.tables.personality_list, self.board().active_sites);
        out.group("personalities", None);
        out.feature(one_hots("id", &[rows, KINDS], &CARDS[1..]));
        s.personalities.cards().enumerate().for_each(|(row, card)| out.mark(row * KINDS + card.at() - 1));
        if self.glance {
            // Digs of which it would pay a colour that the viewer lacks.
            out.feature(flags("asked", &[rows, digs], &[]));
            let asked = |card: Card| {
                let colours = card.pays();
                glance.digs().iter().rev().fold(0, |set, look| set << 1 | u64::from(look.missing & colours != 0))
            };
            out.mark_rows(digs, s.personalities.cards().map(|&card| asked(card)));
        }
        out.feature(numbers("tokens", &[rows, seats.len()], most, &[]));
        s.personalities
            .0
            .iter()
            .enumerate()
            .for_each(|(row, listed)| put_pile(out, row * seats.len(), &listed.tokens, seats, most));
        out.feature(numbers("order", &[rows, seats.len()], 1.0, &[]));
        let lists = s.personalities.0.iter().enumerate();
        lists.for_each(|(row, listed)| put_order(out, row * seats.len(), &listed.tokens, seats));
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
            out.feature(flags("present", &shown, &[]));
            players().for_each(|(i, _)| out.mark(i));
        }
        let to_act = (s.decision != Decision::Over).then_some(s.active);
        out.one_hot("to_act", seats.iter().position(|&seat| seat.is_some() && seat == to_act), seats.len(), &[]);
        out.one_hot("first", seats.iter().position(|&seat| seat == Some(s.first)), seats.len(), &[]);
        for (name, counts) in [("supply", &s.supply), ("graveyard", &s.graveyard)] {
            out.feature(numbers(name, &shown, most, &[]));
            players().for_each(|(i, seat)| out.put(i, f32::from(counts[seat]) / most));
        }
    }

    /// The players' gains, and the backs and known faces of their cards.
    #[inline]
    fn write_possessions<S: Sink>(&self, s: &State, seats: &[Option<Seat>], out: &mut S) {
        const BACKS: [&str; 4] = ["hand_grey", "hand_red", "played_grey", "played_red"];
        const KINDS: usize = Card::COUNT - 1;
        let players = || seats.iter().flatten().map(|seat| seat.at()).enumerate();
        let excavation = self.scales.excavation;
        out.feature(numbers("taken", &[seats.len(), COLOURS], excavation, &COLOUR_NAMES));
        for (i, seat) in players() {
            out.put_row(i * COLOURS, s.taken[seat].map(|count| f32::from(count) / excavation));
        }
        let sites = self.board().site_cells.len();
        out.feature(flags("site_cards", &[seats.len(), sites], &[]));
        out.mark_rows(sites, players().map(|(_, seat)| s.taken_sites[seat].into()));
        // R15.2: backs.
        out.feature(numbers("backs", &[seats.len(), BACKS.len()], OWNED as f32, &BACKS));
        for (i, seat) in players() {
            // One byte for each back.
            let back = |held: &Held| u32::from(held.place != Place::Hand) * 2 + u32::from(held.card.is_personality());
            let counts = s.cards[seat].iter().fold(0u32, |counts, held| counts + (1 << (8 * back(held)))).to_le_bytes();
            out.put_row(i * BACKS.len(), counts.map(|count| f32::from(count) / OWNED as f32));
        }
        // Faces that everyone has seen on the way to their owner and has not lost track of since (R15.6).
        let unseen = seats[0].map_or(0, |viewer| thefts_unseen(s, viewer));
        out.feature(numbers("known", &[seats.len(), KINDS], OWNED as f32, &CARDS[1..]));
        for (i, seat) in players() {
            let (mut counts, mut kinds) = ([0u8; Card::COUNT], 0u32);
            for held in s.cards[seat].iter().filter(|held| i == 0 || (held.stolen | held.suspect) & unseen == 0) {
                counts[held.card.at()] += 1;
                kinds |= 1 << held.card.0;
            }
            out.put_bits(i * KINDS, u64::from(kinds >> 1), |kind| f32::from(counts[(kind + 1) % Card::COUNT]) / OWNED as f32);
        }
    }

    /// The open choice. What it reveals of the acting player's secret cards is shown to that player only.
    #[inline]
    fn write_decision<S: Sink>(&self, s: &State, viewer: Seat, out: &mut S) {
        let (mut left, mut spent, mut rank, mut least, mut site, mut colours) = (0, None, None, None, None, 0);
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
            // Cells already chosen are among the features of the cells.
            Decision::Action
            | Decision::Exchange
            | Decision::ExchangeSecond { .. }
            | Decision::Hunt
            | Decision::HuntSecond { .. }
            | Decision::HuntOwner { .. }
            | Decision::Over => {}
        }
        out.group("decision", None);
        out.one_hot("kind", Some(s.decision.index()), Decision::NAMES.len(), &Decision::NAMES);
        out.count("left", left.into(), 6.0);
        out.one_hot("spent", spent, SPENT.len(), &SPENT);
        out.one_hot("rank", rank, Rank::COUNT, &[]);
        out.one_hot("least", least, Card::COUNT, &CARDS);
        out.one_hot("site", site, self.board().site_cells.len(), &[]);
        out.bits("colours", u128::from(colours >> 1), COLOURS - 1, &COLOUR_NAMES[1..]);
        out.end();
    }
}

/// The thefts whose card the viewer has not seen, one bit each (R15.3).
fn thefts_unseen(s: &State, viewer: Seat) -> u8 {
    let unseen = |theft: &Theft| theft.thief != viewer && theft.victim != viewer;
    s.thefts.iter().enumerate().fold(0, |set, (number, theft)| set | u8::from(unseen(theft)) << number)
}

/// One of a few things, or none.
#[inline]
fn put_one<S: Sink>(out: &mut S, from: usize, which: Option<usize>) {
    out.mark_if(which.is_some(), from + which.unwrap_or(0));
}

/// Each seat's number of tokens on a card.
#[inline]
fn put_pile<S: Sink>(out: &mut S, from: usize, pile: &Pile, seats: &[Option<Seat>], most: f32) {
    // Most cards carry no token.
    if !pile.is_empty() {
        for (i, seat) in seats.iter().enumerate() {
            out.put(from + i, seat.map_or(0.0, |seat| f32::from(pile.count(seat)) / most));
        }
    }
}

/// The order of the tokens on a card of the lists, as one number for each player.
#[inline]
fn put_order<S: Sink>(out: &mut S, from: usize, pile: &Pile, seats: &[Option<Seat>]) {
    if !pile.is_empty() {
        for (i, seat) in seats.iter().enumerate() {
            out.put(from + i, seat.map_or(0.0, |seat| pile.order(seat)));
        }
    }
}
