//! What expressions of values are worth.

use grundy::engines::canonical::Canonical;
use grundy::rules::Sources;
use grundy::value::Facts;
use grundy::{Result, parse_with};

/// What there is to say of the value of an expression.
///
/// ```
/// use grundy::engines::canonical::Canonical;
/// use grundy_ask::value::facts;
/// let mut canonical = Canonical::new(&grundy::Budget::default());
/// let facts = facts("{2|-1}", &mut canonical, &mut grundy::rules::NoSources)?;
/// assert_eq!(facts.thermograph.temperature.to_string(), "3/2");
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Errors
/// Those of the notation, with their place; `limit`.
pub fn facts(text: &str, canonical: &mut Canonical, sources: &mut dyn Sources) -> Result<Facts> {
    let value = canonical.read(text, &mut |game| parse_with(game, sources))?;
    canonical.values.facts(value).map_err(|limit| canonical.error(limit))
}
