//! The values as the loops over pairs read them: forward and backward, as words and as bytes.

use crate::values::{Value, Values, each_width};

/// Values of heaps 0, 1, 2, ... in both directions: with a heap of r split, the pairs (a, r - a) for consecutive a are consecutive
/// in both.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReversedValues {
    length: usize,
    most: u16,
    /// The place of heap 0 in lists that run backward: heap n stands at `top - n`.
    top: usize,
    /// The values, forward and backward.
    words: [Vec<u16>; 2],
    /// Their lower seven bits.
    low: [Vec<u8>; 2],
    /// The eight bits above them.
    high: [Vec<u8>; 2],
}

impl ReversedValues {
    /// The bytes that so many values take.
    pub fn estimate(length: usize) -> u128 {
        8 * capacity(length) as u128
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> u64 {
        8 * self.words[0].len() as u64
    }

    /// Takes over what `values` has more, with room for `end` values. All values must be below 65536.
    pub fn follow(&mut self, values: &Values, end: usize) {
        if end > self.words[0].len() {
            *self = ReversedValues::default();
            let room = capacity(end);
            self.top = room - 1;
            self.words = [vec![0; room], vec![0; room]];
            self.low = [vec![0; room], vec![0; room]];
            self.high = [vec![0; room], vec![0; room]];
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
        self.most = self.most.max(value);
    }

    /// The largest value.
    pub fn most(&self) -> u16 {
        self.most
    }

    /// The value of a heap of n.
    pub fn value(&self, n: usize) -> u16 {
        self.words[0][n]
    }

    /// Words of the heaps from `a` on, and of those that they make `r` with.
    #[inline(always)]
    pub fn words(&self, r: usize, a: usize, length: usize) -> (&[u16], &[u16]) {
        let back = self.top + a - r;
        (&self.words[0][a..a + length], &self.words[1][back..back + length])
    }

    /// Likewise the lower bits of their values: with those above them, these are values below 32768.
    #[inline(always)]
    pub fn low(&self, r: usize, a: usize, length: usize) -> (&[u8], &[u8]) {
        let back = self.top + a - r;
        (&self.low[0][a..a + length], &self.low[1][back..back + length])
    }

    /// Likewise the bits above them.
    #[inline(always)]
    pub fn high(&self, r: usize, a: usize, length: usize) -> (&[u8], &[u8]) {
        let back = self.top + a - r;
        (&self.high[0][a..a + length], &self.high[1][back..back + length])
    }
}

/// Room for twice as many values is made when it is needed.
fn capacity(length: usize) -> usize {
    length.next_power_of_two().max(1 << 14)
}
