//! Chance: one value-stable stream, owned by whoever drives a game and never by its state.
//!
//! `below` and `shuffle` are our own, so that recorded games survive upgrades of the rand family.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// A stream of chance. The same seed gives the same values on every platform, for ever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Xoshiro256PlusPlus")]
pub struct Rng(Xoshiro256PlusPlus);

impl TryFrom<Xoshiro256PlusPlus> for Rng {
    type Error = &'static str;
    /// The one state that never changes gives zeros for ever, which `below` would reject for ever: it is refused.
    fn try_from(stream: Xoshiro256PlusPlus) -> Result<Self, Self::Error> {
        let mut next = stream.clone();
        next.next_u64();
        if next == stream { Err("a stream of chance that stands still") } else { Ok(Self(stream)) }
    }
}

impl Rng {
    /// The stream of a seed.
    pub fn seeded(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..n`, without bias (Lemire's multiply and reject). `n` must be positive.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "below(0) has no answer");
        let mut wide = (self.bits() >> 32) * u64::from(n);
        if (wide as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (wide as u32) < threshold {
                wide = (self.bits() >> 32) * u64::from(n);
            }
        }
        (wide >> 32) as u32
    }

    /// An index in `0..n`.
    #[inline]
    pub fn index(&mut self, n: usize) -> usize {
        self.below(n as u32) as usize
    }

    /// A number in `[0, 1)` with 24 bits, exact in `f32`.
    #[inline]
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u32 << 24) as f32
    }

    /// Puts the items in a uniformly random order (Fisher-Yates from the end).
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.index(last + 1);
            items.swap(last, other);
        }
    }
}

/// Mixes a value into a seed (the finaliser of `SplitMix64`), so that neighbouring seeds give unrelated streams.
pub const fn mix(seed: u64, value: u64) -> u64 {
    let mut z = seed ^ value.wrapping_add(0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_frozen() {
        let mut rng = Rng::seeded(7);
        let first: Vec<u32> = (0..6).map(|_| rng.below(100)).collect();
        let mut items: Vec<u8> = (0..8).collect();
        rng.shuffle(&mut items);
        assert_eq!((first, items), (FROZEN_BELOW.to_vec(), FROZEN_SHUFFLE.to_vec()));
    }

    // Recorded games depend on these: they never change.
    const FROZEN_BELOW: [u32; 6] = [5, 17, 71, 42, 96, 46];
    const FROZEN_SHUFFLE: [u8; 8] = [6, 1, 3, 4, 0, 7, 2, 5];

    #[test]
    fn below_is_fair() {
        let mut rng = Rng::seeded(1);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[rng.index(7)] += 1;
        }
        assert!(seen.iter().all(|&n| (9_600..10_400).contains(&n)), "{seen:?}");
    }

    #[test]
    fn mixing_separates_lanes_and_episodes() {
        let mut seeds: Vec<u64> = (0..50).flat_map(|l| (0..50).map(move |e| mix(mix(3, l), e))).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 2_500);
    }
}
