//! Determines how expressions grow with a variable, to find conditions that end endless loops.
//!
//! A loop such as `for q in primes if p*q <= n` ends, since `p*q - n` increases with `q` and becomes positive. The
//! trend of an expression is computed from its code, operation by operation, and from lower bounds of the variables.
//! Start with `end_conditions`, which returns the conditions that end a loop.

use super::ast::{Loop, VariableRange};
use super::code::{Code, Op};
use super::operator::{Binary, Unary};
use grundy_rules::NamedSet;

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
    /// Whether the value exceeds (or falls below) every number as the variable grows, unless a factor is 0.
    unbounded: bool,
    /// The value for all sufficiently large values of the variable, if it is known.
    limit: Option<i64>,
    /// A lower bound of the value.
    lower: Option<i64>,
    /// An upper bound of the value.
    upper: Option<i64>,
}

impl Trend {
    fn number(n: i64) -> Trend {
        Trend { direction: Direction::Flat, unbounded: false, limit: Some(n), lower: Some(n), upper: Some(n) }
    }

    fn flat(lower: Option<i64>) -> Trend {
        Trend { direction: Direction::Flat, unbounded: false, limit: None, lower, upper: None }
    }

    fn is_flat(&self) -> bool {
        self.direction == Direction::Flat
    }

    fn is_natural(&self) -> bool {
        self.lower.is_some_and(|lower| lower >= 0)
    }

    fn negated(self) -> Trend {
        let negative = |n: Option<i64>| n.and_then(i64::checked_neg);
        let direction = match self.direction {
            Direction::Flat => Direction::Flat,
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
        };
        let (limit, lower, upper) = (negative(self.limit), negative(self.upper), negative(self.lower));
        Trend { direction, limit, lower, upper, ..self }
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
            lower: sum(self.lower, other.lower),
            upper: sum(self.upper, other.upper),
        })
    }

    fn times(self, other: Trend) -> Option<Trend> {
        let product = |a: Option<i64>, b: Option<i64>| a?.checked_mul(b?);
        let limit = product(self.limit, other.limit);
        if [&self, &other].iter().any(|one| one.lower == Some(0) && one.upper == Some(0)) {
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
                lower: product(self.lower, other.lower),
                upper: product(self.upper, other.upper),
            });
        }
        // A factor that does not change and has a known sign keeps or reverses the direction of the other factor.
        let (factor, other) = if self.is_flat() { (self, other) } else { (other, self) };
        let stretched = |one: Trend| Trend { limit, lower: None, upper: None, ..one };
        match () {
            () if !factor.is_flat() => None,
            () if factor.is_natural() => Some(stretched(other)),
            () if factor.upper.is_some_and(|upper| upper <= 0) => Some(stretched(other.negated())),
            () if other.is_flat() => Some(Trend { limit, ..Trend::flat(None) }),
            () => None,
        }
    }

    fn divided_by(self, divisor: Trend) -> Option<Trend> {
        let positive = divisor.lower.is_some_and(|lower| lower >= 1);
        let lower = (self.is_natural() && positive).then_some(0);
        if self.is_flat() && divisor.is_flat() {
            return Some(Trend::flat(lower));
        }
        if divisor.is_flat() && divisor.is_natural() {
            return Some(Trend { limit: None, lower, upper: None, ..self });
        }
        let falls = self.is_flat() && self.is_natural() && positive && divisor.direction == Direction::Up;
        let limit = divisor.unbounded.then_some(0);
        falls.then_some(Trend { direction: Direction::Down, unbounded: false, limit, lower, upper: self.upper })
    }

    /// Returns the trend of the minimum of two expressions.
    fn min(self, other: Trend) -> Option<Trend> {
        let direction = self.plus(other)?.direction;
        let unbounded = match direction {
            Direction::Up => self.unbounded && other.unbounded,
            _ => self.unbounded || other.unbounded,
        };
        let lower = self.lower.zip(other.lower).map(|(a, b)| a.min(b));
        let upper = self.upper.into_iter().chain(other.upper).min();
        Some(Trend { direction, unbounded, limit: None, lower, upper })
    }

    fn unary(self, op: Unary) -> Option<Trend> {
        let with_lower_bound = |lower: Option<i64>| Some(Trend { limit: None, lower, upper: None, ..self });
        match op {
            Unary::Negate => Some(self.negated()),
            Unary::Abs if self.is_natural() => Some(self),
            Unary::Isqrt => with_lower_bound(Some(0)),
            Unary::HighestPower => with_lower_bound(Some(1)),
            Unary::Phi => with_lower_bound(self.is_natural().then_some(0)),
            Unary::Surd(surd) if surd.p >= 0 => with_lower_bound(self.is_natural().then_some(0)),
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
            Binary::Div => self.divided_by(other),
            Binary::Min => self.min(other),
            Binary::Max => Some(self.negated().min(other.negated())?.negated()),
            Binary::Pow if self.is_natural() && other.lower == other.upper => {
                let exponent = other.lower.filter(|&exponent| exponent >= 0)?;
                let power = |n: Option<i64>| n?.checked_pow(u32::try_from(exponent).ok()?);
                let (lower, upper) = (power(self.lower), power(self.upper));
                match exponent {
                    0 => Some(Trend::number(1)),
                    _ => Some(Trend { limit: power(self.limit), lower, upper, ..self }),
                }
            }
            _ if self.is_flat() && other.is_flat() => {
                let natural = self.is_natural() && other.is_natural();
                let keeps_sign = matches!(op, Binary::Rem | Binary::Xor | Binary::And | Binary::Or | Binary::Gcd);
                Some(Trend::flat((natural && keeps_sign).then_some(0)))
            }
            _ => None,
        }
    }

    /// Computes the trend of an expression in `variable`.
    ///
    /// The parameter `lower` contains the lower bounds of all variables, by index.
    fn from_code(code: &Code, variable: u32, lower: &[Option<i64>]) -> Option<Trend> {
        let variable_trend = |v: u32| {
            let flat = Trend::flat(lower.get(v as usize).copied().flatten());
            match v == variable {
                true => Trend { direction: Direction::Up, unbounded: true, ..flat },
                false => flat,
            }
        };
        let mut stack: Vec<Trend> = vec![];
        for op in code.ops() {
            let next = match *op {
                Op::Number(n) => Trend::number(n),
                Op::Variable(v) => variable_trend(v),
                Op::Unary(op) => stack.pop()?.unary(op)?,
                Op::Binary(op) => {
                    let second = stack.pop()?;
                    stack.pop()?.binary(op, second)?
                }
                Op::WithVariable(op, v) => stack.pop()?.binary(op, variable_trend(v))?,
                Op::WithNumber(op, n) => stack.pop()?.binary(op, Trend::number(n))?,
                Op::Mex(_) | Op::Entry(_) => return None,
            };
            stack.push(next);
        }
        stack.pop()
    }
}

/// Returns the conditions that end the loop with index `at`.
///
/// Each of these conditions is necessary for the option to be a move. If it fails for a value of the loop variable, it
/// also fails for all larger values. It depends only on the loop variable and on outer variables. `components` are the
/// parameters of the components, which must not be negative. `outer` contains a lower bound of each variable outside
/// these loops, if one is known.
pub fn end_conditions(at: usize, loops: &[Loop], components: &[Vec<Code>], outer: &[Option<i64>]) -> Vec<Code> {
    let mut lower = outer.to_vec();
    for one in loops {
        let smallest = one.source.smallest(&lower);
        lower.push(smallest);
    }
    let place = loops[at].index;
    let guards = loops[at..].iter().flat_map(|one| &one.guards).map(|guard| &guard.condition);
    let mut conditions = vec![];
    for condition in guards.flat_map(conjuncts) {
        let Some((op, a, b)) = condition.operands() else { continue };
        match op {
            Binary::AtMost | Binary::Less => conditions.extend(end_condition(op, &a, &b, place, &lower)),
            Binary::Equal => {
                conditions.extend(end_condition(Binary::AtMost, &a, &b, place, &lower));
                conditions.extend(end_condition(Binary::AtMost, &b, &a, place, &lower));
            }
            _ => {}
        }
    }
    for component in components.iter().flatten() {
        conditions.extend(end_condition(Binary::AtMost, &Code::number(0, component.span()), component, place, &lower));
    }
    conditions
}

/// Returns the condition `a op b`, with the inner variables at their least values, if it ends a loop.
///
/// The condition ends the loop over the variable `place` if it fails for all large values of this variable. In
/// addition, larger values of the inner variables must not make it true.
fn end_condition(op: Binary, a: &Code, b: &Code, place: u32, lower: &[Option<i64>]) -> Option<Code> {
    let span = a.span().start.min(b.span().start)..a.span().end.max(b.span().end);
    let mut difference = a.clone().binary(Binary::Sub, b.clone(), span.clone());
    let mut condition = a.clone().binary(op, b.clone(), span);
    for inner in place + 1..lower.len() as u32 {
        if difference.uses(inner) {
            if Trend::from_code(&difference, inner, lower)?.direction == Direction::Down {
                return None;
            }
            let smallest = lower[inner as usize]?;
            difference = difference.with_number(inner, smallest);
            condition = condition.with_number(inner, smallest);
        }
    }
    let trend = Trend::from_code(&difference, place, lower)?;
    let too_large = if op == Binary::Less { 0 } else { 1 };
    let fails = trend.unbounded || trend.limit.is_some_and(|limit| limit >= too_large);
    (trend.direction == Direction::Up && fails).then_some(condition)
}

/// Returns whether the condition is true for every value of the variable `place`.
///
/// The other variables have the given values. For example, `p*q <= n` is true for every `q` if `p` is 0 and `n` is 5.
pub fn holds_for_all(condition: &Code, place: u32, values: &[i64]) -> bool {
    let others = (0..values.len() as u32).filter(|&v| v != place);
    let fixed = others.fold(condition.clone(), |code, v| code.with_number(v, values[v as usize]));
    let Some((Binary::AtMost | Binary::Less | Binary::Equal, a, b)) = fixed.operands() else { return false };
    let difference = a.binary(Binary::Sub, b, fixed.span());
    let trend = Trend::from_code(&difference, place, &[]);
    trend.is_some_and(|trend| trend.is_flat()) && fixed.evaluate_at(values).is_ok_and(|value| value != 0)
}

/// Splits a condition at `and`. Returns an empty list if there are too many conjuncts.
fn conjuncts(condition: &Code) -> Vec<Code> {
    let (mut pending, mut conditions) = (vec![condition.clone()], vec![]);
    while let Some(code) = pending.pop() {
        if pending.len() + conditions.len() > MAX_CONJUNCTS {
            return vec![];
        }
        match code.operands() {
            Some((Binary::Both, left, right)) => pending.extend([right, left]),
            _ => conditions.push(code),
        }
    }
    conditions
}

impl VariableRange {
    /// Returns a lower bound of the numbers, if one is known.
    ///
    /// `lower` contains the known lower bounds of the outer variables.
    pub(super) fn smallest(&self, lower: &[Option<i64>]) -> Option<i64> {
        let lower_bound = |code: &Code| Trend::from_code(code, u32::MAX, lower)?.lower;
        match self {
            VariableRange::Range(from, _) => lower_bound(from),
            VariableRange::Set(items) => {
                items.iter().map(|(from, _)| lower_bound(from)).try_fold(i64::MAX, |a, b| Some(a.min(b?)))
            }
            VariableRange::Sequence(NamedSet::Primes) => Some(2),
            VariableRange::Divisors(_) | VariableRange::Powers(_) | VariableRange::Sequence(_) => Some(1),
        }
    }
}
