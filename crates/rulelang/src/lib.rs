//! The rule language: rules of games, and claims about games, written as on paper.
//!
//! [`Rule`] is the game `rule{ ... }`, [`claims`] are the statements that `prove` takes, and [`formula`] represents
//! both as proofs use them.
//!
//! The modules depend on each other in one direction: `syntax` parses text, `evaluation` lists the options of
//! positions, `logic` translates rules and claims into formulas, and `game` makes a game of a rule. `docs/rules.md`
//! describes the language. Start with `syntax::ast` and `game::rule`.

mod evaluation;
mod game;
mod logic;
mod syntax;

pub use game::named;
pub use game::{Parameters, Rule, RuleExample, RuleMove, check_rule_file, has_letters, rule_examples};
pub use logic::claims;
pub use syntax::to_source::rule_of;

/// First-order formulas over the natural numbers, which express moves of rules and claims.
pub mod formula {
    pub use crate::logic::formula::*;
    pub use crate::logic::game_formula::GameFormula;
}
