//! The integration tests of this crate, in one program, so that they are linked only once.

mod claim_trees;
mod claims;
mod copies;
mod expressions;
mod formulas;
mod modules;
mod rule_interpreter;
mod rule_language;
