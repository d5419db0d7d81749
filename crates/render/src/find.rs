//! Patterns that the search found, as text.

use crate::proof_text::explain_proof;
use crate::prove::indented;
use grundy_lang::{Language, Text, text};
use grundy_proof::{Finding, Status};
use grundy_rules::Ruleset;
use grundy_solve::Quantity;

/// Returns the formula, its status (proved or conjectured), and the explanation.
///
/// ```
/// use grundy_proof::{FindOptions, find};
/// use grundy_solve::{Budget, Solver};
/// let rules = grundy_games::parse_rules("take[1,3,4]").unwrap();
/// let mut text = String::new();
/// find(&rules, FindOptions::default(), &mut Solver::new(), &Budget::default(), &mut |f| text += &grundy_render::finding_text(&rules, &f, Default::default()))?;
/// assert!(text.starts_with("P iff n mod 7 in {0, 2}\n  proved: equal windows"), "{text}");
/// # Ok::<(), grundy_rules::Error>(())
/// ```
pub fn finding_text(rules: &Ruleset, finding: &Finding, language: Language) -> String {
    finding_text_with_file(rules, finding, None, language)
}

/// Returns the same text as [`finding_text`], for a certificate that is written to `file`.
///
/// The formula then names its automaton by that file.
pub fn finding_text_with_file(rules: &Ruleset, finding: &Finding, file: Option<&str>, language: Language) -> String {
    let names = rules.game.coordinate_names();
    // The automaton in words, shown below a formula that only names its file.
    let mut reading = None;
    let formula = match (&finding.pattern, finding.of) {
        (Some(pattern), _) => match file.and_then(|file| pattern.formula_by(&names, file)) {
            Some(formula) if has_automaton(finding) => {
                reading = Some(pattern.text_in(&names));
                Text::verbatim(formula)
            }
            _ => pattern.text_in(&names),
        },
        (None, Quantity::Outcome) => text!("outcomes: no pattern found"),
        (None, Quantity::Grundy) => text!("values: no pattern found"),
    };
    let Finding { status, checked_to, method, .. } = finding;
    let (checked_to, method) = (*checked_to, method);
    let how = match status {
        Status::Proved => text!("  proved: {method}; checked up to {checked_to}", method, checked_to),
        Status::Conjecture => text!("  conjecture: {method}; checked up to {checked_to}", method, checked_to),
        Status::None => text!("  none: {method}; checked up to {checked_to}", method, checked_to),
    };
    let reading = reading.map_or_else(String::new, |reading| format!("  {}\n", reading.in_language(language)));
    let explanation: String =
        indented(finding_explanation(rules, finding)).map(|line| line.in_language(language) + "\n").collect();
    format!("{}\n{reading}{}\n{explanation}", formula.in_language(language), how.in_language(language))
}

/// Explains the formula in words: properties of the digits, and the proof class by class.
pub fn finding_explanation(rules: &Ruleset, finding: &Finding) -> Vec<Text> {
    let properties = finding.pattern.as_ref().and_then(|pattern| pattern.in_words(&rules.game.coordinate_names()));
    let classes = finding.certificate.as_ref().map_or(vec![], |found| explain_proof(rules, &found.proof, finding.of));
    several_heaps(rules, finding).into_iter().chain(properties).chain(classes).collect()
}

/// Returns the rule for several heaps, if the formula says only that heap 0 is lost.
fn several_heaps(rules: &Ruleset, finding: &Finding) -> Option<Text> {
    /// The number of heap sizes, from 0 on, for which the formula is checked.
    ///
    /// The rule is true for every game with values, so this number only affects whether the rule is shown.
    const MAX_COMPARED_HEAP: u64 = 64;
    let pattern = finding.pattern.as_ref().filter(|_| finding.of == Quantity::Outcome)?;
    let heaps = rules.has_values() && pattern.dims == 1 && rules.game.max_index().is_none();
    let only_zero = || (0..MAX_COMPARED_HEAP).all(|n| pattern.eval(&[n]).is_some_and(|code| (code == 0) == (n == 0)));
    (heaps && only_zero()).then(|| {
        text!(
            "the pattern describes a single heap; several heaps form a P-position iff the xor of their Grundy values \
            is 0"
        )
    })
}

/// Reports whether the certificate of a finding has an automaton that claims may name.
pub fn has_automaton(finding: &Finding) -> bool {
    finding.certificate.as_ref().is_some_and(|certificate| certificate.automaton().is_ok())
}
