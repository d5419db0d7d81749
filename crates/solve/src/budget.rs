//! Limits, cancellation and progress: every engine takes a [`Budget`].

use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind, Result};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Somebody who wants to know how far long work has come.
pub trait Progress: Sync {
    /// So many units of `work` ("positions", "heap sizes") are done, of `total` if that is known.
    fn report(&self, work: &Text, done: u64, total: Option<u64>);
}

/// What an engine may use, and whom it listens to.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// How many positions a search may evaluate.
    pub nodes: u64,
    /// How many bytes tables and memos may take. Tables are estimated before they are allocated.
    pub bytes: u64,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Set by somebody else to stop the work.
    pub cancel: Option<&'a AtomicBool>,
    /// Whom to tell how far the work has come.
    pub progress: Option<&'a dyn Progress>,
    /// How many threads an engine may use; never more than the machine runs at once.
    pub threads: usize,
}

impl Default for Budget<'_> {
    /// No limit but 4 GiB of memory.
    fn default() -> Self {
        Budget { nodes: u64::MAX, bytes: 4 << 30, deadline: None, cancel: None, progress: None, threads: usize::MAX }
    }
}

/// More memory than this is not advised.
const MOST_ADVISED: u128 = 256 << 30;

impl Budget<'_> {
    /// Fails if the work was cancelled or its time is over.
    ///
    /// # Errors
    /// `limit`.
    pub fn check(&self) -> Result<()> {
        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Error::new(ErrorKind::Limit, text!("interrupted")));
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            let error = Error::new(ErrorKind::Limit, text!("the time limit is reached"));
            return Err(error.help(text!("give more with --time SECONDS")));
        }
        Ok(())
    }

    /// Fails if `bytes` for `what` exceed the memory limit.
    ///
    /// # Errors
    /// `limit`, with both figures.
    ///
    /// ```
    /// use grundy_lang::text;
    /// use grundy_solve::Budget;
    /// let error = Budget::default().fits(1 << 40, &text!("a table of 2^40 heaps")).unwrap_err();
    /// assert_eq!(error.message.to_string(), "a table of 2^40 heaps needs 1.0 TiB, the memory limit is 4.0 GiB");
    /// ```
    pub fn fits(&self, bytes: u128, what: &Text) -> Result<()> {
        if bytes <= u128::from(self.bytes) {
            return Ok(());
        }
        let (mut needed, mut limit) = (Text::verbatim(size(bytes)), Text::verbatim(size(self.bytes.into())));
        // Rounded alike, "needs 1.0 MiB, the limit is 1.0 MiB" says nothing.
        if needed == limit {
            (needed, limit) = (text!("{bytes} bytes", bytes), text!("{bytes} bytes", bytes = self.bytes));
        }
        let message = text!("{what} needs {needed}, the memory limit is {limit}", what, needed, limit);
        let error = Error::new(ErrorKind::Limit, message);
        // What no machine has is no advice.
        Err(match bytes.max(u128::from(self.bytes).saturating_mul(2)) {
            enough if bytes <= MOST_ADVISED => {
                let size = format!("{}G", enough.div_ceil(1 << 30).next_power_of_two().max(16));
                error.help(text!("give more with --memory SIZE, as in --memory {size}", size))
            }
            _ => error.help(text!("that is more than machines have: ask for smaller numbers")),
        })
    }

    /// How many threads an engine is to use, at least one.
    pub fn threads(&self) -> usize {
        // The machine is asked only by who would use more than one.
        match self.threads {
            0 | 1 => 1,
            most => most.min(std::thread::available_parallelism().map_or(1, usize::from)),
        }
    }

    /// The same limits, counted from now on by a meter.
    pub fn meter(&self, work: Text) -> Meter<'_> {
        Meter { budget: self, work, done: 0, next: 0, reported: None }
    }
}

/// Counts work and looks at the clock, the cancel flag and the node limit now and then.
pub struct Meter<'a> {
    budget: &'a Budget<'a>,
    work: Text,
    done: u64,
    next: u64,
    reported: Option<Instant>,
}

impl Meter<'_> {
    /// How many units between two looks: a look costs about as much as twenty units.
    const STRIDE: u64 = 1024;

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

    #[cold]
    fn look(&mut self) -> Result<()> {
        self.next = self.done + Self::STRIDE;
        self.budget.check()?;
        if self.done > self.budget.nodes {
            let message =
                text!("the search exceeds its limit of {most} {work}", most = self.budget.nodes, work = &self.work);
            return Err(Error::new(ErrorKind::Limit, message));
        }
        if let Some(progress) = self.budget.progress {
            let now = Instant::now();
            if self.reported.is_none_or(|last| now - last >= Duration::from_millis(100)) {
                self.reported = Some(now);
                progress.report(&self.work, self.done, None);
            }
        }
        Ok(())
    }

    /// How many units were done.
    pub fn done(&self) -> u64 {
        self.done
    }
}

/// A number of bytes as people read it.
fn size(bytes: u128) -> String {
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
            assert_eq!(size(bytes), text);
        }
    }

    #[test]
    fn sizes_that_round_alike_are_told_apart() {
        let budget = Budget { bytes: 1 << 20, ..Budget::default() };
        let error = budget.fits((1 << 20) + 9, &text!("a search")).unwrap_err();
        assert_eq!(error.message.to_string(), "a search needs 1048585 bytes, the memory limit is 1048576 bytes");
    }

    #[test]
    fn memory_is_advised_where_machines_have_it() {
        let help =
            |bytes: u128| Budget::default().fits(bytes, &text!("a search")).unwrap_err().help.unwrap().to_string();
        assert_eq!(help(5 << 30), "give more with --memory SIZE, as in --memory 16G");
        assert_eq!(help(20 << 30), "give more with --memory SIZE, as in --memory 32G");
        assert_eq!(help(256 << 30), "give more with --memory SIZE, as in --memory 256G");
        assert_eq!(help(7 << 40), "that is more than machines have: ask for smaller numbers");
        assert_eq!(help(u128::MAX), "that is more than machines have: ask for smaller numbers");
    }

    #[test]
    fn meters_stop() {
        let flag = AtomicBool::new(false);
        let budget = Budget { cancel: Some(&flag), nodes: 5000, ..Budget::default() };
        let mut meter = budget.meter(text!("positions"));
        for _ in 0..3000 {
            meter.tick(1).unwrap();
        }
        flag.store(true, Ordering::Relaxed);
        let left = (0..).take_while(|_| meter.tick(1).is_ok()).count();
        assert!(left <= Meter::STRIDE as usize);
        flag.store(false, Ordering::Relaxed);
        let mut meter = budget.meter(text!("positions"));
        assert_eq!((0..).take_while(|_| meter.tick(1).is_ok()).count(), 5000);
        let late = Budget { deadline: Some(Instant::now()), ..Budget::default() };
        assert_eq!(late.check().unwrap_err().kind, ErrorKind::Limit);
    }
}
