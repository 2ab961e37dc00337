//! The land open to each dig, updated as single tokens come and go.

use super::bits::Cells;
use super::column::LIST;
use super::geometry::{Flood, Land};
use crate::core::List;

/// The parts of the open land that digs lie in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    /// The land without tokens.
    open: Cells,
    /// The different parts.
    floods: List<Flood, LIST>,
    /// The part of each dig.
    part: [u8; LIST],
}

impl Parts {
    /// Finds the parts of some digs.
    pub fn of(land: &Land, digs: &[Cells], open: Cells) -> Self {
        let mut parts = Self { open, floods: List::new(), part: [LIST as u8; LIST] };
        for i in 0..digs.len() {
            if usize::from(parts.part[i]) == LIST {
                let flood = land.flood(digs[i], open);
                for (part, dig) in parts.part.iter_mut().zip(digs).skip(i) {
                    if dig.meets(&flood.inside) {
                        *part = parts.floods.len() as u8;
                    }
                }
                parts.floods.push(flood);
            }
        }
        parts
    }

    /// The part that a dig lies in.
    #[inline]
    pub fn of_dig(&self, dig: usize) -> &Flood {
        &self.floods[usize::from(self.part[dig])]
    }

    /// Finds the parts of the same digs after tokens have come or gone.
    pub fn update(&mut self, land: &Land, digs: &[Cells], open: Cells) {
        let (closed, opened) = (self.open & !open, open & !self.open);
        let followed = match (closed.len(), opened.len()) {
            (0, 0) => true,
            (1, 0) => closed.iter().all(|cell| self.close(land, cell)),
            (0, 1) => opened.iter().all(|cell| self.open(land, cell, open)),
            _ => false,
        };
        if followed {
            self.open = open;
        } else {
            *self = Self::of(land, digs, open);
        }
    }

    /// Takes account of a token that has come. Returns `false` if it may split the land.
    fn close(&mut self, land: &Land, cell: u8) -> bool {
        let Some(flood) = self.floods.iter_mut().find(|flood| flood.inside.has(cell)) else { return true };
        flood.inside.remove(cell);
        if !land.joined_round(cell, flood.inside) {
            return false;
        }
        for other in land.around(cell) {
            if !land.around(other).meets(&flood.inside) {
                flood.touched.remove(other);
            }
        }
        true
    }

    /// Takes account of a token that has gone. Returns `false` if it may have joined parts of the land.
    fn open(&mut self, land: &Land, cell: u8, open: Cells) -> bool {
        let around = land.around(cell);
        let Some(flood) = self.floods.iter_mut().find(|flood| flood.touched.has(cell)) else { return true };
        if !flood.inside.contains(&(around & open)) {
            return false;
        }
        flood.inside.insert(cell);
        flood.touched |= around;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Game, Rng, Setup};
    use crate::games::kathmandu::Kathmandu;

    #[test]
    fn parts_that_follow_tokens_are_those_found_anew() {
        let game = Game::<Kathmandu>::shipped();
        let land = &game.rules.board().land;
        let mut rng = Rng::seeded(4);
        for round in 0..20 {
            let state = game.rules.start(&mut rng);
            let digs: Vec<Cells> = state.sites.cards().map(|dig| dig.cells).collect();
            let free = land.all & !state.all_digs();
            let mut open = land.all;
            let mut parts = Parts::of(land, &digs, open);
            for step in 0..400 {
                // First the board fills up, then tokens come and go.
                let cell = rng.below(land.at.len() as u32) as u8;
                if !free.has(cell) {
                    continue;
                }
                if open.has(cell) {
                    open.remove(cell);
                } else {
                    open.insert(cell);
                }
                parts.update(land, &digs, open);
                let anew = Parts::of(land, &digs, open);
                for dig in 0..digs.len() {
                    assert_eq!(parts.of_dig(dig), anew.of_dig(dig), "round {round}, step {step}");
                }
            }
        }
    }
}
