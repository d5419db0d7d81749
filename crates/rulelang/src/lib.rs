//! The rule language: a game's rule, and claims about games, as they are written on paper.
//!
//! [`Rule`] is the game `rule{ ... }`, [`claims`] are what `prove` is asked, and [`formula`] is both as proofs take them.
//!
//! `parse` reads a rule, `walk` goes through the options of a position 64 at a time, or a range at once by its `form`,
//! `shape` recognises rules for which there are faster engines. The language is described in `docs/rules.md`.

mod ast;
mod bounds;
mod cakes;
pub mod claims;
mod code;
mod file;
mod form;
pub mod formula;
mod game;
mod growth;
mod lanes;
mod letters;
pub mod named;
mod numbered;
mod numbers;
mod parse;
mod print;
mod shape;
mod spell;
mod token;
mod translate;
mod trend;
mod walk;

pub use file::{RuleExample, check_rule_file, rule_examples};
pub use game::{Parameters, Rule, RuleMove};
pub use letters::has_letters;
pub use spell::rule_of;
