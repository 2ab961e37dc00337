//! The position as plain data in the words of the game: names for numbers, null where there is nothing.

use serde_json::{Map, Value, json};

use crate::core::{Describe, Seat};
use crate::games::arnak::Arnak;
use crate::games::arnak::content::Arrow;
use crate::games::arnak::effects::ast::Good;
use crate::games::arnak::effects::words;
use crate::games::arnak::legal::bits;
use crate::games::arnak::score::SOURCES;
use crate::games::arnak::state::{Phase, State, flag};
use crate::games::arnak::words::{CAMPS, Cards, FEAR, ITEM_SET, NONE, Site};

/// The name with a number, or null.
fn named(names: &[String], number: u8) -> Option<&str> {
    names.get(number as usize).map(String::as_str)
}

impl Arnak {
    /// What the viewer may know, or everything if there is no viewer.
    pub(super) fn plain_view(&self, s: &State, viewer: Option<Seat>) -> Value {
        let t = &self.t;
        let card = |&card: &u8| named(&t.cards.names, card);
        let over = s.phase == Phase::Over;
        let tops = [s.artifact_top, s.item_top];
        let mut view = json!({
            "game": Self::TITLE,
            "board": if self.snake { "Snake" } else { "Bird" },
            "round": s.round,
            "over": over,
            "to_act": (!over).then(|| self.seat_name(Seat(s.seat))),
            "decision": self.decision(s),
            "asks": (!over).then(|| self.open_decision(s).asks()),
            "start_player": self.seat_name(Seat(s.start)),
            "main_action_done": s.main_used,
            "passing": s.passing,
            "left_over_icons": words::icons(&s.pool),
            "to_pay": words::icons(&s.payment.cost),
            "paid": words::icons(&s.payment.committed),
            "paying_with": words::icons(&s.payment.pending),
            "open_effects": s.stack.iter().map(|frame| self.source_name(frame.source)).collect::<Vec<_>>(),
            "open_effect": self.open_view(s),
            "artifacts": s.artifact_row[..s.round as usize].iter().map(card).collect::<Vec<_>>(),
            "items": s.item_row[..6 - s.round as usize].iter().map(card).collect::<Vec<_>>(),
            "known_deck_tops": tops.iter().filter_map(card).collect::<Vec<_>>(),
            "items_in_deck": Cards(s.market.0 & ITEM_SET.0).len(),
            "artifacts_in_deck": Cards(s.market.0 & !ITEM_SET.0).len(),
            "exile": self.listed(s.exile),
            "fear_supply": s.fear_supply,
            "sites": Site::all().map(|site| self.site_view(s, site)).collect::<Vec<_>>(),
            "tiles_under_stacks": s.stack1.bottom.iter().chain(&s.stack2.bottom).map(|&tile| &t.sites.tile_ids[tile as usize]).collect::<Vec<_>>(),
            "research": (0..t.track.ids.len()).map(|space| self.space_view(s, space)).collect::<Vec<_>>(),
            "lost_temple": self.temple_view(s, viewer),
            "assistants": self.supply_view(s, viewer),
            "players": (0..self.seats).map(|seat| self.player_view(s, seat, viewer)).collect::<Vec<_>>(),
        });
        if self.solo {
            view["rival"] = self.rival_view(s);
        }
        view
    }

    /// The progress of the effect being resolved; null between effects.
    fn open_view(&self, s: &State) -> Value {
        let (t, open) = (&self.t, self.open_effect(s));
        let name = |names: &[String], at: Option<usize>| at.map(|at| names[at].clone());
        if s.stack.is_empty() {
            return Value::Null;
        }
        json!({
            "step": open.step,
            "other_than_site": name(&t.sites.names, open.site),
            "from_space": name(&t.sites.space_names, open.space),
            "gives_assistant": name(&t.assistants.names, open.assistant),
            "bonus_tile": name(&t.bonus.words, open.bonus),
            "branches_taken": bits(self.branches_taken(s).into()).map(|branch| branch + 1).collect::<Vec<_>>(),
            "free_action": open.flags & flag::FREE != 0,
            "may_pass_after": open.flags & flag::CAN_PASS != 0,
            "main_action": open.flags & flag::MAIN != 0,
            "gold_side": open.gold,
        })
    }

    fn listed(&self, cards: Cards) -> Vec<&str> {
        cards.iter().map(|card| self.t.cards.names[card as usize].as_str()).collect()
    }

    fn site_view(&self, s: &State, site: Site) -> Value {
        let t = &self.t;
        let spaces: Vec<Value> = bits(site.spaces() & !s.blocked)
            .map(|space| {
                let seat = s.players.iter().position(|p| p.figures >> space & 1 == 1);
                let rival = s.rival.figures >> space & 1 == 1;
                json!({
                    "id": t.sites.space_ids[space as usize],
                    "name": t.sites.space_names[space as usize],
                    "travel": words::icons(&t.sites.travel[space as usize]),
                    "figure": seat.map(|seat| self.seat_name(Seat(seat as u8))).or(rival.then(|| "the rival".to_string())),
                })
            })
            .collect();
        let effect = match site.place() {
            None => Some(t.sites.words[site.at()].as_str()),
            Some(place) => t.sites.words.get(CAMPS + s.tiles[place] as usize).map(String::as_str),
        };
        let guardian = s.guardian_at[site.at()];
        let words = t.guardians.words.get(guardian as usize);
        json!({
            "id": t.sites.ids[site.at()],
            "name": t.sites.names[site.at()],
            "level": site.level_bit().ilog2(),
            "effect": effect,
            "idol": site.place().and_then(|place| named(&t.idols.words, s.idols[place])),
            "guardian": named(&t.guardians.names, guardian),
            "guardian_cost": words.map(|(cost, _)| cost),
            "guardian_boon": words.map(|(_, boon)| boon),
            "spaces": spaces,
        })
    }

    fn space_view(&self, s: &State, space: usize) -> Value {
        let t = &self.t;
        let entered = &t.track.spaces[space];
        let mut tokens: Vec<Value> = Vec::new();
        for seat in 0..self.seats {
            let p = &s.players[seat];
            for (token, at) in [("magnifying glass", p.magnifier), ("notebook", p.notebook)] {
                if at as usize == space {
                    tokens.push(json!({"token": token, "owner": self.seat_name(Seat(seat as u8))}));
                }
            }
        }
        if self.solo && s.rival.magnifier as usize == space {
            tokens.push(json!({"token": "magnifying glass", "owner": "the rival"}));
        }
        json!({
            "id": t.track.ids[space],
            "name": t.track.names[space],
            "row": entered.row,
            "column": entered.col + 1,
            "cost": if entered.idols > 0 { "1 idol".to_string() } else { words::goods(&entered.goods) },
            "bonus_tiles": s.bonus[space].iter().filter_map(|&kind| named(&t.bonus.words, kind)).collect::<Vec<_>>(),
            "tokens": tokens,
        })
    }

    fn temple_view(&self, s: &State, viewer: Option<Seat>) -> Value {
        let t = &self.t;
        let looked = s.temple_seen != 0 && viewer.is_none_or(|v| s.temple_seen >> v.0 & 1 == 1);
        let kinds: Map<String, Value> =
            (0..6).filter(|&k| s.temple_kinds[k] > 0).map(|k| (t.bonus.words[k].clone(), s.temple_kinds[k].into())).collect();
        let stacks: Vec<Value> = (0..t.temple.ids.len())
            .map(|i| json!({"id": t.temple.ids[i], "name": t.temple.names[i], "points": t.temple.points[i], "cost": words::goods(&t.temple.cost[i]), "left": s.temple_left[i]}))
            .collect();
        json!({
            "bonus_tiles": s.temple_tiles,
            "kinds": looked.then_some(kinds),
            "arrivals": s.arrivals,
            "next_arrival_points": t.track.arrival.get(s.arrivals as usize),
            "temple_tiles": stacks,
        })
    }

    fn supply_view(&self, s: &State, viewer: Option<Seat>) -> Value {
        let t = &self.t;
        let assistant = |number: u8| {
            t.assistants.ids.get(number as usize).map(|id| {
                let [silver, gold] = &t.assistants.words[number as usize];
                json!({"id": id, "name": t.assistants.names[number as usize], "silver": silver, "gold": gold})
            })
        };
        let stacks: Vec<Value> = (0..3).map(|i| json!({"top": assistant(s.supply[i]), "below": s.supply_below[i]})).collect();
        let known = if viewer.is_none_or(|v| s.rescue_seen >> v.0 & 1 == 1) { s.rescue.len() } else { 1 };
        let rescue: Vec<Value> = s.rescue.iter().take(known).filter_map(|&a| assistant(a)).collect();
        let more = s.rescue.len() + s.rescue_below as usize - rescue.len();
        json!({"stacks": stacks, "rescue": rescue, "rescue_below": more})
    }

    fn player_view(&self, s: &State, seat: usize, viewer: Option<Seat>) -> Value {
        let (t, p) = (&self.t, &s.players[seat]);
        let own = viewer.is_none_or(|v| v.at() == seat);
        let points = self.points_of(s, seat);
        let (held, fear) = s.held(seat);
        let acts = s.seat as usize == seat;
        let (seen, seen_fear) = if acts { (s.seen, s.seen_fear.iter().sum::<u8>()) } else { (Cards::EMPTY, 0) };
        let with_fear = |cards: Cards, fear: u8| {
            let mut names = self.listed(cards);
            names.extend((0..fear).map(|_| t.cards.names[FEAR as usize].as_str()));
            names
        };
        let assistants: Vec<Value> = (0..2)
            .filter(|&square| p.assistants[square] != NONE)
            .map(|square| {
                let side = (p.gold >> square & 1) as usize;
                json!({
                    "id": t.assistants.ids[p.assistants[square] as usize],
                    "name": t.assistants.names[p.assistants[square] as usize],
                    "side": if side == 0 { "silver" } else { "gold" },
                    "ready": p.ready >> square & 1 == 1,
                    "effect": t.assistants.words[p.assistants[square] as usize][side],
                })
            })
            .collect();
        let guardians: Vec<Value> = bits(u32::from(p.guardians))
            .map(|g| {
                let boon = &t.guardians.words[g as usize].1;
                json!({"id": t.guardians.ids[g as usize], "name": t.guardians.names[g as usize], "boon": boon, "boon_used": p.used_boons >> g & 1 == 1})
            })
            .collect();
        json!({
            "name": self.seat_name(Seat(seat as u8)),
            "passed": s.passed >> seat & 1 == 1,
            "points": points.iter().sum::<i32>(),
            "points_by_source": SOURCES.iter().map(ToString::to_string).zip(points.map(Value::from)).collect::<Map<String, Value>>(),
            "resources": Good::NAMES.iter().map(ToString::to_string).zip(p.goods.map(Value::from)).collect::<Map<String, Value>>(),
            "hand": own.then(|| with_fear(p.hand, p.fear_in_hand())),
            "hand_size": p.hand_size(),
            "deck_size": p.deck_size(),
            "looks_at": own.then(|| with_fear(seen, seen_fear)),
            "deck_top": if own { s.known_ends(seat).0.and_then(|card| named(&t.cards.names, card)) } else { None },
            "deck_bottom": if own { s.known_ends(seat).1.and_then(|card| named(&t.cards.names, card)) } else { None },
            "in_hand_or_deck": with_fear(held, fear),
            "play_area": with_fear(p.play, p.play_fear),
            "fear_tiles": p.fear_tiles,
            "archaeologists_at": bits(p.figures).map(|space| t.sites.space_names[space as usize].as_str()).collect::<Vec<_>>(),
            "magnifying_glass": named(&t.track.names, p.magnifier),
            "notebook": named(&t.track.names, p.notebook),
            "arrival": (p.arrival > 0).then_some(p.arrival),
            "temple_tiles": t.temple.names.iter().cloned().zip(p.temple.map(Value::from)).collect::<Map<String, Value>>(),
            "idols_in_crates": p.crates,
            "slots": (0..4).map(|i| p.slots >> i & 1 == 1).collect::<Vec<_>>(),
            "assistants": assistants,
            "guardians": guardians,
            "icons_are_planes": p.icons_as_planes,
            "no_guardian_fear": p.no_guardian_fear,
        })
    }

    fn rival_view(&self, s: &State) -> Value {
        let (t, r) = (&self.t, &s.rival);
        json!({
            "points": self.rival_points(s),
            "magnifying_glass": named(&t.track.names, r.magnifier),
            "arrival": (r.arrival > 0).then_some(r.arrival),
            "archaeologists_at": bits(r.figures).map(|space| t.sites.space_names[space as usize].as_str()).collect::<Vec<_>>(),
            "guardians": bits(u32::from(r.guardians)).map(|g| t.guardians.names[g as usize].as_str()).collect::<Vec<_>>(),
            "idols": r.idols.count_ones(),
            "idols_in_the_pile": r.pile,
            "cards": self.listed(r.cards),
            "tiles": bits(u32::from(r.tiles)).map(|i| t.rival.names[i as usize].as_str()).collect::<Vec<_>>(),
            "tiles_to_come": bits(u32::from(r.left)).map(|i| t.rival.names[i as usize].as_str()).collect::<Vec<_>>(),
            "arrow": Arrow::ALL[r.arrow as usize & 1].name(),
        })
    }
}
