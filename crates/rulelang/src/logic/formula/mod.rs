//! First-order formulas over the natural numbers, which express the moves of rules and the claims.
//!
//! All variables are natural numbers, and expressions are linear; the results of quotients, bitwise operations and
//! powers are additional variables. The engine that finds proofs and the checker that verifies them use the same
//! translation to formulas, and tests compare these formulas with the moves of the rules.
//!
//! Start with [`Formula`]. `divisor` finds the divisors in formulas.

mod divisor;

pub use divisor::Divisor;

use grundy_rules::CompactSort;

/// The index of a variable in a formula. The parameters of a position have the first indices, from 0.
pub type Variable = u32;

/// The linear expression `constant + coefficient * variable + ...`, an integer.
///
/// ```
/// use grundy_rulelang::formula::Linear;
/// let difference = Linear::variable(0).plus(-1, &Linear::variable(1));
/// assert_eq!(difference.eval(&[3, 5]), Some(-2));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Linear {
    /// The constant term.
    pub constant: i64,
    /// The variables in ascending order, each once, with their nonzero coefficients.
    pub terms: Vec<(Variable, i64)>,
}

impl Linear {
    /// Returns a constant expression.
    pub fn number(constant: i64) -> Linear {
        Linear { constant, terms: vec![] }
    }

    /// Returns the expression that consists of one variable.
    pub fn variable(variable: Variable) -> Linear {
        Linear { constant: 0, terms: vec![(variable, 1)] }
    }

    /// Returns the variable if the expression consists of one variable with coefficient 1.
    pub fn as_variable(&self) -> Option<Variable> {
        match (self.constant, &self.terms[..]) {
            (0, &[(variable, 1)]) => Some(variable),
            _ => None,
        }
    }

    /// Returns the constant if the expression has no variables.
    pub fn as_number(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Returns `self + factor * other`.
    ///
    /// Numbers that do not fit in `i64` saturate; callers must check [`Linear::is_small`].
    #[must_use]
    pub fn plus(&self, factor: i64, other: &Linear) -> Linear {
        let mut terms = self.terms.clone();
        for &(variable, coefficient) in &other.terms {
            let added = coefficient.saturating_mul(factor);
            match terms.binary_search_by_key(&variable, |t| t.0) {
                Ok(k) => terms[k].1 = terms[k].1.saturating_add(added),
                Err(k) => terms.insert(k, (variable, added)),
            }
        }
        terms.retain(|t| t.1 != 0);
        Linear { constant: self.constant.saturating_add(other.constant.saturating_mul(factor)), terms }
    }

    /// Returns whether the constant and all coefficients are at most 2^31 in absolute value.
    ///
    /// If so, nothing overflows when automata are built from the expression.
    pub fn is_small(&self) -> bool {
        const MAX_ABS: u64 = 1 << 31;
        self.constant.unsigned_abs() <= MAX_ABS && self.terms.iter().all(|t| t.1.unsigned_abs() <= MAX_ABS)
    }

    /// Returns whether the constant and all coefficients are non-negative.
    ///
    /// If so, all values of the expression are non-negative.
    pub fn is_natural(&self) -> bool {
        self.constant >= 0 && self.terms.iter().all(|t| t.1 > 0)
    }

    /// Evaluates the expression; `None` if the value does not fit in `i128` or a variable has no value.
    pub fn eval(&self, values: &[u64]) -> Option<i128> {
        self.terms.iter().try_fold(i128::from(self.constant), |sum, &(variable, coefficient)| {
            sum.checked_add(i128::from(*values.get(variable as usize)?).checked_mul(coefficient.into())?)
        })
    }

    /// Writes the expression with the names of its variables, in the notation of claims: `2*k+1`.
    ///
    /// Variables without a name are written as `…`.
    ///
    /// ```
    /// use grundy_rulelang::formula::Linear;
    /// let sum = Linear::variable(1).plus(-2, &Linear::variable(0)).plus(1, &Linear::number(3));
    /// assert_eq!(sum.to_text(&["a".into(), "b".into()]), "-2*a+b+3");
    /// ```
    pub fn to_text(&self, names: &[String]) -> String {
        self.to_text_with(&|variable| names.get(variable as usize).map(String::as_str))
    }

    fn to_text_with<'n>(&self, name: &dyn Fn(Variable) -> Option<&'n str>) -> String {
        let mut out = String::new();
        for &(variable, factor) in &self.terms {
            let name = name(variable).unwrap_or("…");
            let sign = if factor < 0 { "-" } else { ["+", ""][usize::from(out.is_empty())] };
            let times = if factor.abs() == 1 { String::new() } else { format!("{}*", factor.abs()) };
            out += &format!("{sign}{times}{name}");
        }
        match self.constant {
            0 if !out.is_empty() => out,
            c if c < 0 || out.is_empty() => out + &c.to_string(),
            c => out + "+" + &c.to_string(),
        }
    }

    /// Replaces variables by expressions, all at the same time.
    #[must_use]
    pub fn replace(&self, substitution: &[(Variable, Linear)]) -> Linear {
        let start = Linear::number(self.constant);
        self.terms.iter().fold(start, |sum, &(variable, coefficient)| {
            match substitution.iter().find(|(name, _)| *name == variable) {
                Some((_, by)) => sum.plus(coefficient, by),
                None => sum.plus(coefficient, &Linear::variable(variable)),
            }
        })
    }
}

/// A bitwise operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bitwise {
    /// The bitwise exclusive or.
    Xor,
    /// The bitwise and.
    And,
    /// The bitwise or.
    Or,
}

impl Bitwise {
    /// Applies the operation.
    pub fn apply(self, x: u128, y: u128) -> u128 {
        match self {
            Bitwise::Xor => x ^ y,
            Bitwise::And => x & y,
            Bitwise::Or => x | y,
        }
    }
}

/// A first-order formula over the natural numbers.
///
/// Expressions in `AtMostZero`, `Zero` and `Product` may be negative. All other atoms hold only if the values of their
/// expressions are non-negative.
///
/// ```
/// use grundy_rulelang::formula::{Formula, Linear};
/// // n is even if there is an h with n = 2h. `eval` does not evaluate quantified formulas.
/// let double = Linear::variable(0).plus(-2, &Linear::variable(1));
/// assert_eq!(Formula::Zero(double.clone()).eval(&[6, 3]), Some(true));
/// assert_eq!(Formula::Exists(vec![1], Box::new(Formula::Zero(double))).eval(&[6, 3]), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// The expression is at most 0.
    AtMostZero(Linear),
    /// The expression is 0.
    Zero(Linear),
    /// The third expression is the result of the operation on the first two.
    Bits(Bitwise, [Linear; 3]),
    /// The expression is a power of the base b: 1, b, b^2, ...
    PowerOf(u64, Linear),
    /// The expression is a Fibonacci number: 1, 2, 3, 5, 8, ...
    Fibonacci(Linear),
    /// The second expression is `floor(first * phi)`, with phi = (1 + sqrt 5)/2.
    FloorPhi(Linear, Linear),
    /// The equation `dividend == quotient * divisor + remainder` with `0 <= remainder < divisor`.
    ///
    /// It occurs only in formulas about games with symbolic parameters.
    Divided(Box<Division>),
    /// The third expression is the product of the first two.
    ///
    /// It occurs only in formulas about games with symbolic parameters.
    Product([Linear; 3]),
    /// The expressions satisfy the relation with this index, from 0; automata define the relations.
    Member(usize, Vec<Linear>),
    /// The conjunction; true if empty.
    All(Vec<Formula>),
    /// The disjunction; false if empty.
    Any(Vec<Formula>),
    /// The negation.
    Not(Box<Formula>),
    /// Existential quantification over these variables, which are natural numbers.
    Exists(Vec<Variable>, Box<Formula>),
}

/// A division with remainder.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Division {
    /// The dividend.
    pub dividend: Linear,
    /// The divisor.
    pub divisor: Linear,
    /// The variable of the quotient.
    pub quotient: Variable,
    /// The variable of the remainder.
    pub remainder: Variable,
}

impl Formula {
    /// Returns `left <= right`.
    pub fn at_most(left: &Linear, right: &Linear) -> Formula {
        Formula::AtMostZero(left.plus(-1, right))
    }

    /// Returns `left < right`.
    pub fn less(left: &Linear, right: &Linear) -> Formula {
        Formula::AtMostZero(left.plus(-1, right).plus(1, &Linear::number(1)))
    }

    /// Returns `left == right`.
    pub fn equal(left: &Linear, right: &Linear) -> Formula {
        Formula::Zero(left.plus(-1, right))
    }

    /// Returns the negation.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "formulas have no operators")]
    pub fn not(self) -> Formula {
        match self {
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    /// Evaluates the formula for these values of the variables, by index.
    ///
    /// Returns `None` if the result depends on a quantifier, a relation, a missing value or a number that is too large.
    pub fn eval(&self, values: &[u64]) -> Option<bool> {
        let natural = |e: &Linear| e.eval(values).map(|x| u128::try_from(x).ok());
        Some(match self {
            Formula::AtMostZero(e) => e.eval(values)? <= 0,
            Formula::Zero(e) => e.eval(values)? == 0,
            Formula::Bits(op, [x, y, z]) => match (natural(x)?, natural(y)?, natural(z)?) {
                (Some(x), Some(y), Some(z)) => op.apply(x, y) == z,
                _ => false,
            },
            Formula::PowerOf(base, e) => match natural(e)? {
                Some(n) if n > 0 => {
                    let mut rest = n;
                    while *base > 1 && rest.is_multiple_of((*base).into()) {
                        rest /= u128::from(*base);
                    }
                    rest == 1
                }
                _ => false,
            },
            Formula::Fibonacci(e) => {
                let n = natural(e)?.unwrap_or(0);
                let (mut now, mut next) = (1u128, 2u128);
                while now < n {
                    (now, next) = (next, now.checked_add(next)?);
                }
                now == n
            }
            Formula::FloorPhi(x, y) => match (natural(x)?, natural(y)?) {
                // y = floor(x*phi) means y <= x*phi < y + 1. `reached(m)` computes m <= x*phi: this holds for m <= x,
                // and for m > x it is equivalent to m*(m - x) <= x*x, since phi*(phi - 1) = 1.
                (Some(x), Some(y)) => {
                    let reached =
                        |m: u128| -> Option<bool> { Some(m <= x || m.checked_mul(m - x)? <= x.checked_mul(x)?) };
                    reached(y)? && (x == 0 && y == 0 || !reached(y.checked_add(1)?)?)
                }
                _ => false,
            },
            Formula::All(all) => {
                for one in all {
                    if !one.eval(values)? {
                        return Some(false);
                    }
                }
                true
            }
            Formula::Any(all) => {
                for one in all {
                    if one.eval(values)? {
                        return Some(true);
                    }
                }
                false
            }
            Formula::Not(inner) => !inner.eval(values)?,
            Formula::Divided(division) => {
                let Division { dividend: of, divisor: by, quotient, remainder: rest } = &**division;
                let (of, by) = (of.eval(values)?, by.eval(values)?);
                let of_variable = |v: &Variable| values.get(*v as usize).map(|&x| i128::from(x));
                let (quotient, rest) = (of_variable(quotient)?, of_variable(rest)?);
                rest < by && of == quotient.checked_mul(by)?.checked_add(rest)?
            }
            Formula::Product([x, y, z]) => x.eval(values)?.checked_mul(y.eval(values)?)? == z.eval(values)?,
            Formula::Member(..) | Formula::Exists(..) => return None,
        })
    }

    /// Replaces free variables by expressions, all at the same time.
    ///
    /// No quantifier in the formula may bind one of these variables or a variable of the new expressions.
    #[must_use]
    pub fn replace(&self, substitution: &[(Variable, Linear)]) -> Formula {
        self.map_expressions(&|e| e.replace(substitution))
    }

    /// Applies a function to each expression, but not to the quotient and remainder variables of divisions.
    #[must_use]
    pub fn map_expressions(&self, map: &dyn Fn(&Linear) -> Linear) -> Formula {
        let all = |list: &[Formula]| list.iter().map(|f| f.map_expressions(map)).collect();
        match self {
            Formula::AtMostZero(e) => Formula::AtMostZero(map(e)),
            Formula::Zero(e) => Formula::Zero(map(e)),
            Formula::Bits(op, list) => Formula::Bits(*op, list.each_ref().map(map)),
            Formula::PowerOf(base, e) => Formula::PowerOf(*base, map(e)),
            Formula::Fibonacci(e) => Formula::Fibonacci(map(e)),
            Formula::FloorPhi(x, y) => Formula::FloorPhi(map(x), map(y)),
            Formula::Member(k, of) => Formula::Member(*k, of.iter().map(map).collect()),
            Formula::Divided(division) => Formula::Divided(Box::new(Division {
                dividend: map(&division.dividend),
                divisor: map(&division.divisor),
                ..**division
            })),
            Formula::Product(list) => Formula::Product(list.each_ref().map(map)),
            Formula::All(list) => Formula::All(all(list)),
            Formula::Any(list) => Formula::Any(all(list)),
            Formula::Not(inner) => inner.map_expressions(map).not(),
            Formula::Exists(bound, inner) => Formula::Exists(bound.clone(), Box::new(inner.map_expressions(map))),
        }
    }

    /// Returns the free variables in ascending order, each once.
    pub fn variables(&self) -> Vec<Variable> {
        let mut collected = vec![];
        self.collect(&mut collected);
        collected.compact_sort();
        collected.dedup();
        collected
    }

    fn collect(&self, collected: &mut Vec<Variable>) {
        let mut add = |e: &Linear| collected.extend(e.terms.iter().map(|t| t.0));
        match self {
            Formula::AtMostZero(e) | Formula::Zero(e) | Formula::PowerOf(_, e) | Formula::Fibonacci(e) => add(e),
            Formula::Bits(_, list) | Formula::Product(list) => list.iter().for_each(add),
            Formula::Divided(division) => {
                [&division.dividend, &division.divisor].into_iter().for_each(&mut add);
                collected.extend([division.quotient, division.remainder]);
            }
            Formula::FloorPhi(x, y) => [x, y].into_iter().for_each(add),
            Formula::Member(_, list) => list.iter().for_each(add),
            Formula::All(list) | Formula::Any(list) => list.iter().for_each(|f| f.collect(collected)),
            Formula::Not(inner) => inner.collect(collected),
            Formula::Exists(bound, inner) => {
                let mut inner_variables = vec![];
                inner.collect(&mut inner_variables);
                collected.extend(inner_variables.into_iter().filter(|v| !bound.contains(v)));
            }
        }
    }
}

/// One move of a rule: the condition under which it is legal, and the components that it leaves.
///
/// The parameters of the position are the variables with the first indices, from 0; those of the option follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveFormula {
    /// The variables of the option: those of the rule in order, then those that the translation has added.
    pub variables: Vec<Variable>,
    /// The condition under which the move is legal, without quantifiers and relations.
    pub guard: Formula,
    /// The components that the move leaves, each with one expression per parameter.
    ///
    /// The expressions are non-negative wherever the guard holds.
    pub targets: Vec<Vec<Linear>>,
    /// Whether the move can be made several times in one turn. Such a move has one target and no variables.
    pub repeat: bool,
}

/// Splits formulas into their conjuncts, in any order.
pub(crate) fn conjuncts<'f>(formulas: impl IntoIterator<Item = &'f Formula>) -> Vec<&'f Formula> {
    let (mut conjuncts, mut pending): (Vec<_>, Vec<_>) = (vec![], formulas.into_iter().collect());
    while let Some(formula) = pending.pop() {
        match formula {
            Formula::All(list) => pending.extend(list),
            other => conjuncts.push(other),
        }
    }
    conjuncts
}
