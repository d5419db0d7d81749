//! Dyadic rationals, the numbers among short games.

use super::ValueLimit;
use std::cmp::Ordering;
use std::fmt;

/// The largest exponent of a denominator; beyond it, arithmetic returns [`ValueLimit::Number`].
const MAX_EXPONENT: u8 = 62;

/// The number numerator / 2^exponent in lowest terms.
///
/// ```
/// use grundy_value::Dyadic;
/// let x = Dyadic::new(6, 3).unwrap();
/// assert_eq!(x.to_string(), "3/4");
/// assert_eq!(x.plus(Dyadic::new(1, 2).unwrap()).unwrap(), Dyadic::integer(1));
/// assert!(x < Dyadic::integer(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Dyadic {
    numerator: i64,
    exponent: u8,
}

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic::integer(0);
    /// One.
    pub const ONE: Dyadic = Dyadic::integer(1);

    /// Returns the number that equals this integer.
    pub const fn integer(n: i64) -> Dyadic {
        Dyadic { numerator: n, exponent: 0 }
    }

    /// Returns numerator / 2^exponent in lowest terms.
    ///
    /// # Errors
    ///
    /// If the number is too large or its denominator exceeds 2^62.
    pub fn new(numerator: i128, exponent: u32) -> Result<Dyadic, ValueLimit> {
        let twos = numerator.trailing_zeros().min(exponent);
        let numerator = i64::try_from(numerator >> twos.min(127)).map_err(|_| ValueLimit::Number)?;
        // The least i64 has no negative.
        if exponent - twos > u32::from(MAX_EXPONENT) || numerator == i64::MIN {
            return Err(ValueLimit::Number);
        }
        Ok(Dyadic { numerator, exponent: (exponent - twos) as u8 })
    }

    /// Returns the numerator in lowest terms.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// Returns the exponent of 2 in the denominator.
    pub fn exponent(self) -> u32 {
        u32::from(self.exponent)
    }

    /// Returns the number as an integer; `None` if it is not an integer.
    pub fn to_integer(self) -> Option<i64> {
        (self.exponent == 0).then_some(self.numerator)
    }

    /// Returns the greatest integer n with n / 2^exponent at most this number.
    pub(super) fn floor_at(self, exponent: u32) -> i128 {
        let n = i128::from(self.numerator);
        let current = self.exponent();
        if exponent >= current { n << (exponent - current) } else { n >> (current - exponent) }
    }

    /// Returns the sum of the two numbers.
    ///
    /// # Errors
    ///
    /// If the result or its denominator is too large.
    pub fn plus(self, other: Dyadic) -> Result<Dyadic, ValueLimit> {
        if self.exponent == 0 && other.exponent == 0 {
            return Dyadic::new(i128::from(self.numerator) + i128::from(other.numerator), 0);
        }
        let e = self.exponent().max(other.exponent());
        Dyadic::new(self.floor_at(e) + other.floor_at(e), e)
    }

    /// Returns the difference of the two numbers.
    ///
    /// # Errors
    ///
    /// If the result or its denominator is too large.
    pub fn minus(self, other: Dyadic) -> Result<Dyadic, ValueLimit> {
        self.plus(other.negative())
    }

    /// Returns the product of the two numbers.
    ///
    /// # Errors
    ///
    /// If the result or its denominator is too large.
    pub fn times(self, other: Dyadic) -> Result<Dyadic, ValueLimit> {
        let product = i128::from(self.numerator) * i128::from(other.numerator);
        Dyadic::new(product, self.exponent() + other.exponent())
    }

    /// Returns the number with the opposite sign.
    #[must_use]
    pub fn negative(self) -> Dyadic {
        Dyadic { numerator: -self.numerator, ..self }
    }

    /// Returns half the number.
    ///
    /// # Errors
    ///
    /// If its denominator is too large.
    pub fn half(self) -> Result<Dyadic, ValueLimit> {
        Dyadic::new(self.numerator.into(), self.exponent() + 1)
    }

    /// Returns the unit in the last place, which is the distance from a non-integer to its options.
    pub(super) fn unit(self) -> Dyadic {
        Dyadic { numerator: 1, exponent: self.exponent }
    }

    /// Returns the absolute value, rounded up to an integer.
    pub(super) fn magnitude_rounded_up(self) -> Result<i64, ValueLimit> {
        let floor = self.max(self.negative()).negative().floor_at(0);
        i64::try_from(-floor).map_err(|_| ValueLimit::Number)
    }

    /// Returns the number rounded to a float, for drawings only.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / 2f64.powi(self.exponent.into())
    }
}

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if self.exponent == other.exponent {
            return self.numerator.cmp(&other.numerator);
        }
        let e = self.exponent().max(other.exponent());
        self.floor_at(e).cmp(&other.floor_at(e))
    }
}

impl PartialOrd for Dyadic {
    #[inline]
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            e => write!(f, "{}/{}", self.numerator, 1u64 << e),
        }
    }
}

/// An end of an interval; `included` states whether the end itself belongs to the interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct IntervalEnd {
    pub at: Dyadic,
    pub included: bool,
}

/// Returns the simplest number between two ends, if there is a number; a missing end is infinite.
pub(super) fn simplest_between(
    low: Option<IntervalEnd>,
    high: Option<IntervalEnd>,
) -> Result<Option<Dyadic>, ValueLimit> {
    let above = |x: Dyadic| low.is_none_or(|e| e.at < x || e.at == x && e.included);
    let below = |x: Dyadic| high.is_none_or(|e| x < e.at || e.at == x && e.included);
    if above(Dyadic::ZERO) && below(Dyadic::ZERO) {
        return Ok(Some(Dyadic::ZERO));
    }
    if let (Some(a), Some(b)) = (low, high)
        && (a.at > b.at || a.at == b.at && !(a.included && b.included))
    {
        return Ok(None);
    }
    if !below(Dyadic::ZERO) {
        // The interval is below zero, so the result follows from that for its mirror image.
        let mirrored = |end: Option<IntervalEnd>| end.map(|e| IntervalEnd { at: e.at.negative(), ..e });
        return Ok(simplest_between(mirrored(high), mirrored(low))?.map(Dyadic::negative));
    }
    let low = low.expect("zero is not above the lower end").at;
    for exponent in 0..=u32::from(MAX_EXPONENT) {
        let floor = low.floor_at(exponent);
        let first = Dyadic::new(floor, exponent).ok().filter(|&x| above(x));
        let x = first.map_or_else(|| Dyadic::new(floor + 1, exponent), Ok)?;
        if below(x) {
            return Ok(Some(x));
        }
    }
    Err(ValueLimit::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simplest_number_between_ends() {
        let d = |n, e| Dyadic::new(n, e).unwrap();
        let end = |at, included| Some(IntervalEnd { at, included });
        let simplest = |a, b| simplest_between(a, b).unwrap().map(|x| x.to_string());
        assert_eq!(simplest(end(d(0, 0), false), end(d(1, 0), false)).unwrap(), "1/2");
        assert_eq!(simplest(end(d(0, 0), false), None).unwrap(), "1");
        assert_eq!(simplest(None, end(d(-5, 1), false)).unwrap(), "-3");
        assert_eq!(simplest(end(d(-5, 1), false), end(d(-2, 0), false)).unwrap(), "-9/4");
        assert_eq!(simplest(end(d(5, 3), true), end(d(5, 3), true)).unwrap(), "5/8");
        assert_eq!(simplest(end(d(5, 3), true), end(d(5, 3), false)), None);
        assert_eq!(simplest(end(d(-1, 0), false), end(d(0, 0), false)).unwrap(), "-1/2");
    }

    #[test]
    fn overflow_is_an_error() {
        assert_eq!(Dyadic::integer(i64::MAX).plus(Dyadic::ONE), Err(ValueLimit::Number));
        assert_eq!(Dyadic::new(1, 62).unwrap().half(), Err(ValueLimit::Number));
        assert_eq!(Dyadic::integer(1 << 60).plus(Dyadic::new(1, 3).unwrap()), Err(ValueLimit::Number));
        assert_eq!(
            Dyadic::new(1, 60).unwrap().plus(Dyadic::new(1, 60).unwrap()).unwrap().to_string(),
            format!("1/{}", 1u64 << 59)
        );
    }
}
