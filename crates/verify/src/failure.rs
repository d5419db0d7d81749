//! Counterexamples to claims.

use crate::certificate::refused;
use crate::claim::claim_error;
use grundy_lang::text;
use grundy_rulelang::claims::{Claim, KnownRelations};
use grundy_rulelang::formula::{Formula, Linear, Variable};
use grundy_rules::{Error, Result};
use std::cell::RefCell;

/// Values of a claim's variables that satisfy a formula, or `None` if there are none.
type Witness = Option<Vec<u128>>;

/// Values of a claim's variables for which the claim fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The value of each variable, in the order of the claim's names.
    pub numbers: Vec<u128>,
    /// Whether this is the least failure.
    ///
    /// The least failure has the least sum, and among these it is lexicographically first.
    pub least: bool,
}

impl Failure {
    /// Finds the least counterexample by binary search, starting from the counterexample `first`.
    ///
    /// `fails` returns a counterexample that satisfies the given conditions, if there is one.
    pub(crate) fn least(first: Vec<u128>, fails: &mut dyn FnMut(&[Formula]) -> Result<Witness>) -> Result<Failure> {
        let mut numbers = first;
        let sum = |list: &[u128]| list.iter().fold(0u128, |sum, &x| sum.saturating_add(x));
        if sum(&numbers) >= 1 << 31 {
            return Ok(Failure { numbers, least: false });
        }
        let all = (0..numbers.len()).fold(Linear::default(), |all, k| all.plus(1, &Linear::variable(k as Variable)));
        let each = (0..numbers.len()).map(|k| Linear::variable(k as Variable));
        let mut conditions: Vec<Formula> = vec![];
        for (k, what) in std::iter::once(all).chain(each).enumerate() {
            let measure = |numbers: &[u128]| if k == 0 { sum(numbers) } else { numbers[k - 1] };
            // The least value of `what` in a counterexample is at least `low`, and at most that of `numbers`.
            let mut low = 0;
            while low < measure(&numbers) {
                let half = low + (measure(&numbers) - low) / 2;
                conditions.push(Formula::at_most(&what, &Linear::number(half as i64)));
                match fails(&conditions)? {
                    Some(smaller) => numbers = smaller,
                    None => low = half + 1,
                }
                conditions.pop();
            }
            conditions.push(Formula::equal(&what, &Linear::number(low as i64)));
        }
        Ok(Failure { numbers, least: true })
    }
}

/// Returns the error which states that the claim fails, with these values of its variables.
fn fails(claim: &Claim, values: &[u128]) -> Error {
    let shown: Vec<String> = claim.names().iter().zip(values).map(|(name, x)| format!("{name} = {x}")).collect();
    let what = text!("the claim fails");
    refused(match shown.is_empty() {
        true => what,
        false => text!("{what}, for example at {where}", what, where = shown.join(", ")),
    })
}

/// Refuses the claim if it fails.
///
/// `solve` returns numbers that satisfy a formula, or `None`. If `least` is present, the least counterexample is stored
/// there.
pub(crate) fn fails_nowhere(
    claim: &Claim,
    known: KnownRelations,
    least: Option<&RefCell<Option<Failure>>>,
    solve: &mut dyn FnMut(&Formula) -> Result<Witness>,
) -> Result<()> {
    let violations = claim.violations(known).map_err(|error| claim_error(claim, error))?;
    let mut any = |conditions: &[Formula]| {
        for formula in &violations {
            if let Some(values) = solve(&Formula::All([conditions, std::slice::from_ref(formula)].concat()))? {
                return Ok(Some(values));
            }
        }
        Ok(None)
    };
    let Some(first) = any(&[])? else { return Ok(()) };
    let error = fails(claim, &first);
    if let Some(least) = least {
        *least.borrow_mut() = Some(Failure { numbers: first.clone(), least: false });
        *least.borrow_mut() = Some(Failure::least(first, &mut any)?);
    }
    Err(error)
}
