//! Playing on from a scenario, and assertions about the result.

use expedition::core::{Action, ActionSet, Apply, Check, Describe, Legal, Rules, Score, Seat, Silent, Turn};
use expedition::games::arnak::effects::ast::Good;
use expedition::games::arnak::effects::notation::parse_goods;
use expedition::games::arnak::{Act, Cards, Phase, State, Tables};

use super::{Scenario, list};

impl Scenario {
    /// The legal choices by name.
    pub fn legal(&self) -> Vec<String> {
        let mut set = ActionSet::EMPTY;
        self.game.rules.legal(&self.s, &mut set);
        set.iter().map(|id| self.game.name(id).to_string()).collect()
    }

    /// Plays the named choice, which must be legal.
    pub fn act(mut self, name: &str) -> Self {
        if self.fresh {
            self.game.rules.check(&self.s).unwrap_or_else(|broken| panic!("before {name:?}: {broken}"));
            self.fresh = false;
        }
        let id = self.game.parse(name).unwrap_or_else(|| panic!("{name:?} is no action"));
        assert!(
            self.legal().iter().any(|n| n == name),
            "{name:?} is not legal at {:?}: {}",
            self.game.rules.decision(&self.s),
            self.legal().join(", ")
        );
        self.game.rules.apply(&mut self.s, Act::at(id), &mut self.rng, &mut Silent);
        self.game.rules.check(&self.s).unwrap_or_else(|broken| panic!("after {name:?}: {broken}"));
        self
    }

    pub fn acts(self, names: &[&str]) -> Self {
        names.iter().fold(self, |it, name| it.act(name))
    }

    /// Asserts that all named choices are legal.
    pub fn offers(self, names: &str) -> Self {
        let legal = self.legal();
        for name in list(names) {
            assert!(legal.iter().any(|n| n == name), "{name:?} is not among {}", legal.join(", "));
        }
        self
    }

    /// Asserts that none of the named choices is legal.
    pub fn lacks(self, names: &str) -> Self {
        let legal = self.legal();
        for name in list(names) {
            assert!(self.game.parse(name).is_some(), "{name:?} is no action");
            assert!(!legal.iter().any(|n| n == name), "{name:?} is among {}", legal.join(", "));
        }
        self
    }

    /// Asserts that exactly the named choices are legal.
    pub fn offers_only(self, names: &str) -> Self {
        let (mut legal, mut want) = (self.legal(), list(names).map(String::from).collect::<Vec<_>>());
        legal.sort_unstable();
        want.sort_unstable();
        assert_eq!(legal, want);
        self
    }

    /// Asserts all the resources of a seat.
    pub fn has(self, seat: usize, goods: &str) -> Self {
        let want = if goods.is_empty() { [0; 5] } else { parse_goods(goods).expect("resources") };
        assert_eq!(self.s.players[seat].goods, want, "resources by {:?}", Good::NAMES);
        self
    }

    fn names(&self, cards: Cards, fear: u8) -> Vec<String> {
        let mut names: Vec<String> = cards.iter().map(|c| self.t().cards.ids[c as usize].clone()).collect();
        names.extend((0..fear).map(|_| "fear".to_string()));
        names.sort_unstable();
        names
    }

    fn same(&self, what: &str, cards: Cards, fear: u8, want: &str) {
        let mut wanted: Vec<String> = list(want).map(String::from).collect();
        wanted.sort_unstable();
        assert_eq!(self.names(cards, fear), wanted, "{what}");
    }

    pub fn holds(self, seat: usize, cards: &str) -> Self {
        let p = &self.s.players[seat];
        self.same("hand", p.hand, p.fear_in_hand(), cards);
        self
    }

    pub fn played(self, seat: usize, cards: &str) -> Self {
        let p = &self.s.players[seat];
        self.same("play area", p.play, p.play_fear, cards);
        self
    }

    pub fn deck_has(self, seat: usize, cards: &str) -> Self {
        let p = &self.s.players[seat];
        self.same("deck", p.deck, p.deck_fear.iter().sum(), cards);
        self
    }

    /// The known cards at the end of a deck, top first.
    pub fn deck_order(self, seat: usize, cards: &str) -> Self {
        let mut keyed: Vec<(u8, u8)> = self.s.players[seat].deck.iter().map(|c| (self.s.key(seat, c), c)).collect();
        keyed.sort_unstable();
        let names: Vec<&str> = keyed.iter().map(|(_, c)| self.t().cards.ids[*c as usize].as_str()).collect();
        assert_eq!(names, list(cards).collect::<Vec<_>>(), "deck from the top");
        self
    }

    pub fn exile_has(self, cards: &str) -> Self {
        for name in list(cards) {
            assert!(self.s.exile.has(self.card(name)), "{name} is not exiled");
        }
        self
    }

    /// The name of the open decision.
    pub fn decision(self, name: &str) -> Self {
        assert_eq!(self.game.rules.decision(&self.s), name, "legal: {}", self.legal().join(", "));
        self
    }

    pub fn turn(self, seat: usize) -> Self {
        assert_eq!(self.game.rules.turn(&self.s), Turn::Seat(Seat(seat as u8)), "legal: {}", self.legal().join(", "));
        self
    }

    pub fn that(self, what: &str, holds: impl FnOnce(&State, &Tables) -> bool) -> Self {
        assert!(holds(&self.s, self.game.rules.tables()), "{what}");
        self
    }

    pub fn points(self, seat: usize, sources: [i32; 6]) -> Self {
        assert_eq!(self.game.rules.points_by_source(&self.s, seat), sources, "research, temple, idols, guardians, cards, fear");
        self
    }

    /// The game as if it had just ended.
    pub fn over(self) -> Self {
        let seats = self.game.seats();
        self.change(|s, _| {
            (s.phase, s.round, s.passed) = (Phase::Over, 5, (1 << seats) - 1);
        })
    }

    pub fn winners(self, seats: &[usize]) -> Self {
        let won = self.game.rules.winners(&self.s);
        assert_eq!((0..4).filter(|s| won >> s & 1 == 1).collect::<Vec<_>>(), seats);
        self
    }

    /// Passes with everybody until the round has ended, keeping no cards.
    pub fn end_round(mut self) -> Self {
        let round = self.s.round;
        for _ in 0..200 {
            if self.s.phase == Phase::Over || self.s.round > round {
                return self;
            }
            let legal = self.legal();
            let name = ["pass", "end_turn", "decline"]
                .into_iter()
                .find(|n| legal.iter().any(|l| l == n))
                .expect("the round can end")
                .to_string();
            self = self.act(&name);
        }
        panic!("the round does not end");
    }
}
