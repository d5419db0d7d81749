//! The colours of edges in Hackenbush.

/// The colour of an edge, which determines the players who may cut it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Both players may cut the edge.
    #[default]
    Green,
    /// Only Right may cut the edge.
    Red,
    /// Only Left may cut the edge.
    Blue,
}
