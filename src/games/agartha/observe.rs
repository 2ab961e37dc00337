//! A seat's observation (R11).

mod glance;
mod redeal;
mod view;

use serde_json::Value;

use self::glance::Glance;
pub use self::glance::Memo;
use super::Agartha;
use super::actions::Act;
use super::state::{Decision, PLAYERS, ROUNDS, State, UNDER};
use super::words::{Area, CARDS, Card, Goal, POSITIONS, SLOTS, Site, Slot, TILES, TOKENS, Token, Zone};
use crate::core::sink::FeatureSpec;
use crate::core::{FeatureKind, Observe, Rng, Seat, Sink, Supply};

/// Card counts are divided by this; a slot seldom holds more.
const SCALE: f32 = 4.0;
const VALUES: &[&str] = &["1", "2", "3"];
const ROUND_NAMES: &[&str; ROUNDS as usize] = &["1", "2", "3", "4", "5", "6"];
const SPOTS: &[&str; 2 * TILES] = &[
    "tile 1 action",
    "tile 1 auction",
    "tile 2 action",
    "tile 2 auction",
    "tile 3 action",
    "tile 3 auction",
    "tile 4 action",
    "tile 4 auction",
    "tile 5 action",
    "tile 5 auction",
    "tile 6 action",
    "tile 6 auction",
];
/// The greatest sum of a player's tokens.
const MOST_BID: f32 = 6.0;
/// Gains are divided by this, about the worth of a good card.
const GAIN: f32 = 10.0;
/// No gain exceeds this, whatever the content.
const MOST_GAIN: f32 = 400.0;
/// Final points are divided by this.
const FINAL: f32 = 20.0;
/// No final score exceeds this, whatever the content.
const MOST_FINAL: f32 = 8_000.0;
/// The sources of points at the end (R10); including activations, all sources.
const AT_END: &[&str] = &["objects", "lots", "different_lots", "amulets", "total"];
/// The smallest and the greatest sums of tokens out of a set, by the bits of the set and the number taken.
const LEAST: [[u8; TOKENS + 1]; 1 << TOKENS] = token_sums([0, 1, 2]);
const MOST: [[u8; TOKENS + 1]; 1 << TOKENS] = token_sums([2, 1, 0]);

/// Sums of tokens taken from a set in an order.
const fn token_sums(order: [usize; TOKENS]) -> [[u8; TOKENS + 1]; 1 << TOKENS] {
    let mut sums = [[0; TOKENS + 1]; 1 << TOKENS];
    let mut set = 0;
    while set < 1 << TOKENS {
        let (mut taken, mut i) = (0, 0);
        while i < TOKENS {
            let which = order[i];
            if set >> which & 1 == 1 {
                sums[set][taken + 1] = sums[set][taken] + which as u8 + 1;
                taken += 1;
            }
            i += 1;
        }
        // Asked for more than there are, it takes them all.
        while taken < TOKENS {
            sums[set][taken + 1] = sums[set][taken];
            taken += 1;
        }
        set += 1;
    }
    sums
}

/// The points that something is worth.
const fn gains<'a>(name: &'static str, shape: &'a [usize], labels: &'a [&'a str]) -> FeatureSpec<'a> {
    FeatureSpec { name, shape, kind: FeatureKind::Scaled(GAIN), low: 0.0, high: MOST_GAIN / GAIN, labels }
}

/// A row of one-hots or flags.
const fn plane<'a>(name: &'static str, kind: FeatureKind, shape: &'a [usize], labels: &'a [&'a str]) -> FeatureSpec<'a> {
    FeatureSpec { name, shape, kind, low: 0.0, high: 1.0, labels }
}

impl Observe for Agartha {
    type Memo = Memo;

    #[inline(always)]
    fn observe<S: Sink>(&self, s: &State, viewer: Seat, memo: &mut Memo, out: &mut S) {
        let seats = if self.padded { PLAYERS } else { self.seats };
        let tiles = if self.padded { TILES } else { self.parts.tiles };
        if self.glance {
            self.refresh(s, memo);
        }
        self.write_table(s, viewer, seats, tiles, out);
        if self.glance {
            self.write_hand(s, viewer, memo, out);
        }
        for i in 0..seats {
            out.group("seat", Some(i));
            if self.padded {
                out.flag("present", i < self.seats);
            }
            let seat = (i < self.seats).then(|| self.counted(viewer, i));
            self.write_seat(s, viewer, seat, tiles, out);
            if self.glance {
                Self::write_glance(s, seat, memo, out);
            }
            out.end();
        }
        self.write_tiles(s, viewer, seats, tiles, memo, out);
    }

    fn supplies(&self) -> Vec<Supply> {
        let seats = if self.padded { PLAYERS } else { self.seats };
        let cards: u32 = self.parts.deck.iter().map(|&count| u32::from(count)).sum();
        vec![
            // Every card is in one place, and a slot counts the cards of each type.
            Supply { features: &["seat.slots", "tile.cards", "seat.transit", "discards", "under_order"], most: cards as usize },
            // A level is either ready or near; it lacks either a place or a character; or it is covered.
            Supply { features: &["seat.village_ready", "seat.village_near"], most: 6 * seats },
            Supply {
                features: &[
                    "seat.explored",
                    "seat.exploration_ready",
                    "seat.exploration_lacks_place",
                    "seat.exploration_lacks_character",
                ],
                most: 3 * seats,
            },
        ]
    }

    fn redeal(&self, s: &mut State, viewer: Seat, rng: &mut Rng) {
        self.redeal_hidden(s, viewer, rng);
    }

    fn view(&self, s: &State, viewer: Option<Seat>) -> Value {
        self.plain_view(s, viewer)
    }

    /// R11.2: which token is taken up is the bidder's secret; where it is put is not.
    #[inline]
    fn seen_as(&self, _: &State, action: Act) -> Option<Act> {
        matches!(action, Act::Token(_)).then_some(Act::Token(Token(0)))
    }
}

impl Agartha {
    /// A seat, numbered from the viewer.
    #[inline]
    fn from(&self, viewer: Seat, seat: Seat) -> usize {
        let i = seat.at() + self.seats - viewer.at();
        if i >= self.seats { i - self.seats } else { i }
    }

    /// The `i`-th seat, counted from the viewer.
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

    #[inline(always)]
    fn write_cards<S: Sink>(&self, out: &mut S, name: &'static str, cards: &[u8; CARDS]) {
        out.feature(self.cards(name, &[CARDS]));
        out.put_counts(0, cards, 1.0 / SCALE);
    }

    /// Numbers of cards, along the last axis.
    #[inline(always)]
    fn cards<'a>(&self, name: &'static str, shape: &'a [usize]) -> FeatureSpec<'a> {
        let high = self.most.into_iter().max().map_or(0.0, f32::from) / SCALE;
        FeatureSpec { name, shape, kind: FeatureKind::Scaled(SCALE), low: 0.0, high, labels: Card::NAMES }
    }

    /// The features that belong to no seat and no tile.
    #[inline(always)]
    fn write_table<S: Sink>(&self, s: &State, viewer: Seat, seats: usize, tiles: usize, out: &mut S) {
        out.one_hot("round", Some(s.round as usize - 1), ROUNDS as usize, ROUND_NAMES);
        out.one_hot("decision", Some(s.decision as usize), Decision::COUNT, Decision::NAMES);
        out.one_hot("holder", Some(self.from(viewer, s.holder)), seats, &[]);
        out.one_hot("to_act", (s.decision != Decision::Over).then(|| self.from(viewer, s.actor)), seats, &[]);
        out.one_hot("resolving", s.revealed.checked_sub(1).map(usize::from), 2 * tiles, &SPOTS[..2 * tiles]);
        // R11.2: only the owner sees which token was taken up.
        let own = if s.actor == viewer { s.chosen } else { None };
        out.one_hot("chosen", own.map(Token::at), TOKENS, VALUES);
        // R11.5
        out.one_hot("from", s.taken.map(|(slot, _)| slot as usize), SLOTS, Slot::NAMES);
        let placing = matches!(s.decision, Decision::Setup | Decision::Win);
        let won = if placing { self.next_won(s).and_then(|at| s.won[at]) } else { None };
        let card = s.taken.map(|(_, card)| card).or(s.drawn).or(won);
        out.one_hot("card", card.map(|card| card as usize), CARDS, Card::NAMES);
        out.one_hot("zone", s.area.map(|area| area as usize), Area::COUNT, Area::NAMES);
        out.bits("open", u128::from(s.open), Site::COUNT, Site::NAMES);
        out.flag("compulsory", s.compulsory);
        // R11.1: everything not seen elsewhere lies in the pile.
        let mut under = [0; CARDS];
        s.under.iter().for_each(|&card| under[card as usize] += 1);
        let mut pile = s.pile.0;
        pile.iter_mut().zip(&under).for_each(|(all, &known)| *all += known);
        self.write_cards(out, "pile", &pile);
        self.write_cards(out, "under_the_pile", &under);
        self.write_cards(out, "discards", &s.discards.0);
        // R11.3: the order of the cards under the pile is known. Each is the number of its type, counted from 1.
        let most = UNDER / TILES * tiles;
        out.feature(plane("under_order", FeatureKind::Scaled(CARDS as f32), &[most], &[]));
        for (at, &card) in s.under.iter().enumerate().take(most) {
            out.put(at, (card as usize + 1) as f32 * (1.0 / CARDS as f32));
        }
        // R11.5: the order of the cards in transit.
        out.feature(plane("transit_order", FeatureKind::OneHot, &[POSITIONS, CARDS], Card::NAMES));
        put_cards(out, &s.won);
    }

    /// The gain of the card in hand in each place, and the viewer's lead if the game ended now.
    #[inline(always)]
    fn write_hand<S: Sink>(&self, s: &State, viewer: Seat, memo: &Memo, out: &mut S) {
        out.feature(gains("hand_gain", &[Goal::COUNT], Goal::NAMES));
        if let Some(card) = self.card_in_hand(s) {
            let gains = self.slot_gains(s.board(), memo.glance(s.actor), card, s.decision != Decision::Setup);
            put_gains(out, 0, &gains);
            if card == Card::Amulet && s.decision == Decision::MoveTo {
                out.put(Goal::Amulets as usize, f32::from(self.parts.amulet) * (1.0 / GAIN));
            }
        }
        let total = |seat: usize| f32::from(s.boards[seat].points) + memo.glance(Seat(seat as u8)).end_points() as f32;
        let best = (0..self.seats).filter(|&seat| seat != viewer.at()).map(total).fold(0.0, f32::max);
        let (low, high) = (-MOST_FINAL / FINAL, MOST_FINAL / FINAL);
        out.feature(FeatureSpec { name: "lead", shape: &[1], kind: FeatureKind::Scaled(FINAL), low, high, labels: &[] });
        out.put(0, (total(viewer.at()) - best) / FINAL);
    }

    /// The card that is about to be placed.
    #[inline]
    pub(super) fn card_in_hand(&self, s: &State) -> Option<Card> {
        match s.decision {
            Decision::Setup | Decision::Win => self.next_won(s).and_then(|at| s.won[at]),
            Decision::MoveTo => s.taken.map(|(_, card)| card),
            Decision::DrawTo => s.drawn,
            _ => None,
        }
    }

    /// The prospects of a seat's board.
    #[inline(always)]
    fn write_glance<S: Sink>(s: &State, seat: Option<Seat>, memo: &Memo, out: &mut S) {
        const VILLAGE: &[&str] =
            &["village_1 low", "village_1 middle", "village_1 high", "village_2 low", "village_2 middle", "village_2 high"];
        const LEVELS: &[&str] = &["low", "middle", "high"];
        const SLOTS: &[&str] = &["places_1", "places_2", "places_3"];
        let glance = seat.map_or(&Glance::EMPTY, |seat| memo.glance(seat));
        let high = MOST_FINAL / FINAL;
        out.feature(FeatureSpec { name: "at_end", shape: &[5], kind: FeatureKind::Scaled(FINAL), low: 0.0, high, labels: AT_END });
        if let Some(seat) = seat {
            let (lots, different) = glance.lot_points;
            let total = u32::from(s.boards[seat.at()].points) + glance.end_points();
            let points = [glance.object_points, lots, different, glance.amulet_points, total];
            out.put_row(0, points.map(|points| points as f32 * (1.0 / FINAL)));
        }
        out.bits("village_ready", u128::from(glance.village_ready), 6, VILLAGE);
        out.bits("village_near", u128::from(glance.village_near), 6, VILLAGE);
        out.bits("exploration_ready", u128::from(glance.exploration_ready), 3, LEVELS);
        out.bits("exploration_lacks_place", u128::from(glance.lack_place), 3, LEVELS);
        out.bits("exploration_lacks_character", u128::from(glance.lack_character), 3, LEVELS);
        out.bits("lots", u128::from(glance.formed()), 3, SLOTS);
        out.counts("lot_potential", &glance.lot_potential, 20.0, SLOTS);
        out.one_hot("different_objects", seat.map(|_| glance.different()), 5, &[]);
        out.feature(gains("card_gain", &[CARDS], Card::NAMES));
        if let Some(seat) = seat {
            put_gains(out, 0, memo.card_gains(seat));
        }
    }

    /// A seat's board, its cards in transit and its tokens; all zero for an empty seat.
    #[inline(always)]
    fn write_seat<S: Sink>(&self, s: &State, viewer: Seat, seat: Option<Seat>, tiles: usize, out: &mut S) {
        let board = &s.boards[seat.map_or(PLAYERS - 1, Seat::at)];
        out.feature(self.cards("slots", &[SLOTS, CARDS]));
        out.put_counts_of(board.held, board.slots.as_flattened(), 1.0 / SCALE);
        out.count("encounter", u32::from(board.encounter), f32::from(self.most[Card::Character as usize]).max(1.0));
        out.count("amulets", u32::from(board.amulets), f32::from(self.most[Card::Amulet as usize]).max(1.0));
        let spec = FeatureSpec { high: 100.0, ..plane("points", FeatureKind::Scaled(40.0), &[1], &[]) };
        out.feature(spec);
        out.put(0, f32::from(board.points) / 40.0);
        out.bits("explored", u128::from(board.levels), 3, &[]);
        out.feature(self.cards("transit", &[CARDS]));
        // Seldom are there any.
        if s.won != [None; POSITIONS] {
            let mut transit = [0; CARDS];
            for (at, &card) in s.won.iter().enumerate() {
                if let Some(card) = card {
                    transit[card as usize] += u8::from(seat == s.takers.get(self.taker_of(s, at)).copied());
                }
            }
            out.put_counts(0, &transit, 1.0 / SCALE);
        }
        // The tokens in the order of placing: where each lies, and its value where the viewer knows it (R11.4).
        let first = seat.map_or(s.bids.len(), |seat| self.from(s.holder, seat));
        let bids = s.bids.get(first..).unwrap_or_default();
        let known = if seat == Some(viewer) { u8::MAX } else { s.revealed };
        let bids = || bids.iter().step_by(self.seats).take(TOKENS).enumerate();
        out.feature(plane("tokens", FeatureKind::OneHot, &[TOKENS, 2 * tiles], &SPOTS[..2 * tiles]));
        bids().for_each(|(row, bid)| out.mark(row * 2 * tiles + bid.spot.at()));
        out.feature(plane("values", FeatureKind::OneHot, &[TOKENS, TOKENS], VALUES));
        bids().for_each(|(row, bid)| out.mark_if(bid.spot.0 < known, row * TOKENS + bid.token.at()));
    }

    /// The cards and the tokens of each tile.
    #[inline(always)]
    fn write_tiles<S: Sink>(&self, s: &State, viewer: Seat, seats: usize, tiles: usize, memo: &Memo, out: &mut S) {
        // By tile. Tokens in no action zone go to an extra place at the end, because processors predict zones poorly.
        let (mut owner, mut action) = ([None; TILES + 1], [None; TILES + 1]);
        // Face-down tokens by tile and seat, and the range of values that each seat's may have.
        let mut hidden = [[0u8; PLAYERS]; TILES];
        let mut unknown = [(1 << TOKENS) - 1; PLAYERS];
        let mut count = [[0u8; PLAYERS]; TILES];
        let mut value = [[0u8; PLAYERS]; TILES];
        // The seats take turns starting from the holder; counting along saves a division per token.
        let mut seat = self.from(viewer, s.holder);
        for bid in &s.bids {
            let tile = bid.spot.tile().at();
            let known = seat == 0 || bid.spot.0 < s.revealed;
            unknown[seat] &= !(u8::from(known) << bid.token.0);
            let (here, offered) = if bid.spot.zone() == Zone::Action { (tile, 0) } else { (TILES, 1) };
            owner[here] = Some(seat);
            action[here] = known.then(|| bid.token.at());
            count[tile][seat] += offered;
            value[tile][seat] += offered * u8::from(known) * (bid.token.0 + 1);
            hidden[tile][seat] += offered * u8::from(!known);
            seat = if seat + 1 == self.seats { 0 } else { seat + 1 };
        }
        for tile in 0..tiles {
            out.group("tile", Some(tile + 1));
            if self.padded {
                out.flag("present", tile < self.parts.tiles);
            }
            out.feature(plane("cards", FeatureKind::OneHot, &[POSITIONS, CARDS], Card::NAMES));
            put_cards(out, &s.tiles[tile]);
            out.one_hot("action_owner", owner[tile], seats, &[]);
            out.one_hot("action_value", action[tile], TOKENS, VALUES);
            out.counts("auction_tokens", &count[tile][..seats], TOKENS as f32, &[]);
            out.counts("auction_known", &value[tile][..seats], MOST_BID, &[]);
            if !self.glance {
                out.end();
                continue;
            }
            // The face-down tokens at their lowest and at their highest, which bounds the bids.
            let (mut least, mut most) = (value[tile], value[tile]);
            for seat in 1..self.seats {
                let (values, count) = (unknown[seat] as usize, hidden[tile][seat] as usize);
                least[seat] += LEAST[values][count];
                most[seat] += MOST[values][count];
            }
            out.counts("auction_least", &least[..seats], MOST_BID, &[]);
            out.counts("auction_most", &most[..seats], MOST_BID, &[]);
            // R8.3: a tie is the holder's; without the holder it is shared.
            let (own, holder) = (value[tile][0], self.from(viewer, s.holder));
            let beats = |seat: usize| own > most[seat] || own == most[seat] && holder == 0;
            let may = |seat: usize| own > least[seat] || own == least[seat] && holder != seat;
            // Every seat is compared: stopping at the first decisive one would be a branch.
            out.flag("surely_won", (1..self.seats).fold(own > 0, |all, seat| all & beats(seat)));
            out.flag("may_be_won", (1..self.seats).fold(own > 0, |all, seat| all & may(seat)));
            // The worth of its cards to each seat, by the zone they are put into.
            out.feature(gains("brings", &[seats, Area::COUNT], Area::NAMES));
            for i in 0..self.seats {
                put_gains(out, i * Area::COUNT, memo.tile_gains(self.counted(viewer, i), tile));
            }
            out.end();
        }
    }
}

/// One card per row, where there is one.
#[inline]
fn put_cards<S: Sink>(out: &mut S, cards: &[Option<Card>]) {
    for (row, card) in cards.iter().enumerate() {
        out.mark_if(card.is_some(), row * CARDS + card.map_or(0, |card| card as usize));
    }
}

/// The points that something is worth.
#[inline]
fn put_gains<S: Sink, const N: usize>(out: &mut S, from: usize, gains: &[u16; N]) {
    out.put_numbers(from, *gains, 1.0 / GAIN);
}
