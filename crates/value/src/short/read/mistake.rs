//! What is wrong with an expression of values, and where.

use super::super::Limit;
use std::fmt;
use std::ops::Range;

/// What is wrong with the text of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// A value should stand here.
    Value,
    /// A sign or the end should stand here.
    Rest,
    /// This bracket is not closed.
    Open,
    /// The number of bars side by side does not tell which comes first.
    Bars,
    /// The braces hold no bar.
    NoBar,
    /// The denominator is no power of two.
    Denominator,
    /// A number should stand here that is an integer.
    Integer,
    /// Only numbers that are not negative can be temperatures.
    Temperature,
    /// No function or game has this name.
    Name,
    /// A limit was reached.
    Limit(Limit),
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mistake::Value => "a value is expected here, such as 1/2, ^*, {2|-1} or Tiny(2)",
            Mistake::Rest => "a sign such as + is expected here",
            Mistake::Open => "this bracket is not closed",
            Mistake::Bars => "of these bars it is not clear which comes first: write {2|0||-1} or {{2|0}|-1}",
            Mistake::NoBar => "these braces need a bar, as in {1|0}",
            Mistake::Denominator => "the denominator is a power of two, as in 3/4",
            Mistake::Integer => "an integer is expected here, as in 3*nim(2)",
            Mistake::Temperature => "a temperature is a number that is not negative, as in ^ cool 1/2",
            Mistake::Name => {
                "nothing has this name; there are Tiny(2), Miny(2), cool(^, 1), and games such as hackenbush(l)"
            }
            Mistake::Limit(limit) => return limit.fmt(f),
        })
    }
}

/// What is wrong, and where: bytes of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread<E = std::convert::Infallible> {
    /// The bytes that are meant.
    pub span: Range<usize>,
    /// What is wrong with them.
    pub why: Why<E>,
}

/// Whose mistake it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why<E> {
    /// The notation of values.
    Text(Mistake),
    /// A game that stands in the expression.
    Game(E),
}

impl<E: fmt::Display> fmt::Display for Unread<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            Why::Text(mistake) => write!(f, "{}..{}: {mistake}", self.span.start, self.span.end),
            Why::Game(e) => e.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for Unread<E> {}
