//! The limits of the computation of values, and the meter that checks them.

use std::fmt;

/// The reason why a value was not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The number of steps reached its limit.
    Steps,
    /// The memory of the arena reached its limit.
    Memory,
    /// The nesting of forms is too deep.
    Depth,
    /// A number is too large: 63 bits for numerators, 2^62 for denominators, 31 bits for ups and nimbers.
    Number,
    /// The text of a value is too long.
    Text,
    /// The work was cancelled.
    Cancelled,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Steps => "the limit of steps is reached",
            Limit::Memory => "the limit of memory is reached",
            Limit::Depth => "forms lie too deep in each other",
            Limit::Number => "a number is too large or too fine",
            Limit::Text => "the text of the value is too long",
            Limit::Cancelled => "cancelled",
        })
    }
}

impl std::error::Error for Limit {}

/// The maximum nesting depth of forms in recursions.
///
/// Recursive functions take up to half a kilobyte of stack per level, and WebAssembly modules have a megabyte.
const MAX_DEPTH: u32 = 1300;

/// The number of steps between two calls of the stop function.
const STEPS_PER_POLL: u64 = 1 << 12;

/// The limits of an arena, and its stop function.
///
/// ```
/// use grundy_value::{Limit, Limits, Values};
/// let mut values = Values::with(Limits { bytes: 10_000_000, ..Limits::default() });
/// let star = values.nimber(1_000_000_000).unwrap();
/// assert_eq!(values.lefts(star), Err(Limit::Memory));
/// ```
pub struct Limits {
    /// The maximum number of comparisons, canonical forms and sums.
    pub steps: u64,
    /// The maximum number of bytes of the arena.
    pub bytes: usize,
    /// The stop function, which is called regularly and returns whether to stop.
    pub stop: Box<dyn Fn() -> bool + Send>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: u64::MAX, bytes: 1 << 30, stop: Box::new(|| false) }
    }
}

/// The limits and their use so far.
pub(super) struct Meter {
    pub limits: Limits,
    pub steps: u64,
    depth: u32,
}

impl Meter {
    pub fn new(limits: Limits) -> Meter {
        Meter { limits, steps: 0, depth: 0 }
    }

    /// Counts a step.
    #[inline]
    pub fn step(&mut self) -> Result<(), Limit> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_PER_POLL) {
            self.poll()?;
        }
        if self.steps > self.limits.steps { Err(Limit::Steps) } else { Ok(()) }
    }

    /// Calls the stop function and fails if it asks to stop.
    #[cold]
    pub fn poll(&self) -> Result<(), Limit> {
        if (self.limits.stop)() { Err(Limit::Cancelled) } else { Ok(()) }
    }

    /// Enters a nested form and counts a step; the caller must call [`Meter::up`] later.
    ///
    /// This also holds if the computation in the form fails, but not if this method itself fails.
    #[inline]
    pub fn down(&mut self) -> Result<(), Limit> {
        self.step()?;
        if self.depth >= MAX_DEPTH {
            return Err(Limit::Depth);
        }
        self.depth += 1;
        Ok(())
    }

    #[inline]
    pub fn up(&mut self) {
        self.depth -= 1;
    }
}
