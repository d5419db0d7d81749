//! Who wins, and by which convention the game ends.

use std::fmt;

/// Who wins a position with best play.
///
/// `N` and `P` are the classes of impartial games; partizan games add `L` and `R`, games with cycles add `D`.
///
/// ```
/// use grundy_value::Outcome;
/// assert_eq!(Outcome::P.to_string(), "P");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The next player, the one to move, wins.
    N,
    /// The previous player wins: whoever must move loses.
    P,
    /// Left wins, whoever starts.
    L,
    /// Right wins, whoever starts.
    R,
    /// Neither side can force a win: a draw with best play.
    D,
}

impl Outcome {
    /// The letter that it is printed as.
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

/// What best play brings to one of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// That player wins.
    Win,
    /// The other one wins.
    Loss,
    /// Nobody does: play goes on for ever.
    Draw,
}

impl Ending {
    /// The word that it is printed as.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Win => "win",
            Ending::Loss => "loss",
            Ending::Draw => "draw",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Outcome {
    /// The letter that says what Left reaches if she moves first and what Right reaches if he does. Where one of the two draws and
    /// the other does not, there is none: that makes four of the nine cases.
    ///
    /// ```
    /// use grundy_value::{Ending, Outcome};
    /// assert_eq!(Outcome::of_starts([Ending::Win, Ending::Loss]), Some(Outcome::L));
    /// assert_eq!(Outcome::of_starts([Ending::Win, Ending::Draw]), None);
    /// ```
    pub fn of_starts(starts: [Ending; 2]) -> Option<Outcome> {
        match starts {
            [Ending::Win, Ending::Win] => Some(Outcome::N),
            [Ending::Loss, Ending::Loss] => Some(Outcome::P),
            [Ending::Win, Ending::Loss] => Some(Outcome::L),
            [Ending::Loss, Ending::Win] => Some(Outcome::R),
            [Ending::Draw, Ending::Draw] => Some(Outcome::D),
            _ => None,
        }
    }

    /// What Left reaches if she moves first, and what Right reaches if he does.
    ///
    /// ```
    /// use grundy_value::{Ending, Outcome};
    /// assert_eq!(Outcome::R.starts(), [Ending::Loss, Ending::Win]);
    /// ```
    pub fn starts(self) -> [Ending; 2] {
        match self {
            Outcome::N => [Ending::Win; 2],
            Outcome::P => [Ending::Loss; 2],
            Outcome::L => [Ending::Win, Ending::Loss],
            Outcome::R => [Ending::Loss, Ending::Win],
            Outcome::D => [Ending::Draw; 2],
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What happens to the player who cannot move. It is part of the question, never of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Play {
    /// Who cannot move loses.
    #[default]
    Normal,
    /// Who cannot move wins.
    Misere,
}

impl Play {
    /// The word that it is printed as.
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
