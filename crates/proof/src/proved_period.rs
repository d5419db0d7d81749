//! Computes the periods that an engine proves for outcomes and values.

use grundy_lang::Text;
use grundy_rules::{Result, Ruleset, TableForm};
use grundy_solve::heap::{HeapSequence, Period};
use grundy_solve::{Budget, MovesWanted, Question, Reason, Solver, WINDOW_STATE};

/// A heap so large that only a period or a closed form gives its value.
const HUGE_HEAP: u64 = 1 << 60;
/// Maximal length of sequences in which a period is sought, if the search takes linear time.
const MAX_LINEAR_LEN: u64 = 8_000_000;
/// Maximal length of sequences in which a period is sought, if the search takes quadratic time.
const MAX_QUADRATIC_LEN: u64 = 20_000;

/// Returns the period of a game that an engine proves, if any, and the name of the theorem used.
pub(crate) fn proved_period(rules: &Ruleset, budget: &Budget) -> Result<Option<(Period, Text)>> {
    // A game with a largest position has no period.
    let bytes = match rules.game.table_form().filter(|_| rules.game.max_index().is_none()) {
        Some(view) if view.amounts().is_some() || view.partizan_amounts().is_some() => 8 * MAX_LINEAR_LEN,
        Some(view) if view.code().is_some() => 8 * MAX_QUADRATIC_LEN,
        _ => return Ok(None),
    };
    let Some(position) = rules.game.position_from_numbers(&[HUGE_HEAP]) else { return Ok(None) };
    let spec = rules.position_sum(position);
    let question =
        Question { use_theorems: true, moves: MovesWanted::None, wants_working: false, ..Question::default() };
    let small = Budget { bytes: budget.bytes.min(bytes), ..budget.clone() };
    let answer = match Solver::new().solve(&spec, &question, &small) {
        Ok(answer) => answer,
        Err(_) => {
            budget.check()?;
            return Ok(None);
        }
    };
    let from_solver = answer.explanation.reasons.iter().find_map(|reason| match reason {
        Reason::Period { period, theorem, .. } => Some((*period, theorem.citation())),
        _ => None,
    });
    if from_solver.is_some() {
        return Ok(from_solver);
    }
    // The solver used a closed form instead of a period. Compute the sequence to find the period, if it is short
    // enough.
    let amounts = rules.game.table_form().and_then(TableForm::amounts).filter(|amounts| amounts.max().is_some());
    let Some(amounts) = amounts else { return Ok(None) };
    let mut sequence = HeapSequence::new(amounts.clone(), rules.play);
    if sequence.value(HUGE_HEAP, &small).is_err() {
        budget.check()?;
    }
    Ok(sequence.period().map(|period| (period, WINDOW_STATE.citation())))
}
