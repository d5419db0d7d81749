//! Games on directed graphs in flat arrays, in time linear in the edges for each pass.
//!
//! [`RetrogradeResult`] is win, loss or draw of every vertex by retrograde analysis, with the number of
//! moves; [`GrundyValues`] are the values of a graph without cycles, [`LoopyValues`] those of any graph;
//! [`Vertices`] is the solution of a whole board for a picture. All of them work on [`Arcs`](grundy_rules::Arcs): the
//! board itself, or the graph of positions that [`Reach`](crate::reach::Reach) explored.

mod acyclic;
mod loopy;
mod retrograde;
mod vertices;

pub use acyclic::GrundyValues;
pub use loopy::LoopyValues;
pub use retrograde::{LoopyOutcome, RetrogradeResult};
pub use vertices::Vertices;
