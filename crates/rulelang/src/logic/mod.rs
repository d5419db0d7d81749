//! Rules and claims as formulas, and what follows from these: the bounds of positions, and whether play must end.

pub(crate) mod bounds;
pub mod claims;
pub mod formula;
pub(crate) mod growth;
pub(crate) mod translate;
