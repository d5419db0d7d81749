//! Determines how expressions grow with a variable, to find conditions that end endless loops.
//!
//! A loop such as `for q in primes if p*q <= n` ends, since `p*q - n` increases with `q` and becomes positive. The
//! trend of an expression follows from its code, operation by operation, and from lower bounds of the variables. Start
//! with `stops`, which returns the conditions that end a loop.

use super::ast::{Loop, Sequence, Source};
use super::code::{Code, Op};
use super::operator::{Binary, Unary};

/// The maximum number of conjuncts of a condition that are examined.
const MAX_CONJUNCTS: usize = 64;

/// The monotonicity of an expression in one variable, with all other variables fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    /// The value does not change.
    Flat,
    /// The value never decreases.
    Up,
    /// The value never increases.
    Down,
}

/// The bounds and the monotonicity of an expression in one variable.
#[derive(Clone, Copy, Debug)]
struct Trend {
    direction: Direction,
    /// Whether the value passes every number in its direction, except where a factor is 0.
    unbounded: bool,
    /// The value for all sufficiently large values of the variable, if it is known.
    limit: Option<i64>,
    /// A lower bound of the value.
    least: Option<i64>,
    /// An upper bound of the value.
    most: Option<i64>,
}

impl Trend {
    fn number(n: i64) -> Trend {
        Trend { direction: Direction::Flat, unbounded: false, limit: Some(n), least: Some(n), most: Some(n) }
    }

    fn flat(least: Option<i64>) -> Trend {
        Trend { direction: Direction::Flat, unbounded: false, limit: None, least, most: None }
    }

    fn is_flat(&self) -> bool {
        self.direction == Direction::Flat
    }

    fn is_natural(&self) -> bool {
        self.least.is_some_and(|least| least >= 0)
    }

    fn negated(self) -> Trend {
        let negative = |n: Option<i64>| n.and_then(i64::checked_neg);
        let direction = match self.direction {
            Direction::Flat => Direction::Flat,
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
        };
        let (limit, least, most) = (negative(self.limit), negative(self.most), negative(self.least));
        Trend { direction, limit, least, most, ..self }
    }

    fn plus(self, other: Trend) -> Option<Trend> {
        let direction = match (self.direction, other.direction) {
            (Direction::Flat, direction) | (direction, Direction::Flat) => direction,
            (a, b) if a == b => a,
            _ => return None,
        };
        let sum = |a: Option<i64>, b: Option<i64>| a?.checked_add(b?);
        Some(Trend {
            direction,
            unbounded: self.unbounded || other.unbounded,
            limit: sum(self.limit, other.limit),
            least: sum(self.least, other.least),
            most: sum(self.most, other.most),
        })
    }

    fn times(self, other: Trend) -> Option<Trend> {
        let product = |a: Option<i64>, b: Option<i64>| a?.checked_mul(b?);
        let limit = product(self.limit, other.limit);
        if [&self, &other].iter().any(|one| one.least == Some(0) && one.most == Some(0)) {
            return Some(Trend::number(0));
        }
        if self.is_natural() && other.is_natural() {
            let direction = match (self.direction, other.direction) {
                (Direction::Flat, direction) | (direction, Direction::Flat) => direction,
                (a, b) if a == b => a,
                _ => return None,
            };
            return Some(Trend {
                direction,
                unbounded: self.unbounded || other.unbounded,
                limit,
                least: product(self.least, other.least),
                most: product(self.most, other.most),
            });
        }
        // A constant factor of known sign scales the other factor or reverses its direction.
        let (factor, other) = if self.is_flat() { (self, other) } else { (other, self) };
        let stretched = |one: Trend| Trend { limit, least: None, most: None, ..one };
        match () {
            () if !factor.is_flat() => None,
            () if factor.is_natural() => Some(stretched(other)),
            () if factor.most.is_some_and(|most| most <= 0) => Some(stretched(other.negated())),
            () if other.is_flat() => Some(Trend { limit, ..Trend::flat(None) }),
            () => None,
        }
    }

    fn over(self, divisor: Trend) -> Option<Trend> {
        let positive = divisor.least.is_some_and(|least| least >= 1);
        let least = (self.is_natural() && positive).then_some(0);
        if self.is_flat() && divisor.is_flat() {
            return Some(Trend::flat(least));
        }
        if divisor.is_flat() && divisor.is_natural() {
            return Some(Trend { limit: None, least, most: None, ..self });
        }
        let falls = self.is_flat() && self.is_natural() && positive && divisor.direction == Direction::Up;
        let limit = divisor.unbounded.then_some(0);
        falls.then_some(Trend { direction: Direction::Down, unbounded: false, limit, least, most: self.most })
    }

    /// Returns the trend of the minimum of both.
    ///
    /// The maximum is the negation of the minimum of both negations.
    fn min(self, other: Trend) -> Option<Trend> {
        let direction = self.plus(other)?.direction;
        let unbounded = match direction {
            Direction::Up => self.unbounded && other.unbounded,
            _ => self.unbounded || other.unbounded,
        };
        let least = self.least.zip(other.least).map(|(a, b)| a.min(b));
        let most = self.most.into_iter().chain(other.most).min();
        Some(Trend { direction, unbounded, limit: None, least, most })
    }

    fn unary(self, op: Unary) -> Option<Trend> {
        let kept = |least: Option<i64>| Some(Trend { limit: None, least, most: None, ..self });
        match op {
            Unary::Negate => Some(self.negated()),
            Unary::Abs if self.is_natural() => Some(self),
            Unary::Isqrt => kept(Some(0)),
            Unary::HighestPower => kept(Some(1)),
            Unary::Phi => kept(self.is_natural().then_some(0)),
            Unary::Surd(surd) if surd.p >= 0 => kept(self.is_natural().then_some(0)),
            _ if self.is_flat() => Some(Trend::flat(match op {
                Unary::Abs | Unary::Popcount | Unary::TrailingOnes | Unary::TrailingZeros => Some(0),
                Unary::LowestPower => Some(1),
                _ => None,
            })),
            _ => None,
        }
    }

    fn binary(self, op: Binary, other: Trend) -> Option<Trend> {
        match op {
            Binary::Add => self.plus(other),
            Binary::Sub => self.plus(other.negated()),
            Binary::Mul => self.times(other),
            Binary::Div => self.over(other),
            Binary::Min => self.min(other),
            Binary::Max => Some(self.negated().min(other.negated())?.negated()),
            Binary::Pow if self.is_natural() && other.least == other.most => {
                let exponent = other.least.filter(|&exponent| exponent >= 0)?;
                let power = |n: Option<i64>| n?.checked_pow(u32::try_from(exponent).ok()?);
                let (least, most) = (power(self.least), power(self.most));
                match exponent {
                    0 => Some(Trend::number(1)),
                    _ => Some(Trend { limit: power(self.limit), least, most, ..self }),
                }
            }
            _ if self.is_flat() && other.is_flat() => {
                let natural = self.is_natural() && other.is_natural();
                let kept = matches!(op, Binary::Rem | Binary::Xor | Binary::And | Binary::Or | Binary::Gcd);
                Some(Trend::flat((natural && kept).then_some(0)))
            }
            _ => None,
        }
    }

    /// Computes the trend of an expression in `variable`; `least` lists lower bounds of all variables.
    fn of(code: &Code, variable: u32, least: &[Option<i64>]) -> Option<Trend> {
        let place = |v: u32| {
            let flat = Trend::flat(least.get(v as usize).copied().flatten());
            match v == variable {
                true => Trend { direction: Direction::Up, unbounded: true, ..flat },
                false => flat,
            }
        };
        let mut stack: Vec<Trend> = vec![];
        for op in code.ops() {
            let next = match *op {
                Op::Number(n) => Trend::number(n),
                Op::Variable(v) => place(v),
                Op::Unary(op) => stack.pop()?.unary(op)?,
                Op::Binary(op) => {
                    let second = stack.pop()?;
                    stack.pop()?.binary(op, second)?
                }
                Op::WithVariable(op, v) => stack.pop()?.binary(op, place(v))?,
                Op::WithNumber(op, n) => stack.pop()?.binary(op, Trend::number(n))?,
                Op::Mex(_) => return None,
            };
            stack.push(next);
        }
        stack.pop()
    }
}

/// Returns the conditions that end the loop with index `at`.
///
/// They are necessary for the option to be a move, and once they fail, they fail for all larger values. They depend
/// on the variable of the loop and on outer variables. `components` are numbers that must not be negative.
pub(crate) fn stops(at: usize, loops: &[Loop], components: &[Vec<Code>], arity: usize) -> Vec<Code> {
    let mut least: Vec<Option<i64>> = vec![Some(0); arity];
    for one in loops {
        let smallest = one.source.smallest(&least);
        least.push(smallest);
    }
    let place = loops[at].place;
    let guards = loops[at..].iter().flat_map(|one| &one.guards).map(|guard| &guard.condition);
    let mut found = vec![];
    for condition in guards.flat_map(conjuncts) {
        let Some((op, a, b)) = condition.operands() else { continue };
        match op {
            Binary::AtMost | Binary::Less => found.extend(stop(op, &a, &b, place, &least)),
            Binary::Equal => {
                found.extend(stop(Binary::AtMost, &a, &b, place, &least));
                found.extend(stop(Binary::AtMost, &b, &a, place, &least));
            }
            _ => {}
        }
    }
    for component in components.iter().flatten() {
        found.extend(stop(Binary::AtMost, &Code::number(0, component.span()), component, place, &least));
    }
    found
}

/// Returns the condition `a op b`, with inner variables at their least values, if it ends a loop.
///
/// It ends the loop over the variable `place` if it fails for all large values of this variable and if larger values of
/// the inner variables cannot make it true.
fn stop(op: Binary, a: &Code, b: &Code, place: u32, least: &[Option<i64>]) -> Option<Code> {
    let span = a.span().start.min(b.span().start)..a.span().end.max(b.span().end);
    let mut difference = a.clone().binary(Binary::Sub, b.clone(), span.clone());
    let mut condition = a.clone().binary(op, b.clone(), span);
    for inner in place + 1..least.len() as u32 {
        if difference.uses(inner) {
            if Trend::of(&difference, inner, least)?.direction == Direction::Down {
                return None;
            }
            let smallest = least[inner as usize]?;
            difference = difference.with_number(inner, smallest);
            condition = condition.with_number(inner, smallest);
        }
    }
    let trend = Trend::of(&difference, place, least)?;
    let too_large = if op == Binary::Less { 0 } else { 1 };
    let fails = trend.unbounded || trend.limit.is_some_and(|limit| limit >= too_large);
    (trend.direction == Direction::Up && fails).then_some(condition)
}

/// Returns whether the condition is true for every value of the variable `place`.
///
/// The other variables have the given values. For example, `p*q <= n` is true for every `q` if `p` is 0 and `n` is 5.
pub(crate) fn holds_for_all(condition: &Code, place: u32, values: &[i64]) -> bool {
    let others = (0..values.len() as u32).filter(|&v| v != place);
    let fixed = others.fold(condition.clone(), |code, v| code.with_number(v, values[v as usize]));
    let Some((Binary::AtMost | Binary::Less | Binary::Equal, a, b)) = fixed.operands() else { return false };
    let difference = a.binary(Binary::Sub, b, fixed.span());
    let trend = Trend::of(&difference, place, &[]);
    trend.is_some_and(|trend| trend.is_flat()) && fixed.one(values).is_ok_and(|value| value != 0)
}

/// Splits a condition at `and`. Returns an empty list if there are too many conjuncts.
fn conjuncts(condition: &Code) -> Vec<Code> {
    let (mut open, mut found) = (vec![condition.clone()], vec![]);
    while let Some(code) = open.pop() {
        if open.len() + found.len() > MAX_CONJUNCTS {
            return vec![];
        }
        match code.operands() {
            Some((Binary::Both, left, right)) => open.extend([right, left]),
            _ => found.push(code),
        }
    }
    found
}

impl Source {
    /// Returns a lower bound of the numbers, if one is known.
    fn smallest(&self, least: &[Option<i64>]) -> Option<i64> {
        let of = |code: &Code| Trend::of(code, u32::MAX, least)?.least;
        match self {
            Source::Range(from, _) => of(from),
            Source::Set(items) => items.iter().map(|(from, _)| of(from)).try_fold(i64::MAX, |a, b| Some(a.min(b?))),
            Source::Sequence(Sequence::Primes) => Some(2),
            Source::Divisors(_) | Source::Powers(_) | Source::Sequence(_) => Some(1),
        }
    }
}
