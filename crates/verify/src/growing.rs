//! Checks claims about games in which a move takes from 1 to f(n), where f grows slowly.
//!
//! Theorem (L. Levine, "Fractal sequences and restricted Nim", Ars Combinatoria 80 (2006)). Let f(0) = 0 and
//! f(n-1) <= f(n) <= f(n-1) + 1 for all n >= 1, and let a move take from 1 to f(n). Then G(n) = f(n) where f has grown,
//! that is for n = 0 and where f(n) = f(n-1) + 1, and G(n) = G(n - f(n) - 1) elsewhere.
//!
//! Proof: the f(n) + 1 values G(n - f(n)), ..., G(n) are 0, ..., f(n) in some order. For n = 0 this says G(0) = 0.
//! Suppose it holds for n - 1, so that G(n - 1 - f(n-1)), ..., G(n-1) are 0, ..., f(n-1) in some order.
//! - If f has grown, these are the values of all options of n, because n - f(n) = n - 1 - f(n-1). So
//!   G(n) = f(n-1) + 1 = f(n).
//! - If f has not grown, the options of n are those positions except the first, which is n - 1 - f(n). So G(n), the
//!   least value missing among the options, is the value of the first position.
//!
//! In both cases the statement holds for n.
//!
//! Here f(n) = floor((a*n + b) / c). It satisfies the theorem's conditions if 0 <= a <= c and 0 <= b < c: then
//! f(0) = 0, and adding a <= c to the numerator increases the quotient by at most 1.
//!
//! *Claims* are equations between values and linear expressions, such as `G(2*n) == n and G(2*n+1) == G(n)`. For
//! n = c*m + s, f is linear on x = u*n + v: the numerator is a*u*c*m plus a constant, so f(x) is a*u*m plus a constant.
//! The same holds for x - 1 if x >= 1. So for each s, G(x) can be replaced by f(x), or by the value of another linear
//! expression in m, for all m >= 1 at once. The case m = 0, in which x may be 0, is handled separately. Both sides of
//! an equation are replaced in this way until they are equal.

use crate::certificate::refused;
use crate::work::WorkCounter;
use grundy_lang::text;
use grundy_rulelang::claims::Claim;
use grundy_rulelang::formula::Linear;
use grundy_rules::{Play, Result, Ruleset};

/// The linear expression `factor * n + constant`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LinearFunction {
    factor: i128,
    constant: i128,
}

/// One side of an equation of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LinearSide {
    /// The number itself.
    Number(LinearFunction),
    /// The Grundy value of this position.
    Value(LinearFunction),
}

/// The function f(n) = floor((a*n + b) / c).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SlowFunction {
    a: i128,
    b: i128,
    c: i128,
}

/// The largest number in rules and claims, which prevents overflow.
///
/// Larger numbers would be slow in any case, because all residues modulo c are tried.
const MAX_NUMBER: i128 = 1 << 20;
/// The maximum number of replacements on a side of an equation; beyond it, the claim is refused.
///
/// Each replacement makes the position smaller by a factor.
const MAX_STEPS: usize = 200;

/// Checks that the rule has the form above and that the claim follows.
///
/// Returns the number of residues examined.
pub(crate) fn verify(rules: &Ruleset, claim: Option<&Claim>, work: &mut WorkCounter<'_>) -> Result<u64> {
    if rules.play == Play::Misere {
        return Err(refused(text!("Grundy values are defined only under normal play")));
    }
    let text = rules.game.as_rule().unwrap_or_default();
    let slow = parse_rule(&text).ok_or_else(|| {
        refused(text!(
            "`{rules}` is not of the form n -> n-k for k in 1..(a*n+b)/c with 0 <= a <= c and 0 <= b < c",
            rules
        ))
    })?;
    let Some(claim) = claim else { return Ok(0) };
    let equations = claim.equations().and_then(|equations| {
        let sides =
            equations.iter().map(|(left, right)| Some((LinearSide::from_claim(left)?, LinearSide::from_claim(right)?)));
        sides.collect::<Option<Vec<(LinearSide, LinearSide)>>>()
    });
    let equations = equations.ok_or_else(|| {
        refused(text!(
            "the claim `{claim}` does not consist of equations between values, such as G(2*n) == n",
            claim = claim.to_string()
        ))
    })?;
    for (left, right) in equations {
        for s in 0..slow.c {
            work.steps(1)?;
            // Check n = s first, and then all larger n with this residue.
            let first = [left, right].map(|side| slow.reduce(side.at(LinearFunction { factor: 0, constant: s })));
            let rest =
                [left, right].map(|side| slow.reduce(side.at(LinearFunction { factor: slow.c, constant: slow.c + s })));
            for ([left, right], n) in [(first, s), (rest, slow.c + s)] {
                if left? != right? {
                    let message = text!(
                        "the claim does not follow for n = {n}, or for other n congruent to {n} modulo {slow}",
                        n,
                        slow = slow.c
                    );
                    return Err(refused(message));
                }
            }
        }
    }
    Ok(u64::try_from(slow.c).unwrap_or(0))
}

impl LinearFunction {
    /// Substitutes an expression for n.
    fn at(self, n: LinearFunction) -> LinearFunction {
        LinearFunction { factor: self.factor * n.factor, constant: self.factor * n.constant + self.constant }
    }
}

impl LinearSide {
    /// Converts a side of a claim about one number n.
    ///
    /// Returns `None` if it contains large numbers or other variables.
    fn from_claim(side: &grundy_rulelang::claims::EquationSide) -> Option<LinearSide> {
        let line = |linear: &Linear| {
            let factor = match linear.terms[..] {
                [] => 0,
                [(0, factor)] => factor,
                _ => return None,
            };
            let line = LinearFunction { factor: factor.into(), constant: linear.constant.into() };
            (line.factor.abs() <= MAX_NUMBER && line.constant.abs() <= MAX_NUMBER).then_some(line)
        };
        Some(match side {
            grundy_rulelang::claims::EquationSide::Number(linear) => LinearSide::Number(line(linear)?),
            grundy_rulelang::claims::EquationSide::Value(linear) => LinearSide::Value(line(linear)?),
        })
    }

    /// Substitutes an expression for n.
    fn at(self, n: LinearFunction) -> LinearSide {
        match self {
            LinearSide::Number(line) => LinearSide::Number(line.at(n)),
            LinearSide::Value(line) => LinearSide::Value(line.at(n)),
        }
    }
}

impl SlowFunction {
    /// Returns f(x) for a linear expression x; `None` if f(x) is not linear.
    fn apply(self, x: LinearFunction) -> Option<LinearFunction> {
        let factor = self.a * x.factor;
        (factor % self.c == 0).then(|| LinearFunction {
            factor: factor / self.c,
            constant: (self.a * x.constant + self.b).div_euclid(self.c),
        })
    }

    /// Reduces a side to a number, or to a value for which the case of the theorem depends on n.
    fn reduce(self, mut side: LinearSide) -> Result<LinearSide> {
        for _ in 0..MAX_STEPS {
            let LinearSide::Value(x) = side else { return Ok(side) };
            if x.factor < 0 || x.constant < 0 {
                return Err(refused(text!("the claim refers to G(n) for a negative n")));
            }
            let Some(f) = self.apply(x) else { return Ok(side) };
            // If x is 0 for all n, f counts as grown. Otherwise x >= 1 must hold for all n, so that one case applies.
            let before = self.apply(LinearFunction { constant: x.constant - 1, ..x });
            let zero = x == LinearFunction { factor: 0, constant: 0 };
            if !zero && x.constant == 0 {
                return Ok(side);
            }
            if zero || before.is_some_and(|before| before.constant + 1 == f.constant) {
                return Ok(LinearSide::Number(f));
            }
            side = LinearSide::Value(LinearFunction {
                factor: x.factor - f.factor,
                constant: x.constant - f.constant - 1,
            });
        }
        Err(refused(text!("the claim does not follow by this method")))
    }
}

/// Parses `n -> n-k for k in 1..(a*n+b)/c`, with any names for n and k.
fn parse_rule(text: &str) -> Option<SlowFunction> {
    let (name, rest) = text.split_once(" -> ")?;
    let (option, rest) = rest.split_once(" for ")?;
    let (variable, bound) = rest.split_once(" in 1..")?;
    if option != format!("{name}-{variable}") || name == variable || !is_name(name) || !is_name(variable) {
        return None;
    }
    let (over, c) = match bound.rsplit_once('/') {
        Some((over, c)) => (over, number(c)?),
        None => (bound, 1),
    };
    let bare = over.strip_prefix('(').and_then(|over| over.strip_suffix(')'));
    // Without parentheses, the division applies only to the last term.
    let line = match bare {
        Some(inner) => linear(inner, name)?,
        None if c == 1 || !over.contains(['+', '-', '/', '%']) => linear(over, name)?,
        None => return None,
    };
    let slow = SlowFunction { a: line.factor, b: line.constant, c };
    (c > 0 && 0 <= slow.a && slow.a <= c && 0 <= slow.b && slow.b < c).then_some(slow)
}

fn is_name(text: &str) -> bool {
    text.chars().all(char::is_alphanumeric) && text.chars().next().is_some_and(char::is_alphabetic)
}

fn number(text: &str) -> Option<i128> {
    let text = text.trim();
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse::<i128>().ok().filter(|&n| digits && n <= MAX_NUMBER)
}

/// Parses a sum or difference of numbers and multiples of `name`: `2*n+1`, `2n - 1`.
fn linear(text: &str, name: &str) -> Option<LinearFunction> {
    let mut line = LinearFunction { factor: 0, constant: 0 };
    let mut rest = text.trim();
    let mut sign = 1;
    loop {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        let term = rest[..end].trim();
        match term.strip_suffix(name).map(str::trim_end) {
            Some("") => line.factor += sign,
            Some(factor) => line.factor += sign * number(factor.strip_suffix('*').unwrap_or(factor))?,
            None => line.constant += sign * number(term)?,
        }
        match rest[end..].chars().next() {
            None => return Some(line),
            Some(operator) => sign = if operator == '+' { 1 } else { -1 },
        }
        rest = &rest[end + 1..];
    }
}
