//! Signatures: the stops and thresholds of every value, which decide most comparisons.
//!
//! For a fixed number x, a value is at most x + n·↑ if and only if n is at least some *threshold*. The same holds
//! for x + n·↑ + *, and for the reverse comparisons. The thresholds of a form follow from those of its options
//! without any comparison. Signatures store the thresholds for the stops of a value.

use super::{Dyadic, NumberUpsStar};

/// The bound on the absolute values of thresholds; a value with a larger threshold stores none.
const MAX_THRESHOLD: i32 = 1000;

/// The kind of a value, by how far its signature determines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SignatureKind {
    /// A number + ups, with or without *, which its signature determines.
    NumberUps,
    /// A number + ups + a nimber larger than *, which its signature does not determine.
    NumberUpsNimber,
    /// All other values.
    General,
}

/// The stops and thresholds of a value G.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signature {
    pub left_stop: Dyadic,
    pub right_stop: Dyadic,
    /// The greatest n with right stop + n·↑ <= G.
    ///
    /// `low_star` is the greatest n with right stop + n·↑ + * <= G.
    pub low: i16,
    pub low_star: i16,
    /// The least n with G <= left stop + n·↑.
    ///
    /// `high_star` is the least n with G <= left stop + n·↑ + *.
    pub high: i16,
    pub high_star: i16,
    pub kind: SignatureKind,
    /// Whether the thresholds are known; false if one of them is beyond [`MAX_THRESHOLD`].
    pub has_thresholds: bool,
}

impl Signature {
    pub fn from_number_ups_star(n: NumberUpsStar) -> Signature {
        let (plain, star) = match n.nim {
            0 => (0, 2),
            1 => (2, 0),
            _ => (1, 1),
        };
        let has_thresholds = n.up.abs() < MAX_THRESHOLD - 2;
        let up = if has_thresholds { n.up as i16 } else { 0 };
        Signature {
            left_stop: n.number,
            right_stop: n.number,
            low: up - plain,
            low_star: up - star,
            high: up + plain,
            high_star: up + star,
            kind: if n.nim > 1 { SignatureKind::NumberUpsNimber } else { SignatureKind::NumberUps },
            has_thresholds,
        }
    }

    /// Returns the signature of a form that is not a number, given the signatures of all its options.
    pub fn from_options(
        left: impl Iterator<Item = Signature> + Clone,
        right: impl Iterator<Item = Signature> + Clone,
    ) -> Signature {
        let left_stop = left.clone().map(|s| s.right_stop).max().expect("no number");
        let right_stop = right.clone().map(|s| s.left_stop).min().expect("no number");
        let (lefts, rights) = (left.filter(|s| s.right_stop == left_stop), right.filter(|s| s.left_stop == right_stop));
        let has_thresholds = lefts.clone().chain(rights.clone()).all(|s| s.has_thresholds);
        let mut signature = Signature {
            left_stop,
            right_stop,
            low: 0,
            low_star: 0,
            high: 0,
            high_star: 0,
            kind: SignatureKind::General,
            has_thresholds: false,
        };
        if !has_thresholds {
            return signature;
        }
        let form = OptionThresholds {
            infinitesimal: left_stop == right_stop,
            right: rights.fold([i32::MAX; 2], |m, s| [m[0].min(s.high.into()), m[1].min(s.high_star.into())]),
            left: lefts.fold([i32::MIN; 2], |m, s| [m[0].max(s.low.into()), m[1].max(s.low_star.into())]),
        };
        let found = (|| Some([form.greatest(false)?, form.greatest(true)?, form.least(false)?, form.least(true)?]))();
        if let Some([low, low_star, high, high_star]) = found {
            signature = Signature { low, low_star, high, high_star, has_thresholds: true, ..signature };
        }
        signature
    }

    pub fn negative(self) -> Signature {
        Signature {
            left_stop: self.right_stop.negative(),
            right_stop: self.left_stop.negative(),
            low: -self.high,
            low_star: -self.high_star,
            high: -self.low,
            high_star: -self.low_star,
            ..self
        }
    }
}

/// The data about a form's options that determine its thresholds.
///
/// The first element of each array is the threshold without *, the second the threshold with *.
struct OptionThresholds {
    /// Whether left and right stop are equal, so that moves in n·↑ matter as well.
    infinitesimal: bool,
    /// The least `high` thresholds among the right options that attain the right stop.
    right: [i32; 2],
    /// The greatest `low` thresholds among the left options that attain the left stop.
    left: [i32; 2],
}

impl OptionThresholds {
    /// Returns whether right stop + n·↑ <= G, or with `star` whether right stop + n·↑ + * <= G.
    fn above(&self, n: i32, star: bool) -> bool {
        if self.right[usize::from(star)] <= n {
            return false; // some right option is at most this value
        }
        // No left option of n·↑ (+ *) may be at least G.
        !self.infinitesimal
            || match (n, star) {
                (0, false) => true,
                (1, true) => !self.below(0, false) && !self.below(0, true),
                (0 | -1, true) => !self.below(0, false),
                (1.., _) => !self.below(0, false),
                _ => !self.below(n + 1, !star),
            }
    }

    /// Returns whether G <= left stop + n·↑, or with `star` whether G <= left stop + n·↑ + *.
    fn below(&self, n: i32, star: bool) -> bool {
        if self.left[usize::from(star)] >= n {
            return false;
        }
        !self.infinitesimal
            || match (n, star) {
                (0, false) => true,
                (-1, true) => !self.above(0, false) && !self.above(0, true),
                (0 | 1, true) => !self.above(0, false),
                (..0, _) => !self.above(0, false),
                _ => !self.above(n - 1, !star),
            }
    }

    /// Returns the greatest n for which `above` is true; `None` beyond [`MAX_THRESHOLD`].
    fn greatest(&self, star: bool) -> Option<i16> {
        let mut n = self.right[usize::from(star)] - 1;
        while n > -MAX_THRESHOLD && !self.above(n, star) {
            n -= 1;
        }
        (n.abs() < MAX_THRESHOLD).then_some(n as i16)
    }

    /// Returns the least n for which `below` is true; `None` beyond [`MAX_THRESHOLD`].
    fn least(&self, star: bool) -> Option<i16> {
        let mut n = self.left[usize::from(star)] + 1;
        while n < MAX_THRESHOLD && !self.below(n, star) {
            n += 1;
        }
        (n.abs() < MAX_THRESHOLD).then_some(n as i16)
    }
}
