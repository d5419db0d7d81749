//! The rule language: a game's rule as it is written on paper.
//!
//! [`parse`] reads a rule, [`walk`] goes through the options of a position 64 at a time, or a range at once by its [`form`],
//! [`shape`] recognises rules for which there are faster engines. The language is described in `docs/rules.md`.

pub(crate) mod ast;
pub(crate) mod code;
pub(crate) mod file;
pub(crate) mod form;
pub(crate) mod parse;
pub(crate) mod print;
pub(crate) mod shape;
pub(crate) mod spell;
pub(crate) mod token;
pub(crate) mod translate;
pub(crate) mod walk;
