//! A player of an n-player game in which the players take from a heap in turn.

use crate::{Amounts, Player};

/// One of n players: the amounts that the player may take, and a ranking of the possible losers.
///
/// ```
/// use grundy_rules::{Rival, Player};
/// let rival = Rival { amounts: Some("1,2".parse().unwrap()), ranking: vec![Player(1), Player(2), Player(0)] };
/// assert_eq!(rival.to_string(), "1,2 : 2>3>1");
/// assert_eq!(Rival { amounts: None, ..rival }.to_string(), "{} : 2>3>1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rival {
    /// The amounts that a move may take; `None` for a player who can never move.
    pub amounts: Option<Amounts>,
    /// All players in the order in which this player prefers them to lose, the preferred loser first.
    pub ranking: Vec<Player>,
}

impl Rival {
    /// Returns the approximate count of numbers that `Display` prints.
    pub fn count_printed_numbers(&self) -> usize {
        self.ranking.len() + self.amounts.as_ref().map_or(1, Amounts::count_printed_numbers)
    }
}

impl std::fmt::Display for Rival {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.amounts {
            Some(amounts) => write!(f, "{amounts} : ")?,
            None => f.write_str("{} : ")?,
        }
        for (place, player) in self.ranking.iter().enumerate() {
            let sign = if place > 0 { ">" } else { "" };
            write!(f, "{sign}{}", u16::from(player.0) + 1)?;
        }
        Ok(())
    }
}
