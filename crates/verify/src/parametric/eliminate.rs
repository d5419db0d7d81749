//! Elimination of quantifiers without automata.
//!
//! Let x be a natural number in a conjunction of comparisons, with factor 1 or -1 in each comparison that contains x.
//! - If one of the comparisons is an equation x = E, then such an x exists iff E >= 0 and the other comparisons hold
//!   with E substituted for x.
//! - If all are bounds A <= x and x <= B, among them 0 <= x, then such an x exists iff every A is at most every B. The
//!   largest A is then a solution.
//!
//! Quantifiers over variables with other factors, or with too many cases, remain.

use super::decide::solution;
use super::mixed_radix::{all, any, not};
use crate::work::WorkCounter;
use grundy_rulelang::formula::{Formula, Linear, Variable};
use grundy_rules::Result;

/// The maximum number of conjunctions in a disjunctive normal form.
const MAX_CASES: usize = 256;
/// The maximum number of comparisons in a conjunction of a disjunctive normal form.
const MAX_ATOMS: usize = 60;

type Conjunction = Vec<Formula>;

/// Reports whether no numbers satisfy the formula.
///
/// Disjunctions are split into branches, those with the fewest alternatives first. Known facts end most branches.
/// Automata decide the branches that comparisons alone do not decide.
///
/// # Errors
/// The same as [`solution`].
pub fn is_impossible(formula: &Formula, work: &mut WorkCounter<'_>) -> Result<bool> {
    let mut pending = vec![formula.clone()];
    let mut branch_count = 0;
    while let Some(formula) = pending.pop() {
        branch_count += 1;
        let Some(facts) = simplify(formula, work)? else { continue };
        // The comparisons alone may already be contradictory.
        let atoms: Conjunction = facts.iter().filter(|fact| matches!(fact, Formula::AtMostZero(_))).cloned().collect();
        work.steps(atoms.len() as u64 * 16)?;
        if eliminate_all(&Formula::All(atoms.clone()).variables(), atoms) == Formula::Any(vec![]) {
            continue;
        }
        let forks = facts.iter().enumerate().filter_map(|(k, fact)| match fact {
            Formula::Any(alternatives) => Some((alternatives.len(), k)),
            _ => None,
        });
        let fork = forks.min().map(|(_, k)| k).filter(|_| branch_count < MAX_BRANCHES);
        let Some(fork) = fork else {
            let free: Vec<Variable> = Formula::All(facts.clone()).variables();
            let rest = match eliminate_all(&free, facts) {
                Formula::Exists(_, inner) => *inner,
                other => other,
            };
            if solution(&rest, work)?.is_some() {
                return Ok(false);
            }
            continue;
        };
        let mut rest = facts;
        let Formula::Any(alternatives) = rest.swap_remove(fork) else { continue };
        let mut before: Vec<Formula> = vec![];
        for alternative in alternatives {
            // Earlier alternatives have branches of their own, so they may be assumed false.
            let others = before.iter().filter_map(negation);
            pending.push(Formula::All(rest.iter().cloned().chain(others).chain([alternative.clone()]).collect()));
            before.extend(Some(alternative).filter(|alternative| matches!(alternative, Formula::AtMostZero(_))));
        }
    }
    Ok(true)
}

/// The maximum number of branches. Automata decide the branches that remain.
const MAX_BRANCHES: usize = 4000;

/// Simplifies a conjunction; returns `None` if it is found to be impossible.
///
/// Substitutes equations and drops impossible alternatives.
fn simplify(formula: Formula, work: &mut WorkCounter<'_>) -> Result<Option<Conjunction>> {
    let mut facts = conjuncts(push_negations(&formula, &|_| None));
    loop {
        // The approximate cost of a pass, with one step for each comparison or connective.
        work.steps(facts.iter().map(size).sum())?;
        if facts.iter().any(|fact| *fact == Formula::Any(vec![])) {
            return Ok(None);
        }
        // Use an equation to eliminate a variable.
        let equation = facts.iter().find_map(|fact| match fact {
            Formula::Zero(sum) => sum.terms.iter().find(|t| t.1.abs() == 1).map(|t| t.0),
            _ => None,
        });
        if let Some(x) = equation
            && let Some(less) = eliminate_variable(x, &facts)
        {
            facts = conjuncts(push_negations(&Formula::All(less), &|_| None));
            continue;
        }
        // Decide comparisons by other comparisons of the same sum.
        let atoms: Vec<&Linear> = facts
            .iter()
            .filter_map(|fact| match fact {
                Formula::AtMostZero(sum) => Some(sum),
                _ => None,
            })
            .collect();
        let excluded = |sum: &Linear| atoms.iter().any(|other| constant_sum(other, sum, 1).is_some_and(|s| s > 0));
        if atoms.iter().any(|sum| excluded(sum)) {
            return Ok(None);
        }
        // f <= 0 implies e <= 0 if f - e is a natural number.
        let implied = |sum: &Linear| atoms.iter().any(|other| constant_sum(other, sum, -1).is_some_and(|s| s >= 0));
        let truth_of = |atom: &Formula| match atom {
            Formula::AtMostZero(sum) if excluded(sum) => Some(false),
            Formula::AtMostZero(sum) => implied(sum).then_some(true),
            Formula::Zero(sum) => {
                let contrary = Linear::default().plus(-1, sum);
                match (implied(sum), implied(&contrary)) {
                    (true, true) => Some(true),
                    _ => (excluded(sum) || excluded(&contrary)).then_some(false),
                }
            }
            _ => None,
        };
        let before = facts.len();
        let alternatives = facts.iter().filter(|fact| matches!(fact, Formula::Any(_)));
        let alternatives: Vec<(Formula, Formula)> = alternatives
            .map(|fact| (fact.clone(), push_negations(fact, &truth_of)))
            .filter(|(old, new)| old != new)
            .collect();
        if alternatives.is_empty() {
            facts.dedup();
            return Ok(Some(facts));
        }
        let unchanged =
            facts.into_iter().filter(|fact| !alternatives.iter().any(|(old, _)| old == fact)).collect::<Vec<_>>();
        facts = conjuncts(all(unchanged.into_iter().chain(alternatives.into_iter().map(|(_, new)| new))));
        debug_assert!(before > 0);
    }
}

/// Returns the number of comparisons and connectives of a formula.
fn size(formula: &Formula) -> u64 {
    match formula {
        Formula::All(list) | Formula::Any(list) => list.iter().map(size).sum::<u64>() + 1,
        Formula::Not(inner) | Formula::Exists(_, inner) => size(inner) + 1,
        _ => 1,
    }
}

/// Pushes negations inwards and replaces atoms whose truth is known.
fn push_negations(formula: &Formula, truth_of: &dyn Fn(&Formula) -> Option<bool>) -> Formula {
    match formula {
        Formula::All(list) => all(list.iter().map(|one| push_negations(one, truth_of))),
        Formula::Any(list) => any(list.iter().map(|one| push_negations(one, truth_of))),
        Formula::Not(inner) => match negation(inner) {
            Some(negation) => push_negations(&negation, truth_of),
            None => formula.clone(),
        },
        atom => match truth_of(atom) {
            None => atom.clone(),
            Some(true) => Formula::All(vec![]),
            Some(false) => Formula::Any(vec![]),
        },
    }
}

/// Returns a formula which states that some natural numbers for these variables satisfy `inner`.
///
/// Quantifiers are eliminated where possible.
pub fn exists(mut variables: Vec<Variable>, inner: Formula) -> Formula {
    let free = inner.variables();
    variables.retain(|v| free.contains(v));
    if variables.is_empty() {
        return inner;
    }
    // Equations come first, because the value of a variable from an equation decides most cases of the other facts.
    if let Formula::All(list) = &inner {
        for &x in &variables {
            if list.iter().any(|atom| matches!(atom, Formula::Zero(sum) if factor(sum, x).abs() == 1))
                && let Some(less) = eliminate_variable(x, list)
            {
                variables.retain(|&v| v != x);
                return exists(variables, all(less));
            }
        }
    }
    let Some(cases) = to_dnf(&inner, &variables) else {
        return Formula::Exists(variables, Box::new(inner));
    };
    any(cases.into_iter().map(|case| eliminate_all(&variables, case)))
}

/// Expands the formula into a disjunction of conjunctions with respect to these variables.
///
/// Subformulas without these variables are not expanded. Returns `None` if there are too many cases or comparisons.
fn to_dnf(formula: &Formula, variables: &[Variable]) -> Option<Vec<Conjunction>> {
    if !formula.variables().iter().any(|v| variables.contains(v)) {
        return Some(vec![vec![formula.clone()]]);
    }
    let cases = match formula {
        Formula::AtMostZero(_) | Formula::Zero(_) => vec![vec![formula.clone()]],
        Formula::Any(list) => {
            let mut cases = vec![];
            for one in list {
                cases.extend(to_dnf(one, variables)?);
            }
            cases
        }
        Formula::All(list) => {
            let mut cases: Vec<Conjunction> = vec![vec![]];
            for one in list {
                let alternatives = to_dnf(one, variables)?;
                let mut longer = vec![];
                for case in &cases {
                    for alternative in &alternatives {
                        longer.extend(joined(case, alternative));
                    }
                }
                cases = longer;
                if cases.len() > MAX_CASES {
                    return None;
                }
            }
            cases
        }
        Formula::Not(inner) => match negation(inner) {
            Some(negation) => to_dnf(&negation, variables)?,
            None => vec![vec![formula.clone()]],
        },
        // Quantifiers over other variables remain.
        _ => vec![vec![formula.clone()]],
    };
    let fits = cases.len() <= MAX_CASES && cases.iter().all(|case| case.len() <= MAX_ATOMS);
    fits.then_some(cases)
}

/// Joins two conjunctions; returns `None` if two of their comparisons contradict each other.
fn joined(case: &Conjunction, alternative: &Conjunction) -> Option<Conjunction> {
    let mut case = case.clone();
    for atom in alternative {
        if case.contains(atom) {
            continue;
        }
        let excludes = |other: &Formula| match (atom, other) {
            // e <= 0 and f <= 0 contradict each other if e + f is positive.
            (Formula::AtMostZero(e), Formula::AtMostZero(f)) => constant_sum(e, f, 1).is_some_and(|sum| sum > 0),
            (Formula::Zero(e), Formula::AtMostZero(f)) | (Formula::AtMostZero(f), Formula::Zero(e)) => {
                [1, -1].into_iter().any(|sign| constant_sum(f, e, sign).is_some_and(|sum| sum > 0))
            }
            (Formula::Zero(e), Formula::Zero(f)) => {
                [1, -1].into_iter().any(|sign| constant_sum(e, f, sign).is_some_and(|sum| sum != 0))
            }
            _ => false,
        };
        if case.iter().any(excludes) {
            return None;
        }
        case.push(atom.clone());
    }
    Some(case)
}

/// Returns the negation, pushed inwards; `None` unless the formula is a comparison or a connective.
fn negation(formula: &Formula) -> Option<Formula> {
    let one = Linear::number(1);
    Some(match formula {
        Formula::AtMostZero(e) => Formula::AtMostZero(one.plus(-1, e)),
        Formula::Zero(e) => any([Formula::AtMostZero(e.plus(1, &one)), Formula::AtMostZero(one.plus(-1, e))]),
        Formula::All(list) => any(list.iter().map(|one| negation(one).unwrap_or_else(|| not(one.clone())))),
        Formula::Any(list) => all(list.iter().map(|one| negation(one).unwrap_or_else(|| not(one.clone())))),
        Formula::Not(inner) => (**inner).clone(),
        _ => return None,
    })
}

/// Eliminates these variables from a conjunction as far as possible, starting with the cheapest.
fn eliminate_all(variables: &[Variable], mut case: Conjunction) -> Formula {
    let mut remaining = variables.to_vec();
    loop {
        case = compact(case);
        if case.len() > MAX_ATOMS {
            break;
        }
        let cheapest = remaining.iter().filter_map(|&x| Some((elimination_cost(x, &case)?, x))).min();
        let Some(x) = cheapest.map(|(_, x)| x) else { break };
        remaining.retain(|&v| v != x);
        match eliminate_variable(x, &case) {
            Some(less) => case = less,
            None => remaining.push(x),
        }
        if case.iter().any(|fact| *fact == Formula::Any(vec![])) {
            return Formula::Any(vec![]);
        }
    }
    let inner = all(case);
    let free = inner.variables();
    remaining.retain(|v| free.contains(v));
    if remaining.is_empty() { inner } else { Formula::Exists(remaining, Box::new(inner)) }
}

/// Estimates how many comparisons the elimination of a variable adds.
///
/// Returns `None` if the variable cannot be eliminated.
fn elimination_cost(x: Variable, case: &Conjunction) -> Option<usize> {
    let (mut lower_count, mut upper_count) = (1, 0);
    let mut equation = false;
    for atom in case {
        let (sum, equal) = match atom {
            Formula::AtMostZero(sum) => (sum, false),
            Formula::Zero(sum) => (sum, true),
            other if other.variables().contains(&x) => {
                lower_count = usize::MAX;
                continue;
            }
            _ => continue,
        };
        match (factor(sum, x), equal) {
            (0, _) => {}
            (1 | -1, true) => equation = true,
            (1, _) => upper_count += 1,
            (-1, _) => lower_count = usize::saturating_add(lower_count, 1),
            _ => lower_count = usize::MAX,
        }
    }
    match equation {
        true => Some(0),
        false if lower_count == usize::MAX => None,
        false => Some(1 + (lower_count * upper_count).saturating_sub(lower_count + upper_count - 1)),
    }
}

/// Replaces several comparisons of the same sum by the strictest one.
fn compact(case: Conjunction) -> Conjunction {
    let mut strictest: Conjunction = Vec::with_capacity(case.len());
    for fact in case {
        let constant = match &fact {
            Formula::AtMostZero(sum) => sum.constant,
            _ => 0,
        };
        let same = strictest.iter_mut().find_map(|old| match (old, &fact) {
            (Formula::AtMostZero(old), Formula::AtMostZero(new)) if old.terms == new.terms => Some(old),
            _ => None,
        });
        if let Some(old) = same {
            old.constant = old.constant.max(constant);
        } else if !strictest.contains(&fact) {
            strictest.push(fact);
        }
    }
    strictest
}

/// Returns `e + sign * f` if it is a constant; otherwise `None`.
fn constant_sum(e: &Linear, f: &Linear, sign: i64) -> Option<i64> {
    let terms =
        e.terms.len() == f.terms.len() && e.terms.iter().zip(&f.terms).all(|(a, b)| a.0 == b.0 && a.1 == -sign * b.1);
    terms.then(|| e.constant.saturating_add(f.constant.saturating_mul(sign)))
}

/// Returns the factor of a variable in a sum; 0 if the sum does not contain the variable.
fn factor(sum: &Linear, x: Variable) -> i64 {
    sum.terms.iter().find(|(v, _)| *v == x).map_or(0, |t| t.1)
}

/// Eliminates a variable from a conjunction; `None` if this fails or if numbers might become too large.
fn eliminate_variable(x: Variable, case: &Conjunction) -> Option<Conjunction> {
    // 64 bits suffice for products of numbers up to 2^31 and their sums. Larger numbers are not used in further
    // products.
    if !case.iter().all(is_small) {
        return None;
    }
    let (with, mut rest): (Vec<&Formula>, Vec<&Formula>) = case.iter().partition(|atom| atom.variables().contains(&x));
    let x_alone = Linear::variable(x);
    let equation = with.iter().find_map(|atom| match atom {
        // sign*x + e = 0, so x = -sign*e.
        Formula::Zero(sum) => match factor(sum, x) {
            sign @ (1 | -1) => Some((*atom, Linear::default().plus(-sign, &sum.plus(-sign, &x_alone)))),
            _ => None,
        },
        _ => None,
    });
    if let Some((equation, value)) = equation {
        rest.extend(with.iter().filter(|atom| **atom != equation));
        let what = [(x, value.clone())];
        let replaced = rest.into_iter().map(|atom| atom.replace(&what));
        let all = all(replaced.chain([Formula::at_most(&Linear::default(), &value)]));
        return Some(conjuncts(all));
    }
    let (mut lower_bounds, mut upper_bounds) = (vec![Linear::default()], vec![]);
    for atom in with {
        let Formula::AtMostZero(sum) = atom else { return None };
        match factor(sum, x) {
            // x + e <= 0 is equivalent to x <= -e, and e - x <= 0 to e <= x.
            1 => upper_bounds.push(Linear::default().plus(-1, &sum.plus(-1, &x_alone))),
            -1 => lower_bounds.push(sum.plus(1, &x_alone)),
            _ => return None,
        }
    }
    let bounds = lower_bounds.iter().flat_map(|low| upper_bounds.iter().map(move |high| Formula::at_most(low, high)));
    Some(conjuncts(all(rest.into_iter().cloned().chain(bounds))))
}

/// Reports whether all numbers in the formula are at most 2^31; false for unknown atoms.
fn is_small(formula: &Formula) -> bool {
    match formula {
        Formula::AtMostZero(sum) | Formula::Zero(sum) => sum.is_small(),
        Formula::All(list) | Formula::Any(list) => list.iter().all(is_small),
        Formula::Not(inner) | Formula::Exists(_, inner) => is_small(inner),
        Formula::Bits(_, list) | Formula::Product(list) => list.iter().all(Linear::is_small),
        _ => false,
    }
}

fn conjuncts(formula: Formula) -> Conjunction {
    match formula {
        Formula::All(list) => list,
        one => vec![one],
    }
}
