//! Parses exact comparisons with multiples of irrational numbers, such as `b < a*phi`.
//!
//! An irrational number is represented as (x + y*t)/q with integers x, y and q > 0 and an irrational t. For integers X
//! and Y, X <= Y*t iff X <= floor(Y*t), and X = Y*t iff X = Y = 0. So every comparison of such numbers becomes a
//! comparison of an integer with a multiple of t that is rounded down.

use super::operand::{Irrational, MAX_UNDER_ROOT, ParsedOperand, Root};
use super::parser::Parser;
use crate::code::{Code, Op};
use crate::operator::{Binary, Surd, Unary};
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Result};
use std::ops::Range;

/// The exclusive upper bound of divisors.
const MAX_DIVISOR: i64 = 1 << 20;
/// The maximum exponent of an irrational number.
const MAX_EXPONENT: i64 = 8;

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
                        let message = text!(
                            "the number under the root must be a constant less than {most} and not a square",
                            most = MAX_UNDER_ROOT
                        );
                        let error = Error::new(ErrorKind::BadArgument, message);
                        return Err(error.at(span.start..self.input.last_token_end()).help(example()));
                    }
                }
            }
        };
        let code = Code::number(x, span.clone());
        let span = span.start..self.input.last_token_end();
        Ok(ParsedOperand { code, is_condition: false, surd, rounded_quotient: None, span })
    }

    /// Combines two numbers, at least one of them irrational, by the operation `op`.
    pub(super) fn irrational_number(
        &self,
        op: Binary,
        left: ParsedOperand,
        right: ParsedOperand,
        span: Range<usize>,
    ) -> Result<ParsedOperand> {
        check_exact(&left)?;
        check_exact(&right)?;
        let combined = |code: Code, y: Code, t: Root, q: i64| {
            // Reduce fractions: (0 + 2*phi)/2 is phi, and (2*n + 2*n*phi)/2 is n + n*phi.
            let (code, y, q) = match divided_exactly(&code, q).zip(divided_exactly(&y, q)) {
                Some((code, y)) => (code, y, 1),
                None => (code, y, q),
            };
            let surd = Some(Irrational { y, t, q });
            Ok(ParsedOperand { code, is_condition: false, surd, rounded_quotient: None, span: span.clone() })
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
            (Binary::Mul, Some(a), Some(b)) if a.t == b.t => match (constants(&left), constants(&right)) {
                (_, Some(by)) => self.scaled(&left, a, by, &span).and_then(|(x, y, q)| combined(x, y, a.t, q)),
                (Some(by), _) => self.scaled(&right, b, by, &span).and_then(|(x, y, q)| combined(x, y, a.t, q)),
                _ => Err(unsupported(span)),
            },
            (Binary::Div, Some(surd), None) => {
                let q = right.code.constant().filter(|&q| q > 0).and_then(|by| surd.q.checked_mul(by));
                match q.filter(|&q| q < MAX_DIVISOR) {
                    Some(q) => combined(left.code, surd.y.clone(), surd.t, q),
                    None => Err(unsupported_divisor(span)),
                }
            }
            // Multiply by the inverse: since 1/phi = phi - 1, x/phi = -x + x*phi.
            (Binary::Div, _, Some(by)) => {
                let inverse = constants(&right).and_then(|of| inverse(of, by.t)).filter(|of| is_small(*of));
                let Some((x, y, q)) = inverse else { return Err(unsupported_divisor(span)) };
                let number = |n: i64| Code::number(n, span.clone());
                let surd = Some(Irrational { y: number(y), t: by.t, q });
                let inverse = ParsedOperand {
                    code: number(x),
                    is_condition: false,
                    surd,
                    rounded_quotient: None,
                    span: span.clone(),
                };
                self.irrational_number(Binary::Mul, left, inverse, span)
            }
            (Binary::Pow, Some(surd), None) => {
                let exponent = right.code.constant().filter(|exponent| (1..=MAX_EXPONENT).contains(exponent));
                let (Some(by), Some(exponent)) = (constants(&left), exponent) else { return Err(unsupported(span)) };
                let mut power = left.clone();
                for _ in 1..exponent {
                    let of = power.surd.as_ref().unwrap_or(surd);
                    let (x, y, q) = self.scaled(&power, of, by, &span)?;
                    power = combined(x, y, surd.t, q)?;
                }
                Ok(power)
            }
            _ => Err(unsupported(span)),
        }
    }

    /// Returns x, y and q of the product of `operand` and the number (a + b*t)/c.
    fn scaled(
        &self,
        operand: &ParsedOperand,
        surd: &Irrational,
        (a, b, c): (i64, i64, i64),
        span: &Range<usize>,
    ) -> Result<(Code, Code, i64)> {
        let q = surd.q.checked_mul(c).filter(|&q| q < MAX_DIVISOR).ok_or_else(|| unsupported_divisor(span.clone()))?;
        // The square of t is t_square + t_factor*t.
        let (t_square, t_factor) = match surd.t {
            Root::Golden => (1, 1),
            Root::Square(d) => (i64::from(d), 0),
        };
        let factors =
            [Some(a), Some(b), b.checked_mul(t_square), b.checked_mul(t_factor).and_then(|n| n.checked_add(a))];
        let [Some(a), Some(b), b_square, by_y] = factors else { return Err(unsupported(span.clone())) };
        let (Some(b_square), Some(by_y)) = (b_square, by_y) else { return Err(unsupported(span.clone())) };
        if !is_small((a, b_square, 1)) || !is_small((b, by_y, 1)) {
            return Err(unsupported(span.clone()));
        }
        let by = |code: &Code, n: i64| times(code.clone(), Code::number(n, span.clone()), span);
        let (x, y) = (&operand.code, &surd.y);
        let sum = |left: Code, right: Code| plus(Binary::Add, left, right, span);
        Ok((sum(by(x, a), by(y, b_square)), sum(by(x, b), by(y, by_y)), q))
    }

    /// Returns the number rounded down.
    pub(super) fn rounded_down(&self, operand: ParsedOperand, span: &Range<usize>) -> Result<Code> {
        let Some(Irrational { y, t, q }) = operand.surd else { return self.as_number(operand) };
        let x = operand.code;
        if let Root::Square(d) = t {
            // x is p*y in multiples of (p + sqrt(d))/q.
            let p = match x.constant() {
                Some(0) => Some(0),
                _ if x.ops() == y.ops() => Some(1),
                _ => match x.ops().last() {
                    Some(&Op::WithNumber(Binary::Mul, p)) => x
                        .without_last(Op::WithNumber(Binary::Mul, p))
                        .filter(|x| x.ops() == y.ops())
                        .and_then(|_| i32::try_from(p).ok()),
                    _ => None,
                },
            };
            let p = p.filter(|p| p.abs() < 1 << 20);
            if let (Some(p), Ok(q)) = (p, u32::try_from(q)) {
                return Ok(y.unary(Unary::Surd(Surd { p, d, q }), span.clone()));
            }
        }
        let rounded = y.unary(
            match t {
                Root::Golden => Unary::Phi,
                Root::Square(d) => Unary::Surd(Surd { p: 0, d, q: 1 }),
            },
            span.clone(),
        );
        let sum = match x.without_last(Op::Unary(Unary::Negate)) {
            Some(x) => plus(Binary::Sub, rounded, x, span),
            None => plus(Binary::Add, rounded, x, span),
        };
        // Since q is a positive integer, floor(z/q) = floor(floor(z)/q).
        Ok(if q == 1 { sum } else { sum.binary(Binary::Div, Code::number(q, span.clone()), span.clone()) })
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
            return Err(Error::new(ErrorKind::TooLarge, divisor_limit()).at(span.clone()));
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
        check_exact(left)?;
        check_exact(right)?;
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

/// Returns x, y and q if the number is (x + y*t)/q with constants.
fn constants(operand: &ParsedOperand) -> Option<(i64, i64, i64)> {
    let surd = operand.surd.as_ref()?;
    Some((operand.code.constant()?, surd.y.constant()?, surd.q)).filter(|of| is_small(*of))
}

/// Returns x, y and q of the inverse of (x + y*t)/q; `None` for 0 and for large numbers.
fn inverse((x, y, q): (i64, i64, i64), t: Root) -> Option<(i64, i64, i64)> {
    // The product of x + y*t and its conjugate is an integer, the norm.
    let (conjugate, norm) = match t {
        Root::Golden => ((x + y, -y), x * x + x * y - y * y),
        Root::Square(d) => ((x, -y), x * x - y.checked_mul(y)?.checked_mul(i64::from(d))?),
    };
    let sign = if norm < 0 { -1 } else { 1 };
    let of = |n: i64| n.checked_mul(sign * q);
    (norm != 0).then_some((of(conjugate.0)?, of(conjugate.1)?, norm.abs()))
}

fn is_small((x, y, q): (i64, i64, i64)) -> bool {
    [x, y, q].into_iter().all(|n| n.abs() < MAX_DIVISOR)
}

/// Returns the code divided by `q`; `None` unless its form shows that it is a multiple of `q`.
fn divided_exactly(code: &Code, q: i64) -> Option<Code> {
    let by = |n: i64| (n % q == 0).then(|| Code::number(n / q, code.span()));
    if let Some(n) = code.constant() {
        return by(n);
    }
    if q == 1 {
        return Some(code.clone());
    }
    let (Binary::Mul, left, right) = code.operands()? else { return None };
    let (other, factor) = match (left.constant(), right.constant()) {
        (_, Some(n)) => (left, by(n)?),
        (Some(n), _) => (right, by(n)?),
        _ => return None,
    };
    Some(times(other, factor, &code.span()))
}

/// Refuses a number that contains a rounded quotient outside `floor`.
///
/// Next to an irrational number, readers would understand `1/2` as one half, but quotients of integers are rounded
/// down.
fn check_exact(operand: &ParsedOperand) -> Result<()> {
    let Some(span) = operand.rounded_quotient.clone() else { return Ok(()) };
    let message = text!("this quotient is rounded down, so it cannot be combined with an irrational number");
    let help = text!(
        "divide the whole expression, as in {example}; to round down, write floor(n/2)",
        example = "floor(n*(1+sqrt(5))/2)"
    );
    Err(Error::new(ErrorKind::BadArgument, message).at(span).help(help))
}

fn unsupported(span: Range<usize>) -> Error {
    let message = text!(
        "unsupported use of an irrational number: irrational numbers can be added, multiplied by integers and \
        divided by constants, and raised to powers up to {most} if they are constants",
        most = MAX_EXPONENT
    );
    Error::new(ErrorKind::Unsupported, message).at(span).help(example())
}

fn unsupported_divisor(span: Range<usize>) -> Error {
    Error::new(ErrorKind::BadArgument, divisor_limit()).at(span).help(example())
}

fn divisor_limit() -> grundy_lang::Text {
    text!("the divisor must be a positive constant less than {most}", most = MAX_DIVISOR)
}

fn example() -> grundy_lang::Text {
    let example = "b < a*phi, floor(n*sqrt(2)) <= b, or a == (1+sqrt(5))/2*(b-a)";
    text!("for example {example}", example)
}

fn times(a: Code, b: Code, span: &Range<usize>) -> Code {
    match (a.constant(), b.constant()) {
        (Some(0), _) | (_, Some(1)) => a,
        (_, Some(0)) | (Some(1), _) => b,
        (None, Some(-1)) => a.unary(Unary::Negate, span.clone()),
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
