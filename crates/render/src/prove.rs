//! Verdicts on claims, and checked certificates, as text and JSON.

use crate::json::SCHEMA;
use crate::object::{Object, push_list, push_number, push_text};
use grundy_proof::Verdict;
use grundy_rules::Ruleset;
use grundy_rules::claims::{Claim, Entry};
use grundy_verify::{Certificate, Proof, Verified};

/// The claim, and below it what became of it.
///
/// ```
/// use grundy_proof::{Asked, prove};
/// use grundy_rules::claims::Claim;
/// use grundy_solve::{Budget, Solver};
/// let rules = grundy_rules::parse_rules("take[1..4]").unwrap();
/// let claim = Claim::parse("P iff n % 6 == 0", &rules).unwrap();
/// let verdict = prove(&rules, &claim, Asked::default(), &mut Solver::new(), &Budget::default()).unwrap();
/// let text = grundy_render::verdict_text(&rules, &claim, &verdict);
/// assert_eq!(text, "take[1..4]: P iff n % 6 == 0\n  refuted at n = 5, a P-position\n");
/// ```
pub fn verdict_text(rules: &Ruleset, claim: &Claim, verdict: &Verdict) -> String {
    let mut out = format!("{rules}: {claim}\n");
    match verdict {
        Verdict::Proved { method, checked_to, .. } => {
            out += &format!("  proved: {method}; compared with the table up to {checked_to}\n");
        }
        Verdict::Refuted { counterexample, entry, .. } => {
            let numbers = claim.names().iter().zip(counterexample).map(|(name, x)| format!("{name} = {x}"));
            let numbers = numbers.collect::<Vec<_>>().join(", ");
            let is = match entry {
                Some(Entry::Value(0)) => ", a P-position: its value is 0".to_string(),
                Some(Entry::Value(value)) => format!(", where the value is {value}"),
                Some(Entry::Outcome(outcome)) => format!(", {} {outcome}-position", article(outcome.name())),
                None => String::new(),
            };
            out += &format!("  refuted at {numbers}{is}\n");
        }
        Verdict::Open { checked_to, tried } => {
            out += &format!("  open: it holds for all numbers up to {checked_to}, and no proof was found\n");
            for one in tried {
                out += &format!("    tried {one}\n");
            }
        }
    }
    out
}

fn article(letter: &str) -> &'static str {
    // As it is spoken: an N-, an L-, an R-position.
    if letter == "P" || letter == "D" { "a" } else { "an" }
}

/// The same as one line of JSON.
pub fn verdict_json(rules: &Ruleset, claim: &Claim, verdict: &Verdict) -> String {
    let mut out = String::new();
    let mut object = Object::open(&mut out);
    object.number("schema", SCHEMA);
    object.text("rules", &rules.to_string());
    object.word("of", if claim.has_values() { "grundy" } else { "outcome" });
    let (status, method, checked_to) = match verdict {
        Verdict::Proved { method, checked_to, .. } => ("proved", Some(method.as_str()), *checked_to),
        Verdict::Refuted { checked_to, .. } => ("refuted", None, *checked_to),
        Verdict::Open { checked_to, .. } => ("conjecture", None, *checked_to),
    };
    object.word("status", status);
    object.null("pattern");
    object.text("formula", &claim.to_string());
    object.number("checked_to", checked_to);
    object.text_or_null("method", method);
    match verdict {
        Verdict::Refuted { counterexample, .. } => {
            push_list(object.key("counterexample"), counterexample, |&x, out| push_number(x, out));
        }
        _ => object.null("counterexample"),
    }
    if let Verdict::Open { tried, .. } = verdict {
        push_list(object.key("tried"), tried, |one, out| push_text(one, out));
    }
    object.close();
    out
}

fn method(certificate: &Certificate) -> &'static str {
    match certificate.proof {
        Proof::Replies { .. } => "replies",
        Proof::Periodic { .. } => "periodic",
        Proof::Residues { .. } => "residues",
        Proof::SlowlyGrowing {} => "slowly_growing",
        Proof::Automata { .. } => "automata",
    }
}

/// What a certificate shows.
pub fn verified_text(file: &str, certificate: &Certificate, verified: &Verified) -> String {
    let Verified { statement, positions, states } = verified;
    let work = match (positions, states) {
        (positions, 0) => format!("{positions} positions"),
        (0, states) => format!("{states} states of automata"),
        (positions, states) => format!("{positions} positions and {states} states of automata"),
    };
    format!("{statement}\n  verified: {file}, by {}; {work} checked\n", method(certificate).replace('_', " "))
}

/// The same as one line of JSON.
pub fn verified_json(file: &str, certificate: &Certificate, verified: &Verified) -> String {
    let mut out = String::new();
    let mut object = Object::open(&mut out);
    object.number("schema", SCHEMA);
    object.text("rules", &certificate.rules);
    object.word("status", "verified");
    object.text("statement", &verified.statement);
    object.word("method", method(certificate));
    object.text("file", file);
    object.number("positions", verified.positions);
    object.number("states", verified.states);
    object.close();
    out
}
