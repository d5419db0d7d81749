//! Errors in the words of requests: what helps is a field here.

use grundy_lang::text;
use grundy_rules::Error;
use grundy_rules::Suggestion;

/// The error with advice that names fields, where what helps is one.
pub(crate) fn worded(error: &Error) -> Error {
    let help = match error.suggestion() {
        Some(Suggestion::NoMoves) => text!("ask without them: {field}", field = r#""moves":"none""#),
        Some(Suggestion::Outcomes) => text!("ask for outcomes: {field}", field = r#""of":"outcome""#),
        Some(Suggestion::SmallerTable) => text!("ask for a smaller bound: `{name}`", name = "to"),
        Some(Suggestion::Bound(_)) => text!("for example {example}", example = r#""to":100"#),
        // Who answers may allow no more than it allows now: the library's own words promise nothing.
        _ => return error.clone(),
    };
    error.clone().help(help)
}
