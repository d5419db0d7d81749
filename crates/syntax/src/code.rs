//! Expressions as postfix code, and their evaluation with one number per variable.
//!
//! Postfix code is a flat list, so an expression with 10^5 terms is evaluated and dropped without recursion.

use super::operator::{Binary, EvalError, Unary, apply, in_range, mex, unary};
use std::ops::Range;
use std::sync::Arc;

/// The constant lists of a rule, such as `v = [3,1,4]`, in the order in which they are written.
pub type Lists = Arc<[Vec<i64>]>;

/// An operation of postfix code; it takes its operands from the top of a stack and pushes its result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    Number(i64),
    /// A parameter or a variable, by its index.
    Variable(u32),
    Unary(Unary),
    Binary(Binary),
    /// A binary operation whose second operand is a variable, by its index.
    WithVariable(Binary, u32),
    /// A binary operation whose second operand is a number.
    WithNumber(Binary, i64),
    /// The mex of the topmost values; the number says how many.
    Mex(u32),
    /// The entry of a list at the topmost value, counted from 1; the number is the index of the list.
    Entry(u32),
}

/// An expression.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Code {
    ops: Vec<Op>,
    /// The span of each operation in the input, in bytes.
    spans: Vec<Range<usize>>,
    /// The lists of the rule, if the expression has entries of lists.
    lists: Option<Lists>,
}

/// An upper bound on `k` that follows from a condition `k <= E`, `k < E`, `k*k <= E` or `k*k < E`.
pub struct UpperBound {
    /// The expression `E`.
    pub bound: Code,
    /// Whether the condition bounds the square of `k`.
    pub is_of_square: bool,
    /// Whether the condition has `<=`, so that the bound is equivalent to the condition.
    pub is_exact: bool,
}

impl Code {
    pub fn number(value: i64, span: Range<usize>) -> Code {
        Code { ops: vec![Op::Number(value)], spans: vec![span], lists: None }
    }

    pub fn variable(index: u32, span: Range<usize>) -> Code {
        Code { ops: vec![Op::Variable(index)], spans: vec![span], lists: None }
    }

    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// Returns the span of the entire expression.
    pub fn span(&self) -> Range<usize> {
        let start = self.spans.iter().map(|s| s.start).min().unwrap_or(0);
        start..self.spans.iter().map(|s| s.end).max().unwrap_or(0)
    }

    /// Returns the value of a constant expression.
    ///
    /// Returns `None` if the expression has variables or its evaluation fails.
    pub fn constant(&self) -> Option<i64> {
        if self.ops.iter().any(|op| matches!(op, Op::Variable(_) | Op::WithVariable(..))) {
            return None;
        }
        self.evaluate_at(&[]).ok()
    }

    /// Returns the index of the variable if the expression is a single variable.
    pub fn as_variable(&self) -> Option<u32> {
        match self.ops[..] {
            [Op::Variable(index)] => Some(index),
            _ => None,
        }
    }

    /// Returns whether the expression is a product with a loop variable as a factor.
    ///
    /// Loop variables have indices from `arity` on.
    pub fn is_multiple(&self, arity: usize) -> bool {
        let is_loop = |v: u32| v as usize >= arity;
        match self.ops[..] {
            [.., Op::WithVariable(Binary::Mul, v)] => is_loop(v),
            [Op::Variable(v), .., Op::Binary(Binary::Mul)] => is_loop(v),
            _ => false,
        }
    }

    pub fn uses(&self, variable: u32) -> bool {
        self.ops.iter().any(|op| matches!(op, Op::Variable(v) | Op::WithVariable(_, v) if *v == variable))
    }

    /// Returns whether the expression uses this variable or a later one.
    pub fn uses_from(&self, variable: u32) -> bool {
        self.ops.iter().any(|op| matches!(op, Op::Variable(v) | Op::WithVariable(_, v) if *v >= variable))
    }

    /// Returns the degree of the expression as a polynomial in this variable.
    ///
    /// Returns `None` if the expression is not such a polynomial or if its degree exceeds 2.
    pub fn degree_in(&self, variable: u32) -> Option<u32> {
        const MAX_DEGREE: u32 = 2;
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
                Op::Unary(_) | Op::Entry(_) if stack.last() == Some(&0) => continue,
                Op::Unary(_) | Op::Mex(_) | Op::Entry(_) => return None,
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
            if degree > MAX_DEGREE {
                return None;
            }
            stack.push(degree);
        }
        stack.pop()
    }

    /// Returns a bound on the absolute value of the expression.
    ///
    /// The parameter `values` contains bounds on the absolute values of the variables. No subexpression exceeds
    /// `MAX_NUMBER` in absolute value if there is a result. Returns `None` if a bound exceeds `MAX_NUMBER`, if the
    /// evaluation stack exceeds 8 values, or if the expression has operations other than sums, differences, products
    /// and negation.
    pub fn magnitude(&self, values: &[i64]) -> Option<i64> {
        let mut stack = [0i64; 8];
        let mut depth = 0;
        for &op in &self.ops {
            let (op, second) = match op {
                Op::Number(n) => {
                    *stack.get_mut(depth)? = n.abs();
                    depth += 1;
                    continue;
                }
                Op::Variable(v) => {
                    *stack.get_mut(depth)? = values[v as usize].abs();
                    depth += 1;
                    continue;
                }
                Op::Unary(Unary::Negate) => continue,
                Op::Unary(_) | Op::Mex(_) | Op::Entry(_) => return None,
                Op::Binary(op) => {
                    depth -= 1;
                    (op, stack[depth])
                }
                Op::WithVariable(op, v) => (op, values[v as usize].abs()),
                Op::WithNumber(op, n) => (op, n.abs()),
            };
            let first = stack[depth - 1];
            stack[depth - 1] = match op {
                Binary::Add | Binary::Sub => first.checked_add(second).and_then(in_range)?,
                Binary::Mul => first.checked_mul(second).and_then(in_range)?,
                _ => return None,
            };
        }
        Some(stack[0])
    }

    /// Returns the approximate cost of one evaluation, in units of an addition.
    pub fn cost(&self) -> u64 {
        let op_cost = |op: &Op| match op {
            Op::Binary(op) | Op::WithVariable(op, _) | Op::WithNumber(op, _) => match op {
                Binary::Gcd => 40,
                Binary::Pow => 20,
                Binary::Div | Binary::Rem => 8,
                _ => 1,
            },
            Op::Unary(Unary::Isqrt) => 10,
            _ => 1,
        };
        self.ops.iter().map(op_cost).sum()
    }

    pub fn unary(mut self, op: Unary, span: Range<usize>) -> Code {
        self.ops.push(Op::Unary(op));
        self.spans.push(span);
        self
    }

    /// Returns the expression for the entry of a list at the index that this expression gives.
    pub fn entry(mut self, list: u32, lists: Lists, span: Range<usize>) -> Code {
        self.ops.push(Op::Entry(list));
        self.spans.push(span);
        self.lists = Some(lists);
        self
    }

    /// Returns the entry of a list at an index, counted from 1.
    pub fn entry_at(&self, list: u32, index: i64) -> Result<i64, EvalError> {
        let list = self.lists.as_ref().and_then(|lists| lists.get(list as usize)).map_or(&[][..], |list| list);
        let entry = usize::try_from(index).ok().and_then(|index| list.get(index.checked_sub(1)?));
        entry.copied().ok_or(EvalError::OutsideList { index, length: list.len() })
    }

    /// Returns the expression for the mex of a list of expressions.
    pub fn mex(list: Vec<Code>, span: Range<usize>) -> Code {
        let count = list.len() as u32;
        let mut all = Code::default();
        for code in list {
            all.ops.extend(code.ops);
            all.spans.extend(code.spans);
            all.lists = all.lists.or(code.lists);
        }
        all.ops.push(Op::Mex(count));
        all.spans.push(span);
        all
    }

    /// Returns `self op other`.
    pub fn binary(mut self, op: Binary, other: Code, span: Range<usize>) -> Code {
        self.lists = self.lists.or(other.lists);
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

    /// Evaluates the expression with one number per variable.
    ///
    /// # Errors
    /// Returns the first evaluation error, with its span.
    pub fn evaluate_at(&self, values: &[i64]) -> Result<i64, (EvalError, Range<usize>)> {
        if let Some(value) = self.try_evaluate_at(values) {
            return Ok(value);
        }
        let results: Vec<Result<i64, std::convert::Infallible>> = values.iter().map(|&value| Ok(value)).collect();
        self.evaluate_partially(&results).map_err(|fault| match fault {
            NoValue::EvalError(error, span) => (error, span),
            NoValue::Variable(never) => match never {},
        })
    }

    /// Evaluates like `evaluate_at`, but faster.
    ///
    /// Returns `None` after an error or if the stack exceeds 8 values.
    pub fn try_evaluate_at(&self, values: &[i64]) -> Option<i64> {
        match self.ops[..] {
            [Op::Number(n)] => return Some(n),
            [Op::Variable(v)] => return Some(values[v as usize]),
            _ => {}
        }
        let mut stack = [0; 8];
        let mut depth = 0;
        for &op in &self.ops {
            let (binary, second) = match op {
                Op::Number(n) => {
                    *stack.get_mut(depth)? = n;
                    depth += 1;
                    continue;
                }
                Op::Variable(v) => {
                    *stack.get_mut(depth)? = values[v as usize];
                    depth += 1;
                    continue;
                }
                Op::Unary(op) => {
                    stack[depth - 1] = unary(op, stack[depth - 1]).ok()?;
                    continue;
                }
                Op::Entry(list) => {
                    stack[depth - 1] = self.entry_at(list, stack[depth - 1]).ok()?;
                    continue;
                }
                Op::Mex(count) => {
                    depth -= count as usize;
                    *stack.get_mut(depth)? = mex(&stack[depth..depth + count as usize]);
                    depth += 1;
                    continue;
                }
                Op::Binary(op) => {
                    depth -= 1;
                    (op, stack[depth])
                }
                Op::WithVariable(op, v) => (op, values[v as usize]),
                Op::WithNumber(op, n) => (op, n),
            };
            let first = stack[depth - 1];
            stack[depth - 1] = match binary {
                // Sums and differences, the most frequent operations, have a fast path. Both numbers are at most 2^62
                // in absolute value, so the result wraps at most to -2^63, which is out of range.
                Binary::Sub => in_range(first.wrapping_sub(second))?,
                Binary::Add => in_range(first.wrapping_add(second))?,
                _ => apply(binary, first, second).ok()?,
            };
        }
        Some(stack[0])
    }

    /// Evaluates the expression where some variables have no value; their entries are `Err` with a reason.
    ///
    /// If the left operand decides `and` or `or`, the right one need not have a value.
    ///
    /// # Errors
    /// Returns the first error, from left to right, that affects the result.
    pub fn evaluate_partially<W: Copy>(&self, values: &[Result<i64, W>]) -> Result<i64, NoValue<W>> {
        // An error contains the index of the operation at which it occurs; the inner `Err` is a variable without a
        // value.
        type PartialValue<W> = Result<i64, (usize, Result<EvalError, W>)>;
        let variable = |at: usize, v: u32| -> PartialValue<W> { values[v as usize].map_err(|why| (at, Err(why))) };
        let apply_partially = |at: usize, op: Binary, a: PartialValue<W>, b: PartialValue<W>| -> PartialValue<W> {
            match (op, a, b) {
                (Binary::Both, Ok(0), _) => Ok(0),
                (Binary::Either, Ok(1..), _) => Ok(1),
                // The first error in the text counts. Compare the spans, since the code of `>` has its operands in
                // reverse order.
                (Binary::Both | Binary::Either, Err(a), _) => Err(a),
                (_, Err(a), Err(b)) => Err(if self.spans[b.0].start < self.spans[a.0].start { b } else { a }),
                (_, Err(fault), _) | (_, _, Err(fault)) => Err(fault),
                (op, Ok(a), Ok(b)) => apply(op, a, b).map_err(|error| (at, Ok(error))),
            }
        };
        let mut stack: Vec<PartialValue<W>> = vec![];
        for (at, &op) in self.ops.iter().enumerate() {
            let result = match op {
                Op::Number(n) => Ok(n),
                Op::Variable(v) => variable(at, v),
                Op::Unary(op) => {
                    let Some(a) = stack.pop() else { break };
                    a.and_then(|a| unary(op, a).map_err(|error| (at, Ok(error))))
                }
                Op::Entry(list) => {
                    let Some(a) = stack.pop() else { break };
                    a.and_then(|a| self.entry_at(list, a).map_err(|error| (at, Ok(error))))
                }
                Op::Mex(count) => {
                    let list = stack.split_off(stack.len() - count as usize);
                    list.into_iter().collect::<Result<Vec<i64>, _>>().map(|values| mex(&values))
                }
                Op::Binary(op) => {
                    let (Some(b), Some(a)) = (stack.pop(), stack.pop()) else { break };
                    apply_partially(at, op, a, b)
                }
                Op::WithVariable(op, v) => {
                    let Some(a) = stack.pop() else { break };
                    apply_partially(at, op, a, variable(at, v))
                }
                Op::WithNumber(op, n) => {
                    let Some(a) = stack.pop() else { break };
                    apply_partially(at, op, a, Ok(n))
                }
            };
            stack.push(result);
        }
        match stack.pop() {
            Some(Ok(value)) => Ok(value),
            Some(Err((at, Ok(error)))) => Err(NoValue::EvalError(error, self.spans[at].clone())),
            Some(Err((_, Err(why)))) => Err(NoValue::Variable(why)),
            None => Err(NoValue::EvalError(EvalError::TooLarge, self.span())),
        }
    }
}

/// The reason why an expression has no value in [`Code::evaluate_partially`].
pub enum NoValue<W> {
    /// An operation fails.
    EvalError(EvalError, Range<usize>),
    /// A variable has no value.
    Variable(W),
}

impl Code {
    /// Returns the expression of these operations.
    fn slice(&self, range: Range<usize>) -> Code {
        let spans = self.spans[range.clone()].to_vec();
        Code { ops: self.ops[range].to_vec(), spans, lists: self.lists.clone() }
    }

    /// Returns the expression without its last operation if this operation is `last`; otherwise `None`.
    pub fn without_last(&self, last: Op) -> Option<Code> {
        let (&op, rest) = self.ops.split_last()?;
        (op == last && !rest.is_empty()).then(|| self.slice(0..rest.len()))
    }

    /// Replaces a variable by a number.
    pub fn with_number(mut self, variable: u32, number: i64) -> Code {
        for op in &mut self.ops {
            match *op {
                Op::Variable(v) if v == variable => *op = Op::Number(number),
                Op::WithVariable(binary, v) if v == variable => *op = Op::WithNumber(binary, number),
                _ => {}
            }
        }
        self
    }

    /// Returns the last operation with its two operands; `None` if the operation is not binary.
    pub fn operands(&self) -> Option<(Binary, Code, Code)> {
        let (&last, ops) = self.ops.split_last()?;
        let (end, span) = (ops.len(), self.spans.last()?.clone());
        let slice = |from: usize, to: usize| self.slice(from..to);
        match last {
            Op::WithVariable(op, v) => Some((op, slice(0, end), Code::variable(v, span))),
            Op::WithNumber(op, n) => Some((op, slice(0, end), Code::number(n, span))),
            Op::Binary(op) => {
                // Go back to the start of the second operand, counting the values that are still missing.
                let (mut from, mut needed) = (end, 1usize);
                while needed > 0 {
                    from = from.checked_sub(1)?;
                    match ops[from] {
                        Op::Number(_) | Op::Variable(_) => needed -= 1,
                        Op::Binary(_) => needed += 1,
                        Op::Mex(count) => needed = needed + count as usize - 1,
                        Op::Unary(_) | Op::Entry(_) | Op::WithVariable(..) | Op::WithNumber(..) => {}
                    }
                }
                Some((op, slice(0, from), slice(from, end)))
            }
            _ => None,
        }
    }

    /// Returns the upper bound that the expression, as a condition, implies for this variable.
    ///
    /// The bound may be for the square of the variable instead.
    pub fn implied_upper_bound(&self, variable: u32) -> Option<UpperBound> {
        let (Op::Variable(first), mut rest) = self.ops.split_first()? else { return None };
        if *first != variable {
            return None;
        }
        let is_of_square = rest.first() == Some(&Op::WithVariable(Binary::Mul, variable));
        if is_of_square {
            rest = &rest[1..];
        }
        let upper_bound =
            |bound: Code, op: Binary| Some(UpperBound { bound, is_of_square, is_exact: op == Binary::AtMost });
        let span = self.span();
        match rest {
            [Op::WithVariable(op @ (Binary::AtMost | Binary::Less), v)] => upper_bound(Code::variable(*v, span), *op),
            [Op::WithNumber(op @ (Binary::AtMost | Binary::Less), n)] => upper_bound(Code::number(*n, span), *op),
            [inner @ .., Op::Binary(op @ (Binary::AtMost | Binary::Less))] => {
                // The operations in between must form a single expression.
                let mut depth = 0usize;
                for op in inner {
                    match op {
                        Op::Number(_) | Op::Variable(_) => depth += 1,
                        Op::Binary(_) => depth = depth.checked_sub(1).filter(|&d| d > 0)?,
                        Op::Unary(_) | Op::Entry(_) | Op::WithVariable(..) | Op::WithNumber(..) if depth == 0 => {
                            return None;
                        }
                        Op::Mex(_) => return None,
                        Op::Unary(_) | Op::Entry(_) | Op::WithVariable(..) | Op::WithNumber(..) => {}
                    }
                }
                let from = 1 + usize::from(is_of_square);
                let code = || self.slice(from..from + inner.len());
                (depth == 1).then(code).and_then(|code| upper_bound(code, *op))
            }
            _ => None,
        }
    }
}
