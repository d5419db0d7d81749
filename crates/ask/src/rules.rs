//! Games without their positions.

use grundy_games::parse_rules_with;
use grundy_rules::Sources;
use grundy_rules::{Play, Result, Ruleset};
use grundy_solve::Budget;
use grundy_verify::Limits;

/// Reads rules, under misère play if that is asked for or if they say so.
///
/// # Errors
/// Any error of the notation, with its place.
///
/// ```
/// use grundy_rules::NoSources;
/// let rules = grundy_ask::rules::read("take[3,1,2]", true, &mut NoSources)?;
/// assert_eq!(rules.to_string(), "misere take[1..3]");
/// # Ok::<(), grundy_rules::Error>(())
/// ```
pub fn read(text: &str, misere: bool, sources: &mut dyn Sources) -> Result<Ruleset> {
    let mut rules = parse_rules_with(text, sources)?;
    if misere {
        rules.play = Play::Misere;
    }
    Ok(rules)
}

/// What the checker of certificates may take.
pub fn limits(budget: &Budget) -> Limits {
    Limits { bytes: budget.bytes, deadline: budget.deadline, cancel: budget.cancel.clone(), ..Limits::default() }
}
