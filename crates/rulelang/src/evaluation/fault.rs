//! Errors that prevent the options of a position from being listed.

use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind};
use grundy_syntax::operator::EvalError;
use std::ops::Range;

/// The maximum number of distinct components after one move.
pub(crate) const MAX_COMPONENTS: usize = 1 << 16;

/// An error that prevents the options of a position from being listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleFault {
    pub kind: FaultKind,
    /// The span of the cause in the text of the rule, in bytes.
    pub span: Range<usize>,
}

/// The cause of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// An expression has no value.
    EvalError(EvalError),
    /// Too many numbers were examined without finding a move, or one position takes too much work.
    Endless,
    /// A move leaves more than 2^64 - 1 copies of one position.
    Copies,
    /// A move leaves more than [`MAX_COMPONENTS`] distinct components.
    Components,
    /// A move leaves so many components, counted with their copies, that they cannot be listed.
    TooManyCopies(u64),
    /// A number is too large to list its divisors.
    Divisors,
    /// The loop over the variable `name` is infinite for these values of other variables.
    ///
    /// The values are given as (name, value).
    InfiniteLoop { name: String, assignment: Vec<(String, i64)> },
}

impl RuleFault {
    /// Converts the fault to an error with a message, a hint and the span in the rule.
    pub fn error(self) -> Error {
        let error = match self.kind {
            FaultKind::EvalError(eval_error) => {
                let help = match eval_error {
                    EvalError::DivisionByZero => {
                        text!("put a condition before the expression, as in `if k != 0 and n % k == 0`")
                    }
                    EvalError::OutsideList { .. } => {
                        text!("entries are counted from 1; exclude other numbers by a condition, as in `if l <= r`")
                    }
                    _ => text!("put a condition before the expression, as in `if k <= n`"),
                };
                Error::new(ErrorKind::BadArgument, eval_error.message()).help(help)
            }
            FaultKind::Endless => {
                let message = text!(
                    "the rule tries too many numbers at one position: more than 10^8 numbers gave no new move, or the \
                        search took too long"
                );
                Error::new(ErrorKind::Limit, message)
                    .help(text!("limit the range of the numbers, as in `for k in 1..n`"))
            }
            FaultKind::Copies => {
                Error::new(ErrorKind::Limit, text!("a move leaves more than 2^64-1 copies of one position"))
            }
            FaultKind::Components => {
                let most = MAX_COMPONENTS;
                let error =
                    Error::new(ErrorKind::Limit, text!("a move leaves more than {most} different positions", most));
                error.help(text!("equal positions count as one, so a move may leave many of them"))
            }
            FaultKind::TooManyCopies(many) => {
                Error::new(ErrorKind::Limit, text!("a move leaves {many} positions, too many to list", many))
            }
            FaultKind::Divisors => {
                Error::new(ErrorKind::Limit, text!("divisors of numbers above 2^50 are not computed"))
            }
            FaultKind::InfiniteLoop { name, assignment } => {
                let name = name.as_str();
                let assigned =
                    || Text::and(assignment.iter().map(|(name, value)| Text::verbatim(format!("{name} = {value}"))));
                let message = match assignment.first() {
                    None => text!("`{name}` ranges over infinitely many numbers", name),
                    Some(_) => {
                        text!("with {assigned}, `{name}` takes infinitely many values", assigned = assigned(), name)
                    }
                };
                let zero = assignment.iter().find(|(_, value)| *value == 0);
                let help = match zero {
                    Some((zero, _)) => {
                        text!(
                            "exclude 0, for example with `for {zero} in 1..n` or `if {zero} > 0`",
                            zero = zero.as_str()
                        )
                    }
                    None => text!("bound the variable, for example `for {name} in 1..n`", name),
                };
                Error::new(ErrorKind::BadArgument, message).help(help)
            }
        };
        error.at(self.span)
    }
}
