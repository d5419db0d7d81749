//! Evaluates expressions for up to 64 values of the innermost variable at once, as vector code.
//!
//! Each step of the code is decoded once for all lanes. The loops over the lanes are written so that the compiler
//! vectorises them.

use grundy_syntax::code::{Code, Op};
use grundy_syntax::operator::{Binary, Unary, apply, mex, unary};
use grundy_syntax::token::MAX_NUMBER;

pub(crate) use grundy_rules::LANES;

/// One number per lane. A lane belongs to one value of the innermost variable.
pub(crate) type Lanes = [i64; LANES];

/// The values of an expression: one number per lane, and a mask of the lanes without a value.
pub(crate) struct LaneValues {
    pub values: Lanes,
    /// A mask with one bit for each lane where the expression has no value.
    pub undefined: u64,
}

/// The evaluation stack, reused between evaluations.
#[derive(Default)]
pub(crate) struct Stack(pub Vec<LaneValues>);

impl Stack {
    #[inline]
    pub fn push(&mut self, depth: &mut usize) -> &mut LaneValues {
        if self.0.len() == *depth {
            self.0.push(LaneValues { values: [0; LANES], undefined: 0 });
        }
        *depth += 1;
        let top = &mut self.0[*depth - 1];
        top.undefined = 0;
        top
    }
}

/// The values of the variables.
///
/// Every variable has one number, except the innermost variable, which has one number per lane.
pub(crate) struct Scope<'a> {
    pub values: &'a [i64],
    /// The index of the innermost variable and its value in each lane.
    ///
    /// `None` means that no variable differs by lane.
    pub inner: Option<(u32, &'a Lanes)>,
    /// The number of lanes in use, at most 64.
    pub lanes: usize,
}

impl Scope<'_> {
    /// Evaluates an expression in each lane.
    pub fn evaluate<'s>(&self, code: &Code, stack: &'s mut Stack) -> &'s LaneValues {
        let lanes = self.lanes;
        let mut depth = 0;
        for &op in code.ops() {
            match op {
                Op::Number(n) => {
                    let top = stack.push(&mut depth);
                    top.values[..lanes].fill(n);
                }
                Op::Variable(v) => {
                    let top = stack.push(&mut depth);
                    match self.inner {
                        Some((inner, values)) if inner == v => top.values[..lanes].copy_from_slice(&values[..lanes]),
                        _ => top.values[..lanes].fill(self.values[v as usize]),
                    }
                }
                Op::Unary(op) => stack.0[depth - 1].unary(op, lanes),
                Op::Entry(list) => {
                    let top = &mut stack.0[depth - 1];
                    for lane in 0..lanes {
                        match code.entry_at(list, top.values[lane]) {
                            Ok(entry) => top.values[lane] = entry,
                            Err(_) => top.undefined |= 1 << lane,
                        }
                    }
                }
                Op::Mex(count) => {
                    let list = &mut stack.0[depth - count as usize..depth];
                    for lane in 0..lanes {
                        let values: Vec<i64> = list.iter().map(|operand| operand.values[lane]).collect();
                        list[0].values[lane] = mex(&values);
                    }
                    list[0].undefined = list.iter().fold(0, |undefined, operand| undefined | operand.undefined);
                    depth -= count as usize - 1;
                }
                Op::Binary(op) => {
                    let (low, high) = stack.0.split_at_mut(depth - 1);
                    low[depth - 2].binary(op, &high[0].values, high[0].undefined, lanes);
                    depth -= 1;
                }
                Op::WithVariable(op, v) => {
                    let top = &mut stack.0[depth - 1];
                    match self.inner {
                        Some((inner, values)) if inner == v => top.binary(op, values, 0, lanes),
                        _ => top.with_number(op, self.values[v as usize], lanes),
                    }
                }
                Op::WithNumber(op, n) => stack.0[depth - 1].with_number(op, n, lanes),
            }
        }
        &stack.0[0]
    }
}

impl LaneValues {
    #[inline]
    pub fn unary(&mut self, op: Unary, lanes: usize) {
        for (lane, value) in self.values[..lanes].iter_mut().enumerate() {
            match unary(op, *value) {
                Ok(result) => *value = result,
                Err(_) => self.undefined |= 1 << lane,
            }
        }
    }

    #[inline]
    pub fn with_number(&mut self, op: Binary, n: i64, lanes: usize) {
        let undefined = self.undefined;
        // The most frequent operations have loops that the compiler vectorises.
        let fits = match op {
            Binary::Add => map_lanes(&mut self.values, lanes, |a| a.wrapping_add(n)),
            Binary::Sub => map_lanes(&mut self.values, lanes, |a| a.wrapping_sub(n)),
            // These comparisons take the sign of a difference that cannot wrap around.
            Binary::Less if n.abs() < MAX_NUMBER => {
                map_lanes(&mut self.values, lanes, |a| ((a - n) as u64 >> 63) as i64)
            }
            Binary::AtMost if n.abs() < MAX_NUMBER => {
                map_lanes(&mut self.values, lanes, |a| (!(n - a) as u64 >> 63) as i64)
            }
            Binary::Mul if n.abs() < MAX_FACTOR && are_small(&self.values[..lanes]) => {
                map_lanes(&mut self.values, lanes, |a| a.wrapping_mul(n))
            }
            Binary::Equal => map_lanes(&mut self.values, lanes, |a| i64::from(a == n)),
            Binary::Unequal => map_lanes(&mut self.values, lanes, |a| i64::from(a != n)),
            Binary::Min => map_lanes(&mut self.values, lanes, |a| a.min(n)),
            Binary::Max => map_lanes(&mut self.values, lanes, |a| a.max(n)),
            // A shift and a mask give the floored quotient and the remainder, for negative numbers too.
            Binary::Div if is_power_of_two(n) => map_lanes(&mut self.values, lanes, |a| a >> n.trailing_zeros()),
            Binary::Rem if is_power_of_two(n) => map_lanes(&mut self.values, lanes, |a| a & (n - 1)),
            Binary::Div if 0 < n && n < MAX_FACTOR && are_natural(&self.values[..lanes]) => {
                let inverse = inverse(n);
                map_lanes(&mut self.values, lanes, |a| quotient(a, inverse))
            }
            Binary::Rem if 0 < n && n < MAX_FACTOR && are_natural(&self.values[..lanes]) => {
                let inverse = inverse(n);
                map_lanes(&mut self.values, lanes, |a| a - n * quotient(a, inverse))
            }
            _ => return self.binary(op, &[n; LANES], 0, lanes),
        };
        self.undefined = undefined;
        if !fits {
            self.mark_overflow(lanes);
        }
    }

    #[inline]
    pub fn binary(&mut self, op: Binary, other: &Lanes, other_undefined: u64, lanes: usize) {
        let any_undefined = self.undefined | other_undefined;
        let fits = match op {
            Binary::Add => zip_lanes(&mut self.values, other, lanes, i64::wrapping_add),
            Binary::Sub => zip_lanes(&mut self.values, other, lanes, i64::wrapping_sub),
            Binary::Min => zip_lanes(&mut self.values, other, lanes, Ord::min),
            Binary::Max => zip_lanes(&mut self.values, other, lanes, Ord::max),
            Binary::Xor => zip_lanes(&mut self.values, other, lanes, |a, b| a ^ b),
            Binary::And => zip_lanes(&mut self.values, other, lanes, |a, b| a & b),
            Binary::Or => zip_lanes(&mut self.values, other, lanes, |a, b| a | b),
            Binary::Less => zip_lanes(&mut self.values, other, lanes, |a, b| i64::from(a < b)),
            Binary::AtMost => zip_lanes(&mut self.values, other, lanes, |a, b| i64::from(a <= b)),
            Binary::Equal => zip_lanes(&mut self.values, other, lanes, |a, b| i64::from(a == b)),
            Binary::Unequal => zip_lanes(&mut self.values, other, lanes, |a, b| i64::from(a != b)),
            Binary::Both | Binary::Either => {
                // If the left operand decides, the right one is irrelevant, even if it has no value.
                let decides = if op == Binary::Both { 0 } else { 1 };
                for (lane, (a, &b)) in self.values[..lanes].iter_mut().zip(other).enumerate() {
                    let bit = 1 << lane;
                    if self.undefined & bit == 0 && *a != decides {
                        *a = b;
                        self.undefined |= other_undefined & bit;
                    }
                }
                return;
            }
            Binary::Mul if are_small(&self.values[..lanes]) && are_small(&other[..lanes]) => {
                zip_lanes(&mut self.values, other, lanes, i64::wrapping_mul)
            }
            // A 32-bit division takes half the time of a 64-bit one.
            Binary::Div if fits_u32_division(&self.values[..lanes], &other[..lanes]) => {
                zip_lanes(&mut self.values, other, lanes, |a, b| i64::from(a as u32 / b as u32))
            }
            Binary::Rem if fits_u32_division(&self.values[..lanes], &other[..lanes]) => {
                zip_lanes(&mut self.values, other, lanes, |a, b| i64::from(a as u32 % b as u32))
            }
            Binary::Mul | Binary::Div | Binary::Rem | Binary::Pow | Binary::Gcd => {
                self.undefined = any_undefined;
                for (lane, (a, &b)) in self.values[..lanes].iter_mut().zip(other).enumerate() {
                    match apply(op, *a, b) {
                        Ok(result) => *a = result,
                        Err(_) => {
                            *a = 0;
                            self.undefined |= 1 << lane;
                        }
                    }
                }
                return;
            }
        };
        self.undefined = any_undefined;
        if !fits {
            self.mark_overflow(lanes);
        }
    }

    /// Marks the lanes whose result exceeds `MAX_NUMBER` in absolute value as having no value.
    ///
    /// The operands did not exceed it, so no result wrapped around.
    fn mark_overflow(&mut self, lanes: usize) {
        for (lane, value) in self.values[..lanes].iter_mut().enumerate() {
            if !(-MAX_NUMBER..=MAX_NUMBER).contains(value) {
                *value = 0;
                self.undefined |= 1 << lane;
            }
        }
    }
}

/// Returns `gathered` with the sign bit set if `value` may exceed `MAX_NUMBER` in absolute value.
///
/// Once set, the sign bit stays set. A value of 2^62 also sets it; `mark_overflow` checks such values again. The test
/// uses bit operations only, since 64-bit comparisons are slow as vector code on older machines.
#[inline(always)]
fn accumulate_overflow(gathered: i64, value: i64) -> i64 {
    gathered | (value ^ (value << 1))
}

/// Replaces each value `v` by `f(v)`.
///
/// Returns `false` if some result may exceed `MAX_NUMBER` in absolute value; the caller must then check each lane.
#[inline(always)]
fn map_lanes(values: &mut Lanes, lanes: usize, f: impl Fn(i64) -> i64) -> bool {
    let mut gathered = 0;
    for value in &mut values[..lanes] {
        *value = f(*value);
        gathered = accumulate_overflow(gathered, *value);
    }
    gathered >= 0
}

#[inline(always)]
fn zip_lanes(values: &mut Lanes, other: &Lanes, lanes: usize, f: impl Fn(i64, i64) -> i64) -> bool {
    let mut gathered = 0;
    for (value, &b) in values[..lanes].iter_mut().zip(other) {
        *value = f(*value, b);
        gathered = accumulate_overflow(gathered, *value);
    }
    gathered >= 0
}

/// A bound on factors: the product of two numbers up to this bound does not exceed `MAX_NUMBER`.
const MAX_FACTOR: i64 = 1 << 30;

/// Returns whether the absolute values of all numbers are at most `MAX_FACTOR`.
fn are_small(values: &[i64]) -> bool {
    values.iter().fold(0, |gathered, &v| gathered | (v ^ (v >> 63))) < MAX_FACTOR
}

/// Returns whether all numbers are non-negative and below `MAX_FACTOR`.
fn are_natural(values: &[i64]) -> bool {
    (0..MAX_FACTOR).contains(&values.iter().fold(0, |gathered, &v| gathered | v))
}

/// Returns whether all quotients can be computed in `u32`.
///
/// This is so if all numbers and divisors are non-negative and below `MAX_FACTOR`, and no divisor is 0.
fn fits_u32_division(numbers: &[i64], divisors: &[i64]) -> bool {
    are_natural(numbers) && are_natural(divisors) && divisors.iter().all(|&v| v != 0)
}

fn is_power_of_two(n: i64) -> bool {
    n > 0 && n & (n - 1) == 0
}

/// Returns `2^64 / n`, rounded up, for `n` from 2 to `2^32 - 1`.
///
/// Multiplication by this inverse divides 32-bit numbers by `n` (D. Lemire, O. Kaser, N. Kurz, Faster remainder by
/// direct computation, 2019).
fn inverse(n: i64) -> u64 {
    u64::MAX / n as u64 + 1
}

#[inline(always)]
fn quotient(a: i64, inverse: u64) -> i64 {
    ((a as u128 * u128::from(inverse)) >> 64) as i64
}
