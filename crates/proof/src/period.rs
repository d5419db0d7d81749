//! The periods of sequences that an engine proves.

use grundy_lang::Text;
use grundy_rules::{Result, Ruleset, TableView};
use grundy_solve::heap::{Period, Sequence};
use grundy_solve::{Budget, MovesWanted, Question, Reason, Solver, WINDOW_STATE};

/// A heap whose values only a period can tell.
const FAR: u64 = 1 << 60;
/// The longest sequence in which a period is looked for, where that takes linear time, and where it takes quadratic time.
const LINEAR: u64 = 8_000_000;
const QUADRATIC: u64 = 20_000;

/// The period that an engine proves, with the theorem by which it does.
pub(crate) fn proved_period(rules: &Ruleset, budget: &Budget) -> Result<Option<(Period, Text)>> {
    // Where positions end nothing repeats for ever.
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
    // A closed form answered, and its period may be longer than any table.
    let amounts = rules.game.table().and_then(TableView::amounts).filter(|amounts| amounts.max().is_some());
    let Some(amounts) = amounts else { return Ok(None) };
    let mut sequence = Sequence::new(amounts.clone(), rules.play);
    if sequence.value(FAR, &small).is_err() {
        budget.check()?;
    }
    Ok(sequence.period().map(|period| (period, WINDOW_STATE.named())))
}
