//! Finds options that can lead to ever larger parameters, so that play need not end.

use super::formula::{Formula, Linear, MoveFormula, Variable, conjuncts};
use super::translate::{OptionFormula, is_nonnegative, moves_of};
use grundy_syntax::ast::{OptionPlayers, Rule, RuleOption};

/// Returns for each option of a rule whether it is known to be unbounded.
///
/// An option is unbounded if play can repeat it for ever. This is the case if each of its moves increases some
/// parameters and decreases none, and if the option is then legal again with the same values of its variables. The
/// players can repeat an option by itself, or alternate it with another option. An option for which the result is
/// `false` may be unbounded too.
pub(crate) fn unbounded_options(rule: &Rule) -> Vec<bool> {
    let in_turn = unbounded_in_turn(rule);
    let unbounded_by_itself = |option: &RuleOption| {
        OptionFormula::from_option(rule.arity, option, false).is_ok_and(|formula| formula.has_unbounded_moves())
    };
    rule.options.iter().zip(in_turn).map(|(option, in_turn)| in_turn || unbounded_by_itself(option)).collect()
}

/// The maximum number of moves of a rule whose options are examined in alternation with others.
const MAX_PAIRED: usize = 16;

/// Returns for each option whether it is known to be unbounded, by itself or alternating with another.
///
/// An option by itself can also be unbounded if its moves permute the parameters, so that these grow only after several
/// repetitions. Options of Left alternate with those of Right.
fn unbounded_in_turn(rule: &Rule) -> Vec<bool> {
    let arity = rule.arity;
    let moves: Vec<Vec<MoveFormula>> =
        rule.options.iter().map(|option| moves_of(arity, option, false).unwrap_or_default()).collect();
    if moves.iter().map(Vec::len).sum::<usize>() > MAX_PAIRED {
        return vec![false; moves.len()];
    }
    let has_unbounded_moves = |(k, option): (usize, &RuleOption)| {
        let takes_turns = |other: &RuleOption| match option.side {
            OptionPlayers::Both => other.side == OptionPlayers::Both,
            OptionPlayers::Left => other.side == OptionPlayers::Right,
            OptionPlayers::Right => other.side == OptionPlayers::Left,
        };
        let others =
            || rule.options.iter().zip(&moves).filter(|(other, _)| takes_turns(other)).flat_map(|(_, list)| list);
        let in_turn = |mv: &MoveFormula| {
            others().any(|other| compositions(mv, other, arity).any(|both| grows_when_repeated(&both, arity)))
        };
        let has_unbounded_moves =
            |mv: &MoveFormula| option.side == OptionPlayers::Both && grows_when_repeated(mv, arity) || in_turn(mv);
        !moves[k].is_empty() && moves[k].iter().all(has_unbounded_moves)
    };
    rule.options.iter().enumerate().map(has_unbounded_moves).collect()
}

/// Returns the compositions of `mv` with `other`.
///
/// The move `other` is made in a component that `mv` leaves. A composition is returned only if the guard of `mv`
/// implies that `other` is legal.
fn compositions<'a>(
    mv: &'a MoveFormula,
    other: &'a MoveFormula,
    arity: usize,
) -> impl Iterator<Item = MoveFormula> + 'a {
    let conditions = conjuncts([&mv.guard]);
    let top = |mv: &MoveFormula| mv.guard.variables().into_iter().chain(mv.variables.iter().copied()).max();
    let shift = top(mv).map_or(0, |v| v + 1).max(arity as Variable);
    mv.targets.iter().filter_map(move |target| {
        let mut substitution: Vec<(Variable, Linear)> = (0..).zip(target.iter().cloned()).collect();
        substitution.extend((arity as Variable..=top(other).unwrap_or(0)).map(|v| (v, Linear::variable(v + shift))));
        let legal = |formula: &Formula| match formula.replace(&substitution) {
            Formula::AtMostZero(e) => is_known_nonnegative(&Linear::default().plus(-1, &e), &conditions),
            _ => false,
        };
        conjuncts([&other.guard]).into_iter().all(legal).then(|| MoveFormula {
            variables: vec![],
            guard: mv.guard.clone(),
            targets: other.targets.iter().map(|t| t.iter().map(|e| e.replace(&substitution)).collect()).collect(),
            repeat: false,
        })
    })
}

/// Returns whether the move leads to larger parameters and is known to be legal again there.
///
/// If the move permutes the parameters, they must be larger after at most `arity` repetitions.
fn grows_when_repeated(mv: &MoveFormula, arity: usize) -> bool {
    let conditions = conjuncts([&mv.guard]);
    let is_parameter = |v: &Variable| (*v as usize) < arity;
    let has_unbounded_moves = |target: &Vec<Linear>| {
        if grows(target, &conditions) && conditions.iter().all(|formula| stays_true(formula, arity)) {
            return true;
        }
        let substitution: Vec<(Variable, Linear)> = (0..).zip(target.iter().cloned()).collect();
        let legal_again = |formula: &&Formula| match formula {
            Formula::AtMostZero(e) => {
                is_known_nonnegative(&Linear::default().plus(-1, &e.replace(&substitution)), &conditions)
            }
            other => !other.variables().iter().any(is_parameter),
        };
        let next = |numbers: &Vec<Linear>| Some(numbers.iter().map(|e| e.replace(&substitution)).collect());
        let mut repetitions = std::iter::successors(Some(target.clone()), next).take(arity);
        conditions.iter().all(legal_again) && repetitions.any(|repeated| grows(&repeated, &conditions))
    };
    mv.targets.iter().any(has_unbounded_moves)
}

/// Returns whether the signs of a condition show that it remains true for larger parameters.
fn stays_true(formula: &Formula, arity: usize) -> bool {
    let is_parameter = |v: &Variable| (*v as usize) < arity;
    match formula {
        Formula::AtMostZero(e) => e.terms.iter().all(|(v, factor)| !is_parameter(v) || *factor < 0),
        other => !other.variables().iter().any(is_parameter),
    }
}

/// Returns whether the conditions imply that no parameter decreases and at least one increases.
///
/// `after` contains the expression for each parameter after the move.
fn grows(after: &[Linear], conditions: &[&Formula]) -> bool {
    let growth: Vec<Linear> = (0..).zip(after).map(|(v, after)| after.plus(-1, &Linear::variable(v))).collect();
    let sum = growth.iter().fold(Linear::number(-1), |sum, one| sum.plus(1, one));
    growth.iter().all(|one| is_known_nonnegative(one, conditions)) && is_known_nonnegative(&sum, conditions)
}

/// Returns whether the coefficients show that `value` is non-negative.
///
/// This is the case if no coefficient of `value` is negative, or none of `e + value` for a condition `e <= 0`.
fn is_known_nonnegative(value: &Linear, conditions: &[&Formula]) -> bool {
    let implies = |formula: &&Formula| matches!(formula, Formula::AtMostZero(e) if e.plus(1, value).is_natural());
    value.is_natural() || conditions.iter().any(implies)
}

impl OptionFormula {
    /// Returns whether a player can repeat the option for ever, even if other moves increase parameters.
    fn has_unbounded_moves(&self) -> bool {
        // The variables added by the translation can depend on the parameters in any way, so a condition on them need
        // not remain true.
        let stays = |formula: &&Formula| {
            !formula.variables().iter().any(|v| self.added.contains(v)) && stays_true(formula, self.arity)
        };
        let has_unbounded_moves = |(when, values): &(Formula, Vec<Linear>)| {
            let conditions = conjuncts(self.definitions.iter().chain(&self.guard).chain([when]));
            let targets: Vec<&[Linear]> = values.chunks(self.arity).collect();
            // The parameters of the other components must stay non-negative, so that the move stays legal.
            let legal = |value: &Linear| {
                is_known_nonnegative(value, &conditions) || self.cases.len() == 1 && stays(&&is_nonnegative(value))
            };
            targets.iter().any(|target| grows(target, &conditions))
                && targets.iter().all(|target| grows(target, &conditions) || target.iter().all(legal))
        };
        conjuncts(&self.guard).iter().all(stays) && !self.cases.is_empty() && self.cases.iter().all(has_unbounded_moves)
    }
}
