//! How a position is to be solved: which theorems, moves and steps are wanted.

use crate::trace::Way;
use grundy_rules::Player;

/// Which winning moves an answer names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MovesWanted {
    /// List up to 1000 and count all.
    #[default]
    All,
    /// List the first and count all.
    One,
    /// Count all.
    Count,
    /// Neither.
    None,
}

impl MovesWanted {
    /// How many of them are listed.
    pub(crate) fn listed(self) -> usize {
        match self {
            MovesWanted::All => 1000,
            MovesWanted::One => 1,
            MovesWanted::Count | MovesWanted::None => 0,
        }
    }
}

/// How a position is to be solved. Its play stands in the spec.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Whether theorems may be used, tables and sums of values included; without them everything is searched.
    pub theorems: bool,
    /// Which winning moves are wanted.
    pub moves: MovesWanted,
    /// Whether the values of the components are wanted, with their arithmetic.
    pub working: bool,
    /// Whether all positions that play reaches are wanted, with what is found of each.
    pub steps: bool,
    /// A search whose visits are wanted, beside those of the others.
    pub search: Option<Way>,
    /// The player whom all the others play against together, in games of several players.
    pub coalition: Option<Player>,
}

impl Default for Question {
    fn default() -> Question {
        Question { theorems: true, moves: MovesWanted::All, working: true, steps: false, search: None, coalition: None }
    }
}
