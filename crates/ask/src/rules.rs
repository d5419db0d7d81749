//! Games without their positions.

use grundy::games::parse_rules_with;
use grundy::rules::Sources;
use grundy::verify::Limits;
use grundy::{Budget, Play, Result, Ruleset};

/// Reads rules, under misère play if that is asked for or if they say so.
///
/// # Errors
/// Any error of the notation, with its place.
///
/// ```
/// use grundy::rules::NoSources;
/// let rules = grundy_ask::rules::read("take[3,1,2]", true, &mut NoSources)?;
/// assert_eq!(rules.to_string(), "misere take[1..3]");
/// # Ok::<(), grundy::Error>(())
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
