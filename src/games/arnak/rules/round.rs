//! Turns, rounds and the end of the game (sections 3 and 15).

use super::effects::ast::DeckEnd;
use crate::core::{Rng, Witness};
use crate::games::arnak::Arnak;
use crate::games::arnak::actions::Act;
use crate::games::arnak::describe::events::Eyes;
use crate::games::arnak::legal::bits;
use crate::games::arnak::state::{Icons, Phase, State};
use crate::games::arnak::words::{NONE, Space};

/// Cards in a full hand (R22).
const HAND: u32 = 5;
/// The last round (R22).
pub(in crate::games::arnak) const LAST_ROUND: u8 = 5;

impl Arnak {
    /// Deals everyone a full hand and begins the turns (R22).
    pub(in crate::games::arnak) fn begin_round<W: Witness>(&self, s: &mut State, rng: &mut Rng, eyes: &mut Eyes<'_, W>) {
        for seat in 0..self.seats {
            while s.players[seat].hand_size() < HAND && !s.players[seat].deck_is_empty() {
                s.draw(seat, DeckEnd::Top, rng);
            }
        }
        s.phase = Phase::Turns;
        s.passed = 0;
        s.seat = s.start;
        if self.solo {
            self.begin_rival_round(s, rng);
            eyes.note(self, s);
            self.rival_turn(s, rng);
        }
    }

    /// Ends the turn (R26).
    pub(in crate::games::arnak) fn end_turn<W: Witness>(&self, s: &mut State, rng: &mut Rng, eyes: &mut Eyes<'_, W>) {
        s.pool = Icons::default();
        s.refill(rng);
        if s.passing {
            s.passed |= 1 << s.seat;
        }
        (s.main_used, s.passing) = (false, false);
        if self.solo {
            // R162: the rival follows every turn, and plays on alone once the human has passed.
            eyes.note(self, s);
            self.rival_turn(s, rng);
            while s.passed != 0 && s.rival.left != 0 {
                eyes.note(self, s);
                self.rival_turn(s, rng);
            }
        }
        let seats = self.seats as u8;
        for step in 1..=seats {
            let next = (s.seat + step) % seats;
            if s.passed >> next & 1 == 0 {
                s.seat = next;
                return;
            }
        }
        self.end_round(s, rng, eyes);
    }

    /// Ends the round: figures return, guardians cause Fear (R138); then hands are kept (R140) or the game ends (R139).
    fn end_round<W: Witness>(&self, s: &mut State, rng: &mut Rng, eyes: &mut Eyes<'_, W>) {
        for step in 0..self.seats {
            let seat = (s.start as usize + step) % self.seats;
            let figures = std::mem::take(&mut s.players[seat].figures);
            if s.players[seat].no_guardian_fear {
                continue;
            }
            for space in bits(figures) {
                if s.guardian_at[Space(space).site().at()] != NONE {
                    s.gain_fear(seat);
                }
            }
        }
        s.rival.figures = 0;
        if s.round == LAST_ROUND {
            s.phase = Phase::Over;
            return;
        }
        s.phase = Phase::Keep;
        s.seat = s.start;
        self.pass_over_empty_hands(s, rng, eyes);
    }

    /// Puts a hand card down, or keeps the rest (R140).
    pub(in crate::games::arnak) fn keep<W: Witness>(&self, s: &mut State, act: Act, rng: &mut Rng, eyes: &mut Eyes<'_, W>) {
        match act {
            Act::Pick(card) => s.put_down(s.seat as usize, card.0),
            Act::Decline => {
                if self.next_keeper(s, rng, eyes) {
                    return;
                }
            }
            _ => unreachable!("cards are put down or kept"),
        }
        self.pass_over_empty_hands(s, rng, eyes);
    }

    fn pass_over_empty_hands<W: Witness>(&self, s: &mut State, rng: &mut Rng, eyes: &mut Eyes<'_, W>) {
        while s.me().hand_is_empty() {
            if self.next_keeper(s, rng, eyes) {
                return;
            }
        }
    }

    /// Asks the next player; after the last one the round is reset. Returns whether it was.
    fn next_keeper<W: Witness>(&self, s: &mut State, rng: &mut Rng, eyes: &mut Eyes<'_, W>) -> bool {
        let next = (s.seat + 1) % self.seats as u8;
        if next == s.start {
            self.reset(s, rng, eyes);
            return true;
        }
        s.seat = next;
        false
    }

    /// Resets the round (R141): play areas go under the decks, assistants are ready, the staff moves, a new round begins.
    fn reset<W: Witness>(&self, s: &mut State, rng: &mut Rng, eyes: &mut Eyes<'_, W>) {
        for seat in 0..self.seats {
            s.bury_play_area(seat);
            let p = &mut s.players[seat];
            // R117
            p.ready = u8::from(p.assistants[0] != NONE) | u8::from(p.assistants[1] != NONE) << 1;
            p.icons_as_planes = false;
            p.no_guardian_fear = false;
        }
        s.move_staff();
        s.round += 1;
        s.refill(rng);
        s.start = (s.start + 1) % self.seats as u8;
        // Whatever happened at the end of the round, before new hands are drawn.
        eyes.note(self, s);
        self.begin_round(s, rng, eyes);
    }
}
