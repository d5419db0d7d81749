//! The `direct` kernel: the definition of the Grundy value as the mex over all options.
//!
//! This kernel computes short sequences, and tests compare all other kernels with it.

use super::moves::KernelMoves;
use super::values::{SequenceValues, StoredValue, each_width};
use grundy_rules::Meter;
use grundy_rules::Result;

/// The tables of the kernel: marks of option values, reused for every heap, and sets of xors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Direct {
    /// Indexed by value: 1 plus the last heap that has an option of this value; 0 if no heap has one.
    marks: Vec<u32>,
    /// Indexed by s: the set of the xors of the values of two heaps whose sizes add up to s.
    ///
    /// Empty unless some moves leave three heaps.
    pairs: Vec<Vec<u64>>,
}

impl Direct {
    /// Adds the values of heaps below `end`.
    pub fn fill(
        &mut self,
        moves: &mut KernelMoves,
        values: &mut SequenceValues,
        end: usize,
        meter: &mut Meter<'_>,
    ) -> Result<()> {
        moves.fetch(end);
        while values.len() < end {
            let n = values.len();
            // The cost of a heap is about proportional to its size.
            let splits = moves.two.len() + moves.fetched.0.len().min(1) + 16 * moves.three.len();
            meter.set_progress(n as u64);
            meter.advance(1 + (n * splits) as u64 / 64)?;
            let triples = if moves.three.is_empty() { vec![] } else { self.triples(moves, values) };
            let value = each_width!(&*values, list => self.value(moves, list, &triples));
            values.push(value);
        }
        Ok(())
    }

    /// Returns the value of the next heap; `triples` is the set of values of its options of three heaps.
    fn value<T: StoredValue>(&mut self, moves: &KernelMoves, values: &[T], triples: &[u64]) -> u32 {
        let n = values.len();
        // The mark of heap n is n + 1, since 0 means that no heap has an option of this value.
        let mark = n as u32 + 1;
        let mut mark_option = |value: u32| {
            let value = value as usize;
            if value >= self.marks.len() {
                self.marks.resize((value + 1).next_power_of_two().max(64), 0);
            }
            self.marks[value] = mark;
        };
        if moves.whole.contains(&n) {
            mark_option(0);
        }
        moves.one.iter().filter(|&&take| take < n).for_each(|take| mark_option(values[n - take].get()));
        let fetched = moves.fetched.0.iter().take_while(|&&take| take <= n);
        fetched.for_each(|take| mark_option(values[n - take].get()));
        for &take in moves.two.iter().filter(|&&take| take + 2 <= n) {
            let rest = n - take;
            let last = if moves.unequal { (rest - 1) / 2 } else { rest / 2 };
            let (low, high) = (&values[1..=last], &values[rest - last..rest]);
            low.iter().zip(high.iter().rev()).for_each(|(a, b)| mark_option(a.get() ^ b.get()));
        }
        for (word, bits) in triples.iter().enumerate() {
            (0..64).filter(|bit| bits >> bit & 1 == 1).for_each(|bit| mark_option(word as u32 * 64 + bit));
        }
        self.marks.iter().position(|&m| m != mark).unwrap_or(self.marks.len()) as u32
    }

    /// Returns the set of the values of those options of the next heap that consist of three heaps.
    ///
    /// For each size of the first heap, the xors of the two other heaps are xored with the value of the first.
    fn triples(&mut self, moves: &KernelMoves, values: &SequenceValues) -> Vec<u64> {
        let n = values.len();
        while self.pairs.len() < n + 1 {
            let sum = self.pairs.len();
            let mut set = vec![];
            for a in 1..=sum / 2 {
                insert(&mut set, values.get(a) ^ values.get(sum - a));
            }
            self.pairs.push(set);
        }
        let mut all = vec![];
        for &take in moves.three.iter().filter(|&&take| take + 3 <= n) {
            let rest = n - take;
            for a in 1..=rest - 2 {
                unite_moved(&mut all, &self.pairs[rest - a], values.get(a));
            }
        }
        all
    }

    /// Returns the size of the tables in bytes.
    pub fn bytes(&self) -> u64 {
        let pairs: usize = self.pairs.iter().map(|set| 24 + 8 * set.capacity()).sum();
        (4 * self.marks.capacity() + pairs) as u64
    }
}

fn insert(set: &mut Vec<u64>, value: u32) {
    let word = value as usize / 64;
    if word >= set.len() {
        set.resize((word + 1).next_power_of_two(), 0);
    }
    set[word] |= 1 << (value % 64);
}

/// Adds x xor `by` to the set `all` for each x in `set`.
///
/// The length of both sets in words is 0 or a power of two.
fn unite_moved(all: &mut Vec<u64>, set: &[u64], by: u32) {
    let words = by as usize / 64;
    let length = set.len().max((words + 1).next_power_of_two());
    if all.len() < length {
        all.resize(length, 0);
    }
    for (word, &bits) in set.iter().enumerate().filter(|(_, bits)| **bits != 0) {
        all[word ^ words] |= moved(bits, by % 64);
    }
}

/// Returns the set of x xor `by` for each x in a set of numbers below 64.
fn moved(mut bits: u64, by: u32) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (k, low) in LOW.iter().enumerate().filter(|(k, _)| by >> k & 1 == 1) {
        bits = (bits & low) << (1 << k) | bits >> (1 << k) & low;
    }
    bits
}
