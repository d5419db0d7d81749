//! Errors as JSON.

use crate::options::JsonOptions;
use crate::schema::answer::{ERROR, FAILURE};
use crate::schema::{Object, SCHEMA, push_list, push_number};
use grundy_lang::Text;
use grundy_rules::Error;

/// Returns an error as one line of JSON.
///
/// ```
/// use grundy_json::JsonOptions;
/// let error = grundy_games::parse("take[0](5)").unwrap_err();
/// let json = grundy_json::error_json(&error, JsonOptions { line: Some(3), ..JsonOptions::default() });
/// assert!(json.starts_with(r#"{"schema":2,"line":3,"error":{"kind":"bad_argument","message":"#));
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
        body.close();
        object.close();
    })
}
