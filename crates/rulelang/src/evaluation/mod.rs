//! Lists the options of positions.
//!
//! Start with `walk`, which enumerates the options of one position; its submodule `fill` evaluates them in blocks. It
//! takes the values of loop variables from `numbers`, evaluates expressions for up to 64 of these values at once with
//! `lanes`, and reports errors as `fault` defines them. `recognise` recognises rules for which there are faster
//! engines.

pub(crate) mod fault;
pub(crate) mod lanes;
pub(crate) mod numbers;
pub(crate) mod recognise;
pub(crate) mod walk;
