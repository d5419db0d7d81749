//! The syntax of the rule language: parses rules and claims, and writes rules as text.
//!
//! Only `grundy-rulelang` uses this crate. It re-exports the items that other crates need.
//!
//! `token` splits the text into tokens, and `parse` builds the syntax trees `ast` (rules) and `claim` (claims).
//! Expressions become postfix `code` with the operators of `operator`. The parser rejects endless loops. To find them,
//! `polynomial` converts expressions to polynomials, and `trend` determines how expressions grow. `automaton` contains
//! the automata of claims. `print` normalises the text of a rule, and `to_source` writes built-in games as rules. Start
//! with `ast` and `parse`.

#![allow(missing_docs, reason = "fields and variants of syntax trees are explained where their names do not suffice")]

pub mod ast;
pub mod automaton;
pub mod claim;
pub mod code;
pub mod operator;
pub mod parse;
pub mod polynomial;
pub mod print;
pub mod to_source;
pub mod token;
pub mod trend;
