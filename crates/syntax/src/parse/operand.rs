//! Parsed expressions: their code and the kind of their value.

use crate::code::Code;
use std::ops::Range;

/// The precedence levels of operators that several modules of the parser use.
pub(super) const LEVEL_BITS: u8 = 5;
pub(super) const LEVEL_NEGATE: u8 = 10;

/// The exclusive upper bound of numbers under a root.
pub(super) const MAX_UNDER_ROOT: u32 = 1 << 20;

/// A parsed expression: a number or a condition.
#[derive(Clone)]
pub(super) struct ParsedOperand {
    pub code: Code,
    /// Whether the expression is a condition; otherwise it is a number.
    pub is_condition: bool,
    /// The irrational part of the number; `None` for integers and conditions.
    pub surd: Option<Irrational>,
    /// The place of a quotient outside `floor`, such as `1/2` or `n/2`, that was rounded down.
    pub rounded_quotient: Option<Range<usize>>,
    pub span: Range<usize>,
}

/// The golden ratio, or the square root of a number that is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Root {
    Golden,
    Square(u32),
}

/// The irrational part of the number `(x + y*t)/q`, where the code of the expression is `x`.
#[derive(Clone)]
pub(super) struct Irrational {
    pub y: Code,
    pub t: Root,
    pub q: i64,
}
