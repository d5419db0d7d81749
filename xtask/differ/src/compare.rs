//! Compares answers of the program with the expected answers.

use super::facts::points;
use super::judge::{Best, Expected, QuestionSubject, To, printed};
use super::play::{Rules, Side};
use super::position::{Position, Printed, keys, split};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::rc::Rc;

/// The moves that were requested.
#[derive(Clone, Copy, PartialEq)]
pub enum Listed {
    All,
    One,
    Count,
}

/// An error in an answer: its subject, by which errors are grouped, and a message with both results.
pub type Wrong = (&'static str, String);

/// Compares an answer with the expected answer.
pub fn compare(question: &QuestionSubject, expected: &Expected, answer: &Value, listed: Listed) -> Result<(), Wrong> {
    if let Some(error) = answer.get("error") {
        // Rules that are undefined for smaller numbers may be rejected, whether or not play reaches these numbers.
        if error["kind"] == "bad_argument" && is_bad(question) {
            return Ok(());
        }
        return Err(("error", format!("says {error}, brute force {}", summary(expected))));
    }
    let spec = answer["spec"].as_str().ok_or(("spec", "has no spec".to_string()))?;
    let rules = match question {
        QuestionSubject::Sum(position) => spec_of(position, spec)?,
        QuestionSubject::Single(single) if single.normal(spec) == single.normal(&single.canonical()) => vec![],
        QuestionSubject::Single(single) => return Err(("spec", format!("prints {spec} for {}", single.canonical()))),
    };
    let misere = matches!(question, QuestionSubject::Sum(Position { misere: true, .. }));
    let same = |field: &'static str, wanted: &Value| match &answer[field] {
        found if found == wanted => Ok(()),
        found => Err((field, format!("says {field} {found}, brute force {wanted}"))),
    };
    same("play", &json!(if misere { "misere" } else { "normal" }))?;
    same("kind", &json!(expected.kind))?;
    if let Some(outcome) = &expected.outcome {
        same("outcome", outcome)?;
    }
    // If all play ends, the outcome letter contains this information.
    if let Some([expected_moves, right]) = expected.starts
        && (answer["outcome"].is_null() || answer.get("left_first").is_some())
    {
        same("left_first", &json!(expected_moves))?;
        same("right_first", &json!(right))?;
    }
    value(expected, answer, misere)?;
    if let (Some(remoteness), Some(_)) = (&expected.remoteness, answer.get("remoteness")) {
        same("remoteness", remoteness)?;
    }
    if let Some((field, result)) = expected.result {
        same(field, &json!(result))?;
    }
    let Some(best) = &expected.moves else { return Ok(()) };
    same("moves_total", &json!(best.len()))?;
    let found = answer["moves"].as_array().ok_or(("moves", "has no list of moves".to_string()))?;
    let count = match listed {
        Listed::All => best.len(),
        Listed::One => best.len().min(1),
        Listed::Count => 0,
    };
    if found.len() != count {
        return Err(("moves", format!("lists {} moves instead of {count}", found.len())));
    }
    let mut expected_moves: Vec<String> = best.iter().map(|best| wanted(best, &rules)).collect();
    let mut before = 0;
    for one in found {
        let text =
            actual_move(question, one, misere, &rules).ok_or(("moves", format!("cannot read the move {one}")))?;
        let Some(at) = expected_moves.iter().position(|wanted| *wanted == text) else {
            return Err(("moves", format!("lists {text}, which is none of\n    {}", expected_moves.join("\n    "))));
        };
        expected_moves.remove(at);
        let part = one["part"].as_u64().unwrap_or(0);
        if part < before {
            return Err(("moves", format!("lists a move in part {part} behind one in part {before}")));
        }
        before = part;
    }
    Ok(())
}

/// Reports whether moves are undefined at some number up to the largest number of the question.
fn is_bad(question: &QuestionSubject) -> bool {
    let QuestionSubject::Sum(position) = question else { return false };
    position.terms.iter().filter(|term| term.rules.game() == "rule").any(|term| {
        let most = term.parts.iter().flatten().copied().max().unwrap_or(0);
        let bad = |at: Vec<i64>| Side::BOTH.iter().any(|&side| term.rules.moves(&at, side).is_err());
        points(term.rules.dims(), most).into_iter().any(bad)
    })
}

fn summary(expected: &Expected) -> String {
    match (&expected.outcome, expected.result) {
        (_, Some((field, result))) => format!("{field} {result}"),
        (Some(outcome), _) => format!("outcome {outcome}"),
        _ => "has an answer".into(),
    }
}

/// Compares the Grundy value and the value as a game.
fn value(expected: &Expected, answer: &Value, misere: bool) -> Result<(), Wrong> {
    let (grundy, value) = (&answer["grundy"], &answer["value"]);
    if misere || expected.kind != "impartial" {
        if !grundy.is_null() {
            return Err(("grundy", format!("has the value {grundy} where there are none")));
        }
        return Ok(());
    }
    if let Some(wanted) = &expected.grundy
        && (!grundy.is_null() || *wanted == json!(0))
        && grundy != wanted
    {
        return Err(("grundy", format!("says grundy {grundy}, brute force {wanted}")));
    }
    let star = match grundy.as_u64() {
        Some(0) => json!("0"),
        Some(1) => json!("*"),
        Some(n) => json!(format!("*{n}")),
        None => Value::Null,
    };
    if *value != star {
        return Err(("value", format!("says value {value} but grundy {grundy}")));
    }
    Ok(())
}

/// Compares the printed position with the requested position; returns the printed rules of each term.
fn spec_of(position: &Position, spec: &str) -> Result<Vec<String>, Wrong> {
    let wrong = |what: &str| ("spec", format!("prints {spec}: {what}"));
    let (misere, terms) = split(spec).ok_or_else(|| wrong("no sum of terms"))?;
    if misere != position.misere || terms.len() != position.terms.len() {
        return Err(wrong("another play, or another number of terms"));
    }
    let mut texts = vec![];
    for ((negative, copies, rules, parts), term) in terms.into_iter().zip(&position.terms) {
        if (negative, copies) != (term.negative, term.copies) {
            return Err(wrong("another sign or number of copies"));
        }
        if term.rules.canonical().is_some_and(|canonical| canonical != rules) {
            return Err(wrong("the rules are written in another way"));
        }
        if term.rules.parse_components(&parts).as_deref() != Some(&term.parts[..]) {
            return Err(wrong("another position"));
        }
        texts.push(rules);
    }
    Ok(texts)
}

fn text(part: u64, move_fields: Vec<(String, Value)>, to: &str, result: &Value) -> String {
    let mut fields: Map<String, Value> = move_fields.into_iter().collect();
    fields.sort_keys();
    format!("part {part}, {}, to {to}, {result}", Value::Object(fields))
}

/// Returns an expected move in the same text form as a move of the answer.
fn wanted(best: &Best, rules: &[String]) -> String {
    let to = match &best.to {
        To::Terms(terms) => sum(&printed(terms, rules)),
        To::Text(text) => text.clone(),
    };
    let move_fields = best.move_fields.iter().map(|(field, value)| (field.to_string(), value.clone())).collect();
    text(best.part as u64, move_fields, &to, &best.result)
}

fn actual_move(question: &QuestionSubject, one: &Value, misere: bool, rules: &[String]) -> Option<String> {
    let to = one["to"].as_str()?;
    let to = match question {
        QuestionSubject::Sum(position) => sum(&read(position, to, misere, rules)?),
        QuestionSubject::Single(single) => single.normal_after_move(to),
    };
    // The remoteness after a move depends on the engine that answers; that of the position is compared.
    let other_fields = match question {
        QuestionSubject::Sum(_) => &["move", "part", "to", "result"][..],
        QuestionSubject::Single(_) => &["move", "part", "to", "result", "remoteness"],
    };
    let move_fields = one.as_object()?.iter().filter(|(field, _)| !other_fields.contains(&field.as_str()));
    let move_fields = move_fields.map(|(field, value)| (field.clone(), value.clone())).collect();
    Some(text(one["part"].as_u64()?, move_fields, &to, &one["result"]))
}

/// Returns the components of a sum in a canonical order.
///
/// Equal components may be printed in one term or in several.
fn sum(terms: &[Printed]) -> String {
    let mut components: Vec<String> = vec![];
    for (rules, negative, parts) in terms {
        let sign = if *negative { "-" } else { "" };
        if parts.is_empty() {
            components.push(format!("{sign}{rules}[]"));
        }
        components.extend(parts.iter().map(|part| format!("{sign}{rules}[{part:?}]")));
    }
    components.sort();
    components.join(" + ")
}

/// Parses the terms of a printed position, each copy separately.
fn read(position: &Position, to: &str, misere: bool, rules: &[String]) -> Option<Vec<Printed>> {
    let known: HashMap<&String, &Rc<dyn Rules>> =
        rules.iter().zip(position.terms.iter().map(|term| &term.rules)).collect();
    let (prefix, terms) = split(to)?;
    let mut printed = vec![];
    for (negative, copies, rules, parts) in terms {
        let known = known.get(&rules)?;
        let keys = keys(&***known, &known.parse_components(&parts)?);
        (0..copies).for_each(|_| printed.push((rules.clone(), negative, keys.clone())));
    }
    printed.sort();
    (prefix == misere).then_some(printed)
}
