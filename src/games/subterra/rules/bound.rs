//! The longest possible episode, counted as in section 20 of RULES.md, for any content.

use super::super::Subterra;
use super::super::words::Sheet;

/// The decisions of placing one tile: which of two to keep (D6), its orientation (D7).
const PLACING: usize = 2;
/// The decisions of placing the Sanctuary, once in an episode: a cell and a side (D18).
const SITE: usize = 2;
/// The decisions of a Research: a cell, a side, a Journal and an orientation (D8).
const RESEARCH: usize = 4;
/// The decisions of a Guardian: order, and victim, step or Rubble (D14 to D17).
const GUARDIAN: usize = 2;

impl Subterra {
    /// An upper bound on the decisions of an episode.
    pub fn episode_bound(&self) -> usize {
        let team = self.team.size();
        team + self.round_cap as usize * (team * self.turn_bound() + self.round_end_bound())
    }

    /// An upper bound on the decisions of a turn, the hazard roll included.
    pub fn turn_bound(&self) -> usize {
        // An explorer who is down has one decision instead of an action part (D3).
        self.action_bound().max(1) + self.reroll_bound() + self.hazard_bound()
    }

    /// An upper bound on the decisions at the end of a round.
    pub fn round_end_bound(&self) -> usize {
        self.pass_bound(0)
    }

    /// The most action points of a turn: every action costs at least one (`content.rs` refuses less).
    fn action_points(&self) -> usize {
        usize::from(self.tables.action_points + self.tables.push_points)
    }

    /// D2 with what follows from an action, refused takes (ruling I3: one by each other explorer), push and end.
    fn action_bound(&self) -> usize {
        let steps = usize::from(self.tables.run_moves).max(2) - 1; // D4
        let lights = PLACING + SITE + 1 + PLACING; // D5 between two Reveals; the Sanctuary comes with one of them
        let follow_up = steps.max(lights).max(RESEARCH); // D9 and D10 are one decision
        let refused = 2 * (self.team.size() - 1);
        self.action_points() * (1 + follow_up) + refused + 2
    }

    /// D11: a question for each roll that is kept and one for each reroll, which costs at least a hit point.
    fn reroll_bound(&self) -> usize {
        // Spikes at every step, or an attack; two hazard dice, each with its question and a collapse.
        let kept = self.action_points() * usize::from(self.tables.run_moves).max(2) + 4;
        // Her hit points, and those from her own Heals in this turn.
        let most = self.tables.hp[Sheet::Archaeologist as usize];
        kept + usize::from(most) + self.action_points() * usize::from(self.tables.heal.min(most))
    }

    /// D12, and two dice that wake (D13) or activate.
    fn hazard_bound(&self) -> usize {
        1 + 2 * self.pass_bound(1).max(1)
    }

    /// The Guardians' passes at the end of a round (0) or of an Activate face (1).
    fn pass_bound(&self, when: usize) -> usize {
        usize::from(self.tables.passes[when]) * usize::from(self.tables.guardians) * GUARDIAN
    }
}
