//! Surveys: learns the quotients of many games in parallel.

use super::learn;
use grundy_engines::heap::Period;
use grundy_rules::{Budget, Code, Error, Library, Result, parse_rules};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The maximal number of steps for each game of a survey; they take about a second.
pub const MAX_SURVEY_STEPS: u64 = 4_000_000;

/// The result for one game of a survey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientRow {
    /// The octal code of the game.
    pub code: Code,
    /// The order of the quotient, of all heaps or of those up to `checked_to`.
    pub order: usize,
    /// The number of accepting elements, which are the images of lost sums.
    pub lost: usize,
    /// The preperiod and period of the images of the heaps, if proved.
    pub repeat: Option<Period>,
    /// The last heap that was checked, if no period was proved.
    pub checked_to: Option<u64>,
    /// Whether learning stopped at a limit.
    pub limited: bool,
}

/// The names of the columns of a row, comma-separated.
pub const COLUMNS: &str = "code,status,order,lost,preperiod,period,checked_to";

impl QuotientRow {
    /// Returns the row as a comma-separated line.
    ///
    /// ```
    /// use grundy_misere::quotients::QuotientRow;
    /// let line = "0.75,proved,8,2,8,2,";
    /// assert_eq!(QuotientRow::from_line(line).unwrap().to_line(), line);
    /// assert_eq!(QuotientRow::from_line("0.07,limit,176,28,,,29").unwrap().checked_to, Some(29));
    /// ```
    pub fn to_line(&self) -> String {
        let shown = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
        format!(
            "{},{},{},{},{},{},{}",
            self.code,
            self.status(),
            self.order,
            self.lost,
            shown(self.repeat.map(|period| period.preperiod)),
            shown(self.repeat.map(|period| period.period)),
            shown(self.checked_to)
        )
    }

    /// Returns the status: `proved`, `checked_to` or `limit`.
    pub fn status(&self) -> &'static str {
        match (self.repeat, self.limited) {
            (Some(_), _) => "proved",
            (None, true) => "limit",
            (None, false) => "checked_to",
        }
    }

    /// Parses a line written by [`QuotientRow::to_line`]; `None` for any other line.
    pub fn from_line(line: &str) -> Option<QuotientRow> {
        let fields: Vec<&str> = line.split(',').collect();
        let [code, status, order, lost, preperiod, period, checked_to] = fields[..] else { return None };
        let repeat = match (preperiod, period) {
            ("", "") => None,
            _ => Some(Period { preperiod: preperiod.parse().ok()?, period: period.parse().ok()? }),
        };
        let checked_to = if checked_to.is_empty() { None } else { Some(checked_to.parse().ok()?) };
        let row = QuotientRow {
            code: code.parse().ok()?,
            order: order.parse().ok()?,
            lost: lost.parse().ok()?,
            repeat,
            checked_to,
            limited: status == "limit",
        };
        (row.status() == status && row.repeat.is_some() != row.checked_to.is_some()).then_some(row)
    }
}

/// Learns the quotient of one game for heaps up to `to`, in at most [`MAX_SURVEY_STEPS`] steps.
///
/// # Errors
/// Fails with `limit` if the budget runs out.
pub fn study(code: &Code, to: u64, library: &Library, budget: &Budget) -> Result<QuotientRow> {
    let rules = parse_rules(&format!("octal[{code}]"), library)?;
    let report = learn(&[&rules], Some(to), MAX_SURVEY_STEPS, budget)?;
    budget.check()?;
    let checked = report.checked;
    Ok(QuotientRow {
        code: code.clone(),
        order: checked.as_ref().map_or(1, |checked| checked.quotient.order()),
        lost: checked.as_ref().map_or(0, |checked| checked.quotient.accepting().len()),
        repeat: checked.as_ref().and_then(|checked| checked.games[0].repeat),
        checked_to: checked.as_ref().map_or(Some(0), |checked| checked.checked_to()),
        limited: report.stopped.is_some(),
    })
}

/// Learns the quotients of games in parallel; each thread learns one game at a time.
///
/// Returns the rows in the order of the codes.
/// Calls `report` with the row of each game when it is done. Games in `known_rows` are not learned again.
///
/// # Errors
/// Returns the first error of a game or of `report`.
pub fn survey(
    codes: &[Code],
    to: u64,
    known_rows: &HashMap<Code, QuotientRow>,
    library: &Library,
    budget: &Budget,
    report: &(dyn Fn(&QuotientRow) -> Result<()> + Sync),
) -> Result<Vec<QuotientRow>> {
    let remaining: Vec<&Code> = codes.iter().filter(|code| !known_rows.contains_key(*code)).collect();
    let threads = budget.threads().min(remaining.len()).max(1);
    let next = AtomicUsize::new(0);
    let rows: Mutex<HashMap<Code, QuotientRow>> = Mutex::new(known_rows.clone());
    let failed: Mutex<Option<Error>> = Mutex::new(None);
    let work = || {
        let thread_budget =
            Budget { bytes: budget.bytes / threads as u64, threads: 1, progress: None, ..budget.clone() };
        while let Some(code) = remaining.get(next.fetch_add(1, Ordering::Relaxed)) {
            let row = study(code, to, library, &thread_budget).and_then(|row| report(&row).map(|()| row));
            match row {
                Ok(row) => drop(lock(&rows).insert((*code).clone(), row)),
                Err(error) => {
                    next.store(remaining.len(), Ordering::Relaxed);
                    lock(&failed).get_or_insert(error);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    if let Some(error) = lock(&failed).take() {
        return Err(error);
    }
    let rows = lock(&rows);
    Ok(codes.iter().filter_map(|code| rows.get(code).cloned()).collect())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
