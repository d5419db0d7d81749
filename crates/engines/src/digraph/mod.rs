//! Analysis of games on directed graphs stored in flat arrays.
//!
//! [`RetrogradeResult`] finds win, loss or draw of every vertex with the number of moves, by retrograde analysis.
//! [`GrundyValues`] computes the values of a graph without cycles, [`LoopyValues`] those of any graph. [`Vertices`]
//! solves a whole board for a picture. All of them take [`Arcs`](grundy_rules::Arcs): the arcs of the board itself, or
//! of the graph of positions that [`ReachGraph`](crate::reach::ReachGraph) explored.

mod acyclic;
mod loopy;
mod retrograde;
mod vertices;

pub use acyclic::GrundyValues;
pub use loopy::LoopyValues;
pub use retrograde::{LoopyOutcome, RetrogradeResult};
pub use vertices::Vertices;
