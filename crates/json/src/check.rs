//! The result of checking a theorem, as JSON.

use crate::options::JsonOptions;
use crate::schema::lists::{CHECKED, EXAMPLE, WRONG};
use crate::schema::{Object, SCHEMA};
use grundy_conformance::Checked;
use grundy_render::example_result;
use grundy_rulelang::RuleExample;
use grundy_rules::Result;
use grundy_solve::Answer;

/// Returns the result of checking one theorem as one line of JSON.
pub fn checked_json(checked: &Checked, options: JsonOptions) -> String {
    options.write(|out| {
        let mut object = Object::open(out, &CHECKED);
        object.number("schema", SCHEMA);
        object.text_or_null("game", checked.game);
        object.word("theorem", checked.theorem.name);
        object.text("source", options.language.translate(checked.theorem.source));
        object.number("positions", checked.positions);
        object.number("agreed", checked.agreed);
        match &checked.counterexample {
            None => object.null("counterexample"),
            Some(wrong) => {
                let mut inner = Object::open(object.key("counterexample"), &WRONG);
                inner.text("position", &wrong.position);
                inner.text("claim", &wrong.claim.in_language(options.language));
                inner.text("search", &wrong.search.in_language(options.language));
                inner.close();
            }
        }
        if let Some(skipped) = checked.skipped {
            object.word("skipped", skipped.name());
        }
        object.close();
    })
}

/// Returns the result of one example of a rule file as one line of JSON.
///
/// The field `message` has the result that was found instead, or the error.
pub fn example_json(example: &RuleExample, found: &Result<Answer>, agreed: bool, options: JsonOptions) -> String {
    options.write(|out| {
        let mut object = Object::open(out, &EXAMPLE);
        object.number("schema", SCHEMA);
        object.text("example", &example.spec);
        object.text("place", &example.place);
        object.text("expected", &example.expected);
        object.flag("agreed", agreed);
        object.word("status", if agreed { "passed" } else { "failed" });
        let message = (!agreed).then(|| example_result(found).in_language(options.language));
        object.text_or_null("message", message.as_deref());
        object.close();
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_conformance::{Counterexample, Skipped};
    use grundy_games::library;
    use grundy_lang::Text;

    #[test]
    fn failures_are_shown() {
        let theorem = library().find("nim").unwrap().theorems()[0];
        let [claim, search] = ["value 3", "value 2"].map(Text::verbatim);
        let position = "nim(1,\"2\")".to_string();
        let counterexample = Some(Counterexample { position, claim, search });
        let checked = Checked { game: Some("nim"), theorem, positions: 10, agreed: 9, counterexample, skipped: None };
        assert_eq!(
            checked_json(&checked, JsonOptions::default()),
            r#"{"schema":2,"game":"nim","theorem":"bouton","source":"Bouton 1901","positions":10,"agreed":9,"counterexample":{"position":"nim(1,\"2\")","claim":"value 3","search":"value 2"}}"#
        );
    }

    #[test]
    fn skipped_checks_name_the_reason() {
        let theorem = library().find("nim").unwrap().theorems()[0];
        let skipped = Some(Skipped::Moves);
        let checked = Checked { game: Some("nim"), theorem, positions: 9, agreed: 9, counterexample: None, skipped };
        assert!(
            checked_json(&checked, JsonOptions::default()).ends_with(r#""counterexample":null,"skipped":"moves"}"#)
        );
    }
}
