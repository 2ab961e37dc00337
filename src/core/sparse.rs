//! Sparse observations: the index and value of every nonzero float.

use super::sink::{FEW, FeatureKind, FeatureSpec, Sink};

/// Writes a sparse row: ascending indices with their values. Nothing is scanned; features report their nonzero floats.
///
/// Which floats are nonzero is what a processor predicts worst, so nothing branches on it: what may be zero is written in any
/// case, and counted only if it is not, so that the next entry overwrites it otherwise.
#[derive(Debug)]
pub struct Sparse<'a> {
    indices: &'a mut [i32],
    values: &'a mut [f32],
    /// Number of entries written.
    count: usize,
    /// One past the last place in the open feature that was put: anything put below it is out of order.
    next: usize,
    /// Offset of the open feature.
    open: usize,
    /// Offset of the next feature.
    at: usize,
}

/// Entries of a set of bits that are written at once.
const GROUP: usize = 4;
/// Unused slots that are filled at once.
const PIECE: usize = 256;

impl<'a> Sparse<'a> {
    /// Starts at the first float; the previous contents of the slices do not matter. Both must be long enough for any observation of
    /// the game.
    #[inline]
    pub fn new(indices: &'a mut [i32], values: &'a mut [f32]) -> Self {
        let room = indices.len().min(values.len());
        Self { indices: &mut indices[..room], values: &mut values[..room], count: 0, next: 0, open: 0, at: 0 }
    }

    /// Fills the unused slots with the index past the last float and the value 0, and returns the number used.
    #[inline]
    pub fn finish(self) -> usize {
        // Never truncated: readers rely on complete rows.
        assert!(self.count <= self.indices.len(), "a sparse row has {} floats and room for {}", self.count, self.indices.len());
        self.indices[self.count..].fill(self.at as i32);
        // In pieces: for long stretches the C library uses an instruction that is slow to start.
        self.values[self.count..].chunks_mut(PIECE).for_each(|floats| floats.fill(0.0));
        self.count
    }

    /// Number of floats passed, zeros included.
    pub fn written(&self) -> usize {
        self.at
    }

    /// Puts a float that comes after all others, if it is to be kept.
    #[inline(always)]
    fn push_if(&mut self, keep: bool, at: usize, value: f32) {
        if let (Some(slot), Some(float)) = (self.indices.get_mut(self.count), self.values.get_mut(self.count)) {
            *slot = (self.open + at) as i32;
            *float = value;
        }
        self.count += usize::from(keep);
        self.next = at + 1;
    }

    /// Puts the floats of a set of bits a few at a time: where the set ends within them is not branched on.
    #[inline(always)]
    fn put_some(&mut self, from: usize, bits: u64, value: impl Fn(usize) -> f32) {
        const TOP: u64 = 1 << 63;
        debug_assert!(bits == 0 || from + bits.trailing_zeros() as usize >= self.next, "sets ascend");
        let end = self.count + bits.count_ones() as usize;
        let (base, mut rest) = (self.open + from, bits);
        loop {
            let slots = self.indices.get_mut(self.count..).and_then(<[i32]>::first_chunk_mut::<GROUP>);
            let floats = self.values.get_mut(self.count..).and_then(<[f32]>::first_chunk_mut::<GROUP>);
            if let (Some(slots), Some(floats)) = (slots, floats) {
                for (slot, float) in slots.iter_mut().zip(floats) {
                    // The highest bit spares a special case for none.
                    let at = (rest | TOP).trailing_zeros() as usize;
                    (*slot, *float) = ((base + at) as i32, value(at));
                    rest &= rest.wrapping_sub(1);
                }
                self.count += GROUP;
            } else if rest != 0 {
                // Close to the end of the row, one at a time.
                let at = rest.trailing_zeros() as usize;
                self.push_if(true, from + at, value(at));
                rest &= rest - 1;
            }
            if rest == 0 {
                break;
            }
        }
        self.count = end;
        self.next = from + 64 - bits.leading_zeros() as usize;
    }
}

/// Puts a float out of order, or again, and returns the new number of entries. Takes the parts of a row rather than the row
/// itself, so that the row's counters can stay in registers.
#[cold]
#[inline(never)]
fn put_late(indices: &mut [i32], values: &mut [f32], count: usize, index: usize, value: f32) -> usize {
    if value == 0.0 {
        return count;
    }
    let used = count.min(indices.len());
    let place = indices[..used].partition_point(|&other| (other as usize) < index);
    if place < used && indices[place] as usize == index {
        values[place] = value;
        return count;
    }
    if used < indices.len() {
        indices.copy_within(place..used, place + 1);
        values.copy_within(place..used, place + 1);
        (indices[place], values[place]) = (index as i32, value);
    }
    count + 1
}

/// One bit for each of up to 64 bytes that is not zero.
#[inline(always)]
fn nonzero(bytes: &[u8]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let (eights, few) = bytes.as_chunks::<8>();
    let few = few.iter().rev().fold(0, |set, &byte| set << 1 | u64::from(byte != 0));
    eights.iter().rev().fold(few, |set, &eight| {
        let bytes = u64::from_le_bytes(eight);
        let highest = (((bytes & LOW) + LOW) | bytes) & !LOW;
        // Gathers the highest bits of the bytes in the highest byte.
        set << 8 | (highest >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}

impl Sink for Sparse<'_> {
    const LABELS: bool = false;

    #[inline(always)]
    fn group(&mut self, _: &'static str, _: Option<usize>) {}

    #[inline(always)]
    fn end(&mut self) {}

    #[inline(always)]
    fn feature(&mut self, spec: FeatureSpec<'_>) {
        (self.open, self.next) = (self.at, 0);
        self.at += spec.size();
    }

    #[inline(always)]
    fn put(&mut self, at: usize, value: f32) {
        if at < self.next {
            self.count = put_late(self.indices, self.values, self.count, self.open + at, value);
            return;
        }
        // Whatever its sign, zero has no other bit set.
        self.push_if(value.to_bits() << 1 != 0, at, value);
    }

    #[inline(always)]
    fn mark(&mut self, at: usize) {
        self.mark_if(true, at);
    }

    #[inline(always)]
    fn mark_if(&mut self, set: bool, at: usize) {
        debug_assert!(at >= self.next, "marks ascend");
        self.push_if(set, at, 1.0);
    }

    #[inline(always)]
    fn mark_bits(&mut self, from: usize, bits: u64) {
        self.put_bits(from, bits, |_| 1.0);
    }

    #[inline(always)]
    fn put_bits(&mut self, from: usize, bits: u64, value: impl Fn(usize) -> f32) {
        // Most wide sets are empty nearly always, or nearly never.
        if bits != 0 {
            self.put_some(from, bits, value);
        }
    }

    /// Whether a small set is empty is as unpredictable as everything else about it.
    #[inline(always)]
    fn bits(&mut self, name: &'static str, bits: u128, size: usize, labels: &[&str]) {
        self.feature(FeatureSpec { name, shape: &[size], kind: FeatureKind::Flags, low: 0.0, high: 1.0, labels });
        if size <= FEW {
            return self.put_some(0, bits as u64, |_| 1.0);
        }
        self.mark_bits(0, bits as u64);
        if size > 64 {
            self.mark_bits(64, (bits >> 64) as u64);
        }
    }

    #[inline(always)]
    fn put_counts(&mut self, from: usize, counts: &[u8], factor: f32) {
        if counts.len() <= GROUP {
            for (at, &count) in counts.iter().enumerate() {
                self.put(from + at, f32::from(count) * factor);
            }
            return;
        }
        debug_assert!(from >= self.next, "counts ascend");
        for (word, part) in counts.chunks(64).enumerate() {
            self.put_bits(from + 64 * word, nonzero(part), |at| f32::from(part[at.min(part.len() - 1)]) * factor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_out_of_order_or_twice_stands_once_and_in_order() {
        let (mut indices, mut values) = ([7; 6], [7.0; 6]);
        let mut out = Sparse::new(&mut indices, &mut values);
        out.count("first", 1, 2.0);
        out.feature(crate::core::sink::FeatureSpec {
            name: "second",
            shape: &[8],
            kind: crate::core::FeatureKind::Scaled(1.0),
            low: 0.0,
            high: 1.0,
            labels: &[],
        });
        for (at, value) in [(5, 0.25), (2, 0.5), (3, 0.0), (5, 0.75), (6, 1.0), (0, 0.125)] {
            out.put(at, value);
        }
        assert_eq!((out.written(), out.finish()), (9, 5));
        assert_eq!(indices, [0, 1, 3, 6, 7, 9]);
        assert_eq!(values, [0.5, 0.125, 0.5, 0.75, 1.0, 0.0]);
    }

    #[test]
    fn sets_and_counts_are_written_whole_into_rows_without_a_slot_to_spare() {
        let mut rng = crate::core::Rng::seeded(5);
        for length in 1..=130 {
            let counts: Vec<u8> = (0..length).map(|_| [0, 1, 0x7f, 0x80, 0xff, 0][rng.index(6)]).collect();
            let set = (0..length.min(128)).filter(|&at| counts[at] > 1).fold(0u128, |set, at| set | 1 << at);
            let wanted: Vec<(i32, f32)> = (0..length)
                .filter(|&at| counts[at] > 0)
                .map(|at| (at as i32, f32::from(counts[at]) / 2.0))
                .chain((0..128).filter(|at| set >> at & 1 == 1).map(|at| ((length + at) as i32, 1.0)))
                .collect();
            let (mut indices, mut values) = (vec![7; wanted.len()], vec![7.0; wanted.len()]);
            let mut out = Sparse::new(&mut indices, &mut values);
            out.counts("counts", &counts, 2.0, &[]);
            out.bits("set", set, length.min(128), &[]);
            assert_eq!((out.written(), out.finish()), (length + length.min(128), wanted.len()));
            assert!(indices.into_iter().zip(values).eq(wanted), "{counts:?}");
        }
    }

    #[test]
    fn rows_of_bits_and_values_of_a_set_stand_where_they_belong() {
        use crate::core::Tensor;
        fn write<S: Sink>(out: &mut S, width: usize, rows: &[u64]) {
            let spec =
                FeatureSpec { name: "", shape: &[rows.len(), width], kind: FeatureKind::Flags, low: 0.0, high: 1.0, labels: &[] };
            out.feature(spec);
            out.mark_rows(width, rows.iter().copied());
            out.feature(FeatureSpec { shape: &[64], ..spec });
            out.put_bits(0, rows[0], |at| at as f32 + 0.5);
        }
        let mut rng = crate::core::Rng::seeded(6);
        for width in 1..=64 {
            let rows: Vec<u64> = (0..7).map(|_| rng.bits() & rng.bits() & (u64::MAX >> (64 - width))).collect();
            let of_set = |at: usize| f32::from(u8::from(rows[0] >> at & 1 == 1)) * (at as f32 + 0.5);
            let marks = rows.iter().flat_map(|row| (0..width).map(move |at| f32::from(u8::from(row >> at & 1 == 1))));
            let wanted: Vec<f32> = marks.chain((0..64).map(of_set)).collect();
            let mut dense = vec![7.0; wanted.len()];
            write(&mut Tensor::new(&mut dense), width, &rows);
            assert_eq!(dense, wanted, "{width}");
            let entries: Vec<(i32, f32)> = (0..).zip(wanted).filter(|(_, value)| *value != 0.0).collect();
            let (mut indices, mut values) = (vec![7; entries.len()], vec![7.0; entries.len()]);
            let mut sparse = Sparse::new(&mut indices, &mut values);
            write(&mut sparse, width, &rows);
            assert_eq!(sparse.finish(), entries.len());
            assert!(indices.into_iter().zip(values).eq(entries), "{width}");
        }
    }

    #[test]
    #[should_panic(expected = "5 floats and room for 3")]
    fn a_row_is_never_truncated() {
        let (mut indices, mut values) = ([0; 3], [0.0; 3]);
        let mut out = Sparse::new(&mut indices, &mut values);
        out.bits("set", 0b1_1111, 5, &[]);
        out.finish();
    }
}
