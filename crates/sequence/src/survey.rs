//! Surveys of many games. Games with the same moves are computed only once.

use super::regularity::Regularity;
use super::sequence::{Sequence, SequenceOptions};
use super::summary::Summary;
use crate::period::Period;
use grundy_lang::{Text, text};
use grundy_rules::clock::Instant;
use grundy_rules::{Budget, Progress};
use grundy_rules::{Code, Result, Splitting};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The results of a survey for one game, as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurveyRow {
    /// The code of the game, in which a heap of 1 has a move (see [`Code::without_dead_heaps`]).
    pub code: Code,
    /// The period, if it is proved.
    pub period: Option<Period>,
    /// An unproved regularity that the values show, if any.
    pub regularity: Option<Regularity>,
    /// The number of zeros at the end of the first period.
    pub zeros: u64,
    /// The last heap computed, or the last heap that the proof of the period needs.
    pub computed_to: u64,
    /// The largest value of the heaps up to `computed_to`.
    pub max_value: u32,
    /// The sparse space and its rare heaps.
    ///
    /// In this order: the mask, whether the parity of the heap is an additional bit of the mask, the number of rare
    /// heaps, and the last rare heap.
    /// `None` for games without splits.
    pub rare_heaps: Option<(u32, bool, u64, Option<u64>)>,
    /// The checksum of the values up to `computed_to`.
    pub checksum: u64,
    /// A checksum of the values that determine the sequence (see [`Summary::digest`]).
    pub digest: u64,
}

impl SurveyRow {
    fn new(code: Code, summary: &Summary) -> SurveyRow {
        SurveyRow {
            code,
            period: summary.certificate.map(|proof| proof.period),
            regularity: summary.regularity.clone(),
            zeros: summary.zeros,
            computed_to: summary.computed_to,
            max_value: summary.max_value,
            rare_heaps: summary
                .rare_heaps
                .as_ref()
                .map(|rares| (rares.mask, rares.alternating, rares.count, rares.last)),
            checksum: summary.checksum,
            digest: summary.digest,
        }
    }

    /// Returns the row as one line, for logs.
    pub fn to_line(&self) -> String {
        let (n0, p) = self.period.map_or((0, 0), |period| (period.preperiod, period.period));
        let (mask, parity, count, last) = self.rare_heaps.unwrap_or_default();
        let (parity, last) = (u8::from(parity), last.unwrap_or(0));
        let seems = self.regularity.as_ref().map_or("-".to_string(), |regularity| {
            let Regularity { preperiod, period, saltus, exceptions } = regularity;
            exceptions
                .iter()
                .fold(format!("{preperiod},{period},{saltus}"), |list, residue| format!("{list},{residue}"))
        });
        format!(
            "{} {n0} {p} {} {} {} {} {mask} {parity} {count} {last} {:016x} {:016x} {seems}",
            self.code,
            self.zeros,
            self.computed_to,
            self.max_value,
            u8::from(self.rare_heaps.is_some()),
            self.checksum,
            self.digest
        )
    }

    /// Parses a line that [`SurveyRow::to_line`] wrote; returns `None` for any other line.
    ///
    /// ```
    /// use grundy_rules::Budget;
    /// use grundy_sequence::{SurveyRow, study};
    /// let row = study(&"0.77".parse().unwrap(), 1000, &Budget::default()).unwrap();
    /// assert_eq!(SurveyRow::from_line(&row.to_line()), Some(row));
    /// let row = study(&"0.8".parse().unwrap(), 200, &Budget::default()).unwrap();
    /// assert_eq!(SurveyRow::from_line(&row.to_line()), Some(row));
    /// assert_eq!(SurveyRow::from_line("0.77"), None);
    /// ```
    pub fn from_line(line: &str) -> Option<SurveyRow> {
        let words: Vec<&str> = line.split(' ').collect();
        let [code, n0, p, zeros, to, most, sparse, mask, parity, count, last, checksum, digest, seems] = words[..]
        else {
            return None;
        };
        let (preperiod, period) = (n0.parse().ok()?, p.parse().ok()?);
        let count: u64 = count.parse().ok()?;
        let last: u64 = last.parse().ok()?;
        let rares = (mask.parse().ok()?, parity == "1", count, (count > 0).then_some(last));
        let regularity = if seems == "-" { None } else { Some(read_regularity(seems)?) };
        Some(SurveyRow {
            code: code.parse().ok()?,
            regularity,
            period: (period > 0).then_some(Period { preperiod, period }),
            zeros: zeros.parse().ok()?,
            computed_to: to.parse().ok()?,
            max_value: most.parse().ok()?,
            rare_heaps: (sparse == "1").then_some(rares),
            checksum: u64::from_str_radix(checksum, 16).ok()?,
            digest: u64::from_str_radix(digest, 16).ok()?,
        })
    }

    /// Returns the period of the sequence that is preceded by `shift` heaps without moves.
    pub fn period_after(&self, shift: u64) -> Option<Period> {
        let Period { preperiod, period } = self.period?;
        // Zeros before a sequence that is periodic from the start may continue its period backwards.
        let preperiod = if preperiod > 0 { preperiod + shift } else { shift - shift.min(self.zeros) };
        Some(Period { preperiod, period })
    }

    /// Reports whether two games are known to have the same sequence, or have the same values so far.
    pub fn is_like(&self, other: &SurveyRow) -> bool {
        let known = |row: &SurveyRow| (row.period.map(|p| (p.preperiod, p.period)), row.digest, row.max_value);
        known(self) == known(other) && (self.period.is_some() || self.computed_to == other.computed_to)
    }
}

/// Parses a regularity in the form that [`SurveyRow::to_line`] writes.
fn read_regularity(text: &str) -> Option<Regularity> {
    let numbers: Option<Vec<u64>> = text.split(',').map(|number| number.parse().ok()).collect();
    match numbers?.as_slice() {
        [preperiod, period, saltus, exceptions @ ..] if *period > 0 => {
            let (preperiod, period, saltus) = (*preperiod, *period, *saltus);
            Some(Regularity { preperiod, period, saltus, exceptions: exceptions.to_vec() })
        }
        _ => None,
    }
}

/// Computes the sequence of one game up to heap `to`, or until its period is proved.
///
/// # Errors
/// Fails with `limit` if the sequence does not fit the budget or its time ends.
///
/// ```
/// use grundy_rules::Budget;
/// use grundy_sequence::study;
/// let row = study(&"0.137".parse().unwrap(), 1000, &Budget::default()).unwrap();
/// let period = row.period.unwrap();
/// assert_eq!((period.preperiod, period.period), (52, 34));
/// ```
pub fn study(code: &Code, to: u64, budget: &Budget) -> Result<SurveyRow> {
    study_within(code, to, Duration::MAX, budget)
}

/// The smallest heap at which a survey may stop computing a game.
const NEVER_BEFORE: u64 = 1 << 10;

/// Like [`study`], but stops at a power of two if doubling the number of values takes too long.
///
/// The whole time must not exceed `time_limit`. The estimate assumes that the time grows like the square of the number
/// of values, or like the cube if moves may leave three heaps. This is an upper bound.
fn study_within(code: &Code, to: u64, time_limit: Duration, budget: &Budget) -> Result<SurveyRow> {
    let mut sequence = Sequence::new(&Splitting::from_code(code), SequenceOptions::default())?;
    let growth = if code.is_octal() { 4 } else { 8 };
    let (start, mut before, mut end) = (Instant::now(), Duration::ZERO, to);
    if time_limit < Duration::MAX {
        end = to.min(NEVER_BEFORE);
    }
    loop {
        sequence.extend_to(end, budget)?;
        let spent = start.elapsed();
        let next = spent.saturating_add((spent - before).saturating_mul(growth));
        if end == to || sequence.certificate().is_some() || next > time_limit {
            break;
        }
        (before, end) = (spent, to.min(end.saturating_mul(2)));
    }
    sequence.search_now(budget)?;
    Ok(SurveyRow::new(code.clone(), &sequence.summary()))
}

/// Computes the sequences of many games, each game in one thread.
///
/// Each code is replaced by its [`Code::without_dead_heaps`]. Games in `known` are not computed again. When one of the
/// other games is done, `on_row` is called with its row. If `time_limit` is present, a game that would take longer
/// stops at a power of two, at least 2^10.
///
/// # Errors
/// Returns the first error of a game or of `on_row`.
///
/// ```
/// use grundy_rules::Code;
/// use grundy_rules::Budget;
/// use grundy_sequence::survey;
/// let codes: Vec<Code> = ["0.07", "0.4", "0.137"].map(|code| code.parse().unwrap()).to_vec();
/// let rows = survey(&codes, 1000, None, &Default::default(), &Budget::default(), &|_| Ok(())).unwrap();
/// assert_eq!(rows.len(), 1); // all three are the same game
/// ```
pub fn survey(
    codes: &[Code],
    to: u64,
    time_limit: Option<Duration>,
    known: &HashMap<Code, SurveyRow>,
    budget: &Budget,
    on_row: &(dyn Fn(&SurveyRow) -> Result<()> + Sync),
) -> Result<HashMap<Code, SurveyRow>> {
    let mut distinct = HashSet::new();
    let games: Vec<Code> =
        codes.iter().map(|code| code.without_dead_heaps().0).filter(|c| distinct.insert(c.clone())).collect();
    let mut rows: HashMap<Code, SurveyRow> = HashMap::new();
    for game in &games {
        if let Some(row) = known.get(game) {
            rows.insert(game.clone(), row.clone());
        }
    }
    let todo = group_equal_games(&games, &rows, to, budget)?;
    let threads = budget.threads().min(todo.len()).max(1);
    let next = AtomicUsize::new(0);
    let progress = budget.progress.clone();
    let count = Arc::new(Count { games: AtomicU64::new(rows.len() as u64), total: games.len() as u64, to: progress });
    let done: Mutex<Result<HashMap<Code, SurveyRow>>> = Mutex::new(Ok(rows));
    let work = || {
        let mine = Budget {
            bytes: budget.bytes / threads as u64,
            threads: 1,
            progress: budget.progress.is_some().then(|| Arc::clone(&count) as Arc<dyn Progress>),
            ..budget.clone()
        };
        while let Some(Alike { known, games }) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut unproved = known.clone();
            for code in games {
                let row = match &unproved {
                    Some(unproved) => Ok(SurveyRow { code: (*code).clone(), ..unproved.clone() }),
                    None => study_within(code, to, time_limit.unwrap_or(Duration::MAX), &mine),
                };
                let row = row.and_then(|row| on_row(&row).map(|()| row));
                if let Ok(row) = &row {
                    // A row with a proved period depends on the length of the code, so such a row is not copied to
                    // other codes.
                    unproved = Some(row.clone()).filter(|row| row.period.is_none());
                }
                let mut all = done.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                match (&mut *all, row) {
                    (Ok(rows), Ok(row)) => {
                        rows.insert(row.code.clone(), row);
                        count.games.fetch_add(1, Ordering::Relaxed);
                    }
                    (Ok(_), Err(error)) => *all = Err(error),
                    (Err(_), _) => {}
                }
                if all.is_err() {
                    return;
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Games with the same sequence.
struct Alike<'a> {
    /// The existing row, without a period, of one of these games; `None` if there is no such row.
    known: Option<SurveyRow>,
    /// The games of the group that have no rows yet.
    games: Vec<&'a Code>,
}

/// Groups the games that certainly have the same sequence, and omits games that have rows.
///
/// A move can take a whole heap only if the heap is at most as large as the length of the code. So two codes agree in
/// all values if they agree in all other moves, and in the values up to the length of the longest code.
fn group_equal_games<'a>(
    games: &'a [Code],
    rows: &HashMap<Code, SurveyRow>,
    to: u64,
    budget: &Budget,
) -> Result<Vec<Alike<'a>>> {
    let longest = games.iter().map(|code| code.digits().len() as u64).max().unwrap_or(0).min(to);
    let mut places = HashMap::new();
    let mut all: Vec<Alike<'a>> = vec![];
    for code in games {
        let mut others: Vec<u8> = code.digits().iter().map(|digit| digit & !1).collect();
        others.truncate(others.iter().rposition(|&digit| digit != 0).map_or(0, |last| last + 1));
        let mut first = Sequence::new(
            &Splitting::from_code(code),
            SequenceOptions { certify: false, ..SequenceOptions::default() },
        )?;
        first.extend_to(longest, budget)?;
        let first: Vec<u32> = first.values(0..longest + 1).collect();
        let place = *places.entry((others, first)).or_insert_with(|| {
            all.push(Alike { known: None, games: vec![] });
            all.len() - 1
        });
        match rows.get(code) {
            Some(row) if row.period.is_none() => all[place].known = Some(row.clone()),
            Some(_) => {}
            None => all[place].games.push(code),
        }
    }
    all.retain(|alike| !alike.games.is_empty());
    Ok(all)
}

/// Reports progress in games instead of heaps.
struct Count {
    games: AtomicU64,
    total: u64,
    to: Option<Arc<dyn Progress>>,
}

impl Progress for Count {
    fn report(&self, _work: &Text, _done: u64, _total: Option<u64>) {
        if let Some(progress) = &self.to {
            progress.report(&text!("games"), self.games.load(Ordering::Relaxed), Some(self.total));
        }
    }
}
