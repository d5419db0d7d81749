//! Tables of Grundy values and genera: for subtraction games, games on pairs along rays, and graphs.

mod amounts;
mod pairs;
mod vertices;

pub use amounts::AmountsTable;
pub use pairs::PairTable;
pub use vertices::VertexTable;
