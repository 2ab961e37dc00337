//! Trained networks, evaluated in Rust: opponents that need no torch, and guides for a search.
//!
//! A network takes what the seat to act observes and gives a logit for every legal action and a value for every seat. The
//! observation is sparse, so the first layer adds a row of weights for each nonzero input. `ReLU` leaves part of
//! each layer zero, so for a single position the later layers do the same; for many positions they are a blocked matrix product.

pub mod agent;
pub mod credit;
pub mod evaluator;
pub mod file;
pub mod layers;
pub mod quantized;
pub mod shipped;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::core::{ActionSet, Game, MAX_SEATS, Playable, Scores, Seat};
use layers::{Activations, Forward, GROUP, Heads, Inputs, Layer};

pub use agent::Networked;
pub use credit::Credit;
pub use evaluator::{Evaluator, Workspace};

/// The purpose and provenance of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// The game.
    pub game: String,
    /// The version of its rules, ids and layout.
    pub version: u16,
    /// The options it was trained with.
    pub options: Map<String, Value>,
    /// The digest of the layout of its observations; see [`file::layout_digest`].
    pub layout: u64,
    /// The numbers of players it was trained for, ascending.
    pub players: Vec<usize>,
    /// Everything else that the file says: how the network was trained, how strong it is.
    pub facts: BTreeMap<String, String>,
}

/// A trained network: immutable and shared.
#[derive(Clone, Debug)]
pub struct Network {
    about: About,
    credit: Credit,
    first: Layer,
    hidden: Vec<Layer>,
    policy: Heads,
    value: Heads,
    /// Present if the file stores eight bits per weight.
    scales: Option<quantized::Scales>,
}

impl Network {
    /// Its purpose and provenance.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The credit its values stand for.
    pub fn credit(&self) -> &Credit {
        &self.credit
    }

    /// Number of floats in its observations.
    pub fn inputs(&self) -> usize {
        self.first.inputs()
    }

    /// Number of actions it knows.
    pub fn actions(&self) -> usize {
        self.policy.outputs()
    }

    /// Number of seats it values.
    pub fn seats(&self) -> usize {
        self.value.outputs()
    }

    /// Number of weights and biases.
    pub fn parameters(&self) -> usize {
        self.tensors().values().map(|(_, data)| data.len()).sum()
    }

    /// The widths of its layers.
    pub fn widths(&self) -> Vec<usize> {
        [&self.first].into_iter().chain(&self.hidden).map(Layer::outputs).collect()
    }

    /// Evaluates one position from the nonzero floats of its observation. Writes one logit for
    /// each legal action, ascending, and returns the values of the seats, the viewer's first.
    pub fn evaluate(&self, inputs: Inputs<'_>, legal: &ActionSet, scratch: &mut Activations, logits: &mut Vec<f32>) -> Scores {
        logits.clear();
        let mut out = [[0.0; MAX_SEATS]];
        self.forward(&[inputs], |_| legal.iter(), scratch, logits, &mut out);
        out[0]
    }

    /// Evaluates at most [`GROUP`] positions together: the same numbers as one by one, but faster if the group is full. Appends their
    /// logits, position after position; `values` has one entry per position.
    pub fn evaluate_group(
        &self,
        inputs: &[Inputs<'_>],
        legal: &[ActionSet],
        scratch: &mut Activations,
        logits: &mut Vec<f32>,
        values: &mut [Scores],
    ) {
        assert!(
            inputs.len() <= GROUP && inputs.len() == legal.len() && inputs.len() == values.len(),
            "one of each for every position"
        );
        self.forward(inputs, |at| legal[at].iter(), scratch, logits, values);
    }

    /// Evaluates a group of positions and appends their logits.
    fn forward<I: Iterator<Item = usize>>(
        &self,
        inputs: &[Inputs<'_>],
        actions: impl Fn(usize) -> I,
        scratch: &mut Activations,
        logits: &mut Vec<f32>,
        out: &mut [Scores],
    ) {
        let seats = self.seats();
        let mut raw = [0.0; GROUP * MAX_SEATS];
        let (first, hidden, policy, value) = (&self.first, &self.hidden[..], &self.policy, &self.value);
        let values = &mut raw[..inputs.len() * seats];
        Forward { first, hidden, policy, value, inputs, actions, scratch, logits, values }.run();
        for (out, raw) in out.iter_mut().zip(raw.chunks_exact(seats)) {
            *out = [0.0; MAX_SEATS];
            out.iter_mut().zip(raw).for_each(|(out, raw)| *out = libm::tanhf(*raw));
        }
    }
}

/// Turns logits into probabilities.
pub fn softmax(logits: &mut [f32]) {
    softmax_at(logits, 1.0);
}

/// Turns logits into probabilities at a temperature: above 1 they are flatter, below 1 sharper.
pub fn softmax_at(logits: &mut [f32], temperature: f32) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = libm::expf((*logit - most) / temperature);
        sum += *logit;
    }
    for share in logits.iter_mut() {
        *share /= sum;
    }
}

/// Inputs that own their numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SparseRow {
    /// The indices, ascending.
    pub indices: Vec<i32>,
    /// The values.
    pub values: Vec<f32>,
}

impl SparseRow {
    /// The nonzero entries of a dense observation.
    pub fn of(observation: &[f32]) -> Self {
        let found = observation.iter().enumerate().filter(|(_, value)| **value != 0.0);
        let (indices, values) = found.map(|(i, &value)| (i as i32, value)).unzip();
        Self { indices, values }
    }

    /// A seat's observation of a position.
    pub fn seen<R: Playable>(game: &Game<R>, state: &R::State, viewer: Seat) -> Self {
        let mut row = Self { indices: vec![0; game.max_nonzero()], values: vec![0.0; game.max_nonzero()] };
        let found = game.observe_sparse(state, viewer, &mut row.indices, &mut row.values);
        row.indices.truncate(found);
        row.values.truncate(found);
        row
    }

    /// The same as slices.
    pub fn inputs(&self) -> Inputs<'_> {
        Inputs { indices: &self.indices, values: &self.values }
    }
}
