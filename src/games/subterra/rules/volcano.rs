//! Eruption, flips and lava (section 11).

use crate::core::Witness;
use crate::games::subterra::board::{Cell, Cells};
use crate::games::subterra::play::Play;
use crate::games::subterra::state::{Artifact, State};
use crate::games::subterra::words::{End, Object, Sheet, Status};
use crate::games::subterra::{Subterra, events};

impl Subterra {
    /// R69: makes the volcano erupt. The erupting face does not also spread (ruling V1).
    pub(crate) fn erupt(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        s.erupted = true;
        play.tell(events::erupts);
        let still_there = match s.artifact {
            Artifact::Locked => true,
            Artifact::On(cell) => s.is_sanctuary(cell),
            Artifact::Carried => s.explorers.iter().any(|e| e.hand == Some(Object::Artifact) && s.is_sanctuary(e.cell)),
            Artifact::Outside | Artifact::Destroyed => false,
        };
        if !s.has_sanctuary() || still_there {
            s.end = Some(End::Eruption); // R94
        } else {
            self.flip(s, &Cells::one(s.hall).with(s.vault), play);
        }
    }

    /// R71: flips every unflipped cell connected to a flipped one; pieces flip as a whole. Rubble is no hindrance (ruling V4).
    pub(crate) fn spread(&self, s: &mut State, play: &mut Play<'_, impl Witness>) {
        let mut reached = s.map.links.grown(&s.map.flipped).minus(&s.map.flipped);
        let touched = |piece: &&Cells| !piece.and(&reached).is_empty();
        let mut pieces = self.tables.pieces.iter().filter(touched).fold(Cells::EMPTY, |all, piece| all.or(piece));
        if self.switches.flip_together && !pieces.is_empty() {
            pieces = self.tables.pieces.iter().fold(pieces, |all, piece| all.or(piece)); // ruling V5
        }
        reached = reached.or(&pieces).minus(&s.map.flipped);
        self.flip(s, &reached, play);
    }

    /// R70: turns cells to their Volcano side. Explorers on them die, even with the Shield (ruling V3).
    fn flip(&self, s: &mut State, cells: &Cells, play: &mut Play<'_, impl Witness>) {
        s.map.flip(cells);
        if !cells.is_empty() {
            play.tell(|| events::lava_covers(cells));
        }
        for who in 0..s.explorers.len() {
            let explorer = &mut s.explorers[who];
            if explorer.is_inside() && cells.has(explorer.cell) {
                explorer.status = Status::Dead;
                let before = std::mem::take(&mut explorer.hp);
                explorer.cell = Cell::NONE;
                let hand = explorer.hand.take();
                let veteran = explorer.sheet == Sheet::Veteran;
                play.tell(|| events::dies(s, who, before));
                // R45
                if hand == Some(Object::Artifact) {
                    s.artifact = Artifact::Destroyed;
                }
                if veteran {
                    s.shield = false;
                }
            }
        }
        Self::eliminate_all(s, cells, play);
        debug_assert!(s.keys.is_empty(), "before anything is flipped every Key has been inserted (R45)");
        if matches!(s.artifact, Artifact::On(cell) if cells.has(cell)) {
            s.artifact = Artifact::Destroyed;
        }
        // R95: shortcuts that do not affect the result.
        if s.artifact == Artifact::Destroyed {
            play.tell(events::artifact_lost);
            s.end = Some(End::ArtifactLost);
        } else if cells.has(self.tables.crossing) {
            s.end = Some(End::EntranceLost);
        }
    }
}
