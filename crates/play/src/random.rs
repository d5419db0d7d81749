//! Reproducible pseudorandom numbers.

use grundy_rules::SplitMix64;

/// A pseudorandom number generator for choosing moves.
///
/// ```
/// use grundy_play::Random;
/// assert_eq!(Random::new(7).below(1000), Random::new(7).below(1000));
/// ```
#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// Creates the generator for a seed.
    pub fn new(seed: u64) -> Random {
        Random(SplitMix64(seed))
    }

    /// Returns the next number, which is below `bound`, or 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half of the product is uniform up to a bias of at most `bound` / 2^64.
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }
}
