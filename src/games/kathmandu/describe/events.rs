//! The events of a choice in words, built only if the witness listens.

use serde_json::{Map, Value, json};

use super::super::Kathmandu;
use super::super::describe::sentences::tokens;
use super::super::rules::bits::Cells;
use super::super::rules::column::Supply;
use super::super::state::{COLOURS, Dig, Spent, State};
use super::super::words::{CARDS, COLOUR_NAMES, Card, Combination, Rank, Site};
use crate::core::{Audience, Describe, Event, Seat, Witness, and, count, with_article};

/// A card of one of the two lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::kathmandu) enum Listing {
    /// The site list.
    Site(Site),
    /// The personality list.
    Personality(Card),
}

/// R7.6
#[inline]
pub(in crate::games::kathmandu) fn reshuffled<W: Witness>(cards: u32, witness: &mut W) {
    if cards > 0 {
        let text = || format!("The {} are shuffled into a new personality deck", count(cards, "discard"));
        witness.tell(|| Event::new("reshuffle", text()).with("cards", cards));
    }
}

/// Excavation tokens by colour, as plain data.
pub(in crate::games::kathmandu) fn by_colour(of: impl Fn(usize) -> u32) -> Value {
    let found = (0..COLOURS).map(|colour| (colour, of(colour))).filter(|&(_, n)| n > 0);
    Value::Object(found.map(|(colour, n)| (COLOUR_NAMES[colour].to_string(), n.into())).collect::<Map<_, _>>())
}

/// Excavation tokens by colour, in words: `2 black and 1 red token`.
fn colours_in_words(of: impl Fn(usize) -> u32) -> String {
    let found: Vec<(usize, u32)> = (0..COLOURS).map(|colour| (colour, of(colour))).filter(|&(_, n)| n > 0).collect();
    let Some(&(_, last)) = found.last() else { return "no tokens".to_string() };
    let parts: Vec<String> = found.iter().map(|&(colour, n)| format!("{n} {}", COLOUR_NAMES[colour])).collect();
    format!("{} {}", and(&parts), if last == 1 { "token" } else { "tokens" })
}

fn place_words(place: usize) -> String {
    format!("place {place}")
}

impl Kathmandu {
    /// The coordinates of a cell as plain data.
    pub(in crate::games::kathmandu) fn at(&self, cell: u8) -> Value {
        let (q, r) = self.board().land.at[usize::from(cell)];
        json!([q, r])
    }

    fn listed_words(&self, card: Listing) -> String {
        match card {
            Listing::Site(site) => format!("the site card of {}", self.site_words(site)),
            Listing::Personality(card) => format!("the {} of the list", card.words()),
        }
    }

    fn with_listed(&self, event: Event, card: Listing) -> Event {
        match card {
            Listing::Site(site) => event.with("list", "sites").with("card", self.board().site_ids[site.at()].as_str()),
            Listing::Personality(card) => event.with("list", "personalities").with("card", CARDS[card.at()]),
        }
    }

    /// The present place of a card in a list, from 1; of equal personalities, the last.
    fn place_of(s: &State, card: Listing) -> usize {
        let at = match card {
            Listing::Site(site) => s.sites.find(|dig| dig.site == site),
            Listing::Personality(card) => s.personalities.0.iter().rposition(|listed| listed.card == card),
        };
        at.map_or(0, |at| at + 1)
    }

    /// R6.3: a token is laid on a card of a list, which sinks (R4.1).
    #[inline]
    pub(in crate::games::kathmandu) fn tell_listed<W: Witness>(
        &self,
        s: &State,
        seat: Seat,
        card: Listing,
        mut before: Supply,
        witness: &mut W,
    ) {
        witness.tell(|| {
            let text = format!("{} puts a token on {}", self.seat_name(seat), self.listed_words(card));
            let place = Self::place_of(s, card);
            self.with_listed(Event::new("put_on_list", text).of(seat), card).with("place", place)
        });
        before[seat.at()] -= 1;
        self.tell_returned(s, before, if matches!(card, Listing::Site(_)) { "sites" } else { "personalities" }, witness);
    }

    /// R6.4
    #[inline]
    pub(in crate::games::kathmandu) fn tell_unlisted<W: Witness>(&self, seat: Seat, card: Listing, witness: &mut W) {
        witness.tell(|| {
            let text = format!("{} takes a token back from {}", self.seat_name(seat), self.listed_words(card));
            self.with_listed(Event::new("take_back_from_list", text).of(seat), card)
        });
    }

    /// Tokens that a list has given back (R4.3, R4.4): every supply that has grown.
    #[inline]
    pub(in crate::games::kathmandu) fn tell_returned<W: Witness>(
        &self,
        s: &State,
        before: Supply,
        list: &'static str,
        witness: &mut W,
    ) {
        for seat in (0..self.seats as u8).map(Seat) {
            let back = s.supply[seat.at()].saturating_sub(before[seat.at()]);
            if back > 0 {
                witness.tell(|| {
                    let text = format!("{} gets {} back from the list", self.seat_name(seat), tokens(back));
                    Event::new("return", text).of(seat).with("list", list).with("tokens", back)
                });
            }
        }
    }

    /// R4.5: a card enters a list, with free tokens.
    #[inline]
    pub(in crate::games::kathmandu) fn tell_entered<W: Witness>(&self, s: &State, card: Listing, before: Supply, witness: &mut W) {
        witness.tell(|| {
            let place = Self::place_of(s, card);
            let mut given = Map::new();
            let mut words = Vec::new();
            for seat in (0..self.seats as u8).map(Seat) {
                let n = before[seat.at()].saturating_sub(s.supply[seat.at()]);
                if n > 0 {
                    given.insert(seat.0.to_string(), n.into());
                    words.push(format!("{n} of {}", self.seat_name(seat)));
                }
            }
            let free = if words.is_empty() { String::new() } else { format!(", with free tokens: {}", and(&words)) };
            let (kind, text) = match card {
                Listing::Site(site) => ("new_site", format!("A new dig opens at {},", self.site_words(site))),
                Listing::Personality(card) => ("new_personality", format!("The {} enters the list", card.words())),
            };
            let event = Event::new(kind, format!("{text} at {}{free}", place_words(place)));
            self.with_listed(event, card).with("place", place).with("free_tokens", given)
        });
    }

    #[inline]
    pub(in crate::games::kathmandu) fn tell_token<W: Witness>(
        &self,
        s: &State,
        seat: Seat,
        cell: u8,
        spent: Spent,
        witness: &mut W,
    ) {
        witness.tell(|| {
            let (kind, verb) =
                if spent == Spent::Put { ("put", "puts a token on") } else { ("take_back", "takes a token back from") };
            let mut text = format!("{} {verb} {}", self.seat_name(seat), self.cell_words(cell));
            let cut = if spent == Spent::Put { self.newly_cut_off(s, seat, cell) } else { Vec::new() };
            if !cut.is_empty() {
                let names: Vec<String> = cut.iter().map(|&site| self.site_words(site)).collect();
                text.push_str(&format!(", which cuts off {}", and(&names)));
            }
            let ids: Vec<&str> = cut.iter().map(|site| self.board().site_ids[site.at()].as_str()).collect();
            Event::new(kind, text).of(seat).with("cell", self.at(cell)).with("cuts_off", ids)
        });
    }

    #[inline]
    pub(in crate::games::kathmandu) fn tell_chosen<W: Witness>(&self, seat: Seat, cell: u8, witness: &mut W) {
        witness.tell(|| {
            let text = format!("{} chooses the token on {}", self.seat_name(seat), self.cell_words(cell));
            Event::new("choose", text).of(seat).with("cell", self.at(cell))
        });
    }

    #[inline]
    pub(in crate::games::kathmandu) fn tell_stop<W: Witness>(&self, s: &State, seat: Seat, witness: &mut W) {
        witness.tell(|| {
            let left = if let super::super::state::Decision::Unit { left, .. } = s.decision { left } else { 0 };
            let text = format!("{} forgoes {}", self.seat_name(seat), tokens(left));
            Event::new("stop", text).of(seat).with("tokens", left)
        });
    }

    #[inline]
    pub(in crate::games::kathmandu) fn tell_wish<W: Witness>(&self, s: &State, seat: Seat, rank: Rank, witness: &mut W) {
        witness.tell(|| {
            let card = s.personalities.0[rank.at()].card;
            let place = rank.at() + 1;
            let text = format!("{} is about to take the {} at {}", self.seat_name(seat), card.words(), place_words(place));
            Event::new("want", text).of(seat).with("card", CARDS[card.at()]).with("place", place)
        });
    }

    #[inline]
    pub(in crate::games::kathmandu) fn tell_removal_begun<W: Witness>(&self, seat: Seat, site: Site, colours: u8, witness: &mut W) {
        witness.tell(|| {
            let names: Vec<&str> = (1..COLOURS).filter(|c| colours >> c & 1 == 1).map(|c| COLOUR_NAMES[c]).collect();
            let text = format!("{} removes the dig of {} and pays {}", self.seat_name(seat), self.site_words(site), and(&names));
            Event::new("removal", text).of(seat).with("site", self.board().site_ids[site.at()].as_str()).with("colours", names)
        });
    }

    #[inline]
    pub(in crate::games::kathmandu) fn tell_triggered<W: Witness>(&self, seat: Seat, card: Card, witness: &mut W) {
        witness.tell(|| {
            let text = format!("{} discards the {}", self.seat_name(seat), card.words());
            Event::new("trigger", text).of(seat).with("card", CARDS[card.at()])
        });
    }

    /// R9.4, R15.3: thief and victim know the card, the others only its back.
    #[inline]
    pub(in crate::games::kathmandu) fn tell_theft<W: Witness>(&self, thief: Seat, victim: Seat, card: Card, witness: &mut W) {
        let both = 1 << thief.0 | 1 << victim.0;
        let event = |what: String, card: Option<&str>, red: bool| {
            let text =
                format!("{} steals {what} from {}, who gets an archaeologist", self.seat_name(thief), self.seat_name(victim));
            let event = Event::new("theft", text).of(thief).with("victim", victim.0);
            event.with("card", card).with("back", if red { "red" } else { "grey" })
        };
        let red = card.is_personality();
        witness.tell(|| Event { audience: Audience::Only(both), ..event(with_article(card.words()), Some(CARDS[card.at()]), red) });
        witness.tell(|| {
            let known = (!red).then_some(CARDS[0]);
            let what = if red { "a personality".to_string() } else { with_article(card.words()) };
            Event { audience: Audience::Except(both), ..event(what, known, red) }
        });
    }

    #[inline]
    pub(in crate::games::kathmandu) fn tell_pass<W: Witness>(&self, s: &State, seat: Seat, witness: &mut W) {
        witness.tell(|| {
            let cards = s.hand_size(seat);
            let text = format!("{} passes and lays {} down", self.seat_name(seat), count(cards, "card"));
            Event::new("pass", text).of(seat).with("cards", cards)
        });
    }

    /// R9.5
    #[inline]
    pub(in crate::games::kathmandu) fn tell_exchange<W: Witness>(
        &self,
        s: &State,
        seat: Seat,
        cells: [u8; 2],
        old: [Option<usize>; 2],
        witness: &mut W,
    ) {
        for (cell, old) in cells.into_iter().zip(old) {
            witness.tell(|| {
                let name = |colour: Option<usize>| colour.map(|colour| COLOUR_NAMES[colour]);
                let (was, is) = (name(old), name(s.colour(cell)));
                let words = |name: Option<&str>| name.map_or_else(|| "no".to_string(), with_article);
                let text = format!("On {} {} token takes the place of {} one", self.cell_words(cell), words(is), words(was));
                Event::new("exchange", text).of(seat).with("cell", self.at(cell)).with("old", was).with("new", is)
            });
            let worth = |colour: Option<usize>| colour.map_or(0, |colour| self.tables.points[colour]);
            self.tell_left(worth(old) - worth(s.colour(cell)), witness);
        }
    }

    /// R15.3: which red cards are laid down is the player's secret; an eminence that is triggered is shown.
    #[inline]
    pub(in crate::games::kathmandu) fn tell_budget<W: Witness>(&self, seat: Seat, cards: Combination, left: u8, witness: &mut W) {
        let event = |what: String, cards: Option<Vec<&str>>| {
            let text = format!("{} {what} to place {}", self.seat_name(seat), tokens(left));
            Event::new("place", text).of(seat).with("cards", cards).with("tokens", left)
        };
        let name = |card: Card| CARDS[card.at()];
        let (own, others) = match cards {
            Combination::Archaeologist => (("lays an archaeologist down".to_string(), vec![CARDS[0]]), None),
            Combination::Eminence => (("discards the eminence".to_string(), vec!["eminence"]), None),
            Combination::Different(low, high) => (
                (format!("lays the {} and the {} down", low.words(), high.words()), vec![name(low), name(high)]),
                Some("lays two different personalities down"),
            ),
            Combination::Identical(card) => (
                (format!("lays two {}s down", card.words()), vec![name(card); 2]),
                card.is_personality().then_some("lays two equal personalities down"),
            ),
            Combination::Joker(card) => (
                (format!("discards the eminence beside {}", with_article(card.words())), vec!["eminence", name(card)]),
                card.is_personality().then_some("discards the eminence beside a personality"),
            ),
        };
        let Some(hidden) = others else {
            witness.tell(|| event(own.0, Some(own.1)));
            return;
        };
        witness.tell(|| event(own.0, Some(own.1)).only(seat));
        witness.tell(|| event(hidden.to_string(), None).except(seat));
    }

    /// R15.3
    #[inline]
    pub(in crate::games::kathmandu) fn tell_used<W: Witness>(&self, seat: Seat, card: Card, witness: &mut W) {
        let event = |what: String, card: Option<&str>| {
            Event::new("use", format!("{} lays {what} down", self.seat_name(seat))).of(seat).with("card", card)
        };
        if card.is_personality() {
            witness.tell(|| event(format!("the {}", card.words()), Some(CARDS[card.at()])).only(seat));
            witness.tell(|| event("a personality".to_string(), None).except(seat));
        } else {
            witness.tell(|| event(with_article(card.words()), Some(CARDS[card.at()])));
        }
    }

    #[inline]
    pub(in crate::games::kathmandu) fn tell_paid<W: Witness>(&self, seat: Seat, card: Card, colours: u8, witness: &mut W) {
        witness.tell(|| {
            let colour = COLOUR_NAMES[colours.trailing_zeros() as usize % COLOURS];
            let text = format!("{} pays {colour} with the {}", self.seat_name(seat), card.words());
            Event::new("pay", text).of(seat).with("card", CARDS[card.at()]).with("colour", colour)
        });
    }

    /// R7.1, R7.2
    #[inline]
    pub(in crate::games::kathmandu) fn tell_taken<W: Witness>(&self, seat: Seat, taken: Card, given: Card, witness: &mut W) {
        witness.tell(|| {
            let text =
                format!("{} takes the {} and gives {} away", self.seat_name(seat), taken.words(), with_article(given.words()));
            Event::new("take", text).of(seat).with("card", CARDS[taken.at()]).with("given", CARDS[given.at()])
        });
    }

    /// R9.6
    #[inline]
    pub(in crate::games::kathmandu) fn tell_hunted<W: Witness>(
        &self,
        seat: Seat,
        cells: [u8; 2],
        old: Option<Seat>,
        new: Seat,
        witness: &mut W,
    ) {
        witness.tell(|| {
            let from = old.map_or_else(String::new, |old| self.seat_name(old));
            let [first, second] = cells.map(|cell| self.cell_words(cell));
            let text = format!("Tokens of {} take the place of those of {from} on {first} and on {second}", self.seat_name(new));
            let event = Event::new("hunt", text).of(seat).with("cells", cells.map(|cell| self.at(cell)).to_vec());
            event.with("old", old.map(|old| old.0)).with("new", new.0)
        });
    }

    /// R8.4: reported before the tokens leave the board.
    #[inline]
    pub(in crate::games::kathmandu) fn tell_removed<W: Witness>(
        &self,
        s: &State,
        seat: Seat,
        keeper: Option<Seat>,
        dig: &Dig,
        witness: &mut W,
    ) {
        witness.tell(|| {
            let found = |colour: usize| (s.excavation[colour] & dig.cells).len();
            let points = if keeper.is_some() { self.dig_points(s, dig) } else { self.token_points(s, dig) };
            let sites: Vec<&str> = Site::all()
                .filter(|site| dig.stack() >> site.0 & 1 == 1)
                .map(|site| self.board().site_ids[site.at()].as_str())
                .collect();
            let cards = if keeper.is_some() { count(sites.len() as u32, "site card") } else { "no site card".to_string() };
            let text = format!(
                "{} takes the dig of {}: {} and {cards}, {}",
                self.seat_name(seat),
                self.site_words(dig.site),
                colours_in_words(found),
                count(points.unsigned_abs(), "point")
            );
            let event = Event::new("remove", text).of(seat).with("site", self.board().site_ids[dig.site.at()].as_str());
            event.with("cards", sites).with("scored", keeper.is_some()).with("tokens", by_colour(found)).with("points", points)
        });
        self.tell_left(self.points_on(s, dig.cells), witness);
    }

    /// R11.4
    #[inline]
    pub(in crate::games::kathmandu) fn tell_evicted<W: Witness>(&self, owner: Seat, site: Site, witness: &mut W) {
        witness.tell(|| {
            let lost = self.switches.evicted_is_lost;
            let fate = if lost { "is lost" } else { "returns to the supply" };
            let text = format!("The token of {} at {} {fate}", self.seat_name(owner), self.site_words(site));
            let event = Event::new("evict", text).of(owner).with("site", self.board().site_ids[site.at()].as_str());
            event.with("lost", lost).with("points", if lost { self.tables.lost_points } else { 0 })
        });
    }

    /// R11.3: a new site takes the place of an excavation token.
    #[inline]
    pub(in crate::games::kathmandu) fn tell_covered<W: Witness>(&self, site: Site, colour: usize, witness: &mut W) {
        witness.tell(|| {
            let name = COLOUR_NAMES[colour];
            let text = format!("The {name} token at {} goes back into the bag", self.site_words(site));
            Event::new("uncover", text).with("site", self.board().site_ids[site.at()].as_str()).with("colour", name)
        });
        self.tell_left(self.tables.points[colour], witness);
    }

    /// R12.2, R12.3: reported once the cells are covered, as far as the bag lasted.
    #[inline]
    pub(in crate::games::kathmandu) fn tell_extended<W: Witness>(
        &self,
        s: &State,
        site: Site,
        ring: Cells,
        lost: Supply,
        witness: &mut W,
    ) {
        witness.tell(|| {
            let found = |colour: usize| (s.excavation[colour] & ring).len();
            let covered = (0..COLOURS).fold(Cells::EMPTY, |all, colour| all | s.excavation[colour] & ring);
            let text = format!("The dig of {} grows: {}", self.site_words(site), colours_in_words(found));
            let cells: Vec<Value> = covered.iter().map(|cell| self.at(cell)).collect();
            let event = Event::new("extend", text).with("site", self.board().site_ids[site.at()].as_str());
            event.with("tokens", by_colour(found)).with("cells", cells)
        });
        self.tell_left(-self.points_on(s, ring), witness);
        for seat in (0..self.seats as u8).map(Seat) {
            let gone = s.graveyard[seat.at()] - lost[seat.at()];
            if gone > 0 {
                witness.tell(|| {
                    let points = i16::from(gone) * self.tables.lost_points;
                    let text =
                        format!("{} loses {} under the new dig tokens ({points} points)", self.seat_name(seat), tokens(gone));
                    Event::new("lose", text).of(seat).with("tokens", gone).with("points", points)
                });
            }
        }
    }

    /// R14.3: what lies on the board costs every player; reported when it changes.
    #[inline]
    pub(in crate::games::kathmandu) fn tell_left<W: Witness>(&self, points: i16, witness: &mut W) {
        if points == 0 || !self.switches.leftover_penalty {
            return;
        }
        for seat in (0..self.seats as u8).map(Seat) {
            witness.tell(|| {
                let (cost, more) = (count(points.unsigned_abs(), "point"), if points < 0 { "more" } else { "less" });
                let text = format!("The digs left on the board now cost {} {cost} {more}", self.seat_name(seat));
                Event::new("left", text).of(seat).with("points", points)
            });
        }
    }

    /// The value of the excavation tokens on some cells (R14.1).
    fn points_on(&self, s: &State, cells: Cells) -> i16 {
        (0..COLOURS).map(|colour| self.tables.points[colour] * (s.excavation[colour] & cells).len() as i16).sum()
    }

    /// R12.6, R11.3
    #[inline]
    pub(in crate::games::kathmandu) fn tell_joined<W: Witness>(&self, keeper: Site, site: Site, colour: usize, witness: &mut W) {
        witness.tell(|| {
            let (id, into) = (self.board().site_ids[site.at()].as_str(), self.board().site_ids[keeper.at()].as_str());
            let (gone, stays) = (self.site_words(site), self.site_words(keeper));
            let text = format!(
                "The dig of {gone} joins that of {stays}; {} token lies where its marker was",
                with_article(COLOUR_NAMES[colour])
            );
            Event::new("merge", text).with("site", id).with("into", into).with("colour", COLOUR_NAMES[colour])
        });
        self.tell_left(-self.tables.points[colour], witness);
    }

    /// R12.8
    #[inline]
    pub(in crate::games::kathmandu) fn tell_round<W: Witness>(&self, s: &State, hands: Supply, witness: &mut W) {
        witness.tell(|| {
            let text = format!("Round {} begins: all cards return to hand, and {} goes first", s.round, self.seat_name(s.first));
            let more = |seat: u8| s.hand_size(Seat(seat)).saturating_sub(hands[usize::from(seat)]);
            let taken_up: Map<_, _> = (0..self.seats as u8).map(|seat| (seat.to_string(), more(seat).into())).collect();
            Event::new("round", text).with("round", s.round).with("first", s.first.0).with("taken_up", taken_up)
        });
    }

    /// R13.1
    #[inline]
    pub(in crate::games::kathmandu) fn tell_end<W: Witness>(&self, s: &State, witness: &mut W) {
        witness.tell(|| Event::new("end", self.reason(s)));
    }
}
