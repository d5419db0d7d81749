//! The values of heaps in ascending and descending order, for the loops over pairs.

use crate::values::{SequenceValues, StoredValue, each_width};

/// The values of heaps 0, 1, 2, ... in ascending (forward) and in descending (backward) order.
///
/// Let r be split into heaps a and r - a. For consecutive a, the values of heap a are consecutive in the forward list,
/// and those of heap r - a in the backward list.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReversedValues {
    length: usize,
    max_value: u16,
    /// The index of heap 0 in the backward lists, in which heap n has index `top - n`.
    top: usize,
    /// The values, forward and backward.
    words: [Vec<u16>; 2],
    /// The lower seven bits of the values.
    low: [Vec<u8>; 2],
    /// The eight bits above the lower seven.
    high: [Vec<u8>; 2],
}

impl ReversedValues {
    /// Returns the memory in bytes for the values of `length` heaps.
    pub fn estimate(length: usize) -> u128 {
        8 * capacity(length) as u128
    }

    /// Returns the memory use in bytes.
    pub fn bytes(&self) -> u64 {
        8 * self.words[0].len() as u64
    }

    /// Copies the new values, which must be below 65536, and reserves capacity for `end` values.
    pub fn follow(&mut self, values: &SequenceValues, end: usize) {
        if end > self.words[0].len() {
            *self = ReversedValues::default();
            let allocated = capacity(end);
            self.top = allocated - 1;
            self.words = [vec![0; allocated], vec![0; allocated]];
            self.low = [vec![0; allocated], vec![0; allocated]];
            self.high = [vec![0; allocated], vec![0; allocated]];
        }
        let from = self.length;
        each_width!(values, list => list[from..].iter().for_each(|value| self.push(value.get() as u16)));
    }

    fn push(&mut self, value: u16) {
        let places = [self.length, self.top - self.length];
        for (k, place) in places.into_iter().enumerate() {
            self.words[k][place] = value;
            self.low[k][place] = (value & 127) as u8;
            self.high[k][place] = (value >> 7) as u8;
        }
        self.length += 1;
        self.max_value = self.max_value.max(value);
    }

    /// Returns the largest value.
    pub fn max_value(&self) -> u16 {
        self.max_value
    }

    /// Returns the value of heap n.
    pub fn value(&self, n: usize) -> u16 {
        self.words[0][n]
    }

    /// Returns the values of heaps a to a + `length` - 1, and those of heaps r - a, r - a - 1, and so on.
    #[inline(always)]
    pub fn words(&self, r: usize, a: usize, length: usize) -> (&[u16], &[u16]) {
        let back = self.top + a - r;
        (&self.words[0][a..a + length], &self.words[1][back..back + length])
    }

    /// Like [`ReversedValues::words`], for the lower seven bits of the values.
    #[inline(always)]
    pub fn low(&self, r: usize, a: usize, length: usize) -> (&[u8], &[u8]) {
        let back = self.top + a - r;
        (&self.low[0][a..a + length], &self.low[1][back..back + length])
    }

    /// Like [`ReversedValues::words`], for the eight bits above the lower seven.
    #[inline(always)]
    pub fn high(&self, r: usize, a: usize, length: usize) -> (&[u8], &[u8]) {
        let back = self.top + a - r;
        (&self.high[0][a..a + length], &self.high[1][back..back + length])
    }
}

/// Returns the capacity for `length` values: a power of two.
fn capacity(length: usize) -> usize {
    length.next_power_of_two().max(1 << 14)
}
