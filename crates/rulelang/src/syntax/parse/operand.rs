//! What is read of an expression: its code, and what kind of value it has.

use crate::syntax::code::Code;
use std::ops::Range;

/// How strongly operators bind that other parts of the parser name.
pub(super) const LEVEL_BITS: u8 = 5;
pub(super) const LEVEL_NEGATE: u8 = 10;

/// Numbers under roots are below this.
pub(super) const MAX_UNDER_ROOT: u32 = 1 << 20;

/// An expression that is read: a number or a condition.
#[derive(Clone)]
pub(super) struct Read {
    pub code: Code,
    pub condition: bool,
    /// What makes the number irrational.
    pub surd: Option<Irrational>,
    pub span: Range<usize>,
}

/// The golden ratio, or the root of a number that is no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Root {
    Golden,
    Quantity(u32),
}

/// What makes a number (x + y*t)/q of the integer x that is read.
#[derive(Clone)]
pub(super) struct Irrational {
    pub y: Code,
    pub t: Root,
    pub q: i64,
}
