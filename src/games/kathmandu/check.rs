//! The possible positions (the invariants of R17). Play can go on from any position that passes.

use super::Kathmandu;
use super::legal::{all_excavation, dig_tokens_with, exchangeable};
use super::observe::redeal::pairs_hold;
use super::rules::bits::Cells;
use super::rules::column::Column;
use super::state::{COLOURS, Decision, Held, OWNED, PLAYERS, Place, Spent, State};
use super::words::{ARCHAEOLOGIST, Card, Site};
use crate::core::{ActionSet, Broken, Check, Legal, Seat};
use crate::ensure;

impl Check for Kathmandu {
    fn check(&self, s: &State) -> Result<(), Broken> {
        self.check_seats(s)?;
        self.check_board(s)?;
        self.check_digs(s)?;
        self.check_tokens(s)?;
        self.check_lists(s)?;
        self.check_cards(s)?;
        self.check_site_cards(s)?;
        self.check_decision(s)
    }
}

impl Kathmandu {
    fn check_seats(&self, s: &State) -> Result<(), Broken> {
        for seat in [s.active, s.first] {
            ensure!(seat.at() < self.seats, "the seats named are in play", "seat {} of {}", seat.0, self.seats);
        }
        // R13.4: each round but this one has drawn a token; the card of a new site may have put one back.
        let dealt = self.board().active_sites as u32 + self.removed_sites();
        let first =
            self.tables.excavation.iter().map(|&n| u32::from(n)).sum::<u32>() + self.board().site_cells.len() as u32 - dealt;
        let latest = (first + 1).saturating_sub(s.bag.total() + u32::from(s.site_deck)).max(1);
        ensure!(
            (1..=latest).contains(&s.round.into()),
            "the round can be counted",
            "round {}, not 1 to {latest} with {} tokens in the bag",
            s.round,
            s.bag.total()
        );
        for seat in self.seats..PLAYERS {
            let empty = s.tokens[seat].is_empty()
                && s.supply[seat] == 0
                && s.graveyard[seat] == 0
                && s.cards[seat] == [Held::default(); 6]
                && s.taken[seat] == [0; COLOURS]
                && s.taken_sites[seat] == 0;
            ensure!(empty, "a seat that does not play holds nothing", "seat {seat} holds something");
        }
        Ok(())
    }

    /// Each cell holds at most one thing, on land (R1.1, R1.4).
    fn check_board(&self, s: &State) -> Result<(), Broken> {
        let mut filled = self.markers(s);
        ensure!(
            filled.len() as usize == s.sites.len(),
            "markers on the board = length of the site list",
            "{} markers, {} cards",
            filled.len(),
            s.sites.len()
        );
        for cells in s.tokens.iter().chain(&s.excavation) {
            ensure!(self.board().land.all.contains(cells), "everything lies on land", "{cells:?} is not all land");
            ensure!(!filled.meets(cells), "a cell holds one thing", "{:?} hold two", filled & *cells);
            filled |= *cells;
        }
        Ok(())
    }

    fn markers(&self, s: &State) -> Cells {
        s.sites.cards().filter_map(|dig| self.board().site_cells.get(dig.site.at())).copied().collect()
    }

    /// Digs are the connected groups of the board, one marker each, never adjacent (R1.3).
    fn check_digs(&self, s: &State) -> Result<(), Broken> {
        let land = &self.board().land;
        let over = s.decision == Decision::Over;
        let mut seen = Cells::EMPTY;
        for dig in s.sites.cards() {
            let cell = self.board().site_cell(dig.site);
            let tokens = dig.cells & all_excavation(s);
            ensure!(
                dig.cells == tokens | Cells::of(cell),
                "a dig is a marker and tokens",
                "{:?} of site {}",
                dig.cells,
                dig.site.0
            );
            ensure!(!seen.meets(&dig.cells), "digs share no cell", "site {} shares one", dig.site.0);
            let joined = land.flood(Cells::of(cell), dig.cells).inside;
            ensure!(joined == dig.cells, "a dig is connected", "site {} is {:?}, joined {joined:?}", dig.site.0, dig.cells);
            // R13.2: only a final position may show touching digs.
            ensure!(
                over || !land.touching(dig.cells).meets(&seen),
                "no two digs are adjacent",
                "site {} touches another",
                dig.site.0
            );
            seen |= dig.cells;
        }
        let loose = all_excavation(s) & !seen;
        ensure!(loose.is_empty(), "every excavation token belongs to a dig", "{loose:?} belong to none");
        Ok(())
    }

    fn check_tokens(&self, s: &State) -> Result<(), Broken> {
        for colour in 0..COLOURS {
            let taken: u32 = s.taken.iter().map(|t| u32::from(t[colour])).sum();
            let found = u32::from(s.bag.0[colour]) + s.excavation[colour].len() + taken;
            let want = u32::from(self.tables.excavation[colour]);
            ensure!(found == want, "excavation tokens: bag + board + taken", "colour {colour}: {found}, not {want}");
        }
        for seat in 0..self.seats {
            let listed = |piles: u32, tokens: u8| piles + u32::from(tokens);
            let owner = Seat(seat as u8);
            let lists = s.sites.0.iter().map(|l| l.tokens.count(owner)).fold(0, listed)
                + s.personalities.0.iter().map(|l| l.tokens.count(owner)).fold(0, listed);
            let found = u32::from(s.supply[seat]) + u32::from(s.graveyard[seat]) + s.tokens[seat].len() + lists;
            let want = u32::from(self.tables.tokens_each);
            ensure!(
                found == want,
                "archaeologist tokens: supply + board + lists + graveyard",
                "seat {seat} has {found}, not {want}"
            );
        }
        Ok(())
    }

    fn check_lists(&self, s: &State) -> Result<(), Broken> {
        check_order(&s.sites, self.seats)?;
        check_order(&s.personalities, self.seats)?;
        let (sites, most) = (s.sites.len(), self.board().active_sites);
        ensure!(sites <= most, "the site list has its length at most", "{sites} of {most}");
        let (cards, most) = (s.personalities.len(), self.tables.personality_list);
        ensure!(cards <= most, "the personality list has its length at most", "{cards} of {most}");
        Ok(())
    }

    /// Every personality is in exactly one place; what the players know of played cards is true (R3.1, R15.3).
    fn check_cards(&self, s: &State) -> Result<(), Broken> {
        let mut found = [0u32; Card::COUNT];
        for bag in [&s.deck, &s.discard] {
            ensure!(bag.0[ARCHAEOLOGIST.at()] == 0, "deck and discards are personalities", "an archaeologist is among them");
            found.iter_mut().zip(bag.0).for_each(|(sum, n)| *sum += u32::from(n));
        }
        for card in s.personalities.cards() {
            ensure!(card.is_personality(), "the personality list holds personalities", "an archaeologist is among them");
            found[card.at()] += 1;
        }
        for held in s.cards.iter().take(self.seats).flatten() {
            found[held.card.at()] += 1;
            let marks = u32::from(held.stolen | held.suspect);
            ensure!(marks >> s.thefts.len() == 0, "marks belong to thefts", "{held:?}");
            ensure!(marks == 0 || held.card.is_personality(), "only red cards are stolen unseen", "{held:?}");
        }
        for card in Card::all().skip(1) {
            let (got, want) = (found[card.at()], u32::from(self.tables.copies[card.at()]));
            ensure!(got == want, "every personality is in exactly one place", "card {}: {got}, not {want}", card.0);
        }
        for (seat, cards) in s.cards.iter().enumerate() {
            ensure!(pairs_hold(cards), "pairs laid down are pairs", "seat {seat}: {cards:?}");
        }
        for (number, theft) in s.thefts.iter().enumerate() {
            let known = theft.thief != theft.victim && theft.thief.at() < self.seats && theft.victim.at() < self.seats;
            let stolen = s.cards.as_flattened().iter().filter(|held| held.stolen >> number & 1 == 1).count();
            ensure!(
                known && stolen == 1 && self.seats > 2,
                "a theft has a thief, a victim and a card",
                "theft {number}: {theft:?}"
            );
        }
        Ok(())
    }

    /// Site cards that the short game has removed (R2.2).
    fn removed_sites(&self) -> u32 {
        if self.short { self.board().removed_in_short_game.into() } else { 0 }
    }

    fn check_site_cards(&self, s: &State) -> Result<(), Broken> {
        let sites = self.board().site_cells.len();
        let stacks = s.sites.cards().map(super::state::Dig::stack);
        let mut seen = 0u32;
        for set in stacks.chain(s.taken_sites).chain([s.unseen_sites, s.aside]).map(u32::from) {
            ensure!(seen & set == 0, "every site card is in exactly one place", "{:b} in two", seen & set);
            seen |= set;
        }
        let all = (1u32 << sites) - 1;
        ensure!(s.aside == 0 || !self.switches.curator_scores, "curators take their cards", "{:b} are put aside", s.aside);
        ensure!(seen == all, "every site card is in exactly one place", "{seen:b}, not {all:b}");
        let removed = self.removed_sites();
        let unseen = s.unseen_sites.count_ones();
        ensure!(
            u32::from(s.site_deck) + removed == unseen,
            "site cards: deck + removed = unseen",
            "{} + {removed}, not {unseen}",
            s.site_deck
        );
        Ok(())
    }

    /// Whether cards are being used for a personality that has left the list for the played cards (R7.2); `left` more follow (R7.1).
    fn has_taken(&self, s: &State, left: u8) -> bool {
        let came = |held: &Held| held.place == Place::Came && held.card.is_personality();
        usize::from(left) < OWNED && s.personalities.len() < self.tables.personality_list && s.cards[s.active.at()].iter().any(came)
    }

    /// Whether the seat is paying for a dig it controls (R8.1), the lowest colours first; each card paid is now an archaeologist
    /// (R8.4).
    fn has_begun_to_pay(&self, s: &State, site: Site, colours: u8) -> bool {
        let Some(dig) = s.sites.cards().find(|dig| dig.site == site) else { return false };
        let whole = s.colours(dig.cells);
        let paid = (whole & !colours).count_ones() as usize;
        let came = |held: &&Held| held.place == Place::Came && held.card == ARCHAEOLOGIST;
        rest_of(colours, whole) && self.controls(s, s.active, dig) && s.cards[s.active.at()].iter().filter(came).count() >= paid
    }

    /// The open choice has an answer, and its action can be completed.
    fn check_decision(&self, s: &State) -> Result<(), Broken> {
        if s.decision == Decision::Over {
            return Ok(());
        }
        let digs = s.sites.len();
        ensure!(digs >= 2, "a running game has two digs", "{digs}");
        ensure!(
            s.site_deck == 0 || digs == self.board().active_sites,
            "new digs have been opened",
            "{digs} digs, {} cards",
            s.site_deck
        );
        let most = self.tables.one_card_places.max(self.tables.pair_places);
        let fits = match s.decision {
            Decision::Unit { left, spent } => (1..=most - u8::from(spent != Spent::Nothing)).contains(&left),
            Decision::Discard { rank } => rank.at() < s.personalities.len(),
            Decision::Use { left, .. } => self.has_taken(s, left),
            Decision::Pay { site, colours } => self.has_begun_to_pay(s, site, colours),
            Decision::ExchangeSecond { cell } => exchangeable(s).has(cell) && dig_tokens_with(s, cell).len() >= 2,
            Decision::HuntSecond { cell } => self.huntable(s).has(cell),
            Decision::HuntOwner { cell, second } => {
                self.huntable(s).has(cell) && cell != second && s.owner(cell) == s.owner(second)
            }
            Decision::Action | Decision::Exchange | Decision::Hunt | Decision::Over => true,
        };
        ensure!(fits && self.can_go_on(s), "the open choice fits the position", "{}", Decision::NAMES[s.decision.index()]);
        let mut legal = ActionSet::EMPTY;
        self.legal(s, &mut legal);
        ensure!(!legal.is_empty(), "the open choice has an answer", "{}", Decision::NAMES[s.decision.index()]);
        Ok(())
    }
}

/// Whether a set of colours is another one without some of its lowest.
fn rest_of(rest: u8, whole: u8) -> bool {
    rest != 0 && rest == whole & u8::MAX << rest.trailing_zeros()
}

/// Ascending numbers of tokens, none on the first card (R4.1, R4.3).
fn check_order<T: Copy + Default>(list: &Column<T>, seats: usize) -> Result<(), Broken> {
    let counts: Vec<u8> = list.0.iter().map(|listed| listed.tokens.len()).collect();
    ensure!(counts.is_sorted(), "a list is in ascending order of tokens", "{counts:?}");
    ensure!(counts.first().is_none_or(|&n| n == 0), "the first card of a list has no token", "{counts:?}");
    let strange = list.0.iter().flat_map(|listed| listed.tokens.iter()).find(|owner| owner.at() >= seats);
    ensure!(strange.is_none(), "tokens belong to players", "{strange:?}");
    Ok(())
}
