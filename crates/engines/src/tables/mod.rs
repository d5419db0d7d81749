//! Tables of Grundy values and genera: of subtraction games, of games on pairs along rays, and of graphs.

mod amounts;
mod pairs;
mod vertices;

pub use amounts::AmountsTable;
pub use pairs::PairTable;
pub use vertices::VertexTable;
