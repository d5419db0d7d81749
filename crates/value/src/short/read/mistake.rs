//! The errors of the parser for values.

use super::super::ValueLimit;
use std::fmt;
use std::ops::Range;

/// A mistake in the text of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// A value is expected here.
    ExpectedValue,
    /// An operator or the end is expected here.
    ExpectedOperator,
    /// This bracket is not closed.
    UnclosedBracket,
    /// It is ambiguous which of the bars is the outermost.
    AmbiguousBars,
    /// The braces contain no bar.
    MissingBar,
    /// The denominator is not a power of two.
    Denominator,
    /// An integer is expected here.
    Integer,
    /// A temperature is expected here: a number that is not negative.
    Temperature,
    /// No function or game has this name.
    Name,
    /// A limit was reached.
    Limit(ValueLimit),
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mistake::ExpectedValue => "a value is expected here, such as 1/2, ^*, {2|-1} or Tiny(2)",
            Mistake::ExpectedOperator => "a sign such as + is expected here",
            Mistake::UnclosedBracket => "this bracket is not closed",
            Mistake::AmbiguousBars => "of these bars it is not clear which comes first: write {2|0||-1} or {{2|0}|-1}",
            Mistake::MissingBar => "these braces need a bar, as in {1|0}",
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

/// A parse error: a mistake and its span in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError<E = std::convert::Infallible> {
    /// The byte range of the mistake in the text.
    pub span: Range<usize>,
    /// The mistake.
    pub origin: MistakeOrigin<E>,
}

/// The origin of a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MistakeOrigin<E> {
    /// The mistake is in the notation of values.
    Text(Mistake),
    /// The mistake is in a game within the expression.
    Game(E),
}

impl<E: fmt::Display> fmt::Display for ParseError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.origin {
            MistakeOrigin::Text(mistake) => write!(f, "{}..{}: {mistake}", self.span.start, self.span.end),
            MistakeOrigin::Game(e) => e.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for ParseError<E> {}
