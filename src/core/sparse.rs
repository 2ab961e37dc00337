//! Sparse observations: the index and value of every nonzero float.

use std::cell::RefCell;

use pulp::Arch;

use super::sink::{FeatureKind, FeatureSpec, Packed, Sink};

/// Writes a sparse row: ascending indices with their values. Nothing is scanned: features report their nonzero floats in
/// ascending order.
///
/// Processors predict poorly which floats are nonzero, so nothing branches on it: every candidate is written, but only nonzero
/// ones advance the count, and the next entry overwrites the others. Such writes can run past the end of a row, so rows are
/// drafted in a buffer of their own and then copied.
#[derive(Debug)]
pub struct Sparse<'a> {
    draft: &'a mut Draft,
    /// Number of entries written.
    count: usize,
    /// One past the last float put in the open feature; tracked only with debug assertions.
    next: usize,
    /// Offset of the open feature.
    open: usize,
    /// Offset of the next feature.
    at: usize,
}

/// The most nonzero floats of a row. A power of two, so that indices into the draft are taken modulo this and need no bounds
/// check.
pub const MOST_NONZERO: usize = 2048;
/// Entries that may be written beyond the last one without being counted.
const SPARE: usize = 64;
/// Entries of a set of bits that are written at once.
const GROUP: usize = 4;
/// Sets of flags up to this size are written one by one.
const FEW: usize = 4;
/// Counts up to this number are written one by one.
const SEVERAL: usize = 8;
/// Unused slots that are filled at once.
const PIECE: usize = 256;
/// Rows up to this length are filled up in the draft, which takes less than filling what is left of them.
const SHORT: usize = 16;

/// Entries on their way to a row.
#[derive(Debug)]
struct Draft {
    indices: [i32; MOST_NONZERO + SPARE],
    values: [f32; MOST_NONZERO + SPARE],
}

impl Draft {
    const EMPTY: Self = Self { indices: [0; MOST_NONZERO + SPARE], values: [0.0; MOST_NONZERO + SPARE] };
}

thread_local! {
    /// The draft of this thread: rows are short-lived, and clearing a new one would take longer than writing.
    static DRAFT: RefCell<Draft> = const { RefCell::new(Draft::EMPTY) };
}

/// Calls `observe` with a sink and fills both slices with what it puts there: ascending indices and their values. Unused slots get
/// the total number of floats as their index and the value 0. The previous contents do not matter. Returns the number of slots
/// used and the total number of floats, zeros included.
#[inline(always)]
pub fn write_sparse(indices: &mut [i32], values: &mut [f32], observe: impl FnOnce(&mut Sparse<'_>)) -> (usize, usize) {
    DRAFT.with(|draft| {
        // A game that asks for another observation while it writes one gets a draft of its own.
        let mut spare;
        let mut held = draft.try_borrow_mut();
        let draft = if let Ok(draft) = &mut held {
            &mut **draft
        } else {
            spare = Box::new(Draft::EMPTY);
            &mut *spare
        };
        let mut out = Sparse { draft, count: 0, next: 0, open: 0, at: 0 };
        observe(&mut out);
        let (count, floats) = (out.count, out.at);
        out.draft.copy(count, floats, indices, values);
        (count, floats)
    })
}

impl Draft {
    /// Fills a row.
    fn copy(&mut self, count: usize, floats: usize, indices: &mut [i32], values: &mut [f32]) {
        let room = indices.len().min(values.len());
        // Never truncated: readers rely on complete rows.
        assert!(count <= room, "a sparse row has {count} floats and room for {room}");
        if room <= SHORT {
            self.indices[count..][..SHORT].fill(floats as i32);
            self.values[count..][..SHORT].fill(0.0);
            indices.copy_from_slice(&self.indices[..indices.len()]);
            values.copy_from_slice(&self.values[..values.len()]);
            return;
        }
        let (used, unused) = indices.split_at_mut(count);
        used.copy_from_slice(&self.indices[..count]);
        // No function of the C library fills with a number: with wide registers it takes half the instructions.
        Arch::new().dispatch(|| unused.fill(floats as i32));
        let (used, unused) = values.split_at_mut(count);
        used.copy_from_slice(&self.values[..count]);
        // In pieces: for long stretches the C library uses an instruction that is slow to start.
        unused.chunks_mut(PIECE).for_each(|floats| floats.fill(0.0));
    }
}

impl Sparse<'_> {
    /// Writes a float that comes after all others; it counts only if `keep`.
    #[inline(always)]
    fn push_if(&mut self, keep: bool, at: usize, value: f32) {
        self.passes(at, at);
        let slot = self.count % MOST_NONZERO;
        self.draft.indices[slot] = (self.open + at) as i32;
        self.draft.values[slot] = value;
        self.count += usize::from(keep);
    }

    /// Asserts that floats are put in ascending order; the next ones lie between `from` and `to`.
    #[inline(always)]
    fn passes(&mut self, from: usize, to: usize) {
        if cfg!(debug_assertions) {
            assert!(from >= self.next, "places ascend within a feature: {from} comes after {}", self.next);
            self.next = to + 1;
        }
    }

    /// Puts the floats of a set of bits, a group at a time, without branching on where in its last group the set ends.
    #[inline(always)]
    fn put_some(&mut self, from: usize, bits: u64, value: impl Fn(usize) -> f32) {
        const TOP: u64 = 1 << 63;
        if bits != 0 {
            self.passes(from + bits.trailing_zeros() as usize, from + 63 - bits.leading_zeros() as usize);
        }
        let end = self.count + bits.count_ones() as usize;
        let (base, mut rest) = (self.open + from, bits);
        loop {
            let slot = self.count % MOST_NONZERO;
            let slots = &mut self.draft.indices[slot..slot + GROUP];
            let floats = &mut self.draft.values[slot..slot + GROUP];
            for (slot, float) in slots.iter_mut().zip(floats) {
                // The top bit avoids a special case for an empty rest.
                let at = (rest | TOP).trailing_zeros() as usize;
                (*slot, *float) = ((base + at) as i32, value(at));
                rest &= rest.wrapping_sub(1);
            }
            if rest == 0 {
                break;
            }
            self.count += GROUP;
        }
        self.count = end;
    }
}

/// The nonzero ones of up to 64 bytes, one bit each.
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
        // Zero of either sign has no other bit set.
        self.push_if(value.to_bits() << 1 != 0, at, value);
    }

    #[inline(always)]
    fn mark(&mut self, at: usize) {
        self.push_if(true, at, 1.0);
    }

    #[inline(always)]
    fn mark_if(&mut self, set: bool, at: usize) {
        self.push_if(set, at, 1.0);
    }

    #[inline(always)]
    fn mark_bits(&mut self, from: usize, bits: u64) {
        self.put_bits(from, bits, |_| 1.0);
    }

    #[inline(always)]
    fn put_bits(&mut self, from: usize, bits: u64, value: impl Fn(usize) -> f32) {
        // Most wide sets are nearly always empty, or nearly never.
        if bits != 0 {
            self.put_some(from, bits, value);
        }
    }

    /// Whether a small set is empty is as unpredictable as everything else about it.
    #[inline(always)]
    fn bits(&mut self, name: &'static str, bits: u128, size: usize, labels: &[&str]) {
        self.feature(FeatureSpec { name, shape: &[size], kind: FeatureKind::Flags, low: 0.0, high: 1.0, labels });
        if size <= FEW {
            (0..size).for_each(|at| self.mark_if(bits as u8 >> at & 1 == 1, at));
        } else if size <= 16 {
            self.put_some(0, bits as u64, |_| 1.0);
        } else {
            self.mark_bits(0, bits as u64);
            if size > 64 {
                self.mark_bits(64, (bits >> 64) as u64);
            }
        }
    }

    /// Whether there is a thing in a row is not branched on, only how many there are, in steps.
    #[inline(always)]
    fn mark_each(&mut self, width: usize, things: &[u8], none: u8) {
        let mut there = things.iter().rev().fold(0u64, |set, &thing| set << 1 | u64::from(thing != none));
        let last = things.len().saturating_sub(1);
        let end = self.count + there.count_ones() as usize;
        while there != 0 {
            let slot = self.count % MOST_NONZERO;
            let slots = &mut self.draft.indices[slot..slot + GROUP];
            let floats = &mut self.draft.values[slot..slot + GROUP];
            for (slot, float) in slots.iter_mut().zip(floats) {
                let row = (there.trailing_zeros() as usize).min(last);
                (*slot, *float) = ((self.open + row * width + usize::from(things[row])) as i32, 1.0);
                there &= there.wrapping_sub(1);
            }
            self.count += GROUP;
        }
        self.count = end;
    }

    #[inline(always)]
    fn put_packed(&mut self, from: usize, packed: &Packed) {
        let slot = self.count % MOST_NONZERO;
        let base = (self.open + from) as i32;
        self.draft.indices[slot..slot + 4].copy_from_slice(&packed.places.map(|place| base + place));
        self.draft.values[slot..slot + 4].copy_from_slice(&packed.values);
        self.count += packed.count as usize;
    }

    /// Whole numbers are compared with zero sooner than floats.
    #[inline(always)]
    fn put_numbers<const N: usize>(&mut self, from: usize, numbers: [u16; N], factor: f32) {
        for (at, number) in numbers.into_iter().enumerate() {
            self.push_if(number != 0, from + at, f32::from(number) * factor);
        }
    }

    #[inline(always)]
    fn put_counts_of(&mut self, bits: u128, counts: &[u8], factor: f32) {
        for (word, part) in counts.chunks(64).enumerate() {
            let last = part.len() - 1;
            self.put_bits(64 * word, (bits >> (64 * word)) as u64, |at| f32::from(part[at.min(last)]) * factor);
        }
    }

    #[inline(always)]
    fn put_counts(&mut self, from: usize, counts: &[u8], factor: f32) {
        if counts.len() <= SEVERAL {
            for (at, &count) in counts.iter().enumerate() {
                self.push_if(count != 0, from + at, f32::from(count) * factor);
            }
            return;
        }
        for (word, part) in counts.chunks(64).enumerate() {
            self.put_bits(from + 64 * word, nonzero(part), |at| f32::from(part[at.min(part.len() - 1)]) * factor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let written = write_sparse(&mut indices, &mut values, |out| {
                out.counts("counts", &counts, 2.0, &[]);
                out.bits("set", set, length.min(128), &[]);
            });
            assert_eq!(written, (wanted.len(), length + length.min(128)));
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
            let (count, _) = write_sparse(&mut indices, &mut values, |out| write(out, width, &rows));
            assert_eq!(count, entries.len());
            assert!(indices.into_iter().zip(values).eq(entries), "{width}");
        }
    }

    #[test]
    #[should_panic(expected = "5 floats and room for 3")]
    fn a_row_is_never_truncated() {
        let (mut indices, mut values) = ([0; 3], [0.0; 3]);
        write_sparse(&mut indices, &mut values, |out| out.bits("set", 0b1_1111, 5, &[]));
    }
}
