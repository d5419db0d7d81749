//! Verdicts on claims, and checked certificates, as text and JSON.

use crate::files::push_certificates;
use crate::json::Json;
use crate::schema::found::{FILES, FINDING, SILENT, VERIFIED};
use crate::schema::{Object, SCHEMA, push_list, push_number, push_text};
use crate::told::told;
use grundy_lang::{Language, Text, text};
use grundy_proof::{UncoveredPositions, Verdict};
use grundy_rulelang::claims::{Claim, Entry};
use grundy_rules::{Outcome, Ruleset};
use grundy_solve::Quantity;
use grundy_verify::{Certificate, Proof, Side, Verified};

/// The claim, and below it what became of it.
///
/// ```
/// use grundy_proof::{ProveOptions, prove};
/// use grundy_rulelang::claims::Claim;
/// use grundy_solve::{Budget, Solver};
/// let rules = grundy_games::parse_rules("take[1..4]").unwrap();
/// let claim = Claim::parse("P iff n % 6 == 0", &rules).unwrap();
/// let verdict = prove(&rules, &claim, ProveOptions::default(), &mut Solver::new(), &Budget::default()).unwrap();
/// let text = grundy_render::verdict_text(&rules, &claim, &verdict, Default::default());
/// assert_eq!(text, "take[1..4]: P iff n % 6 == 0\n  refuted at n = 5, a P-position\n");
/// ```
pub fn verdict_text(rules: &Ruleset, claim: &Claim, verdict: &Verdict, language: Language) -> String {
    let mut lines = vec![Text::verbatim(claim.statement(rules))];
    match verdict {
        Verdict::Proved { method, checked_to, certificate, .. } => {
            let checked_to = *checked_to;
            lines.push(match checked_to {
                // A table may decide nothing of it.
                0 => text!("  proved: {method}", method),
                _ => text!("  proved: {method}; compared with the table up to {checked_to}", method, checked_to),
            });
            lines.extend(indented(told(rules, of_one(claim, &certificate.proof), of(claim))));
        }
        Verdict::Refuted { counterexample, least, entry, .. } => {
            let numbers = claim.names().iter().zip(counterexample).map(|(name, x)| format!("{name} = {x}"));
            let place = numbers.collect::<Vec<_>>().join(", ");
            lines.push(match entry {
                // All variables are those of quantifiers.
                None if place.is_empty() => text!("  refuted"),
                Some(Entry::Value(0)) => text!("  refuted at {place}, a P-position: its value is 0", place),
                Some(Entry::Value(value)) if !claim.has_values() => {
                    text!("  refuted at {place}, an N-position: its value is {value}", place, value = *value)
                }
                Some(Entry::Value(value)) => {
                    text!("  refuted at {place}, where the value is {value}", place, value = *value)
                }
                Some(Entry::Outcome(Outcome::P)) => text!("  refuted at {place}, a P-position", place),
                Some(Entry::Outcome(Outcome::D)) => text!("  refuted at {place}, a D-position", place),
                Some(Entry::Outcome(outcome)) => {
                    text!("  refuted at {place}, an {outcome}-position", place, outcome = outcome.name())
                }
                None => text!("  refuted at {place}", place),
            });
            if !least && !counterexample.is_empty() {
                lines.push(text!("    there may be smaller numbers for which it fails"));
            }
            // What was meant may be that there is such a number.
            lines.extend(claim.free().first().map(|name| {
                text!("    {name} is for all numbers; `exists {name}: CONDITION` is about some of them", name)
            }));
        }
        Verdict::Open { checked_to, tried, .. } => {
            let checked_to = *checked_to;
            lines.push(match claim.has_quantifiers() {
                // What is said of all numbers a table need not decide anywhere.
                true => text!("  open: the table does not contradict it, and no proof was found"),
                false => {
                    text!("  open: it holds for all numbers up to {checked_to}, and no proof was found", checked_to)
                }
            });
            lines.extend(tried.iter().map(|method| text!("    tried {method}", method)));
        }
    }
    lines.extend(silence_text(silence(verdict)));
    lines.iter().map(|line| line.in_language(language) + "\n").collect()
}

/// The proof of the game itself, where the claim about one heap follows of its values.
fn of_one<'p>(claim: &Claim, proof: &'p Proof) -> &'p Proof {
    match proof {
        Proof::Heaps { one } if claim.parameters() == 1 => one,
        proof => proof,
    }
}

/// What a claim is about.
fn of(claim: &Claim) -> Quantity {
    if claim.has_values() { Quantity::Grundy } else { Quantity::Outcome }
}

/// The lines of a proof below what it proves.
pub(crate) fn indented(lines: Vec<Text>) -> impl Iterator<Item = Text> {
    lines.into_iter().map(|line| Text::row([Text::verbatim("    "), line]))
}

fn silence(verdict: &Verdict) -> &UncoveredPositions {
    match verdict {
        Verdict::Proved { silent, .. } | Verdict::Refuted { silent, .. } | Verdict::Open { silent, .. } => silent,
    }
}

/// A position in the language of formulas: `5`, `(0,3)`.
fn point<T: ToString>(at: &[T]) -> String {
    let numbers: Vec<String> = at.iter().map(T::to_string).collect();
    if at.len() == 1 { numbers.join(",") } else { format!("({})", numbers.join(",")) }
}

/// Of which positions the claim says nothing, if there are any.
fn silence_text(silent: &UncoveredPositions) -> Option<Text> {
    if silent.first.is_empty() {
        return None;
    }
    let shown = Text::list(silent.first.iter().map(|at| Text::verbatim(point(at))));
    Some(match silent.count {
        Some(1) => text!("  it says nothing about 1 position: {shown}", shown),
        Some(count) if count <= silent.first.len() as u64 => {
            text!("  it says nothing about {count} positions: {shown}", count, shown)
        }
        Some(count) => text!("  it says nothing about {count} positions, the first are {shown}", count, shown),
        None => text!("  it says nothing about some positions, the first are {shown}", shown),
    })
}

/// The proof in words, where there are some.
pub(crate) fn push_told(lines: Vec<Text>, language: Language, object: &mut Object<'_>) {
    if !lines.is_empty() {
        push_list(object.key("told"), &lines, |line, out| push_text(&line.in_language(language), out));
    }
}

/// The same as one line of JSON.
pub fn verdict_json(rules: &Ruleset, claim: &Claim, verdict: &Verdict, form: Json) -> String {
    form.write(|out| push_verdict(rules, claim, verdict, form, out))
}

/// The position where a claim of single positions fails, as it is solved: letters have their numbers in its rules.
fn position(rules: &Ruleset, claim: &Claim, counterexample: &[u64]) -> Option<String> {
    if !claim.is_of_positions() || counterexample.len() != claim.parameters() {
        return None;
    }
    let numbers = rules.game.letters().map_or(counterexample.len(), |letters| letters.numbers);
    let (at, given) = counterexample.split_at_checked(numbers)?;
    let letters: Vec<(&str, u64)> =
        claim.names()[numbers..].iter().map(String::as_str).zip(given.iter().copied()).collect();
    let at: Vec<String> = at.iter().map(u64::to_string).collect();
    Some(format!("{}({})", with_numbers(&rules.to_string(), &letters), at.join(",")))
}

/// A text in which names stand for numbers: `take[1..k]` with k = 2 is `take[1..2]`.
fn with_numbers(text: &str, letters: &[(&str, u64)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let end = if is_part(first) { rest.find(|c| !is_part(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, behind) = rest.split_at(end);
        match letters.iter().find(|(name, _)| *name == word) {
            Some((_, number)) => out += &number.to_string(),
            None => out += word,
        }
        rest = behind;
    }
    out
}

fn push_verdict(rules: &Ruleset, claim: &Claim, verdict: &Verdict, form: Json, out: &mut String) {
    let mut object = Object::open(out, &FINDING);
    object.number("schema", SCHEMA);
    object.text("rules", &rules.to_string());
    object.word("of", if claim.has_values() { "grundy" } else { "outcome" });
    let (status, method, checked_to) = match verdict {
        Verdict::Proved { method, checked_to, .. } => ("proved", Some(method.in_language(form.language)), *checked_to),
        Verdict::Refuted { checked_to, .. } => ("refuted", None, *checked_to),
        Verdict::Open { checked_to, .. } => ("conjecture", None, *checked_to),
    };
    object.word("status", status);
    object.null("pattern");
    object.text("formula", &claim.to_string());
    object.number("checked_to", checked_to);
    object.text_or_null("method", method.as_deref());
    match verdict {
        Verdict::Refuted { counterexample, least, .. } => {
            push_list(object.key("counterexample"), counterexample, |&x, out| push_number(x, out));
            push_list(object.key("names"), claim.names(), |name, out| push_text(name, out));
            object.flag("least", *least);
            if let Some(position) = position(rules, claim, counterexample) {
                object.text("position", &position);
            }
        }
        _ => object.null("counterexample"),
    }
    let silent = silence(verdict);
    if !silent.first.is_empty() {
        let out = object.key("silent");
        let mut inner = Object::open(out, &SILENT);
        inner.number_or_null("count", silent.count);
        push_list(inner.key("first"), &silent.first, |at, out| push_list(out, at, |&x, out| push_number(x, out)));
        inner.close();
    }
    if let Verdict::Proved { certificate, .. } = verdict {
        push_told(told(rules, of_one(claim, &certificate.proof), of(claim)), form.language, &mut object);
    }
    if let Verdict::Open { tried, .. } = verdict {
        push_list(object.key("tried"), tried, |one, out| push_text(&one.in_language(form.language), out));
    }
    if !claim.condition().is_empty() {
        object.text("condition", claim.condition());
    }
    if let (true, Verdict::Proved { certificate, .. }) = (form.files, verdict) {
        let out = object.key("files");
        let mut files = Object::open(out, &FILES);
        push_certificates(&[certificate], &mut files);
        files.close();
    }
    object.close();
}

fn method(certificate: &Certificate) -> &'static str {
    match certificate.proof {
        Proof::Replies { .. } => "replies",
        Proof::All { .. } => "all",
        Proof::Periodic { .. } => "periodic",
        Proof::Residues { .. } => "residues",
        Proof::Quotient { .. } => "quotient",
        Proof::SlowlyGrowing {} => "slowly_growing",
        Proof::Letters { .. } => "letters",
        Proof::Heaps { .. } => "heaps",
        Proof::Automata { .. } => "automata",
    }
}

/// What a certificate shows.
pub fn verified_text(file: &str, certificate: &Certificate, verified: &Verified, language: Language) -> String {
    let Verified { statement, positions, states, silent } = verified;
    let (positions, states) = (*positions, *states);
    let work = match (positions, states) {
        (heaps, states) if matches!(certificate.proof, Proof::Quotient { .. }) => {
            text!("{heaps} heaps and {states} states of sums", heaps, states)
        }
        (_, 0) => text!("{positions} positions", positions),
        (0, _) => text!("{states} states of automata", states),
        _ => text!("{positions} positions and {states} states of automata", positions, states),
    };
    let method = match certificate.proof {
        Proof::Replies { .. } => text!("replies"),
        Proof::All { .. } => text!("all positions"),
        Proof::Periodic { .. } => text!("periods"),
        Proof::Residues { .. } => text!("residues"),
        Proof::Quotient { .. } => text!("misère quotient"),
        Proof::SlowlyGrowing {} => text!("a slowly growing bound"),
        Proof::Letters { .. } => text!("coordinates for all letters"),
        Proof::Heaps { .. } => text!("the values of one heap and their xor"),
        Proof::Automata { .. } => text!("automata"),
    };
    let how = text!("  verified: {file}, by {method}; {work} checked", file, method, work);
    let silent = silent.as_ref().map(|at| {
        text!("  it says nothing about some positions, such as {at}", at = point(at)).in_language(language) + "\n"
    });
    let replies: String = indented(replies(&certificate.proof)).map(|line| line.in_language(language) + "\n").collect();
    format!(
        "{}\n{}\n{}{replies}",
        statement.in_language(language),
        how.in_language(language),
        silent.unwrap_or_default()
    )
}

/// So many lines of answers are shown.
const MAX_REPLIES: usize = 24;

/// The answers to all moves as a table, position by position, the last first: from there the others come about.
fn replies(proof: &Proof) -> Vec<Text> {
    let Proof::Replies { lost, .. } = proof else { return vec![] };
    let mut rows = vec![];
    for one in lost.iter().rev() {
        let position = one.position.as_str();
        rows.push(match one.to_move {
            None => text!("{position}: the player to move loses", position),
            Some(Side::Left) => text!("{position}: Left is to move and loses", position),
            Some(Side::Right) => text!("{position}: Right is to move and loses", position),
        });
        let widest = one.answers.keys().map(String::len).max().unwrap_or(0);
        for (after, answer) in &one.answers {
            let after = format!("{after:widest$}");
            rows.push(match answer.and_then(|answer| lost.get(answer)) {
                Some(to) => text!("  after {after}  answer {to}", after, to = to.position.as_str()),
                None => text!("  after {after}  there is no move, which wins", after),
            });
        }
    }
    let more = rows.len().saturating_sub(MAX_REPLIES);
    let rest = (more > 0).then(|| text!("and {more} more lines", more));
    rows.into_iter().take(MAX_REPLIES).chain(rest).collect()
}

/// The same as one line of JSON; a certificate that came with the question has no file.
pub fn verified_json(file: Option<&str>, certificate: &Certificate, verified: &Verified, form: Json) -> String {
    form.write(|out| {
        let mut object = Object::open(out, &VERIFIED);
        object.number("schema", SCHEMA);
        object.text("rules", &certificate.rules);
        object.word("status", "verified");
        object.text("statement", &verified.statement.in_language(form.language));
        object.word("method", method(certificate));
        object.text_or_null("file", file);
        object.number("positions", verified.positions);
        object.number("states", verified.states);
        if let Some(at) = &verified.silent {
            push_list(object.key("silent_at"), at, |&x, out| push_number(x, out));
        }
        object.close();
    })
}
