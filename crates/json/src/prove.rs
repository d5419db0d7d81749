//! Verdicts on claims and verified certificates, as JSON.

use crate::files::push_certificates;
use crate::options::JsonOptions;
use crate::schema::findings::{FILES, FINDING, SILENT, VERIFIED};
use crate::schema::{Object, SCHEMA, push_list, push_number, push_text};
use grundy_lang::{Language, Text};
use grundy_proof::ClaimVerdict;
use grundy_render::claim_explanation;
use grundy_rulelang::claims::Claim;
use grundy_rules::Ruleset;
use grundy_verify::{Certificate, Proof, Verified};

/// Appends the lines of an explained proof as the field `told`, if there are any.
pub(crate) fn push_explanation(lines: Vec<Text>, language: Language, object: &mut Object<'_>) {
    if !lines.is_empty() {
        push_list(object.key("told"), &lines, |line, out| push_text(&line.in_language(language), out));
    }
}

/// Returns a verdict on a claim as one line of JSON.
pub fn verdict_json(rules: &Ruleset, claim: &Claim, verdict: &ClaimVerdict, options: JsonOptions) -> String {
    options.write(|out| push_verdict(rules, claim, verdict, options, out))
}

/// Returns the position at which a claim about single positions fails; `None` for other claims.
///
/// Parameters of the rules are replaced by their numbers.
fn position(rules: &Ruleset, claim: &Claim, counterexample: &[u64]) -> Option<String> {
    if !claim.is_of_positions() || counterexample.len() != claim.parameters() {
        return None;
    }
    let numbers = rules.game.symbolic_params().map_or(counterexample.len(), |letters| letters.position_params);
    let (at, parameter_values) = counterexample.split_at_checked(numbers)?;
    let letters: Vec<(&str, u64)> =
        claim.names()[numbers..].iter().map(String::as_str).zip(parameter_values.iter().copied()).collect();
    let at: Vec<String> = at.iter().map(u64::to_string).collect();
    Some(format!("{}({})", with_numbers(&rules.to_string(), &letters), at.join(",")))
}

/// Replaces names by numbers: `take[1..k]` with k = 2 becomes `take[1..2]`.
fn with_numbers(text: &str, params: &[(&str, u64)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let end = if is_part(first) { rest.find(|c| !is_part(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, tail) = rest.split_at(end);
        match params.iter().find(|(name, _)| *name == word) {
            Some((_, number)) => out += &number.to_string(),
            None => out += word,
        }
        rest = tail;
    }
    out
}

fn push_verdict(rules: &Ruleset, claim: &Claim, verdict: &ClaimVerdict, options: JsonOptions, out: &mut String) {
    let mut object = Object::open(out, &FINDING);
    object.number("schema", SCHEMA);
    object.text("rules", &rules.to_string());
    object.word("of", if claim.has_values() { "grundy" } else { "outcome" });
    let (status, method, checked_to) = match verdict {
        ClaimVerdict::Proved { method, checked_to, .. } => {
            ("proved", Some(method.in_language(options.language)), *checked_to)
        }
        ClaimVerdict::Refuted { checked_to, .. } => ("refuted", None, *checked_to),
        ClaimVerdict::Open { checked_to, .. } => ("conjecture", None, *checked_to),
    };
    object.word("status", status);
    object.null("pattern");
    object.text("formula", &claim.to_string());
    object.number("checked_to", checked_to);
    object.text_or_null("method", method.as_deref());
    match verdict {
        ClaimVerdict::Refuted { counterexample, least, .. } => {
            push_list(object.key("counterexample"), counterexample, |&x, out| push_number(x, out));
            push_list(object.key("names"), claim.names(), |name, out| push_text(name, out));
            object.flag("least", *least);
            if let Some(position) = position(rules, claim, counterexample) {
                object.text("position", &position);
            }
        }
        _ => object.null("counterexample"),
    }
    let (ClaimVerdict::Proved { uncovered, .. }
    | ClaimVerdict::Refuted { uncovered, .. }
    | ClaimVerdict::Open { uncovered, .. }) = verdict;
    if !uncovered.first.is_empty() {
        let out = object.key("silent");
        let mut inner = Object::open(out, &SILENT);
        inner.number_or_null("count", uncovered.count);
        push_list(inner.key("first"), &uncovered.first, |at, out| push_list(out, at, |&x, out| push_number(x, out)));
        inner.close();
    }
    if let ClaimVerdict::Proved { certificate, .. } = verdict {
        push_explanation(claim_explanation(rules, claim, certificate), options.language, &mut object);
    }
    if let ClaimVerdict::Open { tried, .. } = verdict {
        push_list(object.key("tried"), tried, |one, out| push_text(&one.in_language(options.language), out));
    }
    if !claim.condition().is_empty() {
        object.text("condition", claim.condition());
    }
    if let (true, ClaimVerdict::Proved { certificate, .. }) = (options.includes_attachments, verdict) {
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
        Proof::LostBoards { .. } => "lost_boards",
        Proof::All { .. } => "all",
        Proof::Periodic { .. } => "periodic",
        Proof::Residues { .. } => "residues",
        Proof::Quotient { .. } => "quotient",
        Proof::SlowlyGrowing {} => "slowly_growing",
        Proof::Definition {} => "definition",
        Proof::Letters { .. } => "letters",
        Proof::Heaps { .. } => "heaps",
        Proof::Automata { .. } => "automata",
    }
}

/// Returns the statement that a certificate proves as one line of JSON.
///
/// `file` is `None` if the request contained the certificate.
pub fn verified_json(
    file: Option<&str>,
    certificate: &Certificate,
    verified: &Verified,
    options: JsonOptions,
) -> String {
    options.write(|out| {
        let mut object = Object::open(out, &VERIFIED);
        object.number("schema", SCHEMA);
        object.text("rules", &certificate.rules);
        object.word("status", "verified");
        object.text("statement", &verified.statement.in_language(options.language));
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
