//! What a seat sees (R15.5): planes on the axial grid, then vectors for lists, players, piles and the open choice.

use super::Kathmandu;
use super::actions::{Card, Rank, Site};
use super::bits::Cells;
use super::content::{CARDS, COLOUR_NAMES};
use super::pile::Pile;
use super::state::{COLOURS, Decision, OWNED, PLAYERS, Place, State};
use crate::core::sink::Spec;
use crate::core::{FeatureKind, Seat, Sink};

/// The values of what was spent so far.
const SPENT: [&str; 3] = ["nothing", "put", "took_back"];

impl Kathmandu {
    pub(super) fn write_observation<S: Sink>(&self, s: &State, viewer: Seat, out: &mut S) {
        let shown = if self.padded { PLAYERS } else { self.seats };
        // Own seat first; places of a padded observation beyond the players are empty.
        let seat_at = |i: usize| (i < self.seats).then(|| Seat(((viewer.at() + i) % self.seats) as u8));
        self.write_planes(s, shown, seat_at, out);
        self.write_lists(s, shown, seat_at, out);
        for i in 0..shown {
            out.group("seat", Some(i));
            self.write_seat(s, seat_at(i), out);
            out.end();
        }
        // R15.5: own faces.
        out.group("own", None);
        out.counts("hand", &s.hand(viewer), OWNED as f32, &CARDS);
        out.counts("played", &s.played(viewer), OWNED as f32, &CARDS);
        out.end();
        // R15.1; R15.4: of the decks only their sizes.
        out.counts("bag", &s.bag.0, self.scales.excavation, &COLOUR_NAMES);
        out.counts("discard", &s.discard.0, 20.0, &CARDS);
        out.count("deck", s.deck.total(), self.scales.personalities);
        out.bits("unseen_sites", s.unseen_sites.into(), Site::COUNT, &[]);
        out.count("site_deck", s.site_deck.into(), Site::COUNT as f32);
        out.count("round", s.round.min(self.scales.rounds).into(), f32::from(self.scales.rounds));
        self.write_decision(s, viewer, out);
    }

    /// One plane for the tokens of each seat, one for each colour of excavation tokens, one for the active markers.
    #[inline]
    fn write_planes<S: Sink>(&self, s: &State, shown: usize, seat_at: impl Fn(usize) -> Option<Seat>, out: &mut S) {
        let board = self.board();
        let (height, width) = board.grid;
        let planes = shown + COLOURS + 1;
        let spec =
            Spec { name: "board", shape: &[planes, height, width], kind: FeatureKind::Flags, low: 0.0, high: 1.0, labels: &[] };
        out.write(spec, |floats| {
            let mut plane = floats.chunks_exact_mut(height * width);
            let mut fill = |cells: Cells| {
                if let Some(plane) = plane.next() {
                    for cell in cells {
                        plane[usize::from(board.grid_at[usize::from(cell)])] = 1.0;
                    }
                }
            };
            for i in 0..shown {
                fill(seat_at(i).map_or(Cells::EMPTY, |seat| s.tokens[seat.at()]));
            }
            for cells in s.excavation {
                fill(cells);
            }
            fill(s.sites.cards().map(|dig| board.site_cell(dig.site)).collect());
        });
    }

    #[inline]
    fn write_lists<S: Sink>(&self, s: &State, shown: usize, seat_at: impl Fn(usize) -> Option<Seat>, out: &mut S) {
        let most = f32::from(self.tables.tokens_each);
        let by_seat = |pile: Option<&Pile>| {
            let mut counts = [0; PLAYERS];
            for (i, count) in counts.iter_mut().enumerate().take(shown) {
                *count = pile.zip(seat_at(i)).map_or(0, |(pile, seat)| pile.count(seat));
            }
            counts
        };
        for rank in 0..self.board().active_sites {
            let listed = s.sites.0.get(rank);
            let dig = listed.map(|listed| &listed.card);
            out.group("site", Some(rank));
            out.one_hot("id", dig.map(|dig| dig.site.at()), Site::COUNT, &[]);
            out.count("cards", dig.map_or(0, |dig| dig.stack().count_ones()), Site::COUNT as f32);
            out.count("cells", dig.map_or(0, |dig| dig.cells.len()), 256.0);
            out.bits("colours", dig.map_or(0, |dig| u128::from(s.colours(dig.cells))), COLOURS, &COLOUR_NAMES);
            out.counts("tokens", &by_seat(listed.map(|listed| &listed.tokens))[..shown], most, &[]);
            out.end();
        }
        for rank in 0..self.tables.personality_list {
            let listed = s.personalities.0.get(rank);
            out.group("personality", Some(rank));
            out.one_hot("id", listed.map(|listed| listed.card.at()), Card::COUNT, &CARDS);
            out.counts("tokens", &by_seat(listed.map(|listed| &listed.tokens))[..shown], most, &[]);
            out.end();
        }
    }

    #[inline]
    fn write_seat<S: Sink>(&self, s: &State, seat: Option<Seat>, out: &mut S) {
        if self.padded {
            out.flag("present", seat.is_some());
        }
        let most = f32::from(self.tables.tokens_each);
        out.flag("to_act", seat == Some(s.active) && s.decision != Decision::Over);
        out.flag("first", seat == Some(s.first));
        out.count("supply", seat.map_or(0, |p| s.supply[p.at()].into()), most);
        out.count("graveyard", seat.map_or(0, |p| s.graveyard[p.at()].into()), most);
        out.counts("taken", &seat.map_or([0; COLOURS], |p| s.taken[p.at()]), self.scales.excavation, &COLOUR_NAMES);
        out.count("site_cards", seat.map_or(0, |p| s.taken_sites[p.at()].count_ones()), Site::COUNT as f32);
        // R15.2: backs.
        let mut backs = [0; 4];
        if let Some(seat) = seat {
            for held in &s.cards[seat.at()] {
                backs[usize::from(held.place != Place::Hand) * 2 + usize::from(held.card.is_personality())] += 1;
            }
        }
        out.counts("backs", &backs, OWNED as f32, &["hand_grey", "hand_red", "played_grey", "played_red"]);
    }

    /// The open choice. What it tells of the acting player's secret cards is shown to that player only.
    #[inline]
    fn write_decision<S: Sink>(&self, s: &State, viewer: Seat, out: &mut S) {
        let (mut left, mut spent, mut rank, mut least, mut site, mut colours) = (0, None, None, None, None, 0);
        let mut chosen = [None; 2];
        match s.decision {
            Decision::Unit { left: units, spent: what } => {
                left = units;
                spent = Some(what as usize);
            }
            Decision::Discard { rank: at } => rank = Some(at.at()),
            Decision::Use { left: cards, least: card } => {
                left = cards;
                least = (viewer == s.active).then_some(card.at());
            }
            Decision::Pay { site: dig, colours: open } => {
                site = Some(dig.at());
                colours = open;
            }
            Decision::ExchangeSecond { cell } | Decision::HuntSecond { cell } => chosen[0] = Some(cell),
            Decision::HuntOwner { cell, second } => chosen = [Some(cell), Some(second)],
            Decision::Action | Decision::Exchange | Decision::Hunt | Decision::Over => {}
        }
        out.group("decision", None);
        out.one_hot("kind", Some(s.decision.index()), Decision::NAMES.len(), &Decision::NAMES);
        out.count("left", left.into(), 6.0);
        out.one_hot("spent", spent, SPENT.len(), &SPENT);
        out.one_hot("rank", rank, Rank::COUNT, &[]);
        out.one_hot("least", least, Card::COUNT, &CARDS);
        out.one_hot("site", site, Site::COUNT, &[]);
        out.bits("colours", colours.into(), COLOURS, &COLOUR_NAMES);
        let board = self.board();
        for (name, cell) in [("first_cell", chosen[0]), ("second_cell", chosen[1])] {
            let at = cell.map(|cell| usize::from(board.grid_at[usize::from(cell)]));
            out.group(name, None);
            out.one_hot("row", at.map(|at| at / board.grid.1), board.grid.0, &[]);
            out.one_hot("column", at.map(|at| at % board.grid.1), board.grid.1, &[]);
            out.end();
        }
        out.end();
    }
}
