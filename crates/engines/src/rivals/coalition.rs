//! Coalitions: a game of one player against all others, expressed by rankings.
//!
//! In the ranking of possible losers, the single player ranks itself last, and the others rank this player first. It
//! does not matter which of the others loses, so one of them represents the coalition.

use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Player, Result};

/// Returns the player who stands for the coalition if the coalition loses.
pub fn representative(player: Player) -> Player {
    Player(u8::from(player.0 == 0))
}

/// Returns the loser to report if `player` plays against the coalition and `loser` cannot move.
pub fn reported_loser(loser: Player, player: Player) -> Player {
    if loser == player { player } else { representative(player) }
}

/// Returns the rankings of all players for a coalition against `player`.
pub(super) fn rankings(players: usize, player: Player) -> Vec<Vec<Player>> {
    let others = || (0..players as u8).map(Player).filter(|&by| by != player);
    let ranking = |by: u8| match Player(by) == player {
        true => others().chain([player]).collect(),
        false => [player].into_iter().chain(others()).collect(),
    };
    (0..players as u8).map(ranking).collect()
}

/// Checks that `player` is one of the players; fails with `bad_argument` otherwise.
pub fn check(players: usize, player: Player) -> Result<()> {
    if usize::from(player.0) < players {
        return Ok(());
    }
    let message =
        text!("there is no player {by}: the number of players is {players}", by = u16::from(player.0) + 1, players);
    Err(Error::new(ErrorKind::BadArgument, message))
}
