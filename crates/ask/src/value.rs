//! Values of expressions of games, under normal and misère play.

use grundy_misere::forms::{MisereFacts, MisereForms, misere_prefix_len};
use grundy_rules::{Library, Result, Sources, parse_with};
use grundy_solve::Budget;
use grundy_solve::value_evaluator::ValueEvaluator;
use grundy_value::ValueFacts;

/// Maximum length of a printed misère form, in bytes; longer forms are omitted.
const MAX_LEN: usize = 2000;

/// Reports whether the text of an expression requests misère play by its prefix.
pub fn is_misere(text: &str) -> bool {
    misere_prefix_len(text) > 0
}

/// Computes the misère form of an expression of impartial games and the facts about it.
///
/// ```
/// use grundy_ask::value::misere_facts;
/// let (games, budget) = (grundy_games::library(), grundy_solve::Budget::default());
/// let facts = misere_facts("kayles(5)", games, &budget, &mut grundy_rules::NoSources)?;
/// assert_eq!(facts.genus.to_string(), "4^{146}");
/// # Ok::<(), grundy_rules::Error>(())
/// ```
///
/// # Errors
/// Any error of the notation, with its span; `unsupported` for games that are not impartial; `limit`.
pub fn misere_facts(text: &str, library: &Library, budget: &Budget, sources: &mut dyn Sources) -> Result<MisereFacts> {
    let mut forms = MisereForms::new(budget);
    let form = forms.parse(text, &mut |game| parse_with(game, library, sources))?;
    Ok(forms.facts(form, MAX_LEN))
}

/// Computes the value of an expression and the facts about it.
///
/// ```
/// use grundy_solve::value_evaluator::ValueEvaluator;
/// use grundy_ask::value::facts;
/// let mut evaluator = ValueEvaluator::new(&grundy_solve::Budget::default());
/// let facts = facts("{2|-1}", &mut evaluator, grundy_games::library(), &mut grundy_rules::NoSources)?;
/// assert_eq!(facts.thermograph.temperature.to_string(), "3/2");
/// # Ok::<(), grundy_rules::Error>(())
/// ```
///
/// # Errors
/// Any error of the notation, with its span; `limit`.
pub fn facts(
    text: &str,
    evaluator: &mut ValueEvaluator,
    library: &Library,
    sources: &mut dyn Sources,
) -> Result<ValueFacts> {
    let value = evaluator.parse(text, &mut |game| parse_with(game, library, sources))?;
    evaluator.arena.facts(value).map_err(|limit| evaluator.error(limit))
}
