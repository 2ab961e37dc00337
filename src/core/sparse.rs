//! Sparse observations: the index and value of every nonzero float.

use super::sink::{FeatureSpec, Sink};

/// Writes a sparse row: ascending indices with their values. Nothing is scanned; features report their nonzero floats.
#[derive(Debug)]
pub struct Sparse<'a> {
    indices: &'a mut [i32],
    values: &'a mut [f32],
    /// Number of entries written.
    count: usize,
    /// One past the index of the last entry: anything put below it is out of order.
    next: usize,
    /// Offset of the open feature.
    open: usize,
    /// Offset of the next feature.
    at: usize,
}

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
        self.values[self.count..].fill(0.0);
        self.count
    }

    /// Number of floats passed, zeros included.
    pub fn written(&self) -> usize {
        self.at
    }

    /// Puts a float that comes after all others.
    #[inline(always)]
    fn push(&mut self, index: usize, value: f32) {
        if let (Some(slot), Some(float)) = (self.indices.get_mut(self.count), self.values.get_mut(self.count)) {
            *slot = index as i32;
            *float = value;
        }
        self.count += 1;
        self.next = index + 1;
    }
}

/// Puts a float out of order, or again, and returns the new number of entries. Takes the parts of a row rather than the row
/// itself, so that the row's counters can stay in registers.
#[cold]
#[inline(never)]
fn put_late(indices: &mut [i32], values: &mut [f32], count: usize, index: usize, value: f32) -> usize {
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

impl Sink for Sparse<'_> {
    const LABELS: bool = false;

    #[inline(always)]
    fn group(&mut self, _: &'static str, _: Option<usize>) {}

    #[inline(always)]
    fn end(&mut self) {}

    #[inline(always)]
    fn feature(&mut self, spec: FeatureSpec<'_>) {
        self.open = self.at;
        self.at += spec.size();
    }

    #[inline(always)]
    fn put(&mut self, at: usize, value: f32) {
        if value == 0.0 {
            return;
        }
        let index = self.open + at;
        if index < self.next {
            self.count = put_late(self.indices, self.values, self.count, index, value);
            return;
        }
        self.push(index, value);
    }

    #[inline(always)]
    fn mark(&mut self, at: usize) {
        debug_assert!(self.open + at >= self.next, "marks ascend");
        self.push(self.open + at, 1.0);
    }

    /// Eight at a time: most are zero.
    #[inline(always)]
    fn put_counts(&mut self, from: usize, counts: &[u8], factor: f32) {
        let mut base = from;
        let (eights, rest) = counts.as_chunks::<8>();
        for eight in eights {
            let mut bytes = u64::from_le_bytes(*eight);
            while bytes != 0 {
                let lowest = bytes.trailing_zeros() & !7;
                self.put(base + lowest as usize / 8, f32::from((bytes >> lowest) as u8) * factor);
                bytes &= !(0xff << lowest);
            }
            base += 8;
        }
        for (at, &count) in rest.iter().enumerate() {
            self.put(base + at, f32::from(count) * factor);
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
    #[should_panic(expected = "5 floats and room for 3")]
    fn a_row_is_never_truncated() {
        let (mut indices, mut values) = ([0; 3], [0.0; 3]);
        let mut out = Sparse::new(&mut indices, &mut values);
        out.bits("set", 0b1_1111, 5, &[]);
        out.finish();
    }
}
