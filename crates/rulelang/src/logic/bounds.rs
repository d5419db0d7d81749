//! The bounds of a rule: which positions exist, the tier of each, and which positions are equivalent.

use super::formula::{Formula, Linear, Variable, conjuncts};
use super::translate::{Meaning, Translator};
use crate::evaluation::fault::{FaultKind, RuleFault};
use grundy_lang::text;
use grundy_rules::indexed::TerminalResult;
use grundy_rules::{Error, ErrorKind, Result};
use grundy_syntax::ast::{self, EndCondition, Rule};
use grundy_syntax::code::Code;

/// The bounds of a rule, with their conditions as linear inequalities where possible.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LinearBounds {
    /// Conditions that all positions satisfy.
    conditions: Vec<PositionCondition>,
    /// The tier of a position; moves never lead to a higher tier.
    pub tier: Option<Code>,
    /// The images of a position under `same`, each with one expression per parameter.
    ///
    /// Every image has the same value as the position.
    pub same: Vec<Vec<Code>>,
    /// The conditions under which play has ended.
    pub ends: Vec<EndCondition>,
    /// The maximal value of each parameter; empty if there are no conditions.
    pub max_values: Vec<u64>,
}

/// A condition that all positions satisfy, with the linear inequalities that it implies.
#[derive(Clone, Debug, PartialEq)]
struct PositionCondition {
    condition: Code,
    /// Expressions that are at most 0 wherever the condition holds.
    sums: Vec<Linear>,
    is_exact: bool,
}

impl LinearBounds {
    /// Returns the bounds of a rule; its conditions, if there are any, must bound every parameter.
    ///
    /// # Errors
    /// `bad_argument` if a parameter has no upper bound.
    pub fn from_rule(rule: &Rule) -> Result<LinearBounds> {
        let ast::Bounds { within, tier, same, ends, span } = rule.bounds.clone();
        let conditions: Vec<PositionCondition> =
            within.into_iter().map(|condition| PositionCondition::from_condition(condition, rule.arity)).collect();
        let mut bounds = LinearBounds { conditions, tier, same, ends, max_values: vec![] };
        if bounds.conditions.is_empty() {
            return Ok(bounds);
        }
        let max_values = bounds.find_max_values(rule.arity);
        if let Some(k) = max_values.iter().position(Option::is_none) {
            let name = rule.names[k].as_str();
            let error =
                Error::new(ErrorKind::BadArgument, text!("`within` gives `{name}` no upper bound", name)).at(span);
            return Err(error.help(text!("for example within {name} <= 40", name)));
        }
        bounds.max_values = max_values.into_iter().flatten().collect();
        Ok(bounds)
    }

    /// Returns whether the rule has conditions on positions; if so, there are finitely many positions.
    pub fn has_conditions(&self) -> bool {
        !self.conditions.is_empty()
    }

    /// Computes the maximal value of each parameter; `None` where the inequalities imply no bound.
    fn find_max_values(&self, arity: usize) -> Vec<Option<u64>> {
        let mut max_values: Vec<Option<u64>> = vec![None; arity];
        let sums: Vec<&Linear> = self.conditions.iter().flat_map(|one| &one.sums).collect();
        // The bound of one parameter can depend on the bounds of others, so bounds propagate in several rounds.
        for _ in 0..=arity {
            for sum in &sums {
                let mut negative = sum.terms.iter().filter(|(_, factor)| *factor < 0);
                let slack = negative.try_fold(-i128::from(sum.constant), |slack, &(v, factor)| {
                    Some(slack + i128::from(max_values[v as usize]?) * -i128::from(factor))
                });
                let Some(slack) = slack else { continue };
                for &(v, factor) in sum.terms.iter().filter(|(_, factor)| *factor > 0) {
                    // If the slack is negative, no position exists, and any bound is valid.
                    let bound = u64::try_from((slack.max(0)) / i128::from(factor)).unwrap_or(u64::MAX);
                    let one = &mut max_values[v as usize];
                    *one = Some(one.map_or(bound, |one| one.min(bound)));
                }
            }
        }
        max_values
    }

    /// Returns the sums of several parameters with positive coefficients that the conditions bound.
    ///
    /// Each sum comes with its upper bound.
    pub fn bounded_sums(&self) -> impl Iterator<Item = (Linear, u64)> {
        let all = self.conditions.iter().flat_map(|one| &one.sums);
        all.filter(|sum| sum.terms.len() > 1 && sum.terms.iter().all(|(_, factor)| *factor > 0)).map(|sum| {
            let total = u64::try_from(-i128::from(sum.constant)).unwrap_or(0);
            (Linear { constant: 0, terms: sum.terms.clone() }, total)
        })
    }

    /// Returns the conditions that positions must still be checked against.
    ///
    /// These are the conditions that do not follow from the bounds of single parameters and the bounded sum
    /// `bounded_sum`.
    pub fn remaining_conditions(&self, bounded_sum: Option<&(Linear, u64)>) -> Vec<Code> {
        let is_implied = |sum: &Linear| {
            let natural = sum.constant <= 0 && sum.terms.iter().all(|(_, factor)| *factor > 0);
            let total = |(bounded_sum, total): &(Linear, u64)| {
                bounded_sum.terms == sum.terms && i128::from(*total) == -i128::from(sum.constant)
            };
            natural && (sum.terms.len() == 1 || bounded_sum.is_some_and(total))
        };
        let remaining = self.conditions.iter().filter(|one| !(one.is_exact && one.sums.iter().all(is_implied)));
        remaining.map(|one| one.condition.clone()).collect()
    }

    /// Returns the first condition that a position violates; `None` if it violates none.
    pub fn first_violated(&self, position: &[i64]) -> Result<Option<&Code>> {
        for PositionCondition { condition, .. } in &self.conditions {
            if !holds(condition, position)? {
                return Ok(Some(condition));
            }
        }
        Ok(None)
    }

    /// Returns the result for the player to move if play has ended in a position.
    ///
    /// Conditions of `loses if` are examined before those of `wins if`.
    pub fn terminal_result(&self, position: &[u64]) -> Result<Option<TerminalResult>> {
        let numbers = signed(position);
        for (wins, result) in [(false, TerminalResult::Loss), (true, TerminalResult::Win)] {
            for end in self.ends.iter().filter(|end| end.wins == wins) {
                if holds(&end.condition, &numbers)? {
                    return Ok(Some(result));
                }
            }
        }
        Ok(None)
    }

    /// Checks that a move leads to a position within the bounds and not to a higher tier.
    pub fn check(&self, from: &[u64], to: &[u64]) -> Result<()> {
        let numbers = signed(to);
        if let Some(condition) = self.first_violated(&numbers)? {
            return Err(outside_error(from, to, condition));
        }
        let Some(tier) = &self.tier else { return Ok(()) };
        let (before, after) = (value(tier, &signed(from))?, value(tier, &numbers)?);
        if after > before { Err(tier_error((from, before), (to, after), tier)) } else { Ok(()) }
    }

    /// Converts code to a linear expression in the parameters; `None` if the code has no such form.
    pub fn linear(code: &Code, arity: usize) -> Option<Linear> {
        let mut translator = translator(arity);
        match &translator.number(code).ok()?[..] {
            [case] if case.is_unconditional() && translator.added.is_empty() => Some(case.value.clone()),
            _ => None,
        }
    }
}

/// Returns a translator for expressions in the parameters of a position.
fn translator(arity: usize) -> Translator {
    let meanings = (0..arity as Variable).map(|v| Meaning::Number(Linear::variable(v))).collect();
    Translator::new(meanings, arity as Variable)
}

impl PositionCondition {
    fn from_condition(condition: Code, arity: usize) -> PositionCondition {
        let mut translator = translator(arity);
        let formula = translator.truth(&condition);
        let (mut sums, mut is_exact) = (vec![], formula.is_ok());
        for one in conjuncts(&formula) {
            match one {
                Formula::AtMostZero(sum) => sums.push(sum.clone()),
                Formula::Zero(sum) => {
                    sums.push(sum.clone());
                    sums.push(Linear::default().plus(-1, sum));
                }
                _ => is_exact = false,
            }
        }
        let is_of_parameters = |sum: &Linear| sum.terms.iter().all(|&(v, _)| (v as usize) < arity);
        is_exact &= sums.iter().all(is_of_parameters);
        sums.retain(is_of_parameters);
        PositionCondition { condition, sums, is_exact }
    }
}

/// Converts a position to signed numbers for the evaluation of expressions.
///
/// The entries after the parameters are 0, and numbers above `i64::MAX` become `i64::MAX`.
pub(crate) fn signed(position: &[u64]) -> [i64; 8] {
    let mut numbers = [0; 8];
    numbers.iter_mut().zip(position).for_each(|(number, &n)| *number = i64::try_from(n).unwrap_or(i64::MAX));
    numbers
}

/// Evaluates an expression at a position.
pub(crate) fn value(code: &Code, position: &[i64]) -> Result<i64> {
    code.evaluate_at(position).map_err(|(error, span)| RuleFault { kind: FaultKind::EvalError(error), span }.error())
}

/// Returns whether a condition holds at a position.
pub(crate) fn holds(condition: &Code, position: &[i64]) -> Result<bool> {
    Ok(value(condition, position)? != 0)
}

/// Writes a position as text: `5` or `(3,4)`.
pub(crate) fn position_text(position: &[u64]) -> String {
    let numbers: Vec<String> = position.iter().map(u64::to_string).collect();
    if let [number] = &numbers[..] { number.clone() } else { format!("({})", numbers.join(",")) }
}

/// Returns the error for a move that leads out of the bounds.
fn outside_error(from: &[u64], to: &[u64], condition: &Code) -> Error {
    let (from, to) = (position_text(from), position_text(to));
    let message = text!("a move from {from} leads to {to}, which is not within the bounds of the rule", from, to);
    let error = Error::new(ErrorKind::BadArgument, message).at(condition.span());
    error.help(text!("exclude the move by a condition after the option, as in `if a < 40`"))
}

/// Returns the error for a move that leads to a higher tier.
pub(crate) fn tier_error((from, before): (&[u64], i64), (to, after): (&[u64], i64), tier: &Code) -> Error {
    let (from, to) = (position_text(from), position_text(to));
    let message =
        text!("a move from {from} leads to {to} and rises from tier {before} to tier {after}", from, to, before, after);
    let error = Error::new(ErrorKind::BadArgument, message).at(tier.span());
    error.help(text!("the tier of a position must be a number that no move increases"))
}
