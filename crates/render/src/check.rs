//! What came of checking a theorem, as text and JSON.

use crate::json::SCHEMA;
use crate::object::Object;
use grundy_rules::{Outcome, Result, RuleExample};
use grundy_solve::Answer;
use grundy_solve::check::Checked;
use std::fmt::Write;

/// One theorem as a line of text, with its counterexample below if it has one.
///
/// ```
/// use grundy_solve::{Budget, check};
/// let nim = grundy_rules::registry::find("nim").unwrap();
/// let mut text = String::new();
/// check::game(nim, 100, &Budget::default(), &mut |checked| text += &grundy_render::checked_text(&checked))?;
/// assert!(text.starts_with("nim: bouton: 100 of 100 positions agree (Bouton 1901)\n"));
/// # Ok::<(), grundy_rules::Error>(())
/// ```
pub fn checked_text(checked: &Checked) -> String {
    let Checked { game, theorem, positions, agreed, counterexample } = checked;
    let game = game.unwrap_or("all games");
    let mut out = format!("{game}: {}: ", theorem.name);
    // Writing to a string cannot fail.
    let _ = match positions {
        0 => writeln!(out, "FAILED: no position in its scope was met ({})", theorem.scope),
        _ => {
            let failed = if checked.passed() { "" } else { "FAILED: " };
            writeln!(out, "{failed}{agreed} of {positions} positions agree ({})", theorem.source)
        }
    };
    if let Some(wrong) = counterexample {
        let _ = writeln!(
            out,
            "  least counterexample: {}\n    the theorem: {}\n    brute force: {}",
            wrong.position, wrong.claim, wrong.search
        );
    }
    out
}

/// The same as one line of JSON.
pub fn checked_json(checked: &Checked) -> String {
    let mut out = String::new();
    let mut object = Object::open(&mut out);
    object.number("schema", SCHEMA);
    object.text_or_null("game", checked.game);
    object.word("theorem", checked.theorem.name);
    object.text("source", checked.theorem.source);
    object.number("positions", checked.positions);
    object.number("agreed", checked.agreed);
    match &checked.counterexample {
        None => object.null("counterexample"),
        Some(wrong) => {
            let mut inner = Object::open(object.key("counterexample"));
            inner.text("position", &wrong.position);
            inner.text("claim", &wrong.claim);
            inner.text("search", &wrong.search);
            inner.close();
        }
    }
    object.close();
    out
}

/// What came of one example of a file of rules, as a line of text.
pub fn example_text(example: &RuleExample, found: &Result<Answer>) -> String {
    let RuleExample { spec, expected, place } = example;
    let failed = if found.is_err() { "failed: " } else { "" };
    format!("{place}: {spec}: expected {expected}, {failed}{}\n", said(found))
}

/// What was found, in words: the answer or the error.
fn said(found: &Result<Answer>) -> String {
    match found {
        Err(error) => error.to_string(),
        Ok(answer) => {
            let outcome = answer.outcome.map_or("no outcome", Outcome::name);
            let value = answer.grundy.map_or(String::new(), |grundy| format!(", value {}", grundy.0));
            format!("is {outcome}{value}")
        }
    }
}

/// The same as one line of JSON; `message` tells what was found instead, or why nothing was.
pub fn example_json(example: &RuleExample, found: &Result<Answer>, agreed: bool) -> String {
    let mut out = String::new();
    let mut object = Object::open(&mut out);
    object.number("schema", SCHEMA);
    object.text("example", &example.spec);
    object.text("place", &example.place);
    object.text("expected", &example.expected);
    object.key("agreed").push_str(if agreed { "true" } else { "false" });
    let message = (!agreed).then(|| said(found));
    object.text_or_null("message", message.as_deref());
    object.close();
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::registry;
    use grundy_solve::check::Counterexample;

    #[test]
    fn failures_are_shown() {
        let theorem = registry::find("nim").unwrap().theorems()[0];
        let mut checked = Checked { game: Some("nim"), theorem, positions: 0, agreed: 0, counterexample: None };
        assert_eq!(
            checked_text(&checked),
            "nim: bouton: FAILED: no position in its scope was met (all heaps, normal play)\n"
        );
        let wrong = ["nim(1,\"2\")", "value 3", "value 2"].map(str::to_string);
        let [position, claim, search] = wrong;
        checked.counterexample = Some(Counterexample { position, claim, search });
        (checked.positions, checked.agreed) = (10, 9);
        let text = checked_text(&checked);
        assert!(text.starts_with("nim: bouton: FAILED: 9 of 10 positions agree"), "{text}");
        assert!(
            text.contains("least counterexample: nim(1,\"2\")\n    the theorem: value 3\n    brute force: value 2")
        );
        assert_eq!(
            checked_json(&checked),
            r#"{"schema":1,"game":"nim","theorem":"bouton","source":"Bouton 1901","positions":10,"agreed":9,"counterexample":{"position":"nim(1,\"2\")","claim":"value 3","search":"value 2"}}"#
        );
    }
}
