//! The winning first moves of a single component.

/// The winning first moves of a component that is the whole position.
#[derive(Clone, Debug)]
pub struct WinningFirstMoves<M> {
    /// For Left and for Right, a first move that wins for that player; `None` if there is none.
    pub moves: [Option<M>; 2],
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
    /// Converts both moves with the function `to`.
    pub fn map<N>(self, mut to: impl FnMut(M) -> N) -> WinningFirstMoves<N> {
        WinningFirstMoves {
            moves: self.moves.map(|mv| mv.map(&mut to)),
            nodes: self.nodes,
            uses_values: self.uses_values,
            uses_bounds: self.uses_bounds,
            uses_cuts: self.uses_cuts,
        }
    }
}
