//! Claims about several heaps, decided from the values of a single heap.
//!
//! *Theorem* (Sprague 1935, Grundy 1939). Under normal play the value of a sum is the exclusive or of the values of its
//! components.
//!
//! So if R = {(n, v): v = G(n)} is known for one heap, then v is the value of the heaps a, b, c iff there are u1, u2,
//! u3 with R(a, u1), R(b, u2), R(c, u3) and u1 xor u2 xor u3 = v. This is substituted for each value in a claim, and
//! the resulting formula is decided by automata that read binary digits.
//!
//! To keep these automata small, each variable x is eliminated from the conditions in which it occurs. If x
//! does not occur in B, then some x satisfies both A(x) and B iff B holds and some x satisfies A(x). For
//! example, the value of a heap and its remainder modulo 4 become one small automaton that no longer reads
//! the heap.

use crate::automata;
use crate::certificate::{Proof, Quantity, refused};
use crate::claim::{KnownFacts, claim_error, values_of};
use crate::failure::{Failure, fails_nowhere};
use crate::parametric::{relation_of, solution_with};
use crate::periodic;
use crate::work::WorkCounter;
use grundy_lang::{Text, text};
use grundy_rulelang::claims::{Claim, KnownRelations};
use grundy_rulelang::formula::{Bitwise, Formula, Linear, Variable};
use grundy_rules::CompactSort;
use grundy_rules::{Kind, Play, Result, Ruleset};
use std::cell::RefCell;

/// The maximum number of variables of a relation that replaces a group of conditions.
const MAX_RELATION_VARIABLES: usize = 6;
/// The maximum number of states of an automaton that replaces a group of conditions.
const MAX_STATES: usize = 1 << 13;

/// The proved relation between one heap and its value, used for a claim about `heaps` heaps.
pub(crate) struct HeapFacts {
    heaps: usize,
    facts: KnownFacts,
}

/// Checks the proof for one heap; returns the facts for the number of heaps in the claim.
pub(crate) fn verify(rules: &Ruleset, one: &Proof, claim: &Claim, work: &mut WorkCounter<'_>) -> Result<HeapFacts> {
    if rules.play == Play::Misere || rules.game.kind() != Kind::Impartial {
        return Err(refused(text!("values of heaps can be combined only in impartial games under normal play")));
    }
    let heaps = claim.parameters();
    if heaps < 1 || rules.dims() != Some(1) || rules.game.position_from_numbers(&vec![0; heaps]).is_none() {
        return Err(refused(text!("the claim is not about positions of heaps")));
    }
    let relation = match one {
        Proof::Periodic { theorem, of: Quantity::Grundy, preperiod, period, table } => {
            periodic::verify(rules, *theorem, Quantity::Grundy, *preperiod, *period, table, work)?;
            values_of(one, work)?
        }
        Proof::Automata { of: Quantity::Grundy, numeration, relation, .. }
            if numeration == "base 2" && relation.tracks == 2 =>
        {
            match automata::ClaimedAutomata::from_proof(one) {
                Some(data) => Some(automata::values(rules, &data, work)?),
                None => None,
            }
        }
        _ => None,
    };
    let Some(relation) = relation else {
        return Err(refused(text!(
            "the values of one heap must be proved by a periodic sequence or by an automaton in base 2"
        )));
    };
    let facts = KnownFacts::of_values(relation.with_reachability()).with_automata(claim, work)?;
    Ok(HeapFacts { heaps, facts })
}

impl HeapFacts {
    /// Decides whether the claim follows; returns an error if it does not.
    ///
    /// If the claim fails and `least` is present, the least counterexample is stored there. Returns a position about
    /// which the claim says nothing, if there is one.
    pub fn follows(
        &self,
        claim: &Claim,
        least: Option<&RefCell<Option<Failure>>>,
        work: &mut WorkCounter<'_>,
    ) -> Result<Option<Vec<u128>>> {
        let arity = claim.arity() as Variable;
        fails_nowhere(claim, KnownRelations::Values, least, &mut |formula| self.solution(formula, arity, work))?;
        let coverage = claim.coverage(KnownRelations::Values).map_err(|error| claim_error(claim, error))?;
        if self.solution(&coverage, arity, work)?.is_none() {
            return Err(refused(text!("the claim covers no position")));
        }
        self.silent_position(claim, None, work)
    }

    /// Returns a position about which the claim says nothing, if there is one.
    ///
    /// If `above` is present, only positions with a number above it are considered.
    pub fn silent_position(
        &self,
        claim: &Claim,
        above: Option<u64>,
        work: &mut WorkCounter<'_>,
    ) -> Result<Option<Vec<u128>>> {
        let arity = claim.arity() as Variable;
        for formula in claim.silences(KnownRelations::Values)? {
            let mut all = vec![formula];
            if let Some(to) = above {
                let to = i64::try_from(to).ok().filter(|&to| to < 1 << 31);
                let to = to.ok_or_else(|| refused(text!("a number exceeds 2^31")))?;
                let larger = |v: Variable| Formula::less(&Linear::number(to), &Linear::variable(v));
                all.push(Formula::Any((0..arity).map(larger).collect()));
            }
            if let Some(position) = self.solution(&Formula::All(all), arity, work)? {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    /// Returns numbers for the first `arity` variables that satisfy the formula, if there are any.
    fn solution(&self, formula: &Formula, arity: Variable, work: &mut WorkCounter<'_>) -> Result<Option<Vec<u128>>> {
        let mut fresh = FreshVariables { next: FIRST, bound: bound_in(formula), values: vec![] };
        let formula = self.with_single_heaps(formula, &mut fresh, 0)?;
        let mut list = vec![formula];
        // Each position has exactly one value, so all conditions on it, negated or not, share one variable for the
        // value. This value must always exist, so an expression that may be negative is replaced by a natural number.
        for (mut heaps, value) in std::mem::take(&mut fresh.values) {
            for heap in heaps.iter_mut().filter(|heap| heap.as_variable().is_none()) {
                let own = Linear::variable(fresh.new_variable());
                let negative = Formula::All(vec![Formula::less(heap, &Linear::default()), Formula::Zero(own.clone())]);
                list.push(Formula::Any(vec![Formula::equal(&own, heap), negative]));
                *heap = own;
            }
            list.push(HeapFacts::sum(&heaps, value, &mut fresh));
        }
        let list = introduce_remainders(flatten(list, &mut fresh)?, &mut fresh);
        let Some(found) = self.solve(list, work)? else { return Ok(None) };
        let value = |v: Variable| found.iter().find(|(w, _)| *w == v).map_or(0, |(_, x)| *x);
        Ok(Some((0..arity).map(value).collect()))
    }

    /// Returns numbers for all variables that satisfy all of these conditions, if there are any.
    fn solve(&self, mut list: Vec<Formula>, work: &mut WorkCounter<'_>) -> Result<Option<Vec<(Variable, u128)>>> {
        let mut relations = self.facts.relations().to_vec();
        // Eliminated variables with the conditions on them, and variables that cannot be eliminated.
        let (mut eliminated, mut retained): (Vec<(Variable, Formula)>, Vec<Variable>) = (vec![], vec![]);
        loop {
            work.steps(list.len() as u64)?;
            let variables: Vec<Vec<Variable>> = list.iter().map(Formula::variables).collect();
            let other_variables = |x: Variable| {
                let with = variables.iter().filter(|own| own.contains(&x)).flatten();
                let mut with: Vec<Variable> = with.copied().filter(|&v| v != x).collect();
                with.compact_sort();
                with.dedup();
                with.len()
            };
            let mut all: Vec<Variable> =
                variables.iter().flatten().copied().filter(|v| !retained.contains(v)).collect();
            all.compact_sort();
            all.dedup();
            let best = all
                .into_iter()
                .map(|x| (other_variables(x), x))
                .min()
                .filter(|(count, _)| *count <= MAX_RELATION_VARIABLES);
            let Some((_, x)) = best else { break };
            let (with, rest): (Vec<Formula>, Vec<Formula>) =
                list.iter().cloned().partition(|one| one.variables().contains(&x));
            let group = Formula::All(with);
            let projected = Formula::Exists(vec![x], Box::new(group.clone()));
            let Some((remaining, relation)) = relation_of(&projected, &relations, MAX_STATES, work)? else {
                retained.push(x);
                continue;
            };
            eliminated.push((x, group));
            list = rest;
            list.push(Formula::Member(relations.len(), remaining.into_iter().map(Linear::variable).collect()));
            relations.push(relation);
        }
        let Some(mut found) = solution_with(&Formula::All(list), &relations, work)? else { return Ok(None) };
        // Find numbers for the eliminated variables, in reverse order of elimination.
        for (x, group) in eliminated.into_iter().rev() {
            let mut all = vec![];
            for &(v, value) in found.iter().filter(|(v, _)| group.variables().contains(v)) {
                let value = i64::try_from(value).ok().filter(|&value| value < 1 << 31);
                let value = value.ok_or_else(|| refused(text!("a number exceeds 2^31")))?;
                all.push(Formula::Zero(Linear::variable(v).plus(-1, &Linear::number(value))));
            }
            all.push(group);
            let Some(more) = solution_with(&Formula::All(all), &relations, work)? else { return Ok(None) };
            found.push((x, more.iter().find(|(v, _)| *v == x).map_or(0, |(_, value)| *value)));
        }
        Ok(Some(found))
    }

    /// Rewrites the formula so that it contains only values of single heaps.
    ///
    /// The arguments of bitwise operations and relations become variables.
    fn with_single_heaps(&self, formula: &Formula, fresh: &mut FreshVariables, depth: usize) -> Result<Formula> {
        if depth > MAX_DEPTH {
            return Err(refused(text!("a formula is nested more deeply than this program supports")));
        }
        let each = |list: &[Formula], fresh: &mut FreshVariables| {
            list.iter().map(|one| self.with_single_heaps(one, fresh, depth + 1)).collect::<Result<Vec<Formula>>>()
        };
        Ok(match formula {
            Formula::AtMostZero(_) | Formula::Zero(_) => formula.clone(),
            Formula::All(list) => Formula::All(each(list, fresh)?),
            Formula::Any(list) => Formula::Any(each(list, fresh)?),
            Formula::Not(inner) => self.with_single_heaps(inner, fresh, depth + 1)?.not(),
            Formula::Exists(bound, inner) => {
                Formula::Exists(bound.clone(), Box::new(self.with_single_heaps(inner, fresh, depth + 1)?))
            }
            Formula::Bits(how, list) => fresh.apply_atom(list, |list| match <[Linear; 3]>::try_from(list) {
                Ok(list) => Formula::Bits(*how, list),
                Err(_) => Formula::Any(vec![]),
            }),
            Formula::Member(0, list) if list.len() == self.heaps + 1 => {
                let (heaps, value) = (&list[..self.heaps], &list[self.heaps]);
                // Heaps without bound variables are summed outside the quantifiers. Atoms with negative heaps are
                // false.
                let bound = |heap: &Linear| heap.terms.iter().any(|(v, _)| fresh.bound.contains(v));
                let (inner, outer): (Vec<Linear>, Vec<Linear>) = heaps.iter().cloned().partition(bound);
                let signed = outer.iter().filter(|heap| heap.as_variable().is_none());
                let mut all: Vec<Formula> = signed.map(|heap| Formula::at_most(&Linear::default(), heap)).collect();
                if inner.is_empty() {
                    all.push(Formula::equal(&Linear::variable(fresh.value_of(&outer)), value));
                    return Ok(Formula::All(all));
                }
                let (inner_value, total) = (fresh.new_variable(), fresh.new_variable());
                all.extend([
                    HeapFacts::sum(&inner, inner_value, fresh),
                    Formula::equal(&Linear::variable(total), value),
                ]);
                all.push(match outer.is_empty() {
                    true => Formula::equal(&Linear::variable(total), &Linear::variable(inner_value)),
                    false => {
                        Formula::Bits(Bitwise::Xor, [fresh.value_of(&outer), inner_value, total].map(Linear::variable))
                    }
                });
                Formula::Exists(vec![inner_value, total], Box::new(Formula::All(all)))
            }
            Formula::Member(relation, list) => fresh.apply_atom(list, |list| Formula::Member(*relation, list)),
            _ => {
                return Err(refused(text!(
                    "claims about several heaps cannot use powers, the golden ratio or letters"
                )));
            }
        })
    }

    /// Returns the formula which states that `value` is the value of the sum of these heaps.
    fn sum(heaps: &[Linear], value: Variable, fresh: &mut FreshVariables) -> Formula {
        let (mut bound, mut all) = (vec![], vec![]);
        let mut sum: Option<Variable> = None;
        for (k, heap) in heaps.iter().enumerate() {
            // The last partial sum is the value of the sum.
            let last = k + 1 == heaps.len();
            let mut variable = |is_value: bool, fresh: &mut FreshVariables| {
                let own = if is_value { value } else { fresh.new_variable() };
                bound.extend(Some(own).filter(|&own| own != value));
                own
            };
            let own = variable(last && sum.is_none(), fresh);
            all.push(fresh.apply_atom(&[heap.clone(), Linear::variable(own)], |list| Formula::Member(0, list)));
            let Some(before) = sum.replace(own) else { continue };
            let after = variable(last, fresh);
            all.push(Formula::Bits(Bitwise::Xor, [before, own, after].map(Linear::variable)));
            sum = Some(after);
        }
        Formula::Exists(bound, Box::new(Formula::All(all)))
    }
}

/// The maximum depth of nested formulas.
const MAX_DEPTH: usize = 100;
/// The first new variable. The variables of claims have smaller numbers.
const FIRST: Variable = 1 << 20;

/// A supply of new variables, and the variables for the values of positions.
struct FreshVariables {
    next: Variable,
    /// The variables bound by quantifiers of the formula.
    bound: Vec<Variable>,
    /// Positions whose values occur in the formula, and the variables for these values.
    values: Vec<(Vec<Linear>, Variable)>,
}

impl FreshVariables {
    fn new_variable(&mut self) -> Variable {
        self.next += 1;
        self.next - 1
    }

    /// Returns the variable for the value of a position; the first call for a position creates it.
    fn value_of(&mut self, heaps: &[Linear]) -> Variable {
        if let Some((_, value)) = self.values.iter().find(|(position, _)| position == heaps) {
            return *value;
        }
        let value = self.new_variable();
        self.values.push((heaps.to_vec(), value));
        value
    }

    /// Applies an atom to variables. Other arguments are first replaced by new variables.
    fn apply_atom(&mut self, list: &[Linear], atom: impl FnOnce(Vec<Linear>) -> Formula) -> Formula {
        let (mut bound, mut all, mut named) = (vec![], vec![], vec![]);
        for one in list {
            named.push(match one.as_variable() {
                Some(variable) => Linear::variable(variable),
                None => {
                    let own = Linear::variable(self.new_variable());
                    bound.extend(own.as_variable());
                    all.push(Formula::equal(&own, one));
                    own
                }
            });
        }
        all.push(atom(named));
        match bound.is_empty() {
            true => Formula::All(all),
            false => Formula::Exists(bound, Box::new(Formula::All(all))),
        }
    }
}

/// Flattens a conjunction. The variables of its positive quantifiers become free, with new names.
fn flatten(mut pending: Vec<Formula>, fresh: &mut FreshVariables) -> Result<Vec<Formula>> {
    let mut list = vec![];
    while let Some(one) = pending.pop() {
        match one {
            Formula::All(more) => pending.extend(more),
            Formula::Exists(bound, inner) => {
                if bound_in(&inner).iter().any(|v| bound.contains(v)) {
                    return Err(refused(text!("a formula binds a variable twice")));
                }
                let new: Vec<(Variable, Linear)> =
                    bound.into_iter().map(|v| (v, Linear::variable(fresh.new_variable()))).collect();
                pending.push(inner.replace(&new));
            }
            Formula::Not(inner) => match *inner {
                Formula::Any(alternatives) => pending.extend(alternatives.into_iter().map(Formula::not)),
                Formula::All(all) => list.push(Formula::Any(all.into_iter().map(Formula::not).collect())),
                Formula::Not(inner) => pending.push(*inner),
                other => list.push(other.not()),
            },
            other if !list.contains(&other) => list.push(other),
            _ => {}
        }
    }
    Ok(list)
}

/// Introduces variables for remainders.
///
/// If the conditions m*q <= y and y <= m*q + m - 1 occur together, y - m*q is the remainder r of y modulo m.
/// A new variable for r then replaces y - m*q in all other conditions, so that y and q occur in few
/// conditions.
fn introduce_remainders(mut list: Vec<Formula>, fresh: &mut FreshVariables) -> Vec<Formula> {
    let negated = |terms: &[(Variable, i64)]| terms.iter().map(|&(v, a)| (v, -a)).collect::<Vec<_>>();
    for k in 0..list.len() {
        let Formula::AtMostZero(lower) = list[k].clone() else { continue };
        // The quotient q must be the only variable with a factor above 1.
        let [(quotient, factor)] = lower.terms.iter().filter(|(_, a)| *a > 1).copied().collect::<Vec<_>>()[..] else {
            continue;
        };
        let upper = list.iter().position(|one| {
            matches!(one, Formula::AtMostZero(upper) if upper.terms == negated(&lower.terms) && upper.constant + lower.constant < 0)
        });
        let Some(upper) = upper else { continue };
        let is = Linear::variable(fresh.new_variable()).plus(1, &lower);
        let rest = |e: &Linear| match e.terms.iter().find(|(v, _)| *v == quotient) {
            Some((_, times)) if times % factor == 0 => e.plus(-times / factor, &is),
            _ => e.clone(),
        };
        for (at, one) in list.iter_mut().enumerate() {
            if at != k && at != upper {
                *one = one.map_expressions(&rest);
            }
        }
        list.push(Formula::Zero(is.clone()));
    }
    list
}

/// Returns the variables that quantifiers of a formula bind.
fn bound_in(formula: &Formula) -> Vec<Variable> {
    let (mut pending, mut bound) = (vec![formula], vec![]);
    while let Some(one) = pending.pop() {
        match one {
            Formula::All(list) | Formula::Any(list) => pending.extend(list),
            Formula::Not(inner) => pending.push(inner),
            Formula::Exists(own, inner) => {
                bound.extend(own);
                pending.push(inner);
            }
            _ => {}
        }
    }
    bound
}

/// Returns the statement of a proof about several heaps without a claim.
pub(crate) fn statement(rules: &Ruleset) -> Text {
    text!("{rules}: the value of several heaps is the xor of their values", rules)
}
