//! The integration tests of this crate. They form one program, so that the libraries are linked only once.

mod automaton;
mod cake_board;
mod cakes;
mod claim_trees;
mod claims;
mod expressions;
mod formula_values;
mod formulas;
mod modules;
mod multiplicities;
mod named;
mod numbers;
mod polynomial;
mod rule;
mod rule_interpreter;
mod rule_language;
mod synonyms;
