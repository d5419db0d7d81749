//! Findings as files: pictures and programs.

use crate::automaton::automaton_svg;
use crate::patterns::pattern_svg;
use grundy_lang::{Language, escape_hidden, text};
use grundy_proof::{CodeLanguage, Finding, PatternForm, code};
use grundy_rules::{Error, Ruleset};
use grundy_solve::Quantity;

/// Returns the pattern as SVG: an automaton, rows that repeat, points, or a map of pairs.
///
/// # Errors
/// `unsupported` if no pattern was found or the pattern is about triples; `too_large` if its automaton is too large.
///
/// ```
/// use grundy_proof::{FindOptions, find};
/// use grundy_solve::{Budget, Solver};
/// let rules = grundy_games::parse_rules("take[1,3,4]").unwrap();
/// let mut pictures = vec![];
/// find(&rules, FindOptions::default(), &mut Solver::new(), &Budget::default(), &mut |found| {
///     pictures.push(grundy_render::finding_svg(&rules, &found, Default::default()));
/// })?;
/// assert!(pictures.iter().all(|picture| picture.as_ref().is_ok_and(|svg| svg.starts_with("<svg"))));
/// # Ok::<(), grundy_rules::Error>(())
/// ```
pub fn finding_svg(rules: &Ruleset, finding: &Finding, language: Language) -> Result<String, Error> {
    let Some(PatternForm::Automaton(automaton)) = finding.pattern.as_ref().map(|pattern| &pattern.form) else {
        return pattern_svg(rules, finding, language);
    };
    let title = match finding.of {
        Quantity::Outcome => text!("{rules}: outcomes", rules),
        Quantity::Grundy => text!("{rules}: Grundy values", rules),
    };
    automaton_svg(automaton, finding.of, &rules.game.coordinate_names(), &title.in_language(language), language)
}

/// Returns the pattern as a function in a programming language.
///
/// A comment above it names the game, the status and how far the pattern was checked.
pub fn finding_code(rules: &Ruleset, finding: &Finding, language: CodeLanguage) -> String {
    let mark = if language == CodeLanguage::Python { "#" } else { "//" };
    let (rules, status, to) = (rules.to_string(), finding.status.name(), finding.checked_to);
    let rules = escape_hidden(&rules);
    let program = finding.pattern.as_ref().map_or_else(String::new, |pattern| code(pattern, language));
    format!("{mark} {rules}, {status}, checked up to {to}\n{program}")
}
