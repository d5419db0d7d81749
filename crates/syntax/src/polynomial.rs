//! Expressions as polynomials in one variable, to compute runs of options without evaluating code.

use super::code::{Code, Op};
use super::operator::{Binary, Unary};
use super::token::MAX_NUMBER;
use smallvec::{SmallVec, smallvec};

/// The bound on the absolute values of variables in a form.
///
/// Within this bound, no subexpression exceeds `MAX_NUMBER`.
pub const MAX_VARIABLE: i64 = 1 << 26;
/// The maximum absolute value of a coefficient.
const MAX_COEFFICIENT: i64 = 1 << 20;

/// The polynomial `constant + terms + linear*k + square*k^2` in the variable `k`.
///
/// The terms are the other variables (by index) with their coefficients.
#[derive(Clone, Debug, PartialEq)]
pub struct QuadraticForm {
    constant: i64,
    terms: SmallVec<[(u32, i64); 2]>,
    linear: i64,
    square: i64,
}

impl QuadraticForm {
    fn number(constant: i64) -> QuadraticForm {
        QuadraticForm { constant, terms: smallvec![], linear: 0, square: 0 }
    }

    /// Converts an expression to a form in the variable `k`; returns `None` if no form represents it.
    pub fn from_code(code: &Code, k: u32) -> Option<QuadraticForm> {
        let places = code.ops().iter().map(|op| match op {
            Op::Variable(v) | Op::WithVariable(_, v) => *v as usize + 1,
            _ => 0,
        });
        // Evaluating the code must not fail where the form has a value, so all intermediate values must be small.
        code.magnitude(&vec![MAX_VARIABLE; places.max()?]).filter(|&bound| bound <= MAX_NUMBER / 8)?;
        let variable = |v: u32| match k == v {
            true => QuadraticForm { linear: 1, ..QuadraticForm::number(0) },
            false => QuadraticForm { terms: smallvec![(v, 1)], ..QuadraticForm::number(0) },
        };
        let mut stack: Vec<QuadraticForm> = vec![];
        for op in code.ops() {
            let (op, second) = match *op {
                Op::Number(n) => {
                    stack.push(QuadraticForm::number(n));
                    continue;
                }
                Op::Variable(v) => {
                    stack.push(variable(v));
                    continue;
                }
                Op::Unary(Unary::Negate) => {
                    let last = stack.pop()?.scaled(-1)?;
                    stack.push(last);
                    continue;
                }
                Op::Unary(_) | Op::Mex(_) | Op::Entry(_) => return None,
                Op::Binary(op) => (op, stack.pop()?),
                Op::WithVariable(op, v) => (op, variable(v)),
                Op::WithNumber(op, n) => (op, QuadraticForm::number(n)),
            };
            let first = stack.pop()?;
            stack.push(match op {
                Binary::Add => first.plus(second)?,
                Binary::Sub => first.plus(second.scaled(-1)?)?,
                Binary::Mul => first.product(second)?,
                _ => return None,
            });
        }
        stack.pop()
    }

    /// Returns the value of the form if it contains no variables.
    pub fn as_constant(&self) -> Option<i64> {
        (self.terms.is_empty() && self.linear == 0 && self.square == 0).then_some(self.constant)
    }

    fn plus(mut self, other: QuadraticForm) -> Option<QuadraticForm> {
        for (v, c) in other.terms {
            match self.terms.iter_mut().find(|(w, _)| *w == v) {
                Some((_, sum)) => *sum += c,
                None => self.terms.push((v, c)),
            }
        }
        self.constant += other.constant;
        self.linear += other.linear;
        self.square += other.square;
        self.with_bounded_coefficients()
    }

    fn scaled(mut self, n: i64) -> Option<QuadraticForm> {
        let n = Some(n).filter(|n| n.abs() <= MAX_COEFFICIENT)?;
        self.terms.iter_mut().for_each(|(_, c)| *c *= n);
        self.constant *= n;
        self.linear *= n;
        self.square *= n;
        self.with_bounded_coefficients()
    }

    fn product(self, other: QuadraticForm) -> Option<QuadraticForm> {
        if let Some(n) = other.as_constant() {
            return self.scaled(n);
        }
        if let Some(n) = self.as_constant() {
            return other.scaled(n);
        }
        let is_linear_in_k = |form: &QuadraticForm| form.terms.is_empty() && form.square == 0;
        if !is_linear_in_k(&self) || !is_linear_in_k(&other) {
            return None;
        }
        let linear = self.linear * other.constant + self.constant * other.linear;
        let square = self.linear * other.linear;
        QuadraticForm { constant: self.constant * other.constant, terms: smallvec![], linear, square }
            .with_bounded_coefficients()
    }

    /// Returns the form if its coefficients are so small that sums and products do not overflow.
    ///
    /// Otherwise returns `None`.
    fn with_bounded_coefficients(mut self) -> Option<QuadraticForm> {
        self.terms.retain(|(_, c)| *c != 0);
        let numbers = [self.constant, self.linear, self.square].into_iter().chain(self.terms.iter().map(|(_, c)| *c));
        (self.terms.len() <= 4 && numbers.into_iter().all(|n| n.abs() <= MAX_COEFFICIENT)).then_some(self)
    }

    /// Substitutes `k^2` for the variable; returns `None` if the degree would exceed 2.
    pub fn in_root(self) -> Option<QuadraticForm> {
        (self.square == 0).then(|| QuadraticForm { linear: 0, square: self.linear, ..self })
    }

    /// Returns whether the form is negative for all large `k`, whatever the other variables are.
    pub fn is_eventually_negative(&self) -> bool {
        self.square < 0 || self.square == 0 && self.linear < 0
    }

    /// Returns whether the form contains a variable that is declared after the variable `place`.
    pub fn uses_inner(&self, place: u32) -> bool {
        self.terms.iter().any(|&(v, _)| v > place)
    }

    /// Drops the variables that are declared after the variable `place`.
    ///
    /// The result is an upper bound of the form. Returns `None` if the form increases with one of these variables.
    pub fn drop_inner(mut self, place: u32) -> Option<QuadraticForm> {
        if self.terms.iter().any(|&(v, c)| v > place && c > 0) {
            return None;
        }
        self.terms.retain(|&mut (v, _)| v < place);
        Some(self)
    }

    /// Returns the largest `k` for which an eventually negative form is not negative.
    ///
    /// `values` contains the value of each variable, by index. The result is clamped to `-MAX_NUMBER..=MAX_NUMBER`; it
    /// is `-MAX_NUMBER` if there is no such `k`.
    pub fn last(&self, values: &[i64]) -> i64 {
        // Coefficients have 20 bits and values have 62, so all products fit into 128 bits.
        let terms = self.terms.iter().map(|&(v, c)| i128::from(c) * i128::from(values[v as usize]));
        let rest = i128::from(self.constant) + terms.sum::<i128>();
        let (linear, square) = (i128::from(self.linear), i128::from(self.square));
        let last = if square == 0 {
            rest.div_euclid(-linear)
        } else {
            // This is the larger root of the quadratic polynomial; the square root and the quotient are rounded down.
            match (linear * linear - 4 * square * rest).checked_isqrt() {
                None => i128::MIN,
                Some(root) => (linear + root).div_euclid(-2 * square),
            }
        };
        last.clamp(-i128::from(MAX_NUMBER), MAX_NUMBER.into()) as i64
    }

    /// Returns the value at `k = from`, the first difference and the second difference.
    ///
    /// The first difference is the difference to the value at `from + 1`.
    #[inline]
    pub fn run(&self, values: &[i64], from: i64) -> [i64; 3] {
        let mut first = self.constant + (self.linear + self.square * from) * from;
        for &(v, c) in &self.terms {
            first += c * values[v as usize];
        }
        [first, self.linear + self.square * (2 * from + 1), 2 * self.square]
    }
}
