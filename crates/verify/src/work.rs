//! The limits of a check, and the counter of its cost so far.

use grundy_lang::text;
use grundy_rules::clock::Instant;
use grundy_rules::{Budget, Cancel};
use grundy_rules::{Error, Limit, Result};

/// The limits of a check.
///
/// ```
/// use grundy_verify::Limits;
/// let limits = Limits { steps: 1_000_000, ..Limits::default() };
/// assert_eq!(limits.bytes, 1 << 30);
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// The maximum memory for the data that the check keeps, in bytes.
    pub bytes: u64,
    /// The maximum number of elementary steps.
    ///
    /// A step is, for example, examining an option or reading a letter of an automaton.
    pub steps: u64,
    /// The time at which the check gives up; `None` for no limit.
    pub deadline: Option<Instant>,
    /// A flag that another thread sets to stop the check.
    pub cancel: Option<Cancel>,
}

impl Default for Limits {
    /// Returns a limit of 1 GiB of memory, and no limits of steps or time.
    fn default() -> Self {
        Limits { bytes: 1 << 30, steps: u64::MAX, deadline: None, cancel: None }
    }
}

impl Limits {
    /// Returns these limits, except `steps`, as the budget for move generators on this thread.
    pub(crate) fn budget(&self) -> Budget {
        Budget { bytes: self.bytes, deadline: self.deadline, cancel: self.cancel.clone(), ..Budget::default() }
    }
}

/// The number of steps between two checks of the limits.
const STRIDE: u64 = 1 << 12;

/// A counter of the steps and the memory of a check, with its limits.
pub struct WorkCounter<'a> {
    limits: &'a Limits,
    steps: u64,
    next_check: u64,
    bytes: u64,
    /// The number of states of products of automata that were explored.
    pub states: u64,
}

impl<'a> WorkCounter<'a> {
    /// Creates a counter; returns an error if the deadline has passed or the check was cancelled.
    pub fn new(limits: &'a Limits) -> Result<WorkCounter<'a>> {
        let mut work = WorkCounter { limits, steps: 0, next_check: 0, bytes: 0, states: 0 };
        work.steps(0)?;
        Ok(work)
    }

    /// Counts steps, and checks the limits every `STRIDE` steps.
    pub fn steps(&mut self, count: u64) -> Result<()> {
        self.steps = self.steps.saturating_add(count);
        if self.steps < self.next_check {
            return Ok(());
        }
        self.next_check = self.steps.saturating_add(STRIDE);
        let stopped = self.limits.cancel.as_ref().is_some_and(Cancel::is_cancelled);
        if stopped {
            return Err(Error::for_limit(Limit::Interrupted, text!("the check was interrupted")));
        }
        if self.steps > self.limits.steps {
            let message = text!("the check takes more than {limits} steps", limits = self.limits.steps);
            return Err(Error::for_limit(Limit::Nodes { limit: self.limits.steps }, message));
        }
        if self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Error::for_limit(Limit::Time, text!("the check exceeded its time limit")));
        }
        Ok(())
    }

    /// Returns an error if `steps` further steps would exceed the limit.
    pub fn expect(&self, steps: u64) -> Result<()> {
        let total = self.steps.saturating_add(steps);
        if total > self.limits.steps {
            let message = text!(
                "the check takes about {total} steps, but only {limits} are allowed",
                total,
                limits = self.limits.steps
            );
            return Err(Error::for_limit(Limit::Nodes { limit: self.limits.steps }, message));
        }
        Ok(())
    }

    /// Counts memory before its allocation; returns an error if the limit is exceeded.
    pub fn reserve(&mut self, bytes: u64) -> Result<()> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > self.limits.bytes {
            let message = text!(
                "the check takes {bytes} bytes or more, but only {limits} are allowed",
                bytes = self.bytes,
                limits = self.limits.bytes
            );
            return Err(Error::for_limit(
                Limit::Memory { needed: self.bytes.into(), limit: self.limits.bytes },
                message,
            ));
        }
        Ok(())
    }

    /// Returns the number of bytes counted.
    pub fn reserved_bytes(&self) -> u64 {
        self.bytes
    }

    /// Sets the number of bytes counted, after memory was released.
    pub fn release_to(&mut self, bytes: u64) {
        self.bytes = bytes;
    }
}
