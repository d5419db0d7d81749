//! Periods of sequences that an engine proves.

use grundy_lang::Text;
use grundy_rules::{Result, Ruleset, TableView};
use grundy_solve::heap::{Period, Sequence};
use grundy_solve::{Budget, MovesWanted, Question, Reason, Solver, WINDOW_STATE};

/// A heap so large that only a period gives its value.
const FAR: u64 = 1 << 60;
/// Longest sequences in which a period is sought, where the search takes linear or quadratic time.
const LINEAR: u64 = 8_000_000;
const QUADRATIC: u64 = 20_000;

/// Returns the period that an engine proves, with the theorem it uses.
pub(crate) fn proved_period(rules: &Ruleset, budget: &Budget) -> Result<Option<(Period, Text)>> {
    // A game with a largest position has no period.
    let bytes = match rules.game.table().filter(|_| rules.game.largest().is_none()) {
        Some(view) if view.amounts().is_some() || view.sides().is_some() => 8 * LINEAR,
        Some(view) if view.code().is_some() => 8 * QUADRATIC,
        _ => return Ok(None),
    };
    let Some(position) = rules.game.position_of(&[FAR]) else { return Ok(None) };
    let spec = rules.alone(position);
    let question = Question { theorems: true, moves: MovesWanted::None, working: false, ..Question::default() };
    let small = Budget { bytes: budget.bytes.min(bytes), ..budget.clone() };
    let answer = match Solver::new().solve(&spec, &question, &small) {
        Ok(answer) => answer,
        Err(_) => {
            budget.check()?;
            return Ok(None);
        }
    };
    let told = answer.reasons.iter().find_map(|reason| match reason {
        Reason::Period { period, theorem, .. } => Some((*period, theorem.named())),
        _ => None,
    });
    if told.is_some() {
        return Ok(told);
    }
    // The solver used a closed form instead of a period; its period may be longer than any table.
    let amounts = rules.game.table().and_then(TableView::amounts).filter(|amounts| amounts.max().is_some());
    let Some(amounts) = amounts else { return Ok(None) };
    let mut sequence = Sequence::new(amounts.clone(), rules.play);
    if sequence.value(FAR, &small).is_err() {
        budget.check()?;
    }
    Ok(sequence.period().map(|period| (period, WINDOW_STATE.named())))
}
