//! Lists the options of positions.
//!
//! `walk` lists them, with `numbers` for the loops, `lanes` for the evaluation of expressions and `fault` for errors.
//! `shape` recognises rules for which there are faster engines.

pub(crate) mod fault;
pub(crate) mod lanes;
pub(crate) mod numbers;
pub(crate) mod shape;
pub(crate) mod walk;
