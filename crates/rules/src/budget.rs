//! Limits, cancellation and progress: every engine takes a [`Budget`].

use crate::clock::Instant;
use crate::{Cancel, Error, Limit, Result, Suggestion, scope};
use grundy_lang::{Text, text};
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Somebody who wants to know how far long work has come.
pub trait Progress: Send + Sync {
    /// So many units of `work` ("positions", "heaps") are done, of `total` if that is known.
    fn report(&self, work: &Text, done: u64, total: Option<u64>);
}

/// A count of the bytes that a program has in memory, and how many there may be.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// How many there are by now.
    pub bytes: fn() -> u64,
    /// More than so many are too many.
    pub most: u64,
}

/// Caches that are dropped as soon as work needs their memory.
///
/// ```
/// use grundy_rules::{Budget, Caches, text};
/// use std::sync::Arc;
/// let all = Budget { bytes: 1000, ..Budget::default() };
/// let caches = Arc::new(Caches::new(vec![0u8; 400], 400));
/// let budget = all.beside_caches(&caches);
/// assert!(budget.fits(600, &text!("a search")).is_ok() && caches.take::<Vec<u8>>().is_some());
/// ```
pub struct Caches {
    held: Mutex<Option<Box<dyn Any + Send>>>,
    bytes: u64,
}

impl Caches {
    /// Caches of so many bytes.
    pub fn new<T: Any + Send>(held: T, bytes: u64) -> Caches {
        Caches { held: Mutex::new(Some(Box::new(held))), bytes }
    }

    /// Returns the caches, unless they were dropped.
    pub fn take<T: Any + Send>(&self) -> Option<T> {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        held.downcast().ok().map(|held| *held)
    }

    /// Drops the caches. Returns whether they were there.
    fn free(&self) -> bool {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).take().is_some()
    }
}

/// The caches of some work, and how many bytes the work has together with them and with what was held before.
#[derive(Clone)]
pub struct CachesOf {
    caches: Arc<Caches>,
    whole: u64,
}

/// What an engine may use, and whom it listens to. It borrows nothing: work takes a clone along to wherever it is done.
///
/// ```
/// use grundy_rules::{Budget, Cancel, text};
/// let cancel = Cancel::default();
/// let budget = Budget { bytes: 1 << 30, cancel: Some(cancel.clone()), ..Budget::default() };
/// let job = std::thread::spawn(move || {
///     let mut meter = budget.meter(text!("positions"));
///     while meter.tick(1000).is_ok() {} // until somebody stops it
///     budget.check()
/// });
/// cancel.stop();
/// assert!(job.join().unwrap().is_err());
/// ```
#[derive(Clone)]
pub struct Budget {
    /// How many positions a search may evaluate.
    pub nodes: u64,
    /// How many bytes tables and memos may take. Tables are estimated before they are allocated.
    pub bytes: u64,
    /// How many bytes beside these were taken before the work began, by what was read or by tables of other questions. Messages
    /// add them to what is needed and to the limit.
    pub held: u64,
    /// Caches among what is held, which leave their memory to the work when it needs it.
    pub caches: Option<CachesOf>,
    /// What the whole program has in memory, where somebody counts it: every look at the limits looks at that too.
    pub usage: Option<Usage>,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Set by somebody else to stop the work.
    pub cancel: Option<Cancel>,
    /// Whom to tell how far the work has come.
    pub progress: Option<Arc<dyn Progress>>,
    /// How many threads an engine may use; never more than the machine runs at once.
    pub threads: usize,
}

impl Default for Budget {
    /// No limit but 4 GiB of memory.
    fn default() -> Self {
        Budget {
            nodes: u64::MAX,
            bytes: 4 << 30,
            held: 0,
            caches: None,
            usage: None,
            deadline: None,
            cancel: None,
            progress: None,
            threads: usize::MAX,
        }
    }
}

/// More memory than this is not advised.
const MAX_ADVISED: u128 = 256 << 30;

impl Budget {
    /// Whether somebody else stopped the work.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_stopped)
    }

    /// Fails if the work was cancelled or its time is over, or if some work on this thread was given up: see [`Budget::enter`].
    ///
    /// # Errors
    /// `limit`.
    pub fn check(&self) -> Result<()> {
        scope::check_exhausted()?;
        self.check_stop()?;
        self.check_usage()
    }

    /// Fails if the work was cancelled or its time is over: neither is ever taken back.
    pub(crate) fn check_stop(&self) -> Result<()> {
        if self.is_cancelled() {
            return Err(Error::reached(Limit::Interrupted, text!("interrupted")));
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            let error = Error::reached(Limit::Time, text!("the time limit is reached"));
            return Err(error.with_suggestion(Suggestion::Time));
        }
        Ok(())
    }

    /// Fails if the program has too much in memory now.
    pub(crate) fn check_usage(&self) -> Result<()> {
        if let Some(usage) = &self.usage {
            let mut used = (usage.bytes)();
            if used > usage.most && self.caches.as_ref().is_some_and(|of| of.caches.free()) {
                used = (usage.bytes)();
            }
            if used > usage.most {
                return Err(exceeded(used.into(), usage.most, &text!("all that is in memory")));
            }
        }
        Ok(())
    }

    /// Fails if `bytes` for `what` exceed the memory limit.
    ///
    /// # Errors
    /// `limit`, with both figures.
    ///
    /// ```
    /// use grundy_rules::{Budget, text};
    /// let error = Budget::default().fits(1 << 40, &text!("a table of 2^40 heaps")).unwrap_err();
    /// assert_eq!(error.message.to_string(), "a table of 2^40 heaps needs 1.0 TiB, the memory limit is 4.0 GiB");
    /// ```
    pub fn fits(&self, bytes: u128, what: &Text) -> Result<()> {
        if bytes <= u128::from(self.bytes) {
            return Ok(());
        }
        let all = self.bytes.saturating_add(self.held);
        // Parts of the work that have limits of their own keep to them.
        let caches = self.caches.as_ref().filter(|of| of.whole == all);
        let given = caches.map_or(0, |of| of.caches.bytes.min(self.held));
        if let Some(of) = caches.filter(|_| bytes <= u128::from(self.bytes) + u128::from(given)) {
            of.caches.free();
            return Ok(());
        }
        Err(exceeded(bytes.saturating_add((self.held - given).into()), all, what))
    }

    /// The same limits where `tables`, which are to be used, are among what was there before.
    pub fn with_tables(&self, tables: u64) -> Self {
        let tables = tables.min(self.held);
        Budget { bytes: self.bytes + tables, held: self.held - tables, ..self.clone() }
    }

    /// The same limits for work beside caches, which are dropped if the work needs their memory.
    pub fn beside_caches(&self, caches: &Arc<Caches>) -> Self {
        let bytes = caches.bytes.min(self.bytes);
        let of = CachesOf { caches: Arc::clone(caches), whole: self.bytes.saturating_add(self.held) };
        Budget { bytes: self.bytes - bytes, held: self.held + bytes, caches: Some(of), ..self.clone() }
    }

    /// How many threads an engine is to use, at least one.
    pub fn threads(&self) -> usize {
        // The machine is asked only by who would use more than one. In a browser there is one.
        match self.threads {
            _ if cfg!(target_family = "wasm") => 1,
            0 | 1 => 1,
            most => most.min(std::thread::available_parallelism().map_or(1, usize::from)),
        }
    }

    /// The same limits, counted from now on by a meter.
    pub fn meter(&self, work: Text) -> Meter<'_> {
        Meter {
            budget: self,
            work,
            done: 0,
            next: 0,
            stride: 1,
            looked: None,
            place: None,
            total: None,
            reported: None,
        }
    }
}

/// Counts work and looks at the clock, the cancel flag and the node limit now and then.
pub struct Meter<'a> {
    budget: &'a Budget,
    work: Text,
    done: u64,
    next: u64,
    /// The number of units between the last two looks, and when the last one was.
    stride: u64,
    looked: Option<Instant>,
    /// How far the work has come, where what is counted is its cost.
    place: Option<u64>,
    total: Option<u64>,
    reported: Option<Instant>,
}

impl<'a> Meter<'a> {
    /// The same, telling that so many units are all.
    pub fn of(self, total: impl Into<Option<u64>>) -> Meter<'a> {
        Meter { total: total.into(), ..self }
    }
}

impl Meter<'_> {
    /// The most units between two looks. A look costs about as much as twenty quick units; units that are slow, such as positions with
    /// thousands of moves, are looked at one by one.
    const MAX_STRIDE: u64 = 1024;
    /// Looks follow each other at such intervals: more units are done between them if it was less, fewer if it was more.
    const INTERVAL: Duration = Duration::from_millis(2);

    /// `units` more are about to be done.
    ///
    /// # Errors
    /// `limit` if the work was cancelled, or exceeds its time or its nodes.
    #[inline]
    pub fn tick(&mut self, units: u64) -> Result<()> {
        self.done += units;
        if self.done < self.next && self.done <= self.budget.nodes {
            return Ok(());
        }
        self.look()
    }

    /// So many units are done, whatever their cost: that is told of the progress instead of what was counted.
    #[inline]
    pub fn at(&mut self, done: u64) {
        self.place = Some(done);
    }

    #[cold]
    fn look(&mut self) -> Result<()> {
        let now = Instant::now();
        self.stride = match self.looked.replace(now) {
            Some(last) if now - last > 4 * Self::INTERVAL => 1,
            Some(last) if now - last > Self::INTERVAL => (self.stride / 2).max(1),
            _ => (self.stride * 2).min(Self::MAX_STRIDE),
        };
        self.next = self.done + self.stride;
        self.budget.check()?;
        if self.done > self.budget.nodes {
            let message =
                text!("the search exceeds its limit of {most} {work}", most = self.budget.nodes, work = &self.work);
            return Err(Error::reached(Limit::Nodes { most: self.budget.nodes }, message));
        }
        if let Some(progress) = &self.budget.progress
            && self.reported.is_none_or(|last| now - last >= Duration::from_millis(100))
        {
            self.reported = Some(now);
            progress.report(&self.work, self.place.unwrap_or(self.done), self.total);
        }
        Ok(())
    }

    /// How many units were done.
    pub fn done(&self) -> u64 {
        self.done
    }
}

/// The error that `what` needs so many bytes.
fn exceeded(bytes: u128, most: u64, what: &Text) -> Error {
    let (mut needed, mut limit) = (Text::verbatim(size_text(bytes)), Text::verbatim(size_text(most.into())));
    // Rounded alike, "needs 1.0 MiB, the limit is 1.0 MiB" says nothing.
    if needed == limit {
        (needed, limit) = (text!("{bytes} bytes", bytes), text!("{bytes} bytes", bytes = most));
    }
    let message = text!("{what} needs {needed}, the memory limit is {limit}", what, needed, limit);
    let error = Error::reached(Limit::Memory { needed: bytes, most }, message);
    // What no machine has is no advice.
    match bytes.max(u128::from(most).saturating_mul(2)) {
        enough if bytes <= MAX_ADVISED => {
            let gib = enough.div_ceil(1 << 30).next_power_of_two().max(16);
            error.with_suggestion(Suggestion::Memory((gib as u64) << 30))
        }
        _ => error.help(text!("that is more than machines have: ask for smaller numbers")),
    }
}

/// A number of bytes as people read it.
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
    // The whole number of bytes times ten may exceed 2^128; the rest below the unit does not.
    let (whole, rest) = (bytes >> shift, bytes & ((1 << shift) - 1));
    format!("{whole}.{} {}", (rest * 10) >> shift, UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (bytes, text) in [
            (0, "0 bytes"),
            (1023, "1023 bytes"),
            (1024, "1.0 KiB"),
            (1536, "1.5 KiB"),
            (5 << 30, "5.0 GiB"),
            (1 << 80, "1048576.0 EiB"),
            (u128::MAX, "295147905179352825855.9 EiB"),
        ] {
            assert_eq!(size_text(bytes), text);
        }
    }

    #[test]
    fn sizes_that_round_alike_are_told_apart() {
        let budget = Budget { bytes: 1 << 20, ..Budget::default() };
        let error = budget.fits((1 << 20) + 9, &text!("a search")).unwrap_err();
        assert_eq!(error.limit(), Some(Limit::Memory { needed: (1 << 20) + 9, most: 1 << 20 }));
        assert_eq!(error.message.to_string(), "a search needs 1048585 bytes, the memory limit is 1048576 bytes");
    }

    #[test]
    fn memory_is_advised_where_machines_have_it() {
        let help =
            |bytes: u128| Budget::default().fits(bytes, &text!("a search")).unwrap_err().help.unwrap().to_string();
        assert_eq!(help(5 << 30), "with more memory it may be done: 16 GiB");
        assert_eq!(help(20 << 30), "with more memory it may be done: 32 GiB");
        assert_eq!(help(256 << 30), "with more memory it may be done: 256 GiB");
        assert_eq!(help(7 << 40), "that is more than machines have: ask for smaller numbers");
        assert_eq!(help(u128::MAX), "that is more than machines have: ask for smaller numbers");
    }

    /// Work takes the memory of caches when it needs it, but not for parts with limits of their own.
    #[test]
    fn caches_leave_their_memory() {
        let whole = Budget { bytes: 1000, ..Budget::default() };
        let what = text!("a search");
        let caches = Arc::new(Caches::new("tables", 400));
        let budget = whole.beside_caches(&caches);
        let part = Budget { bytes: budget.bytes.min(300), ..budget.clone() };
        assert!(part.fits(301, &what).is_err() && budget.fits(1001, &what).is_err());
        assert_eq!(caches.take::<&str>(), Some("tables"));
        let caches = Arc::new(Caches::new("tables", 400));
        let budget = whole.beside_caches(&caches);
        assert!(budget.fits(601, &what).is_ok() && budget.fits(1000, &what).is_ok());
        assert_eq!(caches.take::<&str>(), None);
        let error = budget.fits(1001, &what).unwrap_err();
        assert_eq!(error.message.to_string(), "a search needs 1001 bytes, the memory limit is 1000 bytes");
    }

    #[test]
    fn meters_stop() {
        let flag = Cancel::default();
        let budget = Budget { cancel: Some(flag.clone()), nodes: 5000, ..Budget::default() };
        let mut meter = budget.meter(text!("positions"));
        for _ in 0..3000 {
            meter.tick(1).unwrap();
        }
        flag.stop();
        let left = (0..).take_while(|_| meter.tick(1).is_ok()).count();
        assert!(left <= Meter::MAX_STRIDE as usize);
        let other = Budget { cancel: None, ..budget.clone() };
        let mut meter = other.meter(text!("positions"));
        assert_eq!((0..).take_while(|_| meter.tick(1).is_ok()).count(), 5000);
        let late = Budget { deadline: Some(Instant::now()), ..Budget::default() };
        assert_eq!(late.check().unwrap_err().limit(), Some(Limit::Time));
        assert!(budget.check().unwrap_err().is_interrupt());
    }

    /// A unit may take long: then every one is looked at.
    #[test]
    fn meters_look_at_slow_units_one_by_one() {
        let flag = Cancel::default();
        let budget = Budget { cancel: Some(flag.clone()), ..Budget::default() };
        let mut meter = budget.meter(text!("positions"));
        let mut slow = || {
            std::thread::sleep(Duration::from_millis(10));
            meter.tick(1)
        };
        (0..5).for_each(|_| slow().unwrap());
        flag.stop();
        assert!((0..).take_while(|_| slow().is_ok()).count() <= 1);
    }

    /// Costs are counted, but people are told of what they understand.
    #[test]
    fn meters_tell_how_far_work_has_come() {
        struct Told(std::sync::Mutex<Vec<(String, u64, Option<u64>)>>);
        impl Progress for Told {
            fn report(&self, work: &Text, done: u64, total: Option<u64>) {
                self.0.lock().unwrap().push((work.to_string(), done, total));
            }
        }
        let told = Arc::new(Told(std::sync::Mutex::default()));
        let budget = Budget { progress: Some(told.clone()), ..Budget::default() };
        budget.meter(text!("positions")).tick(7).unwrap();
        let mut meter = budget.meter(text!("heaps")).of(100);
        meter.at(3);
        meter.tick(5000).unwrap();
        assert_eq!(meter.done(), 5000);
        let told = told.0.lock().unwrap();
        assert_eq!(*told, [("positions".to_string(), 7, None), ("heaps".to_string(), 3, Some(100))]);
    }
}
