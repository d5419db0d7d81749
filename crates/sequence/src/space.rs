//! The sparse space: which values are rare, and which differences exclude values of the next heap.
//!
//! Let m be a mask. A heap of n with value w is *common* if w has an odd number of bits in m, and *rare* otherwise. In
//! some games the parity of n counts as an additional bit. An option that consists of two common or two rare heaps has
//! a rare value; an option of one common and one rare heap has a common value. If rare heaps are few, they alone
//! determine the common options.

use super::moves::KernelMoves;
use super::values::{SequenceValues, StoredValue, each_width, largest};

/// The mask, the rare heaps, and the pairs that follow from them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Space {
    /// The mask: the bits of a value that are counted.
    pub mask: u32,
    /// Whether the parity of n is counted as well.
    pub alternating: bool,
    /// The common parity of the amounts of all splits; 0 if they have both parities.
    pub parity: usize,
    /// The rare heaps from 1 on, with their values.
    pub rare_heaps: Vec<(usize, u32)>,
    /// Pairs (d, v) in ascending order: some move from n leaves a heap of n - d and a rest of value v.
    ///
    /// The rest is a rare heap, or nothing with v = 0.
    pub pairs: Vec<(u32, u32)>,
    /// Whether `pairs` does not yet contain the pairs of some rare heaps.
    pub lacks_pairs: bool,
}

impl Space {
    /// Chooses the space with the fewest rare heaps among the given values.
    pub fn choose(moves: &KernelMoves, values: &SequenceValues) -> Space {
        let (mask, alternating) = each_width!(values, list => mask_with_fewest_rare_heaps(moves, list));
        Space::new(moves, values, mask, alternating)
    }

    /// Creates the space of a mask.
    pub fn new(moves: &KernelMoves, values: &SequenceValues, mask: u32, alternating: bool) -> Space {
        let parity = moves.split_parity().unwrap_or(0);
        let mut space = Space { mask, alternating, parity, ..Space::default() };
        each_width!(values, list => {
            for (n, value) in list.iter().enumerate().skip(1) {
                if !space.is_common(n, value.get()) {
                    space.rare_heaps.push((n, value.get()));
                }
            }
        });
        space.find_pairs(moves);
        space
    }

    /// Returns the turn of heap n, 0 or 1.
    ///
    /// The turn is added to the number of bits of the value of heap n, and of the values of its options.
    pub fn turn(&self, n: usize) -> u32 {
        if self.alternating { ((n ^ self.parity) & 1) as u32 } else { 0 }
    }

    /// Reports whether this value is common as the value of a heap of n or of an option of n.
    pub fn is_common(&self, n: usize, value: u32) -> bool {
        ((value & self.mask).count_ones() ^ self.turn(n)) & 1 == 1
    }

    /// Returns the last rare heap; 0 if there is none.
    pub fn last_rare(&self) -> usize {
        self.rare_heaps.last().map_or(0, |&(n, _)| n)
    }

    /// Returns the largest difference d of the pairs; 0 if there are no pairs.
    pub fn reach(&self) -> usize {
        self.pairs.last().map_or(0, |&(d, _)| d as usize)
    }

    /// Returns the largest difference d of the pairs of all rare heaps, even if `pairs` is incomplete.
    pub fn reach_with_pending(&self, moves: &KernelMoves) -> usize {
        let last = self.rare_heaps.last().zip(moves.two.iter().max());
        self.reach().max(last.map_or(0, |(&(n, _), take)| n + take))
    }

    /// Adds a rare heap larger than all others.
    pub fn add_rare(&mut self, moves: &KernelMoves, n: usize, value: u32) {
        self.rare_heaps.push((n, value));
        let sorted = self.pairs.len();
        self.pairs.extend(moves.two.iter().map(|take| ((take + n) as u32, value)));
        // The list is nearly sorted: only the pairs from the least new difference on need sorting, and these
        // differences span at most the largest amount of a split.
        let least = self.pairs[sorted..].iter().map(|&(d, _)| d).min().unwrap_or(u32::MAX);
        let from = self.pairs[..sorted].partition_point(|&(d, _)| d < least);
        self.pairs[from..].sort_unstable();
    }

    /// Records the rare heaps from n on, whose values were added by a kernel that does not use the space.
    pub fn follow(&mut self, values: &SequenceValues, n: usize) {
        self.lacks_pairs = true;
        each_width!(values, list => {
            for (n, value) in list.iter().enumerate().skip(n) {
                if !self.is_common(n, value.get()) {
                    self.rare_heaps.push((n, value.get()));
                }
            }
        });
    }

    /// Rebuilds the pairs if those of some rare heaps are missing.
    pub fn catch_up(&mut self, moves: &KernelMoves) {
        if std::mem::take(&mut self.lacks_pairs) {
            self.find_pairs(moves);
        }
    }

    fn find_pairs(&mut self, moves: &KernelMoves) {
        self.pairs.clear();
        self.pairs.extend(moves.one.iter().map(|&take| (take as u32, 0)));
        for &take in &moves.two {
            self.pairs.extend(self.rare_heaps.iter().map(|&(n, value)| ((take + n) as u32, value)));
        }
        self.pairs.sort_unstable();
        self.pairs.dedup();
    }
}

/// Returns the mask with the fewest rare heaps, and whether the parity of n is counted.
///
/// The mask is where the Walsh-Hadamard transform of the histogram of values and parities has its minimum.
pub(super) fn mask_with_fewest_rare_heaps<T: StoredValue>(moves: &KernelMoves, list: &[T]) -> (u32, bool) {
    let max_value = largest(list);
    let bits = 32 - max_value.leading_zeros();
    let mut count = vec![0i64; 2 << bits];
    for (n, value) in list.iter().enumerate().skip(1) {
        count[(n & 1) << bits | value.get() as usize] += 1;
    }
    let mut half = 1;
    while half < count.len() {
        for block in count.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    // Each entry is now the number of rare heaps minus the number of common heaps.
    let plain = (1..1usize << bits).map(|mask| (count[mask], mask as u32, false));
    let sign = match moves.split_parity() {
        Some(0) => 1,
        Some(_) => -1,
        None => 0,
    };
    let turning = (1..1usize << bits).map(|mask| (sign * count[1 << bits | mask], mask as u32, true));
    let turning = turning.filter(|_| sign != 0);
    // If several masks have equally few rare heaps, a mask without parity is preferred.
    let best = plain.chain(turning).min_by_key(|&(excess, mask, turns)| (excess, turns, mask));
    best.map_or((0, false), |(_, mask, turns)| (mask, turns))
}
