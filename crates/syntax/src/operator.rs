//! The operators of expressions, and their evaluation.

use super::token::MAX_NUMBER;
use grundy_lang::{Text, text};

/// A binary operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Pow,
    Min,
    Max,
    Gcd,
    Xor,
    And,
    Or,
    Less,
    AtMost,
    Equal,
    Unequal,
    /// The conjunction of truth values.
    Both,
    /// The disjunction of truth values.
    Either,
}

/// A unary operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Negate,
    Not,
    Popcount,
    Isqrt,
    Abs,
    /// Multiplication by the golden ratio, rounded down.
    Phi,
    /// Multiplication by another quadratic irrational number, rounded down.
    Surd(Surd),
    /// The number of trailing binary ones of a natural number.
    TrailingOnes,
    /// The number of trailing binary zeros of a positive number.
    TrailingZeros,
    /// The largest power of 2 that divides a positive number.
    LowestPower,
    /// The largest power of 2 that is at most a positive number.
    HighestPower,
}

/// The number `(p + sqrt(d)) / q`, where `q` is positive and `d` is not a square.
///
/// The numbers `p`, `d` and `q` are below 2^20.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surd {
    pub p: i32,
    pub d: u32,
    pub q: u32,
}

/// The reason why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvalError {
    DivisionByZero,
    TooLarge,
    NegativeExponent,
    NegativeRoot,
    NoDigits,
    /// An index that is less than 1 or greater than the length of its list.
    OutsideList {
        index: i64,
        length: usize,
    },
}

impl EvalError {
    pub fn message(self) -> Text {
        match self {
            EvalError::DivisionByZero => text!("division by zero"),
            EvalError::TooLarge => text!("a number exceeds 2^62"),
            EvalError::NegativeExponent => text!("an exponent is negative"),
            EvalError::NegativeRoot => text!("square root of a negative number"),
            EvalError::NoDigits => text!(
                "trailing_ones requires a natural number; trailing_zeros, lowest_power and highest_power require \
                    a positive one"
            ),
            EvalError::OutsideList { index, length: 1 } => {
                text!("there is no entry {index} in this list, which has 1 entry", index)
            }
            EvalError::OutsideList { index, length } => {
                text!("there is no entry {index} in this list, which has {length} entries", index, length)
            }
        }
    }
}

#[inline]
pub fn in_range(value: i64) -> Option<i64> {
    (-MAX_NUMBER..=MAX_NUMBER).contains(&value).then_some(value)
}

#[inline]
pub fn unary(op: Unary, a: i64) -> Result<i64, EvalError> {
    Ok(match op {
        Unary::Negate => -a,
        Unary::Not => i64::from(a == 0),
        Unary::Popcount => i64::from(a.count_ones()),
        Unary::Isqrt => a.checked_isqrt().ok_or(EvalError::NegativeRoot)?,
        Unary::Abs => a.abs(),
        Unary::Phi => {
            // With x = |a|, floor(x*phi) = floor((x + floor(sqrt(5)*x))/2). If a < 0, a*phi = -x*phi is
            // irrational, so rounding it down gives -floor(x*phi) - 1.
            let x = i128::from(a).abs();
            let floor = (x + (5 * x * x).isqrt()) / 2;
            let value = if a < 0 { -floor - 1 } else { floor };
            i64::try_from(value).ok().and_then(in_range).ok_or(EvalError::TooLarge)?
        }
        Unary::Surd(Surd { p, d, q }) => {
            // For real y and integers m and q > 0, floor((m + y)/q) = floor((m + floor(y))/q). For a < 0, y =
            // -sqrt(d*a*a) is rounded down to -isqrt(d*a*a) - 1, since d*a*a is not a square.
            let x = i128::from(a);
            let root = (i128::from(d) * x * x).isqrt();
            let root = if a < 0 { -root - 1 } else { root };
            let value = (i128::from(p) * x + root).div_euclid(i128::from(q));
            i64::try_from(value).ok().and_then(in_range).ok_or(EvalError::TooLarge)?
        }
        Unary::TrailingOnes if a >= 0 => i64::from(a.trailing_ones()),
        Unary::TrailingZeros if a > 0 => i64::from(a.trailing_zeros()),
        Unary::LowestPower if a > 0 => a & -a,
        Unary::HighestPower if a > 0 => 1 << a.ilog2(),
        Unary::TrailingOnes | Unary::TrailingZeros | Unary::LowestPower | Unary::HighestPower => {
            return Err(EvalError::NoDigits);
        }
    })
}

/// Applies a binary operation. Division rounds down, and a remainder has the sign of the divisor.
#[inline]
pub fn apply(op: Binary, a: i64, b: i64) -> Result<i64, EvalError> {
    let value = match op {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        Binary::Div | Binary::Rem if b == 0 => return Err(EvalError::DivisionByZero),
        Binary::Div => {
            let quotient = a / b;
            Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
        }
        Binary::Rem => {
            let rest = a % b;
            Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
        }
        Binary::Pow if b < 0 => return Err(EvalError::NegativeExponent),
        Binary::Pow => match a {
            0 | 1 => Some(if b == 0 { 1 } else { a }),
            -1 => Some(if b % 2 == 0 { 1 } else { -1 }),
            _ => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
        },
        Binary::Min => Some(a.min(b)),
        Binary::Max => Some(a.max(b)),
        Binary::Gcd => {
            let (mut a, mut b) = (a.abs(), b.abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            Some(a)
        }
        Binary::Xor => Some(a ^ b),
        Binary::And => Some(a & b),
        Binary::Or => Some(a | b),
        Binary::Less => Some(i64::from(a < b)),
        Binary::AtMost => Some(i64::from(a <= b)),
        Binary::Equal => Some(i64::from(a == b)),
        Binary::Unequal => Some(i64::from(a != b)),
        Binary::Both => Some(i64::from(a != 0 && b != 0)),
        Binary::Either => Some(i64::from(a != 0 || b != 0)),
    };
    value.filter(|v| (-MAX_NUMBER..=MAX_NUMBER).contains(v)).ok_or(EvalError::TooLarge)
}

/// Returns the least non-negative integer that is not in the list.
pub fn mex(list: &[i64]) -> i64 {
    (0..).find(|least| !list.contains(least)).unwrap_or(0)
}
