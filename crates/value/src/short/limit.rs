//! The limits of the computation of values, and the meter that checks them.

use std::fmt;

/// The reason why a value was not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueLimit {
    /// The number of steps reached its limit.
    Steps,
    /// The memory of the arena reached its limit.
    Memory,
    /// The nesting of forms is too deep.
    Depth,
    /// A number is too large.
    ///
    /// Numerators have at most 63 bits, denominators are at most 2^62, ups have at most 31 bits, and nimbers at most
    /// 32 bits.
    Number,
    /// The text of a value is too long.
    Text,
    /// The work was cancelled.
    Cancelled,
}

impl fmt::Display for ValueLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ValueLimit::Steps => "the step limit is reached",
            ValueLimit::Memory => "the memory limit is reached",
            ValueLimit::Depth => "forms are nested too deeply",
            ValueLimit::Number => "a number or its denominator is too large",
            ValueLimit::Text => "the text of the value is too long",
            ValueLimit::Cancelled => "cancelled",
        })
    }
}

impl std::error::Error for ValueLimit {}

/// The maximum nesting depth of forms in recursions.
///
/// Recursive functions take up to half a kilobyte of stack per level, and WebAssembly modules have a megabyte.
const MAX_DEPTH: u32 = 1300;

/// The number of steps between two calls of the stop function.
const STEPS_PER_POLL: u64 = 1 << 12;

/// The limits of an arena, and its stop function.
///
/// ```
/// use grundy_value::{ArenaLimits, ValueArena, ValueLimit};
/// let mut values = ValueArena::with_limits(ArenaLimits { bytes: 10_000_000, ..ArenaLimits::default() });
/// let star = values.nimber(1_000_000_000).unwrap();
/// assert_eq!(values.left_options(star), Err(ValueLimit::Memory));
/// ```
pub struct ArenaLimits {
    /// The maximum number of comparisons, canonical forms and sums.
    pub steps: u64,
    /// The maximum number of bytes of the arena.
    pub bytes: usize,
    /// The stop function, which is called regularly and returns whether to stop.
    pub should_stop: Box<dyn Fn() -> bool + Send>,
}

impl Default for ArenaLimits {
    fn default() -> ArenaLimits {
        ArenaLimits { steps: u64::MAX, bytes: 1 << 30, should_stop: Box::new(|| false) }
    }
}

/// The limits and their use so far.
pub(super) struct Meter {
    pub limits: ArenaLimits,
    pub steps: u64,
    depth: u32,
}

impl Meter {
    pub fn new(limits: ArenaLimits) -> Meter {
        Meter { limits, steps: 0, depth: 0 }
    }

    /// Counts a step.
    #[inline]
    pub fn step(&mut self) -> Result<(), ValueLimit> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_PER_POLL) {
            self.poll()?;
        }
        if self.steps > self.limits.steps { Err(ValueLimit::Steps) } else { Ok(()) }
    }

    /// Calls the stop function and fails if the function returns true.
    #[cold]
    pub fn poll(&self) -> Result<(), ValueLimit> {
        if (self.limits.should_stop)() { Err(ValueLimit::Cancelled) } else { Ok(()) }
    }

    /// Enters a nested form and counts a step.
    ///
    /// If this method succeeds, the caller must later call [`Meter::leave`], even if the computation in the form
    /// fails.
    #[inline]
    pub fn enter(&mut self) -> Result<(), ValueLimit> {
        self.step()?;
        if self.depth >= MAX_DEPTH {
            return Err(ValueLimit::Depth);
        }
        self.depth += 1;
        Ok(())
    }

    /// Leaves a nested form.
    #[inline]
    pub fn leave(&mut self) {
        self.depth -= 1;
    }
}
