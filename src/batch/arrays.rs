//! Arrays for callers that have none of their own, such as programs in Rust.

use super::Buffers;
use crate::core::{Observations, Shape, SparseRows};

/// How observations are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Every float.
    Dense,
    /// Indices and values of the nonzero floats.
    Sparse,
    /// Both.
    Both,
}

/// Observations of all lanes, one row after the other; what the format leaves out stays empty.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Every float.
    pub dense: Vec<f32>,
    /// Ascending indices of the nonzero floats; unused slots hold the number of floats.
    pub indices: Vec<i32>,
    /// Their values; 0 in unused slots.
    pub values: Vec<f32>,
    /// Number of slots used in each row.
    pub counts: Vec<i32>,
    format: Format,
}

impl Rows {
    fn new(shape: Shape, lanes: usize, format: Format) -> Self {
        let floats = if format == Format::Sparse { 0 } else { lanes * shape.observation };
        let (slots, rows) = if format == Format::Dense { (0, 0) } else { (lanes * shape.nonzero, lanes) };
        Self { dense: vec![0.0; floats], indices: vec![0; slots], values: vec![0.0; slots], counts: vec![0; rows], format }
    }

    fn rows(&mut self) -> Observations<'_> {
        let sparse = SparseRows { indices: &mut self.indices, values: &mut self.values, counts: &mut self.counts };
        Observations {
            dense: (self.format != Format::Sparse).then_some(&mut self.dense),
            sparse: (self.format != Format::Dense).then_some(sparse),
        }
    }
}

/// All arrays of a batch, with their memory. [`Buffers`] says what each holds.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names of `Buffers`")]
pub struct Arrays {
    shape: Shape,
    pub observations: Rows,
    pub masks: Vec<bool>,
    pub seats: Vec<i32>,
    pub learners: Vec<i32>,
    pub rewards: Vec<f32>,
    pub dones: Vec<bool>,
    pub final_scores: Vec<f32>,
    pub outcomes: Vec<f32>,
    pub final_observations: Rows,
}

impl Arrays {
    /// Arrays of zeros for a batch of this [shape](super::Batch::shape).
    pub fn new(shape: Shape, lanes: usize, format: Format) -> Self {
        Self {
            shape,
            observations: Rows::new(shape, lanes, format),
            masks: vec![false; lanes * shape.actions],
            seats: vec![0; lanes],
            learners: vec![0; lanes],
            rewards: vec![0.0; lanes * shape.seats],
            dones: vec![false; lanes],
            final_scores: vec![0.0; lanes * shape.seats],
            outcomes: vec![0.0; lanes * shape.seats],
            final_observations: Rows::new(shape, lanes, format),
        }
    }

    /// The lengths of a row in each array.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The arrays as a batch takes them.
    pub fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            shape: self.shape,
            observations: self.observations.rows(),
            masks: &mut self.masks,
            seats: &mut self.seats,
            learners: &mut self.learners,
            rewards: &mut self.rewards,
            dones: &mut self.dones,
            final_scores: &mut self.final_scores,
            outcomes: &mut self.outcomes,
            final_observations: self.final_observations.rows(),
        }
    }
}
