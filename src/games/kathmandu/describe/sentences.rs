//! The meaning of a choice in a position, as a sentence for the seat to act.

use super::super::Kathmandu;
use super::super::actions::Act;
use super::super::rules::geometry::distance;
use super::super::state::{COLOURS, Decision, Dig, State};
use super::super::words::{
    ARCHAEOLOGIST, BOUNTY_HUNTER, COLOUR_NAMES, CONTROLLER, CURATOR, Card, Cards, Combination, EMINENCE, ROGUE, Rank, Site,
};
use crate::core::{Describe, Seat, and, count, with_article};

/// A number of archaeologist tokens.
pub(in crate::games::kathmandu) fn tokens(number: impl Into<i64>) -> String {
    count(number, "token")
}

impl Card {
    /// The card's display name.
    pub const fn words(self) -> &'static str {
        match self {
            BOUNTY_HUNTER => "bounty hunter",
            card => super::super::words::CARDS[card.0 as usize],
        }
    }

    /// The use of the card, as a verb phrase.
    fn use_words(self) -> String {
        match self {
            ARCHAEOLOGIST => "places a token".to_string(),
            EMINENCE => "stands for any colour".to_string(),
            CURATOR => "removes a dig without colours".to_string(),
            ROGUE => "steals a card".to_string(),
            CONTROLLER => "renews two excavation tokens".to_string(),
            BOUNTY_HUNTER => "replaces two tokens on the board".to_string(),
            card => format!("pays for {} tokens", COLOUR_NAMES[card.at()]),
        }
    }
}

impl Kathmandu {
    /// The display name of a site.
    pub(in crate::games::kathmandu) fn site_words(&self, site: Site) -> String {
        self.board().site_names.get(site.at()).cloned().unwrap_or_else(|| format!("site {}", site.0 + 1))
    }

    /// A cell as a place near a site, with its coordinates: `the cell 2 steps north of Patan (1,-3)`.
    pub(in crate::games::kathmandu) fn cell_words(&self, cell: u8) -> String {
        let board = self.board();
        let Some(&(q, r)) = board.land.at.get(usize::from(cell)) else { return format!("cell {cell}") };
        let near = Site::all()
            .take(board.site_cells.len())
            .min_by_key(|&site| (distance(board.land.at[usize::from(board.site_cell(site))], (q, r)), site.0));
        let Some(site) = near else { return format!("cell {q},{r}") };
        let from = board.land.at[usize::from(board.site_cell(site))];
        let name = self.site_words(site);
        match distance(from, (q, r)) {
            0 => format!("{name} itself ({q},{r})"),
            1 => format!("the cell just {} of {name} ({q},{r})", direction(from, (q, r))),
            steps => format!("the cell {steps} steps {} of {name} ({q},{r})", direction(from, (q, r))),
        }
    }

    /// The digs that a token on a cell has just cut off.
    pub(in crate::games::kathmandu) fn newly_cut_off(&self, s: &State, seat: Seat, cell: u8) -> Vec<Site> {
        let (mut without, mut with) = (s.clone(), s.clone());
        without.tokens[seat.at()].remove(cell);
        with.tokens[seat.at()].insert(cell);
        let cut = |dig: &&Dig| self.wall(&without, dig).is_none() && self.wall(&with, dig).is_some();
        s.sites.cards().filter(cut).map(|dig| dig.site).collect()
    }

    /// The points of a dig's excavation tokens (R14.1), without its site cards, which may not score (R9.3).
    pub(in crate::games::kathmandu) fn token_points(&self, s: &State, dig: &Dig) -> i16 {
        (0..COLOURS).map(|c| self.tables.points[c] * (s.excavation[c] & dig.cells).len() as i16).sum()
    }

    /// The points of a dig now, site cards included (R14.1).
    pub(in crate::games::kathmandu) fn dig_points(&self, s: &State, dig: &Dig) -> i16 {
        self.token_points(s, dig) + self.tables.site_points * dig.stack().count_ones() as i16
    }

    pub(super) fn action_sentence(&self, s: &State, action: Act) -> String {
        let seat = s.active;
        match action {
            Act::Cell(cell) => self.cell_sentence(s, cell.0),
            Act::PutSite(rank) => {
                let mut after = s.clone();
                after.sites.put(rank.at(), seat, &mut after.supply);
                let site = s.sites.0[rank.at()].card.site;
                let place = after.sites.find(|dig| dig.site == site).map_or(0, |at| at + 1);
                format!("Put a token on the site card of {}{}", self.site_words(site), sinks(rank, place))
            }
            Act::PutPersonality(rank) => {
                let card = s.personalities.0[rank.at()].card;
                // The card is followed by its place, because there may be others like it.
                let here = s.personalities.0[rank.at()].tokens.len() + 1;
                let below = s.personalities.0.iter().skip(rank.at() + 1).take_while(|listed| listed.tokens.len() < here).count();
                format!("Put a token on the {} at place {}{}", card.words(), rank.0 + 1, sinks(rank, rank.at() + 1 + below))
            }
            Act::BackSite(rank) => {
                format!("Take your token back from the site card of {}", self.site_words(s.sites.0[rank.at()].card.site))
            }
            Act::BackPersonality(rank) => {
                let card = s.personalities.0[rank.at()].card;
                format!("Take your token back from the {} at place {}", card.words(), rank.0 + 1)
            }
            Act::Stop => {
                let left = if let Decision::Unit { left, .. } = s.decision { left } else { 0 };
                format!(
                    "Forgo placing the {}",
                    if left == 1 { "last token".to_string() } else { format!("other {}", tokens(left)) }
                )
            }
            Act::Place(cards) => self.place_sentence(cards),
            Act::Take(rank) => {
                let card = s.personalities.0[rank.at()].card;
                let price = match rank.0 {
                    0 => "give a card away".to_string(),
                    more => format!("give a card away and lay {} down", count(more, "other")),
                };
                format!("Take the {} ({}): {price}", card.words(), card.use_words())
            }
            Act::Remove(site) | Act::Curator(site) => self.removal_sentence(s, site, matches!(action, Act::Curator(_))),
            Act::Rogue(victim) => {
                let cards = count(s.hand_size(victim.into()), "card");
                format!("Steal a random card of {}, who has {cards} in hand, with the rogue", self.seat_name(victim.into()))
            }
            Act::Controller => "Discard the controller to renew two excavation tokens of one dig from the bag".to_string(),
            Act::BountyHunter => "Discard the bounty hunter to replace two tokens of one player on the board".to_string(),
            Act::Pass => format!("Pass and lay your {} down", count(s.hand_size(seat), "card")),
            Act::Card(card) => card_sentence(s, card),
            Act::Owner(owner) if Seat::from(owner) == seat => "Put two tokens of your own in their place".to_string(),
            Act::Owner(owner) => format!("Put two tokens of {} in their place", self.seat_name(owner.into())),
        }
    }

    fn cell_sentence(&self, s: &State, cell: u8) -> String {
        let place = self.cell_words(cell);
        let owner = || s.owner(cell).map_or_else(|| "nobody".to_string(), |owner| self.seat_name(owner));
        let colour = || s.colour(cell).map_or("", |colour| COLOUR_NAMES[colour]);
        match s.decision {
            Decision::Exchange => format!("Renew the {} token on {place}", colour()),
            Decision::ExchangeSecond { .. } => format!("Renew the {} token on {place} as well", colour()),
            Decision::Hunt => format!("Replace the token of {} on {place}", owner()),
            Decision::HuntSecond { .. } => format!("Replace the token of {} on {place} as well", owner()),
            _ if s.tokens[s.active.at()].has(cell) => format!("Take your token back from {place}"),
            _ => {
                let mut text = format!("Put a token on {place}");
                let cut: Vec<String> =
                    self.newly_cut_off(s, s.active, cell).into_iter().map(|site| self.site_words(site)).collect();
                if !cut.is_empty() {
                    text.push_str(&format!(": it cuts off {}", and(&cut)));
                }
                let land = &self.board().land;
                let covers = |dig: &&Dig| land.touching(dig.cells).has(cell) && !dig.cells.has(cell);
                if let Some(dig) = s.sites.cards().take(self.extending(s)).find(covers) {
                    text.push_str(&format!("; {} will cover it at the end of the round", self.site_words(dig.site)));
                }
                text
            }
        }
    }

    fn place_sentence(&self, cards: Cards) -> String {
        let (one, pair) = (tokens(self.tables.one_card_places), tokens(self.tables.pair_places));
        match cards.combination() {
            Combination::Archaeologist => format!("Lay an archaeologist down to place {one}"),
            Combination::Different(low, high) => format!("Lay the {} and the {} down to place {one}", low.words(), high.words()),
            Combination::Identical(card) => format!("Lay two {}s down to place {pair}", card.words()),
            Combination::Eminence => format!("Discard the eminence in place of an archaeologist to place {one}"),
            Combination::Joker(card) => {
                format!("Discard the eminence as a joker beside {} to place {pair}", with_article(card.words()))
            }
        }
    }

    /// Red cards laid down as the other seats see them (R15.3).
    pub(super) fn place_glimpse(&self, cards: Cards) -> String {
        let (one, pair) = (tokens(self.tables.one_card_places), tokens(self.tables.pair_places));
        match cards.combination() {
            Combination::Different(..) => format!("Lay two different personalities down to place {one}"),
            Combination::Identical(_) => format!("Lay two equal personalities down to place {pair}"),
            Combination::Joker(_) => format!("Discard the eminence as a joker beside a personality to place {pair}"),
            Combination::Archaeologist | Combination::Eminence => self.place_sentence(cards),
        }
    }

    fn removal_sentence(&self, s: &State, site: Site, curator: bool) -> String {
        let Some(dig) = s.sites.cards().find(|dig| dig.site == site) else { return self.site_words(site) };
        let cards_score = !curator || self.switches.curator_scores;
        let points = if cards_score { self.dig_points(s, dig) } else { self.token_points(s, dig) };
        let colours = s.colours(dig.cells);
        let names: Vec<&str> = (1..COLOURS).filter(|c| colours >> c & 1 == 1).map(|c| COLOUR_NAMES[c]).collect();
        let price = if curator { "discard the curator".to_string() } else { format!("pay {}", and(&names)) };
        format!("Remove the dig of {} for {points} points: {price}", self.site_words(site))
    }
}

fn card_sentence(s: &State, card: Card) -> String {
    match s.decision {
        Decision::Discard { rank } => {
            let taken = s.personalities.0[rank.at()].card;
            format!("Give {} away for the {}", with_article(card.words()), taken.words())
        }
        Decision::Pay { colours, .. } => {
            format!("Pay {} with the {}", COLOUR_NAMES[colours.trailing_zeros() as usize % COLOURS], card.words())
        }
        _ => format!("Lay {} down as part of the price", with_article(card.words())),
    }
}

/// The new place of a card in a list after it gets a token.
fn sinks(rank: Rank, place: usize) -> String {
    if place == rank.at() + 1 { format!(", which stays at place {place}") } else { format!(", which moves to place {place}") }
}

/// The direction of one cell from another, as on the map: x = q + r/2 to the right, y = r downwards (R18.1).
fn direction(from: (i8, i8), to: (i8, i8)) -> &'static str {
    let (dq, dr) = (f32::from(to.0) - f32::from(from.0), f32::from(to.1) - f32::from(from.1));
    let angle = (-dr * 0.866).atan2(dq + dr / 2.0).to_degrees();
    match (angle + 382.5) as i32 / 45 % 8 {
        0 => "east",
        1 => "north-east",
        2 => "north",
        3 => "north-west",
        4 => "west",
        5 => "south-west",
        6 => "south",
        _ => "south-east",
    }
}
