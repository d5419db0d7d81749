//! Published results on octal and hexadecimal games, and comparison of survey results with them.

use crate::period::Period;
use crate::sequence::Sequence;
use crate::survey::{SurveyRow, study};
use grundy_rules::{Budget, Code, CompactSort, Result, Splitting};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The table of known results, with a line for each game whose heap of 1 has a move.
///
/// Columns: code, preperiod, period, last heap computed, and `regular` if the values show a regularity. A survey test
/// of the crate `grundy` writes this table from the surveys in `corpus/survey` and from publications, and checks it.
const TABLE: &str = include_str!("known.tsv");

/// The entry of a game in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublishedResult {
    /// The period, if it is proved or published.
    pub period: Option<Period>,
    /// The last heap that was computed.
    pub computed_to: u64,
    /// Whether the table notes an unproved regularity.
    pub regular: bool,
}

fn table() -> &'static HashMap<Code, PublishedResult> {
    static ALL: OnceLock<HashMap<Code, PublishedResult>> = OnceLock::new();
    ALL.get_or_init(|| TABLE.lines().filter_map(read).collect())
}

fn read(line: &str) -> Option<(Code, PublishedResult)> {
    let mut words = line.split('\t');
    let code = words.next()?.parse().ok()?;
    let (preperiod, period) = (words.next()?, words.next()?);
    let period =
        preperiod.parse().ok().zip(period.parse().ok()).map(|(preperiod, period)| Period { preperiod, period });
    let computed_to = words.next()?.parse().ok()?;
    Some((code, PublishedResult { period, computed_to, regular: words.next() == Some("regular") }))
}

/// Returns the entry of a game whose heap of 1 has a move, if there is one.
///
/// For other codes, see [`Code::without_dead_heaps`].
///
/// ```
/// let kayles = grundy_sequence::published_result(&"0.77".parse().unwrap()).unwrap();
/// assert_eq!(kayles.period.map(|period| period.period), Some(12));
/// assert_eq!(grundy_sequence::published_result(&"0.123456".parse().unwrap()), None);
/// ```
pub fn published_result(code: &Code) -> Option<PublishedResult> {
    table().get(code).copied()
}

/// A result of a survey that is not in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Discovery {
    /// A period of a game without a period in the table.
    Period,
    /// Values of heaps beyond the last heap that the table lists.
    Further {
        /// The last heap that the table lists.
        than: u64,
    },
    /// An unproved regularity of the values.
    Regular,
    /// A period that the table lists only for this other game, which has the same sequence.
    Like(Code),
}

/// Returns what a row of a survey adds to the table, if anything.
///
/// A game that is missing from the table is a discovery only if it has a period or a regularity.
///
/// # Errors
/// Fails with `limit` if the sequence of a game with the same period cannot be computed within the budget.
///
/// ```
/// use grundy_rules::Budget;
/// use grundy_sequence::{Discovery, discovery, study};
/// let of = |code: &str| {
///     discovery(&study(&code.parse().unwrap(), 2000, &Budget::default()).unwrap(), &Budget::default())
/// };
/// assert_eq!(of("0.77").unwrap(), None);
/// assert_eq!(of("0.33333333").unwrap(), Some(Discovery::Period));
/// assert_eq!(of("0.770000001").unwrap(), Some(Discovery::Like("0.77".parse().unwrap())));
/// ```
pub fn discovery(row: &SurveyRow, budget: &Budget) -> Result<Option<Discovery>> {
    let before = published_result(&row.code);
    let Some(period) = row.period else {
        return Ok(match before {
            Some(PublishedResult { period: None, computed_to, regular }) => match (&row.regularity, regular) {
                (Some(_), false) => Some(Discovery::Regular),
                _ if row.computed_to > computed_to => Some(Discovery::Further { than: computed_to }),
                _ => None,
            },
            Some(_) => None,
            None => row.regularity.as_ref().map(|_| Discovery::Regular),
        });
    };
    if before.is_some_and(|known| known.period.is_some()) {
        return Ok(None);
    }
    let last = period.preperiod + period.period;
    let mut row_values = None;
    let mut alike: Vec<&Code> =
        table().iter().filter(|(_, known)| known.period == Some(period)).map(|(code, _)| code).collect();
    alike.compact_sort_by_key(|code| (code.digits().len(), code.digits().to_vec()));
    for code in alike {
        if study(code, row.computed_to, budget)?.max_value != row.max_value {
            continue;
        }
        let row_values = match &mut row_values {
            Some(row_values) => row_values,
            none => none.insert(values(&row.code, last, budget)?),
        };
        if values(code, last, budget)? == *row_values {
            return Ok(Some(Discovery::Like(code.clone())));
        }
    }
    Ok(Some(Discovery::Period))
}

fn values(code: &Code, to: u64, budget: &Budget) -> Result<Vec<u32>> {
    let mut sequence = Sequence::new(&Splitting::from_code(code), Default::default())?;
    sequence.extend_to(to, budget)?;
    Ok(sequence.values(0..to).collect())
}
