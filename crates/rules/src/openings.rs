//! Who wins a component that stands alone.

/// Who wins a component that stands alone, and how.
#[derive(Clone, Debug)]
pub struct Openings<M> {
    /// For Left and for Right a move by which each wins who moves first, if there is one.
    pub moves: [Option<M>; 2],
    /// How many positions were looked at.
    pub nodes: u64,
}

impl<M> Openings<M> {
    /// The same with other moves.
    pub fn map<N>(self, mut to: impl FnMut(M) -> N) -> Openings<N> {
        Openings { moves: self.moves.map(|mv| mv.map(&mut to)), nodes: self.nodes }
    }
}
