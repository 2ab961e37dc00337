//! Positions and play in the words of the game.

use std::sync::Arc;

use expedition::core::{Episode, Game, Rng, Seat, Turn};
use expedition::games::agartha::{Agartha, Board, Card, Decision, Points, Slot, State};
use serde_json::{Value, json};

/// A game in mid-play: every card that is not named lies in the pile, every tile is empty, seat 0 holds the
/// testament. Describe the table, then `bids`, then `act`.
pub struct Scenario {
    pub ep: Episode<Agartha>,
}

/// Reads `"2 character, forest"`.
pub fn cards(text: &str) -> Vec<Card> {
    let mut out = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (count, name) = part.split_once(' ').map_or((1, part), |(n, name)| (n.parse().expect("a number"), name));
        let card = Card::parse(name).unwrap_or_else(|| panic!("no card {name}"));
        out.extend(std::iter::repeat_n(card, count));
    }
    out
}

pub fn slot(name: &str) -> Slot {
    Slot::parse(name).unwrap_or_else(|| panic!("no slot {name}"))
}

/// A board with these cards in its slots: `[("village_1", "2 character")]`.
pub fn board(slots: &[(&str, &str)]) -> Board {
    let mut board = Board::default();
    for (name, text) in slots {
        for card in cards(text) {
            board.add(slot(name), card);
        }
    }
    board
}

impl Scenario {
    pub fn new(players: usize) -> Self {
        Self::with(&json!({ "players": players }))
    }

    pub fn with(options: &Value) -> Self {
        Self::with_content(options, &json!({}))
    }

    pub fn with_content(options: &Value, content: &Value) -> Self {
        let [options, content] = [options, content].map(|value| value.as_object().expect("an object"));
        let game = Arc::new(Game::<Agartha>::new(options, content).unwrap_or_else(|problems| panic!("{problems}")));
        let state = game.rules.bare(Seat(0));
        Self { ep: Episode::from_position(game, state, Rng::seeded(5)).expect("the bare table is a position") }
    }

    /// Changes the position; it must still be possible.
    pub fn set(mut self, change: impl FnOnce(&mut State)) -> Self {
        let mut state = self.ep.state().clone();
        change(&mut state);
        let (game, rng) = (self.ep.game().clone(), self.ep.rng().clone());
        self.ep = Episode::from_position(game, state, rng).unwrap_or_else(|broken| panic!("{broken}"));
        self
    }

    pub fn holder(self, seat: u8) -> Self {
        self.set(|s| (s.holder, s.actor) = (Seat(seat), Seat(seat)))
    }

    pub fn round(self, round: u8) -> Self {
        self.set(|s| s.round = round)
    }

    /// Moves cards from the pile to a slot.
    pub fn slot(self, seat: usize, name: &str, text: &str) -> Self {
        self.set(|s| {
            for card in cards(text) {
                s.pile.remove(card as usize);
                s.boards[seat].add(slot(name), card);
            }
        })
    }

    /// Moves cards from the pile to a tile, counted from 1. A third card is possible from round 2 on (R9.2).
    pub fn tile(self, tile: usize, text: &str) -> Self {
        self.set(|s| {
            s.round = if cards(text).len() > 2 { s.round.max(2) } else { s.round };
            for (position, card) in cards(text).into_iter().enumerate() {
                s.pile.remove(card as usize);
                s.tiles[tile - 1][position] = Some(card);
            }
        })
    }

    /// Turns the whole pile into discards.
    pub fn pile_is_discarded(self) -> Self {
        self.set(|s| s.discards = std::mem::take(&mut s.pile))
    }

    /// Moves the whole pile to a slot of a seat, so that nothing is left to draw.
    pub fn pile_lies_in(self, seat: usize, name: &str) -> Self {
        self.set(|s| {
            for &card in Card::ALL {
                for _ in 0..std::mem::take(&mut s.pile.0[card as usize]) {
                    s.boards[seat].add(slot(name), card);
                }
            }
        })
    }

    /// Places tokens in turn: value, tile, and `x` for the action zone or `b` for a bid. `"3 1b"` is a 3 on auction zone 1.
    pub fn bids(mut self, bids: &str) -> Self {
        for bid in bids.split(',').map(str::trim) {
            let (value, place) = bid.split_once(' ').unwrap_or_else(|| panic!("{bid} is not value and place"));
            let (tile, zone) = place.split_at(1);
            if self.state().decision == Decision::Token {
                self = self.act(&format!("token {value}"));
            }
            let chosen = self.state().chosen.map(|token| (token.0 + 1).to_string());
            assert_eq!(chosen.as_deref(), Some(value), "{bid}: this token is up");
            let zone = if zone == "x" { "action" } else { "auction" };
            self = self.act(&format!("place tile {tile} {zone}"));
        }
        self
    }

    /// Plays an action by name.
    pub fn act(mut self, name: &str) -> Self {
        let id = self.ep.game().parse(name).unwrap_or_else(|| panic!("no action {name:?}"));
        self.ep.play(id).unwrap_or_else(|refused| panic!("{refused}\n{}", self.text()));
        self.ep.game().game_check(self.ep.state());
        self
    }

    /// Plays several actions: `"put village_1; stop"`.
    pub fn acts(self, names: &str) -> Self {
        names.split(';').map(str::trim).fold(self, Scenario::act)
    }

    pub fn state(&self) -> &State {
        self.ep.state()
    }

    pub fn text(&self) -> String {
        self.ep.game().game_text(self.ep.state())
    }

    /// The names of the legal actions.
    pub fn legal(&self) -> Vec<String> {
        self.ep.legal().iter().map(|id| self.ep.game().name(id).to_string()).collect()
    }

    /// Asserts that exactly these actions are legal.
    pub fn offers(self, names: &str) -> Self {
        let mut want: Vec<&str> = names.split(';').map(str::trim).collect();
        let legal = self.legal();
        let mut got: Vec<&str> = legal.iter().map(String::as_str).collect();
        want.sort_unstable();
        got.sort_unstable();
        assert_eq!(got, want, "\n{}", self.text());
        self
    }

    pub fn offers_some(self, name: &str) -> Self {
        assert!(self.legal().iter().any(|legal| legal == name), "{name} is not among {:?}", self.legal());
        self
    }

    pub fn refuses(self, name: &str) -> Self {
        assert!(self.ep.game().parse(name).is_some(), "no action {name:?}");
        assert!(!self.legal().iter().any(|legal| legal == name), "{name} is legal\n{}", self.text());
        self
    }

    /// Asserts who is asked what.
    pub fn asks(self, seat: u8, decision: Decision) -> Self {
        assert_eq!((self.ep.turn(), self.state().decision), (Turn::Seat(Seat(seat)), decision), "\n{}", self.text());
        self
    }

    /// Asserts that exactly these cards lie in a slot.
    pub fn has(self, seat: usize, name: &str, text: &str) -> Self {
        let want = board(&[(name, text)]);
        let at = slot(name) as usize;
        assert_eq!(self.state().boards[seat].slots[at], want.slots[at], "seat {seat}, {name}\n{}", self.text());
        self
    }

    /// Asserts that exactly these cards lie on a tile, in this order.
    pub fn shows(self, tile: usize, text: &str) -> Self {
        let lying: Vec<Card> = self.state().tiles[tile - 1].iter().flatten().copied().collect();
        assert_eq!(lying, cards(text), "tile {tile}\n{}", self.text());
        self
    }

    /// The points of activations, characters in the encounter and amulets in their sector.
    pub fn stands(self, seat: usize, points: u16, encounter: u8, amulets: u8) -> Self {
        let board = &self.state().boards[seat];
        assert_eq!((board.points, board.encounter, board.amulets), (points, encounter, amulets), "\n{}", self.text());
        self
    }

    /// The points of a seat's board if the game ended now.
    pub fn points(&self, seat: usize) -> Points {
        self.ep.game().rules.final_points(&self.state().boards[seat])
    }
}

/// The contract's methods, without naming the trait in every test.
trait Ask {
    fn game_check(&self, state: &State);
    fn game_text(&self, state: &State) -> String;
}

impl Ask for expedition::core::Game<Agartha> {
    fn game_check(&self, state: &State) {
        use expedition::core::Check;
        self.rules.check(state).unwrap_or_else(|broken| panic!("{broken}"));
    }
    fn game_text(&self, state: &State) -> String {
        use expedition::core::Describe;
        self.rules.text(state, None)
    }
}
