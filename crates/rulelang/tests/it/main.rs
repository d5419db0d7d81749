//! The integration tests of this crate: one program, so that it is linked once.

mod claim_trees;
mod claims;
mod copies;
mod expressions;
mod formulas;
mod modules;
mod rule_interpreter;
mod rule_language;
