//! Chance: one value-stable stream, owned by the driver of a game and never by its state.
//!
//! `below` and `shuffle` are our own, so that recorded games survive upgrades of the rand crates.
//!
//! Everything that draws at random has its own stream, distinguished by its [`Purpose`]:
//!
//! | purpose | seeded by | used for |
//! |---|---|---|
//! | `Game` | the episode's seed | the episode itself: setup, dice, decks |
//! | `Opponents` | the episode's seed | built-in opponents of a lane or an environment |
//! | `Repair` | the episode's seed | the random action that replaces an illegal one |
//! | `Sampler` | the lane's root | `sample` and `rollout` |
//! | `Start` | the episode's seed | the position the episode starts from |
//! | `Player(seat)` | the match's seed | the agent at that seat |
//! | `Agent` | the agent's seed | a standalone agent |
//! | `Search(lane)` | the search's seed | one lane of a batch search |
//! | `Advice(lane)` | the caller's seed | an agent asked about one lane of a batch |
//! | `Redeal` | the caller's seed | `redeal`, and chance from there on |
//! | `Position` | the caller's seed | chance in an episode set up from a position |
//! | `Test` | the caller's seed | tests |
//!
//! Seeds of lanes, episodes and matches come from [`lane_root`], [`episode_seed`] and [`match_seed`].

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// A stream of random numbers. A seed gives the same values on every platform and in every version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Xoshiro256PlusPlus")]
pub struct Rng(Xoshiro256PlusPlus);

impl TryFrom<Xoshiro256PlusPlus> for Rng {
    type Error = &'static str;
    /// Refuses the all-zero state, which would yield zeros forever, and `below` would reject them forever.
    fn try_from(stream: Xoshiro256PlusPlus) -> Result<Self, Self::Error> {
        let mut next = stream.clone();
        next.next_u64();
        if next == stream { Err("a random stream that yields only zeros") } else { Ok(Self(stream)) }
    }
}

/// The purpose of a stream. Its tag is hashed into the seed, so no two purposes share a stream even if their seeds are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The episode itself.
    Game,
    /// Built-in opponents of a lane or an environment.
    Opponents,
    /// The random action that replaces an illegal one.
    Repair,
    /// `sample` and `rollout` of a lane.
    Sampler,
    /// The position a lane's episode starts from.
    Start,
    /// The agent at a seat of a match.
    Player(u8),
    /// A standalone agent.
    Agent,
    /// One lane of a batch search.
    Search(u64),
    /// An agent asked about one lane of a batch.
    Advice(u64),
    /// A redeal, and chance from there on.
    Redeal,
    /// Chance in an episode set up from a position.
    Position,
    /// Tests.
    Test,
}

impl Purpose {
    /// The tag hashed into the seed, and the index within the purpose. `Game` uses the seed itself.
    const fn tag(self) -> (u64, u64) {
        match self {
            Self::Game => (0, 0),
            Self::Opponents => (1, 0),
            Self::Repair => (2, 0),
            Self::Sampler => (3, 0),
            Self::Start => (4, 0),
            Self::Player(seat) => (5, seat as u64),
            Self::Agent => (6, 0),
            Self::Search(lane) => (7, lane),
            Self::Redeal => (8, 0),
            Self::Position => (9, 0),
            Self::Test => (10, 0),
            Self::Advice(lane) => (11, lane),
        }
    }
}

/// Tags of seeds derived from other seeds, besides those of the streams.
const LANE: u64 = 32;
const EPISODE: u64 = 33;
const MATCH: u64 = 34;

/// The root of a lane's seeds, derived from the batch's seed.
pub const fn lane_root(seed: u64, lane: usize) -> u64 {
    tagged(seed, LANE, lane as u64)
}

/// The seed of an episode: `Episode::new` with it plays the lane's game. The first episode's seed is the root itself.
pub const fn episode_seed(root: u64, episode: u64) -> u64 {
    if episode == 0 { root } else { tagged(root, EPISODE, episode) }
}

/// The seed of a match in a series.
pub const fn match_seed(seed: u64, number: u64) -> u64 {
    tagged(seed, MATCH, number)
}

const fn tagged(seed: u64, tag: u64, index: u64) -> u64 {
    mix(mix(seed, !tag), index)
}

impl Rng {
    /// A seed's stream for one purpose.
    pub fn of(purpose: Purpose, seed: u64) -> Self {
        match purpose.tag() {
            (0, _) => Self::seeded(seed),
            (tag, index) => Self::seeded(tagged(seed, tag, index)),
        }
    }

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

    // Recorded games depend on these values: they must never change.
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
    fn no_two_streams_are_equal() {
        let mut starts = Vec::new();
        for seed in 0..3 {
            starts.extend([Purpose::Agent, Purpose::Redeal, Purpose::Position, Purpose::Test].map(|purpose| (purpose, seed)));
            starts.extend((0..40).flat_map(|lane| [(Purpose::Search(lane), seed), (Purpose::Advice(lane), seed)]));
            for number in 0..40 {
                let game = match_seed(seed, number);
                starts.push((Purpose::Game, game));
                starts.extend((0..6).map(|seat| (Purpose::Player(seat), game)));
            }
            for lane in 0..40 {
                let root = lane_root(seed, lane);
                starts.push((Purpose::Sampler, root));
                for episode in 0..40 {
                    let seed = episode_seed(root, episode);
                    starts.extend(
                        [Purpose::Game, Purpose::Opponents, Purpose::Repair, Purpose::Start].map(|purpose| (purpose, seed)),
                    );
                }
            }
            // Users tend to give an episode and everything around it the same number.
            starts
                .extend([Purpose::Game, Purpose::Opponents, Purpose::Repair, Purpose::Sampler, Purpose::Start].map(|p| (p, seed)));
            starts.extend((0..6).map(|seat| (Purpose::Player(seat), seed)));
        }
        let count = starts.len();
        let mut first: Vec<u64> = starts.into_iter().map(|(purpose, seed)| Rng::of(purpose, seed).bits()).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), count);
    }
}
