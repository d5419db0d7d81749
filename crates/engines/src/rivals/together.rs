//! One player against all the others together: a game of two sides, told by rankings.
//!
//! The one ranks themself last and the others rank the one first; among the others it does not matter who loses, so that one of
//! them stands for all.

use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Player, Result};

/// Who stands for the others, if any of them loses.
pub fn other(seat: Player) -> Player {
    Player(u8::from(seat.0 == 0))
}

/// Who is said to lose where `seat` plays against the others and `loser` cannot move.
pub fn told(loser: Player, seat: Player) -> Player {
    if loser == seat { seat } else { other(seat) }
}

/// The rankings of all players.
pub(super) fn rankings(players: usize, seat: Player) -> Vec<Vec<Player>> {
    let others = || (0..players as u8).map(Player).filter(|&by| by != seat);
    let ranking = |by: u8| match Player(by) == seat {
        true => others().chain([seat]).collect(),
        false => [seat].into_iter().chain(others()).collect(),
    };
    (0..players as u8).map(ranking).collect()
}

/// Refuses players whom there are not.
pub fn check(players: usize, seat: Player) -> Result<()> {
    if usize::from(seat.0) < players {
        return Ok(());
    }
    let message = text!("there is no player {by}: the game has {players}", by = u16::from(seat.0) + 1, players);
    Err(Error::new(ErrorKind::BadArgument, message))
}
