//! The integration tests of this crate, in one program, so that they are linked only once.

mod claim_trees;
mod claims;
mod expressions;
mod formulas;
mod modules;
mod multiplicities;
mod rule_interpreter;
mod rule_language;
