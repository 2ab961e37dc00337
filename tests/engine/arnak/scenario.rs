//! Positions and moves in the words of the game:
//! `Scenario::new(2).hand(P0, "lantern").act("play lantern").act("site camp_1").has(P0, "2 coin")`.

mod play;

use std::sync::Arc;

use expedition::core::{Game, Rng, Setup};
use expedition::games::arnak::effects::notation::parse_goods;
use expedition::games::arnak::{Arnak, Cards, FEAR, NONE, PUBLIC, Player, State, Tables, group_key};
use serde_json::{Map, Value, json};

pub const P0: usize = 0;
pub const P1: usize = 1;
pub const P2: usize = 2;

/// A position that is set up piece by piece and then played.
#[derive(Clone)]
pub struct Scenario {
    pub game: Arc<Game<Arnak>>,
    pub s: State,
    rng: Rng,
    fresh: bool,
}

fn find(names: &[String], name: &str) -> u8 {
    names.iter().position(|n| n == name).unwrap_or_else(|| panic!("there is no {name:?}")) as u8
}

fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|t| !t.is_empty())
}

impl Scenario {
    /// The Bird side: hands, decks and the row are empty, nobody has anything, no site is discovered.
    pub fn new(players: usize) -> Self {
        Self::with(&json!({ "players": players }))
    }

    /// The Snake side.
    pub fn snake(players: usize) -> Self {
        Self::with(&json!({ "players": players, "board": "snake" }))
    }

    pub fn with(options: &Value) -> Self {
        Self::with_content(options, &Map::new())
    }

    pub fn with_content(options: &Value, content: &Map<String, Value>) -> Self {
        let game = Game::<Arnak>::new(options.as_object().expect("an object"), content).unwrap_or_else(|p| panic!("{p}"));
        let mut rng = Rng::seeded(5);
        let mut s = game.rules.start(&mut rng);
        let seats = game.seats();
        for p in &mut s.players[..seats] {
            *p = Player::empty();
        }
        s.fear_supply = 19;
        s.keys = [0; 75];
        for row in [&mut s.artifact_row, &mut s.item_row] {
            for card in row.iter_mut().filter(|c| **c != NONE) {
                s.market.add(*card);
                *card = NONE;
            }
        }
        // In solo the rival has used one tile at the start: everything it took is given back.
        for card in s.rival.cards.iter() {
            s.market.add(card);
        }
        s.rival.cards = Cards::EMPTY;
        s.rival.figures = 0;
        for (space, tile) in s.tiles.iter_mut().enumerate().filter(|(_, t)| **t != NONE) {
            if space < 8 {
                s.stack1.unknown |= 1 << *tile;
            } else {
                s.stack2.unknown |= 1 << *tile;
            }
            *tile = NONE;
        }
        for guardian in s.guardian_at.iter_mut().filter(|g| **g != NONE) {
            s.guardian_stack |= 1 << *guardian;
            *guardian = NONE;
        }
        s.rival.magnifier = NONE;
        s.rival.idols = 0;
        s.rival.pile = 0;
        let mut copies = game.rules.tables().idols.copies;
        s.idols.iter().filter(|k| **k != NONE).for_each(|&k| copies[k as usize] -= 1);
        for idol in s.idols.iter_mut().filter(|k| **k == NONE) {
            *idol = copies.iter().position(|&n| n > 0).expect("16 idols") as u8;
            copies[*idol as usize] -= 1;
        }
        let mut it = Self { game: Arc::new(game), s, rng, fresh: true };
        let supply: Vec<String> =
            it.s.supply.iter().filter(|a| **a != NONE).map(|&a| it.t().assistants.ids[a as usize].clone()).collect();
        it.set_supply(&supply.iter().map(String::as_str).collect::<Vec<_>>());
        // The others have something to choose from, so that their turns wait.
        (1..seats).fold(it, |it, seat| it.hand(seat, "funding_car"))
    }

    pub fn t(&self) -> &Tables {
        self.game.rules.tables()
    }

    fn change(mut self, change: impl FnOnce(&mut State, &Tables)) -> Self {
        change(&mut self.s, self.game.rules.tables());
        self.s.offered.0.clear();
        self
    }

    pub fn card(&self, name: &str) -> u8 {
        find(&self.t().cards.ids, name)
    }

    /// Takes a card out of wherever it is; Fear comes from the supply.
    fn pull(&mut self, seat: usize, card: u8) {
        if card == FEAR {
            self.s.fear_supply -= 1;
            return;
        }
        let s = &mut self.s;
        for row in [&mut s.artifact_row, &mut s.item_row] {
            row.iter_mut().filter(|c| **c == card).for_each(|c| *c = NONE);
        }
        s.market.remove(card);
        s.exile.remove(card);
        let owners = if card < 75 { 0..4 } else { seat..seat + 1 };
        for p in &mut s.players[owners] {
            for zone in [&mut p.hand, &mut p.deck, &mut p.play] {
                zone.remove(card);
            }
        }
        if s.item_top == card {
            s.item_top = NONE;
        }
        if s.artifact_top == card {
            s.artifact_top = NONE;
        }
    }

    /// Hand cards, `fear` among them. Added to what is there.
    pub fn hand(mut self, seat: usize, cards: &str) -> Self {
        for name in list(cards) {
            let card = self.card(name);
            self.pull(seat, card);
            if card == FEAR {
                self.s.players[seat].hand_fear[0] += 1;
            } else {
                self.s.players[seat].hand.add(card);
                self.s.set_key(seat, card, PUBLIC);
            }
        }
        self.change(|_, _| ())
    }

    /// The deck from top to bottom, in an order known to all. Without Fear.
    pub fn deck(mut self, seat: usize, cards: &str) -> Self {
        let base = group_key(self.s.round as usize - 1);
        for (i, name) in list(cards).enumerate() {
            let card = self.card(name);
            assert_ne!(card, FEAR, "Fear has no known place: use bag");
            self.pull(seat, card);
            self.s.players[seat].deck.add(card);
            self.s.set_key(seat, card, base + 1 + i as u8);
        }
        self.change(|_, _| ())
    }

    /// Deck cards in an unknown order, above those of `deck`.
    pub fn bag(mut self, seat: usize, cards: &str) -> Self {
        let group = self.s.round as usize - 1;
        for name in list(cards) {
            let card = self.card(name);
            self.pull(seat, card);
            if card == FEAR {
                self.s.players[seat].deck_fear[group] += 1;
            } else {
                self.s.players[seat].deck.add(card);
                self.s.set_key(seat, card, group_key(group));
            }
        }
        self.change(|_, _| ())
    }

    /// Cards in the play area.
    pub fn play_area(mut self, seat: usize, cards: &str) -> Self {
        for name in list(cards) {
            let card = self.card(name);
            self.pull(seat, card);
            if card == FEAR { self.s.players[seat].play_fear += 1 } else { self.s.players[seat].play.add(card) }
        }
        self.change(|_, _| ())
    }

    pub fn goods(self, seat: usize, goods: &str) -> Self {
        let amounts = if goods.is_empty() { [0; 5] } else { parse_goods(goods).expect("resources") };
        self.change(|s, _| s.players[seat].goods = amounts)
    }

    /// The items of the row from the staff outward, `-` for a gap.
    pub fn items(mut self, cards: &str) -> Self {
        for (slot, name) in list(cards).enumerate().filter(|(_, n)| *n != "-") {
            let card = self.card(name);
            self.pull(0, card);
            self.s.item_row[slot] = card;
        }
        self.change(|_, _| ())
    }

    /// The artifacts of the row from the staff outward.
    pub fn artifacts(mut self, cards: &str) -> Self {
        for (slot, name) in list(cards).enumerate().filter(|(_, n)| *n != "-") {
            let card = self.card(name);
            self.pull(0, card);
            self.s.artifact_row[slot] = card;
        }
        self.change(|_, _| ())
    }

    pub fn exiled(mut self, cards: &str) -> Self {
        for name in list(cards) {
            let card = self.card(name);
            self.pull(0, card);
            self.s.exile.add(card);
        }
        self.change(|_, _| ())
    }

    /// The next card of its deck, known to all.
    pub fn top(mut self, name: &str) -> Self {
        let card = self.card(name);
        self.pull(0, card);
        self.s.market.add(card);
        *(if card < 40 { &mut self.s.item_top } else { &mut self.s.artifact_top }) = card;
        self.change(|_, _| ())
    }

    pub fn round(self, round: u8) -> Self {
        self.change(|s, _| s.round = round)
    }

    pub fn fear_supply(self, seat: usize, left: u8) -> Self {
        // A missing card lies in the deck of a seat.
        self.change(|s, _| {
            s.players[seat].deck_fear[0] += s.fear_supply - left;
            s.fear_supply = left;
        })
    }

    /// A discovered site; its idols are gone.
    pub fn tile(self, site: &str, tile: &str) -> Self {
        self.change(|s, t| {
            let (place, tile) = (find(&t.sites.ids, site) as usize - 5, find(&t.sites.tile_ids, tile));
            s.stack1.unknown &= !(1 << tile);
            s.stack2.unknown &= !(1 << tile);
            s.tiles[place] = tile;
            s.idols[place] = NONE;
        })
    }

    /// The next tile of its stack; the others are known to lie below.
    pub fn next_tile(self, tile: &str) -> Self {
        self.change(|s, t| {
            let tile = find(&t.sites.tile_ids, tile);
            let stack = if tile < 10 { &mut s.stack1 } else { &mut s.stack2 };
            for other in (0..16).filter(|&o| o != tile && stack.unknown >> o & 1 == 1) {
                stack.bottom.push(other);
            }
            stack.bottom.retain(|o| *o != tile);
            stack.unknown = 1 << tile;
        })
    }

    /// The face-up idol of an undiscovered place.
    pub fn idol(self, site: &str, idol: &str) -> Self {
        self.change(|s, t| {
            let (place, kind) = (find(&t.sites.ids, site) as usize - 5, find(&t.idols.ids, idol));
            if let Some(other) = s.idols.iter().position(|&k| k == kind) {
                s.idols.swap(place, other);
            } else {
                s.idols[place] = kind;
            }
        })
    }

    pub fn guardian(self, site: &str, guardian: &str) -> Self {
        self.change(|s, t| {
            let guardian = find(&t.guardians.ids, guardian);
            s.guardian_stack &= !(1 << guardian);
            s.guardian_at[find(&t.sites.ids, site) as usize] = guardian;
            bring(s);
        })
    }

    /// Guardians a player has overcome, with their boons unused.
    pub fn overcome(self, seat: usize, guardians: &str) -> Self {
        self.change(|s, t| {
            for name in list(guardians) {
                let guardian = find(&t.guardians.ids, name);
                s.guardian_stack &= !(1 << guardian);
                s.players[seat].guardians |= 1 << guardian;
            }
            bring(s);
        })
    }

    pub fn figure(self, seat: usize, space: &str) -> Self {
        self.change(|s, t| s.players[seat].figures |= 1 << find(&t.sites.space_ids, space))
    }

    pub fn rival_figure(self, space: &str) -> Self {
        self.change(|s, t| {
            s.rival.figures |= 1 << find(&t.sites.space_ids, space);
            // A tile has sent it: the first five dig.
            let sent = |s: &State| (s.rival.tiles & !s.rival.left & 31).count_ones();
            while sent(s) < s.rival.figures.count_ones() {
                let tile = s.rival.left.trailing_zeros();
                s.rival.left &= !(1 << tile);
                s.rival.first = tile as u8;
                s.rival.arrow = t.rival.tiles[s.rival.left.trailing_zeros() as usize].arrow as u8;
            }
        })
    }

    /// `"assistant_01 gold exhausted"`: silver and ready unless it says otherwise.
    pub fn assistant(mut self, seat: usize, text: &str) -> Self {
        let mut words = text.split(' ');
        let assistant = find(&self.t().assistants.ids, words.next().expect("an assistant"));
        let state: Vec<&str> = words.collect();
        let tops: Vec<String> = self
            .s
            .supply
            .iter()
            .filter(|a| **a != NONE && **a != assistant)
            .map(|&a| self.t().assistants.ids[a as usize].clone())
            .collect();
        let p = &mut self.s.players[seat];
        let square = p.square_of(NONE).expect("a free square");
        p.assistants[square] = assistant;
        p.gold |= u8::from(state.contains(&"gold")) << square;
        p.ready |= u8::from(!state.contains(&"exhausted")) << square;
        self.s.rescue.retain(|a| *a != assistant);
        self.set_supply(&tops.iter().map(String::as_str).collect::<Vec<_>>());
        self.change(|_, _| ())
    }

    /// The visible tops of the supply stacks; the others lie below the first.
    pub fn supply(mut self, tops: &str) -> Self {
        let tops: Vec<&str> = list(tops).collect();
        self.set_supply(&tops);
        self.change(|_, _| ())
    }

    /// The rescue stack from the top, seen by nobody.
    pub fn rescue(mut self, assistants: &str) -> Self {
        let ids: Vec<u8> = list(assistants).map(|a| find(&self.t().assistants.ids, a)).collect();
        self.s.rescue.clear();
        for &assistant in &ids {
            self.s.rescue.push(assistant);
        }
        self.s.rescue_below = 0;
        let tops: Vec<String> = self
            .s
            .supply
            .iter()
            .filter(|a| **a != NONE && !ids.contains(a))
            .map(|&a| self.t().assistants.ids[a as usize].clone())
            .collect();
        self.set_supply(&tops.iter().map(String::as_str).collect::<Vec<_>>());
        self.change(|_, _| ())
    }

    fn set_supply(&mut self, tops: &[&str]) {
        let ids: Vec<u8> = tops.iter().map(|a| find(&self.t().assistants.ids, a)).collect();
        let per_player = self.game.seats().max(2) as u8;
        let s = &mut self.s;
        let room = if s.rescue.is_empty() { [3; 3] } else { [2, 2, 5 - per_player] };
        s.rescue.retain(|a| !ids.contains(a));
        let mut used: u16 = ids.iter().fold(0, |set, &a| set | 1 << a);
        used |= s
            .players
            .iter()
            .flat_map(|p| p.assistants)
            .chain(s.rescue.iter().copied())
            .filter(|a| *a != NONE)
            .fold(0, |set, a| set | 1 << a);
        s.hidden_assistants = 0x0FFF & !used;
        s.supply = [NONE; 3];
        ids.iter().enumerate().for_each(|(i, &a)| s.supply[i] = a);
        let hidden = s.hidden_assistants.count_ones() as u8;
        if s.rescue.is_empty() {
            s.rescue_below = 0;
        }
        s.rescue_below = s.rescue_below.min(hidden);
        let mut rest = hidden - s.rescue_below;
        s.supply_below = [0; 3];
        for (stack, below) in s.supply_below.iter_mut().enumerate().take(ids.len()) {
            *below = rest.min(room[stack]);
            rest -= *below;
        }
        if ids.is_empty() {
            rest += s.rescue_below;
            s.rescue_below = 0;
        }
        // Cards that fit nowhere are out of the game, as if the rival had removed them.
        (0..rest).for_each(|_| s.hidden_assistants &= s.hidden_assistants - 1);
    }

    /// Idols in the crates and filled slots, from the left: `idols(P0, 1, "x--x")`.
    pub fn idols(self, seat: usize, crates: u8, slots: &str) -> Self {
        self.change(|s, _| {
            s.players[seat].crates = crates;
            s.players[seat].slots = slots.chars().enumerate().fold(0, |set, (i, c)| set | u8::from(c == 'x') << i);
            // They come from the board.
            let held: u32 = s.players.iter().map(|p| u32::from(p.crates) + p.slots.count_ones()).sum();
            for place in 0..held as usize {
                if s.tiles[place] == NONE {
                    let tile = s.stack1.unknown.trailing_zeros() as u8;
                    s.stack1.unknown &= !(1 << tile);
                    s.tiles[place] = tile;
                }
                s.idols[place] = NONE;
            }
        })
    }

    pub fn magnifier(self, seat: usize, space: &str) -> Self {
        self.change(|s, t| {
            let space = find(&t.track.ids, space);
            s.players[seat].magnifier = space;
            if space == t.track.temple {
                s.arrivals += 1;
                s.players[seat].arrival = s.arrivals;
                s.temple_tiles -= 1;
                let kind = (0..6).find(|&k| s.bonus_seen[k] < t.bonus.copies[k]).expect("a tile is left");
                s.bonus_seen[kind] += 1;
            }
        })
    }

    pub fn notebook(self, seat: usize, space: &str) -> Self {
        self.change(|s, t| s.players[seat].notebook = find(&t.track.ids, space))
    }

    /// The bonus tiles of a research space, from the left.
    pub fn bonus(self, space: &str, kinds: &str) -> Self {
        self.change(|s, t| {
            let space = find(&t.track.ids, space) as usize;
            for old in s.bonus[space].iter().filter(|k| **k != NONE) {
                s.bonus_seen[*old as usize] -= 1;
            }
            s.bonus[space] = [NONE; 3];
            for (i, name) in list(kinds).enumerate() {
                let kind = find(&t.bonus.ids, name);
                s.bonus[space][i] = kind;
                s.bonus_seen[kind as usize] += 1;
            }
            // More of a kind may be wanted than are left: other spaces give theirs up.
            for kind in 0..6u8 {
                while s.bonus_seen[kind as usize] > t.bonus.copies[kind as usize] {
                    let other = (0..16).find(|&o| o != space && s.bonus[o][0] == kind).expect("another space has it");
                    let unused = (0..6).find(|&k| s.bonus_seen[k] < t.bonus.copies[k]).expect("one is left");
                    s.bonus[other][0] = unused as u8;
                    s.bonus_seen[kind as usize] -= 1;
                    s.bonus_seen[unused] += 1;
                }
            }
        })
    }

    /// Any other change.
    pub fn set(self, change: impl FnOnce(&mut State)) -> Self {
        self.change(|s, _| change(s))
    }
}

/// Discovers sites, the last ones first, until each guardian that is in play has been brought by one (R52).
fn bring(s: &mut State) {
    let met = 15 - s.guardian_stack.count_ones() as usize;
    for place in (0..s.tiles.len()).rev() {
        if s.tiles.iter().filter(|t| **t != NONE).count() >= met {
            return;
        }
        if s.tiles[place] == NONE {
            let unknown = if place < 8 { &mut s.stack1.unknown } else { &mut s.stack2.unknown };
            let tile = unknown.ilog2();
            *unknown &= !(1 << tile);
            s.tiles[place] = tile as u8;
            s.idols[place] = NONE;
        }
    }
}
