//! Nimbers: the values of short impartial games under normal play.

use crate::Outcome;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// The nimber `*k`, the value of a Nim heap of `k` stones.
///
/// A nimber is 128 bits wide, because a heap of 2^64−1 stones may have the value 2^64 (Lasker's Nim). The value
/// of a sum of games is the xor of their nimbers (Sprague 1935, Grundy 1939).
///
/// ```
/// use grundy_value::Nimber;
/// assert_eq!(Nimber(5) + Nimber(6), Nimber(3));
/// assert_eq!(Nimber(1).to_string(), "*");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nimber(pub u128);

impl Nimber {
    /// The value of the position without moves.
    pub const ZERO: Nimber = Nimber(0);

    /// Returns the outcome of a position of this value under normal play: `P` for zero, otherwise `N`.
    pub fn outcome(self) -> Outcome {
        if self.0 == 0 { Outcome::P } else { Outcome::N }
    }

    /// Returns the sum of `copies` equal games of this value: equal games cancel in pairs.
    ///
    /// ```
    /// use grundy_value::Nimber;
    /// assert_eq!(Nimber(5).times(3), Nimber(5));
    /// assert_eq!(Nimber(5).times(4), Nimber::ZERO);
    /// ```
    pub fn times(self, copies: u64) -> Nimber {
        if copies % 2 == 1 { self } else { Nimber::ZERO }
    }
}

impl From<u64> for Nimber {
    fn from(k: u64) -> Nimber {
        Nimber(u128::from(k))
    }
}

// The xor is intended, since it is the value of a sum of games.
#[expect(clippy::suspicious_arithmetic_impl)]
impl Add for Nimber {
    type Output = Nimber;
    fn add(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Nimber) {
        *self = *self + other;
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(iter: I) -> Nimber {
        iter.fold(Nimber::ZERO, Add::add)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0"),
            1 => f.write_str("*"),
            k => write!(f, "*{k}"),
        }
    }
}

/// Returns the least natural number that does not occur among `values`.
///
/// The values may be in any order and repeat. The function takes time linear in their number.
///
/// ```
/// use grundy_value::mex;
/// assert_eq!(mex([0, 1, 3, 1]), 2);
/// assert_eq!(mex([]), 0);
/// ```
pub fn mex<I>(values: I) -> u128
where
    I: IntoIterator<Item = u128>,
    I::IntoIter: ExactSizeIterator,
{
    let values = values.into_iter();
    // The mex of `count` values is at most `count`, so larger values need no bit.
    let count = values.len();
    let mut seen = vec![0u64; count / 64 + 1];
    for v in values {
        if v < count as u128 {
            seen[(v / 64) as usize] |= 1 << (v % 64);
        }
    }
    let word = seen.iter().position(|&w| w != u64::MAX);
    // If all of the `count` values occur, the mex is `count`, whose bit is never set.
    let word = word.expect("the place after the last value is free");
    (word * 64) as u128 + u128::from(seen[word].trailing_ones())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_agrees_with_counting_up() {
        let mut state = 1u64;
        for len in 0..200usize {
            let values: Vec<u128> = (0..len)
                .map(|_| {
                    state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
                    u128::from(state >> 33) % (len as u128 + 1)
                })
                .collect();
            let slow = (0u128..).find(|k| !values.contains(k)).unwrap();
            assert_eq!(mex(values.clone()), slow, "{values:?}");
        }
        assert_eq!(mex((0..64u8).map(u128::from)), 64);
        assert_eq!(mex((0..128u8).map(u128::from).rev()), 128);
    }

    #[test]
    fn nimbers_print() {
        let printed: Vec<String> = (0..3).map(|k| Nimber(k).to_string()).collect();
        assert_eq!(printed, ["0", "*", "*2"]);
    }
}
