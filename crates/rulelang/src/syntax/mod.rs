//! Parses rules and claims, and writes rules as text.
//!
//! `token` splits the text into tokens, and `parse` builds the syntax trees `ast` (rules) and `claim` (claims).
//! Expressions become postfix `code` with the operators of `operator`. The parser rejects endless loops. To find them,
//! `polynomial` converts expressions to polynomials, and `trend` determines how expressions grow. `automaton` contains
//! the automata of claims. `print` normalises the text of a rule, and `to_source` writes built-in games as rules. Start
//! with `ast` and `parse`.

pub(crate) mod ast;
pub(crate) mod automaton;
pub(crate) mod claim;
pub(crate) mod code;
pub(crate) mod operator;
pub(crate) mod parse;
pub(crate) mod polynomial;
pub(crate) mod print;
pub(crate) mod to_source;
pub(crate) mod token;
pub(crate) mod trend;
