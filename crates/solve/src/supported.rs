//! Checks whether steps and searches support a kind of game.

use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Kind, Play, PositionSum, Result};

/// Returns an error for nonstandard impartial games.
///
/// In these games play can end while moves remain, or a player can move again. Analyses that consider only moves by
/// turns would give wrong results.
///
/// # Errors
/// Fails with `unsupported` for nonstandard impartial games.
pub fn check_alternating_moves(position_sum: &PositionSum) -> Result<()> {
    if position_sum.kind() != Kind::NonstandardImpartial {
        return Ok(());
    }
    let message = match position_sum.terms.iter().any(|term| term.position.ruleset().has_extra_turns()) {
        true => text!("steps, searches and certificates require a game in which the players alternate"),
        false => {
            text!("steps, searches and certificates require a game that ends only when the player to move has no move")
        }
    };
    Err(Error::new(ErrorKind::Unsupported, message)
        .help(text!("omit these options: the answer still gives the winner and all winning moves")))
}

/// Returns an error for games that have no sums, unless the sum is a single term under normal play.
pub(crate) fn check_single_term(position_sum: &PositionSum) -> Result<()> {
    let is_single =
        position_sum.terms.len() == 1 && position_sum.terms[0].copies == 1 && position_sum.play == Play::Normal;
    if position_sum.kind().is_summable() || is_single {
        return Ok(());
    }
    let message = text!(
        "scoring games and games of several players are supported only under normal play, and only as single \
        positions, not in sums"
    );
    Err(Error::new(ErrorKind::Unsupported, message))
}
