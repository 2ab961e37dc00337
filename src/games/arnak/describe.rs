//! Arnak in words: names and sentences of actions, positions as text, the reason for the end.

mod changes;
pub(super) mod decision;
pub(super) mod events;
mod legend;
mod sentences;
mod text;

use super::Arnak;
use super::actions::Act;
use super::player::Player;
use super::rules::effects::ast::Good;
use super::rules::effects::{notation, words};
use super::state::State;
use crate::core::seat::seats_from;
use crate::core::{Axis, Describe, Event, Feature, Score, Seat, capital};

impl Describe for Arnak {
    const TITLE: &'static str = "Lost Ruins of Arnak";

    fn decision(&self, state: &State) -> &'static str {
        self.open_decision(state).name()
    }

    fn round(&self, state: &State) -> u32 {
        u32::from(state.round)
    }

    fn amounts(&self, state: &State) -> Vec<(Seat, String, i64)> {
        let of = |(player, seat): (&Player, Seat)| {
            let goods = Good::ALL.iter().zip(player.goods).map(|(good, amount)| (good.name(), i64::from(amount)));
            let idols = i64::from(player.crates) + i64::from(player.slots.count_ones());
            let (held, fear) = state.held(seat.at());
            let finds = [
                ("idols", idols),
                ("guardians", i64::from(player.guardians.count_ones())),
                ("cards", i64::from(held.len() + player.play.len())),
                ("fear cards", i64::from(fear + player.play_fear)),
            ];
            goods.chain(finds).map(|(name, amount)| (seat, name.to_string(), amount)).collect::<Vec<_>>()
        };
        state.players.iter().zip(seats_from(Seat(0), self.seats)).flat_map(of).collect()
    }

    fn changes(&self, event: &Event) -> Vec<(Seat, String, i64)> {
        let of = |seat: Seat| changes::changes(event).into_iter().map(move |(name, change)| (seat, name.to_string(), change));
        event.seat.into_iter().flat_map(of).collect()
    }

    fn name(&self, action: Act) -> String {
        self.action_name(action)
    }

    fn sentence(&self, state: &State, action: Act) -> String {
        capital(&self.action_words(state, action))
    }

    fn text(&self, state: &State, viewer: Option<Seat>) -> String {
        self.show(state, viewer)
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["Blue", "Orange", "Green", "Pink"].get(seat.at()).map_or_else(|| format!("seat {}", seat.0), ToString::to_string)
    }

    fn axis(&self, feature: &Feature, axis: usize) -> Axis {
        self.legend(feature, axis)
    }

    fn reason(&self, state: &State) -> String {
        let points: Vec<i32> = (0..self.seats).map(|seat| self.points_of(state, seat).iter().sum()).collect();
        let winners: Vec<String> = (0..self.seats as u8)
            .filter(|seat| self.winners(state) >> seat & 1 == 1)
            .map(|seat| self.seat_name(Seat(seat)))
            .collect();
        let list = |points: &[i32]| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" to ");
        if self.solo {
            let rival = self.rival_points(state);
            let verdict = match self.against_rival(state) {
                std::cmp::Ordering::Greater => "you beat the rival",
                std::cmp::Ordering::Less => "the rival wins",
                std::cmp::Ordering::Equal => "a draw with the rival",
            };
            return format!("Round 5 is over: {verdict}, {} to {rival}.", points[0]);
        }
        let best = points.iter().max().copied().unwrap_or_default();
        let tied = points.iter().filter(|n| **n == best).count() > 1;
        let how = if tied { ", by the tie-break of the Lost Temple and research" } else { "" };
        match winners.as_slice() {
            [one] => format!("Round 5 is over: {one} wins with {best} points{how} ({}).", list(&points)),
            _ => format!("Round 5 is over: {} share the victory ({}).", winners.join(" and "), list(&points)),
        }
    }

    fn in_words(&self, effect: &str) -> Option<String> {
        notation::parse(effect).ok().map(|effect| words::effect(&effect))
    }
}
