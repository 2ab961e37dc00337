//! Names of actions and the position as text.

use std::fmt::Write as _;

use crate::core::{Action, Describe, Seat, count};
use crate::games::arnak::Arnak;
use crate::games::arnak::actions::Act;
use crate::games::arnak::content::Arrow;
use crate::games::arnak::rules::effects::words;
use crate::games::arnak::score::SOURCES;
use crate::games::arnak::state::{Icons, Phase, State, source};
use crate::games::arnak::words::{CAMPS, Cards, NONE, Site};

impl Arnak {
    /// A readable, unique name.
    pub(in crate::games::arnak) fn action_name(&self, act: Act) -> String {
        let t = &self.t;
        let verb = act.verb();
        let named = |id: &str| format!("{verb} {id}");
        match act {
            Act::Play(card) => named(&t.cards.ids[card.at()]),
            Act::Pick(pick) => named(&t.cards.ids[pick.at()]),
            Act::Space(space) => named(&t.sites.space_ids[space.at()]),
            Act::Site(site) => named(&t.sites.ids[site.at()]),
            Act::Magnifier(column) | Act::Notebook(column) => format!("{verb} {}", column.0 + 1),
            Act::Temple(stack) => named(&t.temple.ids[stack.at()]),
            Act::Use(assistant) | Act::Assistant(assistant) => named(&t.assistants.ids[assistant.at()]),
            Act::Boon(guardian) => named(&t.guardians.ids[guardian.at()]),
            Act::Slot(option) => named(&t.idols.slot_ids[option.at()]),
            Act::FreeSlot(slot) => format!("{verb} {}", slot.0 + 1),
            Act::Branch(branch) => format!("{verb} {}", branch.0),
            Act::Number(number) => format!("{verb} {}", number.0 + 1),
            Act::Tile(kind) => named(&t.bonus.ids[kind.at()]),
            Act::Icon(icon) => named(icon.name()),
            Act::Pilot | Act::Accept | Act::Decline | Act::Pass | Act::EndTurn => verb.to_string(),
        }
    }

    fn names(&self, cards: Cards) -> String {
        let names: Vec<&str> = cards.iter().map(|c| self.t.cards.names[c as usize].as_str()).collect();
        if names.is_empty() { "-".to_string() } else { names.join(", ") }
    }

    fn hand_text(&self, s: &State, seat: usize) -> String {
        let p = &s.players[seat];
        let fear = p.fear_in_hand();
        let cards = self.names(p.hand);
        match (fear, p.hand.is_empty()) {
            (0, _) => cards,
            (n, true) => format!("{n} fear"),
            (n, false) => format!("{cards}, {n} fear"),
        }
    }

    /// The position as text: what the viewer may know, or everything if there is no viewer.
    pub(in crate::games::arnak) fn show(&self, s: &State, viewer: Option<Seat>) -> String {
        let mut text = String::new();
        let side = if self.snake { "Snake" } else { "Bird" };
        let _ = writeln!(text, "Lost Ruins of Arnak, {side} side, round {} of 5", s.round);
        self.show_turn(s, &mut text);
        self.show_row(s, &mut text);
        self.show_sites(s, &mut text);
        self.show_research(s, viewer, &mut text);
        for seat in 0..self.seats {
            self.show_player(s, seat, viewer.is_none_or(|v| v.at() == seat), &mut text);
        }
        if self.solo {
            self.show_rival(s, &mut text);
        }
        text
    }

    fn show_turn(&self, s: &State, text: &mut String) {
        if s.phase == Phase::Over {
            text.push_str("The game is over.\n");
            return;
        }
        let _ = write!(text, "{}: {}", self.seat_name(Seat(s.seat)), self.open_decision(s).asks());
        if let Some(frame) = s.stack.last() {
            let _ = write!(text, " ({})", self.source_name(frame.source));
        }
        text.push('\n');
        if s.pool != Icons::default() {
            let _ = writeln!(text, "Icons left over this turn: {}", words::icons(&s.pool));
        }
        if s.payment.cost != Icons::default() {
            let done = words::icons(&s.payment.committed);
            let _ = writeln!(
                text,
                "To pay: {}; paid so far: {}",
                words::icons(&s.payment.cost),
                if done.is_empty() { "nothing" } else { &done }
            );
        }
    }

    /// The piece a frame belongs to, in words.
    pub(in crate::games::arnak) fn source_name(&self, number: u8) -> String {
        let t = &self.t;
        let pick = |names: &[String], base: u8| names.get((number - base) as usize).cloned().unwrap_or_default();
        match number {
            0..80 => pick(&t.cards.names, source::CARD),
            80..100 => pick(&t.sites.names, source::SITE),
            100..120 => format!("site: {}", pick(&t.sites.words, source::TILE - CAMPS as u8)),
            120..130 => format!("idol: {}", pick(&t.idols.words, source::IDOL)),
            130..150 => pick(&t.guardians.names, source::GUARDIAN),
            150..170 => pick(&t.assistants.names, source::ASSISTANT),
            170..180 => format!("slot: {}", pick(&t.idols.slot_words, source::SLOT)),
            180..190 => format!("bonus tile: {}", pick(&t.bonus.words, source::BONUS)),
            190..200 => format!("row {}, magnifying glass", number - source::MAGNIFIER),
            200.. => format!("row {}, notebook", number - source::NOTEBOOK),
        }
    }

    fn show_row(&self, s: &State, text: &mut String) {
        let card = |&c: &u8| {
            if c == NONE {
                "(gap)".to_string()
            } else {
                format!("{} {}", self.t.cards.names[c as usize], self.t.cards.cost[c as usize])
            }
        };
        let artifacts: Vec<String> = s.artifact_row[..s.round as usize].iter().rev().map(card).collect();
        let items: Vec<String> = s.item_row[..6 - s.round as usize].iter().map(card).collect();
        let _ = writeln!(text, "Row: {} | staff | {}", artifacts.join(", "), items.join(", "));
        for top in [s.artifact_top, s.item_top].into_iter().filter(|c| *c != NONE) {
            let _ = writeln!(text, "Known top of its deck: {}", self.t.cards.names[top as usize]);
        }
        let exiled = Cards(s.exile.0);
        if !exiled.is_empty() {
            let _ = writeln!(text, "Exiled: {}", self.names(exiled));
        }
        let _ = writeln!(text, "Fear cards left: {}", s.fear_supply);
    }

    fn show_sites(&self, s: &State, text: &mut String) {
        let t = &self.t;
        for site in Site::all() {
            let tile = match site.place() {
                None => t.sites.words[site.at()].clone(),
                Some(place) if s.tiles[place] != NONE => {
                    let tile = s.tiles[place] as usize;
                    t.sites.words[CAMPS + tile].clone()
                }
                Some(place) if s.idols[place] != NONE => {
                    let compasses = t.sites.discover[usize::from(site.level_bit() == 4)];
                    format!("undiscovered, {compasses} compasses; idol: {}", t.idols.words[s.idols[place] as usize])
                }
                Some(_) => "being discovered".to_string(),
            };
            let _ = write!(text, "  {:<16} {tile}", t.sites.names[site.at()]);
            let guardian = s.guardian_at[site.at()];
            if guardian != NONE {
                let (cost, boon) = &t.guardians.words[guardian as usize];
                let _ = write!(text, "; {} (cost {cost}; boon {boon})", t.guardians.names[guardian as usize]);
            }
            for space in crate::games::arnak::legal::bits(site.spaces()) {
                let at = 1u32 << space;
                if s.blocked & at != 0 {
                    continue;
                }
                let who = match s.players.iter().position(|p| p.figures & at != 0) {
                    Some(seat) => format!("{} is here", self.seat_name(Seat(seat as u8))),
                    None if s.rival.figures & at != 0 => "the rival is here".to_string(),
                    None => "empty".to_string(),
                };
                let _ = write!(text, " [{}; {who}]", words::icons(&t.sites.travel[space as usize]));
            }
            text.push('\n');
        }
    }

    fn show_research(&self, s: &State, viewer: Option<Seat>, text: &mut String) {
        let t = &self.t;
        text.push_str("Research: price of each space, bonus tile, tokens; points and effects of the row\n");
        for row in (1..=7u8).rev() {
            let spaces: Vec<String> = (0..t.track.ids.len())
                .filter(|&space| t.track.spaces[space].row == row)
                .map(|space| self.space_text(s, space))
                .collect();
            let at = row as usize;
            let side = |token: usize| {
                let points = t.track.row_points[token][at];
                format!("{}, {}", count(points, "point"), t.track.row_words[token][at])
            };
            let _ = writeln!(text, "  {}", spaces.join(" | "));
            let _ = writeln!(text, "      magnifying glass: {}; notebook: {}", side(0), side(1));
        }
        let _ = writeln!(
            text,
            "Lost Temple: {}; {} points on arrival; {} bonus tiles in the stack",
            words::goods(&t.track.spaces[t.track.temple as usize].goods),
            t.track.arrival[(s.arrivals as usize).min(3)],
            s.temple_tiles
        );
        let looked = |mask: u8| viewer.is_none_or(|v| mask >> v.0 & 1 == 1);
        if s.temple_seen != 0 && looked(s.temple_seen) && s.temple_tiles > 0 {
            let kinds: Vec<&str> = (0..6).filter(|&k| s.temple_kinds[k] > 0).map(|k| t.bonus.words[k].as_str()).collect();
            let _ = writeln!(text, "  in the Lost Temple stack: {}", kinds.join(", "));
        }
        let left: Vec<String> = t.temple.names.iter().zip(s.temple_left).map(|(name, n)| format!("{n} × {name}")).collect();
        let _ = writeln!(text, "Temple tiles left: {}", left.join("; "));
        let top = |&a: &u8| if a == NONE { "-".to_string() } else { t.assistants.names[a as usize].clone() };
        text.push_str("Assistants:\n");
        for (&a, below) in s.supply.iter().zip(s.supply_below).filter(|(a, _)| **a != NONE) {
            let [silver, gold] = &t.assistants.words[a as usize];
            let _ = writeln!(text, "  {} (silver: {silver}; gold: {gold}), {below} below", t.assistants.names[a as usize]);
        }
        if self.snake {
            let known = if looked(s.rescue_seen) { s.rescue.len() } else { 1 };
            let names: Vec<String> = s.rescue.iter().take(known).map(top).collect();
            let more = s.rescue.len() + s.rescue_below as usize - names.len();
            let _ = writeln!(text, "  to rescue: {}, {more} below", names.join(", "));
        }
    }

    /// A research space: price, bonus tiles, tokens on it.
    fn space_text(&self, s: &State, space: usize) -> String {
        let t = &self.t;
        let price = if t.track.spaces[space].idols > 0 { "1 idol".to_string() } else { words::goods(&t.track.spaces[space].goods) };
        let mut text = format!("{} {price}", t.track.names[space]);
        for &kind in s.bonus[space].iter().filter(|k| **k != NONE) {
            let _ = write!(text, ", tile: {}", t.bonus.words[kind as usize]);
        }
        for (seat, p) in s.players.iter().enumerate().take(self.seats) {
            for (name, at) in [("magnifying glass", p.magnifier), ("notebook", p.notebook)] {
                if at as usize == space {
                    let _ = write!(text, ", {name} of {}", self.seat_name(Seat(seat as u8)));
                }
            }
        }
        if self.solo && s.rival.magnifier as usize == space {
            text.push_str(", the rival");
        }
        text
    }

    fn show_player(&self, s: &State, seat: usize, own: bool, text: &mut String) {
        let (t, p) = (&self.t, &s.players[seat]);
        let points = self.points_of(s, seat);
        let parts: Vec<String> =
            SOURCES.iter().zip(points).filter(|(_, n)| *n != 0).map(|(name, n)| format!("{name} {n}")).collect();
        let _ = writeln!(
            text,
            "{}: {} ({})",
            self.seat_name(Seat(seat as u8)),
            count(points.iter().sum::<i32>(), "point"),
            parts.join(", ")
        );
        let goods = words::goods(&p.goods);
        let _ = writeln!(text, "  resources: {}", if goods.is_empty() { "none" } else { &goods });
        if own {
            let _ = writeln!(text, "  hand: {}", self.hand_text(s, seat));
            let seen_fear: u8 = s.seen_fear.iter().sum();
            if s.seat as usize == seat && !(s.seen.is_empty() && seen_fear == 0) {
                let _ = writeln!(text, "  sees: {}, {seen_fear} fear", self.names(s.seen));
            }
            if let (Some(card), _) = s.known_ends(seat) {
                let _ = writeln!(text, "  top of the deck: {}", t.cards.names[card as usize]);
            }
        } else {
            let _ = writeln!(text, "  hand: {} cards", p.hand_size());
        }
        let mut hidden = Cards(p.hand.0 | p.deck.0);
        p.private_tops.iter().filter(|top| top.card < crate::games::arnak::words::FEAR).for_each(|top| hidden.add(top.card));
        if s.seat as usize == seat {
            hidden.0 |= s.seen.0;
        }
        let mut fear = p.fear_in_hand() + p.deck_fear.iter().sum::<u8>();
        fear += p.private_tops.iter().filter(|top| top.card == crate::games::arnak::words::FEAR).count() as u8;
        if s.seat as usize == seat {
            fear += s.seen_fear.iter().sum::<u8>();
        }
        let _ = writeln!(text, "  hand and deck together: {}, {fear} fear ({} in the deck)", self.names(hidden), p.deck_size());
        let _ = writeln!(text, "  play area: {}, {} fear, {} fear tiles", self.names(p.play), p.play_fear, p.fear_tiles);
        let place = |space: u8| if space == NONE { "start" } else { t.track.names[space as usize].as_str() };
        let _ = writeln!(text, "  magnifying glass {}, notebook {}", place(p.magnifier), place(p.notebook));
        let slots: String = (0..4).map(|i| if p.slots >> i & 1 == 1 { "[idol]" } else { "[ ]" }).collect();
        let _ = writeln!(text, "  {} in the crates, slots {slots}", count(p.crates, "idol"));
        for (square, &assistant) in p.assistants.iter().enumerate().filter(|(_, a)| **a != NONE) {
            let side = (p.gold >> square & 1) as usize;
            let state = if p.ready >> square & 1 == 1 { "ready" } else { "exhausted" };
            let words = &t.assistants.words[assistant as usize][side];
            let _ = writeln!(text, "  {} {} {state}: {words}", t.assistants.names[assistant as usize], ["silver", "gold"][side]);
        }
        for guardian in crate::games::arnak::legal::bits(u32::from(p.guardians)) {
            let used = if p.used_boons >> guardian & 1 == 1 { "used" } else { "unused" };
            let _ = writeln!(
                text,
                "  {}, boon {used}: {}",
                t.guardians.names[guardian as usize], t.guardians.words[guardian as usize].1
            );
        }
    }

    fn show_rival(&self, s: &State, text: &mut String) {
        let (t, r) = (&self.t, &s.rival);
        let _ = writeln!(text, "Rival: {}", count(self.rival_points(s), "point"));
        let place = if r.magnifier == NONE { "start" } else { t.track.names[r.magnifier as usize].as_str() };
        let _ = writeln!(
            text,
            "  magnifying glass {place}, guardians {}, idols {} + {} in the pile",
            r.guardians.count_ones(),
            r.idols.count_ones(),
            r.pile
        );
        let _ = writeln!(text, "  cards: {}", self.names(r.cards));
        let left: Vec<&str> = (0..15).filter(|i| r.left >> i & 1 == 1).map(|i| t.rival.names[i].as_str()).collect();
        let arrow = if r.arrow == Arrow::Right as u8 { "right" } else { "left" };
        let _ = writeln!(
            text,
            "  tiles to come: {}; the next one points {arrow}",
            if left.is_empty() { "none".to_string() } else { left.join(", ").replace('_', " ") }
        );
    }
}
