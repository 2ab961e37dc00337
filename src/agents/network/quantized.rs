//! Weights in eight bits, which halve the files of shipped networks.
//!
//! A row of a matrix is stored as whole numbers from -127 to 127 and one scale, a 127th of its largest weight. Biases
//! stay in half precision. Evaluation uses the products, as 32-bit floats.

use std::collections::BTreeMap;

use super::Network;

/// The scales of each matrix, one per row, by the name of its layer.
pub type Scales = BTreeMap<String, Vec<f32>>;

/// The largest whole number in a row.
const MOST: f32 = 127.0;

impl Network {
    /// The same network with its weights in eight bits; unchanged if they are already.
    #[must_use]
    pub fn quantized(&self) -> Self {
        if self.scales.is_some() {
            return self.clone();
        }
        let (mut tensors, mut scales) = (self.tensors(), Scales::new());
        for (name, (shape, weights)) in &mut tensors {
            if let Some(layer) = name.strip_suffix(".weight") {
                let rows = weights.chunks_exact_mut(shape[1]);
                scales.insert(layer.to_string(), rows.map(round_row).collect());
            }
        }
        self.with_weights(&tensors, scales)
    }
}

/// Rounds the weights of a row to multiples of a scale, and returns it.
fn round_row(row: &mut [f32]) -> f32 {
    let scale = row.iter().fold(0.0, |most: f32, weight| most.max(weight.abs())) / MOST;
    for weight in row {
        *weight = f32::from(level(*weight, scale)) * scale;
    }
    scale
}

/// The multiple of its row's scale that a weight is.
fn level(weight: f32, scale: f32) -> i8 {
    if scale == 0.0 { 0 } else { (weight / scale).round() as i8 }
}

/// The whole numbers of a matrix, by the scales of its rows.
pub fn levels(weights: &[f32], scales: &[f32]) -> Vec<u8> {
    let rows = weights.chunks_exact(weights.len() / scales.len());
    rows.zip(scales).flat_map(|(row, &scale)| row.iter().map(move |&weight| level(weight, scale).cast_unsigned())).collect()
}

/// The weights of a matrix from the bytes of a file.
pub fn weights(levels: &[u8], scales: &[f32]) -> Vec<f32> {
    let rows = levels.chunks_exact(levels.len() / scales.len());
    rows.zip(scales).flat_map(|(row, &scale)| row.iter().map(move |level| f32::from(level.cast_signed()) * scale)).collect()
}
