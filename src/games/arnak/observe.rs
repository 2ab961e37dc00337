//! The observation of a seat, own seat first (RULES.md section 22).

mod open;
mod redeal;
mod turn;
mod view;

use serde_json::Value;

use super::Arnak;
use super::advice::fear_due;
use super::legal::{PLAIN_BUY, PLAIN_DIG, PLAIN_RESEARCH, bits};
use super::player::Player;
use super::rules::effects::ast::{Good, Icon};
use super::state::{Goods, Icons, RESEARCH_SPACES, State};
use super::words::{
    ARTIFACTS, BASICS, CARDS, Cards, Column, FEAR, FIRST_LEVEL2, ITEM_SET, ITEMS, NONE, PLACES, SEATS, Site, Space, TILES, TILES1,
};
use crate::core::sink::FeatureSpec;
use crate::core::{FeatureKind, Observe, Rng, Seat, Sink, Supply};

/// Missing goods from which a price counts as out of reach.
const FAR: u8 = 4;

const TOKENS: [&str; 2] = ["magnifier", "notebook"];

/// Names along an axis, gathered only if they are kept.
fn labels<S: Sink>(names: &[String]) -> Vec<&str> {
    if S::LABELS { names.iter().map(String::as_str).collect() } else { Vec::new() }
}

/// A table with at most one 1 in each row.
fn one_hots<'a>(name: &'static str, shape: &'a [usize], labels: &'a [&'a str]) -> FeatureSpec<'a> {
    FeatureSpec { name, shape, kind: FeatureKind::OneHot, low: 0.0, high: 1.0, labels }
}

/// The number of a tile among those of the second level, or none.
#[inline]
fn level2_tile(tile: u8) -> u8 {
    if tile == NONE { NONE } else { tile - TILES1 as u8 }
}

fn up_to(value: u8, most: u8) -> u8 {
    value.min(most)
}

/// A player's possessions and prospects.
#[derive(Clone, Copy, Debug, Default)]
struct Standing {
    points: i32,
    /// How close each token's cheapest next step is.
    next_step: [u8; 2],
}

/// Each player's standing when last computed, with what it was computed from: the player, and the cards and Fear just seen.
#[derive(Clone, Debug, Default)]
pub struct Memo([Option<(Player, Cards, u8, Standing)>; SEATS]);

impl Observe for Arnak {
    type Memo = Memo;

    #[inline(always)]
    fn observe<S: Sink>(&self, s: &State, viewer: Seat, memo: &mut Memo, out: &mut S) {
        let shown = if self.padded { SEATS } else { self.seats };
        for i in 0..shown {
            let present = i < self.seats;
            let seat = (viewer.at() + i) % self.seats;
            out.group("seat", Some(i));
            if self.padded {
                out.flag("present", present);
            }
            let empty = Player::empty();
            let p = if present { &s.players[seat] } else { &empty };
            self.write_player(s, p, seat, present, memo, out);
            out.end();
        }
        self.write_own(s, viewer, out);
        if self.glance {
            self.write_affordable(s, viewer, out);
        }
        self.write_market(s, out);
        self.write_board(s, out);
        self.write_research(s, viewer, out);
        self.write_turn(s, viewer, out);
        if self.solo || self.padded {
            self.write_rival(s, out);
        }
    }

    fn supplies(&self) -> Vec<Supply> {
        let seats = if self.padded { SEATS } else { self.seats };
        let bonus: usize = self.t.track.spaces.iter().map(|space| usize::from(space.tiles)).sum();
        let owned = &["seat.hand_or_deck", "seat.play_area", "row", "revealed_tops", "exile"];
        vec![
            // Every card is in one place; each player has the basic cards.
            Supply { features: owned, most: ITEMS + ARTIFACTS + BASICS * seats },
            // A hand and the cards just looked at are small parts of a deck.
            Supply { features: &["own.hand", "own.seen"], most: 24 },
            // The row has six cards, and tops may be bought.
            Supply { features: &["row_slot"], most: 7 },
            Supply { features: &["affordable.cards"], most: 8 },
            // Each discovery brings a guardian (R52), which is on a site, where it may be overcome, or has been overcome and may
            // still have its boon.
            Supply {
                features: &["guardian_at", "guarded", "affordable.guardians", "seat.guardians", "seat.boons"],
                most: 3 * PLACES,
            },
            // A magnifying glass in the Lost Temple goes no further, and only from there temple tiles are bought (R102, R103).
            Supply {
                features: &["affordable.magnifier", "affordable.magnifier_near", "affordable.temple", "affordable.temple_near"],
                most: 2 * 6,
            },
            // The stack has a tile for each player.
            Supply { features: &["lost_temple_kinds"], most: self.piles },
            // One step is open, and it asks about one thing.
            Supply { features: &["open.site", "open.space", "open.assistant", "open.bonus_tile"], most: 1 },
            Supply { features: &["asking_card", "asking_other"], most: 1 },
            Supply { features: &["site_gains"], most: self.most_site_gains() },
            // Tiles leave the track and never come back (R15).
            Supply { features: &["bonus_tiles"], most: bonus },
            // A place keeps its idol until it is discovered (R12).
            Supply { features: &["idols", "tiles_level1", "tiles_level2"], most: PLACES },
            // A space is blocked, holds a figure or is open (R5, R13).
            Supply { features: &["affordable.spaces", "blocked", "seat.figures"], most: Space::COUNT },
            // A cost has at most two icons (R41).
            Supply { features: &["travel_cost"], most: 2 },
            Supply { features: &["travel_committed"], most: 2 },
            Supply { features: &["seat.to_act"], most: 1 },
            Supply { features: &["seat.start_marker"], most: 1 },
            // Effects that wait for others to finish.
            Supply { features: &["open.below_cards", "open.below_others"], most: 12 },
            // Two squares for assistants.
            Supply { features: &["seat.assistants"], most: 2 * seats },
            Supply { features: &["seat.assistants_gold"], most: 2 * seats },
            Supply { features: &["seat.assistants_ready"], most: 2 * seats },
        ]
    }

    fn view(&self, state: &State, viewer: Option<Seat>) -> Value {
        self.plain_view(state, viewer)
    }

    fn redeal(&self, state: &mut State, viewer: Seat, rng: &mut Rng) {
        self.redeal_hidden(state, viewer, rng);
    }
}

impl Arnak {
    /// The goods that all sites give together, if the tiles that give the most kinds were everywhere.
    fn most_site_gains(&self) -> usize {
        let kinds = |gains: &Goods| gains.iter().filter(|n| **n > 0).count();
        let mut tiles = self.t.sites.tile_gains.map(|gains| kinds(&gains));
        tiles.sort_unstable_by_key(|&kinds| std::cmp::Reverse(kinds));
        self.t.sites.camp_gains.iter().map(kinds).sum::<usize>() + tiles[..PLACES].iter().sum::<usize>()
    }

    /// A player's standing, recomputed only after a change.
    fn standing(&self, s: &State, seat: usize, memo: &mut Memo) -> Standing {
        let p = &s.players[seat];
        let acts = s.seat as usize == seat;
        let seen = if acts { (s.seen, s.seen_fear.iter().sum()) } else { (Cards::EMPTY, 0) };
        if let Some((player, cards, fear, standing)) = &memo.0[seat]
            && player == p
            && (*cards, *fear) == seen
        {
            return *standing;
        }
        let notebook = if self.row_of(p.notebook) < self.row_of(p.magnifier).min(7) { self.nearness(p, p.notebook) } else { 0 };
        let standing = Standing {
            // R143: everything that counts is public except the split between hand and deck.
            points: self.points_of(s, seat).iter().sum(),
            next_step: [self.nearness(p, p.magnifier), notebook],
        };
        memo.0[seat] = Some((*p, seen.0, seen.1, standing));
        standing
    }

    fn write_player<S: Sink>(&self, s: &State, p: &Player, seat: usize, present: bool, memo: &mut Memo, out: &mut S) {
        out.flag("to_act", present && s.seat as usize == seat);
        out.flag("start_marker", present && s.start as usize == seat);
        out.flag("passed", present && s.passed >> seat & 1 == 1);
        out.counts("goods", &p.goods.map(|n| up_to(n, 12)), 12.0, Good::NAMES);
        // Everyone knows which cards a player owns and which lie in the play area.
        let mut hidden = p.hand.0 | p.deck.0;
        let mut fear = p.fear_in_hand() + p.deck_fear.iter().sum::<u8>();
        if present && s.seat as usize == seat {
            hidden |= s.seen.0;
            fear += s.seen_fear.iter().sum::<u8>();
        }
        for top in &p.private_tops {
            if top.card == FEAR { fear += 1 } else { hidden |= 1 << top.card }
        }
        let names = labels::<S>(&self.t.cards.ids[..CARDS]);
        out.bits("hand_or_deck", hidden, CARDS, &names);
        out.bits("play_area", p.play.0, CARDS, &names);
        out.count("fear_in_hand_or_deck", u32::from(fear.min(10)), 10.0);
        out.count("fear_in_play", u32::from(p.play_fear.min(10)), 10.0);
        out.count("fear_tiles", u32::from(p.fear_tiles.min(10)), 10.0);
        out.count("hand_size", p.hand_size().min(10), 10.0);
        out.count("deck_size", p.deck_size().min(20), 20.0);
        out.count("crates", u32::from(p.crates.min(8)), 8.0);
        out.bits("slots", u128::from(p.slots), 4, &[]);
        let names = labels::<S>(&self.t.assistants.ids);
        let square = |which: u8| {
            let of = |i: usize| if p.assistants[i] != NONE && which >> i & 1 == 1 { 1u128 << p.assistants[i] } else { 0 };
            of(0) | of(1)
        };
        out.bits("assistants", square(3), 12, &names);
        out.bits("assistants_gold", square(p.gold), 12, &names);
        out.bits("assistants_ready", square(p.ready), 12, &names);
        let names = labels::<S>(&self.t.guardians.ids);
        out.bits("guardians", u128::from(p.guardians), 15, &names);
        out.bits("boons", u128::from(p.guardians & !p.used_boons), 15, &names);
        out.bits("figures", u128::from(p.figures), Space::COUNT, &labels::<S>(&self.t.sites.space_ids));
        let place = |space: u8| if space == NONE { 0 } else { 1 + space as usize };
        out.one_hot("magnifier", present.then(|| place(p.magnifier)), 1 + RESEARCH_SPACES, &[]);
        out.one_hot("notebook", present.then(|| place(p.notebook)), 1 + RESEARCH_SPACES, &[]);
        out.count("arrival", u32::from(p.arrival), 4.0);
        out.counts("temple_tiles", &p.temple, 4.0, &labels::<S>(&self.t.temple.ids));
        let standing = if self.glance && present { self.standing(s, seat, memo) } else { Standing::default() };
        if self.glance {
            self.write_standing(s, p, present, standing, out);
        }
        out.flag("icons_as_planes", p.icons_as_planes);
        out.flag("no_guardian_fear", p.no_guardian_fear);
        if self.glance {
            out.number("points", standing.points.clamp(-50, 150) as f32, -50.0, 150.0);
        }
    }

    /// Features that a person reads off a player's pieces: rows, free figures, Fear to come, the next research steps.
    fn write_standing<S: Sink>(&self, s: &State, p: &Player, present: bool, standing: Standing, out: &mut S) {
        out.counts("rows", &[self.row_of(p.magnifier), self.row_of(p.notebook)], 8.0, &TOKENS);
        let home = if present { p.figures_home() } else { 0 };
        out.count("figures_home", home, 2.0);
        out.count("fear_due", u32::from(fear_due(s, p)), 2.0);
        out.counts("next_step", &standing.next_step, 3.0, &TOKENS);
    }

    /// The options the viewer could afford if it had the main action now, whoever is to act.
    fn write_affordable<S: Sink>(&self, s: &State, viewer: Seat, out: &mut S) {
        let (t, p) = (&self.t, &s.players[viewer.at()]);
        let pool = if s.seat == viewer.0 { s.pool } else { Icons::default() };
        let have = self.icons_available(pool, p);
        out.group("affordable", None);
        out.counts("icons", &have.map(|n| up_to(n, 8)), 8.0, Icon::NAMES);
        let spaces = self.dig_spaces(s, p, &PLAIN_DIG, &have);
        out.bits("spaces", u128::from(spaces), Space::COUNT, &labels::<S>(&t.sites.space_ids));
        let mut sites = 0u128;
        for (site, &guardian) in s.guardian_at.iter().enumerate().filter(|(_, g)| **g != NONE) {
            sites |= u128::from(self.can_pay(p, &t.guardians.cost[guardian as usize], &have)) << site;
        }
        out.bits("guardians", sites, Site::COUNT, &labels::<S>(&t.sites.ids));
        out.bits("cards", self.buyable(s, p, &PLAIN_BUY), ITEMS + ARTIFACTS, &labels::<S>(&t.cards.ids[..ITEMS + ARTIFACTS]));
        let moves = self.research_moves(s, p, &PLAIN_RESEARCH);
        out.bits("magnifier", u128::from(moves.magnifier), Column::COUNT, &[]);
        out.bits("notebook", u128::from(moves.notebook), Column::COUNT, &[]);
        out.bits("temple", u128::from(moves.temple), 6, &labels::<S>(&t.temple.ids));
        // How close each next space is: 4 when it can be paid for, one less for each good that is missing.
        let near = |from: u8, highest: u8| {
            let mut columns = [0; Column::COUNT];
            for space in
                bits(u32::from(self.next_spaces(from))).map(usize::from).filter(|&space| t.track.spaces[space].row <= highest)
            {
                columns[t.track.spaces[space].col as usize % Column::COUNT] = FAR.saturating_sub(self.lacking(p, space));
            }
            columns
        };
        out.counts("magnifier_near", &near(p.magnifier, 8), f32::from(FAR), &[]);
        out.counts("notebook_near", &near(p.notebook, self.row_of(p.magnifier).min(7)), f32::from(FAR), &[]);
        let temple: [u8; 6] = std::array::from_fn(|stack| {
            let lacks: u8 = t.temple.cost[stack].iter().zip(&p.goods).map(|(cost, have)| cost.saturating_sub(*have)).sum();
            if p.arrival > 0 && s.temple_left[stack] > 0 { FAR.saturating_sub(lacks) } else { 0 }
        });
        out.counts("temple_near", &temple, f32::from(FAR), &labels::<S>(&t.temple.ids));
        out.end();
    }

    /// The viewer's private knowledge: the hand, the known ends of the deck, cards just seen.
    fn write_own<S: Sink>(&self, s: &State, viewer: Seat, out: &mut S) {
        let p = &s.players[viewer.at()];
        let names = labels::<S>(&self.t.cards.ids[..CARDS]);
        out.group("own", None);
        out.bits("hand", p.hand.0, CARDS, &names);
        out.count("hand_fear", u32::from(p.fear_in_hand().min(10)), 10.0);
        let (top, bottom) = s.known_ends(viewer.at());
        out.one_hot("deck_top", top.map(usize::from), CARDS + 1, &labels::<S>(&self.t.cards.ids[..=CARDS]));
        out.one_hot("deck_bottom", bottom.map(usize::from), ITEMS, &labels::<S>(&self.t.cards.ids[..ITEMS]));
        let looks = s.seat == viewer.0;
        out.bits("seen", if looks { s.seen.0 } else { 0 }, CARDS, &names);
        let fear: u8 = if looks { s.seen_fear.iter().sum() } else { 0 };
        out.count("seen_fear", u32::from(fear), 3.0);
        out.end();
    }

    /// The row with its order, revealed tops and the exile piles (R76, R81, R91).
    fn write_market<S: Sink>(&self, s: &State, out: &mut S) {
        let names = labels::<S>(&self.t.cards.ids[..ITEMS + ARTIFACTS]);
        let cards = s.row();
        out.bits("row", cards.0, ITEMS + ARTIFACTS, &names);
        // The slot in the row, counted from the staff.
        let spec = FeatureSpec {
            name: "row_slot",
            shape: &[ITEMS + ARTIFACTS],
            kind: FeatureKind::Scaled(5.0),
            low: 0.0,
            high: 1.0,
            labels: &names,
        };
        out.feature(spec);
        // The last place is for none.
        let mut slots = [0u8; 128];
        for row in [&s.artifact_row, &s.item_row] {
            for (slot, &card) in row.iter().enumerate() {
                slots[usize::from(card & 127)] = 1 + slot as u8;
            }
        }
        for (word, cards) in [cards.0 as u64, (cards.0 >> 64) as u64].into_iter().enumerate() {
            out.put_bits(64 * word, cards, |card| f32::from(slots[64 * word + card]) / 5.0);
        }
        let tops = [s.item_top, s.artifact_top].into_iter().filter(|c| *c != NONE).fold(0u128, |set, card| set | 1 << card);
        out.bits("revealed_tops", tops, ITEMS + ARTIFACTS, &names);
        out.bits("exile", s.exile.0, ITEMS + ARTIFACTS, &names);
        out.count("items_left", Cards(s.market.0 & ITEM_SET.0).len(), ITEMS as f32);
        out.count("artifacts_left", Cards(s.market.0 & !ITEM_SET.0).len(), ARTIFACTS as f32);
        out.count("fear_supply", u32::from(s.fear_supply.min(19)), 19.0);
    }

    fn write_board<S: Sink>(&self, s: &State, out: &mut S) {
        out.bits("blocked", u128::from(s.blocked), 10, &labels::<S>(&self.t.sites.space_ids[..10]));
        let level2 = PLACES - FIRST_LEVEL2;
        out.feature(one_hots("tiles_level1", &[FIRST_LEVEL2, TILES1], &labels::<S>(&self.t.sites.tile_ids[..TILES1])));
        out.mark_each(TILES1, &s.tiles[..FIRST_LEVEL2], NONE);
        let tiles2 = TILES - TILES1;
        out.feature(one_hots("tiles_level2", &[level2, tiles2], &labels::<S>(&self.t.sites.tile_ids[TILES1..])));
        let second: [u8; PLACES - FIRST_LEVEL2] = std::array::from_fn(|place| level2_tile(s.tiles[FIRST_LEVEL2 + place]));
        out.mark_each(tiles2, &second, NONE);
        out.feature(one_hots("idols", &[PLACES, 6], &labels::<S>(&self.t.idols.ids)));
        out.mark_each(6, &s.idols, NONE);
        out.feature(one_hots("guardian_at", &[Site::COUNT, 15], &labels::<S>(&self.t.guardians.ids)));
        out.mark_each(15, &s.guardian_at, NONE);
        if self.glance {
            let guarded = s.guardian_at.iter().rev().fold(0, |set, &guardian| set << 1 | u128::from(guardian != NONE));
            out.bits("guarded", guarded, Site::COUNT, &labels::<S>(&self.t.sites.ids));
            self.write_site_gains(s, out);
        }
        let bottom = s.stack1.bottom.iter().chain(&s.stack2.bottom).fold(0u128, |set, &tile| set | 1 << tile);
        out.bits("tiles_under_stack", bottom, TILES, &labels::<S>(&self.t.sites.tile_ids));
    }

    /// The goods that each site gives: the camps, and the discovered places.
    fn write_site_gains<S: Sink>(&self, s: &State, out: &mut S) {
        let spec = FeatureSpec {
            name: "site_gains",
            shape: &[Site::COUNT, Good::COUNT],
            kind: FeatureKind::Scaled(4.0),
            low: 0.0,
            high: 1.0,
            labels: Good::NAMES,
        };
        out.feature(spec);
        let mut all = [[0; Good::COUNT]; Site::COUNT];
        let (camps, places) = all.split_at_mut(self.t.sites.camp_gains.len());
        camps.copy_from_slice(&self.t.sites.camp_gains);
        for (gains, &tile) in places.iter_mut().zip(&s.tiles) {
            *gains = self.t.sites.tile_gains.get(usize::from(tile)).copied().unwrap_or_default();
        }
        all.as_flattened_mut().iter_mut().for_each(|n| *n = up_to(*n, 4));
        out.put_counts(0, all.as_flattened(), 1.0 / 4.0);
    }

    fn write_research<S: Sink>(&self, s: &State, viewer: Seat, out: &mut S) {
        let spec = FeatureSpec {
            name: "bonus_tiles",
            shape: &[RESEARCH_SPACES, 6],
            kind: FeatureKind::Scaled(3.0),
            low: 0.0,
            high: 1.0,
            labels: &labels::<S>(&self.t.bonus.ids),
        };
        out.feature(spec);
        // Empty places are counted beyond the last space.
        let mut kinds = [0; 6 * RESEARCH_SPACES + NONE as usize];
        for (space, tiles) in s.bonus.iter().enumerate() {
            for &kind in tiles {
                kinds[6 * space + usize::from(kind)] += 1;
            }
        }
        out.put_counts(0, &kinds[..6 * RESEARCH_SPACES], 1.0 / 3.0);
        let looked = s.temple_seen >> viewer.0 & 1 == 1;
        out.count("lost_temple_tiles", u32::from(s.temple_tiles), 4.0);
        out.counts_if(looked, "lost_temple_kinds", &s.temple_kinds, 4.0, &labels::<S>(&self.t.bonus.ids));
        out.counts("temple_left", &s.temple_left, 4.0, &labels::<S>(&self.t.temple.ids));
        out.count("arrivals", u32::from(s.arrivals), 4.0);
        let names = labels::<S>(&self.t.assistants.ids);
        for (stack, &top) in s.supply.iter().enumerate() {
            out.group("supply", Some(stack));
            out.one_hot("top", (top != NONE).then_some(top as usize), 12, &names);
            out.count("below", u32::from(s.supply_below[stack]), 4.0);
            out.end();
        }
        if self.snake || self.padded {
            out.group("rescue", None);
            out.one_hot("top", s.rescue.first().map(|&a| a as usize), 12, &names);
            let looked = s.rescue_seen >> viewer.0 & 1 == 1;
            let below = if looked { s.rescue.iter().skip(1).fold(0u128, |set, &a| set | 1 << a) } else { 0 };
            out.bits("below", below, 12, &names);
            out.count("size", s.rescue.len() as u32 + u32::from(s.rescue_below), 4.0);
            out.end();
        }
    }

    fn write_rival<S: Sink>(&self, s: &State, out: &mut S) {
        let r = &s.rival;
        out.group("rival", None);
        out.bits("figures", u128::from(r.figures), Space::COUNT, &labels::<S>(&self.t.sites.space_ids));
        let place = if r.magnifier == NONE { 0 } else { 1 + r.magnifier as usize };
        out.one_hot("magnifier", self.solo.then_some(place), 1 + RESEARCH_SPACES, &[]);
        out.count("arrival", u32::from(r.arrival), 4.0);
        out.counts("temple_tiles", &r.temple, 4.0, &labels::<S>(&self.t.temple.ids));
        out.bits("guardians", u128::from(r.guardians), 15, &labels::<S>(&self.t.guardians.ids));
        out.bits("idols", u128::from(r.idols), 6, &labels::<S>(&self.t.idols.ids));
        out.count("pile", u32::from(r.pile.min(16)), 16.0);
        out.count("cards", r.cards.len().min(20), 20.0);
        let names = labels::<S>(&self.t.rival.ids);
        out.bits("tiles", u128::from(r.tiles), 15, &names);
        out.bits("tiles_left", u128::from(r.left), 15, &names);
        out.flag("arrow_right", r.arrow == 1);
        out.number("points", if self.solo { self.rival_points(s).clamp(-50, 150) as f32 } else { 0.0 }, -50.0, 150.0);
        out.end();
    }
}

impl State {
    /// The cards the owner knows at the top of its deck and, if it is an item, at the bottom.
    pub(super) fn known_ends(&self, seat: usize) -> (Option<u8>, Option<u8>) {
        let p = &self.players[seat];
        let keyed = || p.deck.iter().map(|card| (self.key(seat, card), card));
        let fear = |key: &u8| super::state::key_group(*key).is_some();
        let groups = p.deck_fear.iter().enumerate().filter(|(_, n)| **n > 0).map(|(g, _)| super::state::group_key(g));
        let (first_fear, last_fear) = (groups.clone().min().unwrap_or(255), groups.max().unwrap_or(0));
        let private = p.private_tops.last();
        let top = keyed().min().filter(|(key, _)| *key < first_fear);
        let top = match (top, private) {
            (Some((key, _)), Some(t)) if t.place < key => Some(t.card),
            (None, Some(t)) => Some(t.card),
            (Some((key, card)), _) if !fear(&key) => Some(card),
            _ => None,
        };
        let bottom = keyed().max().filter(|(key, card)| *key > last_fear && !fear(key) && (*card as usize) < ITEMS);
        (top, bottom.map(|(_, card)| card))
    }
}
