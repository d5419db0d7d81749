//! Outcomes and play conventions.

use std::fmt;

/// The outcome of a position: the winner under best play.
///
/// `N` and `P` are the classes of impartial games; partizan games add `L` and `R`, games with cycles add `D`.
///
/// ```
/// use grundy_value::Outcome;
/// assert_eq!(Outcome::P.to_string(), "P");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The next player wins, that is, the player to move.
    N,
    /// The previous player wins, so the player to move loses.
    P,
    /// Left wins, regardless of who moves first.
    L,
    /// Right wins, regardless of who moves first.
    R,
    /// Neither player can force a win: a draw under best play.
    D,
}

impl Outcome {
    /// Returns the letter by which the outcome is printed.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::N => "N",
            Outcome::P => "P",
            Outcome::L => "L",
            Outcome::R => "R",
            Outcome::D => "D",
        }
    }
}

/// A player's result with best play, in games of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlayerResult {
    /// That player wins.
    Win,
    /// The opponent wins.
    Loss,
    /// Neither player wins: play never ends.
    Draw,
}

impl PlayerResult {
    /// Returns the word by which the result is printed.
    pub fn name(self) -> &'static str {
        match self {
            PlayerResult::Win => "win",
            PlayerResult::Loss => "loss",
            PlayerResult::Draw => "draw",
        }
    }
}

impl fmt::Display for PlayerResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Outcome {
    /// Returns the outcome from the results of Left moving first and of Right moving first.
    ///
    /// Each result is that of the player who moves first. Returns `None` if exactly one of the results is a draw,
    /// because none of the five outcomes describes these cases.
    ///
    /// ```
    /// use grundy_value::{PlayerResult, Outcome};
    /// assert_eq!(Outcome::from_results([PlayerResult::Win, PlayerResult::Loss]), Some(Outcome::L));
    /// assert_eq!(Outcome::from_results([PlayerResult::Win, PlayerResult::Draw]), None);
    /// ```
    pub fn from_results(results: [PlayerResult; 2]) -> Option<Outcome> {
        match results {
            [PlayerResult::Win, PlayerResult::Win] => Some(Outcome::N),
            [PlayerResult::Loss, PlayerResult::Loss] => Some(Outcome::P),
            [PlayerResult::Win, PlayerResult::Loss] => Some(Outcome::L),
            [PlayerResult::Loss, PlayerResult::Win] => Some(Outcome::R),
            [PlayerResult::Draw, PlayerResult::Draw] => Some(Outcome::D),
            _ => None,
        }
    }

    /// Returns the results of Left moving first and of Right moving first.
    ///
    /// Each result is that of the player who moves first.
    ///
    /// ```
    /// use grundy_value::{PlayerResult, Outcome};
    /// assert_eq!(Outcome::R.results_moving_first(), [PlayerResult::Loss, PlayerResult::Win]);
    /// ```
    pub fn results_moving_first(self) -> [PlayerResult; 2] {
        match self {
            Outcome::N => [PlayerResult::Win; 2],
            Outcome::P => [PlayerResult::Loss; 2],
            Outcome::L => [PlayerResult::Win, PlayerResult::Loss],
            Outcome::R => [PlayerResult::Loss, PlayerResult::Win],
            Outcome::D => [PlayerResult::Draw; 2],
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The play convention: what happens to a player who cannot move.
///
/// The convention is part of a request, never of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Play {
    /// The player who cannot move loses.
    #[default]
    Normal,
    /// The player who cannot move wins.
    Misere,
}

impl Play {
    /// Returns the word by which the convention is printed.
    pub fn name(self) -> &'static str {
        match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
