//! Misère quotients of heap games.

use grundy_misere::quotients::{QuotientReport, learn};
use grundy_rules::{Library, Result, Ruleset, Sources, parse_rules_with};
use grundy_solve::Budget;

/// Learns the misère quotient of a game, or of several games joined by ` + `.
///
/// The quotient is learned from the heaps up to `to`, or from as many heaps as are needed until heaps repeat.
///
/// # Errors
/// Any error of the notation; `unsupported` for games that are not played on heaps; `limit`.
///
/// ```
/// use grundy_rules::NoSources;
/// let budget = grundy_solve::Budget::default();
/// let library = grundy_games::library();
/// let report = grundy_ask::quotient::learn_quotient("misere octal[0.75]", None, library, &budget, &mut NoSources)?;
/// assert_eq!(report.checked.unwrap().quotient.order(), 8);
/// # Ok::<(), grundy_rules::Error>(())
/// ```
pub fn learn_quotient(
    text: &str,
    to: Option<u64>,
    library: &Library,
    budget: &Budget,
    sources: &mut dyn Sources,
) -> Result<QuotientReport> {
    let mut rulesets = vec![];
    for (at, component) in components(text) {
        let code = crate::sequence::normalise_code(component);
        let shift = |mut error: grundy_rules::Error| {
            error.span = error.span.filter(|_| code == component).map(|span| span.start + at..span.end + at);
            error
        };
        rulesets.push(parse_rules_with(&code, library, sources).map_err(shift)?);
    }
    let rules: Vec<&Ruleset> = rulesets.iter().collect();
    learn(&rules, to, u64::MAX, budget)
}

/// Splits the text at plus signs outside brackets; returns each game with its byte offset.
fn components(text: &str) -> Vec<(usize, &str)> {
    let mut depth = 0;
    let mut start = 0;
    let mut components = vec![];
    for (at, c) in text.char_indices().chain([(text.len(), '+')]) {
        depth += i32::from(matches!(c, '[' | '(' | '{')) - i32::from(matches!(c, ']' | ')' | '}'));
        if c == '+' && (depth == 0 || at == text.len()) {
            let component = &text[start..at];
            let lead = component.len() - component.trim_start().len();
            components.push((start + lead, component.trim()));
            start = at + 1;
        }
    }
    components
}
