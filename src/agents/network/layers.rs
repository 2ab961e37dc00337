//! The arithmetic: rows of weights summed over the nonzero inputs, and dot products for the few outputs needed.
//!
//! Every sum is made in one fixed order with plain multiplications and additions, never fused, so that a position gets the
//! same numbers alone and in a batch, on one thread or many, and on every processor.

use pulp::{Arch, Simd, WithSimd};

/// Widths are padded with zeros to a multiple of this, so that no loop has a tail.
pub const LANES: usize = 16;
/// Outputs summed at a time, which is what the registers hold.
const TILE: usize = 4;
/// Positions whose sums the registers hold together.
pub const GROUP: usize = 6;

type Chunk = [f32; LANES];

/// The nonzero entries: ascending indices, and values.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    /// The indices.
    pub indices: &'a [i32],
    /// The values.
    pub values: &'a [f32],
}

/// A layer whose inputs are mostly zero: one row of weights for each input.
#[derive(Clone, Debug)]
pub struct Layer {
    weights: Vec<f32>,
    bias: Vec<f32>,
    inputs: usize,
    outputs: usize,
}

/// A layer of which only a few outputs are needed: one row of weights per output.
#[derive(Clone, Debug)]
pub struct Heads {
    weights: Vec<f32>,
    bias: Vec<f32>,
    inputs: usize,
}

/// Rounds up to whole chunks.
pub const fn padded(width: usize) -> usize {
    width.next_multiple_of(LANES)
}

impl Layer {
    /// A layer from `weights[input][output]`.
    pub fn new(inputs: usize, outputs: usize, weights: &[f32], bias: &[f32]) -> Self {
        let wide = padded(outputs);
        let mut rows = vec![0.0; inputs * wide];
        for (row, from) in rows.chunks_exact_mut(wide).zip(weights.chunks_exact(outputs)) {
            row[..outputs].copy_from_slice(from);
        }
        Self { weights: rows, bias: widened(bias, wide), inputs, outputs }
    }

    /// A layer from `weights[output][input]`.
    pub fn transposed(inputs: usize, outputs: usize, weights: &[f32], bias: &[f32]) -> Self {
        let turned: Vec<f32> = (0..inputs).flat_map(|i| (0..outputs).map(move |o| weights[o * inputs + i])).collect();
        Self::new(inputs, outputs, &turned, bias)
    }

    /// Number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Number of outputs.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// The weights as `weights[input][output]`, without padding.
    pub fn weights(&self) -> Vec<f32> {
        self.weights.chunks_exact(padded(self.outputs)).flat_map(|row| &row[..self.outputs]).copied().collect()
    }

    /// The weights as `weights[output][input]`, without padding.
    pub fn weights_transposed(&self) -> Vec<f32> {
        let wide = padded(self.outputs);
        (0..self.outputs).flat_map(|o| (0..self.inputs).map(move |i| self.weights[i * wide + o])).collect()
    }

    /// The bias, without padding.
    pub fn bias(&self) -> &[f32] {
        &self.bias[..self.outputs]
    }

    /// The outputs given the nonzero inputs, after `ReLU`.
    #[inline(always)]
    fn apply(&self, inputs: Inputs<'_>, out: &mut [f32]) {
        let wide = self.bias.len();
        let (bias, _) = self.bias.as_chunks::<LANES>();
        let (out, _) = out[..wide].as_chunks_mut::<LANES>();
        let mut at = 0;
        for (out, bias) in out.chunks_mut(TILE).zip(bias.chunks(TILE)) {
            if let (Ok(out), Ok(bias)) = (<&mut [Chunk; TILE]>::try_from(&mut *out), <&[Chunk; TILE]>::try_from(bias)) {
                *out = self.tile(inputs, at, wide, *bias);
            } else {
                for (i, (out, bias)) in out.iter_mut().zip(bias).enumerate() {
                    [*out] = self.tile(inputs, at + i * LANES, wide, [*bias]);
                }
            }
            at += TILE * LANES;
        }
    }

    /// The outputs for a whole group of dense inputs, zeros included: each weight is read once for the group. A product with zero
    /// changes no sum, so the outputs equal those of [`Layer::apply`] to the last bit.
    #[inline(always)]
    fn apply_group(&self, inputs: &[[f32; GROUP]], out: &mut [f32], stride: usize) {
        let wide = self.bias.len();
        for at in (0..wide).step_by(LANES) {
            let bias: &Chunk = self.bias[at..].first_chunk().expect("widths are padded");
            let mut sums = [*bias; GROUP];
            for (weights, values) in self.weights.chunks_exact(wide).zip(inputs) {
                let weights: &Chunk = weights[at..].first_chunk().expect("widths are padded");
                for (sums, value) in sums.iter_mut().zip(values) {
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += value * weight;
                    }
                }
            }
            for (n, sums) in sums.iter_mut().enumerate() {
                rectify(sums);
                out[n * stride + at..][..LANES].copy_from_slice(sums);
            }
        }
    }

    /// Computes some chunks of outputs, which stay in registers while all inputs are added.
    #[inline(always)]
    fn tile<const N: usize>(&self, inputs: Inputs<'_>, at: usize, wide: usize, bias: [Chunk; N]) -> [Chunk; N] {
        let mut sum = bias;
        for (&input, &value) in inputs.indices.iter().zip(inputs.values) {
            let from = input as usize * wide + at;
            let (row, _) = self.weights[from..from + N * LANES].as_chunks::<LANES>();
            for (sum, row) in sum.iter_mut().zip(row) {
                for (sum, weight) in sum.iter_mut().zip(row) {
                    *sum += value * weight;
                }
            }
        }
        sum.iter_mut().for_each(rectify);
        sum
    }
}

/// Replaces negative numbers by zero.
#[inline(always)]
fn rectify(chunk: &mut Chunk) {
    for sum in chunk {
        *sum = if *sum > 0.0 { *sum } else { 0.0 };
    }
}

impl Heads {
    /// A layer from `weights[output][input]`.
    pub fn new(inputs: usize, weights: &[f32], bias: &[f32]) -> Self {
        let wide = padded(inputs);
        let mut rows = vec![0.0; bias.len() * wide];
        for (row, from) in rows.chunks_exact_mut(wide).zip(weights.chunks_exact(inputs)) {
            row[..inputs].copy_from_slice(from);
        }
        Self { weights: rows, bias: bias.to_vec(), inputs }
    }

    /// Number of outputs.
    pub fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// The weights as `weights[output][input]`, without padding.
    pub fn weights(&self) -> Vec<f32> {
        self.weights.chunks_exact(padded(self.inputs)).flat_map(|row| &row[..self.inputs]).copied().collect()
    }

    /// The bias.
    pub fn bias(&self) -> &[f32] {
        &self.bias
    }

    /// One output. Each chunk lane has its own sum; the sums are joined in pairs at the end.
    #[inline(always)]
    fn output(&self, inputs: &[f32], output: usize) -> f32 {
        let wide = padded(self.inputs);
        let (row, _) = self.weights[output * wide..][..wide].as_chunks::<LANES>();
        let (inputs, _) = inputs[..wide].as_chunks::<LANES>();
        let mut sums = [0.0; LANES];
        for (weights, inputs) in row.iter().zip(inputs) {
            for ((sum, weight), input) in sums.iter_mut().zip(weights).zip(inputs) {
                *sum += weight * input;
            }
        }
        let mut left = LANES / 2;
        while left > 0 {
            for i in 0..left {
                sums[i] += sums[i + left];
            }
            left /= 2;
        }
        sums[0] + self.bias[output]
    }
}

fn widened(values: &[f32], wide: usize) -> Vec<f32> {
    let mut out = values.to_vec();
    out.resize(wide, 0.0);
    out
}

/// Scratch memory for evaluations, reused from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Activations {
    /// The output of the last layer, position by position.
    dense: Vec<f32>,
    /// The same, output after output.
    side_by_side: Vec<[f32; GROUP]>,
    indices: Vec<i32>,
    values: Vec<f32>,
}

/// The evaluation of at most [`GROUP`] positions: all layers, then only the outputs asked for.
pub struct Forward<'a, F> {
    /// The first layer.
    pub first: &'a Layer,
    /// The layers after it.
    pub hidden: &'a [Layer],
    /// The outputs for actions.
    pub policy: &'a Heads,
    /// The outputs for seats.
    pub value: &'a Heads,
    /// The nonzero inputs of each position, ascending.
    pub inputs: &'a [Inputs<'a>],
    /// The actions of a position whose logits are asked for.
    pub actions: F,
    /// Scratch memory.
    pub scratch: &'a mut Activations,
    /// Receives the logits, position after position.
    pub logits: &'a mut Vec<f32>,
    /// Receives the values before tanh, position after position.
    pub values: &'a mut [f32],
}

impl<I: Iterator<Item = usize>, F: Fn(usize) -> I> Forward<'_, F> {
    /// Computes with the widest registers this processor has.
    pub fn run(self) {
        Arch::new().dispatch(self);
    }
}

impl<I: Iterator<Item = usize>, F: Fn(usize) -> I> WithSimd for Forward<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Activations { dense, side_by_side, indices, values } = self.scratch;
        let widest = self.hidden.iter().map(|layer| layer.bias.len()).fold(self.first.bias.len(), usize::max);
        dense.resize(GROUP * widest, 0.0);
        side_by_side.resize(widest, [0.0; GROUP]);
        indices.resize(widest, 0);
        values.resize(widest, 0.0);
        for (inputs, out) in self.inputs.iter().zip(dense.chunks_exact_mut(widest)) {
            self.first.apply(*inputs, out);
        }
        let mut wide = self.first.bias.len();
        for layer in self.hidden {
            if self.inputs.len() == GROUP {
                for (i, inputs) in side_by_side[..layer.inputs].iter_mut().enumerate() {
                    *inputs = std::array::from_fn(|n| dense[n * widest + i]);
                }
                layer.apply_group(&side_by_side[..layer.inputs], dense, widest);
            } else {
                for row in dense.chunks_exact_mut(widest).take(self.inputs.len()) {
                    // After ReLU much of a layer is zero, and those rows are never read.
                    let mut found = 0;
                    for (i, &value) in row[..wide].iter().enumerate() {
                        (indices[found], values[found]) = (i as i32, value);
                        found += usize::from(value > 0.0);
                    }
                    layer.apply(Inputs { indices: &indices[..found], values: &values[..found] }, row);
                }
            }
            wide = layer.bias.len();
        }
        let seats = self.value.outputs();
        for (at, row) in dense.chunks_exact(widest).enumerate().take(self.inputs.len()) {
            // A separate loop: a closure passed to `extend` would not be compiled for the wide registers.
            for action in (self.actions)(at) {
                let logit = self.policy.output(row, action);
                self.logits.push(logit);
            }
            for (seat, value) in self.values[at * seats..][..seats].iter_mut().enumerate() {
                *value = self.value.output(row, seat);
            }
        }
    }
}
