//! Observations: a game writes each named feature once; the sink turns them into a dense row, a sparse row or a layout.

/// How the floats of a feature are decoded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FeatureKind {
    /// Numbers divided by this scale.
    Scaled(f32),
    /// At most one 1 along the last axis.
    OneHot,
    /// Zeros and ones.
    Flags,
}

/// One named feature as a game declares it.
#[derive(Clone, Copy, Debug)]
pub struct FeatureSpec<'a> {
    /// The name inside its group.
    pub name: &'static str,
    /// The shape; its product is the number of floats.
    pub shape: &'a [usize],
    /// How the floats are decoded.
    pub kind: FeatureKind,
    /// The lower bound of every float.
    pub low: f32,
    /// The upper bound of every float.
    pub high: f32,
    /// Names along the last axis, or empty.
    pub labels: &'a [&'a str],
}

impl FeatureSpec<'_> {
    /// Number of floats.
    #[inline(always)]
    pub const fn size(&self) -> usize {
        // Without a loop, so that it is a constant wherever the shape is.
        match *self.shape {
            [] => 1,
            [a] => a,
            [a, b] => a * b,
            [a, b, c] => a * b * c,
            _ => panic!("a feature has at most three axes"),
        }
    }

    /// Upper bound on its nonzero floats: one in each row of a one-hot.
    pub fn most(&self) -> usize {
        match self.kind {
            FeatureKind::OneHot => self.size() / self.shape.last().copied().unwrap_or(1).max(1),
            FeatureKind::Flags | FeatureKind::Scaled(_) => self.size(),
        }
    }
}

/// Three floats side by side that come from a table, the nonzero ones once more for themselves.
#[derive(Clone, Copy, Debug)]
pub struct Packed {
    /// All of them.
    floats: [f32; 3],
    /// The places and values of the nonzero ones, then anything.
    pub(super) places: [i32; 4],
    pub(super) values: [f32; 4],
    /// The number of nonzero ones.
    pub(super) count: u32,
}

impl Packed {
    /// Packs three floats.
    pub const fn new(floats: [f32; 3]) -> Self {
        let mut packed = Self { floats, places: [0; 4], values: [0.0; 4], count: 0 };
        let mut at = 0;
        while at < floats.len() {
            if floats[at] != 0.0 {
                packed.places[packed.count as usize] = at as i32;
                packed.values[packed.count as usize] = floats[at];
                packed.count += 1;
            }
            at += 1;
        }
        packed
    }
}

/// Where an observation goes. Games call the methods in the same order with the same sizes, whatever the state.
pub trait Sink {
    /// Whether labels are kept. If not, a game need not gather them.
    const LABELS: bool = true;
    /// Whether values are kept. If not, a game may skip computing them.
    const VALUES: bool = true;

    /// Opens a group: the features up to `end` are named `name.…`, or `name_index.…`.
    fn group(&mut self, name: &'static str, index: Option<usize>);
    /// Closes the last group.
    fn end(&mut self);
    /// Opens a feature. Its floats are zero except those that `put` sets before the next one is opened.
    fn feature(&mut self, spec: FeatureSpec<'_>);
    /// Sets a float of the open feature. Within a feature, floats are put, marked and so on in ascending order, each at most once.
    fn put(&mut self, at: usize, value: f32);

    /// Sets a float of the open feature to 1.
    #[inline(always)]
    fn mark(&mut self, at: usize) {
        self.put(at, 1.0);
    }

    /// Marks the float if `set`; otherwise it stays zero. Compiles without a branch.
    #[inline(always)]
    fn mark_if(&mut self, set: bool, at: usize) {
        if set {
            self.mark(at);
        }
    }

    /// Marks the floats of a set of bits, the lowest of which stands for `from`.
    #[inline(always)]
    fn mark_bits(&mut self, from: usize, bits: u64) {
        let mut rest = bits;
        while rest != 0 {
            self.mark(from + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }

    /// Puts the floats of a set of bits, the lowest of which stands for `from`, in ascending order. `value` may be called for any
    /// place below 64, in the set or not; for places in the set it must not return zero.
    #[inline(always)]
    fn put_bits(&mut self, from: usize, bits: u64, value: impl Fn(usize) -> f32) {
        let mut rest = bits;
        while rest != 0 {
            let at = rest.trailing_zeros() as usize;
            self.put(from + at, value(at));
            rest &= rest - 1;
        }
    }

    /// Marks the bits of rows that lie side by side, each `width` floats long: whole words at a time.
    #[inline(always)]
    fn mark_rows(&mut self, width: usize, rows: impl Iterator<Item = u64>) {
        let (mut word, mut used, mut from) = (0, 0, 0);
        for bits in rows {
            word |= bits << used;
            used += width;
            if used >= 64 {
                self.mark_bits(from, word);
                (from, used) = (from + 64, used - 64);
                // Shifted in two steps, because a shift by 64 is none.
                word = bits >> 1 >> (width - used - 1);
            }
        }
        if used > 0 {
            self.mark_bits(from, word);
        }
    }

    /// Puts numbers times `factor` side by side.
    #[inline(always)]
    fn put_counts(&mut self, from: usize, counts: &[u8], factor: f32) {
        for (at, &count) in counts.iter().enumerate() {
            self.put(from + at, f32::from(count) * factor);
        }
    }

    /// Puts a few numbers side by side, at most 64.
    #[inline(always)]
    fn put_row<const N: usize>(&mut self, from: usize, values: [f32; N]) {
        for (at, value) in values.into_iter().enumerate() {
            self.put(from + at, value);
        }
    }

    /// Puts three floats side by side.
    #[inline(always)]
    fn put_packed(&mut self, from: usize, packed: &Packed) {
        self.put_row(from, packed.floats);
    }

    /// Puts whole numbers times `factor` side by side, at most 64.
    #[inline(always)]
    fn put_numbers<const N: usize>(&mut self, from: usize, numbers: [u16; N], factor: f32) {
        self.put_row(from, numbers.map(|number| f32::from(number) * factor));
    }

    /// Puts up to 128 numbers times `factor`: those in a set of bits are not zero, and no others.
    #[inline(always)]
    fn put_counts_of(&mut self, _bits: u128, counts: &[u8], factor: f32) {
        self.put_counts(0, counts, factor);
    }

    /// Marks one of `width` things in each row, or `none`; there are at most 64 rows.
    #[inline(always)]
    fn mark_each(&mut self, width: usize, things: &[u8], none: u8) {
        for (row, &thing) in things.iter().enumerate() {
            self.mark_if(thing != none, row * width + if thing == none { 0 } else { usize::from(thing) });
        }
    }

    /// Numbers from 0 to `max`.
    #[inline(always)]
    fn counts(&mut self, name: &'static str, values: &[u8], max: f32, labels: &[&str]) {
        self.counts_if(true, name, values, max, labels);
    }

    /// Numbers from 0 to `max`, or the same number of zeros where the viewer may not know them.
    #[inline(always)]
    fn counts_if(&mut self, known: bool, name: &'static str, values: &[u8], max: f32, labels: &[&str]) {
        let spec = FeatureSpec { name, shape: &[values.len()], kind: FeatureKind::Scaled(max), low: 0.0, high: 1.0, labels };
        let factor = 1.0 / max;
        self.feature(spec);
        if known {
            self.put_counts(0, values, factor);
        }
    }

    /// One number from 0 to `max`.
    #[inline(always)]
    fn count(&mut self, name: &'static str, value: u32, max: f32) {
        let spec = FeatureSpec { name, shape: &[1], kind: FeatureKind::Scaled(max), low: 0.0, high: 1.0, labels: &[] };
        self.feature(spec);
        self.put(0, value as f32 / max);
    }

    /// One number from `low` to `high`, divided by the larger of their magnitudes.
    #[inline(always)]
    fn number(&mut self, name: &'static str, value: f32, low: f32, high: f32) {
        let scale = low.abs().max(high.abs());
        let spec =
            FeatureSpec { name, shape: &[1], kind: FeatureKind::Scaled(scale), low: low / scale, high: high / scale, labels: &[] };
        self.feature(spec);
        self.put(0, value / scale);
    }

    /// One of `size` things, or none.
    #[inline(always)]
    fn one_hot(&mut self, name: &'static str, value: Option<usize>, size: usize, labels: &[&str]) {
        let spec = FeatureSpec { name, shape: &[size], kind: FeatureKind::OneHot, low: 0.0, high: 1.0, labels };
        self.feature(spec);
        self.mark_if(value.is_some(), value.unwrap_or(0));
    }

    /// The lowest `size` bits of a set.
    #[inline(always)]
    fn bits(&mut self, name: &'static str, bits: u128, size: usize, labels: &[&str]) {
        let spec = FeatureSpec { name, shape: &[size], kind: FeatureKind::Flags, low: 0.0, high: 1.0, labels };
        self.feature(spec);
        self.mark_bits(0, bits as u64);
        if size > 64 {
            self.mark_bits(64, (bits >> 64) as u64);
        }
    }

    /// One flag.
    #[inline(always)]
    fn flag(&mut self, name: &'static str, value: bool) {
        let spec = FeatureSpec { name, shape: &[1], kind: FeatureKind::Flags, low: 0.0, high: 1.0, labels: &[] };
        self.feature(spec);
        self.mark_if(value, 0);
    }
}

/// Writes a dense row, zeroing floats just ahead of the features.
#[derive(Debug)]
pub struct Tensor<'a> {
    out: &'a mut [f32],
    /// Offset of the open feature.
    open: usize,
    /// Offset of the next feature.
    at: usize,
    /// Floats up to here are zeroed or written.
    clean: usize,
}

/// Floats zeroed at once beyond the current feature.
const AHEAD: usize = 256;
/// Sets of flags up to this size are written without a branch on whether there are any.
const FEW: usize = 16;

impl<'a> Tensor<'a> {
    /// Starts at the first float; the previous contents of `out` do not matter.
    #[inline]
    pub fn new(out: &'a mut [f32]) -> Self {
        Self { out, open: 0, at: 0, clean: 0 }
    }

    /// Number of floats written.
    pub fn written(&self) -> usize {
        self.at
    }
}

/// Zeroes floats up to `end` and some more, and returns where it stopped. Takes the parts of a row rather than the row itself, so
/// that the row's counters can stay in registers.
#[inline(never)]
fn clear(out: &mut [f32], clean: usize, end: usize) -> usize {
    let stop = (end + AHEAD).min(out.len());
    // In pieces: for long stretches the C library uses an instruction that is slow to start.
    out[clean..stop].chunks_mut(AHEAD).for_each(|floats| floats.fill(0.0));
    stop
}

impl Sink for Tensor<'_> {
    const LABELS: bool = false;

    #[inline(always)]
    fn group(&mut self, _: &'static str, _: Option<usize>) {}

    #[inline(always)]
    fn end(&mut self) {}

    #[inline(always)]
    fn feature(&mut self, spec: FeatureSpec<'_>) {
        self.open = self.at;
        self.at += spec.size();
        if self.at > self.clean {
            self.clean = clear(self.out, self.clean, self.at);
        }
    }

    #[inline(always)]
    fn put(&mut self, at: usize, value: f32) {
        self.out[self.open + at] = value;
    }

    #[inline(always)]
    fn mark_if(&mut self, set: bool, at: usize) {
        self.out[self.open + at] = f32::from(u8::from(set));
    }

    #[inline(always)]
    fn put_counts(&mut self, from: usize, counts: &[u8], factor: f32) {
        for (slot, &count) in self.out[self.open + from..][..counts.len()].iter_mut().zip(counts) {
            *slot = f32::from(count) * factor;
        }
    }

    #[inline(always)]
    fn put_row<const N: usize>(&mut self, from: usize, values: [f32; N]) {
        self.out[self.open + from..][..N].copy_from_slice(&values);
    }

    /// Small sets of flags are written in full: the end of a loop over the set ones is unpredictable.
    #[inline(always)]
    fn bits(&mut self, name: &'static str, bits: u128, size: usize, labels: &[&str]) {
        self.feature(FeatureSpec { name, shape: &[size], kind: FeatureKind::Flags, low: 0.0, high: 1.0, labels });
        if size <= FEW {
            for (at, slot) in self.out[self.open..self.at].iter_mut().enumerate() {
                *slot = f32::from(bits as u16 >> at & 1);
            }
            return;
        }
        self.mark_bits(0, bits as u64);
        if size > 64 {
            self.mark_bits(64, (bits >> 64) as u64);
        }
    }
}
