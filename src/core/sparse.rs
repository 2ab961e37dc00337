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
    /// Starts at the first float; the contents of the slices do not matter. Both have room for the most a game can need.
    #[inline]
    pub fn new(indices: &'a mut [i32], values: &'a mut [f32]) -> Self {
        let room = indices.len().min(values.len());
        Self { indices: &mut indices[..room], values: &mut values[..room], count: 0, next: 0, open: 0, at: 0 }
    }

    /// Fills the unused slots with the index past the last float and the value 0, and says how many are used.
    #[inline]
    pub fn finish(self) -> usize {
        // Never truncated: readers of a row may rely on it.
        assert!(self.count <= self.indices.len(), "a sparse row has {} floats and room for {}", self.count, self.indices.len());
        self.indices[self.count..].fill(self.at as i32);
        self.values[self.count..].fill(0.0);
        self.count
    }

    /// Number of floats passed, zeros included.
    pub fn written(&self) -> usize {
        self.at
    }

    /// Puts a float that stands after all others.
    #[inline(always)]
    fn push(&mut self, index: usize, value: f32) {
        if let (Some(slot), Some(float)) = (self.indices.get_mut(self.count), self.values.get_mut(self.count)) {
            *slot = index as i32;
            *float = value;
        }
        self.count += 1;
        self.next = index + 1;
    }

    /// Puts a float that stands before others, or once more.
    #[cold]
    fn put_late(&mut self, index: usize, value: f32) {
        let used = self.count.min(self.indices.len());
        let place = self.indices[..used].partition_point(|&other| (other as usize) < index);
        if place == used || self.indices[place] as usize != index {
            if used == self.indices.len() {
                self.count += 1;
                return;
            }
            self.indices.copy_within(place..self.count, place + 1);
            self.values.copy_within(place..self.count, place + 1);
            self.indices[place] = index as i32;
            self.count += 1;
        }
        self.values[place] = value;
    }
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
            return self.put_late(index, value);
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

    fn write(&mut self, spec: FeatureSpec<'_>, fill: impl FnOnce(&mut [f32])) {
        let mut few = [0.0; 512];
        let mut many = Vec::new();
        let floats = if let Some(floats) = few.get_mut(..spec.size()) {
            floats
        } else {
            many.resize(spec.size(), 0.0);
            &mut many[..]
        };
        fill(floats);
        self.fill(spec, floats.iter().copied());
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
}
