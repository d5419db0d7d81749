//! Errors reworded for the command line: suggestions name flags.

use grundy::unstable::lang::{Text, text};
use grundy::unstable::rules::{SettledMove, Suggestion};
use grundy::{Error, Player};

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

/// The maximum number of settled moves that are listed for each player and result.
const MAX_SETTLED_MOVES: usize = 8;

/// Returns lines on the first moves that a search settled before it reached a limit.
pub fn settled_lines(error: &Error) -> Vec<Text> {
    let mut lines = vec![];
    for (by, player) in [(Player::LEFT, text!("Left")), (Player::RIGHT, text!("Right"))] {
        let settled = |wins: bool| {
            let moves = error.settled().iter().filter(move |settled: &&SettledMove| settled.by == by);
            let moves: Vec<Text> =
                moves.filter(|settled| settled.wins == wins).map(|settled| settled.text.clone()).collect();
            let (count, has_more) = (moves.len(), moves.len() > MAX_SETTLED_MOVES);
            let shown = moves.into_iter().take(MAX_SETTLED_MOVES);
            (count, Text::list(shown.chain(has_more.then(|| Text::verbatim("...")))))
        };
        match (settled(true), settled(false)) {
            ((0, _), (0, _)) => {}
            ((0, _), (count, moves)) => {
                lines.push(text!(
                    "  found so far: {count} first moves of {player} lose: {moves}",
                    count,
                    player,
                    moves
                ));
            }
            ((_, moves), _) => lines.push(text!("  found so far: {player} wins moving first: {moves}", player, moves)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::Limit;

    #[test]
    fn settled_moves_are_listed_by_player() {
        let settled = |by: Player, name: &str, wins: bool| SettledMove { by, text: Text::verbatim(name), wins };
        let moves = (0..10).map(|n| settled(Player::LEFT, &format!("a{n}"), false));
        let moves = moves.chain([settled(Player::RIGHT, "b1", false), settled(Player::RIGHT, "b2", true)]).collect();
        let lines = settled_lines(&Error::for_limit(Limit::Time, text!("interrupted")).with_settled(moves));
        assert_eq!(
            lines.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                "  found so far: 10 first moves of Left lose: a0, a1, a2, a3, a4, a5, a6, a7, ...",
                "  found so far: Right wins moving first: b2",
            ]
        );
    }
}
