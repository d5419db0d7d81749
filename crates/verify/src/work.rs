//! What a check may cost, and what it has cost so far.

use grundy_lang::text;
use grundy_rules::clock::Instant;
use grundy_rules::{Budget, Cancel};
use grundy_rules::{Error, Limit, Result};

/// What a check may cost.
///
/// ```
/// use grundy_verify::Limits;
/// let limits = Limits { steps: 1_000_000, ..Limits::default() };
/// assert_eq!(limits.bytes, 1 << 30);
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of memory for what the check keeps.
    pub bytes: u64,
    /// Elementary steps: an option looked at, a letter read by an automaton.
    pub steps: u64,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Set by somebody else to stop the check.
    pub cancel: Option<Cancel>,
}

impl Default for Limits {
    /// A gibibyte of memory, and all the time in the world.
    fn default() -> Self {
        Limits { bytes: 1 << 30, steps: u64::MAX, deadline: None, cancel: None }
    }
}

impl Limits {
    /// Returns these limits, except `steps`, as the budget that the code of rules on this thread checks.
    pub(crate) fn budget(&self) -> Budget {
        Budget { bytes: self.bytes, deadline: self.deadline, cancel: self.cancel.clone(), ..Budget::default() }
    }
}

/// How many steps pass between two looks at the clock.
const STRIDE: u64 = 1 << 12;

/// The cost so far.
pub(crate) struct Work<'a> {
    limits: &'a Limits,
    steps: u64,
    next_look: u64,
    bytes: u64,
    /// States of products of automata that were gone through.
    pub states: u64,
}

impl<'a> Work<'a> {
    pub fn new(limits: &'a Limits) -> Result<Work<'a>> {
        let mut work = Work { limits, steps: 0, next_look: 0, bytes: 0, states: 0 };
        work.steps(0)?;
        Ok(work)
    }

    /// Counts steps, and looks at the limits now and then.
    pub fn steps(&mut self, count: u64) -> Result<()> {
        self.steps = self.steps.saturating_add(count);
        if self.steps < self.next_look {
            return Ok(());
        }
        self.next_look = self.steps.saturating_add(STRIDE);
        let stopped = self.limits.cancel.as_ref().is_some_and(Cancel::is_stopped);
        if stopped {
            return Err(Error::reached(Limit::Interrupted, text!("the check was interrupted")));
        }
        if self.steps > self.limits.steps {
            let message = text!("the check takes more than {limits} steps", limits = self.limits.steps);
            return Err(Error::reached(Limit::Nodes { most: self.limits.steps }, message));
        }
        if self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Error::reached(Limit::Time, text!("the check takes more than the time that it was given")));
        }
        Ok(())
    }

    /// Fails at once if so many steps more are too many.
    pub fn expect(&self, steps: u64) -> Result<()> {
        let total = self.steps.saturating_add(steps);
        if total > self.limits.steps {
            let message = text!(
                "the check takes about {total} steps, and {limits} are allowed",
                total,
                limits = self.limits.steps
            );
            return Err(Error::reached(Limit::Nodes { most: self.limits.steps }, message));
        }
        Ok(())
    }

    /// Counts memory before it is allocated.
    pub fn hold(&mut self, bytes: u64) -> Result<()> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > self.limits.bytes {
            let message = text!(
                "the check takes {bytes} bytes or more, and {limits} are allowed",
                bytes = self.bytes,
                limits = self.limits.bytes
            );
            return Err(Error::reached(Limit::Memory { needed: self.bytes.into(), most: self.limits.bytes }, message));
        }
        Ok(())
    }

    /// How much memory is held.
    pub fn held(&self) -> u64 {
        self.bytes
    }

    /// Gives memory back: no more than `bytes` are held.
    pub fn release_to(&mut self, bytes: u64) {
        self.bytes = bytes;
    }
}
