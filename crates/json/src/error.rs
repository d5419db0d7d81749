//! Errors as JSON.

use crate::options::JsonOptions;
use crate::schema::answer::{ERROR, FAILURE, SETTLED_MOVE};
use crate::schema::{Object, SCHEMA, push_list, push_number};
use grundy_lang::Text;
use grundy_rules::{Error, Player};

/// Returns an error as one line of JSON.
///
/// ```
/// use grundy_json::JsonOptions;
/// let error = grundy_games::parse("take[0](5)").unwrap_err();
/// let json = grundy_json::error_json(&error, JsonOptions { line: Some(3), ..JsonOptions::default() });
/// assert!(json.starts_with(r#"{"schema":2,"line":3,"error":{"kind":"bad_argument","message":"#));
///
/// use grundy_rules::{Error, Limit, Player, SettledMove};
/// let settled = SettledMove { by: Player::RIGHT, text: grundy_lang::text!("a2-b2"), wins: true };
/// let error = Error::for_limit(Limit::Time, grundy_lang::text!("time is up")).with_settled(vec![settled]);
/// let json = grundy_json::error_json(&error, JsonOptions::default());
/// assert!(json.contains(r#""decided":[{"move":"a2-b2","by":"right","result":"win"}]"#));
/// ```
pub fn error_json(error: &Error, options: JsonOptions) -> String {
    options.write(|out| {
        let mut object = Object::open(out, &FAILURE);
        object.number("schema", SCHEMA);
        if let Some(line) = options.line {
            object.number("line", line);
        }
        let mut body = Object::open(object.key("error"), &ERROR);
        body.word("kind", error.kind.name());
        if let Some(limit) = error.limit() {
            body.word("limit", limit.name());
        }
        body.text("message", &error.message.to_string());
        if let Some(text) = options.translation(&error.message) {
            body.text("text", &text);
        }
        match &error.span {
            Some(span) => push_list(body.key("span"), &[span.start, span.end], |&at, out| push_number(at, out)),
            None => body.null("span"),
        }
        body.text_or_null("help", error.help.as_ref().map(Text::to_string).as_deref());
        if let Some(text) = error.help.as_ref().and_then(|help| options.translation(help)) {
            body.text("help_text", &text);
        }
        if !error.settled().is_empty() {
            push_list(body.key("decided"), error.settled(), |settled, out| {
                let mut object = Object::open(out, &SETTLED_MOVE);
                object.text("move", &settled.text.to_string());
                if let Some(text) = options.translation(&settled.text) {
                    object.text("text", &text);
                }
                object.word("by", if settled.by == Player::LEFT { "left" } else { "right" });
                object.word("result", if settled.wins { "win" } else { "loss" });
                object.close();
            });
        }
        body.close();
        object.close();
    })
}
