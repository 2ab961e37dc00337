//! Sets of actions by id.

use super::Action;

/// The most actions a game may have.
pub const MAX_ACTIONS: usize = 512;

/// A set of actions by id: 512 bits, one cache line. Masks, sampling, checking and agents read the same value.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
#[repr(align(64))]
pub struct ActionSet([u64; 8]);

impl ActionSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; 8]);

    /// Removes every action.
    #[inline]
    pub fn clear(&mut self) {
        self.0 = [0; 8];
    }

    /// Adds an action.
    #[inline]
    pub fn add(&mut self, action: impl Action) {
        self.add_id(action.id());
    }

    /// Adds an action by id.
    #[inline]
    pub fn add_id(&mut self, id: usize) {
        self.0[(id >> 6) & 7] |= 1 << (id & 63);
    }

    /// Removes an action by id.
    #[inline]
    pub fn remove_id(&mut self, id: usize) {
        self.0[(id >> 6) & 7] &= !(1 << (id & 63));
    }

    /// Adds `offset + i` for each bit `i` of `bits`: a whole block at once.
    #[inline]
    pub fn add_bits(&mut self, offset: usize, bits: u64) {
        let (word, shift) = ((offset >> 6) & 7, offset & 63);
        self.0[word] |= bits << shift;
        if shift > 0 {
            let spill = bits >> (64 - shift);
            if spill != 0 {
                self.0[(word + 1) & 7] |= spill;
            }
        }
    }

    /// Adds `offset + i` for each bit `i` of a wide mask.
    #[inline]
    pub fn add_wide(&mut self, offset: usize, bits: u128) {
        self.add_bits(offset, bits as u64);
        let high = (bits >> 64) as u64;
        if high != 0 {
            self.add_bits(offset + 64, high);
        }
    }

    /// The actions of this set that are not in another.
    #[inline]
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Whether an id is in the set; `false` for numbers that are no id.
    #[inline]
    pub fn has(&self, id: usize) -> bool {
        id < MAX_ACTIONS && self.0[id >> 6] >> (id & 63) & 1 == 1
    }

    /// The number of actions.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// The `n`-th id in ascending order; `n` is below `len`.
    #[inline]
    pub fn nth(&self, mut n: u32) -> usize {
        for (i, &word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if n < here {
                return i * 64 + nth_bit(word, n);
            }
            n -= here;
        }
        unreachable!("nth is below len")
    }

    /// The ids in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    i * 64 + bit
                })
            })
        })
    }

    /// Writes one flag per action, 64 at a time. `out` is at most 512 long.
    #[inline]
    pub fn write_mask(&self, out: &mut [bool]) {
        let (chunks, rest) = out.as_chunks_mut::<64>();
        for (chunk, &word) in chunks.iter_mut().zip(&self.0) {
            write_flags(chunk.as_chunks_mut::<8>().0, word);
        }
        if let Some(&word) = self.0.get(chunks.len()) {
            let (eights, few) = rest.as_chunks_mut::<8>();
            write_flags(eights, word);
            let flags = FLAGS[(word >> ((8 * eights.len() as u32) & 63)) as usize & 0xFF];
            few.copy_from_slice(&flags[..few.len()]);
        }
    }
}

/// Writes eight flags at a time. Most words of a set are empty.
#[inline(always)]
fn write_flags(out: &mut [[bool; 8]], word: u64) {
    if word == 0 {
        return out.fill([false; 8]);
    }
    let mut rest = word;
    for eight in out {
        *eight = FLAGS[rest as usize & 0xFF];
        rest >>= 8;
    }
}

impl std::fmt::Debug for ActionSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The position of the `n`-th set bit of a word, which must have more than `n` of them.
#[inline]
pub fn nth_bit(mut word: u64, mut n: u32) -> usize {
    let mut base = 0;
    for half in [32, 16, 8] {
        let low = (word & ((1u64 << half) - 1)).count_ones();
        if n >= low {
            n -= low;
            word >>= half;
            base += half;
        }
    }
    for _ in 0..n {
        word &= word - 1;
    }
    base + word.trailing_zeros() as usize
}

/// The eight flags of each byte.
const FLAGS: [[bool; 8]; 256] = {
    let mut table = [[false; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = byte >> bit & 1 == 1;
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_agree_with_a_plain_list() {
        let mut rng = crate::core::Rng::seeded(3);
        for _ in 0..200 {
            let mut ids: Vec<usize> = (0..=rng.index(40)).map(|_| rng.index(MAX_ACTIONS)).collect();
            let mut set = ActionSet::EMPTY;
            for &id in &ids {
                set.add_id(id);
            }
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(set.iter().collect::<Vec<_>>(), ids);
            assert_eq!(set.len() as usize, ids.len());
            for (n, &id) in ids.iter().enumerate() {
                assert_eq!(set.nth(n as u32), id);
            }
            for width in [1, 7, 8, 9, 123, 511, 512] {
                let mut mask = vec![true; width];
                set.write_mask(&mut mask);
                assert!((0..width).all(|i| mask[i] == set.has(i)), "width {width}");
            }
        }
        let mut block = ActionSet::EMPTY;
        block.add_bits(60, 0b1_0001_0001);
        block.add_wide(100, 1 << 100 | 1);
        assert_eq!(block.iter().collect::<Vec<_>>(), [60, 64, 68, 100, 200]);
        block.remove_id(64);
        assert!(!block.has(64) && block.has(68) && !block.has(100_000));
    }
}
