//! The rule language: a game's rule, and claims about games, as they are written on paper.
//!
//! [`Rule`] is the game `rule{ ... }`, [`claims`] are what `prove` is asked, and [`formula`] is both as proofs take them.
//!
//! The modules depend on each other in one direction: `syntax` reads text, `evaluation` lists the options of positions, `logic`
//! translates rules and claims into formulas, and `game` makes a game of a rule. The language is described in `docs/rules.md`.

mod evaluation;
mod game;
mod logic;
mod syntax;

pub use game::named;
pub use game::{Parameters, Rule, RuleExample, RuleMove, check_rule_file, has_letters, rule_examples};
pub use logic::{claims, formula};
pub use syntax::spell::rule_of;
