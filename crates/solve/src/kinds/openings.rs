//! Single components whose value is too expensive to compute.
//! The game's own engine finds the outcome and one winning move for each player who wins moving first.

use super::partizan_solver::{MovesOfBoth, PartizanSolver, amount};
use super::partizan_values::values_apply;
use crate::answer::{Answer, MoveResult, Reason};
use crate::listing::Listing;
use crate::question::MovesWanted;
use crate::value_evaluator::{ValueEvaluator, outcome_of_openings};
use grundy_engines::theorems::{DROPPED_MOVES, SUMS_OF_VALUES, THERMOSTATIC_STRATEGY};
use grundy_rules::{Outcome, Player, Result};

/// Solves the only component; `None` if there are others or its game has no engine for openings.
pub(super) fn solve(solver: &PartizanSolver<'_>) -> Result<Option<Answer>> {
    let ([term], [components]) = (solver.position_sum.terms.as_slice(), solver.components) else { return Ok(None) };
    let ([component], 1, true) = (components.as_slice(), term.copies, values_apply(solver)) else { return Ok(None) };
    let Some(found) = ValueEvaluator::new(solver.budget).openings(solver.rules, component) else { return Ok(None) };
    let openings = found?;
    let (outcome, nodes) = (outcome_of_openings(&openings), openings.nodes);
    let used = [
        (openings.uses_values, &SUMS_OF_VALUES),
        (openings.uses_cuts, &DROPPED_MOVES),
        (openings.uses_bounds, &THERMOSTATIC_STRATEGY),
    ];
    let mut list = Listing::new(solver.position_sum, solver.question.moves.max_listed());
    let wants_moves = solver.question.moves != MovesWanted::None;
    let mut found = MovesOfBoth::default();
    for (by, mv) in [Player::LEFT, Player::RIGHT].into_iter().zip(openings.moves) {
        if let Some(mv) = mv.filter(|_| wants_moves) {
            found.add(by, 1, vec![(amount(term, 0, by, &mv), mv)], MoveResult::Win);
        }
    }
    list.add(0, &[found.merge(0, list.remaining())]);
    // Only one winning move per player is known.
    let incomplete = wants_moves && outcome != Outcome::P;
    let used = used.into_iter().filter(|(is_used, _)| *is_used).map(|(_, theorem)| Reason::Theorem(theorem));
    let reasons = used.chain([Reason::Search { nodes }]).collect();
    let mut answer = solver.answer(outcome, list, reasons, nodes);
    answer.moves.incomplete = incomplete;
    answer.moves.total = answer.moves.total.filter(|_| !incomplete);
    Ok(Some(answer))
}
