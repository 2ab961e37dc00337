//! What a seat sees, own seat first (RULES.md section 22).

use super::Arnak;
use super::decision::Decision;
use super::effects::ast::{Good, Icon};
use super::ids::{ARTIFACTS, CARDS, Cards, FEAR, FIRST_LEVEL2, ITEM_SET, ITEMS, NONE, PLACES, SEATS, Site, Space, TILES, TILES1};
use super::player::Player;
use super::state::{RESEARCH_SPACES, State, source};
use crate::core::sink::Spec;
use crate::core::{FeatureKind, Seat, Sink};

/// Where a card of a seat is: in hand or deck (which of the two only the owner knows), or in the play area.
const IN_HAND_OR_DECK: f32 = 0.5;
const IN_PLAY: f32 = 1.0;
/// Row slots count from the staff; a revealed top and the exile pile come after them.
const REVEALED_TOP: u8 = 6;
const EXILED: u8 = 7;
/// The stretch of source numbers that are not cards.
const OTHER_SOURCES: usize = 130;

/// Names along an axis, gathered only where they are kept.
fn labels<S: Sink>(names: &[String]) -> Vec<&str> {
    if S::LABELS { names.iter().map(String::as_str).collect() } else { Vec::new() }
}

/// A table of at most one 1 in each row.
fn one_hots<'a>(name: &'static str, shape: &'a [usize], labels: &'a [&'a str]) -> Spec<'a> {
    Spec { name, shape, kind: FeatureKind::OneHot, low: 0.0, high: 1.0, labels }
}

fn up_to(value: u8, most: u8) -> u8 {
    value.min(most)
}

impl Arnak {
    pub(super) fn write_observation<S: Sink>(&self, s: &State, viewer: Seat, out: &mut S) {
        let shown = if self.padded { SEATS } else { self.seats };
        for i in 0..shown {
            let present = i < self.seats;
            let seat = (viewer.at() + i) % self.seats;
            out.group("seat", Some(i));
            if self.padded {
                out.flag("present", present);
            }
            let empty = Player::empty();
            self.write_player(s, if present { &s.players[seat] } else { &empty }, seat, present, out);
            out.end();
        }
        self.write_own(s, viewer, out);
        self.write_market(s, out);
        self.write_board(s, out);
        self.write_research(s, viewer, out);
        self.write_turn(s, viewer, out);
        if self.solo || self.padded {
            self.write_rival(s, out);
        }
    }

    fn write_player<S: Sink>(&self, s: &State, p: &Player, seat: usize, present: bool, out: &mut S) {
        out.flag("to_act", present && s.seat as usize == seat);
        out.flag("start_marker", present && s.start as usize == seat);
        out.flag("passed", present && s.passed >> seat & 1 == 1);
        out.counts("goods", &p.goods.map(|n| up_to(n, 12)), 12.0, Good::NAMES);
        // All know which cards a player owns and which lie in the play area.
        let mut hidden = p.hand.0 | p.deck.0;
        let mut fear = p.fear_in_hand() + p.deck_fear.iter().sum::<u8>();
        if present && s.seat as usize == seat {
            hidden |= s.seen.0;
            fear += s.seen_fear.iter().sum::<u8>();
        }
        for top in &p.private_tops {
            if top.card == FEAR { fear += 1 } else { hidden |= 1 << top.card }
        }
        let spec = Spec {
            name: "cards",
            shape: &[CARDS],
            kind: FeatureKind::Scaled(0.5),
            low: 0.0,
            high: 1.0,
            labels: &labels::<S>(&self.t.card_ids[..CARDS]),
        };
        out.write(spec, |floats| {
            Cards(hidden).iter().for_each(|c| floats[c as usize] = IN_HAND_OR_DECK);
            p.play.iter().for_each(|c| floats[c as usize] = IN_PLAY);
        });
        out.count("fear_in_hand_or_deck", u32::from(fear.min(10)), 10.0);
        out.count("fear_in_play", u32::from(p.play_fear.min(10)), 10.0);
        out.count("fear_tiles", u32::from(p.fear_tiles.min(10)), 10.0);
        out.count("hand_size", p.hand_size().min(10), 10.0);
        out.count("deck_size", p.deck_size().min(20), 20.0);
        out.count("crates", u32::from(p.crates.min(8)), 8.0);
        out.bits("slots", u128::from(p.slots), 4, &[]);
        let names = labels::<S>(&self.t.assistant_ids);
        let square = |which: u8| {
            let of = |i: usize| if p.assistants[i] != NONE && which >> i & 1 == 1 { 1u128 << p.assistants[i] } else { 0 };
            of(0) | of(1)
        };
        out.bits("assistants", square(3), 12, &names);
        out.bits("assistants_gold", square(p.gold), 12, &names);
        out.bits("assistants_ready", square(p.ready), 12, &names);
        let names = labels::<S>(&self.t.guardian_ids);
        out.bits("guardians", u128::from(p.guardians), 15, &names);
        out.bits("boons", u128::from(p.guardians & !p.used_boons), 15, &names);
        out.bits("figures", u128::from(p.figures), Space::COUNT, &labels::<S>(&self.t.space_ids));
        let place = |space: u8| if space == NONE { 0 } else { 1 + space as usize };
        out.one_hot("magnifier", present.then(|| place(p.magnifier)), 1 + RESEARCH_SPACES, &[]);
        out.one_hot("notebook", present.then(|| place(p.notebook)), 1 + RESEARCH_SPACES, &[]);
        out.count("arrival", u32::from(p.arrival), 4.0);
        out.counts("temple_tiles", &p.temple, 4.0, &labels::<S>(&self.t.temple_ids));
        out.flag("icons_as_planes", p.icons_as_planes);
        out.flag("no_guardian_fear", p.no_guardian_fear);
        // R143: all that counts is public but the split of hand and deck.
        let points = if present { self.points_of(s, seat).iter().sum::<i32>() } else { 0 };
        out.number("points", points.clamp(-50, 150) as f32, -50.0, 150.0);
    }

    /// What only the viewer knows: the hand, the known ends of the deck, cards just seen.
    fn write_own<S: Sink>(&self, s: &State, viewer: Seat, out: &mut S) {
        let p = &s.players[viewer.at()];
        let names = labels::<S>(&self.t.card_ids[..CARDS]);
        out.group("own", None);
        out.bits("hand", p.hand.0, CARDS, &names);
        out.count("hand_fear", u32::from(p.fear_in_hand().min(10)), 10.0);
        let (top, bottom) = s.known_ends(viewer.at());
        out.one_hot("deck_top", top.map(usize::from), CARDS + 1, &labels::<S>(&self.t.card_ids[..=CARDS]));
        out.one_hot("deck_bottom", bottom.map(usize::from), ITEMS, &labels::<S>(&self.t.card_ids[..ITEMS]));
        let looks = s.seat == viewer.0;
        out.bits("seen", if looks { s.seen.0 } else { 0 }, CARDS, &names);
        let fear: u8 = if looks { s.seen_fear.iter().sum() } else { 0 };
        out.count("seen_fear", u32::from(fear), 3.0);
        out.end();
    }

    /// The row with its order, revealed tops and the item exile pile (R76, R81, R91).
    fn write_market<S: Sink>(&self, s: &State, out: &mut S) {
        let spec = Spec {
            name: "market",
            shape: &[ITEMS + ARTIFACTS],
            kind: FeatureKind::Scaled(f32::from(EXILED)),
            low: 0.0,
            high: 1.0,
            labels: &labels::<S>(&self.t.card_ids[..ITEMS + ARTIFACTS]),
        };
        out.write(spec, |floats| {
            let mut put = |card: u8, value: u8| floats[card as usize] = f32::from(value) / f32::from(EXILED);
            for row in [&s.artifact_row, &s.item_row] {
                for (slot, &card) in row.iter().enumerate().filter(|(_, c)| **c != NONE) {
                    put(card, 1 + slot as u8);
                }
            }
            for top in [s.item_top, s.artifact_top].into_iter().filter(|c| *c != NONE) {
                put(top, REVEALED_TOP);
            }
            Cards(s.exile.0 & ITEM_SET.0).iter().for_each(|card| put(card, EXILED));
        });
        out.count("items_left", Cards(s.market.0 & ITEM_SET.0).len(), ITEMS as f32);
        out.count("artifacts_left", Cards(s.market.0 & !ITEM_SET.0).len(), ARTIFACTS as f32);
        out.count("fear_supply", u32::from(s.fear_supply.min(19)), 19.0);
    }

    fn write_board<S: Sink>(&self, s: &State, out: &mut S) {
        out.bits("blocked", u128::from(s.blocked), 10, &labels::<S>(&self.t.space_ids[..10]));
        let level2 = PLACES - FIRST_LEVEL2;
        out.write(one_hots("tiles_level1", &[FIRST_LEVEL2, TILES1], &labels::<S>(&self.t.tile_ids[..TILES1])), |floats| {
            for (place, &tile) in s.tiles[..FIRST_LEVEL2].iter().enumerate().filter(|(_, t)| **t != NONE) {
                floats[place * TILES1 + tile as usize] = 1.0;
            }
        });
        let tiles2 = TILES - TILES1;
        out.write(one_hots("tiles_level2", &[level2, tiles2], &labels::<S>(&self.t.tile_ids[TILES1..])), |floats| {
            for (place, &tile) in s.tiles[FIRST_LEVEL2..].iter().enumerate().filter(|(_, t)| **t != NONE) {
                floats[place * tiles2 + tile as usize - TILES1] = 1.0;
            }
        });
        out.write(one_hots("idols", &[PLACES, 6], &labels::<S>(&self.t.idol_ids)), |floats| {
            for (place, &kind) in s.idols.iter().enumerate().filter(|(_, k)| **k != NONE) {
                floats[place * 6 + kind as usize] = 1.0;
            }
        });
        // Where each guardian stands, as the number of the site from 1; 0 where it stands on none.
        let mut sites = [0u8; 15];
        let mut guarded = 0u128;
        for (site, &guardian) in s.guardian_at.iter().enumerate().filter(|(_, g)| **g != NONE) {
            sites[guardian as usize] = 1 + site as u8;
            guarded |= 1 << site;
        }
        out.counts("guardian_site", &sites, Site::COUNT as f32, &labels::<S>(&self.t.guardian_ids));
        out.bits("guarded", guarded, Site::COUNT, &labels::<S>(&self.t.site_ids));
        let bottom = s.stack1.bottom.iter().chain(&s.stack2.bottom).fold(0u128, |set, &tile| set | 1 << tile);
        out.bits("tiles_under_stack", bottom, TILES, &labels::<S>(&self.t.tile_ids));
    }

    fn write_research<S: Sink>(&self, s: &State, viewer: Seat, out: &mut S) {
        let spec = Spec {
            name: "bonus_tiles",
            shape: &[RESEARCH_SPACES, 6],
            kind: FeatureKind::Scaled(3.0),
            low: 0.0,
            high: 1.0,
            labels: &labels::<S>(&self.t.bonus_ids),
        };
        out.write(spec, |floats| {
            for (space, tiles) in s.bonus.iter().enumerate() {
                for &kind in tiles.iter().filter(|k| **k != NONE) {
                    floats[space * 6 + kind as usize] += 1.0 / 3.0;
                }
            }
        });
        let looked = s.temple_seen >> viewer.0 & 1 == 1;
        out.count("lost_temple_tiles", u32::from(s.temple_tiles), 4.0);
        out.counts_if(looked, "lost_temple_kinds", &s.temple_kinds, 4.0, &labels::<S>(&self.t.bonus_ids));
        out.counts("temple_left", &s.temple_left, 4.0, &labels::<S>(&self.t.temple_ids));
        out.count("arrivals", u32::from(s.arrivals), 4.0);
        let names = labels::<S>(&self.t.assistant_ids);
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

    fn write_turn<S: Sink>(&self, s: &State, viewer: Seat, out: &mut S) {
        out.one_hot("round", Some(s.round as usize - 1), 5, &[]);
        out.flag("main_used", s.main_used);
        out.flag("passing", s.passing);
        out.counts("pool", &s.pool.map(|n| up_to(n, 8)), 8.0, Icon::NAMES);
        out.counts("travel_cost", &s.payment.cost, 2.0, Icon::NAMES);
        out.counts("travel_committed", &s.payment.committed, 2.0, Icon::NAMES);
        out.counts("travel_pending", &s.payment.pending, 2.0, Icon::NAMES);
        out.flag("own_decision", s.seat == viewer.0);
        out.one_hot("decision", Some(self.open_decision(s) as usize), Decision::COUNT, Decision::NAMES);
        let asks = s.stack.last().map(|f| f.source as usize);
        out.one_hot("asking_card", asks.filter(|a| *a < CARDS), CARDS, &labels::<S>(&self.t.card_ids[..CARDS]));
        let other = asks.and_then(|a| a.checked_sub(source::SITE as usize)).filter(|a| *a < OTHER_SOURCES);
        out.one_hot("asking_other", other, OTHER_SOURCES, &[]);
    }

    fn write_rival<S: Sink>(&self, s: &State, out: &mut S) {
        let r = &s.rival;
        out.group("rival", None);
        out.bits("figures", u128::from(r.figures), Space::COUNT, &labels::<S>(&self.t.space_ids));
        let place = if r.magnifier == NONE { 0 } else { 1 + r.magnifier as usize };
        out.one_hot("magnifier", self.solo.then_some(place), 1 + RESEARCH_SPACES, &[]);
        out.count("arrival", u32::from(r.arrival), 4.0);
        out.counts("temple_tiles", &r.temple, 4.0, &labels::<S>(&self.t.temple_ids));
        out.bits("guardians", u128::from(r.guardians), 15, &labels::<S>(&self.t.guardian_ids));
        out.bits("idols", u128::from(r.idols), 6, &labels::<S>(&self.t.idol_ids));
        out.count("pile", u32::from(r.pile.min(16)), 16.0);
        out.count("cards", r.cards.len().min(20), 20.0);
        let names = labels::<S>(&self.t.rival_ids);
        out.bits("tiles", u128::from(r.tiles), 15, &names);
        out.bits("tiles_left", u128::from(r.left), 15, &names);
        out.flag("arrow_right", r.arrow == 1);
        out.number("points", if self.solo { self.rival_points(s).clamp(-50, 150) as f32 } else { 0.0 }, -50.0, 150.0);
        out.end();
    }
}

impl State {
    /// The cards the owner knows at the top and, if it is an item, at the bottom of the own deck.
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
