//! The values number + ups + star, stored as their three parts; most values in play are of this kind.

use super::{Dyadic, ValueLimit};
use crate::CompactSort;

/// The value number + up·↑ + *nim.
///
/// ```
/// use grundy_value::{Dyadic, NumberUpsStar};
/// let two_ups = NumberUpsStar { number: Dyadic::ZERO, up: 2, nim: 0 };
/// assert!(NumberUpsStar { nim: 1, ..two_ups }.plus(NumberUpsStar { up: -2, ..two_ups }).unwrap().le(two_ups));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct NumberUpsStar {
    /// The number.
    pub number: Dyadic,
    /// The number of ups, or of downs if negative.
    pub up: i32,
    /// The nimber.
    pub nim: u32,
}

impl NumberUpsStar {
    /// Returns whether the ups and the nimber are 0.
    pub fn is_number(self) -> bool {
        self.up == 0 && self.nim == 0
    }

    /// Returns whether this value is at most `other`.
    #[inline]
    pub fn le(self, other: NumberUpsStar) -> bool {
        if self.number != other.number {
            return self.number < other.number;
        }
        let more = i64::from(other.up) - i64::from(self.up);
        let nim = self.nim ^ other.nim;
        more >= 2 || more == 1 && nim != 1 || more == 0 && nim == 0
    }

    /// Returns the sum of the two values.
    ///
    /// # Errors
    ///
    /// If the result or its denominator is too large.
    pub fn plus(self, other: NumberUpsStar) -> Result<NumberUpsStar, ValueLimit> {
        let up = self.up.checked_add(other.up).filter(|&n| n != i32::MIN).ok_or(ValueLimit::Number)?;
        Ok(NumberUpsStar { number: self.number.plus(other.number)?, up, nim: self.nim ^ other.nim })
    }

    /// Returns the negative of the value.
    #[must_use]
    pub fn negative(self) -> NumberUpsStar {
        NumberUpsStar { number: self.number.negative(), up: -self.up, nim: self.nim }
    }
}

/// Returns the value number + ups + star with these canonical options, if there is such a value.
///
/// The function inverts [`options`]. It returns `None` if a player has no option, or if the options' numbers differ.
pub(super) fn recognise(left: &[NumberUpsStar], right: &[NumberUpsStar]) -> Option<NumberUpsStar> {
    let number = left.first()?.number;
    right.first()?;
    if left.iter().chain(right).any(|n| n.number != number) {
        return None;
    }
    let with_ups = |up: i64, nim: u32| Some(NumberUpsStar { number, up: i32::try_from(up).ok()?, nim });
    let same = left.len() == right.len() && left.iter().all(|n| n.up == 0 && right.contains(n));
    if same {
        let mut nims: Vec<u32> = left.iter().map(|n| n.nim).collect();
        nims.compact_sort();
        return if nims.iter().enumerate().all(|(k, &n)| k as u32 == n) {
            with_ups(0, left.len() as u32)
        } else {
            None
        };
    }
    let zero = |v: &[NumberUpsStar]| v.len() == 1 && v[0].is_number();
    let zero_and_star = |v: &[NumberUpsStar]| v.len() == 2 && v.iter().all(|n| n.up == 0 && n.nim <= 1);
    if zero_and_star(left) && zero(right) {
        return with_ups(1, 1);
    }
    if zero(left) && zero_and_star(right) {
        return with_ups(-1, 1);
    }
    match (left, right) {
        (l, &[n]) if zero(l) && (n.up >= 1 || n.up == 0 && n.nim >= 1) => with_ups(i64::from(n.up) + 1, n.nim ^ 1),
        (&[n], r) if zero(r) && (n.up <= -1 || n.up == 0 && n.nim >= 1) => {
            // The least i32 has no negative.
            with_ups(i64::from(n.up) - 1, n.nim ^ 1).filter(|n| n.up != i32::MIN)
        }
        _ => None,
    }
}

/// Returns the left and right options of up·↑ + *nim, each as a pair of ups and nimber.
///
/// At least one of `up` and `nim` must not be 0.
pub(super) fn options(up: i32, nim: u32) -> [Vec<(i32, u32)>; 2] {
    if up == 0 {
        let all: Vec<_> = (0..nim).map(|k| (0, k)).collect();
        return [all.clone(), all];
    }
    let sign = up.signum();
    let (zeros, others) = if up == sign && nim == 1 {
        (vec![(0, 0), (0, 1)], vec![(0, 0)])
    } else {
        (vec![(0, 0)], vec![(up - sign, nim ^ 1)])
    };
    if up > 0 { [zeros, others] } else { [others, zeros] }
}
