//! The options of positions: `walk` lists them, `lanes` evaluates expressions, and `shape` recognises rules with faster engines.

pub(crate) mod fault;
pub(crate) mod lanes;
pub(crate) mod numbers;
pub(crate) mod shape;
pub(crate) mod walk;
