//! Reproducible pseudorandom numbers.

/// A pseudorandom number generator for choosing moves: SplitMix64 (Steele, Lea and Flood 2014).
///
/// ```
/// use grundy_play::Random;
/// assert_eq!(Random::new(7).below(1000), Random::new(7).below(1000));
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates the generator for a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns the next number, which is below `bound`, or 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^= word >> 31;
        // The high half of the product is uniform up to a bias of at most `bound` / 2^64.
        ((u128::from(word) * bound as u128) >> 64) as usize
    }
}
