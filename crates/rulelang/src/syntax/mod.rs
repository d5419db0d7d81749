//! Rules and claims as text: tokens, expressions, the parser with its results, and rules written out again.
//!
//! Parsing a rule requires some analysis of its expressions, since an endless loop is an error in the text. So the
//! evaluation of expressions belongs here too, with `form`, which converts them to polynomials, and `trend`, which
//! determines how they grow.

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
