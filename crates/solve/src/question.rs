//! How a position is to be solved: which theorems, moves and steps are requested.

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
    /// Count all, list none.
    Count,
    /// Neither list nor count.
    None,
}

impl MovesWanted {
    /// Returns the maximal number of listed moves.
    pub(crate) fn listed(self) -> usize {
        match self {
            MovesWanted::All => 1000,
            MovesWanted::One => 1,
            MovesWanted::Count | MovesWanted::None => 0,
        }
    }
}

/// How a position is to be solved. The play convention is part of the position.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Whether theorems, tables and sums of values may be used; without them every position is searched.
    pub theorems: bool,
    /// Which winning moves are requested.
    pub moves: MovesWanted,
    /// Whether the values of the components are requested, with their arithmetic.
    pub working: bool,
    /// Whether all reachable positions are requested, each with its result.
    pub steps: bool,
    /// A search whose visits are requested, in addition to the results of all searches.
    pub search: Option<Way>,
    /// The player against whom all the others form a coalition, in games of several players.
    pub coalition: Option<Player>,
}

impl Default for Question {
    fn default() -> Question {
        Question { theorems: true, moves: MovesWanted::All, working: true, steps: false, search: None, coalition: None }
    }
}
