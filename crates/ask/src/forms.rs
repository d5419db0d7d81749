//! Tables and patterns of the values of positions as games.

use crate::table_target::TableTarget;
use grundy_lang::{Text, text};
use grundy_misere::forms::MisereForms;
use grundy_misere::quotients::learn;
use grundy_render::{Forms, FormsFound};
use grundy_rules::{Error, ErrorKind, Result, Ruleset};
use grundy_solve::Budget;
use grundy_solve::value_evaluator::ValueEvaluator;
use grundy_value::{SymbolSet, Value, ValueLimit};

/// Default number of heaps searched for a pattern.
const DEFAULT_HEAPS: u64 = 60;
/// Maximum length in bytes of a printed canonical form; mean and temperature replace longer forms.
const MAX_LEN: usize = 400;

/// A function that formats the requested quantity of a value.
type ValueFormatter = fn(&mut ValueEvaluator, Value) -> std::result::Result<String, ValueLimit>;

/// Computes the values of a game up to the number `to`, or the quantity of them that `target` selects.
///
/// ```
/// use grundy_ask::{TableTarget, forms::table};
/// let rules = grundy_games::parse_rules("take[1,2 | 1]").unwrap();
/// let forms = table(&rules, TableTarget::Value, 2, &grundy_solve::Budget::default())?;
/// assert_eq!(forms.entries[..2], ["0", "*"]);
/// # Ok::<(), grundy_rules::Error>(())
/// ```
///
/// # Errors
/// `unsupported` if positions of the game have no values; `limit`.
pub fn table(rules: &Ruleset, target: TableTarget, to: u64, budget: &Budget) -> Result<Forms> {
    match target {
        TableTarget::Genus => return genera(rules, to, budget),
        TableTarget::Quotient => return elements(rules, to, budget),
        _ => {}
    }
    let mut evaluator = ValueEvaluator::new(budget);
    let values = evaluator.values_up_to(rules, to)?;
    let (of, format_value): (_, ValueFormatter) = match target {
        TableTarget::Mean => ("mean", |evaluator, value| evaluator.arena.mean(value).map(|mean| mean.to_string())),
        TableTarget::Temperature => {
            ("temperature", |evaluator, value| evaluator.arena.temperature(value).map(|t| t.to_string()))
        }
        _ => ("value", form_text),
    };
    let entries =
        values.iter().map(|&value| format_value(&mut evaluator, value)).collect::<std::result::Result<_, _>>();
    Ok(Forms { of, from: rules.game.min_index(), to, entries: entries.map_err(|limit| evaluator.error(limit))? })
}

/// Computes the genera of heaps, with `wild` after the genus of a form that is not tame.
fn genera(rules: &Ruleset, to: u64, budget: &Budget) -> Result<Forms> {
    let mut forms = MisereForms::new(budget);
    let heaps = forms.heaps(rules, to)?;
    let format_value = |&form: &_| match forms.is_tame(form) {
        true => forms.genus(form).to_string(),
        false => format!("{} wild", forms.genus(form)),
    };
    Ok(Forms { of: "genus", from: 0, to, entries: heaps.iter().map(format_value).collect() })
}

/// Computes the elements of the heaps up to `to` in the game's misère quotient.
///
/// The quotient is learned from these heaps, or from all heaps if a proof is found.
fn elements(rules: &Ruleset, to: u64, budget: &Budget) -> Result<Forms> {
    budget.check_fits(u128::from(to) * 32, &text!("a table of all heaps up to {to}", to))?;
    let report = learn(&[rules], Some(to), u64::MAX, budget)?;
    let checked = report.checked.filter(|checked| checked.covers(&[Some(to)])).ok_or_else(|| {
        let why = report.stopped.map_or(Text::empty(), |(heap, why)| text!("at heap {heap}: {why}", heap, why));
        Error::new(
            ErrorKind::Limit,
            text!("the misère quotient could not be computed up to the requested heap: {why}", why),
        )
    });
    let checked = checked?;
    let entries = (0..=to).map(|heap| checked.games[0].image(heap).map_or(String::new(), |x| checked.quotient.name(x)));
    Ok(Forms { of: "quotient", from: 0, to, entries: entries.collect() })
}

/// Returns the canonical form, or the mean and the temperature if the form is longer than `MAX_LEN`.
fn form_text(evaluator: &mut ValueEvaluator, value: Value) -> std::result::Result<String, ValueLimit> {
    match evaluator.arena.text(value, SymbolSet::Ascii) {
        Ok(text) if text.len() <= MAX_LEN => Ok(text),
        Ok(_) | Err(ValueLimit::Text) => {
            let (mean, temperature) = (evaluator.arena.mean(value)?, evaluator.arena.temperature(value)?);
            Ok(format!("mean {mean}, temperature {temperature}"))
        }
        Err(limit) => Err(limit),
    }
}

/// Finds a period of the values of heaps, exact or with a fixed game added in every period.
///
/// The period must hold over at least three periods and at least nine heaps; it is not proved.
///
/// ```
/// let rules = grundy_games::parse_rules("take[1 | 2]").unwrap();
/// let found = grundy_ask::forms::find(&rules, Some(40), &grundy_solve::Budget::default())?;
/// assert!(found.entries.len() == 41);
/// # Ok::<(), grundy_rules::Error>(())
/// ```
///
/// # Errors
/// `unsupported` for rules that are not on one number starting at 0; `limit`.
pub fn find(rules: &Ruleset, to: Option<u64>, budget: &Budget) -> Result<FormsFound> {
    if rules.dims() != Some(1) || rules.game.min_index() > 0 {
        let message = text!("patterns of values are available only for games whose position is one number, from 0 on");
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    let mut evaluator = ValueEvaluator::new(budget);
    let values = evaluator.values_up_to(rules, to.unwrap_or(DEFAULT_HEAPS))?;
    let failed = |evaluator: &ValueEvaluator, limit| evaluator.error(limit);
    let mut period = None;
    for length in 1..=values.len() / 3 {
        let last = values.len() - 1;
        let add =
            evaluator.arena.sub(values[last], values[last - length]).map_err(|limit| failed(&evaluator, limit))?;
        let mut from = values.len() - length;
        while from > 0 {
            let next = evaluator.arena.add(values[from - 1], add).map_err(|limit| failed(&evaluator, limit))?;
            if next != values[from - 1 + length] {
                break;
            }
            from -= 1;
        }
        if values.len() - from >= 3 * length.max(3) {
            let add = match add == Value::ZERO {
                true => None,
                false => Some(form_text(&mut evaluator, add).map_err(|limit| failed(&evaluator, limit))?),
            };
            period = Some((from as u64, length as u64, add));
            break;
        }
    }
    let entries = values.iter().map(|&value| form_text(&mut evaluator, value)).collect::<std::result::Result<_, _>>();
    Ok(FormsFound { period, entries: entries.map_err(|limit| evaluator.error(limit))? })
}
