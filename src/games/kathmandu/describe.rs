//! Kathmandu in words: names and sentences of actions, positions as text, the reason for the end.

mod changes;
pub(super) mod events;
mod legend;
pub(super) mod sentences;

use super::Kathmandu;
use super::actions::Act;
use super::rules::pile::Pile;
use super::state::{Decision, Dig, State};
use super::words::{CARDS, COLOUR_NAMES, Card, Cards, Combination, Site};
use crate::core::seat::seats_from;
use crate::core::{Action as _, Axis, Describe, Event, Feature, Score, Seat, count};

/// The letter of each colour of excavation tokens on the map.
const SIGNS: [char; 6] = ['k', 'b', 'n', 'r', 'y', 'g'];

const LEGEND: &str = "  . free  # mountain  ~ lake  A inactive site  [A] active site  *k *b *n *r *y *g excavation black blue brown red \
                      yellow green  b o g p archaeologist of Blue, Orange, Green, Pink\n";

impl Describe for Kathmandu {
    const TITLE: &'static str = "Kathmandu";

    fn round(&self, s: &State) -> u32 {
        u32::from(s.round)
    }

    fn amounts(&self, s: &State) -> Vec<(Seat, String, i64)> {
        let of = |seat: Seat| {
            let p = seat.at();
            // Black tokens score no points, so they are not counted (R9.3).
            let taken: i64 = s.taken[p][1..].iter().map(|&count| i64::from(count)).sum();
            let all = [
                ("hand", s.hand_size(seat).into()),
                ("supply", s.supply[p].into()),
                ("board", s.tokens[p].len().into()),
                ("graveyard", s.graveyard[p].into()),
                ("tokens taken", taken),
                ("site cards", s.taken_sites[p].count_ones().into()),
            ];
            all.map(|(name, amount)| (seat, name.to_string(), amount))
        };
        seats_from(Seat(0), self.seats).flat_map(of).collect()
    }

    fn changes(&self, event: &Event) -> Vec<(Seat, String, i64)> {
        changes::changes(event).into_iter().map(|(seat, name, change)| (seat, name.to_string(), change)).collect()
    }

    fn decision(&self, s: &State) -> &'static str {
        Decision::NAMES[s.decision.index()]
    }

    fn name(&self, action: Act) -> String {
        let verb = action.verb();
        match action {
            Act::Cell(cell) => self.cell_name(cell.0),
            Act::PutSite(rank) | Act::PutPersonality(rank) | Act::BackSite(rank) | Act::BackPersonality(rank) | Act::Take(rank) => {
                format!("{verb} {}", rank.0 + 1)
            }
            Act::Place(cards) => format!("{verb} {}", combination_name(cards)),
            Act::Remove(site) | Act::Curator(site) => format!("{verb} {}", self.site_name(site)),
            Act::Rogue(player) | Act::Owner(player) => format!("{verb} seat {}", player.0),
            Act::Card(card) => format!("{verb} {}", CARDS[card.at()]),
            Act::Stop | Act::Controller | Act::BountyHunter | Act::Pass => verb.to_string(),
        }
    }

    fn sentence(&self, s: &State, action: Act) -> String {
        self.action_sentence(s, action)
    }

    fn glimpse(&self, _: &State, action: Act) -> String {
        match action {
            Act::Place(cards) => self.place_glimpse(cards),
            _ => "Lay a personality down as part of the price".to_string(),
        }
    }

    fn axis(&self, feature: &Feature, axis: usize) -> Axis {
        self.legend(feature, axis)
    }

    fn reason(&self, s: &State) -> String {
        // R13.1
        match s.sites.len() {
            0 => "No active site is left.".to_string(),
            1 => "Only one active site is left.".to_string(),
            _ => "The bag has no more excavation tokens for an extension.".to_string(),
        }
    }

    fn text(&self, s: &State, viewer: Option<Seat>) -> String {
        let mut text = format!("Kathmandu, round {}, first player {}\n", s.round, self.seat_name(s.first));
        text.push_str(&self.map(s));
        text.push_str(LEGEND);
        text.push_str(&self.lists(s));
        let scores = self.scores(s);
        for (seat, &score) in scores.iter().enumerate().take(self.seats) {
            text.push_str(&self.player(s, Seat(seat as u8), score, viewer));
        }
        let bag: Vec<String> = COLOUR_NAMES.iter().zip(s.bag.0).map(|(name, n)| format!("{n} {name}")).collect();
        text.push_str(&format!("bag: {}\n", bag.join(", ")));
        text.push_str(&format!(
            "decks: {} sites, {} personalities; discards: {}\n",
            s.site_deck,
            s.deck.total(),
            cards_text(&s.discard.0)
        ));
        text.push_str(&self.open_choice(s));
        text
    }
}

impl Kathmandu {
    /// `cell q,r`; ids beyond the land of this board keep their number.
    fn cell_name(&self, cell: u8) -> String {
        match self.board().land.at.get(usize::from(cell)) {
            Some((q, r)) => format!("cell {q},{r}"),
            None => format!("cell #{cell}"),
        }
    }

    fn site_name(&self, site: Site) -> String {
        self.board().site_ids.get(site.at()).cloned().unwrap_or_else(|| format!("site #{}", site.0))
    }

    /// Rows of the axial grid; each begins with r and the q of its first hex. One step to the right is q + 1.
    fn map(&self, s: &State) -> String {
        let board = self.board();
        let holes = || board.mountains.iter().chain(&board.lake);
        let all: Vec<(i8, i8)> = board.land.at.iter().chain(holes()).copied().collect();
        let column = |(q, r): (i8, i8)| 4 * i32::from(q) + 2 * i32::from(r);
        let left = all.iter().map(|&at| column(at)).min().unwrap_or(0);
        let mut rows: Vec<i8> = all.iter().map(|at| at.1).collect();
        rows.sort_unstable();
        rows.dedup();
        let mut text = String::new();
        for r in rows {
            let mut row: Vec<(i8, i8)> = all.iter().filter(|at| at.1 == r).copied().collect();
            row.sort_unstable();
            text.push_str(&format!("r {r:>3}, q from {:>3} |", row[0].0));
            let mut line = String::new();
            for at in row {
                let indent = (column(at) - left) as usize;
                line.push_str(&" ".repeat(indent.saturating_sub(line.chars().count())));
                line.push_str(&format!("{:^4}", self.hex(s, at)));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    fn hex(&self, s: &State, (q, r): (i8, i8)) -> String {
        let board = self.board();
        let Some(cell) = board.land.cell(q, r) else {
            return if board.lake.contains(&(q, r)) { "~" } else { "#" }.to_string();
        };
        let letter = board.site_at(cell).map(|site| board.letters[site.at()]);
        if let Some(owner) = s.owner(cell) {
            self.seat_name(owner)[..1].to_lowercase()
        } else if let Some(colour) = s.colour(cell) {
            format!("*{}", SIGNS[colour])
        } else if let Some(letter) = letter {
            let active = s.sites.cards().any(|dig| board.site_cell(dig.site) == cell);
            if active { format!("[{letter}]") } else { letter.to_string() }
        } else {
            ".".to_string()
        }
    }

    fn lists(&self, s: &State) -> String {
        let mut text = String::from("sites:\n");
        for (rank, listed) in s.sites.0.iter().enumerate() {
            text.push_str(&format!("  {}. {}{}\n", rank + 1, self.dig_text(s, &listed.card), self.tokens_text(&listed.tokens)));
        }
        text.push_str("personalities:\n");
        for (rank, listed) in s.personalities.0.iter().enumerate() {
            text.push_str(&format!("  {}. {}{}\n", rank + 1, listed.card.words(), self.tokens_text(&listed.tokens)));
        }
        text
    }

    fn dig_text(&self, s: &State, dig: &Dig) -> String {
        let (q, r) = self.board().land.at[usize::from(self.board().site_cell(dig.site))];
        let mut text = format!("{} [{}] at {q},{r}", self.site_words(dig.site), self.board().letters[dig.site.at()]);
        let under: Vec<String> =
            Site::all().filter(|site| dig.under >> site.0 & 1 == 1).map(|site| self.site_words(site)).collect();
        if !under.is_empty() {
            text.push_str(&format!(" with {}", under.join(", ")));
        }
        let tokens: Vec<String> = (0..6)
            .map(|c| (c, (s.excavation[c] & dig.cells).len()))
            .filter(|&(_, n)| n > 0)
            .map(|(c, n)| format!("{n} {}", COLOUR_NAMES[c]))
            .collect();
        text.push_str(": ");
        text.push_str(&if tokens.is_empty() { "bare".to_string() } else { tokens.join(", ") });
        if let Some(wall) = self.wall(s, dig) {
            let shares: Vec<String> = (0..self.seats)
                .map(|seat| (seat, (wall & s.tokens[seat]).len()))
                .filter(|&(_, n)| n > 0)
                .map(|(seat, n)| format!("{n} {}", self.seat_name(Seat(seat as u8))))
                .collect();
            text.push_str(&format!("; isolated by {}", shares.join(", ")));
        }
        text
    }

    fn tokens_text(&self, pile: &Pile) -> String {
        let counts: Vec<String> = (0..self.seats)
            .map(|seat| (seat, pile.count(Seat(seat as u8))))
            .filter(|&(_, n)| n > 0)
            .map(|(seat, n)| format!("{n} {}", self.seat_name(Seat(seat as u8))))
            .collect();
        if counts.is_empty() { String::new() } else { format!("; tokens: {}", counts.join(", ")) }
    }

    fn player(&self, s: &State, seat: Seat, score: f32, viewer: Option<Seat>) -> String {
        let i = seat.at();
        let sites: Vec<String> =
            Site::all().filter(|site| s.taken_sites[i] >> site.0 & 1 == 1).map(|site| self.site_words(site)).collect();
        let tokens: u32 = s.taken[i][1..].iter().map(|&n| u32::from(n)).sum();
        let mut text = format!(
            "{}: {score} points, {} tokens in supply, {} lost, sites taken: {}, {tokens} coloured and {} black tokens taken\n",
            self.seat_name(seat),
            s.supply[i],
            s.graveyard[i],
            if sites.is_empty() { "none".to_string() } else { sites.join(", ") },
            s.taken[i][0],
        );
        // R15.2: faces for the owner, backs for the others.
        let show = |counts: &[u8; Card::COUNT]| {
            if viewer.is_none_or(|v| v == seat) {
                return cards_text(counts);
            }
            format!("{} grey, {} red", counts[0], counts[1..].iter().sum::<u8>())
        };
        text.push_str(&format!("  hand: {}; played: {}\n", show(&s.hand(seat)), show(&s.played(seat))));
        text
    }

    fn open_choice(&self, s: &State) -> String {
        let who = self.seat_name(s.active);
        match s.decision {
            Decision::Over => "The game is over.\n".to_string(),
            Decision::Action => format!("{who} chooses an action\n"),
            Decision::Unit { left, .. } => format!("{who} places or takes back tokens, {left} left\n"),
            Decision::Discard { rank } => format!("{who} gives a card away for the personality at place {}\n", rank.0 + 1),
            Decision::Use { left, .. } => format!("{who} lays cards down as part of the price, {left} to go\n"),
            Decision::Pay { site, colours } => {
                format!("{who} pays {} for {}\n", COLOUR_NAMES[colours.trailing_zeros() as usize % 6], self.site_words(site))
            }
            Decision::Exchange => format!("{who} chooses the first excavation token\n"),
            Decision::ExchangeSecond { cell } => {
                format!("{who} chooses a second excavation token after {}\n", self.cell_name(cell))
            }
            Decision::Hunt => format!("{who} chooses the first archaeologist token\n"),
            Decision::HuntSecond { cell } => {
                format!("{who} chooses a second archaeologist token after {}\n", self.cell_name(cell))
            }
            Decision::HuntOwner { cell, second } => {
                format!("{who} chooses who replaces the tokens on {} and {}\n", self.cell_name(cell), self.cell_name(second))
            }
        }
    }
}

fn combination_name(cards: Cards) -> String {
    match cards.combination() {
        Combination::Different(low, high) => format!("{} and {}", CARDS[low.at()], CARDS[high.at()]),
        Combination::Identical(card) => format!("two {}", CARDS[card.at()]),
        Combination::Joker(card) => format!("eminence as joker and {}", CARDS[card.at()]),
        Combination::Archaeologist => CARDS[0].to_string(),
        Combination::Eminence => "eminence as archaeologist".to_string(),
    }
}

fn cards_text(counts: &[u8; Card::COUNT]) -> String {
    let held = Card::all().filter(|card| counts[card.at()] > 0);
    let named: Vec<String> = held.map(|card| count(counts[card.at()], card.words())).collect();
    if named.is_empty() { "none".to_string() } else { named.join(", ") }
}
