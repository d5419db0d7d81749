//! Expressions as postfix code, evaluated for up to 64 values of the innermost variable at once.
//!
//! A step of the code is looked up once for all lanes, so that the loop over the lanes runs at the speed of the machine.
//! Postfix code has no depth: a sum of 10^5 terms needs no recursion, neither to evaluate nor to drop.

use super::token::LARGEST;
use grundy_lang::{Text, text};
use std::ops::Range;

pub(crate) use grundy_rules::LANES;

/// One number for each lane: so many values of the innermost variable are evaluated at once.
pub(crate) type Lanes = [i64; LANES];

/// An operation on the topmost two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Pow,
    Min,
    Max,
    Gcd,
    Xor,
    And,
    Or,
    Less,
    AtMost,
    Equal,
    Unequal,
    /// Of truth values.
    Both,
    /// Of truth values.
    Either,
}

/// An operation on the topmost value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Negate,
    Not,
    Popcount,
    Isqrt,
    Abs,
    /// Times the golden ratio, rounded down.
    Phi,
    /// Times another irrational number, rounded down.
    Surd(Surd),
    /// How many of the last binary digits are 1, of natural numbers.
    TrailingOnes,
    /// How many of the last binary digits are 0, of positive numbers.
    TrailingZeros,
    /// The largest power of 2 that divides a positive number.
    LowestPower,
    /// The largest power of 2 up to a positive number.
    HighestPower,
}

/// `(p + sqrt(d)) / q`, with q positive and d no square, all below 2^20.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Surd {
    pub p: i32,
    pub d: u32,
    pub q: u32,
}

/// A step of postfix code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Op {
    Number(i64),
    /// A parameter or a variable, by its place.
    Variable(u32),
    Unary(Unary),
    Binary(Binary),
    /// `(operation, place)`: with a variable as its second operand.
    WithVariable(Binary, u32),
    /// With a number as its second operand.
    WithNumber(Binary, i64),
    /// The least natural number that is none of the topmost so many values.
    Mex(u32),
}

/// Why a value is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    DivisionByZero,
    TooLarge,
    NegativeExponent,
    NegativeRoot,
    NoDigits,
}

impl Trouble {
    pub fn message(self) -> Text {
        match self {
            Trouble::DivisionByZero => text!("division by zero"),
            Trouble::TooLarge => text!("a number exceeds 2^62"),
            Trouble::NegativeExponent => text!("an exponent is negative"),
            Trouble::NegativeRoot => text!("the root of a negative number"),
            Trouble::NoDigits => text!(
                "trailing_ones is for natural numbers; trailing_zeros, lowest_power and highest_power are for positive ones"
            ),
        }
    }
}

/// An expression.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Code {
    ops: Vec<Op>,
    /// Where each step stands in the text.
    spans: Vec<Range<usize>>,
}

/// The variables of a rule while it is evaluated: one number each, but the innermost variable, which has one a lane.
pub(crate) struct Scope<'a> {
    pub values: &'a [i64],
    /// The place of the innermost variable and its lanes.
    pub inner: Option<(u32, &'a Lanes)>,
    /// How many lanes are wanted.
    pub lanes: usize,
}

/// What a condition `k <= E`, `k < E`, `k*k <= E` or `k*k < E` says of `k`.
pub(crate) struct Limit {
    /// `E`.
    pub least: Code,
    pub square: bool,
    /// Whether `k` may be equal to `E`.
    pub exact: bool,
}

/// What an expression is worth: a number for each lane, and which lanes have none.
pub(crate) struct Worth {
    pub values: Lanes,
    /// A bit for each lane whose value is none.
    pub none: u64,
}

/// Values on the way: reused from one evaluation to the next.
#[derive(Default)]
pub(crate) struct Stack(Vec<Worth>);

impl Code {
    pub fn number(value: i64, span: Range<usize>) -> Code {
        Code { ops: vec![Op::Number(value)], spans: vec![span] }
    }

    pub fn variable(place: u32, span: Range<usize>) -> Code {
        Code { ops: vec![Op::Variable(place)], spans: vec![span] }
    }

    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// The place of the whole expression in the text.
    pub fn span(&self) -> Range<usize> {
        let start = self.spans.iter().map(|s| s.start).min().unwrap_or(0);
        start..self.spans.iter().map(|s| s.end).max().unwrap_or(0)
    }

    /// The number that the expression is, if it has no variables and no trouble.
    pub fn constant(&self) -> Option<i64> {
        if self.ops.iter().any(|op| matches!(op, Op::Variable(_) | Op::WithVariable(..))) {
            return None;
        }
        self.one(&[]).ok()
    }

    /// Whether the expression is this variable alone.
    pub fn as_variable(&self) -> Option<u32> {
        match self.ops[..] {
            [Op::Variable(place)] => Some(place),
            _ => None,
        }
    }

    pub fn uses(&self, variable: u32) -> bool {
        self.ops.iter().any(|op| matches!(op, Op::Variable(v) | Op::WithVariable(_, v) if *v == variable))
    }

    /// Whether it uses this variable or one within it.
    pub fn uses_from(&self, variable: u32) -> bool {
        self.ops.iter().any(|op| matches!(op, Op::Variable(v) | Op::WithVariable(_, v) if *v >= variable))
    }

    /// The degree of the value as a polynomial in this variable, if it is one of degree 2 at most.
    pub fn degree_in(&self, variable: u32) -> Option<u32> {
        const MOST: u32 = 2;
        let mut stack: Vec<u32> = vec![];
        for op in &self.ops {
            let (op, second) = match *op {
                Op::Number(_) => {
                    stack.push(0);
                    continue;
                }
                Op::Variable(v) => {
                    stack.push(u32::from(v == variable));
                    continue;
                }
                Op::Unary(Unary::Negate) => continue,
                Op::Unary(_) if stack.last() == Some(&0) => continue,
                Op::Unary(_) | Op::Mex(_) => return None,
                Op::Binary(op) => (op, stack.pop()?),
                Op::WithVariable(op, v) => (op, u32::from(v == variable)),
                Op::WithNumber(op, _) => (op, 0),
            };
            let first = stack.pop()?;
            let degree = match op {
                Binary::Add | Binary::Sub => first.max(second),
                Binary::Mul => first + second,
                _ if first + second > 0 => return None,
                _ => 0,
            };
            if degree > MOST {
                return None;
            }
            stack.push(degree);
        }
        stack.pop()
    }

    /// A number that the value and those of all subexpressions do not exceed, above or below 0, whatever the signs of the
    /// variables: for sums and products. `None` if that is beyond the largest number.
    pub fn magnitude(&self, values: &[i64]) -> Option<i64> {
        let mut room = [0i64; 8];
        let mut depth = 0;
        for &op in &self.ops {
            let (op, second) = match op {
                Op::Number(n) => {
                    *room.get_mut(depth)? = n.abs();
                    depth += 1;
                    continue;
                }
                Op::Variable(v) => {
                    *room.get_mut(depth)? = values[v as usize].abs();
                    depth += 1;
                    continue;
                }
                Op::Unary(Unary::Negate) => continue,
                Op::Unary(_) | Op::Mex(_) => return None,
                Op::Binary(op) => {
                    depth -= 1;
                    (op, room[depth])
                }
                Op::WithVariable(op, v) => (op, values[v as usize].abs()),
                Op::WithNumber(op, n) => (op, n.abs()),
            };
            let first = room[depth - 1];
            room[depth - 1] = match op {
                Binary::Add | Binary::Sub => within(first + second)?,
                Binary::Mul => first.checked_mul(second).and_then(within)?,
                _ => return None,
            };
        }
        Some(room[0])
    }

    /// About how long it takes to evaluate one lane, in steps as short as an addition.
    pub fn cost(&self) -> u64 {
        let of_one = |op: &Op| match op {
            Op::Binary(op) | Op::WithVariable(op, _) | Op::WithNumber(op, _) => match op {
                Binary::Gcd => 40,
                Binary::Pow => 20,
                Binary::Div | Binary::Rem => 8,
                _ => 1,
            },
            Op::Unary(Unary::Isqrt) => 10,
            _ => 1,
        };
        self.ops.iter().map(of_one).sum()
    }

    pub fn unary(mut self, op: Unary, span: Range<usize>) -> Code {
        self.ops.push(Op::Unary(op));
        self.spans.push(span);
        self
    }

    /// The least natural number that is none of these.
    pub fn mex(list: Vec<Code>, span: Range<usize>) -> Code {
        let count = list.len() as u32;
        let mut all = Code::default();
        for code in list {
            all.ops.extend(code.ops);
            all.spans.extend(code.spans);
        }
        all.ops.push(Op::Mex(count));
        all.spans.push(span);
        all
    }

    /// `self op other`.
    pub fn binary(mut self, op: Binary, other: Code, span: Range<usize>) -> Code {
        match other.ops[..] {
            [Op::Number(n)] => self.ops.push(Op::WithNumber(op, n)),
            [Op::Variable(v)] => self.ops.push(Op::WithVariable(op, v)),
            _ => {
                self.ops.extend(other.ops);
                self.spans.extend(other.spans);
                self.ops.push(Op::Binary(op));
            }
        }
        self.spans.push(span);
        self
    }

    /// The value where every variable has one number.
    ///
    /// # Errors
    /// The first trouble and its place.
    pub fn one(&self, values: &[i64]) -> Result<i64, (Trouble, Range<usize>)> {
        if let Some(value) = self.quick(values) {
            return Ok(value);
        }
        let mut stack = Stack::default();
        let worth = self.evaluate(&Scope { values, inner: None, lanes: 1 }, &mut stack);
        let (value, none) = (worth.values[0], worth.none);
        if none == 0 { Ok(value) } else { Err(self.trouble(values)) }
    }

    /// The same, quickly: `None` if it has no value or is too deep for the little room that is taken.
    pub fn quick(&self, values: &[i64]) -> Option<i64> {
        match self.ops[..] {
            [Op::Number(n)] => return Some(n),
            [Op::Variable(v)] => return Some(values[v as usize]),
            _ => {}
        }
        let mut room = [0; 8];
        let mut depth = 0;
        for &op in &self.ops {
            let (binary, second) = match op {
                Op::Number(n) => {
                    *room.get_mut(depth)? = n;
                    depth += 1;
                    continue;
                }
                Op::Variable(v) => {
                    *room.get_mut(depth)? = values[v as usize];
                    depth += 1;
                    continue;
                }
                Op::Unary(op) => {
                    room[depth - 1] = unary(op, room[depth - 1]).ok()?;
                    continue;
                }
                Op::Mex(count) => {
                    depth -= count as usize;
                    *room.get_mut(depth)? = mex(&room[depth..depth + count as usize]);
                    depth += 1;
                    continue;
                }
                Op::Binary(op) => {
                    depth -= 1;
                    (op, room[depth])
                }
                Op::WithVariable(op, v) => (op, values[v as usize]),
                Op::WithNumber(op, n) => (op, n),
            };
            let first = room[depth - 1];
            room[depth - 1] = match binary {
                // What most rules are made of.
                Binary::Sub => within(first - second)?,
                Binary::Add => within(first + second)?,
                _ => apply(binary, first, second).ok()?,
            };
        }
        Some(room[0])
    }

    /// The value for each lane.
    pub fn evaluate<'s>(&self, scope: &Scope<'_>, stack: &'s mut Stack) -> &'s Worth {
        let lanes = scope.lanes;
        let mut depth = 0;
        for &op in &self.ops {
            match op {
                Op::Number(n) => {
                    let top = stack.push(&mut depth);
                    top.values[..lanes].fill(n);
                }
                Op::Variable(v) => {
                    let top = stack.push(&mut depth);
                    match scope.inner {
                        Some((inner, values)) if inner == v => top.values[..lanes].copy_from_slice(&values[..lanes]),
                        _ => top.values[..lanes].fill(scope.values[v as usize]),
                    }
                }
                Op::Unary(op) => stack.0[depth - 1].unary(op, lanes),
                Op::Mex(count) => {
                    let list = &mut stack.0[depth - count as usize..depth];
                    for lane in 0..lanes {
                        let values: Vec<i64> = list.iter().map(|worth| worth.values[lane]).collect();
                        list[0].values[lane] = mex(&values);
                    }
                    list[0].none = list.iter().fold(0, |none, worth| none | worth.none);
                    depth -= count as usize - 1;
                }
                Op::Binary(op) => {
                    let (low, high) = stack.0.split_at_mut(depth - 1);
                    low[depth - 2].binary(op, &high[0].values, high[0].none, lanes);
                    depth -= 1;
                }
                Op::WithVariable(op, v) => {
                    let top = &mut stack.0[depth - 1];
                    match scope.inner {
                        Some((inner, values)) if inner == v => top.binary(op, values, 0, lanes),
                        _ => top.with_number(op, scope.values[v as usize], lanes),
                    }
                }
                Op::WithNumber(op, n) => stack.0[depth - 1].with_number(op, n, lanes),
            }
        }
        &stack.0[0]
    }

    /// The first step that has no value and why, where every variable has one number.
    fn trouble(&self, values: &[i64]) -> (Trouble, Range<usize>) {
        let known: Vec<Result<i64, std::convert::Infallible>> = values.iter().map(|&value| Ok(value)).collect();
        match self.lazily(&known) {
            Err(Fault::Trouble(trouble, span)) => (trouble, span),
            _ => (Trouble::TooLarge, self.span()),
        }
    }

    /// The value where some variables have none: what the left side of `and` or `or` decides does not ask the right side.
    ///
    /// # Errors
    /// What is met first, from left to right, and not saved by that.
    pub fn lazily<W: Copy>(&self, values: &[Result<i64, W>]) -> Result<i64, Fault<W>> {
        // Faults carry the step they come from.
        type Worked<W> = Result<i64, (usize, Result<Trouble, W>)>;
        let variable = |at: usize, v: u32| -> Worked<W> { values[v as usize].map_err(|why| (at, Err(why))) };
        let both = |at: usize, op: Binary, a: Worked<W>, b: Worked<W>| -> Worked<W> {
            match (op, a, b) {
                (Binary::Both, Ok(0), _) => Ok(0),
                (Binary::Either, Ok(1..), _) => Ok(1),
                // Comparisons by `>` have the right side first in the code.
                (Binary::Both | Binary::Either, Err(a), _) => Err(a),
                (_, Err(a), Err(b)) => Err(if self.spans[b.0].start < self.spans[a.0].start { b } else { a }),
                (_, Err(fault), _) | (_, _, Err(fault)) => Err(fault),
                (op, Ok(a), Ok(b)) => apply(op, a, b).map_err(|trouble| (at, Ok(trouble))),
            }
        };
        let mut stack: Vec<Worked<W>> = vec![];
        for (at, &op) in self.ops.iter().enumerate() {
            let worked = match op {
                Op::Number(n) => Ok(n),
                Op::Variable(v) => variable(at, v),
                Op::Unary(op) => {
                    let Some(a) = stack.pop() else { break };
                    a.and_then(|a| unary(op, a).map_err(|trouble| (at, Ok(trouble))))
                }
                Op::Mex(count) => {
                    let list = stack.split_off(stack.len() - count as usize);
                    list.into_iter().collect::<Result<Vec<i64>, _>>().map(|values| mex(&values))
                }
                Op::Binary(op) => {
                    let (Some(b), Some(a)) = (stack.pop(), stack.pop()) else { break };
                    both(at, op, a, b)
                }
                Op::WithVariable(op, v) => {
                    let Some(a) = stack.pop() else { break };
                    both(at, op, a, variable(at, v))
                }
                Op::WithNumber(op, n) => {
                    let Some(a) = stack.pop() else { break };
                    both(at, op, a, Ok(n))
                }
            };
            stack.push(worked);
        }
        match stack.pop() {
            Some(Ok(value)) => Ok(value),
            Some(Err((at, Ok(trouble)))) => Err(Fault::Trouble(trouble, self.spans[at].clone())),
            Some(Err((_, Err(why)))) => Err(Fault::Variable(why)),
            None => Err(Fault::Trouble(Trouble::TooLarge, self.span())),
        }
    }
}

/// The least natural number that is not in the list.
fn mex(list: &[i64]) -> i64 {
    (0..).find(|least| !list.contains(least)).unwrap_or(0)
}

/// Why an expression has no value.
pub(crate) enum Fault<W> {
    /// A step of it has none.
    Trouble(Trouble, Range<usize>),
    /// A variable has none.
    Variable(W),
}

impl Stack {
    fn push(&mut self, depth: &mut usize) -> &mut Worth {
        if self.0.len() == *depth {
            self.0.push(Worth { values: [0; LANES], none: 0 });
        }
        *depth += 1;
        let top = &mut self.0[*depth - 1];
        top.none = 0;
        top
    }
}

impl Worth {
    fn unary(&mut self, op: Unary, lanes: usize) {
        for (lane, value) in self.values[..lanes].iter_mut().enumerate() {
            match unary(op, *value) {
                Ok(result) => *value = result,
                Err(_) => self.none |= 1 << lane,
            }
        }
    }

    fn with_number(&mut self, op: Binary, n: i64, lanes: usize) {
        let none = self.none;
        // The cases that make up most rules, in loops that the compiler turns into vector code.
        let fits = match op {
            Binary::Add => each(&mut self.values, lanes, |a| a.wrapping_add(n)),
            Binary::Sub => each(&mut self.values, lanes, |a| a.wrapping_sub(n)),
            // The sign of a difference, which does not wrap around.
            Binary::Less if n.abs() < LARGEST => each(&mut self.values, lanes, |a| ((a - n) as u64 >> 63) as i64),
            Binary::AtMost if n.abs() < LARGEST => each(&mut self.values, lanes, |a| (!(n - a) as u64 >> 63) as i64),
            Binary::Mul if n.abs() < SMALL && are_small(&self.values[..lanes]) => {
                each(&mut self.values, lanes, |a| a.wrapping_mul(n))
            }
            Binary::Equal => each(&mut self.values, lanes, |a| i64::from(a == n)),
            Binary::Unequal => each(&mut self.values, lanes, |a| i64::from(a != n)),
            Binary::Min => each(&mut self.values, lanes, |a| a.min(n)),
            Binary::Max => each(&mut self.values, lanes, |a| a.max(n)),
            // Both round down, whatever the sign.
            Binary::Div if is_power_of_two(n) => each(&mut self.values, lanes, |a| a >> n.trailing_zeros()),
            Binary::Rem if is_power_of_two(n) => each(&mut self.values, lanes, |a| a & (n - 1)),
            Binary::Div if 0 < n && n < SMALL && are_natural(&self.values[..lanes]) => {
                let inverse = inverse(n);
                each(&mut self.values, lanes, |a| quotient(a, inverse))
            }
            Binary::Rem if 0 < n && n < SMALL && are_natural(&self.values[..lanes]) => {
                let inverse = inverse(n);
                each(&mut self.values, lanes, |a| a - n * quotient(a, inverse))
            }
            _ => return self.binary(op, &[n; LANES], 0, lanes),
        };
        self.none = none;
        if !fits {
            self.mark_large(lanes);
        }
    }

    fn binary(&mut self, op: Binary, other: &Lanes, other_none: u64, lanes: usize) {
        let both = self.none | other_none;
        let fits = match op {
            Binary::Add => pairs(&mut self.values, other, lanes, i64::wrapping_add),
            Binary::Sub => pairs(&mut self.values, other, lanes, i64::wrapping_sub),
            Binary::Min => pairs(&mut self.values, other, lanes, Ord::min),
            Binary::Max => pairs(&mut self.values, other, lanes, Ord::max),
            Binary::Xor => pairs(&mut self.values, other, lanes, |a, b| a ^ b),
            Binary::And => pairs(&mut self.values, other, lanes, |a, b| a & b),
            Binary::Or => pairs(&mut self.values, other, lanes, |a, b| a | b),
            Binary::Less => pairs(&mut self.values, other, lanes, |a, b| i64::from(a < b)),
            Binary::AtMost => pairs(&mut self.values, other, lanes, |a, b| i64::from(a <= b)),
            Binary::Equal => pairs(&mut self.values, other, lanes, |a, b| i64::from(a == b)),
            Binary::Unequal => pairs(&mut self.values, other, lanes, |a, b| i64::from(a != b)),
            Binary::Both | Binary::Either => {
                // What the left side decides does not ask the right side, not even whether it has a value.
                let decides = if op == Binary::Both { 0 } else { 1 };
                for (lane, (a, &b)) in self.values[..lanes].iter_mut().zip(other).enumerate() {
                    let bit = 1 << lane;
                    if self.none & bit == 0 && *a != decides {
                        *a = b;
                        self.none |= other_none & bit;
                    }
                }
                return;
            }
            Binary::Mul if are_small(&self.values[..lanes]) && are_small(&other[..lanes]) => {
                pairs(&mut self.values, other, lanes, i64::wrapping_mul)
            }
            // Division of 32 bits takes half the time.
            Binary::Div if divides(&self.values[..lanes], &other[..lanes]) => {
                pairs(&mut self.values, other, lanes, |a, b| i64::from(a as u32 / b as u32))
            }
            Binary::Rem if divides(&self.values[..lanes], &other[..lanes]) => {
                pairs(&mut self.values, other, lanes, |a, b| i64::from(a as u32 % b as u32))
            }
            Binary::Mul | Binary::Div | Binary::Rem | Binary::Pow | Binary::Gcd => {
                self.none = both;
                for (lane, (a, &b)) in self.values[..lanes].iter_mut().zip(other).enumerate() {
                    match apply(op, *a, b) {
                        Ok(result) => *a = result,
                        Err(_) => {
                            *a = 0;
                            self.none |= 1 << lane;
                        }
                    }
                }
                return;
            }
        };
        self.none = both;
        if !fits {
            self.mark_large(lanes);
        }
    }

    /// Marks the lanes beyond the largest number. All values were within it before, so none wrapped around.
    fn mark_large(&mut self, lanes: usize) {
        for (lane, value) in self.values[..lanes].iter_mut().enumerate() {
            if !(-LARGEST..=LARGEST).contains(value) {
                *value = 0;
                self.none |= 1 << lane;
            }
        }
    }
}

/// Puts `f` of each value in its place; tells whether all results are within the largest number.
/// Gathers in its sign whether some number is beyond the largest one; 2^62 itself counts as such, for a closer look. In bits
/// alone, since comparisons of 64 bits are slow vector code on older machines.
#[inline(always)]
fn beyond(gathered: i64, value: i64) -> i64 {
    gathered | (value ^ (value << 1))
}

#[inline(always)]
fn each(values: &mut Lanes, lanes: usize, f: impl Fn(i64) -> i64) -> bool {
    let mut gathered = 0;
    for value in &mut values[..lanes] {
        *value = f(*value);
        gathered = beyond(gathered, *value);
    }
    gathered >= 0
}

#[inline(always)]
fn pairs(values: &mut Lanes, other: &Lanes, lanes: usize, f: impl Fn(i64, i64) -> i64) -> bool {
    let mut gathered = 0;
    for (value, &b) in values[..lanes].iter_mut().zip(other) {
        *value = f(*value, b);
        gathered = beyond(gathered, *value);
    }
    gathered >= 0
}

/// Products of smaller numbers are within the largest number.
const SMALL: i64 = 1 << 30;

/// Whether all numbers are small.
fn are_small(values: &[i64]) -> bool {
    values.iter().fold(0, |gathered, &v| gathered | (v ^ (v >> 63))) < SMALL
}

/// Whether all numbers are small and none is negative.
fn are_natural(values: &[i64]) -> bool {
    (0..SMALL).contains(&values.iter().fold(0, |gathered, &v| gathered | v))
}

/// Whether numbers and divisors are small, none is negative, and no divisor is 0.
fn divides(numbers: &[i64], divisors: &[i64]) -> bool {
    are_natural(numbers) && are_natural(divisors) && divisors.iter().all(|&v| v != 0)
}

fn is_power_of_two(n: i64) -> bool {
    n > 0 && n & (n - 1) == 0
}

/// `2^64 / n` rounded up, for `n` from 2 on, of at most 32 bits: quotients of numbers of 32 bits by multiplication
/// (D. Lemire, O. Kaser, N. Kurz, Faster remainder by direct computation, 2019).
fn inverse(n: i64) -> u64 {
    u64::MAX / n as u64 + 1
}

#[inline(always)]
fn quotient(a: i64, inverse: u64) -> i64 {
    ((a as u128 * u128::from(inverse)) >> 64) as i64
}

fn within(value: i64) -> Option<i64> {
    (-LARGEST..=LARGEST).contains(&value).then_some(value)
}

pub(crate) fn unary(op: Unary, a: i64) -> Result<i64, Trouble> {
    Ok(match op {
        Unary::Negate => -a,
        Unary::Not => i64::from(a == 0),
        Unary::Popcount => i64::from(a.count_ones()),
        Unary::Isqrt => a.checked_isqrt().ok_or(Trouble::NegativeRoot)?,
        Unary::Abs => a.abs(),
        Unary::Phi => {
            // The root is irrational, so rounding it down first changes nothing; below 0 the contrary is rounded up.
            let x = i128::from(a).abs();
            let floor = (x + (5 * x * x).isqrt()) / 2;
            let value = if a < 0 { -floor - 1 } else { floor };
            i64::try_from(value).ok().and_then(within).ok_or(Trouble::TooLarge)?
        }
        Unary::Surd(Surd { p, d, q }) => {
            // floor((m + y)/q) is floor((m + floor(y))/q) for integers m and q, and d*a*a is no square but for a = 0.
            let x = i128::from(a);
            let root = (i128::from(d) * x * x).isqrt();
            let root = if a < 0 { -root - 1 } else { root };
            let value = (i128::from(p) * x + root).div_euclid(i128::from(q));
            i64::try_from(value).ok().and_then(within).ok_or(Trouble::TooLarge)?
        }
        Unary::TrailingOnes if a >= 0 => i64::from(a.trailing_ones()),
        Unary::TrailingZeros if a > 0 => i64::from(a.trailing_zeros()),
        Unary::LowestPower if a > 0 => a & -a,
        Unary::HighestPower if a > 0 => 1 << a.ilog2(),
        Unary::TrailingOnes | Unary::TrailingZeros | Unary::LowestPower | Unary::HighestPower => {
            return Err(Trouble::NoDigits);
        }
    })
}

/// One operation; division rounds down, and a remainder has the sign of the divisor.
pub(crate) fn apply(op: Binary, a: i64, b: i64) -> Result<i64, Trouble> {
    let value = match op {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        Binary::Div | Binary::Rem if b == 0 => return Err(Trouble::DivisionByZero),
        Binary::Div => {
            let quotient = a / b;
            Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
        }
        Binary::Rem => {
            let rest = a % b;
            Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
        }
        Binary::Pow if b < 0 => return Err(Trouble::NegativeExponent),
        Binary::Pow => match a {
            0 | 1 => Some(if b == 0 { 1 } else { a }),
            -1 => Some(if b % 2 == 0 { 1 } else { -1 }),
            _ => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
        },
        Binary::Min => Some(a.min(b)),
        Binary::Max => Some(a.max(b)),
        Binary::Gcd => {
            let (mut a, mut b) = (a.abs(), b.abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            Some(a)
        }
        Binary::Xor => Some(a ^ b),
        Binary::And => Some(a & b),
        Binary::Or => Some(a | b),
        Binary::Less => Some(i64::from(a < b)),
        Binary::AtMost => Some(i64::from(a <= b)),
        Binary::Equal => Some(i64::from(a == b)),
        Binary::Unequal => Some(i64::from(a != b)),
        Binary::Both => Some(i64::from(a != 0 && b != 0)),
        Binary::Either => Some(i64::from(a != 0 || b != 0)),
    };
    value.filter(|v| (-LARGEST..=LARGEST).contains(v)).ok_or(Trouble::TooLarge)
}

impl Code {
    /// The expression without its last step, if that is `last`.
    pub fn without_last(&self, last: Op) -> Option<Code> {
        let (&op, rest) = self.ops.split_last()?;
        (op == last && !rest.is_empty()).then(|| Code { ops: rest.to_vec(), spans: self.spans[..rest.len()].to_vec() })
    }

    /// The last operation with its two operands, if it has two.
    pub fn operands(&self) -> Option<(Binary, Code, Code)> {
        let (&last, ops) = self.ops.split_last()?;
        let (end, span) = (ops.len(), self.spans.last()?.clone());
        let piece = |from: usize, to: usize| Code { ops: ops[from..to].to_vec(), spans: self.spans[from..to].to_vec() };
        match last {
            Op::WithVariable(op, v) => Some((op, piece(0, end), Code::variable(v, span))),
            Op::WithNumber(op, n) => Some((op, piece(0, end), Code::number(n, span))),
            Op::Binary(op) => {
                // Back to where the second operand begins: there one value more is needed than there is.
                let (mut from, mut wanted) = (end, 1usize);
                while wanted > 0 {
                    from = from.checked_sub(1)?;
                    match ops[from] {
                        Op::Number(_) | Op::Variable(_) => wanted -= 1,
                        Op::Binary(_) => wanted += 1,
                        Op::Mex(count) => wanted = wanted + count as usize - 1,
                        Op::Unary(_) | Op::WithVariable(..) | Op::WithNumber(..) => {}
                    }
                }
                Some((op, piece(0, from), piece(from, end)))
            }
            _ => None,
        }
    }

    /// What a comparison with this variable, or with its square, on the left says of it.
    pub fn compared_with(&self, variable: u32) -> Option<Limit> {
        let (Op::Variable(first), mut rest) = self.ops.split_first()? else { return None };
        if *first != variable {
            return None;
        }
        let square = rest.first() == Some(&Op::WithVariable(Binary::Mul, variable));
        if square {
            rest = &rest[1..];
        }
        let limit = |least: Code, op: Binary| Some(Limit { least, square, exact: op == Binary::AtMost });
        let span = self.span();
        match rest {
            [Op::WithVariable(op @ (Binary::AtMost | Binary::Less), v)] => limit(Code::variable(*v, span), *op),
            [Op::WithNumber(op @ (Binary::AtMost | Binary::Less), n)] => limit(Code::number(*n, span), *op),
            [inner @ .., Op::Binary(op @ (Binary::AtMost | Binary::Less))] => {
                // What stands between must be one whole expression.
                let mut depth = 0usize;
                for op in inner {
                    match op {
                        Op::Number(_) | Op::Variable(_) => depth += 1,
                        Op::Binary(_) => depth = depth.checked_sub(1).filter(|&d| d > 0)?,
                        Op::Unary(_) | Op::WithVariable(..) | Op::WithNumber(..) if depth == 0 => return None,
                        Op::Mex(_) => return None,
                        Op::Unary(_) | Op::WithVariable(..) | Op::WithNumber(..) => {}
                    }
                }
                let from = 1 + usize::from(square);
                let code = || Code { ops: inner.to_vec(), spans: self.spans[from..from + inner.len()].to_vec() };
                (depth == 1).then(code).and_then(|code| limit(code, *op))
            }
            _ => None,
        }
    }
}
