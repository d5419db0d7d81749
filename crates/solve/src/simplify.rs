//! Simplification of a sum under normal play: equal components cancel and zero components are dropped.
//!
//! Equal components cancel, since A + A is a P-position; P-positions are dropped, since their value is 0.
//! Both rules are theorems on short impartial games under normal play only (*Winning Ways* (1982), chapter 3).
//! A sum of two equal loopy games may be a draw, and under misère play neither rule holds.

use crate::answer::{ComponentSummary, Simplified};
use grundy_rules::Play;

/// Simplifies a sum; `None` if the theorems do not apply, a value is missing, or nothing changes.
pub fn simplify(components: &[ComponentSummary], component_count: u128, play: Play) -> Option<Simplified> {
    let complete = components.iter().map(|c| u128::from(c.copies)).sum::<u128>() == component_count;
    if play == Play::Misere || !complete || component_count < 2 || components.iter().any(|c| c.nim_value.is_none()) {
        return None;
    }
    let mut groups: Vec<(&ComponentSummary, u128)> = vec![];
    for component in components {
        match groups.iter_mut().find(|(first, _)| first.text == component.text) {
            Some((_, copies)) => *copies += u128::from(component.copies),
            None => groups.push((component, component.copies.into())),
        }
    }
    let mut simple = Simplified { cancelled: vec![], zeros: vec![], rest: vec![] };
    for (component, copies) in groups {
        if component.nim_value == Some(0) {
            // Any number of copies of a zero position is zero, so copies need not cancel in pairs.
            simple.zeros.extend((copies > 0).then(|| component.text.clone()));
            continue;
        }
        if copies >= 2 {
            simple.cancelled.push((component.text.clone(), u64::try_from(copies / 2).unwrap_or(u64::MAX)));
        }
        if copies % 2 == 1 {
            simple.rest.push(component.text.clone());
        }
    }
    (!simple.cancelled.is_empty() || !simple.zeros.is_empty()).then_some(simple)
}
