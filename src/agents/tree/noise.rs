//! Noise on the priors at a root, so that self-play tries what the search would not.

use crate::core::Rng;

/// Mixes a Dirichlet draw into weights whose mean is one.
pub fn stir(weights: Vec<&mut f32>, alpha: f32, share: f32, rng: &mut Rng) {
    let draws: Vec<f32> = weights.iter().map(|_| gamma(alpha, rng)).collect();
    let (sum, count) = (draws.iter().sum::<f32>().max(1e-12), draws.len() as f32);
    for (weight, draw) in weights.into_iter().zip(draws) {
        *weight = (1.0 - share) * *weight + share * count * draw / sum;
    }
}

/// A number in `(0, 1)`.
pub fn open_unit(rng: &mut Rng) -> f32 {
    rng.unit().max(1e-7)
}

/// A draw of the gamma distribution (Marsaglia and Tsang), for Dirichlet noise.
fn gamma(alpha: f32, rng: &mut Rng) -> f32 {
    if alpha < 1.0 {
        let boost = open_unit(rng).powf(1.0 / alpha.max(1e-3));
        return gamma(alpha + 1.0, rng) * boost;
    }
    let d = alpha - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        // Box and Muller.
        let x = (-2.0 * open_unit(rng).ln()).sqrt() * (std::f32::consts::TAU * rng.unit()).cos();
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && open_unit(rng).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}
