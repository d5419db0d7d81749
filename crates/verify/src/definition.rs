//! Claims that state the definition of outcomes and values: they list all options of a position.
//!
//! A position x is a P-position iff all of its options are N-positions, and its value is the mex of the values of its
//! options. So a statement such as `P(x) iff N(y) and N(z)` or `G(x) = mex(G(y), G(z))` holds if y and z are exactly
//! the options of x, and play ends. For all x in the scope of the statement, the following must be impossible.
//!
//! - *A listed position is no option.* For outcomes, this is required of each listed position that exists, since it
//!   alone can decide the condition. For values, it is required if all listed positions exist; otherwise the statement
//!   is silent.
//! - *An option is not listed*, although all listed positions exist. If some do not exist, then the condition is either
//!   silent or decided by another listed position.
//! - *A move does not decrease the sum of the numbers.* Without such moves play ends, so every position is a P- or an
//!   N-position. A condition in the scope on numbers that no move changes may be used here, because it holds for all
//!   positions that play reaches.
//!
//! A statement without listed positions says that x is a P-position because it has no moves. Under misère play such a
//! position is an N-position, so the statement is refused.

use crate::automata;
use crate::certificate::refused;
use crate::claim::{base, claim_error, uses_golden_ratio};
use crate::literal::Setting;
use crate::numeration::Numeration;
use crate::product::{check_impossible, satisfied};
use crate::work::WorkCounter;
use grundy_lang::text;
use grundy_rulelang::claims::{Claim, OptionsStatement};
use grundy_rulelang::formula::{Formula, GameFormula, Linear, MoveFormula, Variable};
use grundy_rules::{Play, Result, Ruleset};

/// The first variable of moves. The variables of claims have smaller numbers.
const FIRST_OF_MOVES: Variable = 1 << 16;
/// The first variable of a listed position.
const FIRST_OF_OPTION: Variable = 1 << 17;

/// Checks that the claim follows from the definition.
///
/// Returns a position about which the claim says nothing, if there is one.
pub(crate) fn verify(rules: &Ruleset, claim: &Claim, work: &mut WorkCounter<'_>) -> Result<Option<Vec<u128>>> {
    let statements = statements_of(claim)?;
    if rules.is_partizan() {
        return Err(refused(text!("a claim that lists options can be decided only for impartial games")));
    }
    let game = automata::game_of(rules, claim.parameters())?;
    let position: Vec<Variable> = (0..claim.arity() as Variable).collect();
    for statement in &statements {
        if rules.play == Play::Misere && statement.values {
            return Err(refused(text!("Grundy values are defined only under normal play")));
        }
        if rules.play == Play::Misere && statement.options.is_empty() {
            return Err(refused(text!("under misère play, a position without moves is an N-position")));
        }
        let moves = moves_from(&game, &statement.position)?;
        let guards = moves.iter().map(|(_, guard, _)| guard);
        let setting = Setting { numeration: numeration_of(guards.chain([&statement.scope])), relations: &[] };
        check_ending(&game, statement, &position, &setting, work)?;
        let scope = statement.scope.clone();
        let all_exist = statement.all_exist();
        let listed: Vec<Linear> = (0..game.arity as Variable).map(|k| Linear::variable(FIRST_OF_OPTION + k)).collect();
        let is_option = moves.iter().map(|(variables, guard, target)| {
            let equal = target.iter().zip(&listed).map(|(after, x)| Formula::equal(after, x));
            let leads = Formula::All(std::iter::once(guard.clone()).chain(equal).collect());
            if variables.is_empty() { leads } else { Formula::Exists(variables.clone(), Box::new(leads)) }
        });
        let is_no_option = Formula::Any(is_option.collect()).not();
        for span in &statement.options {
            let exist = if statement.values { all_exist.clone() } else { and_natural(statement, span.exists()) };
            let wrong = Formula::All(vec![scope.clone(), exist, span.contains(&listed), is_no_option.clone()]);
            check_impossible(
                &text!("the claim lists a position that is not an option"),
                &wrong,
                &position,
                &setting,
                work,
            )?;
        }
        for (_, guard, target) in &moves {
            let is_listed = statement.options.iter().map(|span| span.contains(target)).collect();
            let wrong =
                Formula::All(vec![scope.clone(), all_exist.clone(), guard.clone(), Formula::Any(is_listed).not()]);
            check_impossible(&text!("the claim omits an option"), &wrong, &position, &setting, work)?;
        }
    }
    let mut silent = None;
    let mut says_something = false;
    for statement in &statements {
        let setting = Setting { numeration: numeration_of([&statement.scope].into_iter()), relations: &[] };
        let stated = Formula::All(vec![statement.scope.clone(), statement.all_exist()]);
        says_something |= satisfied(&stated, &position, &setting, work)?.is_some();
        if silent.is_some() {
            continue;
        }
        silent = satisfied(&certainly_silent(statement), &position, &setting, work)?;
        if silent.is_none() && satisfied(&possibly_silent(statement), &position, &setting, work)?.is_some() {
            return Err(refused(text!(
                "whether the claim refers to a position with a negative number depends on the outcomes of other \
                positions"
            )));
        }
    }
    if !says_something {
        return Err(refused(text!("the claim covers no position")));
    }
    Ok(silent)
}

/// Reports whether the claim makes a statement about every position with a parameter above `to`.
pub(crate) fn covers_all_above(claim: &Claim, to: u64, work: &mut WorkCounter<'_>) -> Result<bool> {
    let Some(to) = i64::try_from(to).ok().filter(|&to| to < 1 << 31) else { return Ok(false) };
    let position: Vec<Variable> = (0..claim.arity() as Variable).collect();
    let is_above = |&v: &Variable| Formula::less(&Linear::number(to), &Linear::variable(v));
    let some_above = Formula::Any(position.iter().map(is_above).collect());
    for statement in statements_of(claim)? {
        let setting = Setting { numeration: numeration_of([&statement.scope].into_iter()), relations: &[] };
        let formula = Formula::All(vec![some_above.clone(), possibly_silent(&statement)]);
        if satisfied(&formula, &position, &setting, work)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn statements_of(claim: &Claim) -> Result<Vec<OptionsStatement>> {
    if !claim.automata().is_empty() {
        return Err(refused(text!("a claim with automata cannot be decided by the definition")));
    }
    let statements = claim.options_statements().map_err(|error| claim_error(claim, error))?;
    statements.ok_or_else(|| refused(text!("the claim does not list the options of a position")))
}

/// Returns the condition that the position exists, and `also`.
fn and_natural(statement: &OptionsStatement, also: Formula) -> Formula {
    let is_natural = |x: &Linear| Formula::at_most(&Linear::default(), x);
    let natural = statement.position.iter().filter(|x| !x.is_natural()).map(is_natural);
    Formula::All(natural.chain([also]).collect())
}

/// Returns a condition under which the statement is silent, whatever the outcomes are.
///
/// Claims are evaluated from left to right, so an outcome statement is silent if its first position does not exist. A
/// later one makes it silent only if the earlier ones do not decide the condition.
fn certainly_silent(statement: &OptionsStatement) -> Formula {
    let first = statement.options.first().filter(|_| !statement.values).map(|span| span.exists());
    let exists = first.map_or_else(|| statement.all_exist(), |first| and_natural(statement, first));
    Formula::All(vec![statement.scope.clone(), exists.not()])
}

/// Returns the condition that the statement mentions a position that does not exist.
fn possibly_silent(statement: &OptionsStatement) -> Formula {
    Formula::All(vec![statement.scope.clone(), statement.all_exist().not()])
}

/// A kind of moves from a position: its variables, its guard, and the position after such a move.
type MovesFrom = (Vec<Variable>, Formula, Vec<Linear>);

/// Returns the moves from a position.
fn moves_from(game: &GameFormula, position: &[Linear]) -> Result<Vec<MovesFrom>> {
    let arity = game.arity as Variable;
    game.moves
        .iter()
        .map(|one: &MoveFormula| {
            let [target] = &one.targets[..] else {
                return Err(refused(text!("a claim can list options only if no move splits a position")));
            };
            if one.repeat {
                return Err(refused(text!("a claim cannot list the options if a move may be repeated")));
            }
            let renamed = |v: Variable| FIRST_OF_MOVES + (v - arity);
            let mut substitution: Vec<(Variable, Linear)> = (0..).zip(position.iter().cloned()).collect();
            substitution.extend(one.variables.iter().map(|&v| (v, Linear::variable(renamed(v)))));
            let variables = one.variables.iter().map(|&v| renamed(v)).collect();
            let after = target.iter().map(|x| x.replace(&substitution)).collect();
            Ok((variables, one.guard.replace(&substitution), after))
        })
        .collect()
}

/// Checks that every move decreases the sum of the numbers.
fn check_ending(
    game: &GameFormula,
    statement: &OptionsStatement,
    shown: &[Variable],
    setting: &Setting<'_>,
    work: &mut WorkCounter<'_>,
) -> Result<()> {
    let own: Vec<Linear> = (0..game.arity as Variable).map(Linear::variable).collect();
    let is_constant = |v: Variable| {
        let stays = |target: &Vec<Linear>| target.get(v as usize) == own.get(v as usize);
        (v as usize) < game.arity
            && statement.position.get(v as usize) == own.get(v as usize)
            && game.moves.iter().flat_map(|one| &one.targets).all(stays)
    };
    // The part of the scope on numbers that no move changes.
    let (mut kept, mut pending) = (vec![], vec![&statement.scope]);
    while let Some(formula) = pending.pop() {
        match formula {
            Formula::All(list) => pending.extend(list),
            other if other.variables().into_iter().all(is_constant) => kept.push(other.clone()),
            _ => {}
        }
    }
    let sum = |numbers: &[Linear]| numbers.iter().fold(Linear::default(), |sum, x| sum.plus(1, x));
    for (_, guard, target) in moves_from(game, &own)? {
        let stays = Formula::at_most(&sum(&own), &sum(&target));
        let wrong = Formula::All(kept.iter().cloned().chain([guard, stays]).collect());
        let what = text!("a move does not decrease the sum of the numbers");
        check_impossible(&what, &wrong, &shown[..game.arity.min(shown.len())], setting, work)?;
    }
    Ok(())
}

/// Returns a numeration in which the formulas can be decided.
fn numeration_of<'f>(formulas: impl Iterator<Item = &'f Formula>) -> Numeration {
    let (mut golden, mut largest) = (false, 2);
    for formula in formulas {
        golden |= uses_golden_ratio(formula);
        largest = largest.max(base(formula));
    }
    if golden { Numeration::Ostrowski(1) } else { Numeration::Base(largest) }
}
