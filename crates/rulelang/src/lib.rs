//! The rule language: rules of games, and claims about games, written as on paper.
//!
//! [`Rule`] is the game `rule{ ... }`, [`claims`] are the statements that `prove` takes, and [`formula`] represents
//! both as proofs use them.
//!
//! The crate `grundy-syntax` parses the text. The modules depend on each other in one direction: `evaluation` lists the
//! options of positions, `logic` translates rules and claims into formulas, and `game` makes a game of a rule.
//! `docs/rules.md` describes the language. Start with `grundy_syntax::ast` and `game::rule`.

mod evaluation;
mod game;
mod logic;

pub use game::named;
pub use game::{Parameters, Rule, RuleExample, RuleMove, check_rule_file, has_letters, rule_examples};
pub use grundy_syntax::to_source::rule_of;
pub use logic::claims;

/// First-order formulas over the natural numbers, which express moves of rules and claims.
pub mod formula {
    pub use crate::logic::formula::*;
    pub use crate::logic::game_formula::GameFormula;
}

/// Items that only the integration tests of this crate use.
#[doc(hidden)]
pub mod internals {
    pub use crate::evaluation::numbers::divisors;
    pub use crate::game::cakes::{Cuts, cutcake, cuts, maundy_cake};
    pub use crate::logic::claims::synonyms::{ReplacedText, with_replaced};
    pub use grundy_syntax::polynomial::{MAX_VARIABLE, QuadraticForm};

    use grundy_rules::Result;
    use grundy_syntax::ast::RuleOption;
    use grundy_syntax::parse;
    use grundy_syntax::token::Tokens;

    /// Returns the forms of the first option of a rule; `None` if no forms represent it.
    pub fn forms_of(rule: &str) -> Result<Option<Vec<QuadraticForm>>> {
        first_option(rule).map(|option| option.forms)
    }

    /// Evaluates the parameters that the first option of a rule leaves, by its code.
    ///
    /// `values` contains the value of each variable, by index. Returns `None` if a parameter has no value.
    pub fn numbers_by_code(rule: &str, values: &[i64]) -> Result<Option<Vec<i64>>> {
        let option = first_option(rule)?;
        Ok(option.components.iter().flatten().map(|code| code.evaluate_at(values).ok()).collect())
    }

    fn first_option(rule: &str) -> Result<RuleOption> {
        Ok(parse::rule(&mut Tokens::new(rule, 0)?, &mut parse::no_files)?.options.swap_remove(0))
    }
}
