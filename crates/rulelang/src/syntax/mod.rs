//! Rules and claims as text: tokens, expressions, the parser and what it makes, and rules written out again.
//!
//! Reading a rule takes some knowledge of its expressions: a loop without an end is a mistake in the text. So the values of
//! expressions, `form`, which makes polynomials of them, and `trend`, which tells how they grow, belong to it as well.

pub(crate) mod ast;
pub(crate) mod automaton;
pub(crate) mod claim;
pub(crate) mod code;
pub(crate) mod form;
pub(crate) mod operator;
pub(crate) mod parse;
pub(crate) mod print;
pub(crate) mod spell;
pub(crate) mod token;
pub(crate) mod trend;
