//! Builds automata for linear equations and inequalities directly: the state is the value read so far.

use super::algebra::Algebra;
use super::dfa::Dfa;
use crate::numeration::Numeration;
use grundy_lang::text;
use grundy_rulelang::formula::{Linear, Variable};
use grundy_rules::{Error, ErrorKind, Result};

/// The value of the prefix read so far; `full` has a bit for each track on which only a 0 may follow.
#[derive(Clone, PartialEq, Eq, Hash)]
enum LinearState {
    /// If k more letters follow, all with digits 0, the value is `now * U(k) + before * U(k-1)`.
    ///
    /// U(k) is the weight of digit k, counted from the end; see the module `numeration`. In bases `before` is 0.
    Open { now: i64, before: i64, full: u32 },
    /// The result depends only on the number k of letters still to be read.
    ///
    /// The condition holds iff bit k of `holds` is set. The highest bit also applies to all larger k.
    Settled { holds: i64, full: u32 },
}

/// The state after which the condition does not hold, whatever follows and even if the word is invalid.
const NEVER: LinearState = LinearState::Settled { holds: 0, full: 0 };

/// The condition `expression <= 0` or `expression == 0`.
struct Condition {
    numeration: Numeration,
    constant: i128,
    equation: bool,
    /// The sum of the positive coefficients.
    positive_sum: i128,
    /// The sum of the negative coefficients.
    negative_sum: i128,
    /// The first weights, preceded by U(-1) = 1.
    ///
    /// There are enough weights that a result settled for the longest listed continuation holds for all longer ones.
    weights: Vec<i128>,
}

impl Condition {
    /// The bound of the listed weights, far above all constants in expressions.
    const MAX_WEIGHT: u64 = 1 << 50;

    fn new(numeration: Numeration, expression: &Linear, equation: bool) -> Condition {
        let weights = numeration.weights();
        let enough = weights.partition_point(|&w| w < Self::MAX_WEIGHT).min(60) + 1;
        let weights =
            std::iter::once(1).chain(weights[..enough.min(weights.len())].iter().map(|&w| w.into())).collect();
        let sum =
            |sign: i64| expression.terms.iter().map(|t| i128::from(t.1)).filter(|c| c.signum() as i64 == sign).sum();
        let (above, below) = (sum(1), sum(-1));
        Condition {
            numeration,
            constant: expression.constant.into(),
            equation,
            positive_sum: above,
            negative_sum: below,
            weights,
        }
    }

    /// Returns the state after a prefix with this value.
    fn state(&self, now: i64, before: i64, full: u32) -> LinearState {
        // k further letters add a number from `negative_sum * (U(k) - 1)` to `positive_sum * (U(k) - 1)`.
        let before = if matches!(self.numeration, Numeration::Base(_)) { 0 } else { before };
        let grown = |k: usize, side: i128| {
            (i128::from(now) + side) * self.weights[k + 1] + i128::from(before) * self.weights[k]
        };
        let mut holds = 0i64;
        let last = self.weights.len() - 2;
        // Proceed from long continuations to short ones, since the longest already shows that most states are open.
        for k in (0..=last).rev() {
            let min_value = grown(k, self.negative_sum) - self.negative_sum + self.constant;
            let max_value = grown(k, self.positive_sum) - self.positive_sum + self.constant;
            // Like the weights, `grown` satisfies x(k+1) = t*x(k) + x(k-1). So if neither of two consecutive
            // terms has the sign `-sign`, no later term has it either.
            let for_ever = |side: i128, sign: i128| {
                k < last || grown(last, side).signum() != -sign && grown(last - 1, side).signum() != -sign
            };
            let (over, under) =
                (min_value > 0 && for_ever(self.negative_sum, 1), max_value < 0 && for_ever(self.positive_sum, -1));
            let settled = match (over, under) {
                (true, _) => Some(false),
                (_, true) => Some(!self.equation),
                // The remaining letters, if any, add 0.
                _ if min_value == max_value && (k < last || self.positive_sum == self.negative_sum) => {
                    Some(min_value == 0)
                }
                // All continuations have a value of at most 0.
                _ if !self.equation && max_value == 0 && for_ever(self.positive_sum, -1) => Some(true),
                _ => None,
            };
            match settled {
                None => return LinearState::Open { now, before, full },
                Some(true) if k == last => holds = !0 << last,
                Some(true) => holds |= 1 << k,
                Some(false) => {}
            }
        }
        if holds == 0 { NEVER } else { LinearState::Settled { holds, full } }
    }
}

impl Algebra<'_> {
    /// Returns the automaton of `expression == 0` or `expression <= 0`.
    pub fn linear(&mut self, expression: &Linear, equation: bool) -> Result<Dfa> {
        if !expression.is_small() {
            return Err(Error::new(ErrorKind::Limit, text!("a number exceeds 2^31")));
        }
        let tracks: Vec<Variable> = expression.terms.iter().map(|t| t.0).collect();
        let terms = (0..).zip(expression.terms.iter().map(|t| t.1)).collect();
        let key = (Linear { constant: expression.constant, terms }, equation);
        if let Some(dfa) = self.linear_cache.get(&key) {
            return Ok(Dfa { tracks, ..dfa.clone() });
        }
        let masks = self.masks(tracks.len())?;
        let sums: Vec<i64> = (0..masks.len())
            .map(|letter| {
                let digits = self.digits(letter, tracks.len());
                digits.zip(&expression.terms).map(|(digit, term)| i64::from(digit) * term.1).sum()
            })
            .collect();
        let numeration = self.numeration;
        let condition = Condition::new(numeration, expression, equation);
        let dfa = self.explore(
            tracks,
            condition.state(0, 0, 0),
            |state, letter, cost| {
                let (full_mask, nonzero_mask) = masks[letter];
                match *state {
                    LinearState::Open { full, .. } | LinearState::Settled { full, .. } if full & nonzero_mask != 0 => {
                        NEVER
                    }
                    LinearState::Open { now, before, .. } => {
                        *cost += 8;
                        let value = match numeration {
                            Numeration::Base(b) => now * i64::from(b),
                            Numeration::Ostrowski(t) => now * i64::from(t) + before,
                        };
                        condition.state(value + sums[letter], now, full_mask)
                    }
                    LinearState::Settled { holds, .. } if holds >> 1 == 0 => NEVER,
                    LinearState::Settled { holds, .. } => LinearState::Settled { holds: holds >> 1, full: full_mask },
                }
            },
            |state| match *state {
                LinearState::Open { now, before, .. } => {
                    let value = i128::from(now) + i128::from(before) + condition.constant;
                    value == 0 || !equation && value < 0
                }
                LinearState::Settled { holds, .. } => holds & 1 == 1,
            },
        )?;
        self.linear_cache.insert(key, Dfa { tracks: (0..dfa.tracks.len() as Variable).collect(), ..dfa.clone() });
        Ok(dfa)
    }
}
