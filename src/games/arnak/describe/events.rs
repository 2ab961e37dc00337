//! The events of an action, derived from what has changed, so that every visible change has an event.

use serde_json::{Value, json};

use crate::core::{Describe, Event, Seat, Witness, and, capital, count};
use crate::games::arnak::Arnak;
use crate::games::arnak::actions::Act;
use crate::games::arnak::describe::decision::Decision;
use crate::games::arnak::effects::ast::Good;
use crate::games::arnak::effects::words;
use crate::games::arnak::legal::bits;
use crate::games::arnak::state::{Phase, State};
use crate::games::arnak::words::{CAMPS, Cards, FIRST_BASIC, NONE, Site, Space};

/// Compares successive states and tells a witness what has changed; compiles to nothing if nobody listens.
pub(in crate::games::arnak) struct Eyes<'a, W: Witness> {
    witness: Heard<'a, W>,
    last: Option<Box<State>>,
    /// The seat and its choice, for choices that change nothing else visible.
    chosen: Option<(usize, String)>,
}

/// Passes events on and remembers whether there were any.
struct Heard<'a, W: Witness> {
    inner: &'a mut W,
    any: bool,
}

impl<W: Witness> Witness for Heard<'_, W> {
    const LISTENS: bool = W::LISTENS;

    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.any = true;
        self.inner.tell(event);
    }
}

impl<'a, W: Witness> Eyes<'a, W> {
    pub(in crate::games::arnak) fn open(witness: &'a mut W, s: &State) -> Self {
        Self { witness: Heard { inner: witness, any: false }, last: W::LISTENS.then(|| Box::new(s.clone())), chosen: None }
    }

    /// Notes a choice before it is carried out.
    #[inline]
    pub(in crate::games::arnak) fn choosing(&mut self, game: &Arnak, s: &State, act: Act) {
        if W::LISTENS {
            let secret = matches!(game.open_decision(s), Decision::KeepOne | Decision::ReturnTop);
            let words = if secret { "a card, in secret".to_string() } else { game.action_words(s, act) };
            self.chosen = Some((s.seat as usize, words));
        }
    }

    /// Reports the choice itself if nothing else was reported, so that every choice has an event.
    #[inline]
    pub(in crate::games::arnak) fn close(mut self, game: &Arnak) {
        if let Some((seat, words)) = self.chosen.take().filter(|_| !self.witness.any) {
            let seat = Seat(seat as u8);
            self.witness.tell(|| Event::new("choice", format!("{} chooses: {words}", game.seat_name(seat))).of(seat));
        }
    }

    /// Reports what has changed since the last note.
    #[inline]
    pub(in crate::games::arnak) fn note(&mut self, game: &Arnak, s: &State) {
        if !W::LISTENS {
            return;
        }
        if let Some(last) = &mut self.last {
            let change = Change { game, before: last, after: s };
            change.tell(&mut self.witness);
            last.clone_from(&Box::new(s.clone()));
        }
    }
}

/// Two successive positions.
struct Change<'a> {
    game: &'a Arnak,
    before: &'a State,
    after: &'a State,
}

impl Change<'_> {
    fn tell(&self, w: &mut impl Witness) {
        self.tell_rival(w);
        for seat in 0..self.game.seats {
            self.tell_goods(seat, w);
            self.tell_figures(seat, w);
            self.tell_cards(seat, w);
            self.tell_fear(seat, w);
            self.tell_pieces(seat, w);
            self.tell_research(seat, w);
        }
        self.tell_board(w);
        self.tell_row(w);
        self.tell_course(w);
    }

    fn who(&self, seat: usize) -> String {
        self.game.seat_name(Seat(seat as u8))
    }

    fn event(&self, kind: &'static str, seat: usize, text: &str) -> Event {
        Event::new(kind, format!("{} {text}", self.who(seat))).of(Seat(seat as u8))
    }

    fn names(&self, cards: Cards) -> Vec<&str> {
        cards.iter().map(|card| self.game.t.cards.names[card as usize].as_str()).collect()
    }

    fn space(&self, space: u8) -> &str {
        &self.game.t.sites.space_names[space as usize]
    }

    fn site(&self, site: usize) -> &str {
        &self.game.t.sites.names[site]
    }

    fn tell_goods(&self, seat: usize, w: &mut impl Witness) {
        let (old, new) = (self.before.players[seat].goods, self.after.players[seat].goods);
        let more: [u8; Good::COUNT] = std::array::from_fn(|k| new[k].saturating_sub(old[k]));
        let less: [u8; Good::COUNT] = std::array::from_fn(|k| old[k].saturating_sub(new[k]));
        for (kind, verb, amounts) in [("pay", "pays", less), ("gain", "gains", more)] {
            if amounts != [0; Good::COUNT] {
                w.tell(|| {
                    let event = self.event(kind, seat, &format!("{verb} {}", words::goods(&amounts)));
                    Good::ALL.iter().zip(amounts).filter(|(_, n)| *n > 0).fold(event, |event, (good, n)| event.with(good.name(), n))
                });
            }
        }
    }

    fn tell_figures(&self, seat: usize, w: &mut impl Witness) {
        let (old, new) = (self.before.players[seat].figures, self.after.players[seat].figures);
        for space in bits(new & !old) {
            let text = format!("has an archaeologist at {}", self.space(space));
            w.tell(|| self.event("figure", seat, &text).with("space", self.space(space)));
        }
        for space in bits(old & !new) {
            let text = format!("takes the archaeologist back from {}", self.space(space));
            w.tell(|| self.event("figure_back", seat, &text).with("space", self.space(space)));
        }
    }

    /// Cards with an identity. Everyone knows which cards a player owns and which lie in the play area; only the owner knows the hand.
    fn tell_cards(&self, seat: usize, w: &mut impl Witness) {
        let (a, b) = (&self.before.players[seat], &self.after.players[seat]);
        let owner = Seat(seat as u8);
        let seen = |s: &State| if s.seat as usize == seat { s.seen.0 } else { 0 };
        let (old, new) = (self.before.held(seat).0.0, self.after.held(seat).0.0);
        let mut tell_each = |kind: &'static str, set: u128, verb: &str| {
            for card in Cards(set).iter() {
                let name = &self.game.t.cards.names[card as usize];
                w.tell(|| self.event(kind, seat, &verb.replace('#', name)).with("card", name.as_str()));
            }
        };
        let (gone, come) = ((old | a.play.0) & !(new | b.play.0), (new | b.play.0) & !(old | a.play.0));
        tell_each("play", old & b.play.0, "puts # into the play area");
        tell_each("card", come & b.play.0, "has # in the play area");
        tell_each("card", come & new & b.hand.0, "takes # into hand");
        tell_each("card", come & new & !b.hand.0, "adds # to the deck");
        tell_each("exile", gone, "exiles #");
        let buried = Cards(a.play.0 & new);
        if !buried.is_empty() {
            let names = self.names(buried);
            let text = format!("shuffles the play area under the deck: {}", and(&names));
            w.tell(|| self.event("shuffle", seat, &text).with("cards", json!(names)));
        }
        let (drawn, put) =
            (Cards(b.hand.0 & !a.hand.0 & old), Cards((b.deck.0 & a.hand.0) | (seen(self.after) & !seen(self.before))));
        // Drawing Fear is reported like drawing any other card, so that the words do not give it away to the others.
        let seen_fear = |s: &State| if s.seat as usize == seat { s.seen_fear.iter().sum::<u8>() } else { 0 };
        let (was_seen, is_seen) = (seen_fear(self.before), seen_fear(self.after));
        let fear = i32::from(b.fear_in_hand()) - i32::from(a.fear_in_hand());
        let fear = if b.deck_size() < a.deck_size() || is_seen < was_seen { fear.max(0) } else { 0 };
        let number = drawn.len() as i32 + fear;
        if number > 0 {
            let mut names = self.names(drawn);
            names.extend((0..fear).map(|_| "Fear"));
            w.tell(|| {
                let text = format!("draws {}", and(&names));
                self.event("draw", seat, &text).with("cards", json!(names)).with("count", number).only(owner)
            });
            let text = format!("draws {}", count(number, "card"));
            w.tell(|| self.event("draw", seat, &text).with("count", number).except(owner));
        }
        let looked = b.deck_size() != a.deck_size() && (!put.is_empty() || is_seen > was_seen);
        if looked {
            let mut names = self.names(put);
            names.extend((was_seen..is_seen).map(|_| "Fear"));
            let text = format!("looks at {}", and(&names));
            w.tell(|| self.event("look", seat, &text).with("cards", json!(names)).only(owner));
            let text = "looks at cards of the deck";
            w.tell(|| self.event("look", seat, text).except(owner));
        }
        if b.private_tops.len() > a.private_tops.len() {
            w.tell(|| self.event("put_back", seat, "puts a card back on top of the deck"));
        }
    }

    fn tell_fear(&self, seat: usize, w: &mut impl Witness) {
        let (a, b) = (&self.before.players[seat], &self.after.players[seat]);
        let all = |s: &State| i32::from(s.held(seat).1 + s.players[seat].play_fear);
        let cards = all(self.after) - all(self.before);
        if cards != 0 {
            let verb = if cards > 0 { "takes" } else { "gets rid of" };
            let text = format!("{verb} {} Fear", cards.abs());
            w.tell(|| self.event("fear", seat, &text).with("cards", cards));
        }
        let tiles = i32::from(b.fear_tiles) - i32::from(a.fear_tiles);
        if tiles != 0 {
            let verb = if tiles > 0 { "takes" } else { "gets rid of" };
            let text = format!("{verb} {}", count(tiles.abs(), "fear tile"));
            w.tell(|| self.event("fear", seat, &text).with("tiles", tiles));
        }
        let down = i32::from(b.play_fear) - i32::from(a.play_fear) - cards.max(0);
        if down > 0 {
            let text = format!("puts {down} Fear into the play area");
            w.tell(|| self.event("play", seat, &text).with("fear", down));
        }
    }

    /// Idols, guardians, boons and assistants.
    fn tell_pieces(&self, seat: usize, w: &mut impl Witness) {
        let (t, a, b) = (&self.game.t, &self.before.players[seat], &self.after.players[seat]);
        for guardian in bits(u32::from(b.guardians & !a.guardians)) {
            let name = &t.guardians.names[guardian as usize];
            w.tell(|| self.event("overcome", seat, &format!("overcomes {name}")).with("guardian", name.as_str()));
        }
        for guardian in bits(u32::from(b.used_boons & !a.used_boons)) {
            let name = &t.guardians.names[guardian as usize];
            w.tell(|| self.event("boon", seat, &format!("uses the boon of {name}")).with("guardian", name.as_str()));
        }
        let slots = b.slots.count_ones() as i32 - a.slots.count_ones() as i32;
        if slots != 0 {
            let text = if slots > 0 { "puts an idol into a slot" } else { "takes an idol out of a slot" };
            w.tell(|| self.event("slot", seat, text).with("filled", slots));
        }
        let idols = i32::from(b.crates) - i32::from(a.crates) + slots;
        if idols != 0 {
            let text = format!("{} {}", if idols > 0 { "takes" } else { "pays" }, count(idols.abs(), "idol"));
            w.tell(|| self.event("idol", seat, &text).with("idols", idols));
        }
        for square in 0..2 {
            let (old, new) = (a.assistants[square], b.assistants[square]);
            let bit = |set: u8| set >> square & 1 == 1;
            if new == NONE {
                continue;
            }
            let name = &t.assistants.names[new as usize];
            let change: Option<(&'static str, String)> = if old != new {
                Some(("assistant", format!("has {name} now")))
            } else if bit(b.gold) && !bit(a.gold) {
                Some(("assistant_gold", format!("turns {name} to gold")))
            } else if bit(b.ready) != bit(a.ready) {
                Some(if bit(b.ready) {
                    ("assistant_ready", format!("makes {name} ready"))
                } else {
                    ("assistant_used", format!("uses {name}"))
                })
            } else {
                None
            };
            if let Some((kind, text)) = change {
                w.tell(|| self.event(kind, seat, &text).with("assistant", name.as_str()));
            }
        }
        for (flag, text) in [
            (b.icons_as_planes && !a.icons_as_planes, "travels with planes only this round"),
            (b.no_guardian_fear && !a.no_guardian_fear, "takes no Fear from guardians this round"),
        ] {
            if flag {
                w.tell(|| self.event("charm", seat, text));
            }
        }
    }

    fn tell_research(&self, seat: usize, w: &mut impl Witness) {
        let (t, a, b) = (&self.game.t, &self.before.players[seat], &self.after.players[seat]);
        for (token, old, new) in [("magnifying glass", a.magnifier, b.magnifier), ("notebook", a.notebook, b.notebook)] {
            if old != new && new != NONE {
                let place = &t.track.names[new as usize];
                let text = format!("moves the {token} to {place}");
                w.tell(|| {
                    self.event("research", seat, &text).with("token", token).with("space", t.track.names[new as usize].as_str())
                });
            }
        }
        if b.arrival != a.arrival {
            let points = t.track.arrival[(b.arrival as usize).clamp(1, 4) - 1];
            let text = format!("arrives at the Lost Temple for {points} points");
            w.tell(|| self.event("arrival", seat, &text).with("place", b.arrival).with("worth", points));
        }
        for (stack, (&old, &new)) in a.temple.iter().zip(&b.temple).enumerate().filter(|(_, (old, new))| new > old) {
            let text = format!("takes a temple tile of {} points", t.temple.points[stack]);
            w.tell(|| self.event("temple_tile", seat, &text).with("tile", t.temple.names[stack].as_str()).with("tiles", new - old));
        }
    }

    /// Sites, guardians on them, bonus tiles and the supply of assistants.
    fn tell_board(&self, w: &mut impl Witness) {
        let (t, a, b) = (&self.game.t, self.before, self.after);
        for place in 0..b.tiles.len() {
            let site = self.site(CAMPS + place);
            if a.idols[place] != b.idols[place] && a.idols[place] != NONE {
                let idol = &t.idols.words[a.idols[place] as usize];
                w.tell(|| Event::new("idol_taken", format!("The idol of {site} is taken: {idol}")).with("site", site));
            }
            if a.tiles[place] != b.tiles[place] && b.tiles[place] != NONE {
                let tile = b.tiles[place] as usize;
                let text = format!("{site} is discovered: {}", t.sites.words[CAMPS + tile]);
                w.tell(|| Event::new("discover", capital(&text)).with("site", site).with("tile", t.sites.tile_ids[tile].as_str()));
            }
        }
        for site in Site::all().map(Site::at) {
            let (old, new) = (a.guardian_at[site], b.guardian_at[site]);
            if new != NONE && old != new {
                let name = &t.guardians.names[new as usize];
                let text = format!("{name} guards {}", self.site(site));
                w.tell(|| Event::new("guardian", capital(&text)).with("guardian", name.as_str()).with("site", self.site(site)));
            }
        }
        for (space, (old, new)) in a.bonus.iter().zip(&b.bonus).enumerate().filter(|(_, (old, new))| old != new) {
            let left = |tiles: &[u8; 3], kind: usize| tiles.iter().filter(|k| **k as usize == kind).count();
            for kind in (0..6).filter(|&kind| left(new, kind) < left(old, kind)) {
                let text = format!("The bonus tile of {} is taken: {}", t.track.names[space], t.bonus.words[kind]);
                w.tell(|| {
                    Event::new("bonus_tile", text)
                        .with("kind", t.bonus.ids[kind].as_str())
                        .with("space", t.track.names[space].as_str())
                });
            }
        }
        if b.temple_tiles < a.temple_tiles {
            let taken: Vec<&str> =
                (0..6).filter(|&k| b.bonus_seen[k] > a.bonus_seen[k]).map(|k| t.bonus.words[k].as_str()).collect();
            let text = format!("A tile of the Lost Temple is taken: {}", taken.join(", "));
            w.tell(|| Event::new("bonus_tile", text).with("kinds", json!(taken)));
        }
        for (stack, (&old, &new)) in a.supply.iter().zip(&b.supply).enumerate().filter(|(_, (old, new))| old != new) {
            let name = t.assistants.names.get(new as usize);
            let text = match name {
                Some(name) => format!("{} is now on top of supply stack {}", capital(name), stack + 1),
                None => format!("Supply stack {} is empty", stack + 1),
            };
            let _ = old;
            w.tell(|| {
                Event::new("supply", text).with("stack", stack + 1).with("assistant", name.map_or(Value::Null, |n| json!(n)))
            });
        }
        if a.rescue.first() != b.rescue.first() {
            let name = b.rescue.first().map(|&top| t.assistants.names[top as usize].as_str());
            let text = name.map_or("The rescue stack is empty".to_string(), |name| {
                format!("{} is now on top of the rescue stack", capital(name))
            });
            w.tell(|| Event::new("supply", text).with("rescue", name.map_or(Value::Null, |n| json!(n))));
        }
        for (level, old, new) in [(1, &a.stack1, &b.stack1), (2, &a.stack2, &b.stack2)] {
            if new.bottom.len() > old.bottom.len() {
                let tile = *new.bottom.last().expect("it has grown") as usize;
                let text = format!("A level {level} site is turned up and used: {}", t.sites.words[CAMPS + tile]);
                w.tell(|| Event::new("site_tile", text).with("tile", t.sites.tile_ids[tile].as_str()));
            }
        }
    }

    /// The row, the exile piles and the pool.
    fn tell_row(&self, w: &mut impl Witness) {
        let (a, b) = (self.before, self.after);
        for card in Cards(b.row().0 & !a.row().0).iter() {
            let name = &self.game.t.cards.names[card as usize];
            w.tell(|| Event::new("deal", format!("{name} is dealt into the row")).with("card", name.as_str()));
        }
        for card in Cards(a.row().0 & b.exile.0 & !a.exile.0).iter() {
            let name = &self.game.t.cards.names[card as usize];
            w.tell(|| Event::new("exile", format!("{name} leaves the row for the exile pile")).with("card", name.as_str()));
        }
        for (old, new) in [(a.item_top, b.item_top), (a.artifact_top, b.artifact_top)] {
            if new != old && new < FIRST_BASIC {
                let name = &self.game.t.cards.names[new as usize];
                w.tell(|| Event::new("reveal", format!("{name} is revealed on top of its deck")).with("card", name.as_str()));
            }
        }
        if a.pool != b.pool && b.pool != [0; 4] {
            let icons = words::icons(&b.pool);
            w.tell(|| Event::new("pool", format!("Left to travel with this turn: {icons}")).with("icons", icons.as_str()));
        }
    }

    fn tell_rival(&self, w: &mut impl Witness) {
        if !self.game.solo {
            return;
        }
        let (t, a, b) = (&self.game.t, &self.before.rival, &self.after.rival);
        for tile in bits(u32::from(a.left & !b.left)) {
            let (id, name) = (&t.rival.ids[tile as usize], &t.rival.names[tile as usize]);
            w.tell(|| Event::new("rival", format!("The rival turns up a tile: {name}")).with("tile", id.as_str()));
        }
        for space in bits(b.figures & !a.figures) {
            let text = format!("The rival has an archaeologist at {}", self.space(space));
            w.tell(|| Event::new("rival_figure", text).with("space", self.space(space)));
        }
        for card in Cards(b.cards.0 & !a.cards.0).iter() {
            let name = &t.cards.names[card as usize];
            w.tell(|| Event::new("rival_card", format!("The rival takes {name}")).with("card", name.as_str()));
        }
        for guardian in bits(u32::from(b.guardians & !a.guardians)) {
            let name = &t.guardians.names[guardian as usize];
            w.tell(|| Event::new("rival_guardian", format!("The rival overcomes {name}")).with("guardian", name.as_str()));
        }
        if a.magnifier != b.magnifier && b.magnifier != NONE {
            let space = &t.track.names[b.magnifier as usize];
            w.tell(|| Event::new("rival_research", format!("The rival moves to {space}")).with("space", space.as_str()));
        }
        if a.temple != b.temple {
            w.tell(|| Event::new("rival_temple", "The rival takes a temple tile of 6 points"));
        }
        let (old, new) = (self.game.rival_points(self.before), self.game.rival_points(self.after));
        if old != new {
            let text = format!("The rival has {}", count(new, "point"));
            w.tell(|| Event::new("rival_points", text).with("total", new).with("change", new - old));
        }
    }

    /// Passing, rounds, points and the end.
    fn tell_course(&self, w: &mut impl Witness) {
        let (a, b) = (self.before, self.after);
        for seat in bits(u32::from(b.passed & !a.passed)).map(usize::from) {
            w.tell(|| self.event("pass", seat, "passes"));
        }
        for seat in 0..self.game.seats {
            let sum = |s: &State| self.game.points_of(s, seat).iter().sum::<i32>();
            let (old, new) = (sum(a), sum(b));
            if old != new {
                let text =
                    format!("{} {}: {new} in all", if new > old { "gains" } else { "loses" }, count((new - old).abs(), "point"));
                w.tell(|| self.event("points", seat, &text).with("points", new - old).with("total", new));
            }
        }
        if a.phase == Phase::Turns && b.phase == Phase::Keep {
            w.tell(|| Event::new("round_end", format!("Round {} ends: all have passed", a.round)).with("round", a.round));
        }
        if b.round != a.round {
            let text = format!("Round {} begins, {} starts", b.round, self.who(b.start as usize));
            w.tell(|| Event::new("round", text).with("round", b.round).with("start", b.start));
        }
        if a.phase != Phase::Over && b.phase == Phase::Over {
            w.tell(|| Event::new("over", self.game.reason(b)));
        }
    }
}

const _: () = assert!(Space::COUNT <= 32);
