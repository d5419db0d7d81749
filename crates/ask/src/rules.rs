//! Games without a position.

use grundy_games::parse_rules_with;
use grundy_rules::Sources;
use grundy_rules::{Play, Result, Ruleset};
use grundy_solve::Budget;
use grundy_verify::Limits;

/// Parses rules, under misère play if `misere` or the text requests it.
///
/// # Errors
/// Any error of the notation, with its span.
///
/// ```
/// use grundy_rules::NoSources;
/// let rules = grundy_ask::rules::parse("take[3,1,2]", true, &mut NoSources)?;
/// assert_eq!(rules.to_string(), "misere take[1..3]");
/// # Ok::<(), grundy_rules::Error>(())
/// ```
pub fn parse(text: &str, misere: bool, sources: &mut dyn Sources) -> Result<Ruleset> {
    let mut rules = parse_rules_with(text, sources)?;
    if misere {
        rules.play = Play::Misere;
    }
    Ok(rules)
}

/// Returns the limits of the certificate checker for a budget.
pub fn checker_limits(budget: &Budget) -> Limits {
    Limits { bytes: budget.bytes, deadline: budget.deadline, cancel: budget.cancel.clone(), ..Limits::default() }
}
