//! Errors reworded for requests: suggestions name fields.

use grundy_lang::text;
use grundy_rules::Error;
use grundy_rules::Suggestion;

/// Returns the error with a suggestion that names a field of the request, where a field can help.
pub(crate) fn with_field_suggestion(error: &Error) -> Error {
    let help = match error.suggestion() {
        Some(Suggestion::NoMoves) => text!("leave out the moves: {field}", field = r#""moves":"none""#),
        Some(Suggestion::Outcomes) => text!("ask for outcomes instead: {field}", field = r#""of":"outcome""#),
        Some(Suggestion::SmallerTable) => text!("choose a smaller bound `{name}`", name = "to"),
        Some(Suggestion::Bound(_, bound)) => text!("for example {example}", example = format!("\"to\":{bound}")),
        // No higher limit is suggested, since the server may not allow it; the library's own suggestion stays.
        _ => return error.clone(),
    };
    error.clone().help(help)
}
