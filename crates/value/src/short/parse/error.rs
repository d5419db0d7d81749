//! The errors of the parser for values.

use super::super::ValueLimit;
use std::fmt;
use std::ops::Range;

/// The kind of an error in the text of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseErrorKind {
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
    /// A nimber is expected here.
    Nimber,
    /// An exponent is expected here: a natural number.
    Exponent,
    /// The nimber 0 has no inverse.
    InverseOfZero,
    /// The function takes a different number of arguments; the text is an example of a call.
    Arguments(&'static str),
    /// No function or game has this name.
    Name,
    /// A limit was reached.
    Limit(ValueLimit),
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseErrorKind::ExpectedValue => "a value is expected here, such as 1/2, ^*, {2|-1} or Tiny(2)",
            ParseErrorKind::ExpectedOperator => "a sign such as + is expected here",
            ParseErrorKind::UnclosedBracket => "this bracket is not closed",
            ParseErrorKind::AmbiguousBars => {
                "it is not clear which of these bars is the outermost: write {2|0||-1} or {{2|0}|-1}"
            }
            ParseErrorKind::MissingBar => "these braces need a bar, as in {1|0}",
            ParseErrorKind::Denominator => "the denominator must be a power of two, as in 3/4",
            ParseErrorKind::Integer => "an integer is expected here, as in 3*nim(2)",
            ParseErrorKind::Temperature => "a temperature must be a non-negative number, as in ^ cool 1/2",
            ParseErrorKind::Nimber => "a nimber is expected here, as in nim_product(*2, *3)",
            ParseErrorKind::Exponent => "a natural number is expected here, as in nim_power(*2, 5)",
            ParseErrorKind::InverseOfZero => "0 has no inverse; every other nimber has one, as in nim_inverse(*7)",
            ParseErrorKind::Arguments(example) => {
                return write!(f, "wrong number of arguments; a correct call is {example}");
            }
            ParseErrorKind::Name => {
                "unknown name; there are functions such as Tiny(2), Miny(2), cool(^, 1), and games such as \
                    hackenbush(l)"
            }
            ParseErrorKind::Limit(limit) => return limit.fmt(f),
        })
    }
}

/// A parse error with its span in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError<E = std::convert::Infallible> {
    /// The byte range of the error in the text.
    pub span: Range<usize>,
    /// The part of the expression that is wrong, and the error.
    pub source: ParseErrorSource<E>,
}

/// The source of a parse error: the notation of values, or a game within the expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseErrorSource<E> {
    /// The error is in the notation of values.
    Text(ParseErrorKind),
    /// The error is in a game within the expression.
    Game(E),
}

impl<E: fmt::Display> fmt::Display for ParseError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            ParseErrorSource::Text(kind) => write!(f, "{}..{}: {kind}", self.span.start, self.span.end),
            ParseErrorSource::Game(e) => e.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for ParseError<E> {}
