//! The question to the solver: which theorems it may use, and which moves and steps are requested.

use crate::trace::SearchMethod;
use grundy_rules::Player;

/// The winning moves that an answer lists and counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MovesWanted {
    /// Like `All`, but one winning move per player if only a search of each move finds them all.
    #[default]
    Auto,
    /// List up to 1000 winning moves and count all.
    All,
    /// List the first winning move and count all, if that needs no search of each move.
    One,
    /// Count all winning moves, list none.
    Count,
    /// Neither list nor count winning moves.
    None,
}

impl MovesWanted {
    /// The names in requests, each with its meaning.
    pub const NAMES: [(&str, MovesWanted); 5] = [
        ("auto", MovesWanted::Auto),
        ("all", MovesWanted::All),
        ("one", MovesWanted::One),
        ("count", MovesWanted::Count),
        ("none", MovesWanted::None),
    ];

    /// Reports whether winning moves are listed as far as the limit of the list allows.
    pub(crate) fn lists_all(self) -> bool {
        matches!(self, MovesWanted::Auto | MovesWanted::All)
    }

    /// Returns the maximal number of listed moves.
    pub(crate) fn max_listed(self) -> usize {
        match self {
            MovesWanted::Auto | MovesWanted::All => 1000,
            MovesWanted::One => 1,
            MovesWanted::Count | MovesWanted::None => 0,
        }
    }
}

/// The options for solving a position. The play convention is part of the position.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Whether theorems, tables and sums of values may be used; without them every position is searched.
    pub use_theorems: bool,
    /// Which winning moves are requested.
    pub moves: MovesWanted,
    /// Whether the working is requested: the values of the components, the strategy and similar details.
    pub wants_working: bool,
    /// Whether all reachable positions are requested, each with its result.
    pub wants_steps: bool,
    /// A method of search to trace; the answer then also has the results of all methods.
    pub search: Option<SearchMethod>,
    /// The player against whom all the others form a coalition, in games of several players.
    pub lone_player: Option<Player>,
}

impl Default for Question {
    fn default() -> Question {
        Question {
            use_theorems: true,
            moves: MovesWanted::Auto,
            wants_working: true,
            wants_steps: false,
            search: None,
            lone_player: None,
        }
    }
}
