//! The winning first moves of a sum, and the sums in which a game's own engine looks for them.

use crate::{Outcome, PlayerResult};
use grundy_value::{Value, ValueLimit};

/// A sum of components of one game and of a value.
///
/// [`Game::winning_first_moves`](crate::Game::winning_first_moves) finds winning first moves in such sums.
/// The value stands for the components of all other games, and for components whose values are known.
#[derive(Clone, Debug)]
pub struct SumWithValue<C> {
    /// The components; the flag says whether the sum contains the negative of the component instead.
    pub components: Vec<(C, bool)>,
    /// The value of the rest of the sum, in the arena that is passed with it.
    pub value: Value,
    /// For Left and for Right, the values of the rest after each of the player's moves in it.
    pub values_after: [Vec<Value>; 2],
}

impl<C> SumWithValue<C> {
    /// Returns the sum of one component.
    pub fn from_component(component: C) -> SumWithValue<C> {
        SumWithValue { components: vec![(component, false)], value: Value::ZERO, values_after: [vec![], vec![]] }
    }

    /// Returns the component if it is the whole sum, and not as its negative.
    pub fn only_component(&self) -> Option<&C> {
        let has_moves_elsewhere = self.values_after.iter().any(|values| !values.is_empty());
        match self.components.as_slice() {
            [(component, false)] if self.value == Value::ZERO && !has_moves_elsewhere => Some(component),
            _ => None,
        }
    }

    /// Converts the components with the function `to`.
    pub fn map<D>(&self, mut to: impl FnMut(&C) -> D) -> SumWithValue<D> {
        SumWithValue {
            components: self.components.iter().map(|(component, is_negative)| (to(component), *is_negative)).collect(),
            value: self.value,
            values_after: self.values_after.clone(),
        }
    }
}

/// A first move in a [`SumWithValue`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstMove<M> {
    /// A move in the component with this index.
    InComponent(usize, M),
    /// The move in the rest of the sum with this index in the player's list of `values_after`.
    InRest(usize),
}

impl<M> FirstMove<M> {
    /// Converts the move with the function `to`.
    fn map<N>(self, to: impl FnOnce(M) -> N) -> FirstMove<N> {
        match self {
            FirstMove::InComponent(component, mv) => FirstMove::InComponent(component, to(mv)),
            FirstMove::InRest(at) => FirstMove::InRest(at),
        }
    }
}

/// The winning first moves, or those that were settled before a limit ended the search.
pub type FirstMoveResult<M> = Result<WinningFirstMoves<M>, UnfinishedSearch<M>>;

/// A search for winning first moves that a limit ended.
#[derive(Clone, Debug)]
pub struct UnfinishedSearch<M> {
    /// The limit.
    pub limit: ValueLimit,
    /// For Left and for Right, the first moves that were settled before, and whether each wins.
    ///
    /// Of moves that lead to equal positions only one is listed.
    pub settled: [Vec<(FirstMove<M>, bool)>; 2],
}

impl<M> From<ValueLimit> for UnfinishedSearch<M> {
    fn from(limit: ValueLimit) -> UnfinishedSearch<M> {
        UnfinishedSearch { limit, settled: [vec![], vec![]] }
    }
}

impl<M> UnfinishedSearch<M> {
    /// Returns the search of a single component in which these moves were settled.
    pub fn in_component(limit: ValueLimit, settled: [Vec<(M, bool)>; 2]) -> UnfinishedSearch<M> {
        let in_component = |(mv, wins)| (FirstMove::InComponent(0, mv), wins);
        UnfinishedSearch { limit, settled: settled.map(|moves| moves.into_iter().map(in_component).collect()) }
    }

    /// Converts all moves with the function `to`.
    pub fn map<N>(self, mut to: impl FnMut(M) -> N) -> UnfinishedSearch<N> {
        let mut convert = |(mv, wins): (FirstMove<M>, bool)| (mv.map(&mut to), wins);
        let settled = self.settled.map(|moves| moves.into_iter().map(&mut convert).collect());
        UnfinishedSearch { limit: self.limit, settled }
    }
}

/// The winning first moves in a sum.
#[derive(Clone, Debug)]
pub struct WinningFirstMoves<M> {
    /// For Left and for Right, first moves that win for that player; empty if there is none.
    pub moves: [Vec<FirstMove<M>>; 2],
    /// Whether `moves` has all winning first moves, not only one for each player who has one.
    pub are_all: bool,
    /// The number of positions visited in the search.
    pub nodes: u64,
    /// Whether the search used values of regions of the board.
    pub uses_values: bool,
    /// Whether bounds on stops decided positions.
    pub uses_bounds: bool,
    /// Whether these bounds may have come from regions that were cut into strips.
    pub uses_cuts: bool,
}

impl<M> WinningFirstMoves<M> {
    /// Returns the result of a search of a single component that uses no values.
    ///
    /// `are_all` says whether these are all winning moves.
    pub fn without_values(moves: [Vec<M>; 2], are_all: bool, nodes: u64) -> WinningFirstMoves<M> {
        let moves = moves.map(|moves| moves.into_iter().map(|mv| FirstMove::InComponent(0, mv)).collect());
        WinningFirstMoves { moves, are_all, nodes, uses_values: false, uses_bounds: false, uses_cuts: false }
    }

    /// Returns the outcome: the players who have a winning first move win moving first.
    pub fn outcome(&self) -> Outcome {
        let result = |moves: &Vec<FirstMove<M>>| if moves.is_empty() { PlayerResult::Loss } else { PlayerResult::Win };
        Outcome::from_results(self.moves.each_ref().map(result)).expect("nobody draws")
    }

    /// Returns the moves in the first component.
    pub fn in_first_component(self) -> [Vec<M>; 2] {
        let in_first = |mv| if let FirstMove::InComponent(0, mv) = mv { Some(mv) } else { None };
        self.moves.map(|moves| moves.into_iter().filter_map(in_first).collect())
    }

    /// Converts all moves with the function `to`.
    pub fn map<N>(self, mut to: impl FnMut(M) -> N) -> WinningFirstMoves<N> {
        let mut convert = |mv: FirstMove<M>| mv.map(&mut to);
        WinningFirstMoves {
            moves: self.moves.map(|moves| moves.into_iter().map(&mut convert).collect()),
            are_all: self.are_all,
            nodes: self.nodes,
            uses_values: self.uses_values,
            uses_bounds: self.uses_bounds,
            uses_cuts: self.uses_cuts,
        }
    }
}
