//! Errors reworded for the command line: suggestions name flags.

use grundy::Error;
use grundy::unstable::lang::{Text, text};
use grundy::unstable::rules::Suggestion;

/// Returns the error with a suggestion that names a flag, where a flag can help.
pub fn worded(error: &Error) -> Error {
    let formats = |names: &[&str]| Text::or(names.iter().map(|name| Text::verbatim(*name)));
    let help = match error.suggestion() {
        Some(Suggestion::Memory(bytes)) => {
            text!("give more with --memory SIZE, as in --memory {size}", size = format!("{}G", bytes.div_ceil(1 << 30)))
        }
        Some(Suggestion::Time) => text!("give more with --time SECONDS"),
        Some(Suggestion::NoMoves) => text!("ask without them: --moves none"),
        Some(Suggestion::Outcomes) => text!("ask for outcomes: --of outcome"),
        Some(Suggestion::PositionsOrValues) => {
            text!("list the P-positions with --only P, or leave out --of outcome under normal play")
        }
        Some(Suggestion::AllPositions) => text!("leave out --only P: the P-positions are marked"),
        Some(Suggestion::Smaller(most, names)) => {
            text!("use --to {most} at most, or --format {formats}", most, formats = formats(names))
        }
        Some(Suggestion::Formats(names)) => text!("use --format {formats}", formats = formats(names)),
        Some(Suggestion::Graphviz) => text!("Graphviz lays out more: --format dot | dot -Tsvg"),
        Some(Suggestion::SmallerTable) => text!("ask for a smaller bound with --to"),
        Some(Suggestion::Bound(rules)) => {
            text!("for example {example}", example = format!("grundy table '{rules}' --to 100"))
        }
        Some(Suggestion::Folder) => text!("give another folder: --checkpoint DIR, --into DIR or --db DIR"),
        // The library's own text is enough.
        _ => return error.clone(),
    };
    error.clone().help(help)
}
