//! Tables of Grundy values and genera that an engine fills: of amounts taken from heaps, of pairs, of graphs.

mod amounts;
mod pairs;
mod vertices;

pub use amounts::AmountsTable;
pub use pairs::PairTable;
pub use vertices::VertexTable;
