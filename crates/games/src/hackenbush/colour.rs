//! The colours of edges.

/// Who may cut an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Both players.
    #[default]
    Green,
    /// Right.
    Red,
    /// Left.
    Blue,
}
