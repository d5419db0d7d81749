//! The arithmetic behind each reason, with the numbers of the position, as lines of text.

use crate::text::{is_complete, misere_case, nothing_to_move, simplified_lines, xor_of};
use grundy_lang::Language;
use grundy_rules::LoopyValue;
use grundy_solve::{Answer, Reason};

/// The lines of arithmetic of an answer, grouped by reason.
#[derive(Debug)]
pub struct Working(Vec<Vec<String>>);

impl Working {
    /// Builds the lines for an answer, in a language.
    pub fn new(answer: &Answer, language: Language) -> Working {
        let mut lines = vec![vec![]; answer.explanation.reasons.len()];
        let Some(last) = lines.len().checked_sub(1) else { return Working(lines) };
        for component in &answer.explanation.components {
            let Some(working) = component.working.as_ref().filter(|working| !working.is_empty()) else { continue };
            let named =
                |reason: &Reason| matches!(reason, Reason::Theorem(info) if Some(info.name) == component.theorem);
            let at = answer.explanation.reasons.iter().position(named).unwrap_or(last);
            lines[at].push(format!("{}: {}", component.text, working.in_language(language)));
        }
        let mut sum_lines = vec![];
        if answer.result.is_over {
            sum_lines.push(nothing_to_move(answer));
        }
        sum_lines.extend(answer.explanation.simplified.iter().flat_map(simplified_lines));
        sum_lines
            .extend(answer.values.genus.filter(|_| !answer.result.is_over).map(|genus| misere_case(answer, genus)));
        let sum_lines = sum_lines.iter().map(|line| line.in_language(language).trim_start().to_string());
        lines[last].extend(xor(answer));
        lines[last].extend(sum_lines);
        Working(lines)
    }

    /// Returns the lines of one reason.
    pub fn lines(&self, reason: usize) -> &[String] {
        &self.0[reason]
    }
}

/// Returns the index of the reason that the strategy belongs to; `None` without a strategy.
///
/// The strategy belongs to the last theorem, since earlier reasons are about components. Without a theorem, it
/// belongs to the last reason.
pub fn strategy_reason(answer: &Answer) -> Option<usize> {
    let last = answer.explanation.reasons.len().checked_sub(1)?;
    let theorem = answer.explanation.reasons.iter().rposition(|reason| matches!(reason, Reason::Theorem(_)));
    (!answer.explanation.strategy.is_empty()).then_some(theorem.unwrap_or(last))
}

/// Formats the xor of the values, `3 xor 4 xor 5 = 2`; terms that occur an even number of times cancel.
fn xor(answer: &Answer) -> Option<String> {
    let components = &answer.explanation.components;
    let is_single = components.len() == 1 && components[0].copies == 1;
    if components.is_empty() || is_single || components.iter().any(|c| c.nim_value.is_none()) || !is_complete(answer) {
        return None;
    }
    if matches!(answer.values.loopy, Some(LoopyValue::Infinite(_))) {
        return None;
    }
    let odd: Vec<String> =
        components.iter().filter(|c| c.copies % 2 == 1).filter_map(|c| Some(c.nim_value?.to_string())).collect();
    match odd.as_slice() {
        [] => None,
        odd => Some(format!("{} = {}", odd.join(" xor "), xor_of(components))),
    }
}
