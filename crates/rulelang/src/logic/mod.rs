//! Rules and claims as formulas, and their consequences: the bounds of positions, and whether play can be endless.

pub(crate) mod bounds;
pub mod claims;
pub mod formula;
pub(crate) mod growth;
pub(crate) mod translate;
