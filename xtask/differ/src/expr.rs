//! Expressions of rules and claims as trees, and their evaluation.
//!
//! Numbers are integers up to 2^62; division rounds down, and a remainder has the sign of the divisor.

/// Binary operators on numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum BinaryOp {
    Or,
    Xor,
    And,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Function {
    Min,
    Max,
    Gcd,
    Popcount,
    Isqrt,
    Abs,
    /// `floor` of an expression without the golden ratio.
    Floor,
    /// The product with phi (the golden ratio) or its square, or the quotient by phi, rounded down.
    Phi,
    PhiSquared,
    OverPhi,
    TrailingZeros,
    TrailingOnes,
    LowestPower,
    HighestPower,
}

impl Function {
    /// Reports whether the function is undefined for negative numbers.
    fn requires_natural(self) -> bool {
        use Function::{HighestPower, Isqrt, LowestPower, Popcount, TrailingOnes, TrailingZeros};
        matches!(self, Popcount | Isqrt | TrailingZeros | TrailingOnes | LowestPower | HighestPower)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Number {
    Literal(i64),
    /// A parameter or a variable, by its index.
    Name(usize),
    Binary(BinaryOp, Box<Number>, Box<Number>),
    Power(Box<Number>, u32),
    Negative(Box<Number>),
    Call(Function, Vec<Number>),
    /// `G(...)`; without arguments, the value of the position itself.
    Value(Vec<Number>),
    /// `mex(G(...), G(...)..G(...))`: positions, and pairs of positions with all positions between them.
    Mex(Vec<(Vec<Number>, Option<Vec<Number>>)>),
}

impl Number {
    /// Reports whether the number contains a quotient outside the arguments of functions.
    pub fn has_quotient(&self) -> bool {
        match self {
            Number::Binary(op, a, b) => *op == BinaryOp::Div || a.has_quotient() || b.has_quotient(),
            Number::Power(a, _) | Number::Negative(a) => a.has_quotient(),
            _ => false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Relation {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    Compare(Number, Vec<(Relation, Number)>),
    /// Membership in a set of numbers and ranges, or, without braces, in one range.
    Member {
        number: Number,
        of: Vec<(Number, Option<Number>)>,
        braces: bool,
        not: bool,
    },
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    /// `P(...)`.
    Lost(Vec<Number>),
}

/// The reason why an expression has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The expression refers to a position that does not exist, such as one with a negative number.
    Silent,
    /// A division by zero, or a number beyond 2^62.
    Bad,
    /// The expression refers to a position beyond the known facts.
    Unknown,
}

/// An assignment of the names, and the known facts about positions.
pub struct Environment<'a> {
    pub names: &'a [i64],
    /// Returns the Grundy value of a position.
    pub value: &'a dyn Fn(&[i64]) -> Result<i64, Stop>,
    /// Returns whether a position is lost for the player to move.
    pub lost: &'a dyn Fn(&[i64]) -> Result<bool, Stop>,
}

/// Returns an assignment of names without facts about positions.
pub fn with_names(names: &[i64]) -> Environment<'_> {
    Environment { names, value: &|_| Err(Stop::Unknown), lost: &|_| Err(Stop::Unknown) }
}

fn checked(number: i128) -> Result<i64, Stop> {
    if number.abs() <= 1 << 62 { Ok(number as i64) } else { Err(Stop::Bad) }
}

/// Returns n times the golden ratio, rounded down.
///
/// The product is (n + sqrt(5n²)) / 2 for n >= 0, and (n - sqrt(5n²)) / 2 for n < 0.
fn times_phi(n: i64) -> i128 {
    let square = 5 * i128::from(n) * i128::from(n);
    let root = root(square);
    if n >= 0 {
        return (i128::from(n) + root).div_euclid(2);
    }
    let up = if root * root == square { root } else { root + 1 };
    (i128::from(n) - up).div_euclid(2)
}

/// Returns the integer part of a square root, by bisection.
fn root(of: i128) -> i128 {
    let (mut low, mut high) = (0i128, 1i128 << 63);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if middle * middle <= of { low = middle } else { high = middle }
    }
    low
}

impl Number {
    pub fn eval(&self, at: &Environment<'_>) -> Result<i64, Stop> {
        match self {
            Number::Literal(n) => Ok(*n),
            Number::Name(place) => Ok(at.names[*place]),
            Number::Binary(op, a, b) => {
                let (a, b) = (i128::from(a.eval(at)?), i128::from(b.eval(at)?));
                checked(match op {
                    BinaryOp::Or => a | b,
                    BinaryOp::Xor => a ^ b,
                    BinaryOp::And => a & b,
                    BinaryOp::Add => a + b,
                    BinaryOp::Sub => a - b,
                    BinaryOp::Mul => a * b,
                    BinaryOp::Div | BinaryOp::Rem if b == 0 => return Err(Stop::Bad),
                    BinaryOp::Div => floor_div(a, b),
                    BinaryOp::Rem => a - b * floor_div(a, b),
                })
            }
            Number::Power(base, exponent) => {
                let base = i128::from(base.eval(at)?);
                let mut power = 1i128;
                for _ in 0..*exponent {
                    power = i128::from(checked(power * base)?);
                }
                checked(power)
            }
            Number::Negative(a) => Ok(-a.eval(at)?),
            Number::Call(function, of) => {
                let mut args = vec![];
                for one in of {
                    args.push(one.eval(at)?);
                }
                let first = args[0];
                checked(match function {
                    Function::Min => args.iter().copied().fold(first, i64::min).into(),
                    Function::Max => args.iter().copied().fold(first, i64::max).into(),
                    Function::Gcd => args.iter().fold(0, |a, &b| gcd(a, b.abs())).into(),
                    _ if first < 0 && function.requires_natural() => return Err(Stop::Bad),
                    Function::Popcount => first.count_ones().into(),
                    Function::Isqrt => root(first.into()),
                    Function::Abs => first.abs().into(),
                    Function::Floor => first.into(),
                    Function::Phi => times_phi(first),
                    Function::PhiSquared => times_phi(first) + i128::from(first),
                    Function::OverPhi => times_phi(first) - i128::from(first),
                    Function::TrailingOnes => first.trailing_ones().into(),
                    Function::TrailingZeros if first == 0 => return Err(Stop::Bad),
                    Function::LowestPower | Function::HighestPower if first == 0 => return Err(Stop::Bad),
                    Function::TrailingZeros => first.trailing_zeros().into(),
                    Function::LowestPower => 1 << first.trailing_zeros(),
                    Function::HighestPower => 1 << first.ilog2(),
                })
            }
            Number::Value(of) => (at.value)(&position(of, at)?),
            Number::Mex(of) => {
                let mut ends = vec![];
                for (first, last) in of {
                    let first = position(first, at)?;
                    ends.push((first.clone(), last.as_ref().map_or(Ok(first), |last| position(last, at))?));
                }
                let mut values = vec![];
                for (first, last) in ends {
                    // At most one coordinate differs.
                    let places = first.iter().zip(&last);
                    let length = places.map(|(a, b)| (a - b).abs()).sum::<i64>();
                    for step in 0..=length {
                        let between = |(a, b): (&i64, &i64)| a + step * (b - a).signum();
                        values.push((at.value)(&first.iter().zip(&last).map(between).collect::<Vec<_>>())?);
                    }
                }
                Ok((0..).find(|value| !values.contains(value)).unwrap_or(0))
            }
        }
    }

    /// Collects all literals of the expression.
    pub fn literals<'a>(&'a mut self, found: &mut Vec<&'a mut i64>) {
        match self {
            Number::Literal(n) => found.push(n),
            Number::Name(_) => {}
            Number::Binary(_, a, b) => {
                a.literals(found);
                b.literals(found);
            }
            Number::Power(a, _) | Number::Negative(a) => a.literals(found),
            Number::Call(_, of) | Number::Value(of) => of.iter_mut().for_each(|a| a.literals(found)),
            // A changed literal could make two coordinates of a range differ.
            Number::Mex(_) => {}
        }
    }
}

impl Condition {
    /// Evaluates from left to right; the right side is skipped if the left side decides.
    pub fn eval(&self, at: &Environment<'_>) -> Result<bool, Stop> {
        match self {
            Condition::Compare(first, rest) => {
                let mut left = first.eval(at)?;
                for (relation, right) in rest {
                    let right = right.eval(at)?;
                    let holds = match relation {
                        Relation::Equal => left == right,
                        Relation::Unequal => left != right,
                        Relation::Less => left < right,
                        Relation::AtMost => left <= right,
                        Relation::More => left > right,
                        Relation::AtLeast => left >= right,
                    };
                    if !holds {
                        return Ok(false);
                    }
                    left = right;
                }
                Ok(true)
            }
            Condition::Member { number, of, not, .. } => {
                let number = number.eval(at)?;
                for (from, to) in of {
                    let from = from.eval(at)?;
                    let inside = match to {
                        None => number == from,
                        Some(to) => from <= number && number <= to.eval(at)?,
                    };
                    if inside {
                        return Ok(!not);
                    }
                }
                Ok(*not)
            }
            Condition::Not(a) => Ok(!a.eval(at)?),
            Condition::And(a, b) => Ok(a.eval(at)? && b.eval(at)?),
            Condition::Or(a, b) => Ok(a.eval(at)? || b.eval(at)?),
            Condition::Lost(of) => (at.lost)(&position(of, at)?),
        }
    }

    /// Collects all literals of the condition.
    pub fn literals<'a>(&'a mut self, found: &mut Vec<&'a mut i64>) {
        match self {
            Condition::Compare(first, rest) => {
                first.literals(found);
                rest.iter_mut().for_each(|(_, number)| number.literals(found));
            }
            Condition::Member { number, of, .. } => {
                number.literals(found);
                for (from, to) in of {
                    from.literals(found);
                    to.iter_mut().for_each(|to| to.literals(found));
                }
            }
            Condition::Not(a) => a.literals(found),
            Condition::And(a, b) | Condition::Or(a, b) => {
                a.literals(found);
                b.literals(found);
            }
            Condition::Lost(of) => of.iter_mut().for_each(|a| a.literals(found)),
        }
    }
}

pub fn floor_div(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn position(of: &[Number], at: &Environment<'_>) -> Result<Vec<i64>, Stop> {
    let mut position = vec![];
    for number in of {
        position.push(number.eval(at)?);
    }
    if position.iter().any(|&x| x < 0) { Err(Stop::Silent) } else { Ok(position) }
}
