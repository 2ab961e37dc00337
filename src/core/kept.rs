//! Stretches of an observation that are kept from one to the next: most decisions change few of them.

use super::sink::{FeatureSpec, Sink};

/// Floats are copied in blocks of this size.
pub(super) const BLOCK: usize = 8;

/// What is not zero in a stretch of an observation, counted from where the stretch begins. It has room for `N` floats, a
/// power of two.
#[derive(Clone, Debug)]
pub struct Stretch<const N: usize> {
    indices: [u16; N],
    values: [f32; N],
    /// How many were written.
    count: u32,
    /// The index of the last one and one.
    next: u32,
    /// Where the open feature begins.
    open: u32,
    /// Where the next one will.
    size: u32,
}

impl<const N: usize> Default for Stretch<N> {
    fn default() -> Self {
        Self { indices: [0; N], values: [0.0; N], count: 0, next: 0, open: 0, size: 0 }
    }
}

impl<const N: usize> Stretch<N> {
    /// A slot is found with one instruction, and never lies outside.
    const MASK: usize = {
        assert!(N.is_power_of_two() && N >= BLOCK);
        N - 1
    };

    fn clear(&mut self) {
        (self.count, self.next, self.open, self.size) = (0, 0, 0, 0);
    }

    /// The floats it stands for, zeros counted.
    #[inline(always)]
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// The indices in ascending order, and their values.
    #[inline(always)]
    pub fn pairs(&self) -> (&[u16], &[f32]) {
        (&self.indices[..self.len()], &self.values[..self.len()])
    }

    /// How many floats are not zero.
    #[inline(always)]
    pub fn len(&self) -> usize {
        let count = self.count as usize;
        // Never cut: whoever reads a row may rely on it.
        assert!(count <= N, "a stretch has {count} floats and room for {N}");
        count
    }

    /// Whether all are.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// All slots in blocks; those beyond `len` hold anything.
    #[inline(always)]
    pub(super) fn blocks(&self) -> impl Iterator<Item = (&[u16; BLOCK], &[f32; BLOCK])> {
        self.indices.as_chunks().0.iter().zip(self.values.as_chunks().0)
    }

    /// As in a sparse row: written in any case, and passed over or not.
    #[inline(always)]
    fn push_if(&mut self, keep: bool, index: u32, value: f32) {
        let slot = self.count as usize & Self::MASK;
        self.indices[slot] = index as u16;
        self.values[slot] = value;
        self.count += u32::from(keep);
        self.next = index + 1;
    }

    /// Puts a float that stands before others, or once more.
    #[cold]
    fn put_late(&mut self, index: u32, value: f32) {
        if value == 0.0 {
            return;
        }
        let used = (self.count as usize).min(N);
        let place = self.indices[..used].partition_point(|&other| u32::from(other) < index);
        if place == used || u32::from(self.indices[place]) != index {
            self.count += 1;
            if used == N {
                return;
            }
            self.indices.copy_within(place..used, place + 1);
            self.values.copy_within(place..used, place + 1);
            self.indices[place] = index as u16;
        }
        self.values[place] = value;
    }
}

impl<const N: usize> Sink for Stretch<N> {
    const LABELS: bool = false;

    #[inline(always)]
    fn group(&mut self, _: &'static str, _: Option<usize>) {}

    #[inline(always)]
    fn end(&mut self) {}

    #[inline(always)]
    fn feature(&mut self, spec: FeatureSpec<'_>) {
        self.open = self.size;
        self.size += spec.size() as u32;
    }

    #[inline(always)]
    fn put(&mut self, at: usize, value: f32) {
        let index = self.open + at as u32;
        if index < self.next {
            return self.put_late(index, value);
        }
        self.push_if(value != 0.0, index, value);
    }

    #[inline(always)]
    fn mark(&mut self, at: usize) {
        self.mark_if(true, at);
    }

    #[inline(always)]
    fn mark_if(&mut self, set: bool, at: usize) {
        let index = self.open + at as u32;
        debug_assert!(index >= self.next, "marks ascend");
        self.push_if(set, index, 1.0);
    }

    #[inline(always)]
    fn put_counts(&mut self, from: usize, counts: &[u8], factor: f32) {
        super::sparse::each_count(counts, |at, count| self.put(from + at, f32::from(count) * factor));
    }

    fn write(&mut self, spec: FeatureSpec<'_>, fill: impl FnOnce(&mut [f32])) {
        let mut floats = vec![0.0; spec.size()];
        fill(&mut floats);
        self.fill(spec, floats.into_iter());
    }

    fn replay<const M: usize>(&mut self, stretch: &Stretch<M>) {
        let (indices, values) = stretch.pairs();
        self.open = self.size;
        self.size += stretch.size;
        for (&index, &value) in indices.iter().zip(values) {
            self.push_if(true, self.open + u32::from(index), value);
        }
    }
}

/// A stretch with what it follows from. It is written again only when that has changed.
#[derive(Clone, Debug)]
pub struct Kept<K, const N: usize> {
    key: Option<K>,
    stretch: Stretch<N>,
}

impl<K, const N: usize> Default for Kept<K, N> {
    fn default() -> Self {
        Self { key: None, stretch: Stretch::default() }
    }
}

impl<K: PartialEq, const N: usize> Kept<K, N> {
    /// The stretch that follows from `key`: as it is kept, or as `write` makes it now.
    #[inline(always)]
    pub fn of(&mut self, key: K, write: impl FnOnce(&mut Stretch<N>)) -> &Stretch<N> {
        if self.key.as_ref() != Some(&key) {
            self.stretch.clear();
            write(&mut self.stretch);
            self.key = Some(key);
        }
        &self.stretch
    }
}

/// Writes a stretch by way of what is kept of it. `$write` says how, to `$out`, which is then the sink of that name or the
/// stretch; a layout, which asks for no values, gets it straight.
macro_rules! kept {
    ($kept:expr, $key:expr, $sink:ident: $out:ident => $write:expr) => {
        if $sink::VALUES {
            let stretch = $kept.of($key, |$out| $write);
            $out.replay(stretch);
        } else {
            $write
        }
    };
}
pub(crate) use kept;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Layout, Sparse, Tensor};

    fn write<S: Sink>(numbers: [u8; 3], out: &mut S) {
        out.group("group", None);
        out.counts("numbers", &numbers, 2.0, &[]);
        out.flag("any", numbers != [0; 3]);
        out.end();
    }

    fn observe<S: Sink>(numbers: [u8; 3], kept: &mut Kept<[u8; 3], 8>, writes: &mut u32, out: &mut S) {
        out.one_hot("before", Some(1), 2, &[]);
        kept!(kept, numbers, S: out => {
            *writes += 1;
            write(numbers, out);
        });
        out.one_hot("after", Some(0), 2, &[]);
    }

    #[test]
    fn a_stretch_is_written_anew_only_when_its_key_changes() {
        let (mut kept, mut writes) = (Kept::default(), 0);
        let mut layout = Layout::default();
        observe([0; 3], &mut kept, &mut writes, &mut layout);
        assert_eq!((layout.size(), writes), (8, 1), "a layout names what is in it");
        for (numbers, floats, written) in [
            ([0, 2, 1], [0.0, 1.0, 0.0, 1.0, 0.5, 1.0, 1.0, 0.0], 2),
            ([0, 2, 1], [0.0, 1.0, 0.0, 1.0, 0.5, 1.0, 1.0, 0.0], 2),
            ([2, 0, 0], [0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0], 3),
            ([0, 0, 0], [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0], 4),
        ] {
            let mut row = [9.0; 8];
            observe(numbers, &mut kept, &mut writes, &mut Tensor::new(&mut row));
            assert_eq!((row, writes), (floats, written));
            let (mut indices, mut values) = ([9; 8], [9.0; 8]);
            let mut sparse = Sparse::new(&mut indices, &mut values);
            observe(numbers, &mut kept, &mut writes, &mut sparse);
            assert_eq!(sparse.written(), 8);
            let count = sparse.finish();
            let mut spread = [0.0; 8];
            indices[..count].iter().zip(&values).for_each(|(&at, &value)| spread[at as usize] = value);
            assert_eq!((spread, writes), (floats, written));
            assert!(indices[..count].is_sorted() && indices[count..].iter().all(|&at| at == 8));
        }
    }

    #[test]
    #[should_panic(expected = "a stretch has 9 floats and room for 8")]
    fn a_stretch_is_never_cut() {
        let mut kept: Kept<u8, 8> = Kept::default();
        kept.of(0, |out| out.counts("many", &[1; 9], 1.0, &[])).pairs();
    }
}
