//! Replaces a number that moves increase up to a bound by its distance from the bound, which decreases.
//!
//! Let every move increase the number v and keep it at most L, where L is a linear expression in the letters (symbolic
//! parameters). Then u = L - v is natural on all positions with v <= L, moves from these positions lead only to such
//! positions, and u decreases. So v is replaced by L - u everywhere, and a proof for all u up to L is a proof for all v
//! up to L. The claim must be restricted to these positions, since positions with larger v have no moves.

use crate::certificate::refused;
use grundy_lang::text;
use grundy_rulelang::claims::{Parametric, ValueClause};
use grundy_rulelang::formula::{Formula, GameFormula, Linear, Variable};
use grundy_rules::Result;

/// The variable of the number that was replaced, and the bound L.
pub(crate) type ReplacedNumber = (Variable, Linear);

/// Rewrites the game and the claim so that all numbers decrease; returns the replaced number, if any.
pub(crate) fn reflect(games: &mut [GameFormula], statement: &mut Parametric) -> Result<Option<ReplacedNumber>> {
    let Some((v, bound)) = growing_number(games) else { return Ok(None) };
    let within = Formula::at_most(&Linear::variable(v), &bound);
    if !conjuncts(&statement.condition).contains(&&within) {
        return Err(refused(text!(
            "a move increases a number up to a bound, but the claim is not restricted to positions within this bound"
        )));
    }
    let reflected = bound.plus(-1, &Linear::variable(v));
    let what = [(v, reflected.clone())];
    for one in games.iter_mut().flat_map(|game| &mut game.moves) {
        one.guard = one.guard.replace(&what);
        for target in &mut one.targets {
            for (index, number) in (0..).zip(target.iter_mut()) {
                *number = number.replace(&what);
                if index == v {
                    *number = bound.plus(-1, number);
                }
            }
        }
    }
    // Substituted into v <= L, the replacement gives L - u <= L. This always holds, so the condition is dropped.
    let rest = conjuncts(&statement.condition).into_iter().filter(|one| **one != within);
    let condition = Formula::All(rest.map(|one| one.replace(&what)).collect());
    let replaced = |formula: &Formula| formula.replace(&what);
    *statement = Parametric {
        values: statement.values,
        condition,
        relations: statement.relations.iter().map(replaced).collect(),
        classes: statement.classes.iter().map(|(outcome, holds)| (*outcome, replaced(holds))).collect(),
        clauses: statement
            .clauses
            .iter()
            .map(|part| ValueClause { scope: replaced(&part.scope), value: replaced(&part.value) })
            .collect(),
    };
    Ok(Some((v, bound)))
}

/// Returns the number that every move increases, and the upper bound that all guards ensure.
fn growing_number(games: &[GameFormula]) -> Option<ReplacedNumber> {
    let moves = || games.iter().flat_map(|game| &game.moves);
    let first = moves().next()?;
    let changed = |one: &grundy_rulelang::formula::MoveFormula| -> Option<Variable> {
        let [target] = &one.targets[..] else { return None };
        let mut changed = (0..).zip(target).filter(|(v, after)| **after != Linear::variable(*v)).map(|(v, _)| v);
        changed.next().filter(|_| changed.next().is_none())
    };
    let v = changed(first)?;
    let mut bound: Option<Linear> = None;
    for one in moves() {
        let after = &one.targets[0][changed(one).filter(|&w| w == v)? as usize];
        if !after.plus(-1, &Linear::variable(v)).is_natural() {
            return None;
        }
        let arity = one.targets[0].len() as Variable;
        let limits = conjuncts(&one.guard).into_iter().filter_map(|fact| match fact {
            // A guard (number after the move) - L <= 0 gives the bound L.
            Formula::AtMostZero(e) => Some(after.plus(-1, e)),
            _ => None,
        });
        let upper_bounds =
            limits.filter(|limit| limit.terms.iter().all(|&(w, _)| w != v && w < arity)).collect::<Vec<_>>();
        let common_bound = bound.get_or_insert(upper_bounds.first()?.clone());
        if !upper_bounds.contains(common_bound) {
            return None;
        }
    }
    bound.map(|bound| (v, bound))
}

/// Returns the conjuncts of a condition.
fn conjuncts(formula: &Formula) -> Vec<&Formula> {
    let (mut pending, mut found) = (vec![formula], vec![]);
    while let Some(one) = pending.pop() {
        match one {
            Formula::All(list) => pending.extend(list),
            other => found.push(other),
        }
    }
    found
}
