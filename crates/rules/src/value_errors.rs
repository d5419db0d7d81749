//! Errors in the texts of values, and limits of their computation, as errors for users.

use crate::{Error, ErrorKind};
use grundy_lang::text;
use grundy_value::{ParseErrorKind, ValueLimit};

/// Returns the error of a limit that a computation of values has reached.
pub fn error_of_limit(limit: ValueLimit) -> Error {
    match limit {
        ValueLimit::Memory => Error::new(ErrorKind::Limit, text!("the values exceed the memory limit")),
        ValueLimit::Depth => Error::new(ErrorKind::Limit, text!("the forms of the value are nested too deeply")),
        ValueLimit::Number => {
            Error::new(ErrorKind::Limit, text!("a number or a denominator in the value is too large")).help(text!(
                "the limits are 63 bits for numbers, 2^62 for denominators, 31 bits for the number of ups, and \
                    32 bits for nimbers"
            ))
        }
        ValueLimit::Text => Error::new(ErrorKind::Limit, text!("the value is too long to print")),
        _ => Error::new(ErrorKind::Limit, text!("computing the value takes too many steps")),
    }
}

/// Returns the error of a wrong text of a value.
pub fn error_in_value(kind: ParseErrorKind) -> Error {
    let example = |of: &str| text!("for example {example}", example = of.to_string());
    let (message, help) = match kind {
        ParseErrorKind::Limit(limit) => return error_of_limit(limit),
        ParseErrorKind::ExpectedValue => {
            (text!("a value is expected here"), example("1/2, ^*, {2|-1}, Tiny(2), nim(3)"))
        }
        ParseErrorKind::ExpectedOperator => (text!("a sign such as + is expected here"), example("{2|0||-1} + ^*")),
        ParseErrorKind::UnclosedBracket => (text!("this bracket is not closed"), example("{2|0||-1}")),
        ParseErrorKind::AmbiguousBars => {
            (text!("it is not clear which of these bars is the outermost"), example("{2|0||-1}, {{2|0}|-1}"))
        }
        ParseErrorKind::MissingBar => (text!("these braces contain no bar"), example("{1|0}, +-{1,{3|0}}")),
        ParseErrorKind::Denominator => (text!("the denominator is not a power of two"), example("3/4")),
        ParseErrorKind::Integer => (text!("an integer is expected here"), example("3*nim(2)")),
        ParseErrorKind::Temperature => (text!("a non-negative number is expected here"), example("{2|-1} cool 1/2")),
        ParseErrorKind::Nimber => {
            (text!("a nimber is expected here"), example("nim_product(*2, *3), nim_sqrt(nim(5))"))
        }
        ParseErrorKind::Exponent => (text!("a natural number is expected here"), example("nim_power(*2, 5)")),
        ParseErrorKind::InverseOfZero => (text!("0 has no inverse"), example("nim_inverse(*7)")),
        ParseErrorKind::Arguments(call) => (text!("wrong number of arguments for this function"), example(call)),
        ParseErrorKind::Name => (text!("there is no function with this name"), example("cool({2|-1}, 1/2)")),
    };
    Error::new(ErrorKind::Syntax, message).help(help)
}
