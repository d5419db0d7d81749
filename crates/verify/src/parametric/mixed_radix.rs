//! Numbers as coordinates in a mixed radix system with up to two divisors.
//!
//! The divisors are D1, a linear expression in the letters, and D2 = M*D1 + s with M >= 1 and 0 <= s < D1. There may
//! also be only D1, or none. Every natural number x is x2*D2 + x1*D1 + x0 in exactly one way with natural x0 < D1 and
//! (x1, x0) lexicographically below (M, s): divide by D2, then divide the remainder by D1. These coordinates are
//! *normal*. With coordinates as variables, the formulas contain no products of letters and quotients.
//!
//! *Lemma.* Let X = X2*D2 + Y with Y = X1*D1 + X0, all of them integers, and lo*D2 <= Y <= hi*D2.
//! - X <= 0 iff X2 <= -hi, or X2 = j and Y + j*D2 <= 0 for some j with -hi < j <= -lo.
//! - X = 0 iff X2 = j and Y + j*D2 = 0 for some j with -hi <= j <= -lo.
//!
//! *Proof.* If X2 <= -hi, then X <= -hi*D2 + hi*D2 = 0. If X2 > -lo, then X >= (1 - lo)*D2 + lo*D2 > 0. Otherwise X2
//! is one of the constants j, and X = Y + j*D2. The proof for X = 0 is similar. ∎
//!
//! To compare Y + j*D2 with 0, (j*M)*D1 + j*s is added to Y, that is, j*M to X1 and j*s to X0. The same argument with
//! D1 instead of D2 then applies, and leaves comparisons of linear expressions in letters and coordinates.
//!
//! The bounds lo and hi of a sum of numbers are the sums of the bounds of these numbers. The bounds are [0, 1] for
//! normal coordinates, [0, b] for letters that are at most b*D1, and [c, 0] or [0, c] for a constant c, since D2 >= D1
//! >= 1.

use grundy_rulelang::formula::{Formula, Linear};

/// A mixed radix system with up to two divisors.
#[derive(Clone, Debug, Default)]
pub struct MixedRadix {
    /// The first divisor D1, if there is one.
    pub first: Option<Linear>,
    /// M and s of the second divisor D2 = M*D1 + s, if there is one.
    pub second: Option<[Linear; 2]>,
}

/// Bounds of the lower coordinates of a number, in units of the next divisor; `None` if unknown.
type Bounds = Option<(i64, i64)>;

/// An integer in coordinates: `at[0] + at[1]*D1 + at[2]*D2`.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// The coordinates.
    pub at: [Linear; 3],
    /// Bounds of `at[0]` in units of D1, and of `at[0] + at[1]*D1` in units of D2.
    bounds: [Bounds; 2],
    /// Whether the coordinates are normal.
    pub normal: bool,
}

/// The comparison of a number with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// The number is at most 0.
    AtMost,
    /// The number is 0.
    Equal,
}

/// Returns the sum 0.
pub fn zero() -> Linear {
    Linear::default()
}

/// Returns the conjunction as a flat list. The result is false if one of its members is false.
pub(crate) fn all(list: impl IntoIterator<Item = Formula>) -> Formula {
    let mut out = vec![];
    for one in list {
        match evaluate_constants(one) {
            Formula::All(inner) => out.extend(inner),
            Formula::Any(inner) if inner.is_empty() => return Formula::Any(vec![]),
            other => out.push(other),
        }
    }
    if out.len() == 1 { out.remove(0) } else { Formula::All(out) }
}

/// Returns the disjunction as a flat list. The result is true if one of its members is true.
pub(crate) fn any(list: impl IntoIterator<Item = Formula>) -> Formula {
    let mut out = vec![];
    for one in list {
        match evaluate_constants(one) {
            Formula::Any(inner) => out.extend(inner),
            Formula::All(inner) if inner.is_empty() => return Formula::All(vec![]),
            other => out.push(other),
        }
    }
    if out.len() == 1 { out.remove(0) } else { Formula::Any(out) }
}

/// Returns the negation, without a double negation.
pub(crate) fn not(formula: Formula) -> Formula {
    match evaluate_constants(formula) {
        Formula::Not(inner) => *inner,
        Formula::All(list) if list.is_empty() => Formula::Any(vec![]),
        Formula::Any(list) if list.is_empty() => Formula::All(vec![]),
        other => Formula::Not(Box::new(other)),
    }
}

/// Replaces a comparison of constants by true or false.
fn evaluate_constants(formula: Formula) -> Formula {
    let holds = match &formula {
        Formula::AtMostZero(e) => e.as_number().map(|n| n <= 0),
        Formula::Zero(e) => e.as_number().map(|n| n == 0),
        _ => None,
    };
    match holds {
        Some(true) => Formula::All(vec![]),
        Some(false) => Formula::Any(vec![]),
        None => formula,
    }
}

impl MixedRadix {
    /// Returns the number of divisors.
    pub fn height(&self) -> usize {
        usize::from(self.first.is_some()) + usize::from(self.second.is_some())
    }

    /// Returns the formula which states that these natural coordinates are normal.
    pub fn is_normal(&self, at: &[Linear; 3]) -> Formula {
        let Some(first) = &self.first else { return Formula::All(vec![]) };
        let mut list = vec![Formula::less(&at[0], first)];
        if let Some([many, rest]) = &self.second {
            list.push(lexical(&[&at[0], &at[1]], &[rest, many], true));
        }
        all(list)
    }

    /// Returns the formula which states that these integers are natural and normal coordinates.
    pub fn is_natural_and_normal(&self, at: &[Linear; 3]) -> Formula {
        let natural = at.iter().map(|x| Formula::at_most(&zero(), x));
        all(natural.chain([self.is_normal(at)]))
    }

    /// Returns the conditions that the divisors must satisfy.
    pub fn is_sound(&self) -> Formula {
        let mut list = vec![];
        if let Some(first) = &self.first {
            list.push(Formula::at_most(&Linear::number(1), first));
            if let Some([many, rest]) = &self.second {
                list.push(Formula::at_most(&Linear::number(1), many));
                list.push(Formula::at_most(&zero(), rest));
                list.push(Formula::less(rest, first));
            }
        }
        all(list)
    }

    /// Returns the cases of the subtraction `from` - `amount`, both in normal coordinates.
    ///
    /// Each case is a condition and, under this condition, the difference in normal coordinates. If no case applies,
    /// the difference is negative.
    pub fn minus(&self, from: &[Linear; 3], amount: &[Linear; 3]) -> Vec<(Formula, [Linear; 3])> {
        let less: Vec<Linear> = from.iter().zip(amount).map(|(n, a)| n.plus(-1, a)).collect();
        let natural = |x: &Linear| Formula::at_most(&zero(), x);
        let one = Linear::number(1);
        let Some(first) = &self.first else {
            return vec![(natural(&less[0]), [less[0].clone(), zero(), zero()])];
        };
        let mut cases = vec![];
        for borrows in [false, true] {
            let when = if borrows { not(natural(&less[0])) } else { natural(&less[0]) };
            let (low, middle) = match borrows {
                false => (less[0].clone(), less[1].clone()),
                true => (less[0].plus(1, first), less[1].plus(-1, &one)),
            };
            let Some([many, rest]) = &self.second else {
                cases.push((all([when, natural(&middle)]), [low, middle, zero()]));
                continue;
            };
            let top = &less[2];
            cases.push((
                all([when.clone(), natural(&middle), natural(top)]),
                [low.clone(), middle.clone(), top.clone()],
            ));
            // Borrow one D2, which adds M*D1 + s to the lower coordinates.
            let (wraps, top) = (not(natural(&middle)), top.plus(-1, &one));
            let (low, middle) = (low.plus(1, rest), middle.plus(1, many));
            let carries = Formula::at_most(first, &low);
            cases.push((
                all([when.clone(), wraps.clone(), natural(&top), not(carries.clone())]),
                [low.clone(), middle.clone(), top.clone()],
            ));
            let (low, middle) = (low.plus(-1, first), middle.plus(1, &one));
            cases.push((all([when, wraps, natural(&top), carries]), [low, middle, top]));
        }
        cases
    }

    /// Returns the formula which states that a number is at most 0, or equal to 0.
    ///
    /// Returns `None` if necessary bounds are unknown.
    pub fn compare(&self, number: &Number, how: Compare) -> Option<Formula> {
        let top = (1..3).rev().find(|&level| number.at[level] != zero()).unwrap_or(0);
        self.compare_from(number, how, top)
    }

    /// Compares a number whose coordinates above index `top` are 0, by the lemma.
    fn compare_from(&self, number: &Number, how: Compare, top: usize) -> Option<Formula> {
        let of = |x: &Linear| match how {
            Compare::AtMost => Formula::AtMostZero(x.clone()),
            Compare::Equal => Formula::Zero(x.clone()),
        };
        if top == 0 {
            return Some(of(&number.at[0]));
        }
        let (low, high) = number.bounds[top - 1]?;
        let mut cases = vec![];
        if how == Compare::AtMost {
            cases.push(Formula::at_most(&number.at[top], &Linear::number(-high)));
        }
        for j in -high + i64::from(how == Compare::AtMost)..=-low {
            let mut lower = number.plus(j, &self.divisor(top)?);
            lower.at[top] = zero();
            let is = Formula::equal(&number.at[top], &Linear::number(j));
            cases.push(all([is, self.compare_from(&lower, how, top - 1)?]));
        }
        Some(any(cases))
    }

    /// Returns the divisor D1 (`level` 1) or D2 (`level` 2), in lower coordinates.
    fn divisor(&self, level: usize) -> Option<Number> {
        match level {
            1 => Some(Number { at: [self.first.clone()?, zero(), zero()], bounds: [Some((1, 1)); 2], normal: false }),
            _ => {
                let [many, rest] = self.second.clone()?;
                Some(Number { at: [rest, many, zero()], bounds: [Some((0, 1)), Some((1, 1))], normal: false })
            }
        }
    }
}

/// Returns the formula which states that x is lexicographically less than y (or equal).
///
/// Coordinates are given lowest first. Equality is allowed unless `strictly` is set.
pub(crate) fn lexical(x: &[&Linear], y: &[&Linear], strictly: bool) -> Formula {
    let mut order = if strictly { Formula::Any(vec![]) } else { Formula::All(vec![]) };
    for (x, y) in x.iter().zip(y) {
        order = any([Formula::less(x, y), all([Formula::equal(x, y), order])]);
    }
    order
}

impl Number {
    /// Returns the number with these normal coordinates.
    pub fn normal(at: [Linear; 3]) -> Number {
        Number { at, bounds: [Some((0, 1)); 2], normal: true }
    }

    /// Returns a constant.
    pub fn constant(number: i64) -> Number {
        let bounds = Some((number.min(0), number.max(0)));
        Number { at: [Linear::number(number), zero(), zero()], bounds: [bounds; 2], normal: false }
    }

    /// Returns a natural number that the caller has proved to be at most `most` times D1.
    pub fn short(number: Linear, most: i64) -> Number {
        Number { at: [number, zero(), zero()], bounds: [Some((0, most)); 2], normal: false }
    }

    /// Returns a number without known bounds.
    ///
    /// It can be compared only with numbers without higher coordinates.
    pub fn plain(number: Linear) -> Number {
        Number { at: [number, zero(), zero()], bounds: [None; 2], normal: false }
    }

    /// Returns the number `low + many * D1`, where `low` is a remainder modulo D1.
    pub fn pair(low: Linear, many: Linear) -> Number {
        Number { at: [low, many, zero()], bounds: [Some((0, 1)), None], normal: false }
    }

    /// Returns the product of `number` and D1.
    pub fn multiple(number: Linear) -> Number {
        Number { at: [zero(), number, zero()], bounds: [Some((0, 0)), None], normal: false }
    }

    /// Returns the lowest coordinate, if all other coordinates are 0.
    pub fn as_plain(&self) -> Option<&Linear> {
        (self.at[1] == zero() && self.at[2] == zero()).then_some(&self.at[0])
    }

    /// Returns `self + factor * other`.
    pub fn plus(&self, factor: i64, other: &Number) -> Number {
        let at = std::array::from_fn(|k| self.at[k].plus(factor, &other.at[k]));
        let bounds = std::array::from_fn(|k| {
            let ((a, b), (c, d)) = (self.bounds[k]?, other.bounds[k]?);
            let (c, d) = (c.checked_mul(factor)?, d.checked_mul(factor)?);
            Some((a.checked_add(c.min(d))?, b.checked_add(c.max(d))?))
                .filter(|(a, b)| a.abs().max(b.abs()) <= MAX_BOUND)
        });
        Number { at, bounds, normal: false }
    }

    /// Replaces the bounds by ones that the caller has proved.
    pub fn with_bounds(mut self, bounds: [Bounds; 2]) -> Number {
        self.bounds = bounds;
        self
    }
}

/// The maximum absolute value of bounds. Each integer between two bounds causes a case.
const MAX_BOUND: i64 = 256;
