//! Evaluates claims at positions.

use super::{Claim, ClaimResult, KnownResult};
use grundy_lang::text;
use grundy_rules::{CompactSort, Error, ErrorKind, Outcome, Result};
use grundy_syntax::claim::{Lookup, LookupKind, Quantified};
use grundy_syntax::code::{Code, NoValue};
use grundy_syntax::token::MAX_NUMBER;

/// The reason why an expression of a claim has no value at a position.
///
/// `EvalError` contains the index of the error in `ClaimEvaluation::errors`.
#[derive(Clone, Copy)]
enum NoClaimValue {
    Silent,
    Unknown,
    EvalError(usize),
}

type ClaimValue = std::result::Result<i64, NoClaimValue>;

/// The maximal number of values that are tried for all quantified variables together at one position.
const MAX_TRIED: u32 = 4096;
/// The largest value that is tried for a variable that no condition bounds.
const MAX_UNBOUNDED_VALUE: i64 = 1000;
/// The number of consecutive unknown results that end the search over an unbounded variable.
const MAX_UNKNOWN: u32 = 64;

/// The kinds of missing results that occur while the values of a quantified variable are tried.
#[derive(Default)]
struct MissingResults {
    silent: bool,
    unknown: bool,
}

/// The state of one evaluation of a claim.
struct ClaimEvaluation<'s> {
    claim: &'s Claim,
    entry: &'s mut dyn FnMut(&[u64]) -> Option<KnownResult>,
    errors: Vec<Error>,
    /// The number of values that may still be tried.
    remaining_tries: u32,
}

impl Claim {
    /// Evaluates the claim for the values `at` of its variables, such as the parameters of a position.
    ///
    /// `entry` returns the known result of the position with the given parameters, or `None` if the result is unknown.
    /// If the values tried for a quantifier do not decide it, the result is [`ClaimResult::Unknown`].
    ///
    /// # Errors
    /// `bad_argument` with the span for errors such as a division by zero; `limit` if a value in `at` exceeds 2^62.
    pub fn evaluate(&self, at: &[u64], entry: &mut dyn FnMut(&[u64]) -> Option<KnownResult>) -> Result<ClaimResult> {
        let mut values: Vec<ClaimValue> = vec![];
        for &x in at {
            let x = i64::try_from(x).ok().filter(|&x| x <= MAX_NUMBER);
            values.push(Ok(x.ok_or_else(|| Error::new(ErrorKind::Limit, text!("a number exceeds 2^62")))?));
        }
        let mut evaluation = ClaimEvaluation { claim: self, entry, errors: vec![], remaining_tries: MAX_TRIED };
        // All look-ups are made first; a failed look-up matters only where its result is needed.
        evaluation.evaluate_lookups(&self.lookups, &mut values);
        let mut result = ClaimResult::OutOfScope;
        for clause in &self.clauses {
            if let Some(scope) = &clause.scope {
                match evaluation.truth(scope, &values)? {
                    Ok(true) => {}
                    Ok(false) => continue,
                    Err(stop) => return Ok(stop),
                }
            }
            result = ClaimResult::Holds;
            for statement in &clause.statements {
                let holds = match (evaluation.truth(&statement.left, &values)?, &statement.right) {
                    (Err(stop), _) => return Ok(stop),
                    (Ok(left), None) => left,
                    (Ok(left), Some(right)) => match evaluation.truth(right, &values)? {
                        Ok(right) => left == right,
                        Err(stop) => return Ok(stop),
                    },
                };
                if !holds {
                    return Ok(ClaimResult::Fails);
                }
            }
        }
        Ok(result)
    }
}

impl ClaimEvaluation<'_> {
    fn value(&mut self, code: &Code, values: &[ClaimValue]) -> ClaimValue {
        code.evaluate_partially(values).map_err(|fault| match fault {
            NoValue::Variable(stop) => stop,
            NoValue::EvalError(error, span) => {
                self.errors.push(Error::new(ErrorKind::BadArgument, error.message()).at(span));
                NoClaimValue::EvalError(self.errors.len() - 1)
            }
        })
    }

    /// Evaluates a condition of the claim.
    ///
    /// If the condition has no truth value, the inner error is the resulting `ClaimResult` of the claim.
    fn truth(&mut self, code: &Code, values: &[ClaimValue]) -> Result<std::result::Result<bool, ClaimResult>> {
        match self.value(code, values) {
            Ok(value) => Ok(Ok(value != 0)),
            Err(NoClaimValue::Silent) => Ok(Err(ClaimResult::Silent)),
            Err(NoClaimValue::Unknown) => Ok(Err(ClaimResult::Unknown)),
            Err(NoClaimValue::EvalError(k)) => Err(self.errors[k].clone()),
        }
    }

    /// Appends the results of the look-ups to the values.
    ///
    /// The recursion is as deep as quantifiers are nested, which the parser limits.
    fn evaluate_lookups(&mut self, list: &[Lookup], values: &mut Vec<ClaimValue>) {
        let variables = values.len();
        for lookup in list {
            let value = match &lookup.kind {
                LookupKind::Quantified(quantified) => self.quantified(quantified, &values[..variables]),
                _ => {
                    let of: std::result::Result<Vec<i64>, NoClaimValue> =
                        lookup.of.iter().map(|code| self.value(code, &values[..variables])).collect();
                    of.and_then(|of| self.evaluate_lookup(lookup, &of))
                }
            };
            values.push(value);
        }
    }

    fn quantified(&mut self, quantified: &Quantified, variables: &[ClaimValue]) -> ClaimValue {
        let mut numbers = variables.iter().copied().collect::<std::result::Result<Vec<i64>, NoClaimValue>>()?;
        let mut missing = MissingResults::default();
        let decided = self.search(quantified, &mut numbers, &mut missing)?;
        if !decided && (missing.unknown || missing.silent) {
            return Err(if missing.unknown { NoClaimValue::Unknown } else { NoClaimValue::Silent });
        }
        Ok(i64::from(decided == quantified.exists))
    }

    /// Tries values for the quantified variables that have no value yet.
    ///
    /// Returns whether some combination of values decides the quantifier. `numbers` contains the values of the outer
    /// variables and of the first quantified variables.
    fn search(
        &mut self,
        quantified: &Quantified,
        numbers: &mut Vec<i64>,
        missing: &mut MissingResults,
    ) -> std::result::Result<bool, NoClaimValue> {
        let k = numbers.len() - quantified.outer;
        let Some(ends) = quantified.ends.get(k) else {
            let mut values: Vec<ClaimValue> = numbers.iter().map(|&x| Ok(x)).collect();
            self.evaluate_lookups(&quantified.lookups, &mut values);
            match self.value(&quantified.condition, &values) {
                Ok(value) => return Ok((value != 0) == quantified.exists),
                Err(NoClaimValue::Silent) => missing.silent = true,
                Err(NoClaimValue::Unknown) => missing.unknown = true,
                Err(error) => return Err(error),
            }
            return Ok(false);
        };
        let end = ends.iter().map(|form| form.last(numbers)).min();
        let max_value = end.unwrap_or(MAX_UNBOUNDED_VALUE);
        let mut in_a_row = 0;
        for x in 0..=max_value {
            if self.remaining_tries == 0 || (in_a_row == MAX_UNKNOWN && end.is_none()) {
                missing.unknown = true;
                return Ok(false);
            }
            self.remaining_tries -= 1;
            let mut inner = MissingResults::default();
            numbers.push(x);
            let decided = self.search(quantified, numbers, &mut inner);
            numbers.pop();
            if decided? {
                return Ok(true);
            }
            in_a_row = if inner.unknown { in_a_row + 1 } else { 0 };
            missing.silent |= inner.silent;
            missing.unknown |= inner.unknown;
        }
        // If no condition bounds the variable, larger values could still decide the quantifier.
        missing.unknown |= end.is_none();
        Ok(false)
    }

    /// Returns the least number that is not the value of a position in these spans.
    ///
    /// `of` lists the parameters of the first and last position of each span in turn.
    fn mex_of_spans(&mut self, of: &[u64]) -> ClaimValue {
        let parameters = self.claim.parameters.max(1);
        let mut values = vec![];
        for ends in of.chunks_exact(2 * parameters) {
            let (first, last) = ends.split_at(parameters);
            let changed = (0..parameters).find(|&k| first[k] != last[k]).unwrap_or(0);
            let (from, to) = (first[changed].min(last[changed]), first[changed].max(last[changed]));
            let length = u32::try_from(to - from).ok().and_then(|length| length.checked_add(1));
            let Some(rest) = length.and_then(|length| self.remaining_tries.checked_sub(length)) else {
                return Err(NoClaimValue::Unknown);
            };
            self.remaining_tries = rest;
            let mut position = first.to_vec();
            for x in from..=to {
                position[changed] = x;
                match (self.entry)(&position) {
                    Some(KnownResult::Value(value)) => values.push(value),
                    _ => return Err(NoClaimValue::Unknown),
                }
            }
        }
        values.compact_sort();
        values.dedup();
        let missing = values.iter().zip(0..).take_while(|&(&value, k)| value == k).count();
        Ok(missing as i64)
    }

    /// Evaluates one look-up with these arguments.
    fn evaluate_lookup(&mut self, lookup: &Lookup, of: &[i64]) -> ClaimValue {
        let natural: Option<Vec<u64>> = of.iter().map(|&x| u64::try_from(x).ok()).collect();
        match (&lookup.kind, natural) {
            (LookupKind::List(list), natural) => {
                let index = natural.and_then(|of| usize::try_from(of[0]).ok());
                index.and_then(|index| list.get(index)).copied().ok_or(NoClaimValue::Silent)
            }
            // Negative numbers have no digits, so no automaton accepts them.
            (LookupKind::Automaton(_), None) => Ok(0),
            (LookupKind::Automaton(k), Some(of)) => match &self.claim.automata[*k] {
                automaton if automaton.values => {
                    let value = automaton.value(&of).ok_or(NoClaimValue::Silent)?;
                    Ok(i64::try_from(value).unwrap_or(MAX_NUMBER).min(MAX_NUMBER))
                }
                automaton => Ok(i64::from(automaton.accepts(&of))),
            },
            (_, None) => Err(NoClaimValue::Silent),
            (LookupKind::Value, Some(of)) => match (self.entry)(&of) {
                Some(KnownResult::Value(value)) => Ok(i64::try_from(value).unwrap_or(MAX_NUMBER).min(MAX_NUMBER)),
                _ => Err(NoClaimValue::Unknown),
            },
            (LookupKind::Outcome(outcome), Some(of)) => match (self.entry)(&of) {
                Some(KnownResult::Outcome(known)) => Ok(i64::from(known == *outcome)),
                Some(KnownResult::Value(value)) => {
                    Ok(i64::from(*outcome == if value == 0 { Outcome::P } else { Outcome::N }))
                }
                None => Err(NoClaimValue::Unknown),
            },
            (LookupKind::Mex, Some(of)) => self.mex_of_spans(&of),
            // This case does not occur, since `evaluate_lookups` evaluates quantifiers itself.
            (LookupKind::Quantified(_), _) => Err(NoClaimValue::Unknown),
        }
    }
}
