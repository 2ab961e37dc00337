//! A position laid out by hand, and play on it in the words of the game.

use std::sync::Arc;

use expedition::core::{Action, ActionSet, Apply, Bag, Broken, Check, Game, Legal, Rng, Rules, Seat, Silent, Turn};
use expedition::games::kathmandu::{
    Act, CARDS, COLOUR_NAMES, Card, Cells, Column, Decision, Dig, Held, Kathmandu, Listed, PLAYERS, Pile, Place, Site, State,
};
use serde_json::{Value, json};

use crate::support::{episode, game};

pub const P0: Seat = Seat(0);
pub const P1: Seat = Seat(1);
pub const P2: Seat = Seat(2);

pub struct Table {
    pub game: Arc<Game<Kathmandu>>,
    pub s: State,
    pub rng: Rng,
}

/// A table for two with the long game.
pub fn two() -> Table {
    table(&json!({}))
}

/// A table with known lists: six rim sites, the five base personalities and a curator; seat 0 begins. Positions are laid out on
/// the board `valley` unless another one is named.
pub fn table(options: &Value) -> Table {
    let mut options = options.clone();
    options.as_object_mut().expect("options are an object").entry("board").or_insert(json!("valley"));
    let options = &options;
    let mut t = Table { game: game(options), s: episode::<Kathmandu>(options, 1).state().clone(), rng: Rng::seeded(1) };
    t.s.first = P0;
    t.s.active = P0;
    t.s.deck = Bag(t.rules().tables().copies);
    t.s.personalities = Column::default();
    t.personalities(&["chronicler", "anthropologist", "palaeontologist", "historian", "naturalist", "curator"]);
    if t.rules().board().id == "valley" {
        t.sites(&["dakshinkali", "bungamati", "khokana", "bhaktapur", "nagarkot", "changu_narayan"]);
    }
    t.check().expect("the table is set up right");
    t
}

pub fn card(name: &str) -> Card {
    Card(CARDS.iter().position(|&c| c == name).unwrap_or_else(|| panic!("no card {name}")) as u8)
}

pub fn colour(name: &str) -> usize {
    COLOUR_NAMES.iter().position(|&c| c == name).unwrap_or_else(|| panic!("no colour {name}"))
}

impl Table {
    pub fn rules(&self) -> &Kathmandu {
        &self.game.rules
    }

    pub fn check(&self) -> Result<(), Broken> {
        self.rules().check(&self.s)
    }

    pub fn cell(&self, q: i8, r: i8) -> u8 {
        self.rules().board().land.cell(q, r).unwrap_or_else(|| panic!("{q},{r} is not land"))
    }

    pub fn site(&self, id: &str) -> Site {
        Site(self.rules().board().site_ids.iter().position(|s| s == id).unwrap_or_else(|| panic!("no site {id}")) as u8)
    }

    /// Bare digs at these sites in this order. With a full list the others are unseen; with fewer the last seat has taken them.
    pub fn sites(&mut self, ids: &[&str]) -> &mut Self {
        for (colour, cells) in self.s.excavation.iter_mut().enumerate() {
            self.s.bag.0[colour] += cells.len() as u8;
            *cells = Cells::EMPTY;
        }
        let sites: Vec<Site> = ids.iter().map(|id| self.site(id)).collect();
        self.s.sites = Column::default();
        self.s.taken_sites = [0; PLAYERS];
        self.s.unseen_sites = ((1u32 << self.rules().board().site_cells.len()) - 1) as u16;
        for site in sites {
            let cells = Cells::of(self.rules().board().site_cell(site));
            self.s.sites.0.push(Listed { card: Dig { site, under: 0, cells }, tokens: Pile::default() });
            self.s.unseen_sites &= !(1 << site.0);
        }
        let short = self.game.options.choice("variant") == "short";
        let removed = if short { self.rules().board().removed_in_short_game } else { 0 };
        self.s.site_deck = self.s.unseen_sites.count_ones() as u8 - removed;
        if ids.len() < self.rules().board().active_sites {
            self.no_more_sites(&[]);
        }
        self
    }

    /// Only these sites can still be turned up; the last seat has the other cards.
    pub fn no_more_sites(&mut self, but: &[&str]) -> &mut Self {
        let left = but.iter().fold(0, |set, id| set | 1 << self.site(id).0);
        let last = self.rules().seats() - 1;
        self.s.taken_sites[last] |= self.s.unseen_sites & !left;
        self.s.unseen_sites = left;
        self.s.site_deck = left.count_ones() as u8;
        self
    }

    /// The personality list from top to bottom; what was there goes into the deck.
    pub fn personalities(&mut self, names: &[&str]) -> &mut Self {
        for listed in self.s.personalities.0.drain(..) {
            self.s.deck.add(listed.card.at());
        }
        for name in names {
            self.s.deck.remove(card(name).at());
            self.s.personalities.0.push(Listed { card: card(name), tokens: Pile::default() });
        }
        self
    }

    /// The hand of a seat; its other cards are played archaeologists.
    pub fn hand(&mut self, seat: Seat, names: &[&str]) -> &mut Self {
        for held in self.s.cards[seat.at()] {
            if held.card.is_personality() {
                self.s.deck.add(held.card.at());
            }
        }
        self.s.cards[seat.at()] = [Held { place: Place::Used, ..Held::default() }; 6];
        for (slot, name) in names.iter().enumerate() {
            self.s.cards[seat.at()][slot] = Held { card: card(name), ..Held::default() };
            if card(name).is_personality() {
                self.s.deck.remove(card(name).at());
            }
        }
        self
    }

    /// Archaeologist tokens of a seat on the board.
    pub fn tokens(&mut self, seat: Seat, at: &[(i8, i8)]) -> &mut Self {
        for &(q, r) in at {
            let cell = self.cell(q, r);
            self.s.tokens[seat.at()].insert(cell);
            self.s.supply[seat.at()] -= 1;
        }
        self
    }

    /// Excavation tokens from the bag, joined to the dig of a site.
    pub fn dig(&mut self, id: &str, tokens: &[(&str, i8, i8)]) -> &mut Self {
        let site = self.site(id);
        for &(name, q, r) in tokens {
            let cell = self.cell(q, r);
            self.s.bag.remove(colour(name));
            self.s.excavation[colour(name)].insert(cell);
            let rank = self.s.sites.find(|dig| dig.site == site).expect("an active site");
            self.s.sites.0[rank].card.cells.insert(cell);
        }
        self
    }

    /// Tokens on a card of the site list, oldest first. Lists are laid out in order.
    pub fn site_tokens(&mut self, rank: usize, owners: &[Seat]) -> &mut Self {
        for &owner in owners {
            self.s.sites.0[rank].tokens.push(owner);
            self.s.supply[owner.at()] -= 1;
        }
        self
    }

    /// Tokens on a card of the personality list.
    pub fn personality_tokens(&mut self, rank: usize, owners: &[Seat]) -> &mut Self {
        for &owner in owners {
            self.s.personalities.0[rank].tokens.push(owner);
            self.s.supply[owner.at()] -= 1;
        }
        self
    }

    /// Sets the contents of the bag; the last seat has taken the rest.
    pub fn bag(&mut self, counts: [u8; 6]) -> &mut Self {
        let last = self.rules().seats() - 1;
        for (colour, count) in counts.into_iter().enumerate() {
            self.s.taken[last][colour] += self.s.bag.0[colour] - count;
            self.s.bag.0[colour] = count;
        }
        self
    }

    pub fn legal(&self) -> ActionSet {
        let mut set = ActionSet::EMPTY;
        self.rules().legal(&self.s, &mut set);
        set
    }

    pub fn can(&self, name: &str) -> bool {
        let id = self.game.parse(name).unwrap_or_else(|| panic!("no action {name:?}"));
        self.legal().has(id)
    }

    /// The names of all legal actions with a prefix.
    pub fn options(&self, start: &str) -> Vec<String> {
        self.legal().iter().map(|id| self.game.name(id).to_string()).filter(|name| name.starts_with(start)).collect()
    }

    /// Plays one legal action; the position must stay possible.
    pub fn act(&mut self, name: &str) -> &mut Self {
        self.check().unwrap_or_else(|broken| panic!("before {name:?}: {broken}"));
        assert!(self.can(name), "{name:?} is not legal: {:?}", self.options(""));
        let id = self.game.parse(name).expect("a known name");
        let game = self.game.clone();
        game.rules.apply(&mut self.s, Act::at(id), &mut self.rng, &mut Silent);
        self.check().unwrap_or_else(|broken| panic!("after {name:?}: {broken}"));
        self
    }

    /// The last card of the round, spent on the personality list; the round ends.
    pub fn end_round(&mut self) -> &mut Self {
        for cards in self.s.cards.iter_mut().take(self.game.seats()) {
            for held in cards {
                held.place = Place::Used;
            }
        }
        let seat = self.s.active;
        let slot = self.s.cards[seat.at()].iter().position(|held| held.card == card("archaeologist")).expect("one to play");
        self.s.cards[seat.at()][slot].place = Place::Hand;
        self.act("place with archaeologist").act("put on personality 6")
    }

    pub fn site_list(&self) -> Vec<&str> {
        self.s.sites.cards().map(|dig| self.rules().board().site_ids[dig.site.at()].as_str()).collect()
    }

    pub fn site_counts(&self) -> Vec<u8> {
        self.s.sites.0.iter().map(|listed| listed.tokens.len()).collect()
    }

    pub fn personality_list(&self) -> Vec<&str> {
        self.s.personalities.cards().map(|card| CARDS[card.at()]).collect()
    }

    pub fn personality_counts(&self) -> Vec<u8> {
        self.s.personalities.0.iter().map(|listed| listed.tokens.len()).collect()
    }

    pub fn holds(&self, seat: Seat, q: i8, r: i8) -> bool {
        self.s.tokens[seat.at()].has(self.cell(q, r))
    }

    pub fn dig_of(&self, id: &str) -> Option<Dig> {
        let site = self.site(id);
        self.s.sites.cards().find(|dig| dig.site == site).copied()
    }

    /// Number of copies of a card in hand.
    pub fn in_hand(&self, seat: Seat, name: &str) -> u8 {
        self.s.hand(seat)[card(name).at()]
    }

    /// Number of copies of a card among the played ones.
    pub fn played(&self, seat: Seat, name: &str) -> u8 {
        self.s.played(seat)[card(name).at()]
    }

    pub fn to_act(&self) -> Option<Seat> {
        match self.rules().turn(&self.s) {
            Turn::Seat(seat) => Some(seat),
            Turn::Over => None,
        }
    }

    pub fn is_over(&self) -> bool {
        self.s.decision == Decision::Over
    }

    /// Each seat's contributing tokens around a dig, if it is isolated.
    pub fn control(&self, id: &str) -> Option<Vec<u32>> {
        let dig = self.dig_of(id).expect("an active site");
        let wall = self.rules().wall(&self.s, &dig)?;
        Some((0..self.rules().seats()).map(|seat| (wall & self.s.tokens[seat]).len()).collect())
    }

    /// Tokens of a seat on every cell around a dig.
    pub fn fence(&mut self, seat: Seat, id: &str) -> &mut Self {
        let dig = self.dig_of(id).expect("an active site").cells;
        for cell in self.rules().board().land.touching(dig) & !dig & !self.s.all_tokens() {
            self.s.tokens[seat.at()].insert(cell);
            self.s.supply[seat.at()] -= 1;
        }
        self
    }

    /// A shortest way by land between two sites, both ends included.
    pub fn way(&self, from: &str, to: &str) -> Vec<u8> {
        let board = self.rules().board();
        let (from, to) = (board.site_cell(self.site(from)), board.site_cell(self.site(to)));
        let mut way = vec![from];
        while let Some(&last) = way.last().filter(|&&last| last != to) {
            let steps = |cell: u8| board.land.path(cell, to).expect("the land is connected");
            way.push(board.land.around(last).iter().min_by_key(|&cell| steps(cell)).expect("a neighbour"));
        }
        way
    }

    /// Black tokens of one dig towards another, so that one cell is left between them.
    pub fn reach(&mut self, from: &str, to: &str) -> &mut Self {
        let way = self.way(from, to);
        let at = self.rules().board().land.at.clone();
        for &cell in &way[1..way.len() - 2] {
            let (q, r) = at[usize::from(cell)];
            self.dig(from, &[("black", q, r)]);
        }
        self
    }
}
