//! Errors reworded for the command line: suggestions name flags.

use grundy::Error;
use grundy::unstable::lang::{Text, text};
use grundy::unstable::rules::Suggestion;

/// Returns the error with a suggestion that names a flag, where a flag can help.
pub fn with_flag_suggestion(error: &Error) -> Error {
    let formats = |names: &[&str]| Text::or(names.iter().map(|name| Text::verbatim(*name)));
    let help = match error.suggestion() {
        Some(Suggestion::Memory(bytes)) => {
            text!(
                "raise the limit with --memory SIZE, for example --memory {size}",
                size = format!("{}G", bytes.div_ceil(1 << 30))
            )
        }
        Some(Suggestion::Time) => text!("raise the limit with --time SECONDS"),
        Some(Suggestion::NoMoves) => text!("leave out the moves: --moves none"),
        Some(Suggestion::Outcomes) => text!("use outcomes: --of outcome"),
        Some(Suggestion::PositionsOrValues) => {
            text!("list the P-positions with --only P or, under normal play, leave out --of outcome")
        }
        Some(Suggestion::AllPositions) => text!("leave out --only P; the picture marks the P-positions"),
        Some(Suggestion::Smaller(most, names)) => {
            text!("use --to {most} or less, or --format {formats}", most, formats = formats(names))
        }
        Some(Suggestion::Formats(names)) => text!("use --format {formats}", formats = formats(names)),
        Some(Suggestion::Graphviz) => text!("Graphviz can lay out larger graphs: --format dot | dot -Tsvg"),
        Some(Suggestion::SmallerTable) => text!("use a smaller bound with --to"),
        Some(Suggestion::Bound(rules, bound)) => {
            text!("for example {example}", example = format!("grundy table '{rules}' --to {bound}"))
        }
        Some(Suggestion::Folder) => text!("use another folder: --checkpoint DIR, --into DIR or --db DIR"),
        // The library's own text is enough.
        _ => return error.clone(),
    };
    error.clone().help(help)
}
