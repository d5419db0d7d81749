//! Limits, cancellation and progress: every engine takes a [`Budget`].

use crate::clock::Instant;
use crate::{Cancel, Error, Limit, Result, SearchRecords, Suggestion, scope};
use grundy_lang::{Text, text};
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A receiver of progress reports from long work.
pub trait Progress: Send + Sync {
    /// Reports that `done` units of `work` ("positions", "heaps") are finished, of `total` if known.
    fn report(&self, work: &Text, done: u64, total: Option<u64>);
}

/// The memory use of the program and its limit.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Returns the number of bytes in use now.
    pub bytes: fn() -> u64,
    /// The maximum number of bytes allowed.
    pub limit: u64,
}

/// Caches that are dropped as soon as the work needs their memory.
///
/// ```
/// use grundy_rules::{Budget, Caches, text};
/// use std::sync::Arc;
/// let all = Budget { bytes: 1000, ..Budget::default() };
/// let caches = Arc::new(Caches::new(vec![0u8; 400], 400));
/// let budget = all.with_caches(&caches);
/// assert!(budget.check_fits(600, &text!("a search")).is_ok() && caches.take::<Vec<u8>>().is_some());
/// ```
pub struct Caches {
    content: Mutex<Option<Box<dyn Any + Send>>>,
    bytes: u64,
}

impl Caches {
    /// Wraps caches that take `bytes` bytes.
    pub fn new<T: Any + Send>(content: T, bytes: u64) -> Caches {
        Caches { content: Mutex::new(Some(Box::new(content))), bytes }
    }

    /// Takes the caches; `None` if they were dropped or taken before, or have another type.
    pub fn take<T: Any + Send>(&self) -> Option<T> {
        let content = self.content.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        content.downcast().ok().map(|content| *content)
    }

    /// Drops the caches. Returns whether there were any.
    fn free(&self) -> bool {
        self.content.lock().unwrap_or_else(PoisonError::into_inner).take().is_some()
    }
}

/// Caches that a budget may drop, with the total `bytes` + `bytes_in_use` of that budget.
///
/// A budget for a part of the work can have a smaller total; [`Budget::check_fits`] then does not drop the caches.
#[derive(Clone)]
pub struct BudgetCaches {
    caches: Arc<Caches>,
    total_bytes: u64,
}

/// The limits of an engine, and its channels for cancellation and progress.
///
/// A budget borrows nothing, so a clone can move to another thread with the work.
///
/// ```
/// use grundy_rules::{Budget, Cancel, text};
/// let cancel = Cancel::default();
/// let budget = Budget { bytes: 1 << 30, cancel: Some(cancel.clone()), ..Budget::default() };
/// let job = std::thread::spawn(move || {
///     let mut meter = budget.meter(text!("positions"));
///     while meter.advance(1000).is_ok() {} // until somebody stops it
///     budget.check()
/// });
/// cancel.cancel();
/// assert!(job.join().unwrap().is_err());
/// ```
#[derive(Clone)]
pub struct Budget {
    /// The maximum number of positions that a search may evaluate.
    pub nodes: u64,
    /// The maximum number of bytes of tables and memos. Tables are estimated before they are allocated.
    pub bytes: u64,
    /// Bytes already in use before the work began, by input or by tables of other requests.
    ///
    /// These bytes are not part of `bytes`; error messages add them to the memory needed and to the limit.
    pub bytes_in_use: u64,
    /// Caches included in `bytes_in_use`, which are dropped when the work needs their memory.
    pub caches: Option<BudgetCaches>,
    /// The memory use of the whole program, if it is counted; [`Budget::check`] compares it with its limit.
    pub usage: Option<Usage>,
    /// The time at which to give up.
    pub deadline: Option<Instant>,
    /// The flag through which other code can stop the work.
    pub cancel: Option<Cancel>,
    /// The receiver of progress reports.
    pub progress: Option<Arc<dyn Progress>>,
    /// The maximum number of threads of an engine, which the machine's parallelism limits further.
    pub threads: usize,
    /// The place where long searches save their results.
    pub records: Option<Arc<dyn SearchRecords>>,
}

impl Default for Budget {
    /// Returns a budget with a memory limit of 4 GiB and no other limit.
    fn default() -> Self {
        Budget {
            nodes: u64::MAX,
            bytes: 4 << 30,
            bytes_in_use: 0,
            caches: None,
            usage: None,
            deadline: None,
            cancel: None,
            progress: None,
            threads: usize::MAX,
            records: None,
        }
    }
}

/// The largest memory limit, in bytes, that an error message suggests.
const MAX_SUGGESTED_BYTES: u128 = 256 << 30;

impl Budget {
    /// Returns whether other code stopped the work through the cancel flag.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_cancelled)
    }

    /// Fails if the work must stop.
    ///
    /// The work must stop if it was cancelled, is out of time or uses too much memory, or if other work on this
    /// thread has exhausted its budget: see [`Budget::enter`].
    ///
    /// # Errors
    /// `limit`.
    pub fn check(&self) -> Result<()> {
        scope::check_exhausted()?;
        self.check_stop()?;
        self.check_usage()
    }

    /// Fails if the work was cancelled or is out of time; both conditions are permanent.
    pub(crate) fn check_stop(&self) -> Result<()> {
        if self.is_cancelled() {
            return Err(Error::for_limit(Limit::Interrupted, text!("interrupted")));
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            let error = Error::for_limit(Limit::Time, text!("the time limit is reached"));
            return Err(error.with_suggestion(Suggestion::Time));
        }
        Ok(())
    }

    /// Fails if the program uses too much memory now, after dropping the caches if necessary.
    pub(crate) fn check_usage(&self) -> Result<()> {
        if let Some(usage) = &self.usage {
            let mut used = (usage.bytes)();
            if used > usage.limit && self.caches.as_ref().is_some_and(|entry| entry.caches.free()) {
                used = (usage.bytes)();
            }
            if used > usage.limit {
                return Err(exceeded(used.into(), usage.limit, &text!("the data in memory")));
            }
        }
        Ok(())
    }

    /// Fails if `bytes` for `what` exceed the memory limit, after dropping the caches if that helps.
    ///
    /// # Errors
    /// `limit`, with the number of bytes needed and the number allowed.
    ///
    /// ```
    /// use grundy_rules::{Budget, text};
    /// let error = Budget::default().check_fits(1 << 40, &text!("a table of 2^40 heaps")).unwrap_err();
    /// assert_eq!(error.message.to_string(), "a table of 2^40 heaps needs 1.0 TiB, but the memory limit is 4.0 GiB");
    /// ```
    pub fn check_fits(&self, bytes: u128, what: &Text) -> Result<()> {
        if bytes <= u128::from(self.bytes) {
            return Ok(());
        }
        let all = self.bytes.saturating_add(self.bytes_in_use);
        // Parts of the work that have smaller limits do not drop the caches.
        let caches = self.caches.as_ref().filter(|entry| entry.total_bytes == all);
        let released = caches.map_or(0, |entry| entry.caches.bytes.min(self.bytes_in_use));
        if let Some(entry) = caches.filter(|_| bytes <= u128::from(self.bytes) + u128::from(released)) {
            entry.caches.free();
            return Ok(());
        }
        Err(exceeded(bytes.saturating_add((self.bytes_in_use - released).into()), all, what))
    }

    /// Returns the limits for work that reuses existing tables of `table_bytes` bytes.
    ///
    /// These bytes are moved from `bytes_in_use` to `bytes`, so the tables count against the limit of this work.
    pub fn with_tables(&self, table_bytes: u64) -> Self {
        let table_bytes = table_bytes.min(self.bytes_in_use);
        Budget { bytes: self.bytes + table_bytes, bytes_in_use: self.bytes_in_use - table_bytes, ..self.clone() }
    }

    /// Returns the limits for work while `caches` exist, which are dropped if the work needs their memory.
    pub fn with_caches(&self, caches: &Arc<Caches>) -> Self {
        let bytes = caches.bytes.min(self.bytes);
        let caches =
            BudgetCaches { caches: Arc::clone(caches), total_bytes: self.bytes.saturating_add(self.bytes_in_use) };
        Budget {
            bytes: self.bytes - bytes,
            bytes_in_use: self.bytes_in_use + bytes,
            caches: Some(caches),
            ..self.clone()
        }
    }

    /// Returns the number of threads that an engine should use, at least one.
    pub fn threads(&self) -> usize {
        // The machine is queried only if more than one thread is allowed. A browser has one thread.
        match self.threads {
            _ if cfg!(target_family = "wasm") => 1,
            0 | 1 => 1,
            max_threads => max_threads.min(std::thread::available_parallelism().map_or(1, usize::from)),
        }
    }

    /// Returns a meter that counts `work` against these limits.
    pub fn meter(&self, work: Text) -> Meter<'_> {
        Meter {
            budget: self,
            work,
            done: 0,
            next: 0,
            stride: 1,
            last_check: None,
            progress_done: None,
            total: None,
            last_report: None,
        }
    }
}

/// Counts work, and checks the clock, the cancel flag and the node limit at intervals.
pub struct Meter<'a> {
    budget: &'a Budget,
    work: Text,
    done: u64,
    next: u64,
    /// The number of units between two checks, adapted so that checks are [`Meter::CHECK_INTERVAL`] apart.
    stride: u64,
    last_check: Option<Instant>,
    /// The progress to report, if it differs from the cost that `done` counts.
    progress_done: Option<u64>,
    total: Option<u64>,
    last_report: Option<Instant>,
}

impl<'a> Meter<'a> {
    /// Sets the total number of units for progress reports.
    pub fn with_total(self, total: impl Into<Option<u64>>) -> Meter<'a> {
        Meter { total: total.into(), ..self }
    }
}

impl Meter<'_> {
    /// The maximum number of units between two checks.
    ///
    /// A check costs about as much as twenty quick units. With slow units, such as positions with thousands of
    /// moves, the stride falls to one unit.
    pub(crate) const MAX_STRIDE: u64 = 1024;
    /// The target interval between checks, to which the stride is adapted.
    const CHECK_INTERVAL: Duration = Duration::from_millis(2);

    /// Counts `units` of work that are about to start, and checks the limits when a check is due.
    ///
    /// # Errors
    /// `limit` if the work was cancelled or exceeds one of its limits.
    #[inline]
    pub fn advance(&mut self, units: u64) -> Result<()> {
        self.done += units;
        if self.done < self.next && self.done <= self.budget.nodes {
            return Ok(());
        }
        self.poll()
    }

    /// Sets the progress to report, for work whose counted units mean nothing to users.
    #[inline]
    pub fn set_progress(&mut self, done: u64) {
        self.progress_done = Some(done);
    }

    #[cold]
    fn poll(&mut self) -> Result<()> {
        let now = Instant::now();
        self.stride = match self.last_check.replace(now) {
            Some(last) if now - last > 4 * Self::CHECK_INTERVAL => 1,
            Some(last) if now - last > Self::CHECK_INTERVAL => (self.stride / 2).max(1),
            _ => (self.stride * 2).min(Self::MAX_STRIDE),
        };
        self.next = self.done + self.stride;
        self.budget.check()?;
        if self.done > self.budget.nodes {
            let message =
                text!("the search exceeds its limit of {most} {work}", most = self.budget.nodes, work = &self.work);
            return Err(Error::for_limit(Limit::Nodes { limit: self.budget.nodes }, message));
        }
        if let Some(progress) = &self.budget.progress
            && self.last_report.is_none_or(|last| now - last >= Duration::from_millis(100))
        {
            self.last_report = Some(now);
            progress.report(&self.work, self.progress_done.unwrap_or(self.done), self.total);
        }
        Ok(())
    }

    /// Returns the number of units counted so far.
    pub fn done(&self) -> u64 {
        self.done
    }
}

/// Returns the error for `what`, which needs `bytes` bytes although the limit is `max_bytes`.
fn exceeded(bytes: u128, max_bytes: u64, what: &Text) -> Error {
    let (mut needed, mut limit) = (Text::verbatim(size_text(bytes)), Text::verbatim(size_text(max_bytes.into())));
    // If both sizes round to the same text, as in "needs 1.0 MiB, the limit is 1.0 MiB", bytes are shown instead.
    if needed == limit {
        (needed, limit) = (text!("{bytes} bytes", bytes), text!("{bytes} bytes", bytes = max_bytes));
    }
    let message = text!("{what} needs {needed}, but the memory limit is {limit}", what, needed, limit);
    let error = Error::for_limit(Limit::Memory { needed: bytes, limit: max_bytes }, message);
    // Amounts of memory that no machine has are not suggested.
    match bytes.max(u128::from(max_bytes).saturating_mul(2)) {
        enough if bytes <= MAX_SUGGESTED_BYTES => {
            let gib = enough.div_ceil(1 << 30).next_power_of_two().max(16);
            error.with_suggestion(Suggestion::Memory((gib as u64) << 30))
        }
        _ => error.help(text!("no machine has that much memory: use smaller numbers")),
    }
}

/// Formats a number of bytes for people, rounded down.
///
/// ```
/// assert_eq!(grundy_rules::size_text(5 << 30), "5.0 GiB");
/// ```
pub fn size_text(bytes: u128) -> String {
    const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let unit = ((127 - bytes.max(1).leading_zeros()) / 10).min(6) as usize;
    if unit == 0 {
        return format!("{bytes} bytes");
    }
    let shift = 10 * unit;
    // Ten times the whole number of bytes may exceed 2^128; ten times the remainder below the unit does not.
    let (whole, rest) = (bytes >> shift, bytes & ((1 << shift) - 1));
    format!("{whole}.{} {}", (rest * 10) >> shift, UNITS[unit])
}
