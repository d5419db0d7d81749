//! Parses exact comparisons with multiples of irrational numbers, such as `b < a*phi`.
//!
//! An irrational number is represented as (x + y*t)/q with integers x, y and q > 0 and an irrational t. For integers X
//! and Y, X <= Y*t iff X <= floor(Y*t), and X = Y*t iff X = Y = 0. So every comparison of such numbers becomes a
//! comparison of an integer with a multiple of t that is rounded down.

use super::operand::{Irrational, MAX_UNDER_ROOT, ParsedOperand, Root};
use super::parser::Parser;
use crate::syntax::code::Code;
use crate::syntax::operator::{Binary, Surd, Unary};
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Result};
use std::ops::Range;

/// The exclusive upper bound of divisors.
const MAX_DIVISOR: i64 = 1 << 20;

impl Parser<'_, '_> {
    /// Parses the rest of `phi` or `sqrt(2)`, after the name.
    pub(super) fn irrational_operand(&mut self, name: &str, span: Range<usize>) -> Result<ParsedOperand> {
        let one = |y: i64, t: Root| Some(Irrational { y: Code::number(y, span.clone()), t, q: 1 });
        let (x, surd) = match name {
            "phi" => (0, one(1, Root::Golden)),
            _ => {
                self.input.expect("(", "sqrt(2)")?;
                let under = self.number(0)?;
                self.input.expect(")", "sqrt(2)")?;
                let d = under.constant().and_then(|d| u32::try_from(d).ok()).filter(|&d| d < MAX_UNDER_ROOT);
                match d.filter(|d| d.isqrt().pow(2) != *d) {
                    // Proofs support only the golden ratio, so write sqrt(5) as 2*phi - 1.
                    Some(5) => (-1, one(2, Root::Golden)),
                    Some(d) => (0, one(1, Root::Square(d))),
                    None => {
                        let message =
                            text!("the number under the root must not be a square, and all numbers must be small");
                        let error = Error::new(ErrorKind::BadArgument, message);
                        return Err(error.at(span.start..self.input.last_token_end()).help(example()));
                    }
                }
            }
        };
        let code = Code::number(x, span.clone());
        Ok(ParsedOperand { code, is_condition: false, surd, span: span.start..self.input.last_token_end() })
    }

    /// Combines two numbers, at least one of them irrational, by the operation `op`.
    pub(super) fn irrational_number(
        &self,
        op: Binary,
        left: ParsedOperand,
        right: ParsedOperand,
        span: Range<usize>,
    ) -> Result<ParsedOperand> {
        let combined = |code: Code, y: Code, t: Root, q: i64| {
            // Reduce constants: (0 + 2*phi)/2 is phi.
            let numbers = code.constant().zip(y.constant());
            let (code, y, q) = match numbers.filter(|(x, y)| x % q == 0 && y % q == 0) {
                Some((x, y)) => (Code::number(x / q, span.clone()), Code::number(y / q, span.clone()), 1),
                None => (code, y, q),
            };
            Ok(ParsedOperand { code, is_condition: false, surd: Some(Irrational { y, t, q }), span: span.clone() })
        };
        match (op, &left.surd, &right.surd) {
            (Binary::Add | Binary::Sub, _, _) => {
                let (x, y, t, q) = self.sum(op, &left, &right, &span)?;
                combined(x, y, t, q)
            }
            (Binary::Mul, Some(surd), None) => {
                let by = right.code;
                combined(times(left.code, by.clone(), &span), times(surd.y.clone(), by, &span), surd.t, surd.q)
            }
            (Binary::Mul, None, Some(surd)) => {
                let by = left.code;
                combined(times(by.clone(), right.code, &span), times(by, surd.y.clone(), &span), surd.t, surd.q)
            }
            (Binary::Div, Some(surd), None) => {
                let q = right.code.constant().filter(|&q| q > 0).and_then(|by| surd.q.checked_mul(by));
                match q.filter(|&q| q < MAX_DIVISOR) {
                    Some(q) => combined(left.code, surd.y.clone(), surd.t, q),
                    None => {
                        Err(Error::new(ErrorKind::BadArgument, text!("the divisor must be a small positive number"))
                            .at(span)
                            .help(example()))
                    }
                }
            }
            // Since 1/phi = phi - 1, x/phi = -x + x*phi.
            (Binary::Div, None, Some(surd)) if is_golden(&right.code, surd) => {
                let x = left.code.clone().unary(Unary::Negate, span.clone());
                combined(x, left.code, Root::Golden, 1)
            }
            (Binary::Pow, Some(surd), None) if is_golden(&left.code, surd) && right.code.constant() == Some(2) => {
                combined(Code::number(1, span.clone()), surd.y.clone(), Root::Golden, 1)
            }
            _ => {
                let message = text!(
                    "unsupported use of an irrational number: irrational numbers can be added, and multiplied by \
                    integers"
                );
                Err(Error::new(ErrorKind::Unsupported, message).at(span).help(example()))
            }
        }
    }

    /// Returns x, y, t and q of the sum or difference (x + y*t)/q.
    fn sum(
        &self,
        op: Binary,
        left: &ParsedOperand,
        right: &ParsedOperand,
        span: &Range<usize>,
    ) -> Result<(Code, Code, Root, i64)> {
        let t = match (&left.surd, &right.surd) {
            (Some(a), Some(b)) if a.t != b.t => {
                let message = text!("the two irrational numbers here have different roots");
                return Err(Error::new(ErrorKind::Unsupported, message).at(span.clone()).help(example()));
            }
            (Some(one), _) | (_, Some(one)) => one.t,
            (None, None) => {
                return Err(Error::new(ErrorKind::Unsupported, text!("there is no irrational number here")));
            }
        };
        let zero = || Code::number(0, span.clone());
        let q = |operand: &ParsedOperand| operand.surd.as_ref().map_or(1, |surd| surd.q);
        let y = |operand: &ParsedOperand| operand.surd.as_ref().map_or_else(zero, |surd| surd.y.clone());
        let (p, r) = (q(left), q(right));
        if p.saturating_mul(r) >= MAX_DIVISOR && p != r {
            return Err(
                Error::new(ErrorKind::TooLarge, text!("the divisor must be a small positive number")).at(span.clone())
            );
        }
        // Bring both to a common denominator.
        let (by_left, by_right, q) = if p == r { (1, 1, p) } else { (r, p, p * r) };
        let scaled = |code: Code, by: i64| times(code, Code::number(by, span.clone()), span);
        let combined = |a: Code, b: Code| plus(op, scaled(a, by_left), scaled(b, by_right), span);
        Ok((combined(left.code.clone(), right.code.clone()), combined(y(left), y(right)), t, q))
    }

    /// Returns the condition that compares two numbers, at least one of them irrational.
    pub(super) fn irrational_order(
        &self,
        left: &ParsedOperand,
        symbol: &str,
        right: &ParsedOperand,
        span: Range<usize>,
    ) -> Result<Code> {
        // left - right = (x + y*t)/q, which is negative iff x < -y*t.
        let (x, y, t, _) = self.sum(Binary::Sub, left, right, &span)?;
        let y = match y.constant() {
            Some(y) => Code::number(-y, span.clone()),
            None => y.unary(Unary::Negate, span.clone()),
        };
        let zero = || Code::number(0, span.clone());
        let is_zero = |code: Code| code.binary(Binary::Equal, zero(), span.clone());
        let equal = is_zero(x.clone()).binary(Binary::Both, is_zero(y.clone()), span.clone());
        let rounded = y.unary(
            match t {
                Root::Golden => Unary::Phi,
                Root::Square(d) => Unary::Surd(Surd { p: 0, d, q: 1 }),
            },
            span.clone(),
        );
        let at_most = x.binary(Binary::AtMost, rounded, span.clone());
        let not = |code: Code| code.unary(Unary::Not, span.clone());
        let less = at_most.clone().binary(Binary::Both, not(equal.clone()), span.clone());
        Ok(match symbol {
            "<" => less,
            "<=" => at_most,
            ">" => not(at_most),
            ">=" => not(less),
            "!=" => not(equal),
            _ => equal,
        })
    }
}

/// Returns whether the number is the golden ratio itself.
fn is_golden(x: &Code, surd: &Irrational) -> bool {
    x.constant() == Some(0) && surd.y.constant() == Some(1) && surd.t == Root::Golden && surd.q == 1
}

fn example() -> grundy_lang::Text {
    text!("for example {example}", example = "b < a*phi, a*phi^2 <= b, or a == (1+sqrt(5))/2*(b-a)")
}

fn times(a: Code, b: Code, span: &Range<usize>) -> Code {
    match (a.constant(), b.constant()) {
        (Some(0), _) | (_, Some(1)) => a,
        (_, Some(0)) | (Some(1), _) => b,
        _ => a.binary(Binary::Mul, b, span.clone()),
    }
}

/// Returns the sum or the difference of `a` and `b`, simplified if one of them is 0.
fn plus(op: Binary, a: Code, b: Code, span: &Range<usize>) -> Code {
    match (a.constant(), b.constant(), op) {
        (_, Some(0), _) => a,
        (Some(0), _, Binary::Add) => b,
        (Some(0), _, _) => b.unary(Unary::Negate, span.clone()),
        _ => a.binary(op, b, span.clone()),
    }
}
