//! What is known of games for all values of their letters, as text and JSON.

use crate::schema::found::{CASE, FAMILY, SINGLE};
use crate::schema::{Object, push_list};
use grundy_lang::{Language, Text, text};
use grundy_proof::{Family, Finding, Status};
use grundy_solve::Quantity;

/// Case by case what holds, with what proves it. `command` writes how a claim about rules is to be proved.
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
/// assert!(text.starts_with("outcomes, for all letters: 1 <= k\n  take[1..k]: P iff n % (k+1) == 0\n    proved: "), "{text}");
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
        Quantity::Outcome => text!("outcomes, for all letters: {condition}", condition),
        Quantity::Grundy => text!("values, for all letters: {condition}", condition),
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
        let letter = family.letter.as_deref().unwrap_or_default();
        let head = match (&case.letter, case.from, &case.period) {
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
        // A claim about all letters needs no words before it.
        lines.extend(head.filter(|_| family.cases.len() > 1 || !family.singles.is_empty()));
        lines.extend(case.claim.as_ref().map(|claim| Text::verbatim(format!("  {}", command(&case.rules, claim)))));
        lines.push(how(case.status, &case.method));
    }
    for single in &family.singles {
        let letter = family.letter.as_deref().unwrap_or_default();
        lines.push(text!("  {letter} = {value}", letter, value = single.letter));
        lines.extend(single.claim.as_ref().map(|claim| Text::verbatim(format!("  {}", command(&single.rules, claim)))));
        lines.push(how(single.status, &single.method));
    }
    lines.iter().map(|line| line.in_language(language) + "\n").collect()
}

/// The formula of all letters, if there is one.
pub(crate) fn formula(family: &Family) -> Option<&str> {
    match &family.cases[..] {
        [case] if family.singles.is_empty() && case.letter.is_none() => case.claim.as_deref(),
        _ => None,
    }
}

pub(crate) fn push_family(family: &Family, language: Language, out: &mut String) {
    let mut object = Object::open(out, &FAMILY);
    object.text("condition", &family.condition);
    object.text_or_null("letter", family.letter.as_deref());
    push_list(object.key("cases"), &family.cases, |case, out| {
        let mut object = Object::open(out, &CASE);
        object.text_or_null("letter", case.letter.as_deref());
        match case.from {
            Some(from) => object.number("from", from),
            None => object.null("from"),
        }
        object.text("rules", &case.rules);
        object.text_or_null("claim", case.claim.as_deref());
        object.text_or_null("period", case.period.as_deref());
        object.word("status", case.status.name());
        object.text("method", &case.method.in_language(language));
        object.close();
    });
    push_list(object.key("singles"), &family.singles, |single, out| {
        let mut object = Object::open(out, &SINGLE);
        object.number("letter", single.letter);
        object.text("rules", &single.rules);
        object.text_or_null("claim", single.claim.as_deref());
        object.word("status", single.status.name());
        object.text("method", &single.method.in_language(language));
        object.close();
    });
    object.close();
}

/// The head of a table of families in CSV, whose rows [`family_csv`] writes.
pub const FAMILIES_CSV: &str = "family,of,condition,letter,from,period,rules,claim,status,ms\n";

/// A family in rows of CSV, one for each case and one for each game that is none; it took so many milliseconds.
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
        let (letter, period) = (case.letter.as_deref().unwrap_or(""), case.period.as_deref().unwrap_or(""));
        row(letter, &from, period, &case.rules, case.claim.as_deref().unwrap_or(""), case.status);
    }
    for single in &family.singles {
        let letter = single.letter.to_string();
        row(&letter, &letter, "", &single.rules, single.claim.as_deref().unwrap_or(""), single.status);
    }
    out
}

/// A field of CSV.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_string() }
}

/// The head of a table of families in Markdown, whose rows [`family_markdown`] writes.
pub fn families_markdown(language: Language) -> String {
    let heads = [text!("family"), text!("letter"), text!("from"), text!("claim"), text!("status"), text!("ms")];
    let heads: Vec<String> = heads.iter().map(|head| head.in_language(language)).collect();
    format!("| {} |\n|:--|:--|--:|:--|:--|--:|\n", heads.join(" | "))
}

/// A family in rows of Markdown, one for each case and one for each game that is none.
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
        row(case.letter.as_deref().unwrap_or(""), &from, &code(&case.claim), case.status);
    }
    for single in &family.singles {
        row(&single.letter.to_string(), "", &code(&single.claim), single.status);
    }
    out
}

/// How many families are proved, conjectured, and without a pattern.
pub fn families_summary(proved: usize, conjectured: usize, none: usize) -> Text {
    text!(
        "{proved} families are proved, {conjectured} conjectured, {none} have no pattern for all letters",
        proved,
        conjectured,
        none
    )
}
