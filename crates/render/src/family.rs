//! Patterns of a game for all values of its parameters, as text.

use grundy_lang::{Language, Text, text};
use grundy_proof::{Family, Finding, Status};
use grundy_solve::Quantity;

/// Returns the claim of each case, with the method of its proof.
///
/// `command` formats the command that proves a claim about given rules.
///
/// ```
/// use grundy_proof::{FindOptions, find};
/// use grundy_solve::{Budget, Quantity, Solver};
/// let rules = grundy_games::parse_rules("take[1..k]").unwrap();
/// let query = FindOptions { of: Some(Quantity::Outcome), ..FindOptions::default() };
/// let mut text = String::new();
/// find(&rules, query, &mut Solver::new(), &Budget::default(), &mut |finding| {
///     let family = finding.family.as_deref().unwrap();
///     text = grundy_render::family_text(&finding, family, &|rules, claim| format!("{rules}: {claim}"), Default::default());
/// })?;
/// assert!(text.starts_with("outcomes for all values of the letters: 1 <= k\n  take[1..k]: P iff"), "{text}");
/// # Ok::<(), grundy_rules::Error>(())
/// ```
pub fn family_text(
    finding: &Finding,
    family: &Family,
    command: &dyn Fn(&str, &str) -> String,
    language: Language,
) -> String {
    let condition = Text::verbatim(&family.condition);
    let mut lines = vec![match finding.of {
        Quantity::Outcome => text!("outcomes for all values of the letters: {condition}", condition),
        Quantity::Grundy => text!("Grundy values for all values of the letters: {condition}", condition),
    }];
    let how = |status: Status, method: &Text| match status {
        Status::Proved => text!("    proved: {method}", method),
        Status::Conjecture => text!("    conjecture: {method}", method),
        Status::None => text!("    none: {method}", method),
    };
    if family.cases.is_empty() {
        lines.push(how(finding.status, &finding.method));
    }
    for case in &family.cases {
        let letter = family.param.as_deref().unwrap_or_default();
        let head = match (&case.param_form, case.from, &case.period) {
            (Some(sum), Some(from), Some(period)) => {
                Some(text!("  {letter} = {sum}, from {letter} = {from} on: period {period}", letter, sum, from, period))
            }
            (Some(sum), ..) => Some(text!("  {letter} = {sum}", letter, sum)),
            (None, Some(from), Some(period)) => {
                Some(text!("  from {letter} = {from} on: period {period}", letter, from, period))
            }
            (None, _, Some(period)) => Some(text!("  period {period}", period)),
            (None, ..) => None,
        };
        // A single claim for all parameters needs no heading.
        lines.extend(head.filter(|_| family.cases.len() > 1 || !family.singles.is_empty()));
        lines.extend(case.claim.as_ref().map(|claim| Text::verbatim(format!("  {}", command(&case.rules, claim)))));
        lines.push(how(case.status, &case.method));
    }
    for single in &family.singles {
        let letter = family.param.as_deref().unwrap_or_default();
        lines.push(text!("  {letter} = {value}", letter, value = single.param_value));
        lines.extend(single.claim.as_ref().map(|claim| Text::verbatim(format!("  {}", command(&single.rules, claim)))));
        lines.push(how(single.status, &single.method));
    }
    lines.iter().map(|line| line.in_language(language) + "\n").collect()
}

/// Returns the formula that covers all parameters of a family, if there is one.
pub fn family_formula(family: &Family) -> Option<&str> {
    match &family.cases[..] {
        [case] if family.singles.is_empty() && case.param_form.is_none() => case.claim.as_deref(),
        _ => None,
    }
}

/// The header of a CSV table of families, whose rows [`family_csv`] writes.
pub const FAMILIES_CSV: &str = "family,of,condition,letter,from,period,rules,claim,status,ms\n";

/// Returns the CSV rows of a family: one for each case, and one for each exceptional game.
///
/// `millis` is the time that the search took, in milliseconds.
pub fn family_csv(rules: &str, finding: &Finding, family: &Family, millis: u128) -> String {
    let mut out = String::new();
    let mut row = |letter: &str, from: &str, period: &str, rules_of: &str, claim: &str, status: Status| {
        let (of, status, millis) = (finding.of.name(), status.name(), millis.to_string());
        let fields = [rules, of, &family.condition, letter, from, period, rules_of, claim, status, &millis];
        out += &(fields.map(quoted).join(",") + "\n");
    };
    if family.cases.is_empty() {
        row("", "", "", rules, "", Status::None);
    }
    for case in &family.cases {
        let from = case.from.map_or_else(String::new, |from| from.to_string());
        let (letter, period) = (case.param_form.as_deref().unwrap_or(""), case.period.as_deref().unwrap_or(""));
        row(letter, &from, period, &case.rules, case.claim.as_deref().unwrap_or(""), case.status);
    }
    for single in &family.singles {
        let letter = single.param_value.to_string();
        row(&letter, &letter, "", &single.rules, single.claim.as_deref().unwrap_or(""), single.status);
    }
    out
}

/// Quotes a CSV field where necessary.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_string() }
}

/// Returns the header of a Markdown table of families, whose rows [`family_markdown`] writes.
pub fn families_markdown(language: Language) -> String {
    let heads = [text!("family"), text!("letter"), text!("from"), text!("claim"), text!("status"), text!("ms")];
    let heads: Vec<String> = heads.iter().map(|head| head.in_language(language)).collect();
    format!("| {} |\n|:--|:--|--:|:--|:--|--:|\n", heads.join(" | "))
}

/// Returns the Markdown rows of a family: one for each case, and one for each exceptional game.
pub fn family_markdown(rules: &str, finding: &Finding, family: &Family, millis: u128) -> String {
    let mut out = String::new();
    let mut row = |letter: &str, from: &str, claim: &str, status: Status| {
        out += &format!("| {rules} | {letter} | {from} | {claim} | {status} | {millis} |\n", status = status.name());
    };
    let code = |claim: &Option<String>| claim.as_ref().map_or_else(String::new, |claim| format!("`{claim}`"));
    if family.cases.is_empty() {
        row("", "", "", finding.status);
    }
    for case in &family.cases {
        let from = case.from.map_or_else(String::new, |from| from.to_string());
        row(case.param_form.as_deref().unwrap_or(""), &from, &code(&case.claim), case.status);
    }
    for single in &family.singles {
        row(&single.param_value.to_string(), "", &code(&single.claim), single.status);
    }
    out
}

/// Formats how many families are proved, conjectured, and without a pattern.
pub fn families_summary(proved: usize, conjectured: usize, none: usize) -> Text {
    text!(
        "families: {proved} proved, {conjectured} conjectured, {none} without a pattern for all values of the letters",
        proved,
        conjectured,
        none
    )
}
