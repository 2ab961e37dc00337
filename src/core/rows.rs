//! The rows that observations are written to, dense or sparse, one for each lane.

use super::{Game, Playable, Seat};

/// The lengths of a row in each array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Floats per dense observation.
    pub observation: usize,
    /// Slots per sparse observation.
    pub nonzero: usize,
    /// Actions.
    pub actions: usize,
    /// Seats.
    pub seats: usize,
}

/// Observations of some lanes: dense rows, sparse rows, both or neither.
#[derive(Debug, Default)]
pub struct Observations<'a> {
    /// Every float.
    pub dense: Option<&'a mut [f32]>,
    /// The nonzero values.
    pub sparse: Option<SparseRows<'a>>,
}

/// Sparse observations of some lanes.
#[derive(Debug)]
pub struct SparseRows<'a> {
    /// Ascending; unused slots hold the number of floats.
    pub indices: &'a mut [i32],
    /// Their values; 0 in unused slots.
    pub values: &'a mut [f32],
    /// Number of slots used in each row.
    pub counts: &'a mut [i32],
}

/// Splits the first items off a slice.
#[inline(always)]
#[expect(clippy::mut_mut, reason = "what is cut off leaves the slice")]
pub fn cut<'a, T>(slice: &mut &'a mut [T], items: usize) -> &'a mut [T] {
    slice.split_off_mut(..items).expect("the arrays have a row for every lane")
}

impl<'a> Observations<'a> {
    /// Dense rows alone.
    pub fn dense(rows: &'a mut [f32]) -> Self {
        Self { dense: Some(rows), sparse: None }
    }

    /// Splits off the rows of the first lanes.
    #[inline(always)]
    #[must_use]
    pub fn cut(&mut self, lanes: usize, shape: Shape) -> Observations<'a> {
        Observations {
            dense: self.dense.as_mut().map(|dense| cut(dense, lanes * shape.observation)),
            sparse: self.sparse.as_mut().map(|sparse| SparseRows {
                indices: cut(&mut sparse.indices, lanes * shape.nonzero),
                values: cut(&mut sparse.values, lanes * shape.nonzero),
                counts: cut(&mut sparse.counts, lanes),
            }),
        }
    }

    /// Writes a seat's observation to the row of one lane.
    #[inline]
    pub fn write<R: Playable>(&mut self, game: &Game<R>, state: &R::State, viewer: Seat, memo: &mut R::Memo) {
        if let Some(dense) = &mut self.dense {
            game.observe_on(state, viewer, memo, dense);
        }
        if let Some(sparse) = &mut self.sparse {
            sparse.counts[0] = game.observe_sparse_on(state, viewer, memo, sparse.indices, sparse.values) as i32;
        }
    }
}
