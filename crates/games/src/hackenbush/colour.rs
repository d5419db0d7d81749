//! The colours of edges.

/// The colour of an edge, which determines who may cut it.
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
