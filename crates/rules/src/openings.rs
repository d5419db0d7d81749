//! The winner of a component that stands alone.

/// The winning first moves of a component that stands alone.
#[derive(Clone, Debug)]
pub struct Openings<M> {
    /// For Left and for Right, a move that wins if that player moves first, if there is one.
    pub moves: [Option<M>; 2],
    /// The number of positions visited.
    pub nodes: u64,
}

impl<M> Openings<M> {
    /// Converts the moves.
    pub fn map<N>(self, mut to: impl FnMut(M) -> N) -> Openings<N> {
        Openings { moves: self.moves.map(|mv| mv.map(&mut to)), nodes: self.nodes }
    }
}
